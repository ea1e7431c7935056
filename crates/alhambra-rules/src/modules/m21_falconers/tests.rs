//! A second look at every palace: corners found by coordinates, falcons by the names of their colours, over many moments
//! of played games.

use super::*;
use crate::core::score::Source;
use crate::second_look::{money_counts_as_spent, rather};
use crate::speech::said;
use crate::view::{TileAt, View};
use crate::{DecisionKind, Io, PieceKind, Quick, Seeded, Setup};
use std::collections::{BTreeMap, BTreeSet};

/// The falcons by the first letters of kind and colours (l for blue, n for brown), written down a second time.
const LETTERS: &str = "black lr rp np ng wg brown nw rw rg lg lp white rn ln lw wp gp";

/// Kind, colours and the words of every falcon.
fn falcons() -> Vec<(String, [&'static str; 2], String)> {
    let colour = |letter: char| match letter {
        'l' => ("pavilion", "blue"),
        'r' => ("seraglio", "red"),
        'n' => ("arcades", "brown"),
        'w' => ("chambers", "white"),
        'g' => ("garden", "green"),
        _ => ("tower", "purple"),
    };
    let mut kind = "";
    let mut all = Vec::new();
    for word in LETTERS.split(' ') {
        if word.len() > 2 {
            kind = word;
            continue;
        }
        let pair: Vec<(&str, &str)> = word.chars().map(colour).collect();
        all.push((kind.to_owned(), [pair[0].0, pair[1].0], format!("{kind} {} {}", pair[0].1, pair[1].1)));
    }
    all
}

type At = (i32, i32);

/// Every cell of a palace that a whole tile fills, with the colour it gives, if it gives one.
fn ground(tiles: &[TileAt]) -> BTreeMap<At, Option<&'static str>> {
    let mut cells = BTreeMap::new();
    for tile in tiles {
        let facts = &tile.tile;
        if matches!(facts.kind, Some(PieceKind::Camp | PieceKind::Watchtower)) {
            continue;
        }
        let colour = facts.building.filter(|_| facts.kind.is_none()).map(Building::name);
        cells.insert(tile.at, colour);
        if let Some(second) = &facts.second {
            let (dx, dy) = [(0, 1), (1, 0), (0, -1), (-1, 0)][second.towards as usize];
            cells.insert((tile.at.0 + dx, tile.at.1 + dy), None);
        }
    }
    cells
}

/// The words about what is shown under a name.
fn shown(g: &GameState, view: &View, name: &str) -> String {
    let own = view.modules.iter().find(|module| module.module == ModuleId::Falconers).unwrap();
    g.say_shown(&own.shows.iter().find(|item| item.name == name).unwrap().shown)
}

/// The falcons of every seat with their corners.
fn perches(g: &GameState, view: &View) -> BTreeMap<(usize, At), String> {
    let mut names: Vec<(usize, String)> = Vec::new();
    for part in shown(g, view, "falcons").split("; ").filter(|part| *part != "none") {
        let (seat, list) = part.split_once(": ").unwrap();
        names.extend(list.split(", ").map(|name| (seat.parse().unwrap(), name.to_owned())));
    }
    let places = shown(g, view, "falcons_at");
    let places: Vec<&str> = places.split("; ").filter(|part| *part != "none").collect();
    assert_eq!(names.len(), places.len());
    // A pin stands on the north-west corner of the cell south-east of the corner.
    let corner = |place: &str| {
        let numbers: Vec<i32> =
            place.split_once(": ").unwrap().1.split(' ').map(|n| n.parse().unwrap()).collect();
        (numbers[0] - 1, numbers[1])
    };
    names.into_iter().zip(places).map(|((seat, name), place)| ((seat, corner(place)), name)).collect()
}

/// Which falcons a seat could place where: every corner of a square around the palace is looked at.
fn possible(g: &GameState, view: &View, seat: usize) -> BTreeSet<(String, At)> {
    let (cells, perched) = (ground(&view.players[seat].palace), perches(g, view));
    let mut found = BTreeSet::new();
    for x in -20..20 {
        for y in -20..20 {
            let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            if four.iter().any(|cell| !cells.contains_key(cell)) || perched.contains_key(&(seat, (x, y))) {
                continue;
            }
            let here: Vec<&str> = four.iter().filter_map(|cell| cells[cell]).collect();
            for (_, pair, name) in falcons() {
                let free = perched.values().all(|taken| *taken != name);
                if free && pair.iter().all(|colour| here.contains(colour)) {
                    found.insert((name, (x, y)));
                }
            }
        }
    }
    found
}

