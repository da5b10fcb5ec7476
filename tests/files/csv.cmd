# A first line of titles: what says so, what a file tells by itself, and what is told of a guess.
$ d=$(mktemp -d) && cd $d && csv() { printf "$1" > l.csv; nova -e "(read-csv \"l.csv\" $2)" 2>&1; }; csv 'Bob,NA\nAl,3\n' ': vector (vector char, double)'; csv 'name,weight\nAl,3\n' ': vector (vector char, double)'; csv 'name,weight\nAl,3\n' '(header true) : vector (vector char, double)'; csv 'name,city\nAl,Rome\n' ': vector (vector char, vector char)'; csv 'name,letter\nAl,x\n' '(header true) : vector (vector char, char)'; csv 'city,2020\nRome,5\n' ': vector (vector char, int)'; csv 'city,2020\nRome,5\n' '(header true) : vector (vector char, int)'; csv 'a,b\n1,2\n' '(header false) : vector (int, int)'; rm -r $d
[("Bob", nan) ("Al", 3.0)]
-e:1:1: warning[W0406]: l.csv: the first line is taken as the columns' names (name, weight); (header true) says so, (header false) makes it a record
 1 | (read-csv "l.csv" : vector (vector char, double))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[("Al", 3.0)]
[("Al", 3.0)]
[("name", "city") ("Al", "Rome")]
[("Al", #\x)]
[("city", 2020) ("Rome", 5)]
[("Rome", 5)]
-e:1:1: error[E0511]: l.csv:1:1: `a` is no int
 1 | (read-csv "l.csv" (header false) : vector (int, int))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# Columns by name.
$ d=$(mktemp -d) && cd $d && printf 'id,body mass,year\n1,3.5,2007\n2,NA,2008\n' > p.csv; printf '(define-record P (year : int) (body-mass : double))\n(define-record T (mass "body mass" : double))\n(println (read-csv "p.csv" : vector P).body-mass)\n(write-csv "t.csv" (read-csv "p.csv" : vector T))\n(print (read-text "t.csv"))\n(println (read-csv "t.csv" : vector T))\n(define-record Q (year : int) (height : double))\n(read-csv "p.csv" : vector Q)\n' > p.nv; nova --allow-write . run p.nv; printf '2007,3.5,x\n' > n.csv; nova -e '(define-record R (a : int) (b : double) (c : char)) (println (read-csv "n.csv" (header false) : vector R)) (read-csv "n.csv" : vector R)'; rm -r $d
[3.5 nan]
body mass
3.5
nan
[(T 3.5) (T nan)]
p.nv:8:1: error[E0513]: p.csv has no column height; it has the columns id, body mass, year
 8 | (read-csv "p.csv" : vector Q)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[(R 2007 3.5 #\x)]
-e:1:108: error[E0513]: n.csv has no column a; it has the columns 2007, 3.5, x
 1 | …tln (read-csv "n.csv" (header false) : vector R)) (read-csv "n.csv" : vector R)
   |                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# Missing values.
$ d=$(mktemp -d) && cd $d && csv() { printf "$1" > l.csv; nova -e "(read-csv \"l.csv\" $2)" 2>&1 | head -1; }; csv '1,NA\n2,\n' ': vector (int, (Maybe int))'; csv '1,NA\n' ': vector (int, int)'; csv 'x,NA\ny,""\nz,\n' ': vector (vector char, (Maybe (vector char)))'; csv 'x,-\n,NA\n' '(na "-") : vector ((Maybe (vector char)), (Maybe (vector char)))'; csv '1,true\n-9,NA\n' '(na "-9" "NA") : vector (double, (Maybe bool))'; csv '1,#\n' ': vector (int, (Maybe char))'; rm -r $d
[(1, (None)) (2, (None))]
-e:1:1: error[E0511]: l.csv:1:3: a missing value, `NA`, is no int; a column of (Maybe int) takes it
[("x", (None)) ("y", (Some "")) ("z", (None))]
[((Some "x"), (None)) ((Some ""), (Some "NA"))]
[(1.0, (Some true)) (nan, (None))]
[(1, (Some #\#))]
# Separators, decimal points, comments, skipped lines; numbers as they are written.
$ d=$(mktemp -d) && cd $d && csv() { printf "$1" > l.csv; nova -e "(read-csv \"l.csv\" $2)" 2>&1 | head -3; }; csv '1,5;2\n1.234,5;3\n' '(separator #\;) (decimal #\,) : vector (double, int)'; csv 'a report\n\n# of\n1|x # one\n2|"#"\n' '(skip 1) (separator #\|) (comment #\#) : vector (int, vector char)'; csv '12.5%%,0xff,+7\n' ': vector (double, int, int)'; csv '"1,234"\n' ': vector int'; csv '"1,234"\n' '(decimal #\.) : vector int'; csv '1\t2\n' '(separator #\tab) : vector (int, int)'; csv '1;2\n' '(let ((c #\;)) (separator c) : vector (int, int))' ; rm -r $d
[(1.5, 2) (1234.5, 3)]
[(1, "x ") (2, "#")]
[(0.125, 255, 7)]
-e:1:1: warning[W0406]: l.csv: the comma in 1,234 is read as a thousands separator; (decimal #\,) makes it a decimal point, (decimal #\.) says so
 1 | (read-csv "l.csv" : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[1234]
[(1, 2)]
-e:1:19: error[E0304]: this is not how `read-csv` is written: what follows the path is an option: (header b) (separator c) (skip n) (na text ...) (comment c) (decimal c)
 1 | (read-csv "l.csv" (let ((c #\;)) (separator c) : vector (int, int)))
   |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && printf '1;2\n' > l.csv && nova -e '(define (separator c) 7) (let (semicolon #\;) in (read-csv "l.csv" (separator semicolon) : vector (int, int)))'; nova -e '(define (read-csv p o) (+ p o)) (define (skip n) n) (read-csv 3 (skip 4))'; nova -e '(read-csv "l.csv" (separator ";") : vector int)'; nova -e '(read-csv "l.csv" (quote #\;) : vector int)'; nova -e '(read-csv "l.csv" (skip 1) (skip 2) : vector int)'; nova -e '(read-csv "l.csv" (skip) : vector int)'; nova -e '(read-csv "l.csv" (skip -1) : vector int)'; nova -e '(read-csv "l.csv" (decimal #\,) : vector int)'; rm -r $d
[(1, 2)]
7
-e:1:30: error[E0203]: this expression should be `char`, but is `vector char`
 1 | (read-csv "l.csv" (separator ";") : vector int)
   |                              ^^^
-e:1:30: note: the type `char` is written here
 1 | (read-csv "l.csv" (separator ";") : vector int)
   |                              ^^^
-e:1:19: error[E0304]: this is not how `read-csv` is written: what follows the path is an option: (header b) (separator c) (skip n) (na text ...) (comment c) (decimal c)
 1 | (read-csv "l.csv" (quote #\;) : vector int)
   |                   ^^^^^^^^^^^
-e:1:28: error[E0304]: this is not how `read-csv` is written: the option stands twice
 1 | (read-csv "l.csv" (skip 1) (skip 2) : vector int)
   |                            ^^^^^^^^
-e:1:19: error[E0304]: this is not how `read-csv` is written: the option takes one value
 1 | (read-csv "l.csv" (skip) : vector int)
   |                   ^^^^^^
-e:1:1: error[E0514]: these options of read-csv do not go together: -1 lines cannot be skipped
 1 | (read-csv "l.csv" (skip -1) : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:1: error[E0514]: these options of read-csv do not go together: the decimal point is the separator; another is stated by (separator #\;)
 1 | (read-csv "l.csv" (decimal #\,) : vector int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
# What no column can hold.
$ nova -e '(read-csv "l.csv" : vector (int -> int))'; nova -e '(types (T : (+ (A : int) (B : int)))) (read-csv "l.csv" : vector T)'; nova -e '(types (T : (+ (A : (int, int)) (B : unit)))) (read-csv "/dev/null" : vector T)' 2>&1 | head -1
-e:1:1: error[E0205]: reading a file needs what a file can hold (numbers, bools, chars, and vectors, tuples and records of them), but this is `int -> int`
 1 | (read-csv "l.csv" : vector (int -> int))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:21: note: the type is written here
 1 | (read-csv "l.csv" : vector (int -> int))
   |                     ^^^^^^^^^^^^^^^^^^^
-e:1:39: error[E0205]: reading a file needs what a file can hold (numbers, bools, chars, and vectors, tuples and records of them), but this is `T`
 1 | (types (T : (+ (A : int) (B : int)))) (read-csv "l.csv" : vector T)
   |                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:59: note: the type is written here
 1 | (types (T : (+ (A : int) (B : int)))) (read-csv "l.csv" : vector T)
   |                                                           ^^^^^^^^
-e:1:47: error[E0205]: reading a file needs what a file can hold (numbers, bools, chars, and vectors, tuples and records of them), but this is `T`
# Packed files, and damaged ones.
$ d=$(mktemp -d) && cd $d && printf '1,2\n3,4\n' | gzip > l.csv.gz; printf '5,6\n' | gzip >> l.csv.gz; nova -e '(read-csv "l.csv.gz" : vector (int, int)) '; printf 'text' | gzip > t.gz; nova -e '(read-text "t.gz")'; head -c 25 l.csv.gz > cut.gz; nova -e '(read-text "cut.gz")' 2>&1 | head -1; printf '\x1f\x8bnothing' > no.gz; nova -e '(read-text "no.gz")' 2>&1 | head -1; head -c 30000000 /dev/zero | gzip > big.gz; nova --max-memory 20M -e '(length (read-text "big.gz"))' 2>&1 | head -1 | cut -c1-30; rm -r $d
[(1, 2) (3, 4) (5, 6)]
"text"
-e:1:1: error[E0504]: cut.gz is no valid .gz file: at byte 25, the packed data end too early
-e:1:1: error[E0504]: no.gz is no valid .gz file: at byte 4, unknown compression method
-e:1:9: error[E0601]: there is
# Records of many columns.
$ d=$(mktemp -d) && cd $d && for n in 16 17 19 31 100; do seq -s, 0 $((n - 1)) > w.csv; sed -i 's/[0-9]*/c&/g' w.csv; for i in 1 2 3; do seq -s, $((i * n)) $((i * n + n - 1)) >> w.csv; done; (printf '(define-record W'; for k in $(seq $((n - 1)) -1 0); do printf " (c$k : int)"; done; echo ') (define ws (read-csv "w.csv" : vector W)) (println (sum ws.c0)) (println ws!2.c15)') > w.nv; nova run w.nv; done; rm -r $d
96
63
102
66
114
72
186
108
600
315
# Records in other files.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(define-record P (x : int) (y : double)) (write-npy "p.npy" [(P 1 2.5)]) (println (read-npy "p.npy" : vector P)) (read-npy "p.npy" : vector (int, double))'; rm -r $d
[(P 1 2.5)]
[(1, 2.5)]
# Texts that are marks of missing values are quoted, so that a reader who guesses types finds them.
$ cd $(mktemp -d) && printf '%s\n' '(define-record T (s : vector char) (n : int))' '(write-csv "marks.csv" [(T "NA" 1) (T "" 2) (T "x" 3) (T "null" 4)])' '(println (read-text "marks.csv"))' '(read-csv "marks.csv" : vector T)' > w.nv && nova run --allow-write . --allow-read . w.nv && printf '%s\n' '(define-table t "marks.csv")' 't' > r.nv && nova run --allow-read . r.nv
s,n
"NA",1
"",2
x,3
"null",4

[(T "NA" 1) (T "" 2) (T "x" 3) (T "null" 4)]
[(T "NA" 1) (T "" 2) (T "x" 3) (T "null" 4)]
