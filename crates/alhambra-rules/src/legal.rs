//! What may be done: the list of canonical actions, and the check that accepts every legal one.

use crate::core::agenda::{Frame, Leaving, What};
use crate::core::below::Quarters;
use crate::core::building::Currency;
use crate::core::catalogue::{CardKind, PieceId, PieceSet};
use crate::core::coins::Coins;
use crate::core::palace::{Listed, Register, Sight, Spots, Survey};
use crate::core::payment::Context;
use crate::core::pieces::MAX_SPACES;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::core::terms::Terms;
use crate::core::{ending, paying, placing, purchase, turn};
use crate::module::Window;
use crate::shorten::{MOST, shorten};
use crate::{Action, GameState, Illegal, registry};

/// What is asked, in words for refusals.
fn asked(frame: &Frame) -> &'static str {
    match frame.what {
        What::Turn if frame.step == Step::T64 => "confirm_turn",
        What::Turn if frame.step == Step::T15 => "before_placing",
        What::Leftovers { .. } => "leftover",
        What::Turn => "main_action",
        What::Placing { .. } => "place_tile",
        What::Window { .. } => "special_move",
        What::Buy(_) | What::Pay(_) => "payment",
        What::Redesign { .. } => "redesign",
        _ => "module",
    }
}

/// Appends the canonical actions of `seat`, in ascending order and not too many. Nothing if `seat` is not asked.
#[inline]
pub(crate) fn list(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    everything(g, seat, out);
    if out.len() > MOST {
        shorten(g, seat, out);
    }
}

/// Every canonical action, however many there are.
pub(crate) fn everything(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    let Some(frame) = g.agenda.frames.last() else { return };
    if !g.agenda.asking.contains(seat) {
        return;
    }
    match frame.what {
        What::Turn if frame.step == Step::T64 => out.push(Action::EndTurn),
        What::Turn if frame.step == Step::T15 => {
            modules(g, seat, Window::BeforePlacing, out);
            out.push(Action::Pass);
        }
        What::Turn => {
            main_actions(g, seat, out);
            if turn::may_decline(g) {
                out.push(Action::Decline);
            }
            let own = out.len();
            modules(g, seat, Window::TakeMoney, out);
            modules(g, seat, Window::MainAction, out);
            modules(g, seat, Window::Free, out);
            targets(g, seat, out);
            // Three windows, each in the order of the modules.
            out[own..].sort_unstable();
        }
        What::Placing { seat, gifts } => {
            placings(g, seat, gifts, out);
            modules(g, seat, Window::Placing, out);
        }
        What::Module(own) => registry::legal(g, seat, own, out),
        What::Leftovers { space, .. } => {
            let tiles = ending::tiles_on(g, space);
            out.extend(tiles.iter().map(|piece| Action::TakeTile { piece }));
        }
        What::Buy(_) | What::Pay(_) => paying::list(g, frame, out),
        What::Redesign { moves, .. } => {
            redesigns(g, seat, moves, out);
            out.push(Action::Decline);
            out.sort_unstable();
        }
        What::Window { .. } => {
            modules(g, seat, Window::BetweenTurns, out);
            out.push(Action::Pass);
        }
        _ => {}
    }
}

/// Appends only what modules add to the main phase: their actions, and tiles bought on terms.
pub(crate) fn module_actions(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    if in_main_phase(g) {
        modules(g, seat, Window::TakeMoney, out);
        modules(g, seat, Window::MainAction, out);
        modules(g, seat, Window::Free, out);
        targets(g, seat, out);
    }
}

/// Appends what one module adds to the main phase: the first that adds anything, from the `from`-th on and around.
pub(crate) fn actions_of_one(g: &GameState, seat: Seat, from: u32, out: &mut Vec<Action>) {
    if !in_main_phase(g) {
        return;
    }
    // A turn for money only leaves what takes money and what is free beside the action.
    let windows = [Window::TakeMoney, Window::Free, Window::MainAction];
    let windows = if turn::rules(g, seat).only_money { &windows[..2] } else { &windows };
    registry::actions_of_one(g, seat, windows, from, out);
}

fn in_main_phase(g: &GameState) -> bool {
    matches!(g.agenda.frames.last(), Some(Frame { what: What::Turn, step: Step::T11, .. }))
}

fn targets(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    if purchase::split(g) && turn::rules(g, seat).may_buy {
        purchase::targets(g, seat, Context::Tile, |offered| out.push(target(offered)));
    }
}

