//! Plays games between bots and keeps positions of them, with the points in the end, for `teach`.
//!
//! ```text
//! cargo xtask bots gather medium 6000 0 out/positions-0
//! cargo xtask bots gather out/network 4000 6000 out/positions-1
//! ```
//! Who plays, how many games, the number of the first, and the file. Who plays is a bot, or a network that `teach` wrote: a
//! quick player, who takes what leaves the best table at the end of the turn. Mostly three players; one decision
//! in forty by the easy bot, so that unusual positions occur.

use alhambra_bots::evaluation::Judge;
use alhambra_bots::network::Network;
use alhambra_bots::search::{Budget, SearchBot, Settings};
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, MAX_SEATS, Quick, Seeded, Setup};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// One position in so many turns is kept.
const KEPT: u32 = 2;
/// One decision in so many is taken by somebody else.
const STRAY: u32 = 40;

/// How many imagined turns a network sees before it decides.
const GAMES: u32 = 16;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who plays: a bot, or the file of a network
    player: String,
    /// How many games
    games: u64,
    /// The number of the first game: other numbers are other games
    first: u64,
    /// A file that does not exist yet
    file: PathBuf,
}

fn bot(name: &str) -> Result<Box<dyn Bot>, String> {
    if let Ok(kind) = name.parse::<BotKind>() {
        return Ok(kind.make());
    }
    let network = std::fs::read(name).ok().and_then(|bytes| Network::read(&bytes));
    let network = network.ok_or(format!("{name} is neither a bot nor a network that `teach` wrote"))?;
    let judge = Judge::Network(Box::leak(network));
    Ok(Box::new(SearchBot::new(Settings { turns: 0, judge, ..Settings::new(Budget::games(GAMES), 1) })))
}

/// Plays a game; the positions that are kept, at the beginning of turns, and everybody's points in the end.
fn game(
    bot: &mut dyn Bot,
    stray: &mut dyn Bot,
    players: usize,
    seed: u64,
) -> (Vec<Vec<u8>>, [u16; MAX_SEATS]) {
    let mut luck = Seeded::new(seed);
    let mut dice = Quick::new(seed);
    let mut game = GameState::new(&Setup::players(players), &mut Io::silent(&mut luck)).unwrap();
    let (mut kept, mut turn) = (Vec::new(), 0);
    while let Some(seat) = game.to_move() {
        if game.turn().number != turn && dice.below(KEPT) == 0 {
            kept.push(game.pack());
        }
        turn = game.turn().number;
        let belief = Belief::new(&game, seat, Recall::Full);
        let strays = dice.below(STRAY) == 0;
        let action = if strays { stray.decide(&belief, &mut dice) } else { bot.decide(&belief, &mut dice) };
        game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
    }
    let mut points = [0; MAX_SEATS];
    game.rules().seats().for_each(|seat| points[seat.index()] = game.score(seat));
    (kept, points)
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let (mut bot, mut stray) = (bot(&args.player)?, BotKind::Easy.make());
    let failed = |why: std::io::Error| format!("{}: {why}", args.file.display());
    let mut file = BufWriter::new(File::create_new(&args.file).map_err(failed)?);
    for number in args.first..args.first + args.games {
        let players = [3, 3, 3, 3, 2, 3, 3, 4, 3, 3, 3, 5][number as usize % 12];
        let (kept, points) = game(&mut *bot, &mut *stray, players, 7_000_000 + number);
        let mut bytes = (kept.len() as u16).to_le_bytes().to_vec();
        bytes.extend(points.iter().flat_map(|points| points.to_le_bytes()));
        for state in &kept {
            bytes.extend((state.len() as u32).to_le_bytes());
            bytes.extend(state);
        }
        file.write_all(&bytes).and_then(|()| file.flush()).map_err(failed)?;
    }
    Ok(())
}
