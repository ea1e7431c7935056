//! Parts that many messages have in common.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A part that several messages have in common: it is written out once, however many carry it.
///
/// ```
/// use alhambra_protocol::SharedPart;
/// let cards = SharedPart::from(vec![1, 2, 3]);
/// let messages = [(1, cards.clone()), (2, cards)];
/// assert_eq!(serde_json::to_string(&messages).unwrap(), "[[1,[1,2,3]],[2,[1,2,3]]]");
/// ```
#[derive(Debug)]
pub struct SharedPart<T>(Arc<Part<T>>);

#[derive(Debug)]
struct Part<T> {
    value: T,
    /// The JSON, once somebody has asked for it.
    json: OnceLock<Option<Box<RawValue>>>,
}

impl<T> From<T> for SharedPart<T> {
    fn from(value: T) -> SharedPart<T> {
        SharedPart(Arc::new(Part { value, json: OnceLock::new() }))
    }
}

impl<T> Clone for SharedPart<T> {
    fn clone(&self) -> SharedPart<T> {
        SharedPart(self.0.clone())
    }
}

impl<T> Deref for SharedPart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: Clone> SharedPart<T> {
    /// The part by itself.
    pub fn into_inner(self) -> T {
        Arc::try_unwrap(self.0).map_or_else(|shared| shared.value.clone(), |part| part.value)
    }
}

impl<T: PartialEq> PartialEq for SharedPart<T> {
    fn eq(&self, other: &SharedPart<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for SharedPart<T> {}

impl<T: Serialize> Serialize for SharedPart<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // What nobody else carries need not be kept.
        if Arc::strong_count(&self.0) == 1 && self.0.json.get().is_none() {
            return self.0.value.serialize(serializer);
        }
        match self.0.json.get_or_init(|| serde_json::value::to_raw_value(&self.0.value).ok()) {
            Some(json) => json.serialize(serializer),
            // Whatever stands against it, the serializer will say.
            None => self.0.value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SharedPart<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SharedPart<T>, D::Error> {
        T::deserialize(deserializer).map(SharedPart::from)
    }
}
