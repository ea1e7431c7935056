//! `alhambra study`: what modules do to the game.

use super::{Asked, Common};
use crate::failure::Failure;
use crate::which::module;
use alhambra_rules::ModuleId;
use alhambra_sim::lab::{Contestant, LabPlan};
use std::path::PathBuf;

const HELP: &str = "\
Every deal is played without modules and with them, with the same luck and the same bots: what differs is the
modules' doing.

Examples:
  alhambra study --each --deals 200 --poster box.svg
      every module alone, as a table and as one picture
  alhambra study --random 3 --deals 2000 --report modules.html
      three modules drawn anew for every deal; least squares give each module its part
  alhambra study --sets thieves,thieves+diamonds --bots easy --players 4
      two given sets, four players
  alhambra study --random 5 --modules thieves,diamonds,bonus-cards,city-gates,new-score-cards,treasure-chamber
      drawn from these only";

/// Arguments of `alhambra study`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["sets", "each", "random"])))]
pub(crate) struct Args {
    /// Sets of modules: short names with + between them, sets separated by commas
    #[arg(long, value_name = "NAME+NAME,…", value_delimiter = ',', num_args = 1, value_parser = set)]
    sets: Vec<Set>,
    /// Every module alone that goes with so many players
    #[arg(long)]
    each: bool,
    /// So many modules, drawn anew for every deal
    #[arg(long, value_name = "N")]
    random: Option<usize>,
    /// Which modules --each and --random choose from [default: all that can be played]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 1, value_parser = module, conflicts_with = "sets")]
    modules: Vec<ModuleId>,
    /// Who plays: one bot for all seats, or one for each, separated by commas
    #[arg(long, value_name = "BOT,…", default_value = "medium", value_delimiter = ',', num_args = 1)]
    bots: Vec<Contestant>,
    /// How many deals; each is played without modules and with every set
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// Draw what every module does to length, spread, lead and interaction as one picture, .svg
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    poster: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// A set of modules, as one argument.
#[derive(Clone, Debug)]
struct Set(Vec<ModuleId>);

fn set(text: &str) -> Result<Set, String> {
    text.split('+').map(module).collect::<Result<_, _>>().map(Set)
}

/// Runs the command.
///
/// # Errors
/// What is wrong with the bots, modules or files, or that the run was interrupted.
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (base, bots, seed) = (args.common.base(), &args.bots, args.common.seed);
    let pool =
        if args.modules.is_empty() { ModuleId::playable(base.edition).collect() } else { args.modules };
    let played = super::told::setup(&base);
    let plan = if let Some(size) = args.random {
        LabPlan::random_sets(base, bots, &pool, size, args.deals, seed)
    } else if args.each {
        let fits = |module: &ModuleId| base.clone().with(*module).check().is_ok();
        let alone: Vec<Vec<ModuleId>> = pool.into_iter().filter(fits).map(|module| vec![module]).collect();
        LabPlan::sets(base, bots, &alone, args.deals, seed)
    } else {
        let sets: Vec<Vec<ModuleId>> = args.sets.into_iter().map(|set| set.0).collect();
        LabPlan::sets(base, bots, &sets, args.deals, seed)
    };
    let plan = plan.map_err(|why| Failure::new(why.to_string()).hint("alhambra study --help"))?;
    let names: Vec<String> = plan.contestants().iter().map(ToString::to_string).collect();
    let title = format!("Study of modules with {}: {played}", names.join(", "));
    args.common.play(&plan, &Asked { title: &title, poster: args.poster.as_deref() }, None)
}
