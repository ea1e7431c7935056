//! A bot that imagines how the game goes on.
//!
//! Every promising answer is tried in many imagined games. Each game is dealt anew from what the seat knows;
//! the same deals are used for all answers, so that luck does not decide between them. After each round the
//! weaker half of the answers is dropped. Inside the games, a tree remembers which later decisions went well
//! for whoever took them; beyond it, quick decisions carry on for a few rounds, and the evaluation says the rest.

mod budget;
pub(crate) mod playout;
mod tree;

pub use budget::Budget;

use crate::evaluation::{SEARCHED, WEIGHTS, Weights};
use crate::policy::Ranked;
use crate::{Bot, answers};
use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, GameState, Io, MAX_SEATS, Quick, Seat, Seeded};
use budget::Clock;
use playout::{Horizon, Player};
use tree::{Meaning, NodeId, Tree};

/// How a search thinks.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What it may spend on a decision.
    pub budget: Budget,
    /// How many threads think.
    pub threads: usize,
    /// The most answers that are tried.
    pub answers: usize,
    /// How many turns an imagined game goes on after the one that is being played.
    pub turns: u32,
    /// How many times the table is looked at from then on; the estimate is the average of what is seen.
    pub looks: u32,
    /// How many turns lie between two looks.
    pub apart: u32,
    /// What the looks go by.
    pub weights: Weights,
}

impl Settings {
    /// For some thousand imagined games: short ones, because there are too few to even out the luck of long ones.
    pub fn new(budget: Budget, threads: usize) -> Settings {
        Settings { budget, threads, answers: 12, turns: 4, looks: 1, apart: 4, weights: WEIGHTS }
    }

    /// For many more: long games, looked at six times with the weights of searching players.
    pub fn patient(budget: Budget, threads: usize) -> Settings {
        Settings { answers: 16, looks: 6, weights: SEARCHED, ..Settings::new(budget, threads) }
    }
}

/// An answer and how its imagined games went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The answer.
    pub action: Action,
    /// The seat's share of the win, on average.
    pub share: f32,
    /// In how many games it was tried.
    pub games: u32,
}

/// A bot that searches.
#[derive(Clone, Debug)]
pub struct SearchBot {
    settings: Settings,
    workers: Vec<Worker>,
    ranked: Vec<Ranked>,
}

impl SearchBot {
    /// A bot that thinks like this.
    pub fn new(settings: Settings) -> SearchBot {
        let threads = if cfg!(feature = "threads") { settings.threads.max(1) } else { 1 };
        let workers = vec![Worker::default(); threads];
        SearchBot { settings, workers, ranked: Vec::new() }
    }

    /// Tries the answers to the pending decision, and lists them best first. Empty only if there is none.
    pub fn think(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Vec<Tried> {
        self.compare(belief, dice, &[])
    }

    /// The same, with these answers among those that are tried, however they look.
    pub(crate) fn compare(&mut self, belief: &Belief<'_>, dice: &mut Quick, also: &[Action]) -> Vec<Tried> {
        let clock = Clock::start(&self.settings.budget);
        let seat = belief.seat();
        let seed = dice.bits();
        self.rank(belief, seed);
        for also in also {
            if self.ranked.iter().all(|(_, action)| action != also) {
                self.ranked.push((i32::MIN, *also));
            }
        }
        let untried = |&(_, action): &Ranked| Tried { action, share: 0.0, games: 0 };
        let mut tried: Vec<Tried> = self.ranked.iter().map(untried).collect();
        if tried.len() < 2 {
            return tried;
        }
        for worker in &mut self.workers {
            worker.begin(tried.len());
        }
        let rounds = tried.len().ilog2().max(1);
        let mut alive: Vec<usize> = (0..tried.len()).collect();
        let mut world = 0;
        // The same turn for all answers, whether they end this one or not: only then can they be compared.
        let first = belief.turn().number.saturating_add(1 + self.settings.turns);
        let Settings { looks, apart, weights, .. } = self.settings;
        let horizon = Horizon { first, looks: looks.max(1), apart: apart.max(1), weights };
        for round in 1..=rounds {
            let worlds = clock.games.map(|games| (games / rounds / alive.len() as u32).max(1));
            let part = round as f32 / rounds as f32;
            let job = Job { belief, seed, actions: &tried, alive: &alive, horizon: &horizon };
            world += self.run(&job, &clock, world, worlds, part);
            for (i, answer) in tried.iter_mut().enumerate() {
                (answer.share, answer.games) = self.verdict(i, seat);
            }
            alive.sort_by(|&a, &b| tried[b].share.total_cmp(&tried[a].share));
            if round < rounds {
                alive.truncate(alive.len().div_ceil(2).max(2));
            }
            if clock.past(1.0) {
                break;
            }
        }
        let last: Vec<Tried> = alive.iter().map(|&i| tried[i]).collect();
        let mut dropped: Vec<usize> = (0..tried.len()).filter(|i| !alive.contains(i)).collect();
        dropped.sort_by(|&a, &b| tried[b].share.total_cmp(&tried[a].share));
        last.into_iter().chain(dropped.into_iter().map(|i| tried[i])).collect()
    }

    /// The answers worth trying, the best-looking first.
    fn rank(&mut self, belief: &Belief<'_>, seed: u64) {
        answers::list(belief, &mut Quick::new(seed), &mut self.ranked);
        // Stable, and the list has an order of its own: equal looks leave nothing to chance.
        self.ranked.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        self.ranked.truncate(self.settings.answers.max(1));
    }

    /// Tries every answer that is alive in the same worlds, and says how many there were.
    fn run(&mut self, job: &Job<'_>, clock: &Clock, first: u32, worlds: Option<u32>, part: f32) -> u32 {
        let threads = self.workers.len() as u32;
        let work = |worker: &mut Worker, t: u32| {
            let mut done = 0;
            let mut world = t;
            while worlds.is_none_or(|most| world < most) && !(done > 0 && clock.past(part)) {
                worker.try_all(job, first + world, clock);
                world += threads;
                done += 1;
            }
            done
        };
        match &mut self.workers[..] {
            [only] => work(only, 0),
            #[cfg(feature = "threads")]
            workers => std::thread::scope(|scope| {
                let work = &work;
                let all: Vec<_> =
                    workers.iter_mut().zip(0..).map(|(w, t)| scope.spawn(move || work(w, t))).collect();
                // A thread that panicked has tried nothing; its panic has been shown.
                all.into_iter().map(|thread| thread.join().unwrap_or(0)).max().unwrap_or(0) * threads
            }),
            #[cfg(not(feature = "threads"))]
            _ => 0,
        }
    }

    /// How an answer went over all threads.
    fn verdict(&self, answer: usize, seat: Seat) -> (f32, u32) {
        let (mut sum, mut games) = (0.0, 0);
        for worker in &self.workers {
            let visits = worker.tree.visits(answer as NodeId);
            sum += worker.tree.mean(answer as NodeId, seat) * visits as f32;
            games += visits;
        }
        (sum / games.max(1) as f32, games)
    }
}

impl Bot for SearchBot {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        self.think(belief, dice).first().map_or(Action::Decline, |best| best.action)
    }
}

