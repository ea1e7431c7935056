//! A box whose owner knows better: what can be corrected, what is refused, and games that are played with it.
#![cfg(feature = "testkit")]

use alhambra_rules::data::{BadData, Data, FORMAT, export, values};
use alhambra_rules::laws::{self, Watch};
use alhambra_rules::record::{Header, Record};
use alhambra_rules::table::Table;
use alhambra_rules::{
    EditionId, GameState, Io, ModuleId, PieceId, PieceKind, Provenance, Seeded, Setup, classic_piece,
    red_palace_piece,
};
use std::collections::BTreeSet;

fn file(lines: &str) -> String {
    format!("{FORMAT}\n{lines}")
}

fn read(lines: &str) -> Data {
    Data::read(&file(lines)).unwrap()
}

fn piece(key: &str) -> PieceId {
    PieceId::with_key(key).unwrap()
}

fn begin(setup: &Setup) -> GameState {
    GameState::new(setup, &mut Io::silent(&mut Seeded::new(1))).unwrap()
}

/// A corrected camp, bazaar, power and key, and cards that lie otherwise.
const BOX: &str = "camp-s-3.price = 4 # counted\n\
    camp-w-4.walls = N\n\
    bazaar-2.currency = ducat\n\
    bazaar-2.buildings = tower pavilion garden\n\
    pavilion-8.power = -\n\
    pavilion-6-n.power = architecture\n\
    key-1.sides = market_swap plaza buy_for_14 2_points semi-building 1_point\n\
    counter-6.sections = 0/2 2/2 3/2 4/3 5/4 9/5\n\
    caravanserai-2.branches = ducat florin denar\n\
    sultan-florin.copies = 1\n\
    sultan-ducat.copies = 3\n\
    craftsman-carpenter.counts = 1 1 2\n\
    craftsman-stonemason.counts = 1 2 2\n\
    falcon-black-1.colours = red brown\n\
    falcon-white-1.colours = blue red\n\
    fruit-board-1.spaces = lemon / orange fig / pomegranate date apple / apple orange fig grape / \
    apple pomegranate grape date lemon / orange pomegranate fig grape date lemon\n\
    project-garden-1.colours = green green purple\n\
    project-tower-2.colours = white\n\
    animal-5.name = camel\n\
    animal-8.name = parrot\n\
    extensions-2.column = dirham dirham florin 9 12 15\n\
    extensions-4.column = ducat ducat florin 8 11 14\n";

fn modules() -> impl Iterator<Item = ModuleId> {
    let slugs = [
        "camps",
        "bazaars",
        "power-of-sultan",
        "caravanserai",
        "art-of-the-moors",
        "falconers",
        "orchards",
        "travelling-craftsmen",
        "fresh-colors",
        "alhambra-zoo",
        "extensions",
        "gates-without-end",
        "buildings-of-power",
    ];
    slugs.into_iter().map(|slug| ModuleId::with_slug(slug).unwrap())
}

fn corrected(players: usize) -> Setup {
    read(BOX).with(modules().fold(Setup::players(players), Setup::with))
}

#[test]
fn the_file_as_it_is_written_corrects_nothing() {
    assert_eq!(Data::read(&export()), Ok(Data::default()));
    let names: BTreeSet<String> = values().into_iter().map(|value| value.name).collect();
    assert_eq!(names.len(), values().len(), "no name stands for two values");
    for (line, text) in export().lines().enumerate() {
        assert!(text.is_empty() || text.starts_with('#') || text.contains(" = ") || line == 0, "{text}");
    }
}

/// Every piece that is marked as reconstructed can be corrected, in both editions; and modules whose own tables are.
#[test]
fn whatever_is_made_up_can_be_corrected() {
    let keys: BTreeSet<String> =
        values().into_iter().map(|value| value.name.split('.').next().unwrap().to_owned()).collect();
    for id in PieceId::all() {
        for printed in [classic_piece(id), red_palace_piece(id)] {
            let made_up = printed.provenance == Provenance::Reconstructed;
            assert!(!made_up || keys.contains(printed.key), "{} cannot be corrected", printed.key);
        }
    }
}

