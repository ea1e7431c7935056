//! Playing: what a choice stands for, what would become of it, doing it, and taking it back.

use super::{game_of, no, place, session, table, visible_game};
use crate::broadcast;
use crate::http::beside_with_log;
use crate::log_entry::LogEntry;
use crate::room::{Room, go_back, told};
use crate::secret;
use crate::table::Precomputed;
use alhambra_protocol::words::Names;
use alhambra_protocol::{
    Effect, Laid, Phase, PlanView, Ref, Refusal, RefusalCode, Selection, Tally, UndoPolicy, Why,
};
use alhambra_rules::analysis::Attempt;
use alhambra_rules::{Action, CardKind, Cards, GameState, Seat};

/// More tiles than anybody can buy in one turn.
const MOST_PLANNED: usize = 16;

/// The most answers that are given at once: a purchase with every modifier there is, or all tiles of a turn.
const MOST_ANSWERS: usize = 12;

/// The action a choice stands for.
fn resolve(room: &Room, seat: Seat, step: u64, choice: Selection) -> Result<Action, Refusal> {
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
    session(room)?;
    match place(room, seat)?.bot_level() {
        Some(_) => no(RefusalCode::NotNow, Why::BotPlaysForYou),
        None => Ok(()),
    }
}

/// The action a choice stands for in this game; `known` are the options if they have been listed already.
fn resolve_in(
    game: &GameState,
    known: Option<&[Action]>,
    seat: Seat,
    choice: Selection,
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
                    || Refusal::new(RefusalCode::NotYours, Why::NotYourTurn),
                    |why| Refusal::illegal(&why, game, seat),
                ))
            }
            None => no(RefusalCode::NoSuchOption, Why::OptionMissing(Ref::number(id))),
        }
    };
    match choice {
        Selection::Option { id } => option(id),
        Selection::Action { action } => Ok(action),
        Selection::Pay { id, cards } => paid_with(option(id)?, &cards),
        Selection::Like { key, act, refs, cards } => {
            let like = |choice: &alhambra_rules::decision::Choice| {
                choice.key == key && choice.act == act && choice.refs == refs
            };
            let decision = game.decision(seat);
            let found = decision.and_then(|d| d.options.into_iter().find(like)).map(|choice| choice.action);
            match (found, cards) {
                (Some(action), Some(cards)) => paid_with(action, &cards),
                (Some(action), None) => Ok(action),
                (None, _) => no(RefusalCode::NoSuchOption, Why::ChoiceGone),
            }
        }
    }
}

/// The same with other cards.
fn paid_with(action: Action, cards: &[CardKind]) -> Result<Action, Refusal> {
    match action.paid_with(hand_of(cards)?) {
        Some(action) => Ok(action),
        None => no(RefusalCode::NoSuchOption, Why::CardsNotChosen),
    }
}

/// Cards somebody names; more of a kind than the box has cannot be counted.
fn hand_of(cards: &[CardKind]) -> Result<Cards, Refusal> {
    let mut sum = Cards::EMPTY;
    for card in cards {
        if !card.in_hand() || sum.count(*card) >= 7 {
            return no(RefusalCode::BadSetup, Why::NotSoManyCards(Ref::Card(*card)));
        }
        sum.add(*card);
    }
    Ok(sum)
}

fn check(room: &Room, seat: Seat, step: u64, choice: Selection) -> Result<Action, Refusal> {
    let action = resolve(room, seat, step, choice)?;
    let game = game_of(room, seat, step)?;
    game.check(seat, &action).map_err(|why| Refusal::illegal(&why, &game, seat))?;
    Ok(action)
}

/// What would become of a choice, and what it leads to; nothing is done.
pub(super) fn attempt(
    room: &Room,
    seat: Seat,
    step: u64,
    choice: Selection,
) -> (Option<Refusal>, Vec<Effect>, Option<Tally>) {
    let tried = |action| {
        let game = game_of(room, seat, step)?;
        let Attempt { refusal, effects, tally } = Attempt::of(&game, seat, action);
        Ok((refusal.map(|why| Refusal::illegal(&why, &game, seat)), effects, tally))
    };
    resolve(room, seat, step, choice).and_then(tried).unwrap_or_else(|why| (Some(why), Vec::new(), None))
}

