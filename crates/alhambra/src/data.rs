//! `alhambra data`: what is printed in the box and may be wrong here, as a file its owner can correct.

use crate::failure::Failure;
use crate::out;
use alhambra_rules::Setup;
use alhambra_rules::data::{self, Data};
use std::path::{Path, PathBuf};

const HELP: &str = "\
No source of ours shows every component of the box. What was made up to fit the rest is marked \"reconstructed\" in
\"alhambra modules\"; this file has all of it, a value on each line. Whoever has the box changes what is wrong.

Examples:
  alhambra data export box.txt
      everything that can be corrected, as the program takes it
  alhambra data check box.txt
      what the file corrects, or what is wrong with it and where
  alhambra play --modules camps --data box.txt
      a game with what is really printed; its record brings the corrections along";

/// Arguments of `alhambra data`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Write everything that can be corrected
    Export {
        /// Where to; standard output if left out. A file that exists is not replaced
        file: Option<PathBuf>,
    },
    /// Read a file and say what it corrects
    Check {
        /// The file
        file: PathBuf,
    },
}

/// Runs the command.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.what {
        What::Export { file: None } => out::print(|out| out.write_all(data::export().as_bytes())),
        What::Export { file: Some(file) } => {
            let cannot = |why: std::io::Error| {
                Failure::new(format!("{} cannot be written: {why}", file.display()))
                    .hint("a file that does not exist yet, in a folder that does")
            };
            let mut made = std::fs::File::create_new(file).map_err(cannot)?;
            std::io::Write::write_all(&mut made, data::export().as_bytes()).map_err(cannot)
        }
        What::Check { file } => {
            let data = read(file)?;
            out::print(|out| {
                for (module, name, value) in data.iter() {
                    writeln!(out, "{}: {name} = {value}", module.title())?;
                }
                match data.len() {
                    0 => writeln!(out, "Nothing is corrected."),
                    1 => writeln!(out, "1 value is corrected."),
                    n => writeln!(out, "{n} values are corrected."),
                }
            })
        }
    }
}

/// What a file corrects.
///
/// # Errors
/// That it cannot be read, or what is wrong in it.
pub(crate) fn read(file: &Path) -> Result<Data, Failure> {
    let bytes = std::fs::read(file)
        .map_err(|why| Failure::new(format!("--data: {} cannot be read: {why}", file.display())))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::new(format!("--data: {} is not text", file.display())))?;
    Data::read(&text).map_err(|why| {
        Failure::new(format!("--data: {}: {why}", file.display())).hint("alhambra data export")
    })
}

/// The set-up, played with the box a file describes.
///
/// # Errors
/// As [`read`].
pub(crate) fn with(setup: Setup, file: Option<&PathBuf>) -> Result<Setup, Failure> {
    match file {
        Some(file) => Ok(read(file)?.with(setup)),
        None => Ok(setup),
    }
}
