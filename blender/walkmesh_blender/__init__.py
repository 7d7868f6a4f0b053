"""Walkmeshes of classic games in Blender: Knights of the Old Republic, Neverwinter Nights 2 and Silkroad Online.

`importing` makes a collection of a level. `base` keeps the files that it was made of, and what is on the disk. `gathering` takes what the
scene has of it now, and `writing` puts the result into files. `rebasing` makes the scene follow its level whenever the base changes.
`identity` is what all of them know of objects and faces. `live` computes what the viewport shows, `pace` says when, and `overlay` draws
it; `operators`, `panel` and `preferences` are what people see. The package `walkmesh` knows the games; nothing here does.
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
    """Before Blender 4.2 nobody unpacks the wheels of an add-on, so the package is looked for beside this file."""
    import importlib.util
    import sys
    from pathlib import Path

    if importlib.util.find_spec("walkmesh") is None:
        sys.path.append(str(Path(__file__).parent / "library"))


def register() -> None:
    """Called by Blender when the add-on is switched on."""
    _find_library()
    from . import registration

    registration.register()


def unregister() -> None:
    """Called by Blender when the add-on is switched off."""
    from . import registration

    registration.unregister()
