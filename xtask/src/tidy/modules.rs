//! A module is its folder and its registry line, complete, and knows no other module.

use super::text::{code, module_number, words};
use super::{Report, Tree};
use crate::new_module::{BEGIN, END};
use std::collections::{BTreeMap, BTreeSet};

const MODULES: &str = "crates/alhambra-rules/src/modules/";
const REGISTRY: &str = "crates/alhambra-rules/src/registry.rs";
const REQUIRED: [&str; 6] =
    ["mod.rs", "help.en.md", "help.de.md", "words.en.json", "words.de.json", "RULINGS.md"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let folders = folders(tree, report);
    let lines = registry_lines(tree, report);
    for (folder, files) in &folders {
        if !lines.contains_key(folder) {
            let message =
                format!("no line in src/registry.rs between `{BEGIN}` and `{END}` names this folder");
            report.error(&format!("{MODULES}{folder}"), 1, message);
        }
        for file in REQUIRED.iter().filter(|file| !files.contains(**file)) {
            report.error(&format!("{MODULES}{folder}"), 1, format!("the module has no {file}"));
        }
        if !files.iter().any(|file| file.starts_with("tests") || file.starts_with("scenarios")) {
            report.error(&format!("{MODULES}{folder}"), 1, "the module has neither tests nor scenarios");
        }
    }
    for (folder, line) in &lines {
        if !folders.contains_key(folder) {
            report.error(REGISTRY, *line, format!("there is no folder src/modules/{folder}"));
        }
    }
    isolation(tree, report);
}

/// The module folders with the files in them.
fn folders<'a>(tree: &'a Tree, report: &mut Report) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in tree.under(MODULES) {
        if let Some((folder, inside)) = file.path[MODULES.len()..].split_once('/') {
            folders.entry(folder).or_default().insert(inside);
        }
    }
    folders.retain(|folder, _| {
        let good = module_number(folder).is_some_and(|number| crate::new_module::NUMBERS.contains(&number));
        if !good {
            let message = "a module folder is called mNN_name with NN from 01 to 49";
            report.error(&format!("{MODULES}{folder}"), 1, message);
        }
        good
    });
    folders
}

/// The folder that each registry line names, with its line number; the lines are in order of module number.
fn registry_lines<'a>(tree: &'a Tree, report: &mut Report) -> BTreeMap<&'a str, usize> {
    let mut lines = BTreeMap::new();
    let mut inside = false;
    let mut last = 0;
    for (i, line) in tree.text(REGISTRY).unwrap_or_default().lines().enumerate() {
        match line.trim() {
            BEGIN => inside = true,
            END => inside = false,
            _ if !inside || line.trim_start().starts_with("//") => {}
            _ => {
                let Some(folder) = words(line).find(|word| module_number(word).is_some()) else { continue };
                let number = module_number(folder).unwrap_or_default();
                if number <= last {
                    let message =
                        format!("module {number} comes after module {last}: keep the order of numbers");
                    report.error(REGISTRY, i + 1, message);
                }
                last = number;
                lines.insert(folder, i + 1);
            }
        }
    }
    lines
}

