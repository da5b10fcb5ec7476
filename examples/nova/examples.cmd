# NOVA's benchmarks (table 2), box3x3 of its section 7.2, and the programs of its section 3.5, on real data.
$ nova run bbox.nv --input irises=../data/iris.csv
$ nova run dot3.nv --input picture=../data/face.png
$ nova run norm.nv --input samples=../data/ecg.npy
$ nova run gridred.nv --input grid=../data/grid.npy --input pitch=128 --input width=100
$ nova run sumstats.nv --input samples=../data/ecg.npy
$ nova run sumrows.nv --input text=../data/mpl-2.0.txt
$ nova run wordcount.nv --input text=../data/gpl-3.txt
$ nova run blackscholes.nv -i prices=../data/price.npy -i strikes=../data/strike.npy -i years=../data/years.npy -i rate=0.02 -i volatility=0.3
$ nova run nbody.nv --input bodies=../data/bodies.npy
$ nova run spmv_ell.nv --input matrix=../data/illc1850.mtx --input x=../data/x.npy
$ nova run spmv_csr.nv --input matrix=../data/illc1850.mtx --input x=../data/x.npy
$ nova run box3x3.nv --input logo=../data/debian-logo.png
$ nova run list-length.nv --input 'input=(Cons 3 (Cons 1 (Cons 4 (Nil))))'
$ nova run tree-reduction.nv --input 'input=(Node 1 (Leaf 2) (Node 3 (Leaf 4) (Leaf 5)))'
