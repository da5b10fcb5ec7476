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

`twice`: a macro

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
nova> :doc turns.turn
turns.turn : Num 'b => ('a, 'b) -> ('b, 'a)
By a right angle.
nova> 
