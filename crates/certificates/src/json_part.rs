//! Parts of a JSON document that know where they stand, and are read strictly.

use crate::Refusal;
use crate::names::shortened;
use serde_json::{Map, Value as Json};

/// A part of a document.
#[derive(Debug, Clone)]
pub(crate) struct JsonPart<'j> {
    json: &'j Json,
    /// Where it stands: `certificates[2].proof.region`.
    place: String,
}

impl<'j> JsonPart<'j> {
    /// A whole document.
    pub fn new(json: &'j Json) -> Self {
        JsonPart { json, place: String::new() }
    }

    /// What is wrong here.
    pub fn wrong(&self, what: impl std::fmt::Display) -> Refusal {
        let place = if self.place.is_empty() { "the document" } else { &self.place };
        Refusal::Malformed(format!("{place}: {what}"))
    }

    /// Says where something is wrong.
    pub fn locate<T>(&self, result: Result<T, Refusal>) -> Result<T, Refusal> {
        result.map_err(|refusal| match refusal {
            Refusal::Malformed(what) => self.wrong(what),
            other => other,
        })
    }

    fn below(&self, key: &str, json: &'j Json) -> JsonPart<'j> {
        let dot = if self.place.is_empty() { "" } else { "." };
        JsonPart { json, place: format!("{}{dot}{}", self.place, shortened(key)) }
    }

    /// The object as it is.
    pub fn map(&self) -> Result<&'j Map<String, Json>, Refusal> {
        self.json.as_object().ok_or_else(|| self.wrong("an object belongs here"))
    }

    /// All keys and what they have.
    pub fn entries(&self) -> Result<Vec<(&'j str, JsonPart<'j>)>, Refusal> {
        Ok(self.map()?.iter().map(|(key, json)| (key.as_str(), self.below(key, json))).collect())
    }

    /// That it is an object with no other keys than these.
    pub fn only(&self, keys: &[&str]) -> Result<(), Refusal> {
        match self.map()?.keys().find(|key| !keys.contains(&key.as_str())) {
            Some(key) => {
                Err(self.wrong(format!("`{}` is no key here, but {}", shortened(key), keys.join(", "))))
            }
            None => Ok(()),
        }
    }

    /// What a key has, if it is there.
    pub fn optional(&self, key: &str) -> Option<JsonPart<'j>> {
        self.json.get(key).map(|json| self.below(key, json))
    }

    /// What a key has.
    pub fn get(&self, key: &str) -> Result<JsonPart<'j>, Refusal> {
        self.map()?;
        self.optional(key).ok_or_else(|| self.wrong(format!("`{key}` is missing")))
    }

    /// The parts of a list.
    pub fn list(&self) -> Result<Vec<JsonPart<'j>>, Refusal> {
        let all = self.json.as_array().ok_or_else(|| self.wrong("a list belongs here"))?;
        let part = |(at, json)| JsonPart { json, place: format!("{}[{at}]", self.place) };
        Ok(all.iter().enumerate().map(part).collect())
    }

    /// The parts of the list that a key has, each of them read.
    pub fn each<T>(
        &self,
        key: &str,
        read: impl Fn(&JsonPart<'j>) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        self.get(key)?.list()?.iter().map(read).collect()
    }

    /// Whether it is this word.
    pub fn is(&self, word: &str) -> bool {
        self.json.as_str() == Some(word)
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        self.json.is_null()
    }

    /// A text.
    pub fn text(&self) -> Result<&'j str, Refusal> {
        self.json.as_str().ok_or_else(|| self.wrong("a text belongs here"))
    }

    /// A Boolean.
    pub fn boolean(&self) -> Result<bool, Refusal> {
        self.json.as_bool().ok_or_else(|| self.wrong("`true` or `false` belongs here"))
    }

    /// An integer, also if it is written as a text.
    pub fn integer(&self) -> Result<i128, Refusal> {
        let small = self.json.as_i64().map(i128::from).or_else(|| self.json.as_u64().map(i128::from));
        let found = small.or_else(|| self.json.as_str().and_then(|text| text.parse().ok()));
        found.ok_or_else(|| self.wrong("an integer belongs here, as a text if it is large"))
    }

    /// A number that some type can hold.
    pub fn natural<T: TryFrom<i128>>(&self) -> Result<T, Refusal> {
        T::try_from(self.integer()?).map_err(|_| self.wrong("the number is negative or too large"))
    }
}
