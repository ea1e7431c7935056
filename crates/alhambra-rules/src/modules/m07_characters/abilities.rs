//! What the characters can do for their owners, in the order of a turn and a scoring.

use super::cast::{Character, Place, is_money, on_display, ready};
use super::{Act, Procedure, set, told};
use crate::GameState;
use crate::core::agenda::{Filling, Leaving, Outcome, What};
use crate::core::building::Building;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::paying;
use crate::core::payment::Context;
use crate::core::pieces::Space;
use crate::core::purchase::{self, Exactness, Offered};
use crate::core::score::ScoreSheet;
use crate::core::scoring;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::core::terms::{Terms, Variant};
use crate::core::turn::{self, TurnRules};
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::module::Stepped;
use crate::registry::ModFrame;

/// From this price on the Miser is pleased.
const DEAR: u8 = 10;

/// With the Trader, several cards may be taken together up to this sum.
const TRADERS_LIMIT: u8 = 7;

/// With more money cards in the hand than this the Beggar gets nothing.
const POOR: u32 = 2;

fn ask(cx: &mut Cx<'_, '_>, step: Step, procedure: Procedure) {
    cx.push(step, What::Module(ModFrame::Characters(procedure)));
}

// ---- T01: the Dancer ------------------------------------------------------------------------------------

/// Before the turn; useless without a tile to exchange or one to come instead.
pub(super) fn dancer(cx: &mut Cx<'_, '_>) {
    let seat = cx.g.core.turn.seat;
    let pieces = &cx.g.core.pieces;
    let useful = pieces.tower_len() > 0 && pieces.market.iter().any(Option::is_some);
    if useful && ready(cx.g, seat, Character::Dancer) {
        ask(cx, Step::T01, Procedure::Dancer { seat });
    }
}

/// The tile lies aside until another has come; only then does it go back, or it could come again at once.
pub(super) fn dance(cx: &mut Cx<'_, '_>, seat: Seat, space: Space) {
    let Some(old) = cx.g.core.pieces.market[usize::from(space.0)].take() else { return };
    cx.g.core.pieces.aside.insert(old);
    cx.g.mods.m07_characters.use_up(Character::Dancer);
    set(cx, Procedure::Dancing { seat, space, old });
    cx.emit(|_| told(Some(seat), "dances", vec![Ref::Piece(old), Character::Dancer.at()]));
    cx.push(Step::F1, What::Fill(Filling { space, once: true, ..Filling::default() }));
    // What lay on the tile goes back before anything is put on the new one.
    cx.leaves(seat, old, Leaving::Returned);
}

/// A-CH-7: somewhere in the tower. No order is stored there, so being in it is being anywhere in it. If no tile
/// has come, the old one lies down again.
pub(super) fn danced(cx: &mut Cx<'_, '_>, space: Space, old: PieceId) -> Stepped {
    let filled = cx.g.agenda.last == Outcome::Filled(true);
    let pieces = &mut cx.g.core.pieces;
    pieces.aside.remove(old);
    if filled {
        pieces.tower.insert(old);
        return Stepped::Done;
    }
    set(cx, Procedure::Over);
    cx.push(Step::F5, What::Fill(Filling { space, piece: Some(old), once: true, ..Filling::default() }));
    Stepped::Again
}

// ---- T04: the Beggar ------------------------------------------------------------------------------------

/// How many cards of each sort somebody holds is no secret, so asking gives nothing away.
pub(super) fn beggar(cx: &mut Cx<'_, '_>) {
    let seat = cx.g.core.turn.seat;
    let money = KindSet::MONEY.or(KindSet::DIAMONDS).or(KindSet::MASTER_BUILDERS);
    let poor = cx.g.core.hands[seat.index()].only(money).len() <= POOR;
    let deck = &cx.g.core.deck;
    let cards_left = !deck.is_empty() || !deck.discard.is_empty();
    if poor && cards_left && ready(cx.g, seat, Character::Beggar) {
        ask(cx, Step::T04, Procedure::Beggar { seat });
    }
}

pub(super) fn beg(cx: &mut Cx<'_, '_>, seat: Seat) {
    cx.g.mods.m07_characters.use_up(Character::Beggar);
    set(cx, Procedure::Over);
    cx.emit(|_| told(Some(seat), "begs", vec![Character::Beggar.at()]));
    cx.push(Step::Reveal, What::Draw { seat });
}

// ---- T10: the Moneychanger, and the Trader where only one hourglass is used -----------------------------

