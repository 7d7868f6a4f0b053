"""Typical work in Blender, as functions on the objects of a level, and the data that each may change.

`concerns` names the data that an operator affects; everything else must not change. Operators are called on the first object with a mesh
unless they say otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import bmesh
import bpy

Things = list[bpy.types.Object]


@dataclass(frozen=True)
class Operator:
    """Something that people do."""

    name: str
    group: str
    run: Callable[[Things], None]
    concerns: frozenset[str]


OPERATORS: list[Operator] = []


def operator(group: str, *concerns: str) -> Callable[[Callable[[Things], None]], Callable[[Things], None]]:
    """Adds a function to the list, by its name."""

    def add(run: Callable[[Things], None]) -> Callable[[Things], None]:
        OPERATORS.append(Operator(run.__name__.replace("_", " "), group, run, frozenset(concerns)))
        return run

    return add


def choose(things: Things) -> None:
    """Selects objects; the first is active."""
    for thing in bpy.data.objects:
        thing.select_set(thing in things)
    bpy.context.view_layer.objects.active = things[0]


def in_edit_mode(thing: bpy.types.Object, polygons: list[int] | None = None) -> None:
    """Enters edit mode with some polygons selected, or all."""
    choose([thing])
    bpy.context.tool_settings.mesh_select_mode = (False, False, True)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT" if polygons is None else "DESELECT")
    if polygons is not None:
        mesh = bmesh.from_edit_mesh(thing.data)
        mesh.faces.ensure_lookup_table()
        for polygon in polygons:
            mesh.faces[polygon].select_set(True)
        bmesh.update_edit_mesh(thing.data)


def done() -> None:
    """Leaves edit mode."""
    bpy.ops.object.mode_set(mode="OBJECT")


# Transforms of objects, and their applies.


@operator("transform")
def nothing(things: Things) -> None:
    pass


@operator("transform")
def apply_all_transforms(things: Things) -> None:
    choose(things)
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)


@operator("transform", "geometry", "transitions", "hooks", "numbers")
def move(things: Things) -> None:
    things[0].location.x += 2


@operator("transform", "geometry", "transitions", "hooks", "numbers")
def move_and_apply(things: Things) -> None:
    things[0].location.x += 2
    apply_all_transforms(things[:1])


@operator("transform")
def move_there_and_back(things: Things) -> None:
    choose(things)
    bpy.ops.transform.translate(value=(4, 0, 0))
    bpy.ops.transform.translate(value=(-4, 0, 0))


@operator("transform", "geometry", "transitions", "hooks", "numbers")
def rotate(things: Things) -> None:
    # Objects of a glTF are rotated by quaternions, so their angles have no effect.
    things[0].rotation_mode = "XYZ"
    things[0].rotation_euler.z += math.radians(90)


@operator("transform")
def rotate_full_turn(things: Things) -> None:
    choose(things[:1])
    for _ in range(4):
        bpy.ops.transform.rotate(value=math.radians(90), orient_axis="Z")


@operator("transform", "geometry", "transitions", "hooks", "numbers")
def scale(things: Things) -> None:
    things[0].scale = (2, 2, 1)


@operator("transform", "geometry", "transitions", "hooks", "numbers")
def scale_and_apply(things: Things) -> None:
    things[0].scale = (2, 2, 1)
    apply_all_transforms(things[:1])


@operator("transform", "geometry", "transitions", "hooks", "numbers")
def mirror_by_scale(things: Things) -> None:
    things[0].scale.x = -1


@operator("transform")
def set_origin_to_geometry(things: Things) -> None:
    choose(things)
    bpy.ops.object.origin_set(type="ORIGIN_GEOMETRY", center="MEDIAN")


@operator("transform")
def set_origin_to_cursor(things: Things) -> None:
    bpy.context.scene.cursor.location = (3, 5, 1)
    choose(things)
    bpy.ops.object.origin_set(type="ORIGIN_CURSOR")


@operator("transform")
def parent_to_an_empty(things: Things) -> None:
    empty = bpy.data.objects.new("holder", None)
    bpy.context.scene.collection.objects.link(empty)
    empty.location = (1, 2, 3)
    bpy.context.view_layer.update()
    choose([empty, *things])
    bpy.ops.object.parent_set(type="OBJECT")


@operator("transform", "geometry", "transitions", "hooks", "numbers")
def snap_to_grid(things: Things) -> None:
    things[0].location = (1, 1, 0)
    apply_all_transforms(things[:1])


@operator("transform")
def apply_rotation_and_scale(things: Things) -> None:
    choose(things)
    bpy.ops.object.transform_apply(location=False, rotation=True, scale=True)


@operator("transform")
def select_and_hide(things: Things) -> None:
    choose(things)
    things[0].hide_render = True


@operator("transform")
def set_smooth(things: Things) -> None:
    choose(things)
    bpy.ops.object.shade_smooth()


@operator("transform")
def make_single_user(things: Things) -> None:
    choose(things)
    bpy.ops.object.make_single_user(object=True, obdata=True)


@operator("transform")
def rename_object(things: Things) -> None:
    things[0].name = "something else"


@operator("transform", "layout", "geometry", "numbers", "transitions")
def duplicate_room(things: Things) -> None:
    choose(things[:1])
    bpy.ops.object.duplicate_move(TRANSFORM_OT_translate={"value": (500, 0, 0)})


@operator("transform")
def join_all(things: Things) -> None:
    choose(things)
    if len(things) > 1:
        bpy.ops.object.join()


# Edit mode.


@operator("edit", "geometry", "transitions")
def drag_a_vertex(things: Things) -> None:
    things[0].data.vertices[0].co.z += 0.25


@operator("edit", "geometry", "transitions")
def drag_a_corner_at_a_border_of_materials(things: Things) -> None:
    mesh = things[0].data
    slots: dict[int, set[int]] = {}
    for polygon in mesh.polygons:
        for vertex in polygon.vertices:
            slots.setdefault(vertex, set()).add(polygon.material_index)
    vertex = next((it for it, found in slots.items() if len(found) > 1), 0)
    mesh.vertices[vertex].co.z += 0.25


@operator("edit", "materials", "numbers", "transitions")
def paint_a_face(things: Things) -> None:
    mesh = things[0].data
    if len(mesh.materials) > 1:
        mesh.polygons[0].material_index = (mesh.polygons[0].material_index + 1) % len(mesh.materials)


@operator("edit")
def merge_by_distance(things: Things) -> None:
    in_edit_mode(things[0])
    bpy.ops.mesh.remove_doubles(threshold=0.00001)
    done()


@operator("edit")
def recalculate_outside(things: Things) -> None:
    in_edit_mode(things[0])
    bpy.ops.mesh.normals_make_consistent(inside=False)
    done()


@operator("edit")
def flip_twice(things: Things) -> None:
    in_edit_mode(things[0])
    bpy.ops.mesh.flip_normals()
    bpy.ops.mesh.flip_normals()
    done()


@operator("edit")
def separate_selected(things: Things) -> None:
    in_edit_mode(things[0], [0])
    bpy.ops.mesh.separate(type="SELECTED")
    done()


@operator("edit")
def separate_by_material(things: Things) -> None:
    in_edit_mode(things[0])
    bpy.ops.mesh.separate(type="MATERIAL")
    done()


@operator("edit")
def separate_loose_parts(things: Things) -> None:
    in_edit_mode(things[0])
    bpy.ops.mesh.separate(type="LOOSE")
    done()


@operator("edit", "geometry", "numbers", "transitions")
def delete_a_face(things: Things) -> None:
    in_edit_mode(things[0], [0])
    bpy.ops.mesh.delete(type="ONLY_FACE")
    done()


@operator("edit", "geometry", "numbers", "transitions")
def subdivide_a_face(things: Things) -> None:
    in_edit_mode(things[0], [0])
    bpy.ops.mesh.subdivide(number_cuts=1)
    done()


@operator("edit", "geometry", "numbers", "transitions")
def extrude_a_face(things: Things) -> None:
    in_edit_mode(things[0], [0])
    bpy.ops.mesh.extrude_region_move(TRANSFORM_OT_translate={"value": (0, 0, 0.5)})
    done()


@operator("edit", "geometry", "numbers", "transitions")
def poke_a_face(things: Things) -> None:
    in_edit_mode(things[0], [0])
    bpy.ops.mesh.poke()
    done()


@operator("edit")
def split_a_face(things: Things) -> None:
    in_edit_mode(things[0], [0])
    bpy.ops.mesh.split()
    done()


@operator("edit")
def sort_faces_reversed(things: Things) -> None:
    in_edit_mode(things[0])
    bpy.ops.mesh.sort_elements(type="REVERSE", elements={"FACE"})
    done()


# Modifiers that are applied.


def modifier(thing: bpy.types.Object, kind: str, **settings: object) -> None:
    """Adds a modifier and applies it."""
    choose([thing])
    added = thing.modifiers.new(kind, kind)
    for name, value in settings.items():
        setattr(added, name, value)
    bpy.ops.object.modifier_apply(modifier=added.name)


@operator("modifier")
def weld(things: Things) -> None:
    modifier(things[0], "WELD", merge_threshold=0.00001)


@operator("modifier")
def triangulate(things: Things) -> None:
    modifier(things[0], "TRIANGULATE")


@operator("modifier")
def edge_split(things: Things) -> None:
    modifier(things[0], "EDGE_SPLIT", split_angle=0.0)


@operator("modifier")
def weighted_normals(things: Things) -> None:
    modifier(things[0], "WEIGHTED_NORMAL")


@operator("modifier", "geometry", "numbers", "transitions")
def array(things: Things) -> None:
    modifier(things[0], "ARRAY", count=2, use_relative_offset=False, use_constant_offset=True, constant_offset_displace=(500, 0, 0))


@operator("modifier", "geometry", "numbers", "transitions")
def solidify(things: Things) -> None:
    modifier(things[0], "SOLIDIFY", thickness=0.5)


@operator("modifier", "geometry", "numbers", "transitions")
def subdivision(things: Things) -> None:
    modifier(things[0], "SUBSURF", levels=1, subdivision_type="SIMPLE")


@operator("modifier", "geometry", "numbers", "transitions")
def mirror(things: Things) -> None:
    modifier(things[0], "MIRROR", use_axis=(True, False, False), use_mirror_merge=False)


@operator("modifier", "geometry", "transitions", "numbers")
def displace(things: Things) -> None:
    modifier(things[0], "DISPLACE", direction="Z", strength=0.5, mid_level=0.0)


@operator("modifier")
def modifier_that_is_not_applied(things: Things) -> None:
    things[0].modifiers.new("split", "EDGE_SPLIT").split_angle = 0.0
