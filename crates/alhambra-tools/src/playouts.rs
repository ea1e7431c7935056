//! Random games of three and nothing else, for counting instructions and a first look at the speed.
//!
//! ```text
//! cargo xtask bots playouts 100000
//! cargo xtask bots playouts 20000 --modules 1,2,3,5,6,10
//! cargo xtask bots playouts 20000 --bot uniform
//! cargo xtask bots playouts 20000 --edition red-palace
//! ```

use alhambra_bots::BotKind;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{EditionId, GameState, Io, ModuleId, Quick, Seeded, Setup};
use cpu_time::ProcessTime;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games
    #[arg(default_value_t = 1000)]
    games: u64,
    /// Modules by their numbers: 1,6,22
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    modules: Vec<u8>,
    /// Which game of the family, by its short name
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = crate::duel::edition)]
    edition: EditionId,
    /// Who plays all seats
    #[arg(long, value_name = "NAME", default_value = "random")]
    bot: String,
    /// Say in one number how all games ended and what was chosen from: equal before and after what only makes it faster
    #[arg(long)]
    digest: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let games = args.games;
    let module = |number: &u8| ModuleId::with_number(*number).ok_or(format!("there is no module {number}"));
    let modules = args.modules.iter().map(module).collect::<Result<Vec<_>, _>>()?;
    let setup = modules.into_iter().fold(Setup::players(3).in_edition(args.edition), Setup::with);
    setup.check().map_err(|why| why.to_string())?;
    let mut bot = args.bot.parse::<BotKind>().map_err(|why| why.to_string())?.make();
    let mut decisions = 0u64;
    let (mut ends, mut listed) = (0u64, Vec::new());
    let began = ProcessTime::now();
    for game in 0..games {
        let mut source = Quick::new(game + 1);
        let (mut luck, mut dice) = (Seeded::new(source.bits()), Quick::new(source.bits()));
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).expect("three may play");
        while let Some(seat) = game.to_move() {
            if args.digest {
                game.legal(seat, &mut listed);
                ends = listed
                    .iter()
                    .fold(ends, |so_far, action| folded(so_far, format!("{action:?}").as_bytes()));
            }
            let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
            decisions += 1;
        }
        if args.digest {
            ends = folded(ends, game.digest().to_string().as_bytes());
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{games} games, {decisions} decisions, {:.0} games a CPU second", games as f64 / seconds);
    if args.digest {
        println!("{ends:016x}");
    }
    Ok(())
}

/// FNV-1a, from where it stopped.
fn folded(so_far: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(so_far, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
