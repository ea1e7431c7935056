//! Codes, tokens and seeds: what must not be guessed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// Letters of table codes: none that is mistaken for another.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many letters a table's code has: forty bits.
const CODE: usize = 8;

/// Random bytes of the operating system.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness there are no secrets; a server in that state must not hand out tokens.
    if getrandom::fill(&mut bytes).is_err() {
        std::process::abort();
    }
    bytes
}

/// A random number.
pub(crate) fn number() -> u64 {
    u64::from_le_bytes(random())
}

/// A new table's code.
pub(crate) fn table_code() -> String {
    random::<CODE>().iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// A code as somebody typed it, in its one form; `None` if it cannot be one.
pub(crate) fn read_code(typed: &str) -> Option<String> {
    let mut code = String::with_capacity(CODE);
    for letter in typed.chars().filter(|c| *c != '-' && !c.is_whitespace()) {
        let letter = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            'U' => 'V',
            other => other,
        };
        if code.len() == CODE || !letter.is_ascii() || !LETTERS.contains(&(letter as u8)) {
            return None;
        }
        code.push(letter);
    }
    (code.len() == CODE).then_some(code)
}

/// A new token: 128 random bits as hex digits.
pub(crate) fn token() -> String {
    random::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is kept of a token: its SHA-256, as hex digits. A token has enough bits that no salt is needed.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hashed(String);

impl Hashed {
    /// The hash of a token.
    pub(crate) fn of(token: &str) -> Hashed {
        Hashed(Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hashed(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_survive_being_read_out_loud() {
        let code = table_code();
        assert_eq!(read_code(&code).as_deref(), Some(code.as_str()));
        assert_eq!(read_code(" 0ab1-vxyz ").as_deref(), Some("0AB1VXYZ"));
        assert_eq!(read_code("OABL-UXYZ").as_deref(), Some("0AB1VXYZ"));
        for bad in ["", "ABC", "ABCDEFGHJ", "ABCDEF!H", "ABCDEFGé", "../../etc"] {
            assert_eq!(read_code(bad), None, "{bad}");
        }
    }

    #[test]
    fn tokens_differ_and_only_their_hash_is_kept() {
        let (a, b) = (token(), token());
        assert!(a.len() == 32 && a != b);
        assert_ne!(Hashed::of(&a), Hashed::of(&b));
        assert!(!serde_json::to_string(&Hashed::of(&a)).unwrap().contains(&a));
    }
}
