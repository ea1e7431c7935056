//! What laying a tile would change in the majorities.

use crate::decision::Effect;
use crate::{Action, Building, GameState, Io, PieceId, Scorer, Seat, Seeded};

/// A tile that comes or goes, and the one it takes the place of.
type Tiles = (PieceId, Option<PieceId>);

/// The places in the majorities now, and what laying tiles makes of them.
pub(super) struct Places<'g> {
    game: &'g GameState,
    seat: Seat,
    /// Now, once something is laid.
    now: Option<[(u8, u8); 6]>,
    /// Where a tile is laid makes no difference to what it counts, so each is tried once, and each with each it may
    /// take the place of.
    known: Vec<(Tiles, Vec<Effect>)>,
}

impl<'g> Places<'g> {
    pub(super) fn new(game: &'g GameState, seat: Seat) -> Places<'g> {
        Places { game, seat, now: None, known: Vec::new() }
    }

    pub(super) fn after(&mut self, action: Action) -> Vec<Effect> {
        let tiles = match action {
            Action::Place { piece, .. } | Action::Add { piece, .. } | Action::Remove { piece } => {
                (piece, None)
            }
            Action::Swap { piece, out, .. } => (piece, Some(out)),
            _ => return Vec::new(),
        };
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == tiles) {
            return known.clone();
        }
        let now = *self.now.get_or_insert_with(|| places(self.game, self.seat));
        let mut game = self.game.clone();
        let mut chance = Seeded::new(0);
        let laid = game.apply(self.seat, action, &mut Io { chance: &mut chance, log: None });
        let then = if laid.is_ok() { places(&game, self.seat) } else { now };
        let change = |(i, building): (usize, Building)| {
            let (from, to) = (now[i], then[i]);
            (from != to).then_some(Effect::Majority { building, from: from.0, to: to.0, sharing: to.1 })
        };
        let effects: Vec<Effect> = Building::ALL.into_iter().enumerate().filter_map(change).collect();
        self.known.push((tiles, effects.clone()));
        effects
    }
}

/// Place and number of sharers of a seat in each building type; place 0 without any.
fn places(game: &GameState, seat: Seat) -> [(u8, u8); 6] {
    let book = game.counts();
    let scorers = || game.rules().seats().map(Scorer::Seat).chain([Scorer::Dirk]);
    Building::ALL.map(|building| {
        let own = book.halves(Scorer::Seat(seat), building);
        let count = |with: &dyn Fn(u8) -> bool| {
            scorers().filter(|scorer| with(book.halves(*scorer, building))).count() as u8
        };
        if own == 0 { (0, 0) } else { (1 + count(&|n| n > own), count(&|n| n == own)) }
    })
}
