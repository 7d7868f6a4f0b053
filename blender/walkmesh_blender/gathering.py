"""Gathers a scene's parts of a level: its faces and empties, grouped by their nodes, regardless of the object that has them now."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np
import walkmesh

from . import identity
from .base import Base

SOLID = {"MESH", "CURVE", "SURFACE", "FONT", "META"}
"""The types of objects that can have faces."""
NEAR = 1e-3
"""Maximum distance of faces from those of a node at which they are in place, in the units of the game."""
STEPS = 2.0**-21
"""Maximum rounding error of points, as a fraction of the largest coordinate: four steps of `f32`, as in the library."""
MAX_ROUNDING = 1e-4
"""Maximum rounding error, in the units of the game, as in the library."""


@dataclass
class Piece:
    """Triangles of one object that belong to one node."""

    node: int
    """The number of the node that its faces had."""
    vertices: Any
    """Shape (n, 3): in the coordinates of the object."""
    corners: Any
    classes: Any
    faces: Any
    """The id of each triangle."""
    is_known: Any
    """For each triangle, whether it alone is that face, unchanged by modifiers."""
    polygons: Any
    world: Any
    """The matrix of the object."""
    source: bpy.types.Object

    def is_at(self, shown: Any) -> bool:
        """Returns whether its object is at a matrix."""
        return np.allclose(shown, self.world, rtol=0, atol=1e-6)

    def placed(self, shown: Any, up: Any) -> Any:
        """Its points in the coordinates of a node that is shown at a matrix. If nothing moved, they keep every bit."""
        vertices = self.vertices
        if not self.is_at(shown):
            way = np.linalg.inv(shown) @ self.world
            vertices = (vertices.astype(np.float64) @ way[:3, :3].T + way[:3, 3]).astype(np.float32)
        return vertices @ up[:3, :3].astype(np.float32)

    def turned(self) -> Any:
        """Its triangles, turned round if its object mirrors them."""
        return self.corners[:, [0, 2, 1]] if np.linalg.det(self.world[:3, :3]) < 0 else self.corners


@dataclass
class Group:
    """The pieces of one node of a level, or of a new one."""

    name: str
    number: int
    """The number of the node; 0 for a new one."""
    pieces: list[Piece] = field(default_factory=list)
    empties: list[bpy.types.Object] = field(default_factory=list)
    marks: list[tuple[str, Any]] = field(default_factory=list)
    """The names and places of the empties, in Blender's axes."""


@dataclass
class Gathered:
    """The parts of a level in a scene."""

    block: bpy.types.Text
    base: Base
    groups: list[Group]
    """The nodes in the order of the level; new nodes are at the end."""
    notes: list[str]
    """Notes on data whose export differs from its appearance."""

    def edited(self, *, drop_rooms: bool = False) -> tuple[walkmesh.Level, list[str]]:
        """The level with the edits of the scene, and a description of the edits. It does not access Blender, so that another
        thread may call it."""
        base, nodes, notes = self.base, [], list(self.notes)
        for group in self.groups:
            if group.pieces or group.number == 0:
                nodes.append(_node(group, base))
                continue
            node = base.by_number[group.number]
            if len(node.faces) == 0:
                nodes.append(_node(group, base))
            elif not (base.is_area and drop_rooms):
                nodes.append(node)
                notes.append(f"{group.name}: it has no face in the scene and is unchanged")
        level = copy.copy(base.level)
        # The faces identify their level, even if all of them were changed.
        done = level.apply_nodes(
            nodes, snap=self._rounding(), new_rooms=base.is_area, drop_rooms=base.is_area and drop_rooms, accept_mismatch=True
        )
        return level, done + notes

    def _rounding(self) -> float:
        """Maximum error of the points of objects that are not at the positions of their nodes. The library knows the size of the level, but not
        the distance of the object."""
        pieces = [(group.number, piece) for group in self.groups if group.number for piece in group.pieces]
        away = [piece for number, piece in pieces if not piece.is_at(self.base.shown(number))]
        sizes = [np.abs(values).max(initial=0) for piece in away for values in (piece.vertices, piece.world[:3, 3])]
        return min(MAX_ROUNDING, STEPS * float(max(sizes, default=0)))


