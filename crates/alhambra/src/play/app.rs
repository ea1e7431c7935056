//! The state of a game in the terminal, and what keys do to it. It knows no terminal, so tests can play it.

use super::board::Board;
use super::menu::Menu;
use super::seats::Sitter;
use super::words;
use super::{recap, sheet};
use crate::words::{Names, scorers};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::decision::Decision;
use alhambra_rules::table::Table;
use alhambra_rules::{Action, DecisionKind, GameState, Happened, Quick, Seat, Setup, SetupError};
use std::collections::VecDeque;

/// A key, as far as the game cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Char(char),
    Enter,
    Esc,
    Back,
    Tab,
    BackTab,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    /// Ctrl-C.
    Interrupt,
}

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Stay,
    Leave,
}

/// A whole screen in front of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Screen {
    Help { scroll: usize },
    Log { scroll: usize },
    Sheet { page: usize },
    Quit,
    Curtain { seat: Seat },
}

/// A question open at the table.
#[derive(Clone, Debug)]
pub(super) enum Prompt {
    Menu(Menu),
    Board(Board),
}

/// A game in the terminal.
#[derive(Debug)]
pub(super) struct App {
    pub(super) table: Table,
    pub(super) names: Names,
    sitters: Vec<Sitter>,
    dice: Quick,
    seed: u64,
    /// Open questions, the last one in front.
    pub(super) prompts: Vec<Prompt>,
    /// The screen in front of the table.
    pub(super) screen: Option<Screen>,
    /// Pages of scorings nobody has looked at yet.
    fresh: VecDeque<usize>,
    /// The palace being looked at; `None` is that of whoever decides. The number after the last seat is Dirk.
    pub(super) looking: Option<usize>,
    /// The cell in the middle of a palace that is larger than the screen.
    pub(super) pan: (i32, i32),
    /// What a key could not do, and why.
    pub(super) message: Option<String>,
    /// Who has the keyboard.
    pub(super) keyboard: Option<Seat>,
}

impl App {
    /// Sits down to a game and plays up to the first decision of a person.
    pub(super) fn new(setup: Setup, sitters: Vec<Sitter>, seed: u64) -> Result<App, SetupError> {
        let names = Names::short(&setup);
        let table = Table::new(setup, seed)?;
        let mut app = App {
            table,
            names,
            sitters,
            // Bots must not share the luck of the cards.
            dice: Quick::new(seed ^ 0xA1_4A_3B_7A),
            seed,
            prompts: Vec::new(),
            screen: None,
            fresh: VecDeque::new(),
            looking: None,
            pan: (0, 0),
            message: None,
            keyboard: None,
        };
        app.settle();
        Ok(app)
    }

    /// The table with record and log.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The game as it stands.
    pub(super) fn game(&self) -> &GameState {
        self.table.game()
    }

    /// What everybody is called.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// The seed of the game.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Whose eyes see the screen: whoever has the keyboard. After a game of several people, a spectator's.
    pub(super) fn viewer(&self) -> Option<Seat> {
        if self.people() > 1 && self.game().is_over() { None } else { self.keyboard }
    }

    /// The decision of whoever has the keyboard.
    pub(super) fn decision(&self) -> Option<Decision> {
        self.game().decision(self.keyboard?)
    }

    /// What happened since the viewer's last turn.
    pub(super) fn recap(&self) -> Vec<String> {
        self.viewer().map_or_else(Vec::new, |seat| recap::recap(&self.table, &self.names, seat))
    }

    /// The log as the viewer may read it.
    pub(super) fn log(&self) -> Vec<String> {
        recap::log(&self.table, &self.names, self.viewer())
    }

    /// How many pages the score sheets have: what is at stake, each scoring, and the end, or before it what a scoring
    /// would bring now.
    pub(super) fn pages(&self) -> usize {
        2 + sheet::scorings(&self.table).len()
    }

