"""Lists simple paths by fsm and by its peers on the same graphs, in one run.

    python -m venv venv && venv/bin/pip install -r benches/peers/paths/requirements.txt
    venv/bin/python benches/peers/paths/run.py

Every tool runs in a process of its own. All must report the same number of paths.
Parallel arcs: networkx lists paths of arcs; the others list paths of vertices, once
a parallel arc where they do so at all. Where a peer does not, it says "differs".
"""

import json
import pathlib
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORKLOADS = ["PPP_full", "grid-5", "grid-6", "random-12-60", "random-14-64"]
# A pure Python program would take minutes on the others.
SLOW = {"networkx": {"PPP_full", "grid-5", "random-12-60"}}
TOOLS = ["fsm", "fsm-count", "petgraph", "rustworkx", "igraph", "networkx"]
# The best of at most so many runs, and of about so many seconds.
REPEATS = 12
SECONDS = 4


def peer(tool, n, pairs, arcs):
    """Lists the paths and gives their number and the time in nanoseconds."""
    if tool == "networkx":
        import networkx

        graph = networkx.MultiDiGraph()
        graph.add_nodes_from(range(n))
        graph.add_edges_from(arcs)
        start = time.perf_counter_ns()
        n_paths = 0
        for source, target in pairs:
            for _ in networkx.all_simple_edge_paths(graph, source, target):
                n_paths += 1
    elif tool == "rustworkx":
        import rustworkx

        graph = rustworkx.PyDiGraph(multigraph=True)
        graph.add_nodes_from(range(n))
        graph.add_edges_from_no_data([tuple(arc) for arc in arcs])
        start = time.perf_counter_ns()
        n_paths = sum(
            len(rustworkx.all_simple_paths(graph, source, target)) for source, target in pairs
        )
    else:
        import igraph

        graph = igraph.Graph(n=n, edges=arcs, directed=True)
        start = time.perf_counter_ns()
        n_paths = sum(
            len(graph.get_all_simple_paths(source, to=target, mode="out"))
            for source, target in pairs
        )
    return n_paths, time.perf_counter_ns() - start


def main():
    if sys.argv[1:]:
        tool = sys.argv[1]
        n_paths, nanoseconds = peer(tool, *json.load(sys.stdin))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(n_paths, nanoseconds, peak)
        return 0
    build = ["cargo", "build", "--release", "-p", "plumbline-benches", "--example", "paths"]
    subprocess.run(build, cwd=ROOT, check=True)
    program = ROOT / "target/release/examples/paths"
    print("| graph | tool | paths | ns a path | times fsm | peak MiB |")
    print("|---|---|---|---|---|---|")
    has_failed = False
    for workload in WORKLOADS:
        graph = subprocess.run([program, "arcs", workload], check=True, capture_output=True).stdout
        ours = None
        for tool in TOOLS:
            if workload not in SLOW.get(tool, WORKLOADS):
                continue
            is_native = tool in ("fsm", "fsm-count", "petgraph")
            command = [program, tool, workload] if is_native else [sys.executable, __file__, tool]
            runs = []
            start = time.monotonic()
            while len(runs) < REPEATS and (not runs or time.monotonic() - start < SECONDS):
                done = subprocess.run(command, input=graph, check=True, capture_output=True)
                runs.append([int(word) for word in done.stdout.split()])
            n_paths, nanoseconds, peak = min(runs, key=lambda run: run[1])
            each = nanoseconds / n_paths
            ours = ours or (n_paths, each)
            note = ""
            if n_paths != ours[0]:
                note = " differs"
                has_failed |= tool == "fsm-count"
            print(
                f"| {workload} | {tool} | {n_paths}{note} | {each:.1f} "
                f"| {each / ours[1]:.1f} | {peak / 1024:.0f} |",
                flush=True,
            )
    for side, known in ((7, 575780564), (9, 3266598486981642)):
        done = subprocess.run([program, "fsm-count", f"grid-{side}"], check=True, capture_output=True)
        n_paths, nanoseconds, peak = (int(word) for word in done.stdout.split())
        has_failed |= n_paths != known
        print(f"grid-{side} counted: {n_paths} in {nanoseconds / 1e9:.2f} s, {peak / 1024:.0f} MiB")
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
