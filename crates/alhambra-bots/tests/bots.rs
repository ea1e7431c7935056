//! Bots move legally, decide by what their seat may know, and are as strong as their names say.

use alhambra_bots::search::{Budget, SearchBot, Settings};
use alhambra_bots::{Bot, BotKind, advise, review};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::decision::Ref;
use alhambra_rules::{
    Action, EditionId, GameState, HOUSE_RULES, HouseRules, Io, ModuleId, PieceKind, Quick, Seat, Seeded,
    Setup, Source,
};
use cpu_time::ThreadTime;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The bots that do not search: whole games of them take no time.
const QUICK: [BotKind; 4] = [BotKind::Random, BotKind::Uniform, BotKind::Easy, BotKind::Medium];

/// A searching bot that thinks in numbers of games, so that it decides the same way every time.
fn searcher(games: u32, threads: usize) -> Box<dyn Bot> {
    Box::new(SearchBot::new(Settings::new(Budget::games(games), threads)))
}

/// The same with what the expert goes by.
fn patient(games: u32) -> Box<dyn Bot> {
    Box::new(SearchBot::new(Settings::patient(Budget::games(games), 1)))
}

/// Plays a game in which every action is checked and shown to `watch` before it is done.
fn watched(
    setup: &Setup,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    mut watch: impl FnMut(&GameState, Seat, Action),
) -> GameState {
    let mut luck = Seeded::new(seed);
    let mut dice = Quick::new(seed ^ 0xd1ce);
    let mut game = GameState::new(setup, &mut Io::silent(&mut luck)).unwrap();
    let mut decisions = 0;
    while let Some(seat) = game.to_move() {
        let action = bots[seat.index()].decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
        watch(&game, seat, action);
        let applied = game.apply(seat, action, &mut Io::silent(&mut luck));
        assert_eq!(applied, Ok(()), "seed {seed}, decision {decisions}: {action:?}, {:?}", setup.modules);
        decisions += 1;
        assert!(decisions < 20_000, "seed {seed} does not end with {:?}", setup.modules);
    }
    game
}

fn play(setup: &Setup, bots: &mut [Box<dyn Bot>], seed: u64) -> GameState {
    watched(setup, bots, seed, |_, _, _| {})
}

fn table(kinds: &[BotKind]) -> Vec<Box<dyn Bot>> {
    kinds.iter().map(|kind| kind.make()).collect()
}

/// A table size and a set of modules that go together, drawn by lot from everything there is.
fn any_setup(dice: &mut Quick) -> Setup {
    loop {
        let mut setup = Setup::players(2 + dice.below(5) as usize);
        setup.confirm = dice.below(4) == 0;
        for &module in ModuleId::ALL {
            if dice.below(2) == 0 {
                setup = setup.with(module);
            }
        }
        if setup.check().is_ok() {
            return setup;
        }
    }
}

/// Every module that goes together, the first of those that do not.
fn everything() -> Setup {
    let mut setup = Setup::players(3);
    for &module in ModuleId::ALL {
        let more = setup.clone().with(module);
        if more.check().is_ok() {
            setup = more;
        }
    }
    setup
}

/// How many of `games` games one bot wins alone against two of a kind, each seat in turn.
fn wins(mut one: impl FnMut() -> Box<dyn Bot>, two: BotKind, games: u64) -> u32 {
    let mut wins = 0;
    for seed in 0..games {
        let seat = seed as usize % 3;
        let mut bots = table(&[two; 3]);
        bots[seat] = one();
        let winners = play(&Setup::players(3), &mut bots, seed).winners().unwrap();
        wins += u32::from(winners.len() == 1 && winners.contains(Seat::new(seat).unwrap()));
    }
    wins
}

#[test]
fn bots_move_legally_at_every_table() {
    for players in 2..=6 {
        for kind in QUICK {
            let mut bots = table(&vec![kind; players]);
            for seed in 0..12 {
                play(&Setup::players(players), &mut bots, seed);
            }
        }
    }
}

