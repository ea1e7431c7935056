//! A client in Rust: for tests, the load generator, and as an example of the conversation.

use alhambra_protocol::{
    ClientMessage, CreateTable, Created, DecisionView, Hello, JoinTable, Joined, PROTOCOL, Request,
    Selection, ServerMessage, Snapshot, Update, View,
};
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};

/// What went wrong on the way.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection.
    #[error("the connection failed: {0}")]
    Connection(String),
    /// An answer that is none.
    #[error("the server's answer cannot be read: {0}")]
    Unreadable(String),
    /// The server said no.
    #[error("the server answered {status}: {body}")]
    Refused {
        /// The status.
        status: u16,
        /// What it said.
        body: String,
    },
    /// The server ended the conversation.
    #[error("the server ended the conversation: {0}")]
    Bye(String),
}

impl From<std::io::Error> for ClientError {
    fn from(why: std::io::Error) -> ClientError {
        ClientError::Connection(why.to_string())
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(why: tungstenite::Error) -> ClientError {
        ClientError::Connection(why.to_string())
    }
}

/// A server, as a client knows it.
#[derive(Clone, Debug)]
pub struct Remote {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its base path, with a slash at both ends.
    pub base: String,
}

impl Remote {
    /// A server at the root of an address.
    pub fn at(address: SocketAddr) -> Remote {
        Remote { address, base: "/".to_owned() }
    }

    /// One HTTP request on a connection of its own; answers with status, headers and body.
    ///
    /// # Errors
    /// If there is no connection or no answer.
    pub async fn http(
        &self,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<(u16, String, String), ClientError> {
        self.http_with(method, path, "", body).await
    }

    /// The same with more header lines, each ended by a line break.
    ///
    /// # Errors
    /// If there is no connection or no answer.
    pub async fn http_with(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Result<(u16, String, String), ClientError> {
        let mut stream = TcpStream::connect(self.address).await?;
        let request = format!(
            "{method} {}{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{headers}\r\n{body}",
            self.base,
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let unreadable = || ClientError::Unreadable(answer.clone());
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(unreadable)?;
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).ok_or_else(unreadable)?;
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { unchunk(body) } else { body.to_owned() };
        Ok((status, head.to_owned(), body))
    }

    /// An answer as JSON.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn json<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = serde_json::to_string(body).map_err(|why| ClientError::Unreadable(why.to_string()))?;
        let (status, _, body) = self.http(method, path, if method == "GET" { "" } else { &body }).await?;
        if status != 200 {
            return Err(ClientError::Refused { status, body });
        }
        serde_json::from_str(&body).map_err(|why| ClientError::Unreadable(format!("{why}: {body}")))
    }

    /// Makes a table.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn create(&self, wish: &CreateTable) -> Result<Created, ClientError> {
        self.json("POST", "api/tables", wish).await
    }

    /// Sits down at a table.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn join(&self, table: &str, name: &str) -> Result<Joined, ClientError> {
        let wish = JoinTable { name: name.to_owned(), seat: None };
        self.json("POST", &format!("api/tables/{table}/join"), &wish).await
    }

    /// Opens a socket and says nothing yet.
    ///
    /// # Errors
    /// If there is no connection.
    pub async fn socket(&self) -> Result<WebSocketStream<TcpStream>, ClientError> {
        let request = format!("ws://{}{}api/socket", self.address, self.base).into_client_request()?;
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(socket)
    }

    /// Comes to a table.
    ///
    /// # Errors
    /// If there is no connection or the table does not want us.
    pub async fn sit(&self, table: &str, token: Option<&str>, texts: bool) -> Result<Player, ClientError> {
        self.hello(Hello {
            protocol: PROTOCOL,
            table: table.to_owned(),
            token: token.map(str::to_owned),
            name: None,
            after: None,
            step: None,
            eyes: None,
            glance: false,
            texts,
        })
        .await
    }

    /// Comes to a table with a hello of one's own.
    ///
    /// # Errors
    /// If there is no connection or the table does not want us.
    pub async fn hello(&self, hello: Hello) -> Result<Player, ClientError> {
        let mut player =
            Player { socket: self.socket().await?, next: 1, seen: None, heard: Vec::new(), keep: false };
        player.ask(Request::Hello(hello)).await?;
        loop {
            match player.hear().await? {
                ServerMessage::Snapshot(_) => return Ok(player),
                ServerMessage::Bye { refusal, .. } | ServerMessage::Refused { refusal, .. } => {
                    return Err(ClientError::Bye(refusal.to_string()));
                }
                _ => {}
            }
        }
    }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        whole += &rest[..size];
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

/// Somebody at a table, with what they have been shown.
#[derive(Debug)]
pub struct Player {
    socket: WebSocketStream<TcpStream>,
    next: u32,
    seen: Option<Snapshot>,
    /// Every text heard, if [`keep`](Player::keep) is on.
    pub heard: Vec<String>,
    /// Whether to keep every text.
    pub keep: bool,
}

impl Player {
    /// Sends a request and returns its number.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn ask(&mut self, request: Request) -> Result<u32, ClientError> {
        let id = self.next;
        self.next += 1;
        let message = serde_json::to_string(&ClientMessage { id, request });
        let message = message.map_err(|why| ClientError::Unreadable(why.to_string()))?;
        self.say(message).await?;
        Ok(id)
    }

