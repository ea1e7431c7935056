//! Module 36, Alhambra Zoo: gardens come to the market with two animals. In the palace a money card leads them from
//! tile to tile, and a garden with animals of one kind only is worth as many points as there are.
//!
//! Everything lies open but which animal comes next, and which two stayed in the box; both are decided when they come.

use crate::core::agenda::{Filling, Leaving, What};
use crate::core::book::Draft;
use crate::core::building::{Building, Currency};
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Half, PieceId, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::chance::Stream;
use crate::core::refill;
use crate::core::score::ScoreSheet;
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::{paying, placing};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{self, Fate, Module, ModuleInfo, Printed, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup};
use crate::view::Shown;
use crate::{GameState, Illegal};
pub use animals::{Animal, State};
use animals::{EACH, Herd, KINDS, Spot, total};
use serde::{Deserialize, Serialize};

/// Module 36.
#[derive(Clone, Copy, Debug)]
pub struct AlhambraZoo;

/// How many animals come with a garden.
const COME: u8 = 2;

/// The cards that lead animals: everything of a value that is a card and in a hand. Coins are none.
const LEADS: KindSet = KindSet::MONEY.or(KindSet::DIAMONDS).or(KindSet::MASTER_BUILDERS);

/// What a player does with the animals. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Leads nobody, plays no card, or leaves the steps that are left.
    Stay,
    /// Leads animals in this turn; the card comes next.
    Lead,
    /// Discards a card; its value is the number of steps.
    Play {
        /// The card.
        card: CardKind,
    },
    /// One animal takes one step.
    Step {
        /// Which.
        animal: Animal,
        /// Where it is.
        from: Cell,
        /// To which side it goes.
        side: Side,
    },
}

/// T45: the end of a turn with animals in the palace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outing {
    /// Whose.
    seat: Seat,
    stage: Stage,
}

/// How far it has come. Whether to lead at all is asked apart from the card, so that whoever looks at all answers alike
/// is not nearly always for leading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Stage {
    /// D36.1: whether animals are led.
    Whether,
    /// By which card.
    Card,
    /// D36.2: the steps that are left.
    Steps(u8),
}

