$ d=$(mktemp -d) && cd $d && printf '(write-npy "a.npy" [[1 2] [3 4]])\n(println (read-npy "a.npy" : vector#2 int))\n(println (read-npy "a.npy" : vector vector int))\n' > f.nv && nova run f.nv --allow-write . ; rm -r $d
[[1 2] [3 4]]
[[1 2] [3 4]]
$ d=$(mktemp -d) && cd $d && printf '(write-npy "a.npy" (reshape (1, 2, 2) [1f 2f 3f 4f]))\n(println (read-npy "a.npy" : vector vector#2 float))\n(println (read-npy "a.npy" : vector#2 vector float))\n(read-npy "a.npy" : vector float)\n' > f.nv && nova run f.nv --allow-write . ; rm -r $d
[[[1.0f 2.0f] [3.0f 4.0f]]]
[[[1.0f 2.0f] [3.0f 4.0f]]]
f.nv:4:1: error[E0507]: a.npy holds vector#3 float of 1 x 2 x 2, but vector float was asked for
 4 | (read-npy "a.npy" : vector float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && printf '(write-npz "a.npz" [("x", [1.0 2.0]) ("y", [3.0])])\n(println (read-npz "a.npz" "y" : vector double))\n(write-npy "s.npy" 3i16)\n(println (read-npy "s.npy" : int16))\n' > f.nv && nova run f.nv --allow-write . ; rm -r $d
[3.0]
3
$ d=$(mktemp -d) && cd $d && printf '(write-csv "a.csv" [(1, 2.5, "a,b") (2, 3.5, "c")])\n(println (read-csv "a.csv" : vector (int, double, vector char)))\n(println (read-text "a.csv"))\n' > f.nv && nova run f.nv --allow-write . ; rm -r $d
[(1, 2.5, "a,b") (2, 3.5, "c")]
1,2.5,"a,b"
2,3.5,c

$ d=$(mktemp -d) && cd $d && printf '(write-mtx "a.mtx" (2, 3, [(0, 1, 5.0) (1, 2, 7.0)]))\n(println (read-mtx "a.mtx" : (int, int, vector (int, int, double))))\n' > f.nv && nova run f.nv --allow-write . ; rm -r $d
(2, 3, [(0, 1, 5.0) (1, 2, 7.0)])
$ d=$(mktemp -d) && cd $d && printf '(write-image "a.png" (reshape (2, 2) [0u8 255u8 128u8 7u8]))\n(println (read-image "a.png" : vector#2 uint8))\n(read-image "a.png" : vector#3 uint8)\n' > f.nv && nova run f.nv --allow-write . ; rm -r $d
[[0 255] [128 7]]
f.nv:3:1: error[E0507]: a.png holds vector#2 uint8 of 2 x 2, but vector#3 uint8 was asked for
 3 | (read-image "a.png" : vector#3 uint8)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ nova -e '(write-npy "ragged.npy" [[1] [2 3]])' --allow-write .
-e:1:1: error[E0404]: write-npy needs rows of one length: row 0 has length 1, row 1 has length 2
 1 | (write-npy "ragged.npy" [[1] [2 3]])
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ printf 'abc' | nova -e '(length (read-stdin nil))'
3
