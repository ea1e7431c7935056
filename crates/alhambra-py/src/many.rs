//! Many games stepped together, straight into numpy's memory.

use crate::game::shares;
use crate::json::refused;
use crate::observation::Layout;
use crate::options::{FIELDS, MAX_OPTIONS, write_mask, write_options};
use crate::setting;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, GameState, Io, Quick, Seat, Seeded, Setup};
use alhambra_sim::MAX_DECISIONS;
use alhambra_sim::lab::Contestant;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::sync::Arc;

/// The most games of one object: each takes some tens of kilobytes with its arrays.
const MOST: usize = 65_536;

/// Several games with the same set-up. A game that is over begins anew at the step after its last one.
#[pyclass(module = "alhambra", name = "Games")]
#[derive(Debug)]
pub(crate) struct Games {
    setup: Setup,
    layout: Layout,
    slots: Vec<Slot>,
    /// Who has all seats but one, if the games are played against bots.
    opponents: Option<Contestant>,
    /// The threads that play along; none when one is enough. Kept, because starting them takes longer than a step.
    pool: Option<rayon::ThreadPool>,
}

/// One of the games.
#[derive(Debug)]
struct Slot {
    state: GameState,
    luck: Seeded,
    /// Where the seeds of the games in this slot come from.
    seeds: Quick,
    /// What the seat that has to decide can do; empty when the game is over.
    legal: Vec<Action>,
    /// The seat that is not played by a bot, and the bot that plays all others.
    against: Option<Against>,
    /// How many decisions bots took in this game.
    answered: u32,
}

/// Somebody plays against a table of bots.
#[derive(Debug)]
struct Against {
    me: Seat,
    bot: Contestant,
    dice: Quick,
}

impl Slot {
    fn begin(setup: &Setup, seed: u64, against: Option<Against>) -> PyResult<Slot> {
        let mut seeds = Quick::new(seed);
        let mut luck = Seeded::new(seeds.bits());
        let state = GameState::new(setup, &mut Io::silent(&mut luck)).map_err(refused)?;
        let mut slot = Slot { state, luck, seeds, legal: Vec::new(), against, answered: 0 };
        slot.answer();
        slot.list();
        slot.ends().then_some(slot).ok_or_else(endless)
    }

    /// Whether the game is one that ends, as far as anybody can tell by now.
    fn ends(&self) -> bool {
        self.answered < MAX_DECISIONS
    }

    /// Lets the bots decide until the one who plays against them is asked, or the game has become endless.
    fn answer(&mut self) {
        let Some(Against { me, bot, dice }) = &mut self.against else { return };
        let mut bot = bot.make(&Arc::default());
        while let Some(seat) = self.state.to_move().filter(|seat| seat != me) {
            if self.answered == MAX_DECISIONS {
                break;
            }
            self.answered += 1;
            let action = bot.decide(&Belief::new(&self.state, seat, Recall::Full), dice);
            self.state.apply_unchecked(seat, action, &mut Io::silent(&mut self.luck));
        }
    }

    fn list(&mut self) {
        match self.state.to_move() {
            Some(seat) => self.state.legal(seat, &mut self.legal),
            None => self.legal.clear(),
        }
    }

    /// Does an option, or begins anew when the game is over.
    fn step(&mut self, setup: &Setup, option: usize) {
        match (self.state.to_move(), self.legal.get(option)) {
            (Some(seat), Some(action)) => {
                self.state.apply_unchecked(seat, *action, &mut Io::silent(&mut self.luck));
            }
            _ => {
                self.luck = Seeded::new(self.seeds.bits());
                self.answered = 0;
                // The same set-up was accepted when the slot began.
                if let Ok(state) = GameState::new(setup, &mut Io::silent(&mut self.luck)) {
                    self.state = state;
                }
            }
        }
        self.answer();
        self.list();
    }
}

/// A game and the memory it is written to.
struct Row<'a> {
    slot: &'a mut Slot,
    option: Option<usize>,
    observation: &'a mut [i16],
    mask: &'a mut [i8],
    options: Option<&'a mut [i16]>,
    seat: &'a mut i8,
    rewards: &'a mut [f32],
    scores: &'a mut [i32],
    over: &'a mut bool,
}

