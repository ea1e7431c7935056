//! The same things computed a second time, slowly and from what lies on the table alone: guards on the longest wall,
//! placement tiles and payments, scoring tiles, the bag. Random games with and without modules are held against it.

use super::{Ability, GUARDS, LANDS, PLAZAS, Post, board, guards};
use crate::core::building::Building;
use crate::core::cell::{Cell, Side, Walls};
use crate::core::chance::Stream;
use crate::core::placing;
use crate::core::score::Source;
use crate::core::seat::{Scorer, Seat};
use crate::decision::Ref;
use crate::registry::ModAction;
use crate::{
    Action, Chance, EditionId, Event, GameState, Happened, Holes, Io, ModuleId, PieceId, PieceKind, Quick,
    Seeded, Setup,
};
use std::collections::BTreeMap;

/// Chance that remembers what it said about the bag.
struct Watched {
    luck: Seeded,
    bag: Vec<(u32, u32)>,
}

impl Chance for Watched {
    fn pick(&mut self, n: u32, stream: Stream, draw: u16) -> u32 {
        let k = self.luck.pick(n, stream, draw);
        if stream == Stream::Bag {
            self.bag.push((n, k));
        }
        k
    }
}

/// What somebody who only watches has written down.
struct Notes {
    /// The buildings in the bag, sorted.
    bag: Vec<Building>,
    /// What lies on each land that is out of the tower.
    lands: BTreeMap<PieceId, Building>,
    /// How many guards stand on each placement tile, left to right.
    tiles: [u8; board::SLOTS + 1],
}

impl Notes {
    fn new() -> Notes {
        let bag = Building::ALL.into_iter().flat_map(|building| [building; 9]).collect();
        Notes { bag, lands: BTreeMap::new(), tiles: [0; board::SLOTS + 1] }
    }

    /// Draws out of the bag come first, then what was drawn anew goes back.
    fn watch(&mut self, game: &GameState, drawn: &[(u32, u32)], log: &[Event]) {
        let mut last = None;
        for &(n, k) in drawn {
            assert_eq!(self.bag.len() as u32, n, "the bag holds as many as are drawn from");
            last = Some(self.bag.remove(k as usize));
        }
        let redrawn = log.iter().any(|event| matches!(event.what, Happened::Module { key: "redrawn", .. }));
        // Where the same type came again nothing on the table tells: what was drawn is what goes back.
        let mut back = last.filter(|_| redrawn);
        let out = LANDS.without(game.pieces().tower_set()).without(game.pieces().gone);
        for piece in out.iter() {
            let now = game.core.pieces.building[piece.index()].expect("a building on every land");
            let before = self.lands.insert(piece, now);
            if let Some(old) = before.filter(|old| redrawn && *old != now) {
                back = Some(old);
            }
        }
        self.bag.extend(back);
        self.bag.sort_unstable();
        for event in log {
            let more = match &event.what {
                Happened::Module { by: ModuleId::RedPalace, key: "gives", .. } => 1,
                Happened::Module { by: ModuleId::RedPalace, key: "on_the_board", refs, .. } => {
                    match refs[0] {
                        Ref::Number(n) => n,
                        _ => panic!("a number of guards"),
                    }
                }
                _ => 0,
            };
            (0..more).for_each(|_| self.put_guard(game));
        }
    }

    /// Onto the leftmost placement tile with a free spot.
    fn put_guard(&mut self, game: &GameState) {
        let spots = game.mods.red_palace.spots;
        let free = (0..board::SLOTS).find(|slot| self.tiles[*slot] < spots[*slot]);
        self.tiles[free.unwrap_or(board::SLOTS)] += 1;
    }

    fn guard_value(&self) -> u8 {
        self.tiles.iter().rposition(|n| *n > 0).map_or(0, |slot| slot as u8 + 1)
    }
}

/// The walls of every tile of a palace, cell by cell, as they are printed and as pieces were put on them.
fn walls(game: &GameState, seat: Seat) -> BTreeMap<Cell, Walls> {
    let mut cells = BTreeMap::from([(Cell::FOUNTAIN, Walls::NONE)]);
    // A camp stands outside, and its bastions are no walls.
    let inside = |piece: &PieceId| game.piece(*piece).kind != PieceKind::Camp;
    for piece in game.pieces().palace[seat.index()].iter().filter(inside) {
        let standing = game.pieces().standing[piece.index()];
        let walls = placing::walls(game, piece, standing.turn);
        cells.insert(standing.cell, walls);
    }
    cells
}

