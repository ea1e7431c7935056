//! What the fuzzers once found, kept so that it stays found.
#![cfg(feature = "testkit")]

use alhambra_rules::drills;

#[test]
fn chance_that_leads_to_the_same_card_is_part_of_the_record() {
    drills::record_roundtrip(&[0x08, 0x5c, 0xf0, 0xfd, 0xf9, 0xa4]);
}
