#!/usr/bin/env python3
"""Runs `check` and its peers on the same rule tables, side by side.

    benches/peers/run.py WORKLOAD... [--runs N] [--without PEER]...

Workloads are those of $PLUMBLINE_SHARED/perf/workloads.py (default
../shared beside the workspace). Every program must report the same number of
states, or the run fails. Compile times of the peers are not counted. The table
has processor seconds beside wall seconds: on a loaded machine the former say
more. `check` is target/release/check; minicheck is that of $PLUMBLINE_PYTHON.
A peer that is not installed is skipped, loudly. The peak memory of a process
counts from what this script itself takes, some 15 MB: read it on large workloads.
"""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("PLUMBLINE_SHARED", ROOT.parent / "shared"))
PYTHON = os.environ.get("PLUMBLINE_PYTHON", sys.executable)
MOST_STATES = "1000000000"


def measure(command, cwd):
    """Wall seconds, processor seconds, peak bytes and output of a process."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=cwd, stdout=out, stderr=subprocess.STDOUT)
        _, _, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        out.seek(0)
        text = out.read().decode(errors="replace")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, text


def states(pattern, text):
    # The last one: some tell of their progress.
    found = re.findall(pattern, text)
    if not found:
        sys.exit(f"no count of states in:\n{text[-2000:]}")
    return round(float(found[-1]))


def compiled(commands, cwd):
    for command in commands:
        with open(cwd / "compile.log", "ab") as log:
            subprocess.run(command, cwd=cwd, check=True, stdout=log, stderr=log)


def check(threads):
    def prepare(name, cwd):
        program = ROOT / "target/release/check"
        spec = cwd / f"{name}.json"
        command = [program, spec, "--json", "--max-states", MOST_STATES, "--threads", str(threads)]
        return command, r'"reachable_states": (\d+)'

    return prepare


def minicheck(name, cwd):
    # Beside the interpreter, where pip puts it.
    program = pathlib.Path(PYTHON).parent / "minicheck"
    command = [program, "check", f"{name}.json", "--json"]
    return command + ["--max-states", MOST_STATES], r'"reachable_states": (\d+)'


def spin(name, cwd):
    flags = ["-O2", "-DSAFETY", "-DNOREDUCE", "-DBFS", "-w"]
    compiled([["spin", "-a", f"{name}.pml"], ["gcc", *flags, "-o", "pan", "pan.c"]], cwd)
    return [cwd / "pan", "-w26", "-E", "-n"], r"([0-9.e+]+) states, stored"


def rumur(name, cwd):
    model = ["rumur", f"{name}.m", "--threads", "2", "--deadlock-detection", "off"]
    flags = ["-std=c11", "-O2", "-mcx16", "-pthread", "-w"]
    compiled(
        [[*model, "--output", "rumur.c"], ["gcc", *flags, "-o", "rumur", "rumur.c", "-lpthread"]],
        cwd,
    )
    return [cwd / "rumur"], r"(\d+) states"


PEERS = {
    "check, 1 thread": (None, check(1)),
    "check, 2 threads": (None, check(2)),
    "minicheck": (None, minicheck),
    "SPIN, flat": ("spin", spin),
    "rumur, 2 threads": ("rumur", rumur),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workloads", nargs="+")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--without", action="append", default=[], help="part of a peer's name")
    args = parser.parse_args()
    print("| workload | program | states | wall s | cpu s | M states / cpu s | bytes a state |")
    print("|---|---|---|---|---|---|---|")
    for workload in args.workloads:
        row(workload, args)
    print(f"\nload average {os.getloadavg()}", file=sys.stderr)


def row(workload, args):
    with tempfile.TemporaryDirectory() as directory:
        cwd = pathlib.Path(directory)
        generator = [sys.executable, SHARED / "perf/workloads.py", workload, cwd]
        subprocess.run(generator, check=True, stdout=subprocess.DEVNULL)
        name = workload.replace("-", "_")
        counts = {}
        for peer, (program, prepare) in PEERS.items():
            if any(part in peer for part in args.without):
                continue
            if program and not shutil.which(program):
                print(f"SKIPPED: {peer} is not installed", file=sys.stderr)
                continue
            command, pattern = prepare(name, cwd)
            runs = [measure(command, cwd) for _ in range(args.runs)]
            wall, cpu, peak = (statistics.median(run[i] for run in runs) for i in range(3))
            counts[peer] = n = states(pattern, runs[0][3])
            print(
                f"| {workload} | {peer} | {n:,} | {wall:.2f} | {cpu:.2f} "
                f"| {n / cpu / 1e6:.3g} | {peak / n:.1f} |",
                flush=True,
            )
        if len(set(counts.values())) != 1:
            sys.exit(f"{workload}: the counts differ: {counts}")


if __name__ == "__main__":
    main()
