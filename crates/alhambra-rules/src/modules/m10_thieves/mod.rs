//! Module 10, Thieves: between two turns a thief takes one card of his currency from the display.

use crate::core::agenda::What;
use crate::core::building::Currency;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, Provenance};
use crate::core::chance::Stream;
use crate::core::house::MoneyRefill;
use crate::core::seat::{MAX_SEATS, Seat};
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Touch, Window};
use crate::registry::{ModAction, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 10.
#[derive(Clone, Copy, Debug)]
pub struct Thieves;

/// How many thieves of each currency there are.
const COPIES: u8 = 3;

/// The thieves in each hand, which are secret, and those that have been played, which everybody saw. The rest
/// stays in the box unseen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    hands: [[u8; 4]; MAX_SEATS],
    played: [u8; 4],
    /// A-TH-1: the player who has just finished may not steal.
    finished_barred: bool,
}

impl State {
    fn held(&self, seat: Seat) -> u8 {
        self.hands[seat.index()].iter().sum()
    }
}

/// A thief takes a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Takes this card from the display.
    Steal {
        /// The card; its currency says which thief.
        card: CardKind,
    },
}

impl Module for Thieves {
    const ID: ModuleId = ModuleId::Thieves;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "thieves",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Money, Touch::OthersTurns, Touch::Secrets],
        rulings: include_str!("RULINGS.md"),
        data: &[("the 12 thief cards, 3 of each currency", Provenance::Found)],
        options: &[("after_own_turn", &["yes", "no"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::T90]);
    type State = State;
    type Action = Act;
    type Frame = Never;

    fn begin(setup: &Setup, values: &OptionValues) -> Result<State, Objection> {
        if setup.house.money_refill == MoneyRefill::WhenEmpty {
            return Err(Objection::plain("not_with_a_display_filled_when_empty"));
        }
        let finished_barred = chosen(values, "after_own_turn", "no");
        if finished_barred && setup.players.len() == 2 {
            // Of two, one has just finished and the other is due next, who never steals.
            return Err(Objection::plain("of_two_nobody_could_steal"));
        }
        Ok(State { finished_barred, ..State::default() })
    }

    /// U14: four each with two or three players, three with four, two with more.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step != Step::U14 {
            return;
        }
        let each = match cx.g.rules().players() {
            2 | 3 => 4,
            4 => 3,
            _ => 2,
        };
        let mut pile = [COPIES; 4];
        for seat in cx.g.core.rules.seats() {
            for _ in 0..each {
                let thief = draw(&mut pile, &mut |n| cx.pick(n, Stream::Thieves));
                cx.g.mods.m10_thieves.hands[seat.index()][thief] += 1;
            }
        }
    }

    /// T90: everybody who holds a thief, and how many that are is public; never the player due next (TH2).
    fn eligible(g: &GameState, seat: Seat, _: Window) -> bool {
        may_steal(g, seat) && g.mods.m10_thieves.held(seat) > 0
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window != Window::BetweenTurns || !may_steal(g, seat) {
            return;
        }
        let mut cards: Vec<CardKind> =
            g.display().iter().copied().filter(|c| loot(g, seat, *c).is_ok()).collect();
        cards.sort_unstable();
        cards.dedup();
        out.extend(cards.into_iter().map(|card| Action::Module(ModAction::Thieves(Act::Steal { card }))));
    }

    fn check(g: &GameState, seat: Seat, Act::Steal { card }: Act) -> Result<(), Illegal> {
        let between = matches!(g.agenda.frames.last().map(|f| f.what), Some(What::Window { .. }));
        let why = if !between {
            "thieves_are_played_between_two_turns"
        } else if !may_steal(g, seat) {
            "the_player_whose_turn_is_next_plays_no_thief"
        } else {
            return loot(g, seat, card).map(|_| ()).map_err(|key| Illegal::of(Self::ID, key).at(card));
        };
        Err(Illegal::of(Self::ID, why))
    }

    /// TH1: the card goes to the hand, the thief out of the game, and the display is filled before anything
    /// else happens.
    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, Act::Steal { card }: Act) {
        let Ok(currency) = loot(cx.g, seat, card) else { return };
        let state = &mut cx.g.mods.m10_thieves;
        state.hands[seat.index()][currency.index()] -= 1;
        state.played[currency.index()] += 1;
        let core = &mut cx.g.core;
        if let Some(place) = core.display.iter().position(|c| *c == card) {
            core.display.remove(place);
        }
        for cards in [&mut core.hands[seat.index()], &mut core.seen[seat.index()]] {
            *cards = cards.plus(Cards::one(card));
        }
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: Some(seat),
            key: "steals",
            refs: vec![Ref::Card(card)],
        });
        cx.push(Step::T70, What::Display { size: 0 });
    }

    fn describe(_: &GameState, _: Seat, Act::Steal { card }: Act) -> Described {
        [Ref::Card(card)].into()
    }

    fn view(g: &GameState, viewer: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m10_thieves;
        let held = g.rules().seats().map(|s| i32::from(state.held(s))).collect();
        let mut shows = vec![("thieves_held", Shown::BySeat(held)), ("played", listed(state.played))];
        if let Some(seat) = viewer {
            shows.push(("your_thieves", listed(state.hands[seat.index()])));
        }
        shows
    }

    /// What an observer does not know: the thieves of the others and those left in the box.
    fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
        let others: Vec<Seat> = g.rules().seats().filter(|s| *s != observer).collect();
        let state = &mut g.mods.m10_thieves;
        let mut unseen: [u8; 4] =
            std::array::from_fn(|c| COPIES - state.played[c] - state.hands[observer.index()][c]);
        for seat in others {
            let n = state.held(seat);
            state.hands[seat.index()] = [0; 4];
            for _ in 0..n {
                let thief = draw(&mut unseen, pick);
                state.hands[seat.index()][thief] += 1;
            }
        }
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m10_thieves;
        for currency in Currency::ALL {
            let c = currency.index();
            let held: u8 = state.hands.iter().map(|hand| hand[c]).sum();
            if held + state.played[c] > COPIES {
                return Err(format!("more than {COPIES} {currency} thieves"));
            }
        }
        Ok(())
    }

    /// `0: denar, denar; 2: florin` gives thieves to seats; nobody else has any.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        let mut hands = [[0; 4]; MAX_SEATS];
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (seat, thieves) = part.split_once(':').ok_or("say \"0: denar, denar; 2: florin\"")?;
            let seat = seat.trim().parse().ok().and_then(Seat::new).ok_or("a seat is a number")?;
            for name in thieves.split(',').map(str::trim) {
                let currency = Currency::ALL.into_iter().find(|c| c.name() == name);
                let currency = currency.ok_or_else(|| format!("there is no currency \"{name}\""))?;
                hands[seat.index()][currency.index()] += 1;
            }
        }
        g.mods.m10_thieves.hands = hands;
        Ok(())
    }
}

