//! `alhambra modules`: the modules of the box, and the house rules.

mod find;
mod markdown;

use crate::failure::Failure;
use crate::out::{self, Format};
use alhambra_rules::choosing::{Group, Recommended};
use alhambra_rules::module::{ModuleInfo, Stage, Touch};
use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::{EditionId, HOUSE_RULES, HouseRule, ModuleId, Provenance};
use serde::Serialize;
use std::io::{self, Write};

const HELP: &str = "\
NAME is a number, a title or its beginning, in upper or lower case.

Examples:
  alhambra modules                       all modules of the box
  alhambra modules --weight 1            those that are explained in a sentence
  alhambra modules --touches walls       those about walls
  alhambra modules --group expansion-3   those of the third expansion
  alhambra modules --sets                sets to begin with, and why
  alhambra modules 17                    what module 17 does, how sure we are of its data, its rulings
  alhambra modules new-score-cards       the same
  alhambra modules house-rules           HR-1 to HR-23 with their values";

/// Arguments of `alhambra modules`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// A module to explain, or "house-rules"
    #[arg(conflicts_with_all = ["weight", "touches", "group", "sets"])]
    name: Option<String>,
    /// Only modules that add at most this much to think about, from 1 to 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    weight: Option<u8>,
    /// Only modules that touch this part of the game
    #[arg(long, value_name = "PART", value_parser = touch)]
    touches: Option<Touch>,
    /// Only modules that were published together: expansion-1 to expansion-6, queenies, designers, fans
    #[arg(long, value_name = "GROUP", value_parser = group)]
    group: Option<Group>,
    /// Sets to begin with, and why these
    #[arg(long, conflicts_with_all = ["weight", "touches", "group"])]
    sets: bool,
    /// text for people, json for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

fn touch(name: &str) -> Result<Touch, String> {
    Touch::ALL.into_iter().find(|touch| touch.name() == name).ok_or_else(|| {
        format!("there is no part \"{name}\"; there are {}", Touch::ALL.map(Touch::name).join(", "))
    })
}

/// The groups of the box.
fn groups() -> &'static [Group] {
    EditionId::default().profile().groups
}

fn group(name: &str) -> Result<Group, String> {
    groups().iter().copied().find(|group| group.slug == name).ok_or_else(|| {
        let known: Vec<&str> = groups().iter().map(|group| group.slug).collect();
        format!("there is no group \"{name}\"; there are {}", known.join(", "))
    })
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if args.sets {
        return match args.format {
            Format::Text => out::print(sets),
            Format::Json => {
                let row = |set: &Recommended| SetRow {
                    set: *set,
                    title: set.title(ENGLISH),
                    reason: set.why(ENGLISH),
                };
                json(&EditionId::default().profile().sets.iter().map(row).collect::<Vec<_>>())
            }
        };
    }
    let Some(name) = &args.name else {
        let light = |info: &ModuleInfo| args.weight.is_none_or(|most| info.weight <= most);
        let touches = |info: &ModuleInfo| args.touches.is_none_or(|touch| info.touches.contains(&touch));
        let together = |module: ModuleId| {
            args.group.is_none_or(|group| Group::of(EditionId::default(), module) == Some(&group))
        };
        let wanted =
            |module: &&ModuleId| light(module.info()) && touches(module.info()) && together(**module);
        let rows: Vec<Row> = ModuleId::ALL.iter().filter(wanted).map(|module| Row::new(*module)).collect();
        return match args.format {
            Format::Text => out::print(|out| table(&rows, out)),
            Format::Json => json(&rows),
        };
    };
    match find::find(name)? {
        find::Found::HouseRules => {
            let mut rules = HOUSE_RULES.to_vec();
            rules.sort_by_key(|rule| rule.id.trim_start_matches("HR-").parse::<u32>().unwrap_or(u32::MAX));
            match args.format {
                Format::Text => out::print(|out| house_rules(&rules, out)),
                Format::Json => {
                    let about = |rule: &HouseRule| speech::house_rule(ENGLISH, rule.option);
                    json(
                        &rules
                            .iter()
                            .map(|rule| HouseRow { rule: *rule, about: about(rule) })
                            .collect::<Vec<_>>(),
                    )
                }
            }
        }
        find::Found::Module(module) => match args.format {
            Format::Text => out::print(|out| explain(module, out)),
            Format::Json => json(&Detail::new(module)),
        },
    }
}

fn json(answer: &impl Serialize) -> Result<(), Failure> {
    out::print(|out| {
        serde_json::to_writer_pretty(&mut *out, answer)?;
        writeln!(out)
    })
}

/// A recommended set for programs.
#[derive(Debug, Serialize)]
struct SetRow {
    #[serde(flatten)]
    set: Recommended,
    title: &'static str,
    reason: &'static str,
}

/// A house rule for programs.
#[derive(Debug, Serialize)]
struct HouseRow {
    #[serde(flatten)]
    rule: HouseRule,
    about: String,
}

/// A module of the box.
#[derive(Debug, Serialize)]
struct Row {
    number: u8,
    title: &'static str,
    slug: &'static str,
    stage: Stage,
    players: (usize, usize),
    weight: u8,
    touches: Vec<&'static str>,
    data: Vec<Data>,
    summary: &'static str,
    group: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Data {
    what: &'static str,
    provenance: Provenance,
}

#[derive(Debug, Serialize)]
struct OptionInfo {
    option: &'static str,
    about: String,
    values: &'static [&'static str],
}

