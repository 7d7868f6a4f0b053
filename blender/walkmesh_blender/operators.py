"""The operators: import, export, reload, repair, and selection of the face of a finding."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bmesh
import bpy
import walkmesh
from bpy.props import BoolProperty, CollectionProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import base as bases
from . import identity, importing, live, panel, preferences, rebasing, writing
from .gathering import Gathered, gather

EXTENSIONS = (
    ".wok", ".pwk", ".dwk", ".lyt", ".trx", ".trn", ".dof", ".dat", ".bms", ".pth", ".mod", ".erf", ".rim", ".hak", ".sav",
)  # fmt: skip
PATTERN = ";".join(f"*{extension}" for extension in EXTENSIONS)


class OfLevel:
    """The common base of all operators on a level."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Returns whether it can be called."""
        if identity.chosen_block(context) is not None:
            return True
        cls.poll_message_set("Select an object of an imported level")
        return False

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Calls `run`, and reports the reason for a failure."""
        block = identity.chosen_block(context)
        try:
            with busy(context):
                self.run(context, block)
        except (walkmesh.Error, writing.Refused, OSError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        panel.mark_changed()
        return {"FINISHED"}

    def tell(self, notes: list[str], done: str) -> None:
        """Reports what was done."""
        for note in notes:
            self.report({"INFO"}, note)
        self.report({"INFO"}, done)


@contextmanager
def busy(context: bpy.types.Context) -> Iterator[None]:
    """Shows that Blender is working."""
    context.window_manager.progress_begin(0, 1)
    try:
        yield
    finally:
        context.window_manager.progress_end()


@contextmanager
def object_mode(context: bpy.types.Context, *, is_kept: bool = False) -> Iterator[None]:
    """Leaves edit mode, in which Blender does not store edits. With `is_kept`, the edited objects are in edit mode again afterwards."""
    active = context.view_layer.objects.active
    mode = "OBJECT" if active is None else active.mode
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        if is_kept and mode != "OBJECT":
            bpy.ops.object.mode_set(mode=mode)


def gathered_of(block: bpy.types.Text, context: bpy.types.Context) -> Gathered:
    """The parts of a level in the scene."""
    return gather(block, bases.base_of(block), context)


class WALKMESH_OT_import_level(bpy.types.Operator, ImportHelper):
    """Open walkmeshes, areas with their layouts, dungeons, or levels of archives"""

    bl_idname = "walkmesh.import_level"
    bl_label = "Import Walkmesh"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filter_glob: StringProperty(default=PATTERN, options={"HIDDEN"})  # type: ignore[valid-type]
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})  # type: ignore[valid-type]
    dirs: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})  # type: ignore[valid-type]
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})  # type: ignore[valid-type]
    member: StringProperty(name="Level", description="The file of the level in an archive or a folder with several levels")  # type: ignore[valid-type]
    dof: StringProperty(name="DOF", description="The file with the floors of a Silkroad dungeon whose tables are opened")  # type: ignore[valid-type]

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        # Files that were dropped into the window.
        if self.directory and any(file.name for file in self.files):
            return self.execute(context)
        return ImportHelper.invoke(self, context, event)

    def execute(self, context: bpy.types.Context) -> set[str]:
        # If no folder is selected, Blender passes the displayed folder.
        names = [it.name for it in self.dirs if not os.path.isabs(it.name)] + [it.name for it in self.files]
        chosen = [os.path.join(self.directory, name) for name in names if name] if self.directory else []
        paths = chosen or [self.filepath]
        opened = 0
        context.window_manager.progress_begin(0, len(paths))
        for path in paths:
            try:
                self._open(bpy.path.abspath(path), context)
                opened += 1
            except walkmesh.Error as error:
                # One damaged file does not prevent the import of the others.
                self.report({"ERROR"} if len(paths) == 1 else {"WARNING"}, str(error))
            context.window_manager.progress_update(opened)
        context.window_manager.progress_end()
        return {"FINISHED"} if opened else {"CANCELLED"}

    def _open(self, path: str, context: bpy.types.Context) -> None:
        game = preferences.game_folder(context)
        level = walkmesh.open(path, name=self.member or None, dof=self.dof or None, game=game)
        collection = importing.import_level(level, context.scene.collection)
        for layer in layers(context.view_layer.layer_collection):
            if layer.collection == collection:
                context.view_layer.active_layer_collection = layer
        settings = preferences.chosen(context)
        if settings is not None and settings.live:
            context.scene.walkmesh.live = True
        self.report({"INFO"}, f"{collection.name}: {level.description}")


def layers(root: bpy.types.LayerCollection) -> Iterator[bpy.types.LayerCollection]:
    """A collection of a view layer, and all in it."""
    yield root
    for child in root.children:
        yield from layers(child)


class WALKMESH_OT_export_level(OfLevel, bpy.types.Operator, ExportHelper):
    """Write the edits back to the opened files, or into another folder, file or archive"""

    bl_idname = "walkmesh.export_level"
    bl_label = "Export Walkmesh"
    bl_options = {"UNDO", "PRESET"}

    filename_ext = ""
    filter_glob: StringProperty(default=PATTERN, options={"HIDDEN"})  # type: ignore[valid-type]
    overwrite: BoolProperty(name="Overwrite", description="Also replace files that changed since this scene read or wrote them. They are kept as .bak")  # type: ignore[valid-type]
    drop_rooms: BoolProperty(name="Remove Missing Rooms", description="Remove rooms without a face in the scene from the area. Otherwise they are unchanged")  # type: ignore[valid-type]

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        try:
            level = bases.base_of(identity.chosen_block(context)).level
        except walkmesh.Error as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if level.folder is not None:
            self.filepath = os.fspath(level.folder if level.folder.is_file() else level.folder / level.name)
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def run(self, context: bpy.types.Context, block: bpy.types.Text) -> None:
        """Exports."""
        with object_mode(context, is_kept=True):
            gathered = gathered_of(block, context)
            level, notes = gathered.edited(drop_rooms=self.drop_rooms)
            chosen = Path(os.path.abspath(bpy.path.abspath(self.filepath)))
            target = writing.target_of(level, chosen, len(level.to_files()))
            written, kept = writing.write(
                gathered.base, level, target, overwrite=self.overwrite, backups=preferences.keeps_backups(context)
            )
            # Only the opened files correspond to the scene; another destination gets a copy.
            if level.folder is not None and (target.path == level.folder or chosen == level.folder / level.name):
                rebasing.follow(gathered, level)
        self.tell(notes + kept, said(written, target.path))


def said(written: list[Path], place: Path) -> str:
    """The number of files that were written."""
    if not written:
        return f"Nothing to write: {place} is up to date"
    return f"{len(written)} files were written" if len(written) != 1 else f"{written[0].name} was written"


class WALKMESH_OT_export_to_game(OfLevel, bpy.types.Operator):
    """Write the changed files into the override folder of the game"""

    bl_idname = "walkmesh.export_to_game"
    bl_label = "Export to Game"

    overwrite: BoolProperty(name="Overwrite", description="Also replace files of other programs in the override folder. They are kept as .bak")  # type: ignore[valid-type]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if preferences.game_folder(context) is None:
            cls.poll_message_set("Choose the folder of the game in the preferences of the add-on")
            return False
        return super().poll(context)

    def run(self, context: bpy.types.Context, block: bpy.types.Text) -> None:
        """Exports what differs."""
        folder = preferences.override_folder(preferences.game_folder(context))
        folder.mkdir(exist_ok=True)
        with object_mode(context, is_kept=True):
            gathered = gathered_of(block, context)
            level, notes = gathered.edited()
        base, target = gathered.base, writing.Target(folder, is_file=False)
        record = bases.disk_of(base.key)
        # A file from an earlier export is reverted together with an edit that was undone.
        names = {
            name
            for name, data in level.to_files().items()
            if bases.hash_of(data) != base.opened.get(name) or target.key(name) in record
        }
        written, kept = writing.write(
            base, level, target, overwrite=self.overwrite, backups=preferences.keeps_backups(context), names=names
        )
        self.tell(notes + kept, said(written, folder))


class WALKMESH_OT_reload(OfLevel, bpy.types.Operator):
    """Open the files on disk again. Unexported edits are lost unless this is undone"""

    bl_idname = "walkmesh.reload"
    bl_label = "Reload"
    bl_options = {"UNDO"}

    def run(self, context: bpy.types.Context, block: bpy.types.Text) -> None:
        """Opens the files again."""
        with object_mode(context):
            gathered = gathered_of(block, context)
            old = gathered.base.level
            if old.folder is None:
                raise writing.Refused("This level was not opened from files")
            level = walkmesh.open(old.folder, name=old.files[0])
            rebasing.show(gathered, level)
            files = bases.files_of(level)
            bases.disk_of(gathered.base.key).update(
                (bases.path_in(old.folder, name), bases.hash_of(data)) for name, data in files.items()
            )
        self.tell([], f"{block.name} was reloaded")


class WALKMESH_OT_repair(OfLevel, bpy.types.Operator):
    """Repair cracks, T-junctions and useless faces of the floor. Modifiers of repaired objects are applied"""

    bl_idname = "walkmesh.repair"
    bl_label = "Repair Floor"
    bl_options = {"REGISTER", "UNDO"}

    def run(self, context: bpy.types.Context, block: bpy.types.Text) -> None:
        """Repairs."""
        with object_mode(context):
            gathered = gathered_of(block, context)
            level, notes = gathered.edited()
            done = level.repair()
            applied = rebasing.show(gathered, bases.as_written(level)) if done else []
        notes = gathered.notes + [f"The modifiers of {name} were applied" for name in applied]
        self.tell(notes, "; ".join(done[:5]) or "Nothing to repair")


class WALKMESH_OT_select_finding(OfLevel, bpy.types.Operator):
    """Select the face of a finding"""

    bl_idname = "walkmesh.select_finding"
    bl_label = "Select Face"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty()  # type: ignore[valid-type]

    def run(self, context: bpy.types.Context, block: bpy.types.Text) -> None:
        """Selects."""
        state = panel.shown_state()
        if state is None or self.index >= len(state.findings):
            raise writing.Refused("This finding no longer exists")
        select(context, block, state, state.findings[self.index])


def select(context: bpy.types.Context, block: bpy.types.Text, state: live.State, finding: walkmesh.Finding) -> int:
    """Selects the polygons of a finding, and returns their number. Their objects are then in edit mode."""
    if finding.triangle is None:
        return 0
    with object_mode(context):
        found = live.polygons_at(block, state.corners[finding.triangle], context)
        for thing in context.view_layer.objects:
            thing.select_set(False)
    things = list(dict.fromkeys(it for it, _ in found))
    for thing in things:
        thing.select_set(True)
        context.view_layer.objects.active = thing
    if found:
        context.tool_settings.mesh_select_mode = (False, False, True)
        bpy.ops.object.mode_set(mode="EDIT")
        for thing in things:
            select_polygons(thing, {polygon for it, polygon in found if it == thing})
    return len(found)


def select_polygons(thing: bpy.types.Object, polygons: set[int]) -> None:
    """Selects exactly these polygons of an object in edit mode."""
    mesh = bmesh.from_edit_mesh(thing.data)
    for items in (mesh.verts, mesh.edges, mesh.faces):
        for item in items:
            item.select = False
    mesh.faces.ensure_lookup_table()
    for polygon in polygons:
        mesh.faces[polygon].select_set(True)
    bmesh.update_edit_mesh(thing.data)


CLASSES: tuple[Any, ...] = (
    WALKMESH_OT_import_level,
    WALKMESH_OT_export_level,
    WALKMESH_OT_export_to_game,
    WALKMESH_OT_reload,
    WALKMESH_OT_repair,
    WALKMESH_OT_select_finding,
)

if bpy.app.version >= (4, 1, 0):

    class WALKMESH_FH_level(bpy.types.FileHandler):
        """Files that are dropped into the window."""

        bl_idname = "WALKMESH_FH_level"
        bl_label = "Walkmesh"
        bl_import_operator = "walkmesh.import_level"
        bl_export_operator = "walkmesh.export_level"
        bl_file_extensions = ";".join(EXTENSIONS)

        @classmethod
        def poll_drop(cls, context: bpy.types.Context) -> bool:
            return context.area is not None and context.area.type in {"VIEW_3D", "OUTLINER"}

    CLASSES += (WALKMESH_FH_level,)