    /// Sends any text.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn say(&mut self, text: String) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::Text(text.into())).await?)
    }

    /// Sends bytes that are no text.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn say_bytes(&mut self, bytes: Vec<u8>) -> Result<(), ClientError> {
        Ok(self.socket.send(Message::Binary(bytes.into())).await?)
    }

    /// The next message, already put into what is known.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn hear(&mut self) -> Result<ServerMessage, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message: ServerMessage = serde_json::from_str(&text)
                        .map_err(|why| ClientError::Unreadable(format!("{why}: {text}")))?;
                    if self.keep {
                        self.heard.push(text.to_string());
                    }
                    self.learn(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(_))) | None => return Err(ClientError::Bye("closed".to_owned())),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.into()),
            }
        }
    }

    fn learn(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot(snapshot) => self.seen = Some((**snapshot).clone()),
            ServerMessage::Update(update) => {
                let game = self.seen.as_mut().and_then(|seen| seen.game.as_mut());
                if let Some(game) = game {
                    let update: Update = (**update).clone();
                    update.change.into_inner().apply_to(&mut game.view);
                    game.step = update.step;
                    game.action = update.action;
                    game.decision = update.decision;
                    game.undo = update.undo;
                    game.window = update.window;
                    if let Some(next_scoring) = update.next_scoring {
                        game.next_scoring = next_scoring.into_inner().into_iter().next();
                    }
                }
            }
            ServerMessage::Table { table, you, seq } => {
                if let Some(seen) = &mut self.seen {
                    seen.table = (**table).clone();
                    seen.you = you.clone();
                    seen.seq = *seq;
                }
            }
            ServerMessage::Chat { line } => {
                if let Some(seen) = &mut self.seen {
                    seen.chat.push(line.clone());
                }
            }
            _ => {}
        }
    }

    /// Waits for the answer to a request: done, refused or anything that carries its number.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn answer(&mut self, number: u32) -> Result<ServerMessage, ClientError> {
        loop {
            let message = self.hear().await?;
            let own = match &message {
                ServerMessage::Done { id }
                | ServerMessage::Checked { id, .. }
                | ServerMessage::History { id, .. }
                | ServerMessage::Link { id, .. }
                | ServerMessage::Hint { id, .. }
                | ServerMessage::Plan { id, .. }
                | ServerMessage::Scoring { id, .. }
                | ServerMessage::Pong { id, .. } => *id == number,
                ServerMessage::Refused { id, .. } => id.is_none_or(|id| id == number),
                ServerMessage::Snapshot(snapshot) => snapshot.id == Some(number),
                ServerMessage::Bye { .. } => true,
                _ => false,
            };
            if own {
                return Ok(message);
            }
        }
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn request(&mut self, request: Request) -> Result<ServerMessage, ClientError> {
        let id = self.ask(request).await?;
        self.answer(id).await
    }

    /// What is known of the table.
    ///
    /// # Panics
    /// Never after a hello that was answered.
    pub fn seen(&self) -> &Snapshot {
        self.seen.as_ref().expect("a player comes with a snapshot")
    }

    /// The step and the decision, if there is one to make.
    pub fn decision(&self) -> Option<(u64, &DecisionView)> {
        let game = self.seen().game.as_ref()?;
        Some((game.step, game.decision.as_ref()?))
    }

    /// What is seen of the game.
    pub fn view(&self) -> Option<&View> {
        self.seen().game.as_ref().map(|game| &game.view)
    }

    /// Chooses an option of the decision at hand; `dice` says which.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn choose(&mut self, dice: impl FnOnce(usize) -> usize) -> Result<Option<u32>, ClientError> {
        let Some((step, decision)) = self.decision() else { return Ok(None) };
        let chosen = dice(decision.options.len());
        let request = Request::Act {
            seat: decision.seat,
            step,
            choice: Selection::Option { id: decision.options[chosen].id },
        };
        // Until the update comes there is nothing to decide.
        if let Some(game) = self.seen.as_mut().and_then(|seen| seen.game.as_mut()) {
            game.decision = None;
        }
        self.ask(request).await.map(Some)
    }
}
