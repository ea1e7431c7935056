//! Module 11, Change: who overpays gets a coin out of the bag for every two too many, and coins are money.
//!
//! Coins are in hands like cards, but they lie open, belong to no pile, and are in their bag when nobody has them: the
//! core pays with them and counts them that way. Here is what is given for overpaying, and where coins are taken.

use crate::core::agenda::What;
use crate::core::building::Currency;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Provenance, card as printed};
use crate::core::chance::Stream;
use crate::core::payment::{Context, PayRules, Request};
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{self, ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 11.
#[derive(Clone, Copy, Debug)]
pub struct Change;

/// What is agreed about change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// A-P-1: whoever takes coins gets nothing else for overpaying a tile.
    choose: bool,
}

/// What a buyer does where coins or something else is given. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Takes the coins.
    Take,
    /// Leaves them in the bag.
    Leave,
}

/// P5: somebody chooses whether to take coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choosing {
    seat: Seat,
    coins: u8,
    decided: bool,
}

impl Module for Change {
    const ID: ModuleId = ModuleId::Change;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "change",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 1,
        touches: &[Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[("24 coins of value 1, six of each currency", Provenance::Found)],
        options: &[("change_vs_certs", &["both", "choose"])],
    };
    const VERSION: u16 = 1;
    // P1: a tile is chosen first and paid afterwards; with coins there are too many payments to list them for all tiles.
    const STEPS: StepSet = StepSet::of(&[Step::P1, Step::P3, Step::P5]);
    type State = State;
    type Action = Act;
    type Frame = Choosing;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { choose: chosen(values, "change_vs_certs", "choose") })
    }

    /// P3: money of its currency, wherever money is taken that is no card (CG2).
    fn quote(_: &GameState, request: &Request, pay: &mut PayRules) {
        if request.context != Context::Escrow {
            pay.mix_in(|currency| KindSet(1 << CardKind::coin(currency).number()));
        }
    }

    /// P5: the coins just paid are back in the bag by now.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step != Step::P5 {
            return;
        }
        let (seat, excess, is_tile) = match cx.top().what {
            What::Buy(deal) => (deal.seat, deal.excess(), true),
            What::Pay(bill) if gives_change(bill.context) => (bill.seat, bill.excess, false),
            _ => return,
        };
        let coins = (excess / 2).min(bag(cx.g).len() as u16) as u8;
        if coins == 0 {
            return;
        }
        // Only where somebody else gives something for overpaying there is anything to choose.
        let others = registry::next_listener(cx.g.core.rules.modules, Step::P5, Self::ID.number() + 1);
        if is_tile && cx.g.mods.m11_change.choose && others.is_some() {
            let choosing = Choosing { seat, coins, decided: false };
            cx.push(Step::P5, What::Module(ModFrame::Change(choosing)));
        } else {
            give(cx, seat, coins);
        }
    }

    fn step(_: &mut Cx<'_, '_>, choosing: Choosing) -> Stepped {
        if choosing.decided { Stepped::Done } else { Stepped::Ask(SeatSet::one(choosing.seat)) }
    }

    fn legal(_: &GameState, _: Seat, _: Choosing, out: &mut Vec<Act>) {
        out.extend([Act::Take, Act::Leave]);
    }

    fn check(g: &GameState, _: Seat, _: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        match g.agenda.frames.last().map(|frame| frame.what) {
            Some(What::Module(ModFrame::Change(_))) => Ok(()),
            _ => refused("change_is_given_after_overpaying"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let What::Module(ModFrame::Change(choosing)) = &mut cx.top().what else { return };
        choosing.decided = true;
        let coins = choosing.coins;
        if act == Act::Leave {
            return;
        }
        give(cx, seat, coins);
        // What was too much has been given back, so nobody else finds anything.
        let purchase = cx.g.agenda.frames.iter_mut().rev().find_map(|frame| match &mut frame.what {
            What::Buy(deal) => Some(deal),
            _ => None,
        });
        if let Some(deal) = purchase {
            deal.paid = u16::from(deal.price);
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Leave
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        let coins = match g.agenda.frames.last().map(|frame| frame.what) {
            Some(What::Module(ModFrame::Change(choosing))) => choosing.coins,
            _ => 0,
        };
        match act {
            Act::Take => [Ref::Number(coins.into())].into(),
            Act::Leave => Described::default(),
        }
    }

    /// E4: coins are money of their currency (CG5).
    fn holdings(g: &GameState, seat: Seat, currency: Currency) -> u16 {
        g.hand(seat).count(CardKind::coin(currency)).into()
    }

    /// Coins lie open, so the bag holds no secret but the next draw.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let coins = |seat| g.hand(seat).only(KindSet::COINS);
        let holders = g.rules().seats().filter(|seat| !coins(*seat).is_empty());
        vec![
            ("coins", Shown::CardsBySeat(holders.map(|seat| (seat, coins(seat).each().collect())).collect())),
            ("bag", Shown::Number(bag(g).len() as i32)),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let core = &g.core;
        let piles = [core.deck.pool, core.deck.discard, core.shared.escrow, core.shared.gone];
        if piles.iter().any(|pile| !pile.only(KindSet::COINS).is_empty()) {
            return Err("a coin lies among cards".to_owned());
        }
        for (hand, seen) in core.hands.iter().zip(&core.seen) {
            if hand.only(KindSet::COINS) != seen.only(KindSet::COINS) {
                return Err("a coin is hidden".to_owned());
            }
        }
        for coin in Currency::ALL.map(CardKind::coin) {
            let held: u8 = core.hands.iter().map(|hand| hand.count(coin)).sum();
            if held > printed(coin).copies {
                return Err(format!("there are {held} {coin}"));
            }
        }
        Ok(())
    }

    /// `choose`, or `0: 2 denar, 1 florin; 2: 6 ducat`: what was agreed, and coins that lie in front of players.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for clause in text.split(';').map(str::trim) {
            if clause == "choose" {
                g.mods.m11_change.choose = true;
                continue;
            }
            let (seat, coins) = clause.split_once(':').ok_or("say \"0: 2 denar, 1 florin\"")?;
            let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
            for part in coins.split(',').map(str::trim) {
                let (n, name) = part.split_once(' ').ok_or("say \"2 denar\"")?;
                let n: usize = n.parse().map_err(|_| format!("\"{n}\" is no number"))?;
                let currency = Currency::ALL.into_iter().find(|c| c.name() == name);
                let coin = CardKind::coin(currency.ok_or_else(|| format!("no coin is a {name}"))?);
                for _ in 0..n {
                    if bag(g).count(coin) == 0 {
                        return Err(format!("no {coin} is left"));
                    }
                    g.core.hands[seat.index()].add(coin);
                    g.core.seen[seat.index()].add(coin);
                }
            }
        }
        Ok(())
    }
}

