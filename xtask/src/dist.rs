//! `cargo xtask dist`: what people install, made from this checkout into `target/packages` (`target/dist` is cargo's own).
//!
//! A binary that needs nothing else, a Debian package with its unit and configuration, the Python wheel, the container image,
//! a bill of materials, and the checksums of all of it. What this machine cannot make is named and left out.

use crate::shell::{Error, Result, Shell, say};
use crate::{python, tools, web};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The target whose binaries run on any Linux.
const STATIC: &str = "x86_64-unknown-linux-musl";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Build quickly instead of small and fast, to try the packaging itself
    #[arg(long)]
    quick: bool,
    /// Package this binary instead of building one
    #[arg(long, value_name = "FILE", conflicts_with = "quick")]
    binary: Option<PathBuf>,
    /// Leave the container image out
    #[arg(long)]
    no_image: bool,
    /// Leave the Python wheel out
    #[arg(long)]
    no_wheel: bool,
}

/// Makes everything.
///
/// # Errors
/// If the binary or a package cannot be built.
pub(crate) fn run(shell: &Shell, args: &Args) -> Result<()> {
    let version = version(shell)?;
    let out = shell.target().join("packages");
    let failed = |what: &Path, why: std::io::Error| Error::new(format!("{}: {why}", what.display()));
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(|why| failed(&out, why))?;
    }
    std::fs::create_dir_all(&out).map_err(|why| failed(&out, why))?;
    let binary = match &args.binary {
        Some(binary) => binary.clone(),
        None => {
            web::build(shell)?;
            build(shell, args.quick)?
        }
    };
    let alone = stands_alone(&std::fs::read(&binary).map_err(|why| failed(&binary, why))?);
    archive(shell, &out, &binary, &version)?;
    debian(shell, &out, &binary, &version)?;
    if !args.no_wheel {
        let wheel = python::only_wheel(shell)?;
        copy(&wheel, &out.join(wheel.file_name().unwrap_or_default()))?;
    }
    if !args.no_image {
        image(shell, &out, alone.then_some(&binary), &version);
    }
    let words = ["metadata", "--format-version", "1", "--locked", "--filter-platform", STATIC];
    let lock = shell.root().join("web/package-lock.json");
    let lock = std::fs::read_to_string(&lock).map_err(|why| failed(&lock, why))?;
    let bill = bill_of_materials(&shell.cargo(&words).output()?, &lock, &version)?;
    let file = out.join(format!("alhambra-{version}.cdx.json"));
    std::fs::write(&file, bill).map_err(|why| failed(&file, why))?;
    checksums(shell, &out)?;
    say(&format!("made in {}:", out.display()));
    for name in names(&out)? {
        say(&format!("  {name}"));
    }
    Ok(())
}

/// The version of everything, which stands in one place.
fn version(shell: &Shell) -> Result<String> {
    let path = shell.root().join("Cargo.toml");
    let text =
        std::fs::read_to_string(&path).map_err(|why| Error::new(format!("{}: {why}", path.display())))?;
    let package = text.split("[workspace.package]").nth(1).unwrap_or_default();
    let line = package.lines().find_map(|line| line.strip_prefix("version = "));
    line.map(|version| version.trim_matches('"').to_owned())
        .ok_or_else(|| Error::new("Cargo.toml has no version"))
}

/// The binary: static where its target and a C compiler for it can be had.
fn build(shell: &Shell, quick: bool) -> Result<PathBuf> {
    let profile = if quick { "release" } else { "dist" };
    let mut words = vec!["build", "--profile", profile, "--locked", "--package", "alhambra"];
    let mut folder = shell.target();
    if tools::target(shell, STATIC) && tools::musl(shell) {
        words.extend(["--target", STATIC]);
        folder.push(STATIC);
    } else {
        say(&format!("{STATIC} cannot be had here: the binary needs the C library of this system"));
    }
    let task = shell.cargo(&words);
    say(task.shown());
    task.run()?;
    Ok(folder.join(profile).join("alhambra"))
}

