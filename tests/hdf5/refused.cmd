# What is there has another type or rank.
$ cd ../data && nova -e '(read-h5 "elements.h5" "numbers/f4" : vector double)'
-e:1:1: error[E0507]: elements.h5[numbers/f4] holds vector float of 4, but vector double was asked for
 1 | (read-h5 "elements.h5" "numbers/f4" : vector double)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(read-h5 "elements.h5" "numbers/cube" : vector#2 int32)'
-e:1:1: error[E0507]: elements.h5[numbers/cube] holds vector#3 int32 of 2 x 3 x 4, but vector#2 int32 was asked for
 1 | (read-h5 "elements.h5" "numbers/cube" : vector#2 int32)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(read-h5 "elements.h5" "texts/any" : vector int)'
-e:1:1: error[E0507]: elements.h5[texts/any] holds vector vector char of 3, but vector int was asked for
 1 | (read-h5 "elements.h5" "texts/any" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(read-h5 "elements.h5" "texts/any" : vector#2 char)'
-e:1:1: error[E0507]: elements.h5 holds vector vector char of 3, but vector#2 char was asked for
 1 | (read-h5 "elements.h5" "texts/any" : vector#2 char)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(read-h5 "compounds.h5" "points" : vector (int32, double))'
-e:1:1: error[E0507]: compounds.h5[points] holds vector (int32, double, vector char, bool) of 2, but vector (int32, double) was asked for
 1 | (read-h5 "compounds.h5" "points" : vector (int32, double))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(define-record R (id : int32) (mass : double)) (read-h5 "compounds.h5" "points" : vector R)'
-e:1:48: error[E0513]: compounds.h5[points] has no column mass; it has the columns id, mass kg, label, ok
 1 | (define-record R (id : int32) (mass : double)) (read-h5 "compounds.h5" "points" : vector R)
   |                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# Nothing is there, or a group.
$ cd ../data && nova -e '(read-h5 "elements.h5" "texts/fxed" : vector vector char)'
-e:1:1: error[E0510]: elements.h5 has no member texts/fxed; it has numbers/bool, numbers/colour, numbers/complex, numbers/complex-float, numbers/cube, numbers/f2, numbers/f2-big, numbers/f4, numbers/f4-big, numbers/f8, numbers/f8-big, numbers/i1, numbers/i1-big, numbers/i2, numbers/i2-big, numbers/i4, numbers/i4-big, numbers/i8, numbers/i8-big, numbers/none, and 16 more; did you mean texts/fixed?
 1 | (read-h5 "elements.h5" "texts/fxed" : vector vector char)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(read-h5 "weather.nc" "" : vector int)'
-e:1:1: error[E0510]: weather.nc has no member ; it has day, rain, station
 1 | (read-h5 "weather.nc" "" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(read-h5 "elements.h5" "/texts" : vector int)'
-e:1:1: error[E0507]: elements.h5[/texts] holds a group with the datasets texts/any, texts/ascii, texts/fixed, texts/letters, texts/matrix, texts/one, but vector int was asked for
 1 | (read-h5 "elements.h5" "/texts" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# Types that Nova lacks, no elements, and what lies in other files: the process of the library can open none.
$ cd ../data && for n in references rows arrays opaque nested wide virtual outside nowhere; do nova -e "(read-h5 \"refused.h5\" \"$n\" : vector int)" 2>&1 | head -1; done; nova -e '(read-h5 "elements.h5" "numbers/null" : double)' 2>&1 | head -1
-e:1:1: error[E0508]: refused.h5[references] holds references, which Nova does not read
-e:1:1: error[E0508]: refused.h5[rows] holds rows of several lengths, which Nova does not read
-e:1:1: error[E0508]: refused.h5[arrays] holds arrays as elements, which Nova does not read
-e:1:1: error[E0508]: refused.h5[opaque] holds opaque bytes, which Nova does not read
-e:1:1: error[E0508]: refused.h5[nested] holds compounds within compounds as the member a, which Nova does not read
-e:1:1: error[E0508]: refused.h5[wide] holds floating-point numbers of 16 bytes, which Nova does not read
-e:1:1: error[E0508]: refused.h5[virtual] holds elements of other datasets, which Nova does not read
-e:1:1: error[E0518]: refused.h5[outside] cannot be read: libhdf5 says: unable to open external file, external link file name = 'elements.h5'
-e:1:1: error[E0518]: refused.h5[nowhere] cannot be read: libhdf5 says: component not found
-e:1:1: error[E0508]: elements.h5[numbers/null] holds no elements and no shape, which Nova does not read
# Files that are none.
$ cd ../data && nova -e '(read-h5 "general.mtx" "x" : vector int)'
-e:1:1: error[E0518]: general.mtx cannot be read: libhdf5 says: file signature not found
 1 | (read-h5 "general.mtx" "x" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ d=$(mktemp -d) && head -c 3000 ../data/weather.nc > $d/short.nc && printf 'CDF\001' > $d/old.nc && cd $d && nova -e '(read-h5 "short.nc" "day" : vector int)'; nova -e '(read-h5 "old.nc" "day" : vector int)'; rm -r $d
-e:1:1: error[E0518]: short.nc cannot be read: libhdf5 says: truncated file: eof = 3000, sblock->base_addr = 0, stored_eof = 14978
 1 | (read-h5 "short.nc" "day" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0508]: old.nc holds NetCDF's classic format (`nccopy -k nc4` makes NetCDF-4 of it), which Nova does not read
 1 | (read-h5 "old.nc" "day" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ cd ../data && nova -e '(read-h5 "refused.h5" "external" : vector int32)'
-e:1:1: error[E0518]: refused.h5 cannot be read: libhdf5 says: unable to open external raw data file
 1 | (read-h5 "refused.h5" "external" : vector int32)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# What nova table shows.
$ nova table ../data/compounds.h5
(define-record Labels
  (name : vector char)
  (n : int))
(define labels (read-h5 "../data/compounds.h5" "labels" : vector Labels))
; vector (vector char, int) of 2: ("a", 1) ("bcd", 2)
(define-record Points
  (id : int32)
  (mass-kg "mass kg" : double)
  (label : vector char)
  (ok : bool))
(define points (read-h5 "../data/compounds.h5" "points" : vector Points))
; vector (int32, double, vector char, bool) of 2: (1, 2.5, "one", true) (2, -1.0, "two", false)
(define-record Single
  (n : int))
(define single (read-h5 "../data/compounds.h5" "single" : vector Single))
; vector int of 2: 7 8
$ nova table ../data/refused.h5
; arrays is not read: arrays as elements
; external is not read: libhdf5 says: unable to open external raw data file
; nested is not read: compounds within compounds as the member a
; opaque is not read: opaque bytes
; references is not read: references
; rows is not read: rows of several lengths
; virtual is not read: elements of other datasets
; wide is not read: floating-point numbers of 16 bytes
; nowhere is not read: libhdf5 says: component not found
; outside is not read: libhdf5 says: unable to open external file, external link file name = 'elements.h5'
$ cd ../data && nova table elements.h5 | head -12
(define numbers-bool (read-h5 "elements.h5" "numbers/bool" : vector bool))
; vector bool of 3: true false true
(define numbers-colour (read-h5 "elements.h5" "numbers/colour" : vector uint8))
; vector uint8 of 3: 2 0 1
(define numbers-complex (read-h5 "elements.h5" "numbers/complex" : vector (complex double)))
; vector (complex double) of 3: (1.0, 2.0) (3.0, -4.0) (nan, nan)
(define numbers-complex-float (read-h5 "elements.h5" "numbers/complex-float" : vector (complex float)))
; vector (complex float) of 1: (1.0f, 2.0f)
(define numbers-cube (read-h5 "elements.h5" "numbers/cube" : vector#3 int32))
; vector#3 int32 of 2 x 3 x 4: 0 1 2 3 4 ...
(define numbers-f2 (read-h5 "elements.h5" "numbers/f2" : vector half))
; vector half of 4: -65500.0h 0.0h 1.0h 65500.0h
# Attributes, those of the file first; a dimension without a variable; a filter that only h5py has.
$ nova table ../data/ocean.nc
; ocean.nc
;   Conventions = "CF-1.10"
;   title = "A cell of the ocean"
;   version = 3
; dimension depth: 3
(define salt (read-h5 "../data/ocean.nc" "salt" : vector#2 int16))
; vector#2 int16 of 2 x 3: 3500 3510 -999 3490 3500 ...
;   _FillValue = -999
;   flags = "good" "bad"
;   long_name = "salinität salinität salinität salinität salinität salinität salinität salinität ...
;   scale_factor = 0.01
;   units = "g/kg"
;   valid_range = 0 5000
;   weights = 0.0 0.25 0.5 0.75 1.0 ...
(define time (read-h5 "../data/ocean.nc" "time" : vector double))
; vector double of 2: 0.0 6.0
;   units = "hours since 2026-01-01"
$ nova table ../data/lzf.h5
; packed is not read: elements packed by the filter lzf
$ cd ../data && nova -e '(read-h5 "lzf.h5" "packed" : vector int)'
-e:1:1: error[E0508]: lzf.h5[packed] holds elements packed by the filter lzf, which Nova does not read
 1 | (read-h5 "lzf.h5" "packed" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ cd ../data && nova -e '(read-h5 "ocean.nc" "depth" : vector float)'
[0.0f 0.0f 0.0f]
