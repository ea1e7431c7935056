//! `cargo xtask test`: everything a change must pass, in one order, on any machine.

use crate::shell::{Error, Result, Shell, Task, say};
use crate::{format, tidy, tools, web};
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How long each fuzz target runs
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    fuzz_seconds: u32,
}

pub(crate) fn run(shell: &Shell, args: &Args) -> Result<()> {
    let mut steps = Steps::default();
    let result = all(shell, args, &mut steps);
    print!("{}", steps.table());
    result
}

fn all(shell: &Shell, args: &Args, steps: &mut Steps) -> Result<()> {
    let (mut nextest, mut postgres) = (false, false);
    steps.step("tools", "cargo xtask test", || {
        tools::component(shell, "fmt", "rustfmt")?;
        tools::component(shell, "clippy", "clippy")?;
        nextest = tools::cargo_tool(shell, "nextest");
        postgres = tools::postgres(shell);
        if tools::image_builder(shell).is_none() {
            say("no builder of container images can be installed here: the test of the image says so and passes");
        }
        Ok(())
    })?;
    if web::exists(shell) {
        // Before cargo: the server carries the client inside.
        steps
            .step("web client", "npm --prefix web ci && npm --prefix web run build", || web::build(shell))?;
        for (name, task) in web::checks(shell) {
            steps.task(name, task)?;
        }
    }
    steps.step("format", "cargo xtask fmt --check", || format::check(shell))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    steps.task("clippy", shell.cargo(&clippy))?;
    steps.step("tidy", "cargo xtask tidy", || tidy::run(shell))?;
    dependencies(shell, steps)?;
    if !postgres {
        say("PostgreSQL cannot be installed here: tests of several servers on one database say so and pass");
    }
    steps.task("tests", tests(shell, nextest, postgres))?;
    if web::exists(shell) {
        steps.step("browser", "cargo xtask test", || web::browser(shell))?;
    }
    steps.task("examples in docs", shell.cargo(&["test", "--doc", "--workspace", "--all-features"]))?;
    steps.task("documentation", documentation(shell))?;
    steps.step("Python package", "cargo xtask python", || crate::python::run(shell))?;
    fuzz(shell, args.fuzz_seconds, steps)
}

fn tests(shell: &Shell, nextest: bool, postgres: bool) -> Task {
    let task = if nextest {
        shell.cargo(&["nextest", "run", "--workspace", "--all-features", "--no-fail-fast"])
    } else {
        say("cargo-nextest cannot be installed here: cargo test runs the same tests, only slower");
        shell.cargo(&["test", "--workspace", "--all-features", "--tests", "--no-fail-fast"])
    };
    // Where PostgreSQL is, tests that need it must not pass without it.
    if postgres { task.env("ALHAMBRA_TEST_POSTGRES", "1") } else { task }
}

fn documentation(shell: &Shell) -> Task {
    let flags = std::env::var("RUSTDOCFLAGS").unwrap_or_default();
    let flags = format!("{flags} -D warnings");
    shell.cargo(&["doc", "--workspace", "--all-features", "--no-deps"]).env("RUSTDOCFLAGS", flags.trim())
}

/// Licences, sources and doubles of what we depend on; known holes as well where their database can be fetched.
fn dependencies(shell: &Shell, steps: &mut Steps) -> Result<()> {
    if !tools::cargo_tool(shell, "deny") {
        return steps.skip("dependencies", "cargo-deny cannot be installed here");
    }
    let mut words = vec!["deny", "--log-level", "error", "check", "licenses", "bans", "sources"];
    if shell.cargo(&["deny", "fetch", "db"]).works() {
        words.push("advisories");
    } else {
        say("the database of advisories cannot be fetched here: they are checked where it can");
    }
    steps.task("dependencies", shell.cargo(&words))
}

/// The fuzz targets for a few seconds each, from the seeds in the repository on. Without a fuzzer the property tests of the same functions have
/// already run with the tests, so a machine that cannot have one is told so and passes.
fn fuzz(shell: &Shell, seconds: u32, steps: &mut Steps) -> Result<()> {
    let Ok(manifest) = std::fs::read_to_string(shell.root().join("fuzz/Cargo.toml")) else {
        return steps.skip("fuzz", "there is no fuzz/ folder in this checkout");
    };
    if !tools::cpp_compiler(shell) || !tools::cargo_tool(shell, "fuzz") {
        let why =
            "no fuzzer can be installed here; the property tests of the same functions ran with the tests";
        return steps.skip("fuzz", why);
    }
    // Stable Rust has no sanitizers, and the engine has no unsafe code for them to watch.
    let time = format!("-max_total_time={seconds}");
    for target in targets(&manifest) {
        // What is found goes into the first folder, which git does not know; the seeds stay as they are.
        let found = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(shell.root().join(&found))
            .map_err(|why| Error::new(format!("{found}: {why}")))?;
        let seeds = seeds(shell.root(), &target);
        let words = ["fuzz", "run", "--sanitizer", "none", &target, &found];
        let words: Vec<&str> =
            words.into_iter().chain(seeds.iter().map(String::as_str)).chain(["--"]).collect();
        let limits = [time.as_str(), "-rss_limit_mb=2048", "-verbosity=0", "-print_final_stats=1"];
        steps.task(&format!("fuzz {target}"), shell.cargo(&[&words[..], &limits[..]].concat()))?;
    }
    Ok(())
}

