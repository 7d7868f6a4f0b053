"""A user's work on a level in Blender, action by action, and the expected result of each export.

The geometry of an export equals Blender's. Transitions are predicted: each is an edge of a room, known by the vertices of an object
that it runs between, and it goes where these go. Nothing here queries the add-on about its changes.
"""

from __future__ import annotations

import copy
import random
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bmesh
import bpy
import numpy as np
import walkmesh
from measure import are_same, is_whole, keys
from walkmesh_blender import base, gathering

LEVELS = {"room.wok": ["room.wok"], "manor.lyt": ["manor.lyt", "room.wok", "porch.wok"], "manor.mod": ["manor.mod"]}
"""The levels, and their files."""
NODE = "walkmesh_node"
NEAR = 2e-3
"""Maximum distance of points that are the same, in metres."""
WALKABLE = ("04", "05")
"""The prefixes of the floor materials of these levels."""
TAG = "test_edge"
"""The attribute of edges: the number of the transition that the edge is."""
COPY = "test_copy"
"""The property of an object that was copied since the level followed the scene."""


class LostByBlender(Exception):
    """Undo in Blender 4.2 left a collection that is no longer in any scene. The same happens without the add-on."""


@dataclass
class Kept:
    """A room that stays unchanged while the scene has none of its faces."""

    triangles: Any
    transitions: list[tuple[Any, str]]