def gather(block: bpy.types.Text, base: Base, context: bpy.types.Context) -> Gathered:
    """The parts in the scene of the level of a block."""
    for thing in context.scene.objects:
        if thing.mode == "EDIT" and thing.type == "MESH":
            thing.update_from_editmode()
    context.view_layer.update()
    owners = identity.owners(context.scene)
    own = [thing for thing, owner in owners.items() if owner == block and identity.KIND not in thing]
    groups = {number: Group(node.name, number) for number, node in base.by_number.items()}
    if not groups:
        # Path points are shown, and have no floor to edit.
        base.level.to_nodes()
    unknown: Counter[str] = Counter()
    notes = _strays(context, owners, own)
    read = [(thing, _pieces(thing, context, base, unknown)) for thing in own if thing.type == "MESH"]
    empties = [thing for thing in own if thing.type == "EMPTY"]
    new, copies = _share(read, empties, groups, base)
    for empty in empties:
        number = empty.get(identity.NODE) or (empty.parent.get(identity.NODE, 0) if empty.parent is not None else 0)
        group = copies.get(empty.parent) or groups.get(number)
        if group is not None:
            group.empties.append(empty)
            own_place = _unmoved(empty, group.number, base) if empty.parent not in copies else None
            group.marks.append((_mark_of(empty), world_of(empty)[:3, 3] if own_place is None else own_place))
    for name, count in unknown.items():
        faces = "1 face has" if count == 1 else f"{count} faces have"
        notes.append(f"{name}: {faces} no material of the game and become non-walkable; choose one such as 04 Stone")
    return Gathered(block, base, [*groups.values(), *new], notes)


def _share(
    read: list[tuple[bpy.types.Object, list[Piece]]],
    empties: list[bpy.types.Object],
    groups: dict[int, Group],
    base: Base,
) -> tuple[list[Group], dict[bpy.types.Object, Group]]:
    """Assigns pieces to their nodes. Returns new nodes, and those that are copies by their objects."""
    new: list[Group] = []
    copies: dict[bpy.types.Object, Group] = {}
    seen: dict[int, list[Any]] = {}
    # The object that a node was shown as comes before its copies.
    parents = {empty.parent for empty in empties}
    for thing, pieces in sorted(read, key=lambda it: (it[0] not in parents, *_order(*it, base))):
        known = [piece.node for piece in pieces if piece.node in groups]
        if base.is_area and pieces and (not known or _is_copy(pieces, seen)):
            # The library treats `.001` as a possible piece; here it is known not to be one.
            copies[thing] = Group(thing.name.lower().replace(".", "_"), 0, pieces)
            new.append(copies[thing])
            continue
        for piece in pieces:
            seen.setdefault(piece.node, []).append(piece.faces)
            # Faces whose node no longer exists belong to the first node of the object.
            number = piece.node if piece.node in groups else (known or list(groups))[0]
            groups[number].pieces.append(piece)
    return new, copies


def _order(thing: bpy.types.Object, pieces: list[Piece], base: Base) -> tuple[bool, bool, float, int, str]:
    way = _way(pieces, base)
    return way > NEAR, thing.name != thing.get(identity.SHOWN), way, len(thing.name), thing.name


def _way(pieces: list[Piece], base: Base) -> float:
    """The distance of most faces of an object from their positions in the level."""
    ways = [np.empty(0)]
    for piece in pieces:
        node = base.by_number.get(piece.node)
        if node is not None:
            known = {face: at for at, face in enumerate(base.faces[piece.node].tolist())}
            before = np.array([known.get(it, -1) for it in piece.faces.tolist()], int)
            is_there = piece.is_known & (before >= 0)
            middles = piece.placed(base.shown(piece.node), base.up)[piece.corners[is_there]].mean(axis=1)
            ways.append(np.abs(middles - node.vertices[node.faces[before[is_there]]].mean(axis=1)).max(axis=1))
    found = np.concatenate(ways)
    return float(np.median(found)) if len(found) else np.inf


