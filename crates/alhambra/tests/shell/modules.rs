//! `alhambra modules`, as it is run.

use crate::common::{alhambra, closed_pipe};
use alhambra_rules::modules::BOX;
use alhambra_rules::{HOUSE_RULES, ModuleId};
use serde_json::{Value, json};

#[test]
fn all_modules_of_the_box_are_listed() {
    let ran = alhambra(&["modules"], "");
    assert_eq!(ran.code, Some(0));
    let mut rows = ran.out.lines().skip(1);
    for (number, title) in (1..).zip(BOX) {
        let row = rows.next().unwrap();
        assert!(row.trim_start().starts_with(&format!("{number}  {title}")), "{row}");
        let written = ModuleId::with_number(number).is_some();
        assert_eq!(row.contains("planned"), !written, "{row}");
    }
    for word in ["found", "inferred", "reconstructed", "planned", "beta", "stable"] {
        assert!(ran.out.contains(&format!("  {word} ")), "{word} is explained");
    }
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
    let planned = (1..=43).find(|n| ModuleId::with_number(*n).is_none());
    if let Some(row) = planned.map(|n| &list[usize::from(n) - 1]) {
        assert_eq!(row["stage"], "planned");
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
    if let Some(planned) = (1..=43).find(|n| ModuleId::with_number(*n).is_none()) {
        assert!(alhambra(&["modules", &planned.to_string()], "").out.contains("not written yet"));
    }
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
