//! What a page is told about the box: little at first, the modules of its table when it needs them; and that a module is
//! offered, played by a bot and told in both languages by nothing but its folder (`ALHAMBRA_MODULE` names another one).

mod common;

use alhambra_bots::BotKind;
use alhambra_protocol::{Catalogue, Happened, ModuleHelp, ModuleLook};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::modules::BOX;
use alhambra_rules::table::Table;
use alhambra_rules::view::View;
use alhambra_rules::{EditionId, ModuleId, Quick, Setup, Words, code, speech};
use alhambra_server::client::Remote;
use common::{config, serve};
use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::io::Read;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The head and the body of an answer, as they came.
async fn get(remote: &Remote, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(remote.address).await.unwrap();
    let ask = format!("GET /{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut said = Vec::new();
    stream.read_to_end(&mut said).await.unwrap();
    let end = said.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
    (String::from_utf8_lossy(&said[..end]).to_lowercase(), said[end + 4..].to_vec())
}

async fn read<T: DeserializeOwned>(remote: &Remote, path: &str) -> T {
    let (head, body) = get(remote, path, "").await;
    assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
    serde_json::from_slice(&body).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[tokio::test]
async fn the_first_visit_is_told_little_and_packed() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let (head, packed) = get(&remote, "api/catalogue?lang=de", "Accept-Encoding: br, gzip\r\n").await;
    assert!(head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"), "{head}");
    let mut plain = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut plain).unwrap();
    let box_: Catalogue = serde_json::from_slice(&plain).unwrap();
    // All of it together weighed 134 KB before it was packed.
    assert!(packed.len() < 25_000, "{} bytes for {} modules", packed.len(), box_.modules.len());
    assert_eq!(box_.modules.len(), ModuleId::ALL.len());
    assert!(plain == get(&remote, "api/catalogue?lang=de", "").await.1, "the same without packing");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let known = format!("If-None-Match: {tag}\r\n");
    assert!(get(&remote, "api/catalogue?lang=de", &known).await.0.starts_with("http/1.1 304"));
    assert!(get(&remote, "api/catalogue?lang=en", &known).await.0.starts_with("http/1.1 200"));
}

/// A page knows what everybody begins with, and which house rules an edition keeps as they are (ruling 39).
#[tokio::test]
async fn an_edition_says_what_it_has_its_own_way() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let box_: Catalogue = read(&remote, "api/catalogue").await;
    let terms: Vec<_> = box_.terms.iter().map(|terms| terms.edition.as_str()).collect();
    assert_eq!(terms, box_.editions, "each edition once");
    for terms in &box_.terms {
        let edition = EditionId::offered().find(|edition| edition.slug() == terms.edition).unwrap();
        assert_eq!(terms.start_score, edition.profile().start_score);
        for rule in box_.house_rules.iter().filter(|rule| rule.values.len() > 1) {
            let value = &rule.values[1];
            let value = value.parse::<bool>().map_or_else(|_| value.as_str().into(), serde_json::Value::from);
            let house = serde_json::json!({ &rule.option: value, "unofficial": true });
            let house = serde_json::from_value(house).unwrap();
            let setup = Setup { house, ..Setup::players(3).in_edition(edition) };
            assert_eq!(
                setup.check().is_err(),
                terms.own_rules.contains(&rule.option),
                "{}: {}",
                terms.edition,
                rule.option
            );
        }
    }
    assert!(box_.terms.iter().any(|terms| terms.start_score > 0 && !terms.own_rules.is_empty()));
}

#[tokio::test]
async fn every_module_is_told_by_itself_in_every_language() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    for language in ["en", "de", "pl", "ar"] {
        let box_: Catalogue = read(&remote, &format!("api/catalogue?lang={language}")).await;
        for card in &box_.modules {
            let slug = card.module.info().slug;
            let look: ModuleLook = read(&remote, &format!("api/modules/{slug}?lang={language}")).await;
            assert_eq!(look.words["title"], card.title, "{slug}");
            assert_eq!(look.words["summary"], card.summary, "{slug}");
            let own = card.module.look().words(language).is_some_and(|own| own.get("summary").is_some());
            assert_eq!(card.language, if own { language } else { "en" }, "{slug}");
            assert_eq!(look.board.is_some(), card.module.look().board.is_some(), "{slug}");
            assert_eq!(look.signs, card.module.look().signs.unwrap_or_default(), "{slug}");
            for option in &card.options {
                assert_eq!(option.names.len(), option.values.len(), "{slug}");
            }
            let help: ModuleHelp = read(&remote, &format!("api/modules/{slug}/help?lang={language}")).await;
            assert!(help.help.starts_with("# "), "{slug}");
            let begun = card.module.look().help.iter().any(|(own, _)| *own == language);
            assert_eq!(help.language, if begun { language } else { "en" }, "{slug}");
            let (head, _) =
                get(&remote, &format!("api/modules/{slug}?lang={language}&v={}", card.look), "").await;
            assert!(head.contains("immutable"), "{slug}: {head}");
        }
    }
    let (head, _) = get(&remote, "api/modules/dragons", "").await;
    assert!(head.starts_with("http/1.1 404"), "{head}");
    let slug = ModuleId::ALL[0].info().slug;
    let (head, _) = get(&remote, &format!("api/modules/{slug}?v=old"), "").await;
    assert!(head.contains("no-cache"), "a page with an older catalogue must not keep a newer text: {head}");
}

