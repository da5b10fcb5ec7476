"""The same from Python, by ctypes: call.py LIBRARY."""
import ctypes
import sys

stats = ctypes.CDLL(sys.argv[1])
stats.stats_ctx_new.restype = ctypes.c_void_p
ctx = ctypes.c_void_p(stats.stats_ctx_new())
x = (ctypes.c_double * 4)(1, 2, 3, 6)
mean = ctypes.c_double()
if stats.mean(ctx, x, ctypes.c_int64(4), ctypes.byref(mean)) == 0:
    print("mean", mean.value)
stats.stats_ctx_free(ctx)
