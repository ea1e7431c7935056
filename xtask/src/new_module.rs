//! `cargo xtask new-module`: the folder and the one registry line a module consists of.
//!
//! What is written comes from `xtask/templates/module/*.tmpl`; change the templates, not this file.

use crate::shell::{Error, Result, Shell, say};
use std::fs;
use std::path::Path;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The module's number in the Mega Box, or one from 44 to 49 for a module of your own
    #[arg(value_name = "NN")]
    number: String,
    /// Its full English name in kebab case: new-score-cards
    #[arg(value_name = "NAME")]
    name: String,
}

impl Args {
    /// The same as if they were typed.
    pub(crate) fn of(number: &str, name: &str) -> Args {
        Args { number: number.to_owned(), name: name.to_owned() }
    }
}

/// Every template, compiled in, and the file it becomes.
const TEMPLATES: [(&str, &str); 9] = [
    (include_str!("../templates/module/mod.rs.tmpl"), "mod.rs"),
    (include_str!("../templates/module/help.en.md.tmpl"), "help.en.md"),
    (include_str!("../templates/module/help.de.md.tmpl"), "help.de.md"),
    (include_str!("../templates/module/words.en.json.tmpl"), "words.en.json"),
    (include_str!("../templates/module/words.de.json.tmpl"), "words.de.json"),
    (include_str!("../templates/module/board.json.tmpl"), "board.json"),
    (include_str!("../templates/module/signs.svg.tmpl"), "signs.svg"),
    (include_str!("../templates/module/RULINGS.md.tmpl"), "RULINGS.md"),
    (include_str!("../templates/module/scenario.tmpl"), "scenarios/first.scn"),
];
/// The numbers of modules: those of the box, then those that are free for others. Editions have the numbers from 50 on.
pub(crate) const NUMBERS: std::ops::RangeInclusive<u8> = 1..=49;
/// The first number beyond the box.
pub(crate) const OWN: u8 = 44;
const LINE: &str = include_str!("../templates/module/registry-line.tmpl");

/// Where the registry lines are, in order of number.
pub(crate) const BEGIN: &str = "// modules: begin";
pub(crate) const END: &str = "// modules: end";

pub(crate) fn run(shell: &Shell, args: &Args) -> Result<()> {
    let names = Names::parse(&args.number, &args.name)?;
    let rules = shell.root().join("crates/alhambra-rules/src");
    let registry = rules.join("registry.rs");
    let text = fs::read_to_string(&registry).map_err(|error| failed("read", &registry, &error))?;
    let text = with_line(&text, &names)?;

    let modules = rules.join("modules");
    refuse_taken(&modules, &names)?;
    let folder = modules.join(&names.folder);
    for (template, file) in TEMPLATES {
        let path = folder.join(file);
        let parent = path.parent().unwrap_or(&folder);
        fs::create_dir_all(parent).map_err(|error| failed("create", parent, &error))?;
        fs::write(&path, names.fill(template)).map_err(|error| failed("write", &path, &error))?;
        say(&format!("new: modules/{}/{file}", names.folder));
    }
    // The line comes last: a half-written folder then never breaks the build.
    fs::write(&registry, text).map_err(|error| failed("write", &registry, &error))?;
    say(&format!("registry.rs: {}", names.fill(LINE).trim()));
    say("next: CONTRIBUTING.md, \"Adding a module\", step 2");
    Ok(())
}

fn refuse_taken(modules: &Path, names: &Names) -> Result<()> {
    let prefix = format!("m{:02}_", names.number);
    for entry in fs::read_dir(modules).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&prefix) {
            return Err(Error::new(format!("module {} exists already: src/modules/{name}", names.number)));
        }
    }
    Ok(())
}

/// One module's name in every spelling the templates use.
#[derive(Debug, PartialEq, Eq)]
struct Names {
    number: u8,
    slug: String,
    folder: String,
    pascal: String,
    title: String,
}

