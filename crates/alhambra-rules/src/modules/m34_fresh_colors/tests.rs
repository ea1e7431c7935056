//! A shadow of every game, with the board and the projects written down a second time: what is offered after
//! overpaying, what can be completed and what scores, over many moments of played games.

use super::*;
use crate::core::score::Source;
use crate::speech::said;
use crate::{DecisionKind, Io, Quick, Seeded, Setup};
use std::collections::BTreeSet;

/// The sets of each column by the first two letters of their colours.
const BOARD: [(&str, [&str; 3]); 4] = [
    ("florin", ["pu pu", "bl", "br"]),
    ("dirham", ["gr gr", "pu", "wh"]),
    ("denar", ["wh wh", "bl bl", "re"]),
    ("ducat", ["re re", "br br", "gr"]),
];

const COLOURS: [&str; 6] = ["bl", "re", "br", "wh", "gr", "pu"];

/// What somebody has, in words.
#[derive(Clone, Debug, Default)]
struct Shadow {
    colours: Vec<String>,
    open: Vec<String>,
    done: Vec<String>,
}

impl Shadow {
    /// Whether a project may be taken: the first word of its name is its type.
    fn takes(&self, project: &str) -> bool {
        let kind = |name: &str| name.split('_').next().unwrap().to_owned();
        self.open.len() < 2 && self.open.iter().chain(&self.done).all(|own| kind(own) != kind(project))
    }

    /// Whether these projects can be completed: every tile they ask for is crossed out.
    fn completes(&self, projects: &[&String]) -> bool {
        let mut left = self.colours.clone();
        projects.iter().flat_map(|name| cost(name)).all(|colour| {
            let found = left.iter().position(|own| *own == colour);
            found.map(|at| left.swap_remove(at)).is_some()
        })
    }
}

/// The colours in the name of a project, by two letters.
fn cost(name: &str) -> Vec<String> {
    name.split('_').skip(2).map(|colour| colour[..2].to_owned()).collect()
}

