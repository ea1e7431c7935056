//! What players decide: the set of money they begin with, which ability they use, and what it does.

use super::abilities::{self, Ability};
use super::guards::{self, Post};
use super::{FROM_PREVIEW, LANDS, PLAZAS, board, deal, told};
use crate::core::agenda::What;
use crate::core::below::Below;
use crate::core::building::Building;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::{Side, Walls};
use crate::core::payment::Context;
use crate::core::purchase::{self, Exactness};
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::Step;
use crate::core::{paying, turn};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Stepped, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::{Action, Blamed, GameState};
use serde::{Deserialize, Serialize};

/// What a player does. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Chooses a set of money (D-RP0).
    Set {
        /// Which of those that are left.
        set: Below<6>,
    },
    /// Uses an ability.
    Use {
        /// Which.
        ability: Ability,
    },
    /// Does without an ability that could be used on this purchase.
    Leave,
    /// Buys a building of the preview (GA2).
    Preview {
        /// The land.
        piece: PieceId,
    },
    /// Gives up a guard.
    Give {
        /// Where it stands.
        post: Post,
    },
    /// Discards a card.
    Discard {
        /// Which.
        card: CardKind,
    },
    /// Exchanges two buildings (GA1).
    Trade {
        /// The land that was bought.
        mine: PieceId,
        /// The land on the yard.
        theirs: PieceId,
    },
    /// Puts a wall piece on a tile (GA3).
    Wall {
        /// The tile.
        piece: PieceId,
        /// The side.
        side: Side,
    },
    /// Takes a card of the display (GA5).
    Take {
        /// The card.
        card: CardKind,
    },
    /// Picks up a guard (GA8).
    Pick {
        /// Where it stands.
        post: Post,
    },
    /// Posts that guard elsewhere (GA8).
    Post {
        /// Where.
        post: Post,
    },
    /// Takes a half-building (GA9).
    Half {
        /// Its type.
        building: Building,
    },
}

/// A procedure of this edition. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// U07: the sets of money are chosen, from the last player to the first.
    Draft,
    /// P4: whether an ability is used on the purchase that was just paid.
    Asked(Ability),
    /// An ability at work.
    Using(Using),
}

/// An ability at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Using {
    ability: Ability,
    /// Guards still to be given up.
    guards: u8,
    /// The land, the tile or the guard it is about, once it is known.
    piece: Option<PieceId>,
    theirs: Option<PieceId>,
    post: Option<Post>,
    /// Whether it has had its effect.
    done: bool,
}

fn frame(g: &GameState) -> Option<Frame> {
    match g.agenda.frames.last()?.what {
        What::Module(ModFrame::RedPalace(frame)) => Some(frame),
        _ => None,
    }
}

/// The building of the preview that is being bought.
pub(super) fn previewed(g: &GameState) -> Option<PieceId> {
    g.agenda.frames.iter().rev().find_map(|frame| match frame.what {
        What::Module(ModFrame::RedPalace(Frame::Using(using))) if using.ability == Ability::Preview => {
            using.piece
        }
        _ => None,
    })
}

/// T10, T11, T15: the abilities that can be used.
pub(super) fn offered(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
    if seat != g.core.turn.seat {
        return;
    }
    let act = |act: Act| Action::Module(ModAction::RedPalace(act));
    match window {
        Window::Free | Window::BeforePlacing => {
            let first = out.len();
            let usable = Ability::all_open(g, seat).filter(|ability| ability.hand_allows(g, seat).is_ok());
            out.extend(usable.map(|ability| act(Act::Use { ability })));
            out[first..].sort_unstable();
        }
        Window::MainAction if Ability::Preview.open(g, seat).is_ok() && turn::rules(g, seat).may_buy => {
            let first = out.len();
            out.extend(abilities::previews(g, seat).map(|piece| act(Act::Preview { piece })));
            out[first..].sort_unstable();
        }
        _ => {}
    }
}

