//! What people may ask of a table, and why some of it is refused.

use crate::log_entry::LogEntry;
use crate::past::{Past, not_held};
use crate::room::{Client, Mail, Room};
use crate::secret::{self, Hashed};
use crate::session::{DecidedIn, Session, VisibleGame};
use crate::table::{Role, TableState};
use crate::{broadcast, names};
use alhambra_bots::BotKind;
use alhambra_protocol::{
    MAX_CHAT, Phase, Ref, Refusal, RefusalCode, Request, ServerMessage, SpectatorLink, Spectators, Why,
};
use alhambra_rules::Seat;

mod hints;
mod host;
mod play;
mod votes;
mod writing;
use hints::hint;
pub(crate) use hints::reasons_of;
pub(crate) use host::start;
use host::{host, rematch};
use play::{act, act_all, attempt, go_back_paid, go_back_to, may_go_far, plan, undo};
pub(crate) use play::{bot_acts, close_window, waits_for_bot};
use votes::{propose, vote};
use writing::may_write;
pub(crate) use writing::{MOST_LINES, Share};
#[cfg(all(test, feature = "client"))]
pub(crate) use writing::{MOST_TALK, RESERVE};

type Answer = Result<Option<ServerMessage>, Refusal>;

fn no<T>(code: RefusalCode, why: Why) -> Result<T, Refusal> {
    Err(Refusal::new(code, why))
}

/// A level of bots that exists.
pub(crate) fn fine_level(level: &str) -> Result<String, Refusal> {
    match level.parse::<BotKind>() {
        Ok(kind) => Ok(kind.to_string()),
        Err(_) => {
            let known = BotKind::ALL.map(|kind| kind.to_string()).join(", ");
            no(RefusalCode::BadSetup, Why::NoSuchBot(Ref::text(level), Ref::text(known)))
        }
    }
}

/// Answers a request. What changes the table is written before the answer goes out.
pub(crate) async fn answer(room: &mut Room, key: u64, id: u32, request: Request) -> Answer {
    let Some(role) = room.client(key).map(|client| client.role) else { return Ok(None) };
    if seat_of(&request).is_some_and(|seat| !role.seats.contains(seat)) {
        return no(RefusalCode::NotYours, Why::NotMySeat);
    }
    // All but a move is rare and needs more room: that is made when it comes.
    let Request::Act { seat, step, choice } = request else {
        return Box::pin(answer_anything(room, key, id, role, request)).await;
    };
    act(room, seat, step, choice).await?;
    Ok(Some(ServerMessage::Done { id }))
}

async fn answer_anything(room: &mut Room, key: u64, id: u32, role: Role, request: Request) -> Answer {
    may_write(room, key, &request)?;
    match request {
        Request::Hello(_) => return no(RefusalCode::NotNow, Why::AtATableAlready),
        Request::Ping => return Ok(Some(ServerMessage::Pong { id, now: room.hub.now() })),
        Request::Look { seat } => return look(room, key, id, seat),
        Request::Check { seat, step, choice } => {
            let (refusal, effects, tally) = attempt(room, seat, step, choice);
            return Ok(Some(ServerMessage::Checked { id, refusal, effects, tally }));
        }
        Request::Plan { seat, step, laid } => {
            let plan = Box::new(plan(room, key, seat, step, &laid)?);
            return Ok(Some(ServerMessage::Plan { id, plan }));
        }
        Request::History { from, to } => return history(room, key, id, from, to),
        Request::Scoring { round } => return scoring(room, key, id, round),
        Request::Hint { seat, step, patient } => {
            hint(room, key, id, seat, step, patient)?;
            // A bot has to think first.
            return Ok(None);
        }
        Request::Rematch => return rematch(room, key, id).await,
        Request::ShareHand { seat } => return share_hand(room, id, seat).await,
        Request::ShareTable => return share_table(room, id, role).await,
        Request::Act { seat, step, choice } => act(room, seat, step, choice).await?,
        Request::ActAll { seat, step, undo, choices } => act_all(room, seat, step, undo, choices).await?,
        Request::Undo { seat, step, actions } => undo(room, key, seat, step, actions).await?,
        Request::Chat { text } => chat(room, key, text).await?,
        Request::Ready { seat, ready } => get_ready(room, seat, ready).await?,
        Request::AgreeToSeed { seat, seed } => agree_to_seed(room, seat, &seed).await?,
        Request::Rename { seat, name } => rename(room, seat, &name).await?,
        Request::Leave { seat } => leave(room, seat).await?,
        Request::Return { seat } => take_seat_back(room, seat).await?,
        Request::Resign { seat } => resign(room, seat).await?,
        Request::Propose { seat, what } => propose(room, key, seat, what).await?,
        Request::Vote { seat, number, agree } => vote(room, key, seat, number, agree).await?,
        Request::Revoke { link } => revoke(room, role, link).await?,
        Request::PassWindows { seat, pass } => {
            if place(room, seat)?.passes != pass {
                room.commit(LogEntry::PassesWindows { seat, pass }, None).await?;
            }
        }
        Request::Notify { seat, webhook, push } => {
            room.hub.notifier.check(webhook.as_deref(), push.as_ref())?;
            room.commit(LogEntry::Notify { seat, webhook, push }, None).await?;
        }
        Request::Host { command } => {
            if !role.host {
                return no(RefusalCode::NotHost, Why::HostOnly);
            }
            host(room, key, command).await?;
        }
    }
    Ok(Some(ServerMessage::Done { id }))
}

