"""The add-on in Blender without a window: `bpy` from PyPI, and the package `walkmesh` beside it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import bpy
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "blender"))

import walkmesh_blender  # noqa: E402

walkmesh_blender.register()


def pytest_unconfigure() -> None:
    """Blender disables its add-ons before it exits. The module `bpy` does not, and crashes when it frees their registrations."""
    walkmesh_blender.unregister()


@pytest.fixture(autouse=True)
def empty_scene() -> Iterator[None]:
    """Each test begins with an empty scene."""
    for items in (bpy.data.objects, bpy.data.collections, bpy.data.meshes, bpy.data.materials):
        for item in list(items):
            items.remove(item)
    yield


@pytest.fixture
def samples() -> Path:
    """The folder of the samples."""
    return ROOT / "cli" / "samples"


@pytest.fixture
def corpus() -> Path:
    """The folder with real files: `WALKMESH_CORPUS`, or `shared/corpus` beside the project."""
    named = os.environ.get("WALKMESH_CORPUS")
    folder = Path(named) if named else ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip(f"NOT RUN: there are no real files in {folder}")
    return folder
