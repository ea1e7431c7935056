//! What the craftsmen do beside purchases and palace: the display, the market, the hand; and how all of it is said.

use super::guild::{self, Craftsman};
use super::{Act, Scene, told};
use crate::GameState;
use crate::core::agenda::What;
use crate::core::below::Below;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardClass, CardKind, PieceId, PieceKind, PieceSet};
use crate::core::placing;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::core::turn;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::module::Window;
use crate::registry::ModFrame;

/// What waits to be placed and was taken, not bought: the Brickmaker has nothing to do with it (A-31-9).
const TAKEN: PieceSet = PieceKind::Square.pieces().or(PieceKind::Plaza.pieces());

/// So many cards lie on display after the Blacksmith.
const FORGED: usize = 6;

/// What may be done in a window, ascending.
pub(super) fn list(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Act>) {
    let ready = |craftsman| guild::ready(g, seat, craftsman);
    let beside = matches!(window, Window::Free | Window::BeforePlacing);
    if ready(Craftsman::MosaicArtist) {
        let pieces = &g.core.pieces;
        let tiles = match window {
            Window::Free => pieces.reserve[seat.index()].or(pieces.bought[seat.index()]),
            Window::Placing => pieces.bought[seat.index()],
            _ => PieceSet::EMPTY,
        };
        // What turns freely, or looks the same however it lies, needs no artist.
        let turned = |piece: &PieceId| {
            let upright = placing::form(g, *piece, Below::ZERO);
            !g.core.piece(*piece).kind.turns_freely()
                && Below::all().any(|turn| placing::form(g, *piece, turn) != upright)
        };
        out.extend(tiles.iter().filter(turned).map(|piece| Act::Mosaic { piece }));
    }
    if beside && ready(Craftsman::Blacksmith) && forges(g) {
        out.push(Act::Forge);
    }
    if window == Window::Free && ready(Craftsman::Goldsmith) && !g.core.display.is_empty() {
        out.push(Act::Gild);
    }
    if beside && ready(Craftsman::MortarMixer) {
        out.extend(mixes(g));
    }
    if beside && ready(Craftsman::Builder) && builds(g, seat) {
        out.push(Act::Build);
    }
    if window == Window::Placing && ready(Craftsman::Brickmaker) && !claimed(g) {
        let bought = g.core.pieces.bought[seat.index()].without(TAKEN);
        let fits = |piece: &PieceId| {
            placing::turns(g, seat, *piece).any(|turn| !placing::coverable(g, seat, *piece, turn).is_empty())
        };
        out.extend(bought.iter().filter(fits).map(|piece| Act::Brick { piece }));
    }
    if beside && ready(Craftsman::Stonemason) {
        out.extend(chisels(g, seat));
    }
}

/// Whether the tile that is placed came up while the market is filled: then it was claimed and not bought (A-31-9).
fn claimed(g: &GameState) -> bool {
    g.agenda.frames.iter().any(|frame| matches!(frame.what, What::Fill(_)))
}

/// Whether somebody is asked after the last action, by what everybody can see.
pub(super) fn of_use(g: &GameState, seat: Seat) -> bool {
    let ready = |craftsman| guild::ready(g, seat, craftsman);
    ready(Craftsman::Blacksmith) && forges(g)
        || ready(Craftsman::MortarMixer) && mixes(g).next().is_some()
        || ready(Craftsman::Builder) && builds(g, seat)
        || ready(Craftsman::Stonemason) && !open_money(g).is_empty() && holds_cards(g, seat)
}

/// How many cards somebody holds is open, what they are is not; coins lie open and are no cards.
fn holds_cards(g: &GameState, seat: Seat) -> bool {
    let hand = g.core.hands[seat.index()];
    hand.len() > hand.only(KindSet::COINS).len()
}

/// The craftsman an act belongs to, where it is he who must be free.
pub(super) fn needs(act: Act) -> Option<Craftsman> {
    Some(match act {
        Act::Mosaic { .. } => Craftsman::MosaicArtist,
        Act::Forge => Craftsman::Blacksmith,
        Act::Gild => Craftsman::Goldsmith,
        Act::Mix { .. } => Craftsman::MortarMixer,
        Act::Build => Craftsman::Builder,
        Act::Brick { .. } => Craftsman::Brickmaker,
        Act::Chisel { .. } => Craftsman::Stonemason,
        _ => return None,
    })
}

/// Cards that are money of some sort, whatever their currency.
const CARDS: KindSet = KindSet::MONEY.or(KindSet::DIAMONDS).or(KindSet::MASTER_BUILDERS);

