"""Scores submissions with protocol-bench, one JSON list in, one out.

An entry is null where protocol-bench raises an exception. The baselines follow
as an object behind the list.
"""

import importlib.metadata
import json
import sys

from protocol_bench import BASELINES, score


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
    json.dump({"scores": [scored(one) for one in submissions], "baselines": baselines}, sys.stdout)


if __name__ == "__main__":
    main()