/// What corrects something that was made up.
enum By {
    /// These values, by the ends of their names.
    Values(&'static [&'static str]),
    /// This option of the module.
    Option(&'static str),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

/// What corrects what modules say is made up: the module, some words of the line, and what it is.
const CORRECTED: &[(u8, &str, By)] = &[
    (4, "walls of the other 23", By::Values(&[".walls"])),
    (8, "bastions and prices", By::Values(&[".walls", ".price"])),
    (16, "currencies and colours", By::Values(&[".currency", ".buildings"])),
    (18, "two sultan cards of each currency", By::Values(&[".copies"])),
    (18, "opposite sides of the die", By::Option("die")),
    (19, "currencies beside the track", By::Values(&[".branches"])),
    (20, "counters for prices", By::Values(&[".sections"])),
    (21, "which kind has which", By::Values(&[".colours"])),
    (27, "grounds for 9 and for 11, and that no ground has walls", By::Values(&[".price", ".walls"])),
    (28, "lie and walls", By::Values(&[".towards", ".walls", ".walls2"])),
    (30, "which fruit stands on which space", By::Values(&[".spaces"])),
    (31, "who is there twice", By::Values(&[".counts"])),
    (32, "four buildings of the other five", By::Values(&[".buildings"])),
    (34, "colours a project takes", By::Values(&[".colours"])),
    (36, "kinds are called", By::Values(&[".name"])),
    (
        37,
        "number of keys",
        By::Nothing("a key beyond these would need a line of its own, and nobody knows of any"),
    ),
    (37, "sides of the keys", By::Values(&[".sides"])),
    (37, "number of wall pieces", By::Values(&["gate-board.walls"])),
    (38, "which tiles have which power", By::Values(&[".power"])),
    (39, "columns, and the amounts", By::Values(&[".column"])),
    (50, "price, walls and watchtowers", By::Values(&[".price", ".walls", ".watchtowers"])),
    (
        50,
        "spots of each placement tile",
        By::Values(&["placement-1.spots", "guard-board.spots", "guard-board.abilities"]),
    ),
];

/// Every line of what a module says is made up can be corrected, or it is said why not.
#[test]
fn every_line_that_is_made_up_can_be_corrected() {
    let mut used = BTreeSet::new();
    for module in ModuleId::EVERY {
        let names: Vec<String> =
            values().into_iter().filter(|value| value.module == *module).map(|value| value.name).collect();
        let made_up = module.info().data.iter().filter(|(_, it)| *it == Provenance::Reconstructed);
        for (line, _) in made_up {
            let found =
                CORRECTED.iter().position(|(n, words, _)| *n == module.number() && line.contains(words));
            let found = found.unwrap_or_else(|| panic!("{module:?}: what corrects \"{line}\"?"));
            used.insert(found);
            match CORRECTED[found].2 {
                By::Values(ends) => {
                    for end in ends {
                        assert!(names.iter().any(|name| name.ends_with(end)), "{module:?}: no value {end}");
                    }
                }
                By::Option(option) => {
                    assert!(module.info().options.iter().any(|(name, ..)| *name == option), "{option}");
                }
                By::Nothing(why) => assert!(why.len() > 20),
            }
        }
    }
    assert_eq!(used.len(), CORRECTED.len(), "a line of this list is about nothing");
}

#[test]
fn what_is_wrong_is_named() {
    let told = |text: &str| Data::read(text).unwrap_err().to_string();
    assert!(matches!(Data::read("camp-s-3.price = 4"), Err(BadData::Format(_))));
    assert!(told("").contains(FORMAT));
    for (lines, words) in [
        ("\ncamp-s-3.price = many", "line 3: camp-s-3.price: \"many\" is not a number from 1 to 15"),
        ("camp-s-3.price 4", "line 2: \"camp-s-3.price 4\" is not like camp-s-3.price = 3"),
        ("camp-s-3.prize = 4", "of camp-s-3 there is camp-s-3.price, camp-s-3.walls"),
        ("hut-1.price = 4", "\"alhambra data export\" lists all"),
        ("camp-ne-8.price = 4", "there is no value \"camp-ne-8.price\""),
        ("camp-s-3.price = 4\ncamp-s-3.price = 5", "line 3: camp-s-3.price stands on line 2 already"),
        ("bazaar-2.buildings = tower tower garden", "as many different buildings as before"),
        ("camp-s-3.walls = -", "Camps: camp-s-3 has 0 bastions, and camps have one or two"),
        ("sultan-florin.copies = 3", "Power of Sultan: there are 8 sultan cards, not 9"),
        ("pavilion-8.power = -", "2 tiles have the power of architecture, and there are three of each"),
        ("land-1.watchtowers = S", "The Red Palace: land-1 has a watchtower where it has no wall"),
        ("land-1.watchtowers = -", "31 watchtowers, and there are 32 guards"),
        ("ground-1.price = 8", "there is no column of that number"),
        ("square-tower-1.walls = -", "every square has one"),
        ("project-pavilion-seraglio.walls = E", "a wall between its two halves"),
        ("craftsman-carpenter.counts = 1 1 2", "with 5 players there are 11 craftsmen, not 10"),
        ("key-1.sides = plaza", "key-1.sides: \"plaza\" is not six bonuses clockwise"),
        ("counter-6.sections = 0/2 2/2 2/2 4/3 5/4 9/5", "with more points in each than before"),
        ("falcon-brown-2.colours = white red", "\"white red\" is not two different colours"),
        ("falcon-black-1.colours = red purple", "Falconers: two falcons are black, red and purple"),
        ("falcon-white-5.colours = red purple", "there is no value \"falcon-white-5.colours\""),
        ("fruit-board-2.spaces = apple / fig", "is not six groups of one to six fruits"),
        ("gate-board.walls = 0", "gate-board.walls: \"0\" is not a number from 1 to 24"),
        (
            "guard-board.abilities = take_cash take_cash wall_piece half_building",
            "is not four different abilities",
        ),
        ("guard-board.abilities = take_cash wall_piece half_building", "is not four different abilities"),
        ("guard-board.points = 1 2 3 4 5 6 7", "is not eight numbers from 1 to 12"),
        ("guard-board.points = 2 1 3 4 5 6 7 8", "none of them less than the one before"),
        ("guard-board.points = 1 2 3 4 5 6 7 13", "is not eight numbers from 1 to 12"),
        (
            "score-card-1.buildings = tower tower garden pavilion seraglio arcades",
            "as many different buildings as before",
        ),
        ("medina-2.price = 3", "Medina: medina-2 and medina-3 both cost 3"),
        (
            "guard-board.abilities = take_cash wall_piece half_building flying",
            "is not four different abilities",
        ),
        (
            "fruit-board-2.spaces = fig / fig fig / fig fig fig / fig fig fig fig / fig fig fig fig fig / \
             fig fig fig fig fig fig",
            "all seven kinds among them",
        ),
        ("project-tower-2.colours = pink", "project-tower-2.colours: \"pink\" is not one to five colours"),
        ("project-tower-2.colours = red red red red red red", "is not one to five colours"),
        ("project-tower-2.colours = ", "is not one to five colours"),
        ("animal-5.name = unicorn", "animal-5.name: \"unicorn\" is none of the animals there are words for"),
        ("animal-5.name = monkey", "Alhambra Zoo: two kinds are called monkey"),
        ("animal-4.name = lion", "there is no value \"animal-4.name\""),
        ("extensions-1.column = florin dirham florin 9 12 15", "is not a currency twice, another one"),
        ("extensions-1.column = florin florin florin 9 12 15", "is not a currency twice, another one"),
        ("extensions-1.column = florin florin denar 9 12", "three amounts from 3 to 27"),
        ("extensions-1.column = florin florin denar 9 9 15", "each more than the one before"),
        ("extensions-1.column = florin florin denar 2 9 28", "three amounts from 3 to 27"),
        (
            "extensions-1.column = denar denar ducat 9 12 15",
            "Extensions: two columns are for denar, denar, ducat",
        ),
    ] {
        let found = told(&file(lines));
        assert!(found.contains(words), "{lines}: {found}");
    }
    // Anything may stand in a file, and none of it stops the program.
    for text in ["\u{feff}alhambra-data 1\n", "alhambra-data 1\r\ncamp-s-3.price = 4\r\n", "=\n=", "\0\0"] {
        let _: Result<Data, BadData> = Data::read(text);
    }
    assert_eq!(Data::read("alhambra-data 1\r\ncamp-s-3.price = 4\r\n").unwrap().len(), 1);
}

/// A set-up has the corrections of the modules it plays with and no others, as options of theirs.
#[test]
fn corrections_go_where_they_belong() {
    let data =
        read("camp-s-3.price = 4\nland-1.price = 3\nkey-1.sides = plaza plaza plaza plaza plaza plaza");
    assert_eq!(data.len(), 3);
    assert_eq!(data.with(Setup::players(3)), Setup::players(3));
    let camps = data.with(Setup::players(3).with(ModuleId::Camps));
    assert_eq!(Data::of(&camps).iter().collect::<Vec<_>>(), [(ModuleId::Camps, "camp-s-3.price", "4")]);
    let palace = data.with(Setup::players(3).in_edition(EditionId::RedPalace));
    assert_eq!(palace.modules[&ModuleId::RedPalace]["land-1.price"], "3");
    // Another box takes the place of the first one.
    assert_eq!(Data::default().with(camps.clone()), Setup::players(3).with(ModuleId::Camps));
    let json = serde_json::to_string(&camps).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), camps);
    let mut wrong = camps;
    wrong.modules.get_mut(&ModuleId::Camps).unwrap().insert("camp-s-3.price".to_owned(), "99".to_owned());
    let why = wrong.check().unwrap_err().to_string();
    assert!(why.contains("Camps") && why.contains("camp-s-3.price"), "{why}");
    let values = wrong.modules.get_mut(&ModuleId::Camps).unwrap();
    values.clear();
    values.insert("land-1.price".to_owned(), "3".to_owned());
    assert!(wrong.check().unwrap_err().to_string().contains("nothing of that name to correct"));
}