/// Ruling 48: the best (length, guards) over all trails of outer wall, tried one by one.
fn best_wall(cells: &BTreeMap<Cell, Walls>, guards: &[(Cell, Side)]) -> (usize, usize) {
    let outer: Vec<(Cell, Side)> = cells
        .iter()
        .flat_map(|(cell, walls)| walls.sides().map(move |side| (*cell, side)))
        .filter(|(cell, side)| !cells.contains_key(&cell.next(*side)))
        .collect();
    let ends = |(cell, side): (Cell, Side)| {
        let (x, y) = cell.xy();
        match side {
            Side::North => [(x, y + 1), (x + 1, y + 1)],
            Side::East => [(x + 1, y + 1), (x + 1, y)],
            Side::South => [(x + 1, y), (x, y)],
            Side::West => [(x, y), (x, y + 1)],
        }
    };
    fn walk(
        at: (i32, i32),
        outer: &[[(i32, i32); 2]],
        marked: &[bool],
        used: &mut Vec<bool>,
        so_far: (usize, usize),
        best: &mut (usize, usize),
    ) {
        *best = so_far.max(*best);
        for i in 0..outer.len() {
            if used[i] || !outer[i].contains(&at) {
                continue;
            }
            used[i] = true;
            let next = if outer[i][0] == at { outer[i][1] } else { outer[i][0] };
            walk(next, outer, marked, used, (so_far.0 + 1, so_far.1 + usize::from(marked[i])), best);
            used[i] = false;
        }
    }
    let marked: Vec<bool> = outer.iter().map(|section| guards.contains(section)).collect();
    let sections: Vec<[(i32, i32); 2]> = outer.iter().map(|section| ends(*section)).collect();
    let mut best = (0, 0);
    for section in &sections {
        for start in section {
            walk(*start, &sections, &marked, &mut vec![false; sections.len()], (0, 0), &mut best);
        }
    }
    best
}

/// What the majorities of a scoring are worth, place by place and type by type.
fn majorities(game: &GameState, round: u8) -> BTreeMap<(usize, Building), i16> {
    let state = &game.mods.red_palace;
    let mut points = BTreeMap::new();
    for building in Building::ALL {
        let row = match state.classic {
            true => building.index(),
            false => board::order(game, round).iter().position(|kind| *kind == building).unwrap(),
        } as i16
            + 1;
        let places = match round {
            1 => vec![row],
            2 => vec![7 + row, row],
            _ => vec![15 + row, 7 + row, row],
        };
        let halves = |scorer: usize| {
            let own = match scorer {
                crate::MAX_SEATS => game.pieces().dirk,
                seat => game.pieces().palace[seat],
            };
            let whole =
                own.and(LANDS).iter().filter(|p| game.core.pieces.building[p.index()] == Some(building));
            let half = state.half[building.index()].is_some_and(|seat| seat.index() == scorer);
            2 * whole.count() + usize::from(half)
        };
        let counts: Vec<usize> = (0..=crate::MAX_SEATS).map(halves).collect();
        for (scorer, mine) in counts.iter().enumerate().filter(|(_, n)| **n > 0) {
            let better = counts.iter().filter(|n| *n > mine).count();
            let tied = counts.iter().filter(|n| *n == mine).count();
            let pot: i16 = places.iter().skip(better).take(tied).sum();
            if pot / tied as i16 > 0 {
                points.insert((scorer, building), pot / tied as i16);
            }
        }
    }
    points
}

/// The price of an ability in what can be seen: enough guards, or none at all and enough points.
fn payable(game: &GameState, seat: Seat, ability: Ability) -> bool {
    let own = game.pieces().palace[seat.index()].or(game.pieces().reserve[seat.index()]);
    let held = game.mods.red_palace.posts.iter().filter(|post| own.contains(post.piece)).count();
    let price = if ability == Ability::Half { 2 } else { 1 };
    let rate = [1, 2, 3, 3][usize::from(game.scorings())];
    if held == 0 { usize::from(game.score(seat)) >= price * rate } else { held >= price }
}

