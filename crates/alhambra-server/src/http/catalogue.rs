//! What is in the box: the catalogue, which every page reads, and how single modules look and speak, which only tables
//! that have them read. All of it is the same for everybody, so it is written and compressed once.

use super::Failed;
use crate::pages;
use alhambra_bots::BotKind;
use alhambra_protocol::{
    Board, BotInfo, Catalogue, EditionTerms, HouseRuleInfo, ModuleCard, ModuleGroup, ModuleHelp, ModuleLook,
    ModuleOption, ModuleSet, PieceCard, Refusal, RefusalCode, Why,
};
use alhambra_rules::choosing::{Group, Recommended};
use alhambra_rules::speech::ENGLISH;
use alhambra_rules::{EditionId, Footprint, HOUSE_RULES, HouseRule, ModuleId, PieceId, Words, speech};
use axum::extract::{Path, Query};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The languages modules may speak; others get English.
const LANGUAGES: [&str; 4] = ["en", "de", "pl", "ar"];

/// What is asked for besides the path.
#[derive(Deserialize)]
pub(super) struct Asked {
    /// The language.
    lang: Option<String>,
    /// The edition; one that is not offered is the first.
    edition: Option<String>,
    /// The fingerprint the client expects: an answer that has it never changes.
    v: Option<String>,
}

impl Asked {
    fn edition(&self) -> EditionId {
        let wanted = |edition: &EditionId| Some(edition.slug()) == self.edition.as_deref();
        EditionId::offered().find(wanted).unwrap_or_default()
    }

    fn language(&self) -> &'static str {
        let wanted = self.lang.as_deref().unwrap_or_default();
        LANGUAGES.into_iter().find(|language| wanted.starts_with(language)).unwrap_or("en")
    }
}

/// The box: modules, house rules, bots, pieces
#[utoipa::path(get, path = "/api/catalogue",
    params(("lang" = Option<String>, Query, description = "the language: en, de, pl or ar"),
        ("edition" = Option<String>, Query, description = "whose pieces: classic, or red-palace")),
    responses((status = 200, body = Catalogue)))]
pub(super) async fn catalogue(Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let (language, edition) = (asked.language(), asked.edition());
    let written = written(format!("catalogue {language} {}", edition.slug()), || whole(language, edition));
    answer(&written, &written.mark, false, &headers)
}

/// How a module looks and speaks
#[utoipa::path(get, path = "/api/modules/{module}",
    params(("module" = String, Path, description = "its name in set-ups"),
        ("lang" = Option<String>, Query, description = "the language: en, de, pl or ar"),
        ("v" = Option<String>, Query, description = "its fingerprint in the catalogue")),
    responses((status = 200, body = ModuleLook), (status = 404, body = alhambra_protocol::ApiError)))]
pub(super) async fn look(
    Path(module): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let (module, language) = (named(&module)?, asked.language());
    let written = written(format!("look {} {language}", module.number()), || how(module, language));
    let mark = mark(module, language);
    Ok(answer(&written, &mark, asked.v.as_ref() == Some(&mark), &headers))
}

/// The help of a module
#[utoipa::path(get, path = "/api/modules/{module}/help",
    params(("module" = String, Path, description = "its name in set-ups"),
        ("lang" = Option<String>, Query, description = "the language: en, de, pl or ar; English where there is no help in it"),
        ("v" = Option<String>, Query, description = "its fingerprint in the catalogue")),
    responses((status = 200, body = ModuleHelp), (status = 404, body = alhambra_protocol::ApiError)))]
pub(super) async fn help(
    Path(module): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let (module, language) = (named(&module)?, asked.language());
    let written = written(format!("help {} {language}", module.number()), || helping(module, language));
    let mark = mark(module, language);
    Ok(answer(&written, &mark, asked.v.as_ref() == Some(&mark), &headers))
}

/// What the server refuses and what tables note in their chats, in words: by `refuse.` or `note.` and the key, with blanks for
/// what is pointed at
#[utoipa::path(get, path = "/api/refusals",
    params(("lang" = Option<String>, Query, description = "the language: en, de, pl or ar")),
    responses((status = 200, body = BTreeMap<String, String>)))]