/// Whether a program runs without a loader, whose path would stand near its beginning.
fn stands_alone(program: &[u8]) -> bool {
    let head = &program[..program.len().min(8192)];
    program.starts_with(b"\x7fELF") && !head.windows(4).any(|part| part == b"/ld-")
}

fn archive(shell: &Shell, out: &Path, binary: &Path, version: &str) -> Result<()> {
    let name = format!("alhambra-{version}-linux-x86_64");
    let folder = out.join(&name);
    put(&folder, "alhambra", binary)?;
    for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "deploy/alhambra.service"] {
        put(&folder, file.rsplit('/').next().unwrap_or(file), &shell.root().join(file))?;
    }
    let packed = out.join(format!("{name}.tar.gz"));
    let words = ["--create", "--gzip", "--owner=0", "--group=0", "--sort=name", "--directory"];
    let (folder_of, packed) = (text(out), text(&packed));
    let words = [&words[..], &[folder_of.as_str(), "--file", packed.as_str(), name.as_str()]].concat();
    shell.program("tar", &words).run()?;
    remove(&folder)
}

/// A package with the unit, a configuration to edit and a user of its own.
fn debian(shell: &Shell, out: &Path, binary: &Path, version: &str) -> Result<()> {
    if !shell.program("dpkg-deb", &["--version"]).works() {
        say("no dpkg-deb here: the Debian package is left out");
        return Ok(());
    }
    let folder = out.join("debian");
    put(&folder.join("usr/bin"), "alhambra", binary)?;
    put(&folder.join("usr/share/doc/alhambra"), "copyright", &shell.root().join("LICENSE-MIT"))?;
    let unit = shell.root().join("deploy/alhambra.service");
    let unit =
        std::fs::read_to_string(&unit).map_err(|why| Error::new(format!("{}: {why}", unit.display())))?;
    for (name, content) in [
        ("usr/lib/systemd/system/alhambra.service", installed(&unit)),
        ("etc/alhambra.toml", CONFIGURATION.to_owned()),
        ("DEBIAN/control", control(version)),
        ("DEBIAN/conffiles", "/etc/alhambra.toml\n".to_owned()),
        ("DEBIAN/postinst", AFTER.to_owned()),
        ("DEBIAN/prerm", BEFORE.to_owned()),
    ] {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent).map_err(|why| Error::new(format!("{}: {why}", parent.display())))?;
        std::fs::write(&path, content).map_err(|why| Error::new(format!("{}: {why}", path.display())))?;
        if name.starts_with("DEBIAN/p") {
            shell.program("chmod", &["755", &text(&path)]).run()?;
        }
    }
    let package = out.join(format!("alhambra_{version}_amd64.deb"));
    let words = ["--build", "--root-owner-group", &text(&folder), &text(&package)];
    shell.program("dpkg-deb", &words).run()?;
    remove(&folder)
}

fn control(version: &str) -> String {
    format!(
        "Package: alhambra\nVersion: {version}\nSection: games\nPriority: optional\nArchitecture: amd64\n\
         Maintainer: The Alhambra founders <alhambra@users.noreply.github.com>\n\
         Description: the board game Alhambra, with every module, for friends on one server\n \
         One program: play in the terminal, host tables for the browser, look back at games,\n \
         let bots play and study them.\n"
    )
}

const CONFIGURATION: &str = "# Settings of the table server; `alhambra config` lists all of them with their meaning.\n\
    listen = \"127.0.0.1:8080\"\n";

/// The unit as it lies in a package: programs that come from one are in another folder, and nothing is left to copy.
fn installed(unit: &str) -> String {
    let lines =
        unit.lines().filter(|line| !line.starts_with("# systemd unit") && !line.starts_with("# `systemctl"));
    lines.map(|line| line.replace("/usr/local/bin/", "/usr/bin/") + "\n").collect()
}

