"""Runs a command and reports CPU time, wall time and peak memory of it and its children."""
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Run:
    """What one run of a command took."""
    code: int        # the exit code; negative if a signal ended it
    cpu: float       # seconds, user and system
    wall: float      # seconds
    peak: int        # bytes of resident memory
    output: str      # standard output and standard error
    capped: bool     # whether the time limit ended it


def run(command, cap, cwd=None):
    """Runs a command, for at most `cap` seconds of wall time."""
    with tempfile.TemporaryFile() as sink:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=sink, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                 cwd=cwd, start_new_session=True)
        capped = False
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if not capped and time.monotonic() - start > cap:
                capped = True
                os.killpg(child.pid, signal.SIGKILL)
            time.sleep(0.005)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        sink.seek(0)
        output = sink.read().decode(errors="replace")
    return Run(child.returncode, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024, output, capped)