impl Row<'_> {
    fn write(&mut self, setup: &Setup, layout: Layout) {
        if let Some(option) = self.option {
            self.slot.step(setup, option);
        }
        let state = &self.slot.state;
        // At the end nobody has to decide, and the table is shown as the one who plays against bots sees it, or seat 0.
        let me = self.slot.against.as_ref().map(|against| against.me);
        let seat = state.to_move().or(me).unwrap_or_default();
        layout.write(state, seat, self.observation);
        write_mask(self.slot.legal.len(), self.mask);
        if let Some(rows) = &mut self.options {
            write_options(state, seat, &self.slot.legal, rows);
        }
        *self.seat = state.to_move().map_or(-1, |seat| seat.index() as i8);
        *self.over = state.is_over();
        for (reward, share) in self.rewards.iter_mut().zip(shares(state)) {
            *reward = share as f32;
        }
        for (score, seat) in self.scores.iter_mut().zip(state.rules().seats()) {
            *score = state.score(seat).into();
        }
    }
}

#[pymethods]
impl Games {
    #[new]
    // Python's arguments have names and defaults; a struct would hide them.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (n, players = 3, modules = None, house = None, seed = 0, threads = None, edition = "classic", opponents = None))]
    fn new(
        n: usize,
        players: usize,
        modules: Option<&Bound<'_, PyAny>>,
        house: Option<&Bound<'_, PyAny>>,
        seed: u64,
        threads: Option<usize>,
        edition: &str,
        opponents: Option<&str>,
    ) -> PyResult<Games> {
        if !(1..=MOST).contains(&n) {
            return Err(refused(format!("n: at least 1 game and at most {MOST}, not {n}")));
        }
        let setup = setting::setup(players, modules, house, edition)?;
        let pool = match setting::threads(threads)?.min(n) {
            1 => None,
            threads => Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(refused)?),
        };
        let opponents = opponents.map(|name| name.parse::<Contestant>().map_err(refused)).transpose()?;
        let mut games = Games { layout: Layout::of(&setup), setup, slots: Vec::new(), opponents, pool };
        games.deal(n, seed)?;
        Ok(games)
    }

    /// Begins all games anew.
    fn reset(&mut self, seed: u64) -> PyResult<()> {
        self.deal(self.slots.len(), seed)
    }

    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, shape) in self.layout.sections() {
            dict.set_item(name, pyo3::types::PyTuple::new(py, shape)?)?;
        }
        Ok(dict)
    }

    /// Does one option in every game (none when `actions` is None) and writes what came of it into the arrays.
    #[pyo3(signature = (actions, observations, masks, options, seats, rewards, scores, over))]
    // One argument for each array: a struct would only move the list to Python.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: Option<PyReadonlyArray1<'_, i64>>,
        mut observations: PyReadwriteArray2<'_, i16>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut options: Option<PyReadwriteArray3<'_, i16>>,
        mut seats: PyReadwriteArray1<'_, i8>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut scores: PyReadwriteArray2<'_, i32>,
        mut over: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (n, players) = (self.slots.len(), self.setup.players.len());
        let chosen = actions.as_ref().map(|actions| self.chosen(actions.as_slice()?)).transpose()?;
        let observations = sized("observations", observations.as_slice_mut()?, n * self.layout.len())?;
        let masks = sized("masks", masks.as_slice_mut()?, n * MAX_OPTIONS)?;
        let seats = sized("seats", seats.as_slice_mut()?, n)?;
        let rewards = sized("rewards", rewards.as_slice_mut()?, n * players)?;
        let scores = sized("scores", scores.as_slice_mut()?, n * players)?;
        let over = sized("over", over.as_slice_mut()?, n)?;
        let mut option_rows = match &mut options {
            Some(all) => {
                let all = sized("options", all.as_slice_mut()?, n * MAX_OPTIONS * FIELDS.len())?;
                Some(all.chunks_mut(MAX_OPTIONS * FIELDS.len()))
            }
            None => None,
        };
        let parts = observations
            .chunks_mut(self.layout.len())
            .zip(masks.chunks_mut(MAX_OPTIONS))
            .zip(seats)
            .zip(rewards.chunks_mut(players))
            .zip(scores.chunks_mut(players))
            .zip(over);
        let rows = self.slots.iter_mut().zip(parts).enumerate();
        let mut rows: Vec<Row<'_>> = rows
            .map(|(i, (slot, (((((observation, mask), seat), rewards), scores), over)))| Row {
                slot,
                option: chosen.as_ref().map(|chosen| chosen[i]),
                observation,
                mask,
                options: option_rows.as_mut().and_then(Iterator::next),
                seat,
                rewards,
                scores,
                over,
            })
            .collect();
        let (setup, layout) = (&self.setup, self.layout);
        py.detach(|| match &self.pool {
            Some(pool) => {
                pool.install(|| rows.par_iter_mut().with_min_len(4).for_each(|row| row.write(setup, layout)));
            }
            None => rows.iter_mut().for_each(|row| row.write(setup, layout)),
        });
        drop(rows);
        if self.slots.iter().all(Slot::ends) { Ok(()) } else { Err(endless()) }
    }

    /// An option of one game in words.
    fn describe(&self, game: usize, option: usize) -> PyResult<String> {
        let slot = self.slots.get(game).ok_or_else(|| refused(format!("there is no game {game}")))?;
        match (slot.state.to_move(), slot.legal.get(option)) {
            (Some(seat), Some(action)) => Ok(crate::words::describe(&slot.state, seat, *action)),
            _ => Err(refused(format!("game {game} has {} options, counted from 0", slot.legal.len()))),
        }
    }

    /// The table of one game as one of its seats sees it.
    fn view<'py>(&self, py: Python<'py>, game: usize, seat: usize) -> PyResult<Bound<'py, PyAny>> {
        let slot = self.slots.get(game).ok_or_else(|| refused(format!("there is no game {game}")))?;
        let seat: Seat = setting::seat(seat, self.setup.players.len())?;
        crate::json::to_python(py, &slot.state.view(Some(seat)))
    }
}

