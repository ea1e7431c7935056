//! Everything that can be done and everything that happens is said whole, in English and in German: whatever random games
//! with all modules bring up has words, no blank is left open, and no key shows through.

use alhambra_rules::decision::{Choice, Ref};
use alhambra_rules::speech::{self, Names, Plainly};
use alhambra_rules::table::Table;
use alhambra_rules::view::{Shown, ShownItem};
use alhambra_rules::{
    Action, Building, CardKind, EditionId, GameState, Happened, ModuleId, Quick, ScoreLine, Seat, Setup,
    Source, Words, registry,
};
use std::collections::{BTreeMap, BTreeSet};

const LANGUAGES: [&str; 2] = ["en", "de"];

/// Blanks of words that have been met, and which of them were filled at least once.
#[derive(Default)]
struct Met(BTreeMap<(String, String), BTreeSet<usize>>);

/// The words a sentence is made of, in one language and in no other.
fn template(language: &str, by: Option<ModuleId>, key: &str) -> Option<&'static str> {
    let words = match by {
        Some(module) => module.look().words(language),
        None => Words::of_core(language),
    };
    words?.get(key)
}

/// How many of {a}, {b} … there are, up to the last one used.
fn blanks(words: &str) -> BTreeSet<usize> {
    (0..6).filter(|i| words.contains(&format!("{{{}}}", (b'a' + *i as u8) as char))).collect()
}

/// Cards by their keys, where those do not read like names.
fn raw(refs: &[Ref]) -> Vec<&'static str> {
    let cards = refs.iter().flat_map(|it| match it {
        Ref::Card(card) => vec![*card],
        Ref::Cards(cards) => cards.each().collect(),
        _ => Vec::new(),
    });
    cards.map(CardKind::key).filter(|key| key.contains('-')).collect()
}

/// The words of modules in what is shown.
fn words_of(by: ModuleId, shown: &Shown) -> Vec<(ModuleId, &'static str)> {
    let word = |it: &Ref| if let Ref::Word(by, word) = it { Some((*by, *word)) } else { None };
    match shown {
        Shown::Words(words) => words.iter().map(|word| (by, *word)).collect(),
        Shown::WordsBySeat(all) => all.iter().flat_map(|(_, own)| own).map(|word| (by, *word)).collect(),
        Shown::Slots(rows) => {
            let cells = rows.iter().flat_map(|row| &row.cells);
            let things = cells.flat_map(|slot| slot.holds.iter().chain(&slot.wants));
            things.chain(rows.iter().flat_map(|row| &row.side)).filter_map(word).collect()
        }
        Shown::Tracks(tracks) => tracks.iter().filter_map(|track| word(track.of.as_ref()?)).collect(),
        Shown::Pile { top: Some(top), .. } => word(top).into_iter().collect(),
        Shown::Pins(pins) => {
            pins.iter().filter(|pin| pin.building.is_none()).map(|pin| (by, pin.sign)).collect()
        }
        _ => Vec::new(),
    }
}

impl Met {
    fn sentence(&mut self, by: Option<ModuleId>, key: &str, refs: &[Ref], said: [String; 2]) {
        let whose = by.map_or("core", |module| module.info().slug);
        for (language, text) in LANGUAGES.iter().zip(&said) {
            let here = format!("{whose} {key} in {language}: \"{text}\"");
            let words = template(language, by, key).unwrap_or_else(|| panic!("{here}: there are no words"));
            assert!(!text.contains(['{', '}']), "{here}: a blank is open");
            assert!(!text.is_empty() && !text.contains("  ") && !text.contains(" ,"), "{here}: holes");
            assert!(!text.ends_with([',', ':', ' ', '(']), "{here}: something is missing at the end");
            assert!(!text.contains('_') && !text.contains("()"), "{here}: a key shows through");
            if let Some(raw) = raw(refs).into_iter().find(|raw| text.contains(raw)) {
                panic!("{here}: the card {raw} has no name");
            }
            let blanks = blanks(words);
            assert!(!blanks.contains(&0) || !refs.is_empty(), "{here}: nothing is pointed at for {words}");
            let filled = blanks.into_iter().filter(|i| *i < refs.len());
            self.0.entry((whose.to_owned(), key.to_owned())).or_default().extend(filled);
        }
        let [_, german] = &said;
        for building in Building::ALL {
            assert!(
                !german.contains(building.name()),
                "{whose} {key}: \"{german}\" has {building} in English"
            );
        }
    }

