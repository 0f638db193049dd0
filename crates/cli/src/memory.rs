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
    [machine, confinement(), address_space()].into_iter().flatten().min()
}

/// The addresses that the process may still use, where `ulimit -v` limits them.
fn address_space() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let used = field("/proc/self/status", "VmSize:").unwrap_or(0);
    Some(address_limit(&limits)?.saturating_sub(used))
}

/// The limit of the address space among the limits of a process, unless there is none.
fn address_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_the_address_space_is_read() {
        let limits = |soft: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max stack size            8388608              unlimited            bytes     \n\
                 Max address space         {soft}           unlimited            bytes     \n"
            )
        };
        assert_eq!(address_limit(&limits("8589934592")), Some(8_589_934_592));
        assert_eq!(address_limit(&limits("unlimited")), None);
        assert_eq!(address_limit(""), None);
    }
}
