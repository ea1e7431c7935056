//! `then`: what must be so.

use super::Play;
use super::words::{
    after, begins, building, card, cards, cell, currency, joined, list, name, names, number, offered,
    sayable, seat, tile, turned,
};
use crate::core::pieces::Zone;
use crate::core::score::{ScoreLine, Source};
use crate::event::Happened;
use crate::{
    Action, Cards, Cell, CellSet, DecisionKind, GameState, ModuleId, PieceId, PieceSet, Scorer, Seat,
};

pub(super) fn then(play: &Play, text: &str) -> Result<(), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let game = &play.game;
    let core = &game.core;
    match words.as_slice() {
        ["hand", at, ..] => cards_are(core.hands[seat(at)?.index()], &words[2..], after(text, "=")),
        ["discard", ..] => cards_are(core.deck.discard, &words[1..], after(text, "=")),
        ["display", ..] => cards_are(core.display.iter().copied().collect(), &words[1..], after(text, "=")),
        ["deck", "has", n, "cards"] => same(number::<usize>(n)?, game.deck_len()),
        ["deck", "empty"] => same(0, game.deck_len()),
        ["tower", "has", n, "tiles"] => same(number(n)?, core.pieces.tower_len()),
        ["tower", "empty"] => same(0, core.pieces.tower_len()),
        ["dirk", "has", n, "tiles"] => same(number(n)?, core.pieces.dirk.len()),
        ["dirk", "has", n, "points"] => same(number(n)?, game.score(Scorer::Dirk)),
        ["dirk", "scores", rest @ ..] => scores(play, Scorer::Dirk, rest),
        ["score", "order", "=", ..] => score_order(play, after(text, "=")),
        ["scorings", "=", ..] => {
            let began = |happened: &Happened| match happened {
                Happened::ScoringBegan { round } => Some(*round),
                _ => None,
            };
            same(list(after(text, "="), number::<u8>)?, happened(play).filter_map(began).collect())
        }
        ["scorings", "done", "=", n] => same(number(n)?, core.scorings),
        ["market", ..] => market(game, &words[1..], after(text, "=")),
        ["longest", "wall", at, "=", n] => same(number(n)?, game.longest_wall(seat(at)?)),
        ["game", "over"] => holds(game.is_over(), "the game goes on"),
        ["game", "goes", "on"] => holds(!game.is_over(), "the game is over"),
        ["winners", "=", ..] => {
            let winners = game.winners().ok_or("the game is not over")?;
            same(list(after(text, "="), number::<usize>)?, winners.iter().map(Seat::index).collect())
        }
        ["start", "player", "=", at] => same(seat(at)?.index(), core.turn.seat.index()),
        ["reshuffled"] => holds(happened(play).any(|h| *h == Happened::Reshuffled), "nothing was reshuffled"),
        ["not", "reshuffled"] => {
            holds(!happened(play).any(|h| *h == Happened::Reshuffled), "the discard pile was reshuffled")
        }
        ["passes", "=", n] => {
            same(number(n)?, happened(play).filter(|h| matches!(h, Happened::Passed { .. })).count())
        }
        ["there", "are", n, "money", "cards"] => {
            same(number(n)?, everywhere(game).filter(|k| k.is_money()).count())
        }
        ["there", "are", n, "copies", "of", ..] => {
            let kind = card(after(text, " of "))?;
            same(number(n)?, everywhere(game).filter(|k| *k == kind).count())
        }
        ["module", slug, key, "=", ..] => {
            let views = crate::registry::views(game, None);
            let view = views.iter().find(|(module, _)| module.info().slug == *slug);
            let fact = view.and_then(|(_, facts)| facts.iter().find(|(name, _)| name == key));
            let fact = fact.ok_or_else(|| format!("{slug} shows no {key}"))?;
            same(after(text, "=").to_owned(), game.say_shown(&fact.1))
        }
        ["preview", "=", ..] => {
            let key = |piece: PieceId| game.piece(piece).key.to_owned();
            let shown = game.preview().into_iter().map(|piece| piece.map_or_else(|| "empty".to_owned(), key));
            same(after(text, "=").to_owned(), joined(shown, ", "))
        }
        ["tile", piece, "carries", what] => {
            let found = core.pieces.building[tile(piece)?.index()].map_or("nothing", |b| b.name());
            same((*what).to_owned(), found.to_owned())
        }
        ["seat", at, rest @ ..] => of_seat(play, seat(at)?, rest),
        _ => match text.split_once(" is ") {
            Some((what, place)) => {
                same(place.trim().to_owned(), zone(game, tile(what)?, place.contains(" at ")))
            }
            None => Err(UNKNOWN.to_owned()),
        },
    }
}

