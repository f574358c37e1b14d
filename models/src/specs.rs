//! Specs in minicheck's JSON format, each with a label: what is known of one of
//! its properties, and how to find it again.

/// A spec and its label, as texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spec {
    /// The file's name without its endings, unique here.
    pub id: &'static str,
    /// Where the spec is, below `models/specs`.
    pub file: &'static str,
    /// The spec: JSON as minicheck reads it.
    pub spec: &'static str,
    /// Where the label is, below `models/specs`.
    pub label_file: &'static str,
    /// The label: TOML; this crate's README says what it holds.
    pub label: &'static str,
}

macro_rules! specs {
    ($($folder:literal: $($id:literal)*;)*) => {
        &[$($(Spec {
            id: $id,
            file: concat!($folder, $id, ".json"),
            spec: include_str!(concat!("../specs/", $folder, $id, ".json")),
            label_file: concat!($folder, $id, ".label.toml"),
            label: include_str!(concat!("../specs/", $folder, $id, ".label.toml")),
        }),*),*]
    };
}

/// All of them: the fifteen tasks of protocol-bench 1.1.0 in its order, their two
/// repaired twins, then machines of the literature by subject.
///
/// ```
/// let krack = &models::specs::ALL[0];
/// assert_eq!(krack.file, "ieee/ieee_4way_handshake_krack.json");
/// assert!(krack.spec.contains("nonce_never_reused"));
/// assert!(krack.label.contains("KNOWN_COUNTEREXAMPLE"));
/// ```
pub const ALL: &[Spec] = specs! {
    "ieee/":
        "ieee_4way_handshake_krack"
        "ieee_ft_handshake_802_11r"
        "ieee_mlo_tid_to_link"
        "ieee_block_ack_scoreboard"
        "ieee_twt_wake_sleep"
        "ieee_uapsd_pspoll"
        "ieee_sa_query"
        "ieee_fils_auth";
    "3gpp/":
        "3gpp_rrc_state_machine"
        "3gpp_pdcp_reordering"
        "3gpp_rlc_am_retx"
        "3gpp_drx_timers"
        "3gpp_rach_contention"
        "3gpp_beam_failure_recovery"
        "3gpp_xn_handover_premature_release";
    "ieee/":
        "ieee_4way_handshake_fixed";
    "3gpp/":
        "3gpp_xn_handover_fixed";
    "":
        "mutex";
    "concurrency/":
        "test_and_set_lock"
        "peterson"
        "peterson_turn_first"
        "dekker"
        "dekker_liveness"
        "strict_alternation"
        "flags_checked_then_set"
        "flags_set_then_checked"
        "flags_set_then_checked_liveness"
        "hyman"
        "bakery"
        "bakery_without_choosing"
        "dining_philosophers"
        "dining_philosophers_ordered"
        "dining_philosophers_exclusion"
        "readers_writers"
        "lost_wakeup"
        "wakeup_waiting_switch"
        "bounded_buffer"
        "bounded_buffer_swapped"
        "two_locks_opposite_order"
        "two_locks_same_order"
        "treiber_stack"
        "treiber_stack_tagged"
        "double_checked_locking"
        "double_checked_locking_ordered"
        "store_buffering"
        "store_buffering_fenced";
    "distributed/":
        "two_phase_commit"
        "two_phase_commit_progress"
        "two_phase_commit_coordinator_crash"
        "raft_election"
        "raft_election_vote_forgotten"
        "paxos"
        "paxos_reports_ignored"
        "self_stabilising_ring"
        "token_regeneration_early"
        "token_regeneration"
        "chang_roberts_progress"
        "chang_roberts"
        "ring_election_without_filter"
        "write_skew"
        "write_skew_serialisable"
        "lost_update"
        "lost_update_compared";
    "network/":
        "alternating_bit"
        "alternating_bit_progress"
        "stop_and_wait_without_bit"
        "tcp_simultaneous_open"
        "tcp_open_agreement"
        "two_way_handshake_old_syn"
        "three_way_handshake_old_syn"
        "retry_bounded"
        "retry_off_by_one"
        "tftp_sorcerers_apprentice"
        "tftp_sorcerers_apprentice_fixed"
        "bgp_bad_gadget"
        "bgp_good_gadget"
        "bgp_disagree"
        "distance_vector_loop"
        "distance_vector_split_horizon";
    "security/":
        "needham_schroeder"
        "needham_schroeder_lowe"
        "tls_renegotiation"
        "tls_renegotiation_indication"
        "needham_schroeder_symmetric";
    "hardware/":
        "msi"
        "msi_upgrade_without_invalidation"
        "mesi"
        "mesi_dirty_eviction_dropped"
        "therac_25_counter"
        "therac_25_flag"
        "elevator"
        "elevator_serves_calls"
        "elevator_careless_door";
    "puzzles/":
        "wolf_goat_cabbage"
        "die_hard_jugs";
};

/// How many specs at the head of [`ALL`] are the tasks of protocol-bench 1.1.0.
pub const N_PROTOCOL_BENCH_TASKS: usize = 15;
