//! Completing the word of a filter that is being typed: names of fields, then values of the field.

/// A word that can be completed: where it stands and how it can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The first character of the part that is replaced, counted from 0.
    pub from: usize,
    /// What can stand there, in order; never empty.
    pub choices: Vec<String>,
}

impl Completion {
    /// What all choices begin with.
    #[must_use]
    pub fn common(&self) -> String {
        let Some((first, rest)) = self.choices.split_first() else { return String::new() };
        let mut common: Vec<char> = first.chars().collect();
        for choice in rest {
            let same = common.iter().zip(choice.chars()).take_while(|(a, b)| **a == *b).count();
            common.truncate(same);
        }
        common.into_iter().collect()
    }
}

/// How the word before the cursor (counted in characters) can go on. `values` gives the values of a field.
pub fn complete(
    text: &str,
    cursor: usize,
    fields: &[&str],
    values: &dyn Fn(&str) -> Vec<String>,
) -> Option<Completion> {
    let before: Vec<char> = text.chars().take(cursor).collect();
    let start = start_of_word(&before);
    let dash = usize::from(before.get(start) == Some(&'-'));
    let word: String = before.iter().skip(start + dash).collect();
    let from = start + dash;
    let choices: Vec<String> = match word.split_once(':') {
        Some((field, typed)) if fields.contains(&field) => {
            // Of values with commas between, the last one goes on.
            let (others, typed) = typed.split_at(last_comma(typed).map_or(0, |at| at + 1));
            let typed = typed.replace('"', "").to_lowercase();
            let mut values = values(field);
            values.retain(|value| !value.is_empty() && value.to_lowercase().starts_with(&typed));
            values.iter().map(|value| format!("{field}:{others}{}", quoted(value))).collect()
        }
        Some(_) => Vec::new(),
        None => fields.iter().filter(|field| field.starts_with(&word)).map(|field| format!("{field}:")).collect(),
    };
    (!choices.is_empty()).then_some(Completion { from, choices })
}

/// The last comma outside quotes.
fn last_comma(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    let commas = text.char_indices().filter(|(_, c)| {
        is_quoted ^= *c == '"';
        *c == ',' && !is_quoted
    });
    commas.map(|(at, _)| at).last()
}

/// A value as it is written after a colon.
#[must_use]
pub fn quoted(value: &str) -> String {
    let is_plain = !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c == ',');
    // The language has no way to write a quote: `*` stands for it.
    let value = value.replace('"', "*");
    if is_plain { value } else { format!("\"{value}\"") }
}

/// Where the word at the end of a text begins: behind the last white space outside quotes.
fn start_of_word(text: &[char]) -> usize {
    let (mut start, mut in_quotes) = (0, false);
    for (at, c) in text.iter().enumerate() {
        match c {
            '"' => in_quotes = !in_quotes,
            c if c.is_whitespace() && !in_quotes => start = at + 1,
            _ => {}
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [&str; 4] = ["task", "tool", "arm", "trial"];

    fn choices(text: &str) -> Vec<String> {
        let values = |field: &str| match field {
            "arm" => vec!["Advisory".to_owned(), "advice two".into(), "clean".into()],
            _ => Vec::new(),
        };
        let found = complete(text, text.chars().count(), &FIELDS, &values);
        found.map(|found| found.choices).unwrap_or_default()
    }

    #[test]
    fn names_then_values_complete() {
        assert_eq!(choices("ta"), ["task:"]);
        assert_eq!(choices("x -to"), ["tool:"]);
        assert_eq!(choices(""), ["task:", "tool:", "arm:", "trial:"]);
        assert_eq!(choices("arm:ad"), ["arm:Advisory", "arm:\"advice two\""]);
        assert_eq!(choices("arm:\"advice t"), ["arm:\"advice two\""]);
        assert_eq!(choices("arm:x"), [""; 0]);
        assert_eq!(choices("tool:"), [""; 0]);
        assert_eq!(choices("nothing"), [""; 0]);
        assert_eq!(quoted("say \"a\" b"), "\"say *a* b\"");
    }

    #[test]
    fn only_the_word_before_the_cursor_is_replaced() {
        let found = complete("é -t x", 4, &FIELDS, &|_| Vec::new()).unwrap();
        assert_eq!((found.from, found.common().as_str()), (3, "t"));
        assert_eq!(found.choices, ["task:", "tool:", "trial:"]);
    }
}
