//! What people may ask of a table, and why some of it is refused.

use crate::deed::Deed;
use crate::live::{Live, Sight};
use crate::room::{Client, Mail, Room, go_back};
use crate::secret::{self, Hashed};
use crate::store::Append;
use crate::table::{Ahead, Role, Table};
use crate::{names, tell};
use alhambra_bots::{Advice, BotKind, Estimate};
use alhambra_protocol::words::Names;
use alhambra_protocol::{
    Advised, Choice, Effect, Hint, Laid, MAX_CHAT, Phase, Plan, Reason, Refusal, RefusalCode, Request,
    ServerMessage, SpectatorLink, Spectators, Tally, UndoPolicy,
};
use alhambra_rules::analysis::Attempt;
use alhambra_rules::{Action, Cards, GameState, Seat};
use std::borrow::Cow;
use std::sync::Arc;

/// More tiles than anybody can buy in one turn.
const MOST_PLANNED: usize = 16;

/// The most answers that are given at once: a purchase with every modifier there is, or all tiles of a turn.
const MOST_ANSWERS: usize = 12;

/// How many hints bots think about at once at one table.
const MOST_HINTS: usize = 3;

mod host;
mod votes;
pub(crate) use host::start;
use host::{host, rematch};
use votes::{propose, vote};

type Answer = Result<Option<ServerMessage>, Refusal>;

fn no<T>(code: RefusalCode, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, text))
}

/// A level of bots that exists.
pub(crate) fn fine_level(level: &str) -> Result<String, Refusal> {
    match level.parse::<BotKind>() {
        Ok(kind) => Ok(kind.to_string()),
        Err(why) => no(RefusalCode::BadSetup, why.to_string()),
    }
}

