//! Module 1, Vizier's Favour: between two turns a player may buy a tile out of turn, for the exact price.
//!
//! The vizier then sleeps; waking him is an action of one's own turn.

use crate::core::agenda::{Filling, What};
use crate::core::cards::Cards;
use crate::core::catalogue::PieceId;
use crate::core::purchase::{self, Offered};
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::turn;
use crate::cx::Cx;
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Window};
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
}

impl Module for ViziersFavour {
    const ID: ModuleId = ModuleId::ViziersFavour;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        title: "Vizier's Favour",
        slug: "viziers-favour",
        stage: Stage::Beta,
        players: 2..=6,
        summary: "Between two turns your vizier buys a tile for the exact price; then he sleeps until you wake him.",
        help: include_str!("help.en.md"),
        rulings: include_str!("RULINGS.md"),
        data: &[],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::T11, Step::T90]);
    type State = State;
    type Action = Act;
    type Frame = Never;

    /// T90: awake and a tile on offer, which everybody can see. Whether the hand has the exact price stays
    /// the player's secret.
    fn eligible(g: &GameState, seat: Seat) -> bool {
        !asleep(g, seat) && g.core.pieces.market.iter().any(Option::is_some)
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        let own = |act| Action::Module(ModAction::ViziersFavour(act));
        match window {
            Window::MainAction if asleep(g, seat) => out.push(own(Act::Wake)),
            Window::BetweenTurns if !asleep(g, seat) => purchase::offers(g, seat, |offered| {
                let hand = g.core.hands[seat.index()];
                let piece = offered.piece;
                exactly(*offered).pay.minimal(hand, |payment| out.push(own(Act::Buy { piece, payment })));
            }),
            _ => {}
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::Module { by: Self::ID, key });
        let between = matches!(g.agenda.frames.last().map(|f| f.what), Some(What::Window { .. }));
        match act {
            Act::Wake if between => refused("the vizier is woken in one's own turn"),
            Act::Wake if !asleep(g, seat) => refused("the vizier is awake"),
            Act::Wake => Ok(()),
            Act::Buy { .. } if !between => refused("the vizier buys between two turns"),
            Act::Buy { .. } if asleep(g, seat) => refused("the vizier is asleep"),
            Act::Buy { piece, payment } => {
                let offered = purchase::offer(g, seat, piece).ok_or(Illegal::NotForSale { piece })?;
                exactly(offered).pay.check(g.core.hands[seat.index()], payment).map(|_| ())
            }
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match act {
            Act::Wake => {
                turn::count_action(cx.g);
                let state = &mut cx.g.mods.m01_viziers_favour;
                state.asleep = state.asleep.without(seat);
                cx.emit(|_| told(seat, "wakes", "wakes the vizier"));
            }
            // V3: he falls asleep, the tile is paid and placed at once, the market is filled; the display is not.
            Act::Buy { piece, payment } => {
                let Some(offered) = purchase::offer(cx.g, seat, piece) else { return };
                let state = &mut cx.g.mods.m01_viziers_favour;
                state.asleep = state.asleep.with(seat);
                cx.emit(|_| told(seat, "sends", "sends the vizier"));
                let gifts = cx.g.core.rules.dirk();
                cx.push(Step::F1, What::Fill(Filling::default()));
                cx.push(Step::T20, What::Placing { seat, gifts });
                purchase::begin(cx, seat, &exactly(offered), payment, false);
            }
        }
    }

    fn say(g: &GameState, _: Seat, act: Act) -> (String, Vec<Ref>) {
        match act {
            Act::Wake => ("wake the vizier".to_owned(), Vec::new()),
            Act::Buy { piece, payment } => (
                format!("send the vizier for {} with {payment}", g.piece(piece).name()),
                vec![Ref::Piece(piece), Ref::Cards(payment)],
            ),
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

/// V2: the vizier pays exactly (payment context C9).
fn exactly(mut offered: Offered) -> Offered {
    offered.pay.exact_only = true;
    offered
}

fn told(seat: Seat, key: &'static str, words: &str) -> Happened {
    let (by, words) = (ModuleId::ViziersFavour, words.to_owned());
    Happened::Module { by, seat: Some(seat), key, words, refs: Vec::new() }
}
