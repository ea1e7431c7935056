//! Whole games over the types of this crate: changes add up to views, everything survives JSON.

use alhambra_protocol::words::Names;
use alhambra_protocol::{Effect, EventView, Refusal, RefusalCode, View, ViewChange, shown};
use alhambra_rules::analysis::Attempt;
use alhambra_rules::belief::Recall;
use alhambra_rules::table::Table;
use alhambra_rules::{Action, Building, Cards, GameState, ModuleId, PieceKind, Quick, Seat, Setup, Side};

fn setups() -> Vec<Setup> {
    let all = ModuleId::ALL.iter().copied();
    vec![
        Setup { confirm: true, ..Setup::players(2) },
        Setup::players(3),
        all.filter(|m| m.info().players.contains(&4)).fold(Setup::players(4), Setup::with),
    ]
}

fn there_and_back<T>(value: &T) -> T
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(value).unwrap();
    let back = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(*value, back);
    back
}

/// Holds places in majorities that were foretold against those that came about; how many there were.
fn foretold(effects: &[Effect], seat: Seat, view: &View) -> usize {
    let mut found = 0;
    for effect in effects {
        let Effect::Majority { building, to, sharing, .. } = effect else { continue };
        let counts = |i: usize| {
            let dirk = view.dirk.iter().map(move |dirk| dirk.counts[i]);
            view.players.iter().map(move |player| player.counts[i]).chain(dirk)
        };
        let i = Building::ALL.iter().position(|b| b == building).unwrap();
        let own = view.players[seat.index()].counts[i];
        // Whoever gives the last one away has no place.
        let place = if own == 0 { 0 } else { 1 + counts(i).filter(|n| *n > own).count() };
        let sharers = if own == 0 { 0 } else { counts(i).filter(|n| *n == own).count() };
        assert_eq!((usize::from(*to), usize::from(*sharing)), (place, sharers), "{building}");
        found += 1;
    }
    found
}

#[test]
fn changes_add_up_to_views_and_everything_survives_json() {
    for (seed, setup) in setups().into_iter().enumerate() {
        let names = Names::of(&setup);
        let confirm = setup.confirm;
        let mut majorities = 0;
        let mut table = Table::new(setup, seed as u64).unwrap();
        let viewers: Vec<Option<Seat>> =
            table.game().rules().seats().map(Some).chain(std::iter::once(None)).collect();
        let mut views: Vec<View> = viewers.iter().map(|v| table.game().view(*v)).collect();
        let mut dice = Quick::new(seed as u64);
        let mut actions = Vec::new();
        while let Some(seat) = table.game().to_move() {
            let decision = table.game().decision(seat).unwrap();
            let shown = there_and_back(&shown(table.game(), decision.clone(), &names, true));
            assert_eq!(shown.options.len(), decision.options.len());
            assert!(shown.options.iter().all(|o| !o.text.is_empty()), "{shown:?}");
            assert!(shown.options.iter().all(|o| o.act.is_some() == (o.key == "module")), "{shown:?}");
            table.game().legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            let before = table.game().clone();
            let first = table.log().len();
            table.apply(seat, action).unwrap();
            // Without a confirmation the market is filled in the same step, and more than the tile may change.
            if confirm && let Some(at) = decision.options.iter().position(|choice| choice.action == action) {
                majorities += foretold(&shown.options[at].effects, seat, &table.game().view(None));
            }
            for (_, event) in &table.log()[first..] {
                let told = there_and_back(&EventView::of(&event.what, table.game(), &names, true));
                assert!(!told.text.is_empty());
            }
            // `views` is what was there before: each change added up to the one after it.
            let open = ViewChange::between(views.last().unwrap(), &table.game().view(None));
            for (viewer, view) in viewers.iter().zip(&mut views) {
                let new = table.game().view(*viewer);
                let change = there_and_back(&ViewChange::between(view, &new));
                // Worked out for a spectator and passed on, it is the same.
                let own = (before.own_view(*viewer), table.game().own_view(*viewer));
                assert_eq!(open.seen_by(&own.0, &own.1), change);
                change.apply_to(view);
                assert_eq!(*view, new);
            }
        }
        assert!(!confirm || majorities > 0, "tiles change majorities");
        views.iter().for_each(|view| {
            there_and_back(view);
        });
    }
}

