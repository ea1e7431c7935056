//! Numbered lists to choose from. Whatever the engine asks can be answered by one of these.

use super::board::Board;
use super::words;
use crate::words::Names;
use alhambra_rules::decision::{Choice, Decision, Effect};
use alhambra_rules::{Action, DecisionKind, GameState, PieceId};

/// What an item of a menu leads to.
#[derive(Clone, Debug)]
pub(super) enum Leads {
    /// This is done.
    Do(Action),
    /// Another list.
    More(Menu),
    /// A cell of the palace is chosen.
    Board(Board),
}

/// A line of a menu.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// What it says.
    pub(super) label: String,
    /// What it leads to.
    pub(super) leads: Leads,
}

/// A numbered list.
#[derive(Clone, Debug)]
pub(super) struct Menu {
    /// What is chosen.
    pub(super) title: String,
    /// The lines; the first has number 1.
    pub(super) items: Vec<Item>,
    /// The line the cursor is on.
    pub(super) at: usize,
    /// Digits typed so far.
    pub(super) typed: String,
}

/// What a typed digit leads to in a list of `n` numbered things.
pub(super) enum Typed {
    /// More digits could follow.
    Waiting(usize),
    /// This one, counted from 0.
    Chosen(usize),
    /// There is no such number.
    Nothing,
}

/// Adds a digit to what was typed. A number is taken at once when no longer one begins with it.
pub(super) fn type_digit(typed: &mut String, digit: char, n: usize) -> Typed {
    typed.push(digit);
    match typed.parse::<usize>() {
        Ok(number) if (1..=n).contains(&number) => {
            if number * 10 > n {
                typed.clear();
                Typed::Chosen(number - 1)
            } else {
                Typed::Waiting(number - 1)
            }
        }
        _ => {
            typed.clear();
            Typed::Nothing
        }
    }
}

impl Menu {
    fn new(title: impl Into<String>, items: Vec<Item>) -> Menu {
        Menu { title: title.into(), items, at: 0, typed: String::new() }
    }

    /// Every choice there is.
    pub(super) fn all(game: &GameState, names: &Names, decision: &Decision) -> Menu {
        let items = decision.options.iter().map(|c| item(words::choice(game, names, c), c)).collect();
        let title = match decision.kind {
            DecisionKind::SpecialMove => "Between turns: a special move, or pass".to_owned(),
            DecisionKind::BeforePlacing => "Before placing: something more, or pass".to_owned(),
            DecisionKind::Leftover => "Two tiles are left: take one".to_owned(),
            DecisionKind::Module => decision.module.map_or_else(String::new, |by| by.title().to_owned()),
            _ => "All choices".to_owned(),
        };
        Menu::new(title, items)
    }

    /// Money to take, the largest sum first.
    pub(super) fn take(game: &GameState, names: &Names, decision: &Decision) -> Menu {
        let mut takes: Vec<&Choice> =
            decision.options.iter().filter(|c| matches!(c.action, Action::Take(_))).collect();
        let money = |c: &Choice| {
            c.effects
                .iter()
                .find_map(|e| if let Effect::Money { amount } = e { Some(*amount) } else { None })
                .unwrap_or(0)
        };
        takes.sort_by_key(|c| std::cmp::Reverse(money(c)));
        let text = |c: &Choice| words::choice(game, names, c);
        Menu::new("Take money", takes.into_iter().map(|c| item(text(c), c)).collect())
    }

    /// Ways to pay, in the engine's order: the best few for each tile, the rest behind one more line.
    pub(super) fn buy(game: &GameState, decision: &Decision) -> Menu {
        const SHOWN: usize = 3;
        let mut by_tile: Vec<(PieceId, Vec<&Choice>)> = Vec::new();
        for choice in &decision.options {
            let Action::Buy { piece, .. } = choice.action else { continue };
            match by_tile.iter_mut().find(|(p, _)| *p == piece) {
                Some((_, ways)) => ways.push(choice),
                None => by_tile.push((piece, vec![choice])),
            }
        }
        let mut items = Vec::new();
        for (piece, ways) in by_tile {
            let line = |c: &&Choice| item(payment(game, c), c);
            // A line "1 more way" would take the room of the way itself.
            let shown = if ways.len() == SHOWN + 1 { ways.len() } else { SHOWN.min(ways.len()) };
            items.extend(ways[..shown].iter().map(line));
            if ways.len() > shown {
                let tile = words::tile(game, piece);
                let rest = ways[shown..].iter().map(line).collect();
                items.push(Item {
                    label: format!("{} more ways to pay for {tile}", ways.len() - shown),
                    leads: Leads::More(Menu::new(format!("Pay for {tile}"), rest)),
                });
            }
        }
        Menu::new("Buy a building", items)
    }

    /// Tiles that can be added or swapped in, and taking one off.
    pub(super) fn redesign(game: &GameState, names: &Names, decision: &Decision) -> Menu {
        let mut items = Vec::new();
        let mut board = |label: String, board: Board| {
            if board.legal() > 0 {
                items.push(Item { label, leads: Leads::Board(board) });
            }
        };
        let reserve = game.pieces().reserve[decision.seat.index()];
        for piece in reserve.iter() {
            let tile = words::walled(game, piece);
            board(format!("lay {tile} from the reserve"), Board::add(game, decision, piece));
            board(format!("swap {tile} for a tile of the palace"), Board::swap(game, names, decision, piece));
        }
        board("take a tile off, into the reserve".to_owned(), Board::remove(game, names, decision));
        Menu::new("Rebuild", items)
    }

    /// Several ways to use one cell, such as turned tiles.
    pub(super) fn ways(game: &GameState, names: &Names, choices: &[Choice]) -> Menu {
        let text = |c: &Choice| words::choice(game, names, c);
        Menu::new("Which way?", choices.iter().map(|c| item(text(c), c)).collect())
    }
}

/// A way to pay; that it is a purchase stands in the title.
fn payment(game: &GameState, choice: &Choice) -> String {
    match choice.action {
        Action::Buy { piece, payment } => {
            format!("{}: {}, {}", words::tile(game, piece), words::cards(payment), words::effects(choice))
        }
        _ => String::new(),
    }
}

fn item(label: String, choice: &Choice) -> Item {
    Item { label, leads: Leads::Do(choice.action) }
}