/// Where bought tiles could go: asked of a copy of the game, so nothing happens.
pub(super) fn plan(room: &Room, key: u64, seat: Seat, step: u64, laid: &[Laid]) -> Result<PlanView, Refusal> {
    let game = visible_game(room, seat, step)?.game;
    if laid.len() > MOST_PLANNED {
        return no(RefusalCode::Malformed, Why::PlannedAtOnce(Ref::number(MOST_PLANNED)));
    }
    let texts = room.client(key).is_some_and(|client| client.texts);
    Ok(PlanView::of(game, step, seat, laid, &Names::of(&table(room)?.setup), texts))
}

pub(super) async fn act(room: &mut Room, seat: Seat, step: u64, choice: Selection) -> Result<(), Refusal> {
    let window = table(room)?.window_closes();
    if table(room)?.timed_window().is_some() && place(room, seat)?.bot_level().is_none() {
        let action = check(room, seat, step, choice)?;
        if window.is_none_or(|closes| room.hub.now() < closes) {
            return room.commit(LogEntry::Answered { seat, action }, None).await;
        }
        return no(RefusalCode::Stale, Why::GoneOn);
    }
    let veiled = session(room)?.veiled().is_some_and(|other| other != seat);
    let action = match veiled {
        // Whoever asks learns why not from what they may know.
        true => check(room, seat, step, choice)?,
        false => resolve(room, seat, step, choice)?,
    };
    do_action(room, seat, action).await
}

async fn do_action(room: &mut Room, seat: Seat, action: Action) -> Result<(), Refusal> {
    let session = session(room)?;
    let mut events = Vec::new();
    let (game, entry) = session
        .after(seat, action, &mut events)
        .map_err(|why| Refusal::illegal(&why, &session.game, seat))?;
    let ahead = Precomputed { games: vec![(game, events)], ..Precomputed::default() };
    room.commit(LogEntry::Acted { entry }, Some(ahead)).await?;
    metrics::counter!("alhambra_moves_total").increment(1);
    Ok(())
}

/// Several answers of one seat, done as a whole or refused as a whole with the first reason.
pub(super) async fn act_all(
    room: &mut Room,
    seat: Seat,
    step: u64,
    undo: u32,
    choices: Vec<Selection>,
) -> Result<(), Refusal> {
    if choices.is_empty() || choices.len() > MOST_ANSWERS {
        return no(RefusalCode::Malformed, Why::AnswersAtOnce(Ref::number(MOST_ANSWERS)));
    }
    plays_alone(room, seat)?;
    if table(room)?.timed_window().is_some() {
        return no(RefusalCode::NotNow, Why::OneAnswerInWindow);
    }
    let known = visible_game(room, seat, step)?;
    let session = session(room)?;
    if session.veiled().is_some_and(|other| other != seat) {
        // Whoever asks learns why not from what they may know.
        let why = known.game.check(seat, &Action::Pass).err();
        return Err(why.map_or_else(
            || Refusal::new(RefusalCode::NotYours, Why::NotYourTurn),
            |why| Refusal::illegal(&why, known.game, seat),
        ));
    }
    // What others have seen is taken back by itself, so that they see that too.
    if undo > session.unseen(seat) {
        return no(RefusalCode::CannotUndo, Why::UnseenOnly);
    }
    let (mut ahead, mut games, mut entries) = (session.clone(), Vec::new(), Vec::new());
    let keep = ahead.actions - undo;
    if undo > 0 && !ahead.undo(keep) {
        return no(RefusalCode::CannotUndo, Why::UnseenOnly);
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
            return no(RefusalCode::NotNow, Why::SomethingNewBetween);
        }
        games.push((game, events));
        entries.push(entry);
    }
    metrics::counter!("alhambra_moves_total").increment(entries.len() as u64);
    room.commit(LogEntry::ActedAll { keep, entries }, Some(Precomputed { games, ..Precomputed::default() }))
        .await
}

