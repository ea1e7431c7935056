//! Teaches the network of the evaluation with positions that `gather` kept.
//!
//! ```text
//! cargo xtask bots teach out/network out/positions-* --epochs 3
//! ```
//! The first file is written (and begun from, if it exists); all others are read. The weights are those under which the
//! shares of the win fit what came of the positions best (cross-entropy, Adam).
//! `--trust 80` takes 80 % of what came of the next position and the rest from what the network itself thinks of it,
//! which evens out luck; `--narrow 4` says how many points behind in the end make a loss a narrow one; `--rate 400` is how
//! fast it learns, in millionths.
//! The quality on games left aside goes to standard error.

use alhambra_bots::evaluation::{WEIGHTS, shares as summed, soft_maximum};
use alhambra_bots::network::{Inputs, Layer, Network, Seen, Stage};
use alhambra_rules::{GameState, MAX_SEATS, Quick};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The network: written, and begun from if it exists
    network: PathBuf,
    /// Files that `gather` wrote
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// How often everything is gone through
    #[arg(long, value_name = "N", default_value_t = 3)]
    epochs: usize,
    /// How much counts what came of the next position, in percent; the rest is what the network thinks of it
    #[arg(long, value_name = "PERCENT", default_value_t = 80.0)]
    trust: f32,
    /// How fast it learns, in millionths
    #[arg(long, value_name = "N", default_value_t = 600.0)]
    rate: f32,
    /// How many points behind in the end make a loss a narrow one
    #[arg(long, value_name = "POINTS", default_value_t = 4.0)]
    narrow: f32,
}

struct Position {
    inputs: Vec<Inputs>,
    held: usize,
    /// What is to be learnt.
    shares: [f32; MAX_SEATS],
}

/// The positions of a game in their order, and who won.
struct Game {
    positions: Vec<Position>,
    won: [f32; MAX_SEATS],
    /// The same, but narrow losses count.
    wanted: [f32; MAX_SEATS],
    /// What the weighted sum thinks, for comparison.
    summed: f64,
}

fn cross_entropy(won: &[f32; MAX_SEATS], shares: &[f32; MAX_SEATS]) -> f64 {
    won.iter().zip(shares).map(|(won, share)| -f64::from(*won) * f64::from(share.max(1e-6)).ln()).sum()
}

fn read(path: &Path, narrow: f32) -> Result<Vec<Game>, String> {
    let bytes = std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()))?;
    let mut games = Vec::new();
    let mut rest = &bytes[..];
    // The last game may be half written while `gather` still plays.
    while let Some(game) = one(&mut rest, narrow) {
        games.push(game);
    }
    Ok(games)
}

fn one(rest: &mut &[u8], narrow: f32) -> Option<Game> {
    let mut take = |n: usize| -> Option<&[u8]> {
        let (head, tail) = rest.split_at_checked(n)?;
        *rest = tail;
        Some(head)
    };
    let kept = u16::from_le_bytes(take(2)?.try_into().unwrap());
    let mut points = [0.0; MAX_SEATS];
    for points in &mut points {
        *points = f32::from(u16::from_le_bytes(take(2)?.try_into().unwrap()));
    }
    let most = points.iter().copied().fold(0.0, f32::max);
    let first = points.map(|points| f32::from(u8::from(points == most)));
    let winners: f32 = first.iter().sum();
    let mut game = Game {
        positions: Vec::new(),
        won: first.map(|w| w / winners),
        wanted: [0.0; MAX_SEATS],
        summed: 0.0,
    };
    for _ in 0..kept {
        let len = u32::from_le_bytes(take(4)?.try_into().unwrap());
        let state = GameState::unpack(take(len as usize)?).expect("a packed state");
        let seen = Seen::of(&state);
        game.summed += cross_entropy(&game.won, &summed(&state, &WEIGHTS));
        let inputs: Vec<Inputs> = state.rules().seats().map(|seat| seen.inputs(seat)).collect();
        game.wanted = soft_maximum(points.map(|points| points / narrow), inputs.len());
        game.positions.push(Position { inputs, held: seen.held(), shares: game.wanted });
    }
    Some(game)
}

fn shares(network: &Network, inputs: &[Inputs], held: usize) -> [f32; MAX_SEATS] {
    let mut standings = [0.0; MAX_SEATS];
    for (standing, inputs) in standings.iter_mut().zip(inputs) {
        *standing = network.stages[held].standing(inputs);
    }
    soft_maximum(standings, inputs.len())
}

fn loss(network: &Network, games: &[Game]) -> (f64, f64, [f64; 3]) {
    let (mut all, mut soft, mut by, mut count) = (0.0, 0.0, [0.0; 3], [0.0; 3]);
    for game in games {
        for p in &game.positions {
            let shares = shares(network, &p.inputs, p.held);
            let one = cross_entropy(&game.won, &shares);
            soft += cross_entropy(&game.wanted, &shares);
            (all, by[p.held], count[p.held]) = (all + one, by[p.held] + one, count[p.held] + 1.0);
        }
    }
    let total: f64 = count.iter().sum();
    (soft / total, all / total, std::array::from_fn(|i| by[i] / count[i]))
}

/// What the positions should have been thought worth: the outcome, and what was thought of the positions after them.
fn look_back(network: &Network, games: &mut [Game], trust: f32) {
    for game in games {
        let mut later = game.wanted;
        for p in game.positions.iter_mut().rev() {
            p.shares = later;
            let thought = shares(network, &p.inputs, p.held);
            later = std::array::from_fn(|i| trust * later[i] + (1.0 - trust) * thought[i]);
        }
    }
}

