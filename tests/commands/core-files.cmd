# nova run --from core reads back what --dump core prints.
$ d=$(mktemp -d) && cd $d && printf '(define-datatype (Tree (quote-a)) (Leaf))\n' | sed "s/(quote-a)/'a/" > t.nv && printf "(define (count t) (match t ((Leaf) 0)))\n(define (total xs) (let ((twice (lambda (x) (+ x x)))) (sum (map twice xs))))\n(define-record P (x : double) (n : int))\n(define p (P 0.5 2))\n(+ (total [1 2 3]) (+ p.n (count Leaf)))\n" >> t.nv && nova run t.nv && nova run --dump core --stop-after core t.nv | tee t.core && nova run --from core t.core && nova run --from core --tier cpu t.core && nova run --from core --dump core --stop-after core t.core | cmp - t.core; rm -r $d
14
(define-datatype (Tree 'a) (Leaf))
(define count forall ['a, Num 'b] (lambda ((t.0 : (Tree 'a)))
  (match t.0
    ((Leaf) (0 : 'b)) : 'b) : (Tree 'a) -> 'b))
(define total forall ['a, Num 'b] (lambda ((xs.0 : vector#'a 'b))
  (let twice.1 forall [Num 'c]
    (lambda ((x.2 : 'c))
      (+ x.2 x.2 : 'c) : 'c -> 'c)
    (apply (sum @ ['a, 'b])
      (map (twice.1 @ ['b]) xs.0 : vector#'a 'b) : 'b) : 'b) : vector#'a 'b -> 'b))
(define-record P (x : double) (n : int))
(define p (construct P 0.5 2 : P))
(+
  (apply (total @ [1, int])
    (vector 1 2 3 : vector int) : int)
  (+
    (match p
      ((P _ _.0) _.0) : int)
    (apply (count @ [unit, int]) (constructor Leaf : (Tree unit)) : int) : int) : int)
14
14
$ d=$(mktemp -d) && cd $d && printf '((n : int))\n(println n)\n(/ 6 n)\n' > i.nv && nova run --dump core --stop-after core i.nv > i.core; cat i.core; nova run --from core i.core --input n=0; nova run --from core i.core --input n=4; nova run --from core i.core; rm -r $d
((n : int))
(println n : unit)
(/ 6 n : int)
0
i.core:3:1: error[E0421]: division by zero: (/ 6 0)
 3 | (/ 6 n : int)
   | ^^^^^^^^^^^^^
4
1
i.core:1:3: error[E0705]: the input n is declared but not given
 1 | ((n : int))
   |   ^
# What is no form, is not typed so, or uses what is not there.
$ d=$(mktemp -d) && cd $d && for t in '(+ 1 2)' '(+ 1 2 : double)' '(+ 1 2 : ...)' '(let x.1 2 (+ x.1 1 : int) : float)' 'y.1' '(f @ [int])' '(lambda (x) x : int)' '(lambda ((x.1 : int)) y.2 : int -> int)' '(if true 1 : int)' '(project x (tuple 1 2 : (int, int)) : int)' '(project 2 (tuple 1 2 : (int, int)) : int)' '(tuple 1 : int)' '(apply 1 2 : int)' '(construct Some 1 2 : (Maybe int))' '(construct Maybe 1 : (Maybe int))' '(builtin maps : int)' '(frob 1 : int)' '(match (vector 1 : vector int) ((Some x.1) x.1) : int)' '(match true (true 1) : int)' '(set! x.1 2 : unit)' '(letrec (f.1) 1 2 : int)' '(reduce lane (builtin - : int -> int -> int) 0 (vector 1 2 : vector int) : int)' '(apply (sum @ [1, double]) (vector 1 2 : vector int) : int)' '(define f (lambda ((x.0 : int)) x.0 : int))' '(map (lambda ((x.0 : int)) (print "a" : unit) : int -> unit) (vector 1 : vector int) : vector unit)' '(3 : bool)' '(300 : int8)' '(define x.1 2)' '()' ')' '(module (define x 1))'; do echo "$t" > w.core; nova run --from core w.core; done; rm -r $d
w.core:1:1: error[E0337]: this is no form of a core file: a type should stand behind the form, as in (form : type)
 1 | (+ 1 2)
   | ^^^^^^^
w.core:1:1: error[E0203]: this expression should be `double`, but is `int`
 1 | (+ 1 2 : double)
   | ^^^^^^^^^^^^^^^^
w.core:1:10: note: the type `double` is written here
 1 | (+ 1 2 : double)
   |          ^^^^^^
help: numbers are converted by hand: (to_double (+ 1 2 : double))
w.core:1:1: error[E0337]: this is no form of a core file: a type is too long to be printed whole
 1 | (+ 1 2 : ...)
   | ^^^^^^^^^^^^^
w.core:1:1: error[E0203]: this expression should be `float`, but is `int`
 1 | (let x.1 2 (+ x.1 1 : int) : float)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.core:1:30: note: the type `float` is written here
 1 | (let x.1 2 (+ x.1 1 : int) : float)
   |                              ^^^^^
help: numbers are converted by hand: (to_float x)
w.core:1:1: error[E0301]: unknown name `y`
 1 | y.1
   | ^^^
w.core:1:1: error[E0301]: unknown name `f`
 1 | (f @ [int])
   | ^^^^^^^^^^^
w.core:1:10: error[E0337]: this is no form of a core file: a parameter is (x.1 : t)
 1 | (lambda (x) x : int)
   |          ^
w.core:1:23: error[E0301]: unknown name `y`
 1 | (lambda ((x.1 : int)) y.2 : int -> int)
   |                       ^^^
w.core:1:1: error[E0337]: this is no form of a core file: `if` has too few parts
 1 | (if true 1 : int)
   | ^^^^^^^^^^^^^^^^^
w.core:1:10: error[E0337]: this is no form of a core file: a position should stand here
 1 | (project x (tuple 1 2 : (int, int)) : int)
   |          ^
w.core:1:1: error[E0218]: there is no position 2 in `(int, int)`, which has 2 items
 1 | (project 2 (tuple 1 2 : (int, int)) : int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: positions count from 0
w.core:1:1: error[E0337]: this is no form of a core file: `tuple` has too few parts
 1 | (tuple 1 : int)
   | ^^^^^^^^^^^^^^^
w.core:1:8: error[E0206]: this is no function, so it can't be called: it is `int`
 1 | (apply 1 2 : int)
   |        ^
help: a tuple has commas: (a, b, c); a vector has square brackets: [a b c]
w.core:1:19: error[E0207]: `Some` takes 1 argument, but is given 2
 1 | (construct Some 1 2 : (Maybe int))
   |                   ^
w.core:1:12: error[E0301]: unknown name `Maybe`
 1 | (construct Maybe 1 : (Maybe int))
   |            ^^^^^
w.core:1:10: error[E0337]: this is no form of a core file: the name of a built-in should stand here
 1 | (builtin maps : int)
   |          ^^^^
w.core:1:2: error[E0337]: this is no form of a core file: a word of the core language, or a built-in, should stand here
 1 | (frob 1 : int)
   |  ^^^^
w.core:1:33: error[E0203]: this pattern should be `vector int`, but is `(Maybe 'a)`
 1 | (match (vector 1 : vector int) ((Some x.1) x.1) : int)
   |                                 ^^^^^^^^^^
w.core:1:8: note: what is matched is `vector int`
 1 | (match (vector 1 : vector int) ((Some x.1) x.1) : int)
   |        ^^^^^^^^^^^^^^^^^^^^^^^
w.core:1:1: error[E0209]: not all values are matched: false is missing
 1 | (match true (true 1) : int)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.core:1:7: error[E0301]: unknown name `x`
 1 | (set! x.1 2 : unit)
   |       ^^^
help: a new name gets its value by (define x.1 2)
w.core:1:15: error[E0337]: this is no form of a core file: a lambda should stand here
 1 | (letrec (f.1) 1 2 : int)
   |               ^
w.core:1:9: error[E0227]: the core file says `lane` here, but the program has `ordered`
 1 | (reduce lane (builtin - : int -> int -> int) 0 (vector 1 2 : vector int) : int)
   |         ^^^^
w.core:1:19: error[E0227]: the core file says `double` here, but the program has `int`
 1 | (apply (sum @ [1, double]) (vector 1 2 : vector int) : int)
   |                   ^^^^^^
w.core:1:11: error[E0337]: this is no form of a core file: its type has fewer arrows than it has parameters
 1 | (define f (lambda ((x.0 : int)) x.0 : int))
   |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
w.core:1:28: error[E0208]: `print` does IO, which is not allowed inside `map`
 1 | (map (lambda ((x.0 : int)) (print "a" : unit) : int -> unit) (vector 1 : vector int) : vector unit)
   |                            ^^^^^^^^^^^^^^^^^^
w.core:1:2: note: `map` may run its function on many elements at once, in any order
 1 | (map (lambda ((x.0 : int)) (print "a" : unit) : int -> unit) (vector 1 : vector int) : vector unit)
   |  ^^^
help: IO is done in order by a loop, (for (i 0 n) ...) or (let loop ((x e)) ...), and by foldl
w.core:1:2: error[E0203]: this expression should be `bool`, but is a number
 1 | (3 : bool)
   |  ^
w.core:1:6: note: the type `bool` is written here
 1 | (3 : bool)
   |      ^^^^
help: a number is neither true nor false: compare it, as in (~= 3 0)
w.core:1:2: error[E0201]: 300 does not fit in int8, which holds -128 to 127
 1 | (300 : int8)
   |  ^^^
w.core:1:1: error[E0337]: this is no form of a core file: a definition is (define name value)
 1 | (define x.1 2)
   | ^^^^^^^^^^^^^^
w.core:1:1: error[E0337]: this is no form of a core file: a form should stand here
 1 | ()
   | ^^
w.core:1:1: error[E0102]: this `)` closes nothing
 1 | )
   | ^
# Text of any depth and size.
$ d=$(mktemp -d) && cd $d && python3 -c "n=300000; print('(begin '*n + '1' + ' : int)'*n)" > deep.core && nova run --from core deep.core 2>&1 | cut -c1-100; python3 -c "print('(tuple ' + '1 '*200000 + ': (' + ', '.join(['int']*200000) + '))')" > wide.core && nova run --from core --timeout 20s wide.core 2>&1 | cut -c1-60; head -c 3000 /dev/zero > zero.core && nova run --from core zero.core 2>&1 | head -n 1 | cut -c1-60; rm -r $d
deep.core:1:1: error[E0227]: the core file says `(begin (begin (begin (begin (begin (begin (begin (b
 1 | (begin (begin (begin (begin (begin (begin (begin (begin (begin (begin (begin (begin (begin (beg
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
wide.core:1:404011: error[E0227]: the core file says `int` h
 1 | …int, int, int, int, int, int, int, int, int, int, in
   |                                                    ^^^
zero.core:1:1: error[E0114]: invisible characters stand in t
$ nova run --from nova x.nv
--from: nova not in {core,plan}
Run with --help for more information.
[exit 2]
# Definitions of modules in modules are compared, too.
$ d=$(mktemp -d) && cd $d && echo '(module a (module b (define g (lambda ((x.0 : int)) (apply (abs @ [double]) x.0 : int) : int -> int))))' > m.core && nova run --from core m.core; rm -r $d
m.core:1:29: error[E0227]: the core file says `g` here, but the program has `b/g`
 1 | (module a (module b (define g (lambda ((x.0 : int)) (apply (abs @ [double]) x.0 : int) : int -> int))))
   |                             ^
# What does not go with a plan file.
$ nova run --from plan --output n=x.npy x.plan; nova run --from plan --tier cuda x.plan
nova: a plan file has its inputs in its runs, so --input and --output do not go with --from plan
nova: --from plan repeats runs in the tiers cpu and sim, with code that is compiled for them
[exit 2]
# A type is declared above the forms below it: a later type's constructors may have the same names.
$ d=$(mktemp -d) && cd $d && printf "(define-datatype Ints (Nil) (Cons int Ints))\n(Cons 1 Nil)\n(define-datatype Texts (Nil) (Cons (vector char) Texts))\n(Cons \"a\" Nil)\n" > l.nv && nova run --dump core --stop-after core l.nv 2>/dev/null | tee l.core && nova run --from core l.core 2>/dev/null; rm -r $d
(define-datatype Ints (Nil) (Cons int Ints))
(construct Cons 1 (constructor Nil : Ints) : Ints)
(define-datatype Texts (Nil) (Cons vector char Texts))
(construct Cons "a" (constructor Nil : Texts) : Texts)
(Cons "a" (Nil))
