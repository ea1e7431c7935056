//! What several modules' tests need to look a second time: games of people who love something, palaces read off the
//! tiles alone, and purchases beside the market followed by ear. Nothing here asks the rules what it is to find out.

pub(crate) mod beside;
pub(crate) mod laying;
pub(crate) mod standing;
pub(crate) mod walking;

use crate::core::house::LastTiles;
use crate::{Action, Event, GameState, Io, ModuleId, Quick, Seat, Seeded, Setup};

/// A game of people who love what `loved` says; `look` sees every decision, and what was heard before it.
pub(crate) fn play(
    setup: &Setup,
    seed: u64,
    loved: impl Fn(&Action) -> bool,
    mut look: impl FnMut(&GameState, Seat, &[Action], &[Event]),
) {
    let (mut luck, mut dice, mut log) = (Seeded::new(seed), Quick::new(seed), Vec::new());
    let mut g = GameState::new(setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
    let mut actions = Vec::new();
    while let Some(seat) = g.to_move() {
        g.legal(seat, &mut actions);
        look(&g, seat, &actions, &log);
        let loved: Vec<Action> = actions.iter().copied().filter(&loved).collect();
        // Tiles in hand are laid rather than put by, or palaces would never grow.
        let laid: Vec<Action> =
            actions.iter().copied().filter(|action| matches!(action, Action::Place { .. })).collect();
        let among = match (dice.below(4), loved.is_empty(), laid.is_empty()) {
            (0, ..) | (_, true, true) => &actions,
            (_, false, _) => &loved,
            (_, true, false) => &laid,
        };
        let action = among[dice.below(among.len() as u32) as usize];
        log.clear();
        g.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
    }
}

/// Every purchase that could begin now, as far as its first question: many more of those than games have by themselves.
pub(crate) fn purchases(
    g: &GameState,
    seat: Seat,
    actions: &[Action],
    mut look: impl FnMut(&GameState, Seat, &[Action]),
) {
    let mut answers = Vec::new();
    for target in actions.iter().filter(|action| matches!(action, Action::Target { .. })) {
        let mut begun = g.clone();
        begun.apply(seat, *target, &mut Io::silent(&mut Quick::new(0))).unwrap();
        if let Some(buyer) = begun.to_move() {
            begun.legal(buyer, &mut answers);
            look(&begun, buyer, &answers);
        }
    }
}

/// One of the answers a module asks for, two times of three where there is one; else any.
pub(crate) fn rather(actions: &[Action], dice: &mut Quick, own: impl Fn(&Action) -> bool) -> Action {
    let wanted: Vec<Action> = actions.iter().copied().filter(own).collect();
    let among = if wanted.is_empty() || dice.below(3) == 0 { actions } else { &wanted };
    among[dice.below(among.len() as u32) as usize]
}

/// Whatever a module takes out of a hand counts as spent, where spending decides who gets the last tiles.
pub(crate) fn money_counts_as_spent(module: ModuleId) {
    let mut setup = Setup::players(3).with(module);
    setup.house.last_tiles = LastTiles::SpentMajority;
    let mut paid = 0;
    for seed in 0..10 {
        let mut luck = Seeded::new(seed);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut actions);
            let own: Vec<Action> =
                actions.iter().copied().filter(|action| matches!(action, Action::Module(_))).collect();
            let among = if own.is_empty() { &actions } else { &own };
            let action = among[dice.below(among.len() as u32) as usize];
            let total = |g: &GameState| {
                let spent: u16 = g.core.spent[seat.index()].iter().sum();
                (spent, g.hand(seat).total())
            };
            let (spent, hand) = total(&g);
            g.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
            let (now, left) = total(&g);
            if matches!(action, Action::Module(_)) && left < hand {
                assert_eq!(now - spent, hand - left, "game {seed}: {action:?}");
                paid += 1;
            }
        }
    }
    assert!(paid > 10, "{paid}");
}
