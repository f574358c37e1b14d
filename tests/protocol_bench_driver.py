"""Dumps the machines of protocol-bench: states, steps, and where the property fails.

One JSON object: a list of {"id", "fields", "states", "edges", "violated", "goal",
"property", "label", "body", "has_twin", "trace"}. States are lists of values in
breadth-first order; edges are [source, label, target] in the order of the model;
"violated" and "goal" say of each state whether it fails the property and whether
it is a goal state (null without a goal). Twins follow the tasks, with "twin_of".
"""

import importlib.metadata
import json
import sys

import minicheck
from protocol_bench import load_tasks


def dump(model, task):
    states = [model.initial]
    numbers = {model.initial: 0}
    edges = []
    for source, state in enumerate(states):  # grows while it is walked
        for label, successor in model.transitions(state):
            if successor not in numbers:
                numbers[successor] = len(states)
                states.append(successor)
            edges.append([source, label, numbers[successor]])
    holds = model.invariants[task.property]
    found = minicheck.check_safety(model)["properties"][task.property]
    return {
        "id": model.name,
        "fields": list(model.fields),
        "states": [list(state) for state in states],
        "edges": edges,
        "violated": [not holds(model.d(state)) for state in states],
        "goal": [bool(model.goal(model.d(state))) for state in states] if model.goal else None,
        "property": task.property,
        "label": task.label,
        "body": task.standards_body,
        "has_twin": task.fixed_builder is not None,
        "trace": found["counterexample"],
    }


def main():
    found = importlib.metadata.version("protocol-bench")
    if found != sys.argv[1]:
        sys.exit(f"protocol-bench is {found}")
    tasks = load_tasks()
    dumps = []
    for task in tasks:
        entry = dump(task.build(), task)
        assert entry["id"] == task.id
        dumps.append(entry)
    for task in tasks:
        if task.fixed_builder is not None:
            dumps.append({**dump(task.build_fixed(), task), "twin_of": task.id})
    json.dump(dumps, sys.stdout)


if __name__ == "__main__":
    main()