    /// What to say when the game has been left.
    pub(super) fn farewell(&self) -> String {
        let game = self.game();
        let mut text = String::new();
        if let Some(winners) = game.winners() {
            let scores: Vec<String> =
                game.rules().seats().map(|s| format!("{} {}", self.names.seat(s), game.score(s))).collect();
            text = format!("{}. Points: {}.\n", self.names.win(winners), scores.join(", "));
        }
        format!("{text}The seed was {}: add --seed {} to play the same deal again.", self.seed, self.seed)
    }

    fn people(&self) -> usize {
        self.sitters.iter().filter(|s| matches!(s, Sitter::Person)).count()
    }

    /// Lets bots play until a person has to decide, and prepares the question.
    pub(super) fn settle(&mut self) {
        self.prompts.clear();
        self.looking = None;
        self.pan = (0, 0);
        while let Some(seat) = self.game().to_move() {
            let Sitter::Bot(bot) = &mut self.sitters[seat.index()] else { break };
            let action = bot.decide(&Belief::new(self.table.game(), seat, Recall::Full), &mut self.dice);
            if !self.act(seat, action) {
                break;
            }
        }
        if let Some(seat) = self.game().to_move() {
            if self.people() == 1 {
                self.keyboard = Some(seat);
            }
            self.ask();
        } else {
            self.fresh.push_back(self.pages() - 1);
        }
        self.next_screen();
    }

    /// Does an action and notes scorings to be shown. `false` if it was refused.
    pub(super) fn act(&mut self, seat: Seat, action: Action) -> bool {
        let page = sheet::scorings(&self.table).len();
        match self.table.apply(seat, action) {
            Ok(events) => {
                let held =
                    events.iter().filter(|(_, e)| matches!(e.what, Happened::ScoringBegan { .. })).count();
                // Page 0 is what is at stake, so the first scoring is page 1.
                self.fresh.extend((0..held).map(|i| page + i + 1));
                true
            }
            Err(why) => {
                let why = words::refusal(self.game(), &self.names, seat, &why);
                self.message = Some(format!("Not possible: {why}."));
                false
            }
        }
    }

    /// Opens the question that belongs to the decision. Nothing is asked behind a curtain.
    pub(super) fn ask(&mut self) {
        let Some(decision) = self.decision() else { return };
        match decision.kind {
            DecisionKind::PlaceTile => {
                if let Some(piece) = self.game().pieces().bought[decision.seat.index()].first() {
                    self.prompts.push(Prompt::Board(Board::place(self.game(), &decision, piece)));
                }
            }
            DecisionKind::Module
            | DecisionKind::SpecialMove
            | DecisionKind::Payment
            | DecisionKind::BeforePlacing
            | DecisionKind::Leftover
            | DecisionKind::Redesign => {
                self.prompts.push(Prompt::Menu(Menu::all(self.game(), &self.names, &decision)));
            }
            DecisionKind::MainAction | DecisionKind::ConfirmTurn => {}
        }
    }

    /// What stands in front of the table next: scorings, which everybody may see, then the curtain.
    pub(super) fn next_screen(&mut self) {
        self.screen = self.fresh.pop_front().map(|page| Screen::Sheet { page });
        if self.screen.is_some() || self.people() < 2 {
            return;
        }
        if let Some(seat) = self.game().to_move()
            && self.keyboard != Some(seat)
        {
            self.keyboard = None;
            self.screen = Some(Screen::Curtain { seat });
        }
    }

    /// How many palaces there are to look at, Dirk's tiles included.
    pub(super) fn palaces(&self) -> usize {
        scorers(self.game()).len()
    }

    /// The palace on screen: a seat's index, or the number of players for Dirk.
    pub(super) fn shown(&self) -> usize {
        let deciding = self.viewer().or(self.game().winners().and_then(|w| w.first()));
        self.looking.unwrap_or(deciding.map_or(0, Seat::index))
    }
}
