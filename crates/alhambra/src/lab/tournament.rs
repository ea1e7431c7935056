//! `alhambra tournament`: bots against each other, with ratings.

use super::{Asked, Common, failure};
use crate::failure::Failure;
use crate::which::{self, Which};
use alhambra_sim::lab::{Claims, Contestant, LabPlan};

const HELP: &str = "\
Every deal is played at several tables with the same luck; at every table the bots sit differently. A bot that
searches takes a budget: hard@200ms thinks 200 ms, hard@500 imagines 500 games and decides the same every time.

Examples:
  alhambra tournament --bots random,easy,medium
      every bot alone against a table of every other, in every seat
  alhambra tournament --bots medium --against random --deals 500 --report report.html
      the win share of medium against two random bots, with a page of plots
  alhambra tournament --bots hard --against medium --sprt 300,350
      is hard 350 Elo stronger than medium, or only 300? Stops by itself
  alhambra tournament --bots easy,medium --deals 10000 --shard 1/4 --out part1.csv
      a quarter of a long run; \"alhambra merge part*.csv --out all.csv\" puts the parts together
  alhambra tournament --bots easy,medium --deals 10000 --out games.csv --resume
      goes on where Ctrl-C ended";

/// Arguments of `alhambra tournament`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Who takes part, separated by commas
    #[arg(long, value_name = "BOT,…", required = true, value_delimiter = ',', num_args = 1)]
    bots: Vec<Contestant>,
    /// Each bot alone against this field: one bot for all other seats, or one for each
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', num_args = 1, conflicts_with = "mixed")]
    against: Vec<Contestant>,
    /// Tables of different bots instead of one against many of one kind
    #[arg(long)]
    mixed: bool,
    /// How many deals; each is played once at every table [default: 100; with --sprt at most 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: Option<u64>,
    /// Modules to play with, by their short names or numbers ("alhambra modules" lists them), separated by commas; or all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 1)]
    modules: Vec<Which>,
    /// Test whether the bot is ELO1 stronger than the field or only ELO0, and stop when it is clear
    #[arg(long, value_name = "ELO0,ELO1", requires = "against", allow_hyphen_values = true)]
    sprt: Option<Claims>,
    /// How often the test may accept ELO1 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// How often the test may accept ELO0 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
///
/// # Errors
/// What is wrong with the bots or the files, or that the run was interrupted.
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let claims = args.sprt.map(|claims| Claims { alpha: args.alpha, beta: args.beta, ..claims });
    if let Some(claims) = claims {
        claims.check().map_err(|why| failure(&why))?;
        if args.bots.len() != 1 || !args.common.shard.is_whole() {
            return Err(Failure::new("sprt: the test is for one bot against a field, in one run")
                .hint("--bots B --against A, without --shard"));
        }
    }
    let setup = which::with(args.common.base(), &args.modules);
    let deals = args.deals.unwrap_or(if claims.is_some() { 100_000 } else { 100 });
    let seed = args.common.seed;
    let played = super::told::setup(&setup);
    let plan = match (args.against.is_empty(), args.mixed) {
        (false, _) => LabPlan::against(setup, &args.bots, &args.against, deals, seed),
        (_, true) => LabPlan::mixed(setup, &args.bots, deals, seed),
        _ => LabPlan::round_robin(setup, &args.bots, deals, seed),
    };
    let plan = plan.map_err(|why| Failure::new(why.to_string()).hint("alhambra tournament --help"))?;
    let names: Vec<String> = plan.contestants().iter().map(ToString::to_string).collect();
    let title = format!("Tournament of {}: {played}", names.join(", "));
    args.common.play(&plan, &Asked { title: &title, poster: None }, claims)
}
