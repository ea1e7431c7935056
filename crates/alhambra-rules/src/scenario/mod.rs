//! Scenarios: rules as text, in players' words (engine finding F16). Only in the test kit.
//!
//! A text holds one or more scenarios. A line is a sentence; `#` starts a comment, which is where a scenario
//! names the rulings it shows. `scenario …` starts the next scenario of the text and gives it a title.
//!
//! **given** lays the table. What is not said is as at a real table: a full market, four cards on display,
//! the other tiles in the tower, the other cards in the deck; hands, reserves and palaces are empty, and seat 0
//! is to move.
//!
//! ```text
//! given players = 3                       given ages = 30, 12, -
//! given edition = red-palace
//! given house holes = area8               given module new-score-cards = 1 8 5
//! given module camps with bastions = all  given module camps with camp-s-3.price = 4
//! given turns are confirmed               given dirk is called Matt
//! given chance market = 3, 0              given deal = denar 9, florin 9, ducat 1
//! given hand 0 = denar 5, denar 6         given display = denar 2, florin 3        given display empty
//! given market denar = garden 10 W        given market denar empty                given market empty
//! given tower = garden 9 E, tower 11 -    given tower only = …    given tower has 17 tiles    given tower empty
//! given deck = scoring, florin 3          given deck only = …     given deck empty
//! given discard = denar 4                 given spent 0 = florin 9
//! given palace 0 has garden 9 E at 1 0, chambers 5, 3 towers
//! given reserve 0 = tower 10 W            given bought 0 = tower 10 W
//! given dirk has 2 towers, garden 6       given score 0 = 12      given active = 1
//! given extra action                      given scorings done = 1 given scoring card due
//! ```
//!
//! `deck` and `tower` name what comes next; with `only`, nothing else is left. A tile is its building, price
//! and walls (`-` for none), where needed to tell it from others. A tile without `at` lies wherever it fits.
//!
//! **when** does something; with `is refused: …` it must be refused, for a reason that has those words.
//!
//! ```text
//! when seat 0 takes denar 2, florin 3                    when seat 0 declines
//! when seat 0 buys garden 10 W with denar 5, denar 6     when seat 0 ends turn
//! when seat 0 places tower 10 W at 2 0 is refused: on foot
//! when seat 0 reserves …  gives … to Dirk  adds … at x y  removes …  swaps … for …  picks …
//! when seat 1 passes                                     when seat 1 chooses wake the vizier
//! when seat 0 targets garden 10 W   uses nothing   pays denar 5, denar 6   lays down denar 5
//! when scoring 2    when the turn ends    when the game ends    when the game is set up
//! when the start player is chosen         when seat 0 loses 5 points
//! ```
//!
//! **then** says what must be so. Points and other things that happened are those of the last `when`.
//!
//! ```text
//! then hand 0 = denar 5    hand 0 has 2 cards    discard = …    display has 4 cards    deck has 3 cards
//! then seat 0 scores 9 for tower [in scoring 2]  dirk scores nothing for wall   score order = wall, tower
//! then seat 0 has 12 points                      scorings = 1, 2                scorings done = 2
//! then seat 0 counts 4 towers
//! then seat 0 is to move | place | confirm | interrupt
//! then seat 0 may [not] choose wake the vizier   seat 0 has [an|no] extra action
//! then seat 0 may take denar 2; florin 3; denar 2, florin 3
//! then seat 0 may buy garden 10 W                seat 0 may pay garden 10 W with denar 5, denar 6; denar 9, denar 2
//! then seat 0 may lay tower 10 W at 1 0; 0 1     seat 0 may remove …   may swap … for …   may give …   may decline
//! then garden 10 W is bought by 0 | in reserve 0 | in palace 0 [at 1 0] | on market | with dirk | in tower
//! then market denar = garden 10 W | empty        market full           tower has 3 tiles   dirk has 6 tiles
//! then longest wall 0 = 6     game over     winners = 0, 2     start player = 1     seat 0 passed | declined
//! then passes = 3             reshuffled | not reshuffled      there are 72 money cards
//! then there are 2 copies of florin 5
//! then module new-score-cards first_scoring = …          tile land-9 carries garden
//! ```

mod chance;
mod given;
mod table;
mod then;
mod when;
mod words;

pub use chance::ScriptedChance;
use given::Draft;

use crate::event::Event;
use crate::{GameState, Io};

/// A scenario that does not hold, or a sentence nobody understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    /// The file, if the text came from one.
    pub file: String,
    /// The title of the scenario; empty if it has none.
    pub scenario: String,
    /// The line, from 1.
    pub line: usize,
    /// The sentence on it.
    pub sentence: String,
    /// What is wrong: what was expected and what was found.
    pub what: String,
}

impl ScenarioError {
    /// This error with the file it was found in.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> ScenarioError {
        file.clone_into(&mut self.file);
        self
    }
}

impl std::fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = if self.file.is_empty() { "line " } else { &self.file };
        let gap = if self.file.is_empty() { "" } else { ":" };
        write!(f, "{file}{gap}{}: ", self.line)?;
        if !self.scenario.is_empty() {
            write!(f, "in \"{}\": ", self.scenario)?;
        }
        write!(f, "`{}`: {}", self.sentence, self.what)
    }
}

