"""Random sequences of actions: each export matches the scene in Blender, regardless of earlier actions."""

from pathlib import Path

from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from session import ACTS, LEVELS, LostByBlender, Session


@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(sorted(LEVELS)), seed=st.integers(0, 1 << 30), acts=st.lists(st.sampled_from(ACTS), min_size=20, max_size=20))
def test_each_export_gives_what_blender_shows(samples: Path, name: str, seed: int, acts: list[str]) -> None:
    session = Session(samples, name, seed)
    try:
        for act in acts:
            session.act(act)
        session.act("export")
    except LostByBlender:
        reject()
    except Exception as error:
        error.add_note(f"{name}, {seed}: {', '.join(session.acts)}")
        raise
    finally:
        session.close()
