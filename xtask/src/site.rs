//! `cargo xtask site`: guides, rules, rulings, modules and decisions as one book, in `target/site/book`.
//!
//! The pages lie in the book as they lie in the checkout, so that links between them hold; a link that leads nowhere stops
//! it. mdBook makes the pages.

use crate::shell::{Error, Result, Shell, say};
use crate::tools;
use std::path::{Component, Path, PathBuf};

const MODULES: &str = "crates/alhambra-rules/src/modules";

/// The parts of the book: a title, and the pages or folders in it.
const PARTS: [(&str, &[&str]); 5] = [
    ("Playing", &["README.md", "docs/rules"]),
    ("The box", &[MODULES]),
    ("Guides", &["docs/guide"]),
    (
        "The house",
        &["ARCHITECTURE.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "CHANGELOG.md"],
    ),
    ("Decisions", &["docs/adr"]),
];

/// Makes the book.
///
/// # Errors
/// A link that leads nowhere, or if mdBook cannot be had.
pub(crate) fn run(shell: &Shell) -> Result<()> {
    let (pages, summary) = collect(shell.root())?;
    let broken = broken(shell.root(), &pages);
    if !broken.is_empty() {
        return Err(Error::new(format!("links that lead nowhere:\n  {}", broken.join("\n  "))));
    }
    say(&format!("{} pages, every link leads somewhere", pages.len()));
    let site = shell.target().join("site");
    write(&site.join("book.toml"), BOOK)?;
    write(&site.join("src/SUMMARY.md"), &summary)?;
    for page in &pages {
        write(&site.join("src").join(&page.path), &page.text)?;
    }
    for picture in pictures(&shell.root().join("docs/pictures")) {
        let to = site.join("src/docs/pictures").join(picture.file_name().unwrap_or_default());
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|why| Error::new(format!("{}: {why}", folder.display())))?;
        }
        std::fs::copy(&picture, &to).map_err(|why| Error::new(format!("{}: {why}", picture.display())))?;
    }
    tools::program(shell, "mdbook", "mdbook")?;
    let task = shell.program("mdbook", &["build", &site.to_string_lossy()]);
    say(task.shown());
    task.run()
}

const BOOK: &str = "[book]\ntitle = \"Alhambra\"\nlanguage = \"en\"\nauthors = [\"The Alhambra founders\"]\n\n\
    [output.html]\nno-section-label = true\n";

/// A page: where it lies in the checkout, and what it says.
struct Page {
    path: String,
    title: String,
    text: String,
}

/// All pages in their order, and the table of contents.
fn collect(root: &Path) -> Result<(Vec<Page>, String)> {
    let (mut pages, mut summary) = (Vec::new(), "# Summary\n".to_owned());
    for (title, places) in PARTS {
        summary += &format!("\n# {title}\n\n");
        for place in places {
            let found = if *place == MODULES { modules(root)? } else { texts(root, place)? };
            for page in found {
                summary += &format!("- [{}]({})\n", page.title, page.path);
                pages.push(page);
            }
        }
    }
    Ok((pages, summary))
}

/// A page, or all pages of a folder by name.
fn texts(root: &Path, place: &str) -> Result<Vec<Page>> {
    let path = root.join(place);
    let mut files = vec![path.clone()];
    if path.is_dir() {
        let unreadable = |why: std::io::Error| Error::new(format!("{}: {why}", path.display()));
        let entries = std::fs::read_dir(&path).map_err(unreadable)?.flatten().map(|entry| entry.path());
        files = entries.filter(|file| file.extension().is_some_and(|ending| ending == "md")).collect();
        files.sort();
    }
    files.iter().map(|file| page(root, file, read(file)?)).collect()
}

fn page(root: &Path, file: &Path, text: String) -> Result<Page> {
    let path = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(&path).to_owned();
    Ok(Page { path, title, text })
}

/// A page for each module: its help and its rulings.
fn modules(root: &Path) -> Result<Vec<Page>> {
    let folder = root.join(MODULES);
    let unreadable = |why: std::io::Error| Error::new(format!("{}: {why}", folder.display()));
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(&folder).map_err(unreadable)?.flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("help.en.md").exists());
    folders.sort();
    let one = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let number = name
            .trim_start_matches('m')
            .split('_')
            .next()
            .unwrap_or_default()
            .trim_start_matches('0')
            .to_owned();
        let rulings = read(&folder.join("RULINGS.md"))?;
        let rulings = rulings.split_once('\n').map_or("", |(_, rest)| rest);
        let text = format!("{}\n\n## Rulings\n{rulings}", read(&folder.join("help.en.md"))?);
        let page = page(root, &folder.join("README.md"), text)?;
        Ok(Page { title: format!("{number} {}", page.title), ..page })
    };
    folders.iter().map(one).collect()
}

/// Links between pages that lead to nothing in the book or the checkout.
fn broken(root: &Path, pages: &[Page]) -> Vec<String> {
    let mut broken = Vec::new();
    for page in pages {
        for link in links(&page.text) {
            let target = link.split(['#', '?']).next().unwrap_or_default();
            if target.is_empty() || link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let folder = Path::new(&page.path).parent().unwrap_or(Path::new(""));
            let path = plain(&folder.join(target));
            let there = pages.iter().any(|page| Path::new(&page.path) == path) || root.join(&path).exists();
            if !there {
                broken.push(format!("{}: {link}", page.path));
            }
        }
    }
    broken
}

/// A path without steps up.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Where the links of a page lead; what stands in code is none.
fn links(text: &str) -> Vec<String> {
    let (mut links, mut code) = (Vec::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        }
        if code {
            continue;
        }
        // Every second part of a line is between backquotes.
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("``");
        let starts = prose.match_indices("](").map(|(at, mark)| at + mark.len());
        links.extend(starts.filter_map(|at| Some(prose[at..].split_once(')')?.0.trim().to_owned())));
    }
    links
}

fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|why| Error::new(format!("{}: {why}", path.display())))
}

fn write(path: &Path, text: &str) -> Result<()> {
    let failed = |why: std::io::Error| Error::new(format!("{}: {why}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, text: &str) -> Page {
        Page { path: path.to_owned(), title: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn links_are_found_outside_code_and_those_that_lead_nowhere_are_named() {
        let text = "See [one](two.md#part), `[not](this.md)` and [out](https://example.org).\n```\n[nor](that.md)\n```\n[up](../README.md)";
        assert_eq!(links(text), ["two.md#part", "https://example.org", "../README.md"]);
        let pages = [page("docs/one.md", text), page("docs/two.md", ""), page("README.md", "")];
        let empty = Path::new("/nowhere/at/all");
        assert_eq!(broken(empty, &pages), Vec::<String>::new());
        assert_eq!(broken(empty, &pages[..1]), ["docs/one.md: two.md#part", "docs/one.md: ../README.md"]);
    }

    /// The pages of this very checkout.
    #[test]
    fn every_link_of_the_book_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let (pages, summary) = collect(root).unwrap();
        assert!(pages.len() > 60 && summary.contains("# The box"), "{} pages", pages.len());
        assert_eq!(broken(root, &pages), Vec::<String>::new());
    }
}