fn of_seat(play: &Play, at: Seat, words: &[&str]) -> Result<(), String> {
    let game = &play.game;
    let asked = |kind| game.pending().is_some_and(|p| p.kind == kind && p.seats.contains(at));
    let extra = asked(DecisionKind::MainAction) && !game.core.turn.first_action;
    match words {
        ["scores", rest @ ..] => scores(play, at.into(), rest),
        ["has", n, "points"] => same(number(n)?, game.score(at)),
        ["counts", n, kind] => {
            let kind = building(kind).ok_or_else(|| format!("\"{kind}\" is no building"))?;
            same(2 * number::<u8>(n)?, game.counts().halves(at.into(), kind))
        }
        ["has", "an", "extra", "action"] => holds(extra, "there is no extra action"),
        ["has", "no", "extra", "action"] => holds(!extra, "there is an extra action"),
        ["is", "to", what] => {
            let who = game.to_move().map_or(usize::MAX, Seat::index);
            same(format!("seat {} to {what}", at.index()), format!("seat {who} to {}", decides(game)?))
        }
        ["sees", what, "=", ..] => {
            let shows = game.view(Some(at)).modules.into_iter().flat_map(|m| m.shows);
            let found =
                shows.filter(|item| item.name == *what).map(|item| game.say_shown(&item.shown)).next();
            same(words[3..].join(" "), found.unwrap_or_else(|| format!("nothing called {what}")))
        }
        ["passed"] => holds(
            happened(play).any(|h| *h == Happened::Passed { seat: at }),
            "this seat did not have to pass",
        ),
        ["declined"] => {
            holds(happened(play).any(|h| *h == Happened::Declined { seat: at }), "this seat did not decline")
        }
        ["may", "choose" | "not" | "decline", ..] => may_choose(game, at, &words[1..]),
        ["may", "pay" | "buy" | "target" | "take", ..] => may_buy(game, at, &words[1..]),
        ["may", ..] => may_lay(game, at, &words[1..]),
        _ => Err(UNKNOWN.to_owned()),
    }
}

const UNKNOWN: &str = "nobody understands this then";

/// What is being decided, in a word.
fn decides(game: &GameState) -> Result<&'static str, String> {
    let pending = game.pending().ok_or("the game is over")?;
    Ok(match pending.kind {
        DecisionKind::MainAction => "move",
        DecisionKind::PlaceTile => "place",
        DecisionKind::ConfirmTurn => "confirm",
        DecisionKind::Module => pending.module.map_or("module", |module| module.info().slug),
        DecisionKind::SpecialMove => "interrupt",
        DecisionKind::Payment => "pay",
        DecisionKind::BeforePlacing => "finish",
        DecisionKind::Leftover => "take",
        DecisionKind::Redesign => "redesign",
    })
}

/// The choices by their words, and whether one may do without.
fn may_choose(game: &GameState, at: Seat, words: &[&str]) -> Result<(), String> {
    match words {
        ["choose", ..] => {
            let wanted = words[1..].join(" ");
            let offered = said(game, at);
            holds(
                offered.iter().any(|said| begins(said, &wanted)),
                &format!("the choices are: {}", offered.join("; ")),
            )
        }
        ["not", "choose", ..] => {
            let wanted = words[2..].join(" ");
            let offered = said(game, at).iter().any(|said| begins(said, &wanted));
            // What nobody ever says is never among the choices: an old wording would hold for ever.
            holds(sayable(game, &wanted), "no module in play has words for that")?;
            holds(!offered, "it is among the choices")
        }
        ["decline"] => holds(legal(game, at).contains(&Action::Decline), "this seat must act"),
        ["not", "decline"] => holds(!legal(game, at).contains(&Action::Decline), "this seat may decline"),
        _ => Err(UNKNOWN.to_owned()),
    }
}

/// Money and what it buys.
fn may_buy(game: &GameState, at: Seat, words: &[&str]) -> Result<(), String> {
    let rest = words[1..].join(" ");
    match words {
        ["take", ..] => may_take(game, at, &rest),
        ["target", ..] => {
            let found = legal(game, at).into_iter().filter_map(|a| match a {
                Action::Target { piece, variant } => Some(game.target_name(piece, variant)),
                _ => None,
            });
            same(alternatives(&rest).map(str::to_owned).collect::<Vec<_>>(), found.collect())
        }
        ["buy", ..] => {
            let bought = |a: Action| if let Action::Buy { piece, .. } = a { Some(piece) } else { None };
            tiles(&rest, legal(game, at).into_iter().filter_map(bought).collect())
        }
        ["pay", "what", "is", "owed", "with", ..] => {
            let payments = words[5..].join(" ");
            let expected: Vec<Cards> = alternatives(&payments).map(cards).collect::<Result<_, _>>()?;
            let (rules, _) = game.owed().ok_or("nothing is owed")?;
            same(expected, rules.offers(game.hand(at)).into_iter().map(|o| o.payment).collect())
        }
        ["pay", ..] => {
            let (piece, payments) = rest.split_once(" with ").ok_or("say \"may pay … with …\"")?;
            let expected: Vec<Cards> = alternatives(payments).map(cards).collect::<Result<_, _>>()?;
            let rules = game.price(at, tile(piece)?).ok_or("this tile is not for sale")?;
            let found = rules.offers(game.hand(at));
            same(expected, found.into_iter().map(|o| o.payment).collect())
        }
        _ => Err(UNKNOWN.to_owned()),
    }
}