@dataclass
class Model:
    """The state that must be exported but that Blender does not show. Undo reverts it, but not the disk."""

    is_area: bool
    goals: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The room of each transition, and its target room."""
    kept: dict[str, Kept] = field(default_factory=dict)


class Session:
    """A scene with one level, opened from a folder of its own."""

    def __init__(self, samples: Path, name: str, seed: int) -> None:
        self.random = random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="walkmesh-session-"))
        for file in LEVELS[name]:
            source = samples / file if (samples / file).exists() else samples.parent / "modules" / file
            shutil.copy(source, self.folder)
            (self.folder / file).chmod(0o644)
        self.level = self.folder / name
        self.acts: list[str] = []
        self.exports = 0
        bpy.ops.wm.read_homefile(use_empty=True)
        assert bpy.ops.walkmesh.import_level("EXEC_DEFAULT", True, filepath=str(self.level)) == {"FINISHED"}
        self.model = Model(name != "room.wok")
        self.follow(self.opened())
        bpy.ops.ed.undo_push(message="import")
        self.undone = [copy.deepcopy(self.model)]
        self.at = 0

    def close(self) -> None:
        """Removes the files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def opened(self, path: Path | None = None) -> walkmesh.Level:
        """The level as it is on disk."""
        return walkmesh.open(path or self.level)

    # What the scene has.

    def meshes(self) -> list[bpy.types.Object]:
        """The objects with faces of the level, in the order of their names."""
        homes = [it for it in bpy.context.scene.collection.children_recursive if "walkmesh_level" in it]
        found = [
            it
            for it in bpy.context.scene.objects
            if it.type == "MESH"
            and "walkmesh_kind" not in it
            and ("walkmesh_level" in it or any(it.name in home.all_objects for home in homes))
        ]
        return sorted(found, key=lambda it: it.name)

    def empties(self) -> list[bpy.types.Object]:
        """The empties of transitions."""
        found = [it for it in bpy.context.scene.objects if it.type == "EMPTY" and it.name.startswith("transition")]
        return sorted(found, key=lambda it: it.name)

    def choose(self, *things: bpy.types.Object) -> None:
        """Selects objects in object mode; the first is active."""
        active = bpy.context.view_layer.objects.active
        if active is not None and active.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        for thing in bpy.context.view_layer.objects:
            thing.select_set(thing in things)
        bpy.context.view_layer.objects.active = things[0]

    def some_mesh(self) -> bpy.types.Object:
        """An object with faces, which is active."""
        if bpy.context.view_layer.objects.active is not None and bpy.context.view_layer.objects.active.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        thing = self.random.choice([it for it in self.meshes() if it.data.polygons])
        self.choose(thing)
        return thing

    # Actions. Each returns whether it is possible now. Operators of the add-on add no step for undo here: that is added after the
    # tags.

    def act(self, name: str) -> None:
        """Performs an action, and lets Blender record it for undo."""
        done = getattr(self, f"do_{name}")()
        self.acts.append(name if done is not False else f"({name})")
        if done is not False and name not in ("undo", "undo_and_redo", "save_and_load"):
            bpy.context.view_layer.update()
            bpy.ops.ed.undo_push(message=name)
            self.undone[self.at + 1 :] = [copy.deepcopy(self.model)]
            self.at += 1

    def do_move(self) -> None:
        self.some_mesh()
        bpy.ops.transform.translate(value=[self.random.choice([0, 0.5, 3, -7]) for _ in range(3)])

    def do_turn(self) -> None:
        self.some_mesh()
        bpy.ops.transform.rotate(value=self.random.choice([0.3, 1.5707963]), orient_axis="Z")

    def do_apply_transforms(self) -> bool:
        thing = self.some_mesh()
        if thing.children or thing.modifiers:
            # Blender moves the children, which are marks.
            return False
        bpy.ops.object.transform_apply()
        return True

    def do_move_all_vertices(self) -> None:
        self.some_mesh()
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="SELECT")
        bpy.ops.transform.translate(value=(0, 0, self.random.choice([0.25, 5])))
        bpy.ops.object.mode_set(mode="OBJECT")

    def do_lift_a_vertex(self) -> None:
        thing = self.some_mesh()
        used = sorted({it for polygon in thing.data.polygons for it in polygon.vertices})
        thing.data.vertices[self.random.choice(used)].co.z += 0.125
        thing.data.update()

    def do_delete_a_face(self) -> bool:
        thing = self.some_mesh()
        free = free_polygons(thing)
        if not free or len(thing.data.polygons) < 4:
            return False
        self.select_faces(thing, [self.random.choice(free)])
        bpy.ops.mesh.delete(type="FACE")
        bpy.ops.object.mode_set(mode="OBJECT")
        return True

    def do_double_a_face(self) -> bool:
        thing = self.some_mesh()
        free = free_polygons(thing)
        if not free:
            return False
        self.select_faces(thing, [self.random.choice(free)])
        bpy.ops.mesh.duplicate()
        bpy.ops.object.mode_set(mode="OBJECT")
        return True

    def do_separate(self) -> bool:
        thing = self.some_mesh()
        count = len(thing.data.polygons)
        if count < 4 or thing.modifiers or len(self.meshes()) > 8:
            return False
        self.select_faces(thing, self.random.sample(range(count), count // 3))
        bpy.ops.mesh.separate(type="SELECTED")
        bpy.ops.object.mode_set(mode="OBJECT")
        return True

    def do_join(self) -> bool:
        things = [it for it in self.meshes() if not it.modifiers]
        if len(things) < 2:
            return False
        some = self.random.sample(things, 2)
        if len({bool(it.get(COPY)) for it in some}) > 1:
            return False
        self.choose(*some)
        bpy.ops.object.join()
        return True

    def do_rename(self) -> None:
        self.some_mesh().name = self.random.choice(["floor", "everything", "wing"])

    def do_paint(self) -> bool:
        thing = self.some_mesh()
        stone = [it.index for it in thing.data.polygons if material_of(thing, it).startswith("04")]
        if not stone:
            return False
        thing.data.materials.append(bpy.data.materials.get("05 Wood") or bpy.data.materials.new("05 Wood"))
        thing.data.polygons[self.random.choice(stone)].material_index = len(thing.data.materials) - 1
        thing.data.update()
        return True

    def do_copy_a_room(self) -> bool:
        if not self.model.is_area or len(self.meshes()) > 6:
            return False
        self.some_mesh()
        offset = (500 + 50 * self.random.randrange(100), 0, 0)
        bpy.ops.object.duplicate_move(TRANSFORM_OT_translate={"value": offset})
        thing = bpy.context.view_layer.objects.active
        thing[COPY] = True
        tags = thing.data.attributes.get(TAG)
        if tags is not None:
            thing.data.attributes.remove(tags)
        return True

    def do_add_a_plane(self) -> bool:
        homes = [it for it in layers(bpy.context.view_layer.layer_collection) if "walkmesh_level" in it.collection]
        if not homes or len(self.meshes()) > 8:
            return False
        self.choose(self.meshes()[0])
        bpy.context.view_layer.active_layer_collection = homes[0]
        place = (self.random.randrange(-90, -20), 40 * self.random.randrange(50), 9)
        bpy.ops.mesh.primitive_plane_add(location=place)
        return True

    def do_add_an_array(self) -> bool:
        thing = self.some_mesh()
        if thing.modifiers or len(thing.data.polygons) > 200:
            return False
        array = thing.modifiers.new("array", "ARRAY")
        array.count, array.use_relative_offset, array.use_constant_offset = 2, False, True
        array.constant_offset_displace = (0, 0, 30)
        return True

    def do_delete_an_object(self) -> bool:
        thing = self.some_mesh()
        others = [it for it in self.meshes() if it != thing]
        if not any(it.data.polygons for it in others):
            return False
        if any(it.get(COPY) and nodes_of(it) & nodes_of(thing) for it in others):
            # Otherwise the copy would become the room.
            return False
        bpy.ops.object.delete()
        return True

    def do_delete_a_transition(self) -> bool:
        empties = self.tagged_empties()
        if len(empties) < 2:
            return False
        empty = self.random.choice(empties)
        if sum(it.get(NODE) == empty.get(NODE) for it in empties) < 2:
            # If no mark comes back, all of them are kept.
            return False
        self.model.goals.pop(empty[TAG])
        self.choose(self.meshes()[0])
        bpy.data.objects.remove(empty)
        return True

    def do_lead_elsewhere(self) -> bool:
        empties = self.tagged_empties()
        if not empties or self.model.is_area:
            return False
        empty, goal = self.random.choice(empties), str(self.random.randrange(10))
        empty.name = f"transition to room {goal}"
        self.model.goals[empty[TAG]] = (self.model.goals[empty[TAG]][0], goal)
        return True

    def do_new_collection(self) -> bool:
        thing = self.some_mesh()
        if "walkmesh_level" not in thing and len(self.meshes()) == 1:
            # Objects that were never exported would leave the level, and nothing would remain.
            return False
        collection = bpy.data.collections.new("mine")
        bpy.context.scene.collection.children.link(collection)
        for it in list(thing.users_collection):
            it.objects.unlink(thing)
        collection.objects.link(thing)
        return True

    def do_remove_the_collection(self) -> bool:
        homes = [it for it in bpy.context.scene.collection.children_recursive if "walkmesh_level" in it]
        if not homes or not any("walkmesh_level" in it and it.data.polygons for it in self.meshes()):
            # Objects that were never exported belong to the level only by their collection.
            return False
        self.choose(self.meshes()[0])
        for thing in list(homes[0].objects):
            homes[0].objects.unlink(thing)
            if not thing.users_collection:
                bpy.context.scene.collection.objects.link(thing)
        bpy.data.collections.remove(homes[0])
        return True

    def do_edit_mode(self) -> None:
        self.some_mesh()
        bpy.ops.object.mode_set(mode="EDIT")

    def do_repair(self) -> None:
        level = self.as_edited()
        is_repaired = bool(level.repair())
        assert bpy.ops.walkmesh.repair() == {"FINISHED"}
        if is_repaired:
            self.follow(level)

    def do_reload(self) -> None:
        assert bpy.ops.walkmesh.reload() == {"FINISHED"}
        self.model.kept.clear()
        self.follow(self.opened())

    def do_export(self) -> None:
        self.export_and_compare(self.level)
        before = self.files()
        self.export(self.level)
        assert self.files() == before, "an export without an edit writes files"
        self.follow(self.opened())

    def do_export_without_missing_rooms(self) -> bool:
        if not self.model.is_area:
            return False
        self.choose(self.meshes()[0])
        gone = {room for room in self.model.kept if not self.is_shown(room)}
        self.model.goals = {at: it for at, it in self.model.goals.items() if not gone & set(it)}
        self.model.kept = {
            name: Kept(it.triangles, [row for row in it.transitions if row[1] not in gone])
            for name, it in self.model.kept.items()
            if name not in gone
        }
        self.export_and_compare(self.level, drop_rooms=True)
        self.follow(self.opened())
        return True

    def do_export_elsewhere(self) -> None:
        before = self.files()
        other = self.folder / "other" / self.level.name
        other.parent.mkdir(exist_ok=True)
        self.export_and_compare(other)
        assert self.files() == before, "an export to another place changes the opened files"

    def do_undo(self) -> bool:
        if self.at == 0:
            return False
        for _ in range(self.random.randint(1, min(self.at, 4))):
            bpy.ops.ed.undo()
            self.at -= 1
        self.model = copy.deepcopy(self.undone[self.at])
        if set(bpy.data.collections) - set(bpy.context.scene.collection.children_recursive):
            raise LostByBlender
        return True

    def do_undo_and_redo(self) -> bool:
        if not self.do_undo():
            return False
        for _ in range(self.random.randint(1, min(len(self.undone) - 1 - self.at, 4))):
            bpy.ops.ed.redo()
            self.at += 1
        self.model = copy.deepcopy(self.undone[self.at])
        return True

    def do_save_and_load(self) -> None:
        path = str(self.folder / "work.blend")
        bpy.ops.wm.save_as_mainfile(filepath=path)
        bpy.ops.wm.open_mainfile(filepath=path)
        bpy.ops.ed.undo_push(message="load")
        self.undone, self.at = [copy.deepcopy(self.model)], 0

    # What must come out.

    def export(self, path: Path, *, drop_rooms: bool = False) -> None:
        """Exports."""
        done = bpy.ops.walkmesh.export_level(filepath=str(path), drop_rooms=drop_rooms)
        assert done == {"FINISHED"}

    def export_and_compare(self, path: Path, *, drop_rooms: bool = False) -> None:
        """Exports, and compares the written files with the scene in Blender."""
        active = bpy.context.view_layer.objects.active
        mode = "OBJECT" if active is None else active.mode
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        bpy.context.view_layer.update()
        triangles, transitions = self.triangles(), self.transitions()
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode=mode)
        self.export(path, drop_rooms=drop_rooms)
        self.exports += 1
        level = self.opened(path)
        assert are_same(keys_of(level.vertices[level.faces]), triangles), "the file is not what Blender shows"
        written = transitions_of(level)
        assert len(written) == len(transitions), f"{len(written)} transitions for {len(transitions)}"
        for ends, room, goal in transitions:
            near = [it for it in written if it[1:] == (room, goal) and is_same_edge(it[0], ends)]
            assert near, f"{room} leads to {goal} nowhere near {ends.tolist()}"

    def files(self) -> dict[str, bytes]:
        """The files in the folder of the level."""
        return {it.name: it.read_bytes() for it in self.folder.iterdir() if it.is_file() and it.suffix != ".blend" and ".blend" not in it.name}

    def triangles(self) -> set[tuple[float, ...]]:
        """The triangles that Blender shows, and the triangles of unchanged rooms."""
        graph, found = bpy.context.evaluated_depsgraph_get(), set()
        for thing in self.meshes():
            shown = thing.evaluated_get(graph)
            mesh = shown.to_mesh()
            mesh.calc_loop_triangles()
            points = np.array([it.co[:] for it in mesh.vertices]).reshape(-1, 3)
            corners = np.array([it.vertices[:] for it in mesh.loop_triangles], int).reshape(-1, 3)
            shown.to_mesh_clear()
            world = np.array(thing.matrix_world)
            found |= keys_of((points @ world[:3, :3].T + world[:3, 3])[corners])
        for name, kept in self.model.kept.items():
            if not self.is_shown(name):
                found |= keys_of(kept.triangles)
        return found

    def transitions(self) -> list[tuple[Any, str, str]]:
        """The ends, the room and the goal of each transition."""
        found = []
        for name, kept in self.model.kept.items():
            if not self.is_shown(name):
                found += [(ends, name, goal) for ends, goal in kept.transitions]
        for thing in self.meshes():
            world = np.array(thing.matrix_world)
            for tag, edge in tagged(thing):
                if tag in self.model.goals and self.is_shown(self.model.goals[tag][0]):
                    ends = np.array([thing.data.vertices[it].co[:] for it in edge]) @ world[:3, :3].T + world[:3, 3]
                    found.append((ends, *self.model.goals[tag]))
        return found

    def block(self) -> bpy.types.Text:
        """The block of the level."""
        return next(it for it in bpy.data.texts if base.CONTENT in it)

    def is_shown(self, room: str) -> bool:
        """Whether the scene has a face of a room."""
        if not self.model.is_area:
            # Everything belongs to a single walkmesh, including added objects.
            return any(it.data.polygons for it in self.meshes())
        number = base.base_of(self.block()).numbers.get(room)
        return any(number in nodes_of(it) for it in self.meshes())

    def as_edited(self) -> walkmesh.Level:
        """The level with the edits, as the library has it."""
        return gathering.gather(self.block(), base.base_of(self.block()), bpy.context).edited()[0]

    def follow(self, level: walkmesh.Level) -> None:
        """The scene was updated from its level: transitions are searched again."""
        bpy.context.view_layer.update()
        numbers = base.base_of(self.block()).numbers
        self.model.goals.clear()
        self.model.kept = {
            part.name: Kept(level.vertices[level.faces[part.first : part.first + part.count]], [])
            for part in level.parts
        }
        mode = "OBJECT" if bpy.context.view_layer.objects.active is None else bpy.context.view_layer.objects.active.mode
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        edges: dict[str, list[tuple[bpy.types.Object, int, Any]]] = {}
        for thing in self.meshes():
            thing.pop(COPY, None)
            old = thing.data.attributes.get(TAG)
            if old is not None:
                thing.data.attributes.remove(old)
            thing.data.attributes.new(TAG, "INT", "EDGE")
        for empty in self.empties():
            empty.pop(TAG, None)
        for tag, (ends, room, goal) in enumerate(transitions_of(level), 1):
            self.model.kept[room].transitions.append((ends, goal))
            if not self.is_shown(room):
                continue
            if room not in edges:
                edges[room] = [row for it in self.meshes() for row in edges_of(it, numbers[room])]
            near = [(thing, index) for thing, index, there in edges[room] if is_same_edge(there, ends)]
            assert near, f"no edge of {room} leads to {goal}"
            for thing, index in near:
                thing.data.attributes[TAG].data[index].value = tag
            self.model.goals[tag] = (room, goal)
            for empty in self.empties():
                place = np.array(empty.matrix_world.translation)
                is_own = empty.get(NODE) == numbers[room] and empty.name.split(".")[0].endswith(f"room {self.number(goal, level)}")
                if is_own and np.abs(place - ends.mean(axis=0)).max() < NEAR and TAG not in empty:
                    empty[TAG] = tag
                    break
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode=mode)

    def number(self, goal: str, level: walkmesh.Level) -> str:
        """The number of a room in names of marks."""
        return str([it.name for it in level.parts].index(goal)) if self.model.is_area else goal

    def tagged_empties(self) -> list[bpy.types.Object]:
        """The empties whose transitions are known."""
        return [it for it in self.empties() if it.get(TAG) in self.model.goals]

    def select_faces(self, thing: bpy.types.Object, polygons: list[int]) -> None:
        """Enters edit mode with faces selected."""
        self.choose(thing)
        bpy.context.tool_settings.mesh_select_mode = (False, False, True)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="DESELECT")
        mesh = bmesh.from_edit_mesh(thing.data)
        mesh.faces.ensure_lookup_table()
        for polygon in polygons:
            mesh.faces[polygon].select_set(True)
        bmesh.update_edit_mesh(thing.data)


