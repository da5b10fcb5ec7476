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
# A PNG image whatever its name; a plot as SVG: numbers, pairs, several vectors of them with names.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(let (g (reshape (2, 3) (map to_uint8 (range 250 256)))) in (begin (write-png "picture" g) (println (= g (read-image "picture" : vector#2 uint8))) (write-png "nested" [[[1u8 2u8 3u8]]]) (println (read-image "nested" : vector#3 uint8))))'; nova --allow-write . -e '(write-png "p.png" [1.5])'; nova -e '(write-png "p.png" [[1u8]])' 2>&1 | sed 's/`--.*//'; ls; rm -r $d
true
[[[1 2 3]]]
-e:1:1: error[E0509]: a PNG image cannot hold vector double of 1
 1 | (write-png "p.png" [1.5])
   | ^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0503]: p.png may not be written: it lies outside the folders that this program may write; 
 1 | (write-png "p.png" [[1u8]])
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
nested
picture
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-svg "p.svg" [1 4 9 16])'; cat p.svg; rm -r $d
<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400">
<style>text{font:12px sans-serif;fill:#333}.grid{stroke:#e4e4e4}.frame{fill:none;stroke:#666}.line{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.y{text-anchor:end}.x{text-anchor:middle}.title{font-size:15px;text-anchor:middle}.note{paint-order:stroke;stroke:#fff;stroke-width:4px}</style>
<rect fill="#fff" x="0" y="0" width="640" height="400"/>
<line class="grid" x1="51.6" y1="16" x2="51.6" y2="368"/>
<text class="x" x="51.6" y="386">0.0</text>
<line class="grid" x1="143.3" y1="16" x2="143.3" y2="368"/>
<text class="x" x="143.3" y="386">0.5</text>
<line class="grid" x1="235.1" y1="16" x2="235.1" y2="368"/>
<text class="x" x="235.1" y="386">1.0</text>
<line class="grid" x1="326.8" y1="16" x2="326.8" y2="368"/>
<text class="x" x="326.8" y="386">1.5</text>
<line class="grid" x1="418.5" y1="16" x2="418.5" y2="368"/>
<text class="x" x="418.5" y="386">2.0</text>
<line class="grid" x1="510.3" y1="16" x2="510.3" y2="368"/>
<text class="x" x="510.3" y="386">2.5</text>
<line class="grid" x1="602" y1="16" x2="602" y2="368"/>
<text class="x" x="602" y="386">3.0</text>
<line class="grid" x1="29.6" y1="268" x2="624" y2="268"/>
<text class="y" x="21.6" y="272">5</text>
<line class="grid" x1="29.6" y1="159.4" x2="624" y2="159.4"/>
<text class="y" x="21.6" y="163.4">10</text>
<line class="grid" x1="29.6" y1="50.8" x2="624" y2="50.8"/>
<text class="y" x="21.6" y="54.8">15</text>
<g class="line" stroke="#0072b2">
<path d="M51.6,355L235.1,289.8L418.5,181.1L602,29"/>
</g>
<rect class="frame" x="29.6" y="16" width="594.4" height="352"/>
</svg>
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-svg "p.svg" [(3.0, 1f) (1.0, 2f) (2.0, nan)])  (write-svg "q.svg" [("a<b", [0.0 inf 2.0 3.0]) ("empty", [])]) (write-svg "r.svg" [[(1, 5)] [(2, 6) (1, 7)]]) (write-svg "s.svg" ([] : vector int)) (write-svg "t.svg" [7 7]) (write-svg "u.svg" (map (lambda (i) (* (to_double i) 1e305)) (range 1000)))'; for f in p q r s t u; do echo $f; grep -E '<(circle|path|title)|class="(name|note|y name)"|finite' $f.svg | cut -c1-100; done; rm -r $d
p
<circle cx="602" cy="355" r="3"/>
<circle cx="58" cy="29" r="3"/>
<text class="note" x="42.4" y="30">1 point is not finite and left out</text>
q
<title>a&lt;b</title>
<path d="M42.7,355h0M374.3,137.7L540.1,29"/>
<text class="name" x="590" y="28">a&lt;b</text>
<text class="name" x="590" y="46">empty</text>
<text class="note" x="28.8" y="30">1 point is not finite and left out</text>
r
<path d="M58.2,355h0"/>
<circle cx="602" cy="192" r="3"/>
<circle cx="58" cy="29" r="3"/>
s
<text class="x" x="320" y="200">there is no finite number to plot</text>
t
<path d="M51.6,192L602,192"/>
u
<path d="M77.8,355L78.3,354.6L78.9,354.3L79.4,354L79.9,353.7L80.4,353.3L81,353L81.5,352.7L82,352.4L8
# A million points make no larger a file than a thousand.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-svg "p.svg" (map (lambda (i) (sin (* 0.001 (to_double i)))) (range 1000000))) (write-svg "q.svg" (map (lambda (i) ((random 1 i), (random 2 i))) (range 300000)))'; for f in p q; do test $(stat -c %s $f.svg) -lt 13000000 && echo small; done; rm -r $d
small
small
$ nova --allow-write /tmp -e '(write-svg "/tmp/p.svg" "text")'; nova --allow-write /tmp -e '(write-svg "/tmp/p.svg" 5)'; nova -e '(write-svg "p.svg" [1])' 2>&1 | head -1 | sed 's/`--.*//'
-e:1:1: error[E0509]: a plot cannot hold vector char of 4
 1 | (write-svg "/tmp/p.svg" "text")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:25: error[E0203]: argument 2 of `write-svg` should be `vector 'a`, but is a number
 1 | (write-svg "/tmp/p.svg" 5)
   |                         ^
note: write-svg : Storable 'a => vector char -> vector 'a -> unit
-e:1:1: error[E0503]: p.svg may not be written: it lies outside the folders that this program may write; 