/// What an act that is refused was about.
pub(super) fn names(act: Act) -> Option<Blamed> {
    match act {
        Act::Preview { piece } => Some(piece.into()),
        Act::Trade { mine, .. } => Some(mine.into()),
        Act::Wall { piece, .. } => Some(piece.into()),
        Act::Discard { card } | Act::Take { card } => Some(card.into()),
        Act::Half { building } => Some(building.into()),
        Act::Set { .. } | Act::Use { .. } | Act::Leave => None,
        Act::Give { .. } | Act::Pick { .. } | Act::Post { .. } => None,
    }
}

/// Why an act is refused.
pub(super) fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), &'static str> {
    if let Some(frame) = frame(g) {
        let mut answers = Vec::new();
        self::answers(g, seat, frame, &mut answers);
        return if answers.contains(&act) { Ok(()) } else { Err("not_asked_for_that") };
    }
    let turn =
        g.agenda.frames.last().filter(|frame| matches!(frame.what, What::Turn)).map(|frame| frame.step);
    let before_placing = turn == Some(Step::T15);
    if !(before_placing || turn == Some(Step::T11)) || seat != g.core.turn.seat {
        return Err("only_in_the_own_turn");
    }
    match act {
        Act::Use { ability } if ability.at_any_time() => ability.able(g, seat),
        Act::Use { .. } => Err("belongs_to_a_purchase"),
        Act::Preview { .. } if before_placing => Err("preview_is_an_action"),
        Act::Preview { piece } => {
            Ability::Preview.open(g, seat)?;
            if !turn::rules(g, seat).may_buy {
                return Err("nothing_may_be_bought");
            }
            if !g.mods.red_palace.preview.contains(&Some(piece)) {
                return Err("not_on_the_preview");
            }
            match abilities::spare_cards(g, seat, piece).next() {
                Some(_) => Ok(()),
                None => Err("rest_must_pay_exactly"),
            }
        }
        _ => Err("first_an_ability"),
    }
}

/// What can be answered in a procedure of this edition, ascending.
pub(super) fn answers(g: &GameState, seat: Seat, frame: Frame, out: &mut Vec<Act>) {
    match frame {
        Frame::Draft => {
            let sets = Below::all().take(g.mods.red_palace.sets.len());
            out.extend(sets.map(|set| Act::Set { set }));
        }
        Frame::Asked(ability) => out.extend([Act::Use { ability }, Act::Leave]),
        Frame::Using(using) if using.guards > 0 => {
            out.extend(guards::of(g, seat).map(|post| Act::Give { post }));
        }
        Frame::Using(using) => match (using.ability, using.piece, using.theirs, using.post) {
            // Everything else comes in order by itself; the yard and the display lie as they lie.
            (Ability::Trade, None, ..) => {
                out.extend(abilities::trades(g, seat).map(|(mine, theirs)| Act::Trade { mine, theirs }));
                out.sort_unstable();
            }
            (Ability::Trade, _, Some(theirs), _) => {
                out.extend(abilities::trade_cards(g, seat, theirs).map(|card| Act::Discard { card }));
            }
            (Ability::Preview, Some(piece), ..) => {
                out.extend(abilities::spare_cards(g, seat, piece).map(|card| Act::Discard { card }));
            }
            (Ability::Wall, ..) => {
                out.extend(abilities::edges(g, seat).map(|(piece, side)| Act::Wall { piece, side }));
            }
            (Ability::Cash, ..) => {
                out.extend(g.display().iter().map(|card| Act::Take { card: *card }));
                out.sort_unstable();
                out.dedup();
            }
            (Ability::Relocate, _, _, None) => {
                out.extend(guards::of(g, seat).map(|post| Act::Pick { post }));
            }
            (Ability::Relocate, _, _, Some(_)) => {
                out.extend(guards::free_posts(g, seat).map(|post| Act::Post { post }));
            }
            (Ability::Half, ..) => {
                out.extend(abilities::halves(g).map(|building| Act::Half { building }));
            }
            _ => {}
        },
    }
}

