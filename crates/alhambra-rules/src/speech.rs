//! Sentences: what can be done and what happened, in any language there are words for. The words lie in
//! `words.<language>.json`, those of the base game beside the core and those of a module in its folder; a key and what is
//! pointed at make a sentence. What a language does not say is said in English, sentence by sentence.

use crate::core::catalogue::{CardKind, PieceId, PieceKind};
use crate::core::cell::At;
use crate::core::score::Source;
use crate::core::seat::{Scorer, Seat};
use crate::decision::{Choice, Effect, Ref};
use crate::event::Happened;
use crate::look::{CORE, LOOKS, Words};
use crate::setup::{Objection, Setup};
use crate::{Action, EditionId, GameState, Illegal, ModuleId, PlaceFault};

mod points;
mod shown;

pub use points::{halves, place, score_line, score_reason, scoring};
pub use shown::{shown, shown_name};

/// The language that has words for everything.
pub const ENGLISH: &str = "en";

/// What everybody is called; by default nobody is called anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    seats: Vec<String>,
    dirk: String,
}

impl Names {
    /// The names the table agreed on.
    pub fn of(setup: &Setup) -> Names {
        Names { seats: setup.players.iter().map(|p| p.name.clone()).collect(), dirk: setup.dirk.clone() }
    }

    /// Names for a table without any: "Player 1" and so on.
    pub fn numbered(game: &GameState) -> Names {
        let seats = game.rules().seats().map(|seat| format!("Player {}", seat.index() + 1)).collect();
        Names { seats, dirk: "Dirk".to_owned() }
    }

    /// A player's name.
    pub fn seat(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", String::as_str)
    }

    /// What Dirk is called.
    pub fn dirk(&self) -> &str {
        &self.dirk
    }
}

/// Who speaks, to whom: in which language, and how tiles, cards and cells are written there.
pub trait Speaker {
    /// The game that is spoken of.
    fn game(&self) -> &GameState;

    /// The language.
    fn language(&self) -> &str {
        ENGLISH
    }

    /// What a player is called.
    fn seat(&self, seat: Seat) -> String;

    /// What Dirk is called.
    fn dirk(&self) -> String;

    /// A cell of somebody's palace.
    fn cell(&self, at: At) -> String {
        compass(self.language(), at)
    }

    /// A tile.
    fn tile(&self, piece: PieceId) -> String {
        tile_name(self.game(), self.language(), piece)
    }

    /// Cards, one or several.
    fn cards(&self, cards: &[CardKind]) -> String {
        let names: Vec<String> = cards.iter().map(|card| card_name(self.language(), *card)).collect();
        if names.is_empty() { core(self.language(), "word.no_cards") } else { names.join(", ") }
    }

    /// A word of a module that stands for itself.
    fn word(&self, by: ModuleId, word: &str) -> String {
        of_module(self.language(), by, &format!("word.{word}"))
            .map_or_else(|| word.replace('_', " "), str::to_owned)
    }

    /// Several things in prose: "a, b and c".
    fn list(&self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            _ => list(self.language(), items),
        }
    }
}

/// Somebody who speaks to everybody at a table, with nothing left out and nothing made short.
#[derive(Clone, Copy, Debug)]
pub struct Plainly<'a> {
    /// The game that is spoken of.
    pub game: &'a GameState,
    /// What everybody is called.
    pub names: &'a Names,
    /// The language.
    pub language: &'a str,
}

impl Speaker for Plainly<'_> {
    fn game(&self) -> &GameState {
        self.game
    }

    fn language(&self) -> &str {
        self.language
    }

    fn seat(&self, seat: Seat) -> String {
        let known = self.names.seats.get(seat.index());
        known.cloned().unwrap_or_else(|| core(self.language, "word.nobody"))
    }

    fn dirk(&self) -> String {
        self.names.dirk.clone()
    }
}

// ---- sentences -----------------------------------------------------------------------------------------

/// What somebody can do, as an instruction without its consequences.
pub fn action(speaker: &impl Speaker, choice: &Choice) -> String {
    let language = speaker.language();
    let words = match choice.action {
        Action::Module(own) => {
            let (by, name) = crate::registry::name(own);
            of_module(language, by, &format!("act.{name}")).map(str::to_owned)
        }
        _ => Some(core(language, &format!("act.{}", choice.key))),
    };
    // A module without words is still spoken of.
    let words = words.unwrap_or_else(|| format!("{} {{all}}", choice.key));
    let mut parts = things(speaker, &words, &choice.refs);
    if let Action::Modify { by, value: 0 } = choice.action {
        parts.push(title(language, by).to_owned());
    }
    let dirk = speaker.dirk();
    filled(&words, &|blank| match blank {
        "dirk" => Some(dirk.clone()),
        _ => pointed(speaker, &parts, blank),
    })
}