/// Tiles and where they may go.
fn may_lay(game: &GameState, at: Seat, words: &[&str]) -> Result<(), String> {
    let rest = words.get(1..).unwrap_or_default().join(" ");
    match words {
        ["lay", ..] => {
            let (piece, cells) = rest.split_once(" at ").ok_or("say \"may lay … at …\"")?;
            let (piece, turn) = turned(piece)?;
            let expected: CellSet =
                alternatives(cells).map(cell).collect::<Result<Vec<Cell>, _>>()?.into_iter().collect();
            same(expected, game.cells_turned(at, tile(piece)?, turn))
        }
        ["move", ..] => {
            let (piece, cells) = rest.split_once(" to ").ok_or("say \"may move … to …\"")?;
            let piece = tile(piece)?;
            let expected: CellSet =
                alternatives(cells).map(cell).collect::<Result<Vec<Cell>, _>>()?.into_iter().collect();
            let there = |a: Action| match a {
                Action::Move { piece: moved, at, .. } if moved == piece => Some(at),
                _ => None,
            };
            same(expected, legal(game, at).into_iter().filter_map(there).collect())
        }
        ["remove", ..] => tiles(&rest, game.removable(at)),
        ["swap", ..] => {
            let (piece, others) = rest.split_once(" for ").ok_or("say \"may swap … for …\"")?;
            tiles(others, game.replaceable(at, tile(piece)?))
        }
        ["give", ..] => {
            let given = |a: Action| if let Action::Gift { piece } = a { Some(piece) } else { None };
            tiles(&rest, legal(game, at).into_iter().filter_map(given).collect())
        }
        _ => Err(UNKNOWN.to_owned()),
    }
}

/// The canonical takes, each as a set of cards, must be exactly these.
fn may_take(game: &GameState, at: Seat, text: &str) -> Result<(), String> {
    let mut expected: Vec<Cards> = alternatives(text).map(cards).collect::<Result<_, _>>()?;
    let taken = |set: u16| -> Cards {
        game.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, card)| *card).collect()
    };
    let takes = legal(game, at).into_iter();
    let mut found: Vec<Cards> =
        takes.filter_map(|a| if let Action::Take(set) = a { Some(taken(set)) } else { None }).collect();
    expected.sort();
    found.sort();
    same(expected, found)
}

fn scores(play: &Play, who: Scorer, words: &[&str]) -> Result<(), String> {
    let (points, source, round) = match words {
        [points, "for", source] => (*points, *source, None),
        [points, "for", source, "in", "scoring", round] => (*points, *source, Some(number::<u8>(round)?)),
        _ => return Err("say \"scores 9 for tower\"".to_owned()),
    };
    let expected: i16 = if points == "nothing" { 0 } else { number(points)? };
    if source != "wall" && building(source).is_none() && ModuleId::with_slug(source).is_none() {
        return Err(format!("\"{source}\" is neither wall nor building nor module"));
    }
    let found = lines(play)
        .filter(|l| l.to == who && source_name(l) == source_of(source) && round.is_none_or(|r| r == l.round));
    same(expected, found.map(|l| l.points).sum())
}

fn source_of(text: &str) -> String {
    building(text).map_or_else(|| text.to_owned(), |b| b.name().to_owned())
}

fn source_name(line: &ScoreLine) -> String {
    match line.source {
        Source::Wall => "wall".to_owned(),
        Source::Majority(building) => building.name().to_owned(),
        Source::Module(module) => module.info().slug.to_owned(),
    }
}

/// Where points came from, in the order they came.
fn score_order(play: &Play, text: &str) -> Result<(), String> {
    let mut found: Vec<String> = lines(play).map(source_name).collect();
    found.dedup();
    same(list(text, |t| Ok(source_of(t)))?, found)
}

