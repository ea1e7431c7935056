//! `cargo xtask site`: guides, rules, rulings, modules and decisions as one book, in `target/site/book`.
//!
//! The pages lie in the book as they lie in the checkout, so that links between them hold; a link that leads nowhere stops
//! it, in the pages as in the finished book. mdBook makes the pages, `xtask/templates/site` has how they look.

mod links;

use crate::shell::{Error, Result, Shell, say};
use crate::tools;
use std::path::{Path, PathBuf};

const MODULES: &str = "crates/alhambra-rules/src/modules";
const RED_PALACE: &str = "crates/alhambra-rules/src/editions/red_palace";

/// The parts of the book: a title, and the pages or folders in it. What a folder shares with an earlier line stays there.
const PARTS: [(&str, &[&str]); 6] = [
    ("Playing", &["README.md", "docs/guide/playing.md", "docs/rules"]),
    ("The box", &[MODULES]),
    (
        "Guides",
        &[
            "docs/guide/server.md",
            "docs/guide/protocol.md",
            "docs/guide/python.md",
            "docs/guide/bots.md",
            "docs/guide",
        ],
    ),
    (
        "For programs",
        &[
            "crates/alhambra-rules/README.md",
            "crates/alhambra-bots/README.md",
            "crates/alhambra-protocol/README.md",
        ],
    ),
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
    let followed = links::follow(shell.root(), &pages);
    nowhere(&followed.broken)?;
    say(&format!("{} pages, every link leads somewhere", pages.len()));
    let site = shell.target().join("site");
    if site.exists() {
        std::fs::remove_dir_all(&site).map_err(|why| Error::new(format!("{}: {why}", site.display())))?;
    }
    let source = site.join("src");
    write(&site.join("book.toml"), BOOK)?;
    write(&site.join("theme/alhambra.css"), include_str!("../templates/site/book.css"))?;
    write(&source.join("SUMMARY.md"), &summary)?;
    for page in &pages {
        write(&source.join(&page.path), &links::in_book(&page.text))?;
    }
    for file in &followed.files {
        copy(&shell.root().join(file), &source.join(file))?;
    }
    for font in files(&shell.root().join("web/src/fonts")) {
        copy(&font, &source.join("fonts").join(font.file_name().unwrap_or_default()))?;
    }
    copy(&shell.root().join("web/public/icon.svg"), &site.join("theme/favicon.svg"))?;
    tools::program(shell, "mdbook", "mdbook")?;
    let task = shell.program("mdbook", &["build", &site.to_string_lossy()]);
    say(task.shown());
    task.run()?;
    let book = site.join("book");
    nowhere(&links::broken_in_book(&book)?)?;
    say(&format!("the book: {}", book.join("index.html").display()));
    Ok(())
}

fn nowhere(broken: &[String]) -> Result<()> {
    match broken {
        [] => Ok(()),
        broken => Err(Error::new(format!("links that lead nowhere:\n  {}", broken.join("\n  ")))),
    }
}

const BOOK: &str = "[book]\ntitle = \"Alhambra\"\nlanguage = \"en\"\nauthors = [\"The Alhambra founders\"]\n\n\
    [output.html]\nno-section-label = true\ndefault-theme = \"light\"\npreferred-dark-theme = \"navy\"\n\
    additional-css = [\"theme/alhambra.css\"]\n\n\
    [output.html.print]\nenable = false\n\n\
    [output.html.search]\nlimit-results = 20\nboost-title = 3\n";

/// A page: where it lies in the checkout, and what it says.
struct Page {
    path: String,
    title: String,
    text: String,
}

/// All pages in their order, and the table of contents.
fn collect(root: &Path) -> Result<(Vec<Page>, String)> {
    let (mut pages, mut summary) = (Vec::<Page>::new(), "# Summary\n".to_owned());
    for (title, places) in PARTS {
        summary += &format!("\n# {title}\n\n");
        for place in places {
            let found = if *place == MODULES { the_box(root)? } else { texts(root, place)? };
            for page in found {
                if pages.iter().all(|earlier| earlier.path != page.path) {
                    summary += &format!("- [{}]({})\n", page.title, page.path);
                    pages.push(page);
                }
            }
        }
    }
    if let Some(first) = pages.first_mut() {
        first.text = welcome(&first.text);
    }
    Ok((pages, summary))
}

/// The first page: what the README says, with a sign over the door and ways into the house behind the first picture.
fn welcome(readme: &str) -> String {
    let (_, text) = readme.split_once('\n').unwrap_or_default();
    let picture = text.find("\n![").unwrap_or(text.len());
    let end = text[picture..].find("\n\n").map_or(text.len(), |at| picture + at + 2);
    let [door, ways] =
        [include_str!("../templates/site/welcome.html"), include_str!("../templates/site/ways.html")];
    format!("{door}\n{}{ways}\n{}", &text[..end], &text[end..])
}

/// A page, or all pages of a folder by name.
fn texts(root: &Path, place: &str) -> Result<Vec<Page>> {
    let path = root.join(place);
    let mut found = vec![path.clone()];
    if path.is_dir() {
        found = files(&path);
        found.retain(|file| file.extension().is_some_and(|ending| ending == "md"));
    }
    found.iter().map(|file| page(root, file, read(file)?)).collect()
}

fn page(root: &Path, file: &Path, text: String) -> Result<Page> {
    let path = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(&path).to_owned();
    Ok(Page { path, title, text })
}