/// The same with its consequences.
pub fn option(speaker: &impl Speaker, choice: &Choice) -> String {
    let effects = choice.effects.iter().filter_map(|effect| {
        let (key, numbers) = match *effect {
            Effect::ExtraAction => ("effect.extra_action", Vec::new()),
            Effect::Exact => ("effect.exact", Vec::new()),
            Effect::Lost { amount } => ("effect.lost", vec![amount.to_string()]),
            Effect::Wall { from, to } => ("effect.wall", vec![from.to_string(), to.to_string()]),
            // What is kept decides the order of offers; as a number it would only be noise.
            Effect::Keeps { .. } | Effect::Money { .. } | Effect::Majority { .. } | Effect::Open { .. } => {
                return None;
            }
        };
        Some(filled(&core(speaker.language(), key), &|blank| pointed(speaker, &numbers, blank)))
    });
    effects.fold(action(speaker, choice), |text, effect| format!("{text} ({effect})"))
}

/// What happened, as a sentence without a full stop.
pub fn event(speaker: &impl Speaker, event: &Happened) -> String {
    told(speaker, event, true)
}

/// What a player did, without the name at the beginning; none for what nobody did.
pub fn deed(speaker: &impl Speaker, event: &Happened) -> Option<(Seat, String)> {
    let Telling { by, seat, key, .. } = event.telling();
    let key = format!("said.{key}");
    let words = match by {
        Some(by) => of_module(speaker.language(), by, &key)?.to_owned(),
        None => core(speaker.language(), &key),
    };
    // Where the name stands elsewhere, it cannot be left out.
    words.starts_with("{name} ").then_some((seat?, told(speaker, event, false)))
}

fn told(speaker: &impl Speaker, event: &Happened, named: bool) -> String {
    let language = speaker.language();
    let telling = event.telling();
    let key = format!("said.{}", telling.key);
    let words = match telling.by {
        Some(by) => of_module(language, by, &key).map(str::to_owned),
        None => Some(core(language, &key)),
    };
    let words = words.unwrap_or_else(|| format!("{{name}} {} {{all}}", telling.key));
    let parts = things(speaker, &words, &telling.refs);
    filled(&words, &|blank| match (blank, event) {
        ("name", Happened::Scored { line }) => Some(match line.to {
            Scorer::Seat(seat) => speaker.seat(seat),
            Scorer::Dirk => speaker.dirk(),
        }),
        ("points", Happened::Scored { line }) => Some(format!("{:+}", line.points)),
        ("source", Happened::Scored { line }) => Some(source(language, line.source)),
        ("name", _) => telling.seat.filter(|_| named).map(|seat| speaker.seat(seat)),
        ("dirk", _) => Some(speaker.dirk()),
        _ => pointed(speaker, &parts, blank),
    })
}

/// Why `seat` may not do something, without a full stop.
pub fn refusal(speaker: &impl Speaker, seat: Seat, why: &Illegal) -> String {
    let parts = things(speaker, "", &why.refs(speaker.game(), seat));
    refused(speaker.language(), why, &parts, &|it| thing(speaker, it))
}

/// Why a tile does not fit, without a full stop.
pub fn fault(speaker: &impl Speaker, why: &PlaceFault) -> String {
    misfit(speaker.language(), why, &|it| thing(speaker, it))
}

/// Several reasons, by keys and what they point at, as one sentence.
pub fn reasons<'r>(speaker: &impl Speaker, all: impl Iterator<Item = (&'r str, &'r [Ref])>) -> String {
    let joined = |first: String, next: String| {
        filled(&core(speaker.language(), "reason.and"), &|blank| {
            blank_of(&[first.clone(), next.clone()], blank)
        })
    };
    all.map(|(key, refs)| reason(speaker, key, refs)).reduce(joined).unwrap_or_default()
}

