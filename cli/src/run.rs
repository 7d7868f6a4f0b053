//! [`Run`]: one run of the command, and the state of its modules.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use walkmesh::formats::Limits;

/// One run of the command, or one write by a program. Runs in one process share no state.
#[derive(Default)]
pub struct Run {
    pub limits: Limits,
    /// The state of each module, by its type.
    memory: Mutex<HashMap<TypeId, Box<dyn Any + Send>>>,
}

thread_local! {
    /// The run for which this thread works. It is the thread's own, so that runs on several threads are independent.
    static CURRENT: RefCell<Arc<Run>> = RefCell::default();
}

impl Run {
    /// A run that remembers nothing yet.
    pub fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { limits, memory: Mutex::default() })
    }

    /// The run for which this thread works; a new run if it has none yet.
    pub fn current() -> Arc<Self> {
        CURRENT.with_borrow(Arc::clone)
    }

    /// Does work for this run. A thread that helps another enters the other thread's run.
    pub fn enter<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let _before = Before(CURRENT.replace(Arc::clone(self)));
        work()
    }

    /// Works on the state of a module in the current run, which is its type's default at first. The work must not access the state of a
    /// module again.
    pub fn remembered<M: Any + Default + Send, T>(work: impl FnOnce(&mut M) -> T) -> T {
        let run = Self::current();
        let mut memory = run.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let own = memory.entry(TypeId::of::<M>()).or_insert_with(|| Box::<M>::default());
        match own.downcast_mut() {
            Some(own) => work(own),
            None => unreachable!("it is stored by its type"),
        }
    }
}

/// Restores the thread's previous run, even after a panic.
struct Before(Arc<Run>);

impl Drop for Before {
    fn drop(&mut self) {
        CURRENT.set(std::mem::take(&mut self.0));
    }
}