#[test]
fn bots_move_legally_when_turns_are_confirmed_and_company_is_mixed() {
    let setup = Setup { confirm: true, ..Setup::players(4) };
    let mut bots = table(&[BotKind::Medium, BotKind::Uniform, BotKind::Random, BotKind::Easy]);
    for seed in 0..20 {
        play(&setup, &mut bots, seed);
    }
}

#[test]
fn bots_move_legally_under_every_house_rule() {
    for rule in HOUSE_RULES.iter().filter(|rule| rule.option != "dirk") {
        for value in rule.values {
            let value = value.parse().map_or_else(|_| (*value).into(), serde_json::Value::Bool);
            let agreed = serde_json::json!({ rule.option: value, "unofficial": true });
            let house: HouseRules = serde_json::from_value(agreed).unwrap();
            for (players, kind) in [2, 3].into_iter().flat_map(|n| QUICK.map(|kind| (n, kind))) {
                let setup = Setup { house, ..Setup::players(players) };
                let mut bots = table(&vec![kind; players]);
                for seed in 0..4 {
                    play(&setup, &mut bots, seed);
                }
            }
        }
    }
}

#[test]
fn any_modules_are_played_by_bots_that_know_none() {
    let mut dice = Quick::new(7);
    for seed in 0..40 {
        let setup = any_setup(&mut dice);
        let kinds = [BotKind::Easy, BotKind::Medium];
        let seated: Vec<BotKind> = (0..setup.players.len()).map(|i| kinds[(i + seed as usize) % 2]).collect();
        play(&setup, &mut table(&seated), seed);
    }
}

/// Bots that knew no patience took turns for ever in this one.
#[test]
fn nobody_goes_round_in_circles() {
    let mut dice = Quick::new(50);
    let mut setup = Setup::players(2 + dice.below(5) as usize);
    setup.confirm = dice.below(4) == 0;
    for &module in ModuleId::ALL {
        let more = setup.clone().with(module);
        if dice.below(2) == 0 && more.check().is_ok() {
            setup = more;
        }
    }
    let kinds = [BotKind::Easy, BotKind::Medium];
    let seated: Vec<BotKind> = setup.players.iter().map(|_| kinds[dice.below(2) as usize]).collect();
    let mut luck = Seeded::new(50);
    let mut bots = table(&seated);
    let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    while let Some(seat) = game.to_move() {
        assert!(game.turn().number < 1000, "{:?}", setup.modules.keys());
        let action = bots[seat.index()].decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
        game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
    }
}

#[test]
fn a_search_plays_any_modules() {
    let mut dice = Quick::new(8);
    for seed in 0..2 {
        let setup = any_setup(&mut dice);
        let mut bots = table(&vec![BotKind::Easy; setup.players.len()]);
        bots[seed as usize % 2] = if seed == 0 { searcher(12, 1) } else { patient(12) };
        play(&setup, &mut bots, seed);
    }
}

#[test]
fn medium_beats_random_and_easy_is_in_between() {
    let medium = wins(|| BotKind::Medium.make(), BotKind::Random, 300);
    assert!(medium >= 285, "medium wins only {medium} of 300 against random");
    let easy = wins(|| BotKind::Easy.make(), BotKind::Random, 300);
    assert!(easy >= 240, "easy wins only {easy} of 300 against random");
    let medium = wins(|| BotKind::Medium.make(), BotKind::Easy, 300);
    assert!(medium >= 200, "medium wins only {medium} of 300 against easy");
}

#[test]
fn a_little_search_beats_medium() {
    let search = wins(|| searcher(120, 1), BotKind::Medium, 12);
    assert!(search >= 7, "only {search} of 12");
}

