//! One connection: reads requests within their limits, hands them to the room, and writes what the room says.

use crate::http::ClientAddress;
use crate::hub::Hub;
use crate::limits::Bucket;
use crate::outbox::{Unread, outbox};
use crate::room::{Attach, Mail, Missed};
use crate::secret;
use crate::websocket::{CloseCode, CloseFrame, Error, Frame, Message, Upgrade, Utf8Bytes, WebSocket};
use alhambra_protocol::{
    ClientMessage, Hello, MAX_MESSAGE, PROTOCOL, Ref, Refusal, RefusalCode, Request, ServerMessage, Why,
};
use axum::response::Response;
use std::io;
use std::net::IpAddr;
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
/// Unreadable or hasty messages a connection may send; as many forged ones.
pub(crate) const STRIKES: u32 = 20;
/// What is too large is still read up to here, so that the reason reaches whoever sent it; beyond it the line is cut.
const CUT: usize = 4 * MAX_MESSAGE;
/// How long a connection that was sent away may take to go.
const FAREWELL: Duration = Duration::from_secs(1);

static KEYS: AtomicU64 = AtomicU64::new(1);

/// Turns a request into a socket.
pub(crate) fn open(hub: Arc<Hub>, who: ClientAddress, upgrade: Upgrade) -> Response {
    let (response, socket) = upgrade.accept(CUT);
    tokio::spawn(async move {
        let socket = match socket.await {
            Ok(socket) => socket,
            Err(why) => return tracing::debug!(%why, "a socket was wished for and never came"),
        };
        hub.connections.fetch_add(1, Ordering::Relaxed);
        metrics::gauge!("alhambra_connections").increment(1.0);
        let mut line = Connection { hub: &hub, who: who.address, socket, texts: false };
        let end = line.converse().await;
        line.close(end).await;
        metrics::gauge!("alhambra_connections").decrement(1.0);
        hub.connections.fetch_sub(1, Ordering::Relaxed);
        drop(who);
    });
    response
}

/// How a conversation ends.
enum End {
    /// With a reason.
    Bye(Refusal),
    /// Without one.
    Close,
    /// There is nobody any more.
    Gone,
}

/// A connection and who is at its other end.
struct Connection<'a> {
    hub: &'a Arc<Hub>,
    who: IpAddr,
    socket: WebSocket,
    /// Whether they asked for texts; nobody has before they said hello.
    texts: bool,
}

