//! What the next scoring would bring if it were held now, and how near it is.

use crate::core::agenda::What;
use crate::core::house::WallPoints;
use crate::core::score::{SCORERS, ranks};
use crate::view::View;
use crate::{Building, GameState, ModuleId, Scorer, Seat};
use serde::{Deserialize, Serialize};

/// What the next scoring would bring if it were held now, and how near it is. Only what everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NextScoring {
    /// Which scoring comes next, 1 to 3.
    pub round: u8,
    /// The next scoring card is among the face-down cards from the first number to the second, counted from 1; null
    /// for the last scoring, which comes with the end of the game, before the first turn as long as the deck has no
    /// scoring card yet, and while this scoring is being held.
    pub window: Option<(u32, u32)>,
    /// The building types, from pavilion to tower.
    pub majorities: Vec<Stake>,
    /// Points for the longest wall, by seat.
    pub walls: Vec<u8>,
    /// What modules would add or take, as far as everybody can know it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Addition>>"))]
    pub modules: Vec<Addition>,
}

/// What a module would add in the next scoring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Addition {
    /// Which module.
    pub module: ModuleId,
    /// Points by seat, Dirk last.
    pub points: Vec<i16>,
}

/// A building type in the next scoring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stake {
    /// Which.
    pub building: Building,
    /// What the first three places are worth.
    #[cfg_attr(feature = "typescript", ts(type = "[number, number, number]"))]
    pub places: [u8; 3],
    /// By seat, Dirk last: the place, how many share it, and the points; null for those without such a building and
    /// those behind the third place.
    #[cfg_attr(feature = "typescript", ts(type = "([number, number, number] | null)[]"))]
    pub standing: Vec<Option<(u8, u8, u16)>>,
}

impl NextScoring {
    /// What a game looks forward to; `None` when no scoring is left.
    pub fn of(game: &GameState) -> Option<NextScoring> {
        NextScoring::with(game, |seat| game.longest_wall(seat))
    }

    /// The same for whoever has looked at the game already: `view` is of this game.
    pub fn beside(game: &GameState, view: &View) -> Option<NextScoring> {
        NextScoring::with(game, |seat| view.players.get(seat.index()).map_or(0, |player| player.wall))
    }

