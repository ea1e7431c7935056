//! Nonsense from outside: every error names what is wrong, the game stays as it was, nothing panics.

use alhambra_rules::record::{Header, Record, RecordError};
use alhambra_rules::table::Table;
use alhambra_rules::{
    Action, CardKind, Cards, Cell, Currency, EditionId, GameState, Illegal, Io, ModuleId, PieceId, PieceSet,
    Quarters, Quick, Seat, Seeded, Setup, SetupError,
};

fn game(players: usize) -> GameState {
    let mut luck = Seeded::new(2);
    GameState::new(&Setup::players(players), &mut Io::silent(&mut luck)).unwrap()
}

/// Hands in an action that must be refused and returns why; the game must stay bit-equal.
fn refused(game: &GameState, seat: Seat, action: Action) -> Illegal {
    let mut after = game.clone();
    let mut luck = Seeded::new(9);
    let mut log = Vec::new();
    let outcome = after.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) });
    assert_eq!(after.pack(), game.pack(), "{action:?} has changed the game");
    assert_eq!(after, *game);
    assert!(log.is_empty(), "{action:?} has made something happen");
    match outcome {
        Err(why) => why,
        Ok(()) => panic!("{action:?} was accepted"),
    }
}

/// A game in which `seat` has bought a tile that is waiting to be placed.
fn buying() -> (GameState, Seat, PieceId) {
    for seed in 0..200 {
        let mut luck = Seeded::new(seed);
        let mut game = GameState::new(&Setup::players(3), &mut Io::silent(&mut luck)).unwrap();
        let seat = game.to_move().unwrap();
        let mut actions = Vec::new();
        game.legal(seat, &mut actions);
        for action in actions {
            if let Action::Buy { piece, payment } = action
                && game.price(seat, piece).is_some_and(|p| u16::from(p.price) < payment.total())
            {
                game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
                return (game, seat, piece);
            }
        }
    }
    panic!("no seed lets the first player overpay");
}

#[test]
fn an_action_out_of_turn() {
    let game = game(3);
    let deciding = game.to_move().unwrap();
    for seat in game.rules().seats().filter(|s| *s != deciding) {
        let why = refused(&game, seat, Action::Take(1));
        assert!(matches!(why, Illegal::NotYourDecision { deciding: d } if d.contains(deciding)));
        assert!(why.to_string().contains(&format!("waiting for seat {}", deciding.index())), "{why}");
    }
    // A seat nobody sits at.
    assert!(matches!(
        refused(&game, Seat::new(5).unwrap(), Action::Take(1)),
        Illegal::NotYourDecision { .. }
    ));
}

#[test]
fn actions_nobody_asked_for() {
    let main = game(2);
    let seat = main.to_move().unwrap();
    let piece = PieceId::new(0).unwrap();
    let at = Cell::at(1, 0);
    for action in [
        Action::Place { piece, at, turn: Quarters::ZERO },
        Action::Reserve { piece },
        Action::Gift { piece },
        Action::EndTurn,
    ] {
        let why = refused(&main, seat, action);
        assert!(why.to_string().contains("take money, buy a tile or rebuild"), "{why}");
    }
    assert_eq!(refused(&main, seat, Action::Decline), Illegal::MustAct);

    let (placing, seat, piece) = buying();
    for action in
        [Action::Take(1), Action::Decline, Action::EndTurn, Action::Add { piece, at, turn: Quarters::ZERO }]
    {
        let why = refused(&placing, seat, action);
        assert!(why.to_string().contains("lay a tile"), "{why}");
    }
}

#[test]
fn cards_that_are_not_on_display() {
    let game = game(3);
    let seat = game.to_move().unwrap();
    assert_eq!(refused(&game, seat, Action::Take(0)), Illegal::TakeNothing);
    assert_eq!(refused(&game, seat, Action::Take(1 << 4)), Illegal::NotOnDisplay { place: 4 });
    assert_eq!(refused(&game, seat, Action::Take(1 << 15 | 1)), Illegal::NotOnDisplay { place: 15 });
    assert!(matches!(refused(&game, seat, Action::Take(u16::MAX)), Illegal::NotOnDisplay { .. }));
}

