//! Tiles, money, choices and events in players' words. Names are used throughout, never "you": several people
//! may sit at one keyboard, and a log is read by all of them.

use alhambra_rules::decision::{Choice, Effect, Ref};
use alhambra_rules::{
    Action, Building, CardKind, Cards, Cell, Currency, GameState, Happened, Illegal, PieceId, PlaceFault,
    ScoreLine, Scorer, Seat, SeatSet, Setup, Source,
};

/// What everybody is called.
#[derive(Clone, Debug)]
pub(super) struct Names {
    seats: Vec<String>,
    dirk: String,
}

impl Names {
    /// The names agreed on.
    pub(super) fn of(setup: &Setup) -> Names {
        Names { seats: setup.players.iter().map(|p| short(&p.name)).collect(), dirk: short(&setup.dirk) }
    }

    /// A player's name.
    pub(super) fn seat(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("?", String::as_str)
    }

    /// A player's or Dirk's name.
    pub(super) fn scorer(&self, scorer: Scorer) -> &str {
        match scorer {
            Scorer::Seat(seat) => self.seat(seat),
            Scorer::Dirk => &self.dirk,
        }
    }

    /// Several names as a list in prose.
    pub(super) fn all(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|s| self.seat(s)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

/// A name may have forty characters; a screen of eighty columns has no room for that.
fn short(name: &str) -> String {
    let name = name.trim();
    if name.chars().count() <= 16 { name.to_owned() } else { name.chars().take(15).chain(['…']).collect() }
}

/// The shape that stands for a currency, so that colour is never needed.
pub(super) fn coin(currency: Currency) -> char {
    ['○', '◇', '△', '□'][currency.index()]
}

/// The letter that stands for a building type.
pub(super) fn letter(building: Building) -> char {
    ['P', 'S', 'A', 'C', 'G', 'T'][building.index()]
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
    let each: Vec<String> = cards.each().map(card).collect();
    if each.is_empty() { "nothing".to_owned() } else { each.join(" ") }
}

/// A tile without its walls, such as `garden 10`.
pub(super) fn tile(game: &GameState, piece: PieceId) -> String {
    let printed = game.piece(piece);
    match printed.building_type(0) {
        Some(building) => format!("{building} {}", printed.price),
        None => printed.name(),
    }
}

/// A tile with its walls, such as `garden 10 NE` or `tower 7, no walls`.
pub(super) fn walled(game: &GameState, piece: PieceId) -> String {
    let printed = game.piece(piece);
    if printed.walls[0].is_empty() { format!("{}, no walls", printed.name()) } else { printed.name() }
}

/// A tile in as few characters as possible, such as `G10 NE`.
pub(super) fn code(game: &GameState, piece: PieceId) -> String {
    let printed = game.piece(piece);
    match printed.building_type(0) {
        Some(building) => {
            format!("{}{} {}", letter(building), printed.price, printed.walls[0]).trim().to_owned()
        }
        None => printed.name(),
    }
}

/// Steps from the fountain, such as `E2 N1`.
pub(super) fn steps((x, y): (i32, i32)) -> String {
    let part = |n: i32, ahead: char, behind: char| match n {
        0 => None,
        n if n > 0 => Some(format!("{ahead}{n}")),
        n => Some(format!("{behind}{}", -n)),
    };
    let parts: Vec<String> = [part(x, 'E', 'W'), part(y, 'N', 'S')].into_iter().flatten().collect();
    if parts.is_empty() { "the fountain".to_owned() } else { parts.join(" ") }
}

fn cell(cell: Cell) -> String {
    steps(cell.xy())
}

/// Why a tile does not fit on a cell.
pub(super) fn fault(fault: &PlaceFault) -> String {
    match fault {
        PlaceFault::Occupied { cell: at } => format!("a tile lies on {} already", cell(*at)),
        PlaceFault::Border { side, neighbour, wall, .. } => {
            let side = ["north", "east", "south", "west"][*side as usize];
            if *wall {
                format!("its wall to the {side} would meet an open side of {}", cell(*neighbour))
            } else {
                format!("its open side to the {side} would meet a wall of {}", cell(*neighbour))
            }
        }
        PlaceFault::OnFoot => "there would be no way on foot from the fountain".to_owned(),
        PlaceFault::Hole { cell: at } => format!("it would shut in the empty cell {}", cell(*at)),
        other => other.to_string(),
    }
}

/// Why an action is refused.
pub(super) fn refusal(illegal: &Illegal) -> String {
    match illegal {
        Illegal::NotYourDecision { .. } => "somebody else decides now".to_owned(),
        Illegal::DoesNotFit { cell: at, fault: why } => format!("not at {}: {}", cell(*at), fault(why)),
        Illegal::HoldsOthers { cell: at } => {
            format!("without the tile at {} others would be cut off, or a hole would be left", cell(*at))
        }
        Illegal::SwapDoesNotFit { cell: at } => {
            format!("not at {}: the walls do not match the neighbours", cell(*at))
        }
        other => other.to_string(),
    }
}

/// What a choice leads to, such as `exact → extra action` or `wall 5→7`.
pub(super) fn effects(choice: &Choice) -> String {
    let each: Vec<String> = choice
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::ExtraAction => Some("exact → extra action".to_owned()),
            Effect::Lost(n) => Some(format!("overpays by {n}")),
            Effect::Wall { from, to } => Some(format!("wall {from}→{to}")),
            // What is kept decides the order of offers; as a number it would only be noise.
            Effect::Keeps(_) | Effect::Money(_) => None,
        })
        .collect();
    each.join(", ")
}

