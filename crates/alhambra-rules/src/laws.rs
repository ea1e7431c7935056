//! The laws every game and module obeys, as functions that look for a breach (feature `testkit`).
//!
//! Tests, fuzzers and soak runs all play games through [`play`], which checks the laws at its decisions. A
//! breach names the law and what was seen; together with set-up and seed it can be repeated.

mod refusals;
mod scorings;

pub use refusals::{any_action, refusals};
pub use scorings::foreseen;
pub(crate) use scorings::scoring_begins;

use crate::belief::Recall;
use crate::core::agenda::{DEPTH, What};
use crate::core::below::Quarters;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardClass, PieceKind, PieceSet};
use crate::core::chance::{Drawn, Noting, Quick, Repeating, Seeded};
use crate::core::deck::SPECIAL;
use crate::core::house::TwoPlayerDeck;
use crate::core::palace::Form;
use crate::core::placing;
use crate::core::seat::{MAX_SEATS, Scorer, Seat};
use crate::core::step::Step;
use crate::event::{Event, Happened};
use crate::module::Supply;
use crate::table::Table;
use crate::{Action, GameState, Io, Setup, registry};

/// A law that was broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("broken law \"{law}\": {seen}")]
pub struct Breach {
    /// Which law.
    pub law: &'static str,
    /// What was seen.
    pub seen: String,
}

fn breach<T>(law: &'static str, seen: impl Into<String>) -> Result<T, Breach> {
    Err(Breach { law, seen: seen.into() })
}

/// More decisions than any game needs: one that goes on longer does not end.
pub const LONGEST_GAME: u32 = 100_000;

/// How many procedures more than are ever seen inside each other the agenda has room for.
pub(crate) const HEAD_ROOM: usize = 3;

/// How thoroughly a game is watched.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// The laws are checked at every n-th decision; 1 is always.
    pub every: u32,
    /// Whether the record is kept and replayed at the end.
    pub record: bool,
}

/// What a game came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Decisions made.
    pub decisions: u32,
    /// Turns taken.
    pub turns: u32,
    /// Longest list of actions.
    pub widest: usize,
    /// Deepest agenda.
    pub deepest: usize,
}

/// Plays a whole game at random from the full lists of actions, with the laws on.
///
/// # Errors
/// The first law that is broken.
pub fn play(setup: &Setup, seed: u64, watch: Watch) -> Result<Played, Breach> {
    let refused = |e: crate::SetupError| Breach { law: "the set-up is accepted", seen: e.to_string() };
    let mut table = if watch.record { Some(Table::new(setup.clone(), seed).map_err(refused)?) } else { None };
    let mut luck = Seeded::new(seed);
    let mut events = Vec::new();
    let mut game =
        GameState::new(setup, &mut Io { chance: &mut luck, log: Some(&mut events) }).map_err(refused)?;
    let mut dice = Quick::new(seed ^ 0xa5a5);
    let mut played = Played::default();
    let mut actions = Vec::new();
    while let Some(seat) = game.to_move() {
        played.decisions += 1;
        if played.decisions > LONGEST_GAME {
            return breach("every game ends", format!("still going after {LONGEST_GAME} decisions"));
        }
        game.legal(seat, &mut actions);
        if actions.is_empty() {
            return breach("somebody asked can always answer", format!("seat {} cannot", seat.index()));
        }
        played.widest = played.widest.max(actions.len());
        played.deepest = played.deepest.max(game.agenda.frames.len());
        if played.deepest + HEAD_ROOM > DEPTH {
            let seen =
                format!("{} procedures inside each other, and there is room for {DEPTH}", played.deepest);
            return breach("the agenda has head-room", seen);
        }
        let action = actions[dice.below(actions.len() as u32) as usize];
        if played.decisions.is_multiple_of(watch.every) {
            lists(&game, seat, &actions)?;
            census(&game)?;
            packing(&game)?;
            refusals(&game, seat, &mut dice)?;
            resampling(&game, &mut dice)?;
            forks(&game, seat, action, &mut luck)?;
            foreseen(&game)?;
            shown(&game)?;
        }
        events.clear();
        let before = game.clone();
        scorings::begun();
        game.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut events) })
            .map_err(|why| Breach { law: "legal ⊆ check", seen: format!("{action:?}: {why}") })?;
        let scorings = scorings::begun();
        scorings.into_iter().try_for_each(|begun| begun.held_as_foreseen(&game, &events))?;
        points(&before.core.scores, &game, &events)?;
        // Every scoring that is held, however seldom the laws are asked otherwise.
        if events.iter().any(|event| matches!(event.what, Happened::ScoringBegan { .. })) {
            foreseen(&before)?;
        }
        if let Some(table) = &mut table {
            at_the_table(table, seat, action, &game)?;
        }
    }
    played.turns = game.core.turn.number;
    census(&game)?;
    if let Some(table) = table {
        match table.record().verify() {
            Ok(end) if end == game => {}
            Ok(_) => return breach("replay reproduces the game", "it ends differently"),
            Err(e) => return breach("replay reproduces the game", e.to_string()),
        }
    }
    Ok(played)
}