/// Runs a procedure of this edition.
pub(super) fn step(cx: &mut Cx<'_, '_>, frame: Frame) -> Stepped {
    let active = cx.g.core.turn.seat;
    match frame {
        Frame::Draft => draft(cx),
        // The guard may have been given up for the ability that was asked first (AMB-RP-4).
        Frame::Asked(ability) if ability.open(cx.g, active).is_err() => Stepped::Done,
        Frame::Asked(_) => Stepped::Ask(SeatSet::one(active)),
        Frame::Using(using) if using.guards > 0 => Stepped::Ask(SeatSet::one(active)),
        Frame::Using(using) => match using.ability {
            _ if using.done => {
                finish(cx, using);
                Stepped::Done
            }
            Ability::Exact => {
                count_as_exact(cx);
                Stepped::Done
            }
            Ability::Redraw => {
                edit(cx, |using| using.done = true);
                redraw(cx);
                Stepped::Again
            }
            Ability::Plaza => {
                take_plaza(cx, active);
                Stepped::Done
            }
            _ => Stepped::Ask(SeatSet::one(active)),
        },
    }
}

/// The last player chooses first, and who begins gets what is left.
fn draft(cx: &mut Cx<'_, '_>) -> Stepped {
    let left = cx.g.mods.red_palace.sets.len();
    let chooses = cx.g.core.rules.seats_from(cx.g.core.turn.seat).take(left).last();
    match chooses {
        None => Stepped::Done,
        Some(seat) if left == 1 => {
            take_set(cx, seat, 0);
            Stepped::Done
        }
        Some(seat) => Stepped::Ask(SeatSet::one(seat)),
    }
}

fn take_set(cx: &mut Cx<'_, '_>, seat: Seat, set: usize) {
    let sets = &mut cx.g.mods.red_palace.sets;
    if set < sets.len() {
        let cards = sets.remove(set);
        cx.receive(seat, cards);
        cx.emit(|_| Happened::StartMoney { seat, cards });
    }
}

/// P4: what can be used on a purchase is asked as soon as it is paid: before anything that depends on the type (ruling
/// 42), and before whatever looks at how it was paid, be it a reward or a scout (AMB-RP-12). Another building is drawn
/// for the yard only, whoever pays for it (AMB-RP-21).
pub(super) fn paid(cx: &mut Cx<'_, '_>) {
    let What::Buy(deal) = cx.top().what else { return };
    let g = &*cx.g;
    let from_yard = deal.context == Context::Tile && g.core.pieces.space_of(deal.piece).is_some();
    let from_player = deal.context == Context::PlayersTile;
    if !(from_yard || from_player) || deal.seat != g.core.turn.seat {
        return;
    }
    let ask = |cx: &mut Cx<'_, '_>, ability| {
        cx.push(Step::P4, What::Module(ModFrame::RedPalace(Frame::Asked(ability))));
    };
    let typed =
        from_yard && LANDS.contains(deal.piece) && g.core.pieces.building[deal.piece.index()].is_some();
    if typed && Ability::Redraw.open(g, deal.seat).is_ok() {
        ask(cx, Ability::Redraw);
    }
    if !deal.exact && deal.extra_action {
        let looked_at = [Step::P5, Step::P8].into_iter().any(|step| cx.g.core.rules.listens.has(step));
        cx.g.mods.red_palace.over += 1;
        if looked_at {
            // What follows from the payment comes next; after that it can no longer be made exact.
            if Ability::Exact.open(cx.g, deal.seat).is_ok() {
                ask(cx, Ability::Exact);
            } else {
                cx.g.mods.red_palace.over -= 1;
            }
        }
    }
}

