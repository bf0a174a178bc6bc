"""check --repair and restore, as a person types them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pseudo_terminal import Terminal
