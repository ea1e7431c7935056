//! `alhambra modules`, as it is run.

use crate::common::{alhambra, closed_pipe};
use alhambra_rules::module::ModuleInfo;
use alhambra_rules::{HOUSE_RULES, ModuleId};
use serde_json::{Value, json};

#[test]
fn all_modules_of_the_box_are_listed() {
    let ran = alhambra(&["modules"], "");
    assert_eq!(ran.code, Some(0));
    let mut rows = ran.out.lines().skip(1);
    for module in ModuleId::ALL {
        let row = rows.next().unwrap();
        let begins = format!("{}  {}", module.number(), module.title());
        assert!(row.trim_start().starts_with(&begins), "{row}");
    }
    assert!(ran.out.contains("All 43 can be played"));
    for word in ["found", "inferred", "reconstructed", "weight"] {
        assert!(ran.out.contains(&format!("  {word} ")), "{word} is explained");
    }
}

#[test]
fn modules_are_chosen_by_weight_and_by_what_they_touch() {
    let numbers = |words: &[&str]| -> Vec<u64> {
        let words: Vec<&str> = ["modules", "--format", "json"].iter().chain(words).copied().collect();
        let list: Value = serde_json::from_str(&alhambra(&words, "").out).unwrap();
        list.as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()).collect()
    };
    let wanted = |fits: &dyn Fn(&ModuleInfo) -> bool| -> Vec<u64> {
        let fitting = ModuleId::ALL.iter().filter(|module| fits(module.info()));
        fitting.map(|module| module.number().into()).collect()
    };
    let light = wanted(&|info| info.weight == 1);
    assert!(!light.is_empty() && light.len() < 43);
    assert_eq!(numbers(&["--weight", "1"]), light);
    let walls = wanted(&|info| info.touches.iter().any(|touch| touch.name() == "walls"));
    assert!(!walls.is_empty() && walls.len() < 43);
    assert_eq!(numbers(&["--touches", "walls"]), walls);
    let ran = alhambra(&["modules", "--touches", "hats"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("there is no part \"hats\"") && ran.err.contains("scoring"), "{}", ran.err);
}

#[test]
fn modules_are_chosen_by_group_and_sets_are_recommended() {
    let group = alhambra(&["modules", "--group", "expansion-3"], "").out;
    for title in ["City Walls", "Thieves", "Change", "Street Trader", "4 of 43."] {
        assert!(group.contains(title), "{title}");
    }
    assert!(!group.contains("Treasure Chamber"));
    let wrong = alhambra(&["modules", "--group", "expansion-7"], "");
    assert!(wrong.code == Some(2) && wrong.err.contains("queenies"), "{}", wrong.err);
    let sets = alhambra(&["modules", "--sets"], "").out;
    let named: Vec<&str> = sets.lines().filter_map(|line| line.trim().strip_prefix("--modules ")).collect();
    assert!(named.len() >= 5, "{sets}");
    for modules in named {
        let played = alhambra(&["simulate", "--games", "1", "--modules", modules], "");
        assert_eq!(played.code, Some(0), "{modules}: {}", played.err);
    }
    let json: Value =
        serde_json::from_str(&alhambra(&["modules", "--sets", "--format", "json"], "").out).unwrap();
    assert!(json[0]["reason"].as_str().unwrap().len() > 20);
}

#[test]
fn the_list_for_programs() {
    let list: Value = serde_json::from_str(&alhambra(&["modules", "--format", "json"], "").out).unwrap();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 43);
    for module in ModuleId::ALL {
        let row = &list[usize::from(module.number()) - 1];
        assert_eq!(row["slug"], module.info().slug);
        assert_eq!(row["players"], json!([module.info().players.start(), module.info().players.end()]));
        assert_eq!(row["data"].as_array().unwrap().len(), module.info().data.len());
    }
    assert_eq!(list[0]["title"], "Vizier's Favour");
}

#[test]
fn one_module_is_explained() {
    let page = alhambra(&["modules", "17"], "");
    assert_eq!(page.code, Some(0));
    for part in
        ["Module 17: New Score Cards", "new-score-cards", "2–6", "found, stated by", "options", "R-NS-1"]
    {
        assert!(page.out.contains(part), "{part} in\n{}", page.out);
    }
    assert!(!page.out.contains("```") && !page.out.contains("given players"), "scenarios are for tests");
    assert!(page.out.lines().all(|line| line.chars().count() <= 90), "lines fit a terminal");
    for name in ["new-score-cards", "New Score Cards", "NEW SCORE CARDS", "new sc", " 17 "] {
        assert_eq!(alhambra(&["modules", name], "").out, page.out, "{name}");
    }
    let json: Value =
        serde_json::from_str(&alhambra(&["modules", "17", "--format", "json"], "").out).unwrap();
    assert!(json["help"].as_str().unwrap().starts_with("# New Score Cards"));
}

#[test]
fn unknown_names_get_the_nearest() {
    for (typed, near) in [
        ("thiefs", "Thieves"),
        ("0", "1 to 43"),
        ("44", "1 to 43"),
        ("new", "New Score Cards"),
        ("", "no module"),
    ] {
        let ran = alhambra(&["modules", typed], "");
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{typed}");
        assert!(ran.err.contains(near), "{typed}: {}", ran.err);
    }
}

#[test]
fn house_rules_are_listed_with_the_default_first() {
    let ran = alhambra(&["modules", "house-rules"], "");
    assert_eq!(ran.code, Some(0));
    let mut from = 0;
    for n in 1..=23 {
        let at = ran.out[from..].find(&format!("HR-{n} ")).unwrap_or_else(|| panic!("HR-{n} in its order"));
        from += at;
    }
    for rule in HOUSE_RULES {
        assert!(ran.out.contains(rule.option) && ran.out.contains(rule.values[0]), "{}", rule.id);
    }
    assert!(ran.out.contains("area4 (default) | single_cell | area8"));
    let list: Value =
        serde_json::from_str(&alhambra(&["modules", "house-rules", "--format", "json"], "").out).unwrap();
    assert_eq!(list.as_array().unwrap().len(), HOUSE_RULES.len());
}

#[test]
fn a_closed_pipe_is_no_failure() {
    closed_pipe(&["modules"], "");
    closed_pipe(&["modules", "17"], "");
}