#[test]
fn a_game_is_played_with_what_its_owner_says() {
    let (printed, other) = (begin(&modules().fold(Setup::players(3), Setup::with)), begin(&corrected(3)));
    let at = |game: &GameState, key: &str| game.piece(piece(key)).clone();
    assert_eq!((at(&printed, "camp-s-3").price, at(&other, "camp-s-3").price), (3, 4));
    assert_eq!(at(&other, "camp-s-3").name(), "camp 4 S");
    assert_eq!(at(&other, "camp-w-4").walls[0].to_string(), "N");
    assert_eq!(at(&other, "bazaar-2").name(), "bazaar ducat tower+pavilion+garden");
    // A falcon is called by what is printed on it, and a board asks for it.
    let shown = |game: &GameState, module: &str, name: &str| {
        let shows =
            game.view(None).modules.into_iter().find(|it| it.module.info().slug == module).unwrap().shows;
        game.say_shown(&shows.into_iter().find(|item| item.name == name).unwrap().shown)
    };
    assert!(shown(&printed, "falconers", "black").starts_with("black blue red, black red purple"));
    assert!(shown(&other, "falconers", "black").starts_with("black red brown, black red purple"));
    assert!(shown(&other, "falconers", "white").starts_with("white blue red, white blue brown"));
    // Not every board is dealt in every game: what whoever has the first one needs for its smallest group.
    let first_board = |setup: &Setup| {
        let games = (1..).map(|seed| GameState::new(setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap());
        let dealt = |game: &GameState| {
            let boards = shown(game, "orchards", "boards");
            let owner = boards.split(", ").position(|board| board == "1")?;
            let missing = shown(game, "orchards", "missing_for_1");
            missing.split("; ").nth(owner).map(str::to_owned)
        };
        games.into_iter().find_map(|game| dealt(&game)).unwrap()
    };
    let plain = modules().fold(Setup::players(3), Setup::with);
    assert!(first_board(&plain).ends_with(": apple") && first_board(&corrected(3)).ends_with(": lemon"));
    corrected_boards(&printed, &other, shown);
    assert_eq!((at(&other, "pavilion-8").extra, at(&other, "pavilion-6-n").extra), ("", "architecture"));
    assert_eq!(at(&other, "camp-e-6"), at(&printed, "camp-e-6"), "the rest is as it was");
    assert_ne!(printed.digest(), other.digest());
    // The same corrections are the same box; a state that was packed brings its box along.
    assert!(begin(&corrected(3)) == other);
    assert!(GameState::unpack(&other.pack()).unwrap() == other);
    let palace =
        read("land-1.price = 3\nland-2.walls = ES\nplacement-1.spots = 2\nguard-board.spots = 9 2 3 3 3 4 4")
            .with(Setup::players(3).in_edition(EditionId::RedPalace));
    let palace = begin(&palace);
    let lands = ["land-1", "land-2"].map(|key| palace.piece(piece(key)).name());
    assert_eq!(lands, ["land 3 NEW", "land 3 ES"]);
}

/// The printed side of the guard board has the abilities its owner says; the gate board as many walls.
#[test]
fn boards_have_what_their_owner_says() {
    let said = "guard-board.spots = 9 2 3 3 3 4 4\n\
        guard-board.abilities = half_building take_a_plaza  move_a_guard buy_from_the_preview\n\
        gate-board.walls = 8";
    let data = read(said);
    let mut setup = data.with(Setup::players(3).in_edition(EditionId::RedPalace));
    setup.modules.get_mut(&ModuleId::RedPalace).unwrap().insert("board".to_owned(), "printed".to_owned());
    let shown = |game: &GameState, module: ModuleId, name: &str| {
        let shows = game.view(None).modules.into_iter().find(|it| it.module == module).unwrap().shows;
        game.say_shown(&shows.into_iter().find(|item| item.name == name).unwrap().shown)
    };
    let palace = begin(&setup);
    assert_eq!(
        shown(&palace, ModuleId::RedPalace, "abilities"),
        "half building, take a plaza, move a guard, buy from the preview"
    );
    laws::play(&setup, 3, Watch { every: 17, record: true }).unwrap_or_else(|breach| panic!("{breach}"));
    let gates = data.with(Setup::players(3).with(ModuleId::GatesWithoutEnd));
    let left = |setup: &Setup| shown(&begin(setup), ModuleId::GatesWithoutEnd, "walls_left");
    assert_eq!(
        (left(&gates), left(&Setup::players(3).with(ModuleId::GatesWithoutEnd))),
        ("8".into(), "6".into())
    );
    laws::play(&gates, 3, Watch { every: 17, record: true }).unwrap_or_else(|breach| panic!("{breach}"));
}

/// Projects, animals and columns: what is otherwise is named otherwise, and says its values; the rest keeps its name.
fn corrected_boards(
    printed: &GameState,
    other: &GameState,
    shown: impl Fn(&GameState, &str, &str) -> String,
) {
    let names = |game: &GameState, module: &str| -> BTreeSet<&'static str> {
        let shows = game.view(None).modules.into_iter().find(|it| it.module.info().slug == module);
        shows.unwrap().shows.into_iter().map(|item| item.name).collect()
    };
    let only = |one: &GameState, than: &GameState, module: &str| -> Vec<&'static str> {
        names(one, module).difference(&names(than, module)).copied().collect()
    };
    assert_eq!(only(other, printed, "fresh-colors"), ["taken_by_projects"]);
    assert_eq!(
        shown(other, "fresh-colors", "taken_by_projects"),
        "garden first project: green green purple; tower second project: white"
    );
    assert_eq!(only(other, printed, "alhambra-zoo"), ["camels"]);
    assert_eq!(only(printed, other, "alhambra-zoo"), ["gazelles"]);
    assert_eq!(only(other, printed, "extensions"), ["dirham_dirham_florin", "matching_up_to"]);
    assert_eq!(only(printed, other, "extensions"), ["dirham_dirham_denar"]);
    assert_eq!(shown(other, "extensions", "matching_up_to"), "ducat ducat florin: 8 11 14");
    assert!(shown(other, "extensions", "dirham_dirham_florin").contains(" up to 9, "));
    assert!(shown(other, "extensions", "ducat_ducat_florin").contains(" top row, "));
}