def transitions_of(level: walkmesh.Level) -> list[tuple[Any, str, str]]:
    """The ends, the room and the goal of each transition of a level."""
    found, is_area = [], any(it.kind == "room" for it in level.parts)
    for triangle, side, room in level.transitions.tolist():
        corners = level.vertices[level.faces[triangle]]
        part = next(it for it in level.parts if it.first <= triangle < it.first + it.count)
        goal = level.parts[room].name if is_area else str(room)
        found.append((corners[[side, (side + 1) % 3]].astype(float), part.name, goal))
    return found


def keys_of(triangles: Any) -> set[tuple[float, ...]]:
    """The keys of triangles, without those that have no corners."""
    return set(keys(triangles[is_whole(triangles)])) if len(triangles) else set()


def is_same_edge(some: Any, other: Any) -> bool:
    """Returns whether two edges have the same ends."""
    return bool(np.abs(some - other).max() < NEAR or np.abs(some[::-1] - other).max() < NEAR)


def values_of(thing: bpy.types.Object, name: str) -> list[int]:
    """The values of an attribute."""
    layer = thing.data.attributes.get(name)
    return [] if layer is None else [it.value for it in layer.data]


def nodes_of(thing: bpy.types.Object) -> set[int]:
    """The nodes of the faces of an object."""
    own = thing.get(NODE, 0)
    values = values_of(thing, NODE) or [0] * len(thing.data.polygons)
    return {it or own for it in values}


