//! How fast the palace answers, on 64 random palaces of 16 tiles, and of 30 where that may be slower.
//!
//! One item is one call: 10 Mitem/s are 100 ns per call.

use alhambra_rules::{Holes, Palace, Shape, Side, Walls};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

/// The walls of the base tiles as bits, each as often as it is in the tower.
const BASE: [(u8, usize); 13] = [
    (0, 10),
    (2, 4),
    (6, 5),
    (14, 2),
    (1, 4),
    (3, 5),
    (7, 2),
    (11, 2),
    (13, 2),
    (9, 5),
    (4, 4),
    (12, 5),
    (8, 4),
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * n) >> 32
    }

    fn tile(&mut self) -> Walls {
        let all: Vec<u8> = BASE.iter().flat_map(|&(walls, count)| vec![walls; count]).collect();
        Walls::from_bits(all[self.below(all.len())])
    }
}

fn palaces(tiles: usize, holes: Holes) -> Vec<(Palace, Walls)> {
    let mut dice = Dice(0x5EED);
    // A palace can wall itself in for good; such ones are left out.
    let mut grown = || {
        let mut palace = Palace::new();
        for _ in 0..4 * tiles {
            let tile = dice.tile();
            let legal = palace.legal_cells(tile, holes);
            if let Some(cell) = legal.nth(dice.below(legal.len().max(1))) {
                palace.lay(cell, tile);
            }
            if palace.len() == tiles + 1 {
                return Some((palace, dice.tile()));
            }
        }
        None
    };
    (0..1000).filter_map(|_| grown()).take(64).collect()
}

fn each<T>(bencher: Bencher<'_, '_>, tiles: usize, holes: Holes, ask: impl Fn(&Palace, Walls) -> T + Sync) {
    let palaces = palaces(tiles, holes);
    assert_eq!(palaces.len(), 64);
    bencher.counter(ItemsCount::new(palaces.len())).bench(|| {
        for (palace, walls) in &palaces {
            black_box(ask(black_box(palace), black_box(*walls)));
        }
    });
}

const TILES: [usize; 2] = [16, 30];

#[divan::bench(args = TILES)]
fn legal_cells(bencher: Bencher<'_, '_>, tiles: usize) {
    each(bencher, tiles, Holes::Area4, |palace, walls| palace.legal_cells(walls, Holes::Area4));
}

#[divan::bench(args = TILES)]
fn removable(bencher: Bencher<'_, '_>, tiles: usize) {
    each(bencher, tiles, Holes::Area4, |palace, _| palace.removable(Holes::Area4));
}

#[divan::bench(args = TILES)]
fn swappable(bencher: Bencher<'_, '_>, tiles: usize) {
    each(bencher, tiles, Holes::Area4, |palace, walls| palace.swappable(walls));
}

#[divan::bench(args = TILES)]
fn longest_wall(bencher: Bencher<'_, '_>, tiles: usize) {
    each(bencher, tiles, Holes::Area4, |palace, _| palace.longest_wall());
}

/// Tiles that meet at corners, so that walls may cross.
#[divan::bench(args = TILES)]
fn longest_wall_single_cell(bencher: Bencher<'_, '_>, tiles: usize) {
    each(bencher, tiles, Holes::SingleCell, |palace, _| palace.longest_wall());
}

#[divan::bench(args = TILES)]
fn verdict_two_cells(bencher: Bencher<'_, '_>, tiles: usize) {
    let ask =
        |palace: &Palace, walls| palace.verdict(Shape::two(walls, walls, Side::East), Holes::Area4).legal();
    each(bencher, tiles, Holes::Area4, ask);
}

fn main() {
    divan::main();
}
