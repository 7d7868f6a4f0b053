"""Decides when the viewport follows edits: at once where that is cheap, and never for most of the time."""

from __future__ import annotations

REST = 1.0
"""How many times as long as it took to compute what is shown nothing is computed after it, so that dragging stays smooth."""


class Pace:
    """When to compute what is shown again. All times are in seconds, of one clock."""

    def __init__(self) -> None:
        self._is_behind = False
        self._not_before = 0.0

    def changed(self) -> None:
        """Something was edited."""
        self._is_behind = True

    def is_due(self, now: float) -> bool:
        """Whether something was edited that is not shown yet, and enough time has passed since the last computation."""
        return self._is_behind and now >= self._not_before

    def began(self) -> None:
        """Everything that was edited until now is being computed."""
        self._is_behind = False

    def computed(self, began: float, ended: float) -> None:
        """What was edited until `began` is shown."""
        self._not_before = ended + REST * (ended - began)