/// All modules at a glance, a page for each, and the other edition.
fn the_box(root: &Path) -> Result<Vec<Page>> {
    let mut folders = Vec::new();
    let unreadable = |why: std::io::Error| Error::new(format!("{MODULES}: {why}"));
    for entry in std::fs::read_dir(root.join(MODULES)).map_err(unreadable)?.flatten() {
        folders.push(entry.path());
    }
    folders.retain(|folder| folder.join("help.en.md").exists());
    folders.sort();
    folders.push(root.join(RED_PALACE));
    let modules = folders.iter().map(|folder| Module::read(root, folder)).collect::<Result<Vec<_>>>()?;
    let mut pages = vec![poster(&modules)];
    pages.extend(modules.into_iter().map(|module| module.page));
    Ok(pages)
}

/// A module or an edition as a page of the book, and its sign.
struct Module {
    page: Page,
    /// The line of `signs.svg` with the sign.
    sign: String,
    /// What it is about, in a line.
    about: String,
}

impl Module {
    /// Its help and its rulings.
    fn read(root: &Path, folder: &Path) -> Result<Module> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let number = name.strip_prefix('m').and_then(|name| name.split('_').next()?.parse::<u8>().ok());
        let signs = read(&folder.join("signs.svg"))?;
        let sign = signs.lines().find(|line| line.contains("-sign\""));
        let sign = sign.ok_or_else(|| Error::new(format!("{} has no sign", folder.display())))?.to_owned();
        let help = read(&folder.join("help.en.md"))?;
        let (title, help) = help.split_once('\n').unwrap_or_default();
        let title = title.trim_start_matches('#').trim();
        let title = number.map_or(title.to_owned(), |number| format!("{number} {title}"));
        let words: serde_json::Value = serde_json::from_str(&read(&folder.join("words.en.json"))?)
            .map_err(|why| Error::new(format!("{}: {why}", folder.display())))?;
        let about = words["summary"].as_str().unwrap_or_default().to_owned();
        let rulings = read(&folder.join("RULINGS.md"))?;
        let rulings = rulings.split_once('\n').map_or("", |(_, rest)| rest);
        let drawn = format!("{FRAMES}{sign}</svg><svg class=\"sign\"><use href=\"#{}\"/></svg>", id(&sign));
        let text = format!("# {title}\n\n{drawn}\n\n{}\n\n## Rulings\n{rulings}", help.trim());
        Ok(Module { page: page(root, &folder.join("README.md"), text)?, sign, about })
    }
}

/// The frames that signs of modules stand in; the client has the same with more gold.
const FRAMES: &str = "<svg class=\"symbols\" width=\"0\" height=\"0\"><symbol id=\"f-round\" viewBox=\"0 0 100 100\"><circle cx=\"50\" \
    cy=\"50\" r=\"47\" fill=\"currentColor\" stroke=\"#C99A3C\" stroke-width=\"5\"/></symbol><symbol id=\"f-eight\" \
    viewBox=\"0 0 100 100\"><path d=\"M70,3L97,30V70L70,97H30L3,70V30L30,3Z\" fill=\"currentColor\" stroke=\"#C99A3C\" \
    stroke-width=\"5\"/></symbol>";

/// What a sign is called.
fn id(sign: &str) -> &str {
    sign.split('"').nth(1).unwrap_or_default()
}

/// The poster: every module with its sign, its number and what it is about.
fn poster(modules: &[Module]) -> Page {
    let (mut symbols, mut places) = (FRAMES.to_owned(), String::new());
    for Module { page, sign, about } in modules {
        symbols += sign;
        places += &format!(
            "<a href=\"{}\"><svg><use href=\"#{}\"/></svg><b>{}</b><small>{about}</small></a>\n",
            page.path.replace("README.md", "index.html"),
            id(sign),
            page.title
        );
    }
    let text = format!("# The box at a glance\n\n{symbols}</svg>\n<div class=\"poster\">\n{places}</div>\n");
    Page { path: "poster.md".to_owned(), title: "The box at a glance".to_owned(), text }
}

/// The files of a folder by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|why| Error::new(format!("{}: {why}", path.display())))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(|why| Error::new(format!("{}: {why}", folder.display())))?;
    }
    std::fs::copy(from, to).map(|_| ()).map_err(|why| Error::new(format!("{}: {why}", from.display())))
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

    /// The pages of this very checkout.
    #[test]
    fn every_link_of_the_book_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let (pages, summary) = collect(root).unwrap();
        assert!(pages.len() > 60 && summary.contains("# The box"), "{} pages", pages.len());
        assert!(pages[0].text.starts_with("<div class=\"welcome\">"), "{}", pages[0].text);
        let poster = pages.iter().find(|page| page.path == "poster.md").unwrap();
        assert_eq!(
            poster.text.matches("<use href=\"#f-").count(),
            44,
            "a sign for each, and one for the other edition"
        );
        assert!(
            poster.text.contains("m17_new_score_cards/index.html")
                && poster.text.contains("<b>17 New Score Cards</b>")
        );
        let followed = links::follow(root, &pages);
        assert_eq!(followed.broken, Vec::<String>::new());
        let picture = |name: &str| followed.files.contains(&Path::new("docs/pictures").join(name));
        assert!(picture("turn.webp") && picture("table.png"), "{:?}", followed.files);
    }

    #[test]
    fn the_first_page_has_its_ways_behind_the_picture() {
        let page = welcome("# Alhambra\n\nA game.\n\n![A turn](turn.webp)\n\n- More.\n");
        let (game, ways, more) = (
            page.find("A game.").unwrap(),
            page.find("class=\"ways\"").unwrap(),
            page.find("- More.").unwrap(),
        );
        assert!(game < ways && ways < more && !page.contains("# Alhambra"), "{page}");
        assert!(welcome("# Alhambra\nNo picture.\n").contains("No picture."));
    }
}
