//! What is written beside the moves of a game has its bounds: a log is kept for years, and every line costs room for good.

use super::{no, table};
use crate::limits::Bucket;
use crate::room::{Asker, Room, SPECTATORS_SHARE};
use crate::table::TableState;
use alhambra_protocol::{HostCommand, Phase, ProposalKind, Refusal, RefusalCode, Request, Why};

/// So many lines a table's log may have, beside what was said there, before it takes only moves and what a game cannot go on
/// without: a game of six with every module has some 2,000.
pub(crate) const MOST_LINES: u64 = 50_000;

/// So many lines what a game cannot go on without may fill beyond that; what only the host can do has as many more, so that
/// nobody else uses them up.
pub(crate) const RESERVE: u64 = 10_000;

/// So many lines of the log may be said by people at the table, and so many by those who watch it: neither keeps the others from
/// talking, nor a game from going on.
pub(crate) const MOST_TALK: u64 = 10_000;

/// What one seat, or all who watch, may have written beside moves: so much at once, and then so much a second, where a
/// connection may send as much as it usually may.
const AT_ONCE: u32 = 10;
/// Whoever sets up a table tries this and that, and so does whoever takes back and plays otherwise.
const MORE_AT_ONCE: u32 = 40;
/// With this many messages a second, one of them may be written.
const A_SECOND: u32 = 20;

/// What a request does to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing.
    Reads,
    /// A move forward.
    Move,
    /// What has to do with the game all the same: something is taken back.
    Back,
    /// It brings the table to an end, or people to another one.
    Ends,
    /// Somebody goes, or has gone.
    Goes,
    /// A game may not go on without it.
    Needs,
    /// The same, and only the host can do it.
    HostNeeds,
    /// The host decides.
    Hosts,
    /// Something is said.
    Talks,
    /// Anything else.
    Writes,
}

/// What has a bucket of its own at each asker: whoever uses up one has the others still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    Back,
    Host,
    Rest,
}

impl Kind {
    fn share(self) -> Share {
        match self {
            Kind::Back => Share::Back,
            Kind::Hosts | Kind::HostNeeds => Share::Host,
            _ => Share::Rest,
        }
    }
}

fn kind(request: &Request) -> Kind {
    match request {
        Request::Hello(_)
        | Request::Ping
        | Request::Look { .. }
        | Request::Check { .. }
        | Request::Plan { .. }
        | Request::History { .. }
        | Request::Scoring { .. }
        | Request::Hint { .. } => Kind::Reads,
        Request::Act { .. } | Request::ActAll { undo: 0, .. } => Kind::Move,
        Request::ActAll { .. } | Request::Undo { .. } => Kind::Back,
        Request::Resign { .. } | Request::Rematch => Kind::Ends,
        Request::Leave { .. } => Kind::Goes,
        Request::Propose { what: ProposalKind::TakeBack { .. }, .. } => Kind::Writes,
        Request::Propose { .. } | Request::Vote { .. } | Request::Return { .. } => Kind::Needs,
        Request::Host { command } => match command {
            HostCommand::Close => Kind::Ends,
            HostCommand::TakeBack { .. } => Kind::Back,
            HostCommand::Start
            | HostCommand::StandIn { .. }
            | HostCommand::HandOver { .. }
            | HostCommand::Renew
            | HostCommand::Reopen
            | HostCommand::Revive => Kind::HostNeeds,
            _ => Kind::Hosts,
        },
        Request::Chat { .. } => Kind::Talks,
        Request::Ready { .. }
        | Request::Rename { .. }
        | Request::AgreeToSeed { .. }
        | Request::ShareHand { .. }
        | Request::ShareTable
        | Request::Revoke { .. }
        | Request::PassWindows { .. }
        | Request::Notify { .. } => Kind::Writes,
    }
}

/// Whether something may be written for somebody.
pub(super) fn may_write(room: &mut Room, key: u64, request: &Request) -> Result<(), Refusal> {
    let kind = kind(request);
    if matches!(kind, Kind::Reads | Kind::Move) {
        return Ok(());
    }
    let table = table(room)?;
    within_log(table, kind, room.asker(key))?;
    let waits = match table.phase {
        Phase::Playing => false,
        // A game that has not begun can wait.
        Phase::Lobby => !matches!(kind, Kind::Ends | Kind::Goes | Kind::Back),
        // One that was stopped can go on, be kept or be shown: that is no new one.
        _ => matches!(kind, Kind::Hosts | Kind::Writes | Kind::Talks),
    };
    if waits {
        room.hub.health.room_for_lines(&room.hub.store)?;
    }
    match within_bounds(room, key, kind) {
        true => Ok(()),
        false => no(RefusalCode::TooFast, Why::TooMuchAtOnce),
    }
}

/// Whether the log has room for something. Each kind has its own, so that nobody stops a game by what they write beside it.
fn within_log(table: &TableState, kind: Kind, asker: Option<Asker>) -> Result<(), Refusal> {
    let talk = table.talk;
    let (written, most, why) = match kind {
        Kind::Reads | Kind::Move | Kind::Ends => return Ok(()),
        Kind::Talks => match asker {
            Some(Asker::Watchers) => (talk.called, MOST_TALK, Why::ChatFull),
            // A host without a seat is no spectator, and is not shut up by them.
            Some(Asker::Host) => (talk.called, 2 * MOST_TALK, Why::ChatFull),
            _ => (talk.said, MOST_TALK, Why::ChatFull),
        },
        Kind::Back | Kind::Hosts | Kind::Writes => (table.unsaid_lines(), MOST_LINES, Why::LogFull),
        Kind::Goes | Kind::Needs => (table.unsaid_lines(), MOST_LINES + RESERVE, Why::LogFull),
        Kind::HostNeeds => (table.unsaid_lines(), MOST_LINES + 2 * RESERVE, Why::LogFull),
    };
    if written < most { Ok(()) } else { no(RefusalCode::Full, why) }
}

fn within_bounds(room: &mut Room, key: u64, kind: Kind) -> bool {
    let Some(asker) = room.asker(key) else { return false };
    // Where more may be sent, more may be written.
    let more = room.hub.config.messages_per_second.div_ceil(A_SECOND).max(1);
    let more = if asker == Asker::Watchers { more.saturating_mul(SPECTATORS_SHARE) } else { more };
    let share = kind.share();
    let at_once = if share == Share::Rest { AT_ONCE } else { MORE_AT_ONCE };
    let whose = (asker, share);
    let bucket = match room.writes.iter().position(|(other, _)| *other == whose) {
        Some(at) => &mut room.writes[at].1,
        None => {
            room.writes.push((whose, Bucket::new(at_once.saturating_mul(more), more as f32)));
            let last = room.writes.len() - 1;
            &mut room.writes[last].1
        }
    };
    bucket.take()
}