/// A reason by its key, `reason.…` in the words of the core: {many} is the building type in the plural, {sums} are the
/// numbers with their currencies, {module} is the module it names.
pub fn reason(speaker: &impl Speaker, key: &str, refs: &[Ref]) -> String {
    let language = speaker.language();
    let numbers: Vec<String> = refs
        .iter()
        .filter_map(|it| if let Ref::Number(n) = it { Some(n.to_string()) } else { None })
        .collect();
    let many = refs.iter().find_map(|it| if let Ref::Building(b) = it { Some(b.name()) } else { None });
    let tile = refs.iter().find(|it| matches!(it, Ref::Piece(_))).map(|it| thing(speaker, it));
    let named = refs.iter().find_map(|it| if let Ref::Word(by, _) = it { Some(*by) } else { None });
    let pairs = || refs.chunks(2).map(|pair| things(speaker, "", pair).join(" ")).collect::<Vec<_>>();
    filled(&core(language, &format!("reason.{key}")), &|blank| match blank {
        "many" => many.map(|name| core(language, &format!("buildings.{name}"))),
        "tile" => tile.clone(),
        "module" => named.map(|module| title(language, module).to_owned()),
        "sums" => Some(speaker.list(&pairs())),
        _ => pointed(speaker, &numbers, blank),
    })
}

pub(crate) fn refused(
    language: &str,
    why: &Illegal,
    parts: &[String],
    say: &dyn Fn(&Ref) -> String,
) -> String {
    if let Illegal::Module { by, key, .. } = why {
        return format!("{}: {}", title(language, *by), own_refusal(language, *by, key));
    }
    filled(&core(language, &format!("refuse.{}", why.key())), &|blank| match (blank, why) {
        ("fault", Illegal::DoesNotFit { fault, .. }) => Some(misfit(language, fault, say)),
        ("asked", Illegal::NotAskedFor { asked }) => Some(core(language, &format!("asked.{asked}"))),
        ("by", _) => why.by().map(|by| title(language, by).to_owned()),
        ("all", _) => Some(parts.join(", ")),
        _ => blank_of(parts, blank),
    })
}

pub(crate) fn misfit(language: &str, why: &PlaceFault, say: &dyn Fn(&Ref) -> String) -> String {
    let (key, refs) = why.telling();
    let parts: Vec<String> = refs.iter().map(say).collect();
    filled(&core(language, &format!("fault.{key}")), &|blank| match (blank, why) {
        ("by", PlaceFault::NotAllowed { by, .. }) => Some(title(language, *by).to_owned()),
        ("why", PlaceFault::NotAllowed { by, why }) => Some(own_refusal(language, *by, why)),
        _ => blank_of(&parts, blank),
    })
}

/// Why a module refuses something.
fn own_refusal(language: &str, by: ModuleId, key: &str) -> String {
    let key = format!("refuse.{key}");
    // What any module refuses has its words in the core.
    of_module(language, by, &key).map_or_else(|| core(language, &key), str::to_owned)
}

/// What somebody has against a set-up or a file, without a full stop: in the words of a module, or those of the core.
pub fn objection(language: &str, by: Option<ModuleId>, why: &Objection) -> String {
    let key = format!("refuse.{}", why.key);
    let words = by.and_then(|by| of_module(language, by, &key)).map(str::to_owned);
    sentence(language, &words.unwrap_or_else(|| core(language, &key)), &why.refs)
}

/// Words with what is pointed at in their blanks, where no game is at hand.
pub fn sentence(language: &str, words: &str, refs: &[Ref]) -> String {
    let said = |it: &Ref| match it {
        Ref::Word(by, word) => of_module(language, *by, &format!("word.{word}")).map(str::to_owned),
        _ => None,
    };
    let parts: Vec<String> = refs.iter().map(|it| said(it).unwrap_or_else(|| bare(it))).collect();
    filled(words, &|blank| blank_of(&parts, blank))
}

/// Why a module cannot be played like this, with its name before it.
pub fn unplayable(language: &str, module: ModuleId, why: &Objection) -> String {
    format!("{}: {}", title(language, module), objection(language, Some(module), why))
}

