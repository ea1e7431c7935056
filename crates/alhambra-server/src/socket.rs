//! One connection: reads requests within their limits, hands them to the room, and writes what the room says.

use crate::hub::Shared;
use crate::limits::Bucket;
use crate::room::{Attach, Mail, text};
use crate::secret;
use alhambra_protocol::{
    ClientMessage, Hello, MAX_MESSAGE, PROTOCOL, Refusal, RefusalCode, Request, ServerMessage,
};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::SinkExt;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How long a new connection may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// After this much silence the other side is asked whether it is there, and after as much again given up.
const SILENCE: Duration = Duration::from_secs(60);
/// Messages that may wait for a client.
const UNREAD: usize = 256;
/// Unreadable or hasty messages a connection may send; as many forged ones.
pub(crate) const STRIKES: u32 = 20;
/// What is too large is still read up to here, so that the reason reaches whoever sent it; beyond it the line is cut.
const CUT: usize = 4 * MAX_MESSAGE;
/// How long a connection that was sent away may take to go.
const FAREWELL: Duration = Duration::from_secs(1);

static KEYS: AtomicU64 = AtomicU64::new(1);

/// Turns a request into a socket.
pub(crate) fn open(shared: Arc<Shared>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(CUT)
        .max_frame_size(CUT)
        // The library's own buffers are made for few and busy connections: 128 KiB each way.
        .read_buffer_size(1024)
        // What is said in one breath is written in one go, up to this much: the room once taken is kept.
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| async move {
            shared.connections.fetch_add(1, Ordering::Relaxed);
            metrics::gauge!("alhambra_connections").increment(1.0);
            converse(&shared, socket).await;
            metrics::gauge!("alhambra_connections").decrement(1.0);
            shared.connections.fetch_sub(1, Ordering::Relaxed);
        })
}

async fn converse(shared: &Arc<Shared>, mut socket: WebSocket) {
    let late = || Some(Refusal::new(RefusalCode::NotNow, "say hello within ten seconds"));
    let arrived = tokio::time::timeout(HELLO, arrive(shared, &mut socket)).await;
    let (id, hello) = match arrived.unwrap_or_else(|_| Err(late())) {
        Ok(arrived) => arrived,
        Err(Some(refusal)) => return bye(&mut socket, refusal).await,
        Err(None) => {
            let _ = socket.send(Message::Close(None)).await;
            return;
        }
    };
    let Some(table) = secret::read_code(&hello.table) else {
        let refusal = Refusal::new(RefusalCode::NotFound, "there is no such table");
        return bye(&mut socket, refusal).await;
    };
    let key = KEYS.fetch_add(1, Ordering::Relaxed);
    let (out, mut unread) = mpsc::channel::<Utf8Bytes>(UNREAD);
    let (answer, answered) = oneshot::channel();
    let attach = Mail::Attach(Box::new(Attach { key, id, hello, out, answer }));
    let mut post = shared.room(&table);
    if post.send(attach).await.is_err() {
        return bye(&mut socket, Refusal::new(RefusalCode::Unavailable, "the table is busy; try again"))
            .await;
    }
    match answered.await {
        Ok(Ok(())) => {}
        Ok(Err(refusal)) => return bye(&mut socket, refusal).await,
        Err(_) => {
            let refusal = Refusal::new(RefusalCode::Unavailable, "the table could not be opened; try again");
            return bye(&mut socket, refusal).await;
        }
    }
    let mut line = Conversation::new(shared);
    let mut heard = Instant::now();
    let mut asked = false;
    // One alarm for the whole conversation: it is set anew when it goes off, not with every message.
    let mut alarm = pin!(tokio::time::sleep_until(heard + SILENCE));
    let farewell = loop {
        tokio::select! {
            said = unread.recv() => {
                // The room has cut this connection off, or the table is parked.
                let Some(said) = said else { break None };
                if pass_on(&mut socket, said, &mut unread).await.is_err() {
                    break None;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                asked = false;
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => break Some(not_text()),
                    Some(Err(why)) if cut(&why) => break Some(too_large()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                };
                if text.len() > MAX_MESSAGE {
                    break Some(too_large());
                }
                match line.read(&text) {
                    Ok((id, request)) => {
                        let mail = Mail::Ask { key, id, request: Box::new(request) };
                        if post.send(mail).await.is_err() {
                            // The room has ended and will be opened again for the next hello.
                            post = shared.room(&table);
                            break None;
                        }
                    }
                    Err(refused) => {
                        if socket.send(Message::Text(crate::room::text(&refused))).await.is_err() {
                            break None;
                        }
                        if line.strikes > STRIKES {
                            break Some(Refusal::new(RefusalCode::TooFast, "too many messages were refused"));
                        }
                    }
                }
            }
            () = &mut alarm => {
                let due = heard + SILENCE * if asked { 2 } else { 1 };
                if due <= Instant::now() {
                    if asked || socket.send(Message::Ping(Default::default())).await.is_err() {
                        break None;
                    }
                    asked = true;
                }
                alarm.as_mut().reset(heard + SILENCE * if asked { 2 } else { 1 });
            }
        }
    };
    let _ = post.send(Mail::Detach { key }).await;
    // What the room said last may still wait.
    while let Ok(said) = unread.try_recv() {
        if socket.send(Message::Text(said)).await.is_err() {
            return;
        }
    }
    match farewell {
        Some(refusal) => bye(&mut socket, refusal).await,
        None => drop(socket.send(Message::Close(None)).await),
    }
}

/// Writes what the room said, and whatever else it has said in the meantime.
async fn pass_on(
    socket: &mut WebSocket,
    said: Utf8Bytes,
    unread: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<(), axum::Error> {
    socket.feed(Message::Text(said)).await?;
    while let Ok(more) = unread.try_recv() {
        socket.feed(Message::Text(more)).await?;
    }
    socket.flush().await
}

/// Waits for the first request, which must be a hello of this version.
async fn arrive(shared: &Arc<Shared>, socket: &mut WebSocket) -> Result<(u32, Hello), Option<Refusal>> {
    let mut line = Conversation::new(shared);
    while line.strikes < 3 {
        let text = match socket.recv().await {
            Some(Ok(Message::Text(text))) if text.len() > MAX_MESSAGE => return Err(Some(too_large())),
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Binary(_))) => return Err(Some(not_text())),
            Some(Err(why)) if cut(&why) => return Err(Some(too_large())),
            _ => return Err(None),
        };
        let refused = match line.read(&text) {
            Ok((id, Request::Hello(hello))) if hello.protocol == PROTOCOL => return Ok((id, hello)),
            Ok((id, Request::Hello(hello))) => {
                let text = format!(
                    "this server speaks protocol {PROTOCOL}, not {}; reload the page",
                    hello.protocol
                );
                ServerMessage::Refused { id: Some(id), refusal: Refusal::new(RefusalCode::Malformed, text) }
            }
            Ok((id, _)) => {
                let refusal = Refusal::new(RefusalCode::NotNow, "say hello first");
                ServerMessage::Refused { id: Some(id), refusal }
            }
            Err(refused) => *refused,
        };
        line.strikes += 1;
        if socket.send(Message::Text(crate::room::text(&refused))).await.is_err() {
            return Err(None);
        }
    }
    Err(Some(Refusal::new(RefusalCode::TooFast, "too many messages were refused")))
}

