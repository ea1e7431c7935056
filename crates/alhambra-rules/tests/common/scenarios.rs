//! Reading and playing scenario files, for the tests that do.

use alhambra_rules::scenario::check;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The scenario files of a folder, by name.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    let stray = files.iter().find(|path| path.extension().is_none_or(|e| e != "scn"));
    assert!(stray.is_none(), "{stray:?} would not be played: scenarios are named *.scn");
    files.sort();
    files
}

pub(crate) fn play(files: &[PathBuf]) {
    assert!(!files.is_empty(), "there are no scenarios");
    let mut wrong = Vec::new();
    for path in files {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let text = fs::read_to_string(path).unwrap();
        // A file stops at its first error; the other scenarios of it are played one by one to report them too.
        for (line, text) in parts(&text) {
            if let Err(mut error) = check(&text) {
                error.line += line;
                wrong.push(error.in_file(&name).to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "{} scenarios do not hold:\n{}", wrong.len(), wrong.join("\n"));
}

/// The scenarios of a text, with the number of lines before each.
pub(crate) fn parts(text: &str) -> Vec<(usize, String)> {
    let mut parts: Vec<(usize, String)> = vec![(0, String::new())];
    for (i, line) in text.lines().enumerate() {
        if line.starts_with("scenario ") {
            parts.push((i, String::new()));
        }
        let (_, part) = parts.last_mut().unwrap();
        part.push_str(line);
        part.push('\n');
    }
    let says = |text: &str| text.lines().any(|l| !l.trim().is_empty() && !l.starts_with('#'));
    parts.retain(|(_, text)| says(text));
    parts
}
