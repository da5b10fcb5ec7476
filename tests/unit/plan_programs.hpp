// Small programs that lower: definitions, then an expression. Some end in an error.
#pragma once
#include <string_view>

namespace nova::plan {

/// Returns the example of a built-in, or a constant for one that has no plan: the interpreter draws plots.
constexpr const char* example_with_plan(std::string_view name, const char* example) {
  return name == "plot" ? "0" : example;
}

constexpr const char* programs[] = {
    // reductions
    "(define r1 [1.5f 2.5f -3.5f 1e10f]) (reduce + 0.0f (map (lambda (x) (* x x)) r1))",
    "(sum (map (lambda (x) (* x x)) (iota 5000)))",
    "(reduce max [3 1 4 1 5])",
    "(reduce max (filter (lambda (x) (> x 10)) [3 1 4]))",
    "(reduce - 100 [1 2 3 4 5])",
    "(reduce (lambda ((a, b) (c, d)) ((+ a c), (max b d))) (0, 0) (zip (iota 100) (reverse (iota 100))))",
    "(let ((s (array 50 0))) (begin (for (i 0 200) (set! s!(% (* i 7) 50) (+ i s!(% i 50)))) (sum s)))",
    "(map (lambda (n) (let ((v (iota n))) (begin (for (i 0 (- n 1)) (when (odd v!i) (set! v!(+ i 1) (* 3 "
    "v!i)))) v))) [0 3 "
    "7])",
    "(sum (map sum (scanl (lambda (r k) (map (lambda (x) (% (+ (* x 31) k) 101)) (++ r [k]))) (iota 4) (iota "
    "20))))",
    "(map (lambda (n) (scanl (lambda (s k) (- (* 2 s) k)) n [1..n])) [0 3 5])",
    "(tabulate (30, 20) (lambda (i, j) (* i (+ j 1))))",
    "(sum (map (lambda (i) (length [i..(* i 2)])) [-3..40]))",
    "(dot (map to_double (iota 2000)) (map sqrt (map to_double (iota 2000))))",
    "(define r2 (map to_float (iota 3000))) (let (m (mean r2)) in (m, (variance r2), (minimum r2), (maximum "
    "r2)))",
    "((any odd [2 4 6]), (all even [2 4 6]), (count odd (iota 77)))",
    "((argmin [3.0 nan 1.0 1.0]), (argmax [3.0 nan 1.0 1.0]))",
    "(foldl - 0 [1 2 3])",
    "(foldl (lambda (acc x) (++ acc [x x])) [0] [1 2 3])",
    "(reduce-comm (lambda (a b) (+ a b)) 0.0 (map to_double (iota 1500)))",
    // scans
    "((scan + 0 (iota 100)), (exscan max -1 [3 1 4 1 5]))",
    "(define s1 (map to_float (iota 300))) (scan (lambda (a b) (+ (* a 0.5f) b)) 0.0f s1)",
    "(scan (lambda ((a, b) (c, d)) ((* a c), (+ (* b c) d))) (1, 0) (zip [1 2 3] [4 5 6]))",
    // maps, filters
    "(map + [1 2 3] [10 20 30])",
    "(map + [1 2 3] [10 20])",
    "(map (lambda (x) (/ 100 x)) [1 2 0 4])",
    "(map (lambda (x) (if (= x 0) 0 (/ 100 x))) [1 2 0 4])",
    "(filter odd (map (lambda (x) (* x 3)) (iota 50)))",
    "(filter (lambda (r) (> (length r) 1)) [[1] [2 3] [] [4 5 6]])",
    "(partition odd (iota 20))",
    "(map (lambda (p) (+ p.0 (to_int p.1))) (zip [1 2] [3.5 4.5]))",
    "(map (lambda (x) ((+ x 1), (to_float x), (odd x))) (iota 5))",
    "((map not [true false]), (map to_char [104 105]), (map to_uint8 [300 -1]))",
    "(let (v (filter odd (iota 9))) in (map (lambda (x) (* x (length v))) v))",
    "(let (v (filter odd (iota 9))) in (reduce + 0 (map (lambda (x) (* x (length v))) v)))",
    "(let (v (filter odd (iota 9))) in (filter (lambda (x) (< x (length v))) v))",
    // elements elsewhere
    "(gather [2 0 1 1] [10 20 30])",
    "(gather [2 3] [10 20 30])",
    "(permute [1 2 0] [10 20 30])",
    "(permute [1 1 0] [10 20 30])",
    "(scatter [0 0 0 0] [2 0 2] [5 7 9])",
    "(scatter [0 0] [2] [5])",
    "(scatter (replicate 2500 0.5f) (exscan + 0 (map (lambda (i) (% i 2)) (iota 4999))) (map to_float (iota "
    "4999)))",
    "(unzip (scatter (zip (iota 40) (replicate 40 0.5)) (map (lambda (p) (% (* p 7) 40)) (scan max 3 (iota "
    "3000))) (zip (iota 3000) (map to_double (iota 3000)))))",
    "(map (lambda (n) (scatter (iota 9) (exscan + 1 (replicate n 1)) (iota n))) [0 1 8])",
    "(scatter (replicate 99 0) (scan + 0 (iota 50)) (iota 50))",
    "(scatter [[1] [2 3] []] [2 0 2] [[4 4] [5] [6 7 8]])",
    "(map (lambda (n) (sum (scatter (replicate 9 0) (iota n) (map (lambda (k) (* k n)) (iota n))))) [1 3 9])",
    "(slice 1 2 6 [0 1 2 3 4 5])",
    "((slice 5 -2 0 [0 1 2 3 4 5]), (slice 3 1 3 [1 2 3]))",
    "(slice 1 2 9 [0 1 2 3 4 5])",
    "(define v9 (iota 9)) ((++ (drop 3 v9) (take 3 v9)), (rotate -2 v9), (take 20 v9))",
    "(define a1 (iota 40)) (define (both x y) (++ x y)) ((map (lambda (x) (* 2 x)) (++ a1 (++ (iota 7) "
    "a1))), (filter "
    "odd (++ a1 (reverse a1))), (both [] a1), (both a1 []), (++ (++ a1 (take 3 a1)) (++ (drop 2 a1) a1)))",
    "(define a2 (iota 50)) (define b2 (reverse a2)) (define (pick k) (map (lambda (i) (if (< (- i k) 3) a2!i "
    "(! b2 (- 49 i)))) (iota 50))) ((pick 0), (pick 20), (pick 99), (pick -9223372036854775807), (pick "
    "9223372036854775800))",
    "(take -1 [1 2])",
    "((reverse [1 2 3]), (! [4 5 6] 1), (first [7 8]))",
    "(! [4 5 6] 3)",
    "((range 5), (range 2 8 3), (range 5 0 -2), (range 3 1), (replicate 3 (1, 2.0)))",
    "((range 2i8 7i8), (iota 3u8))",
    "(iota -1)",
    // nested
    "(map (reduce + 0) [[1 2] [] [3 4 5]])",
    "(map (lambda (r) (map (* 2) r)) [[1 2] [] [3 4 5]])",
    "(map (lambda (n) (iota n)) [3 0 2])",
    "(map (lambda (n) (map iota (iota n))) [3 0 2])",
    "(outer * [1 2] [10 20 30])",
    "(map (lambda (x) (x, (iota x))) [2 3])",
    "((flatten [[1 2] [] [3]]), (concat-map iota [1 2 3]), (expand (lambda (x) x) * [2 3 1]))",
    "(unflatten [1 0 2] [4 5 6])",
    "(unflatten [1 0 3] [4 5 6])",
    "((reverse [[1] [2 3]]), (gather [1 1 0] [[1] [2 3]]), (++ [[1] [2]] [[3 4]]), (replicate 2 [1 2]))",
    "((transpose [[1 2 3] [4 5 6]]), (matmul [[1 2] [3 4]] [[5 6] [7 8]]))",
    "(transpose [[1 2 3] [4 5]])",
    "(define m1 (reshape (3, 4) (map to_float (iota 12)))) ((matmul m1 (transpose m1)), (shape m1), m1!(1, "
    "2), (flatten m1))",
    "(reshape (3, 5) (iota 12))",
    "(matmul (replicate 2 (replicate 3 1.5)) (replicate 2 [1.0]))",
    "(define m2 (reshape (4, 4) (iota 16))) (define (cut n) (map (lambda (x) x) (take n (flatten (matmul m2 "
    "m2))))) "
    "((cut 7), (cut 2), (cut 16))",
    "((map (map (+ 1)) (rows (reshape (2, 3) (range 6)))), (matrix [[1 2] [3 4]]))",
    "(stencil 3 (lambda (w) (reduce + 0 w)) [1 2 3 4])",
    "(stencil (3, 1) (lambda (w) (+ (- w!(0, 0) w!(1, 0)) w!(2, 0))) (reshape (3, 2) (range 6)))",
    "(stencil 2 (lambda (w) 0) [1 2])",
    "(chunks 2 [1 2 3 4 5])",
    // sorting and grouping
    "((sort [3 1 2]), (sort [2.0 nan -0.0 0.0 -1.0]), (sort-by neg [3 1 2]), (sort [(2, 1.0) (1, nan) (1, "
    "0.5)]))",
    "((group-by (lambda (x) (% x 3)) (iota 10)), (unique [3 1 3 2 1]), (histogram 4 [0 1 1 3]))",
    "(histogram 3 [0 3])",
    "(define h1 (map (lambda (k) (% (* k 7) 5000)) (iota 9000))) ((histogram 7 (map (lambda (k) (% k 7)) "
    "h1)), "
    "(reduce-by-index (replicate 5000 0i32) max 0i32 h1 (map to_int32 (iota 9000))))",
    "(reduce-by-index [(0, 9) (1, 9) (2, 9)] (lambda ((a, b) (c, d)) ((+ a c), (min b d))) (0, 0) [2 0 2 1 "
    "2] (map "
    "(lambda (k) (k, (* 2 k))) (iota 5)))",
    "(reduce-by-index [1 1] (lambda (a b) (/ (+ a b) (- b 3))) 0 [0 1 0 1] [5 6 7 8])",
    "(reduce-by-index [1 1] (lambda (a b) (/ (+ a b) (- b 7))) 0 [0 1 0 1] [5 6 7 8])",
    "(reduce-by-index [false true] and true [0 1] [true false])",
    "(map (lambda (n) (histogram 3 (map (lambda (k) (% (* k n) 3)) (iota n)))) [1 4 7])",
    "(map (lambda (n) (histogram 3 (map (lambda (k) (* k n)) (iota 3)))) [0 1 2])",
    "(scatter (replicate 3 0) (map (lambda (k) (* k 50000000)) (iota 20)) (iota 20))",
    "(reduce-by-index [1.0 1.0 1.0] (lambda (a b) (+ (* a 2.0) b)) 0.0 [2 0 2 2] [1.0 2.0 3.0 4.0])",
    "((sort [[2 1] [1] [] [1 0]]), (sort-by (lambda (w) w) [\"b\" \"ab\" \"a\" \"\"]), (< [1.0] [1.0 nan]), "
    "(< [nan 1.0] [nan 2.0]))",
    "(group-by (lambda (w) w) [\"b\" \"a\" \"b\"])",
    "((join-by fst (lambda (k) (% k 3)) [(1, 2.5) (4, 1.5) (2, 0.5)] (iota 8)), (join-by (lambda (x) x) "
    "(lambda "
    "(y) y) [nan 1.0 -0.0] [0.0 1.0 nan 0.0]))",
    "[(a, b) | (ka, a) <- [(\"x\", 1) (\"y\", 2)], (kb, b) <- [(\"y\", 3) (\"z\", 4)], (= ka kb)]",
    "(join-by (lambda (x) (/ 6 x)) (lambda (y) (/ 6 y)) [1 2 3] [3 0 1])",
    "(map (lambda (w) (match w (\"one\" 1) (\"two\" 2) (else 0))) [\"two\" \"one\" \"three\" \"\"])",
    // short lengths known beforehand
    "((reduce + 0.5f [1e8f 1f -1e8f 1f 3f]), (reduce (lambda (a b) (- a b)) 1.5 [1e16 1.0 -1e16 3.0]))",
    "(map (lambda (i) (dot [0.25 0.5 0.25] (map to_double [i (* i i) 7]))) (iota 4))",
    "(map (lambda (i) (! [1 2 3] i)) [0 2 3])",
    // loops
    "((iterate 5 (* 2) 1), (gcd 48 36))",
    "(map (lambda (n) (gcd n 36)) (iota 40))",
    "(let ((n 10) (s 0)) (while (> n 0) (set! s (+ s n)) (set! n (- n 1))) s)",
    "(let ((s [0])) (for (i 0 3) (set! s (++ s [i]))) s)",
    "(map (lambda (n) (let ((s 0)) (for (i 0 n) (when (odd i) (set! s (+ s i)))) s)) (iota 6))",
    "(define (collatz n k) (if (= n 1) k (if (even n) (collatz (/ n 2) (+ k 1)) (collatz (+ 1 (* 3 n)) (+ k "
    "1)))))"
    "(map (lambda (n) (collatz (+ n 1) 0)) (iota 20))",
    "(define (find-root lo hi k) (let (mid (/ (+ lo hi) 2)) in (if (= k 0) lo (if (> (* mid mid) 50) "
    "(find-root lo mid (- k 1))"
    " (find-root mid hi (- k 1)))))) (find-root 0 50 20)",
    "(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (map fib (range 3 12))",
    "(define (even-steps n) (if (= n 0) true (odd-steps (- n 1))))"
    "(define (odd-steps n) (if (= n 0) false (even-steps (- n 1)))) (map even-steps (iota 5))",
    "(define base 100) (define (up n) (if (= n 0) base (+ (/ 12 (- n 7)) (up (- n 1))))) ((map up [1 2 6]), "
    "(up 7))",
    "(letrec ((f (lambda (m n) (cond ((= m 0) (+ n 1)) ((= n 0) (f (- m 1) 1)) (else (f (- m 1) (f m (- n "
    "1))))))))"
    " (map (lambda (n) (f 2 n)) (iota 4)))",
    "(define half 0.5) (define (both x) (let (s (+ half (* x (+ 1.25 (* x (+ 2.0 (* x x))))))) in (s, (> s "
    "3.0))))"
    "(map (lambda (x) (let ((a, b) (both x)) ((c, d) (both (+ x 1.0))) in ((+ a c), (and b d)))) [1.0 2.0])",
    "(types (Step : (+ (Stop : int) (Go : (int, int)))))"
    "(define (walk n) (if (= n 0) (Stop 7) (match (walk (- n 1)) ((Stop k) (Go k n)) ((Go a b) (if (odd n) "
    "(Go b a) (Stop a))))))"
    "(map walk (iota 6))",
    "(fft [(1.0, 0.0) (2.0, 0.0) (3.0, 0.0) (4.0, 0.0)])",
    "(letrec ((f (lambda (i acc) (if (= i 0) acc (f (- i 1) (+ acc i)))))) (map (lambda (n) (f n 0)) (iota "
    "5)))",
    // choices, tuples, sums
    "(map (lambda (x) (match x (0 10) (1 20) (else 30))) (iota 4))",
    "(map (lambda (a, b) (match (a, b) ((0, y) y) ((x, 1) x) (else -1))) (zip [0 5 6] [7 1 2]))",
    "(define c1 [1 2 3]) (if (> (length c1) 2) (map (+ 1) c1) [0])",
    "(types (Op : (+ (Add : int) (Scale : double) (Nothing : unit))))"
    "(map (lambda (x) (case (if (odd x) (Add x) (if (= x 2) (Scale 2.5) (Nothing))) (Add n n) (Scale d "
    "(to_int d)) (Nothing u 100))) (iota 5))",
    "(types (Sh : (+ (Circle : double) (Path : vector int) (Dot : unit))))"
    "(define shapes [(Circle 1.5) (Path [1 2]) (Dot) (Path [])])"
    "((reverse shapes), (map (lambda (s) (match s ((Path v) (sum v)) (else 0))) shapes), (filter (lambda (s) "
    "(~= s (Dot))) shapes))",
    "(map (lambda (x) (if (odd x) (Some [x]) (None))) (iota 3))",
    "(from-maybe 0 (find (lambda (x) (> x 2)) (iota 5)))",
    "((= [1 2] [1 2]), (= [1 2] [1 3]), (< (1, 2.0) (1, nan)), (<= (1, 2) (1, 2)), (= (zip [1] [nan]) (zip "
    "[1] [nan])))",
    "((map (compose neg abs) [-1 2]), ((flip - 1) 10), (map (curry (lambda (a, b) (+ a b)) 1) [1 2]))",
    "(define add-two (compose (+ 1) (+ 1))) (map add-two [1 2])",
    "([x | x <- (iota 20), (odd x)], [(x, y) | x <- (iota 3), y <- (range x 3)])",
    "[(x,y,z) | x <- (range 1 20), y <- (range x 20), z <- (range y (+ x y)), (< z 20), (= (+ (* x x) (* y "
    "y)) (* z z))]",
    "(assert (< 1 2))",
    "(assert (< 2 1))",
    "((if true 1 (error! \"never\")), \"text\")",
    "((force (map (+ 1) (iota 4))), (force [[1] [2 3]]))",
    "(let (unused (map (lambda (x) (/ 1 x)) [0])) in 3)",
    "((map (lambda (i) (random 7 i)) (iota 5)), (polynomial [1.0 2.0 3.0] 2.0))",
    // states and elements that hold vectors
    "(reduce (lambda (a b) (++ b a)) [0] (map iota [3 0 2 1]))",
    "(reduce (lambda (a b) (map + a b)) [0.0 0.5] (map (lambda (i) [(to_double i) 0.1]) (iota 40)))",
    "(reduce (lambda (a b) (map + a b)) [0] [[1] [2 3]])",
    "(reduce (lambda (a b) (map + a b)) [0.0 0.5] (map (lambda (i) [(sqrt (to_double i)) 0.1]) (iota 1100)))",
    "(reduce-comm (lambda (a b) (map + a b)) [0.0 0.5] (map (lambda (i) [(sqrt (to_double i)) 0.1]) (iota "
    "1100)))",
    "(accumulate (lambda (s x) (++ s [[x]])) ++ [] (iota 100))",
    "(accumulate (lambda (s x) (++ s [[x] [x x]])) ++ [] (iota 20))",
    "((scan (lambda (a b) (++ b a)) [] (map iota (iota 20))), (exscan (lambda (a b) (++ b a)) [[1]] [[[2]] "
    "[] "
    "[[3 4] []]]))",
    "(scan (lambda ((a, b) (c, d)) ((++ a c), (+ b d))) ([], 0) (map (lambda (i) ([i], i)) (iota 3)))",
    "(reduce-by-index [[] [9]] ++ [] [1 0 1] [[1] [2 3] [4]])",
    "(define ms (map (lambda (n) (reshape (n, 2) (iota (* 2 n)))) [1 0 2])) ((reverse ms), (map transpose "
    "ms), (map "
    "shape ms), (filter (lambda (m) (> (length m) 0)) ms), (++ ms ms), (length (replicate 2 ms)))",
    "(reduce (lambda (a b) (matmul b a)) (matrix [[1 0] [0 1]]) (map (lambda (k) (matrix [[1 k] [0 1]])) "
    "(iota 9)))",
    // functions over vectors that call themselves
    "(define (halves v) (if (< (length v) 2) 0 (+ 1 (halves (take (/ (length v) 2) v))))) ((halves (iota "
    "9)), (map "
    "(lambda (n) (halves (iota n))) (iota 9)))",
    "(define (even-steps v) (if (= (length v) 0) true (odd-steps (drop 1 v))))"
    "(define (odd-steps v) (if (= (length v) 0) false (even-steps (drop 1 v)))) (even-steps [9])",
    "(define (quick v) (if (< (length v) 2) v (let (p (! v 0)) (rest (drop 1 v)) in (++ (quick (filter "
    "(lambda (x) (< x "
    "p)) rest)) (++ [p] (quick (filter (lambda (x) (>= x p)) rest))))))) ((quick [3 1 2 5 4]), (map quick "
    "[[2 1] [] "
    "[9 8 7]]))",
    "(define (powers n) (if (= n 0) [[]] (let (p (powers (- n 1))) in (++ p (map (lambda (x) (++ x [n])) "
    "p))))) (map "
    "powers (iota 4))",
    "(define (deep v) (if (< (length v) 2) (v!0) (reduce max (map deep [(take 1 v) (drop 1 v)])))) (map deep "
    "[[1 5 2] "
    "[3] []])",
    "(map show [(1, 2.5) (3, -0.0)])",
    "((map parse-int [\"12\" \"-0\" \"+7\" \"-9223372036854775808\"]), (map parse-double [\"-1.5e2\" "
    "\"0.001\" "
    "\"7\"]))",
    "(map parse-int [\"9223372036854775808\"])",
    "(let (i 0) in (begin (while (begin (set! i (+ i 1)) (< i 5)) (set! i (+ i 1))) i))",
    "(types (Chain : (+ (End : unit) (Link : (int, Chain))))) (define c (Link 7 (End))) (define (total c) "
    "(case c (End "
    "0) (Link p (+ p.0 (total p.1))))) (map (lambda (n : int) (total (Link n c))) [1 2 3])",
    "(types (Pile : (+ (Floor : unit) (On : (vector int, Pile))))) (define v7 (filter odd [2 4])) (map "
    "(lambda (x) (On ([(! v7 "
    "0) x], (Floor)))) v7)",
    "(types (Rose : (+ (Bud : unit) (Node : (int, vector Rose))))) (define r (Node 7 [(Bud) (Node 8 [])])) "
    "(map "
    "(lambda (n : int) (Node n [r (Bud) r])) [1 2])",
    "(types (Text : (+ (Empty : unit) (Line : (vector char, vector#2 int, vector vector bool, Text))))) "
    "(define t "
    "(Line \"ab\" (matrix [[1 2]]) [[true] []] (Empty))) (map (lambda (n : int) (case t (Empty t) (Line l "
    "(Line (take "
    "n l.0) (transpose l.1) (reverse l.2) t)))) [0 1])",
    "(letrec ((go (lambda (k : int) (f : int -> int) (if (= k 0) (f 1) (go (- k 1) (lambda (x : int) (f (f "
    "x)))))))) "
    "(go 3 neg))",
    "(types (Stream : (+ (Stop : unit) (Next : (int, int -> Stream))))) (case (Next 1 (lambda (n : int) "
    "(Next n (lambda "
    "(m : int) (Stop))))) (Next p (case (p.1 5) (Next q q.0) (Stop u 1))) (Stop u 0))",
    // indices that are minima in maxima, on which NVRTC did not end
    "(define v8 (reshape (9, 20, 33) (map to_float (iota 5940)))) (reduce max 0.0f (flatten (stencil (3, 3, "
    "3) (lambda (w) (- "
    "w!(1,1,1) (+ (+ (+ w!(0,1,1) w!(2,1,1)) (+ w!(1,0,1) w!(1,2,1))) (+ w!(1,1,0) w!(1,1,2))))) v8)))",
    "((differences [1 4 9]), (is-sorted [1 2 2 3]), (linspace 0.0 1.0 5), (enumerate [5 6]))",
// the example of each array built-in
#define NOVA_BUILTIN(id, function, spelling, kind, scheme, cost, doc, example, ...)                          \
  example_with_plan(spelling, example),
#include "frontend/builtins/arrays.def"
#undef NOVA_BUILTIN
    "(define m (map (lambda (i) (map (lambda (j) (if (= i j) 50.0 (to_double (% (+ i (* 2 j)) 5)))) (range "
    "37))) "
    "(range 37))) (foldl (lambda (m k) (map (lambda (i row) (if (<= i k) row (let (f (/ row!k (! m!k k))) in "
    "(map (lambda (j e t) (if (< j k) e (if (= j k) f (- e (* f t))))) (range 37) row m!k)))) (range 37) m)) "
    "m "
    "(range 37))",
    "(define m (matrix (replicate 5 (map to_double (range 9))))) (map (lambda (k) (tabulate (5, 9) (lambda "
    "(i, j) "
    "(if (> j k) m!(i, k) (if (= i k) m!(i, j) 0.5))))) (range 5))",
    "(define m (tabulate (4, 40) (lambda (i, j) (to_double (- i j))))) (define k 17) (tabulate (4, 40) "
    "(lambda (i, j) "
    "(if (< i 2) m!(i, j) (if (< j k) (* 2.0 m!(i, j)) (if (>= j 39) 1.0 m!(0, j))))))",
};

} // namespace nova::plan