pub(super) async fn refusals(Query(asked): Query<Asked>, headers: HeaderMap) -> Response {
    let language = asked.language();
    let written = written(format!("refusals {language}"), || {
        let mut words = alhambra_protocol::refusals(language);
        words.extend(alhambra_protocol::notes(language));
        words
    });
    answer(&written, &written.mark, false, &headers)
}

/// The signs of all modules, by module
#[utoipa::path(get, path = "/api/signs",
    responses((status = 200, body = BTreeMap<String, String>)))]
pub(super) async fn signs(headers: HeaderMap) -> Response {
    let written = written("signs".to_owned(), || {
        let sign = |module: &ModuleId| Some((module.info().slug, glyph(*module)?));
        ModuleId::EVERY.iter().filter_map(sign).collect::<BTreeMap<_, _>>()
    });
    answer(&written, &written.mark, false, &headers)
}

/// The symbol a module is known by.
fn glyph(module: ModuleId) -> Option<&'static str> {
    let (start, end) = (format!("<symbol id=\"{}-sign\"", module.info().slug), "</symbol>");
    let signs = module.look().signs?;
    let rest = &signs[signs.find(&start)?..];
    rest.find(end).map(|at| &rest[..at + end.len()])
}

fn named(slug: &str) -> Result<ModuleId, Failed> {
    let found = ModuleId::with_slug(slug);
    found.ok_or_else(|| Failed(Refusal::new(RefusalCode::NotFound, Why::NoSuchModule)))
}

/// An answer as it is sent, plain and compressed.
struct Written {
    plain: Vec<u8>,
    packed: Vec<u8>,
    mark: String,
}

/// What was written under a name, or is now. There are as many names as modules and languages.
fn written<T: Serialize>(name: String, make: impl FnOnce() -> T) -> Arc<Written> {
    static SHELF: LazyLock<Mutex<HashMap<String, Arc<Written>>>> = LazyLock::new(Mutex::default);
    let shelf = || SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(there) = shelf().get(&name) {
        return there.clone();
    }
    // Written without the lock: the catalogue asks for the modules while it is made.
    // Lists, maps and texts can always be written.
    let plain = serde_json::to_vec(&make()).unwrap_or_default();
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(&plain).and_then(|()| packer.finish()).unwrap_or_default();
    let new = Arc::new(Written { mark: fingerprint(&plain), plain, packed });
    shelf().entry(name).or_insert(new).clone()
}

fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The fingerprint of everything about a module in a language.
fn mark(module: ModuleId, language: &str) -> String {
    let number = module.number();
    let look = written(format!("look {number} {language}"), || how(module, language));
    let help = written(format!("help {number} {language}"), || helping(module, language));
    fingerprint(format!("{} {}", look.mark, help.mark).as_bytes())
}

fn answer(written: &Written, mark: &str, lasting: bool, headers: &HeaderMap) -> Response {
    let tag = format!("\"{mark}\"");
    let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    let about = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, cache),
        (header::VARY, "accept-encoding"),
        (header::ETAG, tag.as_str()),
    ];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    if pages::understood(headers, "gzip") && !written.packed.is_empty() {
        return (about, [(header::CONTENT_ENCODING, "gzip")], written.packed.clone()).into_response();
    }
    (about, written.plain.clone()).into_response()
}

/// What a module says in a language: words and refusals, each in English where the language has none.
fn sayings(module: ModuleId, language: &str) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    let owned = |(key, text): (&str, &str)| (key.to_owned(), text.to_owned());
    let own = Words::whole(module.look().words, language);
    let refusals = own.iter().filter_map(|(key, text)| Some((key.strip_prefix("refuse.")?, *text)));
    // Pages of older versions look for refusals among the sentences.
    let sentences = refusals.map(owned).collect();
    let words = own.into_iter().map(owned).collect();
    (words, sentences)
}

fn how(module: ModuleId, language: &str) -> ModuleLook {
    let (words, sentences) = sayings(module, language);
    let look = module.look();
    ModuleLook {
        words,
        sentences,
        board: look.board.and_then(|json| serde_json::from_str::<Board>(json).ok()),
        signs: look.signs.unwrap_or_default().to_owned(),
    }
}

