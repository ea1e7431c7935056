//! Module 24, Exchange Certificates: who overpays for a tile by up to 6 may write the difference down, in any currency
//! whose token is free, and spend it whole in a later purchase.
//!
//! Everything lies open. Credit is money of its currency and no card: it is no part of a hand, and nobody is paid with
//! it.

use crate::core::agenda::What;
use crate::core::building::Currency;
use crate::core::catalogue::{PieceId, Provenance};
use crate::core::payment::{Context, PayRules, Request};
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 24.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeCertificates;

/// The most a certificate can hold.
const MOST: u8 = 6;

/// What is written on a certificate: nothing, or an amount of a currency.
type Credit = Option<(Currency, u8)>;

/// What everybody has written down; the other tokens lie in the centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    credit: [Credit; MAX_SEATS],
    /// How many tokens of each currency there are.
    tokens: u8,
    counts_at_end: bool,
}

/// What a buyer can do with what was overpaid. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Writes it down with a token of this currency.
    Store {
        /// The currency of the credit.
        currency: Currency,
    },
    /// Writes nothing down.
    Leave,
}

/// P5: somebody has overpaid and may write it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Storing {
    seat: Seat,
    amount: u8,
    decided: bool,
}

impl Module for ExchangeCertificates {
    const ID: ModuleId = ModuleId::ExchangeCertificates;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "exchange-certificates",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[("certificates from 1 to 6 and three tokens of each currency", Provenance::Found)],
        options: &[("counts_at_end", &["no", "yes"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::P2, Step::P3, Step::P4, Step::P5]);
    type State = State;
    type Action = Act;
    type Frame = Storing;

    /// One token of each currency with two players, two with three or four, three with more.
    fn begin(setup: &Setup, values: &OptionValues) -> Result<State, Objection> {
        let tokens = (setup.players.len() as u8).div_ceil(2).clamp(1, 3);
        Ok(State { tokens, counts_at_end: chosen(values, "counts_at_end", "yes"), ..State::default() })
    }

    /// DP-EC-2: the whole credit or nothing, for tiles only (A-P-8).
    fn modifiers(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        if for_tiles(request.context) && credit(g, request.seat).is_some() {
            out.push(1);
        }
    }

    fn say_terms(_: &GameState, _: Option<PieceId>, _: u8) -> &'static str {
        "with_the_credit"
    }

    fn quote(g: &GameState, request: &Request, pay: &mut PayRules) {
        if request.terms.of(Self::ID) > 0
            && let Some((currency, amount)) = credit(g, request.seat)
        {
            pay.give_credit(currency, amount);
        }
    }

