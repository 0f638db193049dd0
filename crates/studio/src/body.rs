//! What answers consist of: a text at once, or lines as they come.

use hyper::body::{Body, Bytes, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The content of an answer.
#[derive(Debug)]
pub enum Content {
    /// All of it.
    Whole(Option<Bytes>),
    /// Pieces, until whoever sends them has no more.
    Pieces(Receiver<Bytes>),
}

impl Content {
    /// A text.
    pub fn text(text: impl Into<Bytes>) -> Content {
        Content::Whole(Some(text.into()))
    }

    /// Pieces, and where they are sent. A sender learns that nobody listens any more when the connection has ended.
    pub fn pieces() -> (Sender<Bytes>, Content) {
        let (sender, receiver) = channel(16);
        (sender, Content::Pieces(receiver))
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match self.get_mut() {
            Content::Whole(text) => Poll::Ready(text.take()),
            Content::Pieces(receiver) => receiver.poll_recv(context),
        };
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Content::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(text) => SizeHint::with_exact(text.as_ref().map_or(0, Bytes::len) as u64),
            Content::Pieces(_) => SizeHint::default(),
        }
    }
}
