//! Frames: what is sent over a connection, each with its length, its kind, and a code that only who knows the secret can make.
//!
//! The code covers the number of the frame and its direction, so frames can be neither changed, nor left out, nor repeated, nor sent back. Contents are not
//! hidden: who listens can read them.

use super::secret::{LENGTH, Secret, is_same, keyed};
use hmac::Mac;
use std::io::{self, Read, Write};

/// The longest contents of a frame.
pub const MOST_CONTENTS: usize = 1 << 20;

/// Bytes of the code.
const CODE: usize = 16;

/// Bytes before the contents.
const HEADER: usize = 5;

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// Bytes of timely's.
    Data,
    /// A sign of life.
    Alive,
    /// The sender has ended before its time; why.
    Broken,
    /// The sender has ended in order.
    Farewell,
    /// What must be the same for all.
    Identity,
    /// Where all processes listen: it may begin.
    Start,
}

const FRAME_KINDS: [FrameKind; 6] = [
    FrameKind::Data,
    FrameKind::Alive,
    FrameKind::Broken,
    FrameKind::Farewell,
    FrameKind::Identity,
    FrameKind::Start,
];

/// One direction of a connection: its key, and how many frames there were.
#[derive(Debug)]
pub struct Direction {
    key: [u8; LENGTH],
    frames: u64,
}

impl Direction {
    /// The direction from who called to who was called, or back.
    pub fn new(secret: &Secret, from_caller: bool, hellos: [&[u8]; 2]) -> Self {
        let purpose = if from_caller { "frames of who called" } else { "frames of who was called" };
        Direction { key: secret.derive(purpose, hellos), frames: 0 }
    }

    fn code(&mut self, kind: u8, contents: &[u8]) -> [u8; CODE] {
        let mut mac = keyed(&self.key);
        mac.update(&self.frames.to_le_bytes());
        mac.update(&[kind]);
        mac.update(contents);
        self.frames += 1;
        let mut code = [0; CODE];
        code.copy_from_slice(&mac.finalize().into_bytes()[..CODE]);
        code
    }

    /// Writes a frame.
    pub fn write(&mut self, kind: FrameKind, contents: &[u8], into: &mut impl Write) -> io::Result<()> {
        let number = FRAME_KINDS.iter().position(|known| *known == kind).unwrap_or_default() as u8;
        let mut bytes = Vec::with_capacity(HEADER + contents.len() + CODE);
        bytes.extend_from_slice(&(contents.len() as u32).to_le_bytes());
        bytes.push(number);
        bytes.extend_from_slice(contents);
        bytes.extend_from_slice(&self.code(number, contents));
        into.write_all(&bytes)
    }

    /// Reads a frame. Whenever there is nothing to read for as long as the reader waits, `is_worth_waiting` is asked; it gets
    /// whether something has come since the last time.
    pub fn read(
        &mut self,
        from: &mut impl Read,
        is_worth_waiting: &mut dyn FnMut(bool) -> Result<(), String>,
    ) -> Result<(FrameKind, Vec<u8>), String> {
        let mut header = [0; HEADER];
        fill(&mut header, from, is_worth_waiting)?;
        let length = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
        if length > MOST_CONTENTS {
            return Err("it sent a frame that is too long".into());
        }
        let mut contents = vec![0; length + CODE];
        fill(&mut contents, from, is_worth_waiting)?;
        let code = contents.split_off(length);
        if !is_same(&code, &self.code(header[4], &contents)) {
            return Err(
                "it sent a frame whose code is wrong: somebody has changed it, or it is out of order".into(),
            );
        }
        let kind = FRAME_KINDS.get(usize::from(header[4])).ok_or("it sent a frame of an unknown kind")?;
        Ok((*kind, contents))
    }
}

fn fill(
    mut bytes: &mut [u8],
    from: &mut impl Read,
    is_worth_waiting: &mut dyn FnMut(bool) -> Result<(), String>,
) -> Result<(), String> {
    let mut has_come = true;
    while !bytes.is_empty() {
        match from.read(bytes) {
            Ok(0) => return Err("the connection was closed".into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                has_come = true;
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                    is_worth_waiting(has_come)?;
                    has_come = false;
                }
                _ => return Err(format!("the connection broke: {error}")),
            },
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directions() -> [Direction; 2] {
        let secret = Secret::from_text("a secret for these tests").unwrap();
        [(); 2].map(|()| Direction::new(&secret, true, [b"a", b"b"]))
    }

    fn read(direction: &mut Direction, bytes: &[u8]) -> Result<(FrameKind, Vec<u8>), String> {
        direction.read(&mut &bytes[..], &mut |_| Ok(()))
    }

    #[test]
    fn frames_come_back_in_order() {
        let [mut out, mut back] = directions();
        for length in [0, 1, 7, 5000] {
            let mut bytes = Vec::new();
            out.write(FrameKind::Data, &vec![3; length], &mut bytes).unwrap();
            assert_eq!(read(&mut back, &bytes), Ok((FrameKind::Data, vec![3; length])));
        }
    }

    #[test]
    fn what_was_changed_left_out_or_repeated_is_refused() {
        let [mut out, _] = directions();
        let mut frames = [Vec::new(), Vec::new()];
        frames.iter_mut().for_each(|bytes| out.write(FrameKind::Data, b"abc", bytes).unwrap());
        assert!(read(&mut directions()[0], &frames[1]).is_err(), "one was left out");
        let mut back = directions().into_iter().next().unwrap();
        assert!(
            read(&mut back, &frames[0]).is_ok() && read(&mut back, &frames[0]).is_err(),
            "one was repeated"
        );
        for at in 0..frames[0].len() {
            let mut changed = frames[0].clone();
            changed[at] ^= 4;
            assert!(read(&mut directions()[0], &changed).is_err(), "the byte at {at} was changed");
            assert!(read(&mut directions()[0], &frames[0][..at]).is_err(), "cut at {at}");
        }
        let secret = Secret::from_text("a secret for these tests").unwrap();
        let mut other = Direction::new(&secret, false, [b"a", b"b"]);
        assert!(read(&mut other, &frames[0]).is_err(), "it was sent back");
    }
}
