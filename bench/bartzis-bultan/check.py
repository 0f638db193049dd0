"""One run of a program, under limits of time and memory; times are of the processor, so that a busy machine does not count."""
import json
import resource
import subprocess


def timed(command, timeout):
    """What the program printed, and the seconds of the processor that it took; no output if it did not stop."""
    before = processor()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout)
    except subprocess.TimeoutExpired:
        done = None
    return done, processor() - before


def processor():
    """The seconds that all programs so far have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(fathom, question, options, timeout, memory="4GiB"):
    """Verdict, seconds and sizes of one property."""
    command = [fathom, "check", *question, "--json", "--timeout", f"{timeout}s", "--memory", memory, *options]
    done, seconds = timed(command, timeout + 30)
    if done is None:
        return {"verdict": "unknown", "seconds": seconds, "reason": "it did not stop in time"}
    try:
        answer = json.loads(done.stdout)["properties"][0]
    except (ValueError, KeyError, IndexError):
        text = done.stderr.strip().splitlines()
        reason = next((line for line in text if line.startswith("error")), text[-1] if text else f"exit {done.returncode}")
        return {"verdict": "unsupported", "reason": reason}
    stats = answer.get("stats", {})
    construction = min(stats.get("construction_microseconds", 0) / 1e6, seconds)
    return {
        "verdict": answer["verdict"],
        "seconds": seconds,
        "construction": construction,
        "verification": max(seconds - construction, 0),
        "relation": stats.get("relation_size", ""),
        "relation_nodes": stats.get("relation_nodes", ""),
        "largest": stats.get("peak_set_size", ""),
        "largest_nodes": stats.get("peak_set_nodes", ""),
        "iterations": stats.get("iterations", ""),
        "strategy": answer.get("strategy", ""),
        "reason": answer.get("reason", ""),
    }
