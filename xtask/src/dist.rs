//! `cargo xtask dist`: what people install, made from this checkout into `target/packages` (`target/dist` is cargo's own).
//!
//! A binary that needs nothing else, a Debian package with its unit and configuration, the Python wheel, the container image,
//! bills of materials, and the checksums of all of it. What this machine cannot make is named and left out.

use crate::bill::Bill;
use crate::shell::{Error, Result, Shell, say};
use crate::{python, tools, web};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The processor the packages are for: that of this machine.
const PROCESSOR: &str = std::env::consts::ARCH;

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
    let began = Instant::now();
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
    let bill = Bill::of(shell, "alhambra", &static_target(), true)?;
    let file = out.join(format!("alhambra-{version}.cdx.json"));
    std::fs::write(&file, bill.cyclonedx()).map_err(|why| failed(&file, why))?;
    say(&format!("{} parts of others are inside", bill.len()));
    let notices = bill.notices();
    archive(shell, &out, &binary, &version, &notices)?;
    debian(shell, &out, &Debian { binary: &binary, alone, version: &version, notices: &notices })?;
    if !args.no_wheel {
        let wheel = python::only_wheel(shell)?;
        copy(&wheel, &out.join(wheel.file_name().unwrap_or_default()))?;
        let bill = Bill::of(shell, "alhambra-py", &static_target(), false)?;
        let file = out.join(format!("alhambra-{version}-python.cdx.json"));
        std::fs::write(&file, bill.cyclonedx()).map_err(|why| failed(&file, why))?;
    }
    if !args.no_image {
        image(shell, &out, alone.then_some(&binary), &version);
    }
    checksums(shell, &out)?;
    say(&format!("made in {} within {} s:", out.display(), began.elapsed().as_secs()));
    for name in names(&out)? {
        say(&format!("  {name}"));
    }
    Ok(())
}

/// The target whose binaries run on any Linux.
fn static_target() -> String {
    format!("{PROCESSOR}-unknown-linux-musl")
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
    let target = static_target();
    if tools::target(shell, &target) && tools::musl(shell) {
        words.extend(["--target", &target]);
        folder.push(&target);
    } else {
        say(&format!("{target} cannot be had here: the binary needs the C library of this system"));
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

fn archive(shell: &Shell, out: &Path, binary: &Path, version: &str, notices: &str) -> Result<()> {
    let name = format!("alhambra-{version}-linux-{PROCESSOR}");
    let folder = out.join(&name);
    put(&folder, "alhambra", binary)?;
    write(&folder.join("THIRD-PARTY.txt"), notices)?;
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

/// What the Debian package is made of.
struct Debian<'a> {
    binary: &'a Path,
    alone: bool,
    version: &'a str,
    notices: &'a str,
}

/// A package with the unit, a configuration to edit and a user of its own.
fn debian(shell: &Shell, out: &Path, of: &Debian<'_>) -> Result<()> {
    if !shell.program("dpkg-deb", &["--version"]).works() {
        say("no dpkg-deb here: the Debian package is left out");
        return Ok(());
    }
    let folder = out.join("debian");
    put(&folder.join("usr/bin"), "alhambra", of.binary)?;
    let documents = folder.join("usr/share/doc/alhambra");
    put(&documents, "changelog", &shell.root().join("CHANGELOG.md"))?;
    shell.program("gzip", &["--best", "--no-name", &text(&documents.join("changelog"))]).run()?;
    let source = |file: &str| {
        let path = shell.root().join(file);
        std::fs::read_to_string(&path).map_err(|why| Error::new(format!("{}: {why}", path.display())))
    };
    let licences = format!("{}\n{}\n{}", source("LICENSE-MIT")?, source("LICENSE-APACHE")?, of.notices);
    for (name, content) in [
        ("usr/share/doc/alhambra/copyright", licences),
        ("usr/lib/systemd/system/alhambra.service", installed(&source("deploy/alhambra.service")?)),
        ("etc/alhambra.toml", CONFIGURATION.to_owned()),
        ("DEBIAN/control", control(of.version, PROCESSOR, of.alone)),
        ("DEBIAN/conffiles", "/etc/alhambra.toml\n".to_owned()),
        ("DEBIAN/postinst", AFTER.to_owned()),
        ("DEBIAN/prerm", BEFORE.to_owned()),
    ] {
        let path = folder.join(name);
        write(&path, &content)?;
        let mode = if name.starts_with("DEBIAN/p") { "755" } else { "644" };
        shell.program("chmod", &[mode, &text(&path)]).run()?;
    }
    let package = out.join(format!("alhambra_{}_{}.deb", of.version, architecture(PROCESSOR)));
    let words = ["--build", "--root-owner-group", &text(&folder), &text(&package)];
    shell.program("dpkg-deb", &words).run()?;
    remove(&folder)
}

/// What Debian calls a processor.
fn architecture(processor: &str) -> &str {
    match processor {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

fn control(version: &str, processor: &str, alone: bool) -> String {
    // A program that is not static was linked to the library of a system like this one.
    let depends = if alone { "" } else { "Depends: libc6, libgcc-s1\n" };
    format!(
        "Package: alhambra\nVersion: {version}\nSection: games\nPriority: optional\nArchitecture: {}\n{depends}\
         Maintainer: The Alhambra founders <alhambra@users.noreply.github.com>\n\
         Description: the board game Alhambra, with every module, for friends on one server\n \
         One program: play in the terminal, host tables for the browser, look back at games,\n \
         let bots play and study them.\n",
        architecture(processor)
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
    let Some(tool) = tools::image_builder(shell) else {
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

fn write(path: &Path, content: &str) -> Result<()> {
    let failed = |why: std::io::Error| Error::new(format!("{}: {why}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, content).map_err(failed)
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
        let on_system = control("0.2.0", "aarch64", false);
        assert!(on_system.contains("\nArchitecture: arm64\nDepends: libc6, "), "{on_system}");
        let control = control("0.2.0", "x86_64", true);
        assert!(!control.contains("Depends"), "{control}");
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
