"""The operators, the panel in the sidebar, and the timer that follows edits."""

from __future__ import annotations

import os
import time
from typing import Any

import bmesh
import bpy
import walkmesh
from bpy.props import BoolProperty, IntProperty, PointerProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import exporting, identity, importing, live
from .overlay import Overlay
from .pace import Pace

PATTERN = "*.wok;*.pwk;*.dwk;*.lyt;*.trx;*.trn;*.dof;*.dat;*.bms;*.pth;*.mod;*.erf;*.rim;*.hak;*.sav"
TICK = 0.02
"""How often it is asked whether the viewport has to follow, in seconds."""

_overlay: Overlay | None = None
_state: live.State | None = None
_pace = Pace()


class WALKMESH_OT_import(bpy.types.Operator, ImportHelper):
    """Open a walkmesh, an area with its layout, a dungeon, or a level of an archive"""

    bl_idname = "walkmesh.import_level"
    bl_label = "Import Walkmesh"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: StringProperty(default=PATTERN, options={"HIDDEN"})  # type: ignore[valid-type]
    member: StringProperty(name="Level", description="The file of a level in an archive, or in a folder with several")  # type: ignore[valid-type]
    dof: StringProperty(name="DOF", description="The file with the floors of a Silkroad dungeon, if its tables are opened")  # type: ignore[valid-type]

    def execute(self, context: bpy.types.Context) -> set[str]:
        try:
            level = walkmesh.open(self.filepath, name=self.member or None, dof=self.dof or None)
            collection = importing.import_level(level, context.scene.collection)
        except walkmesh.Error as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"{collection.name}: {level.description}")
        return {"FINISHED"}


class WALKMESH_OT_export(bpy.types.Operator, ExportHelper):
    """Write what was edited: back to the opened files, or into another folder or file"""

    bl_idname = "walkmesh.export_level"
    bl_label = "Export Walkmesh"

    filename_ext = ""
    filter_glob: StringProperty(default=PATTERN, options={"HIDDEN"})  # type: ignore[valid-type]
    in_place: BoolProperty(name="In Place", description="If the name is that of the opened file, keep the earlier files as .bak", default=True)  # type: ignore[valid-type]
    drop_rooms: BoolProperty(name="Remove Missing Rooms", description="Remove the rooms of an area that have no face any more")  # type: ignore[valid-type]

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        collection = identity.collection_of(context)
        if collection is None:
            self.report({"ERROR"}, "Choose an object of a level that was imported")
            return {"CANCELLED"}
        level = identity.level_of(collection)
        if level.folder is not None:
            self.filepath = os.fspath(level.folder / level.name)
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        collection = identity.collection_of(context)
        if collection is None:
            self.report({"ERROR"}, "Choose an object of a level that was imported")
            return {"CANCELLED"}
        try:
            level, notes = exporting.edited(collection, drop_rooms=self.drop_rooms)
            is_back = self.in_place and level.folder is not None and _is_same(self.filepath, level.folder / level.name)
            # Several files go into the folder of the name that was chosen. The dialog asks about that name only, so no other file
            # is replaced.
            is_one = len(level.to_files()) == 1
            target = self.filepath if is_one else os.path.dirname(self.filepath)
            written = level.save() if is_back else level.save(target, force=is_one)
            if is_back:
                identity.keep(collection, walkmesh.open(level.folder / level.files[0], name=None))
        except walkmesh.Error as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        for note in notes:
            self.report({"INFO"}, note)
        self.report({"INFO"}, f"{len(written)} files were written" if len(written) != 1 else "1 file was written")
        return {"FINISHED"}


def _is_same(chosen: str, opened: os.PathLike[str]) -> bool:
    """Whether somebody chose the file that was opened."""
    return os.path.abspath(bpy.path.abspath(chosen)) == os.path.abspath(opened)


class WALKMESH_OT_repair(bpy.types.Operator):
    """Repair cracks, T-junctions and useless faces of the floor"""

    bl_idname = "walkmesh.repair"
    bl_label = "Repair Floor"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: bpy.types.Context) -> set[str]:
        collection = identity.collection_of(context)
        if collection is None:
            return {"CANCELLED"}
        try:
            level, _ = exporting.edited(collection)
            done = level.repair()
        except walkmesh.Error as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if done:
            refill(collection, level)
        self.report({"INFO"}, "; ".join(done[:5]) or "Nothing to repair")
        return {"FINISHED"}


class WALKMESH_OT_select_finding(bpy.types.Operator):
    """Select the face of a finding"""

    bl_idname = "walkmesh.select_finding"
    bl_label = "Select Face"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty()  # type: ignore[valid-type]

    def execute(self, context: bpy.types.Context) -> set[str]:
        collection = identity.collection_of(context)
        if collection is None or _state is None or self.index >= len(_state.findings):
            return {"CANCELLED"}
        select(context, collection, _state, _state.findings[self.index])
        return {"FINISHED"}


def select(context: bpy.types.Context, collection: bpy.types.Collection, state: live.State, finding: walkmesh.Finding) -> int:
    """Selects the polygons of a finding, and returns how many. Their objects are in edit mode then."""
    if finding.triangle is None:
        return 0
    if context.object is not None and context.object.mode == "EDIT":
        bpy.ops.object.mode_set(mode="OBJECT")
    found = live.polygons_at(collection, state.corners[finding.triangle])
    for thing in collection.objects:
        thing.select_set(False)
    for thing in {it for it, _ in found}:
        thing.select_set(True)
        context.view_layer.objects.active = thing
    if found:
        context.tool_settings.mesh_select_mode = (False, False, True)
        bpy.ops.object.mode_set(mode="EDIT")
        for thing in {it for it, _ in found}:
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


