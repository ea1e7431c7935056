"""The examples of the guide run as they are printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "python.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_first_example_has_ten_lines():
    assert len(EXAMPLES[0].strip().splitlines()) == 10


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_of_the_guide_run(number):
    exec(compile(EXAMPLES[number], f"{GUIDE.name} example {number + 1}", "exec"), {})


def test_the_example_that_learns_runs_and_draws_its_curve(tmp_path):
    curve = tmp_path / "learning.svg"
    words = [sys.executable, str(GUIDE.with_name("learn.py")), "--minutes", "0.02", "--out", str(curve)]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    share = float(re.search(r"^(\d\.\d{3}) of the win over 1500 new games$", told, re.MULTILINE)[1])
    assert 0 <= share <= 1, "what it learns takes minutes"
    assert "<polyline" in curve.read_text(encoding="utf-8")
