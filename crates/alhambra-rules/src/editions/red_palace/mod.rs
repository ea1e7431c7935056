//! The Red Palace: lands and buildings are drawn apart, guards stand on watchtowers, and four of nine abilities can be
//! used with them.
//!
//! [`RED_PALACE`] is the profile; [`RedPalace`] has what is rule and not number, in the shape of a module that is
//! always on in this edition. The bag needs no state: of each type it holds what stands on no land.

mod abilities;
mod acts;
#[cfg(feature = "testkit")]
mod arrange;
mod board;
mod guards;
mod printed;
mod profile;
mod real;

pub use abilities::Ability;
pub use acts::{Act, Frame};
pub use guards::Post;
pub use profile::{RED_PALACE, red_palace_piece};

use crate::core::agenda::{Filling, Leaving, What};
use crate::core::book::Draft;
use crate::core::building::Building;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::edition::Places;
use crate::core::flat::Stack;
use crate::core::payment::Context;
use crate::core::pieces::Space;
use crate::core::purchase::Listing;
use crate::core::score::{CountBook, ScoreSheet};
use crate::core::seat::{MAX_SEATS, Scorer, Seat};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Printed, Stage, Stepped, Supply, Touch, Window};
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// The rules of The Red Palace.
#[derive(Clone, Copy, Debug)]
pub struct RedPalace;

/// The lands on which buildings are laid.
const LANDS: PieceSet = PieceKind::Land.pieces();
const PLAZAS: PieceSet = PieceKind::Plaza.pieces();
/// How many guards there are, and as many watchtowers.
const GUARDS: usize = 32;
/// How many wall pieces there are.
const WALLS: u8 = 6;

/// Everything on the table that only this edition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Whether the majorities are those of the classic game (the variant).
    classic: bool,
    /// Whether the printed side of the guard board is used.
    starter: bool,
    /// Whether a half-building counts only with a building of its type (the switch of AMB-RP-6).
    half_with_building: bool,
    /// The spaces of the preview, 1 to 3; they lie aside and come to the market from the last one on.
    preview: [Option<PieceId>; 3],
    /// The spots of the open placement tiles, left to right; the last tile has no limit.
    spots: [u8; board::SLOTS],
    /// Guards on the placement tiles.
    placed: u8,
    /// The abilities on the guard board.
    abilities: [Ability; 4],
    /// Those used in this turn, a bit each.
    used: u16,
    /// Purchases of this turn that were overpaid and may still be made exact.
    over: u8,
    /// The scoring tiles, left to right.
    tiles: [CardKind; 3],
    /// Guards on tiles, ascending.
    posts: Stack<Post, GUARDS>,
    /// Tiles whose guards have arrived; they never come again (AMB-RP-10).
    manned: PieceSet,
    /// Wall pieces left.
    walls: u8,
    /// Who has the half-building of each type.
    half: [Option<Seat>; 6],
    /// The sets of money that nobody has chosen yet, while they are chosen.
    sets: Stack<Cards, MAX_SEATS>,
}

impl Default for State {
    fn default() -> State {
        State {
            classic: false,
            starter: false,
            half_with_building: false,
            preview: [None; 3],
            spots: [0; board::SLOTS],
            placed: 0,
            abilities: Ability::STARTER,
            used: 0,
            over: 0,
            tiles: [CardKind::default(); 3],
            posts: Stack::default(),
            manned: PieceSet::EMPTY,
            walls: WALLS,
            half: [None; 6],
            sets: Stack::default(),
        }
    }
}