/// Whoever changes what an input of the network means and does not teach it anew finds out here.
#[test]
fn the_network_beats_medium_with_hardly_any_search() {
    let quick = || -> Box<dyn Bot> {
        Box::new(SearchBot::new(Settings { turns: 0, looks: 1, ..Settings::patient(Budget::games(16), 1) }))
    };
    let won = wins(quick, BotKind::Medium, 30);
    assert!(won >= 20, "only {won} of 30");
}

#[test]
fn what_is_hidden_changes_no_decision() {
    let mut dice = Quick::new(9);
    let mut makers: [(Box<dyn Bot>, u32); 4] =
        [(BotKind::Easy.make(), 1), (BotKind::Medium.make(), 1), (searcher(24, 1), 24), (patient(24), 24)];
    let mut positions = 0;
    for seed in 0..4 {
        let setup = any_setup(&mut dice);
        let mut bots = table(&vec![BotKind::Easy; setup.players.len()]);
        watched(&setup, &mut bots, seed, |game, seat, _| {
            for (bot, rarely) in &mut makers {
                if dice.below(4 * *rarely) > 0 {
                    continue;
                }
                let roll = dice.bits();
                for recall in [Recall::Full, Recall::None] {
                    // Another world that the seat cannot tell from this one.
                    let other = game.resample(seat, recall, &mut dice);
                    let [here, there] = [game, &other]
                        .map(|world| bot.decide(&Belief::new(world, seat, recall), &mut Quick::new(roll)));
                    assert_eq!(here, there, "seed {seed}, turn {}", game.turn().number);
                }
                positions += 1;
            }
        });
    }
    assert!(positions > 300, "only {positions} positions");
}

#[test]
fn the_same_seed_and_number_of_games_give_the_same_decision() {
    for threads in [1, 2] {
        let (mut one, mut other) = (searcher(60, threads), searcher(60, threads));
        let mut turn = 0;
        let mut bots = table(&[BotKind::Medium; 3]);
        watched(&Setup::players(3), &mut bots, 3, |game, seat, _| {
            turn += 1;
            if turn % 12 == 0 {
                let belief = Belief::new(game, seat, Recall::Full);
                assert_eq!(
                    one.decide(&belief, &mut Quick::new(turn)),
                    other.decide(&belief, &mut Quick::new(turn))
                );
            }
        });
    }
}

/// A budget by games asks no clock, neither for listing answers nor for trying them.
#[test]
fn with_all_modules_the_same_seed_and_number_of_games_give_the_same_decision() {
    let (mut one, mut other) = (searcher(24, 1), searcher(24, 1));
    let mut compared = 0;
    watched(&everything(), &mut table(&[BotKind::Random; 3]), 3, |game, seat, _| {
        if compared < 6 && game.turn().number >= 4 * compared as u32 {
            compared += 1;
            let belief = Belief::new(game, seat, Recall::Full);
            let think = |bot: &mut Box<dyn Bot>| bot.decide(&belief, &mut Quick::new(9));
            assert_eq!(think(&mut one), think(&mut other));
        }
    });
    assert_eq!(compared, 6);
}

