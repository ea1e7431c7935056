//! Events as sentences, and stretches of events as a story.

use super::{Names, capital, joined, score_line, scorers, scoring};
use alhambra_rules::speech::{self, ENGLISH, Speaker};
use alhambra_rules::{CardKind, Cards, Currency, GameState, Happened, PieceId, Seat};

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
                        text = more("into_reserve", &[text]);
                    }
                }
                _ => {}
            }
            lines.push(Told::Line(text));
            let scored = |event: &Happened| matches!(event, Happened::Scored { .. });
            if self.at_once && scored(event) && !events.clone().any(scored) {
                lines.push(Told::Line(self.standing()));
            }
        }
        lines
    }

    /// "standing – Ann: 12, Bo: 9".
    fn standing(&self) -> String {
        let score = |scorer| format!("{}: {}", self.names.scorer(scorer), self.game.score(scorer));
        more("standing", &scorers(self.game).into_iter().map(score).collect::<Vec<_>>())
    }

    /// An event as a sentence without a full stop.
    pub(crate) fn happened(&self, event: &Happened) -> String {
        match event {
            Happened::ScoringBegan { round } => scoring(*round),
            // The arithmetic behind the points has room here.
            Happened::Scored { line } => {
                format!("{} {:+}: {}", self.names.scorer(line.to), line.points, score_line(line))
            }
            // Tiles nobody has seen before: with their walls, which decide where they fit.
            Happened::OnMarket { .. } => {
                speech::event(&Teller { tile: GameState::piece_name, ..*self }, event)
            }
            _ => self.with_more(event, speech::event(self, event)),
        }
    }

    /// What a seat did, without its name; `None` for what is nobody's deed.
    pub(crate) fn deed(&self, event: &Happened) -> Option<(Seat, String)> {
        let (seat, deed) = speech::deed(self, event)?;
        Some((seat, self.with_more(event, deed)))
    }

    /// What a log adds to the sentence itself.
    fn with_more(&self, event: &Happened, text: String) -> String {
        match event {
            Happened::StartMoney { cards, .. } => more("in_all", &[text, cards.total().to_string()]),
            Happened::Leftover { held, .. } => {
                let seats = self.game.rules().seats().zip(held);
                let held = seats.map(|(seat, n)| format!("{} {n}", self.names.seat(seat)));
                format!("{text} ({})", joined(held, ", "))
            }
            Happened::GameOver { winners } => match winners.first() {
                Some(best) => more("with_points", &[text, self.game.score(best).to_string()]),
                None => text,
            },
            _ => text,
        }
    }

    fn card(&self, card: CardKind) -> String {
        (self.cards)([card].into_iter().collect())
    }

    /// A tile nobody has seen before: with its walls, which decide where it fits.
    fn offer(&self, piece: PieceId, currency: Currency) -> String {
        format!("{} ({currency})", self.game.piece_name(piece))
    }
}

/// What a log adds to a sentence, in the words of the base game.
fn more(key: &str, parts: &[String]) -> String {
    speech::of_core(ENGLISH, &format!("more.{key}"), parts)
}

impl Speaker for Teller<'_> {
    fn game(&self) -> &GameState {
        self.game
    }

    fn seat(&self, seat: Seat) -> String {
        self.names.seat(seat).to_owned()
    }

    fn dirk(&self) -> String {
        self.names.dirk().to_owned()
    }

    fn tile(&self, piece: PieceId) -> String {
        (self.tile)(self.game, piece)
    }

    fn cards(&self, cards: &[CardKind]) -> String {
        if cards.iter().all(|card| card.in_hand()) {
            (self.cards)(cards.iter().copied().collect())
        } else {
            joined(cards.iter().map(|card| speech::card_name(ENGLISH, *card)), ", ")
        }
    }
}
