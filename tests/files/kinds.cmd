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
