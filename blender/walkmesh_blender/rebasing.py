"""Makes a scene follow its level. Whoever changes the base of a level calls `follow` or `show`."""

from __future__ import annotations

import re
from typing import Any

import bpy
import numpy as np
import walkmesh
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree
from mathutils.kdtree import KDTree

from . import base as bases
from . import identity, importing
from .base import Base
from .gathering import NEAR, Gathered, Group, Piece, attribute_of, box_of, world_of

EXACT = 2.0**-22
"""Maximum rounding error of points, as a fraction of the largest coordinate. The library treats such points as not moved."""

Share = tuple[int, Any]
"""The number of a node, and its faces in an object."""
Triangles = tuple[Any, Any, Any]
"""Points, the corners of triangles, and their classes."""


def follow(gathered: Gathered, level: walkmesh.Level) -> None:
    """Makes a level with the edits of a scene its base. The faces are shown unchanged: new nodes get numbers, and empties move to
    the current positions of their marks."""
    new = gathered.base.followed_by(bases.as_written(level))
    _number_new(gathered, new)
    numbers = _know_faces(gathered, new)
    for thing, pieces in _by_object(gathered).items():
        _number(thing, pieces, gathered.block, numbers)
    bases.keep(gathered.block, new)
    _place_marks(gathered, new)


def show(gathered: Gathered, level: walkmesh.Level) -> list[str]:
    """Shows another state of a level in the objects of a scene, and makes it the base. Returns the objects whose modifiers were applied.

    Objects whose faces are the same stay as they are. If a node is in several objects, each face is assigned to the nearest object.
    """
    new = gathered.base.followed_by(level)
    _number_new(gathered, new)
    numbers = _know_faces(gathered, new)
    bases.keep(gathered.block, new)
    objects = _by_object(gathered)
    shares: dict[bpy.types.Object, list[Share]] = {thing: [] for thing in objects}
    groups = {group.number: group for group in gathered.groups}
    for number, node in new.by_number.items():
        pieces = groups[number].pieces if number in groups else []
        if pieces:
            for thing, faces in _nearest(number, new, pieces):
                shares[thing].append((number, faces))
        elif len(node.faces):
            _remove_empties(groups.get(number))
            importing.add_node(number, new, gathered.block, identity.home_of(gathered.block, bpy.context.scene))
    applied = []
    for thing, own in shares.items():
        before = [_keys(*_placed(piece, group.number, new), piece.classes, group.number) for group, piece in objects[thing]]
        after = [_keys(*_of_node(number, faces, new), number) for number, faces in own]
        if sorted(sum(before, [])) == sorted(sum(after, [])):
            _number(thing, objects[thing], gathered.block, numbers)
            continue
        if len(thing.modifiers):
            applied.append(thing.name)
        _fill(thing, own, new)
        if own:
            thing[identity.LEVEL], thing[identity.NODE] = gathered.block, own[0][0]
    _place_marks(gathered, new)
    return applied


def _by_object(gathered: Gathered) -> dict[bpy.types.Object, list[tuple[Group, Piece]]]:
    """The pieces of each object, with their groups."""
    found: dict[bpy.types.Object, list[tuple[Group, Piece]]] = {}
    for group in gathered.groups:
        for piece in group.pieces:
            found.setdefault(piece.source, []).append((group, piece))
    return found


def _number_new(gathered: Gathered, new: Base) -> None:
    """Gives new groups the numbers of the nodes that they became: the nodes with the same boxes."""
    old = set(gathered.base.names)
    fresh = [(new.numbers[name], node) for name, node in zip(new.names, new.nodes) if name not in old]
    for group in gathered.groups:
        if group.number:
            continue
        points = np.concatenate([_moved(piece.world, piece.vertices) for piece in group.pieces])
        box = box_of(points @ new.up[:3, :3])
        for number, node in fresh:
            if np.allclose(box, box_of(_moved(node.placement, node.vertices)), rtol=1e-6, atol=NEAR):
                group.number = number
                fresh.remove((number, node))
                break


