//! Options in words.

use alhambra_rules::{Action, Cards, Cell, GameState, PieceId, Quarters, Seat};

/// What `action` means for `seat`, in a few words.
pub(crate) fn describe(game: &GameState, seat: Seat, action: Action) -> String {
    let tile = |piece: PieceId| game.piece_name(piece);
    let spot = |at: Cell, turn: Quarters| {
        let (x, y) = game.palace(seat).coords(at);
        let turned = if turn > Quarters::ZERO {
            format!(", turned {}°", 90 * u32::from(turn.get()))
        } else {
            String::new()
        };
        format!("{}{turned}", steps(x, y))
    };
    match action {
        Action::Take(set) => {
            let taken = game.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
            format!("take {}", taken.map(|(_, card)| *card).collect::<Cards>())
        }
        Action::Buy { piece, payment } => format!("buy {} for {payment}", tile(piece)),
        Action::Target { piece, variant } => format!("buy {}", game.target_name(piece, variant)),
        Action::Modify { by, value } => game.modifier_name(by, value),
        Action::TakeTile { piece } => format!("take {}", tile(piece)),
        Action::Pay { payment } => format!("pay {payment}"),
        Action::PayCard { card } => format!("pay with {card}"),
        Action::Add { piece, at, turn } => format!("lay {} of the reserve {}", tile(piece), spot(at, turn)),
        Action::Place { piece, at, turn } => format!("lay {} {}", tile(piece), spot(at, turn)),
        Action::Move { piece, at, turn } => format!("move {} {}", tile(piece), spot(at, turn)),
        Action::Remove { piece } => format!("take {} back into the reserve", tile(piece)),
        Action::Swap { piece, out, .. } => format!("swap {} for {} of the reserve", tile(out), tile(piece)),
        Action::Reserve { piece } => format!("put {} into the reserve", tile(piece)),
        Action::Gift { piece } => format!("give {} to Dirk", tile(piece)),
        Action::Decline => "decline the extra action".to_owned(),
        Action::EndTurn => "end the turn".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Module(_) => of_module(game, seat, action),
    }
}

/// Modules have words of their own.
fn of_module(game: &GameState, seat: Seat, action: Action) -> String {
    let choices = game.decision(seat).map(|decision| decision.choices).unwrap_or_default();
    let said = choices.into_iter().find(|choice| choice.action == action).and_then(|choice| choice.words);
    said.unwrap_or_else(|| "an action of a module".to_owned())
}

/// "at E2 N1": steps east and north of the fountain.
fn steps(x: i32, y: i32) -> String {
    let part = |n: i32, ahead: char, behind: char| match n {
        0 => String::new(),
        n if n > 0 => format!(" {ahead}{n}"),
        n => format!(" {behind}{}", -n),
    };
    format!("at{}{}", part(x, 'E', 'W'), part(y, 'N', 'S'))
}