impl Connection<'_> {
    async fn converse(&mut self) -> End {
        let hub = self.hub;
        let late = || End::Bye(Refusal::new(RefusalCode::NotNow, Why::HelloLate));
        let (id, hello) = match tokio::time::timeout(HELLO, self.arrive()).await {
            Ok(Ok(arrived)) => arrived,
            Ok(Err(end)) => return end,
            Err(_) => return late(),
        };
        self.texts = hello.texts;
        let Some(table) = secret::read_code(&hello.table) else {
            return End::Bye(Refusal::new(RefusalCode::NotFound, Why::NoSuchTable));
        };
        // A token that is good is no guess; any other answer would tell whether there is such a table.
        let may_guess = hub.may_guess(self.who);
        if let Err(why) = &may_guess
            && (hello.token.is_none() || !hub.is_table(&table).await)
        {
            return End::Bye(why.clone());
        }
        let key = KEYS.fetch_add(1, Ordering::Relaxed);
        let (out, mut unread) = outbox(self.socket.writer());
        let (answer, answered) = oneshot::channel();
        let attach = Mail::Attach(Box::new(Attach {
            key,
            id,
            who: self.who,
            hello,
            out,
            missed: Missed::default(),
            answer,
        }));
        let post = hub.room(&table);
        let busy = |why: Why| End::Bye(Refusal::new(RefusalCode::Unavailable, why));
        if post.send(attach).await.is_err() {
            return busy(Why::TableBusy);
        }
        match answered.await {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => {
                hub.guessed(self.who, &refusal);
                return End::Bye(may_guess.err().unwrap_or(refusal));
            }
            Err(_) => return busy(Why::TableNotOpened),
        }
        let end = self.talk(key, &post, &mut unread).await;
        // From here on only this task writes, and nothing comes behind a goodbye.
        unread.hold();
        let _ = post.send(Mail::Detach { key }).await;
        if matches!(end, End::Gone) {
            return end;
        }
        // What the room said last may still wait.
        let last = unread.rest();
        if !last.is_empty() && !self.socket.is_over() && self.pass_on(&last).await.is_err() {
            return End::Gone;
        }
        end
    }

    /// Says goodbye.
    async fn close(&mut self, end: End) {
        match end {
            End::Gone => {}
            End::Close => drop(self.socket.leave().await),
            End::Bye(refusal) => {
                let code = serde_json::to_string(&refusal.code).unwrap_or_default();
                self.hub.access.note(
                    Some(self.who),
                    "HELLO",
                    "/api/socket",
                    code.trim_matches('"'),
                    Duration::ZERO,
                );
                let retry = (refusal.code == RefusalCode::Unavailable).then_some(1000);
                let socket = &mut self.socket;
                let _ = socket.say(&[Frame::to(&ServerMessage::Bye { refusal, retry }, self.texts)]).await;
                let close = CloseFrame { code: CloseCode::Policy, reason: Utf8Bytes::default() };
                let _ = socket.send(Message::Close(Some(close))).await;
                // Closing with something unread would take the reason away again.
                let gone = async { while let Some(Ok(_)) = socket.recv().await {} };
                let _ = tokio::time::timeout(FAREWELL, gone).await;
            }
        }
    }

    /// Reads and writes until one side has enough.
    async fn talk(&mut self, key: u64, post: &mpsc::Sender<Mail>, unread: &mut Unread) -> End {
        let mut line = Conversation::new(self.hub);
        let mut heard = Instant::now();
        let mut asked = false;
        // One alarm for the whole conversation: it is set anew when it goes off, not with every message.
        let mut alarm = pin!(tokio::time::sleep_until(heard + SILENCE));
        loop {
            tokio::select! {
                said = unread.next() => {
                    // The room has cut this connection off, or the table is parked.
                    let Some(said) = said else { return End::Close };
                    if self.pass_on(&said).await.is_err() {
                        return End::Gone;
                    }
                }
                message = self.socket.recv() => {
                    heard = Instant::now();
                    asked = false;
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                            if !line.may_ping() {
                                return End::Bye(refused_too_often());
                            }
                            continue;
                        }
                        Some(Ok(Message::Binary(_))) => return End::Bye(not_text()),
                        Some(Err(why)) if cut(&why) => return End::Bye(too_large()),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Close,
                    };
                    if text.len() > MAX_MESSAGE {
                        return End::Bye(too_large());
                    }
                    if self.hub.bans.has(self.who) {
                        return End::Bye(banned());
                    }
                    match line.read(&text) {
                        Ok((id, request)) => {
                            let mail = Mail::Ask { key, id, request: Box::new(request) };
                            if post.send(mail).await.is_err() {
                                // The room has ended and will be opened again for the next hello.
                                return End::Close;
                            }
                        }
                        Err(refused) => {
                            if self.socket.say(&[Frame::to(&refused, self.texts)]).await.is_err() {
                                return End::Gone;
                            }
                            if line.strikes > STRIKES {
                                return End::Bye(refused_too_often());
                            }
                        }
                    }
                }
                () = &mut alarm => {
                    let due = heard + SILENCE * if asked { 2 } else { 1 };
                    if due <= Instant::now() {
                        if asked || self.socket.send(Message::Ping(Default::default())).await.is_err() {
                            return End::Gone;
                        }
                        asked = true;
                    }
                    alarm.as_mut().reset(heard + SILENCE * if asked { 2 } else { 1 });
                }
            }
        }
    }

    /// Writes what the room said. The door gives up a connection that takes nothing; this also those that take it drop by
    /// drop.
    async fn pass_on(&mut self, said: &[Frame]) -> io::Result<()> {
        let write = self.socket.say(said);
        tokio::time::timeout(self.hub.config.send_time * 2, write).await?
    }

    /// Waits for the first request, which must be a hello of this version.
    async fn arrive(&mut self) -> Result<(u32, Hello), End> {
        let mut line = Conversation::new(self.hub);
        while line.strikes < 3 {
            let text = match self.socket.recv().await {
                Some(Ok(Message::Text(text))) if text.len() > MAX_MESSAGE => {
                    return Err(End::Bye(too_large()));
                }
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) if line.may_ping() => {
                    continue;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => break,
                Some(Ok(Message::Binary(_))) => return Err(End::Bye(not_text())),
                Some(Err(why)) if cut(&why) => return Err(End::Bye(too_large())),
                _ => return Err(End::Close),
            };
            let refused = match line.read(&text) {
                Ok((id, Request::Hello(hello))) if hello.protocol == PROTOCOL => return Ok((id, hello)),
                Ok((id, Request::Hello(hello))) => {
                    self.texts = hello.texts;
                    let (ours, theirs) = (Ref::number(PROTOCOL), Ref::number(hello.protocol));
                    let refusal = Refusal::new(RefusalCode::Malformed, Why::OtherProtocol(ours, theirs));
                    ServerMessage::Refused { id: Some(id), refusal }
                }
                Ok((id, _)) => {
                    let refusal = Refusal::new(RefusalCode::NotNow, Why::SayHello);
                    ServerMessage::Refused { id: Some(id), refusal }
                }
                Err(refused) => *refused,
            };
            line.strikes += 1;
            if self.socket.say(&[Frame::to(&refused, self.texts)]).await.is_err() {
                return Err(End::Gone);
            }
        }
        Err(End::Bye(refused_too_often()))
    }
}