/// Something pointed at where no game is at hand.
pub(crate) fn bare(it: &Ref) -> String {
    match it {
        Ref::Cell((x, y)) => format!("({x}, {y})"),
        Ref::Seat(seat) => format!("seat {}", seat.index()),
        Ref::Card(card) => card.to_string(),
        // Editions print different things on it.
        Ref::Piece(piece) => format!("piece {}", piece.index()),
        Ref::Cards(cards) => cards.to_string(),
        Ref::Building(building) => building.to_string(),
        Ref::Number(number) => number.to_string(),
        Ref::Turn(turn) => turn.to_string(),
        Ref::Side(side) => side.name().to_owned(),
        Ref::Currency(currency) => currency.to_string(),
        Ref::Space(space) => (space.0 + 1).to_string(),
        Ref::Word(_, word) => word.replace('_', " "),
        Ref::Text(text) => text.clone(),
    }
}

/// What points come from.
pub fn source(language: &str, source: Source) -> String {
    match source {
        Source::Wall => core(language, "word.wall"),
        Source::Majority(building) => core(language, &format!("building.{}", building.name())),
        Source::Module(module) => title(language, module).to_owned(),
    }
}

/// Several things in prose: "a, b and c", and "nobody" where there is none.
pub fn list(language: &str, items: &[String]) -> String {
    match items {
        [] => core(language, "word.nobody"),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {} {last}", first.join(", "), core(language, "word.and")),
    }
}

/// The name of a module.
pub fn title(language: &str, module: ModuleId) -> &'static str {
    of_module(language, module, "title").unwrap_or(module.info().slug)
}

/// The name of an edition.
pub fn edition(language: &str, edition: EditionId) -> &'static str {
    let slug = edition.slug();
    let look = LOOKS.iter().find(|(own, _)| *own == slug);
    look.and_then(|(_, look)| Words::find(look.words, language, "title")).unwrap_or(slug)
}

/// What a house rule decides, by its option.
pub fn house_rule(language: &str, option: &str) -> String {
    core(language, &format!("house.{option}"))
}

/// One line about a module.
pub fn summary(language: &str, module: ModuleId) -> &'static str {
    of_module(language, module, "summary").unwrap_or_default()
}

/// What an option of a module decides.
pub fn option_of(language: &str, module: ModuleId, name: &str) -> String {
    of_module(language, module, &format!("option.{name}"))
        .map_or_else(|| name.replace('_', " "), str::to_owned)
}

/// What a value of an option is called.
pub fn value_of(language: &str, module: ModuleId, name: &str, value: &str) -> String {
    let words = of_module(language, module, &format!("option.{name}.{value}"));
    words.map_or_else(|| value.replace('_', " "), str::to_owned)
}

// ---- what happened, by key -------------------------------------------------------------------------------

/// An event by its key and what it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The module it is about; none for the base game.
    pub by: Option<ModuleId>,
    /// Who did it, if somebody did.
    pub seat: Option<Seat>,
    /// Its key.
    pub key: &'static str,
    /// What it points at.
    pub refs: Vec<Ref>,
}

