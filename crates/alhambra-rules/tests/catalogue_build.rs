//! A wrong cell in `data/` must stop the build with file, line, column and reason.

#[path = "../build/catalogue.rs"]
mod generator;

const PIECES: &str = include_str!("../data/pieces.csv");
const LANDS: &str = include_str!("../data/red_palace_lands.csv");
const CARDS: &str = include_str!("../data/cards.csv");

/// The complaint after replacing `old` by `new` in the one table that has it.
fn complaint(old: &str, new: &str) -> String {
    let tables = [PIECES, LANDS, CARDS];
    assert_eq!(tables.iter().map(|t| t.matches(old).count()).sum::<usize>(), 1, "{old} must occur once");
    let [pieces, lands, cards] = tables.map(|table| table.replace(old, new));
    generator::generate(&pieces, &lands, &cards).expect_err("a wrong table was accepted")
}

#[test]
fn the_tables_are_accepted() {
    assert_eq!(generator::FILES[0], "data/pieces.csv");
    let plain = generator::generate(PIECES, LANDS, CARDS).unwrap();
    let from_spreadsheet = format!("\u{feff}{}", PIECES.replace('\n', "\r\n"));
    let quoted = from_spreadsheet.replace("\r\n1,pavilion-3-sw,", "\r\n\"1\",\"pavilion-3-sw\",");
    assert_eq!(generator::generate(&quoted, LANDS, CARDS).unwrap(), plain);
}

#[test]
fn wrong_cells_are_named() {
    let cases = [
        (
            "\n1,pavilion-3-sw,",
            "\n2,pavilion-3-sw,",
            "data/pieces.csv:3: column number: \"2\" is out of order",
        ),
        (
            "\n173,fountain-red,",
            "\n175,fountain-red,",
            "data/pieces.csv:175: column number: \"175\" is out of order",
        ),
        (
            "pavilion-3-sw",
            "pavilion-2-new",
            "data/pieces.csv:3: column key: \"pavilion-2-new\" is used twice",
        ),
        ("land-7,", "arcades-9,", "data/red_palace_lands.csv:8: column key: \"arcades-9\" is used twice"),
        ("pavilion-3-sw", "Pavilion 3", "column key: \"Pavilion 3\" is not made of"),
        (
            "camp-ne-8,camp,",
            "camp-ne-8,kamp,",
            "data/pieces.csv:61: column kind: \"kamp\" is none of base, camp",
        ),
        ("sw,base,pavilion,,3,", "sw,base,palace,,3,", "column building: \"palace\" is none of pavilion"),
        ("sw,base,pavilion,,3,", "sw,base,pavilion,,x,", "column price: \"x\" is not a number"),
        ("pavilion,,3,SW,", "pavilion,,3,SX,", "data/pieces.csv:3: column walls: \"SX\" is not a set"),
        ("pavilion,,3,SW,", "pavilion,,3,SS,", "column walls: \"SS\" is not a set"),
        (
            "garden-tower,project,garden,tower,,E,E,,S,",
            "garden-tower,project,garden,tower,,E,E,,,",
            "column towards: \"\" is none of N",
        ),
        (
            "dirham,,seraglio+arcades+garden",
            "mark,,seraglio+arcades+garden",
            "column currency: \"mark\" is none of",
        ),
        ("seraglio+arcades+garden", "seraglio+arcades", "column extra: \"seraglio+arcades\" must look like"),
        ("seraglio+arcades+garden", "seraglio+seraglio+garden", "names seraglio twice"),
        ("N:arcades E:garden S", "N:arcades E:park S", "names park, which is none of pavilion"),
        ("N:arcades E:garden S", "N:arcades garden S", "must look like \"N:… E:… S:… W:…\""),
        ("\n0,land-1,2,NEW,N,", "\n0,land-1,2,EW,N,", "column watchtowers: \"N\" has a watchtower where"),
        ("NEW,N,reconstructed,\n1,", "NEW,N,guessed,\n1,", "column provenance: \"guessed\" is none of found"),
        ("\n53,gate,gate,", "\n53,gate,door,", "data/cards.csv:55: column class: \"door\" is none of money"),
        (
            "diamond-5,diamond,,,,5,,,2,",
            "diamond-5,diamond,,,,5,,,0,",
            "column copies: \"0\" must be at least 1",
        ),
        (
            "\n0,florin-1,money,florin,,,1,",
            "\n0,florin-1,money,florin,,,,",
            "column value: \"\" is not a number",
        ),
        ("\n58,,free,", "\n58,x,free,", "column key: \"x\" must be empty for a free number"),
        ("\n64,wall-n,wall,", "\n64,wall-n,wall,,", "data/cards.csv:66: 13 cells where there must be 12"),
        ("\n53,gate,", "\n53, gate,", "data/cards.csv:55: a cell begins or ends with a space"),
        ("\n53,gate,", "\n53,\"gate,", "data/cards.csv:55: a quote is opened and never closed"),
        ("number,key,price", "number,name,price", "data/red_palace_lands.csv:1: the first line must be"),
        ("\n53,land-54,13,E,E,reconstructed,", "", "53 lands must replace 54 base tiles"),
    ];
    for (old, new, expected) in cases {
        let message = complaint(old, new);
        assert!(message.contains(expected), "expected: {expected}\n     got: {message}");
    }
}