/// Answers a request. What changes the table is written before the answer goes out.
pub(crate) async fn answer(room: &mut Room, key: u64, id: u32, request: Request) -> Answer {
    let Some(role) = room.client(key).map(|client| client.role) else { return Ok(None) };
    // Every request that names a seat must come with the seat's token.
    let named = match &request {
        Request::Act { seat, .. }
        | Request::Check { seat, .. }
        | Request::ActAll { seat, .. }
        | Request::Undo { seat, .. }
        | Request::Ready { seat, .. }
        | Request::Rename { seat, .. }
        | Request::AgreeToSeed { seat, .. }
        | Request::Leave { seat }
        | Request::Return { seat }
        | Request::Propose { seat, .. }
        | Request::Vote { seat, .. }
        | Request::Hint { seat, .. }
        | Request::Plan { seat, .. }
        | Request::ShareHand { seat }
        | Request::PassWindows { seat, .. }
        | Request::Notify { seat, .. } => Some(*seat),
        Request::Look { seat } => *seat,
        _ => None,
    };
    if named.is_some_and(|seat| !role.seats.contains(seat)) {
        return no(RefusalCode::NotYours, "this link does not play that seat");
    }
    let done = Ok(Some(ServerMessage::Done { id }));
    match request {
        Request::Hello(_) => return no(RefusalCode::NotNow, "this connection is at a table already"),
        Request::Ping => return Ok(Some(ServerMessage::Pong { id, now: room.shared.now() })),
        Request::Look { seat } => return look(room, key, id, seat),
        Request::Act { seat, step, choice } => act(room, seat, step, choice).await?,
        Request::Check { seat, step, choice } => {
            let (refusal, effects, tally) = attempt(room, seat, step, choice);
            return Ok(Some(ServerMessage::Checked { id, refusal, effects, tally }));
        }
        Request::ActAll { seat, step, undo, choices } => act_all(room, seat, step, undo, choices).await?,
        Request::Undo { seat, step, actions } => undo(room, seat, step, actions).await?,
        Request::Chat { text } => chat(room, key, text).await?,
        Request::Ready { seat, ready } => {
            in_lobby(room)?;
            if ready && place(room, seat)?.waits {
                return no(RefusalCode::NotNow, "the host has to let you play first");
            }
            room.commit(Deed::Ready { seat, ready }, None).await?;
        }
        Request::AgreeToSeed { seat, seed } => {
            in_lobby(room)?;
            if table(room)?.chosen_seed.map(|chosen| chosen.to_string()) != Some(seed) {
                return no(RefusalCode::NotNow, "no such seed was chosen at this table");
            }
            room.commit(Deed::SeedAgreed { seat }, None).await?;
        }
        Request::Rename { seat, name } => {
            in_lobby(room)?;
            let name = names::fine(&name)?;
            table(room)?.free_name(&name, Some(seat))?;
            room.commit(Deed::Renamed { seat, name }, None).await?;
        }
        Request::Leave { seat } => room.commit(Deed::Left { seat }, None).await?,
        Request::Return { seat } => {
            if place(room, seat)?.stand_in.is_none() {
                return no(RefusalCode::NotNow, "no bot plays for you");
            }
            room.commit(Deed::Returned { seat }, None).await?;
        }
        Request::Propose { seat, what } => propose(room, seat, what).await?,
        Request::Vote { seat, number, agree } => vote(room, seat, number, agree).await?,
        Request::History { from, to } => {
            let Some(client) = room.client(key) else { return Ok(None) };
            let blocks = tell::history(room, client, from, to).await?;
            return Ok(Some(ServerMessage::History { id, blocks }));
        }
        Request::ShareHand { seat } => {
            if table(room)?.options.spectators != Spectators::Hands {
                return no(RefusalCode::NotNow, "this table does not show hands to spectators");
            }
            let token = secret::token();
            room.commit(Deed::Shared { seat, token: Hashed::of(&token) }, None).await?;
            return Ok(Some(ServerMessage::Link { id, table: room.id.to_string(), token }));
        }
        Request::ShareTable => {
            if !role.host {
                return no(RefusalCode::NotHost, "only the host may do that");
            }
            if table(room)?.options.spectators == Spectators::None {
                return no(RefusalCode::NotNow, "nobody may watch at this table");
            }
            let token = secret::token();
            room.commit(Deed::WatchShared { token: Hashed::of(&token) }, None).await?;
            return Ok(Some(ServerMessage::Link { id, table: room.id.to_string(), token }));
        }
        Request::Revoke { link } => revoke(room, role, link).await?,
        Request::PassWindows { seat, pass } => {
            if place(room, seat)?.passes != pass {
                room.commit(Deed::PassesWindows { seat, pass }, None).await?;
            }
        }
        Request::Notify { seat, webhook } => {
            if let Some(url) = &webhook {
                room.shared.webhooks.check(url)?;
            }
            room.commit(Deed::Notify { seat, webhook }, None).await?;
        }
        Request::Plan { seat, step, laid } => {
            let plan = Box::new(plan(room, key, seat, step, &laid)?);
            return Ok(Some(ServerMessage::Plan { id, plan }));
        }
        Request::Scoring { round } => {
            let viewing = room.client(key).and_then(|client| client.viewing);
            let scoring = Box::new(tell::past_scoring(room, viewing, round).await?);
            return Ok(Some(ServerMessage::Scoring { id, scoring }));
        }
        Request::Hint { seat, step, patient } => {
            hint(room, key, id, seat, step, patient)?;
            // A bot has to think first.
            return Ok(None);
        }
        Request::Rematch => return rematch(room, key, id).await,
        Request::Host { command } => {
            if !role.host {
                return no(RefusalCode::NotHost, "only the host may do that");
            }
            host(room, key, command).await?;
        }
    }
    done
}

fn table(room: &Room) -> Result<&Table, Refusal> {
    room.table
        .as_deref()
        .ok_or_else(|| Refusal::new(RefusalCode::Unavailable, "the table is not there; try again"))
}

fn live(room: &Room) -> Result<&Live, Refusal> {
    let table = table(room)?;
    match (&table.live, table.phase) {
        (Some(live), Phase::Playing) => Ok(live),
        (_, Phase::Parked) => no(RefusalCode::Parked, "this game is parked after a fault of the program"),
        (_, Phase::Lobby) => no(RefusalCode::NotNow, "the game has not begun"),
        _ => no(RefusalCode::NotNow, "the game is over"),
    }
}

/// The game as somebody at a seat knows it, if it is as they think it is.
fn sight(room: &Room, seat: Seat, step: u64) -> Result<Sight<'_>, Refusal> {
    let sight = live(room)?.sight(Some(seat));
    if step != sight.step {
        return no(RefusalCode::Stale, "the game has gone on since; look again");
    }
    Ok(sight)
}

/// The game somebody decides in: as they know it, or as it will be when it is up to them in an open window.
fn game_of(room: &Room, seat: Seat, step: u64) -> Result<Cow<'_, GameState>, Refusal> {
    let sight = sight(room, seat, step)?;
    let asked = table(room)?.asked_in_window(seat);
    Ok(asked.map_or(Cow::Borrowed(sight.game), |game| Cow::Owned(*game)))
}

