# define-table: names and types by all records; the file is read again where the program runs.
$ d=$(mktemp -d) && cd $d && printf 'species,body mass (g),2020,when,when\nGentoo,5000,1,x,true\nAdelie,NA,,NA,false\n' > penguins.csv; nova table penguins.csv; printf '(define-table penguins "penguins.csv")\n(println penguins)\n(println penguins.when-2)\n(write-csv "out.csv" (filter (lambda (p) p.when-2) penguins))\n' > p.nv; nova --allow-write . run p.nv; cat out.csv; nova check --types p.nv; nova table penguins.csv > q.nv; echo '(= penguins (read-csv "penguins.csv" : vector Penguins))' >> q.nv; nova run q.nv; rm -r $d
(define-record Penguins
  (species : vector char)
  (body-mass--g- "body mass (g)" : (Maybe int))
  (c2020 "2020" : (Maybe int))
  (when : (Maybe (vector char)))
  (when-2 "when" : bool))
(define penguins (read-csv "penguins.csv" (header true) : vector Penguins))
[(Penguins "Gentoo" (Some 5000) (Some 1) (Some "x") true) (Penguins "Adelie" (None) (None) (None) false)]
[true false]
species,body mass (g),2020,when,when
Gentoo,5000,1,x,true
penguins : vector Penguins
unit
unit
unit
true
$ d=$(mktemp -d) && cd $d && nova -e '(define-table t "none.csv")'; nova -e '(define-table t 3)' 2>&1 | head -1; printf 'a,b\n1\n' > r.csv; nova -e '(define-table t "r.csv")'; : > e.csv; nova table e.csv; nova table none.csv; nova -e '(+ 1 (define-table t "r.csv"))' 2>&1 | head -1; rm -r $d
-e:1:17: error[E0501]: none.csv cannot be opened: No such file or directory
 1 | (define-table t "none.csv")
   |                 ^^^^^^^^^^
-e:1:1: error[E0304]: this is not how `define-table` is written: it takes a name, a file's path and options of read-csv
-e:1:17: error[E0511]: r.csv:2:1: the record has 1 field, the first line has 2
 1 | (define-table t "r.csv")
   |                 ^^^^^^^
error[E0511]: e.csv:1:1: there is no line of names
error[E0501]: none.csv cannot be opened: No such file or directory
-e:1:6: error[E0323]: `define-table` stands at top level only
# A type that no longer fits is an error.
$ d=$(mktemp -d) && cd $d && printf 'a\n1\n' > t.csv; printf '(define-table t "t.csv")\n(+ 1 (sum t.a))\n' | (read -r l; echo "$l"; printf 'a\nx\n' > t.csv; cat) > p.nv; printf 'a\n1\n' > t.csv; nova run p.nv; printf '(define-table t "t.csv")\n(sum t.a)\n' > p.nv; nova table t.csv > q.nv; echo '(sum t.a)' >> q.nv; printf 'a\n1.5\n' > t.csv; nova run q.nv; rm -r $d
2
q.nv:3:11: error[E0511]: t.csv:2:1: `1.5` is no int
 3 | (define t (read-csv "t.csv" (header true) : vector T))
   |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# nova table of other files.