impl Happened {
    /// What is said of it: a key, and what it points at.
    pub fn telling(&self) -> Telling {
        let of = |seat: &Seat, key, refs| Telling { by: None, seat: Some(*seat), key, refs };
        let nobody = |key, refs| Telling { by: None, seat: None, key, refs };
        // The keys without and with an extra action, first those of an exact payment; what was paid beyond is said last.
        let spent = |seat: &Seat, keys: [&'static str; 4], refs: &[Ref], over: u16, again: bool| {
            let beyond = (over > 0).then(|| Ref::Number(over.into()));
            let refs = refs.iter().cloned().chain(beyond).collect();
            of(seat, keys[2 * usize::from(over > 0) + usize::from(again)], refs)
        };
        match self {
            Happened::StartMoney { seat, cards } => of(seat, "start_money", vec![Ref::Cards(*cards)]),
            Happened::Begins { seat } => of(seat, "begins", Vec::new()),
            Happened::TurnBegan { seat, turn } => of(seat, "turn_began", vec![Ref::Number(*turn as i32)]),
            Happened::TookMoney { seat, cards } => of(seat, "took_money", vec![Ref::Cards(*cards)]),
            Happened::Bought { seat, piece, payment, paid, price, extra_action } => {
                let over = paid.saturating_sub(u16::from(*price));
                let keys = ["bought", "bought_again", "bought_over", "bought_over_again"];
                spent(seat, keys, &[Ref::Piece(*piece), Ref::Cards(*payment)], over, *extra_action)
            }
            Happened::Paid { seat, payment, paid, price, extra_action } => {
                let over = paid.saturating_sub(u16::from(*price));
                let keys = ["paid", "paid_again", "paid_over", "paid_over_again"];
                spent(seat, keys, &[Ref::Cards(*payment)], over, *extra_action)
            }
            Happened::Drew { seat, card: Some(card) } => of(seat, "drew", vec![Ref::Card(*card)]),
            Happened::Drew { seat, card: None } => of(seat, "drew_one", Vec::new()),
            Happened::Placed { seat, piece, at, .. } => {
                of(seat, "placed", vec![Ref::Piece(*piece), Ref::Cell(*at)])
            }
            Happened::Moved { seat, piece, at, .. } => {
                of(seat, "moved", vec![Ref::Piece(*piece), Ref::Cell(*at)])
            }
            Happened::TakenOff { seat, piece, at } => {
                of(seat, "taken_off", vec![Ref::Piece(*piece), Ref::Cell(*at)])
            }
            Happened::PutBack { seat, piece } => of(seat, "put_back", vec![Ref::Piece(*piece)]),
            Happened::Discarded { seat, piece } => of(seat, "discarded", vec![Ref::Piece(*piece)]),
            Happened::Reserved { seat, piece } => of(seat, "reserved", vec![Ref::Piece(*piece)]),
            Happened::Gift { seat, piece } => of(seat, "gift", vec![Ref::Piece(*piece)]),
            Happened::Declined { seat } => of(seat, "declined", Vec::new()),
            Happened::Passed { seat } => of(seat, "passed", Vec::new()),
            Happened::Displayed { card } => nobody("displayed", vec![Ref::Card(*card)]),
            Happened::PutBy { card } => nobody("put_by", vec![Ref::Card(*card)]),
            Happened::Reshuffled => nobody("reshuffled", Vec::new()),
            Happened::ScoringCard => nobody("scoring_card", Vec::new()),
            Happened::OnMarket { piece, currency, .. } => {
                nobody("on_market", vec![Ref::Piece(*piece), Ref::Currency(*currency)])
            }
            Happened::EndTriggered { everybody_passed: false } => nobody("end", Vec::new()),
            Happened::EndTriggered { everybody_passed: true } => nobody("end_passed", Vec::new()),
            Happened::DirkDrew { pieces } if pieces.is_empty() => nobody("dirk_drew_nothing", Vec::new()),
            Happened::DirkDrew { pieces } => {
                nobody("dirk_drew", pieces.iter().copied().map(Ref::Piece).collect())
            }
            Happened::ScoringBegan { round } => nobody("scoring_began", vec![Ref::Number((*round).into())]),
            Happened::Scored { .. } => nobody("scored", Vec::new()),
            Happened::Leftover { piece, to: Some(seat), .. } => {
                of(seat, "leftover", vec![Ref::Piece(*piece)])
            }
            Happened::Leftover { piece, to: None, .. } => nobody("leftover_nobody", vec![Ref::Piece(*piece)]),
            Happened::GameOver { winners } => {
                let key = match winners.len() {
                    0 => "dirk_wins",
                    1 => "wins",
                    _ => "share",
                };
                nobody(key, winners.iter().map(Ref::Seat).collect())
            }
            Happened::Module { by, seat, key, refs } => {
                Telling { by: Some(*by), seat: *seat, key, refs: refs.clone() }
            }
        }
    }
}

// ---- things ----------------------------------------------------------------------------------------------

/// What is pointed at, one after the other, for these words.
fn things(speaker: &impl Speaker, words: &str, refs: &[Ref]) -> Vec<String> {
    let game = speaker.game();
    let says = |i: usize| {
        matches!(refs.get(i), Some(Ref::Building(_)))
            && BLANKS.get(i).is_some_and(|blank| words.contains(blank))
    };
    let named = |(i, it): (usize, &Ref)| match it {
        // The words say the building that stands on it, before it or after it.
        Ref::Piece(land)
            if game.piece(*land).kind == PieceKind::Land && (says(i + 1) || i > 0 && says(i - 1)) =>
        {
            land_name(game, speaker.language(), *land)
        }
        _ => thing(speaker, it),
    };
    refs.iter().enumerate().map(named).collect()
}

/// The blanks of what is pointed at, one by one.
const BLANKS: [&str; 6] = ["{a}", "{b}", "{c}", "{d}", "{e}", "{f}"];

