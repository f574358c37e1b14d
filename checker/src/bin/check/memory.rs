//! How much memory a search may take by default.

use std::fs;

/// Three quarters of what the machine and the control group have left; none
/// where the system does not say.
pub(crate) fn default_budget() -> Option<u64> {
    let free = [machine(), control_group()].into_iter().flatten().min()?;
    Some(free / 4 * 3)
}

fn machine() -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// The limit of version 2 control groups, as containers set it.
fn control_group() -> Option<u64> {
    let number = |file| -> Option<u64> {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok()?;
        text.trim().parse().ok()
    };
    let limit = number("memory.max")?;
    Some(limit.saturating_sub(number("memory.current").unwrap_or(0)))
}
