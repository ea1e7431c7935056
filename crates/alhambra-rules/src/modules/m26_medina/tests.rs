//! The ranking held against the printed table, case by case, and the options.

use super::*;
use crate::{Action, Io, Quick, Seeded};

/// What each player without any medina loses, by the number of them (rules 26.4), written down and not computed.
const NONE_LOSE: [[u8; 6]; 3] = [[4, 3, 2, 2, 2, 2], [8, 7, 5, 5, 4, 4], [12, 11, 9, 8, 7, 6]];

/// The same by the steps of the rulebook: those without any first, then one place after the other to whoever is
/// worst among the rest.
fn by_the_book(built: &[Vec<u8>], round: usize) -> Vec<i32> {
    let mut lost = vec![0; built.len()];
    let none = built.iter().filter(|own| own.is_empty()).count();
    for (own, lost) in built.iter().zip(&mut lost) {
        if own.is_empty() {
            *lost = i32::from(NONE_LOSE[round - 1][none - 1]);
        }
    }
    let mut places: Vec<i32> = [vec![3], vec![6, 3], vec![9, 6, 3]][round - 1].clone();
    places.drain(..none.min(places.len()));
    let mut rest: Vec<usize> = (0..built.len()).filter(|i| !built[*i].is_empty()).collect();
    for place in places {
        let mut worst: Option<usize> = None;
        for &i in &rest {
            let fewer = |j: usize| {
                built[i].len() < built[j].len()
                    || built[i].len() == built[j].len() && built[i].iter().max() < built[j].iter().max()
            };
            if worst.is_none_or(fewer) {
                worst = Some(i);
            }
        }
        let Some(worst) = worst else { break };
        lost[worst] = place;
        rest.retain(|i| *i != worst);
    }
    lost
}

fn total(loss: Loss) -> i32 {
    i32::from(loss.share) + i32::from(loss.extra)
}

/// Every way to give the nine medinas to up to three people or nobody, in every scoring.
#[test]
fn every_way_to_share_out_the_medinas() {
    for people in 2..=3usize {
        for way in 0..(people as u32 + 1).pow(9) {
            let mut built = vec![Vec::new(); people];
            let mut left = way;
            for price in (2..=10).rev() {
                let owner = left as usize % (people + 1);
                left /= people as u32 + 1;
                if owner < people {
                    built[owner].push(price);
                }
            }
            for round in 1..=3 {
                let found: Vec<i32> = losses(&built, round as u8).into_iter().map(total).collect();
                assert_eq!(found, by_the_book(&built, round), "{built:?} in scoring {round}");
            }
        }
    }
}

/// Games of people who love medinas: what a scoring would take, at every decision.
#[test]
fn played_games_lose_what_the_book_says() {
    let (mut states, mut mixed) = (0, 0);
    for seed in 0..20 {
        let players = 2 + seed as usize % 5;
        let setup = Setup::players(players).with(ModuleId::Medina);
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        while let Some(seat) = g.to_move() {
            let ranked = players.max(3);
            let mut built = vec![Vec::new(); ranked];
            for piece in PieceId::all().filter(|piece| g.piece(*piece).key.starts_with("medina-")) {
                let place = g.core.pieces.zone(piece);
                let price: u8 = g.piece(piece).key["medina-".len()..].parse().unwrap();
                match place {
                    Some(crate::core::pieces::Zone::Palace(seat)) => built[seat.index()].push(price),
                    Some(crate::core::pieces::Zone::Dirk) => built[2].push(price),
                    _ => {}
                }
            }
            mixed += usize::from(built.iter().filter(|own| !own.is_empty()).count() > 1);
            for round in 1..=3u8 {
                let mut found = vec![0; ranked];
                for line in g.forecast(round) {
                    if line.source == crate::core::score::Source::Module(ModuleId::Medina) {
                        let of = if line.to == Scorer::Dirk { 2 } else { line.to.index() };
                        found[of] -= i32::from(line.points);
                    }
                }
                assert_eq!(found, by_the_book(&built, usize::from(round)), "{built:?}, scoring {round}");
            }
            states += 1;
            g.legal(seat, &mut actions);
            let medina = |action: &&Action| match action {
                Action::Buy { piece, .. } | Action::Place { piece, .. } | Action::Add { piece, .. } => {
                    MEDINAS.contains(*piece)
                }
                _ => false,
            };
            let loved: Vec<Action> = actions.iter().filter(medina).copied().collect();
            let among = if loved.is_empty() || dice.below(3) == 0 { &actions } else { &loved };
            let action = among[dice.below(among.len() as u32) as usize];
            g.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    assert!(
        states > 1000 && mixed > 200,
        "{states} states, {mixed} with medinas in several palaces: too few"
    );
}

/// R-ME-3: with other tiles the next price would decide; those equal in all share without the extra loss.
#[test]
fn equal_prices_are_told_apart_by_the_next_one() {
    let lost = |built: &[Vec<u8>]| losses(built, 3).into_iter().map(total).collect::<Vec<_>>();
    assert_eq!(lost(&[vec![8, 5], vec![8, 3], vec![9, 2]]), [6, 9, 3]);
    assert_eq!(lost(&[vec![8, 5], vec![8, 5], vec![9, 2]]), [8, 8, 3]);
    assert_eq!(lost(&[vec![8], vec![8], vec![8], vec![]]), [3, 3, 3, 12]);
}

/// R-ME-1, the other way: two players alone, and what is left of the places lapses.
#[test]
fn without_dirk_only_the_players_are_ranked() {
    let mut setup = Setup::players(2).with(ModuleId::Medina);
    let values = [("dirk_participates".to_owned(), "no".to_owned())].into_iter().collect();
    setup.modules.insert(ModuleId::Medina, values);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let lines = g.forecast(3);
    let points: Vec<_> = lines
        .iter()
        .filter(|line| line.source == crate::core::score::Source::Module(ModuleId::Medina))
        .map(|line| (line.to, line.points))
        .collect();
    assert_eq!(points, [(Scorer::Seat(Seat::at(0)), -11), (Scorer::Seat(Seat::at(1)), -11)]);
}

#[test]
fn the_option_for_dirk() {
    let values = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into_iter().collect();
    let begun = |name, value| Medina::begin(&Setup::players(2), &values(name, value));
    assert!(begun("dirk_participates", "yes").is_ok_and(|state| !state.without_dirk));
    assert!(begun("dirk_participates", "no").is_ok_and(|state| state.without_dirk));
}

#[test]
fn nine_medinas_for_two_to_ten() {
    let tiles: Vec<_> = MEDINAS.iter().map(crate::classic_piece).collect();
    let walls: Vec<String> = tiles.iter().map(|tile| tile.walls[0].to_string()).collect();
    assert_eq!(tiles.iter().map(|tile| tile.price).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(walls, ["SW", "ES", "NE", "NW", "E", "W", "S", "N", ""]);
    assert!(tiles.iter().all(|tile| tile.building_type(0).is_none() && !tile.kind.turns_freely()));
}