/// Something pointed at.
pub fn thing(speaker: &(impl Speaker + ?Sized), it: &Ref) -> String {
    let language = speaker.language();
    let counted = |key: &str, n: i32| filled(&core(language, key), &|_| Some(n.to_string()));
    match it {
        Ref::Cell(at) => speaker.cell(*at),
        Ref::Piece(piece) => speaker.tile(*piece),
        Ref::Card(card) => speaker.cards(&[*card]),
        Ref::Cards(cards) => speaker.cards(&cards.each().collect::<Vec<_>>()),
        Ref::Seat(seat) => speaker.seat(*seat),
        Ref::Building(building) => core(language, &format!("building.{}", building.name())),
        Ref::Number(number) => number.to_string(),
        // Upright is not worth a word.
        Ref::Turn(0) => String::new(),
        Ref::Turn(turn) => counted("word.turned", 90 * i32::from(*turn)),
        Ref::Side(side) => core(language, &format!("side.{}", side.name())),
        Ref::Currency(currency) => core(language, &format!("currency.{}", currency.name())),
        Ref::Space(space) => counted("word.space", i32::from(space.0) + 1),
        Ref::Word(by, word) => speaker.word(*by, word),
        Ref::Text(text) => text.clone(),
    }
}

/// Steps east and north of the fountain: "E2 N1".
pub fn compass(language: &str, (x, y): (i32, i32)) -> String {
    let letters: Vec<char> = core(language, "side.letters").chars().collect();
    let [north, east, south, west] = letters[..] else { return format!("{x} {y}") };
    let part = |n: i32, ahead: char, behind: char| match n {
        0 => None,
        n if n > 0 => Some(format!("{ahead}{n}")),
        n => Some(format!("{behind}{}", -n)),
    };
    let parts: Vec<String> = [part(x, east, west), part(y, north, south)].into_iter().flatten().collect();
    if parts.is_empty() { core(language, "word.fountain") } else { parts.join(" ") }
}

/// A tile. The engine's own names are the English ones; other languages have words for every sort of piece.
pub fn tile_name(game: &GameState, language: &str, piece: PieceId) -> String {
    let printed = game.piece(piece);
    let own = |key: &str| any(language, &format!("piece.{key}"));
    let Some(words) = own(printed.key).or_else(|| own(printed.kind.name())).filter(|_| language != ENGLISH)
    else {
        return game.piece_name(piece);
    };
    let building =
        |it: Option<crate::Building>| it.map(|it| core(language, &format!("building.{}", it.name())));
    let on_land = game.pieces().building[piece.index()].filter(|_| printed.kind == PieceKind::Land);
    let text = filled(words, &|blank| match blank {
        "building" => building(on_land.or(printed.building[0])),
        "second" => building(printed.building[1]),
        "price" => (printed.price > 0).then(|| printed.price.to_string()),
        "currency" => printed.currency.map(|it| core(language, &format!("currency.{}", it.name()))),
        _ => None,
    });
    if printed.walls[0].is_empty() { text } else { format!("{text} {}", letters(language, printed.walls[0])) }
}

/// A land without what stands on it.
fn land_name(game: &GameState, language: &str, land: PieceId) -> String {
    let printed = game.piece(land);
    let text = filled(&core(language, "word.land"), &|_| Some(printed.price.to_string()));
    if printed.walls[0].is_empty() { text } else { format!("{text} {}", letters(language, printed.walls[0])) }
}

fn letters(language: &str, walls: crate::Walls) -> String {
    let letters: Vec<char> = core(language, "side.letters").chars().collect();
    walls.sides().filter_map(|side| letters.get(side as usize)).collect()
}

/// A card: money by currency and value, others as the module has named them that brings them.
pub fn card_name(language: &str, card: CardKind) -> String {
    let parts: Vec<&str> = card.key().split('-').collect();
    let named = |part: &str| {
        let known = ["currency", "building"].into_iter().find_map(|sort| {
            let words = Words::of_core(language).or(Words::of_core(ENGLISH))?;
            words.get(&format!("{sort}.{part}"))
        });
        known.map_or_else(|| part.to_owned(), str::to_owned)
    };
    if card.is_money() {
        return parts.iter().map(|part| named(part)).collect::<Vec<_>>().join(" ");
    }
    // The longest beginning that has a name of its own says what sort of card it is.
    for n in (1..=parts.len()).rev() {
        let key = format!("card.{}", parts[..n].join("-"));
        if let Some(words) = any(language, &key).or_else(|| any(ENGLISH, &key)) {
            let rest: Vec<String> = parts[n..].iter().map(|part| named(part)).collect();
            return filled(words, &|blank| match blank {
                "a" => rest.first().cloned(),
                "b" => rest.get(1).cloned(),
                _ => None,
            });
        }
    }
    card.name()
}

