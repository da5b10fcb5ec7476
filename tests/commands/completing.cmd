# What Tab offers. The results there are, with their types; what they are of.
$ printf '%s\n' '5<Enter>' '(+ it<Tab>' show '<C-c>' ':info it<Enter>' ':doc it<Enter>' '"two"<Enter>' '(+ it1 1)<Enter>' ':info it<Enter>' ':i it2<Enter>' '(it<Tab>' show '<C-c>' '(define it 3)<Enter>' ':info it<Enter><C-d>' | python3 at_terminal.py -s 100x30
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> 5
5 : int
nova> (+ it
  it        int
  iterate   int -> ('a -> 'a) -> 'a -> 'a
  iterates  int -> ('a -> 'a) -> 'a -> vector 'a
(cursor at 3, 11)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> 5
5 : int
nova> (+ it
nova> :info it
it : int
the value of 5
nova> :doc it
it : int
the value of 5
nova> "two"
"two" : vector char
nova> (+ it1 1)
6 : int
nova> :info it
it : int
the value of (+ it1 1)
nova> :i it2
it2 : int
the value of 5
nova> (it
  it        int
  it1       vector char
  it2       int
  iterate   int -> ('a -> 'a) -> 'a -> 'a
  iterates  int -> ('a -> 'a) -> 'a -> vector 'a
(cursor at 20, 9)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> 5
5 : int
nova> (+ it
nova> :info it
it : int
the value of 5
nova> :doc it
it : int
the value of 5
nova> "two"
"two" : vector char
nova> (+ it1 1)
6 : int
nova> :info it
it : int
the value of (+ it1 1)
nova> :i it2
it2 : int
the value of 5
nova> (it
nova> (define it 3)
it : int
nova> :info it
it : int
defined at [10]:1:1
nova>
# Where a type stands, types; behind it no more.
$ printf '%s\n' '(define-datatype colour (Red) (Green))<Enter>' '(lambda (x : in<Tab>' show '<C-u>(define (f (x : int -> (int, vec<Tab>' show '<C-u>(lambda (x : col<Tab>' show '<C-u>(lambda (x : int) (vec<Tab>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x30
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-datatype colour (Red) (Green))
nova> (lambda (x : int
  int    a type
  int32  a type
  int16  a type
  int8   a type
(cursor at 2, 22)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-datatype colour (Red) (Green))
nova> (define (f (x : int -> (int, vector
(cursor at 2, 41)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-datatype colour (Red) (Green))
nova> (lambda (x : colour
(cursor at 2, 25)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-datatype colour (Red) (Green))
nova> (lambda (x : int) (vector
  vector      a macro
  vector-ref  a macro
  vectors     a module
(cursor at 2, 31)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-datatype colour (Red) (Green))
nova> (lambda (x : int) (vector
nova>
# Local names with their types, where they are known; they hide the session's.
$ printf '%s\n' '(define aunt 1)<Enter>' '(lambda (apple : double) (ache : vector int) (az) (let (ash [apple]) (aunt (ache, ash)) in (+ a<Tab>' show '<C-u>(let ((apple 1) (ash (2, "b"))) (let loop ((away 2.5)) (a<Tab>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x30
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define aunt 1)
aunt : int
nova> (lambda (apple : double) (ache : vector int) (az) (let (ash [apple]) (aunt (ache, ash)) in (+
 a
  apple       double
  ache        vector int
  az
  ash         vector double
  aunt        (vector int, vector double)
  abs         Num 'a => 'a -> 'a
  accumulate  ('s -> 'a -> 's) -> ('s -> 's -> 's) -> 's -> vector 'a -> 's
  acos        Fractional 'a, Ord 'a => 'a -> 'a
  acosh       Fractional 'a, Ord 'a => 'a -> 'a
  add-days    int -> Date -> Date
  26 more
(cursor at 4, 2)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define aunt 1)
aunt : int
nova> (let ((apple 1) (ash (2, "b"))) (let loop ((away 2.5)) (a
  apple       int
  ash         (int, vector char)
  away        double
  aunt        int
  abs         Num 'a => 'a -> 'a
  accumulate  ('s -> 'a -> 's) -> ('s -> 's -> 's) -> 's -> vector 'a -> 's
  acos        Fractional 'a, Ord 'a => 'a -> 'a
  acosh       Fractional 'a, Ord 'a => 'a -> 'a
  add-days    int -> Date -> Date
  add-months  int -> Date -> Date
  25 more
(cursor at 3, 63)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define aunt 1)
aunt : int
nova> (let ((apple 1) (ash (2, "b"))) (let loop ((away 2.5)) (a
nova>
# The session's own names come first, what parts of the prelude are made of last.
$ printf '%s\n' '(define foobar 1)<Enter>' '(f<Tab>' show '<S-Tab>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x30
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define foobar 1)
foobar : int
nova> (f
  foobar           int
  fft              Fractional 'a => vector ('a, 'a) -> vector ('a, 'a)
  fft-frequencies  int -> double -> vector double
  fft-roots        int -> int -> vector (double, double)
  fft-rounded      Num 'a, Num 'b => (double, double) -> ('a, 'b)
  fft2             Fractional 'a, Ord 'a => vector vector (complex 'a) -> vector vector (complex '
  fill-field       vector char -> char -> int -> vector char -> vector char
  fill-forward     ('a -> bool) -> vector 'a -> vector 'a
  filter           ('a -> bool) -> vector 'a -> vector 'a
  find             ('a -> bool) -> vector 'a -> (Maybe 'a)
  69 more
(cursor at 3, 8)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define foobar 1)
foobar : int
nova> (fft-turned-block
  fft-powers        Num 'a => int -> vector ('a, 'a) -> vector ('a, 'a)
  fft-root          int -> int -> (double, double)
  fft-root-rows     Num 'a => int -> int -> int -> vector ('a, 'a) -> vector ('a, 'a) -> vector ('
  fft-root-steps    Num 'a, Num 'b => int -> int -> int -> vector ('a, 'b)
  fft-row-count     int -> int
  fft-scaled        Num 'a => 'a -> ('a, 'a) -> ('a, 'a) -> ('a, 'a)
  fft-short         Num 'a => vector ('a, 'a) -> vector ('a, 'a) -> vector ('a, 'a) -> vector ('a,
  fft-times         Num 'a => 'a -> ('a, 'a) -> ('a, 'a)
  fft-turned        Num 'a => int -> int -> vector ('a, 'a) -> vector ('a, 'a)
  fft-turned-block  Num 'a => int -> int -> vector ('a, 'a) -> vector ('a, 'a) -> vector ('a, 'a)
  69 more
(cursor at 3, 23)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define foobar 1)
foobar : int
nova> (fft-turned-block
nova>
# Fields of records: of a value, an element, a column, a call, a parameter; then the places of a field that is a tuple.
$ printf '%s\n' '(define-record Body (pos : (double, double)) (mass : float) (material : vector char))<Enter>' '(define b (Body (1.0, 2.0) 3f "iron"))<Enter>' '(define bs [b b])<Enter>' '(+ b.ma<Tab>' show '<C-u>b.<Tab>' show '<C-u>(sum bs.mas<Tab>' show '<C-u>bs!0.po<Tab>.<Tab>' show '<C-u>(lambda (x : Body) x.mat<Tab>' show '<C-u>(with b (mass 1f)).<Tab>' show '<C-u>b.zzz<Tab>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x20
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> (+ b.ma
  mass      float
  material  vector char
(cursor at 6, 13)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> b.
  pos       (double, double)
  mass      float
  material  vector char
(cursor at 6, 8)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> (sum bs.mass
  sum : Num 'a => vector#'n 'a -> 'a   (argument 1: vector#'n 'a)
(cursor at 6, 18)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> bs!0.pos.
  0  double
  1  double
(cursor at 6, 15)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> (lambda (x : Body) x.material
  (lambda (x y) body ...) or (lambda (x : t) ... : t body)
(cursor at 6, 35)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> (with b (mass 1f)).
  pos       (double, double)
  mass      float
  material  vector char
(cursor at 6, 25)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> b.zzz
(cursor at 6, 11)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-record Body (pos : (double, double)) (mass : float) (material : vector char))
nova> (define b (Body (1.0, 2.0) 3f "iron"))
b : Body
nova> (define bs [b b])
bs : vector Body
nova> b.zzz
nova>
# Places of tuples: of those within one, of elements, of calls, of results, of local names; nothing where none is known.
$ printf '%s\n' '(define pt (1, (2, "b")))<Enter>' '(define w [(1, 2.5)])<Enter>' 'pt<Enter>' 'pt.1.<Tab>' show '<C-u>w!0.<Tab>' show '<C-u>(first w).<Tab>' show '<C-u>(+ it.<Tab>' show '<C-u>(let (q (1, "s")) in (f q.<Tab>' show '<C-u>(lambda (p : (int, char)) (f p.<Tab>' show '<C-u>(define (f (p : (int, (char, bool))) n) p.1.<Tab>' show '<C-u>' '(lambda (p) p.<Tab>' show '<C-u>(the w).<Tab>' show '<C-u>(map first w).<Tab>' show '<C-u>(lambda (pt) pt.<Tab>' show '<C-u>nothing.<Tab>' show '<C-u>pt.0.<Tab>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x30
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> pt.1.
  0  int
  1  vector char
(cursor at 7, 11)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> w!0.
  0  int
  1  double
(cursor at 7, 10)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (first w).
  0  int
  1  double
(cursor at 7, 16)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (+ it.
  0  int
  1  (int, vector char)
(cursor at 7, 12)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (let (q (1, "s")) in (f q.
  0  int
  1  vector char
(cursor at 7, 32)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (lambda (p : (int, char)) (f p.
  0  int
  1  char
(cursor at 7, 37)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (define (f (p : (int, (char, bool))) n) p.1.
  0  char
  1  bool
(cursor at 7, 50)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (lambda (p) p.
  (lambda (x y) body ...) or (lambda (x : t) ... : t body)
(cursor at 7, 20)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (the w).
  0  int
  1  double
(cursor at 7, 14)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (map first w).
(cursor at 7, 20)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> (lambda (pt) pt.
  (lambda (x y) body ...) or (lambda (x : t) ... : t body)
(cursor at 7, 22)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> nothing.
(cursor at 7, 14)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> pt.0.
(cursor at 7, 11)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pt (1, (2, "b")))
pt : (int, (int, vector char))
nova> (define w [(1, 2.5)])
w : vector (int, double)
nova> pt
(1, (2, "b")) : (int, (int, vector char))
nova> pt.0.
nova>
# The form around the cursor tells, as far as it is there: what a comprehension binds, and names that are unknown, do not stand in the way.
$ printf '%s\n' '(define pairs [(1, 2.5)])<Enter>' '[(none p.) | p <- pairs]<C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><C-b><Tab>' show '<C-e><C-u>[p. | p <- pairs]<Home><Right><Right><Right><Tab>' show '<C-c>(map (lambda (point) (+ 1 po<Tab>' show ')) pairs)<C-c><C-d>' | python3 at_terminal.py -s 100x30
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pairs [(1, 2.5)])
pairs : vector (int, double)
nova> [(none p.) | p <- pairs]
  0  int
  1  double
(cursor at 3, 15)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pairs [(1, 2.5)])
pairs : vector (int, double)
nova> [p. | p <- pairs]
  0  int
  1  double
(cursor at 3, 9)
--
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pairs [(1, 2.5)])
pairs : vector (int, double)
nova> [p. | p <- pairs]
nova> (map (lambda (point) (+ 1 po
  point                 int
  poisson-by-inversion  double -> double -> int
  poisson-by-rejection  double -> Key -> int -> int
  poisson-log-chance    double -> double -> double
  poisson-of-rate       double -> Key -> int -> int
  polar                 Fractional 'a, Ord 'a => 'a -> 'a -> (complex 'a)
  polynomial            Num 'a => vector 'a -> 'a -> 'a
  popcount              Integral 'a => 'a -> int
  positive-double       (uint32, uint32) -> double
  pow                   Fractional 'a => 'a -> 'a -> 'a
  2 more
(cursor at 4, 34)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define pairs [(1, 2.5)])
pairs : vector (int, double)
nova> [p. | p <- pairs]
nova> (map (lambda (point) (+ 1 po)) pairs)
nova>
# Options of commands, the files of those, and the form behind them.
$ d=$(mktemp -d); p=$PWD/at_terminal.py; cd $d; touch stacks.txt; printf '%s\n' ':profile --<Tab>' show '<C-u>:profile --svg st<Tab> (fold<Tab>' show '<C-u>:profile --folded a --s<Tab>' show '<C-u>:derive --<Tab>' show '<C-u>:break o<Tab>' show '<C-u>:verdicts a<Tab>' show '<C-c><C-d>' | python3 $p -s 100x30 | grep -v '^--\|^Nova'; rm -r $d
nova> :profile --
  --folded  FILE: write stacks for other programs
  --svg     FILE: draw a flame graph
(cursor at 1, 17)
nova> :profile --svg stacks.txt (fold
  fold-in  Key -> int -> Key
  foldl    ('b -> 'a -> 'b) -> 'b -> vector 'a -> 'b
  foldr1   ('a -> 'a -> 'a) -> vector 'a -> 'a
(cursor at 1, 37)
nova> :profile --folded a --svg
(cursor at 1, 31)
nova> :derive --
  --typing   the derivation of its type
  --html     as a page
  --latex    as a page of LaTeX
  --prelude  with the steps in functions of the prelude
(cursor at 1, 16)
nova> :break o
  off              [NAME]: no breakpoint there any more, or none at all
  odd              Integral 'a => 'a -> bool
  open-double      (uint32, uint32) -> double
  open-double-32   uint32 -> double
  or               a macro
  orthogonal-rows  Num 'a => vector#2 'a -> int -> vector (int, int, 'a, 'a) -> vector vector 'a
  outer            ('a -> 'b -> 'c) -> vector#'n 'a -> vector#'n1 'b -> vector#'n vector#'n1 'c
  outer-join       Eq 'b => ('a -> 'b) -> ('c -> 'b) -> vector 'a -> vector 'c -> vector ((Maybe '
(cursor at 1, 14)
nova> :verdicts all
(cursor at 1, 19)
nova> :verdicts all
nova>
