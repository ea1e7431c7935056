//! Options as numbers: what each position of the legal list stands for, and the mask over them.

use alhambra_rules::{Action, Cards, Cell, Currency, GameState, Io, Quarters, Seat, Seeded};
use serde_json::Value;
use std::cell::LazyCell;

/// The most options a decision has (a law of the engine), and so the size of the action space.
pub(crate) const MAX_OPTIONS: usize = 512;

/// The columns of a row of options.
pub(crate) const FIELDS: [&str; 32] = [
    "what", "piece", "out", "x", "y", "turn", "cards", "florin", "dirham", "denar", "ducat", "module",
    "own0", "own1", "own2", "own3", "own4", "own5", "own6", "own7", "own8", "own9", "card0", "card1",
    "card2", "card3", "card4", "card5", "card6", "card7", "card8", "card9",
];

/// Where a module's own numbers begin, and where the cards do.
const OWN: usize = 12;
const CARDS: usize = 22;

/// Where an action is in the list of a seat's options. Bots may do what is allowed and not listed: buy a tile outright where the
/// list has its purchase in steps (then the first of them is meant), take the other of two equal things (then whatever comes
/// to the same), or, drawing lots, pay more than they must (then something of that kind).
pub(crate) fn position(game: &GameState, seat: Seat, actions: &[Action], chosen: Action) -> Option<usize> {
    let find = |like: &dyn Fn(&Action) -> bool| actions.iter().position(like);
    let after = |action: Action| {
        let mut game = game.clone();
        game.apply(seat, action, &mut Io::silent(&mut Seeded::new(1))).ok().map(|()| game)
    };
    let same_tile = |action: &Action| match (action, chosen) {
        (
            Action::Target { piece, .. } | Action::Buy { piece, .. },
            Action::Buy { piece: bought, .. } | Action::Target { piece: bought, .. },
        ) => *piece == bought,
        _ => false,
    };
    let kind = std::mem::discriminant(&chosen);
    let result = LazyCell::new(|| after(chosen));
    find(&|action| *action == chosen)
        .or_else(|| find(&|action| result.is_some() && after(*action) == *result))
        .or_else(|| find(&same_tile))
        .or_else(|| find(&|action| std::mem::discriminant(action) == kind))
}

/// Ones for the options there are, zeros behind them.
pub(crate) fn write_mask(options: usize, mask: &mut [i8]) {
    let there = options.min(mask.len());
    mask[..there].fill(1);
    mask[there..].fill(0);
}

/// One row for each option, zeros behind them.
pub(crate) fn write_options(game: &GameState, seat: Seat, actions: &[Action], rows: &mut [i16]) {
    let mut rows = rows.chunks_exact_mut(FIELDS.len());
    for (action, row) in actions.iter().zip(&mut rows) {
        row.fill(0);
        write_option(game, seat, action, row);
    }
    rows.for_each(|row| row.fill(0));
}

fn write_option(game: &GameState, seat: Seat, action: &Action, row: &mut [i16]) {
    let piece = |piece: alhambra_rules::PieceId| i16::from(piece.number()) + 1;
    let spot = |row: &mut [i16], at: Cell, turn: Quarters| {
        let (x, y) = game.palace(seat).coords(at);
        (row[3], row[4], row[5]) = (x as i16, y as i16, i16::from(turn.get()));
    };
    // The numbers are those of the variants of `Action`, whose order is frozen, counted from 1.
    match *action {
        Action::Take(set) => {
            row[0] = 1;
            let taken = game.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
            write_cards(row, taken.map(|(_, card)| *card).collect());
        }
        Action::Buy { piece: tile, payment } => {
            (row[0], row[1]) = (2, piece(tile));
            write_cards(row, payment);
        }
        Action::Add { piece: tile, at, turn } => {
            (row[0], row[1]) = (3, piece(tile));
            spot(row, at, turn);
        }
        Action::Remove { piece: tile } => (row[0], row[1]) = (4, piece(tile)),
        Action::Swap { piece: tile, out, turn } => {
            (row[0], row[1], row[2]) = (5, piece(tile), piece(out));
            spot(row, game.pieces().standing[out.index()].cell, turn);
        }
        Action::Decline => row[0] = 6,
        Action::Place { piece: tile, at, turn } => {
            (row[0], row[1]) = (7, piece(tile));
            spot(row, at, turn);
        }
        Action::Reserve { piece: tile } => (row[0], row[1]) = (8, piece(tile)),
        Action::Gift { piece: tile } => (row[0], row[1]) = (9, piece(tile)),
        Action::EndTurn => row[0] = 10,
        Action::Module(own) => {
            row[0] = 11;
            write_own(row, &serde_json::to_value(own).unwrap_or_default());
        }
        Action::Pass => row[0] = 12,
        Action::Target { piece: tile, variant } => {
            (row[0], row[1]) = (13, piece(tile));
            if let Some((module, value)) = variant {
                (row[11], row[OWN]) = (i16::from(module.number()), i16::from(value));
            }
        }
        Action::Modify { by, value } => {
            row[0] = 17;
            (row[11], row[OWN]) = (i16::from(by.number()), i16::from(value));
        }
        Action::TakeTile { piece: tile } => (row[0], row[1]) = (18, piece(tile)),
        Action::Pay { payment } => {
            row[0] = 14;
            write_cards(row, payment);
        }
        Action::PayCard { card } => {
            row[0] = 15;
            write_cards(row, Cards::one(card));
        }
        Action::Move { piece: tile, at, turn } => {
            (row[0], row[1]) = (16, piece(tile));
            spot(row, at, turn);
        }
    }
}

fn write_cards(row: &mut [i16], cards: Cards) {
    row[6] = cards.len() as i16;
    for currency in Currency::ALL {
        row[7 + currency.index()] = cards.total_of(currency) as i16;
    }
    for (cell, card) in row[CARDS..].iter_mut().zip(cards.each()) {
        *cell = i16::from(card.number()) + 1;
    }
}

/// A module's action `{"slug": payload}`: the module's number, then the first ten values of the payload.
fn write_own(row: &mut [i16], own: &Value) {
    let Some((slug, payload)) = own.as_object().and_then(|map| map.iter().next()) else { return };
    row[11] = alhambra_rules::ModuleId::with_slug(slug).map_or(0, |module| i16::from(module.number()));
    let mut values = Vec::new();
    flatten(payload, &mut values);
    for (cell, value) in row[OWN..CARDS].iter_mut().zip(values) {
        *cell = value;
    }
}

/// The values of something in the order of its text: numbers as they are, truth as 0 and 1, words as a number
/// that stands for them.
pub(crate) fn flatten(value: &Value, out: &mut Vec<i16>) {
    match value {
        Value::Null => out.push(0),
        Value::Bool(yes) => out.push(i16::from(*yes)),
        Value::Number(n) => {
            out.push(n.as_i64().map_or(0, |n| n.clamp(i16::MIN.into(), i16::MAX.into()) as i16))
        }
        Value::String(text) => out.push(word(text)),
        Value::Array(all) => all.iter().for_each(|one| flatten(one, out)),
        Value::Object(map) => {
            for (key, one) in map {
                // A single key is the name of a variant and says something; names of fields do not.
                out.extend((map.len() == 1).then(|| word(key)));
                flatten(one, out);
            }
        }
    }
}

/// A number from 1 for a word, the same for ever (FNV-1a, folded).
pub(crate) fn word(text: &str) -> i16 {
    let hash =
        text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    ((hash ^ hash >> 15) & 0x7ffe) as i16 + 1
}
