//! Work on many calls, shared among as many threads as there are processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Meter, StudyError};

/// So many items are taken at once, at most; of few, fewer, since each may be large.
const PIECE: usize = 256;
/// Each thread has so many pieces to take, so that all end together.
const PIECES: usize = 8;

/// Does `work` on every item, each thread with a state of its own, and gives all the states, the first of this thread.
/// Which items a state has seen is chance, so that it must make no difference. Of several errors it is the one of the
/// first piece.
pub(super) fn share<T: Sync, S: Send>(
    items: &[T],
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<(), StudyError> + Sync,
    meter: &dyn Meter,
) -> Result<Vec<S>, StudyError> {
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let size = (items.len() / (threads * PIECES)).clamp(1, PIECE);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let run = |told: &dyn Fn(usize)| {
        let mut state = begin();
        loop {
            // Pieces are taken in their order: whoever fails has only unfinished ones before him.
            let from = next.fetch_add(size, Ordering::Relaxed);
            let Some(rest) = items.get(from..).filter(|rest| !rest.is_empty()) else { return Ok(state) };
            let piece = rest.get(..size).unwrap_or(rest);
            if let Err(error) = piece.iter().try_for_each(|item| work(&mut state, item)) {
                next.store(items.len(), Ordering::Relaxed);
                return Err((from, error));
            }
            told(done.fetch_add(piece.len(), Ordering::Relaxed) + piece.len());
        }
    };
    let helpers = (threads - 1).min(items.len().saturating_sub(1));
    let outcomes: Vec<Result<S, (usize, StudyError)>> = thread::scope(|scope| {
        // Where no thread can be had, there is one fewer.
        let started = (0..helpers).map(|_| thread::Builder::new().spawn_scoped(scope, || run(&|_| {})));
        let started: Vec<_> = started.filter_map(Result::ok).collect();
        let mut outcomes = vec![run(&|done| meter.reached(done as u64))];
        for helper in started {
            outcomes.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        outcomes
    });
    let (mut states, mut first) = (Vec::new(), None);
    for outcome in outcomes {
        match outcome {
            Ok(state) => states.push(state),
            Err(error) if first.as_ref().is_none_or(|(from, _)| error.0 < *from) => first = Some(error),
            Err(_) => {}
        }
    }
    first.map_or(Ok(states), |(_, error)| Err(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Unwatched;

    #[test]
    fn every_item_is_worked_on_once() {
        let items: Vec<usize> = (0..10_000).collect();
        let add = |sum: &mut (usize, usize), item: &usize| {
            *sum = (sum.0 + 1, sum.1 + item);
            Ok(())
        };
        for count in [0, 1, 2, 24, PIECE, PIECE + 1, 10_000] {
            let states = share(&items[..count], || (0, 0), add, &Unwatched).unwrap();
            let (worked, sum) = states.iter().fold((0, 0), |all, state| (all.0 + state.0, all.1 + state.1));
            assert_eq!((worked, sum), (count, count * count.saturating_sub(1) / 2));
        }
    }

    #[test]
    fn of_several_errors_the_first_is_told() {
        let items: Vec<usize> = (0..10_000).collect();
        let fail = |(): &mut (), item: &usize| match *item {
            700 | 900 | 5000.. => Err(StudyError::Request(item.to_string())),
            _ => Ok(()),
        };
        for _ in 0..50 {
            assert_eq!(share(&items, || (), fail, &Unwatched).unwrap_err().to_string(), "700");
        }
    }
}
