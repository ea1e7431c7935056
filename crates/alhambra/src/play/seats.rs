//! Who sits where: people and bots. The only place that knows bots by name.

use super::Args;
use crate::failure::Failure;
use crate::which;
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::{Player, Setup};

/// What people call bots that were given no name.
const BOT_NAMES: [&str; 6] = ["Aixa", "Yusuf", "Zaida", "Tariq", "Layla", "Omar"];

/// Somebody at the table.
pub(super) enum Sitter {
    /// A person at the keyboard.
    Person,
    /// A bot.
    Bot(Box<dyn Bot>),
}

impl std::fmt::Debug for Sitter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Sitter::Person => "Person",
            Sitter::Bot(_) => "Bot",
        })
    }
}

fn bot(name: &str) -> Result<Box<dyn Bot>, Failure> {
    let kind = name.parse::<BotKind>().map_err(|e| {
        Failure::new(format!("--bots: {e}")).hint("--bots easy,medium, or --bots none for people only")
    })?;
    Ok(kind.make())
}

/// The set-up and the people and bots that the arguments ask for.
pub(super) fn seated(args: &Args) -> Result<(Setup, Vec<Sitter>), Failure> {
    let wanted: Vec<&str> = match args.bots.as_deref() {
        None if args.hot_seat => Vec::new(),
        None => vec!["medium"],
        Some("none") => Vec::new(),
        Some(list) => list.split(',').map(str::trim).collect(),
    };
    let listed = args.bots.is_some() && !wanted.is_empty();
    let coded = args.setup.as_ref().map(|setup| setup.players.len());
    let players = coded.or(args.players).unwrap_or(if listed { (wanted.len() + 1).max(2) } else { 3 });
    let more = |needed: usize| match coded {
        Some(_) => format!("a --setup for {needed} players"),
        None => format!("--players {needed}"),
    };
    if wanted.len() >= players {
        let what = format!("--bots: {} bots leave no seat for a person among {players}", wanted.len());
        return Err(Failure::new(what).hint(more(wanted.len() + 1)));
    }
    // One person against bots unless several share the keyboard; then the list is taken as it is.
    let people = if args.hot_seat || wanted.is_empty() { players - wanted.len() } else { 1 };
    if args.names.len() > players {
        let what = format!("--name: {} names for {players} players", args.names.len());
        return Err(Failure::new(what).hint(more(args.names.len())));
    }
    let mut sitters = Vec::new();
    let mut named = Vec::new();
    for seat in 0..players {
        let name = match args.names.get(seat) {
            Some(name) => name.clone(),
            None if seat >= people => BOT_NAMES[(seat - people) % BOT_NAMES.len()].to_owned(),
            None if people == 1 => "Player".to_owned(),
            None => format!("Player {}", seat + 1),
        };
        named.push(Player { name, age: None });
        sitters.push(if seat < people {
            Sitter::Person
        } else {
            Sitter::Bot(bot(wanted[(seat - people) % wanted.len()])?)
        });
    }
    let asked = || Setup::players(players).in_edition(args.edition.unwrap_or_default());
    let plain = Setup { players: named, confirm: true, ..args.setup.clone().unwrap_or_else(asked) };
    let setup = crate::data::with(which::with(plain, &args.modules), args.data.as_ref())?;
    setup.check().map_err(|e| Failure::new(e.to_string()))?;
    Ok((setup, sitters))
}