#[test]
fn falcons_perch_and_score_as_every_corner_says() {
    let (mut states, mut bought, mut lost, mut scored, mut chosen) = (0, 0, 0, 0, 0);
    for seed in 0..48u64 {
        let players = 2 + seed as usize % 5;
        let mut setup = Setup::players(players).with(ModuleId::Falconers);
        if seed % 3 == 0 {
            for slug in ["magical-buildings", "medina", "major-construction-projects", "watchtowers", "camps"]
            {
                setup = setup.with(ModuleId::with_slug(slug).unwrap());
            }
        }
        let (mut luck, mut dice, mut log) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        let mut g = GameState::new(&setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        let mut actions = Vec::new();
        let mut falcon = String::new();
        while let Some(seat) = g.to_move() {
            states += 1;
            g.legal(seat, &mut actions);
            let own = |action: &Action| matches!(action, Action::Module(ModAction::Falconers(_)));
            let offered: BTreeSet<String> =
                actions.iter().filter(|a| own(a)).map(|a| said(&g, seat, *a)).collect();
            let view = g.view(Some(seat));
            let (kind, module) = g.pending().map(|p| (p.kind, p.module)).unwrap();
            let money: Vec<CardKind> = g.hand(seat).each().filter(|card| card.is_money()).collect();
            let buys = || {
                let all = possible(&g, &view, seat.index()).into_iter();
                let names: BTreeSet<String> = all.map(|(name, _)| format!("buy the falcon {name}")).collect();
                if money.is_empty() { BTreeSet::new() } else { names }
            };
            let asked = module == Some(ModuleId::Falconers);
            let mut expected = BTreeSet::new();
            if asked && offered.iter().any(|words| words.starts_with("let")) {
                let all = possible(&g, &view, seat.index()).into_iter().filter(|(name, _)| *name == falcon);
                let all = all
                    .map(|(_, (x, y))| format!("let it perch between ({x}, {y}) and ({}, {})", x + 1, y + 1));
                expected.extend(all);
                assert!(expected.len() > 1, "nobody is asked for the only corner");
                chosen += 1;
            } else if asked && offered.iter().any(|words| words.starts_with("pay")) {
                expected.extend(money.iter().map(|card| format!("pay with {}", card.name())));
            } else if asked {
                expected = buys();
                expected.insert("buy no more falcons".to_owned());
            } else if kind == DecisionKind::MainAction && g.core.turn.first_action {
                expected = buys();
            }
            assert_eq!(offered, expected, "game {seed}");
            let perched = perches(&g, &view);
            let lines = g.forecast(1 + (states % 3) as u8);
            for scorer in g.rules().seats() {
                let mut points = 0;
                for kind in ["black", "brown", "white"] {
                    let n = perched
                        .iter()
                        .filter(|((of, _), name)| *of == scorer.index() && name.starts_with(kind));
                    // Two for the first, four more for the second, six more for the third …
                    points += (1..=n.count() as i16).map(|nth| 2 * nth).sum::<i16>();
                }
                let own = lines.iter().filter(|line| {
                    line.source == Source::Module(ModuleId::Falconers) && line.to == scorer.into()
                });
                assert_eq!(own.map(|line| line.points).sum::<i16>(), points, "game {seed}");
                scored += usize::from(points > 0);
            }
            let action = rather(&actions, &mut dice, own);
            if let Some(name) = said(&g, seat, action).strip_prefix("buy the falcon ") {
                name.clone_into(&mut falcon);
            }
            let before: BTreeMap<usize, BTreeMap<At, _>> = g
                .rules()
                .seats()
                .map(|seat| (seat.index(), ground(&view.players[seat.index()].palace)))
                .collect();
            let extra = g.core.turn.actions_left;
            log.clear();
            g.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            let now = perches(&g, &g.view(None));
            let gone = |event: &&crate::Event| {
                matches!(&event.what, Happened::TakenOff { .. } | Happened::Moved { .. })
            };
            let rebuilt = log.iter().any(|event| gone(&event));
            // A falcon goes only if a tile at its corner has gone, and comes only when it is paid.
            for ((of, at), name) in &perched {
                if now.contains_key(&(*of, *at)) {
                    continue;
                }
                lost += 1;
                assert!(rebuilt, "game {seed}: {name} left");
                assert!(before[of].contains_key(at));
            }
            if rebuilt && matches!(action, Action::Remove { .. }) {
                let cells = ground(&g.view(None).players[seat.index()].palace);
                for (of, (x, y)) in now.keys() {
                    let four = [(*x, *y), (x + 1, *y), (*x, y + 1), (x + 1, y + 1)];
                    assert!(*of != seat.index() || four.iter().all(|cell| cells.contains_key(cell)));
                }
            }
            if now.len() > perched.len() {
                bought += 1;
                assert_eq!(g.core.turn.actions_left.min(1), u8::from(g.core.turn.seat != seat), "{extra}");
            }
        }
    }
    assert!(
        states > 1000 && bought > 100 && lost > 5 && scored > 200 && chosen > 20,
        "{states} {bought} {lost} {scored} {chosen}"
    );
}

/// Every pair of colours once, and what one to five of a kind are worth.
#[test]
fn fifteen_pairs() {
    let listed = falcons();
    assert_eq!(listed.len(), 15);
    let setup = Setup::players(3).with(ModuleId::Falconers);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let mut pairs = BTreeSet::new();
    for (falcon, (kind, pair, name)) in Falcon::all().zip(&listed) {
        assert_eq!(falcon.name(g.rules()).replace('_', " "), *name);
        assert_eq!(falcon.colours(g.rules()).map(Building::name), *pair);
        assert_eq!(format!("{:?}", falcon.kind()).to_lowercase(), *kind);
        let mut sorted = *pair;
        sorted.sort_unstable();
        pairs.insert(sorted);
    }
    assert_eq!(pairs.len(), 15);
}

/// T-FA-2: one to five of a kind.
#[test]
fn t_fa_2_one_to_five_of_a_kind() {
    let setup = Setup::players(3).with(ModuleId::Falconers);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    for (n, expected) in [(1, 2), (2, 6), (3, 12), (4, 20), (5, 30)] {
        g.mods.m21_falconers.perches[4 + n] = Some((seat, Cell::at(n as i32, 0)));
        assert_eq!(points(&g, seat), expected);
    }
    assert_eq!(g.worth(seat), 0, "every scoring to come says it already");
}

/// T-FA-8: coins and exchange cards are no money cards.
#[test]
fn t_fa_8_coins_do_not_pay() {
    let setup = Setup::players(3).with(ModuleId::Falconers);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    let coin = CardKind::coin(crate::Currency::Denar);
    g.core.hands[seat.index()] = Cards::one(coin);
    assert_eq!((purse(&g, seat), hand_size(&g, seat)), (Cards::EMPTY, 0));
    let falcon = Falcon::default();
    g.agenda.frames.last_mut().unwrap().what =
        What::Module(ModFrame::Falconers(Buying::Price(seat, falcon, Cell::FOUNTAIN)));
    assert_eq!(
        Falconers::check(&g, seat, Act::Pay { card: coin }),
        Err(Illegal::CardNotAccepted { card: coin })
    );
    let money = CardKind::money(crate::Currency::Denar, 5);
    let needed = Illegal::CardNotHeld { card: money, held: 0, needed: 1 };
    assert_eq!(Falconers::check(&g, seat, Act::Pay { card: money }), Err(needed));
}

/// R-FA-4: what is under construction fills its cell and gives no colour.
#[test]
fn what_is_not_finished_gives_no_colour() {
    let text = "given players = 3\ngiven module falconers = 0: white green purple at 0 0\n\
                given palace 0 has tower 12 at 1 0, garden 11 at 0 1, seraglio 9 at 1 1\nthen game goes on";
    crate::scenario::check(text).unwrap();
    let setup = Setup::players(3).with(ModuleId::Falconers);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    for (key, x, y) in [("tower-12", 1, 0), ("garden-11", 0, 1), ("seraglio-9", 1, 1)] {
        let piece = crate::PieceId::with_key(key).unwrap();
        g.core.pieces.tower.remove(piece);
        g.core.pieces.palace[seat.index()].insert(piece);
        g.core.pieces.standing[piece.index()].cell = Cell::at(x, y);
        g.core.palaces[seat.index()].lay(Cell::at(x, y), crate::Walls::NONE);
    }
    assert_eq!(placeable(&g, seat).count(), 3);
    let site = crate::PieceId::with_key("garden-11").unwrap();
    g.core.pieces.building[site.index()] = None;
    let left: Vec<&str> = placeable(&g, seat).map(|falcon| falcon.name(g.rules())).collect();
    assert_eq!(left, ["black_red_purple"]);
}

/// A-FA-7: what is paid counts where spending decides who gets the last tiles.
#[test]
fn the_money_counts_as_spent() {
    money_counts_as_spent(ModuleId::Falconers);
}
