//! What happened before: read from the log and told beside the room, so that nobody at a table waits while somebody looks
//! back. It goes the way of replays over HTTP: a few at a time, on threads of their own, and so many a minute for an address.

use crate::http::beside_with_log;
use crate::hub::Hub;
use crate::room::{Room, told, unreadable};
use crate::session::{Misfit, Session, Transcript};
use alhambra_protocol::words::Names;
use alhambra_protocol::{EventBlock, EventView, PastScoring, Refusal, RefusalCode, Why};
use alhambra_rules::{Event, GameState, Happened, Seat};
use std::sync::Arc;

/// The most actions whose events are told at once.
const HISTORY: u32 = 2000;

/// A game so far, as somebody may know it at the moment they ask.
pub(crate) struct Past {
    hub: Arc<Hub>,
    table: Arc<str>,
    /// The place of the last line there is.
    last: u64,
    /// How many actions they know of.
    pub(crate) known: u32,
    viewing: Option<Seat>,
    texts: bool,
    names: Names,
}

impl Past {
    /// The game at a table; nothing if it has not begun.
    pub(crate) fn of(room: &Room, viewing: Option<Seat>, texts: bool) -> Option<Past> {
        let table = room.table.as_deref()?;
        let known = table.visible_to(viewing)?.actions;
        let names = Names::of(&table.setup);
        let (hub, id) = (room.hub.clone(), room.id.clone());
        Some(Past { hub, table: id, last: table.seq, known, viewing, texts, names })
    }

    /// What happened from one action to another.
    pub(crate) async fn blocks(self, from: u32, to: u32) -> Result<Vec<EventBlock>, Refusal> {
        let to = to.min(self.known);
        let from = from.max(to.saturating_sub(HISTORY));
        self.read(move |past, transcript| past.told(&transcript, from, to)).await
    }

    /// A scoring that was held, with the palaces as they were then; everybody may know that.
    pub(crate) async fn scoring(self, round: u8) -> Result<PastScoring, Refusal> {
        self.read(move |past, transcript| past.held(&transcript, round)).await
    }

    async fn read<T: Send + 'static>(
        self,
        work: impl FnOnce(&Past, Transcript) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (hub, table) = (self.hub.clone(), self.table.clone());
        beside_with_log(&hub, &hub.readers, &table, move |lines| {
            let transcript = told(&lines, self.last)?;
            work(&self, transcript)
        })
        .await
    }

    fn told(&self, transcript: &Transcript, from: u32, to: u32) -> Result<Vec<EventBlock>, Refusal> {
        let Some((header, _)) = &transcript.start else { return Ok(Vec::new()) };
        let block = |action: u32, events: &[Event], game: &GameState| EventBlock {
            action,
            events: events
                .iter()
                .filter(|event| event.to.includes(self.viewing))
                .map(|event| EventView::of(&event.what, game, &self.names, self.texts))
                .collect(),
        };
        let (mut blocks, mut events) = (Vec::new(), Vec::new());
        let mut session = Session::restart(header, 0, &mut events).map_err(misfit)?;
        if from == 0 {
            blocks.push(block(0, &events, &session.game));
        }
        for entry in transcript.entries.iter().take(to as usize) {
            events.clear();
            session.replay(entry, &mut events).map_err(misfit)?;
            if entry.n >= from {
                blocks.push(block(entry.n, &events, &session.game));
            }
        }
        Ok(blocks)
    }

    fn held(&self, transcript: &Transcript, round: u8) -> Result<PastScoring, Refusal> {
        let (header, _) = transcript.start.as_ref().ok_or_else(not_held)?;
        let mut events = Vec::new();
        let mut session = Session::restart(header, 0, &mut events).map_err(misfit)?;
        for entry in transcript.entries.iter().take(self.known as usize) {
            events.clear();
            session.replay(entry, &mut events).map_err(misfit)?;
            let held =
                |event: &Event| matches!(event.what, Happened::ScoringBegan { round: n } if n == round);
            if events.iter().any(held) {
                return Ok(PastScoring::of(&session.game, round));
            }
        }
        Err(not_held())
    }
}

/// No such scoring was held.
pub(crate) fn not_held() -> Refusal {
    Refusal::new(RefusalCode::NotFound, Why::ScoringNotHeld)
}

fn misfit(why: Misfit) -> Refusal {
    unreadable(&why)
}