/// Whether a card might be changed, by what everybody can see.
pub(super) fn may_change(g: &GameState, seat: Seat) -> bool {
    // Coins lie open and are no cards.
    let hand = g.core.hands[seat.index()];
    ready(g, seat, Character::Moneychanger)
        && !on_display(g).is_empty()
        && hand.len() > hand.only(KindSet::COINS).len()
}

/// Cards to give and to take: of equal or lower value, of any currency; an equal card of the same kind as well.
pub(super) fn changes(g: &GameState, seat: Seat) -> Vec<(CardKind, CardKind)> {
    if !ready(g, seat, Character::Moneychanger) {
        return Vec::new();
    }
    let display = on_display(g);
    let held = g.core.hands[seat.index()].iter().map(|(card, _)| card).filter(|card| is_money(*card));
    let pairs = held.flat_map(|give| display.iter().map(move |take| (give, *take)));
    pairs.filter(|(give, take)| take.value() <= give.value()).collect()
}

/// Not the action of taking money, and nothing is paid: the card is discarded.
pub(super) fn change(cx: &mut Cx<'_, '_>, seat: Seat, give: CardKind, take: CardKind) {
    cx.g.mods.m07_characters.use_up(Character::Moneychanger);
    paying::discard(cx, seat, Cards::one(give));
    from_display(cx, seat, take);
    let refs = vec![Ref::Card(give), Ref::Card(take), Character::Moneychanger.at()];
    cx.emit(|_| told(Some(seat), "changes", refs));
}

fn from_display(cx: &mut Cx<'_, '_>, seat: Seat, card: CardKind) {
    let display = &mut cx.g.core.display;
    if let Some(place) = display.iter().position(|c| *c == card) {
        display.remove(place);
        cx.receive(seat, Cards::one(card));
    }
}

/// T12: a higher limit, not a second one beside that of others.
pub(super) fn trader(g: &GameState, seat: Seat, rules: &mut TurnRules) {
    let state = &g.mods.m07_characters;
    let at_work = !state.one_hourglass || state.is_used(Character::Trader);
    if state.owner(Character::Trader) == Some(seat) && g.core.turn.seat == seat && at_work {
        rules.take_limit = rules.take_limit.max(TRADERS_LIMIT);
    }
}

/// A-CH-1: where one hourglass a turn is all, its owner says beforehand that it is this one.
pub(super) fn may_call_trader(g: &GameState, seat: Seat) -> bool {
    g.mods.m07_characters.one_hourglass && ready(g, seat, Character::Trader)
}

// ---- P1: the Rich Patron --------------------------------------------------------------------------------

/// What he would pay for: tiles on and beside the market, with what raises their price, but neither half a price
/// nor another player, and not together with anything that lowers what is paid.
pub(super) fn presents(g: &GameState, seat: Seat) -> Vec<Offered> {
    let mut presents = Vec::new();
    let owner = g.mods.m07_characters.owner(Character::RichPatron);
    if owner != Some(seat) || g.core.turn.seat != seat || !turn::rules(g, seat).may_buy {
        return presents;
    }
    let mut plain = 0;
    purchase::on_offer(g, seat, Context::Tile, |offered| {
        let pay = &offered.pay;
        if offered.terms.is_none() {
            plain = pay.price;
        }
        let whole = pay.price >= plain && pay.credit() == 0 && pay.cover == 0 && !pay.never_exact;
        if whole && matches!(offered.context, Context::Tile | Context::SideTile) {
            presents.push(*offered);
        }
    });
    presents
}

/// The same for one tile in one way.
pub(super) fn present(g: &GameState, seat: Seat, piece: PieceId, variant: Variant) -> Option<Offered> {
    let terms = Terms::variant(variant);
    presents(g, seat).into_iter().find(|o| (o.piece, o.terms) == (piece, terms))
}

pub(super) fn accept(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, variant: Variant) {
    let Some(offered) = present(cx.g, seat, piece, variant) else { return };
    turn::count_action(cx.g);
    cx.g.mods.m07_characters.put(Character::RichPatron, Place::Gone);
    cx.emit(|_| told(Some(seat), "patron", vec![Character::RichPatron.at()]));
    purchase::begin_free(cx, seat, &offered, Exactness::ExtraAction);
}

// ---- P9: the Miser --------------------------------------------------------------------------------------

