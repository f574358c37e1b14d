//! Threads that increment a shared number, read and written under a lock.

use crate::system::System;

pub struct IncrementLock {
    pub n_threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Waits,
    Holds,
    HasRead,
    HasWritten,
    IsDone,
}

#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    shared: u8,
    is_locked: bool,
    /// Where each thread is, and the number it has read last.
    threads: Vec<(Place, u8)>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            threads: self.threads.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.shared = from.shared;
        self.is_locked = from.is_locked;
        self.threads.clone_from(&from.threads);
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    thread: usize,
}

impl System for IncrementLock {
    type State = State;
    type Action = Action;
    const INVARIANT: &'static str = "the number counts the threads that have written";

    fn initial(&self) -> State {
        State {
            shared: 0,
            is_locked: false,
            threads: vec![(Place::Waits, 0); self.n_threads],
        }
    }

    fn enabled(&self, state: &State, mut act: impl FnMut(Action)) {
        for (thread, (place, _)) in state.threads.iter().enumerate() {
            match place {
                Place::Waits if state.is_locked => {}
                Place::IsDone => {}
                _ => act(Action { thread }),
            }
        }
    }

    fn take(&self, action: &Action, state: &mut State) {
        let (place, read) = &mut state.threads[action.thread];
        match place {
            Place::Waits => {
                *place = Place::Holds;
                state.is_locked = true;
            }
            Place::Holds => {
                *place = Place::HasRead;
                *read = state.shared;
            }
            Place::HasRead => {
                *place = Place::HasWritten;
                state.shared = *read + 1;
            }
            Place::HasWritten => {
                *place = Place::IsDone;
                state.is_locked = false;
            }
            Place::IsDone => {}
        }
    }

    fn holds(&self, state: &State) -> bool {
        let written = |place: &Place| matches!(place, Place::HasWritten | Place::IsDone);
        let n_written = state.threads.iter().filter(|(place, _)| written(place));
        n_written.count() == usize::from(state.shared)
    }
}
