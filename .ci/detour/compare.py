"""Tiles of Detour, loaded by Debian's Detour: its paths compared with ours.

    compare.py WALKMESH PATHS FOLDER LEVEL...

WALKMESH is the command, PATHS the program of `paths.cpp`. For each level, a tile is written, and pairs of random points on its floor are
given to Detour and to the package `walkmesh`. Detour's path must exist where ours does, and must not be shorter.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import walkmesh

PAIRS = 10_000
"""Pairs in all."""
ROUNDING = 1e-4
"""Maximum difference of lengths: Detour adds in f32, and its points are moved by up to a step of f32."""


def folds(level: walkmesh.Level) -> int:
    """The number of pairs of walkable neighbours on the same side of the edge between them."""
    vertices, faces, walkable = level.vertices.astype(np.float64), level.faces, level.walkable
    count = 0
    for face, row in enumerate(level.neighbours):
        for other in row[row > face]:
            shared = set(faces[face]) & set(faces[other])
            if len(shared) != 2 or not (walkable[face] and walkable[other]):
                continue
            (a, b), apart = vertices[[*shared]][:, :2], []
            for corner in (*(set(faces[face]) - shared), *(set(faces[other]) - shared)):
                x, y = vertices[corner][:2] - a
                apart.append(x * (b - a)[1] - y * (b - a)[0])
            count += apart[0] * apart[1] > 0
    return count


def main() -> None:
    """Compares, and fails if a path of Detour is shorter."""
    command, paths, folder, *levels = sys.argv[1:]
    random = np.random.default_rng(5)
    pairs = both = equal = lost = folded = 0
    worst_short, longest = 0.0, 1.0
    for level in map(Path, levels):
        tile = Path(folder) / f"{level.name}.detour"
        done = subprocess.run([command, "convert", level, "-o", tile, "--force"], capture_output=True, text=True)
        if done.returncode == 2:
            print(f"{level.name}: {done.stderr.strip().splitlines()[-1]}")
            continue
        opened = walkmesh.open(level)
        walkable = np.flatnonzero(opened.walkable)
        corners = opened.vertices[opened.faces[walkable]].astype(np.float64)
        count = -(-PAIRS // len(levels))
        weights = random.dirichlet((1, 1, 1), (2, count))
        points = np.einsum("enk,enkc->enc", weights, corners[random.integers(0, len(corners), (2, count))]).astype(np.float32)
        x, y, z = np.moveaxis(points, 2, 0)
        sent = np.stack([x, z, -y], axis=2).swapaxes(0, 1).astype("<f4").tobytes()
        answer = subprocess.run([paths, tile], input=sent, capture_output=True, check=True).stdout
        theirs = np.array(answer.split(), np.float64)
        ours = opened.navigator().lengths(points[0], points[1], shortest=True)
        found = ~np.isnan(ours)
        reached = found & (theirs >= 0)
        lost += int((found & (theirs < 0)).sum())
        short = (ours - theirs)[reached] / np.maximum(ours[reached], 1)
        shorter = int((short > ROUNDING).sum())
        if shorter and folds(opened):
            # Detour pulls its string tight in the plan view, as if triangles folded onto their neighbours did not exist.
            print(f"{level.name}: {shorter} paths of Detour are shorter; {folds(opened)} pairs of neighbours lie on each other here")
            folded += shorter
            short = short[short <= ROUNDING]
        worst_short = max(worst_short, short.max(initial=0))
        ratio = theirs[reached] / np.maximum(ours[reached], 1e-3)
        longest = max(longest, ratio.max(initial=1))
        pairs, both, equal = pairs + count, both + int(reached.sum()), equal + int((np.abs(short) < ROUNDING).sum())
    print(
        f"{pairs} pairs on {len(levels)} levels: {both} have a path in both, {equal} of them are as long; Detour's longest is {longest:.3f} times "
        f"ours, and none is shorter by more than {worst_short:.1e} of the length, but for {folded} over folds; Detour has none for {lost} of ours"
    )
    if worst_short > ROUNDING or both < pairs // 4:
        sys.exit("Detour's paths are not what they should be")


main()