/// Lists are ascending without repetition, short enough, and everything in them is accepted.
///
/// # Errors
/// The first action that breaks this.
pub fn lists(game: &GameState, seat: Seat, actions: &[Action]) -> Result<(), Breach> {
    if let Some(pair) = actions.windows(2).find(|pair| pair[0] >= pair[1]) {
        return breach("lists are sorted and without duplicates", format!("{pair:?}"));
    }
    if actions.len() > 512 {
        return breach("at most 512 options", actions.len().to_string());
    }
    for action in actions {
        if let Err(why) = game.check(seat, action) {
            return breach("legal ⊆ check", format!("{action:?}: {why}"));
        }
    }
    complete(game, seat, actions)?;
    for other in game.rules().seats().filter(|s| !game.agenda.asking.contains(*s)) {
        let mut theirs = Vec::new();
        game.legal(other, &mut theirs);
        if !theirs.is_empty() || game.check(other, &actions[0]).is_ok() {
            return breach("only the seat that is asked may act", format!("seat {}", other.index()));
        }
    }
    Ok(())
}

/// Whatever can be done with tiles is listed: every cell and tile that `check` accepts, asked one by one.
fn complete(game: &GameState, seat: Seat, actions: &[Action]) -> Result<(), Breach> {
    let pieces = &game.core.pieces;
    let (reserve, palace, bought) =
        (pieces.reserve[seat.index()], pieces.palace[seat.index()], pieces.bought[seat.index()]);
    let around = || {
        let cells = game.ground(seat).covered();
        cells.iter().flat_map(|cell| crate::Side::ALL.map(|side| cell.next(side))).collect::<crate::CellSet>()
    };
    let mut missing = |action: Action| {
        let accepted = game.check(seat, &action).is_ok();
        if accepted && actions.binary_search(&action).is_err() { Some(action) } else { None }
    };
    let mut all = Vec::new();
    for at in around().iter() {
        for turn in Quarters::all() {
            all.extend(reserve.iter().map(|piece| Action::Add { piece, at, turn }));
            all.extend(bought.iter().map(|piece| Action::Place { piece, at, turn }));
        }
        all.extend(palace.iter().map(|piece| Action::Move { piece, at, turn: Quarters::ZERO }));
    }
    for out in palace.iter() {
        all.push(Action::Remove { piece: out });
        all.extend(reserve.iter().map(|piece| Action::Swap { piece, out, turn: Quarters::ZERO }));
    }
    match all.into_iter().find_map(&mut missing) {
        Some(action) => breach("what is allowed with tiles is listed", format!("{action:?}")),
        None => Ok(()),
    }
}

/// What a module shows to somebody is told apart by its name: clients keep lists by it.
fn shown(game: &GameState) -> Result<(), Breach> {
    let eyes = game.rules().seats().map(Some).chain([None]);
    for view in eyes.map(|seat| game.view(seat)) {
        for module in &view.modules {
            let mut names: Vec<_> = module.shows.iter().map(|item| item.name).collect();
            names.sort_unstable();
            if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                let seen = format!("{} shows two things called {}", module.module.title(), pair[0]);
                return breach("a module shows each thing once", seen);
            }
        }
    }
    Ok(())
}

const LAW: &str = "every piece is somewhere exactly once";

