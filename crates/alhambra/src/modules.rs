//! `alhambra modules`: the modules of the box, and the house rules.

mod find;
mod markdown;

use crate::failure::Failure;
use crate::out::{self, Format};
use alhambra_rules::module::Stage;
use alhambra_rules::modules::BOX;
use alhambra_rules::{HOUSE_RULES, HouseRule, ModuleId, Provenance};
use serde::Serialize;
use std::io::{self, Write};

const HELP: &str = "\
NAME is a number, a title or its beginning, in upper or lower case.

Examples:
  alhambra modules                   all 43 modules of the box
  alhambra modules 17                what module 17 does, how sure we are of its data, its rulings
  alhambra modules new-score-cards   the same
  alhambra modules house-rules       HR-1 to HR-23 with their values";

/// Arguments of `alhambra modules`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// A module to explain, or "house-rules"
    name: Option<String>,
    /// text for people, json for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        let all: Vec<Row> = (1..).zip(BOX).map(|(number, title)| Row::new(number, title)).collect();
        return match args.format {
            Format::Text => out::print(|out| table(&all, out)),
            Format::Json => json(&all),
        };
    };
    match find::find(name)? {
        find::Found::HouseRules => {
            let mut rules = HOUSE_RULES.to_vec();
            rules.sort_by_key(|rule| rule.id.trim_start_matches("HR-").parse::<u32>().unwrap_or(u32::MAX));
            match args.format {
                Format::Text => out::print(|out| house_rules(&rules, out)),
                Format::Json => json(&rules),
            }
        }
        find::Found::Module(number) => {
            let row = Row::new(number, BOX[usize::from(number) - 1]);
            match args.format {
                Format::Text => out::print(|out| explain(&row, out)),
                Format::Json => json(&Detail::new(row)),
            }
        }
    }
}

fn json(answer: &impl Serialize) -> Result<(), Failure> {
    out::print(|out| {
        serde_json::to_writer_pretty(&mut *out, answer)?;
        writeln!(out)
    })
}

/// A module of the box. What is not known before it is written is missing.
#[derive(Debug, Serialize)]
struct Row {
    number: u8,
    title: &'static str,
    slug: Option<&'static str>,
    stage: Stage,
    players: Option<(usize, usize)>,
    data: Vec<Data>,
    summary: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Data {
    what: &'static str,
    provenance: Provenance,
}

#[derive(Debug, Serialize)]
struct Choice {
    option: &'static str,
    about: &'static str,
    values: &'static [&'static str],
}

#[derive(Debug, Serialize)]
struct Detail {
    #[serde(flatten)]
    row: Row,
    help: Option<&'static str>,
    rulings: Option<&'static str>,
    options: Vec<Choice>,
}

impl Row {
    fn new(number: u8, title: &'static str) -> Row {
        let Some(info) = ModuleId::with_number(number).map(ModuleId::info) else {
            let (stage, data) = (Stage::Planned, Vec::new());
            return Row { number, title, slug: None, stage, players: None, data, summary: None };
        };
        let data = info.data.iter().map(|&(what, provenance)| Data { what, provenance });
        Row {
            number,
            title: info.title,
            slug: Some(info.slug),
            stage: info.stage,
            players: Some((*info.players.start(), *info.players.end())),
            data: data.collect(),
            summary: Some(info.summary),
        }
    }

    fn players(&self) -> String {
        self.players.map_or_else(String::new, |(least, most)| format!("{least}–{most}"))
    }

    /// Every provenance among its data, the surest first.
    fn provenance(&self) -> String {
        let mut all: Vec<Provenance> = self.data.iter().map(|data| data.provenance).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(sureness).collect::<Vec<_>>().join(", ")
    }
}

impl Detail {
    fn new(row: Row) -> Detail {
        let info = ModuleId::with_number(row.number).map(ModuleId::info);
        let options = info.map_or(&[][..], |info| info.options).iter();
        Detail {
            row,
            help: info.map(|info| info.help),
            rulings: info.map(|info| info.rulings),
            options: options.map(|&(option, about, values)| Choice { option, about, values }).collect(),
        }
    }
}