def material_of(thing: bpy.types.Object, polygon: bpy.types.MeshPolygon) -> str:
    """The name of the material of a face."""
    slots = thing.material_slots
    material = slots[min(polygon.material_index, len(slots) - 1)].material if slots else None
    return "" if material is None else material.name


def edges_of(thing: bpy.types.Object, number: int) -> list[tuple[bpy.types.Object, int, Any]]:
    """The edges of the walkable faces of a node, each with its number and its ends."""
    world = np.array(thing.matrix_world)
    places = np.array([it.co[:] for it in thing.data.vertices]).reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
    known = {it.key: it.index for it in thing.data.edges}
    nodes = values_of(thing, NODE) or [0] * len(thing.data.polygons)
    found = {}
    for polygon in thing.data.polygons:
        if (nodes[polygon.index] or thing.get(NODE, 0)) == number and material_of(thing, polygon)[:2] in WALKABLE:
            found.update((key, known[key]) for key in polygon.edge_keys)
    return [(thing, index, places[list(key)]) for key, index in found.items()]


def tagged(thing: bpy.types.Object) -> list[tuple[int, tuple[int, int]]]:
    """The transitions of an object, and the vertices of their edges, which bound a walkable face."""
    tags = values_of(thing, TAG)
    walkable = {
        key
        for polygon in thing.data.polygons
        if material_of(thing, polygon)[:2] in WALKABLE
        for key in polygon.edge_keys
    }
    return [(tags[it.index], it.key) for it in thing.data.edges if tags and tags[it.index] and it.key in walkable]


def free_polygons(thing: bpy.types.Object) -> list[int]:
    """The faces without an edge that is a transition."""
    taken = {key for _, key in tagged(thing)}
    return [it.index for it in thing.data.polygons if not taken & set(it.edge_keys)]


def layers(root: bpy.types.LayerCollection) -> list[bpy.types.LayerCollection]:
    """A collection of a view layer, and all in it."""
    return [root, *(it for child in root.children for it in layers(child))]


ACTS = sorted(name[3:] for name in vars(Session) if name.startswith("do_"))
"""What can be done."""
