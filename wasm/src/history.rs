//! [`History`]: the operations that were made on a level, to undo and to redo them.
//!
//! An operation is small and a level is large. So the history keeps the level as it was first, every operation, and of the levels
//! in between as many as a limit allows. A level that is not kept is made again: the same operations on the same level give the same
//! bytes.

use std::collections::BTreeMap;

use crate::operation::{Operation, State};
use walkmesh::level::Level;

/// The most bytes of the levels that are kept between the first one and the current one, as [`cost`] estimates them.
const LIMIT: usize = 100_000_000;

/// What was done, what was undone, and the states in between.
#[derive(Clone, Debug)]
pub struct History {
    /// The state before the first operation.
    first: State,
    operations: Vec<Operation>,
    /// How many of the operations are in effect. The others were undone.
    done: usize,
    /// States after so many operations.
    kept: BTreeMap<usize, State>,
    limit: usize,
}

impl History {
    /// The history of a state on which nothing was done yet.
    pub fn new(first: State) -> Self {
        Self { first, operations: Vec::new(), done: 0, kept: BTreeMap::new(), limit: LIMIT }
    }

    /// Records an operation that was made on a state. What was undone before cannot be redone any more.
    pub fn record(&mut self, before: State, operation: Operation) {
        self.operations.truncate(self.done);
        self.kept.split_off(&self.done);
        self.keep(before);
        self.operations.push(operation);
        self.done += 1;
    }

    /// Makes the state before the last operation of the current one. Returns whether there was one.
    pub fn undo(&mut self, current: &mut State) -> bool {
        let Some(before) = self.done.checked_sub(1) else { return false };
        self.go_to(before, current);
        true
    }

    /// Makes the state after the operation that was undone last of the current one. Returns whether there was one.
    pub fn redo(&mut self, current: &mut State) -> bool {
        if self.done == self.operations.len() {
            return false;
        }
        self.go_to(self.done + 1, current);
        true
    }

    /// How many operations can be undone, and how many can be redone.
    pub fn counts(&self) -> [usize; 2] {
        [self.done, self.operations.len() - self.done]
    }

    fn go_to(&mut self, after: usize, current: &mut State) {
        let state = self.state(after);
        self.keep(std::mem::replace(current, state));
        self.done = after;
    }

    /// Keeps the state after as many operations as are in effect, and forgets the oldest states over the limit.
    fn keep(&mut self, state: State) {
        if self.done > 0 {
            self.kept.insert(self.done, state);
        }
        let mut total: usize = self.kept.values().map(|state| cost(&state.level)).sum();
        while total > self.limit
            && let Some((_, forgotten)) = self.kept.pop_first()
        {
            total -= cost(&forgotten.level);
        }
    }

    /// The state after so many operations: the kept one, or the nearest one before it with the operations behind it.
    fn state(&mut self, after: usize) -> State {
        if let Some(state) = self.kept.remove(&after) {
            return state;
        }
        let nearest = self.kept.range(..after).next_back();
        let (from, mut state) = nearest.map_or((0, self.first.clone()), |(at, state)| (*at, state.clone()));
        for operation in &self.operations[from..after] {
            // It succeeded on the same state before.
            let _ = operation.apply(&mut state);
        }
        state
    }
}

/// About how many bytes a level takes: its tables are up to four times as large as its files, which may be packed.
fn cost(level: &Level) -> usize {
    4 * level.files_read().map(|(_, bytes)| bytes.len()).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use walkmesh::level::{Edit, OpenOptions};

    use super::*;

    fn opened() -> State {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/samples");
        let files = walkmesh::level::Folder::new(folder);
        Level::open(&files, "manor.lyt", &OpenOptions::default()).expect("an area").into()
    }

    fn paint(material: &str) -> Operation {
        let with = material.parse().expect("a material");
        Operation::Edit(Edit::Paint { what: "box:-100,-100:100,100".parse().expect("a box"), with })
    }

    fn bytes(state: &State) -> Vec<(String, Vec<u8>)> {
        state.level.to_files().expect("files")
    }

    /// Makes an operation, and records it.
    fn make(history: &mut History, state: &mut State, operation: Operation) {
        let before = state.clone();
        operation.apply(state).expect("an edit");
        history.record(before, operation);
    }

    /// Makes three operations, undoes and redoes them, and compares each state with what it was. Returns how many states are kept.
    fn walk(limit: usize) -> usize {
        let mut state = opened();
        let mut history = History { limit, ..History::new(state.clone()) };
        let mut known = vec![bytes(&state)];
        for material in ["Metal", "Wood", "Grass"] {
            make(&mut history, &mut state, paint(material));
            known.push(bytes(&state));
        }
        assert!(known.windows(2).all(|pair| pair[0] != pair[1]));
        for at in [2, 1, 0] {
            assert!(history.undo(&mut state));
            assert_eq!(bytes(&state), known[at]);
            assert_eq!(history.counts(), [at, 3 - at]);
        }
        assert!(!history.undo(&mut state), "nothing is left to undo");
        for wanted in &known[1..] {
            assert!(history.redo(&mut state));
            assert_eq!(bytes(&state), *wanted);
        }
        assert!(!history.redo(&mut state), "nothing is left to redo");
        // What is done after an undo takes the place of what was undone.
        assert!(history.undo(&mut state));
        make(&mut history, &mut state, paint("Mud"));
        let mud = bytes(&state);
        assert!(!history.redo(&mut state));
        assert!(history.undo(&mut state));
        assert_eq!(bytes(&state), known[2]);
        assert!(history.redo(&mut state));
        assert_eq!(bytes(&state), mud);
        history.kept.len()
    }

    #[test]
    fn states_come_back_byte_for_byte() {
        assert!(walk(LIMIT) > 0);
    }

    #[test]
    fn states_over_the_limit_are_made_again() {
        assert_eq!(walk(0), 0);
    }
}
