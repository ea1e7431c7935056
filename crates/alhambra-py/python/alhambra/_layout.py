"""Named sections of the flat observations."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from numpy.typing import NDArray


def unpack(observation: NDArray[Any], layout: Mapping[str, tuple[int, ...]]) -> dict[str, NDArray[Any]]:
    """The sections of a flat observation, or of a batch of them, as views: nothing is copied.

    ``layout`` is what ``env.layout()``, ``VectorEnv.layout`` or ``Game.layout()`` say.
    """
    batch = observation.shape[:-1]
    sections = {}
    start = 0
    for name, shape in layout.items():
        end = start + prod(shape)
        sections[name] = observation[..., start:end].reshape(batch + tuple(shape))
        start = end
    if start != observation.shape[-1]:
        raise ValueError(f"an observation of this layout has {start} numbers, not {observation.shape[-1]}")
    return sections
