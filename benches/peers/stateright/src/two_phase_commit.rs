//! Two-phase commit as of Gray and Lamport, "Consensus on Transaction Commit"
//! (2006), section 3: resource managers and the transaction manager.

use crate::system::System;

pub struct TwoPhaseCommit {
    pub n_managers: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manager {
    Working,
    Prepared,
    Committed,
    Aborted,
}

#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    managers: Vec<Manager>,
    /// The decision of the transaction manager; messages are never lost.
    decision: Option<bool>,
    /// Whose message "prepared" was sent.
    sent: Vec<bool>,
    /// Whose message the transaction manager has received.
    received: Vec<bool>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            managers: self.managers.clone(),
            decision: self.decision,
            sent: self.sent.clone(),
            received: self.received.clone(),
        }
    }

    // What derive leaves out: the lists keep their memory.
    fn clone_from(&mut self, from: &Self) {
        self.managers.clone_from(&from.managers);
        self.decision = from.decision;
        self.sent.clone_from(&from.sent);
        self.received.clone_from(&from.received);
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    Decide(bool),
    ReceivePrepared(usize),
    Prepare(usize),
    ChooseToAbort(usize),
    Obey(usize),
}

impl System for TwoPhaseCommit {
    type State = State;
    type Action = Action;
    const INVARIANT: &'static str = "nobody commits what another one aborts";

    fn initial(&self) -> State {
        State {
            managers: vec![Manager::Working; self.n_managers],
            decision: None,
            sent: vec![false; self.n_managers],
            received: vec![false; self.n_managers],
        }
    }

    fn enabled(&self, state: &State, mut act: impl FnMut(Action)) {
        if state.decision.is_none() {
            if state.received.iter().all(|received| *received) {
                act(Action::Decide(true));
            }
            act(Action::Decide(false));
        }
        for manager in 0..self.n_managers {
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

    fn take(&self, action: &Action, state: &mut State) {
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

    fn holds(&self, state: &State) -> bool {
        !(state.managers.contains(&Manager::Aborted)
            && state.managers.contains(&Manager::Committed))
    }
}
