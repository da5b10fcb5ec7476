# Elements of every type.
$ cd ../data && nova -e '(define f "elements.h5") (println ((read-h5 f "numbers/i1" : vector int8), (read-h5 f "numbers/i2" : vector int16), (read-h5 f "numbers/i4" : vector int32), (read-h5 f "numbers/i8" : vector int))) (println ((read-h5 f "numbers/u1" : vector uint8), (read-h5 f "numbers/u2" : vector uint16), (read-h5 f "numbers/u4" : vector uint32), (read-h5 f "numbers/u8" : vector uint64))) (println ((read-h5 f "numbers/f2" : vector half), (read-h5 f "numbers/f4" : vector float), (read-h5 f "/numbers/f8" : vector double)))'
([-128 0 1 127], [-32768 0 1 32767], [-2147483648 0 1 2147483647], [-9223372036854775808 0 1 9223372036854775807])
([0 0 1 255], [0 0 1 65535], [0 0 1 4294967295], [0 0 1 18446744073709551615])
([-65500.0h 0.0h 1.0h 65500.0h], [-3.4028235e38f 0.0f 1.0f 3.4028235e38f], [-1.7976931348623157e308 0.0 1.0 1.7976931348623157e308])
$ cd ../data && nova -e '(define f "elements.h5") (println ((read-h5 f "numbers/i2-big" : vector int16), (read-h5 f "numbers/u8-big" : vector uint64), (read-h5 f "numbers/f2-big" : vector half), (read-h5 f "numbers/f8-big" : vector double))) (println ((read-h5 f "numbers/bool" : vector bool), (read-h5 f "numbers/colour" : vector uint8))) (println ((read-h5 f "numbers/complex" : vector (complex double)), (read-h5 f "numbers/complex-float" : vector (complex float))))'
([-32768 0 1 32767], [0 0 1 18446744073709551615], [-65500.0h 0.0h 1.0h 65500.0h], [-1.7976931348623157e308 0.0 1.0 1.7976931348623157e308])
([true false true], [2 0 1])
([1.0+2.0i 3.0-4.0i nan+nani], [1.0f+2.0fi])
# Ranks.
$ cd ../data && nova -e '(define f "elements.h5") (println (read-h5 f "numbers/scalar" : double)) (println (read-h5 f "numbers/cube" : vector#3 int32)) (println (read-h5 f "numbers/cube" : vector vector#2 int32)) (println (shape (read-h5 f "numbers/none" : vector#2 double)))'
2.5
[[[0 1 2 3] [4 5 6 7] [8 9 10 11]] [[12 13 14 15] [16 17 18 19] [20 21 22 23]]]
[[[0 1 2 3] [4 5 6 7] [8 9 10 11]] [[12 13 14 15] [16 17 18 19] [20 21 22 23]]]
[0 3]
# Texts.
$ cd ../data && nova -e '(define f "elements.h5") (println ((read-h5 f "texts/fixed" : vector vector char), (read-h5 f "texts/any" : vector vector char), (read-h5 f "texts/ascii" : vector vector char))) (println ((read-h5 f "texts/matrix" : vector#2 (vector char)), (read-h5 f "texts/one" : vector char))) (println ((read-h5 f "texts/letters" : vector char), (read-h5 f "texts/letters" : vector vector char)))'
(["ab" "" "xyz"], ["Zürich" "" "ab"], ["a" "bc"])
([["a" "bc"] ["" "d"]], "a text")
("ab", ["a" "b"])
# Compounds: records choose members by their names or titles, tuples take them by position.
$ cd ../data && nova -e '(define-record Point (label : vector char) (mass "mass kg" : double) (ok : bool)) (define-record Id (id : int32)) (define f "compounds.h5") (println (read-h5 f "points" : vector Point)) (println (read-h5 f "points" : vector Id)) (define-record Label (label : vector char)) (println (read-h5 f "points" : vector Label)) (println (read-h5 f "points" : vector (int32, double, vector char, bool))) (println (read-h5 f "labels" : vector (vector char, int))) (println (read-h5 f "single" : vector int)) (define-record Z (r : double) (i : double)) (println (read-h5 "elements.h5" "numbers/complex" : vector Z))'
[(Point "one" 2.5 true) (Point "two" -1.0 false)]
[(Id 1) (Id 2)]
[(Label "one") (Label "two")]
[(1, 2.5, "one", true) (2, -1.0, "two", false)]
[("a", 1) ("bcd", 2)]
[7 8]
[(Z 1.0 2.0) (Z 3.0 -4.0) (Z nan 1.0)]
# Chunks, packed or never written.
$ cd ../data && nova -e '(define f "chunks.h5") (define rows (reshape (400, 500) (iota 200000))) (println (= (read-h5 f "packed" : vector#2 double) (map (lambda (k) (to_double (% k 7))) rows))) (println (let (c (read-h5 f "columns" : vector#2 double)) in (shape c, all identity (map (lambda (i) (= c!i!2 (to_double (% (+ 2 (* 500 i)) 5)))) (iota 400)))))'
true
([400 3], true)
$ cd ../data && nova -e '(define f "chunks.h5") (println (read-h5 f "filled" : vector#2 double)) (let (many (read-h5 f "many" : vector vector char)) in (take 3 many, length many))'
[[1.5 1.5] [1.5 1.5] [1.5 1.5]]
(["0" "1" "2"], 300)
# NetCDF-4; a file in gzip; a file from a pipe.
$ cd ../data && nova -e '(println ((read-h5 "weather.nc" "day" : vector int32), (read-h5 "weather.nc" "rain" : vector#2 float), (read-h5 "weather.nc" "station" : vector vector char)))'
([0 1 2], [[0.0f 0.5f] [1.0f 1.5f] [2.0f 2.5f]], ["Oslo" "Rome"])
$ d=$(mktemp -d) && gzip -c ../data/weather.nc > $d/weather.nc.gz && cd $d && nova -e '(read-h5 "weather.nc.gz" "day" : vector int32)'; nova table weather.nc.gz; rm -r $d
[0 1 2]
(define day (read-h5 "weather.nc.gz" "day" : vector int32))
; vector int32 of 3: 0 1 2
;   units = "days since 2026-01-01"
(define rain (read-h5 "weather.nc.gz" "rain" : vector#2 float))
; vector#2 float of 3 x 2: 0.0f 0.5f 1.0f 1.5f 2.0f ...
;   units = "mm"
(define station (read-h5 "weather.nc.gz" "station" : vector vector char))
; vector vector char of 2: "Oslo" "Rome"
$ d=$(mktemp -d) && mkfifo $d/pipe && { cat ../data/weather.nc > $d/pipe & cd $d && nova -e '(read-h5 "pipe" "day" : vector int32)'; }; rm -r $d
[0 1 2]
# Inputs.
$ d=$(mktemp -d) && printf '((day : vector int32) (rain : vector#2 float))\n(length day, shape rain)\n' > $d/f.nv && nova run $d/f.nv --input day=../data/weather.nc --input rain=../data/weather.nc; rm -r $d
(3, [3 2])
# The same in compiled code.
$ cd ../data && for t in interp cpu; do nova --tier $t -e '(sum (map (* 2) (read-h5 "elements.h5" "numbers/cube" : vector#3 int32)))'; done
552
552
# Memory is asked for before anything is read.
$ cd ../data && nova --max-memory 1G -e '(length (read-h5 "chunks.h5" "huge" : vector#2 double))'
-e:1:9: error[E0601]: there is no memory for 1152921504606846976 elements of 8 bytes: 128.0 KiB are in use, the limit is 1.0 GiB
 1 | (length (read-h5 "chunks.h5" "huge" : vector#2 double))
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: what is left holds 134 million ints or doubles; floats and int32s take half as much, and `--max-memory` sets another limit
[exit 1]
