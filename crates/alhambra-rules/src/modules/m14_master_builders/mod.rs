//! Module 14, Master Builders: money of value 3 that may also be played for a redesign at the end of a turn.
//!
//! The cards are in hands, display and deck like other money; the core pays with them, counts them and takes them out
//! of the game. Here is who gets them, where they are worth something, and the redesign.

use crate::core::agenda::{Outcome, What};
use crate::core::building::Currency;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardClass, CardKind, Provenance, card as printed};
use crate::core::chance::Stream;
use crate::core::payment::{PayRules, Request};
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::{paying, placing, turn};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::{Audience, Happened};
use crate::module::{Module, ModuleInfo, Stage, Stepped, Supply, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 14.
#[derive(Clone, Copy, Debug)]
pub struct MasterBuilders;

/// What a player does with a card at the end of the turn. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Plays one for a redesign.
    Play {
        /// Of which currency.
        currency: Currency,
    },
    /// Plays none.
    Pass,
}

/// T30: a redesign at the end of the turn. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Redesigning {
    /// The player is asked for a card.
    Asks(Seat),
    /// The player redesigns with this card; it is spent if something comes of it.
    With(Seat, Currency),
    /// The card was played, or none.
    Over,
}

/// How many cards everybody gets at the start.
const DEALT: usize = 2;

impl Module for MasterBuilders {
    const ID: ModuleId = ModuleId::MasterBuilders;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "master-builders",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Money, Touch::Palace, Touch::Secrets],
        rulings: include_str!("RULINGS.md"),
        data: &[("16 cards of value 3, four of each currency", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U07, Step::P3, Step::T30]);
    type State = ();
    type Action = Act;
    type Frame = Redesigning;

    /// U12: three into the third pile and three into the fifth, of which six players leave only one. What is left
    /// then stays in the box, unseen.
    fn supply(rules: &Rules, supply: &mut Supply) {
        for currency in Currency::ALL {
            let card = CardKind::master_builder(currency);
            let all = std::iter::repeat_n(card, usize::from(printed(card).copies)).collect();
            supply.piles = supply.piles.plus(all);
        }
        supply.insert(CardClass::MasterBuilder, 2, 3);
        supply.insert(CardClass::MasterBuilder, 4, if rules.players() == 6 { 1 } else { 3 });
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            Step::U07 => deal(cx),
            Step::T30 => {
                let seat = cx.g.core.turn.seat;
                if may_play(cx.g, seat) {
                    cx.push(Step::T30, What::Module(ModFrame::MasterBuilders(Redesigning::Asks(seat))));
                }
            }
            _ => {}
        }
    }

    /// P3: money of its currency, whatever is paid for (MB1).
    fn quote(_: &GameState, _: &Request, pay: &mut PayRules) {
        pay.mix_in(|currency| KindSet(1 << CardKind::master_builder(currency).number()));
    }

    /// E4: money of its currency.
    fn holdings(g: &GameState, seat: Seat, currency: Currency) -> u16 {
        let card = CardKind::master_builder(currency);
        u16::from(g.hand(seat).count(card)) * u16::from(card.value())
    }

    fn step(cx: &mut Cx<'_, '_>, redesigning: Redesigning) -> Stepped {
        match redesigning {
            Redesigning::Asks(seat) => Stepped::Ask(SeatSet::one(seat)),
            Redesigning::With(seat, currency) => {
                // It runs again when the redesign is made, or was thought better of.
                cx.top().what = What::Module(ModFrame::MasterBuilders(Redesigning::Over));
                if cx.g.agenda.last == Outcome::Redesigned(true) {
                    spend(cx, seat, currency);
                }
                Stepped::Done
            }
            Redesigning::Over => Stepped::Done,
        }
    }

    fn legal(g: &GameState, seat: Seat, _: Redesigning, out: &mut Vec<Act>) {
        out.extend(held(g, seat).map(|currency| Act::Play { currency }));
        out.push(Act::Pass);
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let asked = g.agenda.frames.last().map(|frame| frame.what);
        if !matches!(asked, Some(What::Module(ModFrame::MasterBuilders(Redesigning::Asks(_))))) {
            return refused("a_master_builder_redesigns_at_the_end_of_the");
        }
        match act {
            Act::Pass => Ok(()),
            Act::Play { currency } if held(g, seat).any(|own| own == currency) => Ok(()),
            Act::Play { currency } => {
                Err(Illegal::of(Self::ID, "your_hand_has_no_master_builder_of_that_currency").at(currency))
            }
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let next = match act {
            Act::Pass => Redesigning::Over,
            Act::Play { currency } => Redesigning::With(seat, currency),
        };
        cx.top().what = What::Module(ModFrame::MasterBuilders(next));
        if let Act::Play { .. } = act {
            cx.push(Step::T30, What::Redesign { seat, moves: false, decided: None });
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Pass
    }

    fn describe(_: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Play { currency } => [Ref::Card(CardKind::master_builder(currency))].into(),
            Act::Pass => Described::default(),
        }
    }

    /// A-MB-4: how many everybody holds is open, which ones is not.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let count = |cards: Cards| cards.only(KindSet::MASTER_BUILDERS).len() as i32;
        let held = g.rules().seats().map(|seat| count(g.hand(seat))).collect();
        vec![
            ("held", Shown::BySeat(held)),
            (
                "out_of_the_game",
                Shown::Cards(g.core.shared.gone.only(KindSet::MASTER_BUILDERS).each().collect()),
            ),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        for currency in Currency::ALL {
            let card = CardKind::master_builder(currency);
            let found = everywhere(g, card);
            if found > usize::from(printed(card).copies) {
                return Err(format!("there are {found} {card}"));
            }
        }
        Ok(())
    }
}