#[test]
fn a_search_ends_when_nothing_is_left_to_find_out() {
    const GAMES: u32 = 20_000;
    let mut bots = table(&[BotKind::Medium; 3]);
    let (mut decisions, mut early) = (0, 0);
    watched(&Setup::players(3), &mut bots, 6, |game, seat, _| {
        decisions += 1;
        if decisions % 16 > 0 {
            return;
        }
        let belief = Belief::new(game, seat, Recall::Full);
        let think = |threads| {
            let mut bot = SearchBot::new(Settings::new(Budget::games(GAMES), threads));
            bot.think(&belief, &mut Quick::new(decisions))
        };
        let tried = think(1);
        assert_eq!(tried, think(1), "the same thoughts every time, dropped answers and all");
        let games: u32 = tried.iter().map(|answer| answer.games).sum();
        assert!(games <= GAMES, "{games} games");
        early += u32::from(games < GAMES / 2);
        // The best answer has been in every world.
        assert!(tried.iter().all(|answer| answer.games <= tried[0].games), "{tried:?}");
    });
    assert!(early > 2, "only {early} of {decisions} decisions in sixteen ended early");
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = game.to_move().unwrap();
    let belief = Belief::new(&game, seat, Recall::Full);
    let budget = Budget::time(Duration::from_secs(600));
    let mut bot = SearchBot::new(Settings::new(budget.clone(), 2));
    let start = Instant::now();
    let action = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            budget.stop.store(true, Ordering::Relaxed);
        });
        bot.decide(&belief, &mut Quick::new(1))
    });
    assert_eq!(game.check(seat, &action), Ok(()));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    // Told before it begins, it still answers.
    let tried = bot.think(&belief, &mut Quick::new(1));
    assert_eq!(game.check(seat, &tried[0].action), Ok(()));
}

/// What the first decisions of a game take a search that has so much time for each.
fn spent(setup: &Setup, budget: Duration, decisions: usize) -> Vec<Duration> {
    let mut bot = SearchBot::new(Settings::new(Budget::time(budget), 1));
    let mut spent = Vec::new();
    let mut bots = table(&vec![BotKind::Random; setup.players.len()]);
    watched(setup, &mut bots, 5, |game, seat, _| {
        if spent.len() < decisions {
            // Time on the processor: waiting for a busy machine is not the bot's doing.
            let start = ThreadTime::now();
            bot.decide(&Belief::new(game, seat, Recall::Full), &mut Quick::new(1));
            spent.push(start.elapsed());
        }
    });
    spent
}

#[test]
fn a_search_keeps_to_its_time() {
    let budget = Duration::from_millis(40);
    let spent = spent(&Setup::players(3), budget, 40);
    assert!(spent.iter().all(|spent| *spent < budget * 6 / 5), "{spent:?}");
    assert!(spent.iter().any(|spent| *spent > budget / 20), "it did not think at all: {spent:?}");
}

/// With every module that goes together a single answer takes long to look at, and there are hundreds of them.
#[test]
fn a_search_keeps_to_its_time_with_all_modules() {
    let budget = Duration::from_millis(200);
    let spent = spent(&everything(), budget, 60);
    assert!(spent.iter().all(|spent| *spent < budget * 6 / 5), "{spent:?}");
    assert!(spent.iter().any(|spent| *spent > budget / 2), "it did not think at all: {spent:?}");
}

#[test]
fn advice_is_a_legal_action_with_a_sentence_and_shares() {
    let mut dice = Quick::new(11);
    let mut advised = 0;
    for seed in 0..2 {
        let most = advised + 5;
        let setup = any_setup(&mut dice);
        // Any position will do; only who asks for advice thinks.
        let mut bots = table(&vec![BotKind::Random; setup.players.len()]);
        watched(&setup, &mut bots, seed, |game, seat, _| {
            if advised == most || dice.below(80) > 0 {
                return;
            }
            let belief = Belief::new(game, seat, Recall::Full);
            let roll = dice.bits();
            for kind in [BotKind::Random, BotKind::Medium] {
                let chosen = kind.make().decide(&belief, &mut Quick::new(roll));
                let advice = advise(kind, &belief, &mut Quick::new(roll)).unwrap();
                assert_eq!(advice.best.action, chosen, "it explains what the bot does");
                assert_eq!(advice.seat, seat);
                for answer in [&advice.best].into_iter().chain(&advice.others) {
                    assert_eq!(game.check(seat, &answer.action), Ok(()));
                    assert!(!answer.words.is_empty());
                    assert!(answer.share.is_none_or(|share| (0.0..=1.0).contains(&share)), "{answer:?}");
                }
                // What to do, then why; the first may have a colon of its own.
                let (order, rest) = advice.why.split_at(advice.best.words.len());
                let reason = rest.strip_prefix(": ").unwrap_or_default();
                assert!(order.to_lowercase() == advice.best.words.to_lowercase(), "{}", advice.why);
                assert!(reason.len() > 5 && reason.ends_with('.'), "{}", advice.why);
            }
            advised += 1;
        });
    }
    assert_eq!(advised, 10, "in both games");
}