fn place(room: &Room, seat: Seat) -> Result<&crate::table::Place, Refusal> {
    let place = table(room)?.seats.get(seat.index());
    place.ok_or_else(|| Refusal::new(RefusalCode::NotFound, "there is no such seat at this table"))
}

fn in_lobby(room: &Room) -> Result<(), Refusal> {
    match table(room)?.phase {
        Phase::Lobby => Ok(()),
        _ => no(RefusalCode::NotNow, "that is possible before the game only"),
    }
}

/// Withdraws a link for spectators: the host any, a player those to their own hand.
async fn revoke(room: &mut Room, role: Role, link: SpectatorLink) -> Result<(), Refusal> {
    let links = table(room)?.links();
    let (hand, own, good) = match link {
        SpectatorLink::Public => (None, false, links.address || links.made),
        SpectatorLink::Hand { seat } => (Some(seat), role.seats.contains(seat), links.hands.contains(&seat)),
    };
    if !role.host && !own {
        return no(RefusalCode::NotHost, "only the host may do that");
    }
    if !good {
        return no(RefusalCode::NotNow, "there is no such link");
    }
    room.commit(Deed::Revoked { hand, by_host: !own }, None).await
}

fn look(room: &mut Room, key: u64, id: u32, seat: Option<Seat>) -> Answer {
    if let Some(client) = room.clients.iter_mut().find(|client| client.key == key) {
        client.viewing = seat;
    }
    room.views.keep(room.clients.iter().map(|client| client.viewing));
    let Some(client) = room.client(key) else { return Ok(None) };
    let message = tell::snapshot(room, client, Some(id), Vec::new());
    Ok(Some(message))
}

// ---- playing -------------------------------------------------------------------------------------------

/// The action a choice stands for.
fn resolve(room: &Room, seat: Seat, step: u64, choice: Choice) -> Result<Action, Refusal> {
    plays_alone(room, seat)?;
    let game = game_of(room, seat, step)?;
    let known = match &room.views.offered {
        Some((at, who, actions)) if (*at, *who) == (step, seat) => Some(actions.as_slice()),
        _ => None,
    };
    resolve_in(&game, known, seat, choice)
}

/// Whether somebody decides for their seat, in a game that goes on.
fn plays_alone(room: &Room, seat: Seat) -> Result<(), Refusal> {
    live(room)?;
    match place(room, seat)?.bot_level() {
        Some(_) => no(RefusalCode::NotNow, "a bot plays for you; take your seat back first"),
        None => Ok(()),
    }
}

/// The action a choice stands for in this game; `known` are the options if they have been listed already.
fn resolve_in(
    game: &GameState,
    known: Option<&[Action]>,
    seat: Seat,
    choice: Choice,
) -> Result<Action, Refusal> {
    let option = |id: u16| {
        let offered = match known {
            Some(actions) => actions.get(usize::from(id)).copied(),
            None => game.decision(seat).and_then(|d| Some(d.options.get(usize::from(id))?.action)),
        };
        let asked = game.pending().is_some_and(|p| p.seats.contains(seat));
        match offered {
            Some(action) => Ok(action),
            None if !asked => {
                let illegal = game.check(seat, &Action::Pass).err();
                Err(illegal.map_or_else(
                    || Refusal::new(RefusalCode::NotYours, "it is not your decision"),
                    |why| Refusal::illegal(&why, game, seat),
                ))
            }
            None => no(RefusalCode::NoSuchOption, format!("there is no option {id} in this decision")),
        }
    };
    match choice {
        Choice::Option { id } => option(id),
        Choice::Action { action } => Ok(action),
        Choice::Pay { id, cards } => paid_with(option(id)?, &cards),
        Choice::Like { key, act, refs, cards } => {
            let like = |choice: &alhambra_rules::decision::Choice| {
                choice.key == key && choice.act == act && choice.refs == refs
            };
            let decision = game.decision(seat);
            let found = decision.and_then(|d| d.options.into_iter().find(like)).map(|choice| choice.action);
            match (found, cards) {
                (Some(action), Some(cards)) => paid_with(action, &cards),
                (Some(action), None) => Ok(action),
                (None, _) => no(RefusalCode::NoSuchOption, "this choice is not offered any more"),
            }
        }
    }
}

