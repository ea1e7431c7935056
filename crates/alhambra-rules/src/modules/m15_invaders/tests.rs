//! What scenarios cannot say: options, who learns what, and losses held against a plain second computation throughout
//! whole games.

use super::*;
use crate::belief::Recall;
use crate::core::catalogue::PieceKind;
use crate::registry::ModAction;
use crate::{Action, Io, Quick, Scorer, Setup};
use std::collections::BTreeMap;

fn setup(players: usize, options: &[(&str, &str)], others: &[ModuleId]) -> Setup {
    let mut setup = others.iter().fold(Setup::players(players).with(ModuleId::Invaders), |s, m| s.with(*m));
    let values = setup.modules.entry(ModuleId::Invaders).or_default();
    values.extend(options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    setup
}

/// What an attack costs, from nothing but printed tiles, wooden walls and where they stand.
fn plainly(g: &GameState, seat: Seat, from: usize, round: i32) -> i32 {
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut tiles: BTreeMap<(i32, i32), [bool; 4]> = BTreeMap::new();
    for piece in g.core.pieces.palace[seat.index()].iter().filter(|p| g.piece(*p).kind != PieceKind::Camp) {
        let standing = g.core.pieces.standing[piece.index()];
        let turn = standing.turn.index();
        let (mut x, mut y) = standing.cell.xy();
        for half in 0..2 {
            let walls = |i: usize| {
                let side = Side::ALL[(i + 4 - turn) % 4];
                g.piece(piece).walls[half].has(side) || g.core.shared.wooden[piece.index()].on(half).has(side)
            };
            tiles.insert((x, y), [walls(0), walls(1), walls(2), walls(3)]);
            let crate::Footprint::Two { towards } = g.piece(piece).footprint else { break };
            let (dx, dy) = STEPS[(towards as usize + turn) % 4];
            (x, y) = (x + dx, y + dy);
        }
    }
    let open = |side: usize| {
        let bare = |((x, y), walls): &(&(i32, i32), &[bool; 4])| {
            !walls[side] && !tiles.contains_key(&(x + STEPS[side].0, y + STEPS[side].1))
        };
        tiles.iter().filter(bare).count() as i32
    };
    let beside = if round == 3 { open((from + 1) % 4) + open((from + 3) % 4) } else { 0 };
    round * open(from) + beside
}

/// Plays a game to its end and holds every attack and every loss that could be against the plain count.
fn play(setup: &Setup, seed: u64) -> (usize, usize) {
    let (mut luck, mut dice) = (Quick::new(seed), Quick::new(seed + 5));
    let mut g = GameState::new(setup, &mut Io::silent(&mut luck)).unwrap();
    let (mut actions, mut states, mut looks, mut attacks) = (Vec::new(), 0, 0, 0);
    while let Some(seat) = g.to_move() {
        for at in g.rules().seats() {
            for (n, side) in Side::ALL.into_iter().enumerate() {
                for round in 1..=3 {
                    let plain = plainly(&g, at, n, i32::from(round));
                    assert_eq!(i32::from(attack::loss(&g, at, side, round)), plain, "seed {seed}");
                }
            }
        }
        Invaders::census(&g).unwrap();
        states += 1;
        g.legal(seat, &mut actions);
        let look = Action::Module(ModAction::Invaders(Act::Look));
        let exact = |a: &Action| match *a {
            Action::Buy { piece, payment } => {
                g.price(seat, piece).is_some_and(|rules| rules.outcome(payment).exact)
            }
            _ => false,
        };
        let eager = actions.iter().position(|a| *a == look || exact(a));
        let pick = eager.unwrap_or_else(|| dice.below(actions.len() as u32) as usize);
        looks += usize::from(actions[pick] == look);
        let hidden = g.mods.m15_invaders.hidden;
        let mut log = Vec::new();
        let mut io = Io { chance: &mut luck, log: Some(&mut log) };
        g.apply(seat, actions[pick], &mut io).unwrap();
        let turned_up: Vec<usize> =
            (0..4).filter(|n| (hidden & !g.mods.m15_invaders.hidden) >> n & 1 != 0).collect();
        let mut lost = [0; crate::MAX_SEATS];
        let mut round = 0;
        for event in &log {
            match &event.what {
                Happened::Scored { line } if line.source == crate::Source::Module(ModuleId::Invaders) => {
                    let Scorer::Seat(at) = line.to else { panic!("Dirk is not attacked") };
                    (lost[at.index()], round) = (-i32::from(line.points), i32::from(line.round));
                }
                _ => {}
            }
        }
        // Nothing is built between an attack and the next decision, so the palaces are as they were.
        match turned_up[..] {
            [] => assert_eq!(lost, [0; crate::MAX_SEATS], "nobody loses anything without a card"),
            [from] => {
                for at in g.rules().seats() {
                    let plain = plainly(&g, at, from, round);
                    let all = lost[at.index()] == plain || (g.score(at) == 0 && lost[at.index()] < plain);
                    assert!(round == 0 || all, "seat {at:?} lost {} of {plain}", lost[at.index()]);
                }
                attacks += 1;
            }
            _ => {}
        }
    }
    assert!(attacks > 0);
    assert!(g.mods.m15_invaders.hidden != 0, "at most three attacks, and the fourth card is never seen");
    (states, looks)
}

#[test]
fn losses_are_what_a_plain_count_finds() {
    let (mut states, mut looks) = (0, 0);
    let sets: [&[ModuleId]; 3] = [&[], &[ModuleId::CityWalls], &[ModuleId::MajorConstructionProjects]];
    for others in sets {
        for (players, seed) in (2..=6).flat_map(|players| (0..3).map(move |seed| (players, seed))) {
            let (s, l) = play(&setup(players, &[], others), seed);
            (states, looks) = (states + s, looks + l);
        }
    }
    assert!(states > 1000 && looks > 30, "{states} states, {looks} looks");
}

/// The next attack as a seat sees it.
fn next_attack(g: &GameState, seat: Option<Seat>) -> Option<String> {
    let shows = Invaders::view(g, seat);
    shows.into_iter().find(|(name, _)| *name == "next_attack").map(|(_, shown)| g.say_shown(&shown))
}

/// Whoever sends a scout sees the next card and nobody else does, every scout until the attack sees the same, and from there
/// the attack comes.
#[test]
fn what_a_scout_sees_is_where_the_attack_comes_from() {
    let (mut looks, mut attacks) = (0, 0);
    for seed in 0..400u64 {
        let setup = setup(2 + seed as usize % 5, &[], &[]);
        let (mut luck, mut dice, mut actions) = (Quick::new(seed), Quick::new(seed + 5), Vec::new());
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut known: BTreeMap<usize, String> = BTreeMap::new();
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut actions);
            let look = Action::Module(ModAction::Invaders(Act::Look));
            let exact = |a: &Action| match *a {
                Action::Buy { piece, payment } => {
                    g.price(seat, piece).is_some_and(|rules| rules.outcome(payment).exact)
                }
                _ => false,
            };
            let eager = actions.iter().position(|a| *a == look || exact(a));
            let pick = eager.unwrap_or_else(|| dice.below(actions.len() as u32) as usize);
            let hidden = g.mods.m15_invaders.hidden;
            g.apply(seat, actions[pick], &mut Io::silent(&mut luck)).unwrap();
            if actions[pick] == look && hidden == g.mods.m15_invaders.hidden {
                let seen = next_attack(&g, Some(seat)).expect("whoever has looked sees it");
                assert!(known.values().all(|before| *before == seen), "seed {seed}");
                known.insert(seat.index(), seen);
                looks += 1;
            }
            let gone = hidden & !g.mods.m15_invaders.hidden;
            if gone != 0 {
                let letter = "NESW".chars().nth(gone.trailing_zeros() as usize).unwrap();
                let came = format!("invasion-{}", letter.to_lowercase());
                attacks += usize::from(!known.is_empty());
                assert!(known.values().all(|seen| *seen == came), "seed {seed}: {known:?} and {came}");
                known.clear();
            }
            for other in g.rules().seats().map(Some).chain([None]) {
                let seen = other.and_then(|seat| known.get(&seat.index()).cloned());
                assert_eq!(next_attack(&g, other), seen, "seed {seed}");
            }
        }
    }
    assert!(looks > 1000 && attacks > 300, "{looks} looks, {attacks} attacks");
}

