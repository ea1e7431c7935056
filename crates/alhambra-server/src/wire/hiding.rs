//! Which modules hide something.

use crate::session::Session;
use alhambra_rules::module::Touch;
use alhambra_rules::{GameState, ModuleId, OptionValues, Quick, Seat, SeatSet, Setup};

/// The modules with something hidden: those that say so, and those where it is found by playing each of them, because somebody
/// is shown something of it that others are not, or holds a card in hand that is not of the base game. Where people bid, what
/// they bid comes from hidden hands.
pub(super) fn modules() -> Vec<ModuleId> {
    let found: Vec<ModuleId> = ModuleId::ALL.iter().copied().filter(|module| hides(*module)).collect();
    // The search must not go blind: what a module says of itself it finds as well, and more than that.
    let secrets: Vec<ModuleId> = touching(&[Touch::Secrets]);
    let missed: Vec<_> = secrets.iter().filter(|module| !found.contains(module)).collect();
    assert!(missed.is_empty(), "by playing nothing hidden was found in {missed:?}");
    assert!(found.iter().any(|module| !secrets.contains(module)), "{found:?}");
    let bids = touching(&[Touch::Auction]);
    ModuleId::ALL.iter().copied().filter(|it| found.contains(it) || bids.contains(it)).collect()
}

fn touching(what: &[Touch]) -> Vec<ModuleId> {
    let touches = |module: &ModuleId| module.info().touches.iter().any(|touch| what.contains(touch));
    ModuleId::ALL.iter().copied().filter(touches).collect()
}

/// Whether anything is hidden in games with a module.
fn hides(module: ModuleId) -> bool {
    set_ups(module).iter().any(|setup| (0..2).any(|seed| hides_in(setup, seed)))
}

/// Games with a module, of few and of many, with each value of its options; beside another module where it does not stand alone.
fn set_ups(module: ModuleId) -> Vec<Setup> {
    let values = |(name, values): &(&str, &'static [&'static str])| {
        let name = (*name).to_owned();
        values.iter().skip(1).map(move |value| [(name.clone(), (*value).to_owned())].into_iter().collect())
    };
    let mut options = vec![OptionValues::new()];
    options.extend(module.info().options.iter().flat_map(values));
    let playable = |(players, options): (usize, &OptionValues)| {
        let mut alone = Setup::players(players);
        alone.modules.insert(module, options.clone());
        let beside = |other: &ModuleId| {
            let mut setup = alone.clone();
            setup.modules.entry(*other).or_default();
            setup
        };
        std::iter::once(alone.clone())
            .chain(ModuleId::ALL.iter().map(beside))
            .find(|setup| setup.check().is_ok())
    };
    let found: Vec<Setup> = [3, 5]
        .into_iter()
        .flat_map(|players| options.iter().map(move |options| (players, options)))
        .filter_map(playable)
        .collect();
    // With what is usual it can be played by either number, or nobody would notice that nothing is tried.
    let usual = found.iter().filter(|setup| setup.modules[&module].is_empty()).count();
    assert_eq!(usual, 2, "{module:?} cannot be set up for three and for five, alone or beside another");
    found
}

fn hides_in(setup: &Setup, seed: u64) -> bool {
    let (mut session, _) = Session::start(setup, seed, &mut Vec::new())
        .unwrap_or_else(|why| panic!("a game that was agreed on does not begin: {why}, {setup:?}"));
    let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
    let own = |game: &GameState, viewer: Option<Seat>| game.own_view(viewer).modules;
    while let Some(seat) = session.game.to_move() {
        let everybody = own(&session.game, None);
        let mut seats = SeatSet::all(setup.players.len()).iter();
        if seats.any(|seat| {
            let special = session.game.hand(seat).iter().any(|(card, _)| !card.is_money());
            special || own(&session.game, Some(seat)) != everybody
        }) {
            return true;
        }
        session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let mut events = Vec::new();
        let (game, entry) = session.after(seat, action, &mut events).expect("it was offered");
        session.advance(game, &entry, &events);
    }
    false
}