/// The same with other cards.
fn paid_with(action: Action, cards: &[alhambra_rules::CardKind]) -> Result<Action, Refusal> {
    match action.paid_with(hand_of(cards)?) {
        Some(action) => Ok(action),
        None => no(RefusalCode::NoSuchOption, "this option is not paid with cards of your choice"),
    }
}

/// Cards somebody names; more of a kind than the box has cannot be counted.
fn hand_of(cards: &[alhambra_rules::CardKind]) -> Result<Cards, Refusal> {
    let mut sum = Cards::EMPTY;
    for card in cards {
        if !card.in_hand() || sum.count(*card) >= 7 {
            return no(RefusalCode::BadSetup, format!("there are not so many {card} in a hand"));
        }
        sum.add(*card);
    }
    Ok(sum)
}

fn check(room: &Room, seat: Seat, step: u64, choice: Choice) -> Result<Action, Refusal> {
    let action = resolve(room, seat, step, choice)?;
    let game = game_of(room, seat, step)?;
    game.check(seat, &action).map_err(|why| Refusal::illegal(&why, &game, seat))?;
    Ok(action)
}

/// What would become of a choice, and what it leads to; nothing is done.
fn attempt(
    room: &Room,
    seat: Seat,
    step: u64,
    choice: Choice,
) -> (Option<Refusal>, Vec<Effect>, Option<Tally>) {
    let tried = |action| {
        let game = game_of(room, seat, step)?;
        let Attempt { refusal, effects, tally } = Attempt::of(&game, seat, action);
        Ok((refusal.map(|why| Refusal::illegal(&why, &game, seat)), effects, tally))
    };
    resolve(room, seat, step, choice).and_then(tried).unwrap_or_else(|why| (Some(why), Vec::new(), None))
}

/// Where bought tiles could go: asked of a copy of the game, so nothing happens.
fn plan(room: &Room, key: u64, seat: Seat, step: u64, laid: &[Laid]) -> Result<Plan, Refusal> {
    let game = sight(room, seat, step)?.game;
    if laid.len() > MOST_PLANNED {
        return no(RefusalCode::Malformed, format!("at most {MOST_PLANNED} tiles are planned at once"));
    }
    let texts = room.client(key).is_some_and(|client| client.texts);
    Ok(Plan::of(game, step, seat, laid, &Names::of(&table(room)?.setup), texts))
}

async fn act(room: &mut Room, seat: Seat, step: u64, choice: Choice) -> Result<(), Refusal> {
    let window = table(room)?.window_closes();
    if table(room)?.timed_window().is_some() && place(room, seat)?.bot_level().is_none() {
        let action = check(room, seat, step, choice)?;
        if window.is_none_or(|closes| room.shared.now() < closes) {
            return room.commit(Deed::Answered { seat, action }, None).await;
        }
        return no(RefusalCode::Stale, "the game has gone on since; look again");
    }
    let veiled = live(room)?.veiled().is_some_and(|other| other != seat);
    let action = match veiled {
        // Whoever asks learns why not from what they may know.
        true => check(room, seat, step, choice)?,
        false => resolve(room, seat, step, choice)?,
    };
    do_action(room, seat, action).await
}

async fn do_action(room: &mut Room, seat: Seat, action: Action) -> Result<(), Refusal> {
    let live = live(room)?;
    let mut events = Vec::new();
    let (game, entry) =
        live.after(seat, action, &mut events).map_err(|why| Refusal::illegal(&why, &live.game, seat))?;
    let ahead = Ahead { games: vec![(game, events)], ..Ahead::default() };
    room.commit(Deed::Acted { entry }, Some(ahead)).await?;
    metrics::counter!("alhambra_moves_total").increment(1);
    Ok(())
}

