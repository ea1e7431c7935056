//! English sentences for options and events: for programs, text mode and logs. Clients with their own languages use
//! keys and references instead.

use alhambra_rules::decision::{Choice, Effect};
use alhambra_rules::{
    Action, Cards, Cell, GameState, Happened, PieceId, Scorer, Seat, SeatSet, Setup, Source,
};

/// What everybody is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    seats: Vec<String>,
    dirk: String,
}

impl Names {
    /// The names the table agreed on.
    pub fn of(setup: &Setup) -> Names {
        Names { seats: setup.players.iter().map(|p| p.name.clone()).collect(), dirk: setup.dirk.clone() }
    }

    /// A player's name.
    pub fn seat(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", String::as_str)
    }

    fn scorer(&self, scorer: Scorer) -> &str {
        match scorer {
            Scorer::Seat(seat) => self.seat(seat),
            Scorer::Dirk => &self.dirk,
        }
    }

    fn winners(&self, winners: SeatSet) -> String {
        let names: Vec<&str> = winners.iter().map(|seat| self.seat(seat)).collect();
        match names.as_slice() {
            [] => format!("{} wins", self.dirk),
            [one] => format!("{one} wins"),
            [first @ .., last] => format!("{} and {last} share the win", first.join(", ")),
        }
    }
}

/// An option as an instruction, with its consequences.
pub fn option(game: &GameState, names: &Names, choice: &Choice) -> String {
    let tile = |piece: PieceId| game.piece_name(piece);
    let text = match (&choice.words, choice.action) {
        (Some(words), _) => words.clone(),
        (None, Action::Take(set)) => {
            let taken = game.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
            format!("take {}", taken.map(|(_, card)| *card).collect::<Cards>())
        }
        (None, Action::Buy { piece, payment }) => format!("buy {} with {payment}", tile(piece)),
        (None, Action::Add { piece, at, .. }) => {
            format!("lay {} from the reserve at {}", tile(piece), steps(at))
        }
        (None, Action::Remove { piece }) => format!("take {} back into the reserve", tile(piece)),
        (None, Action::Swap { piece, out, .. }) => {
            format!("lay {} from the reserve in place of {}", tile(piece), tile(out))
        }
        (None, Action::Decline) => "do without the extra action".to_owned(),
        (None, Action::Place { piece, at, .. }) => format!("lay {} at {}", tile(piece), steps(at)),
        (None, Action::Reserve { piece }) => format!("put {} into the reserve", tile(piece)),
        (None, Action::Gift { piece }) => format!("give {} to {}", tile(piece), names.dirk),
        (None, Action::EndTurn) => "end the turn".to_owned(),
        (None, Action::Pass) => "pass".to_owned(),
        (None, Action::Target { piece, variant }) => format!("buy {}", game.target_name(piece, variant)),
        (None, Action::Modify { by, value }) => game.modifier_name(by, value),
        (None, Action::TakeTile { piece }) => format!("take {}", tile(piece)),
        (None, Action::Pay { payment }) => format!("pay with {payment}"),
        (None, Action::PayCard { card }) => format!("lay down {card}"),
        (None, Action::Move { piece, at, .. }) => format!("move {} to {}", tile(piece), steps(at)),
        (None, Action::Module(_)) => choice.key.replace('_', " "),
    };
    let effects = choice.effects.iter().filter_map(|effect| match effect {
        Effect::ExtraAction => Some("exact, another action follows".to_owned()),
        Effect::Exact => Some("exact".to_owned()),
        Effect::Lost(amount) => Some(format!("{amount} too much")),
        Effect::Wall { from, to } => Some(format!("longest wall {from} to {to}")),
        Effect::Keeps(_) | Effect::Money(_) => None,
    });
    effects.fold(text, |text, effect| format!("{text} ({effect})"))
}

