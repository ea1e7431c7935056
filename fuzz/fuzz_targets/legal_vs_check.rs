#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alhambra_rules::drills::legal_vs_check(bytes));
