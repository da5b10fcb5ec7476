#!/usr/bin/env python3
"""Runs what a page shows of Python, with doctest. page.py PAGE"""
import doctest
import sys
import warnings

warnings.simplefilter("error")
failed, tried = doctest.testfile(sys.argv[1], module_relative=False, optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
print(f"{tried} examples, {failed} faults")
sys.exit(failed > 0 or tried < 20)
