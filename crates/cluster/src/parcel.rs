//! What workers send each other: a few thousand bytes for one worker, of one kind.
//!
//! A parcel is a container of timely's, so that timely counts it, passes it on within a process as it is, and writes it as bytes between
//! processes. Its contents are written by [`crate::wire`] either way, so that the bytes that are counted are those that are sent.

use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::Accountable;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// What a parcel is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// Nothing.
    #[default]
    Empty,
    /// Candidates for states of the receiver.
    Candidates,
    /// Sorted tags of new states of the sender.
    Tags,
    /// The ranks of such tags.
    Ranks,
    /// How many tags the sender ranked.
    Ranked,
    /// What a worker reports at the end of a level.
    Report,
    /// States on paths that were looked for.
    Steps,
    /// How far a worker is.
    Standing,
    /// That a worker wants an end, and why.
    Stop,
    /// What a worker has saved.
    Saved,
    /// How many parcels with candidates the sender has taken since it last said so.
    Taken,
}

const KINDS: [Kind; 11] = [
    Kind::Empty,
    Kind::Candidates,
    Kind::Tags,
    Kind::Ranks,
    Kind::Ranked,
    Kind::Report,
    Kind::Steps,
    Kind::Standing,
    Kind::Stop,
    Kind::Saved,
    Kind::Taken,
];

/// Some bytes for a worker.
#[derive(Debug, Clone, Default)]
pub struct Parcel {
    /// What it is about.
    pub kind: Kind,
    /// Who sends it.
    pub from: usize,
    /// Who is to have it.
    pub to: usize,
    contents: Contents,
}

#[derive(Debug, Clone)]
enum Contents {
    Own(Vec<u8>),
    /// A part of what was received at once.
    Received(Received),
}

impl Default for Contents {
    fn default() -> Self {
        Contents::Own(Vec::new())
    }
}

/// Received bytes, of which the last ones may be filling.
#[derive(Clone)]
struct Received {
    bytes: Bytes,
    start: usize,
    length: usize,
}

impl std::fmt::Debug for Received {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.length)
    }
}

/// The bytes before the contents of a parcel: kind, sender, receiver, and the length of the contents.
const HEADER: usize = 16;

impl Parcel {
    /// A parcel with these contents.
    pub fn new(kind: Kind, from: usize, to: usize, contents: Vec<u8>) -> Self {
        Parcel { kind, from, to, contents: Contents::Own(contents) }
    }

    /// The contents.
    pub fn contents(&self) -> &[u8] {
        match &self.contents {
            Contents::Own(bytes) => bytes,
            Contents::Received(Received { bytes, start, length }) => &bytes[*start..*start + *length],
        }
    }

    /// Reads a parcel; what is none becomes an empty one of no kind, which receivers refuse.
    fn read(bytes: Bytes) -> Option<Self> {
        let field = |at: usize| -> Option<usize> {
            let four = bytes.get(at..at + 4)?.try_into().ok()?;
            usize::try_from(u32::from_le_bytes(four)).ok()
        };
        let (kind, from, to, length) = (*KINDS.get(field(0)?)?, field(4)?, field(8)?, field(12)?);
        if bytes.len() < HEADER + length {
            return None;
        }
        let contents = Contents::Received(Received { bytes, start: HEADER, length });
        Some(Parcel { kind, from, to, contents })
    }
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(self.kind != Kind::Empty)
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        // One record was sent, so one must be counted, or timely would wait for it for ever.
        Parcel::read(bytes).unwrap_or(Parcel { kind: Kind::Stop, ..Parcel::default() })
    }

    fn length_in_bytes(&self) -> usize {
        (HEADER + self.contents().len()).next_multiple_of(8)
    }

    fn into_bytes<W: std::io::Write>(&self, writer: &mut W) {
        let contents = self.contents();
        let kind = KINDS.iter().position(|kind| *kind == self.kind).unwrap_or_default();
        let mut header = [0; HEADER];
        for (at, field) in [kind, self.from, self.to, contents.len()].into_iter().enumerate() {
            header[4 * at..4 * at + 4].copy_from_slice(&(field as u32).to_le_bytes());
        }
        let filling = self.length_in_bytes() - HEADER - contents.len();
        // The writer is a buffer of the length that was asked for.
        let _ = writer.write_all(&header);
        let _ = writer.write_all(contents);
        let _ = writer.write_all(&[0; 8][..filling]);
    }
}

/// Gives each parcel to the worker that it is for.
#[derive(Debug)]
pub struct ToReceiver;

impl Distributor<Parcel> for ToReceiver {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = parcel.to;
        Message::push_at(parcel, time.clone(), &mut pushers[to]);
        *parcel = Parcel::default();
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::bytes::arc::BytesMut;

    fn through_bytes(parcel: &Parcel, cut: usize) -> Parcel {
        let mut bytes = Vec::new();
        parcel.into_bytes(&mut bytes);
        assert_eq!((bytes.len(), bytes.len() % 8), (parcel.length_in_bytes(), 0));
        bytes.truncate(bytes.len() - cut);
        let mut bytes = BytesMut::from(bytes);
        let length = bytes.len();
        Parcel::from_bytes(bytes.extract_to(length))
    }

    #[test]
    fn parcels_come_back() {
        for length in 0..20 {
            let parcel = Parcel::new(Kind::Ranks, 3, 700, (0..length).collect());
            let back = through_bytes(&parcel, 0);
            assert_eq!((back.kind, back.from, back.to), (Kind::Ranks, 3, 700));
            assert_eq!(back.contents(), parcel.contents());
        }
    }

    #[test]
    fn broken_parcels_still_count() {
        let broken = through_bytes(&Parcel::new(Kind::Tags, 0, 1, vec![1; 9]), 8);
        assert_eq!((broken.kind, broken.record_count(), broken.contents().len()), (Kind::Stop, 1, 0));
    }
}
