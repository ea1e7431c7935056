//! The commands from outside, on checkouts made for the purpose.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that disappears with the test.
struct Checkout(PathBuf);

impl Checkout {
    fn new(files: &[(&str, &str)]) -> Checkout {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("xtask-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let checkout = Checkout(std::env::temp_dir().join(name));
        checkout.write("Cargo.toml", "[workspace]\nmembers = []\n");
        for (path, text) in files {
            checkout.write(path, text);
        }
        checkout
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }

    fn xtask(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(args).arg("--root").arg(&self.0).output().unwrap()
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn refused(output: &Output, part: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "it passed: {said}");
    assert!(said.contains(part), "{said:?} lacks {part:?}");
}

#[track_caller]
fn passed(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const REGISTRY: &str = "crates/alhambra-rules/src/registry.rs";
const EMPTY: &str = "modules! {\n    // modules: begin\n    // modules: end\n}\n";

#[test]
fn a_clean_checkout_is_tidy() {
    let checkout = Checkout::new(&[("crates/alhambra-rules/src/lib.rs", "//! Rules.\n")]);
    passed(&checkout.xtask(&["tidy"]));
}

#[test]
fn tidy_names_file_and_line_and_counts() {
    let checkout = Checkout::new(&[("crates/alhambra-rules/src/lib.rs", "//! Rules.\nuse std::fs;\n")]);
    let output = checkout.xtask(&["tidy"]);
    refused(&output, "error: crates/alhambra-rules/src/lib.rs:2: `std::fs` in the rules crate");
    refused(&output, "tidy: 1 finding");
}

#[test]
fn tidy_skips_what_is_built() {
    passed(&Checkout::new(&[("target/x.rs", "use std::fs;")]).xtask(&["tidy"]));
}

#[test]
fn a_new_module_is_complete_and_tidy() {
    let checkout = Checkout::new(&[(REGISTRY, EMPTY)]);
    passed(&checkout.xtask(&["new-module", "17", "new-score-cards"]));
    passed(&checkout.xtask(&["new-module", "03", "bonus-cards"]));
    let registry = checkout.read(REGISTRY);
    assert!(registry.find("m03_bonus_cards") < registry.find("m17_new_score_cards"), "{registry}");
    let code = checkout.read("crates/alhambra-rules/src/modules/m17_new_score_cards/mod.rs");
    assert!(code.starts_with("//! Module 17, New Score Cards."), "{code}");
    passed(&checkout.xtask(&["tidy"]));
}

#[test]
fn bad_new_modules_are_refused_and_leave_nothing() {
    let checkout = Checkout::new(&[(REGISTRY, EMPTY)]);
    refused(&checkout.xtask(&["new-module", "50", "dragons"]), "name its number in the box");
    refused(
        &checkout.xtask(&["new-module", "7", "The Characters"]),
        "lower-case English words joined by hyphens",
    );
    refused(&checkout.xtask(&["new-module", "7"]), "<NAME>");
    assert_eq!(checkout.read(REGISTRY), EMPTY);
    assert!(!checkout.0.join("crates/alhambra-rules/src/modules").exists());

    passed(&checkout.xtask(&["new-module", "7", "characters"]));
    refused(&checkout.xtask(&["new-module", "7", "characters"]), "registered already");
    checkout.write(REGISTRY, EMPTY);
    refused(&checkout.xtask(&["new-module", "7", "others"]), "module 7 exists already");
}

#[test]
fn a_registry_without_marks_is_named() {
    let checkout = Checkout::new(&[(REGISTRY, "fn main() {}\n")]);
    refused(&checkout.xtask(&["new-module", "7", "characters"]), "// modules: begin");
    refused(&Checkout::new(&[]).xtask(&["new-module", "7", "characters"]), "cannot read");
}

#[test]
fn before_the_first_release_there_is_nothing_to_keep() {
    let output = Checkout::new(&[]).xtask(&["semver"]);
    passed(&output);
    assert!(String::from_utf8_lossy(&output.stdout).contains("nothing has been released yet"));
}

#[test]
fn wrong_arguments_get_help() {
    let checkout = Checkout::new(&[]);
    refused(&checkout.xtask(&[]), "Usage: cargo xtask");
    refused(&checkout.xtask(&["polish"]), "unrecognized subcommand");
    refused(&checkout.xtask(&["soak", "--games", "0"]), "--games");
    refused(&checkout.xtask(&["bench", "--games", "many"]), "--games");
    refused(&checkout.xtask(&["play"]), "there is no game to run");
}

#[test]
fn a_folder_that_is_no_workspace_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.args(["tidy", "--root"]).arg(Path::new("no-such-checkout")).output().unwrap();
    refused(&output, "cannot read");
}