def box_of(points: Any) -> Any:
    """The lowest and the highest coordinates of points."""
    return np.stack([points.min(axis=0), points.max(axis=0)])


def _is_copy(pieces: list[Piece], seen: dict[int, list[Any]]) -> bool:
    """Returns whether most faces of an object already exist in another one."""
    total = again = 0
    for piece in pieces:
        # A duplicated face is counted once.
        old = np.unique(piece.faces[piece.faces > 0])
        total += len(old)
        if piece.node in seen:
            again += int(np.isin(old, np.concatenate(seen[piece.node])).sum())
    return total > 0 and again * 2 > total


def _strays(
    context: bpy.types.Context, owners: dict[bpy.types.Object, bpy.types.Text], own: list[bpy.types.Object]
) -> list[str]:
    """The objects with faces that belong nowhere."""
    lost = [it for it in context.scene.objects if it.type == "MESH" and it not in owners and len(it.data.polygons)]
    notes = [f"{it.name} belongs to no level and is not exported: move it into the collection of the level" for it in lost]
    shapes = [it for it in own if it.type in SOLID - {"MESH"}]
    notes += [f"{it.name} is not a mesh and is not exported: convert it to a mesh" for it in shapes]
    copies = [it for it in own if it.type == "EMPTY" and it.instance_collection is not None]
    return notes + [f"{it.name} is an instance and is not exported: use Make Instances Real" for it in copies]


def _mark_of(empty: bpy.types.Object) -> str:
    """The name of a mark: as in the level, unless the user renamed the empty."""
    mark, shown = empty.get(identity.MARK), empty.get(identity.SHOWN)
    is_copy = shown is not None and identity.plain(empty.name) == identity.plain(shown)
    return str(mark) if mark is not None and is_copy else identity.plain(empty.name)


def _unmoved(empty: bpy.types.Object, number: int, base: Base) -> Any | None:
    """The level's position of a transition whose empty was not moved, in Blender's axes: its edge moves with the faces. None for others."""
    place, mark = empty.get(identity.PLACE), empty.get(identity.MARK)
    if place is None or not np.allclose(place, empty.location, rtol=0, atol=1e-6):
        return None
    point = base.edge_marks.get((number, mark))
    return None if point is None else (base.shown(number) @ base.up @ (*point, 1))[:3]


def world_of(thing: bpy.types.Object) -> Any:
    """The matrix of an object. Blender does not compute it for an object that no view layer shows."""
    if thing.name in bpy.context.view_layer.objects or thing.constraints:
        return np.array(thing.matrix_world, np.float64)
    own = np.array(thing.matrix_basis, np.float64)
    return own if thing.parent is None else world_of(thing.parent) @ np.array(thing.matrix_parent_inverse) @ own


def _pieces(
    thing: bpy.types.Object, context: bpy.types.Context, base: Base, unknown: Counter[str]
) -> list[Piece]:
    """The triangles of an object, with its modifiers, by their nodes."""
    shown = thing.evaluated_get(context.evaluated_depsgraph_get())
    mesh = shown.to_mesh()
    try:
        mesh.calc_loop_triangles()
        vertices = _read(mesh.vertices, "co", np.float32, 3)
        corners = _read(mesh.loop_triangles, "vertices", np.int32, 3)
        polygons = _read(mesh.loop_triangles, "polygon_index", np.int32, 1)[:, 0]
        slots = _read(mesh.polygons, "material_index", np.int32, 1)[:, 0]
        nodes, faces = (attribute_of(mesh, name)[polygons] for name in (identity.NODE, identity.FACE))
    finally:
        shown.to_mesh_clear()
    known = [identity.class_of(slot.material, base.class_names) for slot in thing.material_slots] or [None]
    chosen = np.minimum(slots, len(known) - 1)
    for slot, number in enumerate(known):
        count = int((chosen == slot).sum())
        if number is None and count:
            material = thing.material_slots[slot].material if thing.material_slots else None
            unknown[thing.name if material is None else f"{thing.name}, {material.name}"] += count
    classes = np.array([base.no_floor if it is None else it for it in known], np.uint32)[chosen][polygons]
    nodes = np.where(nodes == 0, thing.get(identity.NODE, 0), nodes)
    world, is_known = world_of(thing), _is_known(thing, nodes, faces, polygons, vertices[corners])
    pieces = []
    for number in dict.fromkeys(nodes.tolist()):
        of = nodes == number
        used, inverse = np.unique(corners[of], return_inverse=True)
        own = inverse.reshape(-1, 3)
        known = is_known[of]
        pieces.append(Piece(int(number), vertices[used], own, classes[of], faces[of], known, polygons[of], world, thing))
    return pieces