/// What is to be tried.
struct Job<'a> {
    belief: &'a Belief<'a>,
    seed: u64,
    actions: &'a [Tried],
    alive: &'a [usize],
    horizon: &'a Horizon,
}

/// One thread's memory.
#[derive(Clone, Debug, Default)]
struct Worker {
    tree: Tree,
    player: Player,
    path: Vec<NodeId>,
}

impl Worker {
    /// Forgets everything; the first nodes are the answers.
    fn begin(&mut self, answers: usize) {
        self.tree.clear();
        (0..answers).for_each(|_| {
            self.tree.add();
        });
    }

    /// One imagined game for every answer, all in the same world.
    fn try_all(&mut self, job: &Job<'_>, world: u32, clock: &Clock) {
        let seed = Quick::new(job.seed ^ u64::from(world).wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits();
        let dealt = job.belief.sample(&mut Quick::new(seed));
        for &answer in job.alive {
            let mut game = dealt.clone();
            let mut luck = Seeded::new(seed);
            let action = job.actions[answer].action;
            if game.apply(job.belief.seat(), action, &mut Io::silent(&mut luck)).is_err() {
                continue;
            }
            self.path.clear();
            self.path.push(answer as NodeId);
            let mut dice = Quick::new(seed);
            let shares = self.imagine(&mut game, &mut luck, &mut dice, job.horizon);
            self.tree.learn(&self.path, &shares);
            if clock.past(1.0) && world > 0 {
                break;
            }
        }
    }

    /// Down the tree, one step beyond it, and on with quick decisions.
    fn imagine(
        &mut self,
        game: &mut GameState,
        luck: &mut Seeded,
        dice: &mut Quick,
        horizon: &Horizon,
    ) -> [f32; MAX_SEATS] {
        let mut node = self.path[0];
        'down: while let Some(seat) = game.to_move() {
            // All answers are judged at the same turn, however far the tree reaches.
            if self.tree.visits(node) == 0 || game.turn().number >= horizon.first {
                break;
            }
            self.player.look(game, seat, dice);
            let ranked = &mut self.player.ranked;
            ranked.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
            let meaning = loop {
                let Some(action) = self.tree.select(node, seat, game, ranked) else { break 'down };
                let meaning = Meaning::of(game, action);
                if game.apply(seat, action, &mut Io::silent(luck)).is_ok() {
                    break meaning;
                }
                // Modules and house rules may forbid what the rule of thumb likes.
                ranked.retain(|(_, other)| *other != action);
            };
            let (next, new) = self.tree.follow(node, meaning);
            self.path.push(next);
            if new {
                break;
            }
            node = next;
        }
        self.player.play_out(game, luck, dice, horizon)
    }
}