// ---- words ---------------------------------------------------------------------------------------------

/// What the base game says under a key; the key itself if nobody has words for it.
pub(crate) fn core(language: &str, key: &str) -> String {
    Words::find(CORE, language, key).unwrap_or(key).to_owned()
}

/// What the base game says under a key, with these values in its blanks {a}, {b} …; {all} are all of them.
pub fn of_core(language: &str, key: &str, parts: &[String]) -> String {
    filled(&core(language, key), &|blank| match blank {
        "all" => Some(parts.join(", ")),
        _ => blank_of(parts, blank),
    })
}

/// What a module says under a key, in a language or else in English.
pub fn of_module(language: &str, by: ModuleId, key: &str) -> Option<&'static str> {
    Words::find(by.look().words, language, key)
}

/// What somebody says under a key in a language, or else in English.
pub(crate) fn anybody(language: &str, key: &str) -> Option<&'static str> {
    any(language, key).or_else(|| any(ENGLISH, key))
}

/// What somebody says under a key in a language: pieces and cards are named by their own keys, whoever brings them.
fn any(language: &str, key: &str) -> Option<&'static str> {
    let modules = LOOKS.iter().filter_map(|(_, look)| look.words(language)?.get(key));
    Words::of_core(language).and_then(|words| words.get(key)).or_else(|| { modules }.next())
}

/// The value of a blank: {a}, {b} … one by one, {all} of them, {bs} from the second on.
fn pointed(speaker: &(impl Speaker + ?Sized), parts: &[String], blank: &str) -> Option<String> {
    match blank {
        "all" => Some(speaker.list(parts)),
        "bs" => Some(speaker.list(parts.get(1..).unwrap_or_default())),
        _ => blank_of(parts, blank),
    }
}

/// The value of {a}, {b} …
fn blank_of(parts: &[String], blank: &str) -> Option<String> {
    match blank.as_bytes() {
        [letter @ b'a'..=b'f'] => parts.get(usize::from(letter - b'a')).cloned(),
        _ => None,
    }
}

/// Words with their blanks filled; one without a value disappears with what leads up to it.
pub fn filled(words: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let (mut text, mut rest) = (String::new(), words);
    while let Some((before, after)) = rest.split_once('{') {
        let Some((blank, after)) = after.split_once('}') else { break };
        text.push_str(before);
        match value(blank).filter(|value| !value.is_empty()) {
            Some(value) => text.push_str(&value),
            None => text.truncate(text.trim_end_matches([' ', ',', ':']).len()),
        }
        rest = after;
    }
    text.push_str(rest);
    text.trim().to_owned()
}

// ---- scenarios and tests ---------------------------------------------------------------------------------

/// Says what modules offer as scenarios write it: things by the engine's own names, cells as numbers.
#[cfg(any(test, feature = "testkit"))]
struct Written<'a>(&'a GameState);

#[cfg(any(test, feature = "testkit"))]
impl Speaker for Written<'_> {
    fn game(&self) -> &GameState {
        self.0
    }

    fn seat(&self, seat: Seat) -> String {
        format!("seat {}", seat.index())
    }

    fn dirk(&self) -> String {
        "Dirk".to_owned()
    }

    fn cell(&self, (x, y): At) -> String {
        format!("({x}, {y})")
    }

    fn cards(&self, cards: &[CardKind]) -> String {
        let name = |card: &CardKind| match card.class() {
            crate::CardClass::Sultan => format!("{} sultan card", card.name()),
            crate::CardClass::Wall => {
                format!("wall {}", card.key().trim_start_matches("wall-").to_uppercase())
            }
            _ => card.name(),
        };
        cards.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    fn word(&self, _: ModuleId, word: &str) -> String {
        word.replace('_', " ")
    }

    fn list(&self, items: &[String]) -> String {
        items.join(", ")
    }
}

/// What happened as tests write it.
#[cfg(test)]
pub(crate) fn written(game: &GameState, it: &Happened) -> String {
    event(&Written(game), it)
}

/// An action as scenarios and tests write it.
#[cfg(any(test, feature = "testkit"))]
pub(crate) fn said(game: &GameState, seat: Seat, own: Action) -> String {
    action(&Written(game), &game.choice(seat, own))
}
