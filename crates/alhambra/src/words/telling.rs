//! Events as sentences, and stretches of events as a story.

use super::{Names, capital, count, joined, score_line, scorers, scoring, steps};
use alhambra_rules::{CardKind, Cards, Cell, Currency, GameState, Happened, PieceId, Seat};

/// Tells what happened. Screens have less room than pages, so cards and tiles are written as the teller likes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Teller<'a> {
    /// What everybody is called.
    pub(crate) names: &'a Names,
    /// The game after what is told, be it at once or much later.
    pub(crate) game: &'a GameState,
    /// Whether it is the game at once after: then a scoring ends with the standing.
    pub(crate) at_once: bool,
    /// How cards are written.
    pub(crate) cards: fn(Cards) -> String,
    /// How a tile is written that somebody has seen before.
    pub(crate) tile: fn(&GameState, PieceId) -> String,
}

/// A line of a story.
#[derive(Debug)]
pub(crate) enum Told {
    /// A turn or a scoring begins.
    Heading(String),
    /// Something happens in it.
    Line(String),
}

impl Teller<'_> {
    /// The events of one entry as lines; cards and tiles that appear together share one.
    pub(crate) fn story<'e>(&self, events: impl Iterator<Item = &'e Happened> + Clone) -> Vec<Told> {
        let mut lines = Vec::new();
        let mut events = events.peekable();
        while let Some(event) = events.next() {
            let mut text = self.happened(event);
            match event {
                Happened::TurnBegan { .. } | Happened::ScoringBegan { .. } => {
                    lines.push(Told::Heading(capital(&text)));
                    continue;
                }
                // Nothing drawn is nothing to tell.
                Happened::DirkDrew { pieces } if pieces.is_empty() => continue,
                Happened::Displayed { .. } => {
                    while let Some(Happened::Displayed { card }) =
                        events.next_if(|next| matches!(next, Happened::Displayed { .. }))
                    {
                        text += &format!(", {}", self.card(*card));
                    }
                }
                Happened::OnMarket { .. } => {
                    while let Some(Happened::OnMarket { piece, currency, .. }) =
                        events.next_if(|next| matches!(next, Happened::OnMarket { .. }))
                    {
                        text += &format!(", {}", self.offer(*piece, *currency));
                    }
                }
                Happened::TakenOff { piece, .. } => {
                    let kept =
                        |next: &&Happened| matches!(next, Happened::Reserved { piece: p, .. } if p == piece);
                    if events.next_if(kept).is_some() {
                        text += " into the reserve";
                    }
                }
                _ => {}
            }
            lines.push(Told::Line(text));
            let scored = |event: &Happened| matches!(event, Happened::Scored(_));
            if self.at_once && scored(event) && !events.clone().any(scored) {
                lines.push(Told::Line(self.standing()));
            }
        }
        lines
    }

    /// "standing – Ann: 12, Bo: 9".
    fn standing(&self) -> String {
        let score = |scorer| format!("{}: {}", self.names.scorer(scorer), self.game.score(scorer));
        format!("standing – {}", joined(scorers(self.game).into_iter().map(score), ", "))
    }

    /// An event as a sentence without a full stop.
    pub(crate) fn happened(&self, event: &Happened) -> String {
        match self.sentence(event) {
            (Some(seat), deed) => format!("{} {deed}", self.names.seat(seat)),
            (None, sentence) => sentence,
        }
    }

    /// What a seat did, without its name; `None` for what is nobody's deed.
    pub(crate) fn deed(&self, event: &Happened) -> Option<(Seat, String)> {
        let (seat, deed) = self.sentence(event);
        Some((seat?, deed))
    }

    /// A sentence; its beginning, the name, is left out where it is about what a seat did.
    fn sentence(&self, event: &Happened) -> (Option<Seat>, String) {
        let name = |seat: &Seat| self.names.seat(*seat);
        let cards = |of: &Cards| (self.cards)(*of);
        let text = match event {
            Happened::StartMoney { cards: dealt, .. } => {
                format!("gets {} – {} in all", cards(dealt), dealt.total())
            }
            Happened::Begins { .. } => "begins".to_owned(),
            Happened::TookMoney { cards: taken, .. } => format!("takes {}", cards(taken)),
            Happened::Bought { piece, payment, paid, price, extra_action, .. } => {
                let over = paid.saturating_sub(u16::from(*price));
                let how = match (extra_action, over) {
                    // Paying exactly brings an extra action; only what is otherwise is worth words.
                    (true, 0) => "exact".to_owned(),
                    (true, over) => format!("{over} too much, extra action"),
                    (false, 0) => "exact, no extra action".to_owned(),
                    (false, over) => format!("{over} too much"),
                };
                format!("buys {} for {} – {how}", self.tile(*piece), cards(payment))
            }
            Happened::Placed { seat, piece, at, .. } => {
                format!("lays {} at {}", self.tile(*piece), self.cell(*seat, *at))
            }
            Happened::Moved { seat, piece, at, .. } => {
                format!("moves {} to {}", self.tile(*piece), self.cell(*seat, *at))
            }
            Happened::Discarded { piece, .. } => format!("discards {}", self.tile(*piece)),
            Happened::PutBack { piece, .. } => format!("finds no place for {}", self.tile(*piece)),
            Happened::Paid { payment, paid, price, extra_action, .. } => {
                let over = paid.saturating_sub(u16::from(*price));
                let how = match (extra_action, over) {
                    (true, _) => "exact, extra action".to_owned(),
                    (false, 0) => "exact".to_owned(),
                    (false, over) => format!("{over} too much"),
                };
                format!("pays {} – {how}", cards(payment))
            }
            Happened::Drew { card: Some(card), .. } => format!("draws {}", self.card(*card)),
            Happened::Drew { card: None, .. } => "draws a card".to_owned(),
            Happened::Reserved { piece, .. } => format!("puts {} into the reserve", self.tile(*piece)),
            Happened::TakenOff { seat, piece, at } => {
                format!("takes {} off {}", self.tile(*piece), self.cell(*seat, *at))
            }
            Happened::Gift { piece, .. } => format!("gives {} to {}", self.tile(*piece), self.names.dirk()),
            Happened::Declined { .. } => "declines the extra action".to_owned(),
            Happened::Passed { .. } => "can do nothing and passes".to_owned(),
            Happened::TurnBegan { seat, turn } => format!("turn {turn} · {}", name(seat)),
            Happened::Displayed { card } => format!("on display: {}", self.card(*card)),
            Happened::PutBy { card } => format!("{} goes to the discard pile", self.card(*card)),
            Happened::Reshuffled => "the discarded money is shuffled into a new deck".to_owned(),
            Happened::ScoringCard => "a scoring card is turned up".to_owned(),
            Happened::OnMarket { piece, currency, .. } => {
                format!("on the market: {}", self.offer(*piece, *currency))
            }
            Happened::EndTriggered { everybody_passed: false } => {
                "the market cannot be filled: the game ends".to_owned()
            }
            Happened::EndTriggered { everybody_passed: true } => {
                "everybody had to pass: the game ends".to_owned()
            }
            Happened::DirkDrew { pieces } => {
                let tiles = joined(pieces.iter().map(|piece| self.tile(*piece)), ", ");
                format!("{} gets {}", self.names.dirk(), if tiles.is_empty() { "no tiles" } else { &tiles })
            }
            Happened::ScoringBegan { round } => scoring(*round).to_owned(),
            Happened::Scored(line) => {
                format!("{} {:+}: {}", self.names.scorer(line.to), line.points, score_line(line))
            }
            Happened::Leftover { piece, to, held } => {
                let held =
                    self.game.rules().seats().zip(held).map(|(seat, n)| format!("{} {n}", name(&seat)));
                let (tile, held) = (self.tile(*piece), joined(held, ", "));
                match to.as_ref().map(name) {
                    Some(to) => {
                        format!("{tile} is left over and goes to {to}, with most of its currency ({held})")
                    }
                    None => format!("{tile} is left over, nobody has most of its currency ({held})"),
                }
            }
            Happened::GameOver { winners } => {
                let best = winners.first().map(|seat| count(self.game.score(seat).into(), "point"));
                let with = best.map_or_else(String::new, |points| format!(" with {points}"));
                format!("{}{with}", self.names.win(*winners))
            }
            Happened::Module { by, seat: None, words, .. } => format!("{}: {words}", by.info().title),
            Happened::Module { words, .. } => words.clone(),
        };
        (doer(event), text)
    }

    fn card(&self, card: CardKind) -> String {
        (self.cards)([card].into_iter().collect())
    }

    fn tile(&self, piece: PieceId) -> String {
        (self.tile)(self.game, piece)
    }

    /// A tile nobody has seen before: with its walls, which decide where it fits.
    fn offer(&self, piece: PieceId, currency: Currency) -> String {
        format!("{} ({currency})", self.game.piece_name(piece))
    }

    fn cell(&self, seat: Seat, at: Cell) -> String {
        steps(self.game.palace(seat).coords(at))
    }
}

/// Whose deed an event is.
fn doer(event: &Happened) -> Option<Seat> {
    match event {
        Happened::StartMoney { seat, .. }
        | Happened::Begins { seat }
        | Happened::TookMoney { seat, .. }
        | Happened::Bought { seat, .. }
        | Happened::Placed { seat, .. }
        | Happened::Reserved { seat, .. }
        | Happened::TakenOff { seat, .. }
        | Happened::Gift { seat, .. }
        | Happened::Declined { seat }
        | Happened::Passed { seat } => Some(*seat),
        Happened::Module { seat, .. } => *seat,
        _ => None,
    }
}
