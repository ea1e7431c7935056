//! The lessons of the web client, eight of the base game and three of The Red Palace, are games played up to a moment where one thing can be learned by doing it.
//! Here each record is replayed, and what the lesson asks for is done from that moment on with the real engine.
//!
//! `ALHAMBRA_BLESS=1` looks for such moments anew, in games of bots, and writes them; that is needed only when the
//! rules of the base game get a new version.

use alhambra_bots::BotKind;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::decision::Ref;
use alhambra_rules::record::Record;
use alhambra_rules::table::Table;
use alhambra_rules::{
    Action, Building, DecisionKind, EditionId, GameState, Happened, Io, ModuleId, PieceId, PlaceFault,
    Player, Quarters, Quick, Scorer, Seat, Seeded, Setup,
};
use alhambra_sim::records::{parse_record, record_text};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Whoever learns sits here.
const ME: Seat = Seat::new(0).unwrap();

/// What to do when the moments do not fit the rules any more.
const AGAIN: &str = "ALHAMBRA_BLESS=1 cargo test -p alhambra-sim --test lessons looks for new moments";

/// What has to happen for a step of a lesson to be done; the web client reads the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "when", rename_all = "snake_case", deny_unknown_fields)]
enum Goal {
    /// At least so many money cards are taken at once.
    Took { cards: usize },
    /// A tile is bought, however it is paid.
    Bought,
    /// A tile is bought; exactly, so that another action follows.
    BoughtExactly,
    /// A module says something of mine under this key, perhaps about a certain word.
    Said {
        module: String,
        key: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
    },
    /// A cell is touched that is refused for this reason.
    Refused { fault: String },
    /// A tile is laid, perhaps a certain one.
    Placed {
        #[serde(skip_serializing_if = "Option::is_none")]
        piece: Option<PieceId>,
    },
    /// A tile goes into the reserve.
    Reserved,
    /// The longest wall has this length.
    Wall { length: u8 },
    /// A scoring gives points.
    Scored,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    name: String,
    goals: Vec<Goal>,
}

/// Says what is to be done at a moment, if it is right for a lesson.
type Fits = fn(&GameState) -> Option<Way>;

/// The lessons in their order, at which table each is, and how to see that a moment is right for one: what is to be
/// done there.
const LESSONS: [(&str, At, Fits); 11] = [
    ("money", At::Classic, money),
    ("buy", At::Classic, buy),
    ("walls", At::Classic, walls),
    ("walk", At::Classic, walk),
    ("holes", At::Classic, holes),
    ("wall", At::Classic, wall),
    ("reserve", At::Classic, reserve),
    ("scoring", At::Classic, scoring),
    ("guards", At::Printed, guards),
    ("exactly", At::Printed, exactly),
    ("preview", At::Drawn, preview),
];

/// What is played where something is learned: the base game, or The Red Palace with either side of its guard board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Classic,
    Printed,
    Drawn,
}

/// What a lesson asks for, and what does it.
struct Way {
    goals: Vec<Goal>,
    actions: Vec<Action>,
}

/// Several small cards in one go, where one large card tempts.
fn money(game: &GameState) -> Option<Way> {
    if main(game)? != 1 {
        return None;
    }
    let large = game.display().iter().any(|card| card.value() >= 8);
    let bundle =
        legal(game).into_iter().find(|action| matches!(action, Action::Take(set) if set.count_ones() >= 2));
    Some(Way { goals: vec![Goal::Took { cards: 2 }], actions: vec![bundle.filter(|_| large)?] })
}

/// Two tiles in one turn, each paid to the coin.
fn buy(game: &GameState) -> Option<Way> {
    if main(game)? > 6 {
        return None;
    }
    exact(game).into_iter().find_map(|first| {
        let after = then(game, first);
        let second = exact(&after).into_iter().next()?;
        // Both are to fit somewhere; what happens to them afterwards is the next lesson's.
        let fits = [first, second].iter().all(|buy| match buy {
            Action::Buy { piece, .. } => !game.cells_for(ME, *piece).is_empty(),
            _ => false,
        });
        let goals = vec![Goal::BoughtExactly, Goal::BoughtExactly];
        fits.then(|| Way { goals, actions: vec![first, second] })
    })
}