fn target(offered: &purchase::Offered) -> Action {
    Action::Target { piece: offered.piece, variant: offered.terms.iter().next() }
}

/// A tile bought on terms that `seat` could pay: the first one from the `from`-th on offer on and around.
pub(crate) fn some_target(g: &GameState, seat: Seat, from: u32) -> Option<Action> {
    if !in_main_phase(g) || !purchase::split(g) || !turn::rules(g, seat).may_buy {
        return None;
    }
    purchase::some_target(g, seat, Context::Tile, from).map(|offered| target(&offered))
}

fn modules(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
    if window == Window::MainAction && turn::rules(g, seat).only_money {
        return;
    }
    if g.core.rules.listens.has(window.step()) {
        registry::actions(g, seat, window, out);
    }
}

fn main_actions(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    let rules = turn::rules(g, seat);
    takes(&g.core.display, rules.take_limit, out);
    if rules.may_buy && !purchase::split(g) {
        purchases(g, seat, out);
    }
    if rules.may_redesign {
        redesigns(g, seat, false, out);
    }
}

/// What a card counts when several are taken together: a card without value is taken alone.
fn taken_value(card: CardKind, limit: u8) -> u8 {
    match card.value() {
        0 => limit + 1,
        value => value,
    }
}

/// Single cards of any value, and several worth no more than the limit. Of equal cards the first is named.
fn takes(display: &[CardKind], limit: u8, out: &mut Vec<Action>) {
    let Some(mut left) = bundles(display, limit) else { return many_takes(display, limit, out) };
    while left != 0 {
        out.push(Action::Take(left.trailing_zeros() as u16));
        left &= left - 1;
    }
}

/// The sets of cards that may be taken, bit s standing for set s; `None` for a display of more than four cards.
///
/// The values of all sixteen sets are added up side by side, a byte each, in two words.
#[inline]
fn bundles(display: &[CardKind], limit: u8) -> Option<u16> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    /// The sets among eight that have the first, the second, the third card.
    const WITH: [u64; 3] = [0x0100_0100_0100_0100, 0x0101_0000_0101_0000, 0x0101_0101_0000_0000];
    /// The same among sixteen, a bit each.
    const HAVING: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
    const SINGLE: u16 = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8;
    let n = display.len();
    if n > 4 || limit > 30 {
        return None;
    }
    // Four different cards that do not exist, where there are fewer.
    let mut cards = [252, 253, 254, 255];
    let mut values = [0; 4];
    for (i, card) in display.iter().enumerate() {
        cards[i & 3] = card.number();
        values[i & 3] = u64::from(taken_value(*card, limit).min(limit + 1));
    }
    let low = values[0] * WITH[0] + values[1] * WITH[1] + values[2] * WITH[2];
    let high = low + values[3] * EACH;
    // The top bit of a byte stays where its sum is within the limit; sums stay below 128.
    let within = |sums: u64| {
        let tops = (EACH * (128 + u64::from(limit)) - sums) & EACH << 7;
        ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
    };
    let mut sets = within(low) | within(high) << 8 | SINGLE;
    for (i, j) in [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)] {
        if cards[i] == cards[j] {
            sets &= !HAVING[i] | HAVING[j];
        }
    }
    Some(sets & !1 & ((1u32 << (1 << n)) - 1) as u16)
}

/// The same for any display.
#[cold]
fn many_takes(display: &[CardKind], limit: u8, out: &mut Vec<Action>) {
    let mut twins = [0u16; 12];
    let values: [u8; 12] =
        std::array::from_fn(|i| display.get(i).map_or(0, |card| taken_value(*card, limit)));
    for (i, card) in display.iter().enumerate() {
        for (j, other) in display[..i].iter().enumerate() {
            twins[i] |= u16::from(card == other) << j;
        }
    }
    // The sets with top card `top` are those of the cards before it with `top` added: ascending by themselves.
    let first = out.len();
    for top in 0..display.len() {
        let before = out.len();
        if twins[top] == 0 {
            out.push(Action::Take(1 << top));
        }
        if values[top] >= limit {
            continue;
        }
        for i in first..before {
            let Action::Take(set) = out[i] else { continue };
            let worth: u8 = (0..top).filter(|j| set >> j & 1 != 0).map(|j| values[j]).sum();
            if twins[top] & !set == 0 && worth + values[top] <= limit {
                out.push(Action::Take(set | 1 << top));
            }
        }
    }
}

