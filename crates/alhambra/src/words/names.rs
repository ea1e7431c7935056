//! What everybody is called.

use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::{GameState, Scorer, Seat, SeatSet, Setup, Words};

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
        speech::list(ENGLISH, &seats.iter().map(|seat| self.seat(seat).to_owned()).collect::<Vec<_>>())
    }

    /// "Ann wins", "Ann and Bo share the win"; if no player won, Dirk did.
    pub(crate) fn win(&self, winners: SeatSet) -> String {
        let (key, who) = match winners.len() {
            0 => ("said.dirk_wins", self.dirk.clone()),
            1 => ("said.wins", self.all(winners)),
            _ => ("said.share", self.all(winners)),
        };
        let words = Words::of_core(ENGLISH).and_then(|words| words.get(key));
        speech::filled(words.unwrap_or(key), &|_| Some(who.clone()))
    }
}

/// Everybody who scores: the players, and Dirk where he plays.
pub(crate) fn scorers(game: &GameState) -> Vec<Scorer> {
    let dirk = game.rules().dirk().then_some(Scorer::Dirk);
    game.rules().seats().map(Scorer::Seat).chain(dirk).collect()
}
