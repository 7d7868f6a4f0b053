"""Levels survive Blender unchanged, apart from the edits that are made there."""

import base64
import os
import pickle
import shutil
import time
import zlib
from pathlib import Path

import bmesh
import bpy
import numpy as np
import pytest
import walkmesh
from walkmesh_blender import base, gathering, identity, importing, live, operators, pace, panel, preferences

LEVELS = ["room.wok", "chest.pwk", "door0.dwk", "manor.lyt", "yard.trx", "town.trx", "dungeon.dof", "hall.bms"]


def opened(path: Path) -> tuple[walkmesh.Level, bpy.types.Collection]:
    """A level, and its collection."""
    level = walkmesh.open(path)
    return level, importing.import_level(level, bpy.context.scene.collection)


def edited(collection: bpy.types.Collection) -> walkmesh.Level:
    """The level as it would be exported."""
    return applied(collection)[0]


def applied(collection: bpy.types.Collection) -> tuple[walkmesh.Level, list[str]]:
    """The level as it would be exported, and the edits."""
    block = identity.block_of(collection)
    return gathering.gather(block, base.base_of(block), bpy.context).edited()


def choose(thing: bpy.types.Object, polygon: int) -> None:
    """Selects one polygon, and enters edit mode."""
    activate(thing)
    bpy.context.tool_settings.mesh_select_mode = (False, False, True)
    bpy.ops.object.mode_set(mode="EDIT")
    operators.select_polygons(thing, {polygon})


