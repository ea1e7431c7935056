//! A shadow of every game: boards written down a second time, fruit followed from the draw to its space by what the
//! rulebook says, against what the module asks, offers and scores.

use super::*;
use crate::core::score::Source;
use crate::{Action, Io, Quick, Seeded, registry::ModAction};
use std::collections::{BTreeMap, BTreeSet};

/// The boards by the first letters of the fruit: apple, orange, pomegranate, fig, grape, date, lemon.
const LETTERS: [&str; 7] = [
    "a|of|pdl|aofg|apgdl|opfgdl",
    "o|pg|fla|opgd|ofdla|pfgdla",
    "p|fd|gao|pfdl|pglao|fgdlao",
    "f|gl|dop|fgla|fdaop|gdlaop",
    "g|da|lpf|gdao|glopf|dlaopf",
    "d|lo|afg|dlop|dapfg|laopfg",
    "l|ap|ogd|lapf|lofgd|aopfgd",
];
const POINTS: [i16; 6] = [1, 2, 4, 7, 11, 16];

/// A board: the letters that are still missing in each group, and what lies face down.
#[derive(Clone, Debug, Default)]
struct Shadow {
    missing: Vec<String>,
    face_down: i16,
}

impl Shadow {
    fn new(board: usize) -> Shadow {
        Shadow { missing: LETTERS[board].split('|').map(str::to_owned).collect(), face_down: 0 }
    }

    fn fitting(&self, letter: char) -> Vec<i16> {
        let groups = self.missing.iter().zip(POINTS);
        groups.filter(|(missing, _)| missing.contains(letter)).map(|(_, points)| points).collect()
    }

    fn put(&mut self, letter: char, points: i16) {
        let group = POINTS.iter().position(|p| *p == points).unwrap();
        self.missing[group] = self.missing[group].replacen(letter, "", 1);
    }

    fn points(&self) -> i16 {
        let full = self.missing.iter().zip(POINTS).filter(|(missing, _)| missing.is_empty());
        full.map(|(_, points)| points).sum::<i16>() + self.face_down
    }
}

fn first_letter(refs: &[Ref]) -> char {
    let word = refs.iter().find_map(|it| if let Ref::Word(_, word) = it { Some(*word) } else { None });
    word.unwrap().chars().next().unwrap()
}

