"""Measures the results of random work: sequences of 20 actions on a level, with exports, undo, repairs and collections.

    python sequences.py COUNT [FIRST] [--write ../docs/blender.md]

A sequence is wrong if a file is not what Blender shows, a transition is not where it must be, an export without an edit writes
something, or an act fails. Each is printed with its number, which repeats it: `sequences.py 1 NUMBER`.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import bpy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tests")]

import walkmesh_blender  # noqa: E402
from measure import silent, write  # noqa: E402
from session import ACTS, LEVELS, LostByBlender, Session  # noqa: E402

SAMPLES = HERE.parent / "cli" / "samples"
LENGTH = 20


def run(number: int) -> tuple[list[str], int, str]:
    """One sequence: the performed actions, the number of compared exports, and the errors."""
    chance = random.Random(number)
    name = chance.choice(sorted(LEVELS))
    acts = [*(chance.choice(ACTS) for _ in range(LENGTH)), "export"]
    session, wrong = Session(SAMPLES, name, number), ""
    try:
        for act in acts:
            session.act(act)
    except LostByBlender:
        raise
    except Exception as error:
        text = str(error).strip().splitlines() or [repr(error)]
        wrong = f"{number}, {name}, {act} after {', '.join(session.acts)}: {text[-1]}"
    finally:
        session.close()
    return [it for it in session.acts if not it.startswith("(")], session.exports, wrong


def run_from(first: int) -> None:
    """Prints the result of each sequence, until Blender loses something."""
    walkmesh_blender.register()
    for number in itertools.count(first):
        try:
            with silent():
                found = run(number)
        except LostByBlender:
            return
        print(json.dumps(found), flush=True)


def results(first: int) -> Iterator[tuple[list[str], int, str] | None]:
    """The result of each sequence; None if Blender lost something or crashed. The next sequence then gets a new process."""
    while True:
        with subprocess.Popen([sys.executable, __file__, "--from", str(first)], stdout=subprocess.PIPE, text=True) as process:
            try:
                for line in process.stdout or ():
                    first += 1
                    yield json.loads(line)
            finally:
                process.kill()
        first += 1
        yield None


def main() -> int:
    """Measures, prints the errors, and returns the number of wrong sequences."""
    count, first = (int(it) for it in [*(it for it in sys.argv[1:] if it.isdigit()), "0"][:2])
    done: Counter[str] = Counter()
    ended, exports, lost, wrong, began = 0, 0, 0, [], time.perf_counter()
    for found in results(first):
        if found is None:
            lost += 1
            continue
        acts, compared, text = found
        done.update(acts)
        exports += compared
        ended += 1
        if text:
            wrong.append(text)
            print(f"wrong: {text}", flush=True)
        if ended == count:
            break
    line = (
        f"{count} random sequences of {LENGTH} acts out of {len(ACTS)}, with {exports} exports that were compared and "
        f"{done['undo'] + done['undo_and_redo']} times undo, {done['undo_and_redo']} of them with redo: {len(wrong)} wrong (Blender {bpy.app.version_string}, sequences from {first} on). "
        f"In {lost} more, Blender lost a collection or crashed."
    )
    print(f"{line}\n{time.perf_counter() - began:.0f} s; each act: {dict(sorted(done.items()))}")
    if "--write" in sys.argv:
        write(Path(sys.argv[sys.argv.index("--write") + 1]), [line], "sequences")
    return len(wrong)


if __name__ == "__main__":
    found = run_from(int(sys.argv[2])) if sys.argv[1:2] == ["--from"] else main()
    # bpy as a module does not always end well.
    sys.stdout.flush()
    os._exit(bool(found))
