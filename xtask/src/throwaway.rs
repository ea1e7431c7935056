//! `cargo xtask soak --module`: makes a module to throw away in a copy of the tree and sees it offered, drawn, played by a bot
//! and told in both languages, without another file touched.

use crate::new_module;
use crate::shell::{Error, Result, Shell, Task, say};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Put together, so that this file does not name the module it makes.
const NAME: &str = concat!("puppet", "-show");
/// What the module is made of, over what `new-module` writes.
const TOY: [(&str, &str); 4] = [
    (include_str!("../templates/toy/mod.rs.tmpl"), "mod.rs"),
    (include_str!("../templates/toy/words.en.json.tmpl"), "words.en.json"),
    (include_str!("../templates/toy/words.de.json.tmpl"), "words.de.json"),
    (include_str!("../templates/toy/board.json.tmpl"), "board.json"),
];
const MODULES: &str = "crates/alhambra-rules/src/modules";
/// The one other file that a module has a line in.
const REGISTRY: &str = "crates/alhambra-rules/src/registry.rs";
/// Where the page's tests find a game that was played with the module.
const PLAYED: &str = "web/tests/unit/played-thrown-away.json";

/// # Errors
/// If the copy cannot be made, or one of the checks fails in it.
pub(crate) fn run(shell: &Shell) -> Result<()> {
    let copy = Copy::of(shell)?;
    let inside = Shell::open(Some(copy.0.clone()))?;
    begin_history(&inside)?;
    let number = new_module::OWN;
    new_module::run(&inside, &new_module::Args::of(&number.to_string(), NAME))?;
    let folder = format!("m{number:02}_puppet_show");
    for (template, file) in TOY {
        let text = template
            .replace("{{number}}", &number.to_string())
            .replace("{{Name}}", "PuppetShow")
            .replace("{{title}}", "Puppet Show")
            .replace("{{slug}}", NAME)
            .replace("{{folder}}", &folder)
            .replace("{{card}}", "placement-1");
        let path = copy.0.join(MODULES).join(&folder).join(file);
        fs::write(&path, text).map_err(|error| failed("write", &path, &error))?;
    }
    // Nobody else names the module, and its folder and line are as they must be.
    crate::tidy::run(&inside)?;
    only_its_own(&inside, &folder)?;
    copy.be_another_version()?;
    copy.link_packages(shell)?;
    for task in checks(shell, &inside, &copy.0) {
        say(task.shown());
        task.run()?;
    }
    Ok(())
}

/// What comes now can be told from what was there.
fn begin_history(inside: &Shell) -> Result<()> {
    let somebody = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost"];
    let commit = ["commit", "--quiet", "--no-verify", "--message", "as it was"];
    inside.program("git", &["init", "--quiet"]).run()?;
    inside.program("git", &["add", "--all"]).run()?;
    inside.program("git", &[&somebody[..], &commit[..]].concat()).run()
}

/// A module is its folder and its line in the registry: nothing else was touched.
fn only_its_own(inside: &Shell, folder: &str) -> Result<()> {
    let changed =
        inside.program("git", &["status", "--porcelain", "--untracked-files=all", "-z"]).output()?;
    let strange = strange(&changed, &format!("{MODULES}/{folder}/"));
    if strange.is_empty() {
        return Ok(());
    }
    let message = format!(
        "a module is its folder and a line in {REGISTRY}; this was touched, too: {}",
        strange.join(", ")
    );
    Err(Error::new(message))
}

/// Of what `git status` lists, whatever lies neither in the folder nor is the registry.
fn strange<'a>(changed: &'a str, folder: &str) -> Vec<&'a str> {
    let paths = changed.split('\0').filter_map(|line| line.get(3..));
    paths.filter(|path| !path.starts_with(folder) && *path != REGISTRY).collect()
}

