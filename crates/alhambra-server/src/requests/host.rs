//! What the host may do, and how a game begins.

use super::{Answer, fine_level, go_back_to, in_lobby, no, place, session, table};
use crate::experts::is_expert;
use crate::log_entry::{LogEntry, Planned};
use crate::names;
use crate::room::Room;
use crate::secret;
use crate::session::Session;
use crate::table::{Place, Precomputed, TableState};
use alhambra_protocol::{
    HostCommand, Pace, Phase, Ref, Refusal, RefusalCode, ServerMessage, Sitter, UndoPolicy, Why,
};
use alhambra_rules::{MAX_SEATS, Seat, Setup};

pub(super) async fn host(room: &mut Room, key: u64, command: HostCommand) -> Result<(), Refusal> {
    match command {
        HostCommand::Start => start(room).await,
        HostCommand::OpenSeat { seat } => {
            in_lobby(room)?;
            place(room, seat)?;
            room.commit(LogEntry::Opened { seat }, None).await
        }
        HostCommand::SeatBot { seat, level } => {
            in_lobby(room)?;
            place(room, seat)?;
            let level = may_have(room, key, &level)?;
            room.commit(LogEntry::BotSeated { seat, level }, None).await
        }
        HostCommand::AddSeat => {
            in_lobby(room)?;
            if table(room)?.seats.len() >= MAX_SEATS {
                return no(RefusalCode::BadSetup, Why::AtMostSixSeats);
            }
            room.commit(LogEntry::SeatAdded, None).await
        }
        HostCommand::RemoveSeat { seat } => {
            in_lobby(room)?;
            place(room, seat)?;
            if table(room)?.seats.len() <= 2 {
                return no(RefusalCode::BadSetup, Why::AtLeastTwoSeats);
            }
            apart_from_dirk(table(room)?, Some(seat))?;
            room.commit(LogEntry::SeatRemoved { seat }, None).await
        }
        HostCommand::Agree { setup } => {
            in_lobby(room)?;
            let agreed = Setup { players: table(room)?.agreed().players, ..setup };
            let mut agreed = room.hub.config.box_data.with(agreed);
            agreed.dirk =
                names::of_dirk(&agreed, table(room)?.seats.iter().map(|place| place.name.as_str()))?;
            agreed.check().map_err(|why| Refusal::from(&why))?;
            room.commit(LogEntry::Agreed { setup: agreed }, None).await
        }
        HostCommand::StandIn { seat, level } => stand_in(room, key, seat, &level).await,
        HostCommand::TakeBack { action } => take_back(room, key, action).await,
        HostCommand::HandOver { seat } => {
            if !place(room, seat)?.is_person() {
                return no(RefusalCode::NotNow, Why::PersonHosts);
            }
            room.commit(LogEntry::HandedOver { seat }, None).await
        }
        HostCommand::Admit { seat } => {
            in_lobby(room)?;
            if !place(room, seat)?.waits {
                return no(RefusalCode::NotNow, Why::NobodyWaits);
            }
            room.commit(LogEntry::Admitted { seat }, None).await
        }
        HostCommand::Mute { seat, mute } => set_mute(room, seat, mute).await,
        HostCommand::Renew => room.commit(LogEntry::Renewed, None).await,
        HostCommand::Close => close(room).await,
        HostCommand::Reopen => reopen(room).await,
        HostCommand::Revive => match table(room)?.phase {
            Phase::Parked => room.commit(LogEntry::Revived, None).await,
            _ => no(RefusalCode::NotNow, Why::NotParked),
        },
        HostCommand::ForgetSeed => {
            in_lobby(room)?;
            if table(room)?.chosen_seed.is_none() {
                return no(RefusalCode::NotNow, Why::NoSeedChosen);
            }
            room.commit(LogEntry::SeedForgotten, None).await
        }
    }
}

