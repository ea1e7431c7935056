//! `cargo xtask bless`: the only way golden playthroughs, the table of modules together, the web client's types, the list
//! of everything that is said, the stored game and the versions in the guide change. What a release froze never does: the
//! folder of a version in `fixtures/frozen` is written once.

use crate::shell::{Result, Shell, say};

pub(crate) fn run(shell: &Shell) -> Result<()> {
    for test in ["goldens", "together"] {
        let blessed = ["test", "-p", "alhambra-rules", "--features", "testkit", "--test", test];
        let task = shell.cargo(&blessed).env("ALHAMBRA_BLESS", "1");
        say(task.shown());
        task.run()?;
    }
    let types = ["test", "-p", "alhambra-protocol", "--test", "typescript", "--test", "frozen"];
    let task = shell.cargo(&types).env("ALHAMBRA_BLESS", "1");
    say(task.shown());
    task.run()?;
    let spoken = ["test", "-p", "alhambra-server", "--test", "spoken"];
    let task = shell.cargo(&spoken).env("ALHAMBRA_BLESS", "1");
    say(task.shown());
    task.run()?;
    for test in ["stored_game_is_read", "store_of_every_release"] {
        let stored = ["test", "-p", "alhambra-server", "--features", "client", "--lib", test];
        let task = shell.cargo(&stored).env("ALHAMBRA_BLESS", "1");
        say(task.shown());
        task.run()?;
    }
    say(
        "what changed in fixtures/, docs/ and web/src/protocol/ (review it like code; changed behaviour needs a \
         new VERSION):",
    );
    shell
        .program("git", &["--no-pager", "diff", "--stat", "--", "fixtures", "docs", "web/src/protocol"])
        .run()?;
    let new =
        shell.program("git", &["ls-files", "--others", "--exclude-standard", "--", "fixtures"]).output()?;
    for file in new.lines() {
        println!(" {file} (new)");
    }
    Ok(())
}
