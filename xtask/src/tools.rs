//! Installing what is missing, and saying so.

use crate::shell::{Error, Result, Shell, say};
use std::path::PathBuf;

/// Makes sure that `cargo <name>` works; `false` if it cannot be had here.
pub(crate) fn cargo_tool(shell: &Shell, name: &str) -> bool {
    if shell.cargo(&[name, "--version"]).works() {
        return true;
    }
    let package = format!("cargo-{name}");
    let task = shell.cargo(&["install", &package, "--locked"]);
    say(&format!("cargo {name} is missing: {}", task.shown()));
    task.run().is_ok() && shell.cargo(&[name, "--version"]).works()
}

/// Makes sure that a program is there that cargo can install.
///
/// # Errors
/// If it is missing and cannot be installed.
pub(crate) fn program(shell: &Shell, name: &str, package: &str) -> Result<()> {
    if shell.program(name, &["--version"]).works() {
        return Ok(());
    }
    let task = shell.cargo(&["install", package, "--locked"]);
    say(&format!("{name} is missing: {}", task.shown()));
    task.run()
}

/// Makes sure that a component of the toolchain is there.
///
/// # Errors
/// If it is missing and rustup cannot add it.
pub(crate) fn component(shell: &Shell, command: &str, name: &str) -> Result<()> {
    if shell.cargo(&[command, "--version"]).works() {
        return Ok(());
    }
    let task = shell.program("rustup", &["component", "add", name]);
    say(&format!("cargo {command} is missing: {}", task.shown()));
    task.run()
}

/// Makes sure that the standard library of a target is there; `false` if it cannot be had here.
pub(crate) fn target(shell: &Shell, name: &str) -> bool {
    let installed = shell.program("rustup", &["target", "list", "--installed"]).answer().unwrap_or_default();
    if installed.lines().any(|line| line.trim() == name) {
        return true;
    }
    let task = shell.program("rustup", &["target", "add", name]);
    say(&format!("the target {name} is missing: {}", task.shown()));
    task.run().is_ok()
}

/// Makes sure that a C compiler for musl is there, for SQLite in a static binary; `false` if it cannot be had here.
pub(crate) fn musl(shell: &Shell) -> bool {
    if shell.program("musl-gcc", &["--version"]).works() {
        return true;
    }
    let task = shell.program("apt-get", &["install", "--yes", "--no-install-recommends", "musl-tools"]);
    say(&format!("no musl-gcc: {}", task.shown()));
    task.run().is_ok() && shell.program("musl-gcc", &["--version"]).works()
}

/// Makes sure that a program is there that builds container images, and says which; none if it cannot be had here.
pub(crate) fn image_builder(shell: &Shell) -> Option<&'static str> {
    let there = || ["buildah", "podman"].into_iter().find(|tool| shell.program(tool, &["--version"]).works());
    there().or_else(|| {
        let task = shell.program("apt-get", &["install", "--yes", "--no-install-recommends", "buildah"]);
        say(&format!("no builder of container images: {}", task.shown()));
        task.run().ok()?;
        there()
    })
}

/// Makes sure that a C++ compiler is there (libFuzzer is C++); `false` if it cannot be had here.
pub(crate) fn cpp_compiler(shell: &Shell) -> bool {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    if shell.program(&compiler, &["--version"]).works() {
        return true;
    }
    let task = shell.program("apt-get", &["install", "--yes", "--no-install-recommends", "g++"]);
    say(&format!("no C++ compiler: {}", task.shown()));
    task.run().is_ok() && shell.program(&compiler, &["--version"]).works()
}

/// Makes sure that a Chromium is there, for tests in a real browser, and says where.
///
/// # Errors
/// If there is none and it cannot be installed.
pub(crate) fn chromium(shell: &Shell) -> Result<PathBuf> {
    let found = || {
        ["/usr/bin/chromium", "/usr/bin/chromium-browser"].into_iter().map(PathBuf::from).find(|p| p.exists())
    };
    if let Some(path) = found() {
        return Ok(path);
    }
    let words = ["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
    let task = shell.program("apt-get", &words);
    say(&format!("no Chromium: {}", task.shown()));
    task.run()?;
    found().ok_or_else(|| Error::new("no Chromium: run `apt-get install --yes chromium fonts-dejavu-core`"))
}

/// Makes sure that PostgreSQL's programs are there, for tests of several servers on one database; `false` if they cannot
/// be had here. Nothing is started or configured: the tests make databases of their own in temporary folders.
pub(crate) fn postgres(shell: &Shell) -> bool {
    let there = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        versions.map(|v| v.path().join("bin/initdb")).any(|initdb| initdb.exists())
            || shell.program("initdb", &["--version"]).works()
    };
    if there() {
        return true;
    }
    let task = shell.program("apt-get", &["install", "--yes", "--no-install-recommends", "postgresql"]);
    say(&format!("no PostgreSQL: {}", task.shown()));
    task.run().is_ok() && there()
}
