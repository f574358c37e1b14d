//! Threads that increment a shared number, read and written under a lock.

use crate::system::System;

pub struct IncrementLock<const N: usize>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Waits,
    Holds,
    HasRead,
    HasWritten,
    IsDone,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State<const N: usize> {
    shared: u8,
    is_locked: bool,
    /// Where each thread is, and the number it has read last.
    threads: [(Place, u8); N],
}

#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    thread: usize,
}

impl<const N: usize> System for IncrementLock<N> {
    type State = State<N>;
    type Action = Action;
    const INVARIANT: &'static str = "the number counts the threads that have written";

    fn initial(&self) -> State<N> {
        State {
            shared: 0,
            is_locked: false,
            threads: [(Place::Waits, 0); N],
        }
    }

    fn enabled(&self, state: &State<N>, mut act: impl FnMut(Action)) {
        for (thread, (place, _)) in state.threads.iter().enumerate() {
            match place {
                Place::Waits if state.is_locked => {}
                Place::IsDone => {}
                _ => act(Action { thread }),
            }
        }
    }

    fn take(&self, action: &Action, state: &mut State<N>) {
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

    fn holds(&self, state: &State<N>) -> bool {
        let written = |place: &Place| matches!(place, Place::HasWritten | Place::IsDone);
        let n_written = state.threads.iter().filter(|(place, _)| written(place));
        n_written.count() == usize::from(state.shared)
    }
}
