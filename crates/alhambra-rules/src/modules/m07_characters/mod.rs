//! Module 7, Characters: cards in the money deck that are auctioned as soon as they turn up and help their
//! owners from then on.
//!
//! `cast` knows the ten characters and where they are, `auction` how they are won, `abilities` what they do.

mod abilities;
mod auction;
mod cast;
#[cfg(test)]
mod tests;

use crate::core::agenda::What;
use crate::core::building::Building;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, PieceId, Provenance};
use crate::core::pieces::Space;
use crate::core::score::{CountBook, ScoreSheet};
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::terms::Variant;
use crate::core::turn::TurnRules;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Stage, Stepped, Supply, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
pub use auction::Auction;
pub use cast::State;
use cast::{Character, Place};
use serde::{Deserialize, Serialize};

/// Module 7.
#[derive(Clone, Copy, Debug)]
pub struct Characters;

/// What players do with characters. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Bids no more, or does not use the character that is asked about.
    Pass,
    /// Bids for the character up for auction.
    Bid {
        /// How much.
        amount: u8,
    },
    /// Keeps the Entertainer.
    Keep,
    /// Exchanges the Entertainer for a surplus card.
    Exchange,
    /// Lets the Dancer exchange a tile on the market.
    Dance {
        /// Where it lies.
        space: Space,
    },
    /// Lets the Beggar draw a card.
    Beg,
    /// Lets the Moneychanger change a card of the hand into one on display.
    Change {
        /// The card to discard.
        give: CardKind,
        /// The card to take.
        take: CardKind,
    },
    /// Says that the Trader is the one hourglass of this turn.
    CallTrader,
    /// Lets the Rich Patron pay for a tile.
    Patron {
        /// The tile.
        piece: PieceId,
        /// What comes with it.
        variant: Variant,
    },
    /// Takes a card with the Miser.
    Pocket {
        /// The card.
        card: CardKind,
    },
    /// Names a building type for the Wise Man.
    Name {
        /// The type.
        building: Building,
    },
}

/// What the module asks about. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Procedure {
    /// Players bid, and the winner pays.
    Auction(Auction),
    /// Whether the Entertainer is kept.
    Entertainer {
        /// By whom.
        seat: Seat,
    },
    /// Which tile the Dancer exchanges.
    Dancer {
        /// For whom.
        seat: Seat,
    },
    /// The Dancer waits for the new tile.
    Dancing {
        /// For whom.
        seat: Seat,
        /// The space being filled.
        space: Space,
        /// The tile that lay there.
        old: PieceId,
    },
    /// Whether the Beggar draws.
    Beggar {
        /// For whom.
        seat: Seat,
    },
    /// What the Miser takes.
    Miser {
        /// For whom.
        seat: Seat,
    },
    /// The Master Builder's redesign.
    MasterBuilder {
        /// For whom.
        seat: Seat,
        /// Whether it has been decided.
        asked: bool,
    },
    /// What the Wise Man names.
    WiseMan {
        /// For whom.
        seat: Seat,
    },
    /// Nothing is left to do.
    Over,
}

