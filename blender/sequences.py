"""Measures what a day's work leaves right: random sequences of 20 acts on a level, with exports, undo, repairs and collections.

    python sequences.py COUNT [FIRST] [--write ../docs/blender.md]

A sequence is wrong if a file is not what Blender shows, a transition is not where it must be, an export without an edit writes
something, or an act fails. Each is printed with its number, which repeats it: `sequences.py 1 NUMBER`.
"""

from __future__ import annotations

import itertools
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

import bpy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tests")]

import walkmesh_blender  # noqa: E402
from measure import silent, write  # noqa: E402
from session import ACTS, LEVELS, LostByBlender, Session  # noqa: E402

SAMPLES = HERE.parent / "cli" / "samples"
LENGTH = 20


def run(number: int) -> tuple[Counter[str], int, str]:
    """One sequence: how often each act was done, how many exports were compared, and what is wrong."""
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
    return Counter(it for it in session.acts if not it.startswith("(")), session.exports, wrong


def main() -> int:
    """Measures, prints what is wrong, and returns how many sequences are."""
    walkmesh_blender.register()
    count, first = (int(it) for it in [*(it for it in sys.argv[1:] if it.isdigit()), "0"][:2])
    done: Counter[str] = Counter()
    exports, wrong, lost, began = 0, [], 0, time.perf_counter()
    for number in itertools.count(first):
        if number == first + count + lost:
            break
        try:
            with silent():
                acts, compared, text = run(number)
        except LostByBlender:
            lost += 1
            continue
        done += acts
        exports += compared
        if text:
            wrong.append(text)
            print(f"wrong: {text}", flush=True)
    line = (
        f"{count} random sequences of {LENGTH} acts out of {len(ACTS)}, with {exports} exports that were compared and "
        f"{done['undo'] + done['undo_and_redo']} times undo, {done['undo_and_redo']} of them with redo: {len(wrong)} wrong (Blender {bpy.app.version_string}, sequences from {first} on)."
    )
    if lost:
        line += f" In place of {lost} more, in which undo lost a collection, others were done."
    print(f"{line}\n{time.perf_counter() - began:.0f} s; each act: {dict(sorted(done.items()))}")
    if "--write" in sys.argv:
        write(Path(sys.argv[sys.argv.index("--write") + 1]), [line], "sequences")
    walkmesh_blender.unregister()
    return len(wrong)


if __name__ == "__main__":
    found = main()
    # bpy as a module does not always end well.
    sys.stdout.flush()
    os._exit(found > 0)