fn table(all: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let width = all.iter().map(|row| row.title.chars().count()).max().unwrap_or_default();
    writeln!(out, "{:>2}  {:width$}  {:7}  {:7}  data", "", "module", "stage", "players")?;
    for row in all {
        let (stage, players) = (stage(row.stage).0, row.players());
        let line =
            format!("{:>2}  {:width$}  {stage:7}  {players:7}  {}", row.number, row.title, row.provenance());
        writeln!(out, "{}", line.trim_end())?;
    }
    let ready = all.iter().filter(|row| row.stage != Stage::Planned).count();
    writeln!(out)?;
    writeln!(out, "{ready} of {} can be played.", all.len())?;
    writeln!(out)?;
    for stage in [Stage::Planned, Stage::Beta, Stage::Stable].map(stage) {
        writeln!(out, "  {:13}  {}", stage.0, stage.1)?;
    }
    for provenance in [Provenance::Found, Provenance::Inferred, Provenance::Reconstructed] {
        writeln!(out, "  {:13}  {}", sureness(provenance), meaning(provenance))?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "\"alhambra modules 17\" explains module 17, \"alhambra modules house-rules\" the house rules."
    )
}

fn explain(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Module {}: {}", row.number, row.title)?;
    let Some(info) = ModuleId::with_number(row.number).map(ModuleId::info) else {
        writeln!(out)?;
        return writeln!(out, "Planned: this module is not written yet and cannot be switched on.");
    };
    markdown::paragraph(info.summary, "", out)?;
    writeln!(out)?;
    let (name, meaning_of_stage) = stage(info.stage);
    writeln!(out, "name     {}", info.slug)?;
    writeln!(out, "players  {}", row.players())?;
    writeln!(out, "stage    {name}: {meaning_of_stage}")?;
    for &(what, provenance) in info.data {
        markdown::paragraph(
            &format!("data     {what}: {}, {}", sureness(provenance), meaning(provenance)),
            "         ",
            out,
        )?;
    }
    for (option, about, values) in info.options {
        writeln!(out, "option   {option}: {about}")?;
        writeln!(out, "         {}", choices(values))?;
    }
    if info.options.is_empty() {
        writeln!(out, "options  none")?;
    }
    for text in [info.help, info.rulings] {
        writeln!(out)?;
        markdown::write(text, info.title, out)?;
    }
    Ok(())
}

fn house_rules(rules: &[HouseRule], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "House rules: where rulebooks differ, the table decides. The first value is the default.")?;
    writeln!(out)?;
    for rule in rules {
        writeln!(out, "{:5}  {:16} {}", rule.id, rule.option, rule.about)?;
        writeln!(out, "       {:16} {}", "", choices(rule.values))?;
    }
    Ok(())
}

fn choices(values: &[&str]) -> String {
    match values {
        [only] => format!("{only} (the only value)"),
        [default, others @ ..] => format!("{default} (default) | {}", others.join(" | ")),
        [] => String::new(),
    }
}

fn stage(stage: Stage) -> (&'static str, &'static str) {
    match stage {
        Stage::Planned => ("planned", "not written yet"),
        Stage::Beta => ("beta", "complete by its tests, not yet proven in many games"),
        Stage::Stable => ("stable", "rulings tested, plays with every other module, recorded games exist"),
    }
}

fn sureness(provenance: Provenance) -> &'static str {
    match provenance {
        Provenance::Found => "found",
        Provenance::Inferred => "inferred",
        Provenance::Reconstructed => "reconstructed",
    }
}

fn meaning(provenance: Provenance) -> &'static str {
    match provenance {
        Provenance::Found => "stated by a source or read off the printed component",
        Provenance::Inferred => "printed in no source we have, but all but forced by what was found",
        Provenance::Reconstructed => "lost to us and made up to fit what is known; not the publisher's data",
    }
}
