# What a file defines, in its order, from its comments and types. (A line of a transcript that begins with # is a remark: sed makes the title another.)
$ printf '%s\n' '; Points of the plane.' '' ';;; A point, or nowhere.' '(types (Place : (+ (At : (double, double)) (Nowhere : unit))))' '' ';;; How far a point lies from the origin.' ';;; Nowhere is infinitely far.' ';;; cost: one square root' ';;; (distance (At (3.0, 4.0)))' ';;; => 5.0' '(define (distance p)' '  (case p (At xy (sqrt (+ (* xy.0 xy.0) (* xy.1 xy.1)))) (Nowhere x inf)))' '' '; about nothing' '' '(define limit 10)' '' '(module turns' '  ;;; By a right angle.' '  (define (turn (x, y)) ((neg y), x)))' '' ';;; Twice.' '(define-macro twice ((_ e) (begin e e)))' | nova doc - | sed 's/^# /= /'
= <stdin>

Points of the plane.

## Place

`Place`: a type; constructors `(At double double)`, Nowhere

A point, or nowhere.

## distance

`distance : Place -> double`

How far a point lies from the origin.
Nowhere is infinitely far.

Cost: one square root.

```
(distance (At (3.0, 4.0)))
; => 5.0
```

## limit

`limit : int`

## turns.turn

`turns.turn : Num 'b => ('a, 'b) -> ('b, 'a)`

By a right angle.

## twice

`twice`: a macro; forms `(twice e)`

Twice.
$ echo '(define (f x) (+ x "a"))' | nova doc -
<stdin>:1:20: error[E0205]: `+` needs numbers, but this is `vector char`
 1 | (define (f x) (+ x "a"))
   |                    ^^^
help: strings are joined by (++ a b)
[exit 1]
$ nova doc
file is required
Run with --help for more information.
[exit 2]
# What :doc tells of a module's members is theirs.
$ printf '%s\n' '(module turns' '  ;;; By a right angle.' '  (define (turn (x, y)) ((neg y), x)))' ':doc turns.turn' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (module turns
  ...   ;;; By a right angle.
  ...   (define (turn (x, y)) ((neg y), x)))
turn : Num 'b => ('a, 'b) -> ('b, 'a)
nova> :doc turns.turn
turns.turn : Num 'b => ('a, 'b) -> ('b, 'a)
By a right angle.
nova> 
# A macro tells the forms that it takes.
$ printf '%s\n' '(define-macro swap (with)' '  ((_ (a ; first' '    b))' '    (b, a))' '  ((_ a with b ...) (b ..., a)))' '(define-macro none' '  ((_) 0))' | nova doc - | sed 's/^# /= /'
= <stdin>

## swap

`swap`: a macro; forms `(swap (a b))`, `(swap a with b ...)`

## none

`none`: a macro; forms `(none)`
$ printf '%s\n' ':doc when' ':doc kernel*' ':info cond' '(define-macro twice ((_ e) (begin e e)))' ':doc twice' | nova
when, a macro: (when c e ...)
The expressions, for what they do, if the condition is true. The last one must be unit.
cost: its condition, and its expressions if that is true
(let ((n 1)) (when (> n 0) (set! n 5)) n)
=> 5
kernel*, a macro
(kernel* (binding) body ...)
(kernel* (binding more ...) body ...)
Nested kernels, the first outermost.
cost: as nested maps: n m calls, parallel
(kernel* ((x [1 2]) (y [10 20])) (+ x y))
=> [[11 21] [12 22]]
cond, a macro
(cond (else e ...))
(cond (c e ...))
(cond (c e ...) clause ...)
The value of the first clause whose condition is true.
cost: its conditions up to the first that is true, and one body
(cond ((< 2 1) "less") ((= 2 1) "equal") (else "greater"))
=> "greater"
twice, a macro: (twice e)