/// A choice in words, complete enough for a plain list.
pub(super) fn choice(game: &GameState, names: &Names, choice: &Choice) -> String {
    let text = match choice.action {
        Action::Take(_) => {
            let taken = choice.refs.iter().find_map(|r| if let Ref::Cards(c) = r { Some(*c) } else { None });
            let taken = taken.unwrap_or_default();
            let sum = if taken.len() > 1 { format!(", {} together", taken.total()) } else { String::new() };
            format!("take {}{sum}", cards(taken))
        }
        Action::Buy { piece, payment } => format!("buy {} with {}", tile(game, piece), cards(payment)),
        Action::Add { piece, at, .. } => {
            format!("lay {} from the reserve at {}", walled(game, piece), cell(at))
        }
        Action::Remove { piece } => format!("take back {}", walled(game, piece)),
        Action::Swap { piece, out, .. } => {
            let at = game.pieces().standing[out.index()].cell;
            format!("swap {} in for {} at {}", walled(game, piece), tile(game, out), cell(at))
        }
        Action::Decline => "stop here without the extra action".to_owned(),
        Action::Place { piece, at, .. } => format!("lay {} at {}", walled(game, piece), cell(at)),
        Action::Reserve { piece } => format!("put {} into the reserve", tile(game, piece)),
        Action::Gift { piece } => format!("give {} to {}", tile(game, piece), names.scorer(Scorer::Dirk)),
        Action::EndTurn => "end the turn".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Module(_) => choice.words.clone().unwrap_or_else(|| own(game, names, choice)),
    };
    match effects(choice) {
        extra if extra.is_empty() => text,
        extra => format!("{text}: {extra}"),
    }
}

/// A choice of a module, from what it points at. Modules have no words of their own yet.
fn own(game: &GameState, names: &Names, choice: &Choice) -> String {
    let mut words = vec![choice.key.replace('_', " ")];
    for r in &choice.refs {
        words.push(match r {
            Ref::Cell(at) => cell(*at),
            Ref::Piece(piece) => walled(game, *piece),
            Ref::Card(kind) => card(*kind),
            Ref::Cards(set) => cards(*set),
            Ref::Seat(seat) => names.seat(*seat).to_owned(),
            Ref::Building(building) => building.to_string(),
            Ref::Number(n) => n.to_string(),
        });
    }
    if choice.refs.is_empty() {
        words.push(format!("{:?}", choice.action));
    }
    words.join(" ")
}

/// `first`, `second` or `third`.
pub(super) fn ordinal(round: u8) -> &'static str {
    ["first", "second", "third"].get(usize::from(round).saturating_sub(1)).copied().unwrap_or("next")
}

/// `1st`, `2nd` or `3rd`.
pub(super) fn place(place: u8) -> String {
    match place {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        n => format!("{n}th"),
    }
}

/// What points came from.
pub(super) fn source(source: Source) -> String {
    match source {
        Source::Wall => "longest wall".to_owned(),
        Source::Majority(building) => building.to_string(),
        Source::Module(module) => module.info().title.to_owned(),
    }
}