def _know_faces(gathered: Gathered, new: Base) -> dict[int, Any]:
    """Keeps the ids of the faces in the scene; other faces get new ids. Returns for each piece, by its `id`, the new ids of its triangles."""
    numbers = {}
    for group in gathered.groups:
        if group.number not in new.by_number or not group.pieces:
            continue
        before, is_known = (np.concatenate(rows) for rows in zip(*((it.faces, it.is_known) for it in group.pieces)))
        after, taken = before.copy(), {0}
        there = [(*_placed(piece, group.number, new), piece.classes) for piece in group.pieces]
        pairs = _paired(there, _of_node(group.number, slice(None), new))
        faces = new.faces[group.number] = np.zeros(len(pairs), np.int32)
        # A copy made by a modifier has the number of its original.
        for at, triangle in sorted(enumerate(pairs), key=lambda it: it[1] is None or not is_known[it[1]]):
            if triangle is not None and before[triangle] not in taken:
                faces[at] = before[triangle]
                taken.add(int(before[triangle]))
        faces[faces == 0] = new.fresh(int((faces == 0).sum()))
        for at, triangle in enumerate(pairs):
            if triangle is not None:
                after[triangle] = faces[at]
        ends = np.cumsum([len(piece.faces) for piece in group.pieces])[:-1]
        numbers.update(zip(map(id, group.pieces), np.split(after, ends)))
    return numbers


def _paired(there: list[Triangles], node: Triangles) -> list[int | None]:
    """For each triangle of a node, the same triangle in a scene: one with the same bits, or else one that differs by rounding."""
    by_key: dict[Any, list[int]] = {}
    keys = [key for rows in there for key in _keys(*rows, 0)]
    for triangle, key in enumerate(keys):
        by_key.setdefault(key, []).append(triangle)
    wanted = _keys(*node, 0)
    pairs = [by_key[key].pop(0) if by_key.get(key) else None for key in wanted]
    free = {triangle for triangles in by_key.values() for triangle in triangles}
    if free and None in pairs:
        corners = [np.frombuffer(key[2], np.float32).reshape(3, 3) for key in keys]
        tree = KDTree(len(free))
        for triangle in free:
            tree.insert(corners[triangle].mean(axis=0), triangle)
        tree.balance()
        for at, (key, pair) in enumerate(zip(wanted, pairs)):
            if pair is None:
                own = np.frombuffer(key[2], np.float32).reshape(3, 3)
                near = [triangle for _, triangle, _ in tree.find_range(own.mean(axis=0), NEAR) if triangle in free]
                turns = [np.roll(own, turn, axis=0) for turn in range(3)]
                same = [it for it in near if any(np.allclose(corners[it], turn, rtol=0, atol=NEAR) for turn in turns)]
                if same:
                    pairs[at] = same[0]
                    free.remove(same[0])
    return pairs


def _moved(rows: Any, points: Any) -> Any:
    return points.astype(np.float64) @ rows[:3, :3].T + rows[:3, 3]


def _number(
    thing: bpy.types.Object, pieces: list[tuple[Group, Piece]], block: bpy.types.Text, numbers: dict[int, Any]
) -> None:
    """Gives an object and its faces the numbers of their nodes, and gives the faces their ids in the new base."""
    thing[identity.LEVEL] = block
    nodes = {piece.node: group.number for group, piece in pieces if group.number}
    own = thing.get(identity.NODE, 0)
    before = attribute_of(thing.data, identity.NODE)
    after = np.array([nodes.get(it, it) for it in np.where(before == 0, own, before).tolist()], np.int32)
    if nodes and own not in nodes.values():
        thing[identity.NODE] = nodes.get(own, next(iter(nodes.values())))
    if (after != before).any():
        importing.set_attribute(_own_mesh(thing), identity.NODE, after)
    if len(thing.modifiers) or thing.data.shape_keys is not None or thing.data.users - thing.data.use_fake_user > 1:
        return
    before = attribute_of(thing.data, identity.FACE)
    after = before.copy()
    for _, piece in pieces:
        after[piece.polygons] = numbers.get(id(piece), piece.faces)
    if (after != before).any():
        importing.set_attribute(thing.data, identity.FACE, after)


