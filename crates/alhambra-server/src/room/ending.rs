//! How a table ends, and how a room does.

use super::{Mail, Room, log};
use crate::log_entry::LogEntry;
use crate::store::StoreError;
use alhambra_protocol::{Phase, Refusal, RefusalCode, TableSummary, Why};
use tokio::sync::mpsc;

impl Room {
    /// Ends the room if nobody needs it.
    pub(super) async fn ends(&mut self, mail: &mut mpsc::Receiver<Mail>) -> bool {
        let needed = !self.clients.is_empty() || self.thinking.is_some();
        if needed || !self.hub.retire(&self.id, mail) {
            return false;
        }
        !self.stays_for_the_last_letters(mail).await
    }

    /// Somebody may have written while the door was closing: whether the room is needed after all.
    pub(super) async fn stays_for_the_last_letters(&mut self, mail: &mut mpsc::Receiver<Mail>) -> bool {
        while let Ok(last) = mail.try_recv() {
            self.open(last).await;
        }
        // A letter may have brought people, set a bot thinking or found a clock.
        if self.clients.is_empty() && self.thinking.is_none() && self.due().is_none() {
            return false;
        }
        if self.hub.reopen(&self.id, &self.post) {
            return true;
        }
        // Meanwhile another room was opened: one table has one. Whoever is here comes back to that one.
        self.send_all_away(Refusal::new(RefusalCode::Unavailable, Why::TryAgain), Some(1000));
        self.deliver();
        let other = self.hub.room(&self.id);
        // It may know nothing yet of what the last letters brought about here.
        for mail in [Mail::Wake, Mail::News { seq: u64::MAX }] {
            let _ = other.send(mail).await;
        }
        false
    }

    pub(super) async fn expire(&mut self) {
        match self.load().await {
            Ok(()) => {}
            // This program will never be able to read it.
            Err(why) if why.code == RefusalCode::Parked => return self.expire_unread(&why).await,
            Err(_) => return,
        }
        let Some(table) = self.table.as_ref() else { return };
        if table.expires() >= self.hub.time.sure() {
            return;
        }
        if table.imported {
            // Nobody has looked at it for a long time, and whoever handed it in has it still.
            let _ = self.remove().await;
        } else if table.phase != Phase::Closed {
            let _ = self.commit(LogEntry::Closed { by_host: false }, None).await;
        }
    }

    /// A table that cannot be read is ended by what its row says. Its log stays as it is, for a program that can read it, until
    /// it is deleted with the closed ones of its time; a record that was handed in goes at once, as it would otherwise.
    async fn expire_unread(&mut self, unread: &Refusal) {
        let store = &self.hub.store;
        let done = async {
            let Some((phase, summary)) = store.overdue(&self.id, self.hub.time.sure()).await? else {
                return Ok(None);
            };
            if phase == log::IMPORTED {
                store.remove(&self.id).await?;
                return Ok(Some(true));
            }
            let closed = serde_json::from_str::<TableSummary>(&summary)
                .map(|summary| TableSummary { phase: Phase::Closed, ..summary })
                .and_then(|summary| serde_json::to_string(&summary));
            store.close_row(&self.id, &closed.unwrap_or(summary)).await?;
            Ok::<Option<bool>, StoreError>(Some(false))
        };
        match done.await {
            Ok(None) => {}
            Ok(Some(removed)) => {
                tracing::info!(table = &*self.id, %unread, removed, "a table that cannot be read is over");
                if removed {
                    self.send_all_away(log::deleted(), None);
                    self.faulty = false;
                }
            }
            Err(why) => {
                tracing::warn!(table = &*self.id, %why, "a table that cannot be read cannot be ended")
            }
        }
    }

    pub(super) async fn close(&mut self) -> Result<(), Refusal> {
        self.load().await?;
        if self.table.as_ref().is_some_and(|table| table.phase == Phase::Closed) {
            return Err(Refusal::new(RefusalCode::NotNow, Why::TableClosed));
        }
        self.commit(LogEntry::Closed { by_host: false }, None).await
    }

    /// Deletes the table with everything that was said and played at it.
    pub(super) async fn remove(&mut self) -> Result<(), Refusal> {
        match self.load().await {
            // It is closed first, so that no other server goes on with it.
            Ok(()) if self.table.as_ref().is_some_and(|table| table.phase != Phase::Closed) => {
                self.commit(LogEntry::Closed { by_host: false }, None).await?;
            }
            Err(why) if why.code == RefusalCode::NotFound => return Err(why),
            // One that cannot be read can be deleted still.
            _ => {}
        }
        self.hub.store.remove(&self.id).await.map_err(|why| log::unwritten(&why))?;
        self.send_all_away(log::deleted(), None);
        self.forget();
        self.faulty = false;
        Ok(())
    }
}
