//! Dining philosophers: each takes the left fork, then the right one.

use crate::system::System;

pub struct Philosophers {
    pub n_philosophers: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Philosopher {
    Thinks,
    HasLeft,
    Eats,
}

#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    philosophers: Vec<Philosopher>,
    is_taken: Vec<bool>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            philosophers: self.philosophers.clone(),
            is_taken: self.is_taken.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.philosophers.clone_from(&from.philosophers);
        self.is_taken.clone_from(&from.is_taken);
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    TakeLeft(usize),
    TakeRight(usize),
    PutBack(usize),
}

impl Philosophers {
    fn right(&self, philosopher: usize) -> usize {
        (philosopher + 1) % self.n_philosophers
    }
}

impl System for Philosophers {
    type State = State;
    type Action = Action;
    const INVARIANT: &'static str = "no neighbours eat";

    fn initial(&self) -> State {
        State {
            philosophers: vec![Philosopher::Thinks; self.n_philosophers],
            is_taken: vec![false; self.n_philosophers],
        }
    }

    fn enabled(&self, state: &State, mut act: impl FnMut(Action)) {
        for i in 0..self.n_philosophers {
            match state.philosophers[i] {
                Philosopher::Thinks if !state.is_taken[i] => act(Action::TakeLeft(i)),
                Philosopher::HasLeft if !state.is_taken[self.right(i)] => {
                    act(Action::TakeRight(i));
                }
                Philosopher::Eats => act(Action::PutBack(i)),
                Philosopher::Thinks | Philosopher::HasLeft => {}
            }
        }
    }

    fn take(&self, action: &Action, state: &mut State) {
        match *action {
            Action::TakeLeft(i) => {
                state.philosophers[i] = Philosopher::HasLeft;
                state.is_taken[i] = true;
            }
            Action::TakeRight(i) => {
                state.philosophers[i] = Philosopher::Eats;
                state.is_taken[self.right(i)] = true;
            }
            Action::PutBack(i) => {
                state.philosophers[i] = Philosopher::Thinks;
                state.is_taken[i] = false;
                state.is_taken[self.right(i)] = false;
            }
        }
    }

    fn holds(&self, state: &State) -> bool {
        let eats = |i: usize| state.philosophers[i] == Philosopher::Eats;
        !(0..self.n_philosophers).any(|i| eats(i) && eats(self.right(i)))
    }
}
