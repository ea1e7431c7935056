//! How a table ends, and how a room does.

use super::{Mail, Room, log};
use crate::log_entry::LogEntry;
use alhambra_protocol::{Phase, Refusal, RefusalCode, Why};
use tokio::sync::mpsc;

impl Room {
    /// Ends the room if nobody needs it.
    pub(super) async fn ends(&mut self, mail: &mut mpsc::Receiver<Mail>) -> bool {
        let needed = !self.clients.is_empty() || self.thinking.is_some();
        if needed || !self.hub.retire(&self.id, mail) {
            return false;
        }
        // Somebody may have written while the door was closing.
        while let Ok(last) = mail.try_recv() {
            self.open(last).await;
        }
        if self.clients.is_empty() {
            return true;
        }
        self.hub.reopen(&self.id, &self.post);
        false
    }

    pub(super) async fn expire(&mut self) {
        if self.load().await.is_err() {
            return;
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
