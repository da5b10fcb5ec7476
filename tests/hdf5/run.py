#!/usr/bin/env python3
"""Transcripts of HDF5 files and the page about them, where libhdf5 is installed: run.py TRANSCRIPTS NOVA ROOT. Ends with 77 where it is not."""
import pathlib
import subprocess
import sys


def main():
    transcripts, nova, root = sys.argv[1:]
    told = subprocess.run([nova, "table", pathlib.Path(root) / "tests/data/weather.nc"], capture_output=True, text=True)
    if "which is not installed" in told.stderr:
        print("skipped: libhdf5 is not installed (in Debian: libhdf5-103-1)")
        return 77
    run = subprocess.run([transcripts, "--nova", nova, pathlib.Path(root) / "tests/hdf5"]).returncode
    page = subprocess.run([nova, "transcript", "--check", pathlib.Path(root) / "docs/hdf5.md"]).returncode
    return run or page


if __name__ == "__main__":
    sys.exit(main())
