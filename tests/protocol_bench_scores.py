"""Scores submissions and reads replies with protocol-bench, lists in, lists out.

The input is {"submissions": [...], "replies": [...]}. An entry is null where protocol-bench raises an exception. The baselines
follow by name, and what it exports and asks by mode.
"""

import importlib.metadata
import json
import sys

from protocol_bench import BASELINES, score
from protocol_bench.export import export_rows
from protocol_bench.llm import MODES, build_prompts, parse_response


def or_none(function, argument):
    try:
        return function(argument)
    # A RecursionError is one too.
    except Exception:
        return None


def main():
    found = importlib.metadata.version("protocol-bench")
    if found != sys.argv[1]:
        sys.exit(f"protocol-bench is {found}")
    given = json.load(sys.stdin)
    baselines = {name: score(make()) for name, make in BASELINES.items()}
    answer = {
        "scores": [or_none(score, one) for one in given["submissions"]],
        "replies": [or_none(parse_response, one) for one in given["replies"]],
        "baselines": baselines,
        "exports": {mode: export_rows(mode) for mode in MODES},
        "prompts": {mode: build_prompts(mode) for mode in MODES},
    }
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
