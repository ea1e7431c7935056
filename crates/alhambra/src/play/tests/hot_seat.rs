//! Several people on one keyboard: nobody sees another's hand.

use super::*;
use crate::play::app::Screen;

fn two_people() -> App {
    let names = vec!["Anna".to_owned(), "Ben".to_owned()];
    game(Args { hot_seat: true, players: Some(2), seed: Some(6), names, ..Args::default() })
}

#[test]
fn the_curtain_hides_everything() {
    let mut app = two_people();
    let mut dice = Quick::new(2);
    let mut curtains = 0;
    for _ in 0..200 {
        if let Some(Screen::Curtain { seat }) = app.screen {
            let text = screen(&app, 80, 24);
            assert!(text.contains(&format!("Hand the keyboard to {}", app.names().seat(seat))));
            for hidden in ["florin", "○", "◇", "△", "□", "Hand of", "Market"] {
                assert!(!text.contains(hidden), "{hidden} is visible behind the curtain:\n{text}");
            }
            // Only Enter lifts it; neither undo nor menus work through it.
            press(&mut app, "utbcsl1\t");
            assert!(matches!(app.screen, Some(Screen::Curtain { .. })));
            curtains += 1;
        }
        answer(&mut app, &mut dice);
        if app.screen.is_none()
            && let Some(seat) = app.game().to_move()
        {
            assert_eq!(app.viewer(), Some(seat), "whoever decides has the keyboard");
            assert!(screen(&app, 80, 24).contains(&format!("Hand of {}", app.names().seat(seat))));
        }
    }
    assert!(curtains > 20, "the keyboard changes hands every turn");
}

#[test]
fn quitting_from_the_curtain_shows_no_hand() {
    let mut app = two_people();
    press(&mut app, "q");
    let text = screen(&app, 80, 24);
    assert!(text.contains("Leave this game?") && text.contains("Hands are hidden"), "{text}");
    press(&mut app, "n");
    assert!(matches!(app.screen, Some(Screen::Curtain { .. })), "the curtain is still there");
}

#[test]
fn the_log_names_people() {
    let mut app = two_people();
    let mut dice = Quick::new(2);
    for _ in 0..40 {
        answer(&mut app, &mut dice);
    }
    let log = app.log().join("\n");
    assert!(log.contains("Anna takes") || log.contains("Anna buys"), "{log}");
    assert!(!log.to_lowercase().contains("you"), "{log}");
}
