//! The files that hosted machines read: they parse, every command they run exists here, and every place they name.

use super::{File, Report, Tree};
use crate::Cli;
use clap::Parser;
use yaml_rust2::{Yaml, YamlLoader};

/// Commands of cargo itself that a workflow may use where a whole check is not wanted.
const CARGO: [&str; 3] = ["build", "check", "test"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let yaml = |file: &&File| {
        file.path.starts_with(".github/") && (file.path.ends_with(".yml") || file.path.ends_with(".yaml"))
    };
    let packages: Vec<&str> = tree.files.iter().filter_map(package).collect();
    let oldest = tree.text("Cargo.toml").and_then(oldest);
    for file in tree.files.iter().filter(yaml) {
        let parsed = match YamlLoader::load_from_str(&file.text) {
            Ok(parsed) => parsed,
            Err(why) => {
                report.error(&file.path, why.marker().line(), format!("this is no YAML: {why}"));
                continue;
            }
        };
        if file.path.starts_with(".github/workflows/") && parsed.iter().all(|page| page["jobs"].is_badvalue())
        {
            report.error(&file.path, 1, "a workflow without jobs does nothing".to_owned());
        }
        let mut commands = Vec::new();
        parsed.iter().for_each(|page| runs(page, &mut commands));
        for command in commands.iter().flat_map(|text| text.lines()) {
            let fits = exists(command.trim(), &packages).and_then(|()| toolchain(command, oldest));
            if let Err(why) = fits {
                let line = file.text.lines().position(|line| line.contains(command.trim()));
                report.error(&file.path, line.map_or(1, |at| at + 1), format!("`{}`: {why}", command.trim()));
            }
        }
    }
    places(tree, report);
}

/// Owners are of something, and dependencies are looked after where there are some.
fn places(tree: &Tree, report: &mut Report) {
    let under =
        |folder: &str| tree.files.iter().any(|file| file.path.starts_with(folder.trim_start_matches('/')));
    for (path, key) in [(".github/CODEOWNERS", "/"), (".github/dependabot.yml", "directory: /")] {
        for (i, line) in tree.text(path).unwrap_or_default().lines().enumerate() {
            let Some(place) = line.trim().trim_start_matches("- ").strip_prefix(key) else { continue };
            let place = place.split_whitespace().next().unwrap_or_default();
            if !under(place) {
                report.error(path, i + 1, format!("there is no /{place}"));
            }
        }
    }
}

/// The Rust that the manifest promises.
fn oldest(manifest: &str) -> Option<&str> {
    manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "))
        .map(|version| version.trim_matches('"'))
}

/// A Rust that is named is the oldest one we promise; what everybody builds with is in `rust-toolchain.toml`.
fn toolchain(command: &str, oldest: Option<&str>) -> Result<(), String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let named = words.iter().find_map(|word| word.strip_prefix('+'));
    let installed =
        words.windows(2).find(|pair| pair[0] == "install" && words[0] == "rustup").map(|pair| pair[1]);
    match (named.or(installed), oldest) {
        (Some(named), Some(oldest)) if named != oldest => {
            Err(format!("the oldest Rust in Cargo.toml is {oldest}"))
        }
        _ => Ok(()),
    }
}

/// The name of the package a manifest describes.
fn package(file: &File) -> Option<&str> {
    let manifest = file.path.ends_with("/Cargo.toml").then_some(&file.text)?;
    let (_, rest) = manifest.split_once("[package]")?;
    let name = rest.lines().find_map(|line| line.strip_prefix("name = "))?;
    Some(name.trim_matches('"'))
}

/// Everything below a key `run`.
fn runs<'a>(page: &'a Yaml, out: &mut Vec<&'a str>) {
    match page {
        Yaml::Hash(map) => {
            for (key, value) in map {
                match (key.as_str(), value.as_str()) {
                    (Some("run"), Some(command)) => out.push(command),
                    _ => runs(value, out),
                }
            }
        }
        Yaml::Array(list) => list.iter().for_each(|item| runs(item, out)),
        _ => {}
    }
}

/// Whether a command of ours is one; what other programs understand is theirs to say.
fn exists(command: &str, packages: &[&str]) -> Result<(), String> {
    let mut words = command.split_whitespace().filter(|word| !word.starts_with('+'));
    if words.next() != Some("cargo") {
        return Ok(());
    }
    let words: Vec<&str> = words.collect();
    match words.first() {
        Some(&"xtask") => Cli::try_parse_from(&words).map(|_| ()).map_err(|why| {
            why.to_string().lines().next().unwrap_or("cargo xtask has no such command").to_owned()
        }),
        Some(own) if CARGO.contains(own) => {
            let named = words.windows(2).filter(|pair| ["--package", "-p", "--exclude"].contains(&pair[0]));
            match named.map(|pair| pair[1]).find(|name| !packages.contains(name)) {
                Some(name) => Err(format!("there is no package {name}")),
                None => Ok(()),
            }
        }
        _ => Err("hosted machines run `cargo xtask`, so that everybody can run the same".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let manifest = file("crates/alhambra-rules/Cargo.toml", "[package]\nname = \"alhambra-rules\"\n");
        let root = file("Cargo.toml", "[workspace.package]\nrust-version = \"1.95\"\n");
        let tree = Tree { files: vec![root, manifest, file(".github/workflows/test.yml", text)] };
        let mut report = Report::default();
        check(&tree, &mut report);
        report.errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn commands_that_exist_pass() {
        let text = "jobs:\n  a:\n    steps:\n      - run: cargo xtask soak --server\n      - run: |\n          cargo +1.95 check -p alhambra-rules\n          echo done\n";
        assert_eq!(found(text), Vec::<String>::new());
    }

    #[test]
    fn commands_that_do_not_exist_are_found() {
        for (step, says) in [
            ("cargo xtask tset", "tset"),
            ("cargo xtask soak --sever", "--sever"),
            ("cargo test -p alhambra-rule", "no package alhambra-rule"),
            ("cargo nextest run", "cargo xtask"),
            ("cargo +1.90 check -p alhambra-rules", "1.95"),
            ("rustup toolchain install 1.90 --profile minimal", "1.95"),
        ] {
            let errors = found(&format!("jobs:\n  a:\n    steps:\n      - run: {step}\n"));
            assert!(errors.len() == 1 && errors[0].contains(says), "{step}: {errors:?}");
        }
        assert_eq!(found("jobs:\n  a:\n    steps:\n      - run: rustup toolchain install 1.95\n"), [""; 0]);
        assert!(found("jobs: [\n")[0].contains("no YAML"));
        assert!(found("name: test\n")[0].contains("without jobs"));
    }

    #[test]
    fn owners_and_updates_are_of_what_is_there() {
        use super::super::testing::{errors, one};
        let owners = (".github/CODEOWNERS", "# Who\n* @a\n/docs/adr/ @b\n/dragons/ @c\n");
        let page = ("docs/adr/README.md", "");
        one(&errors(check, &[owners, page]), &["CODEOWNERS:4: ", "no /dragons/"]);
        let updates = (".github/dependabot.yml", "updates:\n  - directory: /\n  - directory: /wbe\n");
        one(&errors(check, &[updates, page]), &["dependabot.yml:3: ", "no /wbe"]);
    }
}