/// The seat a request names: it must come with the seat's token.
fn seat_of(request: &Request) -> Option<Seat> {
    match request {
        Request::Act { seat, .. }
        | Request::Check { seat, .. }
        | Request::ActAll { seat, .. }
        | Request::Undo { seat, .. }
        | Request::Ready { seat, .. }
        | Request::Rename { seat, .. }
        | Request::AgreeToSeed { seat, .. }
        | Request::Leave { seat }
        | Request::Return { seat }
        | Request::Resign { seat }
        | Request::Propose { seat, .. }
        | Request::Vote { seat, .. }
        | Request::Hint { seat, .. }
        | Request::Plan { seat, .. }
        | Request::ShareHand { seat }
        | Request::PassWindows { seat, .. }
        | Request::Notify { seat, .. } => Some(*seat),
        Request::Look { seat } => *seat,
        _ => None,
    }
}

fn table(room: &Room) -> Result<&TableState, Refusal> {
    room.table.as_deref().ok_or_else(|| Refusal::new(RefusalCode::Unavailable, Why::TableNotThere))
}

fn session(room: &Room) -> Result<&Session, Refusal> {
    let table = table(room)?;
    match (&table.session, table.phase) {
        (Some(session), Phase::Playing) => Ok(session),
        (_, Phase::Parked) => no(RefusalCode::Parked, Why::GameParked),
        (_, Phase::Lobby) => no(RefusalCode::NotNow, Why::GameNotBegun),
        _ => no(RefusalCode::NotNow, Why::GameEnded),
    }
}

/// The game as somebody at a seat knows it, if it is as they think it is.
fn visible_game(room: &Room, seat: Seat, step: u64) -> Result<VisibleGame<'_>, Refusal> {
    let visible = session(room)?.visible_to(Some(seat));
    if step != visible.step {
        return no(RefusalCode::Stale, Why::GoneOn);
    }
    Ok(visible)
}

/// The game somebody decides in: as they know it, or as it will be when it is up to them in an open window.
fn game_of(room: &Room, seat: Seat, step: u64) -> Result<DecidedIn<'_>, Refusal> {
    let visible = visible_game(room, seat, step)?;
    let asked = table(room)?.asked_in_window(seat);
    Ok(asked.map_or(DecidedIn::Known(visible.game), DecidedIn::Ahead))
}

fn place(room: &Room, seat: Seat) -> Result<&crate::table::Place, Refusal> {
    let place = table(room)?.seats.get(seat.index());
    place.ok_or_else(|| Refusal::new(RefusalCode::NotFound, Why::NoSuchSeat))
}

fn in_lobby(room: &Room) -> Result<(), Refusal> {
    match table(room)?.phase {
        Phase::Lobby => Ok(()),
        _ => no(RefusalCode::NotNow, Why::BeforeTheGame),
    }
}

