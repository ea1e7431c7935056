//! What goes into a package beside our own code: the bill of materials (CycloneDX) and the notices the licences ask for.
//!
//! Crates come from cargo's own list and with the checksums of the lock file, what the browser loads from the list that the
//! build of the client leaves in `web/dist/third-party.json`.

use crate::shell::{Error, Result, Shell};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Everything of others in one product.
pub(crate) struct Bill {
    /// The crate it is built from.
    product: String,
    version: String,
    parts: Vec<Part>,
    /// Who needs whom, by their links.
    needs: BTreeMap<String, BTreeSet<String>>,
}

/// One thing of others.
struct Part {
    name: String,
    version: Option<String>,
    /// Its package URL, which is its name in this bill as well.
    link: String,
    licence: String,
    checksum: Option<String>,
    notice: String,
}

impl Bill {
    /// Everything that is linked into a crate of this checkout; with the client if it carries that.
    ///
    /// # Errors
    /// If cargo's list or that of the client cannot be read.
    pub(crate) fn of(shell: &Shell, product: &str, target: &str, client: bool) -> Result<Bill> {
        let words = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
        let metadata = shell.cargo(&words).output()?;
        let mut bill = Bill::read(&metadata, &read(&shell.root().join("Cargo.lock"))?, product)?;
        let edges = "normal,no-proc-macro";
        let words = [
            "tree",
            "--locked",
            "--package",
            product,
            "--target",
            target,
            "--edges",
            edges,
            "--prefix",
            "none",
        ];
        bill.only(&shell.cargo(&words).output()?);
        if client {
            let list = shell.root().join("web/dist/third-party.json");
            bill.client(
                &read(&list).map_err(|why| Error::new(format!("{why}: npm --prefix web run build")))?,
            )?;
            bill.fonts(&shell.root().join("web/public/fonts"))?;
        }
        bill.parts.sort_by(|a, b| a.link.cmp(&b.link));
        Ok(bill)
    }

