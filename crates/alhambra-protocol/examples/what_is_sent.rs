//! What travels between a client and the table server, as JSON: `cargo run -p alhambra-protocol --example what_is_sent`.
//!
//! A client says hello with the link it was given, gets a snapshot, and answers with the number of an option.

use alhambra_protocol::words::Names;
use alhambra_protocol::{ClientMessage, Hello, PROTOCOL, Request, Selection, shown};
use alhambra_rules::{GameState, Io, Seeded, Setup};

fn show(what: &str, message: &impl serde::Serialize) {
    println!("{what}\n{}\n", serde_json::to_string_pretty(message).expect("messages are JSON"));
}

fn main() {
    let hello = Hello {
        protocol: PROTOCOL,
        table: "KUMQUATS".to_owned(),
        token: Some("the part of the link behind #".to_owned()),
        name: None,
        after: None,
        step: None,
        eyes: None,
        glance: false,
        texts: true,
    };
    show("The first message:", &ClientMessage { id: 1, request: Request::Hello(hello) });

    let setup = Setup::players(2);
    let game = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(3))).expect("two can play");
    let seat = game.to_move().expect("somebody begins");
    show("What a spectator sees:", &game.view(None));
    if let Some(decision) = game.decision(seat) {
        let decision = shown(&game, decision, &Names::of(&setup), true);
        println!("{seat:?} may choose between {} options, the first of them:", decision.options.len());
        show("", &decision.options[0]);
    }
    let act = Request::Act { seat, step: 1, choice: Selection::Option { id: 0 } };
    show("The answer:", &ClientMessage { id: 2, request: act });
}

/// Everything shown is what the types say.
#[test]
fn it_runs() {
    main();
}
