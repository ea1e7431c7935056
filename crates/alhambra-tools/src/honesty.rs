//! Does anything hidden change a decision? Many positions, every one seen twice.
//!
//! ```text
//! cargo xtask bots honesty 10000
//! ```
//! Games of easy bots over random table sizes and modules; at every third decision a bot decides twice with the
//! same dice: in the true world, and in one where everything hidden from its seat was dealt anew.

use alhambra_bots::search::{Budget, SearchBot, Settings};
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, ModuleId, Quick, Seeded, Setup};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many positions
    #[arg(default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
}

fn any_setup(dice: &mut Quick) -> Setup {
    loop {
        let mut setup = Setup::players(2 + dice.below(5) as usize);
        for &module in ModuleId::ALL {
            if dice.below(2) == 0 {
                setup = setup.with(module);
            }
        }
        if setup.check().is_ok() {
            return setup;
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let wanted = args.positions;
    let mut dice = Quick::new(1);
    let hard = SearchBot::new(Settings::new(Budget::games(60), 1));
    let expert = SearchBot::new(Settings::patient(Budget::games(60), 1));
    let mut bots: [Box<dyn Bot>; 4] =
        [BotKind::Easy.make(), BotKind::Medium.make(), Box::new(hard), Box::new(expert)];
    let (mut positions, mut varied) = (0, 0);
    for seed in 0.. {
        let mut luck = Seeded::new(seed);
        let mut guide = BotKind::Easy.make();
        let setup = any_setup(&mut dice);
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).map_err(|why| why.to_string())?;
        while let Some(seat) = game.to_move() {
            if dice.below(3) == 0 {
                let recall = [Recall::Full, Recall::None][dice.below(2) as usize];
                let other = game.resample(seat, recall, &mut dice);
                varied += u32::from(other != game);
                let bot = &mut bots[positions as usize % 4];
                let roll = dice.bits();
                let [here, there] = [&game, &other]
                    .map(|world| bot.decide(&Belief::new(world, seat, recall), &mut Quick::new(roll)));
                if here != there {
                    return Err(format!(
                        "game {seed}, turn {}, position {positions}: {here:?} became {there:?}",
                        game.turn().number
                    ));
                }
                positions += 1;
                if positions == wanted {
                    println!(
                        "{positions} positions, {varied} of them really different: every decision was the same"
                    );
                    return Ok(());
                }
            }
            let action = guide.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply(seat, action, &mut Io::silent(&mut luck)).map_err(|why| why.to_string())?;
        }
    }
    Ok(())
}
