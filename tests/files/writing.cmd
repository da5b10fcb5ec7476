# What is written and read again is the same; the file is what NumPy would write.
$ d=$(mktemp -d) && cp ../data/cube.npy ../data/vector-*.npy ../data/scalar.npy ../data/special.npy ../data/empty.npy $d && cd $d && nova --allow-write . -e '(write-npy "a.npy" (read-npy "cube.npy" : vector#3 int32)) (write-npy "b.npy" (read-npy "cube.npy" : vector vector#2 int32)) (write-npy "c.npy" (read-npy "vector-float32.npy" : vector float)) (write-npy "d.npy" (read-npy "vector-bool.npy" : vector bool)) (write-npy "e.npy" (read-npy "vector-char.npy" : vector char)) (write-npy "f.npy" (read-npy "scalar.npy" : double)) (write-npy "g.npy" (read-npy "special.npy" : vector double)) (write-npy "h.npy" (read-npy "empty.npy" : vector#2 float))'; for p in a:cube b:cube c:vector-float32 d:vector-bool e:vector-char f:scalar g:special h:empty; do cmp ${p%:*}.npy ${p#*:}.npy && echo ${p#*:}; done; rm -r $d
cube
cube
vector-float32
vector-bool
vector-char
scalar
special
empty
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(let (x [(/ 0.0 0.0) (neg (/ 0.0 0.0)) (sqrt -1.0) nan]) in (begin (write-npy "n.npy" x) (println (read-npy "n.npy" : vector double))))' && tail -c 32 n.npy | od -An -tx8; rm -r $d
[nan nan nan nan]
 7ff8000000000000 7ff8000000000000
*
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-npy "r.npy" [(1i8, 2.5, (true, 3f)) (4i8, nan, (false, inf))]) (println (read-npy "r.npy" : vector (int8, double, (bool, float)))) (write-npy "e.npy" ([] : vector (int, double))) (println (read-npy "e.npy" : vector (int, double)))'; rm -r $d
-e:1:1: error[E0509]: a .npy file cannot hold vector (int8, double, (bool, float))
 1 | (write-npy "r.npy" [(1i8, 2.5, (true, 3f)) (4i8, nan, (false, inf))]) (println (read-npy "r.npy" : vector (int8, double,…
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-npz "m.npz" [("a", [[1 2] [3 4]]) ("b c", [[5 6]])]) (println (read-npz "m.npz" "b c" : vector vector int)) (write-npz "z.npz" ([] : vector (vector char, vector int)))  (println (read-npz "z.npz" "a" : vector int))' 2>&1 | head -2; rm -r $d
[[5 6]]
-e:1:186: error[E0510]: z.npz has no member a; it has none
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(let (m (2, 3, [(1, 2, 0.1f) (0, 0, -0f) (1, 0, (to_float inf))])) in (begin (write-mtx "m.mtx" m) (print (read-text "m.mtx")) (println (read-mtx "m.mtx" : (int, int, vector (int, int, float)))) (write-mtx "e.mtx" (0, 0, ([] : vector (int, int, int)))) (println (read-mtx "e.mtx" : (int, int, vector (int, int, int))))))'; rm -r $d
%%MatrixMarket matrix coordinate real general
2 3 3
2 3 0.1
1 1 -0.0
2 1 inf
(2, 3, [(0, 0, -0.0f) (1, 0, inf) (1, 2, 0.1f)])
(0, 0, [])
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(let (x [("", "a\"b", 1.5f, -0.0, #\,, true, 200u8) ("x\ny", ",", (to_float nan), 5e-324, #\", false, 0u8)]) in (begin (write-csv "x.csv" x) (print (read-text "x.csv")) (println (= (show x) (show (read-csv "x.csv" : vector (vector char, vector char, float, double, char, bool, uint8)))))))'; rm -r $d
"","a""b",1.5,-0.0,",",true,200
"x
y",",",nan,5e-324,"""",false,0
true
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(let (g (reshape (2, 3) (map to_uint8 (range 250 256)))) (c (reshape (2, 2, 3) (map to_uint8 (range 12)))) (a (reshape (1, 2, 4) (map to_uint8 (range 8)))) in (begin (write-image "g.png" g) (write-image "g.pgm" g) (write-image "c.png" c) (write-image "c.ppm" c) (write-image "a.png" a) (println (= g (read-image "g.png" : vector#2 uint8))) (println (= g (read-image "g.pgm" : vector#2 uint8))) (println (= c (read-image "c.png" : vector#3 uint8))) (println (= c (read-image "c.ppm" : vector#3 uint8))) (println (= a (read-image "a.png" : vector#3 uint8)))))'; rm -r $d
true
true
true
true
true
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-image "c.pgm" (reshape (1, 1, 3) [1u8 2u8 3u8]))'; nova --allow-write . -e '(write-image "c.jpg" (reshape (1, 1) [1u8]))';  nova --allow-write . -e '(write-image "c.png" (reshape (0, 1) ([] : vector uint8)))'; nova --allow-write . -e '(write-image "c.png" (reshape (1, 1, 5) [1u8 2u8 3u8 4u8 5u8]))'; ls; rm -r $d
-e:1:1: error[E0509]: a PGM image cannot hold vector#3 uint8 of 1 x 1 x 3
 1 | (write-image "c.pgm" (reshape (1, 1, 3) [1u8 2u8 3u8]))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0509]: c.jpg cannot hold an image: its name ends in none of .pgm .ppm .png
 1 | (write-image "c.jpg" (reshape (1, 1) [1u8]))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0509]: a PNG image cannot hold these pixels: invalid image height
 1 | (write-image "c.png" (reshape (0, 1) ([] : vector uint8)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0509]: a PNG image cannot hold vector#3 uint8 of 1 x 1 x 5
 1 | (write-image "c.png" (reshape (1, 1, 5) [1u8 2u8 3u8 4u8 5u8]))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && nova -e '(write-text "a.txt" "x")' 2>&1 | sed 's/`--.*//'; mkdir sub; nova --allow-write . -e '(write-text "sub" "x")' 2>&1 | head -1; nova --allow-write . -e '(write-text "no/such" "x")' 2>&1 | head -1; nova --allow-write sub -e '(write-text "sub/../out" "x")' 2>&1 | sed 's/`--.*//' | head -1; ls; rm -r $d
-e:1:1: error[E0503]: a.txt may not be written: it lies outside the folders that this program may write; 
 1 | (write-text "a.txt" "x")
   | ^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0501]: sub cannot be opened: Is a directory
-e:1:1: error[E0501]: no/such cannot be opened: No such file or directory
-e:1:1: error[E0503]: sub/../out may not be written: it lies outside the folders that this program may write; 
sub
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(begin (write-text "t" "old") (write-text "t" "caf\xc3;\xa9;\x0;\xff;") (length (read-text "t")))'; od -An -tx1 t; ls; rm -r $d
7
 63 61 66 c3 a9 00 ff
t
