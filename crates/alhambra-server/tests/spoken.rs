//! Everything engine and server can say, by key, in one small file that the web client's tests read: they demand words
//! for each in every language. What is said comes from the code itself, and whole games with all modules check that
//! nothing was overlooked.

use alhambra_bots::{BotKind, Reason};
use alhambra_protocol::words::Names;
use alhambra_protocol::{Happened, Note, Ref, Refusal, RefusalCode, Shown, View, Why, shown};
use alhambra_rules::table::Table;
use alhambra_rules::{Action, EditionId, HOUSE_RULES, ModuleId, Quick, Setup, classic_piece};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Keys = BTreeSet<String>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Spoken {
    modules: BTreeMap<String, OfModule>,
    /// Rules that refuse something.
    rules: Keys,
    /// Sorts of refusals.
    codes: Keys,
    /// Reasons bots give.
    reasons: Keys,
    bots: Keys,
    /// House rules with their values.
    house: BTreeMap<String, Vec<String>>,
    /// Cards that come up, and sorts of pieces.
    cards: Keys,
    pieces: Keys,
    /// Notes of the table in the chat.
    notes: Keys,
    /// What the server refuses.
    refusals: Keys,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct OfModule {
    /// Actions, events, things shown, words, reasons for points.
    act: Keys,
    said: Keys,
    shown: Keys,
    word: Keys,
    score: Keys,
    /// Refusals.
    refuse: Keys,
    /// Options with their values.
    options: BTreeMap<String, Vec<String>>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

// ---- reading the code ----------------------------------------------------------------------------------

/// A string in the code, with the code before and after it, without blanks.
struct Literal {
    before: String,
    text: String,
    after: String,
}

/// The strings of a source file that are no comments.
fn literals(source: &str) -> Vec<Literal> {
    let chars: Vec<char> = source.chars().collect();
    let squeezed = |part: &[char]| -> String { part.iter().filter(|c| !c.is_whitespace()).collect() };
    let (mut i, mut found) = (0, Vec::new());
    while i < chars.len() {
        if chars[i] == '/' && chars.get(i + 1) == Some(&'/') {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if chars[i] == '\'' && chars.get(i + 1) == Some(&'"') {
            i += 3;
        } else if chars[i] == '"' {
            let (start, mut text) = (i, String::new());
            i += 1;
            while i < chars.len() && chars[i] != '"' {
                match (chars[i], chars.get(i + 1)) {
                    ('\\', Some('\n')) => {
                        i += 2;
                        while chars.get(i).is_some_and(|c| c.is_whitespace()) {
                            i += 1;
                        }
                    }
                    ('\\', Some(c)) => {
                        text.push(*c);
                        i += 2;
                    }
                    (c, _) => {
                        text.push(c);
                        i += 1;
                    }
                }
            }
            let end = (i + 200).min(chars.len());
            found.push(Literal {
                before: squeezed(&chars[start.saturating_sub(160)..start]),
                text,
                after: squeezed(&chars[(i + 1).min(end)..end]),
            });
            i += 1;
        } else {
            i += 1;
        }
    }
    found
}

/// The body of a function of an `impl`, by its name.
fn body<'a>(source: &'a str, name: &str) -> &'a str {
    let start = ["fn", "pub fn"].iter().find_map(|head| source.find(&format!("\n    {head} {name}(")));
    let Some(start) = start else { return "" };
    let rest = &source[start..];
    &rest[..rest.find("\n    }\n").unwrap_or(rest.len())]
}

fn snake(name: &str) -> String {
    let lower = |(i, c): (usize, char)| {
        let gap = if i > 0 && c.is_uppercase() { "_" } else { "" };
        format!("{gap}{}", c.to_lowercase())
    };
    name.char_indices().map(lower).collect()
}

/// The variants of an enum, as JSON spells them.
fn variants(source: &str, name: &str) -> Keys {
    let Some(start) = source.find(&format!("pub enum {name} {{")) else { return Keys::new() };
    let rest = &source[start..];
    let lines = rest[..rest.find("\n}\n").unwrap_or(rest.len())].lines();
    let variant = |line: &str| {
        let name: String = line.strip_prefix("    ")?.chars().take_while(|c| c.is_alphanumeric()).collect();
        name.starts_with(|c: char| c.is_uppercase()).then(|| snake(&name))
    };
    lines.filter_map(variant).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The source files below a folder, tests left out.
fn sources(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut texts = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            texts.extend(sources(&path));
        } else if name.ends_with(".rs") && !name.starts_with("tests") && name != "arrange.rs" {
            texts.push(read(&path).split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned());
        }
    }
    texts
}

