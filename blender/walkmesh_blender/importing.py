"""Makes a collection from a level: an object for each node, empties for its marks, and materials for its classes."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
import walkmesh
from mathutils import Matrix

from . import base as bases
from . import identity
from .base import Base


def import_level(level: walkmesh.Level, parent: bpy.types.Collection) -> bpy.types.Collection:
    """Adds the collection of a level, and returns it."""
    block, base = bases.opened(level)
    collection = bpy.data.collections.new(level.name or level.format)
    parent.children.link(collection)
    collection[identity.LEVEL] = block
    for number in base.by_number:
        add_node(number, base, block, collection)
    _add_things(base, block, collection)
    return collection


def add_node(number: int, base: Base, block: bpy.types.Text, collection: bpy.types.Collection) -> None:
    """Adds the object of a node, with its empties."""
    node, holder = base.by_number[number], None
    if len(node.faces) or node.name:
        mesh = bpy.data.meshes.new(node.name)
        fill(mesh, [(number, np.arange(len(node.faces)), node.vertices @ base.up[:3, :3].T.astype(np.float32))], base)
        holder = bpy.data.objects.new(node.name, mesh)
        holder[identity.LEVEL], holder[identity.NODE], holder[identity.SHOWN] = block, number, holder.name
        collection.objects.link(holder)
        holder.matrix_world = Matrix(base.shown(number).tolist())
    for name, point in node.marks:
        add_mark(number, name, point, base, block, holder, collection)


def add_mark(
    number: int,
    name: str,
    point: Any,
    base: Base,
    block: bpy.types.Text,
    holder: bpy.types.Object | None,
    collection: bpy.types.Collection,
) -> None:
    """Adds the empty of a mark, in the coordinates of its node. It moves with the object that it belongs to."""
    empty = bpy.data.objects.new(name, None)
    empty.empty_display_type, empty.empty_display_size = "SPHERE", 0.15
    empty[identity.LEVEL], empty[identity.NODE] = block, number
    empty[identity.MARK], empty[identity.SHOWN] = name, empty.name
    collection.objects.link(empty)
    place = base.shown(number) @ base.up @ (*point, 1)
    if holder is not None:
        empty.parent = holder
        place = np.linalg.inv(base.shown(number)) @ place
    empty.location = place[:3]
    empty[identity.PLACE] = list(empty.location)


def fill(mesh: bpy.types.Mesh, shares: list[tuple[int, Any, Any]], base: Base, *, is_mirrored: bool = False) -> None:
    """Makes a mesh from faces of nodes: the number of each node, its faces, and the positions of its vertices in the mesh. Faces that
    Blender cannot have, because two of their corners are one vertex, are left out; the library keeps them."""
    points, corners, classes, nodes, numbers = [], [], [], [], []
    for number, faces, vertices in shares:
        of_node = base.by_number[number].faces.astype(np.int32)[faces]
        a, b, c = of_node.T if len(of_node) else np.empty((3, 0), np.int32)
        whole = (a != b) & (b != c) & (c != a) & np.isfinite(vertices[of_node]).all(axis=(1, 2))
        used, own = np.unique(of_node[whole], return_inverse=True)
        corners.append(own.reshape(-1, 3) + sum(map(len, points)))
        points.append(vertices[used])
        classes.append(base.by_number[number].materials[faces][whole])
        nodes.append(np.full(whole.sum(), number))
        numbers.append(base.faces[number][faces][whole])
    triangles = np.concatenate(corners) if corners else np.empty((0, 3), np.int32)
    mesh.clear_geometry()
    mesh.from_pydata(_joined(points).tolist(), [], triangles[:, [0, 2, 1] if is_mirrored else [0, 1, 2]].tolist())
    of_face = _joined(classes).tolist()
    used_classes = list(dict.fromkeys(of_face))
    mesh.materials.clear()
    for used_class in used_classes:
        name, color = base.materials.get(used_class, ("", (128, 128, 128)))
        mesh.materials.append(identity.material_of(used_class, name, color))
    slots = {used_class: slot for slot, used_class in enumerate(used_classes)}
    mesh.polygons.foreach_set("material_index", np.array([slots[it] for it in of_face], np.int32))
    set_attribute(mesh, identity.NODE, _joined(nodes))
    set_attribute(mesh, identity.FACE, _joined(numbers))
    mesh.update()


def _joined(arrays: list[Any]) -> Any:
    return np.concatenate(arrays) if arrays else np.empty(0)


def set_attribute(mesh: bpy.types.Mesh, name: str, values: Any) -> None:
    """Gives each face a whole number."""
    layer = mesh.attributes.get(name)
    if layer is not None and (layer.domain != "FACE" or layer.data_type != "INT"):
        mesh.attributes.remove(layer)
        layer = None
    layer = layer or mesh.attributes.new(name, "INT", "FACE")
    layer.data.foreach_set("value", np.ascontiguousarray(values, np.int32))
    # Evaluated objects have separate attributes.
    mesh.update_tag()


def _add_things(base: Base, block: bpy.types.Text, collection: bpy.types.Collection) -> None:
    """Adds the contents of the area, in a separate collection: empties of its marks, and meshes of edges of its outlines, the edges
    of doors and the links of path points. They show the positions of things, and are not exported."""
    level, up = base.level, base.up
    shown = {name for node in base.nodes for name, _ in node.marks}
    things = [mark for mark in level.marks if mark.name not in shown and mark.kind not in ("room", "position", "block")]
    lines = {kind: ends for kind, ends in level.lines.items() if kind in ("outline", "door", "links")}
    if not things and not lines and not level.obstacles:
        return
    group = bpy.data.collections.new(f"{collection.name} things")
    collection.children.link(group)
    for mark in things:
        empty = bpy.data.objects.new(mark.name or mark.kind, None)
        empty[identity.LEVEL], empty[identity.KIND], empty[identity.PART] = block, mark.kind, mark.part
        empty.empty_display_type, empty.empty_display_size = "ARROWS", 0.4
        empty.location = (up @ (*mark.point, 1))[:3]
        group.objects.link(empty)
    for obstacle in level.obstacles:
        points = obstacle.points @ up[:3, :3].T
        ring = [(at, (at + 1) % len(points)) for at in range(len(points))]
        _add_edges(obstacle.name or obstacle.kind, obstacle.kind, points, ring, block, group)
    for kind, ends in lines.items():
        points, edges = np.unique((ends @ up[:3, :3].T).reshape(-1, 3), axis=0, return_inverse=True)
        _add_edges(kind, kind, points, edges.reshape(-1, 2).tolist(), block, group)


def _add_edges(name: str, kind: str, points: Any, edges: Any, block: bpy.types.Text, group: bpy.types.Collection) -> None:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), edges, [])
    holder = bpy.data.objects.new(name, mesh)
    holder[identity.LEVEL], holder[identity.KIND] = block, kind
    holder.hide_render = True
    group.objects.link(holder)