def things(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """The objects with a mesh."""
    return [it for it in collection.objects if it.type == "MESH" and identity.KIND not in it]


def activate(*chosen: bpy.types.Object) -> None:
    """Selects objects, of which the first is active."""
    for thing in bpy.data.objects:
        thing.select_set(thing in chosen)
    bpy.context.view_layer.objects.active = chosen[0]


@pytest.mark.parametrize("name", LEVELS)
def test_what_nobody_edits_keeps_every_byte(samples: Path, name: str) -> None:
    level, collection = opened(samples / name)
    after, notes = applied(collection)
    assert notes == [] and after.to_files() == level.to_files()
    assert things(collection)


def test_materials_have_the_games_names_and_colours(samples: Path) -> None:
    level, collection = opened(samples / "room.wok")
    [thing] = things(collection)
    assert {slot.material.name for slot in thing.material_slots} == {"04 Stone", "07 Nonwalk"}
    [stone] = [it for it in level.classes if it.name == "Stone"]
    color = bpy.data.materials["04 Stone"].diffuse_color
    assert np.allclose(np.array(color[:3]) * 255, stone.color, atol=0.5)


def test_a_painted_face_is_the_only_change(samples: Path) -> None:
    level, collection = opened(samples / "room.wok")
    [thing] = things(collection)
    thing.data.materials.append(identity.material_of(5, "Wood", (1, 2, 3)))
    thing.data.polygons[3].material_index = 2
    by_hand = walkmesh.open(samples / "room.wok")
    by_hand.paint([3], "Wood")
    assert edited(collection).to_bytes() == by_hand.to_bytes() != level.to_bytes()


def test_rooms_may_be_joined_separated_and_renamed(samples: Path) -> None:
    level, collection = opened(samples / "manor.lyt")
    activate(*things(collection))
    bpy.ops.object.join()
    [joined] = things(collection)
    assert edited(collection).to_files() == level.to_files()
    joined.name = "everything"
    choose(joined, 7)
    bpy.ops.mesh.select_more()
    bpy.ops.mesh.separate(type="SELECTED")
    bpy.ops.object.mode_set(mode="OBJECT")
    assert len(things(collection)) == 2 and edited(collection).to_files() == level.to_files()


def test_a_copy_of_a_room_is_a_new_room(samples: Path) -> None:
    level, collection = opened(samples / "manor.lyt")
    porch = next(it for it in things(collection) if it.name == "porch")
    activate(porch)
    bpy.ops.object.duplicate_move(TRANSFORM_OT_translate={"value": (20, 0, 0)})
    after = edited(collection)
    assert [part.name for part in after.parts] == ["room", "porch", "porch_001"]
    old = {name: data for name, data in after.to_files().items() if name in ("room.wok", "porch.wok")}
    assert old == {name: data for name, data in level.to_files().items() if name in old}
    assert after.vertices[:, 0].max() > 20


def separated(thing: bpy.types.Object, *polygons: int) -> bpy.types.Object:
    """A new object with some polygons of one."""
    before = set(bpy.data.objects)
    choose(thing, polygons[0])
    operators.select_polygons(thing, set(polygons))
    bpy.ops.mesh.separate(type="SELECTED")
    bpy.ops.object.mode_set(mode="OBJECT")
    [new] = set(bpy.data.objects) - before
    return new


def test_the_half_of_a_room_that_stays_is_no_copy(samples: Path) -> None:
    level, collection = opened(samples / "manor.lyt")
    half = separated(next(it for it in things(collection) if it.name == "porch"), 0, 1, 2)
    activate(half)
    bpy.ops.object.duplicate_move(TRANSFORM_OT_translate={"value": (20, 0, 0)})
    bpy.context.view_layer.objects.active.name = "a"
    after = edited(collection)
    assert [part.name for part in after.parts] == ["room", "porch", "a"]
    assert after.to_files()["porch.wok"] == level.to_files()["porch.wok"]


def test_a_face_that_was_doubled_twice_makes_no_copy(samples: Path) -> None:
    level, collection = opened(samples / "manor.lyt")
    porch = next(it for it in things(collection) if it.name == "porch")
    choose(porch, 0)
    bpy.ops.mesh.duplicate()
    bpy.ops.object.mode_set(mode="OBJECT")
    half = separated(porch, 1, 6)
    numbers = [it.value for it in half.data.attributes[identity.FACE].data]
    choose(half, next(at for at, it in enumerate(numbers) if numbers.count(it) == 1 and it in faces_of(porch)))
    bpy.ops.mesh.duplicate()
    bpy.ops.object.mode_set(mode="OBJECT")
    assert [part.name for part in edited(collection).parts] == ["room", "porch"]


def faces_of(thing: bpy.types.Object) -> list[int]:
    """The ids of the faces of an object."""
    return [it.value for it in thing.data.attributes[identity.FACE].data]


def test_faces_are_known_in_edit_mode(samples: Path) -> None:
    _, collection = opened(samples / "room.wok")
    choose(things(collection)[0], 0)
    block = identity.block_of(collection)
    [group] = gathering.gather(block, base.base_of(block), bpy.context).groups
    assert group.pieces[0].is_known.all()


def test_objects_may_be_moved_and_applied(samples: Path) -> None:
    for apply in (False, True):
        level, collection = opened(samples / "chest.pwk")
        [thing] = things(collection)
        activate(thing)
        thing.location = (1, 2, 0)
        if apply:
            bpy.ops.object.transform_apply()
        bpy.context.view_layer.update()
        after = edited(collection)
        assert np.allclose(after.vertices, level.vertices + np.float32([1, 2, 0]))
        assert (after.materials == level.materials).all()


def test_transitions_and_hooks_are_empties(samples: Path) -> None:
    level, collection = opened(samples / "room.wok")
    empties = [it for it in collection.objects if it.type == "EMPTY"]
    assert len(empties) == len(level.transitions) == 3
    bpy.data.objects.remove(empties[0])
    empties[1].name = empties[1].name.replace("room 1", "room 3")
    rooms = edited(collection).transitions[:, 2].tolist()
    assert sorted(rooms) == [1, 3]
    level, collection = opened(samples / "chest.pwk")
    hook = next(it for it in collection.objects if it.type == "EMPTY")
    hook.location.z += 1
    bpy.context.view_layer.update()
    assert np.isclose(edited(collection).hooks[:, 2], level.hooks[:, 2]).sum() == 1


def shown_only() -> list[bpy.types.Object]:
    """The objects for display only."""
    return [it for it in bpy.data.objects if identity.KIND in it]


def test_path_points_are_shown_with_their_links(samples: Path) -> None:
    level, collection = opened(samples / "manor.pth")
    points = [it for it in shown_only() if it.type == "EMPTY"]
    [links] = [it for it in shown_only() if it.type == "MESH"]
    assert len(points) == len(level.marks) == 5 and links[identity.KIND] == "links"
    ends = np.array([[links.data.vertices[it].co[:] for it in edge.vertices] for edge in links.data.edges])
    assert {tuple(map(tuple, np.sort(it, axis=0).tolist())) for it in ends} == {
        tuple(map(tuple, np.sort(it, axis=0).tolist())) for it in level.lines["links"]
    }
    with pytest.raises(walkmesh.ExchangeError, match="path points"):
        edited(collection)


def test_doors_of_a_dungeon_are_shown_and_not_exported(samples: Path) -> None:
    level, collection = opened(samples / "dungeon.dof")
    doors = [it for it in shown_only() if it.type == "MESH"]
    assert [it[identity.KIND] for it in doors] == ["door"] and len(doors[0].data.edges) > 0
    assert np.allclose(sorted(it.co.z for it in doors[0].data.vertices)[0], level.lines["door"][..., 1].min())
    doors[0].location.x += 5
    assert edited(collection).to_files() == level.to_files()


def test_outlines_of_real_triggers_are_shown(corpus: Path) -> None:
    level, collection = opened(corpus / "nwn2" / "alfa" / "105_heroesguild.trx")
    [outlines] = [it for it in shown_only() if it[identity.KIND] == "outline"]
    assert len(outlines.data.edges) == 15 and outlines.type == "MESH"
    assert sum(it[identity.KIND] == "trigger" for it in shown_only()) == 3
    assert edited(collection).to_files() == level.to_files()


def test_import_and_export_are_operators(samples: Path, tmp_path: Path) -> None:
    for name in ("manor.lyt", "room.wok", "porch.wok"):
        shutil.copy(samples / name, tmp_path)
    assert bpy.ops.walkmesh.import_level(filepath=str(tmp_path / "manor.lyt")) == {"FINISHED"}
    [collection] = [it for it in bpy.data.collections if identity.LEVEL in it]
    thing = next(it for it in things(collection) if it.name == "room")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    activate(thing)
    assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "manor.lyt")) == {"FINISHED"}
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    thing.data.vertices[0].co.z += 0.125
    assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "manor.lyt")) == {"FINISHED"}
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert after["room.wok.bak"] == before["room.wok"] != after["room.wok"]
    assert after["porch.wok"] == before["porch.wok"] and after["manor.lyt"] == before["manor.lyt"]
    # The next export starts from the previous one.
    assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "manor.lyt")) == {"FINISHED"}
    assert (tmp_path / "room.wok").read_bytes() == after["room.wok"]
    with pytest.raises(RuntimeError, match="nothing.wok"):
        bpy.ops.walkmesh.import_level(filepath=str(tmp_path / "nothing.wok"))


