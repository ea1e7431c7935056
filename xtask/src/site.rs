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
            let found = if *place == MODULES { the_box(root)? } else { texts(root, place)? };
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

/// All modules at a glance, and a page for each.
fn the_box(root: &Path) -> Result<Vec<Page>> {
    let modules = modules(root)?;
    let mut pages = vec![poster(root, &modules)?];
    pages.extend(modules);
    Ok(pages)
}

/// The frames that signs of modules stand in; the client has the same with more gold.
const FRAMES: &str = "<svg width=\"0\" height=\"0\"><symbol id=\"f-round\" viewBox=\"0 0 100 100\"><circle cx=\"50\" cy=\"50\" \
    r=\"47\" fill=\"currentColor\" stroke=\"#C99A3C\" stroke-width=\"5\"/></symbol><symbol id=\"f-eight\" viewBox=\"0 0 100 100\">\
    <path d=\"M70,3L97,30V70L70,97H30L3,70V30L30,3Z\" fill=\"currentColor\" stroke=\"#C99A3C\" stroke-width=\"5\"/></symbol>";

/// The poster: every module with its sign, its number and what it is about.
fn poster(root: &Path, modules: &[Page]) -> Result<Page> {
    let (mut symbols, mut places) = (FRAMES.to_owned(), String::new());
    for page in modules {
        let folder = Path::new(&page.path).parent().unwrap_or(Path::new(""));
        let signs = read(&root.join(folder).join("signs.svg"))?;
        let sign = signs.lines().find(|line| line.contains("-sign\""));
        let sign = sign.ok_or_else(|| Error::new(format!("{} has no sign", folder.display())))?;
        let id = sign.split('"').nth(1).unwrap_or_default();
        symbols += sign;
        // Help begins with what the module is about.
        let about = page.text.lines().skip(1).find(|line| !line.trim().is_empty()).unwrap_or_default();
        places += &format!(
            "<a href=\"{}\" style=\"width:10em;text-align:center\"><svg width=\"90\" height=\"90\"><use href=\"#{id}\"/></svg>\
             <br><b>{}</b><br><small>{about}</small></a>\n",
            page.path.replace("README.md", "index.html"),
            page.title
        );
    }
    let text = format!(
        "# The box at a glance\n\n{symbols}</svg>\n<div style=\"display:flex;flex-wrap:wrap;gap:1.5em\">\n{places}</div>\n"
    );
    Ok(Page { path: "poster.md".to_owned(), title: "The box at a glance".to_owned(), text })
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
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let folder = Path::new(&page.path).parent().unwrap_or(Path::new(""));
            let path = plain(&folder.join(target));
            let meant = match target {
                "" => Some(page),
                _ => pages.iter().find(|page| Path::new(&page.path) == path),
            };
            let there = match (meant, link.split_once('#')) {
                (Some(page), Some((_, part))) => anchors(&page.text).any(|anchor| anchor == part),
                (Some(_), None) => true,
                (None, _) => root.join(&path).exists(),
            };
            if !there {
                broken.push(format!("{}: {link}", page.path));
            }
        }
    }
    broken
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
        let pages = [page("docs/one.md", text), page("docs/two.md", "# Two\n## Part"), page("README.md", "")];
        let empty = Path::new("/nowhere/at/all");
        assert_eq!(broken(empty, &pages), Vec::<String>::new());
        let renamed =
            [page("docs/one.md", text), page("docs/two.md", "## Parts, and more"), page("README.md", "")];
        assert_eq!(broken(empty, &renamed), ["docs/one.md: two.md#part"]);
        assert_eq!(anchors(&renamed[1].text).collect::<Vec<_>>(), ["parts-and-more"]);
        assert_eq!(broken(empty, &pages[..1]), ["docs/one.md: two.md#part", "docs/one.md: ../README.md"]);
    }

    /// The pages of this very checkout.
    #[test]
    fn every_link_of_the_book_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let (pages, summary) = collect(root).unwrap();
        assert!(pages.len() > 60 && summary.contains("# The box"), "{} pages", pages.len());
        let poster = pages.iter().find(|page| page.path == "poster.md").unwrap();
        assert_eq!(poster.text.matches("<use href=\"#f-").count(), 43, "a sign for each");
        assert!(
            poster.text.contains("m17_new_score_cards/index.html")
                && poster.text.contains("<b>17 New Score Cards</b>")
        );
        assert_eq!(broken(root, &pages), Vec::<String>::new());
    }
}