fn module(id: ModuleId) -> OfModule {
    let info = id.info();
    let slug = info.slug.replace('-', "_");
    let folder = match ModuleId::ALL.contains(&id) {
        true => format!("modules/m{:02}_{slug}", id.number()),
        // What an edition always has stands in its folder.
        false => format!("editions/{slug}"),
    };
    let mut found = OfModule::default();
    // A key of a refusal is handed on in many ways; where it has words, it is one.
    let english = id.look().words("en");
    let refusal =
        |key: &str| english.as_ref().is_some_and(|words| words.get(&format!("refuse.{key}")).is_some());
    for (name, values) in info.options {
        found.options.insert((*name).to_owned(), values.iter().map(|v| (*v).to_owned()).collect());
    }
    for source in sources(&root().join("crates/alhambra-rules/src").join(folder)) {
        found.act.extend(variants(&source, "Act"));
        // What only scenarios and laws read says nothing to players.
        let mut code = source.clone();
        for name in ["census", "arrange"] {
            code = code.replace(body(&source, name), "");
        }
        for literal in literals(&code) {
            let Literal { before, text, .. } = literal;
            if refusal(&text) {
                found.refuse.insert(text);
            } else if text.starts_with("score.") {
                found.score.insert(text);
            } else if !text.contains(' ') && (before.ends_with("key:") || told(&before)) {
                found.said.insert(text);
            }
        }
        // Where the key depends on what happened.
        let choices =
            ["let key = match", "let key = if"].into_iter().flat_map(|start| source.split(start).skip(1));
        for choice in choices {
            let choice = literals(choice.split("};").next().unwrap_or_default());
            found.said.extend(choice.into_iter().map(|literal| literal.text));
        }
        for literal in literals(body(&source, "view")) {
            if (literal.before.ends_with('(') && literal.after.starts_with(',')) || listed(&literal.before) {
                found.shown.insert(literal.text);
            }
        }
        found.word.extend(own_words(&source).into_iter().filter(|word| !refusal(word)));
    }
    found
}

/// Whether a string stands in a list of what is shown, `const SHOWN: [&str; 2] = ["…", "…"]`.
fn listed(before: &str) -> bool {
    before
        .rsplit_once("constSHOWN:")
        .is_some_and(|(_, list)| list.starts_with("[&str;") && !list.contains(";const"))
        && before.rsplit_once("]=[").is_some_and(|(_, list)| !list.contains(']'))
}

/// Words that stand for themselves: pointed at, shown, or chosen by a function that returns one.
fn own_words(source: &str) -> Keys {
    let mut found = Vec::new();
    for literal in literals(source) {
        let open = |call: &str| {
            let start = literal.before.rfind(call);
            start.is_some_and(|start| !literal.before[start..].contains(')'))
        };
        if open("Ref::Word(") || open("Shown::Words(") {
            found.push(literal.text);
        }
    }
    for chosen in source.split("-> &'static str {").skip(1) {
        found.extend(
            literals(chosen.split("\n    }\n").next().unwrap_or_default()).into_iter().map(|it| it.text),
        );
    }
    for chosen in source.split("let word = match").skip(1) {
        found.extend(literals(chosen.split("};").next().unwrap_or_default()).into_iter().map(|it| it.text));
    }
    let key = |word: &String| {
        word.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && !word.contains([' ', '.', ':'])
    };
    found.into_iter().filter(key).collect()
}

/// Whether a string is the key of an event: the second thing handed to `told`.
fn told(before: &str) -> bool {
    let Some(start) = before.rfind("told(") else { return false };
    let said = &before[start + 5..];
    said.ends_with(',') && said.matches(',').count() == 1
}

/// What a table says in its chat.
fn notes() -> Keys {
    made_of("Note::")
}

/// What is said against a set-up, a code of one or what it corrects in the box, whichever module it is about.
fn objections() -> Keys {
    let rules = root().join("crates/alhambra-rules/src");
    let mut found = Keys::new();
    for file in ["setup.rs", "code.rs", "registry.rs", "data.rs", "table.rs"] {
        let source = read(&rules.join(file));
        // What is wrong with a file is told to whoever has it, in the terminal.
        let source = source.split("\nimpl Data {").next().unwrap_or_default().to_owned()
            + source
                .split("\n/// The tables of an edition with these corrections.")
                .nth(1)
                .unwrap_or_default();
        let source = source.replace(body(&source, "told"), "");
        let handed = |it: &Literal| {
            ["Objection::of(", "Objection::plain("].iter().any(|call| it.before.ends_with(call))
        };
        found.extend(literals(&source).into_iter().filter(handed).map(|it| it.text));
    }
    let columns = read(&rules.join("core/catalogue/column.rs"));
    let wrong = columns.split("fn wrong(").nth(1).and_then(|rest| rest.split("\n    }\n").next());
    found.extend(literals(wrong.unwrap_or_default()).into_iter().map(|it| it.text));
    found
}