fn purchases(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    let hand = g.core.hands[seat.index()];
    if g.core.rules.listens.has(Step::P3) {
        purchase::offers(g, seat, |offered| {
            let piece = offered.piece;
            offered.pay.minimal(hand, |payment| out.push(Action::Buy { piece, payment }));
        });
        return;
    }
    // Nobody has a say in prices and payments: what is printed, in the money of the space.
    let mut within_reach = [(PieceId::default(), Currency::Denar); MAX_SPACES];
    let mut n = 0;
    for (piece, &currency) in g.core.pieces.market.iter().zip(turn::edition(g).market) {
        if let Some(piece) = *piece
            && hand.total_of(currency) >= u16::from(g.core.facts(piece).price)
        {
            let mut at = n;
            while at > 0 && within_reach[at - 1].0 > piece {
                within_reach[at] = within_reach[at - 1];
                at -= 1;
            }
            within_reach[at] = (piece, currency);
            n += 1;
        }
    }
    for &(piece, currency) in &within_reach[..n] {
        let price = u16::from(g.core.facts(piece).price);
        Coins::of(hand, currency)
            .minimal(price, false, &mut |payment| out.push(Action::Buy { piece, payment }));
    }
}

/// Every redesign; `moves` adds tiles moved inside the palace, which come last.
pub(crate) fn redesigns(g: &GameState, seat: Seat, moves: bool, out: &mut Vec<Action>) {
    match placing::survey(g, seat) {
        Some(Survey::Small(look)) => surveyed_redesigns(g, seat, &look, out),
        Some(Survey::Large(look)) => surveyed_redesigns(g, seat, &look, out),
        None => {
            let reserve = g.core.pieces.reserve[seat.index()];
            let mut looks = placing::Looks::new(g, seat);
            for piece in reserve.iter() {
                in_turns(g, seat, piece, out, |turn, out| {
                    let cells = looks.cells(piece, turn);
                    out.extend(cells.iter().map(|at| Action::Add { piece, at, turn }));
                });
            }
            out.extend(placing::removable(g, seat).iter().map(|piece| Action::Remove { piece }));
            for piece in reserve.iter() {
                in_turns(g, seat, piece, out, |turn, out| {
                    let tiles = looks.replaceable(piece, turn);
                    out.extend(tiles.iter().map(|out| Action::Swap { piece, out, turn }));
                });
            }
        }
    }
    if moves {
        let first = out.len();
        for piece in placing::may_leave(g, seat, Leaving::Moved).iter() {
            for turn in placing::move_turns(g, seat, piece) {
                let cells = placing::moves(g, seat, piece, turn);
                out.extend(cells.iter().map(|at| Action::Move { piece, at, turn }));
            }
        }
        out[first..].sort_unstable();
    }
}

/// Lists the actions with one piece, ascending: only where it lies in several turns they have to be put in order.
fn in_turns(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    out: &mut Vec<Action>,
    mut list: impl FnMut(Quarters, &mut Vec<Action>),
) {
    let (first, mut turns) = (out.len(), 0);
    for turn in placing::turns(g, seat, piece) {
        list(turn, out);
        turns += 1;
    }
    if turns > 1 {
        out[first..].sort_unstable();
    }
}

#[inline]
fn surveyed_redesigns<P: Register>(g: &GameState, seat: Seat, look: &Sight<P>, out: &mut Vec<Action>) {
    let reserve = g.core.pieces.reserve[seat.index()];
    reserve.each(|piece| {
        let cells = look.legal_cells(placing::walls(g, piece, Quarters::ZERO));
        cells.each(|at| out.push(Action::Add { piece, at, turn: Quarters::ZERO }));
    });
    // A palace is looked over in one go only where nobody has a say in what leaves it (O1).
    let tiles = placing::may_leave(g, seat, Leaving::Reserve);
    // Few cells come out of a look and many tiles stand in a palace: from the cells to their tiles.
    let mut standing = [PieceId::default(); 128];
    tiles.each(|piece| standing[look.bit(g.core.pieces.standing[piece.index()].cell)] = piece);
    let on = |cells: Listed<P>| {
        let mut set = PieceSet::EMPTY;
        cells.each_bit(|bit| {
            set.insert(standing[bit & 127]);
        });
        set.and(tiles)
    };
    on(look.removable()).each(|piece| out.push(Action::Remove { piece }));
    reserve.each(|piece| {
        let olds = on(look.swappable(placing::walls(g, piece, Quarters::ZERO)));
        olds.each(|old| out.push(Action::Swap { piece, out: old, turn: Quarters::ZERO }));
    });
}