    /// R-EC-2: the token of a spent credit comes back first, so that it can be taken again at once.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        let What::Buy(deal) = cx.top().what else { return };
        let seat = deal.seat;
        match step {
            Step::P4 if deal.terms.of(Self::ID) > 0 => {
                let spent = cx.g.mods.m24_exchange_certificates.credit[seat.index()].take();
                if let Some((currency, amount)) = spent {
                    cx.emit(|_| told(seat, "spends", refs(currency, amount)));
                }
            }
            Step::P5 if for_tiles(deal.context) => {
                let amount = u8::try_from(deal.excess()).unwrap_or(u8::MAX);
                if (1..=MOST).contains(&amount) && credit(cx.g, seat).is_none() && free(cx.g).next().is_some()
                {
                    let storing = Storing { seat, amount, decided: false };
                    cx.push(Step::P5, What::Module(ModFrame::ExchangeCertificates(storing)));
                }
            }
            _ => {}
        }
    }

    fn step(_: &mut Cx<'_, '_>, storing: Storing) -> Stepped {
        if storing.decided { Stepped::Done } else { Stepped::Ask(SeatSet::one(storing.seat)) }
    }

    fn legal(g: &GameState, _: Seat, _: Storing, out: &mut Vec<Act>) {
        out.extend(free(g).map(|currency| Act::Store { currency }));
        out.push(Act::Leave);
    }

    fn check(g: &GameState, _: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let asked = g.agenda.frames.last().map(|frame| frame.what);
        let Some(What::Module(ModFrame::ExchangeCertificates(_))) = asked else {
            return refused("stored_after_overpaying");
        };
        match act {
            Act::Store { currency } if left(g, currency) == 0 => {
                Err(Illegal::of(Self::ID, "no_such_token_left").at(currency))
            }
            _ => Ok(()),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let What::Module(ModFrame::ExchangeCertificates(storing)) = &mut cx.top().what else { return };
        storing.decided = true;
        let amount = storing.amount;
        let Act::Store { currency } = act else { return };
        cx.g.mods.m24_exchange_certificates.credit[seat.index()] = Some((currency, amount));
        cx.emit(|_| told(seat, "stores", refs(currency, amount)));
    }

    fn passes(act: Act) -> bool {
        act == Act::Leave
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        let amount = match g.agenda.frames.last().map(|frame| frame.what) {
            Some(What::Module(ModFrame::ExchangeCertificates(storing))) => storing.amount,
            _ => 0,
        };
        match act {
            Act::Store { currency } => refs(currency, amount).into(),
            Act::Leave => Described::default(),
        }
    }

    /// R-EC-3: credit is for purchases and no money in hand, unless that was agreed.
    fn holdings(g: &GameState, seat: Seat, currency: Currency) -> u16 {
        let counts = g.mods.m24_exchange_certificates.counts_at_end;
        credit(g, seat).filter(|(of, _)| counts && *of == currency).map_or(0, |(_, amount)| amount.into())
    }

    /// Credit is money; two coins are worth about a point, and as long as tiles are bought.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        match g.core.scorings {
            0..3 => credit(g, seat).map_or(0, |(_, amount)| i16::from(amount.div_ceil(2))),
            _ => 0,
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let word = |seat| credit(g, seat).map(|(currency, _)| WORDS[currency.index()]);
        let holders = g.rules().seats().filter_map(|seat| Some((seat, vec![word(seat)?])));
        let amount = |seat| credit(g, seat).map_or(0, |(_, amount)| i32::from(amount));
        let centre = Currency::ALL
            .into_iter()
            .flat_map(|currency| std::iter::repeat_n(currency, usize::from(left(g, currency))));
        vec![
            ("credit", Shown::BySeat(g.rules().seats().map(amount).collect())),
            ("credit_in", Shown::WordsBySeat(holders.collect())),
            ("centre", Shown::Currencies(centre.collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m24_exchange_certificates;
        let playing = g.rules().seats().count();
        if state.credit.iter().skip(playing).any(Option::is_some) {
            return Err("somebody who does not play has credit".to_owned());
        }
        for (currency, amount) in state.credit.iter().flatten() {
            if !(1..=MOST).contains(amount) {
                return Err(format!("a credit of {amount} {currency}"));
            }
        }
        for currency in Currency::ALL {
            if taken(g, currency) > state.tokens {
                return Err(format!("more {currency} tokens than there are"));
            }
        }
        Ok(())
    }

    /// `0: 5 denar; 2: 1 florin`: who has written down what.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for clause in text.split(';').map(str::trim) {
            let words: Vec<&str> = clause.split_whitespace().collect();
            let [seat, amount, currency] = words.as_slice() else {
                return Err("say \"0: 5 denar\"".to_owned());
            };
            let seat = seat.trim_end_matches(':').parse().ok().and_then(Seat::new).ok_or("who is that?")?;
            let amount =
                amount.parse().ok().filter(|n| (1..=MOST).contains(n)).ok_or("a credit is 1 to 6")?;
            let currency =
                Currency::ALL.into_iter().find(|c| c.name() == *currency).ok_or("which currency?")?;
            if left(g, currency) == 0 {
                return Err(format!("no {currency} token is left"));
            }
            g.mods.m24_exchange_certificates.credit[seat.index()] = Some((currency, amount));
        }
        Ok(())
    }
}

/// The currencies as words of this module.
const WORDS: [&str; 4] = {
    let mut words = [""; 4];
    words[Currency::Florin as usize] = "florin";
    words[Currency::Dirham as usize] = "dirham";
    words[Currency::Denar as usize] = "denar";
    words[Currency::Ducat as usize] = "ducat";
    words
};

/// Credit is spent on tiles and left from tiles, wherever they lie; not from things that are no tiles.
fn for_tiles(context: Context) -> bool {
    use Context::{AnyMixTile, AnyOneTile, OutOfTurn, PlayersTile, SideTile, Site, Tile};
    matches!(context, Tile | SideTile | PlayersTile | OutOfTurn | AnyMixTile | AnyOneTile | Site)
}

fn credit(g: &GameState, seat: Seat) -> Credit {
    g.mods.m24_exchange_certificates.credit[seat.index()]
}

/// How many tokens of a currency lie on certificates.
fn taken(g: &GameState, currency: Currency) -> u8 {
    let credit = &g.mods.m24_exchange_certificates.credit;
    credit.iter().flatten().filter(|(of, _)| *of == currency).count() as u8
}

/// How many tokens of a currency lie in the centre.
fn left(g: &GameState, currency: Currency) -> u8 {
    g.mods.m24_exchange_certificates.tokens.saturating_sub(taken(g, currency))
}

/// The currencies with a token in the centre.
fn free(g: &GameState) -> impl Iterator<Item = Currency> + '_ {
    Currency::ALL.into_iter().filter(|currency| left(g, *currency) > 0)
}

fn refs(currency: Currency, amount: u8) -> Vec<Ref> {
    vec![Ref::Number(i32::from(amount)), Ref::Currency(currency)]
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::ExchangeCertificates, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