def refill(collection: bpy.types.Collection, level: walkmesh.Level) -> None:
    """Shows another state of a level in the objects of its collection."""
    identity.keep(collection, level)
    materials: dict[int, Any] = {it.number: (it.name, it.color) for it in [*level.classes, *level.paints]}
    for number, node in enumerate(level.to_nodes(), 1):
        for thing in collection.objects:
            if thing.type == "MESH" and thing.get(identity.NODE) == number:
                importing.fill(thing.data, number, node, materials, identity.turn(level.up))
                break


def _on_setting(settings: bpy.types.PropertyGroup, context: bpy.types.Context) -> None:
    mark_changed()


class WalkmeshSettings(bpy.types.PropertyGroup):
    """What the panel has."""

    live: BoolProperty(name="Live", description="Show findings, borders and parts while you edit", update=_on_setting)  # type: ignore[valid-type]
    start: PointerProperty(name="From", type=bpy.types.Object, description="An empty from which a path is shown", update=_on_setting)  # type: ignore[valid-type]
    goal: PointerProperty(name="To", type=bpy.types.Object, description="An empty to which a path is shown", update=_on_setting)  # type: ignore[valid-type]


class WALKMESH_PT_panel(bpy.types.Panel):
    """The panel in the sidebar of the viewport."""

    bl_label = "Walkmesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Walkmesh"

    def draw(self, context: bpy.types.Context) -> None:
        layout, settings = self.layout, context.scene.walkmesh
        layout.operator("walkmesh.import_level", icon="IMPORT")
        layout.operator("walkmesh.export_level", icon="EXPORT")
        layout.operator("walkmesh.repair", icon="MODIFIER")
        layout.prop(settings, "live", toggle=True)
        row = layout.row(align=True)
        row.prop(settings, "start", text="")
        row.prop(settings, "goal", text="")
        if not settings.live or _state is None:
            return
        if _state.problem:
            layout.label(text=_state.problem, icon="ERROR")
        if _state.path:
            layout.label(text=f"Path: {_state.path}")
        layout.label(text=f"{len(_state.findings)} findings" if len(_state.findings) != 1 else "1 finding")
        icons = {"info": "INFO", "warning": "ERROR", "error": "CANCEL", "fatal": "CANCEL"}
        for index, finding in enumerate(_state.findings[:20]):
            button = layout.operator("walkmesh.select_finding", text=f"{finding.code} {finding.place}", icon=icons[finding.severity])
            button.index = index


def mark_changed() -> None:
    """Something changed: the viewport follows."""
    _pace.changed()


@bpy.app.handlers.persistent
def _on_change(scene: bpy.types.Scene, graph: bpy.types.Depsgraph) -> None:
    if any(update.is_updated_geometry or update.is_updated_transform for update in graph.updates):
        mark_changed()


def _follow() -> float:
    """Called by a timer."""
    began = time.perf_counter()
    if _pace.is_due(began):
        try:
            update(bpy.context)
        finally:
            # What Blender evaluated for the computation is shown, so it is no change.
            _pace.computed(began, time.perf_counter())
    return TICK


def update(context: bpy.types.Context) -> live.State | None:
    """Computes what is shown now."""
    global _state
    settings = context.scene.walkmesh
    collection = identity.collection_of(context) if settings.live else None
    ends = None
    if settings.start is not None and settings.goal is not None:
        ends = (settings.start.matrix_world.translation, settings.goal.matrix_world.translation)
    if collection is not None and context.object is not None and context.object.mode == "EDIT":
        context.object.update_from_editmode()
    _state = None if collection is None else live.state_of(collection, ends)
    if _overlay is not None:
        _overlay.show(_state)
    return _state


def _in_menu(self: bpy.types.Menu, context: bpy.types.Context) -> None:
    name = WALKMESH_OT_import if "import" in self.bl_idname else WALKMESH_OT_export
    self.layout.operator(name.bl_idname, text="Walkmesh (KotOR, NWN2, Silkroad)")


CLASSES = (
    WALKMESH_OT_import,
    WALKMESH_OT_export,
    WALKMESH_OT_repair,
    WALKMESH_OT_select_finding,
    WalkmeshSettings,
    WALKMESH_PT_panel,
)


def register() -> None:
    """Adds everything to Blender."""
    global _overlay
    for it in CLASSES:
        bpy.utils.register_class(it)
    bpy.types.Scene.walkmesh = PointerProperty(type=WalkmeshSettings)
    bpy.types.TOPBAR_MT_file_import.append(_in_menu)
    bpy.types.TOPBAR_MT_file_export.append(_in_menu)
    bpy.app.handlers.depsgraph_update_post.append(_on_change)
    if not bpy.app.background:
        _overlay = Overlay()
        bpy.app.timers.register(_follow, persistent=True)


def unregister() -> None:
    """Takes everything out of Blender again."""
    global _overlay
    if _overlay is not None:
        _overlay.remove()
        _overlay = None
        bpy.app.timers.unregister(_follow)
    bpy.app.handlers.depsgraph_update_post.remove(_on_change)
    bpy.types.TOPBAR_MT_file_import.remove(_in_menu)
    bpy.types.TOPBAR_MT_file_export.remove(_in_menu)
    del bpy.types.Scene.walkmesh
    for it in reversed(CLASSES):
        bpy.utils.unregister_class(it)
