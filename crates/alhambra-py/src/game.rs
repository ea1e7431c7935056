//! A game as Python holds it.

use crate::json::{from_python, refused, to_python};
use crate::observation::Layout;
use crate::options::{self, MAX_OPTIONS, write_mask, write_options};
use crate::{setting, words};
use alhambra_bots::Bot;
use alhambra_rules::analysis::{Laid, NextScoring, Plan};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::record::Record;
use alhambra_rules::table::Table;
use alhambra_rules::{Action, GameState, Io, Quick, Seat, Seeded, Setup, code};
use alhambra_sim::MAX_DECISIONS;
use alhambra_sim::lab::Contestant;
use alhambra_sim::records::{parse_record, record_text};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::sync::Arc;

/// A game of Alhambra. It holds everybody's secrets; `view` and `observation` show what one seat may see.
#[pyclass(module = "alhambra", name = "Game")]
#[derive(Clone, Debug)]
pub(crate) struct Game {
    setup: Arc<Setup>,
    seed: u64,
    luck: Seeded,
    state: GameState,
    /// What was done so far. A record is made from it when somebody asks for one, so that copies stay cheap.
    history: Vec<(Seat, Action)>,
    /// Set when the past cannot be told: the hidden part of this game was dealt anew, and its luck comes from this seed.
    imagined: Option<u64>,
}

impl Game {
    fn begin(setup: Arc<Setup>, seed: u64) -> PyResult<Game> {
        let mut luck = Seeded::new(seed);
        let state = GameState::new(&setup, &mut Io::silent(&mut luck)).map_err(refused)?;
        Ok(Game { setup, seed, luck, state, history: Vec::new(), imagined: None })
    }