impl Module for AlhambraZoo {
    const ID: ModuleId = ModuleId::AlhambraZoo;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "alhambra-zoo",
        stage: module::Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Palace, Touch::Market, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("24 animals, three of each of eight kinds; peacock, monkey, pigeon, cheetah", Provenance::Found),
            ("what the other four kinds are called", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::T45, Step::F6, Step::O3, Step::O6, Step::E4, Step::S37]);
    const PRINTED: &'static [Printed] = &[Printed::Own(&animals::TABLE)];
    type State = State;
    type Action = Act;
    type Frame = Outing;

    /// Animals stay on their tile in reserve and palace, and go along when it is sold. From the market they go back
    /// with it; with Dirk and out of the game they are lost (G-7).
    const FATES: &'static [(Leaving, Fate)] = &[
        (Leaving::Returned, Fate::ToSupply),
        (Leaving::Discarded, Fate::Lost),
        (Leaving::Given, Fate::Lost),
    ];

    /// Kinds are told apart by their names.
    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let mut seen = Vec::new();
        for animal in Animal::ALL {
            let row = (animal as u8).checked_sub(animals::FOUND);
            let row = row.and_then(|row| corrected.own.get(&(Self::ID, row)));
            let name = animal.printed(row.map(Vec::as_slice));
            if seen.contains(&name) {
                return Err(Objection::of("two_kinds_alike", [Ref::Word(Self::ID, name)]));
            }
            seen.push(name);
        }
        Ok(())
    }

    fn begin(_: &Setup, _: &OptionValues) -> Result<State, Objection> {
        Ok(State::new())
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            // On a preview it has its animals already.
            (Step::F6, What::Fill(fill)) if refill::was_open(cx.g, &fill) => {}
            (Step::F6, What::Fill(Filling { laid: Some(piece), .. })) => come(cx, piece),
            // They belong to the building and not to the land under it (AMB-RP-25).
            (Step::O6, What::Rebuilt { piece, with: Some(other) }) => {
                cx.g.mods.m36_alhambra_zoo.exchange(piece, other);
            }
            (Step::O6, What::Rebuilt { piece, with: None }) => {
                leave(cx, piece, false);
                come(cx, piece);
            }
            (Step::T45, _) => {
                let outing = Outing { seat: cx.g.core.turn.seat, stage: Stage::Whether };
                cx.push(step, What::Module(ModFrame::AlhambraZoo(outing)));
            }
            // What is given away was not bought (rules README, decision 23).
            (Step::E4, _) => {
                for seat in cx.g.core.rules.seats() {
                    let given = cx.g.core.pieces.bought[seat.index()];
                    given.iter().for_each(|piece| leave(cx, piece, true));
                }
            }
            _ => {}
        }
    }

    fn left(cx: &mut Cx<'_, '_>, _: Seat, piece: PieceId, fate: Fate) {
        leave(cx, piece, fate == Fate::Lost);
    }

    /// Whether somebody is asked follows from public facts: how many cards a hand has, not which.
    fn step(cx: &mut Cx<'_, '_>, Outing { seat, stage }: Outing) -> Stepped {
        let hand = cx.g.core.hands[seat.index()];
        let possible = match stage {
            Stage::Whether | Stage::Card => !hand.minus(hand.only(KindSet::COINS)).is_empty(),
            Stage::Steps(left) => left > 0,
        };
        if possible && any_walk(cx.g, seat) { Stepped::Ask(SeatSet::one(seat)) } else { Stepped::Done }
    }

    fn legal(g: &GameState, seat: Seat, outing: Outing, out: &mut Vec<Act>) {
        out.push(Act::Stay);
        match outing.stage {
            Stage::Whether => out.push(Act::Lead),
            Stage::Card => out.extend(g.hand(seat).only(LEADS).iter().map(|(card, _)| Act::Play { card })),
            Stage::Steps(_) => {
                find_walks(g, seat, |animal, from, side| {
                    out.push(Act::Step { animal, from, side });
                    false
                });
            }
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let Some(What::Module(ModFrame::AlhambraZoo(outing))) = g.agenda.frames.last().map(|f| f.what) else {
            return refused("animals_walk_at_the_end_of_their_owners_turn");
        };
        match (outing.stage, act) {
            (_, Act::Stay) | (Stage::Whether, Act::Lead) => Ok(()),
            (Stage::Card, Act::Play { card }) if g.hand(seat).only(LEADS).count(card) > 0 => Ok(()),
            (Stage::Card, Act::Play { card }) => {
                Err(Illegal::of(Self::ID, "only_a_money_card_from_the_hand_leads_animals").at(card))
            }
            (Stage::Whether, Act::Play { .. }) => refused("whether_animals_are_led_comes_before_the_card"),
            (Stage::Whether | Stage::Card, Act::Step { .. }) => refused("a_money_card_comes_first"),
            (Stage::Steps(_), Act::Step { .. }) if walks(g, seat).contains(&act) => Ok(()),
            (Stage::Steps(_), Act::Step { from, side, .. }) => {
                Err(Illegal::of(Self::ID, "no_such_animal_can_walk_there").at((from, side)))
            }
            (_, Act::Lead | Act::Play { .. }) => refused("one_card_in_a_turn_is_all"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let What::Module(ModFrame::AlhambraZoo(outing)) = &mut cx.top().what else { return };
        match act {
            // Without steps nothing more is asked.
            Act::Stay => outing.stage = Stage::Steps(0),
            Act::Lead => outing.stage = Stage::Card,
            Act::Play { card } => {
                outing.stage = Stage::Steps(card.value());
                paying::discard(cx, seat, Cards::one(card));
                cx.emit(|_| told(Some(seat), "leads", vec![Ref::Card(card)]));
            }
            Act::Step { animal, from, side } => {
                if let Stage::Steps(left) = &mut outing.stage {
                    *left = left.saturating_sub(1);
                }
                let to = from.next(side);
                if let (Some(out), Some(into)) = (spot_at(cx.g, seat, from), spot_at(cx.g, seat, to)) {
                    cx.g.mods.m36_alhambra_zoo.put(animal, Some(out), Some(into));
                }
                cx.emit(|g| {
                    let [from, to] = [from, to].map(|cell| Ref::Cell(g.at(seat, cell)));
                    told(Some(seat), "steps", vec![word(g, animal), from, to])
                });
            }
        }
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        match act {
            Act::Stay | Act::Lead => Described::default(),
            Act::Play { card } => [Ref::Card(card)].into(),
            Act::Step { animal, from, side } => {
                let [from, to] = [from, from.next(side)].map(|cell| Ref::Cell(g.at(seat, cell)));
                [word(g, animal), from, to].into()
            }
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Stay
    }

    /// S37, in every scoring.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S37 {
            return;
        }
        for seat in g.rules().seats() {
            let points: i16 = gardens(g, seat).map(|(_, points)| points).sum();
            if points > 0 {
                sheet.add(seat, points, || {
                    let (cells, args) = gardens(g, seat).filter(|(_, points)| *points > 0).unzip();
                    Why { reason: "score.animals", args, cells, rank: None }
                });
            }
        }
    }

    /// Animals that do not score yet may be brought together later.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let (pieces, i) = (&g.core.pieces, seat.index());
        let own = pieces.palace[i].or(pieces.reserve[i]).or(pieces.bought[i]);
        let mine = |spot: Spot| match spot {
            Spot::Fountain(of) => of == seat,
            Spot::Tile(piece, _) => own.contains(piece),
        };
        let all = g.mods.m36_alhambra_zoo.placed().filter(|(_, spot)| mine(*spot)).count() as i16;
        (all - gardens(g, seat).map(|(_, points)| points).sum::<i16>()) / 2
    }

    /// All of it is public but the two in the box, which nobody has seen.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let on = |currency| Shown::Words(on_space(g, currency));
        let at = |name: &str| {
            let kind = Animal::ALL.into_iter().find(|animal| animal.name(g.rules()) == name);
            kind.map(|animal| Shown::CellBySeat(cells_of(g, animal)))
        };
        let kept = g.rules().seats().map(|seat| (seat, kept(g, seat)));
        let kinds = [
            ("peacocks", at("peacock")),
            ("monkeys", at("monkey")),
            ("pigeons", at("pigeon")),
            ("cheetahs", at("cheetah")),
            ("parrots", at("parrot")),
            ("flamingos", at("flamingo")),
            ("tortoises", at("tortoise")),
            ("gazelles", at("gazelle")),
            ("bears", at("bear")),
            ("camels", at("camel")),
            ("cranes", at("crane")),
            ("herd_of_deer", at("deer")),
            ("ducks", at("duck")),
            ("elephants", at("elephant")),
            ("foxes", at("fox")),
            ("goats", at("goat")),
            ("horses", at("horse")),
            ("lions", at("lion")),
            ("lizards", at("lizard")),
            ("owls", at("owl")),
            ("rabbits", at("rabbit")),
            ("snakes", at("snake")),
            ("storks", at("stork")),
            ("swans", at("swan")),
        ];
        let mut shows = vec![
            ("florin", on(Currency::Florin)),
            ("dirham", on(Currency::Dirham)),
            ("denar", on(Currency::Denar)),
            ("ducat", on(Currency::Ducat)),
        ];
        let previewed = ["preview_1", "preview_2", "preview_3"].into_iter().zip(g.preview());
        shows.extend(previewed.map(|(name, piece)| (name, Shown::Words(on_tile(g, piece)))));
        shows.extend(kinds.into_iter().filter_map(|(name, at)| Some((name, at?))));
        shows.extend([
            ("on_other_tiles", Shown::WordsBySeat(kept.filter(|(_, all)| !all.is_empty()).collect())),
            ("face_down", Shown::Number(g.mods.m36_alhambra_zoo.stock() as i32)),
            ("out_of_the_game", Shown::Number(g.mods.m36_alhambra_zoo.gone() as i32)),
        ]);
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m36_alhambra_zoo;
        if !state.is_whole() {
            return Err(format!("there are other animals than 24: {state:?}"));
        }
        let pieces = &g.core.pieces;
        let lies = |piece: PieceId| {
            let zones = [&pieces.palace, &pieces.reserve, &pieces.bought];
            pieces.space_of(piece).is_some()
                || g.preview().contains(&Some(piece))
                || zones.iter().any(|zone| zone.iter().any(|set| set.contains(piece)))
                // On its way from one cell of a palace to another.
                || g.agenda.frames.iter().any(|frame| {
                    matches!(frame.what, What::Lay { piece: own, moved: true, .. } if own == piece)
                })
        };
        let somewhere = |spot: Spot| match spot {
            Spot::Fountain(seat) => seat.index() < g.rules().players(),
            Spot::Tile(piece, _) => lies(piece),
        };
        match state.placed().find(|(_, spot)| !somewhere(*spot)) {
            Some((animal, spot)) => Err(format!("a {} is nowhere: {spot:?}", animal.name(g.rules()))),
            None => Ok(()),
        }
    }

    /// `denar: monkey, pigeon; 0 at 1 0: monkey; garden-9-e: parrot; face down 4`: animals on the market, on cells of
    /// palaces and on other tiles; or `empty`. The rest lies face down, or is out of the game where a number says so.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

