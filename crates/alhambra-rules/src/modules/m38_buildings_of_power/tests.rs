//! Second walls, dice and what was looked at, held against a second reading of the rules over played games.

use super::*;
use crate::belief::Recall;
use crate::core::score::Source;
use crate::registry::ModAction;
use crate::second_look::purchases;
use crate::second_look::walking::map;
use crate::{Action, Event, Io, Quick, Seeded, Setup, Side};
use std::collections::{BTreeMap, BTreeSet};

fn own(act: Act) -> Action {
    Action::Module(ModAction::BuildingsOfPower(act))
}

/// Plays games with this module alone, looking at every moment; powers are used whenever they can be.
fn play(games: u64, mut look: impl FnMut(&GameState, Seat, &[Action])) {
    for seed in 0..games {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::BuildingsOfPower);
        let mut luck = Seeded::new(seed);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let (mut whim, mut actions) = (Quick::new(seed), Vec::new());
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut actions);
            look(&g, seat, &actions);
            let wanted = |action: &&Action| {
                let power = |piece: &PieceId| super::power(&g, *piece).is_some();
                matches!(action, Action::Modify { value: 1.., .. } | Action::Module(_))
                    && **action != own(Act::Skip)
                    || matches!(action, Action::Target { piece, .. } | Action::Place { piece, .. } if power(piece))
            };
            let eager: Vec<Action> = actions.iter().filter(wanted).copied().collect();
            let from = if eager.is_empty() || whim.below(4) == 0 { &actions } else { &eager };
            g.apply(seat, from[whim.below(from.len() as u32) as usize], &mut Io::silent(&mut luck)).unwrap();
        }
    }
}