async fn bye(socket: &mut WebSocket, refusal: Refusal) {
    let retry = (refusal.code == RefusalCode::Unavailable).then_some(1000);
    let _ = socket.send(Message::Text(text(&ServerMessage::Bye { refusal, retry }))).await;
    let _ = socket.send(Message::Close(Some(CloseFrame { code: 1008, reason: Utf8Bytes::default() }))).await;
    // Closing with something unread would take the reason away again.
    let gone = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = tokio::time::timeout(FAREWELL, gone).await;
}

fn not_text() -> Refusal {
    Refusal::new(RefusalCode::Malformed, "messages are text")
}

fn too_large() -> Refusal {
    Refusal::new(RefusalCode::TooLarge, format!("a message may have {MAX_MESSAGE} bytes"))
}

/// Whether the library would not read a message to its end.
fn cut(why: &axum::Error) -> bool {
    why.to_string().contains("too long") || why.to_string().contains("Space limit")
}

/// The limits of one connection.
struct Conversation {
    bucket: Bucket,
    chat: Bucket,
    hints: Bucket,
    strikes: u32,
}

impl Conversation {
    fn new(shared: &Shared) -> Conversation {
        let rate = shared.config.messages_per_second;
        Conversation {
            bucket: Bucket::new(rate * 3, rate as f32),
            chat: Bucket::new(5, 0.5),
            hints: Bucket::new(3, 0.25),
            strikes: 0,
        }
    }

    /// A request, or why it is not one.
    fn read(&mut self, text: &str) -> Result<(u32, Request), Box<ServerMessage>> {
        if !self.bucket.take() {
            self.strikes += 1;
            let refusal = Refusal::new(RefusalCode::TooFast, "too many messages; wait a moment");
            return Err(Box::new(ServerMessage::Refused { id: number(text), refusal }));
        }
        match serde_json::from_str::<ClientMessage>(text) {
            Ok(ClientMessage { id, request: Request::Chat { .. } }) if !self.chat.take() => {
                let refusal = Refusal::new(RefusalCode::TooFast, "too much chat at once; wait a moment");
                Err(Box::new(ServerMessage::Refused { id: Some(id), refusal }))
            }
            Ok(ClientMessage { id, request: Request::Hint { .. } }) if !self.hints.take() => {
                let refusal =
                    Refusal::new(RefusalCode::TooFast, "too many hints at once; wait a few seconds");
                Err(Box::new(ServerMessage::Refused { id: Some(id), refusal }))
            }
            Ok(message) => Ok((message.id, message.request)),
            Err(why) => {
                self.strikes += 1;
                let refusal =
                    Refusal::new(RefusalCode::Malformed, format!("this message cannot be read: {why}"));
                Err(Box::new(ServerMessage::Refused { id: number(text), refusal }))
            }
        }
    }
}

/// The number of a message that cannot be read otherwise.
fn number(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Id {
        id: u32,
    }
    serde_json::from_str::<Id>(text).ok().map(|it| it.id)
}
