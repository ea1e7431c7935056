//! The image of `deploy/Containerfile`: what its stages are handed, and the server in it.
//!
//! Base images come from the network, which a test must not need: the stage that becomes the image is built as it stands,
//! on the system libraries of this machine instead of Debian's, and with the binary of this test instead of a release.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn containerfile() -> String {
    std::fs::read_to_string(root().join("deploy/Containerfile")).unwrap()
}

/// The lines of a stage, from its `FROM` on.
fn stage(name: &str) -> String {
    let text = containerfile();
    let stages = text.split("\nFROM ").skip(1);
    let found = stages
        .into_iter()
        .find(|stage| stage.lines().next().is_some_and(|l| l.ends_with(&format!(" AS {name}"))));
    format!("FROM {}\n", found.unwrap_or_else(|| panic!("there is no stage {name}")))
}

/// What a stage copies from the checkout: from where to where.
fn copied(stage: &str) -> Vec<(String, String)> {
    let lines = stage
        .lines()
        .filter_map(|line| line.strip_prefix("COPY "))
        .filter(|line| !line.starts_with("--from"));
    lines.map(|line| line.split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap()).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true if ["node_modules", "dist", "out", "tests", "test-results"].contains(&name.as_str()) => {}
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// What the guide promises of the unit: the system hears when the server is ready and that it lives, and nobody else reads its
/// files.
#[test]
fn the_unit_waits_for_the_server_watches_it_and_keeps_its_files_to_it() {
    let unit = std::fs::read_to_string(root().join("deploy/alhambra.service")).unwrap();
    let service = unit.split("\n[Service]\n").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap();
    let said = |name: &str| -> Vec<&str> {
        service.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('=')).collect()
    };
    assert_eq!(said("Type"), ["notify"]);
    assert_eq!(said("WatchdogSec"), ["30"]);
    assert_eq!(said("UMask"), ["0077"]);
    assert_eq!(said("StateDirectoryMode"), ["0700"]);
}

/// Whatever the client reads from outside its own folder lies at the same place in the image.
#[test]
fn the_client_is_handed_everything_it_reads() {
    let root = root();
    let web = stage("web");
    let copied = copied(&web);
    let at = |from: &str| {
        copied
            .iter()
            .any(|(a, b)| (from == a || from.starts_with(&format!("{a}/"))) && *b == format!("/src/{a}"))
    };
    assert!(at("web/package.json"), "{copied:?}");
    let mut sources = Vec::new();
    files(&root.join("web"), &mut sources);
    for source in sources.iter().filter(|path| {
        path.extension().is_some_and(|e| ["ts", "svelte", "js", "json"].iter().any(|w| e == *w))
    }) {
        let Ok(text) = std::fs::read_to_string(source) else { continue };
        for quoted in text
            .split(['\'', '"', '`'])
            .filter(|part| part.contains("../crates/") || part.contains("../fixtures/"))
        {
            let place = quoted.trim_start_matches("../");
            let folder = place.split('*').next().unwrap_or_default().trim_end_matches('/');
            assert!(at(folder), "{}: {quoted} is not copied into the stage of the client", source.display());
        }
    }
}

/// The client can be built from what its stage copies alone; what modules say, the program itself serves. It needs the
/// packages of npm.
#[test]
fn the_client_of_the_image_is_built_from_its_stage() {
    let root = root();
    let packages = root.join("web/node_modules");
    if !packages.exists() {
        eprintln!("no packages of npm here: `npm ci` in web/ and run this test again");
        return;
    }
    let place = tempfile::tempdir().unwrap();
    for (from, to) in copied(&stage("web")) {
        let to = place.path().join(to.trim_start_matches("/src/"));
        let mut all = Vec::new();
        files(&root.join(&from), &mut all);
        for file in all {
            let target = to.join(file.strip_prefix(root.join(&from)).unwrap());
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::copy(&file, target).unwrap();
        }
    }
    let web = place.path().join("web");
    std::os::unix::fs::symlink(packages.canonicalize().unwrap(), web.join("node_modules")).unwrap();
    let built =
        Command::new("npm").args(["run", "build"]).current_dir(&web).stdin(Stdio::null()).output().unwrap();
    assert!(built.status.success(), "{}", said(&built));
    let mut assets = Vec::new();
    files(&web.join("dist"), &mut assets);
    let script = |path: &&PathBuf| path.extension().is_some_and(|e| e == "js");
    assert!(
        assets.iter().any(|path| path.ends_with("index.html")) && assets.iter().filter(script).count() > 1
    );
}

fn said(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Buildah with a store of its own.
struct Buildah {
    store: tempfile::TempDir,
}

impl Buildah {
    fn command(&self) -> Command {
        let mut command = Command::new("buildah");
        command.args(["--storage-driver", "vfs", "--root"]).arg(self.store.path().join("root"));
        command.arg("--runroot").arg(self.store.path().join("run")).stdin(Stdio::null());
        command
    }

    fn run(&self, words: &[&str]) -> String {
        let output = self.command().args(words).output().unwrap();
        assert!(output.status.success(), "buildah {words:?}: {}", said(&output));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

impl Drop for Buildah {
    fn drop(&mut self) {
        let _ = self.command().args(["rm", "--all"]).output();
        let _ = self.command().args(["rmi", "--all", "--force"]).output();
    }
}

/// The server inside the container, ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Never `kill -TERM -123`: some versions of it read that as "everybody".
        let _ = Command::new("pkill").args(["-TERM", "-g", &self.0.id().to_string()]).status();
        let _ = self.0.wait();
    }
}

/// What the server answers, with its head.
fn get(port: u16, path: &str) -> String {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Every file of a name below a folder.
fn find(folder: &Path, name: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            find(&path, name, found);
        } else if path.file_name().is_some_and(|own| own == name) {
            found.push(path);
        }
    }
}