/// F6: two animals for a garden that has come to the market, as long as there are any (AMB-36-2, AMB-36-3).
fn come(cx: &mut Cx<'_, '_>, piece: PieceId) {
    if placing::building_on(cx.g, piece, 0) != Some(Building::Garden) {
        return;
    }
    for _ in 0..COME {
        let mut state = cx.g.mods.m36_alhambra_zoo;
        let drawn = state.draw(Spot::Tile(piece, Half::First), |n| cx.pick(n, Stream::Animals));
        cx.g.mods.m36_alhambra_zoo = state;
        let Some(animal) = drawn else { return };
        cx.emit(|g| told(None, "comes", vec![word(g, animal), Ref::Piece(piece)]));
    }
}

/// All animals leave a tile: out of the game, or back to those that lie face down, which are shuffled.
fn leave(cx: &mut Cx<'_, '_>, piece: PieceId, lost: bool) {
    for animal in cx.g.mods.m36_alhambra_zoo.clear(piece, lost) {
        let refs = vec![word(cx.g, animal), Ref::Piece(piece)];
        cx.emit(|_| if lost { told(None, "lost", refs) } else { told(None, "back", refs) });
    }
}

/// What an animal stands on in a cell of a palace.
fn spot_at(g: &GameState, seat: Seat, cell: Cell) -> Option<Spot> {
    if cell == Cell::FOUNTAIN {
        return Some(Spot::Fountain(seat));
    }
    placing::piece_at(g, seat, cell).map(|(piece, half)| Spot::Tile(piece, Half::BOTH[half.min(1)]))
}