$ cd ../data; for f in vector-int64.npy cube.npy records.npy bytes.npy stored.npz general.mtx; do nova table $f; done; nova table gray.png 2>&1 | head -2
vector int of 12: -3 -2 -1 0 1 ...
vector#3 int32 of 2 x 3 x 4: 0 1 2 3 4 ...
vector (int, float, bool) of 2: (1, 0.5f, true) (-2, 1.5f, false)
vector vector char of 3: "ab" "" "hello"
x: vector double of 5: 0.0 1.0 2.0 3.0 4.0
m: vector#2 int32 of 2 x 3: 0 1 2 3 4 ...
zeros: vector double of 1000: 0.0 0.0 0.0 0.0 0.0 ...
3 rows, 4 columns, entries (row, column, value): vector (int, int, double) of 3: (0, 3, -2.0) (1, 0, 3.25) (2, 1, 1.5)
vector#2 uint8 of 3 x 4: 0 20 40 60 80 ...
# Titles: an empty first one, several fields of one column, a byte order mark; written again they read back.
$ d=$(mktemp -d) && cd $d && printf ',c\n1,x\n2,y\n' > t.csv; printf '(define-table t "t.csv")\n(println t)\n(write-csv "u.csv" t)\n(= t (read-csv "u.csv" : vector T))\n' > p.nv; nova --allow-write . run p.nv; cat u.csv; printf '(define-record R (a "c" : vector char) (c : vector char) (b "" : int) (n "" : double))\n(println (read-csv "t.csv" : vector R))\n' > q.nv; nova run q.nv; rm -r $d
[(T 1 "x") (T 2 "y")]
true
,c
1,x
2,y
[(R "x" "x" 1 1.0) (R "y" "y" 2 2.0)]
# What look like codes, integers beyond 64 bits, thousands that are none; empty lines.
$ d=$(mktemp -d) && cd $d && printf 'zip,phone,hex,large,huge,half\n00501,+49,0x10,12345678901234567890,123456789012345678901,"0,250"\n\n\n' > t.csv; nova table t.csv | head -8; printf 'n\n1\n\n2\n' > n.csv; nova -e '(define-table n "n.csv") (println n)'; printf 'name,age\nBob,3\n\nAl,4\n\n' > b.csv; nova -e '(define-record B (name : vector char)) (read-csv "b.csv" : vector B)'; rm -r $d
(define-record T
  (zip : vector char)
  (phone : vector char)
  (hex : vector char)
  (large : uint64)
  (huge : vector char)
  (half : vector char))
