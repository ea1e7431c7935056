//! What laying a tile would change in the majorities.

use crate::core::score::SCORERS;
use crate::decision::Effect;
use crate::{Action, Building, GameState, Io, PieceId, Scorer, Seat, Seeded};

/// A tile that comes or goes, and the one it takes the place of.
type Tiles = (PieceId, Option<PieceId>);

/// The buildings of a type that everybody has, in halves: by scorer, for each type.
type Halves = [[u8; SCORERS]; 6];

/// The places in the majorities now, and what laying tiles makes of them.
pub(super) struct Places<'g> {
    game: &'g GameState,
    seat: Seat,
    /// Now, once something is laid.
    now: Option<Halves>,
    /// Where a tile is laid makes no difference to what it counts, so each is tried once, and each with each it may
    /// take the place of.
    known: Vec<(Tiles, Vec<Effect>)>,
}

impl<'g> Places<'g> {
    pub(super) fn new(game: &'g GameState, seat: Seat) -> Places<'g> {
        Places { game, seat, now: None, known: Vec::new() }
    }

    pub(super) fn after(&mut self, action: Action) -> &[Effect] {
        let tiles = match action {
            Action::Place { piece, .. } | Action::Add { piece, .. } | Action::Remove { piece } => {
                (piece, None)
            }
            Action::Swap { piece, out, .. } => (piece, Some(out)),
            _ => return &[],
        };
        let at = match self.known.iter().position(|(known, _)| *known == tiles) {
            Some(at) => at,
            None => {
                let effects = self.changes(action);
                self.known.push((tiles, effects));
                self.known.len() - 1
            }
        };
        &self.known[at].1
    }

    fn changes(&mut self, action: Action) -> Vec<Effect> {
        let game = self.game;
        let now = *self.now.get_or_insert_with(|| halves(game));
        let plain = game.rules().modules == 0;
        let then = if plain { self.counted(action, now) } else { self.tried(action, now) };
        let change = |(i, building): (usize, Building)| {
            if now[i] == then[i] {
                return None;
            }
            let (from, to) = (place(&now[i], self.seat), place(&then[i], self.seat));
            (from != to).then_some(Effect::Majority { building, from: from.0, to: to.0, sharing: to.1 })
        };
        Building::ALL.into_iter().enumerate().filter_map(change).collect()
    }

    /// Without modules a tile counts for what stands on it, once.
    fn counted(&self, action: Action, mut halves: Halves) -> Halves {
        let (comes, goes) = match action {
            Action::Place { piece, .. } | Action::Add { piece, .. } => (Some(piece), None),
            Action::Remove { piece } => (None, Some(piece)),
            Action::Swap { piece, out, .. } => (Some(piece), Some(out)),
            _ => (None, None),
        };
        let of = |piece: Option<PieceId>| piece.and_then(|p| self.game.pieces().building[p.index()]);
        if let Some(building) = of(comes) {
            halves[building.index()][self.seat.index()] += 2;
        }
        if let Some(building) = of(goes) {
            halves[building.index()][self.seat.index()] -= 2;
        }
        halves
    }

    /// With modules only the rules can tell: it is tried on a copy.
    fn tried(&self, action: Action, now: Halves) -> Halves {
        let mut game = self.game.clone();
        let mut chance = Seeded::new(0);
        let laid = game.apply(self.seat, action, &mut Io { chance: &mut chance, log: None });
        if laid.is_ok() { halves(&game) } else { now }
    }
}

fn halves(game: &GameState) -> Halves {
    let book = game.counts();
    Building::ALL.map(|building| {
        let mut all = [0; SCORERS];
        for scorer in game.rules().seats().map(Scorer::Seat).chain([Scorer::Dirk]) {
            all[scorer.index()] = book.halves(scorer, building);
        }
        all
    })
}

/// Place and number of sharers of a seat in a building type; place 0 without any.
fn place(all: &[u8; SCORERS], seat: Seat) -> (u8, u8) {
    let own = all[seat.index()];
    let count = |with: &dyn Fn(u8) -> bool| all.iter().filter(|n| with(**n)).count() as u8;
    if own == 0 { (0, 0) } else { (1 + count(&|n| n > own), count(&|n| n == own)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Quick, Setup};

    /// Counting tells what trying tells, for every tile of every decision of whole games.
    #[test]
    fn without_modules_a_tile_counts_for_what_stands_on_it() {
        let (mut seen, mut actions) = (0, Vec::new());
        for seed in 0..6 {
            let setup = Setup::players(2 + seed as usize % 4);
            let mut chance = Seeded::new(seed);
            let mut game = GameState::new(&setup, &mut Io::silent(&mut chance)).unwrap();
            let mut dice = Quick::new(seed);
            while let Some(seat) = game.to_move() {
                game.legal(seat, &mut actions);
                let (places, now) = (Places::new(&game, seat), halves(&game));
                for action in &actions {
                    let (counted, tried) = (places.counted(*action, now), places.tried(*action, now));
                    let laid = matches!(
                        action,
                        Action::Place { .. }
                            | Action::Add { .. }
                            | Action::Remove { .. }
                            | Action::Swap { .. }
                    );
                    if laid {
                        // Others may get something by what follows; the player who lays gets this.
                        let own = |halves: Halves| halves.map(|all| all[seat.index()]);
                        assert_eq!(own(counted), own(tried), "{action:?}");
                        seen += 1;
                    }
                }
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.apply(seat, action, &mut Io::silent(&mut chance)).unwrap();
            }
        }
        assert!(seen > 1000, "{seen}");
    }
}