/// What a hint says of a scoring is the forecast of the engine after the answer.
#[test]
fn a_hint_says_what_a_scoring_now_would_bring() {
    let mut said = 0;
    let setup = Setup::players(3).with(ModuleId::Camps).with(ModuleId::Watchtowers);
    let mut bots = table(&[BotKind::Medium; 3]);
    watched(&setup, &mut bots, 4, |game, seat, action| {
        let places = matches!(action, Action::Place { .. });
        if said == 3 || !places || game.scorings() > 1 {
            return;
        }
        let belief = Belief::new(game, seat, Recall::Full);
        let advice = advise(BotKind::Medium, &belief, &mut Quick::new(1)).unwrap();
        let Some(reason) = advice.reasons.iter().find(|reason| reason.key == "scores_now") else { return };
        let mut after = game.clone();
        after.apply(seat, advice.best.action, &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let round = game.scorings() + 1;
        let points = |game: &GameState| i32::from(game.forecast_points(round)[seat.index()]);
        let (then, now) = (points(&after), points(game));
        assert_eq!(reason.refs, [Ref::Number(then), Ref::Number(now)]);
        assert!(then > now);
        assert!(advice.why.contains(&format!("a scoring now would bring you {then} instead of {now}")));
        said += 1;
    });
    assert_eq!(said, 3);
}

/// What a hint says of a module is the forecast of that module after the answer.
#[test]
fn a_hint_names_the_module_that_brings_points() {
    let mut said = 0;
    let setup = Setup::players(3).with(ModuleId::Camps).with(ModuleId::Watchtowers);
    let mut bots = table(&[BotKind::Medium; 3]);
    watched(&setup, &mut bots, 4, |game, seat, action| {
        if said == 3 || !matches!(action, Action::Place { .. }) || game.scorings() > 1 {
            return;
        }
        let belief = Belief::new(game, seat, Recall::Full);
        let advice = advise(BotKind::Medium, &belief, &mut Quick::new(1)).unwrap();
        let Some(reason) = advice.reasons.iter().find(|reason| reason.key == "module_scores") else { return };
        let [Ref::Word(module, "title"), Ref::Number(more), Ref::Number(round)] = reason.refs[..] else {
            panic!("{reason:?}")
        };
        let mut after = game.clone();
        after.apply(seat, advice.best.action, &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let points = |game: &GameState| -> i32 {
            let lines = game.forecast(round as u8);
            let own =
                lines.iter().filter(|line| line.source == Source::Module(module) && line.to == seat.into());
            own.map(|line| i32::from(line.points)).sum()
        };
        assert_eq!(points(&after) - points(game), more);
        assert!(advice.why.contains(&format!("{} would bring you {more} more", module.title())));
        said += 1;
    });
    assert_eq!(said, 3);
}

#[test]
fn nobody_is_advised_out_of_turn() {
    let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let idle = game.rules().seats().find(|seat| Some(*seat) != game.to_move()).unwrap();
    let belief = Belief::new(&game, idle, Recall::Full);
    assert_eq!(advise(BotKind::Medium, &belief, &mut Quick::new(1)), None);
}

/// The Red Palace: bots of all quick levels play it to the end, and what it adds is used by them, neither hoarded nor
/// wasted: every ability by somebody, several a game, and what is bought beforehand stands in palaces at the end.
#[test]
fn the_red_palace_is_played_with_what_it_has() {
    let setup = |players| Setup::players(players).in_edition(EditionId::RedPalace);
    for players in 2..=6 {
        for kind in QUICK {
            play(&setup(players), &mut table(&vec![kind; players]), 5);
        }
    }
    let games = 60;
    let (mut used, mut moments, mut left, mut guards) = (std::collections::BTreeMap::new(), 0, 0, 0);
    for seed in 0..games {
        let game = watched(&setup(3), &mut table(&[BotKind::Medium; 3]), seed, |_, _, action| {
            let shown = serde_json::to_value(action).unwrap();
            let act = &shown["module"]["red-palace"];
            if let Some(ability) = act["use"]["ability"].as_str() {
                *used.entry(ability.to_owned()).or_insert(0) += 1;
            }
            if act["preview"].is_object() {
                *used.entry("preview".to_owned()).or_insert(0) += 1;
            }
        });
        let view = game.view(None);
        let own = view.modules.iter().find(|module| module.module == ModuleId::RedPalace).unwrap();
        for item in &own.shows {
            match (item.name, &item.shown) {
                ("guards", alhambra_rules::view::Shown::BySeat(held)) => left += held.iter().sum::<i32>(),
                ("guards_on_board", alhambra_rules::view::Shown::Number(n)) => guards += n,
                _ => {}
            }
        }
        moments += 1;
    }
    let uses: i32 = used.values().sum();
    println!("{uses} abilities in {moments} games: {used:?}; {guards} guards spent, {left} left at the end");
    assert_eq!(used.len(), 9, "every ability is used by somebody: {used:?}");
    assert!(uses >= 4 * games as i32, "{uses} abilities in {games} games");
    assert!(guards * 4 >= left, "{guards} guards spent, {left} left at the end");
}

#[test]
fn medium_beats_random_in_the_red_palace() {
    let setup = Setup::players(3).in_edition(EditionId::RedPalace);
    let mut wins = 0;
    for seed in 0..60 {
        let seat = seed as usize % 3;
        let mut bots = table(&[BotKind::Random; 3]);
        bots[seat] = BotKind::Medium.make();
        let winners = play(&setup, &mut bots, seed).winners().unwrap();
        wins += u32::from(winners.len() == 1 && winners.contains(Seat::new(seat).unwrap()));
    }
    assert!(wins >= 57, "{wins} of 60");
}

/// A camp is bought for what it will score once it stands, and the hint says so.
#[test]
fn a_hint_for_a_purchase_names_the_module_it_is_for() {
    let setup = Setup::players(3).with(ModuleId::Camps);
    let (mut camps, mut named) = (0, 0);
    for seed in 0..4 {
        watched(&setup, &mut table(&[BotKind::Medium; 3]), seed, |game, seat, action| {
            let Action::Buy { piece, .. } = action else { return };
            if named > 0 || game.piece(piece).kind != PieceKind::Camp {
                return;
            }
            camps += 1;
            let belief = Belief::new(game, seat, Recall::Full);
            let (advice, _) = review(BotKind::Medium, &belief, action, &mut Quick::new(1)).unwrap();
            if advice.best.action == action {
                let title = Ref::Word(ModuleId::Camps, "title");
                named +=
                    u32::from(advice.reasons.iter().any(|r| r.key == "module_scores" && r.refs[0] == title));
            }
        });
    }
    assert!(named > 0, "of {camps} camps that were bought");
}

/// Bots ask for points alone; people are told module by module, and line by line.
#[test]
fn what_modules_would_add_is_what_their_lines_say() {
    let (mut asked, mut some) = (0, 0);
    watched(&everything(), &mut table(&[BotKind::Random; 3]), 12, |game, _, _| {
        asked += 1;
        if asked % 8 > 0 {
            return;
        }
        for round in 1..=3 {
            let mut sums = [0; 7];
            for (_, points) in game.points_by_module(round) {
                sums.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
            }
            assert_eq!(game.module_points(round), sums);
            some += u32::from(sums != [0; 7]);
        }
    });
    assert!(some > 20, "{some}");
}
