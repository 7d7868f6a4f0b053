"""Measures which data survives in Blender: each operator on each file, imported back by the add-on and by plain glTF.

    python measure.py [--write ../docs/blender.md] [--short]

A cell is one operator on one file. After each, these are compared with the original level: the geometry with the triangles that Blender shows,
and the numbers of faces, the materials, the transitions, the hooks and the layout wherever the operator does not affect them. Files are those
of the corpus, and the samples where there is none.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import walkmesh
from mathutils.kdtree import KDTree

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tests")]

import walkmesh_blender  # noqa: E402
from operators import OPERATORS, Operator, Things  # noqa: E402
from walkmesh_blender import base, gathering, identity, importing, live  # noqa: E402

ASPECTS = ("geometry", "numbers", "materials", "transitions", "hooks", "layout")
FINE = 4
"""Decimals to which corners are equal."""
TOLERANCE = 1e-3
"""Maximum distance between corners that are the same: the rounding error of f32 coordinates up to some thousands."""
EXPORTS: dict[str, dict[str, Any]] = {
    "export with modifiers": {"export_apply": True},
    "export with attributes": {"export_attributes": True},
    "export with custom properties": {"export_extras": True},
    "export without normals": {"export_normals": False},
    "export without texture coordinates": {"export_texcoords": False},
    "export with tangents": {"export_tangents": True},
    "export without animations": {"export_animations": False},
    "export without skins": {"export_skins": False},
    "export without morphs": {"export_morph": False},
    "export of the active scene": {"use_active_scene": True},
    "export of selected objects": {"use_selection": True},
    "export of visible objects": {"use_visible": True},
}
IMPORTS: dict[str, dict[str, Any]] = {
    "import with merged vertices": {"merge_vertices": True},
    "import with flat shading": {"import_shading": "FLAT"},
    "import with smooth shading": {"import_shading": "SMOOTH"},
}


def empty() -> None:
    """Nothing remains of the previous file."""
    if bpy.context.object is not None and bpy.context.object.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for items in (bpy.data.objects, bpy.data.collections, bpy.data.meshes, bpy.data.materials):
        for item in list(items):
            items.remove(item)
    bpy.context.scene.cursor.location = (0, 0, 0)


def meshes() -> Things:
    """The objects with faces, in the order of their names."""
    return sorted((it for it in bpy.data.objects if it.type == "MESH" and it.data.polygons), key=lambda it: it.name)


def keys(corners: Any) -> list[tuple[float, ...]]:
    """The keys of triangles: their corners, in any order."""
    rounded = np.round(corners.astype(np.float64), FINE) + 0.0
    order = np.lexsort((rounded[..., 2], rounded[..., 1], rounded[..., 0]))
    return [tuple(row) for row in np.take_along_axis(rounded, order[..., None], axis=1).reshape(-1, 9).tolist()]


def shown(up: str) -> set[tuple[float, ...]]:
    """The triangles that Blender shows, in the axes of the game."""
    turn, graph, found = identity.turn(up)[:3, :3], bpy.context.evaluated_depsgraph_get(), set()
    for thing in meshes():
        evaluated = thing.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        mesh.calc_loop_triangles()
        vertices = np.empty(len(mesh.vertices) * 3, np.float32)
        corners = np.empty(len(mesh.loop_triangles) * 3, np.int32)
        mesh.vertices.foreach_get("co", vertices)
        mesh.loop_triangles.foreach_get("vertices", corners)
        evaluated.to_mesh_clear()
        world = np.array(thing.matrix_world)
        points = (vertices.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]) @ turn
        found.update(keys(points[corners.reshape(-1, 3)]))
    return found


def are_same(some: set[tuple[float, ...]], others: set[tuple[float, ...]]) -> bool:
    """Returns whether two sets have the same triangles, up to the rounding of their corners."""
    alone, other = np.array([*(some - others)]), np.array([*(others - some)])
    if len(alone) != len(other):
        return False
    if len(alone) == 0:
        return True
    orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    turned = alone.reshape(-1, 3, 3)[:, orders].reshape(len(alone), 6, 9)
    tree = KDTree(len(alone))
    for index, middle in enumerate(alone.reshape(-1, 3, 3).mean(axis=1).tolist()):
        tree.insert(middle, index)
    tree.balance()
    for row in other:
        near = [index for _, index, _ in tree.find_range(row.reshape(3, 3).mean(axis=0).tolist(), 4 * TOLERANCE)]
        if not (np.abs(turned[near] - row).max(axis=2) < TOLERANCE).any():
            return False
    return True


def area(triangles: set[tuple[float, ...]]) -> float:
    """The area of triangles in the plan view."""
    a, b, c = np.array([*triangles]).reshape(-1, 3, 3)[:, :, :2].transpose(1, 0, 2)
    return float(np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]).sum() / 2)


def is_upright(key: tuple[float, ...]) -> bool:
    """Returns whether a triangle has no area in the plan view."""
    (ax, ay, _, bx, by, _, cx, cy, _) = key
    return abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1e-3


def is_whole(corners: Any) -> Any:
    """Which triangles editors keep."""
    a, b, c = corners.transpose(1, 0, 2)
    return ~((a == b).all(1) | (b == c).all(1) | (c == a).all(1))


def edited(collection: bpy.types.Collection) -> walkmesh.Level:
    """The level as it would be exported."""
    block = identity.block_of(collection)
    return gathering.gather(block, base.base_of(block), bpy.context).edited()[0]


def compare(before: walkmesh.Level, after: walkmesh.Level, expected: set[tuple[float, ...]]) -> set[str]:
    """The aspects that are right."""
    old, new = (level.vertices[level.faces] for level in (before, after))
    old_keys, new_keys = keys(old), keys(new)
    fine = set()
    whole = {key for key, it in zip(new_keys, is_whole(new)) if it}
    # The library keeps triangles that no editor keeps.
    left = {key for key, it in zip(old_keys, is_whole(old)) if not it}
    # Corners that are too close to each other to be distinguished.
    thin = {key for key in whole | expected if len({key[0:3], key[3:6], key[6:9]}) < 3}
    if before.format in ("TRX", "TRN"):
        # NWN2 has no triangles without an area in the plan view; the report states that they are left
        # out.
        thin |= {key for key in expected if is_upright(key)}
    if are_same(whole - left - thin, expected - left - thin):
        fine.add("geometry")
    elif before.format in ("TRX", "TRN") and abs(area(whole) - area(expected)) < 1e-3 * area(expected):
        # Triangles that reach into several tiles are cut at the borders, as the format requires.
        fine.add("geometry")
    places = defaultdict(list)
    for number, key in enumerate(new_keys):
        places[key].append(number)
    survivors = [(number, places[key][0]) for number, key in enumerate(old_keys) if len(places[key]) == 1]
    if len(old) == len(new) and not survivors:
        survivors = [(number, number) for number in range(len(old))]
    order = [now for was, now in survivors]
    if order == sorted(order):
        fine.add("numbers")
    if all(before.materials[was] == after.materials[now] for was, now in survivors):
        fine.add("materials")
    if Counter(before.transitions[:, 2].tolist()) == Counter(after.transitions[:, 2].tolist()):
        fine.add("transitions")
    if np.allclose(before.hooks, after.hooks, atol=1e-5):
        fine.add("hooks")
    if [part.name for part in before.parts] == [part.name for part in after.parts]:
        fine.add("layout")
    return fine


def by_addon(path: Path, operator: Operator | None) -> set[str]:
    """The aspects that are right after an operator and the add-on."""
    empty()
    level = walkmesh.open(path)
    collection = importing.import_level(level, bpy.context.scene.collection)
    bpy.context.view_layer.update()
    if operator is not None:
        operator.run(meshes())
    bpy.context.view_layer.update()
    expected = shown(level.up)
    return compare(level, edited(collection), expected)


def by_gltf(path: Path, operator: Operator | None, exports: dict[str, Any], imports: dict[str, Any]) -> set[str]:
    """The aspects that are right after an operator and glTF with Blender's own import and export."""
    empty()
    level, after = walkmesh.open(path), walkmesh.open(path)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "level.glb")
        Path(file).write_bytes(level.to_glb())
        bpy.ops.import_scene.gltf(filepath=file, **imports)
        bpy.context.view_layer.update()
        if operator is not None:
            operator.run(meshes())
        bpy.context.view_layer.update()
        expected = shown(level.up)
        for thing in bpy.data.objects:
            thing.select_set(True)
        bpy.ops.export_scene.gltf(filepath=file, **exports)
        is_area = any(part.kind == "room" for part in level.parts)
        after.apply_glb(Path(file).read_bytes(), new_rooms=is_area, accept_mismatch=True)
    return compare(level, after, expected)