/// The cell of a spot, if it is in this palace.
fn cell_of(g: &GameState, seat: Seat, spot: Spot) -> Option<Cell> {
    match spot {
        Spot::Fountain(of) => (of == seat).then_some(Cell::FOUNTAIN),
        Spot::Tile(piece, half) if g.core.pieces.palace[seat.index()].contains(piece) => {
            let standing = g.core.pieces.standing[piece.index()];
            if half == Half::First {
                return Some(standing.cell);
            }
            placing::form(g, piece, standing.turn).cells(standing.cell).nth(half.index())
        }
        Spot::Tile(..) => None,
    }
}

/// Whether an animal of a palace can take any step. Nearly always one stands on a whole tile with an open side towards
/// another; the boards say that without a look at everything around them.
fn any_walk(g: &GameState, seat: Seat) -> bool {
    let palace = g.palace(seat);
    let opens =
        |cell: Cell, side: Side| palace.contains(cell.next(side)) && !palace.walls_between(cell, side);
    let free = |cell: Cell| palace.contains(cell) && Side::ALL.into_iter().any(|side| opens(cell, side));
    let mut cells = g.mods.m36_alhambra_zoo.placed().filter_map(|(_, spot)| cell_of(g, seat, spot));
    cells.any(free) || find_walks(g, seat, |_, _, _| true)
}

/// Every step an animal of a palace can take, ascending. Animals of a kind on one tile are all the same.
fn walks(g: &GameState, seat: Seat) -> Vec<Act> {
    let mut steps = Vec::with_capacity(32);
    find_walks(g, seat, |animal, from, side| {
        steps.push(Act::Step { animal, from, side });
        false
    });
    steps
}

