"""One run of `fathom check`, under limits of time and memory."""
import json
import resource
import subprocess
import time


def check(fathom, question, options, timeout, memory="4GiB"):
    """Verdict, seconds and sizes of one property."""
    command = [fathom, "check", *question, "--json", "--timeout", f"{timeout}s", "--memory", memory, *options]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout + 30)
    except subprocess.TimeoutExpired:
        return {"verdict": "unknown", "seconds": timeout, "reason": "it did not stop in time"}
    wall = time.monotonic() - begin
    try:
        answer = json.loads(done.stdout)["properties"][0]
    except (ValueError, KeyError, IndexError):
        text = done.stderr.strip().splitlines()
        reason = next((line for line in text if line.startswith("error")), text[-1] if text else f"exit {done.returncode}")
        return {"verdict": "unsupported", "reason": reason}
    stats = answer.get("stats", {})
    seconds = answer.get("seconds", wall)
    construction = stats.get("construction_microseconds", 0) / 1e6
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


def peak_memory():
    """The most memory that a child has used so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