#[test]
fn every_fruit_goes_where_the_rulebook_says() {
    let (mut states, mut asked, mut filled) = (0, 0, 0);
    for seed in 0..30u64 {
        let players = 2 + seed as usize % 5;
        let setup = Setup::players(players).with(ModuleId::Orchards);
        let (mut luck, mut dice, mut log) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        let mut g = GameState::new(&setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        let mut shadows = vec![Shadow::default(); players];
        let mut on_tile: BTreeMap<PieceId, char> = BTreeMap::new();
        let mut waiting: Option<(Seat, char)> = None;
        let (mut actions, mut last): (Vec<Action>, Vec<i16>) = (Vec::new(), vec![0; players]);
        loop {
            for event in std::mem::take(&mut log) {
                match event.what {
                    Happened::Module { key: "gets_board", seat: Some(seat), refs, .. } => {
                        let [Ref::Number(board)] = refs[..] else { panic!("{refs:?}") };
                        shadows[seat.index()] = Shadow::new(board as usize - 1);
                    }
                    Happened::Module { by: ModuleId::Orchards, key: "drawn", refs, .. } => {
                        let Ref::Piece(piece) = refs[0] else { panic!("{refs:?}") };
                        assert!(on_tile.insert(piece, first_letter(&refs)).is_none());
                    }
                    Happened::Bought { seat, piece, .. } => {
                        let Some(letter) = on_tile.remove(&piece) else { panic!("{piece} had no fruit") };
                        match shadows[seat.index()].fitting(letter)[..] {
                            [] => shadows[seat.index()].face_down += 1,
                            [only] => shadows[seat.index()].put(letter, only),
                            _ => waiting = Some((seat, letter)),
                        }
                    }
                    Happened::Scored { line } if line.source == Source::Module(ModuleId::Orchards) => {
                        assert_eq!(line.round, 3);
                        last[line.to.index()] += line.points;
                    }
                    _ => {}
                }
            }
            let Some(seat) = g.to_move() else { break };
            states += 1;
            g.legal(seat, &mut actions);
            let offered: Vec<i16> = actions
                .iter()
                .filter_map(|action| match action {
                    Action::Module(ModAction::Orchards(Act::Put { group })) => {
                        Some(i16::from(group.points()))
                    }
                    _ => None,
                })
                .collect();
            let is_asked = g.pending().is_some_and(|p| p.module == Some(ModuleId::Orchards));
            match waiting {
                Some((who, letter)) => {
                    assert!(is_asked && seat == who);
                    assert_eq!(offered, shadows[who.index()].fitting(letter));
                }
                None => assert!(!is_asked && offered.is_empty()),
            }
            // Every building on the market has its fruit, and nothing else has one.
            let on_market: BTreeSet<PieceId> = g.core.pieces.market.iter().flatten().copied().collect();
            if !g.core.ending {
                assert_eq!(on_market, on_tile.keys().copied().collect());
            }
            for (seat, shadow) in g.rules().seats().zip(&shadows) {
                let lines = g.forecast(3).into_iter();
                let own = lines.filter(|line| line.source == Source::Module(ModuleId::Orchards));
                let points: i16 = own.filter(|line| line.to == seat.into()).map(|line| line.points).sum();
                assert_eq!(points, shadow.points(), "seat {} of seed {seed}", seat.index());
            }
            let buys: Vec<Action> =
                actions.iter().filter(|a| matches!(a, Action::Buy { .. })).copied().collect();
            let among = if buys.is_empty() || dice.below(4) == 0 { &actions } else { &buys };
            let action = among[dice.below(among.len() as u32) as usize];
            if let Action::Module(ModAction::Orchards(Act::Put { group })) = action {
                let (who, letter) = waiting.take().unwrap();
                shadows[who.index()].put(letter, i16::from(group.points()));
                asked += 1;
            }
            g.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        }
        let expected: Vec<i16> = shadows.iter().map(Shadow::points).collect();
        assert_eq!(last, expected, "at the end of seed {seed}");
        filled += expected.iter().filter(|points| **points > 10).count();
    }
    assert!(
        states > 1000 && asked > 200 && filled > 10,
        "{states} states, {asked} choices, {filled} good boards"
    );
}

/// T-OR-6: 21 spaces in groups of one to six, no fruit twice in a group, every kind three times on every board.
#[test]
fn the_boards_are_as_described() {
    for (board, letters) in BOARDS.iter().zip(LETTERS) {
        let spelled: Vec<String> = board
            .iter()
            .map(|group| group.iter().filter_map(|fruit| fruit.name().chars().next()).collect())
            .collect();
        assert_eq!(spelled.join("|"), letters);
        assert_eq!(board.iter().map(|group| group.len()).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        for group in board {
            assert_eq!(group.iter().collect::<BTreeSet<_>>().len(), group.len());
        }
        for fruit in Fruit::ALL {
            assert_eq!(board.iter().flat_map(|group| group.iter()).filter(|f| **f == fruit).count(), 3);
        }
    }
    assert_eq!(Group::ALL.map(Group::points), [1, 2, 4, 7, 11, 16]);
}

/// The seven boards are dealt by lot, no two alike.
#[test]
fn every_board_comes_up() {
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let setup = Setup::players(6).with(ModuleId::Orchards);
        let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap();
        let boards: BTreeSet<u8> = g.mods.m30_orchards.orchards.iter().map(|orchard| orchard.board).collect();
        assert_eq!(boards.len(), 6);
        seen.extend(boards);
    }
    assert_eq!(seen.len(), 7);
}

/// R-OR-1, the other way: what is given away at the end brings its fruit, with a choice where there is one.
#[test]
fn leftovers_bring_fruit_if_the_table_says_so() {
    for (agreed, kept) in [("no", 0), ("yes", 1)] {
        let mut setup = Setup::players(3).with(ModuleId::Orchards);
        let values = [("fruit_on_leftovers".to_owned(), agreed.to_owned())].into_iter().collect();
        setup.modules.insert(ModuleId::Orchards, values);
        let mut luck = Seeded::new(4);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let tile = g.mods.m30_orchards.market[0];
        let space = g.core.pieces.space_of(tile.piece).unwrap();
        let seat = Seat::at(1);
        g.core.pieces.market[usize::from(space.0)] = None;
        g.core.pieces.bought[1].insert(tile.piece);
        let mut io = Io::silent(&mut luck);
        let mut cx = Cx { g: &mut g, io: &mut io };
        cx.g.agenda = crate::core::agenda::Agenda::default();
        leftovers(&mut cx);
        cx.settle();
        if agreed == "yes" {
            assert_eq!(g.to_move(), Some(seat), "each fruit has three spaces on an empty board");
            let mut actions = Vec::new();
            g.legal(seat, &mut actions);
            assert_eq!(actions.len(), 3);
            g.apply(seat, actions[0], &mut io).unwrap();
        }
        assert_eq!(g.mods.m30_orchards.orchards[1].len(), kept);
    }
}

#[test]
fn the_option_for_leftovers() {
    let values = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into_iter().collect();
    let begun = |name, value| Orchards::begin(&Setup::players(3), &values(name, value));
    assert!(begun("fruit_on_leftovers", "no").is_ok_and(|state| !state.on_leftovers));
    assert!(begun("fruit_on_leftovers", "yes").is_ok_and(|state| state.on_leftovers));
}

/// What is begun is worth something, and what is full is counted by the scoring.
#[test]
fn a_group_is_worth_more_the_fuller_it_is() {
    let setup = Setup::players(3).with(ModuleId::Orchards);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = Seat::default();
    g.mods.m30_orchards.orchards[0] = Orchard::with_board(0);
    let mut worths = vec![g.worth(seat)];
    for fruit in [Fruit::Orange, Fruit::Pomegranate, Fruit::Fig, Fruit::Grape, Fruit::Date, Fruit::Lemon] {
        g.mods.m30_orchards.orchards[0].put(&g.core.rules, fruit, Group::Sixteen);
        worths.push(g.worth(seat));
    }
    assert_eq!(worths, [0, 0, 1, 4, 7, 11, 0]);
    assert_eq!(g.forecast_points(3)[0] - g.forecast_points(2)[0], 16);
}
