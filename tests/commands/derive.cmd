# Derivations of values, as an outline: a judgement, and its premises below it.
$ nova derive -e '(let (x 2) in (+ x 1))'
PROGRAM  <(let (x 2) in (+ x 1))> => 3
  LET  <(let (x 2) in (+ x 1)), s0> => 3    s0 = []
    CONST  <2, s0> => 2
    PRIMITIVE  <(+ x 1), s1> => 3    s1 = [x -> 2]
      ID  <x, s1> => 2
      CONST  <1, s1> => 1
$ nova derive -e '(define k (+ 1 2)) (define (adder a) (lambda (b) (+ a b))) (map (adder k) [1 2])'
DEFINE  <(define k (+ 1 2))> : k is defined as 3
  PRIMITIVE  <(+ 1 2), s0> => 3    s0 = []
    CONST  <1, s0> => 1
    CONST  <2, s0> => 2
PROGRAM  <(map (adder k) [1 2])> => [4 5]
  ARRAY  <(map (adder k) [1 2]), s0> => [4 5]
    APP  <(adder k), s0> => (lambda (b) (+ a b)) [a -> 3]
      GLOBAL  <adder, s0> => (lambda (a) (lambda (b) (+ a b)))
      GLOBAL  <k, s0> => 3
      LAMBDA  <(lambda (b) (+ a b)), s1> => (lambda (b) (+ a b)) [a -> 3]    s1 = [a -> 3]
    VECTOR  <[1 2], s0> => [1 2]
    PRIMITIVE  <(+ a b), s2> => 4    s2 = [a -> 3, b -> 1]
      ID  <a, s2> => 3
      ID  <b, s2> => 1
    PRIMITIVE  <(+ a b), s3> => 5    s3 = [a -> 3, b -> 2]
      ID  <a, s3> => 3
      ID  <b, s3> => 2
# A tail call's body is a premise of the call.
$ nova derive -e '(define (count n) (if (= n 0) true (count (- n 1)))) (count 1)'
PROGRAM  <(count 1)> => true
  APP  <(count 1), s0> => true    s0 = []
    GLOBAL  <count, s0> => (lambda (n) (if (= n 0) true (count (- n 1))))
    CONST  <1, s0> => 1
    IF  <(if (= n 0) true (count (- n 1))), s1> => true    s1 = [n -> 1]
      PRIMITIVE  <(= n 0), s1> => false
        ID  <n, s1> => 1
        CONST  <0, s1> => 0
      APP  <(count (- n 1)), s1> => true
        GLOBAL  <count, s1> => (lambda (n) (if (= n 0) true (count (- n 1))))
        PRIMITIVE  <(- n 1), s1> => 0
          ID  <n, s1> => 1
          CONST  <1, s1> => 1
        IF  <(if (= n 0) true (count (- n 1))), s2> => true    s2 = [n -> 0]
          PRIMITIVE  <(= n 0), s2> => true
            ID  <n, s2> => 0
            CONST  <0, s2> => 0
          CONST  <true, s2> => true
