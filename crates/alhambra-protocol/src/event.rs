//! What happened, to animate and to tell.

use crate::things::{At, Ref, at, seats};
use crate::words;
use alhambra_rules as rules;
use alhambra_rules::{
    Building, CardKind, Currency, GameState, Happened, ModuleId, PieceId, PieceKind, Seat, Space,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What one step of the game brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EventBlock {
    /// The number of the action in the record, from 1; 0 is the set-up.
    pub action: u32,
    /// What happened, in order.
    pub events: Vec<EventView>,
}

/// An event as one viewer is told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EventView {
    /// What happened.
    pub what: Happening,
    /// The same in English; absent if the client asked for no texts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub text: String,
    /// What stood on the lands it is about when it happened, where land and building are apart: buildings may change places
    /// later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(type = "[PieceId, Building][]", optional)]
    pub lands: Vec<(PieceId, Building)>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Happening {
    /// Start money was dealt, open to all.
    StartMoney {
        /// To whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Which cards.
        #[ts(type = "Card[]")]
        cards: Vec<CardKind>,
    },
    /// Somebody begins the game.
    Begins {
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Which turn of the game, from 1.
        turn: u32,
    },
    /// Money was taken from the display.
    TookMoney {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// Which cards.
        #[ts(type = "Card[]")]
        cards: Vec<CardKind>,
    },
    /// A tile was bought.
    Bought {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
        /// The payment.
        #[ts(type = "Card[]")]
        payment: Vec<CardKind>,
        /// What was paid.
        paid: u16,
        /// What it cost.
        price: u8,
        /// Whether this gives an extra action.
        extra_action: bool,
    },
    /// A tile was laid in a palace.
    Placed {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
        /// Where.
        #[ts(type = "Cell")]
        at: At,
    },
    /// A tile was moved inside a palace.
    Moved {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
        /// Where it stands now.
        #[ts(type = "Cell")]
        at: At,
    },
    /// A tile left the game.
    Discarded {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
    },
    /// A piece that fits nowhere went back to the supply.
    PutBack {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The piece.
        #[ts(type = "PieceId")]
        piece: PieceId,
    },
    /// A price was paid for something that is no tile.
    Paid {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The payment.
        #[ts(type = "Card[]")]
        payment: Vec<CardKind>,
        /// What was paid.
        paid: u16,
        /// What it cost.
        price: u8,
        /// Whether this gives an extra action.
        extra_action: bool,
    },
    /// The top card of the deck went into a hand; only its owner sees which.
    Drew {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The card, for its owner.
        #[ts(type = "Card | null")]
        card: Option<CardKind>,
    },
    /// A card that was turned up had no place to go and went to the discard pile.
    PutBy {
        /// The card.
        #[ts(type = "Card")]
        card: CardKind,
    },
    /// A tile went to a reserve.
    Reserved {
        /// Whose.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
    },
    /// A tile was taken off a palace.
    TakenOff {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
        /// Where it stood.
        #[ts(type = "Cell")]
        at: At,
    },
    /// A tile was given to Dirk.
    Gift {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
    },
    /// An extra action was declined.
    Declined {
        /// By whom.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// Nothing was possible.
    Passed {
        /// Who.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// A card was turned up for the display.
    Displayed {
        /// The card.
        #[ts(type = "Card")]
        card: CardKind,
    },
    /// The discard pile was shuffled into the deck.
    Reshuffled,
    /// A scoring card was turned up.
    ScoringCard,
    /// A tile was laid on the market.
    OnMarket {
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
        /// Where, from 0.
        #[ts(type = "number")]
        space: Space,
        /// The currency it is paid in.
        #[ts(type = "Currency")]
        currency: Currency,
    },
    /// The game is about to end.
    EndTriggered {
        /// Whether it is because nobody could do anything.
        everybody_passed: bool,
    },
    /// Dirk got tiles.
    DirkDrew {
        /// Which.
        #[ts(type = "PieceId[]")]
        pieces: Vec<PieceId>,
    },
    /// A scoring began.
    ScoringBegan {
        /// Which, 1 to 3.
        round: u8,
    },
    /// Points were scored.
    Scored {
        /// Which, and why.
        line: ScoreLineView,
    },
    /// A leftover tile went to whoever had most of its currency.
    Leftover {
        /// The tile.
        #[ts(type = "PieceId")]
        piece: PieceId,
        /// Who got it; null when it was a tie.
        #[ts(type = "Seat | null")]
        to: Option<Seat>,
        /// What each seat held.
        held: Vec<u16>,
    },
    /// The game is over.
    GameOver {
        /// Who won; empty if Dirk did.
        #[ts(type = "Seat[]")]
        winners: Vec<Seat>,
    },
    /// Something of a module.
    Module {
        /// Which module.
        #[ts(type = "ModuleId")]
        by: ModuleId,
        /// Who did it, if somebody did.
        #[ts(type = "Seat | null")]
        seat: Option<Seat>,
        /// A message key.
        key: String,
        /// What it points at.
        refs: Vec<Ref>,
    },
}

/// Who scores: a seat, or Dirk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Scorer {
    /// A player.
    Seat(#[ts(type = "Seat")] Seat),
    /// The imaginary third player of a two-player game.
    Dirk,
}

/// Where points come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ScoreSource {
    /// The longest wall.
    Wall,
    /// A majority in a building type.
    Majority(#[ts(type = "Building")] Building),
    /// A module.
    Module(#[ts(type = "ModuleId")] ModuleId),
}

/// How a place was shared: the arithmetic behind a majority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ScoreRank {
    /// The best place of the tied group, from 1.
    pub place: u8,
    /// How many share it.
    pub tied: u8,
    /// Points of the places they share, in order.
    pub worth: Vec<u8>,
    /// These, added up.
    pub pot: u16,
    /// What each gets: the pot divided, rounded down.
    pub share: u16,
}

/// Points with their reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ScoreLineView {
    /// Who gets them.
    pub to: Scorer,
    /// In which scoring, 1 to 3.
    pub round: u8,
    /// Where they come from.
    pub source: ScoreSource,
    /// A message key for the reason.
    pub reason: String,
    /// The numbers that go with the reason (a wall's length, a count of half buildings).
    pub args: Vec<i16>,
    /// What was added or lost.
    pub points: i16,
    /// The tiles it is about, in the scorer's palace.
    #[ts(type = "Cell[]")]
    pub cells: Vec<At>,
    /// For majorities, the place and how it was shared.
    pub rank: Option<ScoreRank>,
}

impl ScoreLineView {
    /// A line of the engine.
    pub fn of(line: &rules::ScoreLine, game: &GameState) -> ScoreLineView {
        let (to, palace) = match line.to {
            rules::Scorer::Seat(seat) => (Scorer::Seat(seat), Some(game.palace(seat))),
            rules::Scorer::Dirk => (Scorer::Dirk, None),
        };
        ScoreLineView {
            to,
            round: line.round,
            source: match line.source {
                rules::Source::Wall => ScoreSource::Wall,
                rules::Source::Majority(building) => ScoreSource::Majority(building),
                rules::Source::Module(module) => ScoreSource::Module(module),
            },
            reason: line.reason.to_owned(),
            args: line.args.clone(),
            points: line.points,
            cells: line.cells.iter().map(|cell| palace.map_or(cell.xy(), |p| p.coords(*cell))).collect(),
            rank: line.rank.as_ref().map(|rank| ScoreRank {
                place: rank.place,
                tied: rank.tied,
                worth: rank.worth.clone(),
                pot: rank.pot,
                share: rank.share,
            }),
        }
    }
}

impl EventView {
    /// An event of the engine, told after `game` has come about.
    pub fn of(event: &Happened, game: &GameState, names: &words::Names, texts: bool) -> EventView {
        let text = if texts { words::event(event, game, names) } else { String::new() };
        let stood = |piece: PieceId| Some((piece, game.pieces().building[piece.index()]?));
        let land = |piece: &PieceId| game.piece(*piece).kind == PieceKind::Land;
        let lands = about(event).into_iter().filter(land).filter_map(stood).collect();
        EventView { what: Happening::of(event, game), text, lands }
    }
}

/// The tiles an event of the core is about. Modules point at buildings themselves.
fn about(event: &Happened) -> Vec<PieceId> {
    match event {
        Happened::Bought { piece, .. }
        | Happened::Placed { piece, .. }
        | Happened::Moved { piece, .. }
        | Happened::Reserved { piece, .. }
        | Happened::TakenOff { piece, .. }
        | Happened::Gift { piece, .. }
        | Happened::OnMarket { piece, .. }
        | Happened::Leftover { piece, .. } => vec![*piece],
        Happened::DirkDrew { pieces } => pieces.clone(),
        _ => Vec::new(),
    }
}

impl Happening {
    /// An event of the engine; cells are counted in the palaces of `game`.
    pub fn of(event: &Happened, game: &GameState) -> Happening {
        let list = |cards: &rules::Cards| cards.each().collect::<Vec<_>>();
        match event {
            Happened::StartMoney { seat, cards } => Happening::StartMoney { seat: *seat, cards: list(cards) },
            Happened::Begins { seat } => Happening::Begins { seat: *seat },
            Happened::TurnBegan { seat, turn } => Happening::TurnBegan { seat: *seat, turn: *turn },
            Happened::TookMoney { seat, cards } => Happening::TookMoney { seat: *seat, cards: list(cards) },
            Happened::Bought { seat, piece, payment, paid, price, extra_action } => Happening::Bought {
                seat: *seat,
                piece: *piece,
                payment: list(payment),
                paid: *paid,
                price: *price,
                extra_action: *extra_action,
            },
            Happened::Placed { seat, piece, at: cell, .. } => {
                Happening::Placed { seat: *seat, piece: *piece, at: at(game, *seat, *cell) }
            }
            Happened::Moved { seat, piece, at: cell, .. } => {
                Happening::Moved { seat: *seat, piece: *piece, at: at(game, *seat, *cell) }
            }
            Happened::Discarded { seat, piece } => Happening::Discarded { seat: *seat, piece: *piece },
            Happened::PutBack { seat, piece } => Happening::PutBack { seat: *seat, piece: *piece },
            Happened::Paid { seat, payment, paid, price, extra_action } => Happening::Paid {
                seat: *seat,
                payment: list(payment),
                paid: *paid,
                price: *price,
                extra_action: *extra_action,
            },
            Happened::Drew { seat, card } => Happening::Drew { seat: *seat, card: *card },
            Happened::PutBy { card } => Happening::PutBy { card: *card },
            Happened::Reserved { seat, piece } => Happening::Reserved { seat: *seat, piece: *piece },
            Happened::TakenOff { seat, piece, at: cell } => {
                Happening::TakenOff { seat: *seat, piece: *piece, at: at(game, *seat, *cell) }
            }
            Happened::Gift { seat, piece } => Happening::Gift { seat: *seat, piece: *piece },
            Happened::Declined { seat } => Happening::Declined { seat: *seat },
            Happened::Passed { seat } => Happening::Passed { seat: *seat },
            Happened::Displayed { card } => Happening::Displayed { card: *card },
            Happened::Reshuffled => Happening::Reshuffled,
            Happened::ScoringCard => Happening::ScoringCard,
            Happened::OnMarket { piece, space, currency } => {
                Happening::OnMarket { piece: *piece, space: *space, currency: *currency }
            }
            Happened::EndTriggered { everybody_passed } => {
                Happening::EndTriggered { everybody_passed: *everybody_passed }
            }
            Happened::DirkDrew { pieces } => Happening::DirkDrew { pieces: pieces.clone() },
            Happened::ScoringBegan { round } => Happening::ScoringBegan { round: *round },
            Happened::Scored(line) => Happening::Scored { line: ScoreLineView::of(line, game) },
            Happened::Leftover { piece, to, held } => {
                Happening::Leftover { piece: *piece, to: *to, held: held.clone() }
            }
            Happened::GameOver { winners } => Happening::GameOver { winners: seats(*winners) },
            Happened::Module { by, seat, key, refs } => Happening::Module {
                by: *by,
                seat: *seat,
                key: (*key).to_owned(),
                refs: {
                    let palace = game.palace(seat.unwrap_or_default());
                    refs.iter().map(|r| Ref::of(r, palace)).collect()
                },
            },
        }
    }
}