/// Adds the slopes of one row of inputs.
fn slopes_of<const I: usize, const H: usize>(
    layer: &Layer<I, H>,
    inputs: &[f32; I],
    error: f32,
    slope: &mut Layer<I, H>,
) {
    let sums = layer.combinations(inputs);
    let back: [f32; H] = std::array::from_fn(|h| if sums[h] > 0.0 { error * layer.out[h] } else { 0.0 });
    for h in 0..H {
        slope.out[h] += error * sums[h].max(0.0);
        slope.bias[h] += back[h];
    }
    for (i, input) in inputs.iter().enumerate().filter(|(_, input)| **input != 0.0) {
        slope.skip[i] += error * input;
        slope.into[i].iter_mut().zip(back).for_each(|(slope, back)| *slope += input * back);
    }
}

/// Adds the slopes of one position to those of its stage.
fn learn(network: &Network, p: &Position, slopes: &mut [Stage; 3]) {
    let stage = &network.stages[p.held];
    let slope = &mut slopes[p.held];
    let all = shares(network, &p.inputs, p.held);
    for ((inputs, share), wanted) in p.inputs.iter().zip(all).zip(p.shares) {
        let error = share - wanted;
        slopes_of(&stage.whole, &inputs.whole, error, &mut slope.whole);
        inputs.types.iter().for_each(|inputs| slopes_of(&stage.of_type, inputs, error, &mut slope.of_type));
        for inputs in &inputs.currencies {
            slopes_of(&stage.of_currency, inputs, error, &mut slope.of_currency);
        }
    }
}

struct Adam {
    moments: Vec<[f32; 2]>,
    step: i32,
}

impl Adam {
    fn follow(&mut self, network: &mut Network, slopes: &mut [Stage; 3], size: usize, rate: f32) {
        self.step += 1;
        let (c, d) = (1.0 - 0.9f32.powi(self.step), 1.0 - 0.999f32.powi(self.step));
        let weights = network.stages.iter_mut().flat_map(Stage::weights);
        let slopes = slopes.iter_mut().flat_map(Stage::weights);
        for ((weight, slope), [m, v]) in weights.zip(slopes).zip(&mut self.moments) {
            let g = *slope / size as f32;
            *m = 0.9 * *m + 0.1 * g;
            *v = 0.999 * *v + 0.001 * g * g;
            *weight -= rate * (*m / c) / ((*v / d).sqrt() + 1e-8);
            *slope = 0.0;
        }
    }
}

/// Small weights by lot, so that every combination learns something else.
fn begin<const I: usize, const H: usize>(layer: &mut Layer<I, H>, dice: &mut Quick) {
    let mut small = |size: f32| (dice.below(2001) as f32 / 1000.0 - 1.0) * size;
    layer.into.iter_mut().flatten().for_each(|weight| *weight = small(0.3));
    layer.bias.iter_mut().for_each(|weight| *weight = small(0.3));
    layer.out.iter_mut().for_each(|weight| *weight = small(0.1));
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let (file, epochs, narrow) = (&args.network, args.epochs, args.narrow);
    let (trust, rate) = (args.trust / 100.0, args.rate / 1_000_000.0);
    let mut games = Vec::new();
    for path in &args.positions {
        games.extend(read(path, narrow)?);
    }
    let mut dice = Quick::new(1);
    for i in (1..games.len()).rev() {
        games.swap(i, dice.below(i as u32 + 1) as usize);
    }
    // Whole games are left aside: positions of one game are too much alike.
    let aside = games.split_off(games.len() * 9 / 10);
    let kept: usize = aside.iter().map(|game| game.positions.len()).sum();
    let before: f64 = aside.iter().map(|game| game.summed).sum::<f64>() / kept as f64;
    eprintln!("{} games, {} aside ({kept} positions); weighted sum {before:.4}", games.len(), aside.len());
    let failed = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let begun = match std::fs::read(file) {
        Ok(bytes) => Some(Network::read(&bytes).ok_or_else(|| failed(&"this is no network"))?),
        Err(_) => None,
    };
    let mut network = begun.unwrap_or_else(|| {
        let mut fresh = Box::new(Network::BLANK);
        for stage in &mut fresh.stages {
            begin(&mut stage.whole, &mut dice);
            begin(&mut stage.of_type, &mut dice);
            begin(&mut stage.of_currency, &mut dice);
        }
        fresh
    });
    let mut slopes = [const { Stage::BLANK }; 3];
    let weights = network.stages.iter_mut().flat_map(Stage::weights).count();
    let mut adam = Adam { moments: vec![[0.0; 2]; weights], step: 0 };
    let mut best = loss(&network, &aside).0;
    eprintln!("before: aside {best:.4}");
    for epoch in 0..epochs {
        look_back(&network, &mut games, trust);
        let mut order: Vec<(u32, u32)> = Vec::new();
        for (g, game) in games.iter().enumerate() {
            order.extend((0..game.positions.len()).map(|p| (g as u32, p as u32)));
        }
        for i in (1..order.len()).rev() {
            order.swap(i, dice.below(i as u32 + 1) as usize);
        }
        let slower = rate * (1.0 - epoch as f32 / epochs as f32).max(0.05);
        for batch in order.chunks(256) {
            for &(g, p) in batch {
                learn(&network, &games[g as usize].positions[p as usize], &mut slopes);
            }
            adam.follow(&mut network, &mut slopes, batch.len(), slower);
        }
        let (now, won, by) = loss(&network, &aside);
        eprintln!("epoch {epoch}: aside {now:.4}, wins {won:.4} {by:.4?}");
        if now < best {
            best = now;
            std::fs::write(file, network.write()).map_err(|why| failed(&why))?;
        }
    }
    Ok(())
}
