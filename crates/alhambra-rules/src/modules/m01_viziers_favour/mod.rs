//! Module 1, Vizier's Favour: between two turns a player may buy a tile out of turn, for the exact price.
//!
//! The vizier then sleeps; waking him is an action of one's own turn.

use crate::core::agenda::{Filling, What};
use crate::core::cards::Cards;
use crate::core::catalogue::{PieceId, Provenance};
use crate::core::payment::Context;
use crate::core::purchase::{self, Exactness};
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::terms::{Terms, Variant};
use crate::core::turn;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Touch, Window};
use crate::registry::{ModAction, ModuleId};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 1.
#[derive(Clone, Copy, Debug)]
pub struct ViziersFavour;

/// Whose vizier sleeps; at the start all are awake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    asleep: SeatSet,
}

/// What the vizier is good for. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Wakes him, as an action of one's own turn (V4).
    Wake,
    /// Buys a tile between two turns (V1).
    Buy {
        /// The tile.
        piece: PieceId,
        /// The payment, exactly the price.
        payment: Cards,
    },
    /// The same where tiles are bought on terms: the payment is the next decision.
    Target {
        /// The tile.
        piece: PieceId,
        /// What else was chosen.
        variant: Variant,
    },
}

impl Module for ViziersFavour {
    const ID: ModuleId = ModuleId::ViziersFavour;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "viziers-favour",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Market, Touch::OthersTurns],
        rulings: include_str!("RULINGS.md"),
        data: &[("a vizier with two sides for each player", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::T11, Step::T90]);
    type State = State;
    type Action = Act;
    type Frame = Never;

    /// T90: awake and a tile on offer, which everybody can see. Whether the hand has the exact price stays
    /// the player's secret.
    fn eligible(g: &GameState, seat: Seat, _: Window) -> bool {
        !asleep(g, seat) && g.core.pieces.market.iter().any(Option::is_some)
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        let own = |act| Action::Module(ModAction::ViziersFavour(act));
        match window {
            Window::MainAction if asleep(g, seat) => out.push(own(Act::Wake)),
            Window::BetweenTurns if !asleep(g, seat) => {
                let hand = g.core.hands[seat.index()];
                let split = purchase::split(g);
                purchase::targets(g, seat, Context::OutOfTurn, |offered| {
                    let (piece, variant) = (offered.piece, offered.terms.iter().next());
                    if split {
                        out.push(own(Act::Target { piece, variant }));
                    } else {
                        offered.pay.minimal(hand, |payment| out.push(own(Act::Buy { piece, payment })));
                    }
                });
            }
            _ => {}
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let between = matches!(g.agenda.frames.last().map(|f| f.what), Some(What::Window { .. }));
        match act {
            Act::Wake if between => refused("the_vizier_is_woken_in_ones_own_turn"),
            Act::Wake if !asleep(g, seat) => refused("the_vizier_is_awake"),
            Act::Wake => Ok(()),
            Act::Buy { .. } | Act::Target { .. } if !between => refused("the_vizier_buys_between_two_turns"),
            Act::Buy { .. } | Act::Target { .. } if asleep(g, seat) => refused("the_vizier_is_asleep"),
            Act::Buy { piece, payment } => {
                let offered = purchase::offer(g, seat, piece, Context::OutOfTurn, Terms::NONE);
                let pay = offered.ok_or(Illegal::NotForSale { piece })?.pay;
                pay.check(g.core.hands[seat.index()], payment).map(|_| ())
            }
            Act::Target { piece, variant } => {
                purchase::check_target(g, seat, piece, Context::OutOfTurn, variant).map(|_| ())
            }
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match act {
            Act::Wake => {
                turn::count_action(cx.g);
                let state = &mut cx.g.mods.m01_viziers_favour;
                state.asleep = state.asleep.without(seat);
                cx.emit(|_| told(seat, "wakes"));
            }
            // V2, V3: exactly the price (payment context C9).
            Act::Buy { piece, payment } => {
                let offered = purchase::offer(cx.g, seat, piece, Context::OutOfTurn, Terms::NONE);
                let Some(offered) = offered else { return };
                send(cx, seat);
                purchase::begin(cx, seat, &offered, payment, Exactness::Nothing);
            }
            Act::Target { piece, variant } => {
                let offered = purchase::offer(cx.g, seat, piece, Context::OutOfTurn, Terms::variant(variant));
                let Some(offered) = offered else { return };
                send(cx, seat);
                purchase::begin_unpaid(cx, seat, &offered, Exactness::Nothing);
            }
        }
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Wake => Described::default(),
            Act::Buy { piece, payment } => {
                Described { refs: vec![Ref::Piece(piece), Ref::Cards(payment)], pays: Some(payment) }
            }
            Act::Target { piece, variant } => g.target_refs(piece, variant).into(),
        }
    }

    fn paid_with(act: Act, payment: Cards) -> Option<Act> {
        match act {
            Act::Buy { piece, .. } => Some(Act::Buy { piece, payment }),
            _ => None,
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let seats = |asleep: bool| {
            Shown::Seats(g.rules().seats().filter(|s| self::asleep(g, *s) == asleep).collect())
        };
        vec![("awake", seats(false)), ("asleep", seats(true))]
    }

    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        let seats: Option<SeatSet> = text
            .trim_start_matches("asleep")
            .split_whitespace()
            .map(|n| n.parse().ok().and_then(Seat::new))
            .collect();
        g.mods.m01_viziers_favour.asleep = seats.ok_or("say \"asleep 0 2\", with seat numbers")?;
        Ok(())
    }
}

fn asleep(g: &GameState, seat: Seat) -> bool {
    g.mods.m01_viziers_favour.asleep.contains(seat)
}

/// He falls asleep; after the purchase the tile is placed at once and the market filled. The display is not.
fn send(cx: &mut Cx<'_, '_>, seat: Seat) {
    let state = &mut cx.g.mods.m01_viziers_favour;
    state.asleep = state.asleep.with(seat);
    cx.emit(|_| told(seat, "sends"));
    let gifts = cx.g.core.rules.dirk();
    cx.push(Step::F1, What::Fill(Filling::default()));
    cx.place_now(seat, gifts);
}

fn told(seat: Seat, key: &'static str) -> Happened {
    Happened::Module { by: ModuleId::ViziersFavour, seat: Some(seat), key, refs: Vec::new() }
}