/// Every piece and card is somewhere exactly once, and the boards agree with the pieces on them.
///
/// # Errors
/// What is missing or there twice.
pub fn census(game: &GameState) -> Result<(), Breach> {
    let core = &game.core;
    let rules = &core.rules;
    let mut supply = Supply::default();
    registry::supply(rules, &mut supply);
    let fountains = PieceKind::Fountain.pieces().iter().take(rules.players());
    let expected = fountains.fold(rules.edition().tower.or(supply.tower).or(supply.aside), PieceSet::with);
    // A tile on its way to the market is in no zone while somebody decides about it.
    let drawn = game.agenda.frames.iter().filter_map(|frame| match frame.what {
        What::Fill(fill) => Some(fill.piece.into_iter().collect::<PieceSet>()),
        _ => None,
    });
    let sets = core.pieces.sets().chain(drawn);
    let (all, total) = sets.fold((PieceSet::EMPTY, 0), |(all, n), set| (all.or(set), n + set.len()));
    if all != expected || total != all.len() {
        return breach(LAW, format!("tiles {all:?}, {total} in all, expected {expected:?}"));
    }
    // Choices of the set-up may come before there is any money, and, up to its last step, before modules have laid out
    // their own.
    let setting_up = game.agenda.frames.iter().find(|frame| matches!(frame.what, What::SetUp));
    if setting_up.is_some_and(|frame| frame.step < Step::U14) {
        return Ok(());
    }
    every_card(game, &supply)?;
    rules.seats().try_for_each(|seat| board(game, seat))?;
    if setting_up.is_some() {
        return Ok(());
    }
    registry::census(game).or_else(|seen| breach(LAW, seen))
}

/// Money, diamonds and exchange cards never leave the game, and the piles hold what the deck has left.
fn every_card(game: &GameState, supply: &Supply) -> Result<(), Breach> {
    let core = &game.core;
    let rules = &core.rules;
    let held = core
        .hands
        .iter()
        .chain([&core.deck.discard, &core.shared.escrow])
        .fold(core.deck.pool, |sum, cards| sum.plus(*cards));
    let known = core.deck.known.iter().map(|k| k.card);
    let open: Cards = core.display.iter().copied().chain(known).filter(|k| k.in_hand()).collect();
    let money = held.plus(open).only(KindSet::MONEY).len();
    let all = 36 * u32::from(rules.edition().money_copies);
    let expected = match (rules.dirk(), rules.house.two_player_deck) {
        (false, _) => all,
        (true, TwoPlayerDeck::SeventyTwo) => all - 36,
        (true, TwoPlayerDeck::RemoveNine) => all - 9,
    };
    if money != expected {
        return breach(LAW, format!("{money} money cards, expected {expected}"));
    }
    // Like money, diamonds and exchange cards never leave the game.
    let kept = KindSet::DIAMONDS.or(KindSet::EXCHANGE);
    let (extra, expected) = (held.plus(open).only(kept), supply.deck.plus(supply.piles).only(kept));
    if extra != expected {
        return breach(LAW, format!("beside money there are {extra}, expected {expected}"));
    }
    let exchange = SPECIAL.iter().position(|class| *class == CardClass::Exchange);
    let in_piles = exchange.map_or(0, |i| core.deck.piles.iter().map(|p| u32::from(p.special[i])).sum());
    let undrawn = core.deck.pool.only(KindSet::EXCHANGE).len();
    if undrawn != in_piles {
        return breach(LAW, format!("the piles hold {in_piles} exchange cards, the deck has {undrawn}"));
    }
    let plain = core.deck.pool.only(KindSet::MONEY.or(KindSet::DIAMONDS)).len();
    let in_piles: u32 =
        core.deck.piles.iter().map(|p| u32::from(p.left) - u32::from(p.special.iter().sum::<u8>())).sum();
    if plain != in_piles {
        return breach(LAW, format!("the piles hold {in_piles} money cards, the deck has {plain}"));
    }
    Ok(())
}

/// A palace shows the tiles that lie in it, and stands.
fn board(game: &GameState, seat: Seat) -> Result<(), Breach> {
    let core = &game.core;
    let (i, palace) = (seat.index(), &core.palaces[seat.index()]);
    let (mut cells, mut inside, mut n) = (crate::CellSet::EMPTY, crate::CellSet::EMPTY, 0);
    for piece in core.pieces.palace[i].iter() {
        let standing = core.pieces.standing[piece.index()];
        let form = placing::form(game, piece, standing.turn);
        for cell in form.cells(standing.cell) {
            n += 1;
            cells.insert(cell);
            if matches!(form, Form::Tile(_)) {
                inside.insert(cell);
            }
        }
    }
    let ground = placing::ground(game, seat);
    if inside != palace.cells() || cells != ground.covered() || cells.len() != n {
        return breach("boards agree with the tiles on them", format!("seat {i}: {cells:?}"));
    }
    if let Some(fault) = ground.fault() {
        return breach("palaces obey the building rules", format!("seat {i}: {fault}"));
    }
    if !core.hands[i].contains_all(core.seen[i]) {
        return breach("what was seen is held", format!("seat {i}"));
    }
    Ok(())
}

