//! Objects that keep the order of their keys.

use super::Json;

/// The members of a JSON object in file order; no key twice.
#[derive(Clone, Debug, Default)]
pub struct Object(Vec<(String, Json)>);

impl Object {
    /// Members that are known to have no key twice (the reader has seen to it).
    pub(super) fn from_distinct(members: Vec<(String, Json)>) -> Self {
        Self(members)
    }

    /// An empty object.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value of a key, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        self.0.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Sets a key, in its old place if it has one, else at the end.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Json>) {
        let (key, value) = (key.into(), value.into());
        match self.get_mut(&key) {
            Some(place) => *place = value,
            None => self.0.push((key, value)),
        }
    }

    /// The same object with one more key; for building in one expression.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl Into<Json>) -> Self {
        self.insert(key, value);
        self
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        let place = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(place).1)
    }

    /// The members in file order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Json)> + Clone {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The members in file order, values changeable.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&str, &mut Json)> {
        self.0.iter_mut().map(|(key, value)| (key.as_str(), value))
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl IntoIterator for Object {
    type Item = (String, Json);
    type IntoIter = std::vec::IntoIter<(String, Json)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let mut object = Self::new();
        for (key, value) in members {
            object.insert(key, value);
        }
        object
    }
}
