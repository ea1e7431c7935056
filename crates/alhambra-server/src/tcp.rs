//! A TCP connection whose writing side is shared: its own task writes to it, and so may a room that has something to say. What
//! a room writes by itself needs no other task to wake up, and mostly it goes out at once.

use axum::body::Bytes;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// A connection, for the task that reads from it.
#[derive(Debug)]
pub(crate) struct TcpConnection {
    reader: OwnedReadHalf,
    writer: SharedWriter,
}

/// The writing side of a connection.
#[derive(Clone, Debug)]
pub(crate) struct SharedWriter(Arc<Mutex<Writing>>);

#[derive(Debug)]
struct Writing {
    stream: OwnedWriteHalf,
    /// What the system did not take of the last pieces that were sent: it goes before anything else.
    rest: Vec<Bytes>,
    /// Whether the connection's own task is in the middle of something.
    midway: bool,
}

/// What became of pieces that were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// They are gone.
    All,
    /// They have begun to go; the connection's own task has to flush the rest.
    Begun,
    /// None of them: something else is on its way, or the connection takes nothing now.
    Nothing,
}

impl TcpConnection {
    pub(crate) fn new(stream: TcpStream) -> TcpConnection {
        let (reader, stream) = stream.into_split();
        let writing = Writing { stream, rest: Vec::new(), midway: false };
        TcpConnection { reader, writer: SharedWriter(Arc::new(Mutex::new(writing))) }
    }

    /// Its writing side, for others.
    pub(crate) fn writer(&self) -> SharedWriter {
        self.writer.clone()
    }
}

impl SharedWriter {
    /// Sends whole messages without waiting. Errors are for the connection's own task to find, and much at once is for it
    /// to write: whoever reads slowly but steadily is seen to read only between its writes.
    pub(crate) fn send<'a>(&self, pieces: impl Iterator<Item = &'a Bytes> + Clone) -> Sent {
        /// As many as are handed to the system at once.
        const SLICES: usize = 8;
        /// More bytes than this wait for the connection's own task.
        const MUCH: usize = 1 << 16;
        let mut writing = self.lock();
        if writing.midway || !writing.rest.is_empty() || pieces.clone().map(Bytes::len).sum::<usize>() > MUCH
        {
            return Sent::Nothing;
        }
        let mut slices = [IoSlice::new(&[]); SLICES];
        let mut used = 0;
        for (slice, piece) in slices.iter_mut().zip(pieces.clone()) {
            *slice = IoSlice::new(piece);
            used += 1;
        }
        let written = match &slices[..used] {
            [only] => writing.stream.try_write(only),
            slices => writing.stream.try_write_vectored(slices),
        };
        let Ok(mut written @ 1..) = written else { return Sent::Nothing };
        for piece in pieces {
            let gone = written.min(piece.len());
            written -= gone;
            if gone < piece.len() {
                writing.rest.push(piece.slice(gone..));
            }
        }
        if writing.rest.is_empty() { Sent::All } else { Sent::Begun }
    }

    fn lock(&self) -> MutexGuard<'_, Writing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Writing {
    /// Writes what others began.
    fn poll_rest(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(piece) = self.rest.first_mut() {
            let written = ready!(Pin::new(&mut self.stream).poll_write(cx, piece))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            drop(piece.split_to(written));
            if piece.is_empty() {
                self.rest.remove(0);
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Notes whether all of what the connection's own task wrote is gone.
    fn noted(&mut self, written: Poll<io::Result<usize>>, length: usize) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(written)) = &written {
            self.midway = *written < length;
        }
        written
    }
}

impl AsyncRead for TcpConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.reader).poll_read(cx, buf)
    }
}

impl AsyncWrite for TcpConnection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let mut writing = self.writer.lock();
        ready!(writing.poll_rest(cx))?;
        let written = Pin::new(&mut writing.stream).poll_write(cx, buf);
        writing.noted(written, buf.len())
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut writing = self.writer.lock();
        ready!(writing.poll_rest(cx))?;
        let written = Pin::new(&mut writing.stream).poll_write_vectored(cx, parts);
        writing.noted(written, parts.iter().map(|part| part.len()).sum())
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut writing = self.writer.lock();
        ready!(writing.poll_rest(cx))?;
        Pin::new(&mut writing.stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut writing = self.writer.lock();
        ready!(writing.poll_rest(cx))?;
        Pin::new(&mut writing.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    async fn pair() -> (TcpConnection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let ours = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (theirs, _) = listener.accept().await.unwrap();
        (TcpConnection::new(ours), theirs)
    }

    /// However little the other side takes, and whoever writes: everything arrives once, whole and in order.
    #[tokio::test]
    async fn what_two_write_never_gets_mixed() {
        let (mut ours, mut theirs) = pair().await;
        let writer = ours.writer();
        let message = |n: u32| Bytes::from(vec![n as u8; 20_000 + n as usize]);
        let (mut said, mut begun, mut refused) = (Vec::new(), 0, 0);
        let reading = tokio::spawn(async move {
            let mut heard = Vec::new();
            theirs.read_to_end(&mut heard).await.unwrap();
            heard
        });
        for n in 0..600 {
            let pieces = [message(n), message(n + 1)];
            match writer.send(pieces.iter()) {
                Sent::All => said.extend(pieces.concat()),
                Sent::Begun => {
                    begun += 1;
                    assert_eq!(writer.send(pieces.iter()), Sent::Nothing, "the rest goes first");
                    said.extend(pieces.concat());
                    // What the connection's own task says comes behind it.
                    ours.write_all(b"own").await.unwrap();
                    said.extend(b"own");
                }
                Sent::Nothing => {
                    refused += 1;
                    ours.write_all(&pieces.concat()).await.unwrap();
                    said.extend(pieces.concat());
                }
            }
        }
        ours.flush().await.unwrap();
        ours.shutdown().await.unwrap();
        assert!(reading.await.unwrap() == said, "every byte, in order");
        assert!(begun > 0 && begun + refused < 600, "{begun} begun, {refused} refused");
    }

    /// While its own task is in the middle of a message nobody else says anything.
    #[tokio::test]
    async fn nobody_interrupts() {
        let (mut ours, theirs) = pair().await;
        let large = vec![1; 1 << 20];
        let mut written = 0;
        // Nobody reads: the system takes what it has room for.
        while let Ok(more) =
            tokio::time::timeout(std::time::Duration::from_millis(200), ours.write(&large)).await
        {
            written += more.unwrap();
        }
        assert!(written % large.len() != 0, "it stopped in the middle: {written}");
        assert_eq!(ours.writer().send([Bytes::from_static(b"other")].iter()), Sent::Nothing);
        drop(theirs);
    }
}