// ---- before the game and beside it ---------------------------------------------------------------------

async fn get_ready(room: &mut Room, seat: Seat, ready: bool) -> Result<(), Refusal> {
    in_lobby(room)?;
    if ready && place(room, seat)?.waits {
        return no(RefusalCode::NotNow, Why::LetInFirst);
    }
    room.commit(LogEntry::Ready { seat, ready }, None).await
}

async fn agree_to_seed(room: &mut Room, seat: Seat, seed: &str) -> Result<(), Refusal> {
    in_lobby(room)?;
    if table(room)?.chosen_seed.map(|chosen| chosen.to_string()).as_deref() != Some(seed) {
        return no(RefusalCode::NotNow, Why::NoSuchSeed);
    }
    room.commit(LogEntry::SeedAgreed { seat }, None).await
}

async fn rename(room: &mut Room, seat: Seat, name: &str) -> Result<(), Refusal> {
    in_lobby(room)?;
    let name = names::fine(name)?;
    table(room)?.free_name(&name, Some(seat))?;
    room.commit(LogEntry::Renamed { seat, name }, None).await
}

/// Leaves the seat. A game that goes on does so without them: a bot plays for the others, until they come back.
async fn leave(room: &mut Room, seat: Seat) -> Result<(), Refusal> {
    let begun = table(room)?.session.as_ref().is_some_and(|session| !session.game.is_over());
    if begun && place(room, seat)?.left_to.is_some() {
        // They have left already.
        return Ok(());
    }
    let level = if begun { Some(fine_level(STANDS_IN)?) } else { None };
    room.commit(LogEntry::Left { seat, level }, None).await
}

async fn take_seat_back(room: &mut Room, seat: Seat) -> Result<(), Refusal> {
    let place = place(room, seat)?;
    if place.resigned {
        return no(RefusalCode::NotNow, Why::YouResigned);
    }
    if place.stand_in.is_none() && place.left_to.is_none() {
        return no(RefusalCode::NotNow, Why::NoBotPlaysForYou);
    }
    room.commit(LogEntry::Returned { seat }, None).await
}

/// Gives the game up for good: a bot plays on for the others, as strong as most people like it. A game nobody else goes on
/// with is over at once.
async fn resign(room: &mut Room, seat: Seat) -> Result<(), Refusal> {
    session(room)?;
    if place(room, seat)?.resigned {
        return no(RefusalCode::NotNow, Why::YouResigned);
    }
    let level = fine_level(STANDS_IN)?;
    room.commit(LogEntry::Resigned { seat, level }, None).await?;
    match table(room)?.given_up() {
        true => room.commit(LogEntry::Closed { by_host: false }, None).await,
        false => Ok(()),
    }
}

/// The bot that plays on for somebody who resigned or left.
const STANDS_IN: &str = "medium";

/// A link that shows somebody's hand.
async fn share_hand(room: &mut Room, id: u32, seat: Seat) -> Answer {
    if table(room)?.options.spectators != Spectators::Hands {
        return no(RefusalCode::NotNow, Why::HandsNotShown);
    }
    let token = secret::token();
    room.commit(LogEntry::Shared { seat, token: Hashed::of(&token) }, None).await?;
    Ok(Some(ServerMessage::Link { id, table: room.id.to_string(), token }))
}

/// A link for spectators.
async fn share_table(room: &mut Room, id: u32, role: Role) -> Answer {
    if !role.host {
        return no(RefusalCode::NotHost, Why::HostOnly);
    }
    if table(room)?.options.spectators == Spectators::None {
        return no(RefusalCode::NotNow, Why::NobodyWatches);
    }
    let token = secret::token();
    room.commit(LogEntry::WatchShared { token: Hashed::of(&token) }, None).await?;
    Ok(Some(ServerMessage::Link { id, table: room.id.to_string(), token }))
}

