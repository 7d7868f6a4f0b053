"""Registers everything in Blender, and unregisters it."""

from __future__ import annotations

import bpy
from bpy.props import PointerProperty

from . import operators, panel, preferences

CLASSES = (preferences.WALKMESH_AP_preferences, *operators.CLASSES, *panel.CLASSES)
LABEL = "Walkmesh (KotOR, NWN2, Silkroad)"


def _in_import_menu(self: bpy.types.Menu, context: bpy.types.Context) -> None:
    self.layout.operator("walkmesh.import_level", text=LABEL)


def _in_export_menu(self: bpy.types.Menu, context: bpy.types.Context) -> None:
    self.layout.operator("walkmesh.export_level", text=LABEL)


def register() -> None:
    """Adds everything."""
    for it in CLASSES:
        bpy.utils.register_class(it)
    bpy.types.Scene.walkmesh = PointerProperty(type=panel.WALKMESH_PG_settings)
    bpy.types.TOPBAR_MT_file_import.append(_in_import_menu)
    bpy.types.TOPBAR_MT_file_export.append(_in_export_menu)
    panel.start()


def unregister() -> None:
    """Takes everything out."""
    panel.stop()
    bpy.types.TOPBAR_MT_file_import.remove(_in_import_menu)
    bpy.types.TOPBAR_MT_file_export.remove(_in_export_menu)
    del bpy.types.Scene.walkmesh
    for it in reversed(CLASSES):
        bpy.utils.unregister_class(it)