/// Where `piece` may be laid, upright: quicker than [`placing::cells`] for palaces of ordinary size.
#[inline]
pub(crate) fn spots(g: &GameState, seat: Seat, piece: PieceId) -> Spots {
    match placing::survey_for(g, seat, piece) {
        Some(survey) => survey.spots(placing::walls(g, piece, Quarters::ZERO)),
        None => placing::cells(g, seat, piece, Quarters::ZERO).into(),
    }
}

fn placings(g: &GameState, seat: Seat, gifts: bool, out: &mut Vec<Action>) {
    let bought = g.core.pieces.bought[seat.index()];
    for piece in bought.iter() {
        if g.core.rules.modules == 0 {
            spots(g, seat, piece).each(|at| out.push(Action::Place { piece, at, turn: Quarters::ZERO }));
            continue;
        }
        in_turns(g, seat, piece, out, |turn, out| {
            let cells = placing::cells(g, seat, piece, turn);
            out.extend(cells.iter().map(|at| Action::Place { piece, at, turn }));
        });
    }
    let kept = || bought.iter().filter(|piece| placing::kept(*piece));
    out.extend(kept().map(|piece| Action::Reserve { piece }));
    if gifts {
        let gifts = placing::may_give(g, seat);
        out.extend(kept().filter(|piece| gifts.contains(*piece)).map(|piece| Action::Gift { piece }));
    }
}

/// Whether `seat` could take an action in the main phase; what is free beside it does not count.
pub(crate) fn any_action(g: &GameState, seat: Seat) -> bool {
    let mut actions = Vec::new();
    main_actions(g, seat, &mut actions);
    modules(g, seat, Window::TakeMoney, &mut actions);
    modules(g, seat, Window::MainAction, &mut actions);
    let mut any = !actions.is_empty();
    if purchase::split(g) && turn::rules(g, seat).may_buy {
        purchase::targets(g, seat, Context::Tile, |_| any = true);
    }
    any
}

/// Whether `seat` may do `action` now.
pub(crate) fn check(g: &GameState, seat: Seat, action: &Action) -> Result<(), Illegal> {
    let Some(frame) = g.agenda.frames.last() else { return Err(Illegal::GameOver) };
    if !g.agenda.asking.contains(seat) {
        return Err(Illegal::NotYourDecision { deciding: g.agenda.asking });
    }
    let not_asked = Err(Illegal::NotAskedFor { asked: asked(frame) });
    match (frame.what, *action) {
        (What::Module(own), action) => registry::check(g, seat, own, &action),
        (What::Buy(_) | What::Pay(_), action) => paying::check(g, frame, action).unwrap_or(not_asked),
        (What::Redesign { .. }, Action::Decline) => Ok(()),
        (What::Redesign { moves: false, .. }, Action::Move { .. }) => not_asked,
        (
            What::Redesign { .. },
            Action::Add { .. } | Action::Remove { .. } | Action::Swap { .. } | Action::Move { .. },
        ) => placing::check_redesign(g, seat, *action),
        (What::Window { .. }, Action::Pass) => Ok(()),
        (What::Window { .. }, Action::Module(own)) => {
            registry::check_action(g, seat, Window::BetweenTurns, own)
        }
        (What::Turn, Action::EndTurn) if frame.step == Step::T64 => Ok(()),
        (What::Turn, _) if frame.step == Step::T64 => not_asked,
        (What::Turn, Action::Pass) if frame.step == Step::T15 => Ok(()),
        (What::Turn, Action::Module(own)) if frame.step == Step::T15 => {
            registry::check_action(g, seat, Window::BeforePlacing, own)
        }
        (What::Turn, _) if frame.step == Step::T15 => not_asked,
        (What::Leftovers { space, .. }, Action::TakeTile { piece }) => {
            let there = ending::tiles_on(g, space).contains(piece);
            if there { Ok(()) } else { Err(Illegal::NotForSale { piece }) }
        }
        (What::Turn, action) => check_main(g, seat, action).unwrap_or(not_asked),
        (What::Placing { seat, gifts }, action) => check_placing(g, seat, gifts, action).unwrap_or(not_asked),
        _ => not_asked,
    }
}