/// The words a module shows.
fn words(g: &GameState, name: &str) -> Vec<String> {
    let shows = FreshColors::view(g, None);
    match shows.into_iter().find(|(key, _)| *key == name).unwrap().1 {
        Shown::Words(words) => words.into_iter().map(str::to_owned).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_offered_and_scored_is_what_the_rulebook_says() {
    let (mut states, mut rewards, mut completed, mut returned, mut scored) = (0, 0, 0, 0, 0);
    for seed in 0..40u64 {
        let players = 2 + seed as usize % 5;
        let setup = Setup::players(players).with(ModuleId::FreshColors);
        let (mut luck, mut dice, mut log) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        let mut g = GameState::new(&setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        let mut shadows = vec![Shadow::default(); players];
        let mut actions = Vec::new();
        // Who has overpaid, and for which currency.
        let mut owed: Option<(Seat, &str)> = None;
        while let Some(seat) = g.to_move() {
            states += 1;
            g.legal(seat, &mut actions);
            let offered: BTreeSet<String> = actions
                .iter()
                .filter(|action| matches!(action, Action::Module(_)))
                .map(|action| said(&g, seat, *action))
                .collect();
            let mut expected = BTreeSet::new();
            let own = shadows[seat.index()].clone();
            let taken = |colour: &str| {
                shadows.iter().flat_map(|shadow| &shadow.colours).filter(|own| *own == colour).count()
            };
            let full = |letters: &str| {
                let all = ["blue", "red", "brown", "white", "green", "purple"];
                all.into_iter().find(|name| name.starts_with(letters)).unwrap()
            };
            let kind = g.pending().unwrap().kind;
            match (kind, owed) {
                (DecisionKind::Module, Some((who, currency))) => {
                    assert_eq!(who, seat);
                    rewards += 1;
                    for project in words(&g, currency).iter().filter(|project| own.takes(project)) {
                        expected.insert(format!("take the project: {}", project.replace('_', " ")));
                    }
                    for project in words(&g, "top").iter().filter(|project| own.takes(project)) {
                        expected.insert(format!("take the top of the stack: {}", project.replace('_', " ")));
                    }
                    let column = BOARD.iter().find(|(name, _)| *name == currency).unwrap().1;
                    for set in column {
                        let colour = &set[..2];
                        let n = set.split(' ').count().min(6 - taken(colour));
                        if n > 0 {
                            expected.insert(format!("take {n} × {}", full(colour)));
                        }
                    }
                    assert!(!expected.is_empty(), "nobody is asked about nothing");
                    expected.insert("take nothing".to_owned());
                }
                (DecisionKind::Module, None) => {
                    returned += 1;
                    assert!(own.colours.len() > 5);
                    expected.extend(own.colours.iter().map(|colour| format!("give back {}", full(colour))));
                }
                (DecisionKind::MainAction, _) => {
                    for set in 1u32..1 << own.open.len() {
                        let chosen: Vec<&String> = own
                            .open
                            .iter()
                            .enumerate()
                            .filter(|(i, _)| set >> i & 1 != 0)
                            .map(|(_, p)| p)
                            .collect();
                        if own.completes(&chosen) {
                            let mut kinds: Vec<usize> = chosen
                                .iter()
                                .map(|name| {
                                    Building::ALL.iter().position(|b| name.starts_with(b.name())).unwrap()
                                })
                                .collect();
                            kinds.sort_unstable();
                            let names: Vec<&str> = kinds.iter().map(|i| Building::ALL[*i].name()).collect();
                            expected.insert(format!("complete: {}", names.join(", ")));
                        }
                    }
                }
                _ => {}
            }
            assert_eq!(offered, expected, "game {seed}");
            for seat in g.rules().seats() {
                let own = &shadows[seat.index()];
                assert!(own.colours.len() <= 5 || kind == DecisionKind::Module);
                // Every tile of the palace, looked at one by one.
                let palace = &g.view(None).players[seat.index()].palace;
                let decorated = palace.iter().filter(|tile| {
                    let kind = tile.tile.building.map(Building::name);
                    kind.is_some_and(|kind| own.done.iter().any(|name| name.starts_with(kind)))
                });
                let lines = g.forecast(1 + (states % 3) as u8);
                let own = lines.iter().filter(|line| {
                    line.source == Source::Module(ModuleId::FreshColors) && line.to == seat.into()
                });
                let points: i16 = own.map(|line| line.points).sum();
                assert_eq!(points, 2 * decorated.count() as i16, "game {seed}");
                scored += usize::from(points > 0);
            }
            let mut pick = dice.below(actions.len() as u32) as usize;
            // Whoever can complete something or take something mostly does: else little would ever come about.
            if let Some(act) = actions.iter().position(|a| matches!(a, Action::Module(_)))
                && dice.below(4) > 0
            {
                let own = actions.iter().filter(|a| matches!(a, Action::Module(_))).count();
                pick = act + dice.below(own as u32) as usize;
            }
            let action = actions[pick];
            log.clear();
            let answered = matches!(action, Action::Module(_));
            let column = owed.map(|(_, currency)| currency);
            let (on_space, on_top) = (column.map(|column| words(&g, column)), words(&g, "top"));
            let spoken = said(&g, seat, action);
            g.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            if answered && column.is_some() {
                owed = None;
            }
            let shadow = &mut shadows[seat.index()];
            if answered {
                let split: Vec<&str> = spoken.split(' ').collect();
                match split.as_slice() {
                    ["take", "nothing"] => {}
                    ["take", "the", "project:", ..] => shadow.open.push(on_space.unwrap()[0].clone()),
                    ["take", "the", "top", ..] => shadow.open.push(on_top[0].clone()),
                    ["take", n, "×", colour] => {
                        let n: usize = n.parse().unwrap();
                        shadow.colours.extend(std::iter::repeat_n(colour[..2].to_owned(), n));
                    }
                    ["give", "back", colour] => {
                        let at = shadow.colours.iter().position(|own| *own == colour[..2]).unwrap();
                        shadow.colours.remove(at);
                    }
                    ["complete:", kinds @ ..] => {
                        for kind in kinds.iter().map(|kind| kind.trim_end_matches(',')) {
                            let at = shadow.open.iter().position(|name| name.starts_with(kind)).unwrap();
                            let project = shadow.open.remove(at);
                            for colour in cost(&project) {
                                let at = shadow.colours.iter().position(|own| *own == colour).unwrap();
                                shadow.colours.remove(at);
                            }
                            shadow.done.push(project);
                            completed += 1;
                        }
                    }
                    other => panic!("{other:?}"),
                }
                // Six of a colour and nothing else: the module gives one back without asking.
                let same = shadow.colours.iter().all(|colour| *colour == shadow.colours[0]);
                if same && shadow.colours.len() > 5 {
                    shadow.colours.truncate(5);
                }
            }
            for event in &log {
                if let Happened::Bought { seat, piece, paid, price, .. } = event.what
                    && paid > u16::from(price)
                {
                    // The space it was on is empty now, or it is still on its way off it.
                    let asked = g.pending().is_some_and(|p| p.module == Some(ModuleId::FreshColors));
                    assert!(asked, "game {seed}: there are always brown or green tiles somewhere: {piece}");
                    let space = g.core.pieces.market.iter().position(|on| *on == Some(piece)).unwrap();
                    owed = Some((seat, BOARD[space].0));
                }
            }
            for (shadow, seat) in shadows.iter().zip(g.rules().seats()) {
                let count =
                    |colour: usize| shadow.colours.iter().filter(|own| **own == COLOURS[colour]).count();
                let own = g.mods.m34_fresh_colors.colours[seat.index()];
                assert!((0..6).all(|colour| usize::from(own[colour]) == count(colour)), "game {seed}");
            }
        }
    }
    assert!(
        states > 1000 && rewards > 200 && completed > 20 && returned > 20 && scored > 100,
        "{states} {rewards} {completed} {returned} {scored}"
    );
}

/// Each type has three projects, the third of them starred, and each begins with the colour of its type.
#[test]
fn eighteen_projects() {
    let setup = Setup::players(3).with(ModuleId::FreshColors);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let all: Vec<Project> = Project::all().collect();
    assert_eq!(all.len(), 18);
    for (i, project) in all.iter().enumerate() {
        assert_eq!(project.building(), Building::ALL[i / 3]);
        assert_eq!(project.starred(), i % 3 == 2);
        let mut named: Vec<String> = cost(project.name(g.rules()));
        assert_eq!(named[0], COLOURS[i / 3]);
        let listed = each(&project.cost(g.rules())).map(|colour| COLOURS[colour.index()].to_owned());
        let mut listed: Vec<String> = listed.collect();
        listed.sort();
        named.sort();
        assert_eq!(listed, named);
        assert!(named.len() == if i < 6 { 2 } else { 3 });
    }
}

/// What waits is worth something, and more the nearer it is.
#[test]
fn worth_grows_with_colours_and_completion() {
    let setup = Setup::players(3).with(ModuleId::FreshColors);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    let worth = |text: &str, g: &mut GameState| {
        arrange::arrange(g, &text.replace("me", &seat.index().to_string())).unwrap();
        g.worth(seat)
    };
    assert_eq!(worth("", &mut g), 0);
    let open = worth("me: open garden for green purple red", &mut g);
    let half = worth("me: green, purple, open garden for green purple red", &mut g);
    let full = worth("me: red, green, purple, open garden for green purple red", &mut g);
    let done = worth("me: done garden for green purple red", &mut g);
    assert!(open <= half && half <= full && full < done, "{open} {half} {full} {done}");
    assert_eq!(done, 4, "there is no garden yet, but one may score twice");
    g.core.scorings = 3;
    assert_eq!(g.worth(seat), 0);
}

/// Each refusal has its reason, in whatever moment it is tried.
#[test]
fn refusals() {
    let setup = Setup::players(3).with(ModuleId::FreshColors);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = g.core.turn.seat;
    let why = |g: &GameState, act| match FreshColors::check(g, seat, act) {
        Err(Illegal::Module { key, .. }) => key,
        other => panic!("{other:?}"),
    };
    let garden = Act::Complete { first: Building::Garden, second: None };
    assert_eq!(why(&g, Act::TakeTop), "colours_and_projects_come_from_overpaying");
    assert_eq!(why(&g, garden), "you_have_no_open_project_of_that_type");
    let twice = Act::Complete { first: Building::Garden, second: Some(Building::Garden) };
    assert_eq!(why(&g, twice), "two_projects_are_named_in_the_order_of_the_buildings");
    let own = format!("{}: open garden for green purple red", seat.index());
    arrange::arrange(&mut g, &own).unwrap();
    assert_eq!(why(&g, garden), "you_lack_colour_tiles_for_that");
    g.agenda.frames.last_mut().unwrap().step = Step::T20;
    assert_eq!(why(&g, garden), "projects_are_completed_as_an_action_of_the_own_turn");
    let reward = Reward { seat, column: Currency::Florin, decided: false };
    let ask = |g: &mut GameState, reward| {
        g.agenda.frames.last_mut().unwrap().what = What::Module(ModFrame::FreshColors(reward));
    };
    ask(&mut g, reward);
    assert_eq!(why(&g, Act::Return { colour: Building::Garden }), "take_something_or_nothing_first");
    g.mods.m34_fresh_colors.spaces[0] = None;
    assert_eq!(why(&g, Act::TakeProject), "there_is_no_project");
    ask(&mut g, Reward { decided: true, ..reward });
    assert_eq!(why(&g, Act::Leave), "give_back_what_is_more_than_five_colour_tiles");
    assert_eq!(why(&g, Act::Return { colour: Building::Tower }), "you_have_no_tile_of_that_colour");
}
