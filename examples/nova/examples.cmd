# NOVA's benchmarks (table 2), box3x3 of its section 7.2, and the programs of its section 3.5, on real data.
$ nova run bbox.nv --input irises=../data/iris.csv
--input irises:1:1: warning[W0406]: ../data/iris.csv: the first line is taken as the columns' names (sepal length, sepal width, petal length, petal width, species); (header true) says so, (header false) makes it a record
 1 | ../data/iris.csv
   | ^^^^^^^^^^^^^^^^
(1.0, 0.1, 6.9, 2.5)
$ nova run dot3.nv --input picture=../data/face.png
([115.2852f 86.7838f 33.9912f 84.139595f 124.23141f 92.158f 98.651405f 47.866398f], 635988.5f)
$ nova run norm.nv --input samples=../data/ecg.npy
100.80178575730355
$ nova run gridred.nv --input grid=../data/grid.npy --input pitch=128 --input width=100
(7.0f, 119.0f)
$ nova run sumstats.nv --input samples=../data/ecg.npy
(4096.0, 796.0, 1442.0, 989.760498046875, 10163.48133054554, 0.9777660822367849, 3.923698675001215)
$ nova run sumrows.nv --input text=../data/mpl-2.0.txt
(373, [30 34 0 13 14 0 17 57 36 0 24 56 57 0 18 45 0 21 58 53], 13131)
$ nova run wordcount.nv --input text=../data/gpl-3.txt
5641
$ nova run blackscholes.nv -i prices=../data/price.npy -i strikes=../data/strike.npy -i years=../data/years.npy -i rate=0.02 -i volatility=0.3
([(0.0f, 76.02602f) (0.18592179f, 15.915203f) (0.0f, 23.477371f) (0.005585946f, 57.736713f) (6.957099f, 18.734056f)], 3186.362f, 31529.72f)
$ nova run nbody.nv --input bodies=../data/bodies.npy
([(-9.841282f, -21.167791f, 14.150414f) (17.587282f, 28.354496f, -8.451082f) (26.6819f, 14.529319f, 26.00416f) (15.73381f, -9.973095f, -13.522537f)], (7.6293945e-6f, 7.6293945e-6f, -7.6293945e-6f))
$ nova run spmv_ell.nv --input matrix=../data/illc1850.mtx --input x=../data/x.npy
(5, [0.17594950399521733 0.4306480776140774 0.2893542472079809 0.6214165369919491 0.2940557194340324 0.14603071866186554], 23.968820902153546)
$ nova run spmv_csr.nv --input matrix=../data/illc1850.mtx --input x=../data/x.npy
([0.17594950399521733 0.4306480776140774 0.2893542472079809 0.6214165369919491 0.2940557194340324 0.14603071866186554], 23.968820902153546)
$ nova run box3x3.nv --input logo=../data/debian-logo.png
([0 0 0 0 0 52 137 210 158 73 0 0 0 0 0 0 0 0 13 86 98 85 12 0 0 0 0 0 0 0 0 7 7 7 0 0 21 106 190 218 133 50 0 0 0 0 0 0], 81307)
$ nova run list-length.nv --input 'input=(Cons 3 (Cons 1 (Cons 4 (Nil))))'
3
$ nova run tree-reduction.nv --input 'input=(Node 1 (Leaf 2) (Node 3 (Leaf 4) (Leaf 5)))'
15