    fn with(game: &GameState, longest_wall: impl Fn(Seat) -> u8) -> Option<NextScoring> {
        let round = game.scorings() + 1;
        if round > 3 || game.winners().is_some() {
            return None;
        }
        let (rules, book) = (game.rules(), game.counts());
        let mut scorers: Vec<Scorer> = rules.seats().map(Scorer::Seat).collect();
        scorers.extend(rules.dirk().then_some(Scorer::Dirk));
        let stake = |building: Building| {
            let mut counts = [0; SCORERS];
            for (count, scorer) in counts.iter_mut().zip(&scorers) {
                *count = book.halves(*scorer, building);
            }
            let most = counts.into_iter().max().unwrap_or(0);
            let found = ranks(counts, |halves| game.places(round, building, halves));
            let share = |(place, tied, pot): (u8, u8, u16)| (place, tied, pot / u16::from(tied));
            let standing = found.into_iter().take(scorers.len()).map(|rank| rank.map(share));
            Stake { building, places: game.places(round, building, most), standing: standing.collect() }
        };
        let walls_count = rules.house.wall_points != WallPoints::FinalOnly || round == 3;
        let wall = |seat| if walls_count { longest_wall(seat) } else { 0 };
        let dirk = usize::from(rules.dirk());
        let addition = |(module, points): (ModuleId, [i16; SCORERS])| {
            let seats = points[..rules.players()].iter();
            let points = seats.chain(&points[Scorer::Dirk.index()..][..dirk]).copied().collect();
            Addition { module, points }
        };
        let modules = if rules.modules == 0 { Vec::new() } else { game.points_by_module(round) };
        let held = game.agenda.frames.iter().any(|frame| frame.what == What::Score { round });
        let window = game.scoring_window().filter(|_| round < 3 && !held);
        Some(NextScoring {
            round,
            window: window.map(|(first, last)| (first as u32, last as u32)),
            majorities: Building::ALL.into_iter().map(stake).collect(),
            walls: rules.seats().map(wall).collect(),
            modules: modules.into_iter().map(addition).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Happened, Io, Quick, Seeded, Setup};

    /// The window always holds the card that comes, and the next agrees with the scoring that follows it.
    #[test]
    fn the_window_is_true_in_whole_games() {
        let mut scoring_cards = 0;
        for seed in 0..12 {
            let players = 2 + seed as usize % 3;
            let (mut chance, mut events) = (Seeded::new(seed), Vec::new());
            let setup = Setup::players(players);
            let mut game = GameState::new(&setup, &mut Io { chance: &mut chance, log: None }).unwrap();
            let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
            while let Some(seat) = game.to_move() {
                game.legal(seat, &mut actions);
                let before = NextScoring::of(&game).unwrap();
                assert_eq!(NextScoring::beside(&game, &game.view(None)).as_ref(), Some(&before));
                let deck = game.deck_len();
                events.clear();
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.apply(seat, action, &mut Io { chance: &mut chance, log: Some(&mut events) }).unwrap();
                let mut drawn = 0;
                for event in &events {
                    match &event.what {
                        Happened::Displayed { .. } => drawn += 1,
                        Happened::ScoringCard if before.round < 3 => {
                            drawn += 1;
                            scoring_cards += 1;
                            let (first, last) = before.window.unwrap();
                            assert!((first..=last).contains(&drawn), "{drawn} in {first} to {last}");
                            assert!(last as usize <= deck);
                        }
                        _ => {}
                    }
                }
                if let Some((_, last)) = before.window {
                    assert!(drawn <= last || game.scorings() + 1 > before.round);
                }
            }
            assert_eq!(NextScoring::of(&game), None, "nothing is left to look forward to");
        }
        assert_eq!(scoring_cards, 24, "two in every game");
    }

    /// Nobody is told where a scoring card lies before it is in the deck, nor while its scoring is being held; at any other time
    /// everybody is. The turn tells the two apart.
    #[test]
    fn only_before_the_first_turn_and_in_a_scoring_is_no_card_to_come() {
        let (mut early, mut ready, mut within) = (0, 0, 0);
        for module in ModuleId::ALL.iter().copied() {
            let setup = Setup::players(3).with(module);
            let mut chance = Seeded::new(7);
            let Ok(mut game) = GameState::new(&setup, &mut Io::silent(&mut chance)) else { continue };
            let (mut dice, mut actions, mut events) = (Quick::new(7), Vec::new(), Vec::new());
            let mut held = 0;
            while let Some(seat) = game.to_move() {
                let due = game.view(None).scorings_due > 0;
                if let Some(next) = NextScoring::of(&game).filter(|next| next.round < 3 && !due) {
                    let begun = game.turn().number > 0;
                    early += u32::from(next.window.is_none() && !begun);
                    ready += u32::from(next.window.is_some() && !begun);
                    within += u32::from(held == next.round);
                    if begun {
                        assert_eq!(next.window.is_none(), held == next.round, "{module:?}, {}", next.round);
                    }
                }
                game.legal(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                events.clear();
                game.apply(seat, action, &mut Io { chance: &mut chance, log: Some(&mut events) }).unwrap();
                for event in &events {
                    if let Happened::ScoringBegan { round } = event.what {
                        held = round;
                    }
                }
            }
        }
        assert!(early > 0 && ready > 0 && within > 0, "{early} before, {ready} after, {within} within");
    }

    /// Everything together is what the engine says a scoring would award, with every module there is.
    #[test]
    fn all_of_it_is_the_forecast_of_the_engine() {
        let mut seen = 0;
        for seed in 0..6 {
            let players = 2 + seed as usize % 3;
            let full = ModuleId::ALL.iter().fold(Setup::players(players), |setup, module| {
                let more = setup.clone().with(*module);
                if more.check().is_ok() { more } else { setup }
            });
            let mut chance = Seeded::new(seed);
            let mut game = GameState::new(&full, &mut Io::silent(&mut chance)).unwrap();
            let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
            while let Some(seat) = game.to_move() {
                if let Some(next) = NextScoring::of(&game) {
                    let forecast = game.forecast_points(next.round);
                    for scorer in game.rules().seats().map(Scorer::Seat) {
                        let i = scorer.index();
                        let shares = next.majorities.iter().filter_map(|stake| stake.standing[i]);
                        let added: i16 = next.modules.iter().map(|addition| addition.points[i]).sum();
                        let sum = shares.map(|share| share.2 as i16).sum::<i16>()
                            + i16::from(next.walls[i])
                            + added;
                        assert_eq!(sum, forecast[i], "game {seed}, {scorer:?}");
                        seen += i32::from(added != 0);
                    }
                }
                game.legal(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.apply(seat, action, &mut Io::silent(&mut chance)).unwrap();
            }
        }
        assert!(seen > 500, "modules would have added something {seen} times");
    }

    #[test]
    fn shares_are_those_of_the_scorer() {
        let mut chance = Seeded::new(3);
        let game = GameState::new(&Setup::players(2), &mut Io::silent(&mut chance)).unwrap();
        let next = NextScoring::of(&game).unwrap();
        assert_eq!((next.round, next.majorities.len()), (1, 6));
        for stake in &next.majorities {
            assert_eq!(stake.standing.len(), 3, "two players and Dirk");
            let dirk = game.counts().halves(Scorer::Dirk, stake.building);
            let first = u16::from(stake.places[0]);
            let expected = (dirk > 0).then_some((1, 1, first));
            assert_eq!(stake.standing[2], expected, "nobody else has built yet");
        }
    }
}