/// The unit runs under a user that systemd makes; what is left to do is to tell it of the unit.
const AFTER: &str = "#!/bin/sh\nset -e\nif [ -d /run/systemd/system ]; then\n    systemctl daemon-reload\n    \
    systemctl try-restart alhambra.service || true\nfi\n";
const BEFORE: &str = "#!/bin/sh\nset -e\nif [ \"$1\" = remove ] && [ -d /run/systemd/system ]; then\n    \
    systemctl disable --now alhambra.service || true\nfi\n";

/// The container image as one file; said and left out where no tool can build it. Around a binary that stands alone it is made
/// from nothing else, otherwise from the whole Containerfile.
fn image(shell: &Shell, out: &Path, alone: Option<&PathBuf>, version: &str) {
    let tool = ["buildah", "podman"].into_iter().find(|tool| shell.program(tool, &["--version"]).works());
    let Some(tool) = tool else {
        say("neither buildah nor podman is here: the container image is left out");
        return;
    };
    let tag = format!("alhambra:{version}");
    let packed = text(&out.join(format!("alhambra-{version}-image.tar")));
    let context = out.join("image");
    let made = || -> Result<()> {
        let (file, folder) = match alone {
            Some(binary) => (text(&alone_context(shell, &context, binary)?), text(&context)),
            None => ("deploy/Containerfile".to_owned(), ".".to_owned()),
        };
        let words = ["build", "--isolation", "chroot", "--format", "docker", "--file"];
        let build = shell.program(tool, &[&words[..], &[&file, "--tag", &tag, &folder]].concat());
        say(build.shown());
        build.run()?;
        shell.program(tool, &["push", &tag, &format!("docker-archive:{packed}:{tag}")]).run()?;
        shell.program("gzip", &["--force", "--no-name", &packed]).run()
    };
    if let Err(why) = made() {
        say(&format!("the container image is left out: {why}"));
        // Half a file is none.
        let _: std::io::Result<()> = std::fs::remove_file(&packed);
    }
    let _: std::io::Result<()> = std::fs::remove_dir_all(&context);
}

/// The last stage of the Containerfile on an empty base, and what the stages before it would have handed over.
fn alone_context(shell: &Shell, folder: &Path, binary: &Path) -> Result<PathBuf> {
    let failed = |what: &Path, why: std::io::Error| Error::new(format!("{}: {why}", what.display()));
    put(&folder.join("build/src/target/release"), "alhambra", binary)?;
    for empty in ["build/volume", "build/etc/ssl/certs", "base/tmp"] {
        let path = folder.join(empty);
        std::fs::create_dir_all(&path).map_err(|why| failed(&path, why))?;
    }
    let bundle = folder.join("build/etc/ssl/certs/ca-certificates.crt");
    std::fs::write(&bundle, authorities(Path::new(AUTHORITIES))?).map_err(|why| failed(&bundle, why))?;
    let whole = shell.root().join("deploy/Containerfile");
    let stages = std::fs::read_to_string(&whole).map_err(|why| failed(&whole, why))?;
    let file = folder.join("Containerfile");
    std::fs::write(&file, on_nothing(&stages)?).map_err(|why| failed(&file, why))?;
    Ok(file)
}

/// Where the distribution's package has the authorities, without those somebody added to this machine.
const AUTHORITIES: &str = "/usr/share/ca-certificates/mozilla";

/// All authorities of a folder as one file, in the order of their names.
fn authorities(folder: &Path) -> Result<String> {
    let missing = |why: std::io::Error| {
        Error::new(format!("{}: {why}: apt-get install --yes ca-certificates", folder.display()))
    };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).map_err(missing)?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).map_err(missing)).collect()
}

fn on_nothing(containerfile: &str) -> Result<String> {
    let (_, last) = containerfile
        .split_once("FROM ${BASE} AS server\n")
        .ok_or_else(|| Error::new("deploy/Containerfile has no stage `FROM ${BASE} AS server`"))?;
    Ok(format!("FROM scratch AS build\nCOPY build /\nFROM scratch AS server\nCOPY base /\n{last}"))
}