/// Where a target begins: bytes that lead to positions, which all of them understand, and those that only it does.
fn seeds(root: &Path, target: &str) -> Vec<String> {
    let folders = ["positions", target].map(|name| format!("fuzz/seeds/{name}"));
    folders.into_iter().filter(|folder| root.join(folder).is_dir()).collect()
}

/// The names of the `[[bin]]` tables.
fn targets(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut in_bin = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            in_bin = line == "[[bin]]";
        } else if in_bin
            && let Some((key, value)) = line.split_once('=')
            && key.trim() == "name"
        {
            names.push(value.trim().trim_matches('"').to_owned());
        }
    }
    names
}

/// What has been done and how long it took.
#[derive(Default)]
struct Steps {
    done: Vec<(String, Outcome, Duration)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Skipped,
}

impl Steps {
    fn task(&mut self, name: &str, task: Task) -> Result<()> {
        let again = task.shown().to_owned();
        self.step(name, &again, || task.run())
    }

    fn step(&mut self, name: &str, again: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let number = self.done.len() + 1;
        say(&format!("step {number}, {name}: {again}"));
        let start = Instant::now();
        let result = work();
        let took = start.elapsed();
        let outcome = if result.is_ok() { Outcome::Passed } else { Outcome::Failed };
        self.done.push((name.to_owned(), outcome, took));
        match result {
            Ok(()) => {
                say(&format!("step {number}, {name}: passed in {:.1} s", took.as_secs_f64()));
                Ok(())
            }
            Err(error) => Err(Error::new(format!(
                "step {number}, {name}, failed after {:.1} s: {error}\nrun it again with: {again}",
                took.as_secs_f64()
            ))),
        }
    }

    fn skip(&mut self, name: &str, why: &str) -> Result<()> {
        say(&format!("step {}, {name}: skipped, {why}", self.done.len() + 1));
        self.done.push((name.to_owned(), Outcome::Skipped, Duration::ZERO));
        Ok(())
    }

    fn table(&self) -> String {
        let width = self.done.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(5);
        let mut table = format!("\n  #  {:width$}  seconds\n", "step");
        for (i, (name, outcome, took)) in self.done.iter().enumerate() {
            let note = match outcome {
                Outcome::Passed => "",
                Outcome::Failed => "  FAILED",
                Outcome::Skipped => "  skipped",
            };
            table += &format!(" {:2}  {name:width$}  {:7.1}{note}\n", i + 1, took.as_secs_f64());
        }
        let total: Duration = self.done.iter().map(|(.., took)| *took).sum();
        table + &format!("     {:width$}  {:7.1}\n", "total", total.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_the_bins_of_the_fuzz_manifest() {
        let manifest = "[package]\nname = \"alhambra-fuzz\"\n[[bin]]\nname = \"legal_vs_check\"\ntest = false\n\
                        [dependencies]\nname = \"no\"\n[[bin]]\npath = \"x\"\nname=\"record_roundtrip\"\n";
        assert_eq!(targets(manifest), ["legal_vs_check", "record_roundtrip"]);
    }

    /// Every folder of seeds belongs to a target, and is small enough to be kept.
    #[test]
    fn fuzzing_begins_with_the_seeds_of_this_checkout() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let targets = targets(&std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap());
        assert_eq!(seeds(root, "any_record"), ["fuzz/seeds/positions", "fuzz/seeds/any_record"]);
        assert_eq!(seeds(root, "legal_vs_check"), ["fuzz/seeds/positions"]);
        let mut bytes = 0;
        for folder in std::fs::read_dir(root.join("fuzz/seeds")).unwrap().flatten() {
            let name = folder.file_name().into_string().unwrap();
            assert!(name == "positions" || targets.contains(&name), "{name} is no target");
            let files = std::fs::read_dir(folder.path()).unwrap().flatten();
            bytes += files.map(|file| file.metadata().unwrap().len()).sum::<u64>();
        }
        assert!((1_000..200_000).contains(&bytes), "{bytes} bytes of seeds");
    }

    #[test]
    fn a_failing_step_says_how_to_run_it_again() {
        let mut steps = Steps::default();
        steps.step("one", "true", || Ok(())).unwrap();
        let error = steps.step("two", "cargo two", || Err(Error::new("no luck"))).unwrap_err().to_string();
        assert!(error.contains("step 2, two, failed"), "{error}");
        assert!(error.ends_with("no luck\nrun it again with: cargo two"), "{error}");
        steps.skip("three", "not here").unwrap();
        let table = steps.table();
        assert!(table.contains("  1  one"), "{table}");
        assert!(table.contains("FAILED"), "{table}");
        assert!(table.contains("skipped"), "{table}");
    }
}
