"""Makes a collection of a level: an object of each node, empties of its marks, and materials of its classes."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
import walkmesh
from mathutils import Matrix

from . import identity


def import_level(level: walkmesh.Level, parent: bpy.types.Collection) -> bpy.types.Collection:
    """Adds the collection of a level, and returns it."""
    collection = bpy.data.collections.new(level.name or level.format)
    parent.children.link(collection)
    identity.keep(collection, level)
    materials = {it.number: (it.name, it.color) for it in [*level.classes, *level.paints]}
    up = identity.turn(level.up)
    for number, node in enumerate(nodes_of(level), 1):
        placement = up @ np.vstack([node.placement, (0, 0, 0, 1)]) @ up.T
        holder = _object_of(number, node, collection, materials, up)
        if holder is not None:
            holder.matrix_world = Matrix(placement.tolist())
        for name, point in node.marks:
            _empty_of(number, name, up @ (*point, 1), holder, placement, collection)
    _add_things(level, collection, up)
    return collection


def _object_of(
    number: int, node: walkmesh.Node, collection: bpy.types.Collection, materials: dict[int, Any], up: Any
) -> bpy.types.Object | None:
    if len(node.faces) == 0 and not node.name:
        return None
    mesh = bpy.data.meshes.new(node.name)
    fill(mesh, number, node, materials, up)
    holder = bpy.data.objects.new(node.name, mesh)
    holder[identity.NODE] = number
    collection.objects.link(holder)
    return holder


def fill(mesh: bpy.types.Mesh, number: int, node: walkmesh.Node, materials: dict[int, Any], up: Any) -> None:
    """Makes a mesh that of a node. Faces that Blender cannot have, because two of their corners are one vertex, are left out; the
    library keeps them."""
    vertices, faces, classes = node.vertices @ up[:3, :3].T.astype(np.float32), node.faces.astype(np.int32), node.materials
    a, b, c = faces.T if len(faces) else np.empty((3, 0), np.int32)
    whole = np.flatnonzero((a != b) & (b != c) & (c != a) & np.isfinite(vertices[faces]).all(axis=(1, 2)))
    mesh.clear_geometry()
    mesh.from_pydata(vertices.tolist(), [], faces[whole].tolist())
    used = list(dict.fromkeys(classes[whole].tolist()))
    mesh.materials.clear()
    for used_class in used:
        name, color = materials.get(used_class, ("", (128, 128, 128)))
        mesh.materials.append(identity.material_of(used_class, name, color))
    slots = np.array([used.index(it) for it in classes[whole].tolist()], np.int32)
    mesh.polygons.foreach_set("material_index", slots)
    for attribute, values in ((identity.NODE, np.full(len(whole), number)), (identity.FACE, whole + 1)):
        layer = mesh.attributes.get(attribute) or mesh.attributes.new(attribute, "INT", "FACE")
        layer.data.foreach_set("value", values.astype(np.int32))
    mesh.update()


def _empty_of(
    number: int,
    name: str,
    point: Any,
    holder: bpy.types.Object | None,
    placement: Any,
    collection: bpy.types.Collection,
) -> None:
    empty = bpy.data.objects.new(name, None)
    empty.empty_display_type = "SPHERE"
    empty.empty_display_size = 0.15
    empty[identity.NODE], empty[identity.MARK], empty[identity.SHOWN] = number, name, empty.name
    collection.objects.link(empty)
    if holder is None:
        empty.location = point[:3]
    else:
        # Parents move what belongs to them.
        empty.parent = holder
        empty.location = point[:3]


def nodes_of(level: walkmesh.Level) -> list[walkmesh.Node]:
    """The nodes of a level; none of one without a floor, such as path points, of which only marks and lines are shown."""
    try:
        return level.to_nodes()
    except walkmesh.ExchangeError:
        if not level.marks and not level.lines:
            raise
        return []


def _add_things(level: walkmesh.Level, collection: bpy.types.Collection, up: Any) -> None:
    """Adds what stands in the area, in a collection of its own: empties of its marks, and meshes of edges of its outlines, the edges
    of doors and the links of path points. They show where things are, and are not exported."""
    shown = {name for node in nodes_of(level) for name, _ in node.marks}
    things = [mark for mark in level.marks if mark.name not in shown and mark.kind not in ("room", "position", "block")]
    lines = {kind: ends for kind, ends in level.lines.items() if kind in ("outline", "door", "links")}
    if not things and not lines and not level.obstacles:
        return
    group = bpy.data.collections.new(f"{collection.name} things")
    collection.children.link(group)
    for mark in things:
        empty = bpy.data.objects.new(mark.name or mark.kind, None)
        empty[identity.KIND], empty[identity.PART] = mark.kind, mark.part
        empty.empty_display_type, empty.empty_display_size = "ARROWS", 0.4
        empty.location = (up @ (*mark.point, 1))[:3]
        group.objects.link(empty)
    for obstacle in level.obstacles:
        points = (obstacle.points @ up[:3, :3].T).tolist()
        mesh = bpy.data.meshes.new(obstacle.name or obstacle.kind)
        mesh.from_pydata(points, [(at, (at + 1) % len(points)) for at in range(len(points))], [])
        holder = bpy.data.objects.new(obstacle.name or obstacle.kind, mesh)
        holder[identity.KIND] = obstacle.kind
        holder.hide_render = True
        group.objects.link(holder)
    for kind, ends in lines.items():
        mesh = bpy.data.meshes.new(kind)
        points, edges = np.unique((ends @ up[:3, :3].T).reshape(-1, 3), axis=0, return_inverse=True)
        mesh.from_pydata(points.tolist(), edges.reshape(-1, 2).tolist(), [])
        holder = bpy.data.objects.new(kind, mesh)
        holder[identity.KIND] = kind
        holder.hide_render = True
        group.objects.link(holder)