/// How many cards of a kind there are in all, those in the box included.
fn everywhere(g: &GameState, card: CardKind) -> usize {
    let core = &g.core;
    let piles = [&core.deck.pool, &core.deck.discard, &core.shared.escrow, &core.shared.gone];
    let counted: u8 = core.hands.iter().chain(piles).map(|cards| cards.count(card)).sum();
    let open = core.display.iter().filter(|shown| **shown == card).count();
    let known = core.deck.known.iter().filter(|known| known.card == card).count();
    usize::from(counted) + open + known
}

/// U07: two for everybody, unseen by the others. They are no part of the starting money (A-MB-1).
fn deal(cx: &mut Cx<'_, '_>) {
    for seat in cx.g.core.rules.seats() {
        let mut dealt = Cards::EMPTY;
        for _ in 0..DEALT {
            let left = cx.g.core.deck.pool.only(KindSet::MASTER_BUILDERS);
            let card = left.nth(cx.pick(left.len(), Stream::MasterBuilders));
            cx.g.core.deck.pool.take(card);
            dealt.add(card);
        }
        let hand = &mut cx.g.core.hands[seat.index()];
        *hand = hand.plus(dealt);
        cx.emit_to(Audience::Seat(seat), |_| told(seat, "dealt", vec![Ref::Cards(dealt)]));
    }
}

/// Whether somebody is asked at the end of the turn. By open facts only: how many cards they hold (A-MB-4), and
/// whether there is anything to redesign. Not in a turn in which redesigning is barred (rules README, decision 8).
fn may_play(g: &GameState, seat: Seat) -> bool {
    held(g, seat).next().is_some()
        && turn::rules(g, seat).may_redesign
        && placing::any_redesign(g, seat, false)
}

/// The currencies of the cards somebody holds, ascending.
fn held(g: &GameState, seat: Seat) -> impl Iterator<Item = Currency> + use<> {
    let hand = g.hand(seat);
    Currency::ALL.into_iter().filter(move |currency| hand.count(CardKind::master_builder(*currency)) > 0)
}

/// MB3: out of the game after any use.
fn spend(cx: &mut Cx<'_, '_>, seat: Seat, currency: Currency) {
    let card = CardKind::master_builder(currency);
    paying::discard(cx, seat, Cards::one(card));
    cx.emit(|_| told(seat, "plays", vec![Ref::Card(card)]));
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::MasterBuilders, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
