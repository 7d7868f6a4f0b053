"""Takes what is in a collection back: its faces grouped by the nodes that they belong to, whatever object they are in now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np
import walkmesh

from . import identity


@dataclass
class Faces:
    """Triangles of one object that belong to one node."""

    vertices: Any
    corners: Any
    classes: Any
    faces: Any
    polygons: Any
    source: bpy.types.Object


@dataclass
class Group:
    """What belongs to one node of a level, or to a new one."""

    name: str
    number: int
    pieces: list[Faces] = field(default_factory=list)
    marks: list[tuple[str, Any]] = field(default_factory=list)


class Base:
    """A level, and what is asked of it again and again."""

    def __init__(self, level: walkmesh.Level) -> None:
        self.level = level
        self.nodes = level.to_nodes()
        self.up = identity.turn(level.up)
        self.is_area = any(part.kind == "room" for part in level.parts)

    def placement(self, number: int) -> Any:
        """The map from the coordinates of a node to those of the level, with four rows; none for a new node."""
        rows = self.nodes[number - 1].placement if 0 < number <= len(self.nodes) else np.eye(4)[:3]
        return np.vstack([rows, (0, 0, 0, 1)])


def edited(collection: bpy.types.Collection, *, drop_rooms: bool = False) -> tuple[walkmesh.Level, list[str]]:
    """The level with the edits of its collection, and what they are, in words."""
    base = Base(identity.level_of(collection))
    nodes = [_node(group, base) for group in groups_of(collection, base)]
    # The faces say which level they are of, even if all of them were changed.
    notes = base.level.apply_nodes(
        nodes, new_rooms=base.is_area, drop_rooms=base.is_area and drop_rooms, accept_mismatch=True
    )
    return base.level, notes


def groups_of(collection: bpy.types.Collection, base: Base) -> list[Group]:
    """What belongs to each node of a level as its collection has it now, in the order of the level; new nodes are at the end."""
    groups = {number: Group(node.name, number) for number, node in enumerate(base.nodes, 1)}
    new: list[Group] = []
    seen: dict[int, Any] = {}
    graph = bpy.context.evaluated_depsgraph_get()
    # The object that a node was imported as comes before its copies.
    objects = sorted((it for it in collection.objects if it.type == "MESH"), key=lambda it: (len(it.name), it.name))
    for thing in objects:
        pieces = _pieces(thing, graph, base)
        if base.is_area and _is_copy(pieces, seen):
            new.append(Group(_free_name(thing.name, groups, new), 0, [piece for _, piece in pieces]))
            continue
        for number, piece in pieces:
            seen.setdefault(number, []).append(piece.faces)
            if number in groups:
                groups[number].pieces.append(piece)
            elif base.is_area:
                new.append(Group(_free_name(thing.name, groups, new), 0, [piece]))
            else:
                # Of one walkmesh everything is a part.
                groups[1].pieces.append(piece)
    for empty in collection.objects:
        if empty.type == "EMPTY" and empty.get(identity.NODE) in groups:
            name = empty[identity.MARK] if empty.name == empty[identity.SHOWN] else plain(empty.name)
            groups[empty[identity.NODE]].marks.append((name, _position(empty)))
    return [*groups.values(), *new]


def _position(empty: bpy.types.Object) -> Any:
    """Where an empty is, in Blender's axes: the matrices of the scene may be older than its properties."""
    if empty.parent is None:
        return np.array(empty.location)
    return np.array(empty.parent.matrix_world @ empty.matrix_parent_inverse @ empty.location)


def plain(name: str) -> str:
    """A name without the `.001` that Blender appends to one that is there already."""
    stem, _, number = name.rpartition(".")
    return stem if stem and len(number) == 3 and number.isdigit() else name


def _free_name(name: str, groups: dict[int, Group], new: list[Group]) -> str:
    """A name for a new room: games have no `.` in it, and 16 characters at most."""
    stem = name.replace(".", "_").lower()[:16]
    taken = {group.name for group in [*groups.values(), *new]}
    return next(it for it in [stem, *(f"{stem[:14]}{number}" for number in range(2, 100))] if it not in taken)


