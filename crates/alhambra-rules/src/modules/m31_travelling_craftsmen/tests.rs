//! The craftsmen's choices held against a second reading of the rules, over many moments of played games.

use super::*;
use crate::belief::Recall;
use crate::core::building::Currency;
use crate::core::pieces::Space;
use crate::core::purchase;
use crate::second_look::laying::{self, Sides, Sketch, sides};
use crate::second_look::purchases;
use crate::second_look::walking::At;
use crate::{DecisionKind, Event, Io, Quick, Seeded, Setup};
use std::collections::{BTreeMap, BTreeSet};

fn own(act: Act) -> Action {
    Action::Module(ModAction::TravellingCraftsmen(act))
}

/// Plays games with this module alone, looking at every moment; craftsmen are called whenever they can be.
fn play(games: u64, mut look: impl FnMut(&GameState, Seat, &[Action])) {
    for seed in 0..games {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::TravellingCraftsmen);
        let mut luck = Seeded::new(seed);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let (mut whim, mut actions) = (Quick::new(seed), Vec::new());
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut actions);
            look(&g, seat, &actions);
            let called = |action: &&Action| {
                matches!(action, Action::Module(_) | Action::Modify { value: 1.., .. })
                    && **action != own(Act::Leave)
            };
            let eager: Vec<Action> = actions.iter().filter(called).copied().collect();
            let from = if eager.is_empty() || whim.below(2) == 0 { &actions } else { &eager };
            g.apply(seat, from[whim.below(from.len() as u32) as usize], &mut Io::silent(&mut luck)).unwrap();
        }
    }
}

fn values(cards: impl Iterator<Item = CardKind>, currency: Currency) -> Vec<u16> {
    cards
        .filter(|card| card.is_money() && card.currency() == Some(currency))
        .map(|c| c.value().into())
        .collect()
}

/// Whether some subset of own and lent cards reaches a price; where some are lent, with one of those among them and no
/// card too many.
fn reaches(hand: &[u16], lent: &[u16], price: u16) -> bool {
    (0u32..1 << (hand.len() + lent.len())).any(|set| {
        let cards: Vec<u16> =
            hand.iter().chain(lent).enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, v)| *v).collect();
        let sum: u16 = cards.iter().sum();
        let borrowed = cards.iter().any(|card| lent.contains(card));
        let spare = cards.iter().any(|card| sum - card >= price);
        sum >= price && (lent.is_empty() || borrowed && !spare)
    })
}

#[test]
fn carpenter_and_coiner_pay_what_every_subset_of_cards_says() {
    let (mut asked, mut coined) = (0, 0);
    let mut look = |g: &GameState, seat: Seat, actions: &[Action]| {
        let Some((What::Buy(deal), Step::P2)) = g.agenda.frames.last().map(|f| (f.what, f.step)) else {
            return;
        };
        asked += 1;
        let Space(space) = g.core.pieces.space_of(deal.piece).unwrap();
        let currency = purchase::currency_of(g, Space(space));
        let hand = values(g.hand(seat).each(), currency);
        let display = values(g.display().iter().copied(), currency);
        let price = u16::from(g.piece(deal.piece).price);
        let up = g.mods.m31_travelling_craftsmen.up[seat.index()];
        let mut expected = Vec::new();
        for value in 0..=3u8 {
            let has = match value {
                0 => true,
                1 | 2 => up.contains(&Craftsman::Carpenter),
                _ => up.contains(&Craftsman::Coiner) && !g.display().is_empty(),
            };
            let paid = match value {
                3 => !display.is_empty() && reaches(&hand, &display, price),
                less => reaches(&hand, &[], price.saturating_sub(less.into())),
            };
            if has && paid {
                expected.push(Action::Modify { by: ModuleId::TravellingCraftsmen, value });
                coined += usize::from(value == 3);
            }
        }
        assert_eq!(actions, expected);
    };
    play(40, |g, seat, actions| purchases(g, seat, actions, &mut look));
    assert!(asked > 1000 && coined > 200, "{asked} {coined}");
}

