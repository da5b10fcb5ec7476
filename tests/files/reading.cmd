# Arrays from files: what NumPy, SciPy and Pillow write (tests/data/make_data.py).
$ nova --allow-read ../data -e '(println (read-npy "../data/vector-int64.npy" : vector int)) (println (read-npy "../data/vector-int32.npy" : vector int32)) (println (read-npy "../data/vector-int16.npy" : vector int16)) (println (read-npy "../data/vector-int8.npy" : vector int8)) (println (read-npy "../data/vector-uint8.npy" : vector uint8))'
[-3 -2 -1 0 1 2 3 4 5 6 7 8]
[-3 -2 -1 0 1 2 3 4 5 6 7 8]
[-3 -2 -1 0 1 2 3 4 5 6 7 8]
[-3 -2 -1 0 1 2 3 4 5 6 7 8]
[250 251 252 253 254 255]
$ nova --allow-read ../data -e '(println (read-npy "../data/vector-float32.npy" : vector float)) (println (read-npy "../data/vector-float64.npy" : vector double)) (println (read-npy "../data/vector-bool.npy" : vector bool)) (println (show (read-npy "../data/vector-char.npy" : vector char)))  (println (read-npy "../data/special.npy" : vector double))'
[-3.0f -2.0f -1.0f 0.0f 1.0f 2.0f 3.0f 4.0f 5.0f 6.0f 7.0f 8.0f]
[-3.0 -2.0 -1.0 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0]
[true false true]
"nova"
[nan -inf inf -0.0 5e-324]
$ nova --allow-read ../data -e '(let (c (read-npy "../data/cube.npy" : vector#3 int32)) in (c, (= c (read-npy "../data/cube-fortran.npy" : vector#3 int32)), (= c (read-npy "../data/cube-big-endian.npy" : vector#3 int32)), (shape c)))'
([[[0 1 2 3] [4 5 6 7] [8 9 10 11]] [[12 13 14 15] [16 17 18 19] [20 21 22 23]]], true, true, [2 3 4])
$ nova --allow-read ../data -e '(read-npy "../data/cube.npy" : vector vector vector int32)!1!2!3'
23
$ nova --allow-read ../data -e '(read-npy "../data/scalar.npy" : double)'
2.5
$ nova --allow-read ../data -e '(shape (read-npy "../data/empty.npy" : vector#2 float))'
[0 3]
$ nova --allow-read ../data -e '(read-npy "../data/empty.npy" : vector vector float)'
[]
$ nova --allow-read ../data -e '(println (read-npy "../data/version-2.npy" : vector double)) (println (read-npy "../data/version-3.npy" : vector double))'
[0.0 1.0 2.0]
[0.0 1.0 2.0]
$ nova --allow-read ../data -e '(println (read-npy "../data/records.npy" : vector (int, float, bool))) (println (read-npy "../data/records-padded.npy" : vector (int, float, bool)))'
[(1, 0.5f, true) (-2, 1.5f, false)]
[(1, 0.5f, true) (-2, 1.5f, false)]
$ nova --allow-read ../data -e '(println (read-npz "../data/stored.npz" "m" : vector#2 int32)) (println (read-npz "../data/deflated.npz" "x" : vector double)) (println (length (read-npz "../data/deflated.npz" "zeros" : vector double)))'
[[0 1 2] [3 4 5]]
[0.0 1.0 2.0 3.0 4.0]
1000
$ nova --allow-read ../data -e '(println (read-mtx "../data/general.mtx" : (int, int, vector (int, int, double)))) (println (read-mtx "../data/symmetric.mtx" : (int, int, vector (int, int, double)))) (println (read-mtx "../data/skew.mtx" : (int, int, vector (int, int, double)))) (println (read-mtx "../data/array.mtx" : (int, int, vector (int, int, int)))) (println (read-mtx "../data/pattern.mtx" : (int, int, vector (int, int, int))))'
(3, 4, [(0, 3, -2.0) (1, 0, 3.25) (2, 1, 1.5)])
(3, 3, [(0, 0, 1.0) (0, 1, 2.0) (1, 0, 2.0) (1, 1, 5.0) (1, 2, 6.0) (2, 1, 6.0) (2, 2, 9.0)])
(2, 2, [(0, 1, -2.0) (1, 0, 2.0)])
(3, 2, [(0, 0, 1) (0, 1, 2) (1, 0, 3) (1, 1, 4) (2, 0, 5) (2, 1, 6)])
(3, 4, [(0, 3, 1) (1, 0, 1) (2, 1, 1)])
$ nova --allow-read ../data -e '(println (= (read-image "../data/gray.png" : vector#2 uint8) (read-npy "../data/pixels-gray.npy" : vector#2 uint8))) (println (= (read-image "../data/rgb.png" : vector#3 uint8) (read-npy "../data/pixels-rgb.npy" : vector#3 uint8))) (println (= (read-image "../data/rgba.png" : vector#3 uint8) (read-npy "../data/pixels-rgba.npy" : vector#3 uint8))) (println (= (read-image "../data/palette.png" : vector#3 uint8) (read-npy "../data/pixels-palette.npy" : vector#3 uint8))) (println (= (read-image "../data/bits.png" : vector#2 uint8) (read-npy "../data/pixels-bits.npy" : vector#2 uint8)))'
true
true
true
true
true
$ nova --allow-read ../data -e '(println (read-image "../data/gray.pgm" : vector#2 uint8)) (println (read-image "../data/rgb.ppm" : vector#3 uint8)) (println (= (read-image "../data/rgb.ppm" : vector#3 uint8) (read-image "../data/rgb.png" : vector#3 uint8)))'
[[0 20 40 60] [80 100 120 140] [160 180 200 220]]
[[[0 7 14] [21 28 35] [42 49 56] [63 70 77]] [[84 91 98] [105 112 119] [126 133 140] [147 154 161]] [[168 175 182] [189 196 203] [210 217 224] [231 238 245]]]
true
# What the program asks for is not what the file holds.
$ nova --allow-read ../data -e '(read-npy "../data/vector-int64.npy" : vector float)'
-e:1:1: error[E0507]: ../data/vector-int64.npy holds vector int of 12, but vector float was asked for
 1 | (read-npy "../data/vector-int64.npy" : vector float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/cube.npy" : vector int32)'
-e:1:1: error[E0507]: ../data/cube.npy holds vector#3 int32 of 2 x 3 x 4, but vector int32 was asked for
 1 | (read-npy "../data/cube.npy" : vector int32)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/scalar.npy" : vector double)'
-e:1:1: error[E0507]: ../data/scalar.npy holds double, but vector double was asked for
 1 | (read-npy "../data/scalar.npy" : vector double)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/vector-int64.npy" : int)'
-e:1:1: error[E0507]: ../data/vector-int64.npy holds vector int of 12, but int was asked for
 1 | (read-npy "../data/vector-int64.npy" : int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/complex.npy" : vector double)'
-e:1:1: error[E0507]: ../data/complex.npy holds vector (complex double) of 1, but vector double was asked for
 1 | (read-npy "../data/complex.npy" : vector double)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/object.npy" : vector float)'
-e:1:1: error[E0508]: ../data/object.npy holds elements of NumPy's type |O, which Nova does not read
 1 | (read-npy "../data/object.npy" : vector float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/records.npy" : vector (int, float))'
-e:1:1: error[E0507]: ../data/records.npy holds vector (int, float, bool) of 2, but vector (int, float) was asked for
 1 | (read-npy "../data/records.npy" : vector (int, float))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/gray.png" : vector int)'
-e:1:1: error[E0504]: ../data/gray.png is no valid .npy file: at byte 0, the magic bytes \x93NUMPY are missing
 1 | (read-npy "../data/gray.png" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npz "../data/stored.npz" "y" : vector double)'
-e:1:1: error[E0510]: ../data/stored.npz has no member y; it has x, m, zeros
 1 | (read-npz "../data/stored.npz" "y" : vector double)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npz "../data/cube.npy" "y" : vector double)'
-e:1:1: error[E0504]: ../data/cube.npy is no valid .npz file: at byte 224, the archive's directory is missing
 1 | (read-npz "../data/cube.npy" "y" : vector double)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-image "../data/deep.png" : vector#2 uint8)'
-e:1:1: error[E0507]: ../data/deep.png holds vector#2 uint16 of 1 x 2, but vector#2 uint8 was asked for
 1 | (read-image "../data/deep.png" : vector#2 uint8)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-mtx "../data/general.mtx" : (int, int, vector (int, int, int)))'
-e:1:1: error[E0507]: ../data/general.mtx holds real numbers, but int was asked for
 1 | (read-mtx "../data/general.mtx" : (int, int, vector (int, int, int)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-mtx "../data/make_data.py" : (int, int, vector (int, int, double)))'
-e:1:1: error[E0504]: ../data/make_data.py is no valid .mtx file: at byte 0, the line does not begin with %%MatrixMarket
 1 | (read-mtx "../data/make_data.py" : (int, int, vector (int, int, double)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data/none.npy" : vector int)'
-e:1:1: error[E0501]: ../data/none.npy cannot be opened: No such file or directory
 1 | (read-npy "../data/none.npy" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --allow-read ../data -e '(read-npy "../data" : vector int)'
-e:1:1: error[E0501]: ../data cannot be opened: Is a directory
 1 | (read-npy "../data" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova -e '(read-npy "../data/cube.npy" : vector#3 int32)' 2>&1 | sed 's/`--.*//'
-e:1:1: error[E0502]: ../data/cube.npy may not be read: it lies outside the folders that this program may read; 
 1 | (read-npy "../data/cube.npy" : vector#3 int32)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ nova --allow-read ../data -e '(read-npy "../data/cube.npy")'
-e:1:1: error[E0202]: the type of this expression is not known: `'a`; nothing says what `'a` is
 1 | (read-npy "../data/cube.npy")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write the type: (read-npy "x.npy" : vector float); `nova table x.npy` prints that of a file
[exit 1]
$ nova --allow-read ../data -e '(sum (read-npy "../data/vector-int64.npy"))'
30
$ nova --allow-read ../data -e '(read-npy "../data/cube.npy" : vector (Maybe int))'
-e:1:1: error[E0507]: ../data/cube.npy holds vector#3 int32 of 2 x 3 x 4, but vector (Maybe int) was asked for
 1 | (read-npy "../data/cube.npy" : vector (Maybe int))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# Files cut short.
$ d=$(mktemp -d) && for n in 0 5 8 9 10 60 127 128 150 223; do head -c $n ../data/cube.npy > $d/c$n.npy; (cd $d; nova -e "(read-npy \"c$n.npy\" : vector#3 int32)" 2>&1 | head -1); done; rm -r $d
-e:1:1: error[E0504]: c0.npy is no valid .npy file: at byte 0, the magic bytes \x93NUMPY are missing
-e:1:1: error[E0504]: c5.npy is no valid .npy file: at byte 0, the magic bytes \x93NUMPY are missing
-e:1:1: error[E0505]: c8.npy is truncated: it ends at byte 8, but what it announces needs 10 bytes
-e:1:1: error[E0505]: c9.npy is truncated: it ends at byte 9, but what it announces needs 10 bytes
-e:1:1: error[E0505]: c10.npy is truncated: it ends at byte 10, but what it announces needs 128 bytes
-e:1:1: error[E0505]: c60.npy is truncated: it ends at byte 60, but what it announces needs 128 bytes
-e:1:1: error[E0505]: c127.npy is truncated: it ends at byte 127, but what it announces needs 128 bytes
-e:1:1: error[E0505]: c128.npy is truncated: it ends at byte 128, but what it announces needs 224 bytes
-e:1:1: error[E0505]: c150.npy is truncated: it ends at byte 150, but what it announces needs 224 bytes
-e:1:1: error[E0505]: c223.npy is truncated: it ends at byte 223, but what it announces needs 224 bytes
$ d=$(mktemp -d) && for n in 0 10 60 200 500 620; do head -c $n ../data/deflated.npz > $d/c$n.npz; (cd $d; nova -e "(read-npz \"c$n.npz\" \"x\" : vector double)" 2>&1 | head -1); done; rm -r $d
-e:1:1: error[E0504]: c0.npz is no valid .npz file: at byte 0, the archive's directory is missing
-e:1:1: error[E0504]: c10.npz is no valid .npz file: at byte 10, the archive's directory is missing
-e:1:1: error[E0504]: c60.npz is no valid .npz file: at byte 60, the archive's directory is missing
-e:1:1: error[E0504]: c200.npz is no valid .npz file: at byte 200, the archive's directory is missing
-e:1:1: error[E0504]: c500.npz is no valid .npz file: at byte 500, the archive's directory is missing
-e:1:1: error[E0504]: c620.npz is no valid .npz file: at byte 620, the archive's directory is missing
$ d=$(mktemp -d) && for n in 0 8 20 40 60 75; do head -c $n ../data/rgb.png > $d/c$n.png; (cd $d; nova -e "(read-image \"c$n.png\" : vector#3 uint8)" 2>&1 | head -1); done; rm -r $d
-e:1:1: error[E0504]: c0.png is no valid image file: at byte 0, none of PGM, PPM, PNG and JPEG begins so
-e:1:1: error[E0504]: c8.png is no valid PNG file: at byte 8, end of stream
-e:1:1: error[E0504]: c20.png is no valid PNG file: at byte 20, end of stream
-e:1:1: error[E0504]: c40.png is no valid PNG file: at byte 40, end of stream
-e:1:1: error[E0504]: c60.png is no valid PNG file: at byte 60, end of stream
-e:1:1: error[E0504]: c75.png is no valid PNG file: at byte 75, end of stream
$ d=$(mktemp -d) && for n in 0 2 5 11 20; do head -c $n ../data/gray.pgm > $d/c$n.pgm; (cd $d; nova -e "(read-image \"c$n.pgm\" : vector#2 uint8)" 2>&1 | head -1); done; rm -r $d
-e:1:1: error[E0504]: c0.pgm is no valid image file: at byte 0, none of PGM, PPM, PNG and JPEG begins so
-e:1:1: error[E0505]: c2.pgm is truncated: it ends at byte 2, but what it announces needs more bytes
-e:1:1: error[E0505]: c5.pgm is truncated: it ends at byte 5, but what it announces needs more bytes
-e:1:1: error[E0505]: c11.pgm is truncated: it ends at byte 11, but what it announces needs 22 bytes
-e:1:1: error[E0505]: c20.pgm is truncated: it ends at byte 20, but what it announces needs 22 bytes
# Files that lie.
$ d=$(mktemp -d) && cd $d && npy() { printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$1" > l.npy; head -c 16 /dev/zero >> l.npy; nova -e "(read-npy \"l.npy\" : $2)" 2>&1 | head -1; }; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }" 'vector int'; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }" 'vector int'; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }" 'vector int'; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }" 'vector#2 int'; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (9999999999999999999999,), }" 'vector int'; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (-2,), }" 'vector int'; npy "{'descr': '<i8', 'fortran_order': Maybe, 'shape': (2,), }" 'vector int'; npy "{'descr': '<i8', 'shape': (2,), }" 'vector int'; npy "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }" 'vector int'; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 0), }" 'vector#2 int'; npy "import os" 'vector int'; npy "{'descr': '<i8', 'fortran_order': False, 'shape': (((((2,)))))}" 'vector int'; rm -r $d
[0 0]
-e:1:1: error[E0505]: l.npy is truncated: it ends at byte 144, but what it announces needs 152 bytes
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 136, 8 bytes follow the elements
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 128, the dimensions' product is too large
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 61, a dimension is missing, negative or too large
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 61, a dimension is missing, negative or too large
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 44, True or False is missing
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 128, the header lacks 'descr', 'fortran_order' or 'shape'
-e:1:1: error[E0508]: l.npy holds elements of NumPy's type |O, which Nova does not read
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 128, 16 bytes follow the elements
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 10, `{` is missing
-e:1:1: error[E0504]: l.npy is no valid .npy file: at byte 61, a dimension is missing, negative or too large
$ d=$(mktemp -d) && cd $d && mtx() { printf "$1" > l.mtx; nova -e '(read-mtx "l.mtx" : (int, int, vector (int, int, double)))' 2>&1 | head -1; }; mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 5\n'; mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n'; mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n'; mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 5\n'; mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 x\n'; mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 999999999999999999\n1 1 5\n';  mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 5\n1 2 7\n'; mtx '%%%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 1 5 5\n'; mtx '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n1 1 6\n'; mtx ''; rm -r $d
(2, 2, [(0, 0, 5.0)])
-e:1:1: error[E0504]: l.mtx is no valid .mtx file: at byte 51, 2 entries are announced, more than the file has room for
-e:1:1: error[E0504]: l.mtx is no valid .mtx file: at byte 53, row 3 is not in 1 to 2
-e:1:1: error[E0504]: l.mtx is no valid .mtx file: at byte 53, row 0 is not in 1 to 2
-e:1:1: error[E0504]: l.mtx is no valid .mtx file: at byte 56, a value is missing or out of range
-e:1:1: error[E0504]: l.mtx is no valid .mtx file: at byte 68, 999999999999999999 entries are announced, more than the file has room for
-e:1:1: error[E0504]: l.mtx is no valid .mtx file: at byte 58, more follows than was announced
-e:1:1: error[E0507]: l.mtx holds complex numbers, but double was asked for
(2, 2, [(0, 0, 5.0) (0, 0, 6.0)])
-e:1:1: error[E0504]: l.mtx is no valid .mtx file: at byte 0, the line does not begin with %%MatrixMarket
$ d=$(mktemp -d) && cd $d && csv() { printf "$1" > l.csv; nova -e "(read-csv \"l.csv\" : vector $2)" 2>&1 | head -1; }; csv '1,2.5\n2,3.5\n' '(int, double)'; csv 'a,b\n1,2.5\n' '(int, double)'; csv '1,2.5\r\n2,3\r\n' '(int, double)'; csv '1\n2\n' int; csv '1,2\n3\n' '(int, int)'; csv '1,2,3\n' '(int, int)'; csv '1,x\n' '(int, int)'; csv '300\n' uint8; csv '"a""b, c","d\ne"\n' '(vector char, vector char)'; csv '"a' 'vector char'; csv '' int; csv 'true,#\nfalse,x\n' '(bool, char)'; csv '1.5,nan,inf,-0\n' '(double, double, float, double)'; csv '1\n\n2\n' int; csv ' 1 , 2\n' '(int, int)'; rm -r $d
[(1, 2.5) (2, 3.5)]
-e:1:1: warning[W0406]: l.csv: the first line is taken as the columns' names (a, b); (header true) says so, (header false) makes it a record
[(1, 2.5) (2, 3.0)]
[1 2]
-e:1:1: error[E0511]: l.csv:2:1: the record has 1 field, 2 were asked for
-e:1:1: error[E0511]: l.csv:1:5: the record has more fields, 2 were asked for
-e:1:1: error[E0511]: l.csv:1:3: `x` is no int
-e:1:1: error[E0511]: l.csv:1:1: `300` is no uint8
[("a\"b, c", "d\ne")]
-e:1:1: error[E0511]: l.csv:1:1: this quote is never closed
[]
[(true, #\#) (false, #\x)]
[(1.5, nan, inf, -0.0)]
[1 2]
[(1, 2)]
$ d=$(mktemp -d) && cd $d && img() { printf "$1" > l.pgm; nova -e "(read-image \"l.pgm\" : $2)" 2>&1 | head -1; }; img 'P2\n2 1\n255\n0 255\n' 'vector#2 uint8'; img 'P5\n2 1\n255\nab' 'vector#2 uint8'; img 'P5\n# a comment\n2 1\n255\nab' 'vector#2 uint8'; img 'P5\n2 1\n65535\nabcd' 'vector#2 uint8'; img 'P5\n99999999 99999999\n255\nab' 'vector#2 uint8'; img 'P5\n-2 1\n255\nab' 'vector#2 uint8'; img 'P5\n2 1\n0\nab' 'vector#2 uint8'; img 'P5\n2 1\n100\nab' 'vector#2 uint8'; img 'P6\n1 1\n255\nabc' 'vector#3 uint8'; img 'P3\n1 1\n255\n1 2 3\n' 'vector#3 uint8'; img 'P2\n2 1\n255\n0 300\n' 'vector#2 uint8'; img 'P1\n2 1\n0 1\n' 'vector#2 uint8'; img 'P4\n2 1\n\x40' 'vector#2 uint8'; img 'P5\n0 0\n255\n' 'vector#2 uint8'; img 'P7' 'vector#2 uint8'; rm -r $d
[[0 255]]
[[97 98]]
[[97 98]]
-e:1:1: error[E0507]: l.pgm holds vector#2 uint16 of 1 x 2, but vector#2 uint8 was asked for
-e:1:1: error[E0505]: l.pgm is truncated: it ends at byte 27, but what it announces needs 9999999800000025 bytes
-e:1:1: error[E0504]: l.pgm is no valid PNM file: at byte 3, the width is missing or too large
-e:1:1: error[E0504]: l.pgm is no valid PNM file: at byte 6, the greatest value is not of 1 to 65535
[[97 98]]
[[[97 98 99]]]
[[[1 2 3]]]
-e:1:1: error[E0504]: l.pgm is no valid PNM file: at byte 16, a value is above the greatest
-e:1:1: error[E0504]: l.pgm is no valid image file: at byte 0, none of PGM, PPM, PNG and JPEG begins so
-e:1:1: error[E0504]: l.pgm is no valid image file: at byte 0, none of PGM, PPM, PNG and JPEG begins so
[]
-e:1:1: error[E0504]: l.pgm is no valid image file: at byte 0, none of PGM, PPM, PNG and JPEG begins so