impl Module for Characters {
    const ID: ModuleId = ModuleId::Characters;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "characters",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 4,
        touches: &[Touch::Auction, Touch::Money, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[("the ten characters and what they do", Provenance::Found)],
        options: &[
            ("one_hourglass_per_turn", &["no", "yes"]),
            ("entertainer_points", &["at_the_end", "at_once"]),
        ],
    };
    const VERSION: u16 = 2;
    const STEPS: StepSet = StepSet::of(&[
        Step::Reveal,
        Step::T00,
        Step::T01,
        Step::T04,
        Step::T10,
        Step::T11,
        Step::T12,
        Step::P9,
        Step::T30,
        Step::T15,
        Step::S01,
        Step::S10,
        Step::S20,
        Step::S41,
        Step::S60,
    ]);
    type State = State;
    type Action = Act;
    type Frame = Procedure;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State {
            surplus: SURPLUS,
            one_hourglass: chosen(values, "one_hourglass_per_turn", "yes"),
            entertainer_at_once: chosen(values, "entertainer_points", "at_once"),
            ..State::default()
        })
    }

    /// U12: two into each of the second, third and fourth pile; which six is left to the shuffle, and the other
    /// four are the surplus.
    fn supply(_: &Rules, supply: &mut Supply) {
        let all: Cards = Character::ALL.into_iter().map(Character::rare).collect();
        supply.rare = supply.rare.plus(all);
        for pile in 1..=3 {
            supply.insert(CardClass::Character, pile, 2);
        }
    }

    fn reveal(cx: &mut Cx<'_, '_>, card: CardKind) -> bool {
        auction::begin(cx, card)
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            Step::T00 => cx.g.mods.m07_characters.used = 0,
            Step::T01 => abilities::dancer(cx),
            Step::T04 => abilities::beggar(cx),
            Step::P9 => abilities::miser(cx),
            Step::T30 => abilities::master_builder(cx),
            Step::S01 => abilities::wise_man(cx),
            Step::S60 => cx.g.mods.m07_characters.named = None,
            _ => {}
        }
    }

    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        match step {
            Step::S10 => abilities::city_watch(g, sheet),
            Step::S41 => abilities::entertainer(g, sheet),
            _ => {}
        }
    }

    /// Whoever can be called brings something in every stretch up to a scoring, the Patron once; what scores by itself is in
    /// the forecast.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let left = 3 - i16::from(g.core.scorings.min(3));
        let own = Character::ALL
            .into_iter()
            .filter(|character| g.mods.m07_characters.owner(*character) == Some(seat));
        let brings = |character| match character {
            Character::Entertainer | Character::CityWatch => 0,
            Character::RichPatron => 6 * left.min(1),
            _ => 2 * left,
        };
        own.map(brings).sum()
    }

    fn step(cx: &mut Cx<'_, '_>, procedure: Procedure) -> Stepped {
        match procedure {
            Procedure::Auction(auction) => auction::step(cx, auction),
            Procedure::Dancing { space, old, .. } => abilities::danced(cx, space, old),
            Procedure::MasterBuilder { seat, asked } => abilities::build(cx, seat, asked),
            Procedure::Entertainer { seat }
            | Procedure::Dancer { seat }
            | Procedure::Beggar { seat }
            | Procedure::Miser { seat }
            | Procedure::WiseMan { seat } => Stepped::Ask(SeatSet::one(seat)),
            Procedure::Over => Stepped::Done,
        }
    }

    fn legal(g: &GameState, seat: Seat, procedure: Procedure, out: &mut Vec<Act>) {
        if let Procedure::Auction(auction) = procedure {
            out.push(Act::Pass);
            out.extend(auction.bids(g, seat).map(|amount| Act::Bid { amount }));
        } else {
            abilities::choices(g, procedure, out);
        }
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        let own = |act| Action::Module(ModAction::Characters(act));
        match window {
            Window::MainAction => {
                let presents = abilities::presents(g, seat).into_iter();
                out.extend(
                    presents.map(|o| own(Act::Patron { piece: o.piece, variant: o.terms.iter().next() })),
                );
            }
            Window::Free => {
                let changes = abilities::changes(g, seat).into_iter();
                out.extend(changes.map(|(give, take)| own(Act::Change { give, take })));
                if abilities::may_call_trader(g, seat) {
                    out.push(own(Act::CallTrader));
                }
            }
            Window::BeforePlacing => {
                let changes = abilities::changes(g, seat).into_iter();
                out.extend(changes.map(|(give, take)| own(Act::Change { give, take })));
            }
            Window::TakeMoney | Window::Placing | Window::BetweenTurns => {}
        }
    }

    /// T15: after the last action the Moneychanger may still change a card, as far as everybody can see.
    fn eligible(g: &GameState, seat: Seat, window: Window) -> bool {
        window == Window::BeforePlacing && abilities::may_change(g, seat)
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let possible = match g.agenda.frames.last().map(|frame| (frame.what, frame.step)) {
            Some((What::Module(ModFrame::Characters(procedure)), _)) => {
                let mut all = Vec::new();
                Self::legal(g, seat, procedure, &mut all);
                all.contains(&act)
            }
            // After the last action only the Moneychanger is of use.
            Some((What::Turn, Step::T15)) => {
                matches!(act, Act::Change { give, take } if abilities::changes(g, seat).contains(&(give, take)))
            }
            Some((What::Turn, _)) => match act {
                Act::Patron { piece, variant } => abilities::present(g, seat, piece, variant).is_some(),
                Act::Change { give, take } => abilities::changes(g, seat).contains(&(give, take)),
                Act::CallTrader => abilities::may_call_trader(g, seat),
                _ => false,
            },
            _ => false,
        };
        let why = Illegal::of(Self::ID, why_not(act));
        match act {
            _ if possible => Ok(()),
            Act::Dance { space } => Err(why.at(space)),
            Act::Change { give, .. } => Err(why.at(give)),
            Act::Patron { piece, .. } => Err(why.at(piece)),
            _ => Err(why),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match (procedure(cx.g), act) {
            (Some(Procedure::Auction(auction)), act) => auction::answer(cx, seat, act, auction),
            (Some(_), Act::Pass) => set(cx, Procedure::Over),
            (Some(_), Act::Keep) => {
                set(cx, Procedure::Over);
                auction::keep(cx, seat);
            }
            (Some(_), Act::Exchange) => {
                set(cx, Procedure::Over);
                auction::exchange(cx, seat);
            }
            (Some(_), Act::Dance { space }) => abilities::dance(cx, seat, space),
            (Some(_), Act::Beg) => abilities::beg(cx, seat),
            (Some(_), Act::Pocket { card }) => abilities::pocket(cx, seat, card),
            (Some(_), Act::Name { building }) => abilities::name(cx, seat, building),
            (None, Act::Change { give, take }) => abilities::change(cx, seat, give, take),
            (None, Act::Patron { piece, variant }) => abilities::accept(cx, seat, piece, variant),
            (None, Act::CallTrader) => {
                cx.g.mods.m07_characters.use_up(Character::Trader);
                cx.emit(|_| told(Some(seat), "trader", vec![Character::Trader.at()]));
            }
            _ => {}
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Pass
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Pass => {
                let word = match procedure(g) {
                    Some(Procedure::Dancer { .. }) => "leave_the_market_as_it_is",
                    Some(Procedure::Beggar { .. }) => "draw_no_card",
                    Some(Procedure::Miser { .. }) => "take_no_card",
                    _ => "bid_no_more",
                };
                [Ref::Word(Self::ID, word)].into()
            }
            Act::Bid { amount } => {
                let card = auction::running(g).map(|auction| Ref::Card(auction.character.card()));
                [Ref::Number(i32::from(amount))].into_iter().chain(card).collect()
            }
            Act::Keep | Act::Exchange => [Ref::Card(Character::Entertainer.card())].into(),
            Act::Dance { space } => {
                let piece = g.core.pieces.market.get(usize::from(space.0)).copied().flatten();
                piece.map(Ref::Piece).into_iter().chain([Ref::Space(space)]).collect()
            }
            Act::Beg => [Ref::Card(Character::Beggar.card())].into(),
            Act::Change { give, take } => [Ref::Card(give), Ref::Card(take)].into(),
            Act::CallTrader => [Ref::Card(Character::Trader.card())].into(),
            Act::Patron { piece, variant } => {
                let mut refs = g.target_refs(piece, variant);
                refs.insert(1, Ref::Card(Character::RichPatron.card()));
                refs.into()
            }
            Act::Pocket { card } => [Ref::Card(card)].into(),
            Act::Name { building } => [Ref::Building(building)].into(),
        }
    }

    fn turn_rules(g: &GameState, seat: Seat, rules: &mut TurnRules) {
        abilities::trader(g, seat, rules);
    }

    /// S20: half a building more, also where there is none.
    fn counts(g: &GameState, book: &mut CountBook) {
        let state = &g.mods.m07_characters;
        if let (Some(seat), Some(building)) = (state.owner(Character::WiseMan), state.named) {
            book.add(Scorer::Seat(seat), building, 1);
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m07_characters;
        let cards = |wanted: &dyn Fn(Character) -> bool| -> Vec<CardKind> {
            Character::ALL.into_iter().filter(|c| wanted(*c)).map(Character::card).collect()
        };
        let owned = g.rules().seats().filter_map(|seat| {
            let mine = |character: Character| state.owner(character) == Some(seat);
            Character::ALL.into_iter().any(mine).then(|| (seat, cards(&mine)))
        });
        let mut shows = vec![
            ("owned", Shown::CardsBySeat(owned.collect())),
            ("used_this_turn", Shown::Cards(cards(&|c| state.is_used(c)))),
            ("out_of_the_game", Shown::Cards(cards(&|c| state.places[c as usize] == Place::Gone))),
            ("surplus", Shown::Number(i32::from(state.surplus))),
        ];
        if let Some(auction) = auction::running(g) {
            shows.push(("up_for_auction", Shown::Cards(vec![auction.character.card()])));
            shows.push(("highest_bid", Shown::Number(i32::from(auction.bid))));
            shows.push(("highest_bidder", Shown::Seats(auction.leader.into_iter().collect())));
            shows.push(("passed", Shown::Seats(auction.passed)));
        }
        shows.extend(state.named.map(|building| ("wise_man_names", Shown::Buildings(vec![building]))));
        shows
    }

    /// Everything of its own is open; but a hand that is dealt anew must be good for its owner's bid.
    fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
        auction::keep_word(g, observer, pick);
    }

    fn census(g: &GameState) -> Result<(), String> {
        auction::census(g)
    }

    /// `0: beggar, miser; 2: wise-man; gone: trader`, and the options `one hourglass` and `entertainer at once`.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for part in text.split(';').map(str::trim) {
            match part {
                "one hourglass" => g.mods.m07_characters.one_hourglass = true,
                "entertainer at once" => g.mods.m07_characters.entertainer_at_once = true,
                _ => {
                    let (who, list) = part.split_once(':').ok_or("say \"0: beggar, miser; gone: trader\"")?;
                    let place = match who.trim() {
                        "gone" => Place::Gone,
                        seat => {
                            Place::With(seat.parse().ok().and_then(Seat::new).ok_or("a seat is a number")?)
                        }
                    };
                    for name in list.split(',').map(str::trim) {
                        let found = format!("character-{name}").parse().ok().and_then(Character::of);
                        let character = found.ok_or_else(|| format!("there is no character {name}"))?;
                        if !g.core.deck.rare.take(character.rare()) {
                            return Err(format!("the {} is already somewhere else", character.name()));
                        }
                        g.mods.m07_characters.put(character, place);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Cards that are in no pile and wait for the Entertainer.
const SURPLUS: u8 = 4;

/// The procedure of this module that is running, if one is.
fn procedure(g: &GameState) -> Option<Procedure> {
    match g.agenda.frames.last()?.what {
        What::Module(ModFrame::Characters(procedure)) => Some(procedure),
        _ => None,
    }
}

/// The running procedure becomes another one.
fn set(cx: &mut Cx<'_, '_>, procedure: Procedure) {
    cx.top().what = What::Module(ModFrame::Characters(procedure));
}

fn why_not(act: Act) -> &'static str {
    match act {
        Act::Pass => "there_is_nothing_to_pass_now",
        Act::Bid { .. } => "a_bid_is_higher_than_the_last_one",
        Act::Keep | Act::Exchange => "only_the_winner_of_the_travelling_entertainer_chooses",
        Act::Dance { .. } => "the_dancer_exchanges_a_tile_that_lies_on_the_market",
        Act::Beg => "the_beggar_draws_at_the_start_of_his_owners_turn",
        Act::Change { .. } => "the_moneychanger_gives_a_money_card_on_display_for",
        Act::CallTrader => "the_trader_is_named_only_where_one_hourglass_a",
        Act::Patron { .. } => "the_rich_patron_pays_for_a_tile_on_the",
        Act::Pocket { .. } => "the_miser_takes_a_money_card_on_display_after",
        Act::Name { .. } => "the_wise_mans_owner_names_a_building_type_at",
    }
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::Characters, seat, key, refs }
}
