//! Whole games by bots, on all cores: the same games that `alhambra simulate` plays.

use crate::json::{refused, to_python};
use crate::setting;
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, Quick, Seeded, Setup};
use alhambra_sim::lab::Contestant;
use alhambra_sim::{Batch, MAX_DECISIONS};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The most games of one call: their results have to fit into memory.
const MOST: usize = 100_000_000;

/// Games a thread takes at a time.
const CHUNK: usize = 64;

/// The scores, win shares, turns and decisions of `n` games.
type Arrays<'py> = (
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
);

/// Plays `n` games and returns scores, win shares, turns and decisions.
#[pyfunction]
#[pyo3(signature = (n, players = 3, seed = 1, modules = None, house = None, bot = "random", threads = None, edition = "classic"))]
// Python's arguments have names and defaults; a struct would hide them.
#[allow(clippy::too_many_arguments)]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    n: usize,
    players: usize,
    seed: u64,
    modules: Option<&Bound<'py, PyAny>>,
    house: Option<&Bound<'py, PyAny>>,
    bot: &str,
    threads: Option<usize>,
    edition: &str,
) -> PyResult<Arrays<'py>> {
    let setup = setting::setup(players, modules, house, edition)?;
    if n > MOST {
        return Err(refused(format!("n: at most {MOST} games at a time; call again with another seed")));
    }
    let contestant: Contestant = bot.parse().map_err(refused)?;
    let threads = setting::threads(threads)?;
    let mut scores = vec![0; n * players];
    let mut shares = vec![0.0; n * players];
    let (mut turns, mut decisions) = (vec![0; n], vec![0; n]);
    let chunks = scores
        .chunks_mut(CHUNK * players)
        .zip(shares.chunks_mut(CHUNK * players))
        .zip(turns.chunks_mut(CHUNK).zip(decisions.chunks_mut(CHUNK)))
        .enumerate();
    let chunks = Mutex::new(chunks);
    let stop = AtomicBool::new(false);
    let work = || -> Result<(), String> {
        let mut bots: Vec<Box<dyn Bot>> = (0..players).map(|_| contestant.make(&Arc::default())).collect();
        while !stop.load(Ordering::Relaxed) {
            // A poisoned lock means that another thread has panicked, which ends everything anyway.
            let Some(chunk) = chunks.lock().ok().and_then(|mut chunks| chunks.next()) else { break };
            let (number, ((scores, shares), (turns, decisions))) = chunk;
            let rows = scores.chunks_mut(players).zip(shares.chunks_mut(players)).zip(turns).zip(decisions);
            for (i, (((scores, shares), turns), decisions)) in rows.enumerate() {
                let (game, made) = play(&setup, &mut bots, seed, (number * CHUNK + i) as u64)?;
                (*turns, *decisions) = (game.turn().number as i32, made as i32);
                for (score, seat) in scores.iter_mut().zip(game.rules().seats()) {
                    *score = game.score(seat).into();
                }
                for (share, won) in shares.iter_mut().zip(crate::game::shares(&game)) {
                    *share = won as f32;
                }
            }
        }
        Ok(())
    };
    let done = std::thread::scope(|scope| {
        let (finished, mut wait) = mpsc::channel();
        for _ in 0..threads.min(n.div_ceil(CHUNK)) {
            let (finished, work) = (finished.clone(), &work);
            // Nobody listens any more once something has gone wrong.
            scope.spawn(move || drop(finished.send(work())));
        }
        drop(finished);
        watch(py, &mut wait).inspect_err(|_| stop.store(true, Ordering::Relaxed))
    });
    done?;
    Ok((
        PyArray1::from_vec(py, scores).reshape([n, players])?,
        PyArray1::from_vec(py, shares).reshape([n, players])?,
        PyArray1::from_vec(py, turns),
        PyArray1::from_vec(py, decisions),
    ))
}

/// Waits for all threads without the interpreter, which is asked now and then whether somebody pressed Ctrl-C.
fn watch(py: Python<'_>, wait: &mut mpsc::Receiver<Result<(), String>>) -> PyResult<()> {
    loop {
        // Reborrowed, because only a sole owner may take a receiver along.
        let wait = &mut *wait;
        match py.detach(move || wait.recv_timeout(Duration::from_millis(50))) {
            Ok(result) => result.map_err(refused)?,
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Game `number` (from 0) of a batch, and how many decisions it took.
fn play(
    setup: &Setup,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    number: u64,
) -> Result<(GameState, u32), String> {
    // The seeds of alhambra-sim; the tests compare the games with those of `simulate`.
    let mut source = Quick::new(Quick::new(seed).bits().wrapping_add(number));
    let (mut luck, mut dice) = (Seeded::new(source.bits()), Quick::new(source.bits()));
    let mut game = GameState::new(setup, &mut Io::silent(&mut luck)).map_err(|why| why.to_string())?;
    let mut made = 0;
    while let Some(seat) = game.to_move() {
        if made == MAX_DECISIONS {
            return Err(format!("game {} did not end within {MAX_DECISIONS} decisions", number + 1));
        }
        let action = bots[seat.index()].decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
        game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
        made += 1;
    }
    Ok((game, made))
}

/// `alhambra simulate`: plays a batch and returns its statistics; `record` names a folder for all records.
#[pyfunction]
#[pyo3(signature = (n, players = 3, seed = 1, modules = None, house = None, bots = None, threads = None, record = None, edition = "classic"))]
// Python's arguments have names and defaults; a struct would hide them.
#[allow(clippy::too_many_arguments)]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    n: u64,
    players: usize,
    seed: u64,
    modules: Option<&Bound<'py, PyAny>>,
    house: Option<&Bound<'py, PyAny>>,
    bots: Option<Vec<String>>,
    threads: Option<usize>,
    record: Option<PathBuf>,
    edition: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let named = bots.unwrap_or_else(|| vec!["random".to_owned()]);
    let bots = named.iter().map(|name| name.parse().map_err(refused)).collect::<PyResult<Vec<BotKind>>>()?;
    let setup = setting::setup(players, modules, house, edition)?;
    let batch = Batch {
        bots,
        games: n,
        seed,
        threads: setting::threads(threads)?,
        record,
        ..Batch::new(setup, BotKind::Random)
    };
    let report = py.detach(|| batch.run()).map_err(refused)?;
    to_python(py, &report.outcome)
}