/// `None`: not an action of the main phase.
fn check_main(g: &GameState, seat: Seat, action: Action) -> Option<Result<(), Illegal>> {
    Some(match action {
        Action::Take(set) => check_take(g, seat, set),
        Action::Buy { .. } | Action::Target { .. } if !turn::rules(g, seat).may_buy => {
            Err(Illegal::OnlyMoneyNow)
        }
        Action::Buy { piece, payment } => check_buy(g, seat, piece, payment),
        Action::Target { piece, variant } if purchase::split(g) => {
            purchase::check_target(g, seat, piece, Context::Tile, variant).map(|_| ())
        }
        Action::Add { .. } | Action::Remove { .. } | Action::Swap { .. }
            if !turn::rules(g, seat).may_redesign =>
        {
            Err(Illegal::OnlyMoneyNow)
        }
        Action::Add { .. } | Action::Remove { .. } | Action::Swap { .. } => {
            placing::check_redesign(g, seat, action)
        }
        Action::Decline if turn::may_decline(g) => Ok(()),
        Action::Decline => Err(Illegal::MustAct),
        Action::Module(own) => {
            let may = registry::check_action(g, seat, Window::MainAction, own);
            // A free effect is no action, and some take money: a turn for money only leaves both; listing tells.
            if may.is_ok() && turn::rules(g, seat).only_money && !left(g, seat, action) {
                return Some(Err(Illegal::OnlyMoneyNow));
            }
            may
        }
        _ => return None,
    })
}

/// Whether an action of a module is left in a turn for money only: it is free beside the main action, or takes money.
fn left(g: &GameState, seat: Seat, action: Action) -> bool {
    let mut left = Vec::new();
    modules(g, seat, Window::Free, &mut left);
    modules(g, seat, Window::TakeMoney, &mut left);
    left.contains(&action)
}

fn check_take(g: &GameState, seat: Seat, set: u16) -> Result<(), Illegal> {
    let display = &g.core.display;
    if set == 0 {
        return Err(Illegal::TakeNothing);
    }
    let places = || (0..16u8).filter(|i| set >> i & 1 != 0);
    if let Some(place) = places().find(|i| usize::from(*i) >= display.len()) {
        return Err(Illegal::NotOnDisplay { place });
    }
    if places().count() == 1 {
        return Ok(());
    }
    let cards = || places().map(|i| display[usize::from(i)]);
    if let Some(card) = cards().find(|card| card.value() == 0) {
        return Err(Illegal::TakenAlone { card });
    }
    let limit = turn::rules(g, seat).take_limit;
    let sum = cards().map(CardKind::value).sum();
    if sum > limit { Err(Illegal::TakeTooMuch { sum, limit }) } else { Ok(()) }
}

fn check_buy(g: &GameState, seat: Seat, piece: PieceId, payment: crate::Cards) -> Result<(), Illegal> {
    let offered = purchase::offer(g, seat, piece, Context::Tile, Terms::NONE);
    let offered = offered.ok_or(Illegal::NotForSale { piece })?;
    offered.pay.check(g.core.hands[seat.index()], payment).map(|_| ())
}

/// `None`: not a placing action.
fn check_placing(g: &GameState, seat: Seat, gifts: bool, action: Action) -> Option<Result<(), Illegal>> {
    let waiting = |piece| {
        if g.core.pieces.bought[seat.index()].contains(piece) {
            Ok(())
        } else {
            Err(Illegal::NotBought { piece })
        }
    };
    Some(match action {
        Action::Place { piece, at, turn } => {
            waiting(piece).and_then(|()| placing::check_lay(g, seat, piece, at, turn))
        }
        Action::Reserve { piece } | Action::Gift { piece } if !placing::kept(piece) => {
            waiting(piece).and(Err(Illegal::NotKept { piece }))
        }
        Action::Reserve { piece } => waiting(piece),
        Action::Gift { .. } if !g.core.rules.dirk() => Err(Illegal::NoDirk),
        Action::Gift { piece } => waiting(piece).and(match gifts {
            false => Err(Illegal::NotAGift),
            true if placing::may_give(g, seat).contains(piece) => Ok(()),
            true => Err(Illegal::NotToDirk { piece }),
        }),
        Action::Module(own) => registry::check_action(g, seat, Window::Placing, own),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bundles_are_the_sets_found_one_by_one(kinds in proptest::collection::vec(0u8..53, 0..=4), limit in 1u8..=12) {
            let display: Vec<CardKind> = kinds.into_iter().map(CardKind::from_number).collect();
            let (mut quick, mut plain) = (Vec::new(), Vec::new());
            takes(&display, limit, &mut quick);
            many_takes(&display, limit, &mut plain);
            prop_assert_eq!(quick, plain);
        }
    }
}