/// An event as a sentence without a full stop.
pub fn event(event: &Happened, game: &GameState, names: &Names) -> String {
    let tile = |piece: &PieceId| game.piece_name(*piece);
    let name = |seat: &Seat| names.seat(*seat);
    match event {
        Happened::StartMoney { seat, cards } => format!("{} gets {cards}", name(seat)),
        Happened::Begins { seat } => format!("{} begins", name(seat)),
        Happened::TurnBegan { seat, turn } => format!("turn {turn}: {}", name(seat)),
        Happened::TookMoney { seat, cards } => format!("{} takes {cards}", name(seat)),
        Happened::Bought { seat, piece, payment, paid, price, extra_action } => {
            let how = match (extra_action, paid.saturating_sub(u16::from(*price))) {
                (true, 0) => "exactly, another action follows".to_owned(),
                (true, over) => format!("{over} too much, another action follows"),
                (false, 0) => "exactly".to_owned(),
                (false, over) => format!("{over} too much"),
            };
            format!("{} buys {} with {payment}: {how}", name(seat), tile(piece))
        }
        Happened::Placed { seat, piece, at, .. } => {
            format!("{} lays {} at {}", name(seat), tile(piece), coords(game, *seat, *at))
        }
        Happened::Moved { seat, piece, at, .. } => {
            format!("{} moves {} to {}", name(seat), tile(piece), coords(game, *seat, *at))
        }
        Happened::Discarded { seat, piece } => format!("{} discards {}", name(seat), tile(piece)),
        Happened::PutBack { seat, piece } => format!("{} finds no place for {}", name(seat), tile(piece)),
        Happened::Paid { seat, payment, paid, price, extra_action } => {
            let how = match (extra_action, paid.saturating_sub(u16::from(*price))) {
                (true, _) => "exactly, another action follows".to_owned(),
                (false, 0) => "exactly".to_owned(),
                (false, over) => format!("{over} too much"),
            };
            format!("{} pays {payment}: {how}", name(seat))
        }
        Happened::Drew { seat, card: Some(card) } => format!("{} draws {card}", name(seat)),
        Happened::PutBy { card } => format!("{card} goes to the discard pile"),
        Happened::Drew { seat, card: None } => format!("{} draws a card", name(seat)),
        Happened::Reserved { seat, piece } => format!("{} puts {} into the reserve", name(seat), tile(piece)),
        Happened::TakenOff { seat, piece, at } => {
            format!("{} takes {} off {}", name(seat), tile(piece), coords(game, *seat, *at))
        }
        Happened::Gift { seat, piece } => format!("{} gives {} to {}", name(seat), tile(piece), names.dirk),
        Happened::Declined { seat } => format!("{} does without the extra action", name(seat)),
        Happened::Passed { seat } => format!("{} can do nothing and passes", name(seat)),
        Happened::Displayed { card } => format!("on display: {card}"),
        Happened::Reshuffled => "the discarded money is shuffled into a new deck".to_owned(),
        Happened::ScoringCard => "a scoring card is turned up".to_owned(),
        Happened::OnMarket { piece, currency, .. } => format!("on the market: {} ({currency})", tile(piece)),
        Happened::EndTriggered { everybody_passed: false } => {
            "the market cannot be filled: the game ends".to_owned()
        }
        Happened::EndTriggered { everybody_passed: true } => {
            "everybody had to pass: the game ends".to_owned()
        }
        Happened::DirkDrew { pieces } => {
            let tiles: Vec<String> = pieces.iter().map(tile).collect();
            let tiles = if tiles.is_empty() { "no tiles".to_owned() } else { tiles.join(", ") };
            format!("{} gets {tiles}", names.dirk)
        }
        Happened::ScoringBegan { round } => format!("scoring {round}"),
        Happened::Scored(line) => {
            let source = match line.source {
                Source::Wall => "longest wall",
                Source::Majority(building) => building.name(),
                Source::Module(module) => module.info().title,
            };
            format!("{} {:+}: {source}", names.scorer(line.to), line.points)
        }
        Happened::Leftover { piece, to: Some(seat), .. } => {
            format!("{} is left over and goes to {}", tile(piece), name(seat))
        }
        Happened::Leftover { piece, to: None, .. } => {
            format!("{} is left over, nobody has most of its currency", tile(piece))
        }
        Happened::GameOver { winners } => names.winners(*winners),
        Happened::Module { seat: Some(seat), words, .. } => format!("{} {words}", name(seat)),
        Happened::Module { by, seat: None, words, .. } => format!("{}: {words}", by.info().title),
    }
}

fn coords(game: &GameState, seat: Seat, cell: Cell) -> String {
    compass(game.palace(seat).coords(cell))
}

/// Options are about the near side of the torus; only enormous palaces reach further.
fn steps(cell: Cell) -> String {
    compass(cell.xy())
}

/// Steps east and north of the fountain: "E2 N1".
pub fn compass((x, y): (i32, i32)) -> String {
    let part = |n: i32, ahead: char, behind: char| match n {
        0 => None,
        n if n > 0 => Some(format!("{ahead}{n}")),
        n => Some(format!("{behind}{}", -n)),
    };
    let parts: Vec<String> = [part(x, 'E', 'W'), part(y, 'N', 'S')].into_iter().flatten().collect();
    if parts.is_empty() { "the fountain".to_owned() } else { parts.join(" ") }
}