/// Several answers of one seat, done as a whole or refused as a whole with the first reason.
async fn act_all(
    room: &mut Room,
    seat: Seat,
    step: u64,
    undo: u32,
    choices: Vec<Choice>,
) -> Result<(), Refusal> {
    if choices.is_empty() || choices.len() > MOST_ANSWERS {
        return no(RefusalCode::Malformed, format!("1 to {MOST_ANSWERS} answers are given at once"));
    }
    plays_alone(room, seat)?;
    if table(room)?.timed_window().is_some() {
        return no(RefusalCode::NotNow, "in a window between turns one answer is given");
    }
    let known = sight(room, seat, step)?;
    let live = live(room)?;
    if live.veiled().is_some_and(|other| other != seat) {
        // Whoever asks learns why not from what they may know.
        let why = known.game.check(seat, &Action::Pass).err();
        return Err(why.map_or_else(
            || Refusal::new(RefusalCode::NotYours, "it is not your decision"),
            |why| Refusal::illegal(&why, known.game, seat),
        ));
    }
    // What others have seen is taken back by itself, so that they see that too.
    if undo > live.unseen(seat) {
        return no(RefusalCode::CannotUndo, "only what nobody else has seen is taken back on the way");
    }
    let (mut ahead, mut games, mut entries) = (live.clone(), Vec::new(), Vec::new());
    let keep = ahead.actions - undo;
    if undo > 0 && !ahead.undo(keep) {
        return no(RefusalCode::CannotUndo, "only what nobody else has seen is taken back on the way");
    }
    let last = choices.len() - 1;
    for (n, choice) in choices.into_iter().enumerate() {
        let action = resolve_in(&ahead.game, None, seat, choice)?;
        let mut events = Vec::new();
        let after = ahead.after(seat, action, &mut events);
        let (game, entry) = after.map_err(|why| Refusal::illegal(&why, &ahead.game, seat))?;
        ahead.advance(game.clone(), &entry, &events);
        // Whoever answers beyond a draw or a roll would have it only if they like what comes.
        if n < last && ahead.undoable() == 0 {
            return no(
                RefusalCode::NotNow,
                "something new comes to light there; give the other answers after it",
            );
        }
        games.push((game, events));
        entries.push(entry);
    }
    metrics::counter!("alhambra_moves_total").increment(entries.len() as u64);
    room.commit(Deed::ActedAll { keep, entries }, Some(Ahead { games, ..Ahead::default() })).await
}

/// A window between turns has closed: what was answered is done, in the order of the rules.
pub(crate) async fn close_window(room: &mut Room) -> Result<(), Refusal> {
    let due = |room: &Room| {
        let table = room.table.as_deref()?;
        (table.window_closes()? <= room.shared.now()).then(|| table.closing_answer()).flatten()
    };
    while let Some((seat, action)) = due(room) {
        do_action(room, seat, action).await?;
    }
    Ok(())
}

/// A bot of the server has decided; late decisions come to nothing.
pub(crate) async fn bot_acts(room: &mut Room, step: u64, seat: Seat, action: Action) -> Result<(), Refusal> {
    if live(room)?.sight(None).step != step || place(room, seat)?.bot_level().is_none() {
        return Ok(());
    }
    do_action(room, seat, action).await
}

async fn undo(room: &mut Room, seat: Seat, step: u64, actions: u32) -> Result<(), Refusal> {
    let table = table(room)?;
    let free = table.options.undo == UndoPolicy::Free;
    let live = match (&table.live, table.phase) {
        (Some(live), Phase::Playing) => live,
        // Whoever plays with others has seen every hand by now.
        (Some(live), Phase::Over) if free && table.lone() => live,
        _ => return no(RefusalCode::NotNow, "no game is being played"),
    };
    let sight = live.sight(Some(seat));
    if step != sight.step {
        return no(RefusalCode::Stale, "the game has gone on since; look again");
    }
    let state = tell::undo_state(table, Some(seat));
    if actions == 0 || actions > state.steps {
        let why = state.why.unwrap_or("there is nothing before".into());
        return no(RefusalCode::CannotUndo, format!("nothing can be taken back so far: {why}"));
    }
    let keep = sight.actions - actions;
    go_back_to(room, Some(seat), keep).await
}

/// Takes back to where the record has `keep` actions; behind new information, luck is new.
async fn go_back_to(room: &mut Room, by: Option<Seat>, keep: u32) -> Result<(), Refusal> {
    let Some(live) = &table(room)?.live else { return no(RefusalCode::NotNow, "the game has not begun") };
    if live.actions - keep <= live.undoable() {
        return room.commit(Deed::Undone { by, keep, seed: None }, None).await;
    }
    let (live, seed) = (live.clone(), Some(secret::number()));
    let ahead = go_back(live, &room.book().await?, keep, seed)?;
    room.commit(Deed::Undone { by, keep, seed }, Some(ahead)).await
}

