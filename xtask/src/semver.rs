//! `cargo xtask semver`: whether the rules crate still keeps what its last release promised to programs that use it.

use crate::shell::{Error, Result, Shell, say};
use crate::tools;

/// Compares with the last release; before the first there is nothing to keep.
///
/// # Errors
/// If a promise is broken, or cargo-semver-checks cannot be installed.
pub(crate) fn run(shell: &Shell) -> Result<()> {
    // A tag on the present commit is the release being made.
    let words = ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD^"];
    let Some(tag) = shell.program("git", &words).answer() else {
        say("nothing has been released yet: there is nothing to keep");
        return Ok(());
    };
    if !tools::cargo_tool(shell, "semver-checks") {
        return Err(Error::new("cargo-semver-checks cannot be installed here"));
    }
    let words = ["semver-checks", "--package", "alhambra-rules", "--baseline-rev", tag.trim()];
    let task = shell.cargo(&words);
    say(task.shown());
    task.run()
}