fn refused_too_often() -> Refusal {
    Refusal::new(RefusalCode::TooFast, Why::TooManyRefused)
}

/// Why somebody is sent away who was banned.
pub(crate) fn banned() -> Refusal {
    Refusal::new(RefusalCode::NotYours, Why::AddressBarred)
}

fn not_text() -> Refusal {
    Refusal::new(RefusalCode::Malformed, Why::NotText)
}

fn too_large() -> Refusal {
    Refusal::new(RefusalCode::TooLarge, Why::MessageLarge(Ref::number(MAX_MESSAGE)))
}

/// Whether the library would not read a message to its end.
fn cut(why: &Error) -> bool {
    matches!(why, Error::Capacity(_))
}

/// The limits of one connection.
struct Conversation {
    bucket: Bucket,
    chat: Bucket,
    hints: Bucket,
    strikes: u32,
}

impl Conversation {
    fn new(hub: &Hub) -> Conversation {
        let rate = hub.config.messages_per_second;
        Conversation {
            bucket: Bucket::new(rate * 3, rate as f32),
            chat: Bucket::new(5, 0.5),
            hints: Bucket::new(3, 0.25),
            strikes: 0,
        }
    }

    /// Whether the other side may ask once more whether we are there, or say that it is: each is a message and counts as one.
    fn may_ping(&mut self) -> bool {
        self.strikes += u32::from(!self.bucket.take());
        self.strikes <= STRIKES
    }

    /// A request, or why it is not one.
    fn read(&mut self, text: &str) -> Result<(u32, Request), Box<ServerMessage>> {
        if !self.bucket.take() {
            self.strikes += 1;
            let refusal = Refusal::new(RefusalCode::TooFast, Why::TooManyMessages);
            return Err(Box::new(ServerMessage::Refused { id: number(text), refusal }));
        }
        match serde_json::from_str::<ClientMessage>(text) {
            Ok(ClientMessage { id, request: Request::Chat { .. } }) if !self.chat.take() => {
                let refusal = Refusal::new(RefusalCode::TooFast, Why::TooMuchChat);
                Err(Box::new(ServerMessage::Refused { id: Some(id), refusal }))
            }
            // Links are made by hand, and each is kept for good.
            Ok(ClientMessage { id, request: Request::ShareHand { .. } | Request::ShareTable })
                if !self.chat.take() =>
            {
                let refusal = Refusal::new(RefusalCode::TooFast, Why::TooManyMessages);
                Err(Box::new(ServerMessage::Refused { id: Some(id), refusal }))
            }
            Ok(ClientMessage { id, request: Request::Hint { .. } }) if !self.hints.take() => {
                let refusal = Refusal::new(RefusalCode::TooFast, Why::TooManyHints);
                Err(Box::new(ServerMessage::Refused { id: Some(id), refusal }))
            }
            Ok(message) => Ok((message.id, message.request)),
            Err(why) => {
                self.strikes += 1;
                let refusal = Refusal::new(RefusalCode::Malformed, Why::MessageUnreadable(Ref::text(why)));
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