fn helping(module: ModuleId, language: &str) -> ModuleHelp {
    let (language, help) = module.look().help(language);
    let (language, rulings) = (language.to_owned(), module.info().rulings.to_owned());
    ModuleHelp { language, help: help.to_owned(), rulings }
}

fn whole(language: &str, edition: EditionId) -> Catalogue {
    let house = |rule: &HouseRule| HouseRuleInfo {
        id: rule.id.to_owned(),
        option: rule.option.to_owned(),
        about: speech::house_rule(language, rule.option),
        values: rule.values.iter().map(|v| (*v).to_owned()).collect(),
    };
    let bot = |kind: BotKind| BotInfo { level: kind.to_string(), about: kind.summary().to_owned() };
    let group = |group: &Group| ModuleGroup {
        group: group.slug.to_owned(),
        title: group.title(language).to_owned(),
        modules: group.modules().collect(),
    };
    let set = |set: &Recommended| ModuleSet {
        set: set.slug.to_owned(),
        title: set.title(language).to_owned(),
        why: set.why(language).to_owned(),
        modules: set.modules().collect(),
    };
    let piece = |id: PieceId| {
        let piece = edition.profile().piece(id);
        PieceCard {
            piece: id,
            key: piece.key.to_owned(),
            name: piece.name(),
            kind: piece.kind,
            building: piece.building,
            price: piece.price,
            walls: piece.walls,
            currency: piece.currency,
            towards: match piece.footprint {
                Footprint::Two { towards } => Some(towards),
                Footprint::One | Footprint::Half => None,
            },
        }
    };
    // Ruling 39: where an edition has its own rule, a house rule stays as it is.
    let terms = |edition: EditionId| EditionTerms {
        edition: edition.slug().to_owned(),
        title: speech::edition(language, edition).to_owned(),
        start_score: edition.profile().start_score,
        own_rules: HOUSE_RULES
            .iter()
            .filter(|rule| (edition.profile().fixed)(rule.option))
            .map(|rule| rule.option.to_owned())
            .collect(),
    };
    Catalogue {
        editions: EditionId::offered().map(|edition| edition.slug().to_owned()).collect(),
        modules: ModuleId::ALL.iter().map(|module| card(*module, language)).collect(),
        groups: edition.profile().groups.iter().map(group).collect(),
        sets: edition.profile().sets.iter().map(set).collect(),
        rules: EditionId::offered()
            .filter_map(|edition| edition.profile().rules)
            .map(|rules| card(rules, language))
            .collect(),
        terms: EditionId::offered().map(terms).collect(),
        house_rules: HOUSE_RULES.iter().map(house).collect(),
        bots: BotKind::ALL.into_iter().map(bot).collect(),
        pieces: (0..=u8::MAX).map_while(PieceId::new).map(piece).collect(),
    }
}

/// What one wants to know of a module before it is switched on.
fn card(module: ModuleId, language: &str) -> ModuleCard {
    let info = module.info();
    let own = module.look().words(language).filter(|own| own.get("summary").is_some());
    let option = |(name, values): &(&str, &[&str])| ModuleOption {
        name: (*name).to_owned(),
        about: speech::option_of(language, module, name),
        values: values.iter().map(|v| (*v).to_owned()).collect(),
        names: values.iter().map(|v| speech::value_of(language, module, name, v)).collect(),
    };
    ModuleCard {
        module,
        number: module.number(),
        title: speech::title(language, module).to_owned(),
        stage: format!("{:?}", info.stage).to_lowercase(),
        min_players: *info.players.start() as u8,
        max_players: *info.players.end() as u8,
        summary: speech::summary(language, module).to_owned(),
        language: own.map_or(ENGLISH, |own| own.language).to_owned(),
        weight: info.weight,
        touches: info.touches.iter().map(|touch| touch.name().to_owned()).collect(),
        options: info.options.iter().map(option).collect(),
        look: mark(module, language),
    }
}
