//! How fast the palace answers, on 64 random palaces of 16 tiles.

use alhambra_rules::{Holes, Palace, Walls};
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

fn palaces() -> Vec<(Palace, Walls)> {
    let mut dice = Dice(0x5EED);
    // A palace can wall itself in for good; such ones are left out.
    let mut grown = || {
        let mut palace = Palace::new();
        for _ in 0..60 {
            let tile = dice.tile();
            let legal = palace.legal_cells(tile, Holes::Area4);
            if let Some(cell) = legal.nth(dice.below(legal.len().max(1))) {
                palace.lay(cell, tile);
            }
            if palace.len() == 17 {
                return Some((palace, dice.tile()));
            }
        }
        None
    };
    (0..1000).filter_map(|_| grown()).take(64).collect()
}

fn each<T>(bencher: Bencher<'_, '_>, ask: impl Fn(&Palace, Walls) -> T + Sync) {
    let palaces = palaces();
    bencher.counter(ItemsCount::new(palaces.len())).bench(|| {
        for (palace, walls) in &palaces {
            black_box(ask(black_box(palace), black_box(*walls)));
        }
    });
}

#[divan::bench]
fn legal_cells(bencher: Bencher<'_, '_>) {
    each(bencher, |palace, walls| palace.legal_cells(walls, Holes::Area4));
}

#[divan::bench]
fn legal_cells_single_cell(bencher: Bencher<'_, '_>) {
    each(bencher, |palace, walls| palace.legal_cells(walls, Holes::SingleCell));
}

#[divan::bench]
fn removable(bencher: Bencher<'_, '_>) {
    each(bencher, |palace, _| palace.removable(Holes::Area4));
}

#[divan::bench]
fn swappable(bencher: Bencher<'_, '_>) {
    each(bencher, |palace, walls| palace.swappable(walls));
}

#[divan::bench]
fn longest_wall(bencher: Bencher<'_, '_>) {
    each(bencher, |palace, _| palace.longest_wall());
}

fn main() {
    divan::main();
}