#[test]
fn payments_that_do_not_work() {
    let game = game(3);
    let seat = game.to_move().unwrap();
    let hand = game.hand(seat);
    for (space, piece) in game.pieces().market.iter().enumerate() {
        let piece = piece.unwrap();
        let currency = Currency::ALL[space];
        let money = |v| CardKind::money(currency, v);
        let missing = (1..=9).rev().map(money).find(|c| hand.count(*c) == 0).unwrap();
        let why = refused(&game, seat, Action::Buy { piece, payment: Cards::one(missing) });
        assert_eq!(why, Illegal::CardNotHeld { card: missing, held: 0, needed: 1 });
        assert!(why.to_string().contains(&missing.to_string()), "{why}");
        if let Some(other) = hand.each().find(|c| c.currency() != Some(currency)) {
            let why = refused(&game, seat, Action::Buy { piece, payment: Cards::one(other) });
            assert_eq!(why, Illegal::CardNotAccepted { card: other });
        }
        let price = u16::from(game.piece(piece).price);
        let why = refused(&game, seat, Action::Buy { piece, payment: Cards::EMPTY });
        assert_eq!(why, Illegal::TooLittle { paid: 0, price });
        let seven: Cards = std::iter::repeat_n(money(9), 7).collect();
        let why = refused(&game, seat, Action::Buy { piece, payment: seven });
        assert!(matches!(why, Illegal::CardNotHeld { needed: 7, .. }));
    }
    let offered: PieceSet = game.pieces().market.iter().flatten().copied().collect();
    for piece in PieceId::all().filter(|p| !offered.contains(*p)) {
        let why = refused(&game, seat, Action::Buy { piece, payment: hand });
        assert_eq!(why, Illegal::NotForSale { piece });
    }
}

#[test]
fn tiles_one_does_not_have() {
    let (game, seat, bought) = buying();
    for piece in PieceId::all().filter(|p| *p != bought) {
        let at = Cell::at(1, 0);
        let why = refused(&game, seat, Action::Place { piece, at, turn: Quarters::ZERO });
        assert_eq!(why, Illegal::NotBought { piece });
        assert_eq!(refused(&game, seat, Action::Reserve { piece }), Illegal::NotBought { piece });
    }
    assert_eq!(refused(&game, seat, Action::Gift { piece: bought }), Illegal::NoDirk);
    for turn in Quarters::all().skip(1) {
        let why = refused(&game, seat, Action::Place { piece: bought, at: Cell::at(1, 0), turn });
        assert_eq!(why, Illegal::NotTurned { piece: bought });
    }
    for x in -16..16 {
        for y in -16..16 {
            let at = Cell::at(x, y);
            if !game.cells_for(seat, bought).contains(at) {
                let why = refused(&game, seat, Action::Place { piece: bought, at, turn: Quarters::ZERO });
                assert!(matches!(why, Illegal::DoesNotFit { cell, .. } if cell == at), "{why}");
            }
        }
    }
}

#[test]
fn redesigns_of_tiles_one_does_not_have() {
    let game = game(3);
    let seat = game.to_move().unwrap();
    let fountain = game.pieces().palace[seat.index()].first().unwrap();
    for piece in PieceId::all() {
        let at = Cell::at(1, 0);
        assert_eq!(
            refused(&game, seat, Action::Add { piece, at, turn: Quarters::ZERO }),
            Illegal::NotInReserve { piece }
        );
        let why = refused(&game, seat, Action::Swap { piece, out: fountain, turn: Quarters::ZERO });
        assert_eq!(why, Illegal::NotInReserve { piece });
        let why = refused(&game, seat, Action::Remove { piece });
        let expected = if piece == fountain { Illegal::Fountain } else { Illegal::NotInPalace { piece } };
        assert_eq!(why, expected);
    }
}

