"""The settings that users choose once: the folder of the game, backups, and whether *Live* is on from the start."""

from __future__ import annotations

from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty


class WALKMESH_AP_preferences(bpy.types.AddonPreferences):
    """The preferences of the add-on."""

    bl_idname = __package__

    game: StringProperty(name="Game Folder", description="The folder of the installed game. It provides the target modules of doors, and Export to Game writes into its override folder", subtype="DIR_PATH")  # type: ignore[valid-type]
    backups: BoolProperty(name="Backups", description="Keep the original of each replaced file as .bak", default=True)  # type: ignore[valid-type]
    live: BoolProperty(name="Live from the Start", description="Turn on Live when a level is imported")  # type: ignore[valid-type]

    def draw(self, context: bpy.types.Context) -> None:
        for name in ("game", "backups", "live"):
            self.layout.prop(self, name)


def chosen(context: bpy.types.Context) -> WALKMESH_AP_preferences | None:
    """The preferences; None while the add-on is not enabled, as in tests."""
    addon = context.preferences.addons.get(__package__)
    return None if addon is None else addon.preferences


def keeps_backups(context: bpy.types.Context) -> bool:
    """True if the earlier contents of files are kept."""
    preferences = chosen(context)
    return preferences is None or preferences.backups


def game_folder(context: bpy.types.Context) -> Path | None:
    """The folder of the game, if the user chose one that exists."""
    preferences = chosen(context)
    folder = Path(bpy.path.abspath(preferences.game)) if preferences is not None and preferences.game else None
    return folder if folder is not None and folder.is_dir() else None


def override_folder(game: Path) -> Path:
    """The folder whose files the game prefers to its own, ignoring case."""
    return next((it for it in game.iterdir() if it.name.lower() == "override" and it.is_dir()), game / "override")
