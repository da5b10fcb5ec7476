# Images: gray and alpha are two channels, read and written; a palette has to be there, and to have each pixel's colour.
$ python3 $PWD/make_png.py; for f in ga gt okidx ok1 noplte badidx bad4; do nova -e "(read-image \"$f.png\" : vector#3 uint8)"; done; nova --allow-write . -e '(write-image "o.png" (reshape (1, 2, 2) [1u8 2u8 3u8 4u8])) (read-image "o.png" : vector#3 uint8)'; nova --allow-write . -e '(write-image "o.ppm" (reshape (1, 2, 2) [1u8 2u8 3u8 4u8]))'; rm *.png
[[[10 20] [30 40]]]
[[[10 0] [20 255]]]
[[[1 2 3] [4 5 6]]]
[[[4 5 6] [1 2 3] [4 5 6]]]
-e:1:1: error[E0504]: noplte.png is no valid PNG file: at byte 68, missing PLTE for indexed image
 1 | (read-image "noplte.png" : vector#3 uint8)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0504]: badidx.png is no valid PNG file: at byte 86, the pixel in row 0, column 1 has colour 5 of a palette of 2
 1 | (read-image "badidx.png" : vector#3 uint8)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0504]: bad4.png is no valid PNG file: at byte 86, the pixel in row 0, column 2 has colour 3 of a palette of 2
 1 | (read-image "bad4.png" : vector#3 uint8)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[[[1 2] [3 4]]]
-e:1:1: error[E0509]: a PPM image cannot hold vector#3 uint8 of 1 x 2 x 2
 1 | (write-image "o.ppm" (reshape (1, 2, 2) [1u8 2u8 3u8 4u8]))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# Matrix Market: SciPy's field for unsigned integers, comments between entries, Fortran's exponents.
$ printf '%%%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n1 1 5\n' > u.mtx; nova -e '(read-mtx "u.mtx" : (int, int, vector (int, int, int)))'; rm u.mtx
(1, 1, [(0, 0, 5)])
$ printf '%%%%MatrixMarket matrix coordinate real general\n%% c\n2 2 2\n%% between\n1 1 1.5D+03\n\n%% more\n2 2 2.5d0\n%% end\n' > d.mtx; nova -e '(read-mtx "d.mtx" : (int, int, vector (int, int, double)))'; printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 xD3\n' > d.mtx; nova -e '(read-mtx "d.mtx" : (int, int, vector (int, int, double)))'; rm d.mtx
(2, 2, [(0, 0, 1500.0) (1, 1, 2.5)])
-e:1:1: error[E0504]: d.mtx is no valid .mtx file: at byte 56, a value is missing or out of range
 1 | (read-mtx "d.mtx" : (int, int, vector (int, int, double)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# Truth as Python and R write it.
$ printf 'True,1\nFalse,2\nTRUE,3\nfalse,4\n' > b.csv; nova -e '(read-csv "b.csv" : vector (bool, int))'; printf 'tRUE,1\n' > b.csv; nova -e '(read-csv "b.csv" : vector (bool, int))'; rm b.csv
[(true, 1) (false, 2) (true, 3) (false, 4)]
-e:1:1: error[E0511]: b.csv:1:1: `tRUE` is no bool
 1 | (read-csv "b.csv" : vector (bool, int))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# NumPy's halves, bfloat16 and strings.
$ n() { nova --allow-read ../data -e "(read-npy \"../data/$1.npy\" : $2)"; }; n half 'vector half'; n half 'vector float'; n bfloat16 'vector bfloat16'; n bfloat16 'vector half'; n records-half 'vector (half, int32)'; n bytes 'vector vector char'; n unicode 'vector vector char'; n unicode-fortran 'vector#2 vector char'; n vector-char 'vector vector char'; n unicode 'vector char'; n unicode 'vector#2 char'; n unicode-fortran 'vector vector#2 char'; n no-unicode 'vector vector char'; n object 'vector vector char'
[1.5h 65500.0h nan -0.0h 6e-8h]
-e:1:1: error[E0507]: ../data/half.npy holds vector half of 5, but vector float was asked for
 1 | (read-npy "../data/half.npy" : vector float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[1.5bf 3e38bf -0.0bf]
-e:1:1: error[E0507]: ../data/bfloat16.npy holds vector bfloat16 of 3, but vector half was asked for
 1 | (read-npy "../data/bfloat16.npy" : vector half)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[(1.5h, 2)]
["ab" "" "hello"]
["ab" "" "grüß € 😀"]
[["a" "bb" "ccc"] ["d" "ee" "fff"]]
["n" "o" "v" "a"]
-e:1:1: error[E0507]: ../data/unicode.npy holds vector vector char of 3, but vector char was asked for
 1 | (read-npy "../data/unicode.npy" : vector char)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0507]: ../data/unicode.npy holds vector vector char of 3, but vector#2 char was asked for
 1 | (read-npy "../data/unicode.npy" : vector#2 char)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0507]: ../data/unicode-fortran.npy holds vector#2 vector char of 2 x 3, but vector vector#2 char was asked for
 1 | (read-npy "../data/unicode-fortran.npy" : vector vector#2 char)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0504]: ../data/no-unicode.npy is no valid .npy file: at byte 132, 1114112 is no Unicode character
 1 | (read-npy "../data/no-unicode.npy" : vector vector char)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0508]: ../data/object.npy holds elements of NumPy's type |O, which Nova does not read
 1 | (read-npy "../data/object.npy" : vector vector char)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ d=$(mktemp -d) && cp ../data/half.npy ../data/bfloat16.npy ../data/records-half.npy ../data/bytes.npy $d && cd $d && nova --allow-write . -e '(write-npy "a.npy" (read-npy "half.npy" : vector half)) (write-npy "b.npy" (read-npy "records-half.npy" : vector (half, int32))) (write-npy "c.npy" (read-npy "bytes.npy" : vector vector char)) (write-npy "d.npy" (read-npy "bfloat16.npy" : vector bfloat16)) (read-npy "d.npy" : vector bfloat16)'; for p in a:half b:records-half c:bytes; do cmp ${p%:*}.npy ${p#*:}.npy && echo ${p#*:}; done; nova --allow-write . -e '(write-npz "s.npz" [("x", [["a" "bcd"] ["" "e"]])]) (write-npy "e.npy" [["a" "b"] ["c"]])'; nova -e '(read-npz "s.npz" "x" : vector#2 vector char)'; nova --allow-write . -e '(write-npy "z.npy" ["a\0"])'; rm -r $d
[1.5bf 3e38bf -0.0bf]
half
records-half
bytes
-e:1:53: error[E0404]: write-npy needs rows of one length: row 0 has length 2, row 1 has length 1
 1 | (write-npz "s.npz" [("x", [["a" "bcd"] ["" "e"]])]) (write-npy "e.npy" [["a" "b"] ["c"]])
   |                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[["a" "bcd"] ["" "e"]]
-e:1:1: error[E0509]: a .npy file cannot hold a text that ends with a zero byte
 1 | (write-npy "z.npy" ["a\0"])
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
# CSV and Matrix Market with halves: a table's fields may be, a matrix's entries are computed with and are not.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-csv "h.csv" [(1.5h, 2bf) (0.1h, -3bf)]) (read-csv "h.csv" : vector (half, bfloat16))'; cat h.csv; printf 'x\n70000\n' > h.csv; nova -e '(read-csv "h.csv" : vector half)'; printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 5\n' > h.mtx; nova -e '(read-mtx "h.mtx" : (int, int, vector (int, int, half)))'; nova --allow-write . -e '(write-mtx "h.mtx" (1, 1, [(0, 0, 1h)]))'; rm -r $d
[(1.5h, 2.0bf) (0.1h, -3.0bf)]
1.5,2.0
0.1,-3.0
-e:1:1: warning[W0406]: h.csv: the first line is taken as the columns' names (x); (header true) says so, (header false) makes it a record
 1 | (read-csv "h.csv" : vector half)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[inf]
-e:1:1: error[E0507]: h.mtx holds numbers, but half was asked for
 1 | (read-mtx "h.mtx" : (int, int, vector (int, int, half)))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0509]: a .mtx file cannot hold entries of type half
 1 | (write-mtx "h.mtx" (1, 1, [(0, 0, 1h)]))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