def _own_mesh(thing: bpy.types.Object) -> bpy.types.Mesh:
    """The mesh of an object, made single-user."""
    if thing.data.users - thing.data.use_fake_user > 1:
        thing.data = thing.data.copy()
    return thing.data


def _placed(piece: Piece, number: int, base: Base) -> tuple[Any, Any]:
    """The points and triangles of a piece in the coordinates of its node."""
    return piece.placed(base.shown(number), base.up), piece.turned()


def _of_node(number: int, faces: Any, base: Base) -> Triangles:
    """The points, triangles and classes of a node."""
    node = base.by_number[number]
    return node.vertices, node.faces[faces], node.materials[faces]


def _keys(points: Any, corners: Any, classes: Any, number: int) -> list[tuple[int, int, bytes]]:
    """The keys of triangles: the bits of their corners from the lowest one on, their class, and a number."""
    triangles = (points[corners] + np.float32(0)).astype(np.float32)
    order = np.lexsort((triangles[..., 2], triangles[..., 1], triangles[..., 0]), axis=-1)[:, :1]
    turned = np.take_along_axis(triangles, ((order + np.arange(3)) % 3)[..., None], axis=1)
    return [(number, kind, row.tobytes()) for kind, row in zip(classes.tolist(), turned)]


def _nearest(number: int, new: Base, pieces: list[Piece]) -> list[tuple[bpy.types.Object, Any]]:
    """The faces of a node that each object gets."""
    things = list(dict.fromkeys(piece.source for piece in pieces))
    node = new.by_number[number]
    if len(things) == 1:
        return [(things[0], np.arange(len(node.faces)))]
    points, corners, owners, count = [], [], [], 0
    for piece in pieces:
        points.append(_placed(piece, number, new)[0])
        corners.append(piece.corners + count)
        owners += [things.index(piece.source)] * len(piece.corners)
        count += len(piece.vertices)
    tree = BVHTree.FromPolygons(np.concatenate(points).tolist(), np.concatenate(corners).tolist(), all_triangles=True)
    middles = node.vertices[node.faces].mean(axis=1)
    hits = [tree.find_nearest(Vector(middle))[2] for middle in middles.tolist()]
    nearest = np.array([0 if hit is None else owners[hit] for hit in hits])
    return [(thing, np.flatnonzero(nearest == at)) for at, thing in enumerate(things)]


def _fill(thing: bpy.types.Object, own: list[Share], new: Base) -> None:
    """Replaces the mesh of an object with faces of nodes. The object keeps its position, unless the points would be rounded."""
    mesh = _own_mesh(thing)
    thing.modifiers.clear()
    if mesh.shape_keys is not None:
        thing.shape_key_clear()
    world = world_of(thing)
    local = _local(own, new, world)
    if local is None:
        world = new.shown(own[0][0])
        children = [(child, child.matrix_world.copy()) for child in thing.children]
        thing.matrix_world = Matrix(world.tolist())
        bpy.context.view_layer.update()
        for child, place in children:
            child.matrix_world = place
        local = _local(own, new, world, is_rounded=True) or []
    shares = [(number, faces, vertices) for (number, faces), vertices in zip(own, local)]
    importing.fill(mesh, shares, new, is_mirrored=np.linalg.det(world[:3, :3]) < 0)


