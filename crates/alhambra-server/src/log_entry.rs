//! What is written to the log of a table. The log is the truth: everything else is worked out from it.
//!
//! Names of variants and fields are frozen; what is no longer written can still be read.

use crate::secret::Hashed;
use alhambra_protocol::{ProposalKind, PushAddress, TableOptions};
use alhambra_rules::record::{Entry, Header};
use alhambra_rules::{Action, Seat, Setup};
use serde::{Deserialize, Serialize};

/// A line of a table's log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LogLine {
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// What was done.
    #[serde(rename = "deed")]
    pub(crate) entry: LogEntry,
}

/// Who was planned for a seat of a new table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Planned {
    /// The maker of the table, with this name.
    Maker(String),
    /// Whoever comes.
    Open,
    /// A bot of this level.
    Bot(String),
    /// Somebody from the table before, who has a token already.
    Friend(String, Hashed),
}

impl Planned {
    /// What the person there is called.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Planned::Maker(name) | Planned::Friend(name, _) => Some(name),
            Planned::Open | Planned::Bot(_) => None,
        }
    }
}

/// Something done at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogEntry {
    /// The table was made.
    Created {
        name: String,
        seats: Vec<Planned>,
        setup: Setup,
        options: TableOptions,
        seed: Option<u64>,
        maker: Hashed,
    },
    /// Somebody sat down.
    Joined { seat: Seat, name: String, token: Hashed },
    /// Somebody left their seat. In a game a bot of this level plays on while others do; older lines name none, and nobody
    /// played on.
    Left {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
    /// Somebody changed their name.
    Renamed { seat: Seat, name: String },
    /// Somebody is ready, or not any more.
    Ready { seat: Seat, ready: bool },
    /// The host made a seat open.
    Opened { seat: Seat },
    /// The host put a bot on a seat.
    BotSeated { seat: Seat, level: String },
    /// The host added a seat.
    SeatAdded,
    /// The host let somebody play who had sat down.
    Admitted { seat: Seat },
    /// The host muted somebody, or all who watch, or lets them talk again.
    Muted { seat: Option<Seat>, mute: bool },
    /// The host took a seat away.
    SeatRemoved { seat: Seat },
    /// The host changed the agreement.
    Agreed { setup: Setup },
    /// The host's powers went to somebody else.
    HandedOver { seat: Seat },
    /// The game began. The header's digest and chance make the start repeatable without the seed.
    Started { seed: u64, header: Header },
    /// The game goes on from a record, with new luck; or it is only there to be looked at.
    Resumed { seed: u64, header: Header, entries: Vec<Entry>, finished: bool },
    /// Somebody acted: a line of the record.
    Acted { entry: Entry },
    /// Somebody acted several times at once, after they had taken back to where `keep` actions are left.
    ActedAll { keep: u32, entries: Vec<Entry> },
    /// Actions were taken back; `keep` are left. New luck if something new had become known.
    Undone { by: Option<Seat>, keep: u32, seed: Option<u64> },
    /// Something was put to the vote.
    Proposed { number: u32, by: Seat, what: ProposalKind },
    /// Somebody voted.
    Voted { number: u32, seat: Seat, agree: bool },
    /// A bot plays for somebody.
    StoodIn { seat: Seat, level: String, by_host: bool },
    /// Somebody took their seat back from a bot.
    Returned { seat: Seat },
    /// Somebody gave the game up for good; a bot plays on for the others.
    Resigned { seat: Seat, level: String },
    /// Somebody made a link that shows their hand.
    Shared { seat: Seat, token: Hashed },
    /// The host made a link for spectators.
    WatchShared { token: Hashed },
    /// Links were withdrawn: those to a hand, or what everybody could watch by.
    Revoked { hand: Option<Seat>, by_host: bool },
    /// Somebody passes in windows between turns without being asked, or wants to be asked again.
    PassesWindows { seat: Seat, pass: bool },
    /// Somebody answered in a window between turns; it counts when the window closes.
    Answered { seat: Seat, action: Action },
    /// Somebody wants to be told of their turns, or not any more.
    Notify {
        seat: Seat,
        webhook: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        push: Option<PushAddress>,
    },
    /// Somebody at the table said something.
    Said { seat: Seat, text: String },
    /// A spectator said something.
    Called { name: String, text: String },
    /// The server came back to a running clock: of the time in between so much counts, in milliseconds.
    Awoke { counted: u64 },
    /// Somebody's time is up.
    TimeUp { seat: Seat },
    /// The next game is at another table.
    Rematched { table: String },
    /// The host keeps the table longer.
    Renewed,
    /// Somebody looked at a record that was handed in, so it is kept longer.
    Looked,
    /// The table was closed.
    Closed { by_host: bool },
    /// A fault of the program stopped the game.
    Parked { why: String },
    /// The host let a game go on after a fault of the program.
    Revived,
    /// The host opened a closed table again.
    Reopened,
    /// Everybody agreed that all of a closed game may be seen.
    Shown,
    /// Somebody agreed to the seed that was chosen.
    SeedAgreed { seat: Seat },
    /// The host gave up the seed that was chosen.
    SeedForgotten,
}

impl LogEntry {
    /// Who is heard of by this line before everybody; what is played everybody hears of in its own time.
    pub(crate) fn heard_of(&self) -> Option<Seat> {
        match self {
            LogEntry::Joined { seat, .. }
            | LogEntry::Left { seat, .. }
            | LogEntry::Renamed { seat, .. }
            | LogEntry::Ready { seat, .. }
            | LogEntry::Proposed { by: seat, .. }
            | LogEntry::Voted { seat, .. }
            | LogEntry::Returned { seat }
            | LogEntry::Resigned { seat, .. }
            | LogEntry::Shared { seat, .. }
            | LogEntry::PassesWindows { seat, .. }
            | LogEntry::Said { seat, .. }
            | LogEntry::SeedAgreed { seat } => Some(*seat),
            _ => None,
        }
    }
}