impl Names {
    fn parse(number: &str, name: &str) -> Result<Names> {
        let number = match number.parse::<u8>() {
            Ok(n) if NUMBERS.contains(&n) => n,
            _ => {
                return Err(Error::new(format!(
                    "`{number}` is no module number: name its number in the box, or one from 44 to 49 for your own"
                )));
            }
        };
        let words: Vec<&str> = name.split('-').collect();
        let good = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !words.iter().all(good) {
            let message = format!(
                "`{name}` is no module name: lower-case English words joined by hyphens, like new-score-cards"
            );
            return Err(Error::new(message));
        }
        let capital = |word: &&str| word[..1].to_ascii_uppercase() + &word[1..];
        let capitals: Vec<String> = words.iter().map(capital).collect();
        Ok(Names {
            number,
            slug: name.to_owned(),
            folder: format!("m{number:02}_{}", words.join("_")),
            pascal: capitals.concat(),
            title: capitals.join(" "),
        })
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("{{number}}", &self.number.to_string())
            .replace("{{nn}}", &format!("{:02}", self.number))
            .replace("{{slug}}", &self.slug)
            .replace("{{folder}}", &self.folder)
            .replace("{{Name}}", &self.pascal)
            .replace("{{title}}", &self.title)
    }
}

/// The registry with the new line at its place.
fn with_line(registry: &str, names: &Names) -> Result<String> {
    let lines: Vec<&str> = registry.lines().collect();
    let find = |mark: &str| lines.iter().position(|line| line.trim() == mark);
    let (Some(begin), Some(end)) = (find(BEGIN), find(END)) else {
        return Err(Error::new(format!(
            "src/registry.rs has no `{BEGIN}` … `{END}` lines to put the module between"
        )));
    };
    let mut at = end;
    for i in (begin + 1..end).rev() {
        match number_of(lines[i]) {
            Some(number) if number == names.number => {
                let message = format!("module {number} is registered already: {}", lines[i].trim());
                return Err(Error::new(message));
            }
            Some(number) if number > names.number => at = i,
            _ => {}
        }
    }
    let indent: String = lines[begin].chars().take_while(|c| c.is_whitespace()).collect();
    let line = indent + names.fill(LINE).trim();
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines.insert(at, line);
    Ok(lines.join("\n") + "\n")
}

/// The number in the first `mNN_…` of a registry line.
fn number_of(line: &str) -> Option<u8> {
    crate::tidy::text::words(line).find_map(crate::tidy::text::module_number)
}

fn failed(verb: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::new(format!("cannot {verb} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTRY: &str = "modules! {\n    // modules: begin\n    03 m03_bonus_cards;\n    17 m17_new_score_cards;\n    \
                            // modules: end\n}\n";

    fn line_numbers(registry: &str) -> Vec<u8> {
        registry.lines().filter_map(number_of).collect()
    }

    #[test]
    fn the_line_goes_to_its_place_by_number() {
        for (number, expected) in [("1", [1, 3, 17]), ("07", [3, 7, 17]), ("43", [3, 17, 43])] {
            let names = Names::parse(number, "some-name").unwrap();
            let text = with_line(REGISTRY, &names).unwrap();
            assert_eq!(line_numbers(&text), expected);
            assert!(
                text.lines().all(|line| !line.contains("some_name") || line.starts_with("    ")),
                "{text}"
            );
        }
    }

    #[test]
    fn a_taken_number_and_missing_marks_are_refused() {
        let names = Names::parse("17", "other").unwrap();
        let error = with_line(REGISTRY, &names).unwrap_err().to_string();
        assert!(error.contains("module 17 is registered already"), "{error}");
        let error = with_line("fn main() {}\n", &names).unwrap_err().to_string();
        assert!(error.contains("// modules: begin"), "{error}");
    }

    #[test]
    fn numbers_and_names_are_checked() {
        for number in ["0", "50", "-1", "seven", ""] {
            let error = Names::parse(number, "x").unwrap_err().to_string();
            assert!(error.contains("its number in the box"), "{error}");
        }
        for name in ["", "-", "Camps", "city gates", "city_gates", "9lives", "a--b", "../x", "caf\u{e9}"] {
            let error = Names::parse("1", name).unwrap_err().to_string();
            assert!(error.contains("joined by hyphens"), "{error}");
        }
    }

    #[test]
    fn every_placeholder_is_filled() {
        let names = Names::parse("7", "new-score-cards").unwrap();
        assert_eq!(names.pascal, "NewScoreCards");
        assert_eq!(names.folder, "m07_new_score_cards");
        for (template, file) in TEMPLATES.into_iter().chain([(LINE, "line")]) {
            let text = names.fill(template);
            assert!(!text.contains("{{"), "{file}: {text}");
        }
    }
}