def _local(own: list[Share], new: Base, world: Any, *, is_rounded: bool = False) -> list[Any] | None:
    """The points of nodes in the coordinates of an object; None if they could not be converted back exactly."""
    found = []
    for number, _ in own:
        shown, vertices = new.shown(number), new.by_number[number].vertices
        own_axes = vertices @ new.up[:3, :3].T.astype(np.float32)
        if np.allclose(shown, world, rtol=0, atol=1e-6):
            found.append(own_axes)
            continue
        if abs(np.linalg.det(world[:3, :3])) < 1e-9:
            return None
        points = _moved(shown, own_axes)
        local = _moved(np.linalg.inv(world), points).astype(np.float32)
        off = np.abs(_moved(world, local) - points)
        if not is_rounded and off.size and off[np.isfinite(off)].max(initial=0) > EXACT * np.abs(points).max():
            return None
        found.append(local)
    return found


def _remove_empties(group: Group | None) -> None:
    for empty in group.empties if group is not None else []:
        bpy.data.objects.remove(empty)
    if group is not None:
        group.empties, group.marks = [], []


def _place_marks(gathered: Gathered, new: Base) -> None:
    """Moves each empty to the position of its mark, adds missing empties, and removes empties without a mark."""
    bpy.context.view_layer.update()
    for group in gathered.groups:
        if group.number not in new.by_number:
            if group.number:
                _remove_empties(group)
            continue
        if not group.empties and not group.pieces:
            continue
        _place_marks_of(group, gathered.block, new)


def _place_marks_of(group: Group, block: bpy.types.Text, new: Base) -> None:
    shown = new.shown(group.number) @ new.up
    wanted = [(name, point, (shown @ (*point, 1))[:3]) for name, point in new.by_number[group.number].marks]
    there = [(name, world_of(empty)[:3, 3]) for empty, (name, _) in zip(group.empties, group.marks)]
    reach = [
        (float(np.abs(place - point).max()), at, empty)
        for at, (name, _, place) in enumerate(wanted)
        for empty, (shown_name, point) in enumerate(there)
        if _meaning(name) == _meaning(shown_name)
    ]
    free, left = set(range(len(wanted))), set(range(len(group.empties)))
    for _, at, empty in sorted(reach):
        if at in free and empty in left:
            free.remove(at)
            left.remove(empty)
            name, _, place = wanted[at]
            _move(group.empties[empty], group.number, name, place, block)
    # The level has no mark for these empties, and the room number in their names may belong to another room now.
    for empty in left:
        if identity.MARK in group.empties[empty]:
            bpy.data.objects.remove(group.empties[empty])
    holder = group.pieces[0].source if group.pieces else None
    for at in sorted(free):
        name, point, place = wanted[at]
        collection = holder.users_collection[0] if holder is not None else identity.home_of(block, bpy.context.scene)
        importing.add_mark(group.number, name, point, new, block, holder, collection)


def _meaning(name: str) -> tuple[str, str]:
    """The meaning of a mark, regardless of the number of its edge: the words of its name, and the last number."""
    numbers = re.findall(r"\d+", name)
    return " ".join(re.sub(r"[\d_]+", " ", name.lower()).split()), numbers[-1].lstrip("0") if numbers else ""


def _move(empty: bpy.types.Object, number: int, name: str, place: Any, block: bpy.types.Text) -> None:
    """Turns an empty into the empty of a mark, at a position in Blender's axes."""
    empty[identity.LEVEL], empty[identity.NODE] = block, number
    if empty.get(identity.MARK) != name or empty.name != empty.get(identity.SHOWN):
        empty.name = name
        empty[identity.MARK], empty[identity.SHOWN] = name, empty.name
    if np.abs(world_of(empty)[:3, 3] - place).max() > EXACT * np.abs(place).max():
        parent = empty.parent
        way = np.eye(4) if parent is None else world_of(parent) @ np.array(empty.matrix_parent_inverse, np.float64)
        empty.location = (np.linalg.inv(way) @ (*place, 1))[:3]
    empty[identity.PLACE] = list(empty.location)
