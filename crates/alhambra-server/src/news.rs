//! News for rooms, left at the door: whoever brings it waits for no room, so that one that is busy, or full of letters, keeps
//! it from no other.

use crate::room::Mail;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

/// What could not be handed over yet, by table. It is little: newer news takes the place of older.
#[derive(Debug, Default)]
pub(crate) struct News {
    waiting: Mutex<HashMap<Arc<str>, Vec<Mail>>>,
}

impl News {
    /// Brings something to a room, now or as soon as it has place for another letter.
    pub(crate) fn bring(self: &Arc<News>, table: &str, post: &Sender<Mail>, mail: Mail) {
        let mut waiting = self.waiting();
        if let Some(letters) = waiting.get_mut(table) {
            return put(letters, mail);
        }
        let Err(TrySendError::Full(mail)) = post.try_send(mail) else { return };
        let table: Arc<str> = Arc::from(table);
        waiting.insert(table.clone(), vec![mail]);
        let (news, post) = (self.clone(), post.clone());
        tokio::spawn(async move {
            while let Ok(place) = post.reserve().await {
                match news.next(&table) {
                    Some(mail) => place.send(mail),
                    None => return,
                }
            }
            // The room has ended; the next one begins with what the log says.
            news.waiting().remove(&table);
        });
    }

    fn next(&self, table: &Arc<str>) -> Option<Mail> {
        let mut waiting = self.waiting();
        let letters = waiting.get_mut(table)?;
        if letters.is_empty() {
            waiting.remove(table);
            return None;
        }
        Some(letters.remove(0))
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<Arc<str>, Vec<Mail>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts something to what waits already.
fn put(letters: &mut Vec<Mail>, mail: Mail) {
    for old in letters.iter_mut() {
        match (old, &mail) {
            (Mail::News { seq: old }, Mail::News { seq }) => return *old = (*old).max(*seq),
            (
                Mail::Elsewhere { node: from, seats: old, asks: asked },
                Mail::Elsewhere { node, seats, asks },
            ) if from == node => {
                (*old, *asked) = (*seats, *asked || *asks);
                return;
            }
            _ => {}
        }
    }
    letters.push(mail);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::SeatSet;
    use std::time::Duration;
    use tokio::sync::mpsc;

    #[tokio::test]
    async fn a_room_that_takes_no_letters_keeps_news_from_nobody_and_gets_its_own_later() {
        let news = Arc::<News>::default();
        let (stuck, mut letters) = mpsc::channel(1);
        let (free, mut others) = mpsc::channel(8);
        stuck.try_send(Mail::Wake).unwrap();
        let here = |asks| Mail::Elsewhere { node: Arc::from("two"), seats: SeatSet::EMPTY, asks };
        for seq in 1..=1000 {
            news.bring("AAAAAAAA", &stuck, Mail::News { seq });
            news.bring("AAAAAAAA", &stuck, here(seq == 5));
        }
        news.bring("BBBBBBBB", &free, Mail::News { seq: 7 });
        assert!(matches!(others.try_recv(), Ok(Mail::News { seq: 7 })));
        assert_eq!(news.waiting().values().map(Vec::len).sum::<usize>(), 2, "little waits");
        assert!(matches!(letters.recv().await, Some(Mail::Wake)));
        assert!(matches!(letters.recv().await, Some(Mail::News { seq: 1000 })));
        assert!(matches!(letters.recv().await, Some(Mail::Elsewhere { asks: true, .. })));
        while !news.waiting().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        news.bring("AAAAAAAA", &stuck, Mail::News { seq: 1001 });
        assert!(matches!(letters.recv().await, Some(Mail::News { seq: 1001 })));
    }
}