/// What is read from a record is played as it was recorded; what was changed in it is noticed.
#[test]
fn a_record_brings_its_box_along() {
    let mut table = Table::new(corrected(3), 7).unwrap();
    let mut actions = Vec::new();
    for i in 0..200 {
        let Some(seat) = table.game().to_move() else { break };
        table.game().legal(seat, &mut actions);
        table.apply(seat, actions[i * 7 % actions.len()]).unwrap();
    }
    let json = serde_json::to_string(&table.record().header).unwrap();
    assert!(json.contains("\"camp-s-3.price\":\"4\""), "{json}");
    let header: Header = serde_json::from_str(&json).unwrap();
    let record = Record { header, entries: table.record().entries.clone() };
    assert!(record.verify().unwrap() == *table.game());
    let other = serde_json::from_str(&json.replace("\"camp-s-3.price\":\"4\"", "\"camp-s-3.price\":\"5\""));
    let changed = Record { header: other.unwrap(), entries: record.entries.clone() };
    assert!(changed.verify().unwrap_err().to_string().contains("set-up line was changed"));
}

/// All laws hold in a corrected box, Red Palace included.
#[test]
fn laws_hold_in_any_box() {
    let watch = Watch { every: 17, record: true };
    for seed in 0..6 {
        let setup = corrected(2 + seed as usize % 5);
        laws::play(&setup, seed, watch).unwrap_or_else(|breach| panic!("game {seed}: {breach}"));
        let palace = read(
            "land-1.price = 9\nland-32.walls = NW\nland-9.price = 12\nplacement-11.spots = 1\n\
             guard-board.points = 3 3 3 4 4 9 9 12\n\
             score-card-1.buildings = garden tower seraglio arcades chambers pavilion",
        );
        let palace = palace.with(Setup::players(2 + seed as usize % 5).in_edition(EditionId::RedPalace));
        laws::play(&palace, seed, watch).unwrap_or_else(|breach| panic!("Red Palace, game {seed}: {breach}"));
    }
}