/// Whether overpaying what is no tile gives coins: what is bought like a building and what was won in an auction does
/// (A-CG-1), chests do not (AT-P-4), and a bid is no price.
fn gives_change(context: Context) -> bool {
    matches!(context, Context::Thing | Context::AnyOneThing | Context::Auction)
}

/// The coins nobody has.
fn bag(g: &GameState) -> Cards {
    let mut bag = Cards::EMPTY;
    for coin in Currency::ALL.map(CardKind::coin) {
        let held: u8 = g.core.hands.iter().map(|hand| hand.count(coin)).sum();
        bag = bag.with_copies(coin, printed(coin).copies.saturating_sub(held));
    }
    bag
}

/// CG1: coins out of the bag, one after the other.
fn give(cx: &mut Cx<'_, '_>, seat: Seat, coins: u8) {
    let mut drawn = Cards::EMPTY;
    for _ in 0..coins {
        let left = bag(cx.g);
        let coin = left.nth(cx.pick(left.len(), Stream::Coins));
        cx.receive(seat, Cards::one(coin));
        drawn.add(coin);
    }
    cx.emit(|_| Happened::Module {
        by: ModuleId::Change,
        seat: Some(seat),
        key: "draws",
        refs: vec![Ref::Cards(drawn)],
    });
}

#[cfg(test)]
mod tests;
