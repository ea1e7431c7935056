//! What keys do. The same key means the same thing wherever it means anything.

use super::app::{App, Flow, Input, Prompt, Screen};
use super::board::{Board, Task};
use super::menu::{Leads, Menu, Typed, type_digit};
use super::words;
use crate::words::steps;
use alhambra_rules::{Action, DecisionKind, Seat};

impl App {
    /// What a key does.
    pub(super) fn update(&mut self, input: Input) -> Flow {
        self.message = None;
        match (self.screen.clone(), input) {
            (_, Input::Interrupt) => return Flow::Leave,
            (Some(Screen::Quit), Input::Char('y' | 'Y') | Input::Enter) => return Flow::Leave,
            (Some(Screen::Quit), _) => self.next_screen(),
            (Some(Screen::Curtain { seat }), Input::Enter) => {
                self.keyboard = Some(seat);
                self.screen = None;
                self.prompts.clear();
                self.ask();
            }
            (Some(Screen::Curtain { .. }), Input::Char('q')) => self.screen = Some(Screen::Quit),
            (Some(Screen::Curtain { .. }), _) => {}
            (Some(screen), input) => self.on_screen(screen, input),
            (None, input) => return self.at_table(input),
        }
        Flow::Stay
    }

    fn on_screen(&mut self, screen: Screen, input: Input) {
        let step = match input {
            Input::Up => -1,
            Input::Down => 1,
            Input::PageUp => -10,
            Input::PageDown | Input::Char(' ') => 10,
            Input::Left => -1,
            Input::Right => 1,
            _ => 0,
        };
        let moved = |at: usize, last: usize| at.saturating_add_signed(step).min(last);
        self.screen = match screen {
            Screen::Sheet { page } if matches!(input, Input::Left | Input::Right) => {
                Some(Screen::Sheet { page: moved(page, self.pages() - 1) })
            }
            Screen::Help { scroll } if step != 0 => {
                Some(Screen::Help { scroll: moved(scroll, super::draw::help_lines()) })
            }
            Screen::Log { scroll } if step != 0 => {
                // The log is read from its end, so going up goes further back.
                let back = scroll.saturating_add_signed(-step).min(self.log().len());
                Some(Screen::Log { scroll: back })
            }
            _ => return self.next_screen(),
        };
    }

    fn at_table(&mut self, input: Input) -> Flow {
        match input {
            Input::Char('q') if self.game().is_over() => return Flow::Leave,
            Input::Char('q') => self.screen = Some(Screen::Quit),
            Input::Char('?' | 'h') => self.screen = Some(Screen::Help { scroll: 0 }),
            Input::Char('l') => self.screen = Some(Screen::Log { scroll: 0 }),
            Input::Char('s') => {
                let last = self.pages() - 1;
                self.screen = Some(Screen::Sheet { page: last });
            }
            Input::Char('u') => self.undo(),
            Input::Tab => self.look(1),
            Input::BackTab => self.look(-1),
            // While another palace is on screen, numbers mean palaces, not answers.
            Input::Char('1'..='9') | Input::Esc if self.looking.is_some() => self.at_overview(input),
            input => match self.prompts.pop() {
                Some(Prompt::Menu(menu)) => self.at_menu(menu, input),
                Some(Prompt::Board(board)) => self.at_board(board, input),
                None => self.at_overview(input),
            },
        }
        Flow::Stay
    }

    fn undo(&mut self) {
        let Some(seat) = self.keyboard else { return };
        match self.table.undo(seat) {
            Ok(()) => {
                self.prompts.clear();
                self.looking = None;
                self.ask();
                self.message = Some("Taken back.".to_owned());
            }
            Err(why) => {
                let why = why.to_string();
                let (first, rest) = why.split_at(1);
                self.message = Some(format!("{}{rest}.", first.to_uppercase()));
            }
        }
    }

    fn look(&mut self, step: isize) {
        let n = self.palaces();
        let next = (self.shown() + n).saturating_add_signed(step) % n;
        self.looking = (self.viewer().map(Seat::index) != Some(next)).then_some(next);
        self.pan = (0, 0);
    }