impl std::error::Error for ScenarioError {}

/// Plays every scenario of a text.
///
/// ```
/// use alhambra_rules::scenario::check;
/// check("given hand 0 = denar 9\nthen hand 0 has 1 cards").unwrap();
/// let wrong = check("given hand 0 = denar 9\n\nthen hand 0 has 2 cards").unwrap_err();
/// assert_eq!((wrong.line, wrong.what.as_str()), (3, "expected 2, found 1"));
/// ```
///
/// # Errors
/// The first sentence that does not hold or makes no sense, with its line.
pub fn check(text: &str) -> Result<(), ScenarioError> {
    let mut world = World::default();
    let mut title = String::new();
    let mut thens = 0;
    let mut last = (0, "");
    for (i, line) in text.lines().enumerate() {
        let sentence = line.split('#').next().unwrap_or_default().trim();
        if sentence.is_empty() {
            continue;
        }
        let wrong = |title: &str, (line, sentence): (usize, &str), what: String| ScenarioError {
            file: String::new(),
            scenario: title.to_owned(),
            line,
            sentence: sentence.to_owned(),
            what,
        };
        if let Some(next) = sentence.strip_prefix("scenario ") {
            if last.0 > 0 && thens == 0 {
                return Err(wrong(&title, last, "this scenario says nothing: it has no \"then\"".to_owned()));
            }
            (world, title, thens) = (World::default(), next.trim().to_owned(), 0);
            last = (i + 1, sentence);
            continue;
        }
        last = (i + 1, sentence);
        thens += usize::from(sentence.starts_with("then ") || sentence.contains(" is refused"));
        world.sentence(sentence).map_err(|what| wrong(&title, last, what))?;
    }
    if thens > 0 {
        return Ok(());
    }
    Err(ScenarioError {
        file: String::new(),
        scenario: title,
        line: last.0,
        sentence: last.1.to_owned(),
        what: "this scenario says nothing: it has no \"then\"".to_owned(),
    })
}

/// The scenarios in the fenced blocks of a help text, with the line each begins on.
pub fn fenced(help: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (i, line) in help.lines().enumerate() {
        match &mut open {
            None if line.trim() == "```scenario" => open = Some((i + 2, String::new())),
            None => {}
            Some(_) if line.trim() == "```" => blocks.extend(open.take()),
            Some((_, text)) => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    blocks
}

/// A scenario in progress.
#[derive(Default)]
struct World {
    draft: Draft,
    /// The table, once the first `when` or `then` has come.
    play: Option<Play>,
}

/// The table, the luck and what happened during the last `when`.
struct Play {
    game: GameState,
    chance: ScriptedChance,
    log: Vec<Event>,
}

impl Play {
    fn with_io<T>(&mut self, act: impl FnOnce(&mut GameState, &mut Io<'_>) -> T) -> T {
        act(&mut self.game, &mut Io { chance: &mut self.chance, log: Some(&mut self.log) })
    }

    /// Every tile is in one place only: scenarios move tiles about by hand, so they look after themselves.
    fn census(&self) -> Result<(), String> {
        let mut all = crate::PieceSet::EMPTY;
        for set in self.game.core.pieces.sets() {
            if let Some(piece) = set.and(all).first() {
                return Err(format!("{} is in two places at once", words::name(piece)));
            }
            all = all.or(set);
        }
        crate::registry::census(&self.game)
    }
}

impl World {
    fn sentence(&mut self, sentence: &str) -> Result<(), String> {
        let (first, rest) = sentence.split_once(' ').unwrap_or((sentence, ""));
        let (rest, refusal) = match rest.split_once(" is refused") {
            Some((rest, reason)) => (rest, Some(reason.trim_start_matches(':').trim())),
            None => (rest, None),
        };
        match first {
            "given" if self.play.is_some() => {
                Err("a given comes before the first when and the first then".to_owned())
            }
            "given" => expect(self.draft.given(rest), refusal),
            "when" if rest == "the game is set up" => {
                let outcome = self.draft.set_up().map(|play| self.play = Some(play));
                expect(outcome, refusal)
            }
            "when" => {
                let play = self.table()?;
                when::when(play, rest, refusal)?;
                play.census()
            }
            "then" if refusal.is_some() => Err("only what is given or done can be refused".to_owned()),
            "then" => then::then(self.table()?, rest),
            _ => Err("a sentence begins with given, when, then or scenario".to_owned()),
        }
    }

    fn table(&mut self) -> Result<&mut Play, String> {
        if self.play.is_none() {
            self.play = Some(self.draft.table()?);
        }
        self.play.as_mut().ok_or_else(|| "there is no table".to_owned())
    }
}

/// Holds an outcome against the refusal that was announced, if one was.
fn expect(outcome: Result<(), String>, refusal: Option<&str>) -> Result<(), String> {
    match (outcome, refusal) {
        (outcome, None) => outcome,
        (Ok(()), Some(_)) => Err("expected a refusal, but it is allowed".to_owned()),
        (Err(why), Some(reason)) if why.to_lowercase().contains(&reason.to_lowercase()) => Ok(()),
        (Err(why), Some(reason)) => Err(format!("expected the refusal \"{reason}\", found \"{why}\"")),
    }
}