#[test]
fn market_hand_and_display_are_swapped_as_a_second_reading_says() {
    let (mut moments, mut swaps, mut mixes) = (0, 0, 0);
    play(40, |g, seat, actions| {
        let Some((What::Turn, step)) = g.agenda.frames.last().map(|f| (f.what, f.step)) else { return };
        moments += 1;
        let state = &g.mods.m31_travelling_craftsmen;
        let has = |craftsman| state.used.is_none() && state.up[seat.index()].contains(&craftsman);
        let found = |wanted: fn(&Act) -> bool| -> BTreeSet<Act> {
            let own = actions.iter().filter_map(|action| match action {
                Action::Module(ModAction::TravellingCraftsmen(act)) => Some(*act),
                _ => None,
            });
            own.filter(wanted).collect()
        };
        let mut pairs = BTreeSet::new();
        for give in CardKind::all().filter(|card| card.is_money() && g.hand(seat).count(*card) > 0) {
            for take in g.display().iter().filter(|take| **take != give) {
                // Nine values of each currency, one currency after the other.
                if give.number() / 9 == take.number() / 9 && has(Craftsman::Stonemason) {
                    pairs.insert(Act::Chisel { give, take: *take });
                }
            }
        }
        swaps += pairs.len();
        assert_eq!(found(|act| matches!(act, Act::Chisel { .. })), pairs);
        let mut both = BTreeSet::new();
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let taken = [one, other].iter().all(|space| g.core.pieces.market[*space as usize].is_some());
            if taken && has(Craftsman::MortarMixer) {
                let [one, other] = [one, other].map(|space| Below::new(space).unwrap());
                both.insert(Act::Mix { one, other });
            }
        }
        mixes += both.len();
        assert_eq!(found(|act| matches!(act, Act::Mix { .. })), both);
        let limit = if state.used == Some(Craftsman::Goldsmith) { 8 } else { 5 };
        for set in (1u16..1 << g.display().len()).filter(|_| step == Step::T11) {
            let cards = (0..g.display().len()).filter(|i| set >> i & 1 != 0).map(|i| g.display()[i].value());
            let fits = set.count_ones() == 1 || cards.sum::<u8>() <= limit;
            assert_eq!(g.check(seat, &Action::Take(set)).is_ok(), fits);
        }
    });
    assert!(moments > 1000 && swaps > 1000 && mixes > 500, "{moments} {swaps} {mixes}");
}

/// How a tile lies: where, and with its walls.
fn lies(g: &GameState, piece: PieceId) -> (At, Sides) {
    let standing = g.core.pieces.standing[piece.index()];
    (standing.cell.xy(), sides(piece, standing.turn.get()))
}

/// The tiles of a palace but the fountain.
fn tiles(g: &GameState, seat: Seat) -> impl Iterator<Item = PieceId> + '_ {
    g.core.pieces.palace[seat.index()].iter().filter(|piece| lies(g, *piece).0 != (0, 0))
}

/// The other cells a tile of a palace could be moved to, lying as it does.
fn ways(g: &GameState, seat: Seat, piece: PieceId) -> BTreeSet<At> {
    let (from, walls) = lies(g, piece);
    let mut cells = Sketch::of(g, seat).with(from, None).room_for(walls);
    cells.remove(&from);
    cells
}

/// Whether a bought tile could take the place of another.
fn covers(g: &GameState, seat: Seat, piece: PieceId, out: PieceId) -> bool {
    Sketch::of(g, seat).with(lies(g, out).0, Some(sides(piece, 0))).stands()
}

/// This moment, and whatever comes when Builder or Brickmaker is called now: many more of those than games have by themselves.
fn follow(g: &GameState, seat: Seat, actions: &[Action], look: &mut impl FnMut(&GameState, Seat, &[Action])) {
    look(g, seat, actions);
    for action in actions {
        let Action::Module(ModAction::TravellingCraftsmen(act)) = action else { continue };
        if !matches!(act, Act::Build | Act::Lift { .. } | Act::Brick { .. } | Act::Over { .. }) {
            continue;
        }
        let (mut after, mut answers) = (g.clone(), Vec::new());
        after.apply(seat, *action, &mut Io::silent(&mut Quick::new(0))).unwrap();
        if let Some(asked) = after.to_move() {
            after.legal(asked, &mut answers);
            follow(&after, asked, &answers, look);
        }
    }
}

#[test]
fn builder_and_brickmaker_build_where_every_cell_was_tried() {
    let (mut moved, mut covered, mut laid) = (0, 0, 0);
    let mut look = |g: &GameState, seat: Seat, actions: &[Action]| {
        let Some(What::Module(ModFrame::TravellingCraftsmen(scene))) = g.agenda.frames.last().map(|f| f.what)
        else {
            return;
        };
        let to = |piece: PieceId| {
            let turn = g.core.pieces.standing[piece.index()].turn;
            move |(x, y): At| own(Act::To { at: Cell::at(x, y), turn })
        };
        let mut expected: Vec<Action> = match scene {
            Scene::Moving(_, piece) => {
                moved += 1;
                ways(g, seat, piece).into_iter().map(to(piece)).collect()
            }
            Scene::Bricks(_, piece) => {
                covered += 1;
                let over = tiles(g, seat).filter(|out| covers(g, seat, piece, *out));
                over.map(|out| own(Act::Over { out, turn: Quarters::ZERO })).collect()
            }
            Scene::Replacing(_, piece, _, out) => {
                laid += 1;
                let (at, walls) = lies(g, out);
                let cells = Sketch::of(g, seat).with(at, Some(sides(piece, 0))).room_for(walls);
                cells.into_iter().map(to(out)).chain([own(Act::Keep)]).collect()
            }
            _ => return,
        };
        expected.push(own(Act::Leave));
        expected.sort();
        assert_eq!(actions, expected);
    };
    let mut builds = 0;
    play(260, |g, seat, actions| {
        // What a call leads to is looked at where it is made; further on it would be met again.
        if matches!(g.agenda.frames.last().map(|f| f.what), Some(What::Module(_))) {
            return;
        }
        // Whoever has the Builder can call him in every turn: now and then is enough.
        builds += usize::from(actions.contains(&own(Act::Build)));
        let called = |action: &&Action| **action != own(Act::Build) || builds % 24 == 0;
        let called: Vec<Action> = actions.iter().filter(called).copied().collect();
        follow(g, seat, &called, &mut look);
    });
    assert!(moved > 1000 && covered > 300 && laid > 800, "{moved} {covered} {laid}");
}

