# Nikola's two benchmarks (Haskell 2010, sections 3 and 6).
$ nova run radixsort.nv --input keys=../data/ecg.npy
$ nova run blackscholes.nv --allow-read ../data
