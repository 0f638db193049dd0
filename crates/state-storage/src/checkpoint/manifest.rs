//! What a checkpoint consists of, and what it was made for.
//!
//! `magic, version`, and then sections, each with its length and a checksum: what was searched, the notes of the search, and for each
//! owner its states.

use crate::checkpoint::checksum::checksum;
use crate::checkpoint::failure::CheckpointFailure;
use crate::checkpoint::fields::{FieldsIn, FieldsOut};
use crate::checkpoint::segment::{Segment, VERSION};
use crate::shape::Shape;

/// The file that makes a checkpoint valid.
pub(crate) const MANIFEST: &str = "manifest";

/// What it is called until it is complete.
pub(crate) const MANIFEST_IN_MAKING: &str = "manifest.new";

/// What manifests begin with.
const MAGIC: &[u8; 8] = b"FthmCkpt";

/// What is searched: names with their values, such as the hash of the model, its constants, and the properties.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identity(pub Vec<(String, String)>);

impl Identity {
    /// What differs from another one: the name, its value here, and its value there.
    pub fn differences(&self, other: &Identity) -> Vec<(String, String, String)> {
        let value = |identity: &Identity, name: &str| {
            let found = identity.0.iter().find(|(other, _)| other == name);
            found.map_or_else(|| "not given".to_owned(), |(_, value)| value.clone())
        };
        let mut names: Vec<&String> = self.0.iter().chain(&other.0).map(|(name, _)| name).collect();
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.as_str()));
        let all = names.into_iter().map(|name| (name.clone(), value(self, name), value(other, name)));
        all.filter(|(_, here, there)| here != there).collect()
    }
}

/// What an owner has: its states in segments, and its notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerPart {
    /// The number of the owner.
    pub owner: u64,
    /// How large its states are.
    pub shape: Shape,
    /// Where its levels begin, and where the last one ends.
    pub levels: Vec<u64>,
    /// What the search notes for this owner.
    pub notes: Vec<u8>,
    pub(crate) segments: Vec<Segment>,
}

impl OwnerPart {
    /// The part as bytes, for its way to whoever publishes it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = FieldsOut::default();
        out.numbers(&[self.owner, self.shape.words as u64, self.shape.bytes as u64]);
        out.list(&self.levels, |out, level| out.number(*level));
        out.bytes(&self.notes);
        out.list(&self.segments, |out, segment| {
            out.bytes(segment.name.as_bytes());
            out.numbers(&[segment.numbers.start, segment.numbers.end, segment.bytes]);
        });
        out.0
    }

    /// The part that was written as these bytes; nothing if there is none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut fields = FieldsIn(bytes);
        let owner = fields.number()?;
        let shape = Shape { words: fields.size()?, bytes: fields.size()? };
        let levels = fields.list(FieldsIn::number)?;
        let notes = fields.bytes()?.to_vec();
        let segments = fields.list(|fields| {
            let (name, start, end, bytes) =
                (fields.text()?, fields.number()?, fields.number()?, fields.number()?);
            Some(Segment { name, numbers: start..end, bytes })
        })?;
        let part = OwnerPart { owner, shape, levels, notes, segments };
        (fields.0.is_empty() && part.is_sound()).then_some(part)
    }

    /// Whether its segments have the states of its levels, one after the other.
    fn is_sound(&self) -> bool {
        let Shape { words, bytes } = self.shape;
        let mut end = 0;
        let follow = self.segments.iter().all(|segment| {
            let follows = segment.numbers.start == end && segment.numbers.start < segment.numbers.end;
            end = segment.numbers.end;
            follows
        });
        let rise = self.levels.is_sorted() && self.levels.first() == Some(&0);
        follow && rise && self.levels.last() == Some(&end) && words >= 1 && bytes.div_ceil(8) == words
    }
}

/// All that a manifest says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub identity: Identity,
    pub notes: Vec<u8>,
    pub parts: Vec<OwnerPart>,
}

impl Manifest {
    /// The manifest as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = FieldsOut(MAGIC.to_vec());
        out.number(u64::from(VERSION));
        let mut identity = FieldsOut::default();
        identity.list(&self.identity.0, |out, (name, value)| {
            out.bytes(name.as_bytes());
            out.bytes(value.as_bytes());
        });
        let mut section = |bytes: &[u8]| {
            let start = out.0.len();
            out.bytes(bytes);
            let sum = checksum(&out.0[start..]);
            out.number(sum);
        };
        section(&identity.0);
        section(&self.notes);
        section(&(self.parts.len() as u64).to_le_bytes());
        self.parts.iter().for_each(|part| section(&part.to_bytes()));
        out.0
    }

    /// The manifest that was written as these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointFailure> {
        let file = || MANIFEST.to_owned();
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(CheckpointFailure::Foreign { file: file() });
        };
        let mut fields = FieldsIn(rest);
        let damaged = |what: &str| CheckpointFailure::Damaged { file: file(), what: what.to_owned() };
        let version = fields.number().ok_or_else(|| damaged("it ends too early"))?;
        if version != u64::from(VERSION) {
            let found =
                u32::try_from(version).map_err(|_| damaged("its version is no number of a version"))?;
            return Err(CheckpointFailure::Version { found, known: VERSION });
        }
        let mut section = |what: &str| {
            let whole = fields.0;
            let bytes = fields.bytes().ok_or_else(|| damaged(&format!("it ends within {what}")))?;
            let sum = fields.number().ok_or_else(|| damaged(&format!("it ends within {what}")))?;
            let is_right = checksum(&whole[..bytes.len() + 8]) == sum;
            is_right.then_some(bytes).ok_or_else(|| damaged(&format!("the checksum of {what} does not fit")))
        };
        let identity = section("what was searched")?;
        let notes = section("the notes of the search")?.to_vec();
        let count = FieldsIn(section("the number of workers")?).number();
        let mut parts = Vec::new();
        for at in 0..count.unwrap_or(0) {
            let what = format!("the part of worker {at}");
            let part = OwnerPart::from_bytes(section(&what)?);
            parts.push(
                part.filter(|part| part.owner == at)
                    .ok_or_else(|| damaged(&format!("{what} is not sound")))?,
            );
        }
        let levels = parts.first().map_or(0, |part| part.levels.len());
        if !fields.0.is_empty() || levels == 0 || parts.iter().any(|part| part.levels.len() != levels) {
            return Err(damaged("its parts do not fit together"));
        }
        let identity = FieldsIn(identity).list(|fields| Some((fields.text()?, fields.text()?)));
        let identity = Identity(identity.ok_or_else(|| damaged("what was searched is not sound"))?);
        Ok(Manifest { identity, notes, parts })
    }
}
