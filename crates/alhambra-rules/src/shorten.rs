//! No decision has more than [`MOST`] options (docs/adr/0006): somebody who hoards money and tiles has more ways than anybody
//! looks through. What is left out may still be done; `check` knows it.

use crate::core::cards::Cards;
use crate::core::catalogue::PieceId;
use crate::core::payment::{Context, PayRules};
use crate::core::purchase;
use crate::core::seat::Seat;
use crate::core::terms::Terms;
use crate::{Action, GameState};

/// So many options are listed at most.
pub(crate) const MOST: usize = 512;

/// Payments of one tile that stay, however long the list is: exact ones come first among them.
const PAYMENTS: usize = 32;

/// Leaves the best payments for every tile, and if that is not enough, every so many of the places where tiles may
/// lie. The list stays ascending.
#[cold]
pub(crate) fn shorten(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    best_payments(g, seat, out);
    thin(out);
}

fn best_payments(g: &GameState, seat: Seat, out: &mut Vec<Action>) {
    let paid_for = |action: &Action| if let Action::Buy { piece, .. } = action { Some(*piece) } else { None };
    let mut tiles: Vec<PieceId> = out.iter().filter_map(paid_for).collect();
    tiles.dedup();
    let others = out.len() - out.iter().filter_map(paid_for).count();
    let each = MOST.saturating_sub(others).checked_div(tiles.len()).unwrap_or(0).max(PAYMENTS);
    for piece in tiles {
        let Some(offered) = purchase::offer(g, seat, piece, Context::Tile, Terms::NONE) else { continue };
        let best = best(&offered.pay, g.core.hands[seat.index()], each);
        out.retain(|action| match action {
            Action::Buy { piece: bought, payment } => *bought != piece || best.contains(payment),
            _ => true,
        });
    }
}

/// So many payments, the best ones.
pub(crate) fn best(pay: &PayRules, hand: Cards, most: usize) -> Vec<Cards> {
    pay.offers(hand).into_iter().take(most).map(|offer| offer.payment).collect()
}

/// Every so many of the places, spread over all of them.
fn thin(out: &mut Vec<Action>) {
    let places = out.iter().filter(|action| is_place(action)).count();
    let Some(over) = out.len().checked_sub(MOST).filter(|over| *over > 0) else { return };
    let kept = places.saturating_sub(over);
    let mut seen = 0;
    out.retain(|action| {
        if !is_place(action) {
            return true;
        }
        let before = seen * kept / places;
        seen += 1;
        seen * kept / places > before
    });
}

fn is_place(action: &Action) -> bool {
    matches!(action, Action::Add { .. } | Action::Swap { .. } | Action::Move { .. } | Action::Place { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::catalogue::CardKind;
    use crate::legal;
    use crate::{Io, Quick, Setup};

    /// Somebody has all the money there is and most tiles in reserve.
    fn hoard() -> (GameState, Seat) {
        let mut luck = Quick::new(3);
        let mut g = GameState::new(&Setup::players(2), &mut Io::silent(&mut luck)).expect("a set-up");
        let seat = g.to_move().expect("somebody begins");
        let kinds = CardKind::all().filter(|kind| kind.is_money());
        g.core.hands[seat.index()] = kinds.flat_map(|kind| [kind; 3]).collect();
        let market = g.core.pieces.market;
        for piece in g.core.rules.edition().tower.iter().filter(|piece| !market.contains(&Some(*piece))) {
            g.core.pieces.tower.remove(piece);
            g.core.pieces.reserve[seat.index()].insert(piece);
        }
        (g, seat)
    }

    /// How many walls a tile has that is laid by an action.
    fn walls_added(g: &GameState, action: &Action) -> Option<usize> {
        if let Action::Add { piece, .. } = action { Some(g.piece(*piece).walls[0].len()) } else { None }
    }

    #[test]
    fn whoever_hoards_has_512_options_and_the_best_payments_among_them() {
        let (mut g, seat) = hoard();
        let mut luck = Quick::new(4);
        let mut all = Vec::new();
        // Tile by tile a palace, until there are more places than can be listed.
        for _ in 0..50 {
            if all.len() > MOST + 100 {
                break;
            }
            // Tiles with few walls first: by lot alone it would soon be walled in.
            let fewest = all.iter().filter_map(|action| walls_added(&g, action)).min();
            let open = |action: &&Action| fewest.is_some() && walls_added(&g, action) == fewest;
            let adds: Vec<Action> = all.iter().filter(open).copied().collect();
            if let Some(add) = adds.get(luck.below(adds.len().max(1) as u32) as usize) {
                let (turn, agenda, display) = (g.core.turn, g.agenda, g.core.display);
                g.apply_unchecked(seat, *add, &mut Io::silent(&mut luck));
                (g.core.turn, g.agenda, g.core.display) = (turn, agenda, display);
            }
            all.clear();
            legal::everything(&g, seat, &mut all);
        }
        assert!(all.len() > MOST + 100, "only {} ways", all.len());

        let mut listed = Vec::new();
        g.legal(seat, &mut listed);
        assert_eq!(listed.len(), MOST);
        assert!(listed.is_sorted() && listed.iter().all(|action| all.contains(action)));
        assert!(all.iter().all(|action| g.check(seat, action).is_ok()), "what is left out may still be done");
        let shown = g.decision(seat).expect("it is asked");
        let mut shown: Vec<Action> = shown.options.iter().map(|choice| choice.action).collect();
        shown.sort_unstable();
        assert_eq!(shown, listed, "who looks at a page has the same options");
        for piece in g.core.pieces.market.iter().flatten() {
            let pay = g.price(seat, *piece).expect("it is for sale");
            for payment in best(&pay, g.hand(seat), PAYMENTS) {
                let buy = Action::Buy { piece: *piece, payment };
                assert!(listed.contains(&buy), "{buy:?}");
            }
        }
        let adds = |list: &[Action]| {
            let mut tiles: Vec<PieceId> = list
                .iter()
                .filter_map(|a| if let Action::Add { piece, .. } = a { Some(*piece) } else { None })
                .collect();
            tiles.dedup();
            tiles
        };
        assert_eq!(adds(&listed), adds(&all), "some place is listed for every tile that fits");
    }
}
