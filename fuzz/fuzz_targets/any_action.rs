#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    alhambra_rules::drills::any_action(bytes);
});
