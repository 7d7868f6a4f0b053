"""Walkmeshes of classic games in Blender: Knights of the Old Republic, Neverwinter Nights 2 and Silkroad Online.

`importing` makes a collection of a level. `base` keeps its original files and the state of the disk. `gathering` collects its current
state in the scene, and `writing` writes the result to files. `rebasing` makes the scene follow its level whenever the base changes.
`identity` has the properties of objects and faces that all of them share. `live` computes the display in the viewport, `pace` decides
when, and `overlay` draws it; `operators`, `panel` and `preferences` are the user interface. The package `walkmesh` knows the games;
nothing here does.
"""

bl_info = {
    "name": "Walkmesh",
    "author": "The walkmesh project",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "File > Import, File > Export, and the sidebar of the 3D viewport",
    "description": "Walkmeshes of KotOR, NWN2 and Silkroad: import, check while editing, and lossless export",
    "category": "Import-Export",
}


def _find_library() -> None:
    """Before Blender 4.2, the wheels of an add-on are not unpacked, so the package is searched beside this file."""
    import importlib.util
    import sys
    from pathlib import Path

    if importlib.util.find_spec("walkmesh") is None:
        sys.path.append(str(Path(__file__).parent / "library"))


def register() -> None:
    """Called by Blender when the add-on is enabled."""
    _find_library()
    from . import registration

    registration.register()


def unregister() -> None:
    """Called by Blender when the add-on is disabled."""
    from . import registration

    registration.unregister()