    fn at_overview(&mut self, input: Input) {
        if let Input::Char(digit @ '1'..='9') = input {
            let at = digit as usize - '1' as usize;
            if at < self.palaces() {
                self.looking = Some(at);
                self.pan = (0, 0);
            }
            return;
        }
        if let Some((dx, dy)) = direction(input) {
            self.pan = ((self.pan.0 + dx).clamp(-15, 15), (self.pan.1 + dy).clamp(-15, 15));
            return;
        }
        if input == Input::Esc {
            self.looking = None;
            return;
        }
        let Some(decision) = self.decision() else { return };
        let can = |of: fn(&Action) -> bool| decision.options.iter().any(|c| of(&c.action));
        if can(|a| matches!(a, Action::EndTurn)) {
            match input {
                Input::Enter | Input::Char('e') => self.choose(Action::EndTurn),
                Input::Char('t' | 'b' | 'r') => {
                    self.message = Some("The turn is played: Enter ends it, u takes back.".to_owned());
                }
                Input::Char('c') => self.open(Menu::all(self.game(), &self.names, &decision)),
                _ => {}
            }
            return;
        }
        let main_action = decision.kind == DecisionKind::MainAction;
        match input {
            Input::Char('c') => self.open(Menu::all(self.game(), &self.names, &decision)),
            // Any other question has one place where it is answered.
            _ if !main_action => self.ask(),
            Input::Char('t') => self.open(Menu::take(self.game(), &self.names, &decision)),
            Input::Char('b') => self.open(Menu::buy(self.game(), &decision)),
            Input::Char('r') => self.open(Menu::redesign(self.game(), self.names(), &decision)),
            Input::Char('e') if can(|a| matches!(a, Action::Decline)) => self.choose(Action::Decline),
            Input::Char('e') => {
                self.message = Some("The turn cannot end yet: an action has to be taken.".to_owned());
            }
            Input::Enter => self.message = Some("First an action: t, b or r.".to_owned()),
            _ => {}
        }
    }

    fn open(&mut self, menu: Menu) {
        if menu.items.is_empty() {
            self.message = Some(match menu.title.as_str() {
                "Buy a building" => format!("Nothing can be bought: {}.", self.out_of_reach()),
                "Take money" => "There is no money on display.".to_owned(),
                "Rebuild" => {
                    "Nothing to rebuild: no tile of the reserve fits, and none can be taken off.".to_owned()
                }
                _ => "There is nothing to choose.".to_owned(),
            });
        } else {
            self.prompts.push(Prompt::Menu(menu));
        }
    }

    /// How much each tile of the market is out of reach.
    fn out_of_reach(&self) -> String {
        let Some(seat) = self.keyboard else { return String::new() };
        let view = self.game().view(Some(seat));
        let tiles = view.market.iter().filter_map(|space| {
            let piece = space.tile.as_ref()?.piece;
            let badge = super::draw::badge(self.game(), seat, piece, space.currency);
            Some(format!("{} {badge}", words::coin(space.currency)))
        });
        tiles.collect::<Vec<_>>().join(", ")
    }

    fn choose(&mut self, action: Action) {
        let Some(seat) = self.keyboard else { return };
        if self.act(seat, action) {
            self.settle();
        }
    }

    fn lead(&mut self, leads: Leads) {
        match leads {
            Leads::Do(action) => self.choose(action),
            Leads::More(menu) => self.prompts.push(Prompt::Menu(menu)),
            Leads::Board(board) => self.prompts.push(Prompt::Board(board)),
        }
    }

