//! Where links lead: in the pages as they are written, and in the book as a browser reads it.

use super::{Page, read};
use crate::shell::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// What pages link to that is no page: files of the checkout, which the book takes along. And links that lead nowhere.
pub(super) struct Followed {
    pub(super) files: BTreeSet<PathBuf>,
    pub(super) broken: Vec<String>,
}

/// Follows every link of every page.
pub(super) fn follow(root: &Path, pages: &[Page]) -> Followed {
    let mut followed = Followed { files: BTreeSet::new(), broken: Vec::new() };
    for page in pages {
        for link in written(&page.text) {
            let target = link.split(['#', '?']).next().unwrap_or_default();
            if outside(&link) {
                continue;
            }
            let path = plain(&folder(&page.path).join(target));
            let meant = match target {
                "" => Some(page),
                _ => pages.iter().find(|page| Path::new(&page.path) == path),
            };
            let there = match (meant, link.split_once('#')) {
                (Some(page), Some((_, part))) => anchors(&page.text).any(|anchor| anchor == part),
                (Some(_), None) => true,
                // A page the book does not have would be a file nobody can read, and a folder is none.
                (None, _) if target.ends_with(".md") || !root.join(&path).is_file() => false,
                (None, _) => {
                    followed.files.insert(path);
                    true
                }
            };
            if !there {
                followed.broken.push(format!("{}: {link}", page.path));
            }
        }
    }
    followed
}

/// A page as the book has it: what is called README there becomes the first page of its folder, and mdBook does not tell the
/// links to it.
pub(super) fn in_book(text: &str) -> String {
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |book, part| {
        let (link, rest) = part.split_at(part.find(')').unwrap_or(0));
        book + "](" + &link.replace("README.md", "index.html") + rest
    })
}

/// Links of the finished book to files or places in them that it does not have.
///
/// # Errors
/// If the book cannot be read.
pub(super) fn broken_in_book(book: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    below(book, &mut files);
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "html")) {
        pages.insert(file.clone(), read(file)?);
    }
    let mut broken = Vec::new();
    // The page for whoever follows a wrong link lies under no address of its own.
    for (file, text) in pages.iter().filter(|(file, _)| !file.ends_with("404.html")) {
        let links = ["href", "src"].into_iter().flat_map(|name| attributes(text, name));
        for link in links.filter(|link| !outside(link) && !link.starts_with("data:")) {
            let (target, part) = link.split_once('#').unwrap_or((link, ""));
            let target = target.split('?').next().unwrap_or_default();
            let path = if target.is_empty() { file.clone() } else { plain(&folder(file).join(target)) };
            let there = path.is_file()
                && pages
                    .get(&path)
                    .is_none_or(|text| part.is_empty() || attributes(text, "id").any(|id| id == part));
            if !there {
                broken.push(format!("{}: {link}", file.strip_prefix(book).unwrap_or(file).display()));
            }
        }
    }
    Ok(broken)
}

/// The values of an attribute in a page.
fn attributes<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let begins = format!(" {name}=\"");
    let starts: Vec<usize> = text.match_indices(&begins).map(|(at, mark)| at + mark.len()).collect();
    starts.into_iter().filter_map(|at| Some(text[at..].split_once('"')?.0))
}

fn outside(link: &str) -> bool {
    link.contains("://") || link.starts_with("mailto:")
}

fn folder(path: &(impl AsRef<Path> + ?Sized)) -> &Path {
    path.as_ref().parent().unwrap_or(Path::new(""))
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { below(&path, found) } else { found.push(path) }
    }
}

/// What the headings of a page are called in links.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| {
        let kept = line.trim_start_matches('#').trim().chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        kept.collect()
    })
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

/// Where the links of a written page lead; what stands in code is none.
fn written(text: &str) -> Vec<String> {
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
        // A picture that needs a size is written as a browser reads it.
        links.extend(attributes(&prose, "src").map(str::to_owned));
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, text: &str) -> Page {
        Page { path: path.to_owned(), title: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn links_are_found_outside_code_and_those_that_lead_nowhere_are_named() {
        assert_eq!(written("<img src=\"a.png\" width=\"9\">"), ["a.png"]);
        let text = "See [one](two.md#part), `[not](this.md)` and [out](https://example.org).\n```\n[nor](that.md)\n```\n[up](../README.md)";
        assert_eq!(written(text), ["two.md#part", "https://example.org", "../README.md"]);
        let broken = |pages: &[Page]| follow(Path::new("/nowhere/at/all"), pages).broken;
        let pages = [page("docs/one.md", text), page("docs/two.md", "# Two\n## Part"), page("README.md", "")];
        assert_eq!(broken(&pages), Vec::<String>::new());
        let renamed =
            [page("docs/one.md", text), page("docs/two.md", "## Parts, and more"), page("README.md", "")];
        assert_eq!(broken(&renamed), ["docs/one.md: two.md#part"]);
        assert_eq!(anchors(&renamed[1].text).collect::<Vec<_>>(), ["parts-and-more"]);
        assert_eq!(broken(&pages[..1]), ["docs/one.md: two.md#part", "docs/one.md: ../README.md"]);
    }

    #[test]
    fn links_to_first_pages_are_those_of_the_book() {
        let text = "A README.md, [one](a/README.md#x) and [two](b.md) (README.md).";
        assert_eq!(in_book(text), "A README.md, [one](a/index.html#x) and [two](b.md) (README.md).");
    }

    #[test]
    fn files_that_pages_link_to_go_into_the_book_and_folders_do_not() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let pages = [page("docs/a.md", "[licence](../LICENSE-MIT) [folder](../docs) [page](../SECURITY.md)")];
        let followed = follow(root, &pages);
        assert_eq!(followed.files.into_iter().collect::<Vec<_>>(), [Path::new("LICENSE-MIT")]);
        assert_eq!(followed.broken, ["docs/a.md: ../docs", "docs/a.md: ../SECURITY.md"]);
    }

    #[test]
    fn the_finished_book_is_read_as_a_browser_reads_it() {
        let book = std::env::temp_dir().join(format!("alhambra-book-{}", std::process::id()));
        super::super::write(&book.join("a/one.html"), "<a href=\"../two.html#x\">x</a> <img src=\"p.png\">")
            .unwrap();
        super::super::write(
            &book.join("two.html"),
            "<h1 id=\"x\"></h1><a href=\"#y\"></a><a href=\"https://o\">",
        )
        .unwrap();
        let broken = broken_in_book(&book);
        std::fs::remove_dir_all(&book).unwrap();
        assert_eq!(broken.unwrap(), ["a/one.html: p.png", "two.html: #y"]);
    }
}