/// No module refers to another one's folder, however it spells the path.
fn isolation(tree: &Tree, report: &mut Report) {
    for file in tree.under(MODULES).filter(|file| file.path.ends_with(".rs")) {
        let Some((own, _)) = file.path[MODULES.len()..].split_once('/') else { continue };
        for (i, line) in code(&file.text).lines().enumerate() {
            let other = words(line).find(|word| module_number(word).is_some() && *word != own);
            if let Some(other) = other {
                let message =
                    format!("a module refers to another one (`{other}`): go through the core instead");
                report.error(&file.path, i + 1, message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    const TWO: &str = "modules! {\n// modules: begin\n3 => m03_bonus_cards,\n17 => m17_new_score_cards,\n\
                       // modules: end\n}\n";

    /// Two complete modules, without the files that end as told and with more files.
    fn tree(without: &str, more: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
        let mut files = vec![
            (REGISTRY, TWO),
            ("crates/alhambra-rules/src/modules/m03_bonus_cards/mod.rs", ""),
            ("crates/alhambra-rules/src/modules/m03_bonus_cards/help.en.md", ""),
            ("crates/alhambra-rules/src/modules/m03_bonus_cards/help.de.md", ""),
            ("crates/alhambra-rules/src/modules/m03_bonus_cards/words.en.json", ""),
            ("crates/alhambra-rules/src/modules/m03_bonus_cards/words.de.json", ""),
            ("crates/alhambra-rules/src/modules/m03_bonus_cards/RULINGS.md", ""),
            ("crates/alhambra-rules/src/modules/m03_bonus_cards/tests/one.rs", ""),
            ("crates/alhambra-rules/src/modules/m17_new_score_cards/mod.rs", "// like m03_bonus_cards"),
            ("crates/alhambra-rules/src/modules/m17_new_score_cards/help.en.md", ""),
            ("crates/alhambra-rules/src/modules/m17_new_score_cards/help.de.md", ""),
            ("crates/alhambra-rules/src/modules/m17_new_score_cards/words.en.json", ""),
            ("crates/alhambra-rules/src/modules/m17_new_score_cards/words.de.json", ""),
            ("crates/alhambra-rules/src/modules/m17_new_score_cards/RULINGS.md", ""),
            ("crates/alhambra-rules/src/modules/m17_new_score_cards/scenarios/one.txt", ""),
        ];
        if !without.is_empty() {
            files.retain(|(path, _)| !path.ends_with(without));
        }
        files.extend(more);
        files
    }

    #[test]
    fn complete_modules_are_fine_and_so_is_none() {
        assert_eq!(errors(check, &tree("", &[])), [""; 0]);
        assert_eq!(errors(check, &[]), [""; 0]);
    }

    #[test]
    fn every_part_of_a_module_is_required() {
        for file in REQUIRED {
            let path = format!("m03_bonus_cards/{file}");
            one(&errors(check, &tree(&path, &[])), &["m03_bonus_cards:1: ", &format!("has no {file}")]);
        }
        one(&errors(check, &tree("tests/one.rs", &[])), &["neither tests nor scenarios"]);
    }

    #[test]
    fn registry_and_folders_agree() {
        let gone = tree("", &[]).into_iter().filter(|(path, _)| !path.contains("m17_")).collect::<Vec<_>>();
        one(&errors(check, &gone), &["registry.rs:4: ", "no folder src/modules/m17_new_score_cards"]);
        let found = errors(check, &tree("registry.rs", &[]));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("no line in src/registry.rs"), "{found:?}");
    }

    #[test]
    fn registry_lines_are_in_order() {
        let swapped = "// modules: begin\n17 m17_new_score_cards\n3 m03_bonus_cards\n// modules: end\n";
        let found = errors(check, &tree("registry.rs", &[(REGISTRY, swapped)]));
        one(&found, &["registry.rs:3: ", "module 3 comes after module 17"]);
    }

    #[test]
    fn folders_have_numbers_of_the_box() {
        let path = "crates/alhambra-rules/src/modules/m50_dragons/mod.rs";
        one(&errors(check, &tree("", &[(path, "")])), &["m50_dragons", "01 to 49"]);
    }

    #[test]
    fn modules_do_not_refer_to_each_other() {
        for line in ["use crate::modules::m17_new_score_cards::State;", "super::m17_new_score_cards::f();"] {
            let mut files = tree("m03_bonus_cards/mod.rs", &[]);
            files.push(("crates/alhambra-rules/src/modules/m03_bonus_cards/mod.rs", line));
            one(&errors(check, &files), &["m03_bonus_cards/mod.rs:1: ", "refers to another one"]);
        }
    }
}