def _is_known(thing: bpy.types.Object, nodes: Any, faces: Any, polygons: Any, triangles: Any) -> Any:
    """Which of the evaluated triangles of an object are faces of its mesh with a number that no other face of the mesh has."""
    # In edit mode, only a copy of the mesh has its attributes.
    mesh = thing.to_mesh()
    own_nodes, own_faces = (attribute_of(mesh, name).astype(np.int64) for name in (identity.NODE, identity.FACE))
    own = np.where(own_nodes == 0, thing.get(identity.NODE, 0), own_nodes) << 32 | own_faces
    once, count = np.unique(own, return_counts=True)
    there = nodes.astype(np.int64) << 32 | faces
    is_whole = np.bincount(polygons)[polygons] == 1 if len(polygons) else np.zeros(0, bool)
    found = is_whole & (faces > 0) & np.isin(there, once[count == 1])
    if len(thing.modifiers) or thing.data.shape_keys is not None:
        places = _read(mesh.vertices, "co", np.float32, 3)
        corners = {key: places[list(it.vertices)] for key, it in zip(own.tolist(), mesh.polygons) if len(it.vertices) == 3}
        same = (key in corners and np.array_equal(corners[key], it) for key, it in zip(there.tolist(), triangles))
        found &= np.fromiter(same, bool, len(there))
    thing.to_mesh_clear()
    first = np.zeros(len(there), bool)
    first[np.flatnonzero(found)[np.unique(there[found], return_index=True)[1]]] = True
    return first


def _node(group: Group, base: Base) -> walkmesh.Node:
    placement = base.placement(group.number)
    if group.number == 0:
        # A new node is in the coordinates of its object, so that the motion of a copy is known.
        placement = base.up.T @ group.pieces[0].world @ base.up
    points = [np.empty((0, 3), np.float32)]
    corners, classes = [np.empty((0, 3), np.int64)], [np.empty(0, np.uint32)]
    known = {face: at for at, face in enumerate(base.faces[group.number].tolist())} if group.number else {}
    origins: list[int] = []
    count = 0
    for piece in group.pieces:
        shown = piece.world if group.number == 0 else base.shown(group.number)
        points.append(piece.placed(shown, base.up))
        corners.append((piece.corners if group.number == 0 else piece.turned()) + count)
        classes.append(piece.classes)
        origins += [known.get(it, -1) if is_known else -1 for it, is_known in zip(piece.faces.tolist(), piece.is_known)]
        count += len(piece.vertices)
    way = np.linalg.inv(base.up @ placement)
    marks = [(name, (way @ (*point, 1))[:3].astype(np.float32).tolist()) for name, point in group.marks]
    faces = np.concatenate(corners).astype(np.uint32)
    return walkmesh.Node(
        group.name,
        np.concatenate(points),
        faces,
        np.concatenate(classes),
        placement=placement[:3],
        marks=marks,
        origins=origins,
    )


def _read(items: Any, name: str, kind: Any, width: int) -> Any:
    values = np.empty(len(items) * width, kind)
    items.foreach_get(name, values)
    return values.reshape(-1, width)


def attribute_of(mesh: bpy.types.Mesh, name: str) -> Any:
    """The values of a face attribute; 0 where the mesh has none."""
    layer = mesh.attributes.get(name)
    if layer is None or layer.domain != "FACE" or layer.data_type != "INT":
        return np.zeros(len(mesh.polygons), np.int32)
    return _read(layer.data, "value", np.int32, 1)[:, 0]