    fn choice(&mut self, game: &GameState, names: &Names, choice: &Choice) {
        let said = LANGUAGES.map(|language| speech::action(&Plainly { game, names, language }, choice));
        let (by, key) = match choice.action {
            Action::Module(own) => {
                let (by, name) = registry::name(own);
                (Some(by), format!("act.{name}"))
            }
            _ => (None, format!("act.{}", choice.key)),
        };
        // A module that is done without is named by its title.
        let refs = match choice.action {
            Action::Modify { value: 0, .. } => vec![Ref::Number(0)],
            _ => choice.refs.clone(),
        };
        self.sentence(by, &key, &refs, said);
        let whole = LANGUAGES.map(|language| speech::option(&Plainly { game, names, language }, choice));
        assert!(whole.iter().all(|text| !text.contains(['{', '}', '_'])), "{whole:?}");
    }

    fn event(&mut self, game: &GameState, names: &Names, event: &Happened) {
        let said = LANGUAGES.map(|language| speech::event(&Plainly { game, names, language }, event));
        if let Happened::Scored { line } = event {
            self.points(line);
        }
        let telling = event.telling();
        self.sentence(telling.by, &format!("said.{}", telling.key), &telling.refs, said);
    }

    /// Points: what brings them and how they are counted.
    fn points(&mut self, line: &ScoreLine) {
        let refs: Vec<Ref> = line.args.iter().map(|n| Ref::number(*n)).collect();
        let (by, key) = match line.source {
            Source::Module(by) => (Some(by), line.reason),
            _ => (None, line.reason),
        };
        // A type that has several halves is one thing with its number.
        let refs = if matches!(line.source, Source::Majority(_)) { vec![Ref::Number(0); 2] } else { refs };
        self.sentence(by, key, &refs, LANGUAGES.map(|language| speech::score_reason(language, line)));
        let whole = LANGUAGES.map(|language| speech::score_line(language, line));
        assert!(whole.iter().all(|text| !text.contains(['{', '}', '_'])), "{whole:?}");
    }

    /// What modules show to somebody.
    fn shown(&mut self, game: &GameState, names: &Names, viewer: Option<Seat>) {
        for module in game.view(viewer).modules {
            for ShownItem { name, shown } in &module.shows {
                let by = module.module;
                let name = format!("shown.{name}");
                let called = LANGUAGES.map(|language| speech::shown_name(language, by, &name[6..]));
                self.sentence(Some(by), &name, &[], called);
                for (by, word) in words_of(by, shown) {
                    let known =
                        |language: &&str| template(language, Some(by), &format!("word.{word}")).is_some();
                    assert!(LANGUAGES.iter().all(known), "{name}: {by:?} has no words for {word}");
                }
                let said =
                    LANGUAGES.map(|language| speech::shown(&Plainly { game, names, language }, by, shown));
                for (language, text) in LANGUAGES.iter().zip(&said) {
                    let here = format!("{name} of {by:?} in {language}: \"{text}\"");
                    assert!(!text.is_empty() && !text.contains(['{', '}', '_']), "{here}");
                    assert!(!text.contains("  ") && !text.ends_with([',', ':', ' ']), "{here}: holes");
                }
                let [_, german] = &said;
                let english = Building::ALL.iter().find(|building| german.contains(building.name()));
                assert_eq!(english, None, "{name} of {by:?}: \"{german}\"");
            }
        }
    }