(define t (read-csv "t.csv" (header true) : vector T))
[(N 1) (N 2)]
[(B "Bob") (B "Al")]
# Limits while a packed table is looked at; files of other kinds.
$ d=$(mktemp -d) && cd $d && (echo a; yes 1) | head -c 100M | gzip -1 > t.csv.gz; nova --timeout 0.1 table t.csv.gz; nova --max-memory 20M table t.csv.gz 2>&1 | cut -c1-30; nova --timeout 0.1 -e '(define-table t "t.csv.gz")' 2>&1 | cut -c1-30; : > x.doc; nova table x.doc; rm -r $d
error[E0604]: the time limit is reached
error[E0601]: there is no memo
-e:1:17: error[E0604]: the tim
 1 | (define-table t "t.csv.gz
   |                 ^^^^^^^^^
error[E0515]: x.doc is not read by `nova table`, which reads .csv .tsv .tab .txt .json .jsonl .ndjson .arrow .arrows .feather .npy .npz .h5 .hdf5 .nc .mtx .png .pgm .ppm .jpg .jpeg, and these packed as .gz
# What a file's separator says, misspelt options, dates that no file can hold, keys that may be missing.
$ d=$(mktemp -d) && cd $d && printf 'a;b\n1;2\n' > s.csv; nova -e '(define-record R (a : int) (b : int)) (read-csv "s.csv" : vector R)' 2>&1 | head -1; nova -e '(read-csv "s.csv" (sep #\;) : vector (int, int))' 2>&1 | head -1; nova -e '(read-csv "s.csv" (separator #\1) : vector (int, int))' 2>&1 | head -1; nova --allow-write . -e '(write-csv "d.csv" [(Date 9223372036854775807)])' 2>&1 | head -1; nova -e '(sort [(Some 1) (None)])' 2>&1 | tail -1; nova -e '(define-record R (k : (Maybe int)) (v : int)) (group-aggregate (lambda (r) r.k) (lambda (rs) (sum rs.v)) [(R (Some 1) 2)])' 2>&1 | tail -1; nova -e '(somes [(Some 1) (None) (Some 3)])'; rm -r $d
-e:1:39: error[E0513]: s.csv has no column a; it has one column, a;b; (separator #\;) divides it
-e:1:19: error[E0304]: this is not how `read-csv` is written: what follows the path is an option: (header b) (separator c) (skip n) (na text ...) (comment c) (decimal c); did you mean `separator`?
-e:1:1: error[E0514]: these options of read-csv do not go together: the separator is `1`, which is a part of numbers
-e:1:1: error[E0509]: a .csv file cannot hold (Date 9223372036854775807), which is not of the years 1 to 9999
[(Some 1) (None)]
[((Some 1), 2)]
[1 3]
# A record whose only field is called date-days is no date.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(define-record Span (date-days : int)) (write-csv "s.csv" [(Span 7)]) (println (read-text "s.csv"))'; rm -r $d
date-days
7

# Options of read-csv, and what separates fields by evidence.
$ d=$(mktemp -d) && cd $d && printf 'a;b;when\n1;2,5;2024-03-01\n3;-;2024-03-02\n' > s.csv; nova -e '(define-table s "s.csv" (na "-")) (println s)'; nova table s.csv; nova -e '(define-table s "s.csv" (separator #\;) (decimal #\.)) (println s)'; nova -e '(define-table s "s.csv" (separator #\,))'; printf '# made by hand\na\tb\n1\tx;y\n' > t.tsv; nova -e '(define-table t "t.tsv" (skip 1)) (println t)'; nova -e '(define-table t "t.tsv" (comment #\#)) (println t)'; nova table t.tsv 2>&1 | head -1; printf '[{"a": 1, "b": null}, {"a": 2, "b": "x"}]' > j.json; nova -e '(define-table j "j.json") (println j)'; nova -e '(define-table j "j.json" (skip 1))'; touch h.h5; nova -e '(define-table h "h.h5")'; rm -r $d
[(S 1 2.5 (date 2024 3 1)) (S 3 nan (date 2024 3 2))]
(define-record S
  (a : int)
  (b : vector char)
  (when : Date))
(define s (read-csv "s.csv" (header true) (separator #\;) : vector S))
[(S 1 "2,5" (date 2024 3 1)) (S 3 "-" (date 2024 3 2))]
-e:1:17: error[E0511]: s.csv:2:5: the record has 2 fields, the first line has 1
 1 | (define-table s "s.csv" (separator #\,))
   |                 ^^^^^^^
[(T 1 "x;y")]
[(T 1 "x;y")]
(define-record T
[(J 1 (None)) (J 2 (Some "x"))]
-e:1:17: error[E0515]: j.json is not read by the options of `define-table`, which reads texts with a line of names, such as .csv
 1 | (define-table j "j.json" (skip 1))
   |                 ^^^^^^^^
-e:1:17: error[E0515]: h.h5 is not read by `define-table`, which reads texts with a line of names, JSON and Arrow; `nova table` shows how a program reads the file
 1 | (define-table h "h.h5")
   |                 ^^^^^^
# Options that do not fit.
$ d=$(mktemp -d) && cd $d && printf 'a,b\n1,2\n' > s.csv; for o in '(sep #\;)' '(separator ";")' '(separator c)' '(header false)' '(skip 1) (skip 2)' '(na 3)' 'x' '(separator)'; do nova -e "(define-table s \"s.csv\" $o)" 2>&1 | head -1; done; nova -e '(define-table s "s.csv" (header true)) (println s)'; nova -e '(define-table s "s.csv" (separator #\1))' 2>&1 | head -1; rm -r $d
-e:1:25: error[E0304]: this is not how `define-table` is written: what follows the path is an option: (header b) (separator c) (skip n) (na text ...) (comment c) (decimal c); did you mean `separator`?
-e:1:25: error[E0304]: this is not how `define-table` is written: the file is read before the program runs, so the option takes a literal, as (separator #\;) and (na "-") do
-e:1:25: error[E0304]: this is not how `define-table` is written: the file is read before the program runs, so the option takes a literal, as (separator #\;) and (na "-") do
-e:1:25: error[E0304]: this is not how `define-table` is written: the names of the columns are those of the file's first line; (read-csv .. (header false)) reads a file without names
-e:1:34: error[E0304]: this is not how `define-table` is written: the option stands twice
-e:1:25: error[E0304]: this is not how `define-table` is written: the file is read before the program runs, so the option takes a literal, as (separator #\;) and (na "-") do
-e:1:25: error[E0304]: this is not how `define-table` is written: what follows the path is an option: (header b) (separator c) (skip n) (na text ...) (comment c) (decimal c)
-e:1:25: error[E0304]: this is not how `define-table` is written: the option takes one value
[(S 1 2)]
-e:1:17: error[E0514]: these options of read-csv do not go together: the separator is `1`, which is a part of numbers
# What a file holds must be said: define-table says it. A table that is not there is told once.
$ d=$(mktemp -d) && cd $d && printf 'a,b\n1,2\n' > flights.csv; nova -e '(read-csv "flights.csv")'; nova -e '(define t (read-csv "data/my flights.csv" (header true)))'; nova -e '(println (length (read-csv "flights.csv")))'; nova -e '(read-json "f.json")' 2>&1 | tail -1; nova -e '(define (load p) (length (read-arrow p)))' 2>&1 | tail -1; nova -e '(read-npy "x.npy")' 2>&1 | tail -1; nova -e '(define-table t "none.csv") (println (length t)) (define n (sum t.a)) (println undefined)'; nova -e '(define-table flights "flights.csv" (skp 1)) (length flights)'; rm -r $d
-e:1:1: error[E0202]: the type of this expression is not known: `vector 'a`; nothing says what `'a` is
 1 | (read-csv "flights.csv")
   | ^^^^^^^^^^^^^^^^^^^^^^^^
help: (define-table flights "flights.csv") finds the columns' names and types, and defines flights; or write the type: (read-csv "flights.csv" : vector (int, double))
-e:1:9: error[E0202]: the type of this expression is not known: `vector 'a`; nothing says what `'a` is
 1 | (define t (read-csv "data/my flights.csv" (header true)))
   |         ^
help: (define-table t "data/my flights.csv") finds the columns' names and types, and defines t; or write the type: (read-csv "data/my flights.csv" : vector (int, double))
-e:1:18: error[E0220]: the type must be known for the file's contents, but nothing says what it is
 1 | (println (length (read-csv "flights.csv")))
   |                  ^^^^^^^^^^^^^^^^^^^^^^^^
help: (define-table flights "flights.csv") finds the columns' names and types, and defines flights; or write the type: (read-csv "flights.csv" : vector (int, double))
help: (define-table f "f.json") finds the columns' names and types, and defines f; or write the type: (read-json "f.json" : vector (int, double))
help: (define-table t "t.arrow") finds the columns' names and types, and defines t; or write the type: (read-arrow "t.arrow" : vector (int, double))
help: write the type: (read-npy "x.npy" : vector float); `nova table x.npy` prints that of a file
-e:1:17: error[E0501]: none.csv cannot be opened: No such file or directory
 1 | (define-table t "none.csv") (println (length t)) (define n (sum t.a)) (println undefined)
   |                 ^^^^^^^^^^
-e:1:80: error[E0301]: unknown name `undefined`
 1 | (define-table t "none.csv") (println (length t)) (define n (sum t.a)) (println undefined)
   |                                                                                ^^^^^^^^^
-e:1:37: error[E0304]: this is not how `define-table` is written: what follows the path is an option: (header b) (separator c) (skip n) (na text ...) (comment c) (decimal c); did you mean `skip`?
 1 | (define-table flights "flights.csv" (skp 1)) (length flights)
   |                                     ^^^^^^^
help: write (define-table name "path.csv")
