//! `alhambra merge`: the parts of a run, put together.

use super::{json, told, write_poster, write_report};
use crate::failure::Failure;
use crate::out;
use alhambra_sim::lab::{
    Existing, Format, Kind, MergeError, SheetError, Summary, Writer, check_free, check_merge, merge,
};
use std::path::PathBuf;

const HELP: &str = "\
The files must be all shards of one run, each once; then the merged file is the same, row by row, as if everything
had been played in one go. CSV and Parquet can be mixed; the ending of --out decides what is written.

Examples:
  alhambra merge part1.csv part2.csv part3.csv part4.csv --out all.parquet --report report.html
  alhambra merge all.parquet --out all.csv
      from one format to the other";

/// Arguments of `alhambra merge`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The results of all shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the rows of all go, .csv or .parquet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write a report with plots, one HTML page that needs nothing else
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Draw what every set of modules does as one picture, .svg
    #[arg(long, value_name = "FILE")]
    poster: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = out::Format::Text)]
    format: out::Format,
}

/// Runs the command.
///
/// # Errors
/// What is missing, there twice, or in the way; nothing is written then.
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let failed = |why: MergeError| Failure::new(why.to_string());
    let written = |why: SheetError| Failure::new(why.to_string());
    let existing = if args.force { Existing::Replace } else { Existing::Refuse };
    let format = Format::of(&args.out).map_err(written)?;
    for path in std::iter::once(&args.out).chain(&args.report).chain(&args.poster) {
        if args.files.contains(path) {
            return Err(Failure::new(format!("{}: it is one of the files to merge", path.display()))
                .hint("another name"));
        }
        let refused = |why: alhambra_sim::lab::OutputError| {
            Failure::new(why.to_string().replace(", or --resume to go on with it", ""))
        };
        check_free(path, existing).map_err(refused)?;
    }
    let head = check_merge(&args.files).map_err(failed)?;
    if args.poster.is_some() && head.kind != Kind::Sets {
        return Err(Failure::new(
            "a poster shows what given sets of modules do, and these are no such games",
        )
        .hint("--report"));
    }
    // Under another name until it is whole.
    let unfinished = args.out.with_extension(match format {
        Format::Csv => "merging.csv",
        Format::Parquet => "merging.parquet",
    });
    let mut writer = Writer::create(&unfinished).map_err(written)?;
    let mut summary = Summary::new(head);
    merge(&args.files, |head, game| {
        summary.add(&game);
        writer.add(head, &game).map_err(MergeError::from)
    })
    .map_err(failed)?;
    writer.finish().map_err(written)?;
    std::fs::rename(&unfinished, &args.out)
        .map_err(|why| Failure::new(format!("{}: {why}", args.out.display())))?;
    let findings = summary.findings();
    let title = format!(
        "{} of {}",
        if findings.ratings.is_empty() { "Study" } else { "Tournament" },
        findings.bots.join(", ")
    );
    if let Some(path) = &args.report {
        write_report(path, &findings, &title, false, None)?;
    }
    if let Some(path) = &args.poster {
        write_poster(path, &findings, &title)?;
    }
    let text = match args.format {
        out::Format::Json => json(&findings, true, None)?,
        out::Format::Text => told::text(&findings, &title, None),
    };
    out::print(|out| out.write_all(text.as_bytes()))
}