/// The lengths of all stretches of outer wall, longest first: once around the palace, edge by edge.
fn stretches(g: &GameState, seat: Seat) -> Vec<usize> {
    let palace = map(g, seat);
    let cells: BTreeSet<(i32, i32)> = palace.keys().copied().collect();
    let step = |(x, y): (i32, i32), side: usize| {
        let (dx, dy) = [(0, 1), (1, 0), (0, -1), (-1, 0)][side];
        (x + dx, y + dy)
    };
    let outer = |cell: (i32, i32), side: usize| cells.contains(&cell) && !cells.contains(&step(cell, side));
    // Clockwise: along a side to the right; around an inner corner, straight on, or around an outer corner.
    let next = |(cell, side): ((i32, i32), usize)| {
        let along = step(cell, (side + 1) % 4);
        if cells.contains(&step(along, side)) {
            (step(along, side), (side + 3) % 4)
        } else if cells.contains(&along) {
            (along, side)
        } else {
            (cell, (side + 1) % 4)
        }
    };
    let top = *cells.iter().max_by_key(|(x, y)| (*y, *x)).unwrap();
    assert!(outer(top, 0));
    let mut walk = vec![(top, 0)];
    while next(*walk.last().unwrap()) != (top, 0) {
        let onward = next(*walk.last().unwrap());
        walk.push(onward);
    }
    let walled: Vec<bool> =
        walk.iter().map(|(at, side)| palace[at].shut.contains(&Side::ALL[*side])).collect();
    if walled.iter().all(|wall| *wall) {
        return vec![walled.len()];
    }
    let gap = walled.iter().position(|wall| !wall).unwrap();
    let round: Vec<bool> = (0..walled.len()).map(|i| walled[(gap + i) % walled.len()]).collect();
    let mut lengths: Vec<usize> =
        round.split(|wall| !wall).map(<[bool]>::len).filter(|length| *length > 0).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

#[test]
fn second_walls_agree_with_a_walk_around_the_palace() {
    let (mut looked, mut scored) = (0, 0);
    play(40, |g, _, _| {
        for seat in g.rules().seats() {
            looked += 1;
            let second = stretches(g, seat).get(1).copied().unwrap_or(0);
            let palace = g.core.pieces.palace[seat.index()];
            let black: usize = g
                .mods
                .m38_buildings_of_power
                .dice
                .iter()
                .filter(|die| palace.contains(die.piece) && [21, 31, 53].contains(&die.piece.number()))
                .map(|die| usize::from(die.pips))
                .sum();
            for round in 1..=3 {
                let source = Source::Module(ModuleId::BuildingsOfPower);
                let lines = g.forecast(round);
                let points: i16 = lines
                    .iter()
                    .filter(|line| line.source == source && line.to == seat.into())
                    .map(|line| line.points)
                    .sum();
                assert_eq!(points as usize, second.min(black));
                assert_eq!(usize::from(BuildingsOfPower::more_walls(g, seat, round)), second.min(black));
            }
            scored += usize::from(second.min(black) > 0);
        }
    });
    assert!(looked > 1000 && scored > 100, "{looked} {scored}");
}

/// White dice: usable in the own turn, not in that of the roll, once each; a purchase names at most one.
#[test]
fn white_dice_are_offered_as_a_second_reading_says() {
    let mut rolled: BTreeMap<PieceId, u32> = BTreeMap::new();
    let mut used: BTreeMap<PieceId, (u32, u8)> = BTreeMap::new();
    let (mut asked, mut game) = (0, u32::MAX);
    let mut look = |g: &GameState, seat: Seat, actions: &[Action]| {
        if g.core.turn.number < game {
            rolled.clear();
            used.clear();
        }
        game = g.core.turn.number;
        for die in g.mods.m38_buildings_of_power.dice.iter() {
            rolled.entry(die.piece).or_insert(g.core.turn.number);
            let before = used.entry(die.piece).or_insert((0, die.pips));
            if before.1 != die.pips {
                assert_eq!(before.1, die.pips + 1, "one pip at a time");
                assert!(before.0 < g.core.turn.number, "once in a turn");
                *before = (g.core.turn.number, die.pips);
            }
        }
        let Some((What::Buy(deal), Step::P2)) = g.agenda.frames.last().map(|f| (f.what, f.step)) else {
            return;
        };
        asked += 1;
        let space = g.core.pieces.space_of(deal.piece).unwrap();
        let money = u32::from(g.hand(seat).total_of(purchase::currency_of(g, space)));
        let price = u32::from(g.piece(deal.piece).price);
        let mut pips = BTreeSet::new();
        for piece in g.core.pieces.palace[seat.index()].iter().filter(|p| [5, 12, 42].contains(&p.number())) {
            if rolled.get(&piece).is_some_and(|turn| *turn < g.core.turn.number)
                && used.get(&piece).is_some_and(|(turn, _)| *turn < g.core.turn.number)
                && let Some(die) = g.mods.m38_buildings_of_power.dice.iter().find(|die| die.piece == piece)
            {
                pips.insert(die.pips);
            }
        }
        let offered: Vec<u8> = actions
            .iter()
            .filter_map(|action| match action {
                Action::Modify { value: value @ 1.., .. } => {
                    Some(g.mods.m38_buildings_of_power.dice[usize::from(*value) - 1].pips)
                }
                _ => None,
            })
            .collect();
        let expected = if money + 1 >= price { pips } else { BTreeSet::new() };
        assert_eq!(offered.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(offered.len(), expected.len(), "of equal dice one");
        assert_eq!(
            actions.contains(&Action::Modify { by: ModuleId::BuildingsOfPower, value: 0 }),
            money >= price
        );
    };
    play(60, |g, seat, actions| {
        look(g, seat, actions);
        purchases(g, seat, actions, &mut look);
    });
    assert!(asked > 1000, "{asked}");
}

/// What lies in front of somebody who looks.
enum Looking {
    /// Cards, and whether one of them was scored.
    Cards(Vec<CardKind>, bool),
    Tiles(Vec<PieceId>),
    /// Cards or tiles to be put back, and those that have their place, the top one first.
    CardsBack(Vec<CardKind>, Vec<CardKind>),
    TilesBack(Vec<PieceId>, Vec<PieceId>),
}

/// Everything one knows who was told all of it: bought powers, how tower and deck begin, and what lies underneath.
#[derive(Default)]
struct Told {
    powers: Vec<(Seat, PieceId)>,
    tower: Vec<PieceId>,
    deck: Vec<CardKind>,
    under: BTreeMap<Space, PieceId>,
    looking: Option<Looking>,
    scorings: usize,
    /// Tiles and cards that came up as they had been put.
    as_put: usize,
}

/// The first one of a pile whose beginning is known.
fn comes_up<T: PartialEq + std::fmt::Debug>(known: &mut Vec<T>, found: T) -> usize {
    if known.is_empty() {
        return 0;
    }
    assert_eq!(known.remove(0), found);
    1
}

impl Told {
    fn hear(&mut self, g: &GameState, log: &[Event]) {
        for event in log {
            match &event.what {
                Happened::TurnBegan { .. } => assert!(self.powers.is_empty(), "a power was not asked for"),
                Happened::Bought { seat, piece, .. }
                    if ["architecture", "wisdom"].contains(&g.piece(*piece).extra) =>
                {
                    self.powers.push((*seat, *piece));
                }
                Happened::OnMarket { piece, space, .. } => match self.under.remove(space) {
                    Some(below) => assert_eq!(below, *piece),
                    None => self.as_put += comes_up(&mut self.tower, *piece),
                },
                Happened::DirkDrew { pieces } => {
                    let known = self.tower.len().min(pieces.len());
                    assert!(self.tower.drain(..known).all(|piece| pieces.contains(&piece)));
                }
                Happened::Displayed { card } => self.as_put += comes_up(&mut self.deck, *card),
                Happened::ScoringCard => {
                    self.scorings += 1;
                    // One that was scored by Wisdom lies in front of the player and not on the deck.
                    match &mut self.looking {
                        Some(Looking::Cards(_, scored)) => *scored = true,
                        _ => self.as_put += comes_up(&mut self.deck, CardKind::SCORING),
                    }
                }
                Happened::Module { key: "sees_cards", refs, .. } => {
                    let card =
                        |seen: &Ref| if let Ref::Card(card) = seen { *card } else { panic!("{seen:?}") };
                    let cards: Vec<CardKind> = refs.iter().map(card).collect();
                    for card in &cards {
                        self.as_put += comes_up(&mut self.deck, *card);
                    }
                    self.looking = Some(Looking::Cards(cards, false));
                }
                Happened::Module { key: "sees_tiles", refs, .. } => {
                    let tile =
                        |seen: &Ref| if let Ref::Piece(tile) = seen { *tile } else { panic!("{seen:?}") };
                    let tiles: Vec<PieceId> = refs.iter().map(tile).collect();
                    for tile in &tiles {
                        self.as_put += comes_up(&mut self.tower, *tile);
                    }
                    let room = self.free(g).next().is_some();
                    self.looking = Some(match room {
                        true => Looking::Tiles(tiles),
                        false => Looking::TilesBack(tiles, Vec::new()),
                    });
                }
                _ => {}
            }
        }
        self.put_back();
    }

    /// Spaces with a tile and none below it.
    fn free<'a>(&'a self, g: &'a GameState) -> impl Iterator<Item = Space> + 'a {
        let spaces = (0..4u8).map(Space).filter(|space| g.core.pieces.market[usize::from(space.0)].is_some());
        spaces.filter(|space| !self.under.contains_key(space))
    }

    /// Once there is no choice left, everything lies where it was put.
    fn put_back(&mut self) {
        match self.looking.take() {
            Some(Looking::CardsBack(left, back)) if left.len() < 2 => {
                self.deck = [back, left, std::mem::take(&mut self.deck)].concat();
            }
            Some(Looking::TilesBack(left, back)) if left.len() < 2 => {
                self.tower = [back, left, std::mem::take(&mut self.tower)].concat();
            }
            Some(Looking::Cards(left, _)) if left.is_empty() => {}
            Some(Looking::Tiles(left)) if left.is_empty() => {}
            looking => self.looking = looking,
        }
    }

    fn answers(&self, g: &GameState, seat: Seat) -> BTreeSet<Act> {
        match &self.looking {
            None => {
                let own = self.powers.iter().filter(|(buyer, _)| *buyer == seat);
                own.map(|(_, piece)| Act::Use { piece: *piece }).chain([Act::Skip]).collect()
            }
            Some(Looking::Cards(cards, scored)) => {
                // With this module alone whatever is no scoring card is money.
                let money = cards.iter().filter(|card| **card != CardKind::SCORING);
                let mut acts: BTreeSet<Act> = money.map(|card| Act::Keep { card: *card }).collect();
                if acts.is_empty() {
                    acts.insert(Act::KeepNone);
                }
                if cards.contains(&CardKind::SCORING) && !scored && self.scorings < 2 {
                    acts.insert(Act::Score);
                }
                acts
            }
            Some(Looking::Tiles(tiles)) => {
                let each = tiles.iter().flat_map(|tile| self.free(g).map(move |space| (*tile, space)));
                each.map(|(piece, space)| Act::Hide { piece, space }).collect()
            }
            Some(Looking::CardsBack(left, _)) => {
                left.iter().map(|card| Act::PutCard { card: *card }).collect()
            }
            Some(Looking::TilesBack(left, _)) => {
                left.iter().map(|tile| Act::PutTile { piece: *tile }).collect()
            }
        }
    }

    fn choose(&mut self, seat: Seat, act: Act) {
        fn take<T: PartialEq>(from: &mut Vec<T>, wanted: &T) {
            let at = from.iter().position(|it| it == wanted).unwrap();
            from.remove(at);
        }
        let looking = self.looking.take();
        self.looking = match (looking, act) {
            (None, Act::Use { piece }) => {
                take(&mut self.powers, &(seat, piece));
                None
            }
            (None, _) => {
                self.powers.retain(|(buyer, _)| *buyer != seat);
                None
            }
            (Some(Looking::Cards(mut cards, scored)), act) => Some(match act {
                Act::Score => {
                    take(&mut cards, &CardKind::SCORING);
                    Looking::Cards(cards, scored)
                }
                Act::Keep { card } => {
                    take(&mut cards, &card);
                    Looking::CardsBack(cards, Vec::new())
                }
                _ => Looking::CardsBack(cards, Vec::new()),
            }),
            (Some(Looking::Tiles(mut tiles)), Act::Hide { piece, space }) => {
                take(&mut tiles, &piece);
                self.under.insert(space, piece);
                Some(Looking::TilesBack(tiles, Vec::new()))
            }
            (Some(Looking::CardsBack(mut left, mut back)), Act::PutCard { card }) => {
                take(&mut left, &card);
                back.push(card);
                Some(Looking::CardsBack(left, back))
            }
            (Some(Looking::TilesBack(mut left, mut back)), Act::PutTile { piece }) => {
                take(&mut left, &piece);
                back.push(piece);
                Some(Looking::TilesBack(left, back))
            }
            (_, act) => panic!("{act:?} was not asked for"),
        };
        // A scoring comes before the player goes on, even with nothing left to keep.
        if act != Act::Score {
            self.put_back();
        }
    }
}

/// Architecture and Wisdom: who is asked, what may be kept, scored, hidden and put back, and that tower, deck and market
/// go on with what was put there.
#[test]
fn what_is_looked_at_lies_where_it_was_put() {
    let (mut states, mut asked, mut as_put) = (0, BTreeMap::new(), 0);
    for seed in 0..80u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::BuildingsOfPower);
        let (mut luck, mut whim, mut log) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        let mut g = GameState::new(&setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        let (mut told, mut actions) = (Told::default(), Vec::new());
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut actions);
            // The end of the game turns up what lies underneath.
            if g.core.ending {
                break;
            }
            told.hear(&g, &log);
            states += 1;
            let listed = actions.iter().filter_map(|action| match action {
                Action::Module(ModAction::BuildingsOfPower(act)) => Some(*act),
                _ => None,
            });
            let listed: BTreeSet<Act> = listed.collect();
            let scene = g.agenda.frames.last().map(|frame| frame.what);
            if matches!(scene, Some(What::Module(ModFrame::BuildingsOfPower(_)))) {
                assert_eq!(listed, told.answers(&g, seat), "game {seed}");
                assert_eq!(listed.len(), actions.len());
                for act in &listed {
                    let name = format!("{act:?}").split(' ').next().unwrap_or_default().to_owned();
                    *asked.entry(name).or_insert(0) += 1;
                }
            } else {
                assert!(listed.is_empty());
            }
            let wanted = |action: &&Action| match action {
                Action::Module(ModAction::BuildingsOfPower(act)) => *act != Act::Skip,
                Action::Target { piece, .. } => power(&g, *piece).is_some(),
                _ => false,
            };
            let eager: Vec<Action> = actions.iter().filter(wanted).copied().collect();
            let from = if eager.is_empty() || whim.below(5) == 0 { &actions } else { &eager };
            let action = from[whim.below(from.len() as u32) as usize];
            if let Action::Module(ModAction::BuildingsOfPower(act)) = action {
                told.choose(seat, act);
            }
            log.clear();
            g.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        }
        as_put += told.as_put;
    }
    assert!(states > 1000 && as_put > 200, "{states} states, {as_put} came up as they were put");
    assert_eq!(asked.len(), 8, "every kind of answer comes up: {asked:?}");
}