/// Every crate that goes into the program and everything of the client that is not ours, with version and licence, in the
/// form of CycloneDX.
fn bill_of_materials(metadata: &str, lock: &str, version: &str) -> Result<String> {
    let unreadable =
        |why: &dyn std::fmt::Display| Error::new(format!("the list of packages cannot be read: {why}"));
    let metadata: serde_json::Value = serde_json::from_str(metadata).map_err(|why| unreadable(&why))?;
    let lock: serde_json::Value = serde_json::from_str(lock).map_err(|why| unreadable(&why))?;
    let packages = metadata["packages"].as_array().ok_or_else(|| unreadable(&"no packages"))?;
    let used = linked(&metadata).ok_or_else(|| unreadable(&"no package alhambra"))?;
    let ours = |package: &serde_json::Value| package["source"].is_null();
    let wanted = |package: &&serde_json::Value| {
        !ours(package) && package["id"].as_str().is_some_and(|id| used.contains(id))
    };
    let component = |kind: &str, name: &str, from: &serde_json::Value| {
        let link = format!("pkg:{kind}/{name}@{}", from["version"].as_str().unwrap_or(""));
        let licence = from["license"].as_str().map(|licence| serde_json::json!({ "expression": licence }));
        serde_json::json!({
            "type": "library", "name": name, "version": from["version"], "purl": link, "bom-ref": link,
            "licenses": licence.into_iter().collect::<Vec<_>>(),
        })
    };
    let mut components: Vec<_> = packages
        .iter()
        .filter(wanted)
        .map(|package| component("cargo", package["name"].as_str().unwrap_or(""), package))
        .collect();
    // What the browser loads beside our own code; everything else of the lock file only builds and tests.
    let svelte = &lock["packages"]["node_modules/svelte"];
    if svelte.is_null() {
        return Err(unreadable(&"no svelte in web/package-lock.json"));
    }
    components.push(component("npm", "svelte", svelte));
    let bill = serde_json::json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": { "type": "application", "name": "alhambra", "version": version } },
        "components": components,
    });
    serde_json::to_string_pretty(&bill).map_err(|why| unreadable(&why))
}

/// The packages that the program is linked from: those reached without tests and build scripts.
fn linked(metadata: &serde_json::Value) -> Option<BTreeSet<String>> {
    let nodes = metadata["resolve"]["nodes"].as_array()?;
    let game = metadata["packages"].as_array()?.iter().find(|package| package["name"] == "alhambra")?;
    let (mut found, mut open) = (BTreeSet::new(), vec![game["id"].as_str()?.to_owned()]);
    while let Some(id) = open.pop() {
        if !found.insert(id.clone()) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == *id)?;
        for dependency in node["deps"].as_array().into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            if kinds.into_iter().any(|kind| kind["kind"].is_null()) {
                open.push(dependency["pkg"].as_str()?.to_owned());
            }
        }
    }
    Some(found)
}

