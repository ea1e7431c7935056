//! Promises about luck: the server names a hash before anything is drawn, and the seed when nothing is hidden any more
//! ([ADR 0020](../../../docs/adr/0020-luck-that-can-be-checked.md)).

use alhambra_rules::Seat;
use sha2::{Digest, Sha256};

/// What a server publishes about a seed before the first draw: the SHA-256 of `alhambra-luck-1:` and the seed in digits, in
/// hex digits.
///
/// # Example
/// ```
/// assert!(alhambra_server::commitment(7).starts_with("dc1961c24785"));
/// ```
pub fn commitment(seed: u64) -> String {
    let bytes = Sha256::digest(format!("alhambra-luck-1:{seed}").as_bytes());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The dice of a bot for the decision after so many actions: its own, so that they tell nothing of the cards, and the same
/// whenever the game is. A table with a chosen seed can be played again against the same bots.
pub(crate) fn of_bots(seed: u64, actions: u32, seat: Seat) -> u64 {
    let digest = Sha256::digest(format!("alhambra-bots-1:{seed}:{actions}:{}", seat.index()).as_bytes());
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}