#[test]
fn with_the_card_face_up_the_forecast_knows_it() {
    let setup = setup(3, &[("invasion_card", "face_up")], &[]);
    for seed in 0..4 {
        let (_, looks) = play(&setup, seed);
        assert_eq!(looks, 0, "there are no scouts");
        let g = GameState::new(&setup, &mut Io::silent(&mut Quick::new(seed))).unwrap();
        let side = g.mods.m15_invaders.top.expect("it lies face up");
        let own = |line: &crate::ScoreLine| line.source == crate::Source::Module(ModuleId::Invaders);
        let lines: Vec<_> = g.forecast(1).into_iter().filter(own).collect();
        assert_eq!(lines.len(), 3, "a fountain is open on every side");
        assert!(
            lines.iter().all(|line| line.points == -1 && attack::loss(&g, Seat::default(), side, 1) == 1)
        );
        assert_eq!(g.worth(Seat::default()), 0, "what is foreseen is not counted twice");
    }
}

#[test]
fn what_is_hidden_costs_on_average() {
    let mut g = GameState::new(&setup(3, &[], &[]), &mut Io::silent(&mut Quick::new(1))).unwrap();
    let seat = Seat::default();
    assert_eq!(g.worth(seat), -1);
    g.core.scorings = 2;
    assert_eq!(g.worth(seat), -5);
    // Whoever has looked knows better: the east side of this fountain is walled.
    let fountain = g.core.pieces.palace[0].first().unwrap();
    g.core.shared.wooden[fountain.index()] =
        g.core.shared.wooden[fountain.index()].with(0, crate::Walls::NONE.with(Side::East));
    g.core.palaces[0].set_wall(crate::Cell::FOUNTAIN, Side::East, true);
    g.mods.m15_invaders.top = Some(Side::East);
    g.mods.m15_invaders.seen_by = SeatSet::one(seat);
    assert_eq!(g.worth(seat), -2);
    assert!(
        g.forecast(3).iter().all(|line| line.source != crate::Source::Module(ModuleId::Invaders)),
        "A-I-8"
    );
}

