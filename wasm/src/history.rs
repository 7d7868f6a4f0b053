//! [`History`]: the states of a level before and after each operation, for undo and redo.
//!
//! A level is large and most edits are small. So a state is kept as its [`Difference`] from the adjacent state towards the current one.
//! Each undo step takes the same time: it rebuilds and reads the documents of one state.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::difference::Difference;
use crate::error::{Thrown, throw};
use crate::operation::State;

/// Maximum size of all differences, in bytes. Beyond it the oldest states are forgotten.
const LIMIT: usize = 256_000_000;

/// Approximate overhead of a state in bytes, per document.
const OF_A_DOCUMENT: usize = 1024;

/// The operations that were performed, and those that were undone.
#[derive(Clone, Debug)]
pub struct History {
    /// The documents of the current state.
    documents: Rc<[Vec<u8>]>,
    /// The oldest first. Copies of a walkmesh share them.
    undo: VecDeque<Rc<Kept>>,
    /// The next one is last.
    redo: VecDeque<Rc<Kept>>,
    limit: usize,
}

/// A state without its documents, and the differences that make them from the documents of the adjacent state.
#[derive(Debug)]
struct Kept {
    state: State,
    documents: Vec<Difference>,
}

impl Kept {
    /// Keeps a state, given its documents and the documents of the adjacent state.
    fn new(mut state: State, documents: &[Vec<u8>], beside: &[Vec<u8>]) -> Self {
        state.level.drop_documents();
        let beside = beside.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        let documents = documents.iter().zip(beside).map(|(own, other)| Difference::between(other, own)).collect();
        Self { state, documents }
    }

    fn size(&self) -> usize {
        self.documents.iter().map(|difference| difference.size() + OF_A_DOCUMENT).sum()
    }
}

fn documents(state: &State) -> Result<Rc<[Vec<u8>]>, Thrown> {
    Ok(state.level.documents().map_err(throw("EditError"))?.into())
}

impl History {
    /// The history of a state without any operations yet.
    pub fn new(first: &State) -> Result<Self, Thrown> {
        Ok(Self { documents: documents(first)?, undo: VecDeque::new(), redo: VecDeque::new(), limit: LIMIT })
    }

    /// Records that one state became another one. Undone operations can no longer be redone.
    pub fn record(&mut self, before: State, after: &State) -> Result<(), Thrown> {
        let documents = std::mem::replace(&mut self.documents, documents(after)?);
        self.redo.clear();
        self.undo.push_back(Rc::new(Kept::new(before, &documents, &self.documents)));
        self.forget();
        Ok(())
    }

    /// Goes back to the state before the last operation. Returns whether there was one.
    pub fn undo(&mut self, current: &mut State) -> Result<bool, Thrown> {
        let Some(kept) = self.undo.pop_back() else { return Ok(false) };
        let left = self.go(&kept, current)?;
        self.redo.push_back(left);
        self.forget();
        Ok(true)
    }

    /// Goes forward to the state after the last undone operation. Returns whether there was one.
    pub fn redo(&mut self, current: &mut State) -> Result<bool, Thrown> {
        let Some(kept) = self.redo.pop_back() else { return Ok(false) };
        let left = self.go(&kept, current)?;
        self.undo.push_back(left);
        self.forget();
        Ok(true)
    }

    /// Number of operations that can be undone, and that can be redone.
    pub fn counts(&self) -> [usize; 2] {
        [self.undo.len(), self.redo.len()]
    }

    /// Makes a kept state the current one, and keeps the previous one.
    fn go(&mut self, kept: &Kept, current: &mut State) -> Result<Rc<Kept>, Thrown> {
        let beside = self.documents.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        let documents: Rc<[_]> = kept.documents.iter().zip(beside).map(|(own, other)| own.apply(other)).collect();
        let mut state = kept.state.clone();
        state.level.put_documents(&documents).map_err(throw("OpenError"))?;
        let left = Kept::new(std::mem::replace(current, state), &self.documents, &documents);
        self.documents = documents;
        Ok(Rc::new(left))
    }

    /// Forgets the farthest states, until the others are within the limit.
    fn forget(&mut self) {
        let mut size: usize = self.undo.iter().chain(&self.redo).map(|kept| kept.size()).sum();
        while size > self.limit
            && let Some(forgotten) = self.undo.pop_front().or_else(|| self.redo.pop_front())
        {
            size -= forgotten.size();
        }
    }
}

#[cfg(test)]
mod tests {
    use walkmesh::level::{Edit, Folder, Level, OpenOptions};
    use walkmesh::nwn2::OptimiseOptions;