/// Two play with Dirk, and then nobody is called like him; `without` is a seat that goes.
fn apart_from_dirk(table: &TableState, without: Option<Seat>) -> Result<(), Refusal> {
    let seats = table.seats.iter().enumerate();
    let staying = seats.filter(|(i, _)| without.is_none_or(|seat| seat.index() != *i));
    let names: Vec<&str> = staying.map(|(_, place)| place.name.as_str()).collect();
    match names.len() {
        2 => names::not_taken(&table.setup.dirk, names.into_iter().filter(|name| !name.is_empty())),
        _ => Ok(()),
    }
}

async fn stand_in(room: &mut Room, key: u64, seat: Seat, level: &str) -> Result<(), Refusal> {
    session(room)?;
    let (table, place) = (table(room)?, place(room, seat)?);
    if !place.is_person() || place.stand_in.is_some() {
        return no(RefusalCode::NotNow, Why::BotPlaysThere);
    }
    room.knows_who_is_here()?;
    // By turns nobody is there, and nobody decides alone about those who are away.
    if table.options.pace == Pace::ByTurns
        && let Err(why) = table.misses(seat, room.here(), room.hub.now())
    {
        return no(RefusalCode::NotNow, why);
    }
    let level = may_have(room, key, level)?;
    room.commit(LogEntry::StoodIn { seat, level, by_host: true }, None).await
}

async fn take_back(room: &mut Room, key: u64, action: u32) -> Result<(), Refusal> {
    let table = table(room)?;
    may_go_back(table)?;
    let actions = table.visible_to(None).map_or(0, |visible| visible.actions);
    if action == 0 || action > actions {
        return no(RefusalCode::CannotUndo, Why::NoSuchAction(Ref::number(action)));
    }
    go_back_to(room, key, None, action - 1).await
}

async fn set_mute(room: &mut Room, seat: Option<Seat>, mute: bool) -> Result<(), Refusal> {
    let now = match seat {
        Some(seat) if !place(room, seat)?.is_person() => {
            return no(RefusalCode::NotNow, Why::PeopleMutedOnly);
        }
        Some(seat) => place(room, seat)?.muted,
        None => table(room)?.options.silent_spectators,
    };
    match now == mute {
        true => Ok(()),
        false => room.commit(LogEntry::Muted { seat, mute }, None).await,
    }
}

async fn close(room: &mut Room) -> Result<(), Refusal> {
    match table(room)?.phase {
        Phase::Closed => no(RefusalCode::NotNow, Why::TableClosed),
        _ => room.commit(LogEntry::Closed { by_host: true }, None).await,
    }
}

async fn reopen(room: &mut Room) -> Result<(), Refusal> {
    match table(room)? {
        table if table.phase != Phase::Closed => no(RefusalCode::NotNow, Why::TableNotClosed),
        table if table.given_up() => no(RefusalCode::NotNow, Why::AllOthersResigned),
        table if table.shown() => no(RefusalCode::NotNow, Why::HiddenSeen),
        _ => room.commit(LogEntry::Reopened, None).await,
    }
}

/// A level of bots that somebody may have at this table.
fn may_have(room: &Room, key: u64, level: &str) -> Result<String, Refusal> {
    let level = fine_level(level)?;
    if is_expert(&level)
        && let Some(client) = room.client(key)
    {
        let most = room.hub.config.expert_tables_per_address;
        room.hub.experts.may(&room.id, client.who, most)?;
    }
    Ok(level)
}

/// Whether the host may take back. Whoever has seen what was hidden would play on with it.
fn may_go_back(table: &TableState) -> Result<(), Refusal> {
    match table.phase {
        _ if table.options.undo == UndoPolicy::None => no(RefusalCode::CannotUndo, Why::NeverTakenBack),
        Phase::Playing if table.options.pace == Pace::ByTurns && !table.lone() => {
            no(RefusalCode::CannotUndo, Why::BackByVoteOnly)
        }
        Phase::Playing => Ok(()),
        Phase::Over if table.lone() => Ok(()),
        Phase::Over => no(RefusalCode::CannotUndo, Why::HiddenSeen),
        Phase::Lobby => no(RefusalCode::NotNow, Why::GameNotBegun),
        Phase::Closed => no(RefusalCode::NotNow, Why::TableClosed),
        Phase::Parked => no(RefusalCode::Parked, Why::GameParked),
    }
}

