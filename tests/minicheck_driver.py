"""Runs minicheck's own command line over many specs in one process.

Reads one JSON object a line, {"spec": hexadecimal bytes, "args": [...]}, and
answers each by a line {"exit", "stdout", "stderr"}. An exception is exit 1, as
it would be from the command.
"""

import contextlib
import io
import json
import os
import sys
import tempfile
import traceback

from minicheck import cli


def run(path, args):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = cli.main(["check", path, *args])
        except SystemExit as stopped:
            code = stopped.code
        except Exception:
            traceback.print_exc()
            code = 1
    return {"exit": code, "stdout": out.getvalue(), "stderr": err.getvalue()}


def main():
    answers = sys.stdout
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "spec.json")
        for line in sys.stdin:
            request = json.loads(line)
            with open(path, "wb") as spec:
                spec.write(bytes.fromhex(request["spec"]))
            print(json.dumps(run(path, request["args"])), file=answers, flush=True)


if __name__ == "__main__":
    main()
