#!/usr/bin/env python3
"""Runs `check` and its peers side by side, and prints a table.

    benches/peers/run.py WORKLOAD... [--runs N] [--without PEER]...
    benches/peers/run.py --growth [--most STATES]
    benches/peers/run.py --systems [--small]

Workloads are those of $PLUMBLINE_SHARED/perf/workloads.py (default
../shared beside the workspace), such as counters-6-9. All programs search the
same rule table; SPIN also the model of the same states that a hand would write,
where there is one. Every program must report the same number of states, or the
run fails. A row is the median of the runs; compile times are not in it, but in
a column of their own. The ratios are those of states a second by the clock:
how many times as fast `check` is, on one thread and on two.

--growth runs `check` alone on workloads of 10^5 to 10^8 states. --systems runs
`checker` and Stateright on systems written in Rust.

`check` is target/release/check, built by whoever runs this; Stateright is built
here when it is first wanted; minicheck is that of $PLUMBLINE_PYTHON. A peer
that is not installed is skipped, loudly.
"""

import argparse
import ctypes
import math
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
PROMELA_FLAGS = ["-O3", "-march=native", "-DSAFETY", "-DNOREDUCE", "-DBFS", "-w"]
MURPHI_FLAGS = ["-std=c11", "-O3", "-march=native", "-mcx16", "-pthread", "-w"]

# With about how many states.
GROWTH = {f"counters-{n}-9": 10**n for n in (5, 6, 7, 8)} | {
    "proto-8": 180e3,
    "proto-9": 720e3,
    "proto-10": 2.9e6,
    "proto-11": 12e6,
    "proto-12": 46e6,
    "proto-13": 180e6,
}
SYSTEMS = ["two-phase-commit 8", "philosophers 16", "increment-lock 9"]
SMALL_SYSTEMS = ["two-phase-commit 7", "philosophers 13", "increment-lock 8"]

PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def measure(command, cwd):
    """Wall seconds, processor seconds, peak bytes and output of a process.

    A shell starts it and leaves it to us: the peak of a process counts from
    the memory of whoever forked it, and this script is larger than a shell.
    """
    with tempfile.TemporaryFile() as out:
        fd = out.fileno()
        shell = ["sh", "-c", f'"$@" >&{fd} 2>&1 & echo $!', "sh", *map(str, command)]
        start = time.monotonic()
        pid = int(subprocess.check_output(shell, cwd=cwd, pass_fds=(fd,)))
        _, status, usage = os.wait4(pid, 0)
        wall = time.monotonic() - start
        out.seek(0)
        text = out.read().decode(errors="replace")
    if os.waitstatus_to_exitcode(status) < 0:
        sys.exit(f"{command} ended by signal {status}:\n{text[-2000:]}")
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
    def prepare(name, cwd, n_states):
        program = ROOT / "target/release/check"
        spec = cwd / f"{name}.json"
        command = [program, spec, "--json", "--max-states", MOST_STATES, "--threads", threads]
        return command, r'"reachable_states": (\d+)'

    return prepare


def minicheck(name, cwd, n_states):
    # Beside the interpreter, where pip puts it.
    program = pathlib.Path(PYTHON).parent / "minicheck"
    command = [program, "check", f"{name}.json", "--json"]
    return command + ["--max-states", MOST_STATES], r'"reachable_states": (\d+)'


def spin(prefix):
    def prepare(name, cwd, n_states):
        model = f"{prefix}{name}.pml"
        if not (cwd / model).exists():
            return None
        compiled([["spin", "-a", model], ["gcc", *PROMELA_FLAGS, "-o", "pan", "pan.c"]], cwd)
        # A slot a state: what it is advised to be given.
        slots = math.ceil(math.log2(n_states)) + 1
        return [cwd / "pan", f"-w{slots}", "-E", "-n"], r"([0-9.e+]+) states, stored"

    return prepare


def rumur(name, cwd, n_states):
    model = ["rumur", f"{name}.m", "--threads", "2", "--deadlock-detection", "off"]
    compiler = ["gcc", *MURPHI_FLAGS, "-o", "rumur", "rumur.c", "-lpthread"]
    compiled([[*model, "--output", "rumur.c"], compiler], cwd)
    return [cwd / "rumur"], r"(\d+) states"