/// Calls `enough` with one step after the other, until it says so; whether it did.
fn find_walks(g: &GameState, seat: Seat, mut enough: impl FnMut(Animal, Cell, Side) -> bool) -> bool {
    let at = |(animal, spot)| cell_of(g, seat, spot).map(|cell| (animal, cell));
    let mut here: Vec<(Animal, Cell)> = Vec::with_capacity(KINDS * usize::from(EACH));
    here.extend(g.mods.m36_alhambra_zoo.placed().filter_map(at));
    if here.is_empty() {
        return false;
    }
    here.sort_unstable();
    here.dedup();
    let ground = g.ground(seat);
    let mut ways = |(animal, from): (Animal, Cell)| {
        Side::ALL.into_iter().any(|side| ground.passes(from, side) && enough(animal, from, side))
    };
    here.into_iter().any(&mut ways)
}

/// The gardens of a palace, each half of a tile by itself, with what they are worth: as many points as animals, if all
/// are of one kind.
fn gardens(g: &GameState, seat: Seat) -> impl Iterator<Item = (Cell, i16)> + '_ {
    let spots =
        g.core.pieces.palace[seat.index()].iter().flat_map(|piece| Half::BOTH.map(|half| (piece, half)));
    let garden = |(piece, half): &(PieceId, Half)| {
        placing::building_on(g, *piece, half.index()) == Some(Building::Garden)
    };
    spots.filter(garden).filter_map(move |(piece, half)| {
        let spot = Spot::Tile(piece, half);
        let herd = g.mods.m36_alhambra_zoo.herd(spot);
        let kinds = herd.iter().filter(|n| **n > 0).count();
        let points = if kinds == 1 { total(&herd) as i16 } else { 0 };
        cell_of(g, seat, spot).map(|cell| (cell, points))
    })
}

fn names(rules: &Rules, herd: &Herd) -> impl Iterator<Item = &'static str> {
    let each = |a: Animal| std::iter::repeat_n(a.name(rules), usize::from(herd[a as usize]));
    Animal::ALL.into_iter().flat_map(each)
}

/// The animals on a space of the market.
fn on_space(g: &GameState, currency: Currency) -> Vec<&'static str> {
    let space = g.rules().edition().market.iter().position(|space| *space == currency);
    on_tile(g, space.and_then(|space| *g.core.pieces.market.get(space)?))
}

/// The animals on a tile that is for sale.
fn on_tile(g: &GameState, piece: Option<PieceId>) -> Vec<&'static str> {
    let herd = piece.map(|piece| g.mods.m36_alhambra_zoo.herd(Spot::Tile(piece, Half::First)));
    herd.iter().flat_map(|herd| names(g.rules(), herd)).collect()
}

/// Where the animals of a kind are, palace by palace.
fn cells_of(g: &GameState, animal: Animal) -> Vec<(Seat, (i32, i32))> {
    let spots = || g.mods.m36_alhambra_zoo.placed().filter(|(kind, _)| *kind == animal);
    let own = |seat: Seat| {
        let mut cells: Vec<Cell> = spots().filter_map(|(_, spot)| cell_of(g, seat, spot)).collect();
        cells.sort_unstable();
        cells.into_iter().map(move |cell| (seat, g.palace(seat).coords(cell))).collect::<Vec<_>>()
    };
    g.rules().seats().flat_map(own).collect()
}

/// The animals on tiles somebody has, but not in the palace.
fn kept(g: &GameState, seat: Seat) -> Vec<&'static str> {
    let tiles = g.core.pieces.reserve[seat.index()].or(g.core.pieces.bought[seat.index()]);
    let here = |spot: Spot| matches!(spot, Spot::Tile(piece, _) if tiles.contains(piece));
    let all = g.mods.m36_alhambra_zoo.placed();
    all.filter(|(_, spot)| here(*spot)).map(|(animal, _)| animal.name(g.rules())).collect()
}

fn word(g: &GameState, animal: Animal) -> Ref {
    Ref::Word(ModuleId::AlhambraZoo, animal.name(g.rules()))
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::AlhambraZoo, seat, key, refs }
}

mod animals;
#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
