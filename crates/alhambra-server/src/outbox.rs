//! What waits to be read by a client. The room puts it there and never waits; the socket takes all of it at once.

use crate::websocket::Frame;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// Messages that may wait for a client, and how long they may be together.
const UNREAD: usize = 256;
const UNREAD_BYTES: usize = 1 << 20;

/// The room's side. Whoever reads hears of the end when it goes.
#[derive(Debug)]
pub(crate) struct Outbox(Arc<Mutex<Waiting>>);

/// The socket's side.
#[derive(Debug)]
pub(crate) struct Unread(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    frames: Vec<Frame>,
    bytes: usize,
    /// Whether one of both sides has gone.
    over: bool,
    reader: Option<Waker>,
}

/// An empty outbox, from both sides.
pub(crate) fn outbox() -> (Outbox, Unread) {
    let waiting = Arc::default();
    (Outbox(Arc::clone(&waiting)), Unread(waiting))
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Outbox {
    /// Puts a message in, or says that nobody is there or that too much lies there already. It is read after
    /// [`deliver`](Outbox::deliver), so that what is said in one breath goes out together.
    pub(crate) fn put(&self, frame: Frame) -> bool {
        let mut waiting = lock(&self.0);
        let room = waiting.frames.len() < UNREAD && waiting.bytes < UNREAD_BYTES && !waiting.over;
        if room {
            waiting.bytes += frame.len();
            waiting.frames.push(frame);
        }
        room
    }

    /// Lets whoever reads know that there is something.
    pub(crate) fn deliver(&self) {
        let mut waiting = lock(&self.0);
        let reader = if waiting.frames.is_empty() { None } else { waiting.reader.take() };
        drop(waiting);
        reader.into_iter().for_each(Waker::wake);
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0);
        waiting.over = true;
        let reader = waiting.reader.take();
        drop(waiting);
        // Whoever is sent away hears why, and then that it is over.
        reader.into_iter().for_each(Waker::wake);
    }
}

impl Unread {
    /// All that waits, once something does; nothing when the room has gone.
    pub(crate) async fn next(&mut self) -> Option<Vec<Frame>> {
        poll_fn(|cx| {
            let mut waiting = lock(&self.0);
            if !waiting.frames.is_empty() {
                return Poll::Ready(Some(waiting.take()));
            }
            if waiting.over {
                return Poll::Ready(None);
            }
            waiting.reader = Some(cx.waker().clone());
            Poll::Pending
        })
        .await
    }

    /// All that waits now.
    pub(crate) fn rest(&mut self) -> Vec<Frame> {
        lock(&self.0).take()
    }
}

impl Waiting {
    fn take(&mut self) -> Vec<Frame> {
        self.bytes = 0;
        std::mem::take(&mut self.frames)
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0);
        waiting.over = true;
        // Nobody will read it.
        waiting.take();
    }
}