def test_another_name_leaves_the_opened_files_as_they_are(samples: Path, tmp_path: Path) -> None:
    opened_file, other = tmp_path / "room.wok", tmp_path / "other" / "room.wok"
    other.parent.mkdir()
    shutil.copy(samples / "room.wok", tmp_path)
    assert bpy.ops.walkmesh.import_level(filepath=str(opened_file)) == {"FINISHED"}
    [collection] = [it for it in bpy.data.collections if identity.LEVEL in it]
    [thing] = things(collection)
    activate(thing)
    thing.data.vertices[0].co.z += 0.125
    assert bpy.ops.walkmesh.export_level(filepath=str(other)) == {"FINISHED"}
    assert opened_file.read_bytes() == (samples / "room.wok").read_bytes() != other.read_bytes()
    assert not (tmp_path / "room.wok.bak").exists()
    # An export without another name still writes the opened files.
    assert bpy.ops.walkmesh.export_level(filepath=str(opened_file)) == {"FINISHED"}
    assert opened_file.read_bytes() == other.read_bytes() and (tmp_path / "room.wok.bak").exists()


def test_a_file_of_blender_is_complete(samples: Path, tmp_path: Path) -> None:
    level, _ = opened(samples / "manor.lyt")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "manor.blend"))
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "manor.blend"))
    [collection] = [it for it in bpy.data.collections if identity.LEVEL in it]
    assert edited(collection).to_files() == level.to_files()