/// A tile with walls of its own that is refused beside several others because of them.
fn walls(game: &GameState) -> Option<Way> {
    laying(game, "border", |found| found.border >= 3 && found.hole + found.on_foot == 0 && found.walls >= 2)
}

/// A cell where the walls would match and nobody could walk in.
fn walk(game: &GameState) -> Option<Way> {
    laying(game, "on_foot", |found| found.on_foot >= 2 && found.hole == 0)
}

/// A cell that would shut in an empty one.
fn holes(game: &GameState) -> Option<Way> {
    laying(game, "hole", |found| found.hole >= 1)
}

/// One cell makes the wall longer than any other does.
fn wall(game: &GameState) -> Option<Way> {
    let (piece, places) = one_tile(game)?;
    let now = game.longest_wall(ME);
    let mut found: Vec<(u8, Action)> =
        places.iter().map(|(at, place)| (game.wall_with(ME, piece, *at), *place)).collect();
    found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    let [(best, place), (second, _), ..] = found[..] else { return None };
    let fits = best >= now + 2 && second < best && now >= 3;
    fits.then(|| Way { goals: vec![Goal::Wall { length: best }], actions: vec![place] })
}

/// A tile that fits nowhere now and can take another one's place later.
fn reserve(game: &GameState) -> Option<Way> {
    let (piece, places) = one_tile(game)?;
    if !places.is_empty() || !game.pieces().reserve[ME.index()].is_empty() {
        return None;
    }
    let keep = Action::Reserve { piece };
    let after = then(game, keep);
    let out = after.replaceable(ME, piece).iter().next()?;
    let goals = vec![Goal::Reserved, Goal::Placed { piece: Some(piece) }];
    Some(Way {
        goals,
        actions: vec![keep, Action::EndTurn, Action::Swap { piece, out, turn: Quarters::ZERO }],
    })
}

/// The next card is the scoring, and one building is shared with somebody.
fn scoring(game: &GameState) -> Option<Way> {
    main(game)?;
    if game.scorings() > 0
        || game.scoring_window() != Some((1, 1))
        || !game.pieces().bought[ME.index()].is_empty()
    {
        return None;
    }
    let counts = game.counts();
    let others = |building| {
        let rivals = game.rules().seats().filter(|seat| *seat != ME);
        rivals.map(|seat| counts.halves(Scorer::Seat(seat), building)).collect::<Vec<u8>>()
    };
    let mine = |building| counts.halves(Scorer::Seat(ME), building);
    let level = |building: &Building| others(*building).into_iter().filter(|n| *n == mine(*building)).count();
    let first =
        |building: &Building| mine(*building) > 0 && others(*building).iter().all(|n| *n <= mine(*building));
    let (tied, alone): (Vec<Building>, Vec<Building>) =
        Building::ALL.into_iter().filter(first).partition(|building| level(building) > 0);
    // Two share, and a point is left for each, so that there is something to see.
    let shared = matches!(tied[..], [one] if level(&one) == 1 && one.index() >= 2);
    let take = legal(game).into_iter().find(|action| matches!(action, Action::Take(_)))?;
    let fits = shared && !alone.is_empty() && game.longest_wall(ME) >= 3;
    fits.then(|| Way { goals: vec![Goal::Scored], actions: vec![take, Action::EndTurn] })
}

/// A card worth having lies on the display, and a guard can get it beside the action of the turn.
fn guards(game: &GameState) -> Option<Way> {
    let turn = main(game)?;
    let dear = game.display().iter().max_by_key(|card| card.value()).filter(|card| card.value() >= 8)?;
    let card = serde_json::to_value(dear).ok()?;
    let mut way = Way { goals: vec![said("uses", Some("take_cash")), said("takes", None)], actions: vec![] };
    let paid = guard_pays(game, "cash", &mut way)?;
    let take = act(&paid, &json!({"take": {"card": card}}))?;
    way.actions.push(take);
    (turn > 3).then_some(way)
}