    /// Plays a game and says a part of what could be done and all that happens.
    fn game(&mut self, setup: Setup, seed: u64) {
        let names = Names::of(&setup);
        let mut table = Table::new(setup, seed).expect("the set-up is in order");
        let mut dice = Quick::new(seed);
        let (mut actions, mut told) = (Vec::new(), 0);
        while let Some(seat) = table.game().to_move() {
            let game = table.game();
            game.legal(seat, &mut actions);
            for _ in 0..3 {
                let action = actions[dice.below(actions.len() as u32) as usize];
                self.choice(game, &names, &game.choice(seat, action));
            }
            let action = actions[dice.below(actions.len() as u32) as usize];
            self.choice(game, &names, &game.choice(seat, action));
            // What is shown changes slowly, and a view takes its time.
            if dice.below(8) == 0 {
                self.shown(game, &names, Some(seat));
            }
            table.apply(seat, action).expect("listed actions are accepted");
            for (_, event) in &table.log()[told..] {
                self.event(table.game(), &names, &event.what);
            }
            told = table.log().len();
        }
        self.shown(table.game(), &names, None);
    }
}

fn setup(players: usize) -> Setup {
    let mut setup = Setup::players(players);
    for (i, player) in setup.players.iter_mut().enumerate() {
        player.name = ["Ann", "Bo", "Cem", "Dana", "Eli", "Fay"][i].to_owned();
    }
    setup
}

#[test]
fn every_sentence_is_whole_in_both_languages() {
    let mut met = Met::default();
    for (seed, module) in ModuleId::ALL.iter().enumerate() {
        met.game(setup(2 + seed % 3).with(*module), seed as u64);
    }
    let all = ModuleId::ALL.iter().copied();
    met.game(all.filter(|module| module.info().players.contains(&4)).fold(setup(4), Setup::with), 99);
    for edition in EditionId::offered() {
        (2..=6).for_each(|players| met.game(setup(players).in_edition(edition), 200 + players as u64));
    }
    for module in ModuleId::EVERY {
        let slug = module.info().slug;
        let own = module.look().words("en").expect("every module has words");
        let speaks = own.said.iter().any(|(key, _)| key.starts_with("act.") || key.starts_with("said."));
        assert!(!speaks || met.0.keys().any(|(whose, _)| whose == slug), "{slug} has not said a word");
    }
    assert!(met.0.len() > 200, "only {} sentences were met", met.0.len());
    for ((whose, key), filled) in &met.0 {
        let module = ModuleId::EVERY.iter().copied().find(|module| module.info().slug == whose);
        let wanted = blanks(template("en", module, key).expect("it was said"));
        // What an action points at beside the first thing may be missing: another way to buy, a turn, a third cell.
        assert!(
            wanted.len() < 2 || filled.len() + 1 >= wanted.len(),
            "{whose} {key}: {filled:?} of {wanted:?}"
        );
    }
}

/// The words of the base game have the same blanks in every language, and English has them all.
#[test]
fn the_base_game_speaks_the_same_in_every_language() {
    let english = Words::of_core("en").expect("English is whole");
    let german = Words::of_core("de").expect("German is whole");
    for (key, text) in english.said {
        let other = german.get(key).unwrap_or_else(|| panic!("{key} has no German"));
        assert_eq!(blanks(text), blanks(other), "{key}");
    }
}

/// What a language does not say is said in English, sentence by sentence.
#[test]
fn what_a_language_lacks_is_said_in_english() {
    let setup = setup(3);
    let names = &Names::of(&setup);
    let table = Table::new(setup, 5).unwrap();
    let game = table.game();
    let seat = game.to_move().unwrap();
    let choice = &game.decision(seat).unwrap().options[0];
    let said = |language| speech::option(&Plainly { game, names, language }, choice);
    assert_eq!(said("xx"), said("en"));
    assert_ne!(said("de"), said("en"));
}
