# Arrow: records and tuples, what may be missing, lists, structs and moments; each is read back, from a file and from a stream.
$ d=$(mktemp -d) && cd $d && printf '(define-record P (name : vector char) (age "years" : int) (h : double) (note : (Maybe (vector char))) (xs : vector int16) (at : (Date, bool)) (m : (Maybe float)) (c : char) (t : Datetime))\n(define ps [(P "Al\xc3\xa9" 3 1.5 (None) [1i16 2i16] ((Date 5), true) (None) #\\a (Datetime -1)) (P "" -7 nan (Some "") (take 0 [1i16]) ((Date -5), false) (Some 2.5f) #\\b (Datetime 7))])\n(write-arrow "p.arrow" ps)\n(println (read-arrow "p.arrow" : vector P))\n(write-arrow "p.arrows" (drop 1 ps))\n(println (read-arrow "p.arrows" : vector P))\n(define-record Q (h : double) (name : vector char) (again "h" : double))\n(println (read-arrow "p.arrow" : vector Q))\n(write-arrow "x.arrow" [1.5 2.5])\n(println (read-arrow "x.arrow" : vector double))\n(write-arrow "e.arrow" (take 0 ps))\n(println (read-arrow "e.arrow" : vector P))\n' > p.nv; nova --allow-write . run p.nv; nova table p.arrow; gzip x.arrow; nova -e '(read-arrow "x.arrow.gz" : vector double)'; nova table x.arrow.gz; rm -r $d
[(P "Alé" 3 1.5 (None) [1 2] ((date 1970 1 6), true) (None) #\a (datetime 1969 12 31 23 59 59.999999)) (P "" -7 nan (Some "") [] ((date 1969 12 27), false) (Some 2.5f) #\b (datetime 1970 1 1 0 0 7e-6))]
[(P "" -7 nan (Some "") [] ((date 1969 12 27), false) (Some 2.5f) #\b (datetime 1970 1 1 0 0 7e-6))]
[(Q 1.5 "Alé" 1.5) (Q nan "" nan)]
[1.5 2.5]
[]
; no type is known for the column at of Arrow's type struct<f0: date32[day], f1: bool>
(define-record P
  (name : vector char)
  (years : int)
  (h : double)
  (note : (Maybe (vector char)))
  (xs : vector int16)
  (m : float)
  (c : uint8)
  (t : Datetime))
(define p (read-arrow "p.arrow" : vector P))
; 2 rows, the first:
; {"name":"Alé","years":3,"h":1.5,"note":null,"xs":[1,2],"m":null,"c":97,"t":"1969-12-31T23:59:59.999999Z"}
; {"name":"","years":-7,"h":null,"note":"","xs":[],"m":2.5,"c":98,"t":"1970-01-01T00:00:00.000007Z"}
[1.5 2.5]
(define-record X
  (f0 : double))
(define x (read-arrow "x.arrow.gz" : vector X))
; 2 rows, the first:
; {"f0":1.5}
; {"f0":2.5}
# What is not what was asked for.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-arrow "a.arrow" [(1, (Some 2)) (3, (None))])'; for t in '(int, int)' '(int32, (Maybe int))' 'int' '(int, (Maybe int), int)' '(int, (Maybe double))' '(int, double)'; do nova -e "(read-arrow \"a.arrow\" : vector $t)" 2>&1 | head -1; done; nova -e '(define-record R (f0 : int) (z : int)) (read-arrow "a.arrow" : vector R)' 2>&1 | head -1; for v in '[1.0+2.0i]' '[[[1 2] [3 4]]]' '[1bf]' '[(reshape (1, 1) [2])]'; do nova --allow-write . -e "(write-arrow \"b.arrow\" $v)" 2>&1 | head -1; done; rm -r $d
-e:1:1: error[E0517]: a.arrow: column f1, row 1: a missing value is no int; (Maybe int) takes it
-e:1:1: error[E0507]: a.arrow holds a column f0 of Arrow's type int64, but int32 was asked for
-e:1:1: error[E0507]: a.arrow holds 2 columns, but int was asked for
-e:1:1: error[E0507]: a.arrow holds 2 columns, but (int, (Maybe int), int) was asked for
-e:1:1: error[E0507]: a.arrow holds a column f1 of Arrow's type int64, but (Maybe double) was asked for
-e:1:1: error[E0507]: a.arrow holds a column f1 of Arrow's type int64, but double was asked for
-e:1:40: error[E0513]: a.arrow has no column z; it has the columns f0, f1
-e:1:1: error[E0509]: an Arrow file cannot hold a column of (complex double)
-e:1:1: error[E0509]: an Arrow file cannot hold a column of bfloat16
-e:1:1: error[E0509]: an Arrow file cannot hold a column of vector#2 int
# A type that contains itself, and two columns of one title.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(define-record P (t : (int, bool))) (write-arrow "a.arrow" [(P (1, true))])'; for v in '(define-record T (t : T)) (read-arrow "a.arrow" : vector T)' '(define-record T (t : T)) (define-record U (t : (Maybe T))) (read-arrow "a.arrow" : vector U)' '(define-record T (n : int) (t : vector T)) (read-arrow "a.arrow" : vector (vector T))' '(define-record T (n : int) (t : (Maybe T))) (write-arrow "b.arrow" [(T 1 (None))])'; do nova --allow-write . -e "$v" 2>&1 | head -1; done; nova --allow-write . -e '(define-record R (a : int) (b "a" : int)) (write-arrow "t.arrow" [(R 1 2)])'; nova table t.arrow | tee t.nv; echo '(println t)' >> t.nv; nova run t.nv; nova -e '(define-record R (a-2 "a" : int) (x "a" : int)) (read-arrow "t.arrow" : vector R)'; rm -r $d
-e:1:27: error[E0509]: an Arrow file cannot hold T
-e:1:61: error[E0507]: a.arrow holds a column t of Arrow's type struct<f0: int64, f1: bool>, but (Maybe T) was asked for
-e:1:44: error[E0507]: a.arrow holds a column t of Arrow's type struct<f0: int64, f1: bool>, but vector T was asked for
-e:1:45: error[E0509]: an Arrow file cannot hold rows of T
(define-record T
  (a : int)
  (a-2 "a" : int))
(define t (read-arrow "t.arrow" : vector T))
; 1 row, the first:
; {"a":1,"a":2}
[(T 1 2)]
[(R 2 1)]
# Damaged files.
$ d=$(mktemp -d) && cd $d && nova --allow-write . -e '(write-arrow "a.arrow" [1 2 3])'; read_it() { nova -e '(read-arrow "b.arrow" : vector int)' 2>&1 | head -1; }; : > b.arrow; read_it; printf 'ARROW1' > b.arrow; read_it; head -c 400 a.arrow > b.arrow; read_it; tail -c +9 a.arrow | head -c 300 > b.arrow; read_it; (head -c 16 a.arrow; printf '\xff\xff'; tail -c +19 a.arrow) > b.arrow; read_it; rm -r $d
-e:1:1: error[E0504]: b.arrow is no valid Arrow file: at byte 0, a schema is missing
-e:1:1: error[E0505]: b.arrow is truncated: it ends at byte 6, but what it announces needs 7 bytes
-e:1:1: error[E0505]: b.arrow is truncated: it ends at byte 400, but what it announces needs 401 bytes
-e:1:1: error[E0505]: b.arrow is truncated: it ends at byte 300, but what it announces needs 376 bytes
-e:1:1: error[E0504]: b.arrow is no valid Arrow file: at byte 16, the metadata are no message
