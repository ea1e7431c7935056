//! The craftsmen's choices held against a second reading of the rules, over many moments of played games.

use super::*;
use crate::belief::Recall;
use crate::core::building::Currency;
use crate::core::pieces::Space;
use crate::core::purchase;
use crate::{DecisionKind, Io, Quick, Seeded, Setup, Walls, check_tiles};
use std::collections::BTreeSet;

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
    play(40, |g, seat, actions| {
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
    });
    assert!(asked > 100 && coined > 20, "{asked} {coined}");
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

type Cells = Vec<(Cell, Walls)>;

/// The tiles of a palace as a list, without one of them.
fn without(g: &GameState, seat: Seat, out: PieceId) -> Cells {
    let tiles = g.core.pieces.palace[seat.index()].iter().filter(|piece| *piece != out);
    let laid = tiles.filter(|piece| g.piece(*piece).kind != crate::PieceKind::Fountain).map(|piece| {
        let standing = g.core.pieces.standing[piece.index()];
        (standing.cell, g.piece(piece).walls[0].turned(standing.turn))
    });
    laid.collect()
}

/// Where a tile fits among others, every cell of a large field tried.
fn fits(g: &GameState, others: &Cells, walls: Walls) -> BTreeSet<Cell> {
    let field = (-12..=12).flat_map(|x| (-12..=12).map(move |y| Cell::at(x, y)));
    let free = |cell: &Cell| *cell != Cell::FOUNTAIN && others.iter().all(|(taken, _)| taken != cell);
    let stands = |cell: &Cell| {
        let mut all = others.clone();
        all.push((*cell, walls));
        check_tiles(&all, g.rules().house.holes).is_ok()
    };
    field.filter(free).filter(stands).collect()
}

#[test]
fn builder_and_brickmaker_build_where_every_cell_was_tried() {
    let (mut moved, mut covered, mut laid) = (0, 0, 0);
    play(60, |g, seat, actions| {
        let Some(What::Module(ModFrame::TravellingCraftsmen(scene))) = g.agenda.frames.last().map(|f| f.what)
        else {
            return;
        };
        let lies = |piece: PieceId| g.core.pieces.standing[piece.index()];
        let to = |turn: Quarters| move |at: Cell| own(Act::To { at, turn });
        let mut expected: Vec<Action> = match scene {
            Scene::Moving(_, piece) => {
                moved += 1;
                let from = lies(piece);
                let cells = fits(g, &without(g, seat, piece), g.piece(piece).walls[0].turned(from.turn));
                cells.into_iter().filter(|cell| *cell != from.cell).map(to(from.turn)).collect()
            }
            Scene::Bricks(_, piece) => {
                covered += 1;
                let tiles = g.core.pieces.palace[seat.index()].iter().filter(|out| {
                    let at = g.core.pieces.standing[out.index()].cell;
                    let mut all = without(g, seat, *out);
                    all.push((at, g.piece(piece).walls[0]));
                    at != Cell::FOUNTAIN && check_tiles(&all, g.rules().house.holes).is_ok()
                });
                tiles.map(|out| own(Act::Over { out, turn: Quarters::ZERO })).collect()
            }
            Scene::Replacing(_, piece, _, out) => {
                laid += 1;
                let mut others = without(g, seat, out);
                others.push((g.core.pieces.standing[out.index()].cell, g.piece(piece).walls[0]));
                let turn = lies(out).turn;
                let cells = fits(g, &others, g.piece(out).walls[0].turned(turn));
                cells.into_iter().map(to(turn)).chain([own(Act::Keep)]).collect()
            }
            _ => return,
        };
        expected.push(own(Act::Leave));
        expected.sort();
        assert_eq!(actions, expected);
    });
    assert!(moved > 30 && covered > 30 && laid > 20, "{moved} {covered} {laid}");
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