def files() -> dict[str, list[Path]]:
    """The files by their kinds."""
    real = corpus()
    samples = HERE.parent / "cli" / "samples"
    if real is None:
        print("NOT RUN: real files: there is no corpus; the samples are measured")
        return {"rooms": [samples / "room.wok"], "areas": [samples / "manor.lyt"], "NWN2 areas": [samples / "yard.trx"]}
    by_size = lambda paths: sorted(paths, key=lambda path: (path.stat().st_size, path.name))  # noqa: E731
    rooms = [path for path in by_size((real / "kotor").rglob("*.wok")) if len(walkmesh.open(path).faces) > 8]
    areas = list(with_rooms(sorted((real / "kotor").rglob("*.lyt")), rooms))
    nwn2 = by_size((real / "nwn2").rglob("*.trx"))
    return {"rooms": spread(rooms, 20), "areas": areas[:5], "NWN2 areas": spread(nwn2[: len(nwn2) * 3 // 4], 5)}


def spread(paths: list[Path], count: int) -> list[Path]:
    """Some of many files, from the smallest to the largest, as far apart as possible."""
    return [paths[round(it * (len(paths) - 1) / (count - 1))] for it in range(count)] if len(paths) > count else paths


def with_rooms(layouts: list[Path], rooms: list[Path]) -> Iterator[Path]:
    """Layouts with several available rooms, each in a folder with them, the smallest first."""
    by_name = {path.stem.lower(): path for path in rooms}
    found = []
    for layout in layouts:
        words = layout.read_text("latin-1").lower().split()
        there = {by_name[word] for word in words if word in by_name}
        found.append((sum(path.stat().st_size for path in there), layout, there))
    for _, layout, there in sorted(it for it in found if len(it[2]) > 1):
        folder = Path(tempfile.mkdtemp())
        for path in [layout, *there]:
            shutil.copy(path, folder)
        yield folder / layout.name


def main() -> None:
    """Measures, and prints a table."""
    walkmesh_blender.register()
    arguments = sys.argv[1:]
    chosen = {kind: found[: 1 if "--short" in arguments else None] for kind, found in files().items()}
    ways: list[tuple[str, Operator, dict[str, Any], dict[str, Any]]] = []
    for it in OPERATORS:
        ways.append((it.name, it, {}, {}))
    idle = OPERATORS[0]
    ways.extend((name, idle, options, {}) for name, options in EXPORTS.items())
    ways.extend((name, idle, {}, options) for name, options in IMPORTS.items())
    right: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    wrong: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    refused: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    begin = time.perf_counter()
    for kind, paths in chosen.items():
        for path in paths:
            for name, it, exports, imports in ways:
                for way in ("add-on", "glTF"):
                    if way == "add-on" and (exports or imports):
                        continue
                    try:
                        with silent():
                            fine = by_addon(path, it) if way == "add-on" else by_gltf(path, it, exports, imports)
                    except walkmesh.ExchangeError as error:
                        reason = str(error).partition(":")[0]
                        if path.suffix == ".trx" and "geometry" in it.concerns:
                            # The format cannot represent it: its tiles, and their numbers of triangles, are
                            # fixed.
                            refused[way, name, re.sub(r"\d+", "N", reason).partition(",")[0]].append(path.name)
                            continue
                        fine = set()
                        wrong[way, name, f"refused: {reason}"].append(path.name)
                    except RuntimeError as error:
                        fine = set()
                        wrong[way, name, str(error).strip()[:90]].append(path.name)
                    for aspect in ASPECTS:
                        if aspect in it.concerns and aspect != "geometry":
                            continue
                        total[way, aspect] += 1
                        right[way, aspect] += aspect in fine
                        if aspect not in fine:
                            wrong[way, name, aspect].append(path.name)
    counted = ", ".join(f"{len(found)} {kind}" for kind, found in chosen.items())
    lines = [f"{len(ways)} operators and options on {counted}; Blender {bpy.app.version_string}.", ""]
    lines += ["| taken back by | " + " | ".join(ASPECTS) + " |", "|---" * (len(ASPECTS) + 1) + "|"]
    for way in ("add-on", "glTF"):
        cells = [f"{right[way, it]} of {total[way, it]} ({100 * right[way, it] / max(1, total[way, it]):.1f} %)" for it in ASPECTS]
        lines.append(f"| {way} | " + " | ".join(cells) + " |")
    counts = {way: sum(len(found) for (by, _, _), found in refused.items() if by == way) for way in ("add-on", "glTF")}
    lines.append("")
    for way, count in counts.items():
        good, cells = right[way, "geometry"], total[way, "geometry"] + count
        lines.append(
            f"Not counted for the {way}: {count} cells in which the edited floor does not fit into the format of NWN2, so that the library "
            f"refuses it and says why. If they counted as wrong, the geometry would be right in {good} of {cells} ({100 * good / max(1, cells):.1f} %)."
        )
    lines += ["", "| taken back by | operator or option | what is not right | in files |", "|---|---|---|---|"]
    for (way, name, aspect), found in sorted(wrong.items()):
        lines.append(f"| {way} | {name} | {aspect} | {len(found)}, such as {found[0]} |")
    lines += ["", "| taken back by | operator or option | refused, because | in files |", "|---|---|---|---|"]
    for (way, name, reason), found in sorted(refused.items()):
        lines.append(f"| {way} | {name} | {reason} | {len(found)}, such as {found[0]} |")
    lines += ["", *latency(chosen)]
    print("\n".join(lines))
    print(f"{time.perf_counter() - begin:.0f} s", file=sys.stderr)
    if "--write" in arguments:
        write(Path(arguments[arguments.index("--write") + 1]), lines)
    # The module `bpy` crashes when it frees what an add-on registered.
    walkmesh_blender.unregister()


def latency(chosen: dict[str, list[Path]]) -> list[str]:
    """The time from an edit to its findings."""
    lines = ["| an edit to its findings | faces | ms, computing |", "|---|---|---|"]
    for path in [*timed(), *chosen["areas"][-1:]]:
        empty()
        level = walkmesh.open(path)
        collection = importing.import_level(level, bpy.context.scene.collection)
        times = []
        for _ in range(7):
            meshes()[0].data.vertices[0].co.z += 0.01
            meshes()[0].data.update()
            begin = time.perf_counter()
            bpy.context.view_layer.update()
            state = live.state_of(identity.block_of(collection), bpy.context)
            times.append(time.perf_counter() - begin)
            if state.problem:
                raise SystemExit(f"{path.name}: nothing is shown: {state.problem}")
        lines.append(f"| {path.name} | {len(level.faces)} | {sorted(times)[3] * 1000:.0f} |")
    return lines


def timed() -> list[Path]:
    """The room nearest to 1,000 triangles, the area of NWN2 nearest to 10,000, and the largest one."""
    folder = corpus()
    if folder is None:
        return []
    rooms = [(len(walkmesh.open(path).faces), path) for path in sorted((folder / "kotor" / "vanilla").rglob("*.wok"))]
    areas = [(len(walkmesh.open(path).faces), path) for path in sorted((folder / "nwn2").rglob("*.trx"))]
    near = lambda found, count: min(found, key=lambda it: abs(it[0] - count))[1]  # noqa: E731
    return [near(rooms, 1000), near(areas, 10000), max(areas)[1]]


def corpus() -> Path | None:
    """The folder of real files, if it exists."""
    named = os.environ.get("WALKMESH_CORPUS")
    folder = Path(named) if named else HERE.parents[1] / "shared" / "corpus"
    return folder if folder.is_dir() else None


@contextlib.contextmanager
def silent() -> Iterator[None]:
    """Blender's output is discarded."""
    sys.stdout.flush()
    out, sink = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(out, 1)
        os.close(out)
        os.close(sink)


def write(path: Path, lines: list[str], name: str = "measured") -> None:
    """Puts the result between the marks of a page."""
    text = path.read_text()
    before, _, rest = text.partition(f"<!-- {name} -->\n")
    _, _, after = rest.partition("<!-- end -->")
    path.write_text(f"{before}<!-- {name} -->\n" + "\n".join(lines) + f"\n<!-- end -->{after}")


if __name__ == "__main__":
    main()
    # bpy as a module does not always exit cleanly.
    sys.stdout.flush()
    os._exit(0)
