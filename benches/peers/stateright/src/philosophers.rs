//! Dining philosophers: each takes the left fork, then the right one.

use crate::system::System;

pub struct Philosophers<const N: usize>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Philosopher {
    Thinks,
    HasLeft,
    Eats,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State<const N: usize> {
    philosophers: [Philosopher; N],
    is_taken: [bool; N],
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    TakeLeft(usize),
    TakeRight(usize),
    PutBack(usize),
}

fn right<const N: usize>(philosopher: usize) -> usize {
    (philosopher + 1) % N
}

impl<const N: usize> System for Philosophers<N> {
    type State = State<N>;
    type Action = Action;
    const INVARIANT: &'static str = "no neighbours eat";

    fn initial(&self) -> State<N> {
        State {
            philosophers: [Philosopher::Thinks; N],
            is_taken: [false; N],
        }
    }

    fn enabled(&self, state: &State<N>, mut act: impl FnMut(Action)) {
        for i in 0..N {
            match state.philosophers[i] {
                Philosopher::Thinks if !state.is_taken[i] => act(Action::TakeLeft(i)),
                Philosopher::HasLeft if !state.is_taken[right::<N>(i)] => {
                    act(Action::TakeRight(i));
                }
                Philosopher::Eats => act(Action::PutBack(i)),
                Philosopher::Thinks | Philosopher::HasLeft => {}
            }
        }
    }

    fn take(&self, action: &Action, state: &mut State<N>) {
        match *action {
            Action::TakeLeft(i) => {
                state.philosophers[i] = Philosopher::HasLeft;
                state.is_taken[i] = true;
            }
            Action::TakeRight(i) => {
                state.philosophers[i] = Philosopher::Eats;
                state.is_taken[right::<N>(i)] = true;
            }
            Action::PutBack(i) => {
                state.philosophers[i] = Philosopher::Thinks;
                state.is_taken[i] = false;
                state.is_taken[right::<N>(i)] = false;
            }
        }
    }

    fn holds(&self, state: &State<N>) -> bool {
        let eats = |i: usize| state.philosophers[i] == Philosopher::Eats;
        !(0..N).any(|i| eats(i) && eats(right::<N>(i)))
    }
}
