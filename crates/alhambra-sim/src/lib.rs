//! Many games of Alhambra: batches with statistics, records of games on disk, and the laboratory ([`lab`]).
//!
//! ```
//! use alhambra_bots::BotKind;
//! use alhambra_rules::Setup;
//! use alhambra_sim::Batch;
//!
//! let batch = Batch { games: 20, ..Batch::new(Setup::players(3), BotKind::Random) };
//! let report = batch.run().unwrap();
//! assert_eq!(report.outcome.games, 20);
//! ```
#![forbid(unsafe_code)]

mod batch;
mod game;
pub mod lab;
pub mod records;
mod tally;

pub use batch::{Batch, BatchError, Report, Watch};
pub use game::{BrokenLaw, MAX_DECISIONS};
pub use tally::{Outcome, Scores, SeatOutcome, Spread};
