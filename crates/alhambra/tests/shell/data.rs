//! `alhambra data` and `--data`, as they are run.

use crate::common::alhambra;
use std::path::PathBuf;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("alhambra-data-{name}-{}", std::process::id()));
        let _: std::io::Result<()> = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _: std::io::Result<()> = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_is_exported_can_be_corrected_and_played_and_replayed() {
    let folder = Folder::new("round");
    let (file, records) = (folder.file("box.txt"), folder.file("games"));
    assert_eq!(alhambra(&["data", "export", &file], "").code, Some(0));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, alhambra(&["data", "export"], "").out);
    let again = alhambra(&["data", "export", &file], "");
    assert!(again.code == Some(1) && again.err.contains("cannot be written"), "{}", again.err);
    assert!(alhambra(&["data", "check", &file], "").out.contains("Nothing is corrected."));
    std::fs::write(&file, text.replace("camp-s-3.price = 3", "camp-s-3.price = 4")).unwrap();
    let checked = alhambra(&["data", "check", &file], "");
    assert!(checked.out.contains("Camps: camp-s-3.price = 4\n1 value is corrected."), "{}", checked.out);
    let play = |more: &[&str]| {
        let words = ["simulate", "--games", "3", "--modules", "camps", "--data", &file];
        alhambra(&words.iter().chain(more).copied().collect::<Vec<_>>(), "")
    };
    let played = play(&["--record", &records]);
    assert_eq!(played.code, Some(0), "{}", played.err);
    let record = format!("{records}/game-000001.jsonl");
    assert!(std::fs::read_to_string(&record).unwrap().contains("\"camp-s-3.price\":\"4\""));
    // The record brings its box along: nobody hands it the file again.
    assert_eq!(alhambra(&["replay", &record, "--verify-luck"], "").code, Some(0));
}

#[test]
fn a_file_that_makes_no_sense_is_refused_with_its_line() {
    let folder = Folder::new("refused");
    let file = folder.file("box.txt");
    std::fs::write(&file, "alhambra-data 1\ncamp-s-3.price = cheap\n").unwrap();
    for words in [vec!["data", "check", &file], vec!["simulate", "--games", "1", "--data", &file]] {
        let ran = alhambra(&words, "");
        assert_eq!(ran.code, Some(1), "{words:?}");
        assert!(
            ran.err.contains("line 2: camp-s-3.price: \"cheap\" is not a number from 1 to 15"),
            "{}",
            ran.err
        );
    }
    let missing = alhambra(&["simulate", "--games", "1", "--data", &folder.file("none.txt")], "");
    assert!(missing.code == Some(1) && missing.err.contains("cannot be read"), "{}", missing.err);
}