#[test]
fn refusals_name_the_rule_and_point_at_what_is_in_the_way() {
    let table = Table::new(Setup::players(3), 5).unwrap();
    let game = table.game();
    let seat = game.to_move().unwrap();
    let why = game.check(seat, &Action::Take(1 << 9)).unwrap_err();
    let refusal = there_and_back(&Refusal::illegal(&why, game, seat));
    assert_eq!(refusal.code, RefusalCode::Illegal);
    assert_eq!(refusal.rule.as_deref(), Some("not_on_display"));
    assert_eq!(refusal.refs.len(), 1);
    assert!(!refusal.text.is_empty());
    let other = Seat::new((seat.index() + 1) % 3).unwrap();
    let why = game.check(other, &Action::Pass).unwrap_err();
    assert_eq!(Refusal::illegal(&why, game, other).rule.as_deref(), Some("not_your_decision"));
}

/// Cards of one's own choice are weighed as the offers are: what they come to, and what is lost by them.
#[test]
fn verdicts_say_what_a_payment_comes_to() {
    let (mut exact, mut lost, mut short) = (0, 0, 0);
    for (seed, setup) in setups().into_iter().enumerate() {
        let names = Names::of(&setup);
        let mut table = Table::new(setup, seed as u64).unwrap();
        let mut dice = Quick::new(seed as u64);
        let mut actions = Vec::new();
        while let Some(seat) = table.game().to_move() {
            let game = table.game();
            let decision = game.decision(seat).unwrap();
            let shown = shown(game, decision.clone(), &names, false);
            for (option, choice) in shown.options.iter().zip(&decision.options) {
                let verdict = Attempt::of(game, seat, choice.action);
                assert_eq!(verdict.refusal, None, "what is offered is accepted: {choice:?}");
                for effect in &verdict.effects {
                    assert!(
                        option.effects.contains(effect),
                        "{effect:?} is told of the offer too: {option:?}"
                    );
                    exact += u32::from(matches!(effect, Effect::ExtraAction | Effect::Exact));
                }
                let Action::Buy { piece, payment } = choice.action else { continue };
                let tally = verdict.tally.unwrap();
                let price = tally.price.unwrap();
                assert!(tally.paid >= price);
                let all = Action::Buy { piece, payment: game.hand(seat).only(payment.kinds()) };
                let Attempt { refusal: None, effects, tally: Some(tally) } = Attempt::of(game, seat, all)
                else {
                    continue;
                };
                if let [Effect::Lost { amount }] = effects[..] {
                    assert_eq!(amount, tally.paid - price);
                    lost += 1;
                }
                let none = Attempt::of(game, seat, Action::Buy { piece, payment: Cards::EMPTY });
                assert_eq!(
                    none.tally.unwrap().price,
                    Some(price),
                    "the price is told before anything is laid"
                );
                assert_eq!(none.effects, []);
                short += u32::from(none.refusal.is_some());
            }
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            let other = game.rules().seats().find(|other| *other != seat).unwrap();
            if !game.pending().unwrap().seats.contains(other) {
                assert_eq!(
                    Attempt::of(game, other, action).tally,
                    None,
                    "whoever is not asked learns nothing"
                );
            }
            table.apply(seat, action).unwrap();
        }
    }
    assert!(exact > 20 && lost > 20 && short > 20, "{exact} {lost} {short}");
}

