//! What changed of the table as one viewer sees it.

use crate::shared::SharedPart;
use alhambra_rules::view::{DirkView, MarketSpace, ModuleView, OwnView, PlayerView, Tile, View};
use alhambra_rules::{CardKind, Cards, Pending, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The parts of a [`View`] that are different now; what is absent has not changed.
///
/// Parts that may be null in the view travel in a list of at most one, so that "null now" and "not changed" differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct ViewChange {
    /// [`View::turn`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// [`View::active`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Seat>,
    /// [`View::actions_left`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions_left: Option<u8>,
    /// [`View::asked`]: empty when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Vec<Pending>>,
    /// [`View::winners`]: empty when there are none yet (after a taking back).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Seat[][]", optional)]
    pub winners: Option<Vec<SeatSet>>,
    /// The players that changed, whole: put each at its seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<Vec<PlayerView>>", optional)]
    pub players: Option<SharedPart<Vec<PlayerView>>>,
    /// [`View::dirk`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dirk: Option<DirkView>,
    /// [`View::market`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<Vec<MarketSpace>>", optional)]
    pub market: Option<SharedPart<Vec<MarketSpace>>>,
    /// [`View::preview`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<Vec<Option<Tile>>>,
    /// [`View::display`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Card[]", optional)]
    pub display: Option<Vec<CardKind>>,
    /// [`View::deck`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<u32>,
    /// [`View::discard`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Card[]", optional)]
    pub discard: Option<SharedPart<Cards>>,
    /// [`View::tower`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tower: Option<u32>,
    /// [`View::scorings`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scorings: Option<u8>,
    /// [`View::scorings_due`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scorings_due: Option<u8>,
    /// [`View::ending`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<bool>,
    /// [`View::hand`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Cards>,
    /// [`View::modules`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modules: Option<Vec<ModuleView>>,
}

impl ViewChange {
    /// What is different for a viewer who saw `before` and now sees `after`.
    pub fn between(before: &View, after: &View) -> ViewChange {
        fn new<A: PartialEq, T>(before: &A, after: &A, shown: impl FnOnce(&A) -> T) -> Option<T> {
            (before != after).then(|| shown(after))
        }
        let players = after.players.iter().filter(|p| before.players.get(p.seat.index()) != Some(p));
        let players: Vec<PlayerView> = players.cloned().collect();
        ViewChange {
            turn: new(&before.turn, &after.turn, |n| *n),
            active: new(&before.active, &after.active, |seat| *seat),
            actions_left: new(&before.actions_left, &after.actions_left, |n| *n),
            asked: new(&before.asked, &after.asked, |asked| asked.iter().copied().collect()),
            winners: new(&before.winners, &after.winners, |w| w.iter().copied().collect()),
            players: (!players.is_empty()).then(|| SharedPart::from(players)),
            dirk: new(&before.dirk, &after.dirk, Clone::clone).flatten(),
            market: new(&before.market, &after.market, |m| m.clone().into()),
            preview: new(&before.preview, &after.preview, Clone::clone),
            display: new(&before.display, &after.display, Clone::clone),
            deck: new(&before.deck, &after.deck, |n| *n),
            discard: new(&before.discard, &after.discard, |cards| (*cards).into()),
            tower: new(&before.tower, &after.tower, |n| *n),
            scorings: new(&before.scorings, &after.scorings, |n| *n),
            scorings_due: new(&before.scorings_due, &after.scorings_due, |n| *n),
            ending: new(&before.ending, &after.ending, |e| *e),
            hand: new(&before.hand, &after.hand, |h| *h).flatten(),
            modules: new(&before.modules, &after.modules, Clone::clone),
        }
    }

    /// The same for another viewer, whose own part was `before` and is `after` now; what is the same for everybody is
    /// shared.
    pub fn seen_by(&self, before: &OwnView, after: &OwnView) -> ViewChange {
        let hand = (before.hand != after.hand).then_some(after.hand).flatten();
        let other = before.modules != after.modules;
        ViewChange { hand, modules: other.then(|| after.modules.clone()), ..self.clone() }
    }

    /// Puts what changed into a view.
    pub fn apply_to(self, view: &mut View) {
        fn put<T>(to: &mut T, new: Option<T>) {
            if let Some(new) = new {
                *to = new;
            }
        }
        put(&mut view.turn, self.turn);
        put(&mut view.active, self.active);
        put(&mut view.actions_left, self.actions_left);
        put(&mut view.asked, self.asked.map(|asked| asked.into_iter().next()));
        put(&mut view.winners, self.winners.map(|winners| winners.into_iter().next()));
        for player in self.players.into_iter().flat_map(SharedPart::into_inner) {
            if let Some(old) = view.players.get_mut(player.seat.index()) {
                *old = player;
            }
        }
        put(&mut view.dirk, self.dirk.map(Some));
        put(&mut view.market, self.market.map(SharedPart::into_inner));
        put(&mut view.preview, self.preview);
        put(&mut view.display, self.display);
        put(&mut view.deck, self.deck);
        put(&mut view.discard, self.discard.map(SharedPart::into_inner));
        put(&mut view.tower, self.tower);
        put(&mut view.scorings, self.scorings);
        put(&mut view.scorings_due, self.scorings_due);
        put(&mut view.ending, self.ending);
        put(&mut view.hand, self.hand.map(Some));
        put(&mut view.modules, self.modules);
    }
}
