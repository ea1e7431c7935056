//! The laboratory: tournaments between bots and studies of modules, with figures one can trust.
//!
//! A [`LabPlan`] says which games are played; a [`Contest`] plays them, writes a row for every seat of every game
//! and adds them up in a [`Summary`]; [`merge()`] puts the files of several machines together; [`report()`]
//! makes a page of it.
//!
//! ```
//! use alhambra_rules::Setup;
//! use alhambra_sim::lab::{LabPlan, Contest, Shard};
//!
//! let bots = ["random".parse().unwrap(), "medium".parse().unwrap()];
//! let plan = LabPlan::round_robin(Setup::players(2), &bots, 10, 1).unwrap();
//! let session =
//!     Contest { plan: &plan, shard: Shard::WHOLE, threads: 2, output: None, claims: None, stop: Default::default() };
//! let findings = session.play(|_| ()).unwrap().summary.findings();
//! assert_eq!(findings.games, 20);
//! assert_eq!(findings.ratings[0].bot, "medium");
//! ```

mod contestant;
mod effects;
mod interaction;
mod interval;
mod merge;
mod output;
mod plan;
mod play;
mod poster;
mod rating;
mod report;
mod row;
mod run;
mod session;
mod sheet;
mod sprt;
mod summary;
mod svg;

pub use contestant::{BadContestant, Contestant};
pub use effects::{Differences, Regression};
pub use interval::{Estimate, MeanByDeal, Moments, ShareByDeal, Z95, wilson};
pub use merge::{MergeError, check as check_merge, merge};
pub use output::{Existing, Output, OutputError, check_free, partial_path};
pub use plan::{BadPlan, BadShard, Game, Kind, LabPlan, Shard};
pub use poster::poster;
pub use rating::{Meetings, REPETITIONS, Ratings};
pub use report::{Page, report};
pub use row::{Head, Played, ROUNDS, SOURCE_NAMES, SOURCES, SeatPlayed};
pub use run::{BrokenGame, Done, Ended, Run};
pub use session::{Conclusion, Contest, ContestError};
pub use sheet::{Format, Games, SheetError, Writer};
pub use sprt::{BadClaims, Claims, Sprt, SprtVerdict};
pub use summary::{BAR, EffectFinding, Findings, GroupFinding, RatingFinding, SourceFinding, Summary};
