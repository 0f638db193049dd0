//! How much memory the process uses, and how much there is, where the operating system tells.

/// The resident memory of the process, in bytes.
pub fn resident() -> Option<u64> {
    field("/proc/self/status", "VmRSS:")
}

/// The most resident memory that the process ever had, in bytes.
pub fn peak_resident() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// The memory that the process could still take, in bytes: what the machine has free, or less if the
/// process is confined.
pub fn available() -> Option<u64> {
    let machine = field("/proc/meminfo", "MemAvailable:");
    let group = confinement();
    match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (machine, group) => machine.or(group),
    }
}

/// The limit of the control group, minus what is in use there.
fn confinement() -> Option<u64> {
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = number("/sys/fs/cgroup/memory.max")?;
    let used = number("/sys/fs/cgroup/memory.current").unwrap_or(0);
    Some(limit.saturating_sub(used))
}

/// A line such as `VmRSS:   1234 kB` of a file of this form, in bytes.
fn field(path: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
