//! What a person should know about an import, counted rather than repeated.

/// Sentences in the order in which each was first needed.
#[derive(Debug, Default)]
pub(super) struct Notes {
    sentences: Vec<String>,
    counted: Vec<Counted>,
}

#[derive(Debug)]
struct Counted {
    one: &'static str,
    many: &'static str,
    count: usize,
    first: String,
}

impl Notes {
    /// A sentence of its own.
    pub(super) fn add(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    /// One more of a kind, in both numbers; `place` is asked for the first one only.
    pub(super) fn count(&mut self, one: &'static str, many: &'static str, place: impl FnOnce() -> String) {
        if let Some(known) = self.counted.iter_mut().find(|known| known.one == one) {
            known.count += 1;
        } else {
            self.counted.push(Counted { one, many, count: 1, first: place() });
        }
    }

    pub(super) fn into_sentences(self) -> Vec<String> {
        let told = self.counted.iter().map(|Counted { one, many, count, first }| match count {
            1 => format!("1 {one} ({first})"),
            _ => format!("{count} {many} (the first: {first})"),
        });
        self.sentences.iter().cloned().chain(told).collect()
    }
}