/// Every value can really be another one: some other value of the same sort is accepted, alone or with a second one.
#[test]
fn every_value_can_change() {
    let all = values();
    for value in &all {
        let alike = all.iter().filter(|other| {
            other.module == value.module && other.wrong == value.wrong && other.printed != value.printed
        });
        let accepted = |lines: &str| Data::read(&file(lines)).is_ok_and(|data| !data.is_empty());
        let mut changed = alike.map(|other| {
            let single = format!("{} = {}\n", value.name, other.printed);
            accepted(&single) || accepted(&format!("{single}{} = {}\n", other.name, value.printed))
        });
        let texts = [
            "N",
            "1",
            "1 2 2 3 3 4 4",
            "1 1 2 3 4 5 6 8",
            "half_building move_a_guard take_a_plaza take_cash",
        ];
        let plain = texts.iter().any(|text| accepted(&format!("{} = {text}\n", value.name)));
        // Halves that lie another way have their walls elsewhere too.
        let turned = value.name.strip_suffix(".towards").is_some_and(|key| {
            let turned = |side| format!("{key}.towards = {side}\n{key}.walls = -\n{key}.walls2 = -\n");
            ["N", "E", "S", "W"]
                .iter()
                .filter(|side| **side != value.printed)
                .all(|side| accepted(&turned(side)))
        });
        // A watchtower stands on a wall, and there are as many as guards: two lands change places.
        let changed_over = value.name.strip_suffix(".watchtowers").is_some_and(|key| {
            let printed = |name: &str| all.iter().find(|value| value.name == name).unwrap().printed.clone();
            let lands = all.iter().filter_map(|other| other.name.strip_suffix(".watchtowers"));
            let lands = lands.filter(|other| *other != key);
            lands.into_iter().any(|other| {
                let rows = [(key, other), (other, key)].map(|(to, from)| {
                    ["walls", "watchtowers"]
                        .map(|of| format!("{to}.{of} = {}\n", printed(&format!("{from}.{of}"))))
                        .concat()
                });
                accepted(&rows.concat())
            })
        });
        // Of the sultan cards every currency has two; the box above has other numbers of them.
        let alike = value.name.starts_with("sultan-");
        let accepted = plain || turned || changed_over || alike;
        assert!(accepted || changed.any(|accepted| accepted), "{}", value.name);
    }
    assert!(all.len() > 250, "{}", all.len());
    assert!(
        all.iter()
            .any(|value| classic_piece(piece("camp-s-3")).kind == PieceKind::Camp && value.note.len() > 5)
    );
}