@pytest.mark.parametrize("kept", ["", "[]", "gASVBgAAAAAAAACMAm9zlC4=", '{"name": "a.wok", "folder": null, "files": {"a.wok": "//8="}}', '{"files": 1}'])
def test_a_file_of_blender_from_a_stranger_is_only_data(samples: Path, kept: str) -> None:
    _, collection = opened(samples / "room.wok")
    block = identity.block_of(collection)
    block[base.CONTENT] = kept
    with pytest.raises(walkmesh.OpenError):
        base.base_of(block)
    with pytest.raises(RuntimeError):
        bpy.ops.walkmesh.repair()
    assert live.state_of(identity.block_of(collection), bpy.context).problem != ""


class Hostile:
    """An object that creates a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[object, ...]:
        return (os.mkdir, (str(self.folder),))


def test_a_file_of_blender_runs_no_code(samples: Path, tmp_path: Path) -> None:
    _, collection = opened(samples / "room.wok")
    pickled = pickle.dumps(Hostile(tmp_path / "made"))
    for kept in (pickled, zlib.compress(pickled)):
        identity.block_of(collection)[base.CONTENT] = base64.b64encode(kept).decode()
        with pytest.raises(RuntimeError):
            bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "room.wok"))
    assert list(tmp_path.iterdir()) == []


def test_the_viewport_shows_findings_borders_parts_and_a_path(samples: Path) -> None:
    level, collection = opened(samples / "room.wok")
    state = live.state_of(identity.block_of(collection), bpy.context, ((1, 1, 0), (5.5, 3, 0)))
    assert state.problem == "" and state.path == "4.965"
    assert len(state.lines[live.BORDER]) == len(level.lines["border"])
    assert len(state.lines[live.TRANSITION]) == 3 and state.lines[live.PATH].shape == (2, 2, 3)
    [thing] = things(collection)
    # A walkable face is lifted off the floor and becomes a separate part.
    choose(thing, 0)
    bpy.ops.mesh.split()
    bpy.ops.transform.translate(value=(0, 0, 3))
    bpy.ops.object.mode_set(mode="OBJECT")
    after = live.state_of(identity.block_of(collection), bpy.context)
    assert after.problem == "" and [it.code for it in after.findings] == ["part-cut-off"]
    assert after.triangles[live.OTHER_PART].shape[1:] == (3, 3)


def test_the_viewport_follows_at_once_and_rests_while_somebody_drags() -> None:
    it = pace.Pace()
    assert not it.is_due(0)
    it.changed()
    assert it.is_due(10)
    it.began()
    it.computed(10, 10.1)
    assert not it.is_due(99)
    computed = 0
    for tick in range(1000):
        now = 20 + tick * 0.01
        it.changed()
        if it.is_due(now):
            computed += 1
            it.began()
            it.computed(now, now + 0.1)
    # Ten seconds of dragging: half of the time is spent in another thread, and no edit waits longer than the rest and the computation.
    assert 45 <= computed <= 51


def followed() -> live.State | None:
    """The viewport after the timer has finished."""
    panel._follow()
    while panel._worker.is_busy:
        time.sleep(0.001)
        panel._follow()
    return panel._state


def test_each_edit_is_followed_by_the_timer(samples: Path) -> None:
    _, collection = opened(samples / "room.wok")
    [thing] = things(collection)
    bpy.context.scene.walkmesh.live = True
    try:
        activate(thing)
        before = followed()
        assert before is not None and before.problem == ""
        assert followed() is before
        thing.data.vertices[0].co.z += 1
        thing.data.update()
        bpy.context.view_layer.update()
        time.sleep(3 * panel.TICK)
        after = followed()
        assert after.problem == "" and not np.array_equal(after.lines[live.BORDER], before.lines[live.BORDER])
    finally:
        bpy.context.scene.walkmesh.live = False


def test_every_object_in_edit_mode_is_looked_at(samples: Path) -> None:
    _, collection = opened(samples / "manor.lyt")
    activate(*things(collection))
    bpy.ops.object.mode_set(mode="EDIT")
    for thing in things(collection):
        operators.select_polygons(thing, {0})
        mesh = bmesh.from_edit_mesh(thing.data)
        for vertex in mesh.verts:
            vertex.co.z += 3
        bmesh.update_edit_mesh(thing.data)
    assert edited(collection).vertices[:, 2].min() >= 3
    bpy.ops.object.mode_set(mode="OBJECT")


def test_a_finding_selects_its_faces(samples: Path) -> None:
    _, collection = opened(samples / "manor.lyt")
    activate(things(collection)[0])
    state = live.state_of(identity.block_of(collection), bpy.context)
    finding = next(it for it in state.findings if it.code == "floor-hole")
    assert operators.select(bpy.context, identity.block_of(collection), state, finding) == 1
    thing = bpy.context.view_layer.objects.active
    assert thing.mode == "EDIT"
    bpy.ops.object.mode_set(mode="OBJECT")
    assert [it.index for it in thing.data.polygons if it.select] == [finding.triangle] and thing.name == "room"


def test_a_repair_can_be_undone_and_shows_its_result(samples: Path) -> None:
    bpy.ops.wm.read_homefile(use_empty=True)
    level, collection = opened(samples / "room.wok")
    # A face is duplicated.
    choose(things(collection)[0], 0)
    bpy.ops.mesh.duplicate()
    bpy.ops.object.mode_set(mode="OBJECT")
    count = len(things(collection)[0].data.polygons)
    assert count == len(level.faces) + 1
    bpy.ops.ed.undo_push(message="duplicated")
    assert bpy.ops.walkmesh.repair("EXEC_DEFAULT", True) == {"FINISHED"}
    assert len(things(collection)[0].data.polygons) == count - 1
    assert len(edited(collection).faces) == len(level.faces)
    assert bpy.ops.ed.undo() == {"FINISHED"}
    # References to Blender's objects are outdated.
    [collection] = [it for it in bpy.data.collections if identity.LEVEL in it]
    assert len(things(collection)[0].data.polygons) == count
    assert len(edited(collection).faces) == count


def test_cutters_are_objects_with_their_kind(samples: Path) -> None:
    level, collection = opened(samples / "town.trn")
    kinds = [it.get(identity.KIND) for it in collection.all_objects]
    assert kinds.count("cutter") == sum(it.kind == "cutter" for it in level.obstacles) > 0


def test_an_export_of_several_files_replaces_none_that_nobody_named(samples: Path, tmp_path: Path) -> None:
    _, collection = opened(samples / "manor.lyt")
    activate(things(collection)[0])
    (tmp_path / "porch.wok").write_text("another file")
    with pytest.raises(RuntimeError, match="porch.wok"):
        bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "manor.lyt"))
    assert [path.name for path in tmp_path.iterdir()] == ["porch.wok"] and (tmp_path / "porch.wok").read_text() == "another file"


def imported(samples: Path, folder: Path, name: str) -> bpy.types.Object:
    """The active object of a level that was imported from a folder of its own, in a scene of its own."""
    bpy.ops.wm.read_homefile(use_empty=True)
    for file in [*samples.glob("*.wok"), *samples.glob("*.lyt"), *(samples.parent / "modules").glob("manor.mod")]:
        shutil.copy(file, folder)
        (folder / file.name).chmod(0o644)
    assert bpy.ops.walkmesh.import_level(filepath=str(folder / name)) == {"FINISHED"}
    thing = next(it for it in bpy.data.objects if it.type == "MESH" and identity.KIND not in it)
    activate(thing)
    return thing


def layout_of(path: Path) -> dict[str, tuple[float, ...]]:
    """The places of the rooms in a layout."""
    words = [line.split() for line in path.read_text().splitlines()]
    return {row[0]: tuple(map(float, row[1:])) for row in words if len(row) == 4}


def test_faces_that_were_rounded_stay_known(samples: Path, tmp_path: Path) -> None:
    room = imported(samples, tmp_path, "room.wok")
    activate(room)
    # The corners lie on a grid, and come back next to the corners of other faces.
    bpy.ops.transform.rotate(value=1.5707963, orient_axis="Z")
    assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "room.wok")) == {"FINISHED"}
    assert sorted(faces_of(room)) == sorted(base.base_of(identity.chosen_block(bpy.context)).faces[1].tolist())


def test_a_face_keeps_its_number_before_what_a_modifier_copies(samples: Path, tmp_path: Path) -> None:
    room = imported(samples, tmp_path, "room.wok")
    array = room.modifiers.new("array", "ARRAY")
    array.use_relative_offset, array.use_constant_offset, array.constant_offset_displace = False, True, (0, 0, 30)
    for height in (0, -30):
        # The copy lies where the faces were, and comes first in the file then.
        room.location.z = height
        assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "room.wok")) == {"FINISHED"}
    kept = base.base_of(identity.chosen_block(bpy.context))
    [node] = kept.nodes
    heights = dict(zip(kept.faces[1].tolist(), node.vertices[node.faces].mean(axis=1)[:, 2].tolist()))
    assert all(heights[number] < -20 for number in faces_of(room))


def test_a_copied_room_is_known_after_a_repair_that_leaves_it(samples: Path, tmp_path: Path) -> None:
    room = imported(samples, tmp_path, "manor.lyt")
    activate(next(it for it in room.users_collection[0].objects if it.name == "porch"))
    bpy.ops.object.duplicate_move(TRANSFORM_OT_translate={"value": (20, 0, 0)})
    copied = bpy.context.view_layer.objects.active
    choose(bpy.data.objects["room"], 0)
    bpy.ops.mesh.duplicate()
    bpy.ops.object.mode_set(mode="OBJECT")
    assert bpy.ops.walkmesh.repair() == {"FINISHED"}
    assert {it.value for it in copied.data.attributes[identity.NODE].data} == {copied[identity.NODE]} == {3}


def test_a_copied_room_has_its_place_with_the_motion_of_the_copy(samples: Path, tmp_path: Path) -> None:
    imported(samples, tmp_path, "manor.lyt")
    before = layout_of(tmp_path / "manor.lyt")
    for apply in (False, True):
        activate(bpy.data.objects["porch"])
        bpy.ops.object.duplicate_move(TRANSFORM_OT_translate={"value": (500, -20, 3)})
        copied = bpy.context.view_layer.objects.active
        if apply:
            bpy.ops.object.transform_apply()
        name = copied.name.replace(".", "_")
        assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "manor.lyt")) == {"FINISHED"}
        place = layout_of(tmp_path / "manor.lyt")[name]
        assert np.allclose(place, np.add(before["porch"], (500, -20, 3)), atol=1e-4)


def test_a_name_that_contradicts_the_number_of_a_material_wins(samples: Path, tmp_path: Path) -> None:
    thing = imported(samples, tmp_path, "room.wok")
    stone = thing.material_slots[0].material
    assert identity.class_of(stone, {}) == 4
    for name, number in (("07 Nonwalk", 7), ("wood", 5), ("my floor", 4), ("10_Grass.001", 10)):
        stone.name = name
        assert identity.class_of(stone, {"wood": 5}) == number
    thing.data.materials[0] = bpy.data.materials.new("soup")
    block = identity.block_of(thing)
    level, notes = gathering.gather(block, base.base_of(block), bpy.context).edited()
    assert any("soup: " in note and "become non-walkable" in note for note in notes)
    assert not level.walkable.any()


def test_faces_that_go_nowhere_are_named(samples: Path, tmp_path: Path) -> None:
    thing = imported(samples, tmp_path, "room.wok")
    mesh = bpy.data.meshes.new("stray")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("stray", mesh))
    block = identity.block_of(thing)
    gathered = gathering.gather(block, base.base_of(block), bpy.context)
    assert [note for note in gathered.notes if note.startswith("stray belongs to no level")]
    assert gathered.edited()[0].to_files() == walkmesh.open(tmp_path / "room.wok").to_files()


def test_files_of_others_are_replaced_only_if_that_is_asked_for(samples: Path, tmp_path: Path) -> None:
    thing = imported(samples, tmp_path, "room.wok")
    other = (samples / "porch.wok").read_bytes()
    (tmp_path / "room.wok").write_bytes(other)
    thing.data.vertices[0].co.z += 0.125
    with pytest.raises(RuntimeError, match="turn on Overwrite"):
        bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "room.wok"))
    assert (tmp_path / "room.wok").read_bytes() == other
    assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "room.wok"), overwrite=True) == {"FINISHED"}
    assert (tmp_path / "room.wok.bak").read_bytes() == other
    assert walkmesh.open(tmp_path / "room.wok").vertices[:, 2].max() == pytest.approx(2.0)


def test_an_archive_under_another_name_is_a_copy_with_the_edits(samples: Path, tmp_path: Path) -> None:
    thing = imported(samples, tmp_path, "manor.mod")
    before = (tmp_path / "manor.mod").read_bytes()
    thing.data.vertices[0].co.z += 0.125
    for _ in range(2):
        assert bpy.ops.walkmesh.export_level(filepath=str(tmp_path / "other.mod")) == {"FINISHED"}
        thing.data.vertices[0].co.z += 0.125
    assert (tmp_path / "manor.mod").read_bytes() == before
    assert sorted(walkmesh.Archive(tmp_path / "other.mod").names) == sorted(walkmesh.Archive(tmp_path / "manor.mod").names)
    assert walkmesh.open(tmp_path / "other.mod") != walkmesh.open(tmp_path / "manor.mod")


def test_the_game_gets_what_differs(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "game"
    (game / "Override").mkdir(parents=True)
    thing = imported(samples, tmp_path, "manor.lyt")
    assert not bpy.ops.walkmesh.export_to_game.poll()
    monkeypatch.setattr(preferences, "game_folder", lambda context: game)
    assert bpy.ops.walkmesh.export_to_game() == {"FINISHED"} and list((game / "Override").iterdir()) == []
    thing.data.vertices[0].co.z += 0.125
    assert bpy.ops.walkmesh.export_to_game() == {"FINISHED"}
    assert [it.name for it in (game / "Override").iterdir()] == [f"{thing.name}.wok"]
    # An edit that was undone is also undone in the game.
    thing.data.vertices[0].co.z -= 0.125
    assert bpy.ops.walkmesh.export_to_game() == {"FINISHED"}
    written = (game / "Override" / f"{thing.name}.wok").read_bytes()
    assert written == (tmp_path / f"{thing.name}.wok").read_bytes()


def test_several_files_are_imported_at_once(samples: Path, tmp_path: Path) -> None:
    imported(samples, tmp_path, "room.wok")
    (tmp_path / "broken.wok").write_bytes(b"BWM V1.0")
    files = [{"name": name} for name in ("porch.wok", "broken.wok", "room.wok")]
    assert bpy.ops.walkmesh.import_level(directory=str(tmp_path), files=files) == {"FINISHED"}
    assert len([it for it in bpy.data.collections if identity.LEVEL in it]) == 3
    # Objects that are added next belong to the last one.
    assert bpy.context.collection.name == "room.wok.001"


def test_folders_are_imported_with_files(samples: Path, tmp_path: Path) -> None:
    imported(samples, tmp_path, "room.wok")
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        shutil.copy(samples / "room.wok", tmp_path / name)
    folders = [{"name": name} for name in ("a", "b", str(tmp_path))]
    chosen = {"directory": str(tmp_path), "dirs": folders, "files": [{"name": "porch.wok"}]}
    assert bpy.ops.walkmesh.import_level(**chosen) == {"FINISHED"}
    assert len([it for it in bpy.data.collections if identity.LEVEL in it]) == 4


def test_operators_need_a_level_and_have_the_names_of_their_identifiers() -> None:
    bpy.ops.wm.read_homefile(use_empty=True)
    for name in ("export_level", "reload", "repair", "select_finding"):
        assert not getattr(bpy.ops.walkmesh, name).poll()
    for it in operators.CLASSES:
        if issubclass(it, bpy.types.Operator):
            assert it.__name__ == f"WALKMESH_OT_{it.bl_idname.partition('.')[2]}"
