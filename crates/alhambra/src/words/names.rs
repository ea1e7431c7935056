//! What everybody is called.

use super::list;
use alhambra_rules::view::Shown;
use alhambra_rules::{GameState, Scorer, Seat, SeatSet, Setup};

/// The names of the players and of Dirk.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    seats: Vec<String>,
    dirk: String,
}

impl Names {
    /// The names the table agreed on.
    pub(crate) fn of(setup: &Setup) -> Names {
        Names::written(setup, str::to_owned)
    }

    /// The same for a narrow screen: a name may have forty characters, and eighty columns have no room for that.
    pub(crate) fn short(setup: &Setup) -> Names {
        Names::written(setup, |name| match name.trim() {
            long if long.chars().count() > 16 => long.chars().take(15).chain(['…']).collect(),
            name => name.to_owned(),
        })
    }

    fn written(setup: &Setup, how: impl Fn(&str) -> String) -> Names {
        Names {
            seats: setup.players.iter().map(|player| how(&player.name)).collect(),
            dirk: how(&setup.dirk),
        }
    }

    /// A player's name.
    pub(crate) fn seat(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", String::as_str)
    }

    /// Dirk's name.
    pub(crate) fn dirk(&self) -> &str {
        &self.dirk
    }

    /// The name of a player or of Dirk.
    pub(crate) fn scorer(&self, scorer: Scorer) -> &str {
        match scorer {
            Scorer::Seat(seat) => self.seat(seat),
            Scorer::Dirk => self.dirk(),
        }
    }

    /// Several names in prose.
    pub(crate) fn all(&self, seats: SeatSet) -> String {
        list(&seats.iter().map(|seat| self.seat(seat)).collect::<Vec<_>>())
    }

    /// "Ann wins", "Ann and Bo share the win"; if no player won, Dirk did.
    pub(crate) fn win(&self, winners: SeatSet) -> String {
        match winners.len() {
            0 => format!("{} wins", self.dirk),
            1 => format!("{} wins", self.all(winners)),
            _ => format!("{} share the win", self.all(winners)),
        }
    }
}

impl Names {
    /// What a module shows, with names for seats.
    pub(crate) fn shown(&self, game: &GameState, shown: &Shown) -> String {
        match shown {
            Shown::Seats(seats) => self.all(*seats),
            Shown::BySeat(numbers) => {
                let seats = (0..).map_while(Seat::new).zip(numbers);
                let each: Vec<String> = seats.map(|(seat, n)| format!("{} {n}", self.seat(seat))).collect();
                each.join(", ")
            }
            Shown::WordsBySeat(all) => self.seated(game, all, Shown::Words),
            Shown::CardsBySeat(all) => self.seated(game, all, Shown::Cards),
            Shown::MarkedBySeat(all) => self.seated(game, all, Shown::Marked),
            Shown::BuildingsBySeat(all) => self.seated(game, all, Shown::Buildings),
            Shown::TilesBySeat(all) => self.seated(game, all, Shown::Tiles),
            other => game.say_shown(other),
        }
    }

    /// What a module shows of some of the players, each with the name.
    fn seated<T: Clone>(
        &self,
        game: &GameState,
        all: &[(Seat, Vec<T>)],
        shown: fn(Vec<T>) -> Shown,
    ) -> String {
        if all.is_empty() {
            return "none".to_owned();
        }
        let each = all
            .iter()
            .map(|(seat, own)| format!("{}: {}", self.seat(*seat), game.say_shown(&shown(own.clone()))));
        each.collect::<Vec<_>>().join("; ")
    }
}

/// Everybody who scores: the players, and Dirk where he plays.
pub(crate) fn scorers(game: &GameState) -> Vec<Scorer> {
    let dirk = game.rules().dirk().then_some(Scorer::Dirk);
    game.rules().seats().map(Scorer::Seat).chain(dirk).collect()
}
