//! What the server refuses is a key with what it points at. English comes over the socket only to those who ask for it, and over
//! HTTP to everybody; the words for the rest are handed out by language.

use crate::common::{config, serve, wish};
use alhambra_protocol::{
    ApiError, ChatVoice, HostCommand, Ref, Refusal, RefusalCode, Request, Selection, ServerMessage,
    TableOptions,
};
use alhambra_server::client::Player;
use std::collections::BTreeMap;

async fn refused(player: &mut Player, request: Request) -> Refusal {
    match player.request(request).await.unwrap() {
        ServerMessage::Refused { refusal, .. } => refusal,
        ServerMessage::Checked { refusal, .. } => refusal.expect("it is refused"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_refusal_is_a_key_and_english_only_for_those_who_ask() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    for texts in [false, true] {
        let mut ann = remote.sit(&made.table, Some(&made.token), texts).await.unwrap();
        let back = Request::Host { command: HostCommand::TakeBack { action: 999 } };
        let back = refused(&mut ann, back).await;
        assert_eq!(
            (back.rule.as_deref(), back.refs.as_slice()),
            (Some("no_such_action"), &[Ref::Number(999)][..])
        );
        assert_eq!(back.text, if texts { "there is no action 999" } else { "" });
        // Both can say it by themselves.
        assert_eq!(
            (back.to_string(), back.told("de")),
            ("there is no action 999".to_owned(), "Eine Aktion 999 gibt es nicht".to_owned())
        );
        while ann.decision().is_none() {
            ann.hear().await.unwrap();
        }
        // What the rules refuse, and what would be refused.
        let (step, decision) = ann.decision().unwrap();
        let (seat, choice) = (decision.seat, Selection::Option { id: 9999 });
        let check = refused(&mut ann, Request::Check { seat, step, choice }).await;
        assert_eq!((check.rule.as_deref(), check.text.is_empty()), (Some("option_missing"), !texts));
        let choice = Selection::Action { action: alhambra_rules::Action::Pass };
        let pass = refused(&mut ann, Request::Act { seat, step, choice }).await;
        assert_eq!(
            (pass.code, pass.rule.is_some(), pass.text.is_empty()),
            (RefusalCode::Illegal, true, !texts)
        );
        // Why no more can be taken back is a key as well.
        let undo = ann.seen().game.as_ref().unwrap().undo.clone();
        assert_eq!((undo.key.is_some(), undo.why.is_some()), (true, texts), "{undo:?}");
    }
    // Whoever is sent away at once hears it in the same way.
    for texts in [false, true] {
        let why = remote.sit("NOSUCHTB", None, texts).await.unwrap_err().to_string();
        assert!(why.ends_with("there is no such table"), "{why}");
    }
    let (status, _, body) = remote.http("GET", "api/tables/NOSUCHTB", "").await.unwrap();
    let error: ApiError = serde_json::from_str(&body).unwrap();
    assert_eq!((status, error.refusal.rule.as_deref()), (404, Some("no_such_table")));
    assert_eq!(error.refusal.text, "there is no such table");
}

#[tokio::test]
async fn a_note_of_the_table_is_a_key_and_english_only_for_those_who_ask() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(1, 1, None, TableOptions::default())).await.unwrap();
    let mut host = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let mut silent = remote.sit(&made.table, None, false).await.unwrap();
    let mut spoken = remote.sit(&made.table, None, true).await.unwrap();
    let add = Request::Host { command: HostCommand::AddSeat };
    assert!(matches!(host.request(add).await.unwrap(), ServerMessage::Done { .. }));
    for (watcher, text) in [(&mut silent, ""), (&mut spoken, "the host adds a seat")] {
        let line = loop {
            if let ServerMessage::Chat { line } = watcher.hear().await.unwrap() {
                break line;
            }
        };
        let key = ChatVoice::Table { key: "seat_added".to_owned(), names: Vec::new() };
        assert_eq!((&line.voice, line.text.as_str()), (&key, text));
        assert_eq!(line.voice.note("de").unwrap(), "Die Tischleitung fügt einen Platz hinzu");
    }
    // Whoever comes later reads it in the same way.
    for (texts, text) in [(false, ""), (true, "the host adds a seat")] {
        let late = remote.sit(&made.table, None, texts).await.unwrap();
        assert_eq!(late.seen().chat.last().unwrap().text, text);
    }
}

#[tokio::test]
async fn the_words_for_refusals_are_handed_out_by_language() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let words = async |language: &str| -> BTreeMap<String, String> {
        remote.json("GET", &format!("api/refusals?lang={language}"), &()).await.unwrap()
    };
    let (english, german) = (words("en").await, words("de").await);
    assert_eq!(english["refuse.no_such_action"], "there is no action {a}");
    assert_eq!(german["refuse.no_such_action"], "Eine Aktion {a} gibt es nicht");
    assert_eq!(english["note.joined"], "{a} sits down", "what tables note comes the same way");
    assert_eq!(german["note.joined"], "{a} setzt sich");
    assert!(german.keys().eq(english.keys()) && english.len() > 100);
    assert_eq!(words("pl").await, english, "English where there are no words");
    assert_eq!(words("tlh").await, english);
}