/// Nothing can be paid to the coin, and a guard makes good what was overpaid.
fn exactly(game: &GameState) -> Option<Way> {
    main(game)?;
    if !exact(game).is_empty() {
        return None;
    }
    legal(game).into_iter().filter(|action| matches!(action, Action::Buy { .. })).find_map(|buy| {
        let after = then(game, buy);
        let goals = vec![Goal::Bought, said("uses", Some("count_as_exact"))];
        let mut way = Way { goals, actions: vec![buy] };
        let paid = guard_pays(&after, "exact", &mut way)?;
        (main(&paid).is_some() && !legal(&paid).is_empty()).then_some(way)
    })
}

/// A building of the preview, a card and a guard on top of its price.
fn preview(game: &GameState) -> Option<Way> {
    main(game)?;
    let is_preview = |action: &Action| shown(*action)["preview"].is_object();
    let begin = legal(game).into_iter().find(is_preview)?;
    let after = then(game, begin);
    let give = legal(&after).into_iter().find(|action| shown(*action)["give"].is_object())?;
    let after = then(&after, give);
    let discard = legal(&after).into_iter().find(|action| shown(*action)["discard"].is_object())?;
    let pay = legal(&then(&after, discard)).into_iter().next()?;
    let goals = vec![said("previews", None), Goal::BoughtExactly];
    Some(Way { goals, actions: vec![begin, give, discard, pay] })
}

fn said(key: &str, word: Option<&str>) -> Goal {
    Goal::Said { module: "red-palace".to_owned(), key: key.to_owned(), word: word.map(str::to_owned) }
}

/// What an action of The Red Palace looks like in a record; nothing for any other.
fn shown(action: Action) -> Value {
    serde_json::to_value(action).map(|value| value["module"]["red-palace"].clone()).unwrap_or_default()
}

/// The action of The Red Palace that looks like this, if it may be done.
fn act(game: &GameState, wanted: &Value) -> Option<Action> {
    legal(game).into_iter().find(|action| shown(*action) == *wanted)
}

/// Uses an ability with a guard of mine, the only one or one of two; the game after that.
fn guard_pays(game: &GameState, ability: &str, way: &mut Way) -> Option<GameState> {
    let using = act(game, &json!({"use": {"ability": ability}}))?;
    let after = then(game, using);
    let gives: Vec<Action> =
        legal(&after).into_iter().filter(|action| shown(*action)["give"].is_object()).collect();
    let give = *gives.first().filter(|_| gives.len() <= 2)?;
    way.actions.extend([using, give]);
    Some(then(&after, give))
}

/// What stands against a tile around the palace, and how many walls it has.
struct Against {
    border: usize,
    on_foot: usize,
    hole: usize,
    walls: u32,
}

/// One tile is to be laid, somewhere and not everywhere; `fault` is what the lesson is about.
fn laying(game: &GameState, fault: &str, fits: fn(&Against) -> bool) -> Option<Way> {
    let (piece, places) = one_tile(game)?;
    let refused = game.decision(ME)?.misfits;
    let count = |is: fn(&PlaceFault) -> bool| refused.iter().filter(|refused| is(&refused.fault)).count();
    let against = Against {
        border: count(|fault| matches!(fault, PlaceFault::Border { .. })),
        on_foot: count(|fault| matches!(fault, PlaceFault::OnFoot)),
        hole: count(|fault| matches!(fault, PlaceFault::Hole { .. })),
        walls: game.piece(piece).walls[0].sides().count() as u32,
    };
    let (_, place) = *places.first()?;
    let goals = vec![Goal::Refused { fault: fault.to_owned() }, Goal::Placed { piece: None }];
    ((1..=4).contains(&places.len()) && fits(&against)).then(|| Way { goals, actions: vec![place] })
}

/// The tile to be laid, if it is one and ours, and where it may go.
fn one_tile(game: &GameState) -> Option<(PieceId, Vec<(alhambra_rules::Cell, Action)>)> {
    let pending = game.pending()?;
    if pending.kind != DecisionKind::PlaceTile || !pending.seats.contains(ME) {
        return None;
    }
    let bought = game.pieces().bought[ME.index()];
    // A palace one can look at: something to build on, and not too much of it.
    let fits = bought.len() == 1 && (4..=10).contains(&game.pieces().palace[ME.index()].len());
    let piece = bought.iter().next().filter(|_| fits)?;
    let place = |action: Action| match action {
        Action::Place { at, .. } => Some((at, action)),
        _ => None,
    };
    Some((piece, legal(game).into_iter().filter_map(place).collect()))
}