/// Carries out an act, which has been checked.
pub(super) fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
    // Told as things were before; nobody listens in simulations.
    let refs = if cx.io.log.is_some() { describe(cx.g, seat, act).refs } else { Vec::new() };
    let used = |cx: &mut Cx<'_, '_>, ability: Ability, piece: Option<PieceId>| {
        cx.g.mods.red_palace.used |= ability.bit();
        let guards = guards::pay(cx, seat, ability.guards());
        let using = Using { ability, guards, piece, theirs: None, post: None, done: false };
        What::Module(ModFrame::RedPalace(Frame::Using(using)))
    };
    match act {
        Act::Set { set } => return take_set(cx, seat, set.index()),
        Act::Use { ability } => {
            let asked = matches!(frame(cx.g), Some(Frame::Asked(_)));
            let what = used(cx, ability, None);
            if asked {
                cx.top().what = what;
            } else {
                cx.push(Step::T10, what);
            }
        }
        Act::Leave => {
            if frame(cx.g) == Some(Frame::Asked(Ability::Exact)) {
                cx.g.mods.red_palace.over -= 1;
            }
            cx.g.agenda.frames.pop();
            return;
        }
        Act::Preview { piece } => {
            turn::count_action(cx.g);
            let what = used(cx, Ability::Preview, Some(piece));
            cx.push(Step::T11, what);
        }
        Act::Give { post } => {
            guards::give_up(cx, post);
            edit(cx, |using| using.guards -= 1);
        }
        Act::Discard { card } => {
            paying::discard(cx, seat, Cards::one(card));
            edit(cx, |using| using.done = true);
            match frame(cx.g) {
                Some(Frame::Using(using)) if using.ability == Ability::Preview => {
                    buy_preview(cx, seat, using)
                }
                Some(Frame::Using(using)) => swap_buildings(cx, using),
                _ => {}
            }
        }
        Act::Trade { mine, theirs } => {
            edit(cx, |using| (using.piece, using.theirs) = (Some(mine), Some(theirs)));
        }
        Act::Wall { piece, side } => {
            let wooden = &mut cx.g.core.shared.wooden[piece.index()];
            *wooden = wooden.with(0, Walls::NONE.with(side));
            cx.g.mods.red_palace.walls -= 1;
            edit(cx, |using| using.done = true);
        }
        Act::Take { card } => {
            let display = &mut cx.g.core.display;
            if let Some(place) = display.iter().position(|shown| *shown == card) {
                display.remove(place);
                cx.receive(seat, Cards::one(card));
            }
            edit(cx, |using| using.done = true);
        }
        Act::Pick { post } => edit(cx, |using| using.post = Some(post)),
        Act::Post { post } => {
            if let Some(Frame::Using(Using { post: Some(from), .. })) = frame(cx.g) {
                guards::relocate(cx, from, post);
            }
            edit(cx, |using| using.done = true);
        }
        Act::Half { building } => {
            cx.g.mods.red_palace.half[building.index()] = Some(seat);
            edit(cx, |using| using.done = true);
        }
    }
    if let Some(key) = heard_as(act) {
        cx.emit(|_| told(Some(seat), key, refs));
    }
}

/// The key under which everybody hears of an act; none for what is told already, or is nothing to tell.
fn heard_as(act: Act) -> Option<&'static str> {
    let key = match act {
        Act::Use { .. } => "uses",
        Act::Preview { .. } => "previews",
        Act::Give { .. } => "gives",
        Act::Discard { .. } => "discards",
        Act::Trade { .. } => "trades",
        Act::Wall { .. } => "walls",
        Act::Take { .. } => "takes",
        Act::Pick { .. } => "picks",
        Act::Post { .. } => "posts",
        Act::Half { .. } => "halves",
        Act::Set { .. } | Act::Leave => return None,
    };
    Some(key)
}

/// Changes the ability at work.
fn edit(cx: &mut Cx<'_, '_>, change: impl FnOnce(&mut Using)) {
    if let What::Module(ModFrame::RedPalace(Frame::Using(using))) = &mut cx.top().what {
        change(using);
    }
}