/// Begins the game.
pub(crate) async fn start(room: &mut Room) -> Result<(), Refusal> {
    in_lobby(room)?;
    let table = table(room)?;
    if let Some(i) = table.seats.iter().position(|p| p.sitter == Sitter::Open) {
        return no(RefusalCode::NotNow, Why::SeatOpen(Ref::number(i + 1)));
    }
    if let Some(place) = table.seats.iter().find(|p| p.waits) {
        return no(RefusalCode::NotNow, Why::WaitsToBeLetIn(Ref::text(&place.name)));
    }
    // Whoever starts the game is ready.
    let waited_for = |place: &&Place| !place.ready && !table.hosts(place);
    if let Some(place) = table.seats.iter().find(waited_for) {
        return no(RefusalCode::NotNow, Why::NotReady(Ref::text(&place.name)));
    }
    if let Some(name) = table.disagrees() {
        return no(RefusalCode::NotNow, Why::SeedNotAgreed(Ref::text(name)));
    }
    apart_from_dirk(table, None)?;
    let seed = table.chosen_seed.unwrap_or_else(secret::number);
    let mut events = Vec::new();
    let (session, header) =
        Session::start(&table.agreed(), seed, &mut events).map_err(|why| Refusal::from(&why))?;
    let ahead = Precomputed { started: Some(session), events, games: Vec::new() };
    room.commit(LogEntry::Started { seed, header }, Some(ahead)).await
}

/// The next game: a new table with the same people, bots and agreement. Tokens stay good.
pub(super) async fn rematch(room: &mut Room, key: u64, id: u32) -> Answer {
    let table = table(room)?;
    if !matches!(table.phase, Phase::Over | Phase::Closed | Phase::Parked) {
        return no(RefusalCode::NotNow, Why::GameNotOver);
    }
    // Everybody's token is good at the new table too; there is nothing to hand out.
    let link = |table: String| Ok(Some(ServerMessage::Link { id, table, token: String::new() }));
    if let Some(next) = table.rematch.clone() {
        return link(next);
    }
    let Some(client) = room.client(key) else { return Ok(None) };
    let Some(own) = client.own_token() else {
        return no(RefusalCode::NotYours, Why::OwnPeopleOnly);
    };
    // After a game whoever asks first is the host of the next. Where none was played the host stays who they were, and
    // whoever was never let in has nothing to go on with.
    let admitted = |seat: Seat| table.seats.get(seat.index()).is_some_and(|place| !place.waits);
    if !client.role.host && !client.role.seats.iter().any(admitted) {
        return no(RefusalCode::NotYours, Why::OwnPeopleOnly);
    }
    let maker = if table.session.is_some() { own } else { table.hosted_by().clone() };
    // It is a table like any other, and counts like one.
    room.hub.may_have_table(client.who)?;
    let planned = |place: &crate::table::Place| match (&place.sitter, &place.token) {
        (Sitter::Bot { level }, _) => Planned::Bot(level.clone()),
        (Sitter::Person, Some(_)) if place.waits => Planned::Open,
        (Sitter::Person, Some(token)) => Planned::Friend(place.name.clone(), token.clone()),
        _ => Planned::Open,
    };
    let mut seats: Vec<Planned> = table.seats.iter().map(planned).collect();
    // Whoever sat first sits last: the start changes hands even where the seat decides.
    seats.rotate_left(1);
    let entry = LogEntry::Created {
        name: table.name.clone(),
        seats,
        setup: table.setup.clone(),
        options: table.options.clone(),
        seed: None,
        maker,
    };
    let next = room.hub.clone().create(entry).await?;
    room.commit(LogEntry::Rematched { table: next.clone() }, None).await?;
    link(next)
}