/// What the server refuses: the alternatives of `Why` that its code makes.
fn refused() -> Keys {
    made_of("Why::")
}

/// The alternatives of an enum of words that the server makes.
fn made_of(sort: &str) -> Keys {
    let made = |source: &String| -> Vec<String> {
        let names = source.split(sort).skip(1);
        names
            .map(|rest| snake(&rest.chars().take_while(|c| c.is_alphanumeric()).collect::<String>()))
            .collect()
    };
    sources(&root().join("crates/alhambra-server/src")).iter().flat_map(made).collect()
}

// ---- playing -------------------------------------------------------------------------------------------

/// What was said in whole games, with the refusals of actions that belonged elsewhere.
#[derive(Default)]
struct Heard {
    modules: BTreeMap<String, OfModule>,
    cards: Keys,
    rules: Keys,
}

impl Heard {
    fn of(&mut self, module: ModuleId) -> &mut OfModule {
        self.modules.entry(module.info().slug.to_owned()).or_default()
    }

    fn refs(&mut self, refs: &[Ref]) {
        for it in refs {
            match it {
                Ref::Word(by, word) => {
                    self.of(*by).word.insert((*word).to_owned());
                }
                Ref::Card(card) => self.cards.extend([card.key().to_owned()]),
                Ref::Cards(cards) => self.cards.extend(cards.each().map(|card| card.key().to_owned())),
                _ => {}
            }
        }
    }

    fn view(&mut self, view: &View) {
        for module in &view.modules {
            for item in &module.shows {
                self.of(module.module).shown.insert(item.name.to_owned());
                match &item.shown {
                    Shown::Words(words) => {
                        self.of(module.module).word.extend(words.iter().map(|word| (*word).to_owned()))
                    }
                    Shown::WordsBySeat(words) => {
                        let words = words.iter().flat_map(|(_, words)| words).map(|word| (*word).to_owned());
                        self.of(module.module).word.extend(words);
                    }
                    Shown::Cards(cards) => self.cards.extend(cards.iter().map(|card| card.key().to_owned())),
                    _ => {}
                }
            }
        }
        self.cards.extend(view.display.iter().map(|card| card.key().to_owned()));
    }

    fn listen(&mut self, setup: Setup, seed: u64) {
        let names = Names::of(&setup);
        let mut table = Table::new(setup, seed).expect("the set-up is in order");
        let mut dice = Quick::new(seed);
        let (mut actions, mut pool, mut told) = (Vec::new(), Vec::<Action>::new(), 0);
        while let Some(seat) = table.game().to_move() {
            let game = table.game();
            // What is there at the beginning only is seen there.
            if pool.len() < 10 || dice.below(2) == 0 {
                self.view(&game.view(Some(seat)));
            }
            let decision = game.decision(seat).expect("somebody is asked");
            if matches!(decision.kind, alhambra_rules::DecisionKind::Module) || dice.below(6) == 0 {
                for option in shown(game, decision, &names, false).options {
                    self.refs(&option.refs);
                    if let Some((module, act)) = option.act.as_deref().and_then(|act| act.split_once('.')) {
                        // Clients read the flag and no name, so whoever is called so must have it.
                        let named = ["pass", "decline"].contains(&act);
                        assert!(!named || option.passes, "{module}.{act}: say so in Module::passes");
                        self.modules.entry(module.to_owned()).or_default().act.insert(act.to_owned());
                    }
                }
            }
            // Answers to other questions are refused here, mostly.
            for _ in 0..2.min(pool.len()) {
                let action = pool[dice.below(pool.len() as u32) as usize];
                if let Err(why) = game.check(seat, &action) {
                    let rule = Refusal::illegal(&why, game, seat).rule.unwrap_or_default();
                    match why {
                        alhambra_rules::Illegal::Module { by, .. } => {
                            self.of(by).refuse.insert(rule);
                        }
                        _ => {
                            self.rules.insert(rule);
                        }
                    }
                }
            }
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            if pool.len() < 400 {
                pool.push(action);
            }
            table.apply(seat, action).expect("listed actions are accepted");
            for (_, event) in &table.log()[told..] {
                match &event.what {
                    Happened::Module { by, key, refs, .. } => {
                        self.of(*by).said.insert((*key).to_owned());
                        self.refs(refs);
                    }
                    Happened::Scored { line } => {
                        if let alhambra_rules::Source::Module(by) = line.source {
                            self.of(by).score.insert(line.reason.to_owned());
                        }
                    }
                    _ => {}
                }
            }
            told = table.log().len();
        }
    }
}

