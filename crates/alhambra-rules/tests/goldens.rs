//! Playthroughs: whole games as text, one file each, compared line by line. A difference means that the same
//! decisions lead elsewhere; that is a new behaviour version, and `cargo xtask bless` writes the files anew.
#![cfg(feature = "testkit")]

use alhambra_rules::table::Table;
use alhambra_rules::{EditionId, GameState, ModuleId, Quick, Seat, Setup};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/playthroughs")
}

/// Plays a game from the full lists of actions and writes down every step.
fn playthrough(setup: Setup, seed: u64) -> String {
    let mut text = String::new();
    let mut table = Table::new(setup, seed).expect("the set-up is in order");
    let mut dice = Quick::new(seed);
    let mut actions = Vec::new();
    let header = &table.record().header;
    writeln!(text, "set-up {}", serde_json::to_string(&header.setup).unwrap()).unwrap();
    writeln!(text, "versions edition {} modules {:?}", header.edition_version, header.module_versions)
        .unwrap();
    writeln!(text, "chance {}", serde_json::to_string(&header.chance).unwrap()).unwrap();
    writeln!(text, "digest {}", header.digest).unwrap();
    while let Some(seat) = table.game().to_move() {
        let game = table.game();
        game.legal(seat, &mut actions);
        if table.record().entries.len().is_multiple_of(25) {
            summary(&mut text, game);
        }
        let action = actions[dice.below(actions.len() as u32) as usize];
        let n = actions.len();
        table.apply(seat, action).expect("listed actions are accepted");
        let entry = table.record().entries.last().unwrap();
        let action = serde_json::to_string(&entry.action).unwrap();
        let chance = serde_json::to_string(&entry.chance).unwrap();
        writeln!(text, "{} seat {} of {n} {action} {chance} {}", entry.n, seat.index(), entry.digest)
            .unwrap();
    }
    summary(&mut text, table.game());
    for (n, event) in table.log() {
        if let alhambra_rules::Happened::Scored { line } = &event.what {
            writeln!(text, "scored after {n}: {}", serde_json::to_string(line).unwrap()).unwrap();
        }
    }
    text
}

fn summary(text: &mut String, game: &GameState) {
    writeln!(text, "  table {}", serde_json::to_string(&game.view(None)).unwrap()).unwrap();
    for seat in game.rules().seats() {
        writeln!(text, "  hand {} {}", seat.index(), game.hand(seat)).unwrap();
    }
}

fn compare(name: &str, setup: Setup, seed: u64) {
    let path = folder().join(format!("{name}.txt"));
    let now = playthrough(setup, seed);
    if std::env::var_os("ALHAMBRA_BLESS").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let versions = |text: &str| text.lines().nth(1).map(str::to_owned);
        assert!(
            before == now || versions(&before) != versions(&now),
            "{name} would change although no version did: raise the version of the edition or module first \
             (or delete the file, if no record of it has ever left this house)"
        );
        std::fs::write(&path, now).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(&path)
        .unwrap_or_else(|e| panic!("{}: {e}; write it with `cargo xtask bless`", path.display()));
    for (i, (old, new)) in golden.lines().zip(now.lines()).enumerate() {
        assert_eq!(
            old,
            new,
            "{name}, line {}: the same decisions lead elsewhere. If that is meant, raise the version of the \
             edition or module and run `cargo xtask bless`",
            i + 1
        );
    }
    assert_eq!(golden.lines().count(), now.lines().count(), "{name}: the game has another length");
}

#[test]
fn base_games() {
    for players in 2..=6 {
        compare(&format!("base-{players}"), Setup::players(players), 1000 + players as u64);
    }
}

/// Trials change as they like; what players are offered does not.
#[test]
fn games_of_other_editions() {
    let others =
        EditionId::ALL.iter().filter(|edition| ![EditionId::Classic, EditionId::Trial].contains(edition));
    for &edition in others {
        for players in 2..=6 {
            let name = format!("{}-{players}", edition.slug());
            compare(&name, Setup::players(players).in_edition(edition), 3000 + players as u64);
        }
    }
}

#[test]
fn a_game_with_each_module() {
    for module in ModuleId::ALL {
        let name = format!("m{:02}-{}", module.number(), module.info().slug);
        compare(&name, Setup::players(3).with(*module), 2000 + u64::from(module.number()));
    }
}

/// How many sequences of decisions of a length there are, with luck fixed: any change to what is listed, even
/// one that random games do not meet, changes these numbers.
fn sequences(game: &GameState, luck: alhambra_rules::Seeded, depth: u32) -> u64 {
    let Some(seat) = game.to_move() else { return 1 };
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    actions
        .iter()
        .map(|action| {
            let (mut next, mut luck) = (game.clone(), luck);
            next.apply_unchecked(seat, *action, &mut alhambra_rules::Io::silent(&mut luck));
            sequences(&next, luck, depth - 1)
        })
        .sum()
}

#[test]
fn counts_of_sequences() {
    let mut found = Vec::new();
    for (players, decisions) in [(2, 0), (2, 60), (3, 0), (3, 120), (4, 90), (6, 200)] {
        let mut luck = alhambra_rules::Seeded::new(7);
        let setup = Setup::players(players);
        let mut game = GameState::new(&setup, &mut alhambra_rules::Io::silent(&mut luck)).unwrap();
        let mut dice = Quick::new(7);
        let mut actions = Vec::new();
        for _ in 0..decisions {
            let seat: Seat = game.to_move().expect("the game goes on");
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            game.apply_unchecked(seat, action, &mut alhambra_rules::Io::silent(&mut luck));
        }
        let counts: Vec<u64> = (1..=3).map(|depth| sequences(&game, luck, depth)).collect();
        found.push(format!("{players} players after {decisions} decisions: {counts:?}"));
    }
    let path = folder().join("sequences.txt");
    let now = found.join("\n") + "\n";
    if std::env::var_os("ALHAMBRA_BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
        return;
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap_or_default(),
        now,
        "run `cargo xtask bless` if this is meant"
    );
}