/// A window between turns has closed: what was answered is done, in the order of the rules.
pub(crate) async fn close_window(room: &mut Room) -> Result<(), Refusal> {
    let due = |room: &Room| {
        let table = room.table.as_deref()?;
        (table.window_closes()? <= room.hub.now()).then(|| table.closing_answer()).flatten()
    };
    while let Some((seat, action)) = due(room) {
        do_action(room, seat, action).await?;
    }
    Ok(())
}

/// Whether the game stands where a bot of the server was asked; late decisions come to nothing.
pub(crate) fn waits_for_bot(room: &Room, step: u64, seat: Seat) -> bool {
    session(room).is_ok_and(|session| session.visible_to(None).step == step)
        && place(room, seat).is_ok_and(|place| place.bot_level().is_some())
}

/// A bot of the server has decided.
pub(crate) async fn bot_acts(room: &mut Room, seat: Seat, action: Action) -> Result<(), Refusal> {
    do_action(room, seat, action).await
}

pub(super) async fn undo(
    room: &mut Room,
    key: u64,
    seat: Seat,
    step: u64,
    actions: u32,
) -> Result<(), Refusal> {
    let table = table(room)?;
    let free = table.options.undo == UndoPolicy::Free;
    let session = match (&table.session, table.phase) {
        (Some(session), Phase::Playing) => session,
        // Whoever plays with others has seen every hand by now.
        (Some(session), Phase::Over) if free && table.lone() => session,
        _ => return no(RefusalCode::NotNow, Why::NoGameOn),
    };
    let visible = session.visible_to(Some(seat));
    if step != visible.step {
        return no(RefusalCode::Stale, Why::GoneOn);
    }
    let (steps, barrier) = broadcast::undoable(table, Some(seat));
    if actions == 0 || actions > steps {
        let why = barrier.map(|(_, why)| why);
        return Err(why.unwrap_or_else(|| Refusal::new(RefusalCode::CannotUndo, Why::BackToBeginning)));
    }
    let keep = visible.actions - actions;
    go_back_to(room, key, Some(seat), keep).await
}

/// Takes back to where the record has `keep` actions, if the one whose word it is may have the log read for that.
pub(super) async fn go_back_to(
    room: &mut Room,
    key: u64,
    by: Option<Seat>,
    keep: u32,
) -> Result<(), Refusal> {
    may_go_far(room, key, keep)?;
    go_back_paid(room, by, keep).await
}

/// Taking back behind new information reads the whole log: no oftener for whoever asks for it than for those who look back.
pub(super) fn may_go_far(room: &Room, key: u64, keep: u32) -> Result<(), Refusal> {
    let far = |session: &crate::session::Session| session.actions.saturating_sub(keep) > session.undoable();
    match (&table(room)?.session, room.client(key)) {
        (Some(session), Some(client)) if far(session) => room.hub.may_look_back(client.who),
        _ => Ok(()),
    }
}

/// Takes back to where the record has `keep` actions; behind new information, luck is new. The whole log is read for that,
/// beside the tasks of the tables: whoever asked for it has answered for that already.
pub(super) async fn go_back_paid(room: &mut Room, by: Option<Seat>, keep: u32) -> Result<(), Refusal> {
    let Some(session) = &table(room)?.session else {
        return no(RefusalCode::NotNow, Why::GameNotBegun);
    };
    if session.actions.saturating_sub(keep) <= session.undoable() {
        return room.commit(LogEntry::Undone { by, keep, seed: None }, None).await;
    }
    let (session, seed) = (session.clone(), Some(secret::number()));
    let read = move |lines: Vec<(u64, String)>| go_back(session, &mut told(&lines, u64::MAX)?, keep, seed);
    // The table waits for it: not for strangers who look at games.
    let ahead = beside_with_log(&room.hub, &room.hub.own_readers, &room.id, read).await?;
    room.commit(LogEntry::Undone { by, keep, seed }, Some(ahead)).await
}