/// Saving and loading gives the same game.
///
/// # Errors
/// When it does not.
pub fn packing(game: &GameState) -> Result<(), Breach> {
    match GameState::unpack(&game.pack()) {
        Ok(loaded) if loaded == *game => Ok(()),
        Ok(_) => breach("save and load is the identity", "the loaded game differs"),
        Err(e) => breach("save and load is the identity", e.to_string()),
    }
}

/// Dealing anew what a seat cannot see changes nothing it can see, nor what it may do.
///
/// # Errors
/// The seat that notices.
pub fn resampling(game: &GameState, dice: &mut Quick) -> Result<(), Breach> {
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for observer in game.rules().seats() {
        for recall in [Recall::Full, Recall::None] {
            let world = game.resample(observer, recall, dice);
            census(&world)?;
            if world.view(Some(observer)) != game.view(Some(observer)) || world.view(None) != game.view(None)
            {
                return breach(
                    "hidden things never show",
                    format!("seat {} sees them, {recall:?}", observer.index()),
                );
            }
            game.legal(observer, &mut mine);
            world.legal(observer, &mut theirs);
            if mine != theirs {
                return breach(
                    "hidden things never decide what one may do",
                    format!("seat {}", observer.index()),
                );
            }
        }
    }
    Ok(())
}

/// Two copies with the same luck stay the same, and the record of chance repeats it.
///
/// # Errors
/// When they part.
pub fn forks(game: &GameState, seat: Seat, action: Action, luck: &mut Seeded) -> Result<(), Breach> {
    let (mut one, mut two, mut three) = (game.clone(), game.clone(), game.clone());
    let mut noted: Vec<Drawn> = Vec::new();
    let mut again = *luck;
    one.apply_unchecked(seat, action, &mut Io::silent(&mut Noting { source: luck, noted: &mut noted }));
    two.apply_unchecked(seat, action, &mut Io::silent(&mut again));
    let mut repeat = Repeating::new(&noted);
    three.apply_unchecked(seat, action, &mut Io::silent(&mut repeat));
    if one != two || one != three || !repeat.agrees() {
        return breach("copies with the same luck stay the same", format!("{action:?}"));
    }
    Ok(())
}

/// Points change only by score lines, and the lines say exactly how much.
fn points(before: &[u16; MAX_SEATS + 1], game: &GameState, events: &[Event]) -> Result<(), Breach> {
    let scorers = game.rules().seats().map(Scorer::Seat).chain([Scorer::Dirk]);
    for scorer in scorers {
        let lines = events.iter().filter_map(|e| match &e.what {
            Happened::Scored { line } if line.to == scorer => Some(i32::from(line.points)),
            _ => None,
        });
        let (sum, i) = (lines.sum::<i32>(), scorer.index());
        if i32::from(before[i]) + sum != i32::from(game.core.scores[i]) {
            return breach("score lines sum to the score", format!("{scorer:?}: lines say {sum}"));
        }
    }
    Ok(())
}

/// The table follows the game, and what can be taken back comes back bit for bit.
fn at_the_table(table: &mut Table, seat: Seat, action: Action, game: &GameState) -> Result<(), Breach> {
    let before = table.game().clone();
    if let Err(why) = table.apply(seat, action) {
        return breach("the table accepts what the game accepts", why.to_string());
    }
    if table.undoable() > 0 {
        if let Err(why) = table.undo(seat) {
            return breach("what can be taken back is taken back", why.to_string());
        }
        if *table.game() != before {
            return breach("undo returns the same game", format!("after {action:?}"));
        }
        if let Err(why) = table.apply(seat, action) {
            return breach("the table accepts what the game accepts", why.to_string());
        }
    }
    if table.game() == game {
        Ok(())
    } else {
        breach("the table follows the game", format!("after {action:?}"))
    }
}
