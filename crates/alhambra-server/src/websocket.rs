//! A WebSocket as the server uses it: the handshake, reading by the library, and writing that copies nothing. What is said to
//! many is one frame for all of them, and all that waits for a connection goes out in one write.

use crate::tcp::{Sent, SharedWriter};
use alhambra_protocol::ServerMessage;
use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::io::{self, ErrorKind, IoSlice};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
pub(crate) use tokio_tungstenite::tungstenite::protocol::CloseFrame;
pub(crate) use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
pub(crate) use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// The longest header of a frame.
const HEADER: usize = 10;
/// Room for most messages about a game, and for most others, so that they need not move while they are written.
const LONG: usize = 4096;
const SHORT: usize = 256;
/// How much is asked of the system in one read. The library's own buffers are made for few and busy connections.
const READ: usize = 1024;

/// A text as it travels: header and payload in one piece, shared by all who get it.
#[derive(Clone, Debug)]
pub(crate) struct Frame(Bytes);

impl Frame {
    /// A message for one client, with the English of a refusal only if it asked for texts.
    pub(crate) fn to(message: &ServerMessage, texts: bool) -> Frame {
        let silent = if texts { None } else { message.without_text() };
        Frame::of(silent.as_ref().unwrap_or(message))
    }

    /// A message as a frame.
    pub(crate) fn of(message: &ServerMessage) -> Frame {
        let about_a_game = matches!(message, ServerMessage::Update(_) | ServerMessage::Snapshot(_));
        Frame::text(if about_a_game { LONG } else { SHORT }, |out| {
            // Everything we say can be written as JSON.
            let _ = serde_json::to_writer(out, message);
        })
    }

    /// A frame with the text that `write` puts behind what is there, in about so many bytes.
    fn text(room: usize, write: impl FnOnce(&mut Vec<u8>)) -> Frame {
        // One whole message, as text.
        const FINAL_TEXT: u8 = 0x81;
        let mut frame = Vec::with_capacity(room);
        frame.extend([0; HEADER]);
        write(&mut frame);
        let length = frame.len() - HEADER;
        // The header is as long as the length needs, and ends where the text begins.
        let begin = match (u8::try_from(length), u16::try_from(length)) {
            (Ok(short @ ..126), _) => {
                frame[HEADER - 1] = short;
                HEADER - 2
            }
            (_, Ok(long)) => {
                frame[HEADER - 3] = 126;
                frame[HEADER - 2..HEADER].copy_from_slice(&long.to_be_bytes());
                HEADER - 4
            }
            _ => {
                frame[HEADER - 9] = 127;
                frame[HEADER - 8..HEADER].copy_from_slice(&(length as u64).to_be_bytes());
                HEADER - 10
            }
        };
        frame[begin] = FINAL_TEXT;
        Frame(Bytes::from(frame).slice(begin..))
    }

    /// How many bytes travel.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Sends frames past the socket's task, as far as that goes without waiting.
    pub(crate) fn send(frames: &[Frame], by: &SharedWriter) -> Sent {
        by.send(frames.iter().map(|frame| &frame.0))
    }
}

/// A request that wants to become a socket.
pub(crate) struct Upgrade {
    upgraded: OnUpgrade,
    accept: String,
    writer: Option<SharedWriter>,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, Self::Rejection> {
        let headers = &parts.headers;
        let wanted = parts.method == Method::GET
            && says(headers, header::CONNECTION, "upgrade")
            && says(headers, header::UPGRADE, "websocket")
            && says(headers, header::SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| wanted);
        let key = key.ok_or((StatusCode::BAD_REQUEST, "this address is for WebSockets, version 13"))?;
        let accept = derive_accept_key(key.as_bytes());
        let upgraded = parts.extensions.remove::<OnUpgrade>();
        let upgraded = upgraded.ok_or((StatusCode::UPGRADE_REQUIRED, "this connection stays as it is"))?;
        Ok(Upgrade { upgraded, accept, writer: parts.extensions.remove() })
    }
}

/// Whether a word stands in a header line.
fn says(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|said| said.trim().eq_ignore_ascii_case(word))
}

impl Upgrade {
    /// The answer to the request, and the socket after it; messages may be as long as `longest`.
    pub(crate) fn accept(self, longest: usize) -> (Response, impl Future<Output = hyper::Result<WebSocket>>) {
        let Upgrade { upgraded, accept, writer } = self;
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        if let Ok(accept) = HeaderValue::from_str(&accept) {
            headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
        }
        let socket = async move {
            let io = TokioIo::new(upgraded.await?);
            let config = WebSocketConfig::default()
                .max_message_size(Some(longest))
                .max_frame_size(Some(longest))
                .read_buffer_size(READ)
                // What the library says itself is short and goes at once.
                .write_buffer_size(0);
            let library = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
            Ok(WebSocket { library, writer, over: false })
        };
        (response, socket)
    }
}

/// An open socket. The library reads, answers pings and says goodbye; texts are written past it.
pub(crate) struct WebSocket {
    library: WebSocketStream<TokioIo<Upgraded>>,
    /// Where others may write whole frames, if nothing lies between the frames and the connection.
    writer: Option<SharedWriter>,
    /// Whether the other side has said goodbye: nothing may follow then.
    over: bool,
}

impl WebSocket {
    /// The next message; nothing when the connection has ended.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        let message = self.library.next().await;
        self.over |= matches!(message, None | Some(Err(_) | Ok(Message::Close(_))));
        message
    }

    /// Whether the other side has said goodbye, or is not there any more.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Where others may write frames by themselves.
    pub(crate) fn writer(&self) -> Option<SharedWriter> {
        self.writer.clone()
    }

    /// Writes frames, all of them in one go if the system takes them, behind what others began to write.
    pub(crate) async fn say(&mut self, frames: &[Frame]) -> io::Result<()> {
        if self.over {
            return Err(ErrorKind::NotConnected.into());
        }
        // An answer to a ping that has begun to go out is finished first.
        self.library.flush().await.map_err(io::Error::other)?;
        let io = self.library.get_mut();
        match frames {
            [only] => io.write_all(&only.0).await?,
            _ => {
                let mut slices: Vec<IoSlice<'_>> =
                    frames.iter().map(|frame| IoSlice::new(&frame.0)).collect();
                let mut left = &mut slices[..];
                while !left.is_empty() {
                    let written = io.write_vectored(left).await?;
                    if written == 0 {
                        return Err(ErrorKind::WriteZero.into());
                    }
                    IoSlice::advance_slices(&mut left, written);
                }
            }
        }
        io.flush().await
    }

    /// Says goodbye without a reason, or answers the goodbye of the other side.
    pub(crate) async fn leave(&mut self) -> Result<(), Error> {
        SinkExt::close(&mut self.library).await
    }

    /// Pings, or says goodbye.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.library.send(message).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use tokio_tungstenite::tungstenite::WebSocket as Library;

    /// The library reads every frame as the text it was made of, at all lengths where the header changes.
    #[test]
    fn a_frame_is_read_as_what_was_said() {
        for length in [0, 1, 125, 126, 127, 2037, 2038, 2039, 65_535, 65_536, 200_000] {
            let said = "a".repeat(length);
            let frame = Frame::text(SHORT, |out| out.extend_from_slice(said.as_bytes()));
            assert_eq!(frame.len(), frame.0.len());
            let mut library = Library::from_raw_socket(Cursor::new(frame.0.to_vec()), Role::Client, None);
            assert_eq!(library.read().unwrap(), Message::text(said), "{length}");
        }
    }
}
