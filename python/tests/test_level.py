"""Levels: their attributes, their edits, and that nothing is lost."""

import copy
import os
import pickle
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

import walkmesh


def test_numpy_is_imported_by_the_first_array(samples: Path) -> None:
    script = (
        "import sys, walkmesh; level = walkmesh.open(sys.argv[1]); assert 'numpy' not in sys.modules; "
        "level.check(); assert 'numpy' not in sys.modules; level.faces; assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script, samples / "room.wok"], check=True)


def test_a_room_is_arrays(samples: Path) -> None:
    room = walkmesh.open(samples / "room.wok")
    count = len(room.faces)
    assert room.vertices.dtype == np.float32 and room.vertices.shape[1] == 3
    assert room.faces.dtype == np.uint32 and room.faces.max() < len(room.vertices)
    assert room.materials.shape == room.walkable.shape == (count,) and room.neighbours.shape == (count, 3)
    names = {material.number: material for material in room.classes}
    assert names[4].name == "Stone" and names[4].walkable and not names[7].walkable
    assert (room.walkable == [names[number].walkable for number in room.materials]).all()
    # Neighbours are mutual.
    for face, row in enumerate(room.neighbours):
        assert all(face in room.neighbours[other] for other in row if other >= 0)
    assert room.lines["transition"].shape == (len(room.transitions), 2, 3)
    assert set(room.connected_parts[room.walkable]) == {0}


@pytest.mark.parametrize(
    ("name", "kind", "parts"),
    [
        ("room.wok", "a KotOR walkmesh", ["file"]),
        ("chest.pwk", "a KotOR walkmesh", ["file"]),
        ("manor.lyt", "a KotOR area with 2 rooms", ["room", "room"]),
        ("yard.trx", "an NWN2 area", ["file"]),
        ("hall.bms", "a Silkroad mesh", ["file"]),
        ("dungeon.dof", "the floors of a Silkroad dungeon", ["block", "block"]),
    ],
)
def test_every_game_opens_and_comes_back(samples: Path, name: str, kind: str, parts: list[str]) -> None:
    level = walkmesh.open(samples / name)
    assert level.description.startswith(kind) or level.description == kind
    assert [part.kind for part in level.parts] == parts
    assert sum(part.count for part in level.parts) == len(level.faces)
    assert level.to_bytes() == (samples / name).read_bytes() and level.changed() == {}
    assert level.to_svg().startswith("<svg") and level.to_png().startswith(b"\x89PNG")
    for same in (copy.copy(level), copy.deepcopy(level), pickle.loads(pickle.dumps(level))):
        assert same.to_bytes() == level.to_bytes() and same.description == level.description
        assert np.array_equal(same.vertices, level.vertices)


def test_a_notebook_shows_a_picture(samples: Path) -> None:
    assert "<svg" in (walkmesh.open(samples / "room.wok")._repr_svg_() or "")
    assert walkmesh.from_arrays([], [], [])._repr_svg_() is not None


def test_bytes_have_changed_only_while_an_edit_stands(samples: Path) -> None:
    for name in ("room.wok", None):
        data = (samples / "room.wok").read_bytes()
        room = walkmesh.open(data, name=name)
        assert room.changed() == {} and room.to_bytes() == data
        room.translate((1.0, 0.0, 0.0))
        assert list(room.changed()) == [name or ""]
        room.translate((-1.0, 0.0, 0.0))
        assert room.changed() == {}
    with pytest.raises(walkmesh.OpenError) as nameless:
        walkmesh.open(data[:300])
    assert not str(nameless.value).startswith(":") and nameless.value.field == "vertices"


def test_a_damaged_file_names_the_field_and_the_offset(samples: Path) -> None:
    room = (samples / "room.wok").read_bytes()
    with pytest.raises(walkmesh.OpenError, match="room.wok") as raised:
        walkmesh.open(room[:300], name="room.wok")
    assert raised.value.field == "vertices" and raised.value.offset == 136
    with pytest.raises(walkmesh.OpenError) as missing:
        walkmesh.open(samples / "nothing.wok")
    assert missing.value.field is None and missing.value.offset is None
    assert issubclass(walkmesh.OpenError, walkmesh.Error)


def test_damaged_files_never_panic(samples: Path) -> None:
    read = 0
    for name in ("room.wok", "yard.trx", "ainavdata_32769.dat", "dungeon.dof", "hall.bms", "manor.lyt", "manor.pth"):
        whole = (samples / name).read_bytes()
        step = max(1, len(whole) // 150)
        for at in range(0, len(whole), step):
            for damaged in (whole[:at], whole[:at] + b"\xff\xff\xff\x7f" + whole[at + 4 :]):
                try:
                    level = walkmesh.open(damaged, name=name)
                    level.faces, level.lines, level.neighbours, level.summary(), level.check()
                    level.to_bytes()
                    read += 1
                except walkmesh.Error:
                    pass
    assert read > 50


def test_a_check_lists_findings_the_worst_first(samples: Path) -> None:
    room = bytearray((samples / "room.wok").read_bytes())
    materials = int.from_bytes(room[0x58:0x5C], "little")
    room[materials + 4 : materials + 8] = (999).to_bytes(4, "little")
    findings = walkmesh.open(bytes(room), name="room.wok").check()
    order = ["fatal", "error", "warning", "info"]
    ranks = [order.index(finding.severity) for finding in findings]
    assert ranks == sorted(ranks)
    [unknown] = [finding for finding in findings if finding.code == "material-beyond-mask"]
    assert unknown.triangle == 1 and unknown.place == "face 1" and unknown.point is not None
    assert unknown.remedy and unknown.explanation and "999" in unknown.meaning


def test_edits_are_what_the_command_does(samples: Path, tmp_path: Path) -> None:
    for name in ("room.wok", "manor.lyt", "porch.wok"):
        (tmp_path / name).write_bytes((samples / name).read_bytes())
    room = walkmesh.open(tmp_path / "room.wok")
    assert room.paint(np.array([0, 1]), "Wood") == ["2 faces were painted."]
    [path] = room.save()
    assert path.samefile(tmp_path / "room.wok")
    assert (tmp_path / "room.wok.bak").read_bytes() == (samples / "room.wok").read_bytes()
    # It changed since it was read.
    with pytest.raises(walkmesh.SaveError, match="changed by another program"):
        room.flip([0])
        room.save()
    command = ["edit", samples / "room.wok", "--paint", "0,1=Wood", "-o", tmp_path / "new.wok"]
    subprocess.run([sys.executable, "-m", "walkmesh", *map(str, command)], check=True, capture_output=True)
    assert (tmp_path / "new.wok").read_bytes() == (tmp_path / "room.wok").read_bytes()
    with pytest.raises(walkmesh.EditError, match="no such material"):
        room.paint([0], "no such material")
    area = walkmesh.open(tmp_path)
    assert area.description == "a KotOR area with 2 rooms"
    assert area.remove("0", room="porch") == ["porch: 1 face was removed."] and set(area.changed()) == {"porch.wok"}


def test_a_mask_chooses_faces(samples: Path, tmp_path: Path) -> None:
    stone = walkmesh.open(samples / "room.wok").materials == 4
    count = int(stone.sum())
    assert 2 < count < len(stone)
    for mask in (stone, stone.tolist(), list(stone)):
        room = walkmesh.open(samples / "room.wok")
        assert room.paint(mask, "Wood") == [f"{count} faces were painted."]
        by_number = walkmesh.open(samples / "room.wok")
        by_number.paint(np.flatnonzero(stone), "Wood")
        assert room.to_bytes() == by_number.to_bytes()
    edited, by_number = walkmesh.open(samples / "room.wok"), walkmesh.open(samples / "room.wok")
    edited.flip(stone)
    by_number.flip(by_number.numbers[stone])
    assert edited.to_bytes() == by_number.to_bytes()
    assert edited.remove(edited.materials != 4) == [f"{len(stone) - count} faces were removed."]
    # A mask of another length, one that selects no face, and a value that is not a mask.
    for wrong in (stone[1:], [True], np.append(stone, True)):
        for edit in (edited.remove, edited.flip, lambda mask: edited.paint(mask, "Wood")):
            with pytest.raises(ValueError, match="a mask chooses among all faces of the level"):
                edit(wrong)
    with pytest.raises(walkmesh.EditError, match="no face"):
        edited.remove(np.zeros(len(edited.faces), bool))
    with pytest.raises(TypeError, match="not both"):
        edited.remove([True, 3])
    # In an area, a mask covers all faces, and determines their room.
    for name in ("room.wok", "manor.lyt", "porch.wok"):
        (tmp_path / name).write_bytes((samples / name).read_bytes())
    area = walkmesh.open(tmp_path)
    porch = next(part for part in area.parts if part.name == "porch")
    mask = np.zeros(len(area.faces), bool)
    mask[porch.first] = True
    with pytest.raises(ValueError, match="another room than room"):
        area.remove(mask, room="room")
    assert area.remove(mask) == ["porch: 1 face was removed."] and set(area.changed()) == {"porch.wok"}


def test_a_save_keeps_a_backup_unless_it_is_told_not_to(samples: Path, tmp_path: Path) -> None:
    path = tmp_path / "room.wok"
    path.write_bytes((samples / "room.wok").read_bytes())
    for backups, no_backup in ((1, None), (1, True), (2, False)):
        room = walkmesh.open(path)
        room.flip([0])
        written = room.save() if no_backup is None else room.save(no_backup=no_backup)
        assert len(written) == 1 and len(list(tmp_path.glob("room.wok.bak*"))) == backups


def test_pip_installs_the_command(samples: Path) -> None:
    command = Path(sysconfig.get_path("scripts")) / ("walkmesh.exe" if os.name == "nt" else "walkmesh")
    done = [subprocess.run([*start, "info", samples / "room.wok"], capture_output=True) for start in ([command], [sys.executable, "-m", "walkmesh"])]
    assert done[0].returncode == 0 and done[0].stdout and done[0].stdout == done[1].stdout
    assert subprocess.run([command, "info", "missing.wok"], capture_output=True).returncode == 2


def test_a_save_never_replaces_another_file(samples: Path, tmp_path: Path) -> None:
    room, target = walkmesh.open(samples / "room.wok"), tmp_path / "notes.txt"
    target.write_text("notes")
    with pytest.raises(walkmesh.SaveError, match="already exists"):
        room.save(target)
    assert target.read_text() == "notes"
    room.save(target, force=True)
    assert target.read_bytes() == room.to_bytes()
    with pytest.raises(walkmesh.SaveError, match="2 files|3 files"):
        walkmesh.open(samples / "manor.lyt").save(tmp_path / "nowhere")
    written = walkmesh.open(samples / "manor.lyt").save(tmp_path)
    assert sorted(path.name for path in written) == ["manor.lyt", "porch.wok", "room.wok"]


def test_arrays_become_a_room_and_come_back_onto_it(samples: Path) -> None:
    room = walkmesh.open(samples / "room.wok")
    arrays = (room.vertices, room.faces, room.materials)
    assert walkmesh.from_arrays(*arrays, onto=room).to_bytes() == room.to_bytes()
    new = walkmesh.from_arrays(*arrays, transitions=room.transitions)
    assert not [finding for finding in new.check() if finding.severity in ("error", "fatal")]
    assert new.transitions.tolist() == room.transitions.tolist()
    vertices = room.vertices
    vertices[:, 2] += np.where(vertices[:, 0] == 2, np.float32(0.25), np.float32(0))
    moved = walkmesh.from_arrays(vertices, room.faces, room.materials, onto=room)
    assert moved.transitions.tolist() == room.transitions.tolist() and moved.vertices[:, 2].max() > 0
    closed = walkmesh.from_arrays(*arrays, transitions=[], onto=room)
    assert len(closed.transitions) == 0
    chest = walkmesh.open(samples / "chest.pwk")
    again = walkmesh.from_arrays(
        chest.vertices, chest.faces, chest.materials, name="chest.pwk", hooks=chest.hooks, position=chest.position
    )
    assert again.hooks.tolist() == chest.hooks.tolist() and again.position == chest.position
    for wrong in ({"faces": [[0, 1, 999]], "materials": [4]}, {"faces": [[0, 1]], "materials": [4]}, {"faces": [], "materials": [4]}):
        with pytest.raises(ValueError):
            walkmesh.from_arrays(vertices=room.vertices, **wrong)


def test_an_area_has_its_cutters_and_footprints(samples: Path) -> None:
    found = walkmesh.open(samples / "town.trn").obstacles
    assert {obstacle.kind for obstacle in found} >= {"cutter"}
    assert all(obstacle.points.shape[1] == 3 and len(obstacle.points) >= 3 for obstacle in found)
    assert walkmesh.open(samples / "room.wok").obstacles == []


def test_floors_go_to_detour_and_godot(samples: Path) -> None:
    for name in ("room.wok", "manor.lyt", "yard.trx", "dungeon.dof"):
        level = walkmesh.open(samples / name)
        assert level.to_detour().startswith(b"VAND") and "NavigationMesh" in level.to_godot()
    with pytest.raises(walkmesh.ExchangeError):
        walkmesh.open(samples / "manor.pth").to_detour()


def test_a_scene_goes_out_and_comes_back(samples: Path) -> None:
    for name in ("room.wok", "manor.lyt", "yard.trx"):
        level = walkmesh.open(samples / name)
        before = level.to_files()
        assert level.apply_glb(level.to_glb()) == [] and level.to_files() == before
        obj, mtl = level.to_obj("level.mtl")
        assert "mtllib level.mtl" in obj and "newmtl" in mtl
        assert level.apply_obj(obj.encode()) == [] and level.to_files() == before
    room = walkmesh.open(samples / "room.wok")
    made = walkmesh.from_glb(room.to_glb(), "new.wok")
    assert np.array_equal(np.sort(made.materials), np.sort(room.materials))
    with pytest.raises(walkmesh.ExchangeError):
        walkmesh.from_glb(b"glTF", "new.wok")


def test_nodes_go_out_and_come_back(samples: Path) -> None:
    for name in ("room.wok", "chest.pwk", "manor.lyt", "yard.trx", "dungeon.dof"):
        level = walkmesh.open(samples / name)
        before, nodes = level.to_files(), level.to_nodes()
        assert level.apply_nodes(nodes) == [] and level.to_files() == before
    area = walkmesh.open(samples / "manor.lyt")
    room, porch = area.to_nodes()
    vertices = porch.vertices
    vertices[:, 2] += np.float32(0.25)
    raised = walkmesh.Node("porch", vertices, porch.faces, porch.materials, placement=porch.placement, marks=porch.marks)
    assert area.apply_nodes([room, raised]) and list(area.changed()) == ["porch.wok"]
    made = walkmesh.from_nodes([room, porch], "new.lyt")
    assert [part.name for part in made.parts] == ["room", "porch"]


def test_bakes_repairs_and_differences(samples: Path) -> None:
    area = walkmesh.open(samples / "yard.trn")
    assert area.bake() is not None and area.format == "TRX"
    tables = area.diff(walkmesh.open(samples / "yard.trx"))
    assert tables and all(0 <= table.equal <= table.entries for table in tables)
    room = walkmesh.open(samples / "room.wok")
    assert room.repair() == [] and room.changed() == {}
    with pytest.raises(walkmesh.EditError):
        walkmesh.open(samples / "hall.bms").repair()


def by_command(tmp_path: Path, file: Path, *arguments: str) -> bytes:
    """The result of `walkmesh edit` on a file."""
    made = tmp_path / f"made{file.suffix}"
    command = [sys.executable, "-m", "walkmesh", "edit", str(file), *arguments, "-o", str(made), "--force"]
    subprocess.run(command, check=True, capture_output=True)
    return made.read_bytes()


def test_shapes_are_changed_as_the_command_does(samples: Path, tmp_path: Path) -> None:
    room = walkmesh.open(samples / "room.wok")
    assert room.cut_hole([[0.5, 0.5], [1.5, 0.5], [1, 1.5]])
    assert room.to_bytes() == by_command(tmp_path, samples / "room.wok", "--cut-hole", "0.5,0.5:1.5,0.5:1,1.5")
    with pytest.raises(walkmesh.EditError):
        room.cut_hole([[0, 0], [1, 1]])

    room = walkmesh.open(samples / "room.wok")
    corner = [float(at) for at in room.vertices[room.faces[0][0]]]
    assert room.move_vertex(corner, [corner[0], corner[1], corner[2] + 0.25])
    moved = "=".join(",".join(str(at) for at in point) for point in (corner, [*corner[:2], corner[2] + 0.25]))
    assert room.to_bytes() == by_command(tmp_path, samples / "room.wok", "--move-vertex", moved)

    chest = walkmesh.open(samples / "chest.pwk")
    chest.set_hooks([[1, 2, 0], [3, 4, 0.5]])
    assert chest.to_bytes() == by_command(tmp_path, samples / "chest.pwk", "--hooks", "1,2,0:3,4,0.5")
    with pytest.raises(walkmesh.EditError):
        walkmesh.open(samples / "yard.trx").set_hooks([[0, 0, 0], [0, 0, 0]])


def test_areas_are_joined_renumbered_and_optimised(samples: Path, tmp_path: Path) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    for name in ("room.wok", "manor.lyt", "porch.wok"):
        (tmp_path / "here" / name).write_bytes((samples / name).read_bytes())
    layout = b"beginlayout\nroomcount 1\nannex 0 0 0\ntrackcount 0\nobstaclecount 0\ndoorhookcount 0\ndonelayout\n"
    (tmp_path / "there" / "annex.lyt").write_bytes(layout)
    (tmp_path / "there" / "annex.wok").write_bytes((samples / "porch.wok").read_bytes())
    area = walkmesh.open(tmp_path / "here")
    area.renumber_rooms((samples / "manor.lyt").read_bytes())
    assert area.changed() == {}, "the numbers of the same layout"
    assert area.join_area(walkmesh.open(tmp_path / "there"), [50, 0, 0])
    assert "annex.wok" in area.to_files() and area.description == "a KotOR area with 3 rooms"
    yard = walkmesh.open(samples / "yard.trx")
    before = len(yard.to_bytes())
    assert yard.optimise() and len(yard.to_bytes()) < before
    with pytest.raises(walkmesh.EditError):
        area.optimise()


def test_members_of_archives_are_opened_and_saved(corpus: Path, tmp_path: Path) -> None:
    [source] = [path for path in sorted((corpus / "kotor" / "mod").glob("*.mod"))][:1]
    path = tmp_path / source.name
    path.write_bytes(source.read_bytes())
    archive = walkmesh.Archive(path)
    names = [name for name in archive.names if name.endswith(".pth")]
    points = walkmesh.open(path / names[0])
    assert points.to_bytes() == archive.read(names[0])
    room = walkmesh.from_arrays([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], [4], name="extra.wok")
    assert room.save(path) == [path / "extra.wok"]
    assert walkmesh.Archive(path).read("extra.wok") == room.to_bytes()
    rest = {name: archive.read(name) for name in archive.names}
    again = walkmesh.Archive(path)
    assert all(again.read(name) == data for name, data in rest.items())


def test_the_command_is_the_same(samples: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "walkmesh", "info", samples / "room.wok"], capture_output=True, text=True)
    assert done.returncode == 0 and "faces              24" in done.stdout
    done = subprocess.run([sys.executable, "-m", "walkmesh", "info", "nothing"], capture_output=True, text=True)
    assert done.returncode == 2 and "nothing" in done.stderr
