# What the prompt's commands say to words that are not theirs.
$ printf '%s\n' ':s 3' ':sa' ':doc :plot' ':info :plot' '(- 5)' ':apropos repeat' ':apropos foldr' ':explain 402' | nova 2>&1; nova explain 402 | head -1; nova explain e0402 | head -1
error[E0702]: there is no command :s
help: it may be :search, :source, :save, :set, :step, :show, :shell
  :save     FILE         write what has run as a script that does it again
  :plot     EXPR         draw a vector of numbers, or of pairs of them (>
                         x.svg: into a file)
  :plot     EXPR         draw a vector of numbers, or of pairs of them (>
                         x.svg: into a file)
<fun : Num 'a => 'a -> 'a> : Num 'a => 'a -> 'a
(- x) waits for its second argument; (neg x) negates
repeat: each element n times is (concat-map (replicate n) xs), n times the same (replicate n x)
repeat : int -> vector 'a -> vector 'a
repeated-target : vector int -> (int, int, int)
edge : (Border 'a)
mirror : (Border 'a)
permute : Index 'i => vector 'i -> vector 'a -> vector 'a
scatter : Index 'i => vector 'a -> vector 'i -> vector 'a -> vector 'a
stencil : int -> (vector 'a -> 'b) -> vector 'a -> vector 'b
stencil-with : Border 'a -> int -> (vector 'a -> 'b) -> vector 'a -> vector 'b
foldr: fold with (reduce f i xs), in sequence with (foldl f i xs)
foldr1 : ('a -> 'a -> 'a) -> vector 'a -> 'a
E0402: index ... is out of range for a vector of length ...

Elements are counted from 0, so a vector of n elements has the indices 0 to n - 1.

Example:

(! [4 5 6] 3)
E0402: index ... is out of range for a vector of length ...
E0402: index ... is out of range for a vector of length ...
# Of a tier that was left nothing is told of the next one.
$ printf '%s\n' '(define xs (map (lambda (x) (* x 1.5)) (map to_double (range 1000))))' ':set tier cpu' ':why (sum xs)' ':set tier sim' ':why (sum xs)' ':set tier interp' ':why (sum xs)' ':verdicts' | nova 2>&1
prompt:1:1 (sum xs): cpu: 1 kernel, run once; lane shape; checked whole once
749250.0 : double
prompt:1:1 (sum xs): sim: 1 kernel, run once; lane shape; checked whole once
749250.0 : double
prompt:1:1 (sum xs): interpreted, as all is in the tier interp
749250.0 : double
xs: interpreted
(sum xs): checked whole
(sum xs): checked whole
(sum xs): interpreted
# A form that takes the interpreter too long is checked on its first elements, with fewer rounds.
$ printf '%s\n' '(define n 50)' '(define bodies (map (lambda (k) ((random 1 k), (random 2 k), 0.0, 0.0)) (range n)))' '(define (pull (x,y,u,v) (a,b,c,d)) (let* ((dx (- a x)) (dy (- b y)) (r (+ 0.01 (+ (* dx dx) (* dy dy)))) (w (/ 1.0 (* r (sqrt r))))) (* dx w, * dy w)))' '(define (add (a, b) (c, d)) (+ a c, + b d))' '(define (acc p bs) (reduce add (0.0, 0.0) (map (pull p) bs)))' '(define (step bs) (map (lambda (p) (let ((x,y,u,v) p) ((a,b) (acc p bs)) (u (+ u (* 0.001 a))) (v (+ v (* 0.001 b))) in (+ x (* 0.001 u), + y (* 0.001 v), u, v))) bs))' ':why (length (filter (lambda ((x,y,u,v)) (< x 1e9)) (iterate 1000 step bodies)))' ':verdicts' | nova --tier cpu 2>&1
prompt:1:1 (length (filter (lambda ((x,y,u,v)) (< x...: cpu: 2 kernels, run once; lane and ordered shapes; checked on first elements once
50 : int
n: interpreted
bodies: checked whole
(length (filter (lambda ((x,y,u,v)) (< x 1e9)) (iterate 1000...: checked on first elements
# Vectors of tuples, and tuples of vectors, are abbreviated by the numbers in all.
$ printf '%s\n' ':set tables off' '(map (lambda (k) (k, k, k, k, k, k)) (range 50))' '((map (lambda (k) (k, k, k)) (range 50)), (map (lambda (k) (k, k, k)) (range 50)))' '(map (lambda (k) (k, k)) (range 5))' ':plot [1 4 9]' | nova 2>&1
[(0, 0, 0, 0, 0, 0) (1, 1, 1, 1, 1, 1) (2, 2, 2, 2, 2, 2) ... (47, 47, 47, 47, 47, 47) (48, 48, 48, 48, 48, 48) (49, 49, 49, 49, 49, 49)] : vector (int, int, int, int, int, int)
([(0, 0, 0) (1, 1, 1) (2, 2, 2) ... (47, 47, 47) (48, 48, 48) (49, 49, 49)], [(0, 0, 0) (1, 1, 1) (2, 2, 2) ... (47, 47, 47) (48, 48, 48) (49, 49, 49)]) : (vector (int, int, int), vector (int, int, int))
[(0, 0) (1, 1) (2, 2) (3, 3) (4, 4)] : vector (int, int)
9 │                                                               ⠛
  │
  │
  │
  │
  │
  │
  │
  │                               ⢠⡄
  │
  │
  │
  │
1 │⣤
   0                                                              2
# A run's time holds, once, what the compiler and the check took.
$ export XDG_CACHE_HOME=$(mktemp -d); printf '%s\n' ':time (sum (map (lambda (x) (* 7 (* x x))) (range 100000)))' ':time (sum (map (lambda (x) (* 7 (* x x))) (range 100000)))' | nova --tier cpu 2>&1 | sed 's/[0-9.]* ms/N ms/; s/which [0-9.]* /which N /; s/and [0-9.]* /and N /'; rm -r $XDG_CACHE_HOME
2333298333450000 : int
N ms, of which N compiling and N checking
2333298333450000 : int
N ms
# A form that failed has no value to know of.
$ printf '%s\n' '(sum [1 2])' '(! [1 2] 2)' ':verdicts' | nova --tier cpu 2>&1
3 : int
prompt:2:1: error[E0402]: index 2 is out of range for a vector of length 2
 2 | (! [1 2] 2)
   | ^^^^^^^^^^^
1 of 2 forms ran
(sum [1 2]): checked whole
[exit 1]
# What is written for another language, or for another type.
$ printf '%s\n' '(sum (1, 2, 3))' '(define p (1.0, 2.0))' '(norm p)' '(concat [[1 2] [3]])' '(range 0.5)' '[x | x <- [1 2], group by (> x 1)]' '[+ x y | x <- [1 2 3] | y <- [1 2]]' '(map maximum [[1] []])' '(map (power 2) [1 -3])' '(chunks -1 [1 2])' ':q' | nova 2>&1
prompt:1:6: error[E0203]: argument 1 of `sum` should be a vector of numbers, but is `(int, int, int)`
 1 | (sum (1, 2, 3))
   |      ^^^^^^^^^
note: sum : Num 'a => vector#'n 'a -> 'a
help: this is a tuple; a vector stands in brackets and has no commas, as [1 2 3]; of a tuple p's parts it is [p.0 p.1 p.2]
prompt:3:7: error[E0203]: argument 1 of `norm` should be a vector of floating-point numbers, but is `(double, double)`
 3 | (norm p)
   |       ^
note: norm : Fractional 'a => vector#'n 'a -> 'a
help: this is a tuple; a vector stands in brackets and has no commas, as [1 2 3]; of p's parts it is [p.0 p.1]
<fun : Num 'a => vector vector 'a -> vector vector 'a> : Num 'a => vector vector 'a -> vector vector 'a
(concat x) waits for its second argument; (flatten x) joins the rows of x
prompt:5:8: error[E0205]: `range` needs integers, but this is a floating-point number
 5 | (range 0.5)
   |        ^^^
help: 0.0 1.0 2.0 ... are (map to_double (range n)); n numbers from a to b (linspace a b n)
[[1] [2]] : vector vector int
prompt:7:10: error[E0401]: zip needs vectors of one length: argument 1 has length 3, argument 2 has length 2
 7 | [+ x y | x <- [1 2 3] | y <- [1 2]]
   |          ^^^^^^^^^^^^^^^^^^^^^^^^^
prompt:8:1: error[E0407]: maximum of an empty vector without a start value
 8 | (map maximum [[1] []])
   | ^^^^^^^^^^^^^^^^^^^^^^
note: called for element 1: []
prompt:9:1: error[E0414]: power: the exponent is negative: -3
 9 | (map (power 2) [1 -3])
   | ^^^^^^^^^^^^^^^^^^^^^^
note: called for element 1: -3
prompt:10:1: error[E0414]: chunks: a row has one element or more, not -1
 10 | (chunks -1 [1 2])
    | ^^^^^^^^^^^^^^^^^
3 of 10 forms ran
[exit 1]
# A command that draws into a file says which endings it knows; a derivation goes into a page, or LaTeX.
$ d=$(mktemp -d); p=$PWD; cd $d; printf '%s\n' ':plot [1 2 3] > p.png' ':show [1 2 3] > x.svg' ':derive (+ 1 2) > d.pdf' ':derive (+ 1 2) > d.html' ':derive --typing (+ 1 2) > d.tex' ':derive --typing (+ 1 2)' ':derive (define (g x) x)' ':why (> 2 1)' ':plot ([1 2 3], [3 2 1])' ':sh echo hi' ':she echo hi' | nova 2>&1; ls; grep -c '</html>' d.html; grep -c bussproofs d.tex; rm -r $d
error[E0717]: p.png is not written by :plot, which writes x.svg
error[E0717]: x.svg is not written by :show, which writes x.png
error[E0717]: d.pdf is not written by :derive, which writes x.html, x.tex, x.txt
written: d.html
written: d.tex
PROGRAM  G0 |- (+ 1 2) : int    G0 = {}
  PRIMITIVE  G0 |- (+ 1 2) : int
    CONST  G0 |- 1 : int
    CONST  G0 |- 2 : int
nothing was evaluated: a definition of a function is a value
interpreted: there is no array expression
true : bool
error[E0713]: a value of type (vector int, vector int) has no plot: numbers and pairs of numbers have
help: points are (zip xs ys), several lines a vector of vectors: [xs ys]
error[E0702]: there is no command :sh
help: it may be :show, :shell
hi
d.html
d.tex
1
1
# Numbers in nested vectors have statistics, and rows of bytes are an image.
$ printf '%s\n' ':show [[1 2 3] [4 5]]' ':show [[[1 2] [3 4]]]' ':show [1.0 inf]' ':show (range 6)' ':show (map (lambda (y) (map (lambda (x) (to_uint8 (* 30 (* x y)))) (range 8))) (range 4))' | nova 2>&1
[[1 2 3] [4 5]] : vector vector int
shape 2 x 2..3, least 1, median 3, mean 3, greatest 5, deviation 1.414
1 █         █         █         █        █ 5
[[[1 2] [3 4]]] : vector vector vector int
shape 1 x 2 x 2, least 1, median 2.5, mean 2.5, greatest 4, deviation 1.118
1 █            █            █            █ 4
[1.0 inf] : vector double
shape 2, least 1, median inf, mean inf, greatest inf
1                     █                    inf
[0 1 2 3 4 5] : vector int
shape 6, least 0, median 2.5, mean 2.5, greatest 5, deviation 1.708
0 █       █       █       █       █      █ 5
   ⠄⠄⢄⢄⢤
 ⠅⢕⠙⠟⢤⠑⢕
shape 4 x 8 : vector vector uint8
# A form that is the first to use a constant of the prelude has its own type; so has an input's value.
$ printf '%s\n' ':type (lambda (x) (* x pi))' ':type (vector pi)' | nova; printf '((x : float) (y : double))\n(to_double x, y)\n' > x.nv; nova run x.nv --input 'x=2' --input 'y=(* 2 pi)'; rm x.nv
(lambda (x) (* x pi)) : double -> double
(vector pi) : vector double
(2.0, 6.283185307179586)
# In the tier interp, where nothing was known of earlier results.
$ printf '%s\n' '(map (+ 1) [1 2])' ':dump plan it' ':dump fused (sum it)' ':why it' | nova --tier interp
[2 3] : vector int
[2 3] : vector int
nothing there is compiled: no array expression ran, and no recursion for long
; prompt:1:1: fused
(plan
  (body ((v0 : int) (it_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : int)
      (reduce lane start v0 v2
        (body ((v4 : int))
          (let (v5 : int) (read it_1 v4))
          (results v5))
        (body ((x1_6 : int) (x2_7 : int))
          (let (v8 : int) (+ x1_6 x2_7))
          (results v8))))
    (results v3)))
5 : int
the value of it: interpreted
prompt:1:1 (sum it): interpreted, as all is in the tier interp
5 : int
# What never comes to give a value has every type.
$ printf '%s\n' ':type (first [])' ':type (error! "no")' ':type (length [])' ':q' | nova
(first []) : 'a
(error! "no") : 'a
(length []) : int
# A bench leaves nothing for what is asked about next; compilers that have ended are told of.
$ printf '%s\n' '(define xs (map to_double (range 200000)))' ':bench (sum (map (lambda (x) (* x x)) xs))' ':why (sum (map (lambda (x) (- x x)) xs))' | nova --tier cpu | grep -v ' ms'; printf '%s\n' '(define xs (map to_double (range 2000000)))' '(sum (map (lambda (x) (* x 3.75)) xs))' ':shell sleep 3' ':tiers' | nova | grep -c 'being compiled'
prompt:1:1 (sum (map (lambda (x) (- x x)) xs)): cpu: 1 kernel, run once; lane shape; checked whole once
0.0 : double
0
[exit 1]
# The file that a command writes, spelt in any way.
$ printf '%s\n' ':derive (+ 1 2) >x.html' ':derive (+ 1 2) > "y y.txt"' ':plot [1 4 9]>z.svg' ':why (sum [1 2])>"x.svg"' ':show [1 2] > /tmp/k' ':plot (> 3 2)' ':show (++ "a>b" ".c")' ':show "a>b.png"' | nova 2>&1; ls x.html 'y y.txt' z.svg x.svg; rm -f x.html 'y y.txt' z.svg x.svg
written: x.html
written: y y.txt
written: z.svg
written: x.svg
3 : int
error[E0717]: /tmp/k is not written by :show, which writes x.png
error[E0713]: a value of type bool has no plot: numbers and pairs of numbers have
"a>b.c" : vector char
shape 5
"a>b.png" : vector char
shape 7
x.html
x.svg
y y.txt
z.svg
# A saved session gives results that are used names of their own, and says nothing when it runs again.
$ printf '%s\n' '(+ 1 2)' '(* it 2)' '(+ it it1) (define (twice it) (* 2 it))' '(twice it)' ':save saved.nv' | nova; cat saved.nv; nova run saved.nv; printf '%s\n' ':load saved.nv' '(+ it 1)' | nova; rm saved.nv
3 : int
6 : int
9 : int
18 : int
saved: 5 forms
; A session at Nova's prompt: nova run does it again.
(define result-1
(+ 1 2))
(define result-2
(* result-1 2))
(define result-3
(+ result-2 result-1))
(define (twice result-3) (* 2 result-3))
(twice result-3)
18
18 : int
19 : int
# What can't be read keeps its own lines from running.
$ printf '%s\n' ':set tables off' '(+ 1 2)' '(+ 2 3]' '(* 2 4) (+ 1 1)' '12ab' '(define (f x) x))' '(let ((a 1))' '  (+ a 2])' '"end"' | nova 2>&1
prompt:2:7: error[E0103]: `]` can't close `(`
 2 | (+ 2 3]
   |       ^
prompt:2:1: note: the `(` is opened here
 2 | (+ 2 3]
   | ^
prompt:4:1: error[E0106]: `12ab` is neither a numeral nor a name
 4 | 12ab
   | ^^^^
help: names don't start with a digit; the suffixes are f L h bf i8 i16 i32 i64 u8 u16 u32 u64
prompt:5:17: error[E0102]: this `)` closes nothing
 5 | (define (f x) x))
   |                 ^
prompt:7:9: error[E0103]: `]` can't close `(`
 7 |   (+ a 2])
   |         ^
prompt:7:3: note: the `(` is opened here
 7 |   (+ a 2])
   |   ^
3 : int
8 : int
2 : int
"end" : vector char
4 of 8 forms ran
[exit 1]
# No limit.
$ printf '%s\n' ':set timeout 0' ':set timeout' ':set timeout 2' ':set timeout 0s' ':set timeout' '1' | nova --timeout 0; nova --timeout 0 --max-depth 0 --threads 0 --max-memory 0 -e '(+ 1 2)'; nova --threads -1 -e 1
  timeout off   (a time as 500ms or 15s, or 5 for seconds; 0 or off)
  timeout off   (a time as 500ms or 15s, or 5 for seconds; 0 or off)
1 : int
3
--threads: a whole number is expected, not -1
Run with --help for more information.
[exit 2]
# A name of the language that is hidden: who still uses what it meant.
$ printf '%s\n' '(define (total xs) (sum xs))' '(define (mean-of xs) (/ (total xs) (length xs)))' '(define firsts [x!0 | x <- [[1]]])' ':set tables off' '(define (sum xs) 1)' ':set tables off' '(define (length xs) 1)' ':set tables off' '(define (map f x) x)' | nova 2>&1
`sum` hides the prelude's, for what is typed from now on
prompt:1:10: warning[W0305]: `sum` is defined anew, and `total` and `mean-of` still use the one of before
 1 | (define (sum xs) 1)
   |          ^^^
help: define them anew, in this order, to change that
`length` hides the prelude's, for what is typed from now on
prompt:1:10: warning[W0305]: `length` is defined anew, and `mean-of` still uses the one of before
 1 | (define (length xs) 1)
   |          ^^^^^^
help: define it anew to change that
`map` hides the prelude's, for what is typed from now on
# A type that is called like its constructor.
$ printf '%s\n' '(define-datatype Point (Point int int))' ':browse' | nova; printf '%s\n' '(define-datatype Point (Point int int))<Enter>' '(lambda (x : Po<Tab>' show '<C-c><C-d>' | python3 at_terminal.py -s 60x10
Point, a type
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-datatype Point (Point int int))
nova> (lambda (x : Point
(cursor at 2, 24)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define-datatype Point (Point int int))
nova> (lambda (x : Point
nova>
# A command that is none, within an open form.
$ printf '%s\n' '(int main(void) {' ':hlep' '  (return' ': int)' '^C' '1' '^D' | python3 at_prompt.py; printf '%s\n' '(if true<Enter>' ':hlep<Enter>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x8
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (int main(void) {
  ... :hlep
open: ( of line 1; :hlep is no command, and so a part of it: Ctrl-C gives it up
  ...   (return
  ... : int)
  ... ^C
nova> 1
1 : int
nova> 
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (if true
  ...   :hlep
  ...
  open: ( of line 1; :hlep is no command, and so a part of it: Ctrl-C gives it up   (if c a b) or
(cursor at 3, 8)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (if true
  ...   :hlep
  ...
nova>
# On a terminal the line under an error is cut to what fits.
$ printf '%s\n' '(+ 1 (+ 2 (+ 3 (+ 4 (+ 5 (+ 6 (+ 7 none)))))))<Enter>' '(+ none (+ 2 (+ 3 (+ 4 (+ 5 (+ 6 (+ 7 8)))))))<Enter>' show '<C-d>' | python3 at_terminal.py -s 36x20
-- screen
Nova 0.1.0. :help lists the commands
, Ctrl-D leaves.
nova> (+ 1 (+ 2 (+ 3 (+ 4 (+ 5 (+ 6
 (+ 7 none)))))))
[1]:1:36: error[E0301]: unknown name
      `none`
 1 | …+ 4 (+ 5 (+ 6 (+ 7 none))))))…
   |                     ^^^^
help: did you mean `None`?
nova> (+ none (+ 2 (+ 3 (+ 4 (+ 5 (
+ 6 (+ 7 8)))))))
[2]:1:4: error[E0301]: unknown name
      `none`
 1 | (+ none (+ 2 (+ 3 (+ 4 (+ 5 (…
   |    ^^^^
help: did you mean `None`?
nova>
(cursor at 16, 6)
--
Nova 0.1.0. :help lists the commands
, Ctrl-D leaves.
nova> (+ 1 (+ 2 (+ 3 (+ 4 (+ 5 (+ 6
 (+ 7 none)))))))
[1]:1:36: error[E0301]: unknown name
      `none`
 1 | …+ 4 (+ 5 (+ 6 (+ 7 none))))))…
   |                     ^^^^
help: did you mean `None`?
nova> (+ none (+ 2 (+ 3 (+ 4 (+ 5 (
+ 6 (+ 7 8)))))))
[2]:1:4: error[E0301]: unknown name
      `none`
 1 | (+ none (+ 2 (+ 3 (+ 4 (+ 5 (…
   |    ^^^^
help: did you mean `None`?
nova>
# Commands that write no file run nothing where one is named; files are named in any way.
$ printf '%s\n' ':time (sum [1 2]) > t.txt' ':dump core (+ 1 2) > d.txt' ':why > n.svg' ':type (> 3 2)' '(+ 1 2)' ':save > kept.nv' ':save ~/home.nv' ':load "kept.nv"' | HOME=. nova 2>&1; ls kept.nv home.nv; rm kept.nv home.nv
error[E0717]: t.txt is not written by :time, which writes no file
error[E0717]: d.txt is not written by :dump, which writes no file
  :why      [FORM]       run a form and tell which tier ran its array
                         expressions, and why (> x.svg, > x.html: drawn);
                         alone: of what ran last
(> 3 2) : bool
3 : int
saved: 1 form
saved: 1 form
3 : int
home.nv
kept.nv
# What Ctrl-C gave up comes back by ^Y.
$ printf '%s\n' '(+ 1<Enter>' '  2<C-c>' '<C-y>)<Enter>' show '<C-d>' | python3 at_terminal.py -s 60x16
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1
  ...      2
nova> (+ 1
  ...      2)
3 : int
nova>
(cursor at 6, 6)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (+ 1
  ...      2
nova> (+ 1
  ...      2)
3 : int
nova>
# An empty vector has an open type, a type that nothing has is told, and names and codes are asked for as at other prompts.
$ printf '%s\n' ':show []' ':search Foo -> int' ':search (Maybe doubel)' 'help sum' '? sum' '?? clamp' '?E0402' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :show []
[] : vector 'a
shape 0
nova> :search Foo -> int
error[E0306]: unknown type `Foo`
nova> :search (Maybe doubel)
error[E0306]: unknown type `doubel`
help: did you mean `double`?
nova> help sum
sum : Num 'a => vector#'n 'a -> 'a
The sum of the elements.
cost: n additions, parallel
(sum [1 2 3])
=> 6
nova> ? sum
sum : Num 'a => vector#'n 'a -> 'a
The sum of the elements.
cost: n additions, parallel
(sum [1 2 3])
=> 6
nova> ?? clamp
; prelude/maths.nv:25:1
;;; x, or the bound of [low, high] that lies nearest to it; low where x is NaN.
;;; cost: two operations
;;; (map (clamp 0 9) [-5 5 15])
;;; => [0 5 9]
(define (clamp low high x) (min high (max low x)))
nova> ?E0402
E0402: index ... is out of range for a vector of length ...

Elements are counted from 0, so a vector of n elements has the indices 0 to n - 1.

Example:

(! [4 5 6] 3)
nova> 
# Rows stand below one another also of one column, of complex numbers and of texts.
$ printf '%s\n' '(map (lambda (k) [(* k 12345678901)]) (range 6))' '(map (lambda (k) (map (lambda (j) (complex (to_double k) (to_double j))) (range 5))) (range 4))' '(map (lambda (k) [(replicate (+ k 1) #\a) "b" "cc"]) (range 6))' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (map (lambda (k) [(* k 12345678901)]) (range 6))
[[          0]
 [12345678901]
 [24691357802]
 [37037036703]
 [49382715604]
 [61728394505]] : vector vector int
nova> (map (lambda (k) (map (lambda (j) (complex (to_double k) (to_double j))) (range 5))) (range 4))
[[0.0+0.0i 0.0+1.0i 0.0+2.0i 0.0+3.0i 0.0+4.0i]
 [1.0+0.0i 1.0+1.0i 1.0+2.0i 1.0+3.0i 1.0+4.0i]
 [2.0+0.0i 2.0+1.0i 2.0+2.0i 2.0+3.0i 2.0+4.0i]
 [3.0+0.0i 3.0+1.0i 3.0+2.0i 3.0+3.0i 3.0+4.0i]] : vector vector (complex double)
nova> (map (lambda (k) [(replicate (+ k 1) #\a) "b" "cc"]) (range 6))
[["a"      "b" "cc"]
 ["aa"     "b" "cc"]
 ["aaa"    "b" "cc"]
 ["aaaa"   "b" "cc"]
 ["aaaaa"  "b" "cc"]
 ["aaaaaa" "b" "cc"]] : vector vector vector char
nova> 
# The type of the argument at the cursor stays in sight on a narrow terminal.
$ printf '%s\n' '(stencil-with mirror 2 ' show '<C-c><C-d>' | python3 at_terminal.py -s 60x8
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (stencil-with mirror 2
  stencil-with : Bor ...   (argument 3: (vector 'a -> 'b))
(cursor at 1, 29)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (stencil-with mirror 2
nova>
# A value whose text gets long is abbreviated from there on, also inside of vectors.
$ printf '%s\n' ':set tables off' '(map (lambda (i) (map (lambda (j) (range 9)) (range 29))) (range 29))' '(map (lambda (i) "a text that is long enough") (range 60))' | nova 2>&1 | fold -w 110
[[[0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3
 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8
] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3
 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8
] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3
 4 5 6 7 8] [0 1 2 3 4 5 6 7 8]] [[0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7
 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2
 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7
 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2
 3 4 5 6 7 8] ... [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8]] [[0 1 2 3 4 5 6 7 8] [0 1 2 3 4
 5 6 7 8] [0 1 2 3 4 5 6 7 8] ... [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8]] ... [[0 1 2 3 4
 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] ... [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7
 8]] [[0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] ... [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] 
[0 1 2 3 4 5 6 7 8]] [[0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8] ... [0 1 2 3 4 5 6 7 8] [0 1
 2 3 4 5 6 7 8] [0 1 2 3 4 5 6 7 8]]] : vector vector vector int
["a text that is long enough" "a text that is long enough" "a text that is long enough" "a text that is long e
nough" "a text that is long enough" "a text that is long enough" "a text that is long enough" "a text that is 
long enough" "a text that is long enough" "a text that is long enough" "a text that is long enough" "a text th
at is long enough" "a text that is long enough" "a text that is long enough" "a text that is long enough" "a t
ext that is long enough" "a text that is long enough" "a text that is long enough" "a text that is long enough
" "a text that is long enough" "a text that is long enough" "a text that is long enough" "a text that is long 
enough" "a text that is long enough" "a text that is long enough" "a text that is long enough" "a text that is
 long enough" "a text that is long enough" "a text that is long enough" "a text that is long enough" "a text t
hat is long enough" "a text that is long enough" "a text that is long enough" "a text that is long enough" "a 
text that is long enough" ... "a text that is long enough" "a text that is long enough" "a text that is long e
nough"] : vector vector char
# Commands that take one expression say so. A letter in a type that is searched for is a variable.
$ printf '%s\n' ':plot [1 2] [3 4]' ':show 1 2' ':copy 1 2' ':search vector a -> vector a -> a' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :plot [1 2] [3 4]
error[E0706]: `:plot` takes one expression
nova> :show 1 2
error[E0706]: `:show` takes one expression
nova> :copy 1 2
error[E0706]: `:copy` takes one expression
nova> :search vector a -> vector a -> a
average : Fractional 'a => vector 'a -> vector 'a -> 'a
weighted-sum : Num 'a => vector 'a -> vector 'a -> 'a
dot : Num 'a => vector#'n 'a -> vector#'n1 'a -> 'a
narrow-dot : Num 'a, Scalar 'a => vector#'n 'a -> vector#'n 'a -> 'a
trapz : Fractional 'a => vector#'n 'a -> vector#'n 'a -> 'a
nova> 
# What leaves another prompt, within an open form: the form's part, and how it is left.
$ printf '%s\n' '(define (f x)' 'exit' '^C' '(+ 1' 'quit()' ' 2)' '1' '^D' | python3 at_prompt.py; printf '%s\n' '(define (f x)<Enter>' 'exit<Enter>' show '<C-c><C-d>' | python3 at_terminal.py -s 100x8
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ... exit
open: ( of line 1; exit is a part of it: :quit leaves, Ctrl-C gives it up
  ... ^C
nova> (+ 1
  ... quit()
open: ( of line 1; quit() is a part of it: :quit leaves, Ctrl-C gives it up
  ...  2)
[2]:2:1: error[E0301]: unknown name `quit`
 2 | quit()
   | ^^^^
help: leave the prompt with :quit or Ctrl-D; a program ends with its last form
[2]:2:5: error[E0324]: an empty list means nothing
 2 | quit()
   |     ^^
help: the value of type unit is written nil
nova> 1
1 : int
nova> 
-- screen
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ...   exit
  ...
  open: ( of line 1; exit is a part of it: :quit leaves, Ctrl-C gives it up   (define x e), (defin
(cursor at 3, 8)
--
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (f x)
  ...   exit
  ...
nova>
# Types of other languages in a search, commands with a blank, results of other prompts.
$ printf '%s\n' ':search string' ':search list' '! echo one' '_' '__ + 1' 'Out[3]' 'ans' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :search string
error[E0306]: unknown type `string`
help: Nova's type for that is `vector char`: :search vector char
nova> :search list
error[E0306]: unknown type `list`
help: Nova's type for that is `vector t`: :search vector t
nova> ! echo one
one
nova> _
[4]:1:1: error[E0301]: unknown name `_`
 1 | _
   | ^
help: the last result at the prompt is `it`; it1, it2 and it3 are the last three; in a pattern `_` is any value
nova> __ + 1
[5]:1:1: error[E0130]: this is an expression of another language
 1 | __ + 1
   | ^^^^^^
help: it is (+ it2 1)
nova> Out[3]
[6]:1:1: error[E0130]: this is an expression of another language
 1 | Out[3]
   | ^^^^^^
help: the last result is `it`; it1, it2 and it3 are the last three
nova> ans
[7]:1:1: error[E0301]: unknown name `ans`
 1 | ans
   | ^^^
help: the last result at the prompt is `it`; it1, it2 and it3 are the last three
nova> 
# Documentation of types and of diagnostics; an abbreviation of several commands.
$ printf '%s\n' ':doc int' ':doc half' ':doc char' ':doc E0211' ':b' '(x : string)' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :doc int
int, a type of integers from -9223372036854775808 to 9223372036854775807; (to_int x) converts a number
nova> :doc half
half, a type of floating-point numbers of 16 bits; (to_half x) converts a number
nova> :doc char
char, a type: a character, as #\a; a text is a vector char
nova> :doc E0211
E0211: an operator stands behind what it works on

Operators are functions and stand in front of their operands, as all functions do: (= n 0), not (n = 0), which would call n.

Example:

(define (f n) (if (n = 0) 1 (f (- n 1))))
nova> :b
error[E0702]: there is no command :b
help: it may be :browse, :bench, :break
nova> (x : string)
[6]:1:6: error[E0306]: unknown type `string`
 1 | (x : string)
   |      ^^^^^^
help: Nova's type for that is `vector char`
nova> 
# A call with too few arguments is told to wait, at the prompt and as a program's value.
$ printf '%s\n' ':set tables off' '(map + [1 2])' '(lag 1 [1 2 3])' '(lambda (x : int) x)' '(map + [1 2] [3 4])' | nova 2>&1; nova -e '(map + [1 2])'; nova -e '(concat [[1] [2]])'; nova -e '(sum (map (+ 1) [1 2]))'
[<fun : int -> int> <fun : int -> int>] : vector (int -> int)
(map + [1 2]) gives functions, each of which waits for one more argument: at the prompt :doc map tells what it takes
<fun : Num 'a => vector vector 'a -> vector vector 'a> : Num 'a => vector vector 'a -> vector vector 'a
(lag 1 [1 2 3]) waits for one more argument: at the prompt :doc lag tells what it takes
<fun : int -> int> : int -> int
[4 6] : vector int
-e:1:1: warning[W0312]: `(map + [1 2])` gives functions, each of which waits for one more argument
 1 | (map + [1 2])
   | ^^^^^^^^^^^^^
help: at the prompt :doc map tells what it takes
[<fun : int -> int> <fun : int -> int>]
-e:1:1: warning[W0312]: `(concat [[1] [2]])` waits for one more argument
 1 | (concat [[1] [2]])
   | ^^^^^^^^^^^^^^^^^^
help: (concat x) waits for its second argument; (flatten x) joins the rows of x
<fun : vector vector int -> vector vector int>
5
# A use of a name whose definition had an error says so, once, and no longer when it is there; beside other errors it is silent.
$ printf '%s\n' ':set tables off' '(define t (foo 1))' 't' '(+ t (bar 2))' '(define-table u "nofile.csv")' '(length u)' "(define v '(1 2))" 'v' '(define t 5)' 't' | nova --allow-read . 2>&1; nova --allow-read . -e '(define-table u "nofile.csv") (length u)'
prompt:6:11: error[E0127]: `'` quotes a list, but there is no quoted data
 6 | (define v '(1 2))
   |           ^
help: a vector is [1 2], the whole form (define v [1 2])
prompt:1:12: error[E0301]: unknown name `foo`
 1 | (define t (foo 1))
   |            ^^^
prompt:2:1: error[E0301]: unknown name `t`
 2 | t
   | ^
help: its definition, prompt:1:9, had an error: there is none until that is mended
prompt:3:7: error[E0301]: unknown name `bar`
 3 | (+ t (bar 2))
   |       ^^^
prompt:4:17: error[E0501]: nofile.csv cannot be opened: No such file or directory
 4 | (define-table u "nofile.csv")
   |                 ^^^^^^^^^^^^
prompt:5:9: error[E0301]: unknown name `u`
 5 | (length u)
   |         ^
help: its definition, prompt:4:15, had an error: there is none until that is mended
prompt:7:1: error[E0301]: unknown name `v`
 7 | v
   | ^
help: its definition, prompt:6:9, had an error: there is none until that is mended
5 : int
2 of 9 forms ran; not defined: `t` and `u`
-e:1:17: error[E0501]: nofile.csv cannot be opened: No such file or directory
 1 | (define-table u "nofile.csv") (length u)
   |                 ^^^^^^^^^^^^
[exit 1]
# What fails is not told to be a definition.
$ printf '%s\n' ':profile (nope 3)' | nova 2>&1
prompt:1:2: error[E0301]: unknown name `nope`
 1 | (nope 3)
   |  ^^^^
[exit 1]
