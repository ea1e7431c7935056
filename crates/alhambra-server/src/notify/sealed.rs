//! Messages only one browser can read: RFC 8291 with the content coding `aes128gcm` of RFC 8188.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// Bytes of a public key: both coordinates, uncompressed.
pub(super) const PUBLIC: usize = 65;
/// Bytes of the secret a browser shares with whoever may write to it.
pub(super) const AUTH: usize = 16;
const SALT: usize = 16;
const KEY: usize = 16;
const NONCE: usize = 12;
/// One record is enough for anything we say.
const RECORD: u32 = 4096;
/// Ends the text of the last record.
const LAST: u8 = 2;

/// A message for the browser with this public key and secret.
///
/// # Errors
/// If the key is not a point of the curve.
pub(super) fn seal(browser: &[u8], auth: &[u8], text: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let mut salt = [0; SALT];
    random.fill(&mut salt)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser);
    agree_ephemeral(own, &theirs, |secret| {
        let (key, nonce) = derive(secret, auth, browser, public.as_ref(), &salt)?;
        record(&key, nonce, &salt, public.as_ref(), text)
    })?
}

/// The key and the number used once, from the secret both sides can compute.
fn derive(
    secret: &[u8],
    auth: &[u8],
    browser: &[u8],
    own: &[u8],
    salt: &[u8],
) -> Result<([u8; KEY], [u8; NONCE]), Unspecified> {
    let mut shared = [0; 32];
    let about = [b"WebPush: info\0".as_slice(), browser, own];
    Salt::new(HKDF_SHA256, auth).extract(secret).expand(&about, Bytes(shared.len()))?.fill(&mut shared)?;
    let message = Salt::new(HKDF_SHA256, salt).extract(&shared);
    let (mut key, mut nonce) = ([0; KEY], [0; NONCE]);
    message.expand(&[b"Content-Encoding: aes128gcm\0"], Bytes(KEY))?.fill(&mut key)?;
    message.expand(&[b"Content-Encoding: nonce\0"], Bytes(NONCE))?.fill(&mut nonce)?;
    Ok((key, nonce))
}

/// What travels: how to read it, and the text under the key.
fn record(
    key: &[u8; KEY],
    nonce: [u8; NONCE],
    salt: &[u8],
    own: &[u8],
    text: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let mut body = [text, &[LAST]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut body)?;
    let length = u8::try_from(own.len()).map_err(|_| Unspecified)?;
    Ok([salt, &RECORD.to_be_bytes(), &[length], own, &body].concat())
}

/// So many bytes of a derived key.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    /// The example of RFC 8291, appendix A: whoever computes otherwise is understood by no browser.
    #[test]
    fn the_example_of_the_standard_comes_out() {
        let read = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
        let browser =
            read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let own =
            read("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let secret = read("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let (auth, salt) = (read("BTBZMqHH6r4Tts7J_aSIgg"), read("DGv6ra1nlYgDCS1FRnbzlw"));
        let (key, nonce) = derive(&secret, &auth, &browser, &own, &salt).unwrap();
        assert_eq!(key.to_vec(), read("oIhVW04MRdy2XN9CiKLxTg"));
        assert_eq!(nonce.to_vec(), read("4h_95klXJ5E_qnoN"));
        let text = b"When I grow up, I want to be a watermelon";
        let sent = record(&key, nonce, &salt, &own, text).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
                        EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(sent, read(expected));
    }

    /// That browsers can read what is sealed is tested on the wire, by a second reading of the standard (`tests/served/outside.rs`).
    #[test]
    fn a_key_off_the_curve_is_refused() {
        let mut off = [9; PUBLIC];
        off[0] = 4;
        assert!(seal(&off, &[7; AUTH], b"").is_err());
    }
}