/// GA2: the purchase itself, in any one currency and exactly.
fn buy_preview(cx: &mut Cx<'_, '_>, seat: Seat, using: Using) {
    let offered = using.piece.and_then(|piece| abilities::preview_offer(cx.g, seat, piece));
    if let Some(offered) = offered {
        debug_assert_eq!(offered.context, FROM_PREVIEW);
        purchase::begin_unpaid(cx, seat, &offered, Exactness::ExtraAction);
    }
}

/// What is left to do when an ability has had its effect: a building that was bought leaves the preview.
fn finish(cx: &mut Cx<'_, '_>, using: Using) {
    if using.ability == Ability::Preview {
        let gone = using.piece;
        for slot in cx.g.mods.red_palace.preview.iter_mut().filter(|slot| **slot == gone) {
            *slot = None;
        }
    }
}

/// GA1: the buildings change places, the lands stay.
fn swap_buildings(cx: &mut Cx<'_, '_>, using: Using) {
    if let (Some(mine), Some(theirs)) = (using.piece, using.theirs) {
        cx.g.core.pieces.building.0.swap(mine.index(), theirs.index());
        cx.rebuilt(mine, Some(theirs));
    }
}

/// GA4: as if it had been paid exactly. Where something that follows from the payment waits, the purchase itself becomes
/// exact.
fn count_as_exact(cx: &mut Cx<'_, '_>) {
    cx.g.mods.red_palace.over -= 1;
    // Whether another building is drawn may be waiting between the two.
    let paid = cx.g.agenda.frames.iter_mut().rev().find_map(|frame| match &mut frame.what {
        What::Buy(deal) => Some(deal),
        _ => None,
    });
    match paid {
        Some(deal) => (deal.exact, deal.paid) = (true, u16::from(deal.price)),
        None => cx.g.core.turn.actions_left += 1,
    }
}

/// GA6: another building first, then the old one goes back; the new one is binding.
fn redraw(cx: &mut Cx<'_, '_>) {
    let Some(deal) = deal(cx.g) else { return };
    board::draw_building(cx, deal.piece);
    cx.emit(|g| {
        let building = g.core.pieces.building[deal.piece.index()];
        let refs = building.map(Ref::Building).into_iter().collect();
        told(Some(deal.seat), "redrawn", refs)
    });
    cx.rebuilt(deal.piece, None);
}

/// GA7: a plaza waits to be placed like a building.
fn take_plaza(cx: &mut Cx<'_, '_>, seat: Seat) {
    let pieces = &mut cx.g.core.pieces;
    if let Some(plaza) = pieces.aside.and(PLAZAS).first() {
        pieces.aside.remove(plaza);
        pieces.bought[seat.index()].insert(plaza);
    }
}

pub(super) fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
    let at = |post: Post| {
        if g.core.pieces.palace[seat.index()].contains(post.piece) {
            let (cell, side) = guards::section(g, post);
            [Ref::Cell(g.at(seat, cell)), Ref::Side(side), Ref::Piece(post.piece)].into()
        } else {
            [Ref::Piece(post.piece), Ref::Side(post.side)].into()
        }
    };
    match act {
        Act::Set { set } => {
            let cards = g.mods.red_palace.sets.get(set.index()).copied().unwrap_or_default();
            [Ref::Cards(cards)].into()
        }
        Act::Use { ability } => [Ref::Word(ModuleId::RedPalace, ability.word())].into(),
        Act::Leave => Described::default(),
        Act::Preview { piece } => named(g, piece).into(),
        Act::Give { post } | Act::Pick { post } | Act::Post { post } => at(post),
        Act::Discard { card } | Act::Take { card } => [Ref::Card(card)].into(),
        Act::Trade { mine, theirs } => [named(g, mine), named(g, theirs)].concat().into(),
        Act::Wall { piece, side } => [Ref::Piece(piece), Ref::Side(side)].into(),
        Act::Half { building } => [Ref::Building(building)].into(),
    }
}

fn named(g: &GameState, piece: PieceId) -> Vec<Ref> {
    let building = g.core.pieces.building[piece.index()].map(Ref::Building);
    std::iter::once(Ref::Piece(piece)).chain(building).collect()
}
