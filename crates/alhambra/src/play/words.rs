//! What only a screen needs: letters and shapes, tiles and money in little room, choices.

pub(super) use crate::plan::letter;
use crate::words::{Names, Teller, joined};
use alhambra_rules::decision::{Choice, Effect};
use alhambra_rules::speech::{self, ENGLISH, Plainly};
use alhambra_rules::{
    Action, Building, CardKind, Cards, Currency, GameState, Illegal, PieceId, PieceKind, PlaceFault, Seat,
};

/// Tells what happened in as little room as a screen has.
pub(super) fn teller<'a>(game: &'a GameState, names: &'a Names) -> Teller<'a> {
    Teller { names, game, at_once: false, cards, tile }
}

/// The shape that stands for a currency, so that colour is never needed.
pub(super) fn coin(currency: Currency) -> char {
    ['○', '◇', '△', '□'][currency.index()]
}

/// A single card, such as `○7`.
pub(super) fn card(kind: CardKind) -> String {
    match kind.currency() {
        Some(currency) if kind.is_money() => format!("{}{}", coin(currency), kind.value()),
        _ => kind.to_string(),
    }
}

/// Cards in a row, such as `○7 ○3`.
pub(super) fn cards(cards: Cards) -> String {
    if cards.is_empty() { "nothing".to_owned() } else { joined(cards.each().map(card), " ") }
}

/// A tile without its walls, such as `garden 10`.
pub(super) fn tile(game: &GameState, piece: PieceId) -> String {
    let printed = game.piece(piece);
    match printed.building_type(0).or_else(|| laid_on(game, piece)) {
        Some(building) => format!("{building} {}", printed.price),
        None => printed.name(),
    }
}

/// The building that lies on a land.
fn laid_on(game: &GameState, piece: PieceId) -> Option<Building> {
    let building = game.pieces().building[piece.index()];
    building.filter(|_| game.piece(piece).kind == PieceKind::Land)
}

/// A tile with its walls, such as `garden 10 NE` or `tower 7, no walls`.
pub(super) fn walled(game: &GameState, piece: PieceId) -> String {
    let name = game.piece_name(piece);
    if game.piece(piece).walls[0].is_empty() { format!("{name}, no walls") } else { name }
}

/// A tile in as few characters as possible, such as `G10 NE`.
pub(super) fn code(game: &GameState, piece: PieceId) -> String {
    let printed = game.piece(piece);
    match printed.building_type(0).or_else(|| laid_on(game, piece)) {
        Some(building) => {
            format!("{}{} {}", letter(building), printed.price, printed.walls[0]).trim().to_owned()
        }
        None => printed.name(),
    }
}

/// Why a tile does not fit on a cell.
pub(super) fn fault(game: &GameState, fault: &PlaceFault) -> String {
    let names = speech::Names::default();
    speech::fault(&Plainly { game, names: &names, language: ENGLISH }, fault)
}

/// Why an action is refused.
pub(super) fn refusal(game: &GameState, names: &Names, seat: Seat, why: &Illegal) -> String {
    speech::refusal(&teller(game, names), seat, why)
}

/// What a choice leads to, such as `exact → extra action` or `wall 5→7`.
pub(super) fn effects(choice: &Choice) -> String {
    let each = choice.effects.iter().filter_map(|effect| match effect {
        Effect::ExtraAction => Some("exact → extra action".to_owned()),
        Effect::Exact => Some("exact".to_owned()),
        Effect::Lost { amount } => Some(format!("overpays by {amount}")),
        Effect::Wall { from, to } => Some(format!("wall {from}→{to}")),
        // What is kept decides the order of offers; as a number it would only be noise.
        Effect::Keeps { .. } | Effect::Money { .. } | Effect::Majority { .. } | Effect::Open { .. } => None,
    });
    joined(each, ", ")
}

/// A choice in words, complete enough for a plain list.
pub(super) fn choice(game: &GameState, names: &Names, choice: &Choice) -> String {
    let short = teller(game, names);
    let text = match choice.action {
        Action::Take(set) if set.count_ones() > 1 => {
            let money = choice
                .effects
                .iter()
                .find_map(|e| if let Effect::Money { amount } = e { Some(*amount) } else { None });
            format!("{}, {} together", speech::action(&short, choice), money.unwrap_or_default())
        }
        // Where a tile fits depends on its walls.
        Action::Add { .. }
        | Action::Remove { .. }
        | Action::Swap { .. }
        | Action::Place { .. }
        | Action::Move { .. } => speech::action(&Teller { tile: walled, ..short }, choice),
        _ => speech::action(&short, choice),
    };
    match effects(choice) {
        extra if extra.is_empty() => text,
        extra => format!("{text}: {extra}"),
    }
}