/// TH2 and A-TH-1: not the player whose turn is next; the one who has just finished unless the table says so.
fn may_steal(g: &GameState, seat: Seat) -> bool {
    let finished = g.core.turn.seat;
    let next = finished.left(g.rules().players());
    seat != next && !(g.mods.m10_thieves.finished_barred && seat == finished)
}

/// The currency of the thief that takes `card` for `seat`, or why none does.
fn loot(g: &GameState, seat: Seat, card: CardKind) -> Result<Currency, &'static str> {
    if !g.display().contains(&card) {
        return Err("that_card_is_not_on_display");
    }
    let money = matches!(card.class(), CardClass::Money | CardClass::MasterBuilder);
    match card.currency() {
        Some(currency) if money => {
            let held = g.mods.m10_thieves.hands[seat.index()][currency.index()];
            if held > 0 { Ok(currency) } else { Err("no_thief_of_that_currency") }
        }
        _ => Err("a_thief_takes_only_money_of_his_currency"),
    }
}

/// Draws a thief: which currency it is, each card with the same chance.
fn draw(pile: &mut [u8; 4], pick: &mut dyn FnMut(u32) -> u32) -> usize {
    let mut k = pick(pile.iter().map(|n| u32::from(*n)).sum::<u32>().max(1));
    for (c, n) in pile.iter_mut().enumerate() {
        if k < u32::from(*n) {
            *n -= 1;
            return c;
        }
        k -= u32::from(*n);
    }
    0
}

fn listed(thieves: [u8; 4]) -> Shown {
    let names = Currency::ALL.into_iter().zip(thieves);
    Shown::Currencies(names.flat_map(|(c, n)| std::iter::repeat_n(c, usize::from(n))).collect())
}
