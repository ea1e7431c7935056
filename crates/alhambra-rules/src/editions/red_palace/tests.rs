//! What scenarios cannot say: set-ups, counts, and many games.

use super::board;
use crate::analysis::{Attempt, NextScoring};
use crate::core::building::Building;
use crate::core::score::{ScoreLine, Source};
use crate::core::state::Barrier;
use crate::decision::Ref;
use crate::registry::ModAction;
use crate::table::{CannotUndo, Table};
use crate::view::Shown;
use crate::{
    Action, EditionId, Event, GameState, Happened, Io, ModuleId, PieceId, Quick, Seat, Seeded, Setup,
};
use crate::{laws, speech};

fn setup(players: usize) -> Setup {
    Setup::players(players).in_edition(EditionId::RedPalace)
}

fn with(players: usize, option: &str, value: &str) -> Setup {
    let mut setup = setup(players);
    let values = setup.modules.entry(ModuleId::RedPalace).or_default();
    values.insert(option.to_owned(), value.to_owned());
    setup
}

fn begin(setup: &Setup, seed: u64) -> (GameState, Vec<Event>) {
    let (mut luck, mut log) = (Seeded::new(seed), Vec::new());
    let game = GameState::new(setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
    (game, log)
}

/// Answers the first thing listed until the first turn begins.
fn drafted(setup: &Setup, seed: u64) -> GameState {
    let mut luck = Seeded::new(seed);
    let mut game = GameState::new(setup, &mut Io::silent(&mut luck)).unwrap();
    let mut actions = Vec::new();
    while game.turn().number == 0 {
        let seat = game.to_move().unwrap();
        game.legal(seat, &mut actions);
        game.apply(seat, actions[0], &mut Io::silent(&mut luck)).unwrap();
    }
    game
}

fn bag(game: &GameState) -> u32 {
    board::bag(game).iter().map(|n| u32::from(*n)).sum()
}

/// Design test 1, design test 2: yard and preview with their buildings, bag and tower, everybody at 5; seven open placement
/// tiles, four abilities, three scoring tiles.
#[test]
fn set_up_for_four() {
    for seed in 0..50 {
        let game = drafted(&setup(4), seed);
        let state = &game.mods.red_palace;
        let yard: Vec<PieceId> = game.core.pieces.market.iter().map(|piece| piece.unwrap()).collect();
        let preview: Vec<PieceId> = state.preview.iter().map(|piece| piece.unwrap()).collect();
        assert_eq!((yard.len(), preview.len()), (4, 3));
        assert!(yard.iter().chain(&preview).all(|piece| game.core.pieces.building[piece.index()].is_some()));
        assert_eq!((bag(&game), game.core.pieces.tower_len()), (47, 47));
        assert!(game.rules().seats().all(|seat| game.score(seat) == 5));
        assert!(state.spots.iter().all(|spots| (1..=5).contains(spots)));
        let mut abilities = state.abilities.to_vec();
        abilities.sort_unstable();
        abilities.dedup();
        assert_eq!(abilities.len(), 4);
        let [a, b, c] = state.tiles;
        assert!(a != b && b != c && a != c);
    }
}

/// Design test 3: the printed side of the guard board, for which nothing is drawn.
#[test]
fn the_printed_side() {
    let drawn = |game: &GameState| game.core.draws[crate::Stream::Boards as usize];
    let game = drafted(&with(3, "board", "printed"), 1);
    assert_eq!(game.mods.red_palace.abilities, super::Ability::STARTER);
    assert_eq!(game.mods.red_palace.spots, [2, 2, 3, 3, 3, 4, 4]);
    assert_eq!(drawn(&game), 0);
    assert_eq!(drawn(&drafted(&setup(3), 1)), 11);
}

/// AT-RP-13 and design test 4: the last player chooses first among open sets; who begins gets what is left.
#[test]
fn the_draft_goes_backwards() {
    for seed in 0..40 {
        let (mut game, log) = begin(&setup(4), seed);
        let first = log.iter().find_map(|event| match event.what {
            Happened::Begins { seat } => Some(seat),
            _ => None,
        });
        let first = first.unwrap();
        let mut order: Vec<Seat> = game.rules().seats_from(first).collect();
        order.reverse();
        let mut luck = Seeded::new(seed);
        let mut left: Vec<_> = game.mods.red_palace.sets.to_vec();
        assert!(left.iter().all(|set| (20..=28).contains(&set.total())));
        let mut actions = Vec::new();
        for seat in &order[..3] {
            assert_eq!(game.to_move(), Some(*seat));
            let next = NextScoring::of(&game).unwrap();
            assert_eq!((game.turn().number, next.window), (0, None), "no scoring card is in the deck yet");
            game.legal(*seat, &mut actions);
            assert_eq!(actions.len(), left.len());
            game.apply(*seat, actions[1], &mut Io::silent(&mut luck)).unwrap();
            assert_eq!(game.hand(*seat), left.remove(1));
            assert_eq!(game.core.seen[seat.index()], game.hand(*seat), "everybody saw it");
        }
        assert_eq!(game.hand(first), left[0]);
        assert_eq!((game.to_move(), game.turn().number), (Some(first), 1));
        assert!(NextScoring::of(&game).unwrap().window.is_some());
    }
}

/// Design test 5, AT-RP-11: with two players 72 cards; Dirk's six lands have buildings, and half of their watchtowers,
/// rounded up, have a guard on the placement tiles.
#[test]
fn dirk_in_the_red_palace() {
    for seed in 0..60 {
        let game = drafted(&setup(2), seed);
        let dirk = game.core.pieces.dirk;
        assert_eq!((dirk.len(), bag(&game)), (6, 41));
        let towers: usize = dirk.iter().map(|piece| game.piece(piece).watchtowers.len()).sum();
        assert_eq!(usize::from(game.mods.red_palace.placed), towers.div_ceil(2));
        let cards = game.core.hands.iter().fold(game.core.deck.pool, |all, hand| all.plus(*hand));
        assert_eq!(cards.len() as usize + game.display().len(), 72);
    }
}

/// The printed watchtowers are as many as the guards, so that nobody ever has to choose (ruling 47).
#[test]
fn a_guard_for_every_watchtower() {
    let lands = super::LANDS.iter().map(crate::red_palace_piece);
    assert_eq!(lands.map(|land| land.watchtowers.len()).sum::<usize>(), super::GUARDS);
}

/// The tower has as many lands as the bag has buildings, at every decision of whole games, and everything is used.
#[test]
fn bag_and_tower_stay_equal() {
    let mut used = 0u16;
    let (mut by_points, mut plazas, mut halves, mut walls) = (0, 0, 0, 0);
    for seed in 0..60 {
        let players = 2 + seed as usize % 5;
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut game = GameState::new(&setup(players), &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        let mut log = Vec::new();
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            game.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            assert_eq!(bag(&game) as usize, game.core.pieces.tower_len(), "seed {seed}");
            used |= game.mods.red_palace.used;
        }
        laws::census(&game).unwrap();
        let state = &game.mods.red_palace;
        let standing = |piece: PieceId| game.core.pieces.palace.iter().any(|palace| palace.contains(piece));
        plazas += super::PLAZAS.iter().filter(|plaza| standing(*plaza)).count();
        halves += state.half.iter().flatten().count();
        walls += usize::from(super::WALLS - state.walls);
        by_points += log
            .iter()
            .filter(|event| match &event.what {
                Happened::Scored { line } => line.reason == "score.points_for_guards",
                _ => false,
            })
            .count();
    }
    assert_eq!(used, 0x1ff, "every ability was used");
    assert!(by_points > 0 && plazas > 0 && halves > 0 && walls > 0, "{by_points} {plazas} {halves} {walls}");
}

/// Classic scoring: no scoring tile is drawn, and the table is the classic one.
#[test]
fn classic_scoring() {
    let game = drafted(&with(3, "scoring", "classic"), 4);
    assert_eq!(game.core.draws[crate::Stream::ScoreCards as usize], 0);
    assert_eq!(game.places(3, Building::Tower, 2), [21, 13, 6]);
    assert_eq!(game.places(1, Building::Pavilion, 2), [1, 0, 0]);
}

/// Design test 17: what GA6 has drawn is seen, and is not taken back.
#[test]
fn another_building_is_binding() {
    let mut redrawn = 0;
    for seed in 0..30 {
        let mut table = Table::new(setup(3), seed).unwrap();
        let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
        while let Some(seat) = table.game().to_move() {
            table.game().legal(seat, &mut actions);
            let told = table.apply(seat, actions[dice.below(actions.len() as u32) as usize]).unwrap();
            let drew = |event: &Event| matches!(event.what, Happened::Module { key: "redrawn", .. });
            if told.iter().any(|(_, event)| drew(event)) {
                assert_eq!(table.undo(seat), Err(CannotUndo::Barrier(Barrier::Chance)), "seed {seed}");
                redrawn += 1;
            }
        }
    }
    assert!(redrawn > 0, "nobody drew another building");
}

/// The building on a land is said once: with the land, or by the sentence itself.
#[test]
fn a_building_is_said_once() {
    let mut game = drafted(&setup(3), 1);
    let land = PieceId::with_key("land-36").unwrap();
    game.core.pieces.building[land.index()] = Some(Building::Tower);
    let said = |key, refs| speech::written(&game, &super::told(Some(Seat::at(0)), key, refs));
    let (tower, land) = (Ref::Building(Building::Tower), Ref::Piece(land));
    assert_eq!(said("building", vec![tower.clone(), land.clone()]), "tower comes up on land 9 E");
    let preview = vec![Ref::Number(1), land.clone(), tower.clone()];
    assert_eq!(said("preview", preview), "tower on land 9 E comes to the preview");
    let bought = said("previews", vec![land, tower]);
    assert_eq!(bought, "seat 0 buys tower on land 9 E from the preview");
}

/// What modules show names a tile as this edition has it, and not as the classic tile of the same number: by what stands
/// on it and by its land, or by the land alone where nothing does.
#[test]
fn tiles_that_are_shown_have_the_names_of_this_edition() {
    let mut game = drafted(&setup(3), 1);
    let [built, bare] = ["land-36", "land-54"].map(|key| PieceId::with_key(key).unwrap());
    game.core.pieces.building[built.index()] = Some(Building::Tower);
    game.core.pieces.building[bare.index()] = None;
    assert_eq!(game.say_shown(&Shown::Tiles(vec![built, bare])), "tower on land 9 E, land 13 E");
    let owned = Shown::TilesBySeat(vec![(Seat::at(2), vec![built])]);
    assert_eq!(game.say_shown(&owned), "2: tower on land 9 E");
    assert_eq!(game.say_ref(&Ref::Piece(built)), "tower on land 9 E");
    assert_eq!(speech::tile_name(&game, "en", built), "tower on land 9 E");
    assert_eq!(speech::tile_name(&game, "de", built), "Turm auf Grundstück 9 O");
}

/// The analysis of a table without hints: what the next scoring would bring is what would be scored, guards among it, and
/// trying an answer refuses exactly what is refused.
#[test]
fn next_scoring_and_attempts_speak_of_this_edition() {
    let (mut looked, mut guarded, mut refused) = (0, 0, 0);
    for seed in 0..12 {
        let mut game = drafted(&setup(2 + seed as usize % 5), seed);
        let (mut luck, mut dice, mut actions) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut actions);
            if let Some(next) = NextScoring::of(&game).filter(|_| dice.below(4) == 0) {
                looked += 1;
                assert_eq!(next.round, game.scorings() + 1);
                let lines = game.forecast(next.round);
                for seat in game.rules().seats() {
                    let sum = |source: Source| -> i16 {
                        let own = |line: &&ScoreLine| line.to == seat.into() && line.source == source;
                        lines.iter().filter(own).map(|line| line.points).sum()
                    };
                    assert_eq!(i16::from(next.walls[seat.index()]), sum(Source::Wall));
                    for stake in &next.majorities {
                        let points = stake.standing[seat.index()].map_or(0, |(.., points)| points as i16);
                        assert_eq!(points, sum(Source::Majority(stake.building)), "{:?}", stake.building);
                    }
                    let own = next.modules.iter().find(|addition| addition.module == ModuleId::RedPalace);
                    let points = own.map_or(0, |addition| addition.points[seat.index()]);
                    assert_eq!(points, sum(Source::Module(ModuleId::RedPalace)));
                    guarded += i16::from(points > 0);
                }
                assert!(actions.iter().all(|action| Attempt::of(&game, seat, *action).refusal.is_none()));
                for ability in super::Ability::ALL {
                    let action = Action::Module(ModAction::RedPalace(super::Act::Use { ability }));
                    let attempt = Attempt::of(&game, seat, action);
                    assert_eq!(attempt.refusal, game.check(seat, &action).err());
                    refused += u32::from(attempt.refusal.is_some_and(|_| attempt.effects.is_empty()));
                }
            }
            let wanted = |action: &&Action| matches!(action, Action::Buy { .. } | Action::Place { .. });
            let wanted: Vec<Action> = actions.iter().filter(wanted).copied().collect();
            let among = if wanted.is_empty() { &actions } else { &wanted };
            let action = among[dice.below(among.len() as u32) as usize];
            game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
        assert_eq!(NextScoring::of(&game), None);
    }
    assert!(looked > 200 && guarded > 20 && refused > 500, "{looked} {guarded} {refused}");
}
