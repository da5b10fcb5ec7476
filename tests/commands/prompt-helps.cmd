# What the prompt's commands say to words that are not theirs.
$ printf '%s\n' ':s 3' ':sa' ':doc :plot' ':info :plot' '(- 5)' ':apropos repeat' ':apropos foldr' ':explain 402' | nova 2>&1; nova explain 402 | head -1; nova explain e0402 | head -1
error[E0702]: there is no command :s
help: it may be :save, :set, :step, :show, :shell
  :save     FILE         write what has run as a script that does it again
  :plot     EXPR         draw a vector of numbers, or of pairs of them (>
                         x.svg: into a file)
  :plot     EXPR         draw a vector of numbers, or of pairs of them (>
                         x.svg: into a file)
<fun : int -> int> : int -> int
(- x) waits for its second argument; (neg x) negates
repeat: n times the same value is (replicate n x), n steps of a state (iterate n f x)
permute : vector int -> vector 'a -> vector 'a
scatter : vector 'a -> vector int -> vector 'a -> vector 'a
stencil : int -> (vector 'a -> 'b) -> vector 'a -> vector 'b
foldr: fold with (reduce f i xs), in sequence with (foldl f i xs)
E0402: index ... is out of range for a vector of length ...

Elements are counted from 0, so a vector of n elements has the indices 0 to n - 1.

Example:

(! [4 5 6] 3)
E0402: index ... is out of range for a vector of length ...
E0402: index ... is out of range for a vector of length ...
# Of a tier that was left nothing is told of the next one.
$ printf '%s\n' '(define xs (map (lambda (x) (* x 1.5)) (map to_double (range 1000))))' ':set tier cpu' ':why (sum xs)' ':set tier sim' ':why (sum xs)' ':set tier interp' ':why (sum xs)' ':verdicts' | nova 2>&1
prompt:1:1 (sum xs): cpu: 1 kernel, run once; checked whole once
749250.0 : double
prompt:1:1 (sum xs): sim: 1 kernel, run once; checked whole once
749250.0 : double
prompt:1:1 (sum xs): interpreted, as all is in the tier interp
749250.0 : double
xs: interpreted
(sum xs): checked whole
(sum xs): checked whole
(sum xs): interpreted
# Where nothing can be made small enough for the interpreter, a form stands unchecked for that reason.
$ printf '%s\n' '(define n 50)' '(define bodies (map (lambda (k) ((random 1 k), (random 2 k), 0.0, 0.0)) (range n)))' '(define (pull (x,y,u,v) (a,b,c,d)) (let* ((dx (- a x)) (dy (- b y)) (r (+ 0.01 (+ (* dx dx) (* dy dy)))) (w (/ 1.0 (* r (sqrt r))))) (* dx w, * dy w)))' '(define (add (a, b) (c, d)) (+ a c, + b d))' '(define (acc p bs) (reduce add (0.0, 0.0) (map (pull p) bs)))' '(define (step bs) (map (lambda (p) (let ((x,y,u,v) p) ((a,b) (acc p bs)) (u (+ u (* 0.001 a))) (v (+ v (* 0.001 b))) in (+ x (* 0.001 u), + y (* 0.001 v), u, v))) bs))' ':why (length (iterate 1000 step bodies))' ':verdicts' | nova --tier cpu 2>&1
prompt:1:1 (length (iterate 1000 step bodies)): cpu: 1 kernel, run once; unchecked: the interpreter would take too long, even for a part of it
50 : int
n: interpreted
bodies: checked whole
(length (iterate 1000 step bodies)): unchecked
# Vectors of tuples, and tuples of vectors, are abbreviated by the numbers in all.
$ printf '%s\n' ':set tables off' '(map (lambda (k) (k, k, k, k, k, k)) (range 50))' '((map (lambda (k) (k, k, k)) (range 50)), (map (lambda (k) (k, k, k)) (range 50)))' '(map (lambda (k) (k, k)) (range 5))' ':plot [1 4 9]' | nova 2>&1
[(0, 0, 0, 0, 0, 0) (1, 1, 1, 1, 1, 1) (2, 2, 2, 2, 2, 2) ... (47, 47, 47, 47, 47, 47) (48, 48, 48, 48, 48, 48) (49, 49, 49, 49, 49, 49)] : vector (int, int, int, int, int, int)
([(0, 0, 0) (1, 1, 1) (2, 2, 2) ... (47, 47, 47) (48, 48, 48) (49, 49, 49)], [(0, 0, 0) (1, 1, 1) (2, 2, 2) ... (47, 47, 47) (48, 48, 48) (49, 49, 49)]) : (vector (int, int, int), vector (int, int, int))
[(0, 0) (1, 1) (2, 2) (3, 3) (4, 4)] : vector (int, int)
9 │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠛
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢠⡄⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
  │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
1 │⣤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
   0                                                              2