    fn at_menu(&mut self, mut menu: Menu, input: Input) {
        let n = menu.items.len();
        match input {
            Input::Up => menu.at = (menu.at + n - 1) % n,
            Input::Down => menu.at = (menu.at + 1) % n,
            Input::PageUp => menu.at = menu.at.saturating_sub(8),
            Input::PageDown => menu.at = (menu.at + 8).min(n - 1),
            Input::Char(digit @ '0'..='9') => match type_digit(&mut menu.typed, digit, n) {
                Typed::Waiting(at) => menu.at = at,
                Typed::Chosen(at) => {
                    menu.at = at;
                    return self.pick(menu);
                }
                Typed::Nothing => self.message = Some(format!("The list has the numbers 1 to {n}.")),
            },
            Input::Enter => return self.pick(menu),
            Input::Back if menu.typed.pop().is_some() => {}
            Input::Esc | Input::Back | Input::Left => return,
            // The letters of the overview work from a menu too: one changes one's mind with one key.
            Input::Char('t' | 'b' | 'r' | 'e' | 'c') => {
                self.prompts.clear();
                return self.at_overview(input);
            }
            _ => {}
        }
        self.prompts.push(Prompt::Menu(menu));
    }

    fn pick(&mut self, mut menu: Menu) {
        menu.typed.clear();
        let leads = menu.items[menu.at].leads.clone();
        self.prompts.push(Prompt::Menu(menu));
        self.lead(leads);
    }

    fn at_board(&mut self, mut board: Board, input: Input) {
        // What is decided concerns the own palace.
        self.looking = None;
        let legal = board.legal();
        match input {
            Input::Up | Input::Down | Input::Left | Input::Right => {
                board.go(direction(input).unwrap_or_default());
            }
            Input::Char(digit @ '0'..='9') => match type_digit(&mut board.typed, digit, legal) {
                Typed::Waiting(at) => board.at = at,
                Typed::Chosen(at) => {
                    board.at = at;
                    return self.settle_on(board);
                }
                Typed::Nothing if legal == 0 => self.message = Some("No cell can be chosen.".to_owned()),
                Typed::Nothing => self.message = Some(format!("The cells have the numbers 1 to {legal}.")),
            },
            Input::Enter | Input::Char(' ') => return self.settle_on(board),
            Input::Back if board.typed.pop().is_some() => {}
            Input::Esc | Input::Back if board.task != Task::Place => return,
            Input::Char('c') => {
                self.prompts.clear();
                if let Some(decision) = self.decision() {
                    self.open(Menu::all(self.game(), &self.names, &decision));
                }
                return;
            }
            Input::Char(key @ ('r' | 'g' | 't')) if board.task == Task::Place => {
                return self.beside_placing(board, key);
            }
            _ => {}
        }
        self.prompts.push(Prompt::Board(board));
    }

    /// Reserve, gift, or another tile first.
    fn beside_placing(&mut self, board: Board, key: char) {
        let (Some(piece), Some(decision)) = (board.piece, self.decision()) else { return };
        let action = match key {
            'r' => Action::Reserve { piece },
            'g' => Action::Gift { piece },
            _ => {
                let bought: Vec<_> = self.game().pieces().bought[decision.seat.index()].iter().collect();
                let at = bought.iter().position(|p| *p == piece).unwrap_or(0);
                let next = bought[(at + 1) % bought.len()];
                if next == piece {
                    self.message = Some("This is the only tile to be placed.".to_owned());
                }
                self.prompts.push(Prompt::Board(Board::place(self.game(), &decision, next)));
                return;
            }
        };
        self.prompts.push(Prompt::Board(board));
        self.choose(action);
    }

    fn settle_on(&mut self, mut board: Board) {
        board.typed.clear();
        let Some(spot) = board.spot().cloned() else {
            self.message = Some("This tile fits nowhere; r puts it into the reserve.".to_owned());
            self.prompts.push(Prompt::Board(board));
            return;
        };
        self.prompts.push(Prompt::Board(board));
        match spot.choices.as_slice() {
            [] => self.message = Some(format!("Not at {}: {}.", steps(spot.at), spot.reason)),
            [one] => self.choose(one.action),
            several => {
                let menu = Menu::ways(self.game(), &self.names, several);
                self.prompts.push(Prompt::Menu(menu));
            }
        }
    }
}

/// Steps east and north an arrow key stands for.
fn direction(input: Input) -> Option<(i32, i32)> {
    match input {
        Input::Up => Some((0, 1)),
        Input::Down => Some((0, -1)),
        Input::Left => Some((-1, 0)),
        Input::Right => Some((1, 0)),
        _ => None,
    }
}