/// Reading `json` must fail with words that name the fault.
fn unreadable<T: serde::de::DeserializeOwned + std::fmt::Debug>(json: &str, names: &str) {
    match serde_json::from_str::<T>(json) {
        Ok(value) => panic!("accepted {json} as {value:?}"),
        Err(error) => assert!(error.to_string().contains(names), "{json}: {error} does not say {names}"),
    }
}

#[test]
fn set_ups_that_make_no_sense() {
    let two = r#""players":[{"name":"A"},{"name":"B"}]"#;
    unreadable::<Setup>(&format!(r#"{{{two},"colour":"red"}}"#), "unknown field `colour`");
    unreadable::<Setup>(r#"{"players":[{"name":"A","hat":1},{"name":"B"}]}"#, "unknown field `hat`");
    unreadable::<Setup>(r#"{"players":[{"name":"A","age":300},{"name":"B"}]}"#, "300");
    unreadable::<Setup>(r#"{"players":"two"}"#, "expected a sequence");
    unreadable::<Setup>(r#"{"players":[{"name":7}]}"#, "expected a string");
    unreadable::<Setup>(r#"{"house":{}}"#, "missing field `players`");
    unreadable::<Setup>(&format!(r#"{{{two},"house":{{"hats":"on"}}}}"#), "unknown field `hats`");
    unreadable::<Setup>(&format!(r#"{{{two},"house":{{"holes":"area9"}}}}"#), "unknown variant `area9`");
    unreadable::<Setup>(&format!(r#"{{{two},"house":{{"dirk_may_win":"yes"}}}}"#), "expected a boolean");
    unreadable::<Setup>(&format!(r#"{{{two},"edition":"blue"}}"#), "no edition \"blue\"");
    unreadable::<Setup>(&format!(r#"{{{two},"modules":{{"hats":{{}}}}}}"#), "no module \"hats\"");
    unreadable::<Setup>(&format!(r#"{{{two},"confirm":1}}"#), "expected a boolean");
    unreadable::<Setup>("[]", "");
}

#[test]
fn tables_that_are_refused() {
    let new = |setup: &Setup| GameState::new(setup, &mut Io::silent(&mut Seeded::new(1))).err().unwrap();
    for n in [0, 1, 7, 100] {
        let error = new(&Setup::players(n));
        assert_eq!(error, SetupError::Players(n));
        assert!(error.to_string().contains(&format!("2 to 6, not by {n}")), "{error}");
    }
    for name in ["", "   ", &"x".repeat(41)] {
        let mut setup = Setup::players(3);
        name.clone_into(&mut setup.players[1].name);
        assert_eq!(new(&setup), SetupError::Name { seat: 1 });
        let setup = Setup { dirk: name.to_owned(), ..Setup::players(2) };
        assert_eq!(new(&setup), SetupError::DirkName);
    }
    let json = r#"{"players":[{"name":"A"},{"name":"B"}],"house":{"majorities":"tilecount_s0"}}"#;
    let error = new(&serde_json::from_str(json).unwrap());
    assert!(error.to_string().contains("HR-13"), "{error}");
    let json = r#"{"players":[{"name":"A"},{"name":"B"}],"modules":{"new-score-cards":{"sort":"up"}}}"#;
    let error = new(&serde_json::from_str(json).unwrap());
    assert!(error.to_string().contains("has no option \"sort\""), "{error}");
}

/// Whatever a module or an edition can be asked for is one of what it lists, and nothing else is.
#[test]
fn options_are_those_that_are_listed() {
    for module in ModuleId::EVERY {
        let own = |edition: &EditionId| edition.profile().rules == Some(*module);
        let edition = EditionId::ALL.iter().copied().find(own).unwrap_or_default();
        let with = |name: &str, value: &str| {
            let mut setup = Setup::players(3).in_edition(edition);
            setup.modules.insert(*module, [(name.to_owned(), value.to_owned())].into());
            setup.check()
        };
        let said = |checked: Result<(), SetupError>| {
            let why = checked.unwrap_err();
            (why.to_string(), why.told("de"))
        };
        let options = module.info().options;
        let (english, german) = said(with("hats", "many"));
        assert!(english.contains("has no option \"hats\""), "{english}");
        assert!(german.contains("kennt keine Einstellung „hats“"), "{german}");
        for (name, values) in options {
            assert!(english.contains(name) && german.contains(name), "{english} {german}");
            for value in *values {
                assert_eq!(with(name, value), Ok(()), "{name} = {value}");
            }
            let (english, german) = said(with(name, "perhaps"));
            assert!(english.contains(&format!("{name} is one of {}", values.join(", "))), "{english}");
            assert!(german.contains("nicht „perhaps“"), "{german}");
        }
    }
}

#[test]
fn actions_that_cannot_be_read() {
    unreadable::<Action>(r#"{"buy":{"piece":3,"payment":[],"tip":1}}"#, "unknown field `tip`");
    unreadable::<Action>(r#"{"buy":{"piece":250,"payment":[]}}"#, "250");
    unreadable::<Action>(r#"{"buy":{"piece":3,"payment":["denar-10"]}}"#, "denar-10");
    unreadable::<Action>(r#"{"buy":{"piece":3,"payment":["scoring"]}}"#, "not held in a hand");
    unreadable::<Action>(r#"{"buy":{"piece":3}}"#, "missing field `payment`");
    unreadable::<Action>(r#"{"take":-1}"#, "-1");
    unreadable::<Action>(r#"{"take":"all"}"#, "expected u16");
    unreadable::<Action>(r#"{"take":70000}"#, "70000");
    unreadable::<Action>(r#"{"fly":{}}"#, "unknown variant `fly`");
    unreadable::<Action>(r#"{"place":{"piece":3,"at":[99,0],"turn":0}}"#, "outside");
    unreadable::<Action>(r#"{"place":{"piece":3,"at":[1],"turn":0}}"#, "tuple");
    unreadable::<Action>(r#"{"module":{"hats":1}}"#, "no module \"hats\"");
    let eight = ["\"denar-5\""; 8].join(",");
    unreadable::<Action>(&format!(r#"{{"buy":{{"piece":3,"payment":[{eight}]}}}}"#), "eight denar 5");
}

fn recorded() -> Record {
    let mut table = Table::new(Setup::players(3), 6).unwrap();
    for _ in 0..6 {
        let seat = table.game().to_move().unwrap();
        let mut actions = Vec::new();
        table.game().legal(seat, &mut actions);
        table.apply(seat, actions[actions.len() / 2]).unwrap();
    }
    table.record().clone()
}

#[test]
fn record_headers_that_cannot_be_read() {
    let json = serde_json::to_string(&recorded().header).unwrap();
    assert_eq!(serde_json::from_str::<Header>(&json).unwrap(), recorded().header);
    unreadable::<Header>(&json.replacen('{', r#"{"colour":"red","#, 1), "unknown field `colour`");
    unreadable::<Header>(&json.replace("\"seed\":6", "\"seed\":-6"), "-6");
    unreadable::<Header>(&json.replace("\"seed\":6", "\"seed\":\"six\""), "six");
    let digest = recorded().header.digest.to_string();
    unreadable::<Header>(&json.replace(&digest, "12"), "sixteen hex digits");
    unreadable::<Header>(&json[..json.len() / 2], "EOF");
    unreadable::<Header>("{}", "missing field");
}

#[test]
fn records_of_other_versions_and_changed_ones() {
    let fine = recorded();
    fine.verify().unwrap();

    let mut other = fine.clone();
    other.header.edition_version += 1;
    let error = other.verify().err().unwrap();
    assert!(matches!(error, RecordError::Version { .. }), "{error}");
    assert!(error.to_string().contains("classic edition"), "{error}");

    let mut other = fine.clone();
    other.header.alhambra_record += 1;
    let error = other.verify().err().unwrap();
    let found = other.header.alhambra_record;
    assert_eq!(error, RecordError::Format { found });

    let mut other = fine.clone();
    other.header.setup = Setup::players(7);
    assert!(matches!(other.verify(), Err(RecordError::Setup(SetupError::Players(7)))));

    let mut other = fine.clone();
    other.header.setup.players.pop();
    assert!(matches!(other.verify(), Err(RecordError::SetupChanged(_))));

    let mut other = fine.clone();
    "Somebody else".clone_into(&mut other.header.setup.players[0].name);
    assert!(matches!(other.verify(), Err(RecordError::SetupChanged(_))), "names are under the digest");

    let mut other = fine.clone();
    other.entries[2].action = Action::Take(1 << 9);
    assert!(matches!(other.verify(), Err(RecordError::NotAllowed { n: 3, .. })));

    let mut other = fine.clone();
    let seat = other.entries[3].seat;
    other.entries[3].seat = seat.left(3);
    assert!(matches!(other.verify(), Err(RecordError::NotAllowed { n: 4, .. })));

    let mut other = fine.clone();
    other.entries.remove(1);
    assert!(matches!(other.verify(), Err(RecordError::Changed { n: 2, .. })));

    let mut other = fine.clone();
    other.entries[0].chance.clear();
    assert!(matches!(other.verify(), Err(RecordError::Changed { n: 1, .. })));
}

#[test]
fn a_record_with_a_module_of_another_version() {
    let module = alhambra_rules::ModuleId::NewScoreCards;
    let table = Table::new(Setup::players(3).with(module), 6).unwrap();
    let mut record = table.record().clone();
    record.header.module_versions.insert(module, 99);
    let error = record.verify().err().unwrap();
    assert!(error.to_string().contains("version 99 of New Score Cards"), "{error}");
}

#[test]
fn bytes_that_are_no_game() {
    let bytes = game(3).pack();
    assert_eq!(GameState::unpack(&bytes).unwrap(), game(3));
    for cut in 0..bytes.len() {
        assert!(GameState::unpack(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    // Any single changed byte is either refused or a game that can be written again; nothing panics.
    for i in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[i] ^= 0x55;
        if let Ok(game) = GameState::unpack(&changed) {
            let _ = game.pack();
        }
    }
    assert!(GameState::unpack(&[]).is_err());
}

/// An action of a module that was right at another moment is refused, or it is right now too: whatever `check`
/// accepts can be carried out.
#[test]
fn module_actions_at_another_moment() {
    let setup = ModuleId::ALL.iter().fold(Setup::players(3), |setup, module| setup.with(*module));
    let (mut known, mut legal, mut dice) = (Vec::new(), Vec::new(), Quick::new(4));
    let (mut refusals, mut others) = (0, 0);
    for seed in 0..4 {
        let mut luck = Seeded::new(seed);
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut legal);
            for _ in 0..if known.is_empty() { 0 } else { 12 } {
                let action: Action = known[dice.below(known.len() as u32) as usize];
                if legal.contains(&action) {
                    continue;
                }
                let mut after = game.clone();
                match after.apply(seat, action, &mut Io::silent(&mut Seeded::new(1))) {
                    Err(why) => {
                        assert!(!why.to_string().is_empty() && after == game, "{action:?}");
                        refusals += 1;
                    }
                    Ok(()) => {
                        let next = after.to_move().map(|next| {
                            let mut answers = Vec::new();
                            after.legal(next, &mut answers);
                            answers.len()
                        });
                        assert_ne!(next, Some(0), "{action:?} leaves nothing to do");
                        others += 1;
                    }
                }
            }
            let fresh = legal.iter().filter(|a| matches!(a, Action::Module(_)) && !known.contains(a));
            known.extend(fresh.copied().collect::<Vec<_>>().into_iter().take(3));
            let choice = legal[dice.below(legal.len() as u32) as usize];
            game.apply(seat, choice, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    assert!(refusals > 1000, "only {refusals} actions were refused");
    assert!(others < refusals / 10, "{others} actions were accepted though no list had them");
}