/// What one player has looked at varies for the others and for nobody else, and is all still there.
#[test]
fn what_was_looked_at_is_known_to_one_player() {
    let (mut hidden, mut varied, mut dice) = (0, 0, Quick::new(7));
    play(30, |g, _, _| {
        let state = &g.mods.m38_buildings_of_power;
        let Some((space, piece)) = state.under.iter().enumerate().find_map(|(i, p)| Some((i, (*p)?))) else {
            return;
        };
        if !g.core.pieces.gone.contains(piece) || dice.below(10) > 0 {
            return;
        }
        hidden += 1;
        for observer in g.rules().seats() {
            let world = g.resample(observer, Recall::Full, &mut dice);
            assert_eq!(world.view(Some(observer)), g.view(Some(observer)));
            let other = world.mods.m38_buildings_of_power.under[space].unwrap();
            let pieces = |g: &GameState| g.core.pieces.tower_set().or(g.core.pieces.gone);
            assert_eq!(pieces(&world), pieces(g), "nothing is lost or doubled");
            if state.known_to[space].contains(observer) {
                assert_eq!(other, piece);
            } else {
                varied += usize::from(other != piece);
            }
            let knows =
                g.view(Some(observer)).modules.iter().flat_map(|m| &m.shows).map(|item| item.name).any(
                    |name| {
                        name == ["under_space_1", "under_space_2", "under_space_3", "under_space_4"][space]
                    },
                );
            assert_eq!(knows, state.known_to[space].contains(observer));
        }
        let mixed = g.mix_hands(Seat::at(0), &mut dice);
        assert_eq!(mixed.core.deck.known, g.core.deck.known, "the deck stays as it is");
    });
    assert!(hidden > 50 && varied > 50, "{hidden} {varied}");
}

#[test]
fn acts_at_any_other_moment_are_refused() {
    let setup = Setup::players(3).with(ModuleId::BuildingsOfPower);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    let piece = PieceId::default();
    for act in [Act::Skip, Act::Score, Act::Use { piece }, Act::Hide { piece, space: Space(7) }] {
        assert!(g.check(seat, &own(act)).unwrap_err().to_string().contains("end of the turn"));
        BuildingsOfPower::describe(&g, seat, act);
    }
}

/// The powers are those of the data, three of each.
#[test]
fn there_are_three_buildings_of_each_power() {
    let setup = Setup::players(3).with(ModuleId::BuildingsOfPower);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    for wanted in [Power::Architecture, Power::Wisdom, Power::Strength, Power::Prosperity] {
        assert_eq!(PieceId::all().filter(|piece| power(&g, *piece) == Some(wanted)).count(), 3);
    }
    assert_eq!(power(&g, PieceId::with_key("chambers-11").unwrap()), Some(Power::Strength));
}
