"""The examples of the guide run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "python.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_first_example_has_ten_lines():
    assert len(EXAMPLES[0].strip().splitlines()) == 10


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_of_the_guide_run(number):
    exec(compile(EXAMPLES[number], f"{GUIDE.name} example {number + 1}", "exec"), {})
