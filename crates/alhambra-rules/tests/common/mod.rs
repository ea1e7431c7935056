//! What several tests share.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// The same cases in every run, so that a change is judged by what it changes. What nobody thought of is sought by
/// `cargo xtask soak`, which asks for more cases and fresh ones (`PROPTEST_CASES`, `PROPTEST_RNG_SEED`).
pub(crate) fn asked() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() }
}
