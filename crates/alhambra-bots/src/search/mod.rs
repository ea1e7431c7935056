//! A bot that imagines how the game goes on.
//!
//! Every promising answer is tried in many imagined games. Each game is dealt anew from what the seat knows;
//! the same deals are used for all answers, so that luck does not decide between them. An answer is dropped as soon
//! as it is clearly worse than the best, and the weaker half whenever a part of the budget is used up; the search ends
//! when one is left. Inside the games, a tree remembers which later decisions went well
//! for whoever took them; beyond it, quick decisions carry on for a few rounds, and the evaluation says the rest.

mod budget;
pub(crate) mod playout;
mod tally;
mod tree;

pub use budget::Budget;

use crate::evaluation::Judge;
use crate::network::Network;
use crate::policy::Ranked;
use crate::{Bot, answers};
use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, GameState, Io, MAX_SEATS, Quick, Seeded};
use budget::Clock;
use playout::{Horizon, Player};
use std::ops::Range;
use tally::VisitCounts;
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
    pub judge: Judge,
    /// How much an answer in the tree is tried for the sake of its looks, however it went so far.
    pub curiosity: f32,
    /// How large a share of the win matters: the search ends when no other answer can be better by more than this.
    pub matters: f32,
}

/// So many worlds are tried before the answers are compared for the first time; later a quarter of all so far.
const FIRST_BATCH: u32 = 32;
/// The most worlds between two comparisons.
const LONGEST_BATCH: u32 = 4096;
/// So much of the time may be spent on what the answers look worth; the rest is for trying them.
const LISTING: f32 = 0.4;

impl Settings {
    /// For some hundred imagined games: the network looks, soon and for a whole round, because there are too few games to
    /// even out the luck of long ones, and the tree keeps to what went well.
    pub fn new(budget: Budget, threads: usize) -> Settings {
        Settings {
            budget,
            threads,
            answers: 12,
            turns: 1,
            looks: 3,
            apart: 1,
            judge: Judge::Network(Network::TAUGHT),
            curiosity: 0.05,
            matters: 0.004,
        }
    }

    /// For many more: more answers are tried, and smaller differences are settled.
    pub fn patient(budget: Budget, threads: usize) -> Settings {
        Settings { answers: 16, matters: 0.0005, ..Settings::new(budget, threads) }
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
    tally: VisitCounts,
    ranked: Vec<Ranked>,
}

impl SearchBot {
    /// A bot that thinks like this.
    pub fn new(settings: Settings) -> SearchBot {
        let threads = if cfg!(feature = "threads") { settings.threads.max(1) } else { 1 };
        let workers = vec![Worker::default(); threads];
        SearchBot { settings, workers, tally: VisitCounts::default(), ranked: Vec::new() }
    }

    /// Tries the answers to the pending decision, and lists them best first. Empty only if there is none.
    pub fn think(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Vec<Tried> {
        self.compare(belief, dice, &[])
    }

    /// The same, with these answers among those that are tried, however they look.
    pub(crate) fn compare(&mut self, belief: &Belief<'_>, dice: &mut Quick, also: &[Action]) -> Vec<Tried> {
        let clock = Clock::start(&self.settings.budget);
        let seed = dice.bits();
        self.rank(belief, seed, &clock);
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
            worker.begin(tried.len(), self.settings.curiosity);
        }
        // The same turn for all answers, whether they end this one or not: only then can they be compared.
        let first = belief.turn().number.saturating_add(1 + self.settings.turns);
        let Settings { looks, apart, judge, matters, .. } = self.settings;
        let horizon = Horizon { first, looks: looks.max(1), apart: apart.max(1), judge };
        let rounds = tried.len().ilog2().max(1);
        let (mut round, mut world, mut games) = (1, 0, 0);
        let mut alive: Vec<usize> = (0..tried.len()).collect();
        while alive.len() > 1 && round <= rounds {
            let most = clock.games.map(|all| (u64::from(all) * u64::from(round) / u64::from(rounds)) as u32);
            let left = most.map_or(u32::MAX, |most| most.saturating_sub(games) / alive.len() as u32);
            let worlds = (world / 4).clamp(FIRST_BATCH, LONGEST_BATCH).min(left.max(1));
            let part = round as f32 / rounds as f32;
            let job = Job { belief, seed, actions: &tried, alive: &alive, horizon: &horizon };
            self.run(&job, &clock, world..world + worlds, part);
            world += worlds;
            games += worlds * alive.len() as u32;
            self.add_up(tried.len());
            let tally = &self.tally;
            // What the time was too short for comes last. Stable: of two that went the same, the one that looked better.
            let untried = |answer: usize| tally.worlds(answer) == 0;
            alive.sort_by(|&a, &b| {
                untried(a).cmp(&untried(b)).then_with(|| tally.mean(b).total_cmp(&tally.mean(a)))
            });
            let leader = alive[0];
            alive.retain(|&answer| answer == leader || !tally.settled(leader, answer, matters));
            if left <= worlds || clock.past(part) {
                // However close they are: with half the answers, twice as much is found out about each of them.
                alive.truncate((tried.len() >> round).max(2));
                round += 1;
            }
            if clock.past(1.0) {
                break;
            }
        }
        for (i, answer) in tried.iter_mut().enumerate() {
            (answer.share, answer.games) = (self.tally.mean(i) as f32, self.tally.worlds(i));
        }
        let mut dropped: Vec<usize> = (0..tried.len()).filter(|i| !alive.contains(i)).collect();
        dropped.sort_by(|&a, &b| tried[b].share.total_cmp(&tried[a].share));
        alive.into_iter().chain(dropped).map(|i| tried[i]).collect()
    }

