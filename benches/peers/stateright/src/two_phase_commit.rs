//! Two-phase commit as of Gray and Lamport, "Consensus on Transaction Commit"
//! (2006), section 3: resource managers and the transaction manager.

use crate::system::System;

pub struct TwoPhaseCommit<const N: usize>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manager {
    Working,
    Prepared,
    Committed,
    Aborted,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State<const N: usize> {
    managers: [Manager; N],
    /// The decision of the transaction manager; messages are never lost.
    decision: Option<bool>,
    /// Whose message "prepared" was sent.
    sent: [bool; N],
    /// Whose message the transaction manager has received.
    received: [bool; N],
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    Decide(bool),
    ReceivePrepared(usize),
    Prepare(usize),
    ChooseToAbort(usize),
    Obey(usize),
}

impl<const N: usize> System for TwoPhaseCommit<N> {
    type State = State<N>;
    type Action = Action;
    const INVARIANT: &'static str = "nobody commits what another one aborts";

    fn initial(&self) -> State<N> {
        State {
            managers: [Manager::Working; N],
            decision: None,
            sent: [false; N],
            received: [false; N],
        }
    }

    fn enabled(&self, state: &State<N>, mut act: impl FnMut(Action)) {
        if state.decision.is_none() {
            if state.received.iter().all(|received| *received) {
                act(Action::Decide(true));
            }
            act(Action::Decide(false));
        }
        for manager in 0..N {
            if state.decision.is_none() && state.sent[manager] {
                act(Action::ReceivePrepared(manager));
            }
            if state.managers[manager] == Manager::Working {
                act(Action::Prepare(manager));
                act(Action::ChooseToAbort(manager));
            }
            if state.decision.is_some() {
                act(Action::Obey(manager));
            }
        }
    }

    fn take(&self, action: &Action, state: &mut State<N>) {
        match *action {
            Action::Decide(decision) => state.decision = Some(decision),
            Action::ReceivePrepared(manager) => state.received[manager] = true,
            Action::Prepare(manager) => {
                state.managers[manager] = Manager::Prepared;
                state.sent[manager] = true;
            }
            Action::ChooseToAbort(manager) => state.managers[manager] = Manager::Aborted,
            Action::Obey(manager) => {
                state.managers[manager] = match state.decision {
                    Some(true) => Manager::Committed,
                    _ => Manager::Aborted,
                };
            }
        }
    }

    fn holds(&self, state: &State<N>) -> bool {
        !(state.managers.contains(&Manager::Aborted)
            && state.managers.contains(&Manager::Committed))
    }
}
