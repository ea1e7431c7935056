//! A version stands in one place, and the changelog tells of every change once.

use super::{Report, Tree};

/// Packages that are released with the others and never by themselves carry no number of their own.
const NUMBERLESS: [&str; 2] = ["web/package.json", "web/package-lock.json"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for path in NUMBERLESS {
        let found = tree
            .text(path)
            .and_then(|text| text.lines().position(|line| line.starts_with("  \"version\": ")));
        if let Some(line) = found {
            report.error(path, line + 1, "the version stands in Cargo.toml and nowhere else".to_owned());
        }
    }
    let Some(log) = tree.text("CHANGELOG.md") else { return };
    if let Some(version) = tree.text("Cargo.toml").and_then(version)
        && !log.contains(&format!("\n## [{version}]"))
    {
        let line = log.lines().position(|line| line.starts_with("## ")).unwrap_or(0) + 1;
        report.error("CHANGELOG.md", line, format!("there is no release {version}, which Cargo.toml names"));
    }
    for (line, first) in twice(log) {
        report.error("CHANGELOG.md", line, format!("line {first} tells of this already"));
    }
}

/// The version of the workspace.
fn version(manifest: &str) -> Option<&str> {
    let (_, package) = manifest.split_once("[workspace.package]")?;
    package.lines().find_map(|line| line.strip_prefix("version = ")).map(|version| version.trim_matches('"'))
}

/// Entries whose first line has been there before, and where: two branches that both add lines are merged into both, and what
/// was moved to a release in between comes back.
fn twice(log: &str) -> Vec<(usize, usize)> {
    let mut seen = std::collections::BTreeMap::new();
    let entries = log.lines().enumerate().filter(|(_, line)| line.starts_with("- "));
    entries.filter_map(|(i, line)| seen.insert(line, i + 1).map(|first| (i + 1, first))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    const CARGO: (&str, &str) = ("Cargo.toml", "[workspace.package]\nversion = \"0.2.0\"\n");
    const LOG: (&str, &str) =
        ("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n- One.\n\n## [0.2.0] - 2026-11-17\n- Two.\n");

    #[test]
    fn one_place_has_the_version() {
        let web = ("web/package.json", "{\n  \"name\": \"x\",\n  \"private\": true\n}\n");
        assert_eq!(errors(check, &[CARGO, web, LOG]), [""; 0]);
        let own = ("web/package.json", "{\n  \"name\": \"x\",\n  \"version\": \"0.2.0\"\n}\n");
        one(&errors(check, &[CARGO, own, LOG]), &["web/package.json:3: ", "nowhere else"]);
        let old = ("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n");
        one(&errors(check, &[CARGO, old]), &["CHANGELOG.md:3: ", "no release 0.2.0"]);
    }

    #[test]
    fn a_change_is_told_once() {
        let log = (
            "CHANGELOG.md",
            "## [Unreleased]\n- Two.\n## [0.2.0] - 2026-11-17\n- One.\n- Two.\n  And more.\n",
        );
        one(&errors(check, &[CARGO, log]), &["CHANGELOG.md:5: ", "line 2 tells of this already"]);
    }
}
