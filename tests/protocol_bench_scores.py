"""Scores submissions with protocol-bench, one JSON list in, one out.

An entry is null where protocol-bench raises an exception. Behind the list follow
objects: the baselines by name, and what it exports and asks by mode.
"""

import importlib.metadata
import json
import sys

from protocol_bench import BASELINES, score
from protocol_bench.export import export_rows
from protocol_bench.llm import MODES, build_prompts


def scored(submission):
    try:
        return score(submission)
    except Exception:
        return None


def main():
    found = importlib.metadata.version("protocol-bench")
    if found != sys.argv[1]:
        sys.exit(f"protocol-bench is {found}")
    submissions = json.load(sys.stdin)
    baselines = {name: score(make()) for name, make in BASELINES.items()}
    answer = {
        "scores": [scored(one) for one in submissions],
        "baselines": baselines,
        "exports": {mode: export_rows(mode) for mode in MODES},
        "prompts": {mode: build_prompts(mode) for mode in MODES},
    }
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