impl Module for RedPalace {
    const ID: ModuleId = ModuleId::RedPalace;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "red-palace",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 5,
        touches: &[Touch::Market, Touch::Walls, Touch::Palace, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            (
                "54 lands with 0 to 3 walls and 0 to 2 watchtowers, 32 guards, 11 placement tiles",
                Provenance::Found,
            ),
            ("the points under the placement tiles, 1 to 8", Provenance::Inferred),
            (
                "the rows of the eighteen scoring tiles, as on the score cards of the Mega Box",
                Provenance::Inferred,
            ),
            ("the order of the currencies on the building market", Provenance::Inferred),
            ("price, walls and watchtowers of each land", Provenance::Reconstructed),
            (
                "the spots of each placement tile, and the printed side of the guard board",
                Provenance::Reconstructed,
            ),
        ],
        options: &[
            ("scoring", &["tiles", "classic"]),
            ("board", &["drawn", "printed"]),
            ("half_needs_building", &["no", "yes"]),
        ],
    };
    const VERSION: u16 = 2;
    const LATER_OPTIONS: usize = 1;
    const PRINTED: &'static [Printed] = printed::PRINTED;
    const STEPS: StepSet = StepSet::of(&[
        Step::U03,
        Step::U04,
        Step::U05,
        Step::U07,
        Step::T00,
        Step::T10,
        Step::T11,
        Step::T15,
        Step::T20,
        Step::T75,
        Step::X1,
        Step::P4,
        Step::O3,
        Step::O4,
        Step::F2,
        Step::F6,
        Step::S20,
        Step::S39,
        Step::S70,
    ]);
    /// Guards stay on their tile in reserve and palace, and go along when it is sold. Those of a gift are lost to the
    /// placement tiles, those of a tile that leaves the game go back to the supply, and so does the building of a land
    /// that goes back into the tower (AMB-RP-18, AMB-RP-19).
    const FATES: &'static [(Leaving, Fate)] = &[
        (Leaving::Given, Fate::Lost),
        (Leaving::Discarded, Fate::ToSupply),
        (Leaving::Returned, Fate::ToSupply),
    ];
    type State = State;
    type Action = Act;
    type Frame = Frame;

    fn fits(corrected: &Draft) -> Result<(), Objection> {
        printed::fits(corrected)
    }

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State {
            classic: chosen(values, "scoring", "classic"),
            starter: chosen(values, "board", "printed"),
            half_with_building: chosen(values, "half_needs_building", "yes"),
            ..State::default()
        })
    }

    fn supply(_: &Rules, supply: &mut Supply) {
        supply.aside = supply.aside.or(PLAZAS);
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            Step::U03 => board::lay_out(cx),
            Step::U04 | Step::T75 => board::fill_preview(cx),
            Step::U05 | Step::S70 => guards::of_dirk(cx),
            Step::U07 => board::deal_sets(cx),
            Step::F6 => board::laid(cx),
            Step::T00 => {
                let state = &mut cx.g.mods.red_palace;
                (state.used, state.over) = (0, 0);
            }
            Step::T20 | Step::X1 => guards::arrive(cx),
            Step::P4 => acts::paid(cx),
            _ => {}
        }
    }

    /// F2: the preview comes to the market, the third space first. Where a single tile is exchanged, both land and
    /// building are drawn (AMB-RP-19).
    fn preset(cx: &mut Cx<'_, '_>, _: Space) -> Option<PieceId> {
        if matches!(cx.top().what, What::Fill(Filling { once: true, .. })) {
            return None;
        }
        let preview = &mut cx.g.mods.red_palace.preview;
        let piece = preview.iter_mut().rev().find_map(Option::take)?;
        cx.g.core.pieces.aside.remove(piece);
        Some(piece)
    }

    fn preview(g: &GameState, out: &mut Vec<Option<PieceId>>) {
        out.extend(g.mods.red_palace.preview);
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        acts::offered(g, seat, window, out);
    }

    /// T15: asked only if an ability is left whose price and whose conditions everybody can see (ruling 40).
    fn eligible(g: &GameState, seat: Seat, window: Window) -> bool {
        window == Window::BeforePlacing
            && seat == g.core.turn.seat
            && Ability::all_open(g, seat).next().is_some()
    }

    /// P1: the building of the preview that is being bought, for whoever buys it.
    fn offers(g: &GameState, seat: Seat, out: &mut Vec<Listing>) {
        if let Some(piece) = acts::previewed(g).filter(|_| seat == g.core.turn.seat) {
            out.push(board::listing(g, piece));
        }
    }

    /// O4: a plaza is no gift (ruling 46).
    fn may_give(_: &GameState, _: Seat, pieces: &mut PieceSet) {
        *pieces = pieces.without(PLAZAS);
    }

    /// O3: whoever gives a building away has its guards put on the placement tiles, all of them.
    fn left(cx: &mut Cx<'_, '_>, _: Seat, piece: PieceId, fate: Fate) {
        if fate == Fate::Lost {
            return guards::given(cx, piece);
        }
        guards::dismiss(cx, piece);
        // What leaves the game takes its building along; what goes back into the tower leaves it to the bag.
        if LANDS.contains(piece) && !cx.g.core.pieces.gone.contains(piece) {
            cx.g.core.pieces.building[piece.index()] = None;
        }
    }

    /// S20: a half-building counts, with or without a building of its type unless that was agreed (AMB-RP-6).
    fn counts(g: &GameState, book: &mut CountBook) {
        let state = &g.mods.red_palace;
        for (building, owner) in Building::ALL.into_iter().zip(state.half) {
            let Some(seat) = owner else { continue };
            let whole = || g.core.pieces.count(g.core.pieces.palace[seat.index()])[building.index()];
            if !state.half_with_building || whole() > 0 {
                book.add(Scorer::Seat(seat), building, 1);
            }
        }
    }

    /// S20: a type is worth what its row on the scoring tile says; the first scoring has the leftmost (AMB-RP-1).
    fn table(g: &GameState, round: u8, table: &mut [Places; 6]) {
        if !g.mods.red_palace.classic {
            board::by_rows(board::order(g, round), table);
        }
    }

    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step == Step::S39 && sheet.round() == 3 {
            guards::score(g, sheet);
        }
    }

    /// A guard pays for something worth about a point and a half, as long as somebody has a turn left.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let guards = guards::of(g, seat).count() as i16;
        guards + guards / 2
    }

    fn legal(g: &GameState, seat: Seat, frame: Frame, out: &mut Vec<Act>) {
        acts::answers(g, seat, frame, out);
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        acts::check(g, seat, act).map_err(|key| {
            let why = Illegal::of(Self::ID, key);
            acts::names(act).map_or(why, |at| why.at(at))
        })
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        acts::apply(cx, seat, act);
    }

    fn step(cx: &mut Cx<'_, '_>, frame: Frame) -> Stepped {
        acts::step(cx, frame)
    }

    fn passes(act: Act) -> bool {
        act == Act::Leave
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        acts::describe(g, seat, act)
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        board::view(g)
    }

    fn census(g: &GameState) -> Result<(), String> {
        board::census(g)
    }

    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

/// The context of a purchase from the preview.
const FROM_PREVIEW: Context = Context::AnyOneTile;

/// The deal that is being made, below whatever is asked about it.
fn deal(g: &GameState) -> Option<crate::core::agenda::Deal> {
    g.agenda.frames.iter().rev().find_map(|frame| match frame.what {
        What::Buy(deal) => Some(deal),
        _ => None,
    })
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::RedPalace, seat, key, refs }
}

#[cfg(all(test, feature = "testkit"))]
mod naive;
#[cfg(all(test, feature = "testkit"))]
mod naive_lists;
#[cfg(all(test, feature = "testkit"))]
mod tests;
