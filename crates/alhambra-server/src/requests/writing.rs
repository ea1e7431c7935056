//! What is written beside the moves of a game has its bounds: a log is kept for years, and every line costs room for good.

use super::{no, table};
use crate::limits::Bucket;
use crate::room::{Asker, Room, SPECTATORS_SHARE};
use alhambra_protocol::{HostCommand, Phase, Refusal, RefusalCode, Request, Why};

/// So many lines a table's log may have before only moves are taken: a game of six with every module has some 2,000.
pub(crate) const MOST_LINES: u64 = 50_000;

/// What one seat, or all who watch, may have written beside moves: so much at once, and then so much a second, where a
/// connection may send as much as it usually may.
const AT_ONCE: u32 = 10;
/// Whoever sets up a table tries this and that.
const HOST_AT_ONCE: u32 = 40;
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
    /// The host decides.
    Hosts,
    /// Anything else.
    Writes,
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
        Request::Host { command } => match command {
            HostCommand::Close => Kind::Ends,
            HostCommand::TakeBack { .. } => Kind::Back,
            _ => Kind::Hosts,
        },
        Request::Chat { .. }
        | Request::Ready { .. }
        | Request::Rename { .. }
        | Request::AgreeToSeed { .. }
        | Request::Return { .. }
        | Request::Propose { .. }
        | Request::Vote { .. }
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
    if table.seq >= MOST_LINES && kind != Kind::Ends {
        return no(RefusalCode::Full, Why::LogFull);
    }
    let waits = table.phase != Phase::Playing && matches!(kind, Kind::Hosts | Kind::Writes);
    if waits {
        room.hub.health.room_for_lines(&room.hub.store)?;
    }
    if kind == Kind::Back || within_bounds(room, key, kind) {
        return Ok(());
    }
    no(RefusalCode::TooFast, Why::TooMuchAtOnce)
}

fn within_bounds(room: &mut Room, key: u64, kind: Kind) -> bool {
    let Some(asker) = room.asker(key) else { return false };
    // Where more may be sent, more may be written.
    let more = room.hub.config.messages_per_second.div_ceil(A_SECOND).max(1);
    let more = if asker == Asker::Watchers { more.saturating_mul(SPECTATORS_SHARE) } else { more };
    let at_once = if kind == Kind::Hosts { HOST_AT_ONCE } else { AT_ONCE };
    let whose = (asker, kind == Kind::Hosts);
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