#[derive(Debug, Serialize)]
struct Detail {
    #[serde(flatten)]
    row: Row,
    help: &'static str,
    rulings: &'static str,
    options: Vec<OptionInfo>,
}

impl Row {
    fn new(module: ModuleId) -> Row {
        let info = module.info();
        let data = info.data.iter().map(|&(what, provenance)| Data { what, provenance });
        Row {
            number: module.number(),
            title: module.title(),
            slug: info.slug,
            stage: info.stage,
            players: (*info.players.start(), *info.players.end()),
            weight: info.weight,
            touches: info.touches.iter().map(|touch| touch.name()).collect(),
            data: data.collect(),
            summary: speech::summary(ENGLISH, module),
            group: Group::of(EditionId::default(), module).map(|group| group.slug),
        }
    }

    fn players(&self) -> String {
        format!("{}–{}", self.players.0, self.players.1)
    }

    fn touches(&self) -> String {
        self.touches.join(", ").replace('_', " ")
    }

    /// The least sure of its data.
    fn least_sure(&self) -> Provenance {
        self.data.iter().map(|data| data.provenance).max().unwrap_or(Provenance::Found)
    }
}

impl Detail {
    fn new(module: ModuleId) -> Detail {
        let info = module.info();
        Detail {
            row: Row::new(module),
            help: module.look().help(ENGLISH).1,
            rulings: info.rulings,
            options: info
                .options
                .iter()
                .map(|&(option, values)| OptionInfo {
                    option,
                    about: speech::option_of(ENGLISH, module, option),
                    values,
                })
                .collect(),
        }
    }
}

fn table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let width = rows.iter().map(|row| row.title.chars().count()).max().unwrap_or_default();
    writeln!(out, "{:>2}  {:width$}  {:6}  {:13}  touches", "", "module", "weight", "data")?;
    for row in rows {
        let weight = "●".repeat(usize::from(row.weight));
        let sure = sureness(row.least_sure());
        writeln!(out, "{:>2}  {:width$}  {weight:6}  {sure:13}  {}", row.number, row.title, row.touches())?;
    }
    writeln!(out)?;
    let all = ModuleId::ALL.len();
    match rows.len() {
        n if n == all => writeln!(out, "All {all} can be played, in any combination.")?,
        n => writeln!(out, "{n} of {all}.")?,
    }
    writeln!(out)?;
    writeln!(out, "  weight         ● is explained in a sentence, ●●●●● is a game of its own")?;
    writeln!(out, "  data           how sure the least sure part of it is:")?;
    for provenance in [Provenance::Found, Provenance::Inferred, Provenance::Reconstructed] {
        writeln!(out, "  {:13}  {}", sureness(provenance), meaning(provenance))?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "\"alhambra modules 17\" explains module 17, \"alhambra modules house-rules\" the house rules."
    )
}

fn explain(module: ModuleId, out: &mut dyn Write) -> io::Result<()> {
    let (row, info) = (Row::new(module), module.info());
    writeln!(out, "Module {}: {}", row.number, row.title)?;
    markdown::paragraph(row.summary, "", out)?;
    writeln!(out)?;
    let (name, meaning_of_stage) = stage(info.stage);
    writeln!(out, "name     {}", info.slug)?;
    writeln!(out, "players  {}", row.players())?;
    writeln!(out, "weight   {} of 5", info.weight)?;
    writeln!(out, "touches  {}", row.touches())?;
    if let Some(group) = Group::of(EditionId::default(), module) {
        writeln!(out, "from     {} (--group {})", group.title(ENGLISH), group.slug)?;
    }
    writeln!(out, "stage    {name}: {meaning_of_stage}")?;
    for &(what, provenance) in info.data {
        markdown::paragraph(
            &format!("data     {what}: {}, {}", sureness(provenance), meaning(provenance)),
            "         ",
            out,
        )?;
    }
    for (option, values) in info.options {
        writeln!(out, "option   {option}: {}", speech::option_of(ENGLISH, module, option))?;
        writeln!(out, "         {}", choices(values))?;
    }
    if info.options.is_empty() {
        writeln!(out, "options  none")?;
    }
    for text in [module.look().help(ENGLISH).1, info.rulings] {
        writeln!(out)?;
        markdown::write(text, row.title, out)?;
    }
    Ok(())
}

fn sets(out: &mut dyn Write) -> io::Result<()> {
    let edition = EditionId::default().profile();
    for set in edition.sets {
        let titles: Vec<&str> = set.modules().map(|module| module.title()).collect();
        writeln!(out, "{}", set.title(ENGLISH))?;
        markdown::paragraph(&format!("  {}", titles.join(", ")), "  ", out)?;
        markdown::paragraph(&format!("  {}", set.why(ENGLISH)), "  ", out)?;
        markdown::paragraph(&format!("  {}.", set.played.told(ENGLISH)), "  ", out)?;
        let slugs: Vec<&str> = set.modules().map(|module| module.info().slug).collect();
        writeln!(out, "  --modules {}", slugs.join(","))?;
        writeln!(out)?;
    }
    let without = format!(
        "The figures are means of a thousand games of three medium bots. Without modules: {}.",
        edition.without.told(ENGLISH)
    );
    markdown::paragraph(&without, "", out)
}

fn house_rules(rules: &[HouseRule], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "House rules: where rulebooks differ, the table decides. The first value is the default.")?;
    writeln!(out)?;
    for rule in rules {
        writeln!(out, "{:5}  {:16} {}", rule.id, rule.option, speech::house_rule(ENGLISH, rule.option))?;
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
