//! The state: cloning, listing, applying, packing, on positions of random games for three players.

use alhambra_rules::{Action, GameState, Io, Quick, Seat, Seeded, Setup};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const POSITIONS: usize = 64;

/// Positions from the middle of random games, each with somebody to move and an action to take.
fn positions() -> Vec<(GameState, Seat, Action)> {
    (0..POSITIONS as u64)
        .map(|seed| {
            let mut luck = Seeded::new(seed);
            let mut game = GameState::new(&Setup::players(3), &mut Io::silent(&mut luck))
                .expect("the set-up is in order");
            let mut dice = Quick::new(seed);
            let mut actions = Vec::new();
            for _ in 0..120 + seed {
                let Some(seat) = game.to_move() else { break };
                game.legal(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                let mut next = game.clone();
                next.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
                if next.is_over() {
                    break;
                }
                game = next;
            }
            let seat = game.to_move().expect("the game goes on");
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            (game, seat, action)
        })
        .collect()
}

#[divan::bench]
fn clone(bencher: Bencher<'_, '_>) {
    let games = positions();
    let mut copy = games[0].0.clone();
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for (game, _, _) in &games {
            copy.clone_from(black_box(game));
            black_box(&copy);
        }
    });
}

#[divan::bench]
fn legal(bencher: Bencher<'_, '_>) {
    let games = positions();
    let mut actions = Vec::with_capacity(512);
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for (game, seat, _) in &games {
            game.legal(*seat, &mut actions);
            black_box(&actions);
        }
    });
}

#[divan::bench]
fn clone_and_apply(bencher: Bencher<'_, '_>) {
    let games = positions();
    let mut luck = Seeded::new(1);
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for (game, seat, action) in &games {
            let mut next = game.clone();
            next.apply_unchecked(*seat, *action, &mut Io::silent(&mut luck));
            black_box(&next);
        }
    });
}

#[divan::bench]
fn pack(bencher: Bencher<'_, '_>) {
    let games = positions();
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for (game, _, _) in &games {
            black_box(game.pack());
        }
    });
}

#[divan::bench]
fn view(bencher: Bencher<'_, '_>) {
    let games = positions();
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for (game, seat, _) in &games {
            black_box(game.view(Some(*seat)));
        }
    });
}