#[test]
fn only_who_has_looked_knows_the_card() {
    let mut g = GameState::new(&setup(3, &[], &[]), &mut Io::silent(&mut Quick::new(1))).unwrap();
    g.mods.m15_invaders.top = Some(Side::South);
    g.mods.m15_invaders.seen_by = SeatSet::one(Seat::at(1));
    let mut dice = Quick::new(3);
    let worlds = |seat: usize, dice: &mut Quick| -> Vec<Option<Side>> {
        let tops = (0..60).map(|_| g.resample(Seat::at(seat), Recall::Full, dice).mods.m15_invaders.top);
        let mut tops: Vec<_> = tops.collect();
        tops.sort();
        tops.dedup();
        tops
    };
    assert_eq!(worlds(1, &mut dice), [Some(Side::South)]);
    assert_eq!(worlds(0, &mut dice).len(), 4, "any of the four");
    let seen = |viewer| {
        let shows = Invaders::view(&g, viewer);
        shows.iter().any(|(name, _)| *name == "next_attack")
    };
    assert_eq!([None, Some(0), Some(1)].map(|seat| seen(seat.map(Seat::at))), [false, false, true]);
}

#[test]
fn looking_cannot_be_taken_back() {
    let mut luck = Quick::new(1);
    let mut g = GameState::new(&setup(3, &[], &[]), &mut Io::silent(&mut luck)).unwrap();
    let seat = g.to_move().unwrap();
    // The card was decided when somebody else looked; still this seat learns something.
    g.mods.m15_invaders.top = Some(Side::South);
    g.mods.m15_invaders.seen_by = SeatSet::one(seat.left(3));
    g.core.info.last = Some(seat);
    let scouting = Scouting { seat, building: Building::Garden, decided: false };
    g.agenda
        .frames
        .push(crate::core::agenda::Frame::new(Step::P8, What::Module(ModFrame::Invaders(scouting))))
        .unwrap();
    let before = g.core.info.number;
    g.apply(seat, Action::Module(ModAction::Invaders(Act::Look)), &mut Io::silent(&mut luck)).unwrap();
    assert!(g.core.info.number > before);
}

#[test]
fn a_scout_is_refused_at_any_other_moment() {
    let g = GameState::new(&setup(3, &[], &[]), &mut Io::silent(&mut Quick::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    for act in [Act::Look, Act::Leave] {
        let refused = g.check(seat, &Action::Module(ModAction::Invaders(act))).unwrap_err();
        assert!(refused.to_string().contains("paid exactly"));
    }
}

#[test]
fn options_have_these_values() {
    let with = |name: &str, value: &str| {
        let setup = setup(3, &[(name, value)], &[]);
        GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).map_err(|e| e.to_string())
    };
    assert!(with("invasion_card", "face_up").unwrap().mods.m15_invaders.face_up);
    assert!(!with("invasion_card", "face_down").unwrap().mods.m15_invaders.face_up);
    assert!(with("camps_attacked", "yes").unwrap().mods.m15_invaders.camps_attacked);
    assert!(!with("camps_attacked", "no").unwrap().mods.m15_invaders.camps_attacked);
}

/// A-I-7: a bastion protects, green does not.
#[test]
fn camps_are_attacked_only_where_the_option_says_so() {
    use crate::core::pieces::Standing;
    for (value, expected) in [("no", [0, 1]), ("yes", [0, 2])] {
        let setup = setup(3, &[("camps_attacked", value)], &[ModuleId::Camps]);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).unwrap();
        let camp = crate::PieceId::with_key("camp-nw-10").unwrap();
        let fountain = g.core.pieces.palace[0].first().unwrap();
        g.core.shared.wooden[fountain.index()] = g.core.shared.wooden[fountain.index()]
            .with(0, crate::Walls::NONE.with(Side::East).with(Side::North));
        for side in [Side::East, Side::North] {
            g.core.palaces[0].set_wall(crate::Cell::FOUNTAIN, side, true);
        }
        g.core.pieces.tower.remove(camp);
        g.core.pieces.palace[0].insert(camp);
        g.core.pieces.standing[camp.index()] =
            Standing { cell: crate::Cell::at(1, 0), turn: crate::core::below::Quarters::ZERO };
        let loss = |side| attack::loss(&g, Seat::default(), side, 1);
        assert_eq!([loss(Side::North), loss(Side::South)], expected, "{value}");
    }
}