/// Withdraws a link for spectators: the host any, a player those to their own hand.
async fn revoke(room: &mut Room, role: Role, link: SpectatorLink) -> Result<(), Refusal> {
    let links = table(room)?.links();
    let (hand, own, good) = match link {
        SpectatorLink::Public => (None, false, links.address || links.made),
        SpectatorLink::Hand { seat } => (Some(seat), role.seats.contains(seat), links.hands.contains(&seat)),
    };
    if !role.host && !own {
        return no(RefusalCode::NotHost, Why::HostOnly);
    }
    if !good {
        return no(RefusalCode::NotNow, Why::NoSuchLink);
    }
    room.commit(LogEntry::Revoked { hand, by_host: !own }, None).await
}

/// What happened before; the answer comes when the log has been read.
fn history(room: &Room, key: u64, id: u32, from: u32, to: u32) -> Answer {
    let Some(client) = room.client(key) else { return Ok(None) };
    let Some(past) = Past::of(room, client.viewing, client.texts) else {
        return Ok(Some(ServerMessage::History { id, blocks: Vec::new() }));
    };
    room.hub.may_look_back(client.who)?;
    let read = async move { Ok(ServerMessage::History { id, blocks: past.blocks(from, to).await? }) };
    answer_later(room, key, id, read);
    Ok(None)
}

/// A scoring that was held, likewise.
fn scoring(room: &Room, key: u64, id: u32, round: u8) -> Answer {
    let Some(client) = room.client(key) else { return Ok(None) };
    let past = Past::of(room, client.viewing, client.texts).ok_or_else(not_held)?;
    room.hub.may_look_back(client.who)?;
    let read =
        async move { Ok(ServerMessage::Scoring { id, scoring: Box::new(past.scoring(round).await?) }) };
    answer_later(room, key, id, read);
    Ok(None)
}

/// Reads beside the room, which goes on meanwhile.
fn answer_later(
    room: &Room,
    key: u64,
    id: u32,
    read: impl Future<Output = Result<ServerMessage, Refusal>> + Send + 'static,
) {
    let post = room.post.clone();
    tokio::spawn(async move {
        let message = read.await.unwrap_or_else(|refusal| ServerMessage::Refused { id: Some(id), refusal });
        let _ = post.send(Mail::Answer { key, message: Box::new(message) }).await;
    });
}

fn look(room: &mut Room, key: u64, id: u32, seat: Option<Seat>) -> Answer {
    if let Some(client) = room.clients.iter_mut().find(|client| client.key == key) {
        client.viewing = seat;
    }
    room.views.keep(room.clients.iter().map(|client| client.viewing));
    let Some(client) = room.client(key) else { return Ok(None) };
    let message = broadcast::snapshot(room, client, Some(id), broadcast::Gap::default());
    Ok(Some(message))
}

async fn chat(room: &mut Room, key: u64, text: String) -> Result<(), Refusal> {
    let text = names::of_chat(&text);
    if text.is_empty() || text.chars().count() > MAX_CHAT {
        return no(RefusalCode::BadSetup, Why::ChatLength(Ref::number(MAX_CHAT)));
    }
    let Some(client) = room.client(key) else { return Ok(()) };
    let speaker = |client: &Client| client.viewing.filter(|s| client.role.seats.contains(*s));
    let silent = table(room)?.options.silent_spectators;
    let entry = match speaker(client).or_else(|| client.role.seats.first()) {
        Some(seat) if place(room, seat)?.muted => {
            return no(RefusalCode::NotNow, Why::Muted);
        }
        Some(seat) => LogEntry::Said { seat, text },
        None if silent && !client.role.host => {
            return no(RefusalCode::NotNow, Why::SpectatorsSilent);
        }
        // Each line would keep a record that was handed in for another month.
        None if table(room)?.imported => return no(RefusalCode::NotNow, Why::ClosedToTalk),
        None if matches!(table(room)?.phase, Phase::Closed | Phase::Parked) && !client.role.host => {
            return no(RefusalCode::NotNow, Why::ClosedToTalk);
        }
        None => {
            // Somebody at the table is called that: nobody else speaks under their name.
            let own = names::fine(&client.name)
                .ok()
                .filter(|n| table(room).is_ok_and(|t| t.free_name(n, None).is_ok()));
            LogEntry::Called { name: own.unwrap_or_else(|| "a spectator".to_owned()), text }
        }
    };
    room.commit(entry, None).await
}