/// The image starts as it says, as nobody, answers, finds itself healthy, and keeps its data to itself.
#[test]
fn the_image_is_built_and_started() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    let root_here = std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    if !there("buildah") || !there("ldd") || !root_here {
        eprintln!(
            "the image cannot be built here: it takes buildah (`apt-get install buildah`), ldd and root"
        );
        return;
    }
    // What the stages before it would hand over.
    let context = tempfile::tempdir().unwrap();
    let put = |from: &Path, to: &str| {
        let to = context.path().join(to.trim_start_matches('/'));
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(from, to).unwrap();
    };
    let binary = Path::new(env!("CARGO_BIN_EXE_alhambra"));
    put(binary, "build/src/target/release/alhambra");
    // Without what debuggers read it is a tenth of it; nothing depends on that.
    let copy = context.path().join("build/src/target/release/alhambra");
    let _ = Command::new("strip").arg(copy).status();
    std::fs::create_dir_all(context.path().join("build/etc/ssl/certs")).unwrap();
    std::fs::create_dir_all(context.path().join("build/volume")).unwrap();
    std::fs::write(context.path().join("build/etc/ssl/certs/ca-certificates.crt"), "").unwrap();
    let libraries = Command::new("ldd").arg(binary).output().unwrap();
    for word in
        String::from_utf8_lossy(&libraries.stdout).split_whitespace().filter(|word| word.starts_with('/'))
    {
        put(Path::new(word), &format!("base{word}"));
    }
    // A build for tests reads its page where it was built, from the folder of its crate on; a release carries it inside.
    if let Ok(page) = root().join("web/dist/index.html").canonicalize() {
        put(&page, &format!("base{}", page.display()));
        let beside = root().join("crates/alhambra-server").canonicalize().unwrap();
        std::fs::create_dir_all(context.path().join(format!("base{}", beside.display()))).unwrap();
    }
    std::fs::create_dir_all(context.path().join("base/tmp")).unwrap();
    let text = format!(
        "ARG BASE=base\nFROM scratch AS base\nCOPY base /\nFROM scratch AS build\nCOPY build /\n{}",
        stage("server").replace("${BASE}", "base")
    );
    std::fs::write(context.path().join("Containerfile"), text).unwrap();
    let buildah = Buildah { store: tempfile::tempdir().unwrap() };
    let folder = context.path().to_string_lossy().into_owned();
    buildah.run(&["bud", "--isolation", "chroot", "--format", "docker", "-t", "alhambra-test", &folder]);
    let about: serde_json::Value =
        serde_json::from_str(&buildah.run(&["inspect", "--type", "image", "alhambra-test"])).unwrap();
    let settings = &about["Docker"]["config"];
    let words = |value: &serde_json::Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    };
    let (entry, health) = (words(&settings["Entrypoint"]), words(&settings["Healthcheck"]["Test"]));
    assert_eq!(settings["User"], "65532:65532", "{settings}");
    assert_eq!(health.first().map(String::as_str), Some("CMD"), "{settings}");
    assert!(words(&settings["Env"]).iter().any(|line| line == "ALHAMBRA_DATA_DIR=/data"), "{settings}");

    let container = buildah.run(&["from", "alhambra-test"]);
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let inside = |words: &[String]| {
        let mut command = buildah.command();
        command.args(["run", "--isolation", "chroot", "--env"]);
        command.arg(format!("ALHAMBRA_LISTEN=127.0.0.1:{port}")).arg(&container).arg("--").args(words);
        command
    };
    let server =
        inside(&entry).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0).spawn().unwrap();
    let mut server = Running(server);
    let began = Instant::now();
    let healthy = || inside(&health[1..]).output().unwrap();
    let mut last = healthy();
    while !last.status.success() {
        let dead = server.0.try_wait().unwrap();
        assert!(dead.is_none() && began.elapsed() < Duration::from_secs(60), "{dead:?} {}", said(&last));
        std::thread::sleep(Duration::from_millis(200));
        last = healthy();
    }
    // The server, its page, and what modules and refusals say: all of it must be in the image.
    for (path, known) in [
        ("/api/info", env!("CARGO_PKG_VERSION")),
        ("/", "<title>"),
        ("/api/modules/new-score-cards", "first scoring"),
        ("/api/modules/new-score-cards/help?lang=de", "Neue Wertungskarten"),
        ("/api/refusals", "there is no such table"),
        ("/api/refusals?lang=de", "Diesen Tisch gibt es nicht"),
    ] {
        let answer = get(port, path);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(known), "{path}: {answer}");
    }
    let mut kept = Vec::new();
    find(buildah.store.path(), "alhambra.db", &mut kept);
    assert_eq!(kept.len(), 1, "the volume has the database: {kept:?}");
    let database = std::fs::metadata(&kept[0]).unwrap();
    assert_eq!((database.uid(), database.permissions().mode() & 0o777), (65532, 0o600));
    drop(server);
    assert!(!healthy().status.success(), "nobody is there any more");
}
