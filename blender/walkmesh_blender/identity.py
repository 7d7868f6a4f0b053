"""What a collection, its objects and their faces are in the level that was opened.

A collection keeps the level itself, as the bytes of its files, so that a `.blend` is complete. Each face has two numbers of its own,
which Blender keeps when objects are joined, separated or edited: the node of the level that it belongs to, and its number there. Names of
objects and materials say nothing by themselves: they can be changed, and Blender changes them.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import bpy

if TYPE_CHECKING:
    import walkmesh

LEVEL = "walkmesh_level"
"""The property of a collection: the bytes of its level's files, as JSON. A `.blend` comes from strangers, so it is no pickle."""
NODE = "walkmesh_node"
"""The face attribute and the property of an object: the number of the node, from 1."""
FACE = "walkmesh_face"
"""The face attribute: the number of the face in its node, from 1; 0 for a face that was added."""
MARK = "walkmesh_mark"
"""The property of an empty: the name of a transition or hook as the level has it."""
SHOWN = "walkmesh_shown"
"""The property of an empty: the name that it got in Blender. One that has another name was renamed by somebody."""
KIND = "walkmesh_kind"
"""The property of what is only shown: what it is, such as `door`, `creature`, or `outline` of triggers and encounters."""
PART = "walkmesh_part"
"""The property of an empty that is only shown: the part of the level that it belongs to; empty if it belongs to none."""
CLASS = "walkmesh_class"
"""The property of a material: the number of its class."""

_ROWS = {"z": ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), "y": ((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1))}


def turn(up: str) -> Any:
    """The matrix from the axes of a game to those of Blender, whose z is up."""
    import numpy as np

    return np.array(_ROWS[up], np.float64)


def keep(collection: bpy.types.Collection, level: walkmesh.Level) -> None:
    """Keeps a level with its collection."""
    _, (files, name, folder) = level.__reduce__()
    texts = {file: base64.b64encode(data).decode() for file, data in files.items()}
    collection[LEVEL] = json.dumps({"name": name, "folder": None if folder is None else str(folder), "files": texts})


def level_of(collection: bpy.types.Collection) -> walkmesh.Level:
    """The level that a collection was made of, as it was opened or saved last. Raises `walkmesh.OpenError` if it holds none."""
    import walkmesh

    try:
        kept = json.loads(collection[LEVEL])
        files = {file: base64.b64decode(text, validate=True) for file, text in kept["files"].items()}
        name, folder = kept["name"], kept["folder"]
        level: walkmesh.Level = walkmesh.Level._of_files(files, name, folder)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise walkmesh.OpenError(f"the collection {collection.name} does not hold the files of a level: {error}") from error
    return level


def collection_of(context: bpy.types.Context) -> bpy.types.Collection | None:
    """The collection of the active object, or the only one of a level in the scene."""
    found = [it for it in context.scene.collection.children_recursive if LEVEL in it]
    if context.object is not None:
        for collection in found:
            if context.object.name in collection.all_objects:
                return collection
    return found[0] if len(found) == 1 else None


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


def class_of(material: bpy.types.Material | None) -> int | None:
    """The number of the class of a material, by its property or by the number at the beginning of its name."""
    if material is None:
        return None
    if CLASS in material:
        return int(material[CLASS])
    digits = material.name.split(" ")[0].split(".")[0].split("_")[0]
    return int(digits) if digits.isdigit() else None