/// A-CH-5: the price that was asked, after all changes. Only in one's own turn, and not for a tile at a flat
/// price after it.
pub(super) fn miser(cx: &mut Cx<'_, '_>) {
    let What::Buy(deal) = cx.top().what else { return };
    use Context::{AnyOneTile, PlayersTile, SideTile, Site, Tile};
    let usual = matches!(deal.context, Tile | SideTile | PlayersTile | Site | AnyOneTile);
    let seat = deal.seat;
    if usual && deal.price >= DEAR && ready(cx.g, seat, Character::Miser) && !on_display(cx.g).is_empty() {
        ask(cx, Step::P9, Procedure::Miser { seat });
    }
}

pub(super) fn pocket(cx: &mut Cx<'_, '_>, seat: Seat, card: CardKind) {
    cx.g.mods.m07_characters.use_up(Character::Miser);
    set(cx, Procedure::Over);
    from_display(cx, seat, card);
    let refs = vec![Ref::Card(card), Character::Miser.at()];
    cx.emit(|_| told(Some(seat), "pockets", refs));
}

// ---- T30: the Master Builder ----------------------------------------------------------------------------

/// Not in a turn in which redesigning is barred (rules README, decision 8).
pub(super) fn master_builder(cx: &mut Cx<'_, '_>) {
    let seat = cx.g.core.turn.seat;
    if ready(cx.g, seat, Character::MasterBuilder) && turn::rules(cx.g, seat).may_redesign {
        ask(cx, Step::T30, Procedure::MasterBuilder { seat, asked: false });
    }
}

pub(super) fn build(cx: &mut Cx<'_, '_>, seat: Seat, asked: bool) -> Stepped {
    if !asked {
        set(cx, Procedure::MasterBuilder { seat, asked: true });
        cx.push(Step::T30, What::Redesign { seat, moves: false, decided: None });
        return Stepped::Again;
    }
    if cx.g.agenda.last == Outcome::Redesigned(true) {
        cx.g.mods.m07_characters.use_up(Character::MasterBuilder);
    }
    Stepped::Done
}

// ---- S01, S10, S41: scoring -----------------------------------------------------------------------------

pub(super) fn wise_man(cx: &mut Cx<'_, '_>) {
    if let Some(seat) = cx.g.mods.m07_characters.owner(Character::WiseMan) {
        ask(cx, Step::S01, Procedure::WiseMan { seat });
    }
}

pub(super) fn name(cx: &mut Cx<'_, '_>, seat: Seat, building: Building) {
    cx.g.mods.m07_characters.named = Some(building);
    set(cx, Procedure::Over);
    cx.emit(|_| told(Some(seat), "names", vec![Ref::Building(building), Character::WiseMan.at()]));
}

/// A third of all points for the length of walls, rounded down.
pub(super) fn city_watch(g: &GameState, sheet: &mut ScoreSheet) {
    let Some(seat) = g.mods.m07_characters.owner(Character::CityWatch) else { return };
    let walls = scoring::wall_points(g, seat, sheet.round());
    let points = (walls / 3) as i16;
    if points > 0 {
        sheet.add(seat, points, || Why {
            reason: "score.city_watch",
            args: vec![walls as i16],
            ..Why::default()
        });
    }
}

/// A-CH-2: in the last scoring, unless he was paid at once.
pub(super) fn entertainer(g: &GameState, sheet: &mut ScoreSheet) {
    let state = &g.mods.m07_characters;
    if let (3, Some(seat), false) =
        (sheet.round(), state.owner(Character::Entertainer), state.entertainer_at_once)
    {
        sheet.add(seat, super::auction::applause(), super::auction::applauded);
    }
}

/// The choices in a procedure of a single character, ascending.
pub(super) fn choices(g: &GameState, procedure: Procedure, out: &mut Vec<Act>) {
    match procedure {
        Procedure::Dancer { .. } => {
            out.push(Act::Pass);
            let spaces = g.core.pieces.market.iter().enumerate().filter(|(_, piece)| piece.is_some());
            out.extend(spaces.map(|(i, _)| Act::Dance { space: Space(i as u8) }));
        }
        Procedure::Beggar { .. } => out.extend([Act::Pass, Act::Beg]),
        Procedure::Miser { .. } => {
            out.push(Act::Pass);
            out.extend(on_display(g).into_iter().map(|card| Act::Pocket { card }));
        }
        Procedure::WiseMan { .. } => out.extend(Building::ALL.map(|building| Act::Name { building })),
        Procedure::Entertainer { .. } => {
            out.push(Act::Keep);
            if super::auction::surplus(g) {
                out.push(Act::Exchange);
            }
        }
        _ => {}
    }
}
