"""The identity of objects, faces and materials in the opened level: the names of their properties. The names of objects and materials
prove nothing by themselves: users change them, and so does Blender. A level has a text block, which keeps
its files. Each object of it points to that block wherever it is moved, and so does each copy. Each face has two numbers, which Blender
keeps when objects are joined, separated or edited: the number of its node in the level, and its own number there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy

LEVEL = "walkmesh_level"
"""The property of an object or a collection: the text block of its level."""
KEY = "walkmesh_key"
"""The property of a block: the id of its level. Blender copies the block when objects are pasted from another file."""
NODE = "walkmesh_node"
"""The face attribute and the property of an object: the number of the node, from 1. A level never assigns a number twice."""
FACE = "walkmesh_face"
"""The face attribute: the id of a face among those of its node, from 1; 0 for an added face. No number is assigned twice."""
MARK = "walkmesh_mark"
"""The property of an empty: the name of a transition or hook in the level."""
SHOWN = "walkmesh_shown"
"""The property of an object: the name that it got in Blender. An object with another name was renamed, or is a copy."""
PLACE = "walkmesh_place"
"""The property of an empty: the location that it got in Blender. An empty with another location was moved on its own."""
KIND = "walkmesh_kind"
"""The property of a display-only object: its kind, such as `door`, `creature`, or `outline` of triggers and encounters."""
PART = "walkmesh_part"
"""The property of a display-only empty: the part of the level that it belongs to; empty if it belongs to none."""
CLASS = "walkmesh_class"
"""The property of a material: the number of its class."""

_ROWS = {"z": ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), "y": ((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1))}


def turn(up: str) -> Any:
    """The matrix from the axes of a game to those of Blender, whose z is up."""
    import numpy as np

    return np.array(_ROWS[up], np.float64)


def plain(name: str) -> str:
    """A name without the `.001` that Blender appends to an existing name."""
    stem, _, number = name.rpartition(".")
    return stem if stem and len(number) >= 3 and number.isdigit() else name


def block_of(thing: bpy.types.Object | bpy.types.Collection) -> bpy.types.Text | None:
    """The block of the level that an object or a collection belongs to; of copies of the block, the first."""
    block = thing.get(LEVEL)
    if not isinstance(block, bpy.types.Text):
        return None
    key = block.get(KEY)
    return next((it for it in bpy.data.texts if key is not None and it.get(KEY) == key), block)


def owners(scene: bpy.types.Scene) -> dict[bpy.types.Object, bpy.types.Text]:
    """The levels of the objects in a scene: the one that they point to, or else the one of a collection that contains them."""
    found: dict[bpy.types.Object, bpy.types.Text] = {}
    for collection in [scene.collection, *scene.collection.children_recursive]:
        block = block_of(collection)
        if block is not None:
            found.update((thing, block) for thing in collection.all_objects)
    for thing in scene.objects:
        block = block_of(thing)
        if block is not None:
            found[thing] = block
    return found


def home_of(block: bpy.types.Text, scene: bpy.types.Scene) -> bpy.types.Collection:
    """The collection for new objects of a level: its own, or the scene's if that was removed."""
    return next((it for it in scene.collection.children_recursive if block_of(it) == block), scene.collection)


def chosen_block(context: bpy.types.Context) -> bpy.types.Text | None:
    """The level of the active object, or of the active collection, or the only one in the scene."""
    owned = owners(context.scene)
    active = context.view_layer.objects.active
    if active is not None and active in owned:
        return owned[active]
    block = block_of(context.collection) if context.collection is not None else None
    if block is not None:
        return block
    homes = [block_of(it) for it in context.scene.collection.children_recursive]
    blocks = {it for it in [*owned.values(), *homes] if it is not None}
    return blocks.pop() if len(blocks) == 1 else None


def material_of(number: int, name: str, color: tuple[int, int, int]) -> bpy.types.Material:
    """The material of a class, with the game's name and colour."""
    label = f"{number:02} {name}".rstrip()
    for material in bpy.data.materials:
        if material.get(CLASS) == number and material.name == label:
            return material
    material = bpy.data.materials.new(label)
    material[CLASS] = number
    red, green, blue = (value / 255 for value in color)
    material.diffuse_color = (red, green, blue, 1)
    return material


def class_of(material: bpy.types.Material | None, names: dict[str, int]) -> int | None:
    """The number of the class of a material: by the number that its name begins with, or by the name of a class, of which `names` has
    the lower-case names. With another name, it keeps the class that it was made for. None if it has no class."""
    if material is None:
        return None
    name = plain(material.name).strip()
    digits = next(_words(name), "")
    if digits.isdecimal() and len(digits) < 10:
        return int(digits)
    named = names.get(name.lower())
    if named is not None:
        return named
    number = material.get(CLASS)
    return number if isinstance(number, int) and number >= 0 else None


def _words(name: str) -> Iterator[str]:
    return iter(name.replace("_", " ").replace(".", " ").split(" "))