fn played() -> Heard {
    let mut heard = Heard::default();
    for seed in 0..3 {
        for module in ModuleId::ALL {
            let info = module.info();
            let mut setup =
                Setup::players(2 + (seed as usize + usize::from(module.number())) % 3).with(*module);
            // Each option once the other way round, too.
            for (name, values) in info.options {
                let value = values[seed as usize % values.len()].to_owned();
                setup.modules.entry(*module).or_default().insert((*name).to_owned(), value);
            }
            heard.listen(setup, seed);
        }
        heard.listen(ModuleId::ALL.iter().copied().fold(Setup::players(4), Setup::with), 100 + seed);
        for edition in EditionId::offered() {
            (2..=6).for_each(|players| heard.listen(Setup::players(players).in_edition(edition), 200 + seed));
        }
    }
    // A module may say and show more where another edition has more to point at.
    for edition in EditionId::offered().filter(|edition| *edition != EditionId::default()) {
        for module in ModuleId::ALL {
            let setup = Setup::players(3).in_edition(edition).with(*module);
            if setup.check().is_ok() {
                heard.listen(setup, 300);
            }
        }
    }
    heard
}

// ---- the file ------------------------------------------------------------------------------------------

fn spoken(heard: &Heard) -> Spoken {
    let rules = read(&root().join("crates/alhambra-rules/src/illegal.rs"));
    let protocol = read(&root().join("crates/alhambra-protocol/src/refusal.rs"));
    let mut modules: BTreeMap<String, OfModule> =
        ModuleId::EVERY.iter().map(|id| (id.info().slug.to_owned(), module(*id))).collect();
    for (slug, other) in &heard.modules {
        let own = modules.get_mut(slug).expect("every module is in the box");
        own.word.extend(other.word.iter().cloned());
        own.shown.extend(other.shown.iter().cloned());
    }
    let mut refusals = variants(&rules, "Illegal");
    refusals.remove("module");
    // What any module refuses.
    refusals.extend(["not_in_this_game", "not_done_now", "not_possible_now"].map(str::to_owned));
    refusals.extend(objections());
    Spoken {
        modules,
        rules: refusals,
        codes: variants(&protocol, "RefusalCode"),
        reasons: Reason::KEYS.map(str::to_owned).into(),
        bots: BotKind::ALL.map(|kind| kind.to_string()).into(),
        house: HOUSE_RULES
            .iter()
            .map(|rule| (rule.option.to_owned(), rule.values.iter().map(|v| (*v).to_owned()).collect()))
            .collect(),
        cards: heard.cards.clone(),
        pieces: alhambra_rules::PieceId::all().map(|id| classic_piece(id).kind.name().to_owned()).collect(),
        notes: notes(),
        refusals: refused(),
    }
}

#[test]
fn everything_that_is_said_is_on_the_list() {
    let heard = played();
    let now = spoken(&heard);
    for (slug, other) in &heard.modules {
        let own = &now.modules[slug];
        for (sort, heard, known) in [
            ("actions", &other.act, &own.act),
            ("events", &other.said, &own.said),
            ("reasons for points", &other.score, &own.score),
            ("refusals", &other.refuse, &own.refuse),
        ] {
            let missed: Vec<&String> = {
                let said = |key: &&String| now.rules.contains(*key);
                heard.difference(known).filter(|key| !said(key)).collect()
            };
            assert!(missed.is_empty(), "{slug}: the code has {sort} this test does not find: {missed:?}");
        }
    }
    assert!(heard.rules.is_subset(&now.rules), "{:?}", heard.rules.difference(&now.rules));
    assert!(now.rules.len() > 30 && now.codes.contains(&code(RefusalCode::Stale)));
    let worded: Keys = Why::KEYS.iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(now.refusals, worded, "left: what the server refuses; right: what has words");
    // A refusal is looked up by its key alone, whoever made it.
    let own = now.modules.values().flat_map(|module| &module.refuse);
    let twice: Vec<&String> =
        own.chain(&now.rules).chain(&now.codes).filter(|key| worded.contains(*key)).collect();
    assert!(
        twice.is_empty(),
        "the server refuses under keys of the rules or of a sort of refusal: {twice:?}"
    );
    let worded: Keys = Note::KEYS.iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(now.notes, worded, "left: what the server notes; right: what has words");
    let path = root().join("fixtures/spoken.json");
    let text = serde_json::to_string_pretty(&now).unwrap() + "\n";
    if std::env::var_os("ALHAMBRA_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    assert_eq!(
        read(&path),
        text,
        "something new is said: run `cargo xtask bless`, and give it words in words.en.json and words.de.json of its \
         module, of the server's refusals or of its notes, or in web/src/words"
    );
}

fn code(code: RefusalCode) -> String {
    serde_json::to_value(code).unwrap().as_str().unwrap().to_owned()
}
