//! The first words on a connection: both sides say who they are, and prove that they know the secret.
//!
//! Each side sends a greeting with a number that is used once, and then a value that is computed from the secret, its role and both greetings. So a proof is
//! good for this connection only, and nothing is told to who does not know the secret: neither the model, nor what it is called, nor how it is checked.

use super::frame::Direction;
use super::secret::{LENGTH, Secret, is_same, random};
use crate::wire::{Reader, write_bytes, write_number};
use std::io::{Read, Write};

/// How a greeting begins: changes with everything that is sent.
const BEGINNING: &[u8] = b"fathom cluster 1";

/// The longest greeting.
const LONGEST: usize = 1024;

/// What a side says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greeting {
    /// The number of the process.
    pub index: usize,
    /// How many processes it expects.
    pub processes: usize,
    /// Where it listens.
    pub address: String,
}

/// A connection between two processes that know the secret.
#[derive(Debug)]
pub struct Shaken {
    /// What the other side says of itself.
    pub other: Greeting,
    /// The frames that come.
    pub incoming: Direction,
    /// The frames that go.
    pub outgoing: Direction,
}

/// Greets the other side, and makes sure that it knows the secret.
///
/// # Errors
/// If it does not, or is no process of a search at all.
pub fn shake<S: Read + Write>(
    stream: &mut S,
    is_caller: bool,
    mine: &Greeting,
    secret: &Secret,
) -> Result<Shaken, String> {
    let own = written(mine, &random()?);
    send(stream, &own)?;
    let others = receive(stream, LONGEST)?;
    let other = read(&others).ok_or("it is no process of a search, or of another version")?;
    let hellos: [&[u8]; 2] = if is_caller { [&own, &others] } else { [&others, &own] };
    let proof = |by_caller: bool| {
        secret.derive(if by_caller { "proof of who called" } else { "proof of who was called" }, hellos)
    };
    // Who is called proves nothing to somebody who has not: a proof is what guesses at the secret could be compared with.
    if is_caller {
        send(stream, &proof(true))?;
    }
    let proven = receive(stream, LENGTH).map_err(|_| wrong())?;
    if !is_same(&proven, &proof(!is_caller)) {
        return Err(wrong());
    }
    if !is_caller {
        send(stream, &proof(false))?;
    }
    let direction = |from_caller| Direction::new(secret, from_caller, hellos);
    Ok(Shaken { other, incoming: direction(!is_caller), outgoing: direction(is_caller) })
}

fn wrong() -> String {
    "it has another secret".into()
}

fn written(greeting: &Greeting, once: &[u8]) -> Vec<u8> {
    let mut bytes = BEGINNING.to_vec();
    bytes.extend_from_slice(once);
    write_number(greeting.index as u64, &mut bytes);
    write_number(greeting.processes as u64, &mut bytes);
    write_bytes(greeting.address.as_bytes(), &mut bytes);
    bytes
}

fn read(bytes: &[u8]) -> Option<Greeting> {
    let mut reader = Reader(bytes.strip_prefix(BEGINNING)?);
    reader.take(LENGTH)?;
    let index = usize::try_from(reader.number()?).ok()?;
    let processes = usize::try_from(reader.number()?).ok()?;
    let address = reader.text()?;
    reader.is_empty().then_some(Greeting { index, processes, address })
}

fn send(stream: &mut impl Write, bytes: &[u8]) -> Result<(), String> {
    let mut all = (bytes.len() as u16).to_le_bytes().to_vec();
    all.extend_from_slice(bytes);
    stream.write_all(&all).map_err(|error| format!("it does not listen: {error}"))
}

fn receive(stream: &mut impl Read, longest: usize) -> Result<Vec<u8>, String> {
    let silent = |error: std::io::Error| format!("it says nothing that can be understood: {error}");
    let mut length = [0; 2];
    stream.read_exact(&mut length).map_err(silent)?;
    let length = usize::from(u16::from_le_bytes(length));
    if length > longest {
        return Err("it is no process of a search, or of another version".into());
    }
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).map_err(silent)?;
    Ok(bytes)
}
