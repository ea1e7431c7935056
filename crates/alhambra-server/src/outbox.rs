//! What waits to be read by a client. The room puts it there and never waits. What the connection takes at once the room
//! hands over itself; what it does not take, and what goes by TLS, the socket's own task takes all at once.

use crate::tcp::{Sent, SharedWriter};
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
    /// Whether the socket's task is at it: nothing may overtake what it has taken.
    taken: bool,
    /// Whether the room began to write something that the socket's task has to finish.
    begun: bool,
    reader: Option<Waker>,
    /// The way past the socket's task, if there is one. It goes with the socket, so that a connection is closed even while a
    /// room is busy.
    past: Option<SharedWriter>,
}

/// An empty outbox, from both sides, and perhaps a way past the socket's task.
pub(crate) fn outbox(past: Option<SharedWriter>) -> (Outbox, Unread) {
    let waiting = Arc::new(Mutex::new(Waiting { past, ..Waiting::default() }));
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

    /// Hands over what is there, `at_once` if that goes without waiting; otherwise whoever reads gets to know of it.
    pub(crate) fn deliver(&self, at_once: bool) {
        let mut waiting = lock(&self.0);
        if waiting.frames.is_empty() {
            return;
        }
        let past = waiting.past.as_ref().filter(|_| at_once && !waiting.taken && !waiting.over);
        match past.map_or(Sent::Nothing, |past| Frame::send(&waiting.frames, past)) {
            Sent::All => return waiting.clear(),
            Sent::Begun => {
                waiting.clear();
                waiting.begun = true;
            }
            Sent::Nothing => {}
        }
        let reader = waiting.reader.take();
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
    /// All that waits, once something does, or nothing at all where only the end of what the room wrote is left; `None` when
    /// the room has gone. Until it is called again the room writes nothing by itself.
    pub(crate) async fn next(&mut self) -> Option<Vec<Frame>> {
        poll_fn(|cx| {
            let mut waiting = lock(&self.0);
            waiting.taken = !waiting.frames.is_empty() || waiting.begun;
            if waiting.taken {
                return Poll::Ready(Some(waiting.take()));
            }
            if waiting.over {
                return Poll::Ready(None);
            }
            match &mut waiting.reader {
                Some(reader) => reader.clone_from(cx.waker()),
                none => *none = Some(cx.waker().clone()),
            }
            Poll::Pending
        })
        .await
    }

    /// The room writes nothing by itself any more.
    pub(crate) fn hold(&mut self) {
        lock(&self.0).taken = true;
    }

    /// All that waits now; the room writes nothing by itself any more.
    pub(crate) fn rest(&mut self) -> Vec<Frame> {
        self.hold();
        lock(&self.0).take()
    }
}

impl Waiting {
    fn take(&mut self) -> Vec<Frame> {
        (self.bytes, self.begun) = (0, false);
        std::mem::take(&mut self.frames)
    }

    fn clear(&mut self) {
        self.bytes = 0;
        self.frames.clear();
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0);
        waiting.over = true;
        // Nobody will read it.
        waiting.take();
        waiting.past = None;
    }
}
