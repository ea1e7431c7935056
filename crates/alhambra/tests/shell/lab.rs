//! `alhambra tournament`, `study` and `merge` as somebody at a shell meets them.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("alhambra-lab-cli-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_alhambra"));
        command.current_dir(&self.0).args(words.split_whitespace());
        command
    }

    fn run(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    fn printed(&self, words: &str) -> String {
        let output = self.run(words);
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && complaints.is_empty(), "{words}: {complaints}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The command must fail with this exit code, say all of these words, and leave nothing behind.
    fn refused(&self, words: &str, code: i32, says: &[&str]) {
        let before = self.files();
        let output = self.run(words);
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{words}: {complaints}");
        assert!(output.stdout.is_empty(), "{words} printed a result");
        for said in says {
            assert!(complaints.contains(said), "{words} should say {said:?}, but says\n{complaints}");
        }
        assert!(!complaints.contains("panicked"), "{complaints}");
        assert_eq!(self.files(), before, "{words} left something behind");
    }

    fn files(&self) -> Vec<(PathBuf, u64)> {
        let mut files: Vec<_> = std::fs::read_dir(&self.0)
            .unwrap()
            .map(|file| file.unwrap())
            .map(|file| (file.path(), file.metadata().unwrap().len()))
            .collect();
        files.sort();
        files
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_tournament_rates_its_bots() {
    let folder = Folder::new("tournament");
    let text = folder.printed("tournament --bots random,medium --deals 20 --players 2");
    for words in [
        "Tournament of random, medium",
        "40 games",
        "Elo",
        "over the next",
        "wins %",
        "2 players, the base game",
    ] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colour in a pipe");
    let json = folder.printed("tournament --bots random,medium --deals 20 --players 2 --format json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["schema"], &json["complete"]), (&"alhambra-lab/1".into(), &true.into()));
    assert_eq!(json["ratings"][0]["bot"], "medium");
    assert!(json["ratings"][0]["over"][0][1]["low"].as_f64().unwrap() > 0.0);
}

#[test]
fn the_test_says_whether_a_bot_is_stronger() {
    let folder = Folder::new("sprt");
    let json = folder.printed("tournament --bots medium --against random --sprt 0,200 --format json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["sprt"]["verdict"], "higher");
    assert!(json["games"].as_u64() < Some(1000) && json["sprt"]["deals"].as_u64() >= Some(20));
    let text = folder.printed("tournament --bots random --against medium --sprt -100,0");
    assert!(text.contains("Stronger? no"), "{text}");
}

#[test]
fn shards_merge_to_the_whole() {
    let folder = Folder::new("merge");
    let words = "tournament --bots random,easy --deals 6";
    folder.printed(&format!("{words} --out whole.csv --report whole.html"));
    folder.printed(&format!("{words} --shard 1/2 --out a.csv --threads 1"));
    folder.printed(&format!("{words} --shard 2/2 --out b.parquet"));
    folder.refused("merge a.csv --out all.csv", 1, &["18 of 36 games are missing", "games 7 to 12"]);
    folder.refused(
        "merge a.csv a.csv b.parquet --out all.csv",
        1,
        &["game 1 is in a.csv and again in a.csv"],
    );
    folder.refused("merge a.csv b.parquet --out whole.csv", 1, &["whole.csv", "exists", "--force"]);
    folder.refused("merge a.csv b.parquet --out a.csv --force", 1, &["one of the files to merge"]);
    folder.refused("merge a.csv c.csv --out all.csv", 1, &["c.csv"]);
    folder.refused("merge a.csv b.parquet --out all.csv --poster all.svg", 1, &["no such games"]);
    folder.refused("merge a.csv b.parquet --out all.txt", 1, &["all.txt", ".csv or .parquet"]);
    let text = folder.printed("merge b.parquet a.csv --out all.csv --report all.html");
    assert!(text.contains("36 games"), "{text}");
    assert_eq!(folder.text("all.csv"), folder.text("whole.csv"));
    folder.printed("merge all.csv --out all.parquet");
    folder.printed("merge all.parquet --out back.csv");
    assert_eq!(folder.text("back.csv"), folder.text("whole.csv"));
    assert!(
        folder.text("all.html").contains("<svg") && folder.text("whole.html").contains("--out whole.csv")
    );
}

#[test]
fn a_study_says_what_modules_change() {
    let folder = Folder::new("study");
    let text = folder.printed("study --sets thieves,thieves+diamonds --bots easy --deals 10 --out games.csv");
    for words in
        ["base game", "diamonds + thieves", "Against the base game", "wins of who begins", "30 games"]
    {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let rows = folder.text("games.csv");
    assert_eq!(rows.lines().count(), 1 + 10 * 3 * 3);
    assert!(
        rows.lines().next().unwrap().starts_with("version,kind,plan,games,tables,game,deal,table,setup,")
    );
    let random =
        folder.printed("study --random 2 --bots random --deals 60 --report modules.html --format json");
    let random: Value = serde_json::from_str(&random).unwrap();
    assert!(random["effects"].as_array().unwrap().iter().any(|effect| effect["turns"]["value"].is_number()));
    assert!(folder.text("modules.html").contains("What modules change"));
    let each = "study --each --modules thieves,diamonds --bots random --deals 4";
    folder.printed(&format!("{each} --poster box.svg"));
    let poster = folder.text("box.svg");
    assert!(poster.starts_with("<svg xmlns") && poster.contains(">Thieves</text>") && poster.contains(each));
    folder.refused(&format!("{each} --poster box.svg"), 1, &["box.svg", "exists"]);
    folder.refused(
        &format!("{each} --poster same.svg --report same.svg"),
        1,
        &["one would replace the other"],
    );
    folder.refused("study --random 2 --poster more.svg", 2, &["--poster", "--random"]);
    folder.printed(&format!("{each} --shard 1/2 --out 1.csv"));
    folder.printed(&format!("{each} --shard 2/2 --out 2.csv"));
    folder.printed("merge 1.csv 2.csv --out both.csv --poster both.svg");
    assert_eq!(folder.text("both.svg").matches("<circle").count(), poster.matches("<circle").count());
}

/// Starts a long run and tells it to stop once it has written something.
#[cfg(unix)]
fn interrupted(folder: &Folder, words: &str, partial: &Path) -> Output {
    let mut command = folder.command(words);
    let child =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    while std::fs::metadata(partial).map_or(0, |file| file.len()) < 20_000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    child.wait_with_output().unwrap()
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_is_done_and_the_run_goes_on() {
    let folder = Folder::new("interrupted");
    let words = "tournament --bots random,easy --deals 600 --out games.csv";
    let output = interrupted(&folder, words, &folder.0.join("games.partial.csv"));
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{complaints}");
    for said in ["interrupted: ", "of 3600 games", "games.partial.csv", "--resume"] {
        assert!(complaints.contains(said), "{said} is missing in {complaints}");
    }
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("games of 3600 planned"), "{text}");
    assert!(!folder.0.join("games.csv").exists());
    folder.refused(words, 1, &["games.partial.csv", "exists", "--resume"]);
    folder.refused(
        "tournament --bots random,easy --deals 601 --out games.csv --resume",
        1,
        &["another plan"],
    );
    folder.printed(&format!("{words} --resume"));
    folder.printed("tournament --bots random,easy --deals 600 --out straight.csv");
    assert_eq!(folder.text("games.csv"), folder.text("straight.csv"));
    assert!(!folder.0.join("games.partial.csv").exists());
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_simulation_with_what_was_played() {
    let folder = Folder::new("simulation");
    let mut command = folder.command("simulate --games 1000000000 --format json");
    let child =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["complete"], false);
    assert!(json["games"].as_u64() > Some(0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted: "));
}

#[test]
fn bad_input_is_refused_before_anything_is_played() {
    let folder = Folder::new("bad");
    std::fs::write(folder.0.join("mine.csv"), "mine").unwrap();
    std::fs::write(folder.0.join("mine.html"), "mine").unwrap();
    // So many deals that playing even a part of them would be noticed.
    let long = "--deals 100000000";
    folder.refused(
        &format!("tournament --bots clever,random {long}"),
        2,
        &["--bots", "there is no bot \"clever\""],
    );
    folder.refused(&format!("tournament --bots random,,easy {long}"), 2, &["--bots"]);
    folder.refused("tournament", 2, &["--bots"]);
    folder.refused(&format!("tournament --bots random {long}"), 1, &["at least 2 different bots", "try:"]);
    folder.refused(&format!("tournament --bots random,random {long}"), 1, &["random is named twice"]);
    folder.refused(&format!("tournament --bots random --against random {long}"), 1, &["only against itself"]);
    folder.refused(
        &format!("tournament --bots easy --against random,random,random {long}"),
        1,
        &["against:"],
    );
    folder.refused(
        &format!("tournament --bots easy,random --mixed {long}"),
        1,
        &["at least 3 different bots"],
    );
    folder.refused(&format!("tournament --bots random@5,easy {long}"), 2, &["takes no budget"]);
    folder.refused(&format!("tournament --bots hard@0ms,easy {long}"), 2, &["is no budget", "hard@200ms"]);
    folder.refused("tournament --bots random,easy --deals 0", 2, &["--deals"]);
    folder.refused("tournament --bots random,easy --deals 999999999999999999", 1, &["deals:"]);
    folder.refused(
        &format!("tournament --bots random,easy {long} --shard 3/2"),
        2,
        &["--shard", "1/4 to 4/4"],
    );
    folder.refused(
        &format!("tournament --bots random,easy {long} --out mine.csv"),
        1,
        &["mine.csv", "--force"],
    );
    folder.refused(
        &format!("tournament --bots random,easy {long} --out mine.csv --resume"),
        1,
        &["no table of results"],
    );
    folder.refused(
        &format!("tournament --bots random,easy {long} --report mine.html"),
        1,
        &["mine.html", "--force"],
    );
    folder.refused(
        &format!("tournament --bots random,easy {long} --out a.xls"),
        1,
        &["a.xls", ".csv or .parquet"],
    );
    folder.refused(&format!("tournament --bots random,easy {long} --out no/a.csv"), 1, &["no folder no"]);
    folder.refused(&format!("tournament --bots random,easy {long} --resume"), 2, &["--out"]);
    folder.refused(&format!("tournament --bots random,easy {long} --setup nonsense"), 2, &["--setup"]);
    folder.refused("tournament --bots medium --against easy --sprt 50,0", 2, &["--sprt", "above the first"]);
    folder.refused("tournament --bots medium --against easy --sprt 0,50 --alpha 0.9", 1, &["alpha"]);
    folder.refused("tournament --bots medium --against easy --sprt 0,50 --shard 1/2", 1, &["sprt:", "try:"]);
    folder.refused(&format!("study {long}"), 2, &["--sets"]);
    folder.refused(&format!("study --random 0 {long}"), 1, &["size:"]);
    folder.refused(&format!("study --random 99 {long}"), 1, &["size:"]);
    folder.refused(&format!("study --sets thieves+nonsense {long}"), 2, &["nonsense"]);
    folder.refused(&format!("study --each --bots easy,easy {long}"), 1, &["2 bots do not fit 3 players"]);
    folder.refused("merge --out a.csv", 2, &["FILE"]);
    folder.refused("merge mine.csv --out a.csv", 1, &["mine.csv", "no table of results"]);
}