    /// The answers worth trying, the best-looking first.
    fn rank(&mut self, belief: &Belief<'_>, seed: u64, clock: &Clock) {
        let until = |part: f32| clock.past(part * LISTING);
        answers::list(belief, &mut Quick::new(seed), &mut self.ranked, &until);
        // Stable, and the list has an order of its own: equal looks leave nothing to chance.
        self.ranked.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        self.ranked.truncate(self.settings.answers.max(1));
    }

    /// Tries every answer that is alive in these worlds.
    fn run(&mut self, job: &Job<'_>, clock: &Clock, worlds: Range<u32>, part: f32) {
        let threads = self.workers.len();
        let work = |worker: &mut Worker, thread: usize| {
            for world in worlds.clone().skip(thread).step_by(threads) {
                worker.try_all(job, world, clock);
                if clock.past(part) {
                    break;
                }
            }
        };
        match &mut self.workers[..] {
            [only] => work(only, 0),
            #[cfg(feature = "threads")]
            workers => std::thread::scope(|scope| {
                let work = &work;
                for (thread, worker) in workers.iter_mut().enumerate() {
                    scope.spawn(move || work(worker, thread));
                }
            }),
            #[cfg(not(feature = "threads"))]
            _ => {}
        }
    }

    /// How the answers went over all threads.
    fn add_up(&mut self, answers: usize) {
        self.tally.begin(answers);
        for worker in &self.workers {
            self.tally.merge(&worker.tally);
        }
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
    tally: VisitCounts,
    player: Player,
    path: Vec<NodeId>,
    shares: Vec<f32>,
}

impl Worker {
    /// Forgets everything; the first nodes are the answers.
    fn begin(&mut self, answers: usize, curiosity: f32) {
        self.tree.begin(curiosity);
        self.tally.begin(answers);
        (0..answers).for_each(|_| {
            self.tree.add();
        });
    }

    /// One imagined game for every answer, all in the same world. Only whole worlds compare the answers; but in the first, if
    /// the time is too short for all of them, those that were tried are held against each other.
    fn try_all(&mut self, job: &Job<'_>, world: u32, clock: &Clock) {
        let seed = Quick::new(job.seed ^ u64::from(world).wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits();
        let dealt = job.belief.sample(&mut Quick::new(seed));
        self.shares.clear();
        for &answer in job.alive {
            let mut game = dealt.clone();
            let mut luck = Seeded::new(seed);
            let action = job.actions[answer].action;
            if game.apply(job.belief.seat(), action, &mut Io::silent(&mut luck)).is_err() {
                // What cannot be done brings nothing.
                self.shares.push(0.0);
                continue;
            }
            self.path.clear();
            self.path.push(answer as NodeId);
            let mut dice = Quick::new(seed);
            let Some(shares) = self.imagine(&mut game, &mut luck, &mut dice, job.horizon, clock) else {
                break;
            };
            self.tree.learn(&self.path, &shares);
            self.shares.push(shares[job.belief.seat().index()]);
            if clock.past(1.0) {
                break;
            }
        }
        let tried = self.shares.len();
        if tried == job.alive.len() || world == 0 && tried > 1 {
            self.tally.add(&job.alive[..tried], &self.shares);
        }
    }

    /// Down the tree, one step beyond it, and on with quick decisions. `None` if the time ran out; where modules make single
    /// decisions long, that is not waited for.
    fn imagine(
        &mut self,
        game: &mut GameState,
        luck: &mut Seeded,
        dice: &mut Quick,
        horizon: &Horizon,
        clock: &Clock,
    ) -> Option<[f32; MAX_SEATS]> {
        let modules = game.rules().modules != 0;
        let late = || modules && clock.past(1.0);
        let mut node = self.path[0];
        'down: while let Some(seat) = game.to_move() {
            // All answers are judged at the same turn, however far the tree reaches.
            if self.tree.visits(node) == 0 || game.turn().number >= horizon.first {
                break;
            }
            if late() {
                return None;
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
        self.player.play_out(game, luck, dice, horizon, &late)
    }
}