/// What one who listens knows: who lies face up with whom, who was handed on, and who was used in this turn.
#[derive(Default)]
struct Heard {
    up: Vec<Vec<&'static str>>,
    down: Option<(Seat, &'static str)>,
    used: bool,
    over: bool,
}

impl Heard {
    fn hear(&mut self, players: usize, log: &[Event]) {
        self.up.resize(players, Vec::new());
        for event in log {
            match &event.what {
                Happened::TurnBegan { .. } => (self.used, self.over) = (false, false),
                Happened::Module { by: ModuleId::TravellingCraftsmen, seat: Some(seat), key, refs } => {
                    let named = |i: usize| match refs[i] {
                        Ref::Word(_, word) => word,
                        ref other => panic!("{other:?} is no craftsman"),
                    };
                    let up = &mut self.up[seat.index()];
                    match *key {
                        "gets" => *up = vec![named(0), named(1)],
                        "uses" => {
                            assert!(!self.used && !self.over && up.contains(&named(0)));
                            self.used = true;
                        }
                        "hands_on" => {
                            let came = self.down.filter(|(with, _)| with == seat).map(|(_, came)| came);
                            assert!(came.is_none_or(|came| came == named(1)), "who came last is turned up");
                            let gone = up.iter().position(|own| *own == named(0)).unwrap();
                            up[gone] = named(1);
                            self.down = Some((Seat::at((seat.index() + 1) % players), named(0)));
                            self.over = true;
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a palace could be redesigned in the ordinary way: something added, exchanged or taken off.
fn redesigns(g: &GameState, seat: Seat) -> bool {
    !laying::redesigns(g, seat, laying::upright).is_empty()
}

/// All that can be done with craftsmen, at every decision, by those who only listen: when each is of use, and what the
/// Builder and whoever hands one on may choose. (Payments, swaps and the cells have tests of their own.)
#[test]
fn every_craftsman_can_be_called_when_a_second_reading_says_so() {
    let (mut moments, mut called) = (0, BTreeMap::new());
    for seed in 0..40u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::TravellingCraftsmen);
        let mut heard = Heard::default();
        let loved = |action: &Action| matches!(action, Action::Module(_)) && *action != own(Act::Leave);
        crate::second_look::play(&setup, seed, loved, |g, seat, actions, log| {
            heard.hear(g.rules().players(), log);
            let free = seat == g.core.turn.seat && !heard.used && !heard.over;
            let has = |name: &str| free && heard.up[seat.index()].contains(&name);
            let (what, step) = g.agenda.frames.last().map(|frame| (frame.what, frame.step)).unwrap();
            let (main, last) =
                (what == What::Turn && step == Step::T11, what == What::Turn && step == Step::T15);
            let bought = g.core.pieces.bought[seat.index()];
            let mut expected = BTreeSet::new();
            // A tile without walls looks the same however it lies.
            let turned = |piece: &PieceId| sides(*piece, 0) != sides(*piece, 1);
            let in_hand = if main { bought.or(g.core.pieces.reserve[seat.index()]) } else { bought };
            if has("mosaic_artist") && (main || matches!(what, What::Placing { .. })) {
                expected.extend(in_hand.iter().filter(turned).map(|piece| Act::Mosaic { piece }));
            }
            let deck = g.core.deck.len() + g.core.deck.discard.len() as usize;
            if has("blacksmith") && (main || last) && g.display().len() < 6 && deck > 0 {
                expected.insert(Act::Forge);
            }
            if has("goldsmith") && main && !g.display().is_empty() {
                expected.insert(Act::Gild);
            }
            let moves = || tiles(g, seat).filter(|piece| !ways(g, seat, *piece).is_empty());
            if has("builder") && (main || last) && (redesigns(g, seat) || moves().next().is_some()) {
                expected.insert(Act::Build);
            }
            if has("brickmaker") && matches!(what, What::Placing { .. }) {
                let any = |piece: &PieceId| tiles(g, seat).any(|out| covers(g, seat, *piece, out));
                expected.extend(bought.iter().filter(any).map(|piece| Act::Brick { piece }));
            }
            match what {
                What::Module(ModFrame::TravellingCraftsmen(Scene::Building(_))) => {
                    expected.extend(redesigns(g, seat).then_some(Act::Redesign));
                    expected.extend(moves().map(|piece| Act::Lift { piece }));
                    expected.insert(Act::Leave);
                }
                What::Module(ModFrame::TravellingCraftsmen(Scene::HandOn(_))) => {
                    assert!(!heard.used, "whoever was used goes on without a question");
                    let both =
                        Craftsman::ALL.into_iter().filter(|c| heard.up[seat.index()].contains(&c.word()));
                    expected.extend(both.map(|craftsman| Act::HandOn { craftsman }));
                }
                What::Module(ModFrame::TravellingCraftsmen(_)) => return,
                _ => {}
            }
            let found = actions.iter().filter_map(|action| match action {
                Action::Module(ModAction::TravellingCraftsmen(Act::Mix { .. } | Act::Chisel { .. })) => None,
                Action::Module(ModAction::TravellingCraftsmen(act)) => Some(*act),
                _ => None,
            });
            assert_eq!(found.collect::<BTreeSet<_>>(), expected, "game {seed}, {what:?} {step:?}");
            moments += 1;
            for act in expected {
                let name = format!("{act:?}");
                *called.entry(name.split(' ').next().unwrap_or_default().to_owned()).or_insert(0) += 1;
            }
        });
    }
    assert!(moments > 1000, "{moments}");
    assert!(called.len() == 9 && called.values().all(|n| *n > 20), "{called:?}");
}

/// AT-31-1: two for everybody, a third for whoever begins, and the rest out of the game; which is which is dealt anew.
#[test]
fn craftsmen_are_dealt_two_each_and_one_unseen() {
    for players in 2..=6usize {
        let mut seen = BTreeSet::new();
        for seed in 0..40 {
            let setup = Setup::players(players).with(ModuleId::TravellingCraftsmen);
            let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap();
            let state = &g.mods.m31_travelling_craftsmen;
            assert_eq!(state.unseen, Some(g.core.turn.seat));
            assert!(state.down.iter().all(Option::is_none));
            let rest: u8 = state.rest.iter().sum();
            let all = [9, 9, 9, 11, 13][players - 2];
            assert_eq!(usize::from(rest), all - 2 * players, "one of them is the unseen one");
            seen.insert(state.up);
            let world = g.resample(Seat::at(0), Recall::Full, &mut Quick::new(seed));
            assert_eq!(world.mods.m31_travelling_craftsmen, *state, "nothing of it is anybody's secret");
        }
        assert!(seen.len() > 30, "{} deals", seen.len());
    }
}

/// At the start of every turn its player has two up and one down, and the others two.
#[test]
fn everybody_has_two_and_the_active_player_three() {
    let mut turns = 0;
    play(12, |g, seat, _| {
        let state = &g.mods.m31_travelling_craftsmen;
        if g.pending().map(|p| p.kind) == Some(DecisionKind::MainAction) && g.core.turn.first_action {
            turns += 1;
            let down = |at: Seat| state.down[at.index()].is_some() || state.unseen == Some(at);
            assert!(g.rules().seats().all(|at| down(at) == (at == seat)));
        }
    });
    assert!(turns > 300, "{turns}");
}

#[test]
fn acts_at_any_other_moment_are_refused_with_a_reason() {
    let setup = Setup::players(3).with(ModuleId::TravellingCraftsmen);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(3))).unwrap();
    let seat = g.to_move().unwrap();
    g.mods.m31_travelling_craftsmen.up[seat.index()] = [Craftsman::Builder, Craftsman::Brickmaker];
    let why = |g: &GameState, act| g.check(seat, &own(act)).unwrap_err().to_string();
    assert!(why(&g, Act::Forge).contains("one face-up craftsman"));
    assert!(why(&g, Act::Build).contains("of no use"), "there is nothing to redesign");
    assert!(why(&g, Act::Keep).contains("has been called"));
    assert!(why(&g, Act::HandOn { craftsman: Craftsman::Builder }).contains("has been called"));
    let piece = PieceId::default();
    assert!(why(&g, Act::Brick { piece }).contains("of no use"));
    let frame = crate::core::agenda::Frame::new(
        Step::T20,
        What::Module(ModFrame::TravellingCraftsmen(Scene::Bricks(seat, piece))),
    );
    g.agenda.frames.push(frame).unwrap();
    assert!(why(&g, Act::Keep).contains("not among"));
}