    fn read(metadata: &str, lock: &str, product: &str) -> Result<Bill> {
        let metadata: Value = serde_json::from_str(metadata).map_err(|why| unreadable(&why))?;
        let packages: BTreeMap<&str, &Value> = metadata["packages"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|package| Some((package["id"].as_str()?, package)))
            .collect();
        let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|node| Some((node["id"].as_str()?, node)))
            .collect();
        let own = packages.values().find(|package| package["name"] == product && ours(package));
        let own = own.ok_or_else(|| unreadable(&format!("no package {product}")))?;
        let version = own["version"].as_str().unwrap_or_default().to_owned();
        let mut bill =
            Bill { product: product.to_owned(), version, parts: Vec::new(), needs: BTreeMap::new() };
        let (mut seen, mut open) = (BTreeSet::new(), vec![own["id"].as_str().unwrap_or_default()]);
        while let Some(id) = open.pop() {
            let (Some(package), Some(node)) = (packages.get(id), nodes.get(id)) else {
                return Err(unreadable(&format!("nothing about {id}")));
            };
            if !seen.insert(id) {
                continue;
            }
            let who = if ours(package) { product.to_owned() } else { link(package) };
            if !ours(package) {
                bill.parts.push(crate_part(package, checksum(lock, package)));
                bill.sqlite(package);
            }
            let needed =
                linked(node).filter_map(|id| packages.get_key_value(id)).filter(|(_, p)| !runs_at_build(p));
            for (id, package) in needed {
                if !ours(package) {
                    bill.needs.entry(who.clone()).or_default().insert(link(package));
                }
                open.push(id);
            }
        }
        Ok(bill)
    }

    /// Leaves out crates that cargo locks but does not build: what they are needed for is switched off here.
    fn only(&mut self, tree: &str) {
        let built: BTreeSet<String> = tree
            .lines()
            .filter_map(|line| line.split_once(" v"))
            .map(|(name, rest)| format!("pkg:cargo/{name}@{}", rest.split(' ').next().unwrap_or_default()))
            .collect();
        let kept = |link: &str| !link.starts_with("pkg:cargo/") || built.contains(link);
        self.parts.retain(|part| kept(&part.link));
        self.needs.retain(|who, _| kept(who));
        self.needs.values_mut().for_each(|needed| needed.retain(|link| kept(link)));
    }

    /// The C library inside its crate has holes and versions of its own.
    fn sqlite(&mut self, package: &Value) {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        if package["name"] != "libsqlite3-sys" {
            return;
        }
        let header = manifest.with_file_name("sqlite3").join("sqlite3.h");
        let text = std::fs::read_to_string(header).unwrap_or_default();
        let version = text.lines().find_map(|line| line.strip_prefix("#define SQLITE_VERSION "));
        let version = version.map(|version| version.trim().trim_matches('"').to_owned());
        let Some(version) = version else { return };
        let part = Part {
            name: "sqlite".to_owned(),
            link: format!("pkg:generic/sqlite@{version}"),
            version: Some(version),
            licence: "blessing".to_owned(),
            checksum: None,
            notice: String::new(),
        };
        self.needs.entry(link(package)).or_default().insert(part.link.clone());
        self.parts.push(part);
    }

    fn client(&mut self, list: &str) -> Result<()> {
        let list: Vec<Value> = serde_json::from_str(list).map_err(|why| unreadable(&why))?;
        for package in &list {
            let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
            // The sign of a scope is written as a number in package URLs.
            let link = format!("pkg:npm/{}@{}", text("name").replace('@', "%40"), text("version"));
            self.needs.entry(self.product.clone()).or_default().insert(link.clone());
            let (name, licence, notice) = (text("name"), text("license"), text("notice"));
            self.parts.push(Part {
                name,
                version: Some(text("version")),
                link,
                licence,
                checksum: None,
                notice,
            });
        }
        if list.is_empty() { Err(unreadable(&"the client is built from nothing")) } else { Ok(()) }
    }

    /// Fonts are known by the licence that lies beside them.
    fn fonts(&mut self, folder: &Path) -> Result<()> {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            let Some(name) = file.strip_prefix("OFL-").and_then(|name| name.strip_suffix(".txt")) else {
                continue;
            };
            let link = format!("pkg:generic/{name}");
            self.needs.entry(self.product.clone()).or_default().insert(link.clone());
            let (name, licence, notice) = (name.to_owned(), "OFL-1.1".to_owned(), read(&entry.path())?);
            self.parts.push(Part { name, version: None, link, licence, checksum: None, notice });
        }
        Ok(())
    }

    /// The bill as CycloneDX, the same for the same checkout.
    pub(crate) fn cyclonedx(&self) -> String {
        let component = |part: &Part| {
            let mut component = json!({
                "type": "library", "bom-ref": part.link, "name": part.name, "purl": part.link,
                "licenses": [{ "expression": part.licence }],
            });
            if let Some(version) = &part.version {
                component["version"] = json!(version);
            }
            if let Some(checksum) = &part.checksum {
                component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
            }
            component
        };
        let none = BTreeSet::new();
        let links = std::iter::once(&self.product).chain(self.parts.iter().map(|part| &part.link));
        let needs = links.map(|who| json!({ "ref": who, "dependsOn": self.needs.get(who).unwrap_or(&none) }));
        let bill = json!({
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {
                "component": {
                    "type": "application", "bom-ref": self.product, "name": self.product, "version": self.version,
                    "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                },
            },
            "components": self.parts.iter().map(component).collect::<Vec<_>>(),
            "dependencies": needs.collect::<Vec<_>>(),
        });
        format!("{bill:#}\n")
    }

    /// Who made what is inside, and the words their licences want to be handed on; the same words only once.
    pub(crate) fn notices(&self) -> String {
        let mut by_notice: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for part in &self.parts {
            let version = part.version.as_deref().unwrap_or_default();
            let line = format!("{} {version} ({})", part.name, part.licence).replace("  ", " ");
            by_notice.entry(part.notice.trim()).or_default().push(line);
        }
        let mut text = format!("What is inside {} {} beside its own code.\n", self.product, self.version);
        for (notice, parts) in by_notice {
            text += &format!("\n{}\n{}\n\n{notice}\n", "=".repeat(100), parts.join("\n"));
        }
        text
    }

    /// How many things of others there are.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }
}

fn crate_part(package: &Value, checksum: Option<String>) -> Part {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    let folder = Path::new(text("manifest_path")).parent().unwrap_or(Path::new(""));
    Part {
        name: text("name").to_owned(),
        version: Some(text("version").to_owned()),
        link: link(package),
        // How expressions were written before they had a grammar.
        licence: text("license").replace('/', " OR "),
        checksum,
        notice: notice(folder),
    }
}

/// The texts of a crate that say who made it and under which licence.
fn notice(folder: &Path) -> String {
    let named = |name: &str| {
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"]
            .iter()
            .any(|n| name.to_uppercase().starts_with(n))
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries
        .filter(|path| path.is_file() && path.file_name().is_some_and(|n| named(&n.to_string_lossy())))
        .collect();
    files.sort();
    files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).collect::<Vec<_>>().join("\n")
}

fn link(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", text("name"), text("version"))
}

fn ours(package: &Value) -> bool {
    package["source"].is_null()
}

/// A macro runs in the compiler and is no part of what it makes.
fn runs_at_build(package: &Value) -> bool {
    let kinds =
        package["targets"].as_array().into_iter().flatten().flat_map(|target| target["kind"].as_array());
    kinds.flatten().any(|kind| kind == "proc-macro")
}

/// The packages a node is linked with: neither those of tests nor those of build scripts.
fn linked(node: &Value) -> impl Iterator<Item = &str> {
    node["deps"].as_array().into_iter().flatten().filter_map(|dependency| {
        let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
        kinds.into_iter().any(|kind| kind["kind"].is_null()).then(|| dependency["pkg"].as_str())?
    })
}