fn market(game: &GameState, words: &[&str], after: &str) -> Result<(), String> {
    let market = &game.core.pieces.market;
    let show = |p: &Option<PieceId>| p.map_or_else(|| "empty".to_owned(), name);
    match words {
        ["full"] => holds(market.iter().all(Option::is_some), "a market space is empty"),
        ["empty"] => holds(market.iter().all(Option::is_none), "there are tiles on the market"),
        [space, "empty"] => same("empty".to_owned(), show(&market[currency(space)?.index()])),
        [space, "full"] => holds(market[currency(space)?.index()].is_some(), "this space is empty"),
        [space, "=", ..] => same(name(tile(after)?), show(&market[currency(space)?.index()])),
        _ => Err("say \"market denar = …\", \"market denar empty\" or \"market full\"".to_owned()),
    }
}

fn zone(game: &GameState, piece: PieceId, with_cell: bool) -> String {
    let at = |text: &str, seat: Seat| format!("{text} {}", seat.index());
    match game.core.pieces.zone(piece) {
        None => "in the box".to_owned(),
        Some(Zone::Tower) => "in tower".to_owned(),
        Some(Zone::Market) => "on market".to_owned(),
        Some(Zone::Dirk) => "with dirk".to_owned(),
        Some(Zone::Aside) => "aside".to_owned(),
        Some(Zone::Gone) => "out of the game".to_owned(),
        Some(Zone::Reserve(seat)) => at("in reserve", seat),
        Some(Zone::Bought(seat)) => at("bought by", seat),
        Some(Zone::Palace(seat)) if with_cell => {
            let (x, y) = game.core.pieces.standing[piece.index()].cell.xy();
            format!("in palace {} at {x} {y}", seat.index())
        }
        Some(Zone::Palace(seat)) => at("in palace", seat),
    }
}

/// Every card of deck, display and hands, wherever it is.
fn everywhere(game: &GameState) -> impl Iterator<Item = crate::CardKind> {
    let core = &game.core;
    let sets = core.hands.into_iter().chain([core.deck.pool, core.deck.discard]);
    let open = core.display.iter().copied().chain(core.deck.known.iter().map(|k| k.card));
    sets.flat_map(Cards::each).chain(open)
}

fn legal(game: &GameState, at: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal(at, &mut actions);
    actions
}

fn happened(play: &Play) -> impl Iterator<Item = &Happened> {
    play.log.iter().map(|event| &event.what)
}

fn lines(play: &Play) -> impl Iterator<Item = &ScoreLine> {
    happened(play).filter_map(|h| if let Happened::Scored { line } = h { Some(line) } else { None })
}

/// Items between semicolons; `nothing` and `nowhere` are none.
fn alternatives(text: &str) -> impl Iterator<Item = &str> {
    let none = matches!(text.trim(), "nothing" | "nowhere");
    text.split(';').map(str::trim).filter(move |_| !none)
}

fn tiles(text: &str, found: PieceSet) -> Result<(), String> {
    let expected: PieceSet = list(text, tile)?.into_iter().collect();
    if expected == found {
        return Ok(());
    }
    Err(format!("expected {}, found {}", names(expected.iter()), names(found.iter())))
}

fn cards_are(found: Cards, words: &[&str], after: &str) -> Result<(), String> {
    match words {
        ["empty"] => same(0, found.len()),
        ["has", n, "cards"] => same(number(n)?, found.len()),
        ["=", ..] => same(cards(after)?, found),
        _ => Err("say \"= denar 5, denar 6\", \"empty\" or \"has 2 cards\"".to_owned()),
    }
}

fn holds(fact: bool, otherwise: &str) -> Result<(), String> {
    if fact { Ok(()) } else { Err(otherwise.to_owned()) }
}

fn same<T: PartialEq + Shown>(expected: T, found: T) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("expected {}, found {}", expected.shown(), found.shown()))
}

/// How a value is written in an error.
trait Shown {
    fn shown(&self) -> String;
}

macro_rules! shown_as_is {
    ($($type:ty),*) => {
        $(impl Shown for $type { fn shown(&self) -> String { self.to_string() } })*
    };
}
shown_as_is!(u8, u16, u32, usize, i16, String, &str, &String, Cards);

impl Shown for CellSet {
    fn shown(&self) -> String {
        joined(self.iter().map(|c| format!("{} {}", c.xy().0, c.xy().1)), "; ")
    }
}

impl<T: Shown> Shown for Vec<T> {
    fn shown(&self) -> String {
        joined(self.iter().map(Shown::shown), "; ")
    }
}

/// What the modules offer a seat, in words.
fn said(game: &GameState, at: Seat) -> Vec<String> {
    offered(game, at).into_iter().map(|(said, _)| said).collect()
}
