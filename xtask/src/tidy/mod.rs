//! `cargo xtask tidy`: the agreements of ARCHITECTURE.md that the compiler cannot hold us to.
//!
//! Each file below is one group of checks over a [`Tree`], the files of the checkout in memory, so every check has
//! tests in which it fails.

mod editions;
mod english;
mod functions;
mod glossary;
mod hosted;
mod manifests;
mod modules;
mod names;
mod purity;
mod releases;
mod rulings;
pub(crate) mod text;
mod tracked;

use crate::shell::{Error, Result, Shell, say};
use std::fmt;
use std::path::Path;

/// Longer files are mentioned, not refused.
const LONG_FILE: usize = 700;

/// The formatter of the client breaks lines long before this, but no string: nobody reads one to its end.
const LONG_LINE: usize = 180;

pub(crate) fn run(shell: &Shell) -> Result<()> {
    let tree = Tree::read(shell)?;
    let report = inspect(&tree);
    for finding in report.warnings.iter().map(|f| format!("warning: {f}")) {
        eprintln!("{finding}");
    }
    for finding in report.errors.iter().map(|f| format!("error: {f}")) {
        eprintln!("{finding}");
    }
    match report.errors.len() {
        0 => {
            say(&format!("tidy: {} files are in order", tree.files.len()));
            Ok(())
        }
        1 => Err(Error::new("tidy: 1 finding")),
        n => Err(Error::new(format!("tidy: {n} findings"))),
    }
}

fn inspect(tree: &Tree) -> Report {
    let mut report = Report::default();
    purity::check(tree, &mut report);
    english::check(tree, &mut report);
    glossary::check(tree, &mut report);
    modules::check(tree, &mut report);
    names::check(tree, &mut report);
    editions::check(tree, &mut report);
    rulings::check(tree, &mut report);
    manifests::check(tree, &mut report);
    releases::check(tree, &mut report);
    tracked::check(tree, &mut report);
    hosted::check(tree, &mut report);
    functions::check(tree, &mut report);
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs")) {
        let lines = file.text.lines().count();
        if lines > LONG_FILE {
            report.warn(
                &file.path,
                1,
                format!("{lines} lines: a file tells one story; consider splitting it"),
            );
        }
    }
    for file in tree.under("web/").filter(|file| is_client(&file.path)) {
        for (i, line) in file.text.lines().enumerate() {
            let length = line.chars().count();
            if length >= LONG_LINE {
                report.error(&file.path, i + 1, format!("{length} characters: break the string in two"));
            }
        }
    }
    report
}

/// Whether people write this file of the client; the types of the protocol are written by a program.
fn is_client(path: &str) -> bool {
    !path.starts_with("web/src/protocol/")
        && [".ts", ".svelte", ".css", ".js", ".html"].iter().any(|ending| path.ends_with(ending))
}

/// One text file: its path from the root with forward slashes, and what it says.
#[derive(Debug)]
struct File {
    path: String,
    text: String,
}

/// The text files of the checkout that are or will be under version control, in order of path.
#[derive(Debug, Default)]
struct Tree {
    files: Vec<File>,
}

impl Tree {
    fn read(shell: &Shell) -> Result<Tree> {
        let root = shell.root();
        let mut paths = if root.join(".git").exists() {
            let args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
            let listed = shell.program("git", &args).output()?;
            listed.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect()
        } else {
            let mut paths = Vec::new();
            walk(root, "", &mut paths);
            paths
        };
        paths.sort();
        paths.dedup();
        // Pictures are not text, and a file deleted from the folder may still be in git's list.
        let read =
            |path: String| std::fs::read_to_string(root.join(&path)).ok().map(|text| File { path, text });
        Ok(Tree { files: paths.into_iter().filter_map(read).collect() })
    }

    fn under<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.path.starts_with(folder))
    }

    fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }
}

fn walk(root: &Path, folder: &str, paths: &mut Vec<String>) {
    let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if ["target", ".git", "node_modules", "out"].contains(&name.as_str()) {
            continue;
        }
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(root, &path, paths),
            _ => paths.push(path),
        }
    }
}

/// Something found, and where.
#[derive(Debug)]
struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

#[derive(Debug, Default)]
struct Report {
    errors: Vec<Finding>,
    warnings: Vec<Finding>,
}

impl Report {
    fn error(&mut self, path: &str, line: usize, message: impl Into<String>) {
        self.errors.push(Finding { path: path.to_owned(), line, message: message.into() });
    }

    fn warn(&mut self, path: &str, line: usize, message: impl Into<String>) {
        self.warnings.push(Finding { path: path.to_owned(), line, message: message.into() });
    }
}

#[cfg(test)]
mod testing {
    use super::*;

    /// Runs one check over files given as path and text, and returns its errors as lines.
    pub(super) fn errors(check: fn(&Tree, &mut Report), files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), text: (*text).to_owned() };
        let tree = Tree { files: files.iter().map(file).collect() };
        let mut report = Report::default();
        check(&tree, &mut report);
        report.errors.iter().map(Finding::to_string).collect()
    }

    /// Asserts that there is exactly one error and that it contains all the parts.
    #[track_caller]
    pub(super) fn one(errors: &[String], parts: &[&str]) {
        assert_eq!(errors.len(), 1, "{errors:#?}");
        for part in parts {
            assert!(errors[0].contains(part), "{:?} lacks {part:?}", errors[0]);
        }
    }

    #[test]
    fn long_files_are_a_warning() {
        let text = "\n".repeat(LONG_FILE + 1);
        let tree = Tree { files: vec![File { path: "crates/x/src/lib.rs".to_owned(), text }] };
        let report = inspect(&tree);
        assert!(report.errors.is_empty(), "{report:?}");
        assert!(report.warnings[0].to_string().starts_with("crates/x/src/lib.rs:1: 701 lines"), "{report:?}");
    }

    #[test]
    fn long_lines_of_the_client_are_found() {
        let found = |path: &str, length| {
            let text = format!("short\n{}\n", "é".repeat(length));
            let tree = Tree { files: vec![File { path: path.to_owned(), text }] };
            inspect(&tree).errors.iter().map(Finding::to_string).collect::<Vec<_>>()
        };
        one(&found("web/src/App.svelte", LONG_LINE), &["web/src/App.svelte:2: 180 characters"]);
        assert_eq!(found("web/src/App.svelte", LONG_LINE - 1), [""; 0]);
        assert_eq!(found("web/src/protocol/index.ts", LONG_LINE), [""; 0], "written by a program");
        assert_eq!(found("web/package-lock.json", LONG_LINE), [""; 0]);
    }
}