/// Holds one position against all of it.
fn compare(game: &GameState, notes: &Notes) {
    let state = &game.mods.red_palace;
    let mut counts = [0; 6];
    notes.bag.iter().for_each(|building| counts[building.index()] += 1);
    assert_eq!(board::bag(game), counts, "bag");
    assert_eq!(notes.tiles.iter().sum::<u8>(), state.placed, "guards on placement tiles");
    assert_eq!(board::guard_value(game), notes.guard_value(), "value of a guard");
    assert!(state.posts.len() + usize::from(state.placed) <= GUARDS);
    for seat in game.rules().seats() {
        for ability in Ability::ALL {
            let price = guards::payable(game, seat, ability.guards()).is_ok();
            assert_eq!(price, payable(game, seat, ability), "{ability:?}");
        }
    }
    let lines = game.forecast(3);
    for seat in game.rules().seats() {
        let palace = game.pieces().palace[seat.index()];
        let on = |post: &&Post| palace.contains(post.piece);
        let stands = state.posts.iter().filter(on).map(|post| guards::section(game, *post));
        let best = best_wall(&walls(game, seat), &stands.collect::<Vec<_>>());
        let of = |source: Source| {
            let own = lines.iter().filter(|line| line.to == Scorer::Seat(seat) && line.source == source);
            own.map(|line| line.points).sum::<i16>()
        };
        assert_eq!(usize::from(game.longest_wall(seat)), best.0, "longest wall");
        assert_eq!(of(Source::Wall), best.0 as i16);
        let points = best.1 as i16 * i16::from(notes.guard_value());
        assert_eq!(of(Source::Module(ModuleId::RedPalace)), points, "guards on it");
    }
    for round in 1..=3 {
        let mut told = BTreeMap::new();
        for line in game.forecast(round) {
            if let Source::Majority(building) = line.source {
                told.insert((line.to.index(), building), line.points);
            }
        }
        told.retain(|_, points| *points > 0);
        assert_eq!(told, majorities(game, round), "scoring {round}");
    }
}

/// Plays a random game and compares at about every third decision; how many positions were compared.
fn play(setup: &Setup, seed: u64, positions: &mut usize) {
    let mut chance = Watched { luck: Seeded::new(seed), bag: Vec::new() };
    let mut log = Vec::new();
    let mut game = GameState::new(setup, &mut Io { chance: &mut chance, log: Some(&mut log) }).unwrap();
    let (mut dice, mut notes, mut actions) = (Quick::new(seed), Notes::new(), Vec::new());
    let mut decisions = 0;
    loop {
        notes.watch(&game, &std::mem::take(&mut chance.bag), &std::mem::take(&mut log));
        // Most decisions change little; every third is enough to look at.
        decisions += 1;
        if decisions % 3 == 0 || game.is_over() {
            compare(&game, &notes);
            *positions += 1;
        }
        let Some(seat) = game.to_move() else { return };
        game.legal(seat, &mut actions);
        // Buying and building make palaces worth looking at; abilities are tried often.
        let eager = |action: &&Action| match action {
            Action::Buy { .. } | Action::Place { .. } => true,
            Action::Module(ModAction::RedPalace(_)) => dice.below(3) == 0,
            _ => false,
        };
        let wanted: Vec<Action> = actions.iter().filter(eager).copied().collect();
        let among = if wanted.is_empty() { &actions } else { &wanted };
        let action = among[dice.below(among.len() as u32) as usize];
        game.apply(seat, action, &mut Io { chance: &mut chance, log: Some(&mut log) }).unwrap();
    }
}

fn setup(players: usize) -> Setup {
    Setup::players(players).in_edition(EditionId::RedPalace)
}

#[test]
fn random_games_agree_with_a_second_computation() {
    let mut positions = 0;
    for seed in 0..45 {
        let mut setup = setup(2 + seed as usize % 5);
        if seed % 3 == 0 {
            let values = setup.modules.entry(ModuleId::RedPalace).or_default();
            values.insert("scoring".to_owned(), "classic".to_owned());
        }
        play(&setup, seed, &mut positions);
    }
    assert!(positions >= 1_500, "{positions}");
}

/// With holes of a single cell only, walls may cross, and trails of equal length differ in their guards.
#[test]
fn crossing_walls_agree_as_well() {
    let mut positions = 0;
    for seed in 0..30 {
        let mut setup = setup(2 + seed as usize % 3);
        setup.house.holes = Holes::SingleCell;
        play(&setup, 700 + seed, &mut positions);
    }
    assert!(positions >= 1_000, "{positions}");
}

/// The modules that stand in the same box: their tiles carry no guards and no buildings out of the bag.
#[test]
fn random_games_with_the_modules_of_the_box_agree() {
    let mut positions = 0;
    let modules = [8, 16, 26].map(|number| ModuleId::with_number(number).unwrap());
    for seed in 0..15 {
        let setup = modules.into_iter().fold(setup(2 + seed as usize % 5), Setup::with);
        play(&setup, seed, &mut positions);
    }
    assert!(positions >= 500, "{positions}");
}

/// A plaza never carries a guard of its own: it has no watchtower.
#[test]
fn plazas_have_no_watchtowers() {
    assert!(PLAZAS.iter().all(|plaza| crate::red_palace_piece(plaza).watchtowers.is_empty()));
}
