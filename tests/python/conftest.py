"""Where there is no C compiler, the tests of compiled code are skipped: the wheel's users need none."""
import shutil

import pytest


def pytest_collection_modifyitems(items):
    if shutil.which("cc"):
        return
    for item in items:
        if "cpu" in item.name or item.name == "test_end_of_a_fork":
            item.add_marker(pytest.mark.skip("there is no C compiler"))