/// Built where our own build is, and as our tests are: what we depend on is there already, and what is ours has another version.
fn checks(shell: &Shell, inside: &Shell, copy: &Path) -> Vec<Task> {
    let target = shell.target().display().to_string();
    let played = copy.join(PLAYED).display().to_string();
    let tests = ["test", "--workspace", "--all-features", "--test", "looks", "--test", "looks_build"];
    let web = copy.join("web").display().to_string();
    let environment =
        [("CARGO_TARGET_DIR", target.as_str()), ("ALHAMBRA_MODULE", NAME), ("ALHAMBRA_VIEW", &played)];
    let built = environment.iter().fold(inside.cargo(&tests), |task, (name, value)| task.env(name, value));
    vec![built, inside.program("npm", &["--prefix", &web, "test", "--", "tests/unit/boards.test.ts"])]
}

/// A copy of what is under version control, which disappears with its owner.
struct Copy(PathBuf);

impl Copy {
    fn of(shell: &Shell) -> Result<Copy> {
        // Not below the checkout, whose settings of cargo would count twice; the same place for the same checkout, so that what
        // is built for it does not pile up.
        let mut place = DefaultHasher::new();
        shell.root().hash(&mut place);
        let copy = Copy(std::env::temp_dir().join(format!("alhambra-module-{:016x}", place.finish())));
        if copy.0.exists() {
            fs::remove_dir_all(&copy.0).map_err(|error| failed("remove", &copy.0, &error))?;
        }
        let listed = shell
            .program("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .output()?;
        for path in listed.split('\0').filter(|path| !path.is_empty()) {
            let (from, to) = (shell.root().join(path), copy.0.join(path));
            let parent = to.parent().unwrap_or(&copy.0);
            fs::create_dir_all(parent).map_err(|error| failed("create", parent, &error))?;
            // A file deleted from the folder may still be in git's list.
            if from.is_file() {
                fs::copy(&from, &to).map_err(|error| failed("copy", &from, &error))?;
            }
        }
        Ok(copy)
    }

    /// What the page is built with is not copied.
    fn link_packages(&self, shell: &Shell) -> Result<()> {
        let (packages, here) = (shell.root().join("web/node_modules"), self.0.join("web/node_modules"));
        #[cfg(unix)]
        return std::os::unix::fs::symlink(&packages, &here).map_err(|error| failed("link", &here, &error));
        #[cfg(not(unix))]
        Err(Error::new(format!("links to {} are not made on this system", packages.display())))
    }

    /// The same crate of the same version is one thing to cargo wherever it lies: our own build would go on with what was built here.
    fn be_another_version(&self) -> Result<()> {
        let path = self.0.join("Cargo.toml");
        let text = fs::read_to_string(&path).map_err(|error| failed("read", &path, &error))?;
        let (before, after) = text
            .split_once("[workspace.package]\nversion = \"")
            .and_then(|(before, after)| Some((before, after.split_once('"')?)))
            .ok_or_else(|| Error::new("Cargo.toml has no version below [workspace.package]"))?;
        let text = format!("{before}[workspace.package]\nversion = \"{}+thrown.away\"{}", after.0, after.1);
        fs::write(&path, text).map_err(|error| failed("write", &path, &error))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // Left over folders are only clutter.
        let _: std::io::Result<()> = fs::remove_dir_all(&self.0);
    }
}

fn failed(verb: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::new(format!("cannot {verb} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_module_touches_beside_its_folder_and_its_line_is_named() {
        let folder = format!("{MODULES}/m44_toys/");
        let own = format!("?? {folder}mod.rs\0 M {REGISTRY}\0");
        assert_eq!(strange(&own, &folder), [""; 0]);
        let more = format!("{own} M CHANGELOG.md\0?? {MODULES}/m44_toy_box/mod.rs\0");
        assert_eq!(
            strange(&more, &folder),
            ["CHANGELOG.md", "crates/alhambra-rules/src/modules/m44_toy_box/mod.rs"]
        );
    }
}
