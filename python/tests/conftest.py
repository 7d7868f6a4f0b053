"""The folders of the test files: the samples of the project, and the corpus, if it exists."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "cli" / "samples"


@pytest.fixture
def samples() -> Path:
    """The folder of the samples."""
    return SAMPLES


@pytest.fixture
def corpus() -> Path:
    """The folder with real files: `WALKMESH_CORPUS`, or `shared/corpus` beside the project."""
    named = os.environ.get("WALKMESH_CORPUS")
    folder = Path(named) if named else ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip(f"NOT RUN: there are no real files in {folder}")
    return folder