/// `n thing` or `n things`.
pub(super) fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// What a seat did, without its name, for one-line recaps; `None` for what is nobody's deed.
pub(super) fn deed(game: &GameState, names: &Names, what: &Happened) -> Option<(Seat, String)> {
    Some(match what {
        Happened::StartMoney { seat, cards: dealt } => {
            (*seat, format!("gets {} ({})", cards(*dealt), dealt.total()))
        }
        Happened::Begins { seat } => (*seat, "begins".to_owned()),
        Happened::TookMoney { seat, cards: taken } => (*seat, format!("takes {}", cards(*taken))),
        Happened::Bought { seat, piece, payment, paid, price, extra_action } => {
            let over = paid.saturating_sub(u16::from(*price));
            let how = match (extra_action, over) {
                (true, _) => "exactly".to_owned(),
                (false, 0) => "with no extra action".to_owned(),
                (false, over) => format!("{over} too much"),
            };
            (*seat, format!("buys {} for {}, {how}", tile(game, *piece), cards(*payment)))
        }
        Happened::Placed { seat, piece, at } => {
            (*seat, format!("lays {} at {}", tile(game, *piece), cell(*at)))
        }
        Happened::Reserved { seat, piece } => {
            (*seat, format!("puts {} into the reserve", tile(game, *piece)))
        }
        Happened::TakenOff { seat, piece, at } => {
            (*seat, format!("takes {} off {}", tile(game, *piece), cell(*at)))
        }
        Happened::Gift { seat, piece } => {
            (*seat, format!("gives {} to {}", tile(game, *piece), names.scorer(Scorer::Dirk)))
        }
        Happened::Declined { seat } => (*seat, "stops here".to_owned()),
        Happened::Passed { seat } => (*seat, "can do nothing and passes".to_owned()),
        _ => return None,
    })
}

/// An event as a line of the log; `None` for what headings say already.
pub(super) fn happened(game: &GameState, names: &Names, what: &Happened) -> Option<String> {
    if let Some((seat, deed)) = deed(game, names, what) {
        return Some(format!("{} {deed}", names.seat(seat)));
    }
    Some(match what {
        Happened::Displayed { card: kind } => format!("new money: {}", card(*kind)),
        Happened::Reshuffled => "the discarded money is shuffled into a new deck".to_owned(),
        Happened::ScoringCard => "a scoring card is turned up".to_owned(),
        Happened::OnMarket { piece, currency, .. } => {
            format!("new on the market: {} for {} {currency}", walled(game, *piece), coin(*currency))
        }
        Happened::EndTriggered { everybody_passed: true } => {
            "everybody had to pass: the game ends".to_owned()
        }
        Happened::EndTriggered { .. } => "the market cannot be filled: the game ends".to_owned(),
        Happened::DirkDrew { pieces } if pieces.is_empty() => return None,
        Happened::DirkDrew { pieces } => {
            let tiles: Vec<String> = pieces.iter().map(|p| tile(game, *p)).collect();
            format!("{} gets {}", names.scorer(Scorer::Dirk), tiles.join(", "))
        }
        Happened::Scored(line) => scored(names, line),
        Happened::Leftover { piece, to, held } => {
            let held: Vec<String> =
                game.rules().seats().zip(held).map(|(s, n)| format!("{} {n}", names.seat(s))).collect();
            let who = to.map_or("nobody, it is a tie", |s| names.seat(s));
            format!("{} is left over and goes to {who} ({})", tile(game, *piece), held.join(", "))
        }
        Happened::GameOver { winners } if winners.len() > 1 => {
            format!("the game is over: {} share the win", names.all(*winners))
        }
        Happened::GameOver { winners } => format!("the game is over: {} wins", names.all(*winners)),
        Happened::Module { by, key, args } => {
            let args: Vec<String> = args.iter().map(i32::to_string).collect();
            format!("{}: {} {}", by.info().title, key.replace('_', " "), args.join(" "))
        }
        _ => return None,
    })
}

fn scored(names: &Names, line: &ScoreLine) -> String {
    let who = names.scorer(line.to);
    let points = count(usize::from(line.points.unsigned_abs()), "point");
    let sign = if line.points < 0 { "loses" } else { "scores" };
    match &line.rank {
        Some(rank) if rank.tied > 1 => {
            format!(
                "{who} {sign} {points}: {}, {} shared by {}",
                source(line.source),
                place(rank.place),
                rank.tied
            )
        }
        Some(rank) => format!("{who} {sign} {points}: {}, {}", source(line.source), place(rank.place)),
        None => format!("{who} {sign} {points}: {}", source(line.source)),
    }
}