fn checksums(shell: &Shell, out: &Path) -> Result<()> {
    let files = names(out)?;
    let paths: Vec<String> = files.iter().map(|name| text(&out.join(name))).collect();
    let words: Vec<&str> = paths.iter().map(String::as_str).collect();
    let sums = shell.program("sha256sum", &words).output()?;
    // By name, so that they can be checked in the folder they were downloaded to.
    let folder = format!("{}/", text(out));
    let sums = sums.replace(&folder, "");
    let file = out.join("SHA256SUMS");
    std::fs::write(&file, sums).map_err(|why| Error::new(format!("{}: {why}", file.display())))
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let unreadable = |why: std::io::Error| Error::new(format!("{}: {why}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(unreadable)?.flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let mut names: Vec<String> =
        files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

fn put(folder: &Path, name: &str, from: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|why| Error::new(format!("{}: {why}", folder.display())))?;
    copy(from, &folder.join(name))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to)
        .map(|_| ())
        .map_err(|why| Error::new(format!("cannot copy {}: {why}", from.display())))
}

fn remove(folder: &Path) -> Result<()> {
    std::fs::remove_dir_all(folder).map_err(|why| Error::new(format!("{}: {why}", folder.display())))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bill_names_what_is_linked_with_its_licence() {
        let package = |name: &str, source: Option<&str>| serde_json::json!({ "name": name, "id": name, "version": "1.0.0", "license": "MIT", "source": source });
        let outside = Some("registry");
        let needs = |name: &str, kind: Option<&str>| serde_json::json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = serde_json::json!({
            "packages": [
                package("alhambra", None), package("serde", outside), package("itoa", outside),
                package("insta", outside), package("cc", outside), package("pyo3", outside),
            ],
            "resolve": { "nodes": [
                { "id": "alhambra", "deps": [needs("serde", None), needs("insta", Some("dev")), needs("cc", Some("build"))] },
                { "id": "serde", "deps": [needs("itoa", None), needs("serde", None)] },
                { "id": "itoa", "deps": [] },
            ] },
        });
        let lock = r#"{ "packages": { "node_modules/svelte": { "version": "5.0.0", "license": "MIT" } } }"#;
        let bill = bill_of_materials(&metadata.to_string(), lock, "0.2.0").unwrap();
        let bill: serde_json::Value = serde_json::from_str(&bill).unwrap();
        let named = bill["components"].as_array().unwrap().iter().map(|part| part["purl"].as_str().unwrap());
        assert_eq!(
            named.collect::<Vec<_>>(),
            ["pkg:cargo/serde@1.0.0", "pkg:cargo/itoa@1.0.0", "pkg:npm/svelte@5.0.0"],
            "neither ourselves nor what only tests and builds"
        );
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT");
        assert!(bill_of_materials("{", lock, "0.2.0").is_err());
        assert!(bill_of_materials(&metadata.to_string(), "{}", "0.2.0").is_err());
    }

    #[test]
    fn a_program_with_a_loader_does_not_stand_alone() {
        assert!(stands_alone(b"\x7fELF and so on"));
        assert!(!stands_alone(b"\x7fELF /lib64/ld-linux-x86-64.so.2"));
        assert!(!stands_alone(b"#!/bin/sh\n") && !stands_alone(b""));
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(stands_alone(&own), cfg!(target_env = "musl"), "tests are linked to the system's library");
    }

    #[test]
    fn the_image_of_a_static_binary_is_the_last_stage_on_nothing() {
        let file = on_nothing(include_str!("../../deploy/Containerfile")).unwrap();
        let stages: Vec<&str> = file.lines().filter(|line| line.starts_with("FROM ")).collect();
        assert_eq!(stages, ["FROM scratch AS build", "FROM scratch AS server"]);
        assert!(file.contains("\nUSER 65532:65532\n") && file.contains("\nENTRYPOINT "), "{file}");
        assert!(on_nothing("FROM x\n").is_err());
    }

    #[test]
    fn the_unit_of_the_package_starts_the_program_of_the_package() {
        let unit = installed(include_str!("../../deploy/alhambra.service"));
        assert!(unit.contains("ExecStart=/usr/bin/alhambra serve") && !unit.contains("/usr/local"), "{unit}");
        assert!(unit.starts_with("[Unit]"), "{unit}");
    }

    #[test]
    fn the_package_says_what_debian_asks_for() {
        let control = control("0.2.0");
        for field in ["Package: alhambra\n", "Version: 0.2.0\n", "Architecture: amd64\n", "Description: "] {
            assert!(control.contains(field), "{field}");
        }
        // Lines of the long description begin with a space.
        assert!(
            control
                .lines()
                .skip_while(|line| !line.starts_with("Description"))
                .skip(1)
                .all(|l| l.starts_with(' '))
        );
    }
}