def peer():
    """The program that runs both Rust libraries; its compile time is nobody's."""
    project = ROOT / "benches/peers/stateright/Cargo.toml"
    target = ROOT / "target/peers"
    build = ["cargo", "build", "--quiet", "--release", "--locked", "--manifest-path", project]
    subprocess.run([*build, "--target-dir", target], check=True)
    return target / "release/peer"


def stateright(threads):
    def prepare(name, cwd, n_states):
        spec = cwd / f"{name}.json"
        return [peer(), "stateright", "rules", spec, threads], r"(\d+) states"

    return prepare


CHECK = {"check, 1 thread": (None, check(1)), "check, 2 threads": (None, check(2))}
PEERS = CHECK | {
    "minicheck": (None, minicheck),
    "SPIN, flat": ("spin", spin("")),
    "SPIN, idiomatic": ("spin", spin("i_")),
    "rumur, 2 threads": ("rumur", rumur),
    "Stateright, 2 threads": ("cargo", stateright(2)),
}


class Table:
    """Rows of one workload under several programs, the first ones ours."""

    def __init__(self, runs):
        self.runs = runs
        columns = ["workload", "program", "states", "wall s", "cpu s", "M states/s"]
        columns += ["bytes a state", "ours, 1 thread", "ours, 2 threads", "compile s"]
        self.write(columns)
        self.write(["---"] * len(columns))

    def write(self, cells):
        print("| " + " | ".join(cells) + " |", flush=True)

    def begin(self, workload):
        self.workload = workload
        self.counts = {}
        self.ours = []

    def n_states(self):
        return next(iter(self.counts.values()), 1)

    def row(self, program, command, pattern, cwd, compile_seconds=None):
        runs = [measure(command, cwd) for _ in range(self.runs)]
        wall, cpu, peak = (statistics.median(run[i] for run in runs) for i in range(3))
        self.counts[program] = n = states(pattern, runs[0][3])
        if len(self.ours) < 2:
            self.ours.append(wall)
        ratios = [f"{wall / ours:.1f}" for ours in self.ours] + ["–"] * (2 - len(self.ours))
        cells = [self.workload, program, f"{n:,}", f"{wall:.2f}", f"{cpu:.2f}"]
        cells += [f"{n / wall / 1e6:.3g}", f"{peak / n:.1f}", *ratios]
        self.write([*cells, "–" if compile_seconds is None else f"{compile_seconds:.1f}"])

    def end(self):
        if len(set(self.counts.values())) > 1:
            sys.exit(f"{self.workload}: the counts differ: {self.counts}")


def compare(table, workload, peers, without):
    table.begin(workload)
    with tempfile.TemporaryDirectory() as directory:
        cwd = pathlib.Path(directory)
        for generator in ("workloads.py", "idiomatic.py"):
            command = [sys.executable, SHARED / "perf" / generator, workload, cwd]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for name, (program, prepare) in peers.items():
            if any(part in name for part in without):
                continue
            if program and not shutil.which(program):
                print(f"SKIPPED: {name} is not installed", file=sys.stderr)
                continue
            start = time.monotonic()
            prepared = prepare(workload.replace("-", "_"), cwd, table.n_states())
            if prepared:
                seconds = time.monotonic() - start if program in ("spin", "rumur") else None
                table.row(name, *prepared, cwd, seconds)
    table.end()


def systems(table, names):
    program = peer()
    for name in names:
        table.begin(name)
        for library in ("checker", "stateright"):
            for threads in (1, 2):
                command = [program, library, *name.split(), threads]
                label = f"{library}, {threads} thread" + "s" * (threads > 1)
                table.row(label, command, r"(\d+) states", ROOT)
        table.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workloads", nargs="*")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--systems", action="store_true")
    parser.add_argument("--small", action="store_true", help="smaller systems")
    parser.add_argument("--most", type=float, default=1e9, help="leave out larger growth")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--without", action="append", default=[], help="part of a peer's name")
    args = parser.parse_args()
    if not (args.workloads or args.growth or args.systems):
        parser.error("name workloads, or ask for --growth or --systems")
    table = Table(args.runs)
    for workload in args.workloads:
        compare(table, workload, PEERS, args.without)
    if args.growth:
        for workload, n_states in GROWTH.items():
            if n_states <= args.most:
                compare(table, workload, CHECK, args.without)
    if args.systems:
        systems(table, SMALL_SYSTEMS if args.small else SYSTEMS)
    print(f"\nload average {os.getloadavg()}", file=sys.stderr)


if __name__ == "__main__":
    main()
