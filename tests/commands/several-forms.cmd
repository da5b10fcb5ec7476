# Several forms at once, pasted or piped: each stands for itself. One with an error is told, and is as if never typed, with
# what names it; the others run, and :save writes them.
$ d=$(mktemp -d); p=$PWD; cd $d; printf '%s\n' '(define (g x) x)' ':vars' '(define a 1)' '(define (f x) (+ x a))' '(define (g x) (+ x undefined-thing))' '(define (h x) (g x))' '(define b (f 3))' '(println "after")' 'a' '(f 1)' '(g 7)' ':save s.nv' ':vars' | nova 2>&1; cat s.nv; nova run s.nv; rm -r $d
prompt:3:20: error[E0301]: unknown name `undefined-thing`
 3 | (define (g x) (+ x undefined-thing))
   |                    ^^^^^^^^^^^^^^^
after
1 : int
2 : int
7 : int
7 of 9 forms ran; not defined: `g` and `h` (`g` as before)
saved: 8 forms
a : int = 1
b : int = 4
; A session at Nova's prompt: nova run does it again.
(define (g x) x)
(define a 1)
(define (f x) (+ x a))
(define b (f 3))
(println "after")
a
(f 1)
(g 7)
after
7
# A definition whose value fails goes with those that name it.
$ printf '%s\n' '(define a 1)' '(define b (/ 1 0))' '(define (f x) (+ x b))' '(define (k x) (f x))' 'b' '(k 1)' ':vars' ':browse' | nova 2>&1
prompt:2:11: error[E0421]: division by zero: (/ 1 0)
 2 | (define b (/ 1 0))
   |           ^^^^^^^
prompt:5:1: error[E0301]: unknown name `b`
 5 | b
   | ^
help: its definition, prompt:2:9, had an error: there is none until that is mended
prompt:6:2: error[E0301]: unknown name `k`
 6 | (k 1)
   |  ^
help: its definition, prompt:4:10, had an error: there is none until that is mended
1 of 6 forms ran; not defined: `b`, `f` and `k`
a : int = 1
a : int
[exit 1]
# A form that holds several is taken whole, or not at all; a type with an error too.
$ printf '%s\n' '(begin (define c 1) (define d (/ 1 0)))' 'c' '(module m (define p 1) (define q (+ 1 "a")))' 'm.p' '(define-datatype Q (Q1 int) (Q2 Foo))' '(Q1 3)' '(+ 1 2)' ':browse' | nova 2>&1
prompt:1:31: error[E0421]: division by zero: (/ 1 0)
 1 | (begin (define c 1) (define d (/ 1 0)))
   |                               ^^^^^^^
prompt:2:1: error[E0301]: unknown name `c`
 2 | c
   | ^
prompt:3:39: error[E0205]: `+` needs numbers, but this is `vector char`
 3 | (module m (define p 1) (define q (+ 1 "a")))
   |                                       ^^^
help: strings are joined by (++ a b)
prompt:4:1: error[E0301]: unknown name `m.p`
 4 | m.p
   | ^^^
help: there is no `m` here that could have a field
prompt:5:33: error[E0306]: unknown type `Foo`
 5 | (define-datatype Q (Q1 int) (Q2 Foo))
   |                                 ^^^
prompt:6:2: error[E0301]: unknown name `Q1`
 6 | (Q1 3)
   |  ^^
3 : int
1 of 7 forms ran; not defined: `c`, `d`, `p` and `q`
[exit 1]
# A file stops at its first error; definitions that stand together with it are made, if they are good.
$ d=$(mktemp -d); cd $d; printf '%s\n' '(define x 5)' '(define y (+ x "a"))' '(println x)' > f.nv; printf '%s\n' ':load f.nv' 'x' ':vars' | nova 2>&1; rm -r $d
f.nv:2:16: error[E0203]: argument 2 of `+` should be `int`, but is `vector char`
 2 | (define y (+ x "a"))
   |                ^^^
help: the number that a text tells is (parse-int text), or (parse-double text)
1 of 3 forms ran; not defined: `y`
5 : int
x : int = 5
# The time limit ends the forms of a text, which are one run.
$ printf '%s\n' ':set timeout 100ms' '(define (loop x) (loop (+ x 1)))' '(loop 0)' '(+ 1 2)' ':set timeout off' '(+ 1 1)' | nova --tier interp 2>&1
prompt:2:1: error[E0604]: the time limit is reached
 2 | (loop 0)
   | ^^^^^^^^
prompt:2:1: note: in loop, called here
 2 | (loop 0)
   | ^^^^^^^^
1 of 3 forms ran
2 : int
[exit 1]
# A macro whose definition failed is unknown, or as before, to later forms, and not written.
$ d=$(mktemp -d); p=$PWD; cd $d; printf '%s\n' '(define-macro twice () ((_ x) (* 2 x)))' '(define-macro twice () ((_ x ... y ...) x))' '(twice 3)' '(define-macro bad () ((_ x ... y ...) x))' '(bad 3)' ':browse' ':save s.nv' | nova 2>&1; cat s.nv; rm -r $d
prompt:2:36: error[E0316]: this macro cannot be: `...` stands behind what it repeats, once in a list
 2 | (define-macro twice () ((_ x ... y ...) x))
   |                                    ^^^
6 : int
prompt:4:34: error[E0316]: this macro cannot be: `...` stands behind what it repeats, once in a list
 4 | (define-macro bad () ((_ x ... y ...) x))
   |                                  ^^^
prompt:5:2: error[E0301]: unknown name `bad`
 5 | (bad 3)
   |  ^^^
help: its definition, prompt:4:15, had an error: there is none until that is mended
2 of 5 forms ran
twice, a macro
saved: 2 forms
; A session at Nova's prompt: nova run does it again.
(define-macro twice () ((_ x) (* 2 x)))
(twice 3)
# A saved session that is loaded leaves `it` to what is typed then.
$ d=$(mktemp -d); p=$PWD; cd $d; printf '%s\n' '(+ 1 2)' '(* it 2)' '(+ it1 it)' ':save s.nv' | nova; printf '%s\n' ':load s.nv' 'it' '(+ 5 5)' '(+ 100 it)' 'it1' '(define it 7)' '(+ 1 1)' 'it' | nova; rm -r $d
3 : int
6 : int
9 : int
saved: 3 forms
9 : int
9 : int
10 : int
110 : int
10 : int
2 : int
7 : int
