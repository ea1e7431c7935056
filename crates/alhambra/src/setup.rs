//! `alhambra setup`: a set-up as a short code, and back.

use crate::failure::Failure;
use crate::out::{self, Format};
use crate::which::{self, Which, edition};
use alhambra_rules::code;
use alhambra_rules::{EditionId, HOUSE_RULES, HouseRules, Setup, speech};
use std::path::{Path, PathBuf};

const HELP: &str = "\
Examples:
  alhambra setup encode --players 4 --modules thieves,diamonds
      the code of a game for four with two modules
  alhambra setup encode table.json
      the code of a set-up written as JSON, house rules and options included
  alhambra setup decode CODE
      what a code stands for; --format json prints a set-up that encode reads";

/// Arguments of `alhambra setup`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Print the code of a set-up
    Encode {
        /// A set-up as JSON, or - for standard input
        #[arg(conflicts_with_all = ["players", "modules", "edition"])]
        file: Option<PathBuf>,
        /// How many play
        #[arg(long, value_name = "2-6", default_value = "3", value_parser = clap::value_parser!(u8).range(2..=6))]
        players: u8,
        /// Modules, by their short names or numbers ("alhambra modules" lists them), separated by commas; or all
        #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
        modules: Vec<Which>,
        /// Which game of the family: classic, or red-palace
        #[arg(long, value_name = "NAME", default_value = "classic", value_parser = edition)]
        edition: EditionId,
    },
    /// Explain a code
    Decode {
        /// The code
        code: String,
        /// How the set-up is printed
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

/// Runs the command.
///
/// # Errors
/// What is wrong with the set-up or the code.
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Encode { file, players, modules, edition } => {
            let setup = match file {
                Some(file) => read(&file)?,
                None => {
                    let plain = Setup::players(players.into()).in_edition(edition);
                    which::with(plain, &modules)
                }
            };
            setup.check().map_err(|why| Failure::new(why.to_string()))?;
            let code = code::encode(&setup).map_err(|why| Failure::new(why.to_string()))?;
            out::print(|out| writeln!(out, "{code}"))
        }
        What::Decode { code, format } => {
            let hint = "codes are letters and digits, such as alhambra setup encode prints them";
            let setup = code::decode(&code).map_err(|why| Failure::new(why.to_string()).hint(hint))?;
            let text = match format {
                Format::Json => serde_json::to_string_pretty(&setup).unwrap_or_default() + "\n",
                Format::Text => told(&setup),
            };
            out::print(|out| out.write_all(text.as_bytes()))
        }
    }
}

fn read(file: &Path) -> Result<Setup, Failure> {
    let cannot = |why: std::io::Error| Failure::new(format!("cannot read {}: {why}", file.display()));
    let text = if file == Path::new("-") {
        std::io::read_to_string(std::io::stdin()).map_err(cannot)?
    } else {
        std::fs::read_to_string(file).map_err(cannot)?
    };
    let mut json = serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(&mut json)
        .map_err(|why| Failure::new(format!("{}: {}: {}", file.display(), why.path(), why.inner())))
}

/// A set-up for people: what differs from the plain base game.
fn told(setup: &Setup) -> String {
    let mut text = format!("{} players\n", setup.players.len());
    if setup.edition != EditionId::default() {
        text += &format!("edition    {}\n", setup.edition);
    }
    for (module, values) in &setup.modules {
        text += &format!("module {:2}  {}\n", module.number(), module.title());
        for (name, value) in values {
            text += &format!("           {name} = {value}\n");
        }
    }
    if setup.modules.is_empty() {
        text += "no modules\n";
    }
    let (house, plain) = (named(&setup.house), named(&HouseRules::default()));
    for rule in HOUSE_RULES.iter().filter(|rule| house.get(rule.option) != plain.get(rule.option)) {
        let value = house.get(rule.option).map_or_else(String::new, |v| v.to_string().replace('"', ""));
        let about = speech::house_rule(speech::ENGLISH, rule.option);
        text += &format!("house      {}: {} = {value} ({about})\n", rule.id, rule.option);
    }
    if setup.confirm {
        text += "turns are confirmed before new cards and tiles appear\n";
    }
    text
}

fn named(house: &HouseRules) -> serde_json::Map<String, serde_json::Value> {
    match serde_json::to_value(house) {
        Ok(serde_json::Value::Object(map)) => map,
        _ => serde_json::Map::new(),
    }
}
