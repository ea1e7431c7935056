//! Plays games between bots and keeps positions of them, with the points in the end, for the example `teach`.
//!
//! ```text
//! cargo run --release -p alhambra-bots --example gather -- medium 6000 0 out/positions-0
//! cargo run --release -p alhambra-bots --example gather -- out/network 4000 6000 out/positions-1
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
use std::io::Write;

/// One position in so many turns is kept.
const KEPT: u32 = 2;
/// One decision in so many is taken by somebody else.
const STRAY: u32 = 40;

/// How many imagined turns a network sees before it decides.
const GAMES: u32 = 16;

fn bot(name: &str) -> Box<dyn Bot> {
    if let Ok(kind) = name.parse::<BotKind>() {
        return kind.make();
    }
    let network = std::fs::read(name).ok().and_then(|bytes| Network::read(&bytes));
    let network =
        network.unwrap_or_else(|| panic!("{name} is neither a bot nor a network that `teach` wrote"));
    let judge = Judge::Network(Box::leak(network));
    Box::new(SearchBot::new(Settings { turns: 0, judge, ..Settings::new(Budget::games(GAMES), 1) }))
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

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, first, file] = &args[..] else { panic!("BOT GAMES FIRST FILE") };
    let (games, first): (u64, u64) = (games.parse().unwrap(), first.parse().unwrap());
    let file = std::fs::File::create_new(file).expect("a file that does not exist yet");
    let mut file = std::io::BufWriter::new(file);
    let (mut bot, mut stray) = (bot(name), BotKind::Easy.make());
    for number in first..first + games {
        let players = [3, 3, 3, 3, 2, 3, 3, 4, 3, 3, 3, 5][number as usize % 12];
        let (kept, points) = game(&mut *bot, &mut *stray, players, 7_000_000 + number);
        file.write_all(&(kept.len() as u16).to_le_bytes()).unwrap();
        points.iter().for_each(|points| file.write_all(&points.to_le_bytes()).unwrap());
        for state in &kept {
            file.write_all(&(state.len() as u32).to_le_bytes()).unwrap();
            file.write_all(state).unwrap();
        }
        file.flush().unwrap();
    }
}
