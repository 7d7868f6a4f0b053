"""Decides when the viewport follows edits: at once if that is cheap, and never for most of the time."""

from __future__ import annotations

REST = 1.0
"""The length of the pause after a computation, as a multiple of its duration, so that dragging stays smooth."""


class Pace:
    """The decision when to compute the display again. All times are in seconds, of one clock."""

    def __init__(self) -> None:
        self._is_behind = False
        self._not_before = 0.0

    def changed(self) -> None:
        """Something was edited."""
        self._is_behind = True

    def is_due(self, now: float) -> bool:
        """Returns whether an edit is not shown yet, and enough time has passed since the last computation."""
        return self._is_behind and now >= self._not_before

    def began(self) -> None:
        """All edits until now are being computed."""
        self._is_behind = False

    def computed(self, began: float, ended: float) -> None:
        """All edits until `began` are shown."""
        self._not_before = ended + REST * (ended - began)
