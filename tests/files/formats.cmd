# JPEG: colours, gray by several scans; one that is cut off or damaged; colours of printers; one that states more than it has.
$ cd ../data; nova -e '(let ((p (read-image "flat.jpg" : vector#3 uint8))) (println* (shape p) (take 6 (flatten p))))'; nova -e '(unique (flatten (read-image "flat-gray.jpg" : vector#2 uint8)))'; nova -e '(read-image "flat.jpg" : vector#2 uint8)' 2>&1 | head -1; nova -e '(read-image "cmyk.jpg" : vector#3 uint8)' 2>&1 | head -1; nova table flat-gray.jpg
[16 16 3][10 200 30 10 200 30]
[76]
-e:1:1: error[E0507]: flat.jpg holds vector#3 uint8 of 16 x 16 x 3, but vector#2 uint8 was asked for
-e:1:1: error[E0508]: cmyk.jpg holds an image in the colours of printers (CMYK), which Nova does not read
vector#2 uint8 of 8 x 8: 76 76 76 76 76 ...
$ d=$(mktemp -d) && cp ../data/flat.jpg $d/a.jpg && cd $d && jpeg() { nova -e '(length (read-image "b.jpg" : vector#3 uint8))' 2>&1 | head -1; }; n=$(stat -c %s a.jpg); head -c $((n - 4)) a.jpg > b.jpg; jpeg; head -c 100 a.jpg > b.jpg; jpeg; head -c 3 a.jpg > b.jpg; jpeg; at=$(grep -abo $(printf '\xff\xc0') a.jpg | head -1 | cut -d: -f1); (head -c $((at + 5)) a.jpg; printf '\x40\0\x40\0'; tail -c +$((at + 10)) a.jpg) > b.jpg; jpeg; nova --allow-write . -e '(write-image "c.jpg" (reshape (1, 1) [1u8]))' 2>&1 | head -1; rm -r $d
-e:1:9: error[E0505]: b.jpg is truncated: it ends at byte 628, but what it announces needs 629 bytes
-e:1:9: error[E0505]: b.jpg is truncated: it ends at byte 100, but what it announces needs 101 bytes
-e:1:9: error[E0505]: b.jpg is truncated: it ends at byte 3, but what it announces needs 4 bytes
-e:1:9: error[E0504]: b.jpg is no valid JPEG file: at byte 0, 16384 x 16384 pixels cannot be packed so small
-e:1:1: error[E0509]: c.jpg cannot hold an image: its name ends in none of .pgm .ppm .png
# Images of 16 bits per value.
$ d=$(mktemp -d) && cd $d && for f in png pgm; do nova --allow-write . -e "(write-image \"a.$f\" (reshape (2, 2) [0u16 255u16 256u16 65535u16])) (read-image \"a.$f\" : vector#2 uint16)"; done; nova --allow-write . -e '(write-image "b.png" (reshape (1, 2, 2) [1u16 2u16 300u16 4u16])) (read-image "b.png" : vector#3 uint16)'; nova --allow-write . -e '(write-image "b.ppm" (reshape (1, 1, 3) [1u16 2u16 300u16])) (read-image "b.ppm" : vector#3 uint16)'; nova -e '(read-image "a.png" : vector#2 uint8)' 2>&1 | head -1; rm -r $d
[[0 255] [256 65535]]
[[0 255] [256 65535]]
[[[1 2] [300 4]]]
[[[1 2 300]]]
-e:1:1: error[E0507]: a.png holds vector#2 uint16 of 2 x 2, but vector#2 uint8 was asked for
# Complex and Hermitian matrices.
$ d=$(mktemp -d) && cd $d && printf '%%%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1.5 0\n2 1 2 -3\n' > h.mtx; nova --allow-write . -e '(define m (read-mtx "h.mtx" : (int, int, vector (int, int, (complex double))))) (println m) (write-mtx "g.mtx" m) (print (read-text "g.mtx"))'; nova table h.mtx; nova -e '(read-mtx "h.mtx" : (int, int, vector (int, int, double)))' 2>&1 | head -1; rm -r $d
(2, 2, [(0, 0, 1.5+0.0i) (0, 1, 2.0+3.0i) (1, 0, 2.0-3.0i)])
%%MatrixMarket matrix coordinate complex general
2 2 3
1 1 1.5 0.0
1 2 2.0 3.0
2 1 2.0 -3.0
2 rows, 2 columns, entries (row, column, value): vector (int, int, (complex double)) of 3: (0, 0, (1.5, 0.0)) (0, 1, (2.0, 3.0)) (1, 0, (2.0, -3.0))
-e:1:1: error[E0507]: h.mtx holds complex numbers, but double was asked for
# NumPy's structures with strings and dates; dates alone, of other units, and missing ones.
$ d=$(mktemp -d) && cd $d && cat > make.py <<< "import struct; npy = lambda name, kind, data: (lambda h: open(name, 'wb').write(b'\x93NUMPY\x01\0' + struct.pack('<H', len(h)) + h + data))(('{\'descr\': %s, \'fortran_order\': False, \'shape\': (2,), }\n' % kind).encode()); npy('r.npy', \"[('n', '<i4'), ('s', 'S3'), ('d', '<M8[D]')]\", struct.pack('<i3sqi3sq', 1, b'ab', 0, 2, b'', -1)); npy('t.npy', \"'<M8[25s]'\", struct.pack('<qq', 2, -1)); npy('n.npy', \"'<M8[ns]'\", struct.pack('<qq', 5000, 5001)); npy('m.npy', \"'<M8[M]'\", struct.pack('<qq', 1, -2**63)); npy('z.npy', \"[('n', '<i4'), ('s', 'S0')]\", bytes(8))"; python3 make.py; nova -e '(define-record R (n : int32) (s : vector char) (d : Date)) (read-npy "r.npy" : vector R)'; nova table r.npy 2>&1 | head -1; nova -e '(read-npy "t.npy" : vector Datetime)'; for f in n m; do nova -e "(read-npy \"$f.npy\" : vector Datetime)" 2>&1 | head -1; done; nova -e '(read-npy "t.npy" : vector Date)' 2>&1 | head -1; nova -e '(read-npy "t.npy" : vector int)' 2>&1 | head -1; nova -e '(read-npy "z.npy" : vector (int32, vector char))' 2>&1 | head -1; rm -r $d
[(R 1 "ab" (date 1970 1 1)) (R 2 "" (date 1969 12 31))]
error[E0508]: r.npy holds NumPy's dates (datetime64[D]), for which no type is stated, which Nova does not read
[(datetime 1970 1 1 0 0 50.0) (datetime 1969 12 31 23 59 35.0)]
-e:1:1: error[E0517]: n.npy: column 0, row 1: the moment is no whole number of microseconds that an int holds
-e:1:1: error[E0517]: m.npy: column 0, row 1: NaT, a moment that is missing, is no Datetime
-e:1:1: error[E0517]: t.npy: column 0, row 0: the moment is no whole number of days that an int holds
-e:1:1: error[E0507]: t.npy holds NumPy's dates (datetime64[25s]), but vector int was asked for
-e:1:1: error[E0508]: z.npy holds structures with strings of no bytes, which Nova does not read