/// What the lock file holds the package to.
fn checksum(lock: &str, package: &Value) -> Option<String> {
    let line = |key: &str| format!("{key} = \"{}\"", package[key].as_str().unwrap_or_default());
    let (name, version) = (line("name"), line("version"));
    let entry = lock
        .split("[[package]]")
        .find(|entry| entry.lines().any(|line| line == name) && entry.lines().any(|line| line == version))?;
    let checksum = entry.lines().find_map(|line| line.strip_prefix("checksum = "))?;
    Some(checksum.trim_matches('"').to_owned())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|why| Error::new(format!("{}: {why}", path.display())))
}

fn unreadable(why: &dyn std::fmt::Display) -> Error {
    Error::new(format!("the list of packages cannot be read: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, source: Option<&str>, kind: &str) -> Value {
        json!({ "name": name, "id": name, "version": "1.0.0", "license": "MIT/Apache-2.0", "source": source,
                "targets": [{ "kind": [kind] }] })
    }

    fn metadata() -> String {
        let outside = Some("registry");
        let needs = |name: &str, kind: Option<&str>| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [
                package("alhambra", None, "bin"), package("alhambra-rules", None, "lib"), package("serde", outside, "lib"),
                package("itoa", outside, "lib"), package("insta", outside, "lib"), package("cc", outside, "lib"),
                package("pyo3", outside, "lib"), package("derive", outside, "proc-macro"),
            ],
            "resolve": { "nodes": [
                { "id": "alhambra", "deps": [needs("alhambra-rules", None), needs("insta", Some("dev")), needs("cc", Some("build"))] },
                { "id": "alhambra-rules", "deps": [needs("serde", None)] },
                { "id": "serde", "deps": [needs("itoa", None), needs("derive", None), needs("serde", None)] },
                { "id": "itoa", "deps": [] },
            ] },
        });
        metadata.to_string()
    }

    const LOCK: &str = "[[package]]\nname = \"itoa\"\nversion = \"0.9.0\"\nchecksum = \"old\"\n\n\
                        [[package]]\nname = \"itoa\"\nversion = \"1.0.0\"\nchecksum = \"0a1b\"\n";

    #[test]
    fn the_bill_names_what_is_linked_with_licence_checksum_and_who_needs_it() {
        let mut bill = Bill::read(&metadata(), LOCK, "alhambra").unwrap();
        bill.client(r#"[{ "name": "@x/y", "version": "5.0.0", "license": "ISC", "notice": "By X." }]"#)
            .unwrap();
        let said: Value = serde_json::from_str(&bill.cyclonedx()).unwrap();
        let links: Vec<_> = said["components"].as_array().unwrap().iter().map(|part| &part["purl"]).collect();
        assert_eq!(
            links,
            ["pkg:cargo/serde@1.0.0", "pkg:cargo/itoa@1.0.0", "pkg:npm/%40x/y@5.0.0"],
            "neither ourselves nor what only tests and builds"
        );
        assert_eq!(said["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(said["components"][1]["hashes"][0]["content"], "0a1b");
        let needs = |who: &str| {
            let mut all = said["dependencies"].as_array().unwrap().iter();
            all.find(|line| line["ref"] == who).unwrap()["dependsOn"].clone()
        };
        assert_eq!(needs("alhambra"), json!(["pkg:cargo/serde@1.0.0", "pkg:npm/%40x/y@5.0.0"]));
        assert_eq!(needs("pkg:cargo/serde@1.0.0"), json!(["pkg:cargo/itoa@1.0.0", "pkg:cargo/serde@1.0.0"]));
        let notices = bill.notices();
        assert!(notices.contains("\n@x/y 5.0.0 (ISC)\n\nBy X.\n"), "{notices}");
        assert!(
            Bill::read("{", LOCK, "alhambra").is_err() && Bill::read(&metadata(), LOCK, "dragons").is_err()
        );
        bill.only("alhambra v0.2.0 (somewhere)\nserde v1.0.0\nitoa v0.9.0 (*)\n");
        let kept: Vec<_> = bill.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(kept, ["serde", "@x/y"], "the other version of a crate is another one");
        assert!(bill.client("[]").is_err(), "a client of nothing is a list that went wrong");
    }

    /// The lock file of this very checkout.
    #[test]
    fn checksums_are_those_of_the_lock_file() {
        let lock = include_str!("../../Cargo.lock");
        let serde = lock.split("[[package]]").find(|entry| entry.contains("name = \"serde\"\n")).unwrap();
        let version =
            serde.lines().find_map(|line| line.strip_prefix("version = ")).unwrap().trim_matches('"');
        let found = checksum(lock, &json!({ "name": "serde", "version": version })).unwrap();
        assert!(found.len() == 64 && serde.contains(&found), "{found}");
    }
}
