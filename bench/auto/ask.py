"""One run of `fathom check`, under limits of processor time and memory, so that a busy machine does not count."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

# A run is interrupted, as by Ctrl-C, when it has had its seconds of the processor: it then prints what it knows. One that does not
# hear that is ended after so many seconds more.
PATIENCE = 10
# The limit by the clock, as a multiple of that of the processor: for machines on which the processor time cannot be asked for.
BUSY = 20
TICKS = os.sysconf("SC_CLK_TCK")


def ask(fathom, arguments, options, limit, memory="3GiB"):
    """What one run settles: a dictionary of verdicts by property, with seconds, peak memory, counts and who answered."""
    command = [fathom, "check", *arguments, "--json", "--trace", "none", "--no-vacuity", "--threads", "1",
               "--timeout", f"{int(BUSY * limit * 1000)}ms", "--memory", memory, *options]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        ended = threading.Event()
        guard = threading.Thread(target=interrupt_late, args=(process.pid, ended, limit))
        guard.start()
        _, status, usage = os.wait4(process.pid, 0)
        ended.set()
        guard.join()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    found = {"verdicts": {}, "values": {}, "seconds": usage.ru_utime + usage.ru_stime, "mebibytes": usage.ru_maxrss // 1024,
             "code": process.returncode, "engines": "", "states": ""}
    try:
        properties = json.loads(text).get("properties", [])
    except (ValueError, AttributeError):
        return found
    for answer in properties:
        if answer["verdict"] in ("holds", "violated"):
            found["verdicts"][answer["name"]] = answer["verdict"]
            found["values"][answer["name"]] = answer.get("value", "")
    settled = [answer for answer in properties if answer["name"] in found["verdicts"]]
    found["engines"] = "; ".join(sorted({f"{answer['engine']} {answer['strategy']}" for answer in settled}))
    found["states"] = max((answer.get("stats", {}).get("states", 0) for answer in settled), default="", key=int)
    return found


def interrupt_late(pid, ended, limit):
    """Interrupts a run that has used up its seconds of the processor, and ends it if it does not listen."""
    start = time.monotonic()
    while not ended.wait(0.02):
        if seconds(pid, start) > limit:
            signalled(pid, signal.SIGINT)
            if not ended.wait(PATIENCE):
                signalled(pid, signal.SIGKILL)
            return


def seconds(pid, start):
    """The seconds of the processor that a running program has taken; those of the clock where they cannot be had."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    except (OSError, IndexError, ValueError):
        return time.monotonic() - start


def signalled(pid, kind):
    """Sends a signal, unless the program has just ended."""
    try:
        os.kill(pid, kind)
    except ProcessLookupError:
        pass