/// What is hidden from a viewer never changes a byte of what that viewer is sent.
#[test]
fn worlds_a_viewer_cannot_tell_apart_look_the_same_byte_for_byte() {
    let setup = setups().pop().unwrap();
    let names = Names::of(&setup);
    let mut differing = 0;
    for seed in 0..2 {
        let mut table = Table::new(setup.clone(), seed).unwrap();
        let mut dice = Quick::new(seed);
        let mut actions = Vec::new();
        while let Some(seat) = table.game().to_move() {
            let game = table.game();
            for viewer in game.rules().seats() {
                let world = game.resample(viewer, Recall::None, &mut dice);
                if world == *game {
                    continue;
                }
                differing += 1;
                let sent = |game: &alhambra_rules::GameState| {
                    let decision = game.decision(viewer).map(|decision| shown(game, decision, &names, true));
                    serde_json::to_string(&(game.view(Some(viewer)), decision)).unwrap()
                };
                assert_eq!(sent(&world), sent(game));
            }
            table.game().legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            table.apply(seat, action).unwrap();
        }
    }
    assert!(differing > 100, "the worlds must really differ");
}

/// What is said of a target and of a place beforehand is what comes of it.
#[test]
fn a_target_says_how_it_is_paid_at_best_and_a_place_where_the_palace_can_grow() {
    let names = Names::of(&Setup::players(2));
    let (mut targets, mut places) = (0, 0);
    for seed in 0..4 {
        let setup = Setup::players(2).with(ModuleId::Watchtowers);
        let mut table = Table::new(setup, seed).unwrap();
        let mut dice = Quick::new(seed);
        while let Some(seat) = table.game().to_move() {
            let decision = table.game().decision(seat).unwrap();
            let view = shown(table.game(), decision.clone(), &names, false);
            for (choice, option) in decision.options.iter().zip(&view.options) {
                let mut then = table.clone();
                match choice.action {
                    Action::Target { .. } => {
                        then.apply(seat, choice.action).unwrap();
                        let best = then.game().decision(seat).unwrap().options[0].effects.clone();
                        let how = |e: &&Effect| matches!(e, Effect::Exact | Effect::Lost { .. });
                        assert_eq!(option.effects.iter().find(how), best.iter().find(how));
                        targets += 1;
                    }
                    Action::Place { .. } => {
                        let sides = option.effects.iter().find_map(|effect| match effect {
                            Effect::Open { from, to } => Some([*from, *to]),
                            _ => None,
                        });
                        let [now, later] = sides.unwrap();
                        assert_eq!(now, open_sides(table.game(), seat));
                        then.apply(seat, choice.action).unwrap();
                        assert_eq!(later, open_sides(then.game(), seat));
                        places += 1;
                    }
                    _ => {}
                }
            }
            let action = decision.options[dice.below(decision.options.len() as u32) as usize].action;
            table.apply(seat, action).unwrap();
        }
    }
    assert!(targets > 20 && places > 100, "{targets} targets and {places} places were met");
}

/// The open sides of a palace, counted from what everybody sees of it.
fn open_sides(game: &GameState, seat: Seat) -> u8 {
    let view = game.view(None);
    let palace = &view.players[seat.index()].palace;
    let there = |x: i32, y: i32| palace.iter().any(|placed| (placed.at.0, placed.at.1) == (x, y));
    palace
        .iter()
        .map(|placed| {
            let (x, y) = (placed.at.0, placed.at.1);
            let sides = [(Side::North, 0, 1), (Side::East, 1, 0), (Side::South, 0, -1), (Side::West, -1, 0)];
            // Half a cell has two sides, in the north and west of it as long as it is not turned.
            let turn = usize::from(placed.turn);
            let half = placed.tile.kind == Some(PieceKind::Watchtower);
            let has = |i: usize| !half || [turn % 4, (turn + 3) % 4].contains(&i);
            let faces = |(i, (side, dx, dy)): &(usize, &(Side, i32, i32))| {
                has(*i) && !placed.tile.walls.has(*side) && !there(x + dx, y + dy)
            };
            sides.iter().enumerate().filter(faces).count() as u8
        })
        .sum()
}
