//! Dependencies point one way, and each one from outside has its reason in docs/adr.

use super::text::has_word_of;
use super::{Report, Tree};

/// Which of our crates each of our crates may use. The binary on top may use them all.
const LAYERS: [(&str, &[&str]); 10] = [
    ("alhambra-rules", &[]),
    ("alhambra-bots", &["alhambra-rules"]),
    ("alhambra-sim", &["alhambra-rules", "alhambra-bots"]),
    ("alhambra-protocol", &["alhambra-rules"]),
    ("alhambra-server", &["alhambra-rules", "alhambra-protocol", "alhambra-bots"]),
    (
        "alhambra",
        &["alhambra-rules", "alhambra-bots", "alhambra-sim", "alhambra-protocol", "alhambra-server"],
    ),
    ("alhambra-py", &["alhambra-rules", "alhambra-bots", "alhambra-sim"]),
    ("alhambra-tools", &["alhambra-rules", "alhambra-bots", "alhambra-sim"]),
    ("alhambra-fuzz", &["alhambra-rules"]),
    ("xtask", &[]),
];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let decisions: String = tree
        .under("docs/adr/")
        .filter(|file| file.path.ends_with(".md"))
        .map(|file| file.text.as_str())
        .collect();
    for file in tree.files.iter().filter(|file| file.path.ends_with("Cargo.toml")) {
        let manifest = Manifest::read(&file.text);
        let Some((name, line)) = manifest.name else { continue };
        let allowed = LAYERS.iter().find(|(layer, _)| *layer == name).map(|(_, allowed)| *allowed);
        if allowed.is_none() {
            let message = format!("{name} has no line in the table of layers (xtask/src/tidy/manifests.rs)");
            report.error(&file.path, line, message);
        }
        for (dependency, line) in manifest.dependencies {
            if is_ours(&dependency) {
                if allowed.is_some_and(|allowed| !allowed.contains(&dependency.as_str())) {
                    let message =
                        format!("{name} must not depend on {dependency}: dependencies point one way");
                    report.error(&file.path, line, message);
                }
            } else if !has_word_of(&decisions, &dependency, |c| {
                c.is_ascii_alphanumeric() || c == '-' || c == '_'
            }) {
                let message = format!("the dependency {dependency} has no reason in docs/adr");
                report.error(&file.path, line, message);
            }
        }
    }
}

fn is_ours(name: &str) -> bool {
    LAYERS.iter().any(|(layer, _)| *layer == name) || name.starts_with("alhambra")
}

/// As much of a Cargo.toml as the checks need.
#[derive(Default)]
struct Manifest {
    name: Option<(String, usize)>,
    dependencies: Vec<(String, usize)>,
}

impl Manifest {
    fn read(text: &str) -> Manifest {
        let mut manifest = Manifest::default();
        let mut table = "";
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(header) = line.strip_prefix('[') {
                table = header.split(']').next().unwrap_or_default().trim_matches(['[', ' ']);
                // [dependencies.serde]
                if let Some((above, name)) = table.rsplit_once('.')
                    && is_dependencies(above)
                {
                    manifest.dependencies.push((name.trim_matches('"').to_owned(), i + 1));
                }
            } else if let Some((key, value)) = line.split_once('=')
                && !line.starts_with('#')
            {
                let key = key.trim();
                if table == "package" && key == "name" {
                    manifest.name = Some((value.trim().trim_matches('"').to_owned(), i + 1));
                } else if is_dependencies(table) {
                    manifest.dependencies.push((real_name(key, value), i + 1));
                }
            }
        }
        manifest
    }
}

/// `[dependencies]`, `[dev-dependencies]`, `[target.'cfg(unix)'.build-dependencies]`, but not the workspace's list,
/// which is no use of anything.
fn is_dependencies(table: &str) -> bool {
    !table.starts_with("workspace")
        && table
            .rsplit('.')
            .next()
            .is_some_and(|last| ["dependencies", "dev-dependencies", "build-dependencies"].contains(&last))
}

/// The crate behind a key such as `serde.workspace` or a renaming `package = "…"`.
fn real_name(key: &str, value: &str) -> String {
    let renamed = value.split_once("package").and_then(|(_, rest)| rest.split('"').nth(1));
    let key = key.split('.').next().unwrap_or(key);
    renamed.unwrap_or(key).trim_matches('"').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    const ADR: (&str, &str) = ("docs/adr/0009-x.md", "| `serde` | data | and serde_json, clap |");

    #[test]
    fn allowed_and_explained_dependencies_pass() {
        let sim = "[package]\nname = \"alhambra-sim\"\n[dependencies]\nalhambra-rules.workspace = true\n\
                   alhambra-bots = { path = \"../alhambra-bots\" }\n# rayon = \"1\"\nserde = \"1\"\n\
                   [dev-dependencies]\nserde_json.workspace = true\n[features]\ntestkit = []\n";
        let root = "[workspace]\nmembers = []\n[workspace.dependencies]\nunexplained = \"1\"\n";
        assert_eq!(
            errors(check, &[("crates/alhambra-sim/Cargo.toml", sim), ("Cargo.toml", root), ADR]),
            [""; 0]
        );
    }

    #[test]
    fn dependencies_upwards_are_refused() {
        for (name, upwards) in [
            ("alhambra-rules", "alhambra-bots"),
            ("alhambra-bots", "alhambra-sim"),
            ("alhambra-sim", "alhambra-server"),
            ("alhambra-protocol", "alhambra-bots"),
            ("alhambra-server", "alhambra-sim"),
            ("xtask", "alhambra-rules"),
        ] {
            let text =
                format!("[package]\nname = \"{name}\"\n[dev-dependencies]\n{upwards}.workspace = true\n");
            one(&errors(check, &[("x/Cargo.toml", &text), ADR]), &["x/Cargo.toml:4: ", upwards, "one way"]);
        }
    }

    #[test]
    fn dependencies_without_a_reason_are_found_however_they_are_written() {
        for table in [
            "[dependencies]\nserde_yaml = \"1\"",
            "[dependencies.serde_yaml]\nversion = \"1\"",
            "[target.'cfg(unix)'.dependencies]\nserde_yaml.workspace = true",
            "[build-dependencies]\nyaml = { version = \"1\", package = \"serde_yaml\" }",
        ] {
            let text = format!("[package]\nname = \"xtask\"\n{table}\n");
            one(
                &errors(check, &[("xtask/Cargo.toml", &text), ADR]),
                &["serde_yaml has no reason in docs/adr"],
            );
        }
    }

    #[test]
    fn a_new_crate_needs_its_layer() {
        let text = "[package]\nname = \"alhambra-dragons\"\n";
        one(&errors(check, &[("x/Cargo.toml", text)]), &["x/Cargo.toml:2: ", "table of layers"]);
    }
}
