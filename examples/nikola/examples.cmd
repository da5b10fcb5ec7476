# Nikola's two benchmarks (Haskell 2010, sections 3 and 6).
$ nova run radixsort.nv --input keys=../data/ecg.npy
([796 802 808 814 815 816 816 819 819 819], [1383 1388 1393 1398 1405 1409 1411 1416 1433 1442], true)
$ nova run blackscholes.nv --allow-read ../data
[0.0f 0.18592179f 0.0f 0.005585946f 6.957099f]
3186.362f