def _pieces(thing: bpy.types.Object, graph: bpy.types.Depsgraph, base: Base) -> list[tuple[int, Faces]]:
    """The triangles of an object, with its modifiers, by their nodes."""
    shown = thing.evaluated_get(graph)
    mesh = shown.to_mesh()
    try:
        mesh.calc_loop_triangles()
        vertices = _read(mesh.vertices, "co", np.float32, 3)
        corners = _read(mesh.loop_triangles, "vertices", np.int32, 3)
        polygons = _read(mesh.loop_triangles, "polygon_index", np.int32, 1)[:, 0]
        slots = _read(mesh.polygons, "material_index", np.int32, 1)[:, 0]
        nodes, faces = (_attribute(mesh, name)[polygons] for name in (identity.NODE, identity.FACE))
    finally:
        shown.to_mesh_clear()
    known = [identity.class_of(slot.material) for slot in thing.material_slots]
    default = next((it for it in known if it is not None), 0)
    table = np.array([default if it is None else it for it in known] or [default], np.uint32)
    classes = table[np.minimum(slots[polygons], len(table) - 1)]
    nodes = np.where(nodes == 0, thing.get(identity.NODE, 0), nodes)
    if thing.matrix_world.is_negative:
        corners = corners[:, [0, 2, 1]]
    pieces = []
    for number in dict.fromkeys(nodes.tolist()):
        of = nodes == number
        used, inverse = np.unique(corners[of], return_inverse=True)
        local = _placed(vertices[used], thing, base.placement(number), base.up)
        piece = Faces(local, inverse.reshape(-1, 3), classes[of], faces[of], polygons[of], thing)
        pieces.append((int(number), piece))
    return pieces


def _placed(vertices: Any, thing: bpy.types.Object, placement: Any, up: Any) -> Any:
    """Points of an object in the coordinates of a node. Where nothing moved, they keep every bit."""
    shown, world = up @ placement @ up.T, np.array(thing.matrix_world, np.float64)
    if not np.allclose(shown, world, rtol=0, atol=1e-6):
        way = np.linalg.inv(shown) @ world
        vertices = (vertices.astype(np.float64) @ way[:3, :3].T + way[:3, 3]).astype(np.float32)
    return vertices @ up[:3, :3].astype(np.float32)


def _is_copy(pieces: list[tuple[int, Faces]], seen: dict[int, Any]) -> bool:
    """Whether most faces of an object are there in another one already."""
    total = again = 0
    for number, piece in pieces:
        old = piece.faces[piece.faces > 0]
        total += len(old)
        if number in seen:
            again += int(np.isin(old, np.concatenate(seen[number])).sum())
    return total > 0 and again * 2 > total


def _node(group: Group, base: Base) -> walkmesh.Node:
    placement = base.placement(group.number)
    starts = np.cumsum([0, *(len(piece.vertices) for piece in group.pieces)])
    vertices = [np.empty((0, 3), np.float32), *(piece.vertices for piece in group.pieces)]
    corners = [np.empty((0, 3), np.int64), *(piece.corners + start for piece, start in zip(group.pieces, starts))]
    classes = [np.empty(0, np.uint32), *(piece.classes for piece in group.pieces)]
    way = np.linalg.inv(base.up @ placement)
    marks = [(name, (way @ (*point, 1))[:3].astype(np.float32).tolist()) for name, point in group.marks]
    faces = np.concatenate(corners).astype(np.uint32)
    return walkmesh.Node(
        group.name, np.concatenate(vertices), faces, np.concatenate(classes), placement=placement[:3], marks=marks
    )


def _read(items: Any, name: str, kind: Any, width: int) -> Any:
    values = np.empty(len(items) * width, kind)
    items.foreach_get(name, values)
    return values.reshape(-1, width)


def _attribute(mesh: bpy.types.Mesh, name: str) -> Any:
    """The values of a face attribute; 0 where the mesh has none."""
    layer = mesh.attributes.get(name)
    if layer is None or layer.domain != "FACE" or layer.data_type != "INT":
        return np.zeros(len(mesh.polygons), np.int32)
    return _read(layer.data, "value", np.int32, 1)[:, 0]