# A letrec's function stands in the environment; a closure with the values that it holds.
$ nova derive -e '(let (k 5) in (letrec ((go (lambda (n) (if (= n 0) k (go (- n 1)))))) (go 1)))'
PROGRAM  <(let (k 5) in (letrec ((go (lambda (n) (if (= n 0) k (go (- n 1)))))) ..> => 5
  LET  <(let (k 5) in (letrec ((go (lambda (n) (if (= n 0) k (go (- n 1)))))) .., s0> => 5    s0 = []
    CONST  <5, s0> => 5
    MU  <(letrec ((go (lambda (n) (if (= n 0) k (go (- n 1)))))) (go 1)), s1> => 5    s1 = [k -> 5]
      APP  <(go 1), s2> => 5    s2 = s1[go -> (lambda (n) (if (= n 0) k (go (- n 1))))]
        ID  <go, s2> => (lambda (n) (if (= n 0) k (go (- n 1)))) [k -> 5]
        CONST  <1, s2> => 1
        IF  <(if (= n 0) k (go (- n 1))), s3> => 5    s3 = [go -> (lambda (n) (if (= n 0) k (go (- n 1)))), k -> 5, n -> 1]
          PRIMITIVE  <(= n 0), s3> => false
            ID  <n, s3> => 1
            CONST  <0, s3> => 0
          APP  <(go (- n 1)), s3> => 5
            ID  <go, s3> => (lambda (n) (if (= n 0) k (go (- n 1)))) [k -> 5]
            PRIMITIVE  <(- n 1), s3> => 0
              ID  <n, s3> => 1
              CONST  <1, s3> => 1
            IF  <(if (= n 0) k (go (- n 1))), s4> => 5    s4 = [go -> (lambda (n) (if (= n 0) k (go (- n 1)))), k -> 5, n -> 0]
              PRIMITIVE  <(= n 0), s4> => true
                ID  <n, s4> => 0
                CONST  <0, s4> => 0
              ID  <k, s4> => 5
$ nova derive -e '(types (Tree : (+ (Leaf : int) (Node : (Tree, Tree))))) (define (total t) (match t ((Leaf n) n) ((Node a b) (+ (total a) (total b))))) (total (Node (Leaf 1) (Leaf 2)))'
PROGRAM  <(total (Node (Leaf 1) (Leaf 2)))> => 3
  APP  <(total (Node (Leaf 1) (Leaf 2))), s0> => 3    s0 = []
    GLOBAL  <total, s0> => (lambda (t) (match t ((Leaf n) n) ((Node a b) (+ (total a) (total b)))))
    CONSTRUCT  <(Node (Leaf 1) (Leaf 2)), s0> => (Node (Leaf 1) (Leaf 2))
      CONSTRUCT  <(Leaf 1), s0> => (Leaf 1)
        CONST  <1, s0> => 1
      CONSTRUCT  <(Leaf 2), s0> => (Leaf 2)
        CONST  <2, s0> => 2
    CASE  <(match t ((Leaf n) n) ((Node a b) (+ (total a) (total b)))), s1> => 3    s1 = [t -> (Node (Leaf 1) (Leaf 2))]
      ID  <t, s1> => (Node (Leaf 1) (Leaf 2))
      PRIMITIVE  <(+ (total a) (total b)), s2> => 3    s2 = s1[a -> (Leaf 1), b -> (Leaf 2)]
        APP  <(total a), s2> => 1
          GLOBAL  <total, s2> => (lambda (t) (match t ((Leaf n) n) ((Node a b) (+ (total a) (total b)))))
          ID  <a, s2> => (Leaf 1)
          CASE  <(match t ((Leaf n) n) ((Node a b) (+ (total a) (total b)))), s3> => 1    s3 = [t -> (Leaf 1)]
            ID  <t, s3> => (Leaf 1)
            ID  <n, s4> => 1    s4 = s3[n -> 1]
        APP  <(total b), s2> => 2
          GLOBAL  <total, s2> => (lambda (t) (match t ((Leaf n) n) ((Node a b) (+ (total a) (total b)))))
          ID  <b, s2> => (Leaf 2)
          CASE  <(match t ((Leaf n) n) ((Node a b) (+ (total a) (total b)))), s5> => 2    s5 = [t -> (Leaf 2)]
            ID  <t, s5> => (Leaf 2)
            ID  <n, s6> => 2    s6 = s5[n -> 2]
$ nova derive -e '(let (i 0) in (begin (while (< i 2) (set! i (+ i 1))) i))'
PROGRAM  <(let (i 0) in (begin (while (< i 2) (set! i (+ i 1))) i))> => 2
  LET  <(let (i 0) in (begin (while (< i 2) (set! i (+ i 1))) i)), s0> => 2    s0 = []
    CONST  <0, s0> => 0
    SEQUENCE  <(begin (while (< i 2) (set! i (+ i 1))) i), s1> => 2    s1 = [i -> 0]
      WHILE  <(while (< i 2) (set! i (+ i 1))), s1> => nil
        PRIMITIVE  <(< i 2), s1> => true
          ID  <i, s1> => 0
          CONST  <2, s1> => 2
        ASSIGN  <(set! i (+ i 1)), s1> => nil
          PRIMITIVE  <(+ i 1), s1> => 1
            ID  <i, s1> => 0
            CONST  <1, s1> => 1
        PRIMITIVE  <(< i 2), s2> => true    s2 = s1[i -> 1]
          ID  <i, s2> => 1
          CONST  <2, s2> => 2
        ASSIGN  <(set! i (+ i 1)), s2> => nil
          PRIMITIVE  <(+ i 1), s2> => 2
            ID  <i, s2> => 1
            CONST  <1, s2> => 1
        PRIMITIVE  <(< i 2), s3> => false    s3 = s1[i -> 2]
          ID  <i, s3> => 2
          CONST  <2, s3> => 2
      ID  <i, s3> => 2
# An inner variable hides an outer one of its name; a loop's variable is a new one each time.
$ nova derive -e '(let (x 1) in (let (x x) in (for (i 0 2) (set! x (+ x i)))))'
PROGRAM  <(let (x 1) in (let (x x) in (for (i 0 2) (set! x (+ x i)))))> => nil
  LET  <(let (x 1) in (let (x x) in (for (i 0 2) (set! x (+ x i))))), s0> => nil    s0 = []
    CONST  <1, s0> => 1
    LET  <(let (x x) in (for (i 0 2) (set! x (+ x i)))), s1> => nil    s1 = [x -> 1]
      ID  <x, s1> => 1
      FOR  <(for (i 0 2) (set! x (+ x i))), s2> => nil    s2 = s1[x -> 1]
        CONST  <0, s2> => 0
        CONST  <2, s2> => 2
        ASSIGN  <(set! x (+ x i)), s3> => nil    s3 = s2[i -> 0]
          PRIMITIVE  <(+ x i), s3> => 1
            ID  <x, s3> => 1
            ID  <i, s3> => 0
        ASSIGN  <(set! x (+ x i)), s4> => nil    s4 = s2[i -> 1]
          PRIMITIVE  <(+ x i), s4> => 2
            ID  <x, s4> => 1
            ID  <i, s4> => 1
# An operator is applied as a reduction applies it.
$ nova derive -e '(reduce + 0 [1 2 3])'
PROGRAM  <(reduce + 0 [1 2 3])> => 6
  ARRAY  <(reduce + 0 [1 2 3]), s0> => 6    s0 = []
    LAMBDA  <+, s0> => +
    CONST  <0, s0> => 0
    VECTOR  <[1 2 3], s0> => [1 2 3]
    PRIMITIVE  <(+ x1 x2), s1> => 3    s1 = [x1 -> 1, x2 -> 2]
      ID  <x1, s1> => 1
      ID  <x2, s1> => 2
    PRIMITIVE  <(+ x1 x2), s2> => 6    s2 = [x1 -> 3, x2 -> 3]
      ID  <x1, s2> => 3
      ID  <x2, s2> => 3
    PRIMITIVE  <(+ x1 x2), s3> => 6    s3 = [x1 -> 0, x2 -> 6]
      ID  <x1, s3> => 0
      ID  <x2, s3> => 6
# An error: the tree up to it.
$ nova derive -e '(define (half n) (/ 10 n)) (+ 1 (half 0))'
-e:1:18: error[E0421]: division by zero: (/ 10 0)
 1 | (define (half n) (/ 10 n)) (+ 1 (half 0))
   |                  ^^^^^^^^
-e:1:33: note: in half, called here
 1 | (define (half n) (/ 10 n)) (+ 1 (half 0))
   |                                 ^^^^^^^^
PROGRAM  <(+ 1 (half 0))> => error
  PRIMITIVE  <(+ 1 (half 0)), s0> => error    s0 = []
    CONST  <1, s0> => 1
    APP  <(half 0), s0> => error
      GLOBAL  <half, s0> => (lambda (n) (/ 10 n))
      CONST  <0, s0> => 0
      PRIMITIVE  <(/ 10 n), s1> => error E0421    s1 = [n -> 0]
        CONST  <10, s1> => 10
        ID  <n, s1> => 0
[exit 1]
# What the prelude does is left out unless it is asked for; what a program prints goes to the standard error.
$ nova derive -e '(println (sum [1 2]))' 2>/dev/null
PROGRAM  <(println (sum [1 2]))> => nil
  ARRAY  <(println (sum [1 2])), s0> => nil    s0 = []
    APP  <(sum [1 2]), s0> => 3    (10 judgements inside the prelude)
      GLOBAL  <sum, s0> => (lambda (x) (reduce + 0 x))
      VECTOR  <[1 2], s0> => [1 2]
$ nova derive --prelude --depth 3 -e '(sum [1 2])'
PROGRAM  <(sum [1 2])> => 3
  APP  <(sum [1 2]), s0> => 3    s0 = []
    GLOBAL  <sum, s0> => (lambda (x) (reduce + 0 x))
    VECTOR  <[1 2], s0> => [1 2]
    ARRAY  <(reduce + 0 x), s1> => 3    s1 = [x -> [1 2]]
      LAMBDA  <+, s1> => +
      CONST  <0, s1> => 0
      ID  <x, s1> => [1 2]
      PRIMITIVE  <(+ x1 x2), s2> => 3    s2 = [x1 -> 1, x2 -> 2]
        .. 2 judgements more
      PRIMITIVE  <(+ x1 x2), s3> => 3    s3 = [x1 -> 0, x2 -> 3]
        .. 2 judgements more
# Why a program has its type: constants take the type that is asked for, let generalises, uses are instances.
$ nova derive --typing -e '(let (x 2) in (+ x 1.5))'
PROGRAM  G0 |- (let (x 2) in (+ x 1.5)) : double    G0 = {}
  LET  G0 |- (let (x 2) in (+ x 1.5)) : double
    CONST  G0 |- 2 : double
    PRIMITIVE  G1 |- (+ x 1.5) : double    G1 = G0{x : double}
      ID  G1 |- x : double
      CONST  G1 |- 1.5 : double
$ nova derive --typing -e '(define (twice f x) (f (f x))) (let (same (lambda (x) x)) in (twice (+ 1) (same 3)))'
DEFINE  G0 |- (define twice (lambda (f x) (f (f x)))) : twice has forall 'a. ('a -> 'a) -> 'a -> 'a    G0 = {}
  LAMBDA  G0 |- (lambda (f x) (f (f x))) : ('a -> 'a) -> 'a -> 'a
    APP  G1 |- (f (f x)) : 'a    G1 = G0{f : 'a -> 'a, x : 'a}
      ID  G1 |- f : 'a -> 'a
      APP  G1 |- (f x) : 'a
        ID  G1 |- f : 'a -> 'a
        ID  G1 |- x : 'a
PROGRAM  G0 |- (let (same (lambda (x) x)) in (twice (+ 1) (same 3))) : int
  LET  G0 |- (let (same (lambda (x) x)) in (twice (+ 1) (same 3))) : int
    LAMBDA  G0 |- (lambda (x) x) : 'a -> 'a
      ID  G2 |- x : 'a    G2 = G0{x : 'a}
    APP  G3 |- (twice (+ 1) (same 3)) : int    G3 = G0{same : forall 'a. 'a -> 'a}
      GLOBAL  G3 |- twice : (int -> int) -> int -> int
      APP  G3 |- (+ 1) : int -> int
        PRIMITIVE  G3 |- + : int -> int -> int
        CONST  G3 |- 1 : int
      APP  G3 |- (same 3) : int
        ID  G3 |- same : int -> int
        CONST  G3 |- 3 : int
$ nova derive --typing -e '(letrec ((go (lambda (n) (if (= n 0) 0 (go (- n 1)))))) (go 1))'
PROGRAM  G0 |- (letrec ((go (lambda (n) (if (= n 0) 0 (go (- n 1)))))) (go 1)) : int    G0 = {}
  MU  G0 |- (letrec ((go (lambda (n) (if (= n 0) 0 (go (- n 1)))))) (go 1)) : int
    LAMBDA  G1 |- (lambda (n) (if (= n 0) 0 (go (- n 1)))) : 'a -> 'b    G1 = G0{go : 'a -> 'b}
      IF  G2 |- (if (= n 0) 0 (go (- n 1))) : 'b    G2 = G1{n : 'a}
        PRIMITIVE  G2 |- (= n 0) : bool
          ID  G2 |- n : 'a
          CONST  G2 |- 0 : 'a
        CONST  G2 |- 0 : 'b
        APP  G2 |- (go (- n 1)) : 'b
          ID  G2 |- go : 'a -> 'b
          PRIMITIVE  G2 |- (- n 1) : 'a
            ID  G2 |- n : 'a
            CONST  G2 |- 1 : 'a
    APP  G3 |- (go 1) : int    G3 = G0{go : forall 'a 'b. Num 'a, Num 'b => 'a -> 'b}
      ID  G3 |- go : int -> int
      CONST  G3 |- 1 : int
$ nova derive --typing -e '(match (1, [true]) ((a, b) b!0)) (for (i 0 3) (println i)) ((map Some [#\a]))'
PROGRAM  G0 |- (match (1, [true]) ((a, b) (! b 0))) : bool    G0 = {}
  CASE  G0 |- (match (1, [true]) ((a, b) (! b 0))) : bool
    TUPLE  G0 |- (1, [true]) : (int, vector bool)
      CONST  G0 |- 1 : int
      VECTOR  G0 |- [true] : vector bool
        CONST  G0 |- true : bool
    VECTOR1-ACCESS  G1 |- (! b 0) : bool    G1 = G0{a : int, b : vector bool}
      ID  G1 |- b : vector bool
      CONST  G1 |- 0 : int
PROGRAM  G0 |- (for (i 0 3) (println i)) : unit
  FOR  G0 |- (for (i 0 3) (println i)) : unit
    CONST  G0 |- 0 : int
    CONST  G0 |- 3 : int
    ARRAY  G2 |- (println i) : unit    G2 = G0{i : int}
      ID  G2 |- i : int
PROGRAM  G0 |- ((map Some [#\a])) : vector (Maybe char)
  PARENTHESES  G0 |- ((map Some [#\a])) : vector (Maybe char)
    ARRAY  G0 |- (map Some [#\a]) : vector (Maybe char)
      CONSTRUCT  G0 |- Some : char -> (Maybe char)
      VECTOR  G0 |- [#\a] : vector char
        CONST  G0 |- #\a : char
$ nova derive --typing -e '(+ 1 "a")'
-e:1:6: error[E0205]: `+` needs numbers, but this is `vector char`
 1 | (+ 1 "a")
   |      ^^^
help: strings are joined by (++ a b)
[exit 1]
# Limits.
$ nova derive --depth 2 --width 3 -e '(+ [1 2 3 4 5]!0 (* 2 3))'
PROGRAM  <(+ (! [1 2 3 4 5] 0) (* 2 3))> => 7
  PRIMITIVE  <(+ (! [1 2 3 4 5] 0) (* 2 3)), s0> => 7    s0 = []
    VECTOR1-ACCESS  <(! [1 2 3 4 5] 0), s0> => 1
      .. 2 judgements more
    PRIMITIVE  <(* 2 3), s0> => 6
      .. 2 judgements more
$ nova derive --width 3 -e '[1 (+ 1 1) 3 4 5]'
PROGRAM  <[1 (+ 1 1) 3 4 5]> => [1 2 3 4 5]
  VECTOR  <[1 (+ 1 1) 3 4 5], s0> => [1 2 3 4 5]    s0 = []
    CONST  <1, s0> => 1
    PRIMITIVE  <(+ 1 1), s0> => 2
      CONST  <1, s0> => 1
      CONST  <1, s0> => 1
    .. 2 judgements more
    CONST  <5, s0> => 5
$ nova derive -e '(define (loop i) (if (= i 100000) i (loop (+ i 1)))) (loop 0) (loop 7)' --depth 3
PROGRAM  <(loop 0)> => 100000
  APP  <(loop 0), s0> => 100000    s0 = []
    GLOBAL  <loop, s0> => (lambda (i) (if (= i 100000) i (loop (+ i 1))))
    CONST  <0, s0> => 0
    IF  <(if (= i 100000) i (loop (+ i 1))), s1> => 100000    s1 = [i -> 0]
      PRIMITIVE  <(= i 100000), s1> => false
        .. 2 judgements more
      APP  <(loop (+ i 1)), s1> => 100000
        .. 99992 judgements more
PROGRAM  <(loop 7)> => 100000
  APP  <(loop 7), s11112> => 100000    s11112 = []
.. 1699952 judgements more were not recorded
# Programs with inputs, from the standard input, and what stands in the way.
$ echo '((n : int)) (* n n)' | nova derive - --input n=4
PROGRAM  <4> => 4
  CONST  <4, s0> => 4    s0 = []
PROGRAM  <(* n n)> => 16
  PRIMITIVE  <(* n n), s0> => 16
    GLOBAL  <n, s0> => 4
    GLOBAL  <n, s0> => 4
$ echo '(if true 1 2)' | nova derive -
PROGRAM  <(if true 1 2)> => 1
  IF  <(if true 1 2), s0> => 1    s0 = []
    CONST  <true, s0> => true
    CONST  <1, s0> => 1
$ nova derive -e '(+ 1 "a")'
-e:1:6: error[E0205]: `+` needs numbers, but this is `vector char`
 1 | (+ 1 "a")
   |      ^^^
help: strings are joined by (++ a b)
[exit 1]
$ nova derive
nova: nova derive takes a file, or -e and a program
[exit 2]
# There is no page and no paper of nothing.
$ nova derive --latex -e '(+ 1 "a")' 2>/dev/null
[exit 1]
$ nova derive --html -e ''
$ nova derive --html --latex -e 1
--html excludes --latex
Run with --help for more information.
[exit 2]
$ nova derive --depth 0 -e 1
--depth: a whole number from 1 is expected, not 0
Run with --help for more information.
[exit 2]
# Walking through it: an empty line goes on, a word's beginning is enough.
$ printf '%s\n' '' into over forward over back out where tree bogus start back end forward 4 0 7 quit nonsense | nova derive --step -e '(let (x 2) in (+ x 1))'
1/6 -> PROGRAM  <(let (x 2) in (+ x 1))>
2/6 -> LET  <(let (x 2) in (+ x 1)), s0>    s0 = []
3/6 -> CONST  <2, s0>    s0 = []
3/6 <- CONST  <2, s0> => 2
4/6 -> PRIMITIVE  <(+ x 1), s1>    s1 = [x -> 2]
4/6 <- PRIMITIVE  <(+ x 1), s1> => 3
6/6 <- CONST  <1, s1> => 1
4/6 <- PRIMITIVE  <(+ x 1), s1> => 3
1/6 -> PROGRAM  <(let (x 2) in (+ x 1))>
2/6 -> LET  <(let (x 2) in (+ x 1)), s0>
4/6 <- PRIMITIVE  <(+ x 1), s1> => 3
PRIMITIVE  <(+ x 1), s1> => 3    s1 = [x -> 2]
  ID  <x, s1> => 2
  CONST  <1, s1> => 1
there is no bogus; help lists the words
1/6 -> PROGRAM  <(let (x 2) in (+ x 1))>
this is the start
1/6 <- PROGRAM  <(let (x 2) in (+ x 1))> => 3
this is the end
4/6 -> PRIMITIVE  <(+ x 1), s1>    s1 = [x -> 2]
the judgements' numbers are 1 to 6
the judgements' numbers are 1 to 6
$ printf '%s\n' end back help | nova derive --step -e '(define (half n) (/ 10 n)) (half 0)'
-e:1:18: error[E0421]: division by zero: (/ 10 0)
 1 | (define (half n) (/ 10 n)) (half 0)
   |                  ^^^^^^^^
-e:1:28: note: in half, called here
 1 | (define (half n) (/ 10 n)) (half 0)
   |                            ^^^^^^^^
1/7 -> PROGRAM  <(half 0)>
1/7 <- PROGRAM  <(half 0)> => error
2/7 <- APP  <(half 0), s0> => error
  forward   right, Enter    one step on
  back      left            one step back
  over      down            to what this judgement gives
  into      i               to its first premise
  up        up              out: to what the judgement around it gives
  out       u               the same
  next      n               to the next call of a function with a breakpoint
  start     Home            to the start
  end       End             to the end
  where     w               the judgements around this one
  tree      t               its derivation
  help      h               this list
  quit      q               leave
  NUMBER                    to the judgement of this number
[exit 1]
$ echo out | nova derive --step --typing -e '(+ 1 2)'
1/4 -> PROGRAM  G0 |- (+ 1 2)    G0 = {}
1/4 <- PROGRAM  G0 |- (+ 1 2) : int
$ echo | nova derive --step -e '(define (f x) x)'
nothing was evaluated: a definition of a function is a value
$ echo 1 | nova derive --step -
nova: --step reads the standard input, so the program is a file or stands after -e
[exit 2]
# At the prompt: what was defined and run before is told like the rest, and the session goes on as it was.
$ printf '%s\n' '(define (adder a) (lambda (b) (+ a b)))' '(define add3 (adder 3))' '(add3 4)' ':derive (add3 4)' ':derive (define (g x) (add3 x))' ':derive (/ 1 0)' ':derive --typing (g 1)' ':derive --typing (define (k x) x)' '(k 1)' ':derive (+ 1))' ':step (g 1)' '' over 'quit' '(g 2)' ':step (define (h x) x)' '(h (g 3))' ':derive' '^D' | python3 at_prompt.py
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define (adder a) (lambda (b) (+ a b)))
adder : Num 'a => 'a -> 'a -> 'a
nova> (define add3 (adder 3))
add3 : Num 'a => 'a -> 'a
nova> (add3 4)
7 : int
nova> :derive (add3 4)
PROGRAM  <(add3 4)> => 7
  APP  <(add3 4), s0> => 7    s0 = []
    GLOBAL  <add3, s0> => (lambda (b) (+ a b)) [a -> 3]
    CONST  <4, s0> => 4
    PRIMITIVE  <(+ a b), s1> => 7    s1 = [a -> 3, b -> 4]
      ID  <a, s1> => 3
      ID  <b, s1> => 4
nova> :derive (define (g x) (add3 x))
nothing was evaluated: a definition of a function is a value
nova> :derive (/ 1 0)
[6]:1:1: error[E0421]: division by zero: (/ 1 0)
 1 | (/ 1 0)
   | ^^^^^^^
PROGRAM  <(/ 1 0)> => error
  PRIMITIVE  <(/ 1 0), s0> => error E0421    s0 = []
    CONST  <1, s0> => 1
    CONST  <0, s0> => 0
nova> :derive --typing (g 1)
PROGRAM  G0 |- (g 1) : int    G0 = {}
  APP  G0 |- (g 1) : int
    GLOBAL  G0 |- g : int -> int
    CONST  G0 |- 1 : int
nova> :derive --typing (define (k x) x)
DEFINE  G0 |- (define k (lambda (x) x)) : k has forall 'a. 'a -> 'a    G0 = {}
  LAMBDA  G0 |- (lambda (x) x) : 'a -> 'a
    ID  G1 |- x : 'a    G1 = G0{x : 'a}
nova> (k 1)
1 : int
nova> :derive (+ 1))
[10]:1:6: error[E0102]: this `)` closes nothing
 1 | (+ 1))
   |      ^
nova> :step (g 1)
(h lists the keys, q leaves)
1/10 -> PROGRAM  <(g 1)>
step> 
2/10 -> APP  <(g 1), s0>    s0 = []
step> over
2/10 <- APP  <(g 1), s0> => 4
step> quit
nova> (g 2)
5 : int
nova> :step (define (h x) x)
nothing was evaluated: a definition of a function is a value
nova> (h (g 3))
6 : int
nova> :derive
  :derive   FORM         run a form and draw the derivation of its value, or
                         with --typing of its type
nova> 
# The prelude's values are found when they are named first, which is no step of a form; --prelude tells of it.
$ printf '%s\n' ':apropos pi' ':derive (* pi 2.0)' | nova | grep -A9 '^[A-Z]'; nova derive --prelude -e '(* pi 2.0)' | head -3
PROGRAM  <(* pi 2.0)> => 6.283185307179586
  PRIMITIVE  <(* pi 2.0), s0> => 6.283185307179586    s0 = []
    GLOBAL  <pi, s0> => 3.141592653589793
    CONST  <2.0, s0> => 2.0
DEFINE  <(define pi 3.141592653589793)> : pi is defined as 3.141592653589793
  CONST  <3.141592653589793, s0> => 3.141592653589793    s0 = []
PROGRAM  <(* pi 2.0)> => 6.283185307179586