/// Which languages a module has words in is for its folder to say: whatever the server hands out is its own words, and English
/// for the rest. That a begun language is one of both is tried with a made-up one (`languages.rs` of the rules).
#[tokio::test]
async fn a_module_is_told_in_its_own_words_and_in_english_where_it_has_none() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    for module in ModuleId::ALL {
        let (slug, words) = (module.info().slug, module.look().words);
        for language in ["en", "de", "pl", "ar"] {
            let told: ModuleLook = read(&remote, &format!("api/modules/{slug}?lang={language}")).await;
            let expected = Words::whole(words, language);
            assert_eq!(told.words.len(), expected.len(), "{slug} {language}");
            for (key, words) in expected {
                assert_eq!(told.words[key], words, "{slug} {language} {key}");
            }
            let own = module.look().words(language).is_some();
            assert_eq!(
                told.words["summary"] != speech::summary("en", *module),
                own && language != "en",
                "{slug}"
            );
        }
    }
}

/// What a module shows, offers and tells in a game of bots, as keys of its words, and how the game looked in the end.
fn heard(level: &str, module: ModuleId) -> (BTreeSet<String>, View) {
    let slug = module.info().slug;
    let setup = Setup::players(3).with(module);
    let mut bot = level.parse::<BotKind>().unwrap().make();
    let (mut dice, mut said, mut told) = (Quick::new(1), BTreeSet::new(), 0);
    let mut table = Table::new(setup, 1).unwrap();
    while let Some(seat) = table.game().to_move() {
        let game = table.game();
        let decision = game.decision(seat).unwrap();
        let view = game.view(Some(seat));
        let shown = view.modules.iter().filter(|view| view.module == module).flat_map(|view| &view.shows);
        said.extend(shown.map(|item| format!("shown.{}", item.name)));
        let acts = decision.options.iter().filter_map(|option| option.act.as_deref()?.split_once('.'));
        said.extend(acts.filter(|(by, _)| *by == slug).map(|(_, act)| format!("act.{act}")));
        let action = bot.decide(&Belief::new(game, seat, Recall::Full), &mut dice);
        table.apply(seat, action).unwrap();
        for (_, event) in &table.log()[told..] {
            if let Happened::Module { by, key, .. } = &event.what
                && *by == module
            {
                said.insert(format!("said.{key}"));
            }
        }
        told = table.log().len();
    }
    (said, table.game().view(None))
}

#[tokio::test]
async fn a_module_is_offered_played_and_told_by_its_folder_alone() {
    let slug = std::env::var("ALHAMBRA_MODULE").unwrap_or_else(|_| ModuleId::ALL[0].info().slug.to_owned());
    let module = ModuleId::with_slug(&slug).unwrap_or_else(|| panic!("there is no module {slug}"));
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let box_: Catalogue = read(&remote, "api/catalogue").await;
    assert!(box_.modules.iter().any(|card| card.module == module), "it is not offered");
    let english: ModuleLook = read(&remote, &format!("api/modules/{slug}?lang=en")).await;
    let german: ModuleLook = read(&remote, &format!("api/modules/{slug}?lang=de")).await;

    let (mut said, view) = heard("easy", module);
    said.extend(heard("random", module).0);
    assert!(!said.is_empty(), "{slug} was not heard of");
    for key in &said {
        let (a, b) = (english.words.get(key), german.words.get(key));
        assert!(a.is_some() && b.is_some() && a != b, "{slug}: {key} is {a:?} and {b:?}");
    }
    // A new module shows something, lets something be done, and tells that it was done.
    if std::env::var_os("ALHAMBRA_MODULE").is_some() {
        for sort in ["shown.", "act.", "said."] {
            assert!(said.iter().any(|key| key.starts_with(sort)), "{slug}: nothing {sort}: {said:?}");
        }
        assert!(english.board.is_some() && english.signs.contains(&format!("{slug}-sign")));
        // Set-up codes have no room for it, and say so.
        let own = Setup::players(3).with(module);
        assert_eq!(code::encode(&own).is_err(), module.number() > BOX, "{slug}");
        assert_eq!(own.check(), Ok(()));
    }
    // The page's tests draw it as it was really played.
    if let Some(path) = std::env::var_os("ALHAMBRA_VIEW") {
        std::fs::write(path, serde_json::to_string(&view).unwrap()).unwrap();
    }
}