    /// The seat that was named, or the one that has to decide.
    fn seat(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            Some(index) => setting::seat(index, self.setup.players.len()),
            None => self.state.to_move().ok_or_else(|| refused("the game is over: nobody has to decide")),
        }
    }

    fn options(&self, seat: Option<usize>) -> PyResult<(Seat, Vec<Action>)> {
        let mut actions = Vec::new();
        if seat.is_none() && self.state.is_over() {
            return Ok((Seat::default(), actions));
        }
        let seat = self.seat(seat)?;
        self.state.legal(seat, &mut actions);
        if actions.len() > MAX_OPTIONS {
            let n = actions.len();
            return Err(refused(format!(
                "a decision has {n} options, more than {MAX_OPTIONS}; this is a mistake of ours, please report it \
                 with the record of the game"
            )));
        }
        Ok((seat, actions))
    }

    fn option(&self, index: usize, seat: Option<usize>) -> PyResult<(Seat, Action)> {
        let (seat, actions) = self.options(seat)?;
        let action = actions.get(index).copied().ok_or_else(|| {
            refused(match actions.len() {
                0 if self.state.is_over() => "the game is over".to_owned(),
                0 => format!("it is not the decision of seat {}", seat.index()),
                n => format!("there is no option {index}; this decision has {n}, counted from 0"),
            })
        })?;
        Ok((seat, action))
    }

    fn table(&self) -> PyResult<Table> {
        if self.imagined.is_some() {
            return Err(refused(
                "a resampled game has no record: its hidden cards were never dealt like this",
            ));
        }
        let mut table = Table::new((*self.setup).clone(), self.seed).map_err(refused)?;
        for (seat, action) in &self.history {
            table.apply(*seat, *action).map_err(refused)?;
        }
        Ok(table)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (players = 3, modules = None, house = None, seed = 0, edition = "classic", data = None))]
    fn new(
        players: usize,
        modules: Option<&Bound<'_, PyAny>>,
        house: Option<&Bound<'_, PyAny>>,
        seed: u64,
        edition: &str,
        data: Option<&str>,
    ) -> PyResult<Game> {
        let setup = setting::setup(players, modules, house, edition)?;
        Game::begin(Arc::new(setting::with_data(setup, data)?), seed)
    }

    /// The game a record leads to; it can be played on.
    #[staticmethod]
    fn replay(record: &str) -> PyResult<Game> {
        let Record { header, entries } = parse_record(record).map_err(refused)?;
        let seed = header.seed.ok_or_else(|| {
            refused(
                "this record has no seed (its luck came from a real table); look at it with alhambra replay",
            )
        })?;
        let digest = entries.last().map_or(header.digest, |entry| entry.digest);
        let mut game = Game::begin(Arc::new(header.setup), seed)?;
        for entry in entries {
            game.state.apply(entry.seat, entry.action, &mut Io::silent(&mut game.luck)).map_err(refused)?;
            game.history.push((entry.seat, entry.action));
        }
        let again = game.table()?;
        let Record { header, entries } = again.record();
        if entries.last().map_or(header.digest, |entry| entry.digest) != digest {
            return Err(refused(
                "the luck of this record is not that of its seed, so it cannot be played on",
            ));
        }
        Ok(game)
    }

    /// A game like this one with another seed, from its beginning.
    fn restart(&self, seed: u64) -> PyResult<Game> {
        Game::begin(Arc::clone(&self.setup), seed)
    }

    #[getter]
    fn players(&self) -> usize {
        self.setup.players.len()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The set-up as a code of a few letters; the same for all games played like this. None where codes have no room for a module.
    #[getter]
    fn code(&self) -> Option<String> {
        code::encode(&self.setup).ok()
    }

    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &*self.setup)
    }

    /// The seat that has to decide next, or None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.state.to_move().map(Seat::index)
    }

    #[getter]
    fn over(&self) -> bool {
        self.state.is_over()
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.state.turn().number
    }

    /// How many decisions were made so far.
    #[getter]
    fn decisions(&self) -> usize {
        self.history.len()
    }

    #[getter]
    fn scores(&self) -> Vec<u16> {
        self.state.rules().seats().map(|seat| self.state.score(seat)).collect()
    }

    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.state.winners().map(|winners| winners.iter().map(Seat::index).collect())
    }

    /// Each seat's share of the win; zeros while the game is going on.
    #[getter]
    fn win_shares(&self) -> Vec<f64> {
        shares(&self.state).collect()
    }

    /// What can be done, in the frozen order of the engine.
    #[pyo3(signature = (seat = None))]
    fn legal<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.options(seat)?.1)
    }

    #[pyo3(signature = (seat = None))]
    fn legal_count(&self, seat: Option<usize>) -> PyResult<usize> {
        Ok(self.options(seat)?.1.len())
    }

    /// An option in words.
    #[pyo3(signature = (option, seat = None))]
    fn describe(&self, option: usize, seat: Option<usize>) -> PyResult<String> {
        let (seat, action) = self.option(option, seat)?;
        Ok(words::describe(&self.state, seat, action))
    }

    /// Does an option by its position in `legal`, or any action the rules allow as a dict or text.
    #[pyo3(signature = (action, seat = None))]
    fn apply(&mut self, action: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let (seat, action) = match action.extract::<usize>() {
            Ok(index) => self.option(index, seat)?,
            Err(_) if action.extract::<i64>().is_ok() => return Err(refused("options are counted from 0")),
            Err(_) => (self.seat(seat)?, from_python("action", action)?),
        };
        self.state.apply(seat, action, &mut Io::silent(&mut self.luck)).map_err(refused)?;
        self.history.push((seat, action));
        Ok(())
    }

    /// The table as a seat sees it, or as a spectator does.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(|seat| setting::seat(seat, self.setup.players.len())).transpose()?;
        to_python(py, &self.state.view(seat))
    }

    /// What the next scoring would bring if it were held now, and how near it is; None when none is left.
    fn next_scoring<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &NextScoring::of(&self.state))
    }

    /// Where tiles a seat has bought could go when its turn is over: which of the wishes fit, in an order the rules
    /// allow, and what could be done with the others then.
    fn plan<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
        wishes: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = setting::seat(seat, self.setup.players.len())?;
        let wishes: Vec<Laid> = from_python("wishes", wishes)?;
        let plan = Plan::of(&self.state, seat, &wishes);
        to_python(py, &(plan.laid, plan.decision.map(|decision| decision.foreseen(&plan.game).shown())))
    }

    /// The sections of an observation in their order: name and shape.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, shape) in Layout::of(&self.setup).sections() {
            dict.set_item(name, PyTuple::new(py, shape)?)?;
        }
        Ok(dict)
    }

    /// What a seat sees, as one flat array.
    fn observation<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let seat = setting::seat(seat, self.setup.players.len())?;
        let layout = Layout::of(&self.setup);
        let mut numbers = vec![0; layout.len()];
        layout.write(&self.state, seat, &mut numbers);
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Ones for the options a seat has.
    #[pyo3(signature = (seat = None))]
    fn action_mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; MAX_OPTIONS];
        write_mask(self.options(seat)?.1.len(), &mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The options of a seat as numbers, one row for each.
    #[pyo3(signature = (seat = None))]
    fn options_array<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let (seat, actions) = self.options(seat)?;
        let mut rows = vec![0; MAX_OPTIONS * options::FIELDS.len()];
        write_options(&self.state, seat, &actions, &mut rows);
        PyArray1::from_vec(py, rows).reshape([MAX_OPTIONS, options::FIELDS.len()])
    }

    /// A game the seat cannot tell from this one: what is hidden from it is dealt anew.
    #[pyo3(signature = (seat, seed, recall = true))]
    fn resample(&self, seat: usize, seed: u64, recall: bool) -> PyResult<Game> {
        let seat = setting::seat(seat, self.setup.players.len())?;
        let recall = if recall { Recall::Full } else { Recall::None };
        let mut dice = Quick::new(seed);
        let state = self.state.resample(seat, recall, &mut dice);
        // The future is drawn anew as well: nobody at the table knows it.
        let luck = dice.bits();
        Ok(Game { state, luck: Seeded::new(luck), imagined: Some(luck), ..self.clone() })
    }

    /// What a bot would do in the place of a seat, as the position of an option in `legal`.
    #[pyo3(signature = (bot = "medium", seat = None, seed = 0))]
    fn decide(&self, py: Python<'_>, bot: &str, seat: Option<usize>, seed: u64) -> PyResult<usize> {
        let contestant: Contestant = bot.parse().map_err(refused)?;
        let (seat, actions) = self.options(seat)?;
        if actions.is_empty() {
            return Err(refused("nothing is asked of this seat"));
        }
        let chosen = py.detach(|| {
            let belief = Belief::new(&self.state, seat, Recall::Full);
            contestant.make(&Arc::default()).decide(&belief, &mut Quick::new(seed))
        });
        options::position(&self.state, seat, &actions, chosen)
            .ok_or_else(|| refused("the bot chose what is not listed; this is a mistake of ours"))
    }

    /// Lets bots play the game to its end.
    #[pyo3(signature = (seed = 0, bot = "random"))]
    fn playout(&mut self, py: Python<'_>, seed: u64, bot: &str) -> PyResult<()> {
        let contestant: Contestant = bot.parse().map_err(refused)?;
        py.detach(|| {
            let hired = |_| contestant.make(&Arc::default());
            let mut bots: Vec<Box<dyn Bot>> = self.setup.players.iter().map(hired).collect();
            let mut dice = Quick::new(seed);
            while let Some(seat) = self.state.to_move() {
                if self.history.len() >= MAX_DECISIONS as usize {
                    return Err(refused(format!("the game did not end within {MAX_DECISIONS} decisions")));
                }
                let belief = Belief::new(&self.state, seat, Recall::Full);
                let action = bots[seat.index()].decide(&belief, &mut dice);
                self.state.apply(seat, action, &mut Io::silent(&mut self.luck)).map_err(refused)?;
                self.history.push((seat, action));
            }
            Ok(())
        })
    }

    /// The record so far, as the text of a record file.
    fn record(&self) -> PyResult<String> {
        let table = self.table()?;
        Ok(record_text(table.record(), table.game()))
    }

    #[pyo3(name = "clone")]
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.state == other.state
    }

    /// Equal games have equal hashes, on every machine.
    fn __hash__(&self) -> u64 {
        let digest = self.state.digest().to_string();
        digest.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, game) = (slf.py(), slf.borrow());
        let Some(luck) = game.imagined else {
            return Ok((slf.get_type().getattr("replay")?, (game.record()?,).into_pyobject(py)?));
        };
        // What has no record is kept as it stands.
        let setup = serde_json::to_string(&*game.setup).map_err(refused)?;
        let history = serde_json::to_string(&game.history).map_err(refused)?;
        let state = PyBytes::new(py, &game.state.pack());
        let parts = (setup, game.seed, luck, state, history).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_imagined")?, parts))
    }

    /// A resampled game out of the parts that pickle keeps.
    #[staticmethod]
    fn _imagined(setup: &str, seed: u64, luck: u64, state: &[u8], history: &str) -> PyResult<Game> {
        let setup: Setup = serde_json::from_str(setup).map_err(refused)?;
        let history = serde_json::from_str(history).map_err(refused)?;
        let state = GameState::unpack(state).map_err(refused)?;
        let (setup, imagined) = (Arc::new(setup), Some(luck));
        Ok(Game { setup, seed, luck: Seeded::new(luck), state, history, imagined })
    }

    fn __repr__(&self) -> String {
        let scores: Vec<String> = self.scores().iter().map(ToString::to_string).collect();
        let who = self.to_move().map_or("over".to_owned(), |seat| format!("seat {seat} to move"));
        format!(
            "<alhambra.Game {} turn {} scores {} {who}>",
            self.code().as_deref().unwrap_or("without a code"),
            self.turn(),
            scores.join("-")
        )
    }
}

/// Each seat's share of the win; zeros while the game is going on.
pub(crate) fn shares(state: &GameState) -> impl Iterator<Item = f64> {
    let winners = state.winners().unwrap_or_default();
    let share = 1.0 / winners.len().max(1) as f64;
    state.rules().seats().map(move |seat| if winners.contains(seat) { share } else { 0.0 })
}