    use super::*;
    use crate::operation::Operation;

    fn opened_in(folder: &str, name: &str) -> State {
        let files = Folder::new(format!("{}/../cli/{folder}", env!("CARGO_MANIFEST_DIR")));
        Level::open(&files, name, &OpenOptions::default()).expect("a level").into()
    }

    fn opened(name: &str) -> State {
        opened_in("samples", name)
    }

    fn paint(material: &str) -> Operation {
        let with = material.parse().expect("a material");
        Operation::Edit(Edit::Paint { what: "box:-100,-100:100,100".parse().expect("a box"), with })
    }

    /// The names and the bytes of the files, and those that changed.
    fn bytes(state: &State) -> [Vec<(String, Vec<u8>)>; 2] {
        [state.level.to_files().expect("files"), state.changed().expect("files")]
    }

    /// Performs an operation, and records it.
    fn make(history: &mut History, state: &mut State, operation: &Operation) {
        let before = state.clone();
        operation.apply(state).expect("an operation");
        history.record(before, state).expect("a record");
    }

    /// Makes operations, undoes and redoes them, and compares each state with its earlier version.
    fn walk(name: &str, operations: &[Operation]) {
        let mut state = opened(name);
        let mut history = History::new(&state).expect("a history");
        let mut known = vec![bytes(&state)];
        for operation in operations {
            make(&mut history, &mut state, operation);
            known.push(bytes(&state));
        }
        let count = operations.len();
        for _ in 0..2 {
            for at in (0..count).rev() {
                assert_eq!(history.undo(&mut state), Ok(true));
                assert!(bytes(&state) == known[at], "{name}: {at} operations");
                assert_eq!(history.counts(), [at, count - at]);
            }
            assert_eq!(history.undo(&mut state), Ok(false), "nothing is left to undo");
            for wanted in &known[1..] {
                assert_eq!(history.redo(&mut state), Ok(true));
                assert!(bytes(&state) == *wanted, "{name}");
            }
            assert_eq!(history.redo(&mut state), Ok(false), "nothing is left to redo");
        }
        // An operation after an undo replaces the undone ones.
        assert_eq!(history.undo(&mut state), Ok(true));
        make(&mut history, &mut state, &Operation::Bake);
        let baked = bytes(&state);
        assert_eq!(history.counts(), [count, 0]);
        assert_eq!(history.undo(&mut state), Ok(true));
        assert!(bytes(&state) == known[count - 1], "{name}");
        assert_eq!(history.redo(&mut state), Ok(true));
        assert!(bytes(&state) == baked, "{name}");
    }

    #[test]
    fn states_come_back_byte_for_byte() {
        let hole = Operation::Edit(Edit::CutHole(vec![[1.0, 1.0], [4.0, 1.0], [4.0, 4.0]]));
        let shift = Operation::Edit(Edit::Move([0.0, 0.0, 0.25]));
        let joined = Operation::Edit(Edit::JoinArea {
            area: Box::new(opened_in("areas/academy", "academy.lyt").level),
            offset: [50.0, 0.0, 0.0],
        });
        let remove = Operation::Edit(Edit::Remove("1".parse().expect("a face")));
        walk("manor.lyt", &[paint("Metal"), shift.clone(), joined, paint("Wood"), Operation::Edit(Edit::Weld(0.5))]);
        walk("room.wok", &[remove.clone(), hole.clone(), paint("Mud"), Operation::Bake]);
        walk("yard.trx", &[hole, remove, shift, Operation::Optimise(OptimiseOptions::default())]);
        // The bake gives it the name of a TRX.
        walk("town.trn", &[Operation::Bake, Operation::Edit(Edit::Move([0.0, 0.0, 9.0]))]);
        walk("ainavdata_32769.dat", &[Operation::Bake]);
    }

    #[test]
    fn the_oldest_states_are_forgotten_beyond_the_limit() {
        let mut state = opened("room.wok");
        let mut history = History::new(&state).expect("a history");
        let mut known = Vec::new();
        for material in ["Metal", "Wood", "Grass"] {
            known.push(bytes(&state));
            make(&mut history, &mut state, &paint(material));
        }
        history.limit = history.undo.iter().map(|kept| kept.size()).sum::<usize>() - 1;
        history.forget();
        assert_eq!(history.counts(), [2, 0]);
        for wanted in known[1..].iter().rev() {
            assert_eq!(history.undo(&mut state), Ok(true));
            assert!(bytes(&state) == *wanted);
        }
        assert_eq!(history.undo(&mut state), Ok(false));
        history.limit = 0;
        history.forget();
        assert_eq!(history.counts(), [0, 0]);
    }
}