impl Games {
    fn deal(&mut self, n: usize, seed: u64) -> PyResult<()> {
        let mut seeds = Quick::new(seed);
        let players = self.setup.players.len();
        let mut slot = |i: usize| {
            let seed = seeds.bits();
            // Every seat in turn: none has an advantage over all games.
            let against = self.opponents.map(|bot| Against {
                me: Seat::new(i % players).unwrap_or_default(),
                bot,
                dice: Quick::new(seed ^ 1),
            });
            Slot::begin(&self.setup, seed, against)
        };
        self.slots = (0..n).map(&mut slot).collect::<PyResult<_>>()?;
        Ok(())
    }

    /// The options as indices, every one of them checked before anything is done.
    fn chosen(&self, actions: &[i64]) -> PyResult<Vec<usize>> {
        if actions.len() != self.slots.len() {
            return Err(refused(format!("{} actions for {} games", actions.len(), self.slots.len())));
        }
        let fits = |(i, (slot, option)): (usize, (&Slot, &i64))| {
            let there = slot.legal.len();
            let index = usize::try_from(*option).ok().filter(|index| *index < there || there == 0);
            // A game that is over takes any number: it begins anew.
            if there == 0 {
                return Ok(0);
            }
            index
                .ok_or_else(|| refused(format!("game {i} has {there} options, counted from 0, not {option}")))
        };
        self.slots.iter().zip(actions).enumerate().map(fits).collect()
    }
}

fn endless() -> PyErr {
    refused(format!("bots took {MAX_DECISIONS} decisions in a game that did not end"))
}

fn sized<'a, T>(name: &str, slice: &'a mut [T], length: usize) -> PyResult<&'a mut [T]> {
    if slice.len() == length {
        return Ok(slice);
    }
    Err(refused(format!("{name}: {length} values are needed, the array has {}", slice.len())))
}
