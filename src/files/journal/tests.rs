use super::*;
use crate::domain::ids::ToolName;
use crate::domain::json::read;
use crate::files::{ReviewFile, review_path};
use crate::format::registry::invariant_from_json;
use crate::review::journal::header;
use crate::review::{Decision, Journal, Moment, Signature, Subject, Verdict};

fn by(author: &str) -> Signature {
    Signature { author: author.into(), at: Moment::of_unix(1_796_008_796) }
}

fn decide(file: &ReviewFile, path: &str, author: &str) -> Decision {
    let tool = ToolName::from("get");
    let rule = read(&format!(r#"{{"class":"positive","path":"{path}","support":9}}"#)).unwrap().value;
    let subject = Subject::new(&tool, &invariant_from_json(&tool, &rule).unwrap());
    file.journal().judge(subject, Verdict::Accepted, "", &by(author)).unwrap()
}

#[test]
fn decisions_are_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = review_path(&folder.path().join("airline.json"));
    assert_eq!(path.file_name().unwrap(), "airline.json.review.jsonl");
    let mut file = ReviewFile::open(&path).unwrap();
    assert!(!path.exists(), "a look makes no file");
    let first = decide(&file, "a", "Mia");
    file.append(&[first]).unwrap();
    let second = decide(&file, "b", "Mia");
    file.append(&[second]).unwrap();
    assert_eq!(file.journal().decisions().len(), 2);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().next(), Some(r#"{"format":"vidimus.review/1"}"#));
    assert_eq!(text.lines().count(), 3);
    let again = ReviewFile::open(&path).unwrap();
    assert_eq!(again.journal().decisions().len(), 2);
    assert!(!again.journal().is_torn() && again.journal().bad().is_empty());
}

/// Each of two programs writes 200 decisions as fast as it can; a third one reads all the while.
#[test]
fn two_writers_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.review.jsonl");
    let write = |author: &'static str| {
        let mut file = ReviewFile::open(&path).unwrap();
        for number in 0..200 {
            let decision = decide(&file, &format!("f{number}"), author);
            file.append(&[decision]).unwrap();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| write("Mia"));
        scope.spawn(|| write("Ben"));
        let mut reader = ReviewFile::open(&path).unwrap();
        let mut before = 0;
        while before < 400 {
            reader.refresh().unwrap();
            let now = reader.journal().decisions().len();
            assert!(now >= before && reader.journal().bad().is_empty(), "{:?}", reader.journal().bad());
            before = now;
        }
    });
    let journal = ReviewFile::open(&path).unwrap().journal().clone();
    for author in ["Mia", "Ben"] {
        assert_eq!(journal.decisions().iter().filter(|decision| decision.author == author).count(), 200);
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap().matches("vidimus.review/1").count(), 1, "one header");
}

#[test]
fn a_torn_line_stays_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.review.jsonl");
    let mut file = ReviewFile::open(&path).unwrap();
    for name in ["a", "b"] {
        let decision = decide(&file, name, "Mia");
        file.append(&[decision]).unwrap();
    }
    let whole = std::fs::read(&path).unwrap();
    // The end of the header's line, the middle of the first decision, the end of the last one.
    for cut in [0, 10, header().len(), header().len() + 40, whole.len() - 5, whole.len() - 1] {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let mut file = ReviewFile::open(&path).unwrap();
        let before = file.journal().decisions().len();
        let decision = decide(&file, "c", "Mia");
        file.append(&[decision]).unwrap();
        assert_eq!(file.journal().decisions().len(), before + 1, "{cut}");
        let again = ReviewFile::open(&path).unwrap();
        assert_eq!(again.journal().decisions().len(), before + 1, "{cut}");
        assert!(!again.journal().is_torn() && again.journal().has_header(), "{cut}");
    }
}

#[test]
fn what_others_did_to_the_file_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.review.jsonl");
    let (mut one, mut other) = (ReviewFile::open(&path).unwrap(), ReviewFile::open(&path).unwrap());
    let decision = decide(&one, "a", "Mia");
    one.append(&[decision]).unwrap();
    assert!(other.refresh().unwrap());
    assert!(!other.refresh().unwrap());
    assert_eq!(other.journal().decisions().len(), 1);
    // Restored from an older copy, while a program has it in mind.
    std::fs::write(&path, header()).unwrap();
    assert!(one.refresh().unwrap());
    assert_eq!(one.journal().decisions().len(), 0);
    std::fs::write(&path, r#"{"format":"vidimus.registry/1","tools":{}}"#).unwrap();
    let decision = decide(&one, "b", "Mia");
    let error = one.append(&[decision]).unwrap_err().to_string();
    assert!(error.contains("the format is \"vidimus.registry/1\""), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap().len(), 42, "a file of another kind is left alone");
}

/// A disk with room for so many bytes.
struct Disk {
    bytes: Vec<u8>,
    room: usize,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(self.room - self.bytes.len());
        if fits == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(&bytes[..fits]);
        Ok(fits)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct On<'d>(&'d std::cell::RefCell<Disk>);

impl Write for On<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Growing for On<'_> {
    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
    fn cut(&self, len: u64) -> io::Result<()> {
        self.0.borrow_mut().bytes.truncate(usize::try_from(len).unwrap());
        Ok(())
    }
}

#[test]
fn a_full_disk_takes_all_of_a_decision_or_nothing() {
    let before = header();
    let folder = tempfile::tempdir().unwrap();
    let file = ReviewFile::open(&folder.path().join("r")).unwrap();
    let line = lines([&decide(&file, "a", "Mia")]);
    for room in before.len()..=before.len() + line.len() {
        for is_locked in [true, false] {
            let disk = std::cell::RefCell::new(Disk { bytes: before.clone().into_bytes(), room });
            let written = put(&mut On(&disk), line.as_bytes(), is_locked.then_some(before.len() as u64));
            let left = disk.into_inner().bytes;
            let journal = Journal::parse(&left).unwrap();
            assert_eq!(written.is_ok(), room == before.len() + line.len());
            if is_locked {
                assert_eq!(journal.decisions().len(), usize::from(written.is_ok()));
                assert!(!journal.is_torn());
            } else {
                // All but the newline is a whole decision, whatever the system said.
                assert_eq!(journal.decisions().len(), usize::from(room + 1 >= before.len() + line.len()));
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_told_as_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = ReviewFile::open(&folder.path().join("gone").join("r.review.jsonl")).unwrap();
    let decision = decide(&file, "a", "Mia");
    let error = file.append(&[decision]).unwrap_err().to_string();
    assert!(error.contains("nothing of this decision was saved"), "{error}");
    assert!(file.journal().decisions().is_empty());
}

/// Neither is read, which would never end, nor written to, which would keep nothing.
#[cfg(unix)]
#[test]
fn decisions_are_kept_in_regular_files_alone() {
    for device in ["/dev/null", "/dev/zero"] {
        let told = ReviewFile::open(Path::new(device)).unwrap_err().to_string();
        assert!(told.starts_with(&format!("{device}: cannot be read: it is no regular file")), "{told}");
    }
}
