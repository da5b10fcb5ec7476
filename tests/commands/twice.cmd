# A name that a file defines twice: uses above and between mean the first, and the second is warned of.
$ printf '%s\n' '(define (f) 1)' '(define (g) (f))' '(define (f) 2)' '(println (g))' '(println (f))' > t.nv; nova run t.nv; nova check t.nv; nova run t.nv --tier cpu 2> /dev/null; nova -e '(define a 1) (define a 2) a'; rm t.nv
t.nv:3:10: warning[W0307]: `f` is defined a second time in this file
 3 | (define (f) 2)
   |          ^
t.nv:1:10: note: uses above the second definition mean this one
 1 | (define (f) 1)
   |          ^
1
2
t.nv:3:10: warning[W0307]: `f` is defined a second time in this file
 3 | (define (f) 2)
   |          ^
t.nv:1:10: note: uses above the second definition mean this one
 1 | (define (f) 1)
   |          ^
1
2
-e:1:22: warning[W0307]: `a` is defined a second time in this file
 1 | (define a 1) (define a 2) a
   |                      ^
-e:1:9: note: uses above the second definition mean this one
 1 | (define a 1) (define a 2) a
   |         ^
2
# Values, macros, types, constructors of two types, and what stands in a module; a type's own constructors are not told.
$ printf '%s\n' '(define x 1)' '(define (h) x)' '(define x (+ x 1))' '(println* (h) ", " x)' '(define-macro m ((_) 1))' '(define (k) (m))' '(define-macro m ((_) 2))' '(println* (k) (m))' > t.nv; nova run t.nv; printf '%s\n' '(define-datatype T (A int))' '(define (old) (A 1))' '(define-datatype T (A bool))' '(define-datatype U (A double))' '(module q (define z 1) (define z 2))' '(define (z) 3)' '(println (old))' '(println q.z)' > t.nv; nova run t.nv; rm t.nv
t.nv:3:9: warning[W0307]: `x` is defined a second time in this file
 3 | (define x (+ x 1))
   |         ^
t.nv:1:9: note: uses above the second definition mean this one
 1 | (define x 1)
   |         ^
t.nv:7:15: warning[W0307]: `m` is defined a second time in this file
 7 | (define-macro m ((_) 2))
   |               ^
t.nv:5:15: note: uses above the second definition mean this one
 5 | (define-macro m ((_) 1))
   |               ^
1, 2
12
t.nv:3:18: warning[W0307]: `T` is defined a second time in this file
 3 | (define-datatype T (A bool))
   |                  ^
t.nv:1:18: note: uses above the second definition mean this one
 1 | (define-datatype T (A int))
   |                  ^
t.nv:4:21: warning[W0307]: `A` is defined a second time in this file
 4 | (define-datatype U (A double))
   |                     ^
t.nv:3:21: note: uses above the second definition mean this one
 3 | (define-datatype T (A bool))
   |                     ^
t.nv:5:32: warning[W0307]: `z` is defined a second time in this file
 5 | (module q (define z 1) (define z 2))
   |                                ^
t.nv:5:19: note: uses above the second definition mean this one
 5 | (module q (define z 1) (define z 2))
   |                   ^
(A 1)
2
# A file that is imported is a file; what it defines, and what the prelude defines, may be defined by the importing one.
$ printf '%s\n' '(define (f) 1)' '(define (f) 2)' > two.nv; printf '%s\n' '(import "two.nv")' '(define (f) 3)' '(define (sum x) 4)' '(println (f))' > t.nv; nova run t.nv; printf ':type 1\n(import "two.nv")\n(f)\n' | nova; rm t.nv two.nv
two.nv:2:10: warning[W0307]: `f` is defined a second time in this file
 2 | (define (f) 2)
   |          ^
two.nv:1:10: note: uses above the second definition mean this one
 1 | (define (f) 1)
   |          ^
3
1 : int
two.nv:2:10: warning[W0307]: `f` is defined a second time in this file
 2 | (define (f) 2)
   |          ^
two.nv:1:10: note: uses above the second definition mean this one
 1 | (define (f) 1)
   |          ^
2 : int
# Typed or loaded forms stand for themselves; who keeps an older meaning is told once, at the last definition.
$ printf '%s\n' ':type 1' '(define a 1)' '(define (f) a)' '(define a 2) (define a 3)' '(define-datatype T (A int))' '(define y (A 1))' '(define-datatype T (B int)) (define-datatype T (C int))' | nova; printf '%s\n' '(define-datatype T (A int))' '(define-datatype T (B bool))' '(define y (B true))' '(match y ((B b) b))' > t.nv; (echo :type 1; cat t.nv) | nova; echo ':load t.nv' | nova; rm t.nv
1 : int
prompt:3:22: warning[W0305]: `a` is defined anew, and `f` still uses the one of before
 3 | (define a 2) (define a 3)
   |                      ^
help: define it anew to change that
prompt:6:46: warning[W0305]: `T` is defined anew, and `y` still uses the one of before
 6 | (define-datatype T (B int)) (define-datatype T (C int))
   |                                              ^
help: define it anew to change that
1 : int
true : bool
true : bool
