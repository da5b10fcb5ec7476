# A type that is declared anew: who uses the older one is told, in messages the two are told apart, :doc shows the new one.
$ printf '%s\n' '(define-datatype B (B1 int) (B2))' '(define (f x) (match x ((B1 n) n) ((B2) 0)))' '(define (g x) (f x))' '(define v [(B1 1)])' ':set check' '(define-datatype B (B1 int) (B3 double))' ':doc B' ':doc B1' ':doc B3' '(f (B1 3))' '(= v [(B1 1)])' | nova 2>&1
  check first   (all, first, sample or off)
prompt:1:18: warning[W0305]: `B` is defined anew, and `f`, `g` and `v` still use the one of before
 1 | (define-datatype B (B1 int) (B3 double))
   |                  ^
help: define them anew, in this order, to change that
B, a type
(define-datatype B (B1 int) (B3 double))
B1, a constructor
(define-datatype B (B1 int) (B3 double))
B3, a constructor
(define-datatype B (B1 int) (B3 double))
prompt:1:4: error[E0203]: argument 1 of `f` should be `B`, but is `B`
 1 | (f (B1 3))
   |    ^^^^^^
prompt:2:10: note: f : B -> int
 2 | (define (f x) (match x ((B1 n) n) ((B2) 0)))
   |          ^
prompt:1:18: note: the one is the older type of this name
 1 | (define-datatype B (B1 int) (B2))
   |                  ^
prompt:1:18: note: the other is this, declared anew
 1 | (define-datatype B (B1 int) (B3 double))
   |                  ^
help: what was made with the older one is made anew, too: its functions and its values
prompt:2:6: error[E0203]: argument 2 of `=` should be `vector B`, but is `vector B`
 2 | (= v [(B1 1)])
   |      ^^^^^^^^
prompt:1:18: note: the one is the older type of this name
 1 | (define-datatype B (B1 int) (B2))
   |                  ^
prompt:1:18: note: the other is this, declared anew
 1 | (define-datatype B (B1 int) (B3 double))
   |                  ^
help: what was made with the older one is made anew, too: its functions and its values
nothing ran
[exit 1]
# Of a value made anew all who use it are told, also by others.
$ printf '%s\n' '(define a 1)' '(define (f x) (+ a x))' '(define (g x) (f x))' '(define (h x) (* x 2))' ':set check' '(define a 2)' ':set check' '(define (f x) (+ a x))' '(g 1)' '(define (g x) (f x))' '(g 1)' | nova 2>&1
  check first   (all, first, sample or off)
prompt:1:9: warning[W0305]: `a` is defined anew, and `f` and `g` still use the one of before
 1 | (define a 2)
   |         ^
help: define them anew, in this order, to change that
  check first   (all, first, sample or off)
2 : int
3 : int
# A name of the prelude that is hidden is told once.
$ printf '%s\n' '(define (sum x) x)' ':set check' '(define (sum x) (+ x 1))' '(define length 3)' '(define my-own 3)' '(sum length)' | nova 2>&1
`sum` hides the prelude's, for what is typed from now on
  check first   (all, first, sample or off)
`length` hides the prelude's, for what is typed from now on
4 : int
