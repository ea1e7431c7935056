//! Plays games between bots and keeps positions of them, with the points in the end, for the example `teach`.
//!
//! ```text
//! cargo run --release -p alhambra-bots --example gather -- search:100 2000 0 out/positions-0
//! ```
//! The bot (a name, `search:60` for a search with 60 imagined games, or `search:60:FILE` for one with a network), how many games, the number of the first, and
//! the file. Mostly three players; one decision in forty by lot, so that unusual positions occur.

use alhambra_bots::evaluation::Judge;
use alhambra_bots::network::Network;
use alhambra_bots::search::{Budget, SearchBot, Settings};
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, MAX_SEATS, Quick, Seeded, Setup};
use std::io::Write;

/// One position in so many turns is kept.
const KEPT: u32 = 3;
/// One decision in so many is taken by lot.
const STRAY: u32 = 40;

fn bot(name: &str) -> Box<dyn Bot> {
    let Some(search) = name.strip_prefix("search:") else {
        return name.parse::<BotKind>().expect("a bot's name").make();
    };
    let (games, network) = search.split_once(':').unwrap_or((search, ""));
    let mut settings = Settings::new(Budget::games(games.parse().expect("search:GAMES")), 1);
    if !network.is_empty() {
        let network = std::fs::read(network).ok().and_then(|bytes| Network::read(&bytes));
        settings.judge = Judge::Network(Box::leak(network.expect("a network that `teach` wrote")));
    }
    Box::new(SearchBot::new(settings))
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
        let by_lot = dice.below(STRAY) == 0;
        let action = if by_lot { stray.decide(&belief, &mut dice) } else { bot.decide(&belief, &mut dice) };
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
    let (mut bot, mut stray) = (bot(name), BotKind::Random.make());
    for number in first..first + games {
        let players = [3, 3, 3, 3, 2, 3, 3, 4, 3, 3, 3, 5][number as usize % 12];
        let (kept, points) = game(&mut *bot, &mut *stray, players, 7_000_000 + number);
        file.write_all(&[kept.len() as u8]).unwrap();
        points.iter().for_each(|points| file.write_all(&points.to_le_bytes()).unwrap());
        for state in &kept {
            file.write_all(&(state.len() as u32).to_le_bytes()).unwrap();
            file.write_all(state).unwrap();
        }
        file.flush().unwrap();
    }
}
