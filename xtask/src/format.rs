//! `cargo xtask fmt`: every Rust file of the project, also those that `cargo fmt` does not find, and the web client.

use crate::shell::{Error, Result, Shell, Task, say};
use crate::web;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail where something would be changed
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(shell: &Shell, args: &Args) -> Result<()> {
    all(shell, args.check)
}

/// Fails where something is not formatted.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    all(shell, true)
}

fn all(shell: &Shell, check: bool) -> Result<()> {
    for task in tasks(shell, check)? {
        say(task.shown());
        task.run()?;
    }
    web::format(shell, check)
}

/// The workspace, the fuzz targets, and the modules of the game: a macro declares those, and rustfmt does not look
/// behind macros.
fn tasks(shell: &Shell, check: bool) -> Result<Vec<Task>> {
    let check: &[&str] = if check { &["--check"] } else { &[] };
    let mut tasks = vec![shell.cargo(&[&["fmt", "--all"], check].concat())];
    if shell.root().join("fuzz/Cargo.toml").exists() {
        tasks.push(shell.cargo(&[&["fmt", "--manifest-path", "fuzz/Cargo.toml"], check].concat()));
    }
    let modules = modules(shell)?;
    if !modules.is_empty() {
        let files: Vec<&str> = modules.iter().map(String::as_str).collect();
        tasks.push(shell.program("rustfmt", &[&["--edition", "2024"], check, &files].concat()));
    }
    Ok(tasks)
}

/// The main file of every module; rustfmt finds the others from there.
fn modules(shell: &Shell) -> Result<Vec<String>> {
    let folder = "crates/alhambra-rules/src/modules";
    let Ok(entries) = std::fs::read_dir(shell.root().join(folder)) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Error::new(format!("cannot read {folder}: {error}")))?;
        if entry.path().join("mod.rs").exists() {
            files.push(format!("{folder}/{}/mod.rs", entry.file_name().to_string_lossy()));
        }
    }
    files.sort();
    Ok(files)
}