/// The money on display; an exchange card lying there is none.
pub(super) fn open_money(g: &GameState) -> Cards {
    let cards: Cards = g.core.display.iter().copied().collect();
    cards.only(CARDS)
}

fn forges(g: &GameState) -> bool {
    let deck = &g.core.deck;
    g.core.display.len() < FORGED && !(deck.is_empty() && deck.discard.is_empty())
}

/// Pairs of market spaces with a tile on each (AMB-31-3).
fn mixes(g: &GameState) -> impl Iterator<Item = Act> + '_ {
    let taken = move |space: &Below<4>| g.core.pieces.market.get(space.index()).is_some_and(Option::is_some);
    let all = move || Below::<4>::all().filter(taken);
    all().flat_map(move |one| {
        all().filter(move |other| *other > one).map(move |other| Act::Mix { one, other })
    })
}

/// The Builder's redesign is an action, so it is barred where redesigning is (rules README, decision 8).
fn builds(g: &GameState, seat: Seat) -> bool {
    turn::rules(g, seat).may_redesign && placing::any_redesign(g, seat, true)
}

/// Cards of the hand for cards of the display of the same currency; diamonds are one among themselves.
fn chisels(g: &GameState, seat: Seat) -> Vec<Act> {
    let same = |a: CardKind, b: CardKind| match (a.class(), b.class()) {
        (CardClass::Diamond, other) | (other, CardClass::Diamond) => {
            a.class() == CardClass::Diamond && other == CardClass::Diamond
        }
        _ => a.currency() == b.currency(),
    };
    let hand = g.core.hands[seat.index()].only(CARDS);
    let open: Vec<CardKind> = open_money(g).iter().map(|(take, _)| take).collect();
    let pairs = hand.iter().flat_map(|(give, _)| open.iter().map(move |take| (give, *take)));
    let pairs = pairs.filter(|(give, take)| give != take && same(*give, *take));
    pairs.map(|(give, take)| Act::Chisel { give, take }).collect()
}

/// Does what has been checked.
pub(super) fn act(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
    let Some(craftsman) = needs(act) else { return };
    guild::uses(cx, seat, craftsman);
    match act {
        Act::Mosaic { piece } => {
            cx.g.mods.m31_travelling_craftsmen.mosaic = Some(piece);
            cx.emit(|_| told(seat, "may_turn", vec![Ref::Piece(piece)]));
        }
        Act::Forge => cx.push(Step::T70, What::Display { size: FORGED as u8 }),
        Act::Mix { one, other } => {
            let market = &mut cx.g.core.pieces.market;
            market.swap(one.index(), other.index());
            let tiles: Vec<_> = [one, other].iter().filter_map(|s| market[s.index()]).collect();
            cx.emit(|_| told(seat, "mixes", tiles.into_iter().map(Ref::Piece).collect()));
        }
        Act::Build => {
            cx.push(Step::T10, What::Module(ModFrame::TravellingCraftsmen(Scene::Building(seat))));
        }
        Act::Brick { piece } => {
            cx.push(Step::T20, What::Module(ModFrame::TravellingCraftsmen(Scene::Bricks(seat, piece))));
        }
        Act::Chisel { give, take } => {
            cx.give_up(seat, Cards::one(give));
            if let Some(place) = cx.g.core.display.iter().position(|card| *card == take) {
                cx.g.core.display[place] = give;
                cx.receive(seat, Cards::one(take));
            }
            cx.emit(|_| told(seat, "chisels", vec![Ref::Card(give), Ref::Card(take)]));
        }
        _ => {}
    }
}

pub(super) fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
    match act {
        Act::Forge | Act::Gild | Act::Build | Act::Redesign | Act::Keep | Act::Leave => Described::default(),
        Act::Mosaic { piece } | Act::Lift { piece } | Act::Brick { piece } => [Ref::Piece(piece)].into(),
        Act::Mix { one, other } => {
            let on = |space: Below<4>| g.core.pieces.market.get(space.index()).copied().flatten();
            [on(one), on(other)].into_iter().flatten().map(Ref::Piece).collect()
        }
        Act::To { at, turn } => [Ref::Cell(g.at(seat, at)), Ref::Turn(turn.get())].into(),
        Act::Over { out, turn } => [Ref::Piece(out), Ref::Turn(turn.get())].into(),
        Act::Chisel { give, take } => [Ref::Card(give), Ref::Card(take)].into(),
        Act::HandOn { craftsman } => [craftsman.at()].into(),
    }
}