/// The number of the turn, if its first action is ours.
fn main(game: &GameState) -> Option<u32> {
    let pending = game.pending()?;
    (pending.kind == DecisionKind::MainAction && pending.seats.contains(ME)).then(|| game.turn().number)
}

fn legal(game: &GameState) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal(ME, &mut actions);
    actions
}

/// Purchases that earn another action.
fn exact(game: &GameState) -> Vec<Action> {
    let Some(decision) = game.decision(ME) else { return Vec::new() };
    let extra = |choice: &alhambra_rules::decision::Choice| {
        choice.effects.iter().any(|effect| matches!(effect, alhambra_rules::decision::Effect::ExtraAction))
    };
    let buys = decision.options.into_iter().filter(extra).map(|choice| choice.action);
    buys.filter(|action| matches!(action, Action::Buy { .. })).collect()
}

fn then(game: &GameState, action: Action) -> GameState {
    let mut after = game.clone();
    after.apply(ME, action, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    after
}

fn setup(at: At) -> Setup {
    let names = ["You", "Aixa", "Yusuf"];
    let players = names.map(|name| Player { name: name.to_owned(), age: None }).to_vec();
    let mut setup = Setup { players, confirm: true, ..Setup::players(3) };
    if at != At::Classic {
        setup = setup.in_edition(EditionId::RedPalace);
    }
    if at == At::Printed {
        let values = setup.modules.entry(ModuleId::RedPalace).or_default();
        values.insert("board".to_owned(), "printed".to_owned());
    }
    setup
}

/// Looks for the shortest game of bots that leads to a moment for each lesson.
fn found(games: u64) -> Vec<(Lesson, Record, GameState)> {
    let mut best: [Option<(usize, Lesson, Record, GameState)>; 11] = [const { None }; 11];
    let missing =
        |place: &At| LESSONS.iter().any(|(name, at, fits)| at == place && kept(name, *fits).is_none());
    let tables: Vec<At> = [At::Classic, At::Printed, At::Drawn].into_iter().filter(missing).collect();
    for (seed, place) in (0..games).flat_map(|seed| tables.iter().map(move |place| (seed, *place))) {
        let mut table = Table::new(setup(place), seed).unwrap();
        let (mut bot, mut dice) = (BotKind::Medium.make(), Quick::new(seed));
        while let Some(seat) = table.game().to_move().filter(|_| table.game().scorings() == 0) {
            let n = table.record().entries.len();
            for (slot, (name, _, fits)) in
                best.iter_mut().zip(LESSONS).filter(|(_, lesson)| lesson.1 == place)
            {
                if slot.as_ref().is_none_or(|(least, ..)| n < *least)
                    && let Some(way) = fits(table.game())
                {
                    let lesson = Lesson { name: name.to_owned(), goals: way.goals };
                    *slot = Some((n, lesson, table.record().clone(), table.game().clone()));
                }
            }
            let action = bot.decide(&Belief::new(table.game(), seat, Recall::Full), &mut dice);
            table.apply(seat, action).unwrap();
        }
    }
    let found = best.into_iter().zip(LESSONS);
    found
        .map(|(slot, (name, _, fits))| {
            // What can still be learned where it was stays there.
            let found = kept(name, fits).or(slot.map(|(_, l, r, g)| (l, r, g)));
            found.unwrap_or_else(|| panic!("no moment for {name}"))
        })
        .collect()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/learn")
}

/// Whether an event is what a step waits for.
fn meets(goal: &Goal, what: &Happened, game: &GameState) -> bool {
    match (goal, what) {
        (Goal::Wall { length }, _) => game.longest_wall(ME) >= *length,
        (Goal::Took { cards: least }, Happened::TookMoney { seat: ME, cards }) => {
            cards.len() as usize >= *least
        }
        (Goal::Bought, Happened::Bought { seat: ME, .. }) => true,
        (Goal::Said { module, key, word }, Happened::Module { by, seat: Some(ME), key: told, refs }) => {
            let named = |word: &String| refs.iter().any(|r| matches!(r, Ref::Word(_, told) if told == word));
            by.info().slug == module && told == key && word.as_ref().is_none_or(named)
        }
        (Goal::BoughtExactly, Happened::Bought { seat: ME, extra_action, .. }) => *extra_action,
        (Goal::Placed { piece: None }, Happened::Placed { seat: ME, .. }) => true,
        (Goal::Placed { piece: Some(wanted) }, Happened::Placed { seat: ME, piece, .. }) => piece == wanted,
        (Goal::Reserved, Happened::Reserved { seat: ME, .. }) => true,
        (Goal::Scored, Happened::Scored { line }) => line.to == Scorer::Seat(ME) && line.points > 0,
        _ => false,
    }
}

/// A lesson as it was written last, if it can still be learned at its moment.
fn kept(name: &str, fits: Fits) -> Option<(Lesson, Record, GameState)> {
    let text = std::fs::read_to_string(folder().join("records").join(format!("{name}.jsonl"))).ok()?;
    let record = parse_record(&text).ok()?;
    let game = record.verify().ok()?;
    let goals = fits(&game)?.goals;
    Some((Lesson { name: name.to_owned(), goals }, record, game))
}

fn all_fit() -> bool {
    LESSONS.into_iter().all(|(name, _, fits)| kept(name, fits).is_some())
}

#[test]
fn every_lesson_can_be_done_where_it_begins() {
    if std::env::var_os("ALHAMBRA_BLESS").is_some() && !all_fit() {
        let found = found(1_500);
        let lessons: Vec<&Lesson> = found.iter().map(|(lesson, ..)| lesson).collect();
        std::fs::write(folder().join("lessons.json"), serde_json::to_string_pretty(&lessons).unwrap() + "\n")
            .unwrap();
        for (lesson, record, game) in &found {
            let file = folder().join("records").join(format!("{}.jsonl", lesson.name));
            std::fs::write(file, record_text(record, game)).unwrap();
        }
    }
    let text = std::fs::read_to_string(folder().join("lessons.json")).unwrap();
    let lessons: Vec<Lesson> = serde_json::from_str(&text).unwrap();
    let names: Vec<&str> = lessons.iter().map(|lesson| &*lesson.name).collect();
    assert_eq!(names, LESSONS.map(|(name, ..)| name));
    for (lesson, (name, _, fits)) in lessons.iter().zip(LESSONS) {
        let text = std::fs::read_to_string(folder().join("records").join(format!("{name}.jsonl"))).unwrap();
        let record = parse_record(&text).unwrap_or_else(|why| panic!("{name}: {why}; {AGAIN}"));
        let game = record.verify().unwrap();
        let way = fits(&game).unwrap_or_else(|| panic!("{name} cannot be learned at its moment"));
        assert_eq!(lesson.goals, way.goals, "{name}");
        // Luck after the moment is new at every table: what the lesson asks for must not hang on it.
        for luck in 0..20 {
            let left = played(game.clone(), &lesson.goals, &way.actions, luck);
            assert!(left.is_empty(), "{name} with luck {luck}: {left:?} did not happen");
        }
    }
}

/// Does what a lesson asks for, with easy bots at the other seats; what is left undone of it.
fn played(mut game: GameState, goals: &[Goal], actions: &[Action], luck: u64) -> Vec<Goal> {
    // That a cell is refused is in the decision itself, and was seen when the moment was looked at.
    let mut left: Vec<Goal> =
        goals.iter().filter(|goal| !matches!(goal, Goal::Refused { .. })).cloned().collect();
    let (mut chance, mut bot, mut dice) = (Seeded::new(luck), BotKind::Easy.make(), Quick::new(luck));
    for action in actions {
        while game.to_move() != Some(ME) || (matches!(action, Action::Swap { .. }) && main(&game).is_none()) {
            let seat = game.to_move().expect("the game goes on");
            let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply(seat, action, &mut Io::silent(&mut chance)).unwrap();
        }
        let mut log = Vec::new();
        game.apply(ME, *action, &mut Io { chance: &mut chance, log: Some(&mut log) }).unwrap();
        for event in log {
            if left.first().is_some_and(|goal| meets(goal, &event.what, &game)) {
                left.remove(0);
            }
        }
    }
    left
}
