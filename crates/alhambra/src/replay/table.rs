//! The table after an entry, as text.

use super::{Drawn, draw};
use crate::words;
use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::view::{PlayerView, ShownItem, Tile, View};
use alhambra_rules::{Building, Cards, DecisionKind, GameState, PieceId};
use std::io::{self, Write};

/// Market, display, scores, palaces; a hand only of whoever looks.
pub(super) fn write(shown: &Drawn<'_>, n: usize, game: &GameState, out: &mut dyn Write) -> io::Result<()> {
    let view = game.view(shown.viewer);
    let entries = shown.record.entries.len();
    let moment = if n == 0 { "After the set-up".to_owned() } else { format!("After entry {n} of {entries}") };
    let seen =
        shown.viewer.map_or_else(String::new, |seat| format!(", as {} sees it", shown.names.seat(seat)));
    writeln!(out, "{moment}{seen}")?;
    writeln!(out, "{}", next(shown, &view))?;
    writeln!(out)?;

    for space in &view.market {
        let title = if space.space.0 == 0 { "market" } else { "" };
        let tile = space.tile.as_ref().map_or_else(|| "–".to_owned(), |tile| name(game, tile.piece));
        writeln!(out, "{title:9} {:7} {tile}", space.currency.name())?;
    }
    for (slot, tile) in view.preview.iter().enumerate() {
        let title = if slot == 0 { "preview" } else { "" };
        let tile = tile.as_ref().map_or_else(|| "–".to_owned(), |tile| name(game, tile.piece));
        writeln!(out, "{title:9} {:7} {tile}", slot + 1)?;
    }
    let display: Cards = view.display.iter().copied().collect();
    writeln!(out, "{:9} {display}", "display")?;
    writeln!(
        out,
        "{:9} {} in the deck, {} discarded, {} in the tower",
        "left",
        words::count(view.deck as usize, "card"),
        view.discard.len(),
        words::count(view.tower as usize, "tile")
    )?;
    let due = if view.scorings_due > 0 { format!(", {} due", view.scorings_due) } else { String::new() };
    writeln!(out, "{:9} {} of 3 held{due}", "scorings", view.scorings)?;
    for module in &view.modules {
        writeln!(out, "{}", module.module.title())?;
        for ShownItem { name: what, shown: text } in &module.shows {
            let name = speech::shown_name(ENGLISH, module.module, what);
            let text = speech::shown(&shown.teller(game), module.module, text);
            writeln!(out, "{:9} {name}: {text}", "")?;
        }
    }

    for player in &view.players {
        writeln!(out)?;
        writeln!(
            out,
            "{}: {}, wall {}, {} in hand",
            shown.names.seat(player.seat),
            words::count(player.score.into(), "point"),
            player.wall,
            words::count(player.hand_size as usize, "card")
        )?;
        if shown.viewer == Some(player.seat)
            && let Some(hand) = view.hand
        {
            writeln!(out, "  hand       {hand}")?;
        }
        tiles(game, player, out)?;
        for line in draw::palace(&player.palace) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(dirk) = &view.dirk {
        writeln!(out)?;
        writeln!(out, "{}: {}", shown.names.dirk(), words::count(dirk.score.into(), "point"))?;
        writeln!(out, "  tiles      {}", listed(game, &dirk.tiles))?;
    }
    Ok(())
}

/// Whose turn it is and what has to be decided.
fn next(shown: &Drawn<'_>, view: &View) -> String {
    let Some(pending) = view.asked else {
        return format!("The game is over: {}", shown.names.win(view.winners.unwrap_or_default()));
    };
    let what = match pending.kind {
        DecisionKind::MainAction => "takes money, buys or rebuilds".to_owned(),
        DecisionKind::PlaceTile => "places bought tiles".to_owned(),
        DecisionKind::ConfirmTurn => "confirms the end of the turn".to_owned(),
        DecisionKind::SpecialMove => "makes a special move or passes".to_owned(),
        DecisionKind::Payment => "pays".to_owned(),
        DecisionKind::Redesign => "may rebuild once more".to_owned(),
        DecisionKind::BeforePlacing => "may do something before placing".to_owned(),
        DecisionKind::Leftover => "takes one of two tiles that are left".to_owned(),
        DecisionKind::Module => {
            format!("decides for {}", pending.module.map_or_else(String::new, |by| by.title().to_owned()))
        }
    };
    format!("Turn {} · next: {} {what}", view.turn, shown.names.all(pending.seats))
}

fn tiles(game: &GameState, player: &PlayerView, out: &mut dyn Write) -> io::Result<()> {
    let counted = Building::ALL.into_iter().zip(player.counts).filter(|(_, halves)| *halves > 0);
    let counted = counted.map(|(building, halves)| format!("{building} {}", words::halves(halves)));
    let counted = words::joined(counted, ", ");
    if !counted.is_empty() {
        writeln!(out, "  buildings  {counted}")?;
    }
    if !player.reserve.is_empty() {
        writeln!(out, "  reserve    {}", listed(game, &player.reserve))?;
    }
    if !player.bought.is_empty() {
        writeln!(out, "  to place   {}", listed(game, &player.bought))?;
    }
    Ok(())
}

fn listed(game: &GameState, tiles: &[Tile]) -> String {
    if tiles.is_empty() {
        return "none".to_owned();
    }
    words::joined(tiles.iter().map(|tile| name(game, tile.piece)), ", ")
}

/// A tile with its walls.
pub(super) fn name(game: &GameState, piece: PieceId) -> String {
    game.piece_name(piece)
}