/// Lets a bot think about a decision; the answer comes when it has.
fn hint(room: &mut Room, key: u64, id: u32, seat: Seat, step: u64, patient: bool) -> Result<(), Refusal> {
    if !table(room)?.options.hints {
        return no(RefusalCode::NotNow, "this table plays without hints");
    }
    let game = sight(room, seat, step)?.game;
    if !game.pending().is_some_and(|pending| pending.seats.contains(seat)) {
        return no(RefusalCode::NotNow, "there is nothing for you to decide; ask when it is your turn");
    }
    // A table has its share of the bots' time: a question for each who asks, and few at once.
    if room.advising.contains(&key) || room.advising.len() >= MOST_HINTS {
        return no(RefusalCode::TooFast, "a bot still thinks about the last question; wait for its answer");
    }
    let texts = room.client(key).is_some_and(|client| client.texts);
    let (game, bots, post) = (Box::new(game.clone()), room.shared.bots.clone(), room.post.clone());
    room.advising.push(key);
    tokio::spawn(async move {
        let advice = bots.advise(game.clone(), seat, patient).await;
        let message = match advice {
            Some(advice) => ServerMessage::Hint { id, hint: as_hint(&game, step, advice, texts) },
            None => {
                let refusal = Refusal::new(RefusalCode::Unavailable, "no bot has an idea now; try again");
                ServerMessage::Refused { id: Some(id), refusal }
            }
        };
        // Whoever asked may have gone.
        let _ = post.send(Mail::Advised { key, message: Box::new(message) }).await;
    });
    Ok(())
}

fn as_hint(game: &GameState, step: u64, advice: Advice, texts: bool) -> Hint {
    let seat = advice.seat;
    let decision = game.decision(seat);
    let options = decision.map(|decision| decision.options).unwrap_or_default();
    let advised = |estimate: Estimate| Advised {
        option: options.iter().position(|choice| choice.action == estimate.action).map(|i| i as u16),
        what: estimate.choice.shown,
        words: if texts { estimate.words } else { String::new() },
        share: estimate.share.map(|share| (share.clamp(0.0, 1.0) * 1000.0).round() as u16),
        games: estimate.games,
    };
    let Advice { why, reasons, best, others, .. } = advice;
    let reasons = reasons_of(reasons);
    let why = if texts { why } else { String::new() };
    Hint { step, why, reasons, advised: std::iter::once(best).chain(others).map(advised).collect() }
}

/// A bot's reasons, without their words.
pub(crate) fn reasons_of(reasons: Vec<alhambra_bots::Reason>) -> Vec<Reason> {
    reasons.into_iter().map(|reason| Reason { key: reason.key.to_owned(), refs: reason.refs }).collect()
}

// ---- talking and voting --------------------------------------------------------------------------------

async fn chat(room: &mut Room, key: u64, text: String) -> Result<(), Refusal> {
    let text = names::of_chat(&text);
    if text.is_empty() || text.chars().count() > MAX_CHAT {
        return no(RefusalCode::BadSetup, format!("a line of chat has 1 to {MAX_CHAT} characters"));
    }
    let Some(client) = room.client(key) else { return Ok(()) };
    let speaker = |client: &Client| client.viewing.filter(|s| client.role.seats.contains(*s));
    let silent = table(room)?.options.silent_spectators;
    let deed = match speaker(client).or_else(|| client.role.seats.first()) {
        Some(seat) if place(room, seat)?.muted => {
            return no(RefusalCode::NotNow, "the host has muted you");
        }
        Some(seat) => Deed::Said { seat, text },
        None if silent && !client.role.host => {
            return no(RefusalCode::NotNow, "spectators do not talk at this table");
        }
        None if matches!(table(room)?.phase, Phase::Closed | Phase::Parked) && !client.role.host => {
            return no(RefusalCode::NotNow, "the table is closed; only its people talk here");
        }
        None => {
            // Somebody at the table is called that: nobody else speaks under their name.
            let own = names::fine(&client.name)
                .ok()
                .filter(|n| table(room).is_ok_and(|t| t.free_name(n, None).is_ok()));
            Deed::Called { name: own.unwrap_or_else(|| "a spectator".to_owned()), text }
        }
    };
    room.commit(deed, None).await
}

/// Kept here so that the line of a new table is written like any other.
pub(crate) fn first_line(table: &str, body: String, along: crate::store::Along) -> Append {
    Append { table: Arc::from(table), seq: 1, body, along: Some(Box::new(along)) }
}
