//! Fits the weights of the evaluation to games that bots played.
//!
//! ```text
//! cargo xtask bots fit medium 20000 > crates/alhambra-bots/src/weights.in
//! ```
//! Instead of a bot's name, `search:60` is a search with 60 imagined games for a decision.
//!
//! Positions at the start of turns are taken from games of the bot (one decision in ten by lot, so that unusual
//! positions occur); the weights are those under which the shares of the win fit what came out best
//! (cross-entropy, Adam). The quality on games left aside goes to standard error.

use alhambra_bots::evaluation::{TERMS, Terms, WEIGHTS, Weights, soft_maximum, terms};
use alhambra_bots::search::{Budget, SearchBot, Settings};
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, MAX_SEATS, Quick, Seeded, Setup};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Whose games: a bot, or search:60 for a search with 60 imagined games for a decision
    #[arg(default_value = "medium")]
    bot: String,
    /// How many games
    #[arg(default_value_t = 4000, value_parser = clap::value_parser!(u64).range(20..))]
    games: u64,
}

struct Position {
    terms: [Terms; MAX_SEATS],
    held: usize,
    used: f32,
    players: usize,
    won: [f32; MAX_SEATS],
}

fn game(bot: &mut dyn Bot, stray: &mut dyn Bot, players: usize, seed: u64, out: &mut Vec<Position>) {
    let mut luck = Seeded::new(seed);
    let mut dice = Quick::new(seed);
    let mut game = GameState::new(&Setup::players(players), &mut Io::silent(&mut luck)).unwrap();
    let first = out.len();
    let mut turn = 0;
    while let Some(seat) = game.to_move() {
        if game.turn().number != turn {
            turn = game.turn().number;
            if dice.below(6) == 0 {
                let (terms, held, used) = terms(&game);
                out.push(Position { terms, held, used, players, won: [0.0; MAX_SEATS] });
            }
        }
        let belief = Belief::new(&game, seat, Recall::Full);
        let by_lot = dice.below(12) == 0;
        let action = if by_lot { stray.decide(&belief, &mut dice) } else { bot.decide(&belief, &mut dice) };
        game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
    }
    let winners = game.winners().unwrap();
    for position in &mut out[first..] {
        winners.iter().for_each(|seat| position.won[seat.index()] = 1.0 / winners.len() as f32);
    }
}

fn shares(weights: &Weights, p: &Position) -> [f32; MAX_SEATS] {
    let mut sums = [0.0; MAX_SEATS];
    for (sum, terms) in sums.iter_mut().zip(&p.terms).take(p.players) {
        for (term, [first, last]) in terms.iter().zip(&weights[p.held]) {
            *sum += term * (first + (last - first) * p.used);
        }
    }
    soft_maximum(sums, p.players)
}

fn loss(weights: &Weights, positions: &[Position]) -> f64 {
    let one = |p: &Position| -> f64 {
        let shares = shares(weights, p);
        (0..p.players).map(|i| -f64::from(p.won[i]) * f64::from(shares[i].max(1e-6)).ln()).sum()
    };
    positions.iter().map(one).sum::<f64>() / positions.len() as f64
}

/// A bot by its name, or a search with so many imagined games for a decision.
fn bot(name: &str) -> Result<Box<dyn Bot>, String> {
    let Some(games) = name.strip_prefix("search:") else {
        return name.parse::<BotKind>().map(BotKind::make).map_err(|why| why.to_string());
    };
    let games = games.parse().map_err(|_| format!("{games} is no number of games"))?;
    Ok(Box::new(SearchBot::new(Settings::new(Budget::games(games), 1))))
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let games = args.games;
    let players = [bot(&args.bot)?, bot(&args.bot)?];
    let play = |from: u64, mut bot: Box<dyn Bot>| {
        let mut stray = BotKind::Random.make();
        let mut out = Vec::new();
        for seed in (from..games).step_by(2) {
            // Mostly three players; the others so that nothing is tuned to three alone.
            let players = [3, 3, 3, 2, 4, 5][seed as usize / 2 % 6];
            game(&mut *bot, &mut *stray, players, 1_000_000 + seed, &mut out);
        }
        out
    };
    let mut positions = std::thread::scope(|scope| {
        let [here, there] = players;
        let other = scope.spawn(|| play(1, there));
        let mut all = play(0, here);
        all.extend(other.join().unwrap());
        all
    });
    // Whole games are left aside: positions of one game are too much alike.
    let aside = positions.split_off(positions.len() * 9 / 10);
    eprintln!(
        "{} positions, {} aside; loss before {:.4}",
        positions.len(),
        aside.len(),
        loss(&WEIGHTS, &aside)
    );
    let mut weights: Weights = WEIGHTS;
    let mut moments = [[[[0.0f32; 2]; 2]; TERMS]; 3];
    let mut dice = Quick::new(1);
    let mut step = 0;
    for epoch in 0..12 {
        for i in (1..positions.len()).rev() {
            positions.swap(i, dice.below(i as u32 + 1) as usize);
        }
        let rate = 0.01 / (1.0 + epoch as f32);
        for batch in positions.chunks(256) {
            step += 1;
            let mut slope = [[[0.0f32; 2]; TERMS]; 3];
            for p in batch {
                let shares = shares(&weights, p);
                for ((share, won), terms) in shares.iter().zip(p.won).zip(&p.terms).take(p.players) {
                    let error = (share - won) / batch.len() as f32;
                    for (t, term) in terms.iter().enumerate() {
                        slope[p.held][t][0] += error * term * (1.0 - p.used);
                        slope[p.held][t][1] += error * term * p.used;
                    }
                }
            }
            for h in 0..3 {
                for t in 0..TERMS {
                    for e in 0..2 {
                        let g = slope[h][t][e] + 1e-5 * weights[h][t][e];
                        let [m, v] = &mut moments[h][t][e];
                        *m = 0.9 * *m + 0.1 * g;
                        *v = 0.999 * *v + 0.001 * g * g;
                        let (c, d) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
                        weights[h][t][e] -= rate * (*m / c) / ((*v / d).sqrt() + 1e-8);
                    }
                }
            }
        }
        eprintln!(
            "epoch {epoch}: loss {:.4}, aside {:.4}",
            loss(&weights, &positions),
            loss(&weights, &aside)
        );
    }
    println!(
        "// Written by `cargo xtask bots fit`; one row per scoring held, one pair per term: [tower full, tower empty]."
    );
    println!("[");
    for held in weights {
        let rows: Vec<String> = held.iter().map(|[a, b]| format!("[{a:.3}, {b:.3}]")).collect();
        println!("    [{}],", rows.join(", "));
    }
    println!("]");
    Ok(())
}
