#!/usr/bin/env python3
"""Lengths that nobody has memory for: every tier says what the interpreter says, whatever takes or makes the length.

lengths.py NOVA TRANSCRIPTS SOURCE TIER...     Makes a session of each built-in and each function of the prelude at lengths
from below 0 to 2^63 - 1, replays it with the interpreter, and then in each TIER: the texts have to be the same. `sim/5` takes
every fifth form. A built-in without a row in the table below has the forms that follow from its example in arrays.def; a function of
the prelude without a row fails. Some forms run as programs too: text and exit status,
in `auto` once they are hot.
"""
import os
import re
import subprocess
import sys
import tempfile

TOP = 2**63 - 1
LENGTHS = [0, 1, -1, -(2**63), 2**62, TOP - 16384, TOP - 16383, TOP - 1024, TOP - 1, TOP]
# Vectors of so many ints have no room under the session's 2 GiB where they are stored; loops over them would take long.
STORED_LENGTHS = [2**31 - 1, 2**31, 2**32]

# Forms in n, of built-ins whose example says too little. Where one has no vector of n elements, n stands for something else that is counted.
ROWS = {
    "fft-chirp": ["(length (fft-chirp n))"],
    "fft-frequencies": ["(length (fft-frequencies n 1.0))"],
    "fft-root-steps": ["(length ((fft-root-steps 8 1 n) : vector (double, double)))"],
    "fft-powers": ["(length (fft-powers n [(1.0, 0.0)]))"],
    "irfft": ["(length (irfft n [1i]))"],
    "padded": ["(length (padded n 7))"],
    "digits-at": ["(digits-at \"12\" 0 n)", "(digits-at \"12\" n 1)"],
    "repeat": ["(length (repeat n \"ab\"))", "(length (repeat 3 (iota n)))"],
    "pad": ["(length (pad n \"ab\"))"],
    "pad-start": ["(length (pad-start n \"ab\"))"],
    "slice-chars": ["(slice-chars 0 n \"ab\")", "(slice-chars n 2 \"ab\")"],
    "format-text": ["(format-text n \"ab\")"],
    "fixed-text": ["(length (fixed-text n 1.5))"],
    "fill-field": ["(length (fill-field \"*\" #\\< n \"ab\"))"],
    "stands-at": ["(stands-at \"a\" \"ba\" n)"],
    "where-rows": ["(length (where-rows (lambda (x) (> x 5)) (iota n)))"],
    "sort-rows": ["(length (sort-rows neg (iota n)))"],
    "sort-rows-down": ["(length (sort-rows-down neg (iota n)))"],
    "group-aggregate": ["(length (group-aggregate (lambda (x) (% x 3)) length (iota n)))"],
    "group-transform": ["(length (group-transform (lambda (x) (% x 3)) identity (iota n)))", "(group-transform identity (take n) [1 2 1])"],
    "unique-by": ["(unique-by (lambda (x) (% x 3)) (iota n))"],
    "fill-forward": ["(length (fill-forward even (iota n)))"],
    "pivot-or": ["(pivot-or n (lambda (x) (% x 3)) (lambda (x) (% x 2)) length (iota n))"],
    "pivot": ["(pivot (lambda (x) (% x 3)) (lambda (x) (% x 2)) length (iota n))"],
    "unpivot": ["(length (unpivot (iota n) [1] [[1]]))"],
    "rolling": ["(rolling n length [1 2 3])", "(length (rolling 2 length (iota n)))"],
    "rolling-join": ["(rolling-join n + [1 2 3] [4 5 6])", "(length (rolling-join 1 + (iota n) (iota n)))"],
    "rolling-reduce": ["(rolling-reduce n + [1 2 3])", "(length (rolling-reduce 2 + (iota n)))"],
    "rolling-sum": ["(rolling-sum n [1 2 3])", "(length (rolling-sum 2 (iota n)))"],
    "rolling-mean": ["(rolling-mean n [1.0 2.0 3.0])", "(length (rolling-mean 2 (map to_double (iota n))))"],
    "rolling-minimum": ["(rolling-minimum n [1 2 3])", "(length (rolling-minimum 2 (iota n)))"],
    "rolling-maximum": ["(rolling-maximum n [1 2 3])", "(length (rolling-maximum 2 (iota n)))"],
    "rolling-width": ["(rolling-width n)"],
    "lag": ["(lag n 0 [1 2 3])", "(length (lag 1 0 (iota n)))"],
    "rank": ["(length (rank (iota n)))"],
    "rank-dense": ["(length (rank-dense (iota n)))"],
    "value-counts": ["(length (value-counts (iota n)))"],
    "describe": ["(describe (map to_double (iota n)))"],
    "sample": ["(length (sample (key 1) n [1 2 3]))", "(length (sample (key 1) 2 (iota n)))"],
    "inner-join": ["(length (inner-join identity identity (iota n) [1 2]))"],
    "left-matches": ["(length (left-matches identity identity (iota n) [1 2]))"],
    "left-join": ["(length (left-join identity identity (iota n) [1 2]))"],
    "outer-join": ["(length (outer-join identity identity [1 2] (iota n)))"],
    "has-match": ["(length (has-match identity identity (iota n) [1 2]))"],
    "semi-join": ["(length (semi-join identity identity (iota n) [1 2]))"],
    "anti-join": ["(length (anti-join identity identity [1 2] (iota n)))"],
    "asof-join": ["(length (asof-join identity identity (iota n) [1 2]))"],
    "asof-join-within": ["(length (asof-join-within identity identity identity identity [1 2] (iota n)))"],
    "map": ["(sum (map square (iota n)))", "(length (map (lambda (x y) (+ x y)) (iota n) (iota n)))"],
    "reduce": ["(reduce + 0 (iota n))", "(reduce max (map to_double (iota n)))", "(reduce (lambda (a b) b) 0 (iota n))"],
    "reduce-comm": ["(reduce-comm (lambda (a b) (+ a b)) 0 (iota n))"],
    "accumulate": ["(accumulate + + 0 (iota n))", "(accumulate (lambda (s a b) (fma a b s)) + 0 (iota n) (iota n))"],
    "scan": ["(length (scan + 0 (iota n)))", "(sum (scan max 0 (iota n)))", "(length (scan (lambda (a b) b) 0 (iota n)))"],
    "scanl": ["(length (scanl + 0 (iota n)))", "(length (scanl (lambda (r k) (take 2 r)) (iota n) [1]))"],
    "filter": ["(length (filter odd (iota n)))", "(sum (filter odd (iota n)))"],
    "partition": ["(length (fst (partition odd (iota n))))"],
    "permute": ["(length (permute (iota n) (iota n)))"],
    "gather": ["(sum (gather (iota n) (iota n)))"],
    "scatter": ["(sum (scatter (iota n) [0] [5]))", "(sum (scatter [1 2] (replicate n 0) (iota n)))"],
    "reduce-by-index": ["(sum (reduce-by-index (replicate n 0) + 0 [0] [1]))", "(sum (reduce-by-index [0] + 0 (replicate n 0) (iota n)))"],
    "slice": ["(slice 0 1 n [1 2 3])", "(slice n 1 3 [1 2 3])", "(slice 0 n 3 [1 2 3])", "(slice 2 n -1 [1 2 3])", "(sum (slice 0 2 n (iota n)))"],
    "range": ["(sum (range n))", "(sum (range 0 n))", "(sum (range -5 n))", "(sum (range (- 0 n) n))", "(sum (range n (+ n 3)))", "(sum (range (- n 3) n))",
              "(sum (range 0 n 3))", "(range 0 10 n)", "(range 10 0 n)", "(sum (range (- n 9) n 4))", "(sum (range n -9223372036854775808 -1))"],
    "range-to": ["(sum [1..n])", "(length [0..<n])", "(length [(neg n)..n])", "(sum (map (lambda (k) (length [k..n])) [1 2]))"],
    "iota": ["(sum (iota n))", "(length (iota n))", "(sum (map to_int (iota (to_int32 n))))"],
    "length": ["(length (map to_double (iota n)))"],
    "shape": ["(shape (reshape (n, 0) (iota 0)))"],
    "!": ["(! (iota n) 0)", "(! [1 2] n)", "(! (reshape (1, 2) [1 2]) (0, n))"],
    "zip": ["(length (zip (iota n) (iota n)))"],
    "unzip": ["(sum (fst (unzip (zip (iota n) (iota n)))))"],
    "tabulate": ["(sum (tabulate n square))", "(sum (flatten (tabulate (n, 3) +)))", "(shape (tabulate (n, n) +))", "(shape (tabulate (0, n) +))"],
    "array": ["(sum (array n 1))", "(shape (array (n, n) 1))", "(shape (array (0, n) 1))", "(length (flatten (array (n, 2) [1 2])))"],
    "put": ["(put n 5 [1 2 3])", "(sum (put 1 5 (iota n)))", "(let ((v (array 3 0))) (begin (set! v!n 1) v))"],
    "replicate": ["(sum (replicate n 1))", "(sum (map sum (replicate n [1 2])))", "(length (flatten (replicate n [1 2])))", "(sum (map to_int (replicate n 1u8)))"],
    "reverse": ["(sum (reverse (iota n)))"],
    "take": ["(take n [1 2 3])", "(sum (take n (iota n)))", "(length (take n (range 5)))"],
    "drop": ["(drop n [1 2 3])", "(sum (drop n (iota n)))"],
    "++": ["(length (++ (iota n) [1]))", "(length (++ (replicate n 1u8) [1u8]))", "(sum (++ (iota n) (iota n)))", "(length (++ (++ (iota n) (iota n)) (iota n)))"],
    "concat-map": ["(length (concat-map (lambda (i) (iota n)) [1 2 3]))", "(sum (concat-map iota [n n]))", "(length (concat-map (lambda (k) (replicate k true)) [3 n 2]))"],
    "expand": ["(length (expand (lambda (x) n) (lambda (x j) j) [1]))", "(length (expand (lambda (x) n) (lambda (x j) j) [1 1 1]))",
               "(sum (expand identity (lambda (x j) (+ x j)) [n n]))", "(length (expand (lambda (x) 2) + (iota n)))", "(length (expand (lambda (x) n) (lambda (x j) (j, 1u8)) [1 2]))"],
    "flatten": ["(length (flatten [(iota n) [1]]))", "(length (flatten (map (lambda (i) (iota n)) [1 2])))", "(length (flatten (reshape (n, 0) (iota 0))))"],
    "unflatten": ["(unflatten [n] [1 2])", "(unflatten [1 n] [1 2])", "(unflatten [n n 1] [1])", "(unflatten (replicate n 0) (iota 0))"],
    "reshape": ["(shape (reshape n [1]))", "(shape (reshape (n, n) (iota 0)))", "(shape (reshape (n, 4) [1 2]))", "(shape (reshape (2, n, 2) [1 2]))", "(shape (reshape (n, 1) (iota n)))"],
    "matrix": ["(shape (matrix (map (lambda (i) (iota n)) [1 2 3])))", "(shape (matrix [(iota n)]))"],
    "rows": ["(length (rows (reshape (n, 0) (iota 0))))", "(sum (map length (rows (reshape (n, 0) (iota 0)))))"],
    "transpose": ["(shape (transpose (reshape (n, 0) (iota 0))))", "(shape (transpose (reshape (0, n) (iota 0))))", "(length (transpose [(iota n)]))"],
    "matmul": ["(sum (flatten (matmul (reshape (n, 0) (iota 0)) (reshape (0, n) (iota 0)))))", "(shape (matmul (reshape (n, 0) (iota 0)) (reshape (0, 3) (iota 0))))",
               "(sum (map sum (matmul [(iota n)] [[1] [2]])))"],
    "to_uint64": ["(length (range (to_uint64 n)))", "(length [0u64..(to_uint64 n)])", "(length (iota (to_uint64 n)))",
                  "(length (range (to_uint64 n) 18446744073709551615))", "(take (to_uint64 n) [1 2])", "(drop (to_uint64 n) [1 2])",
                  "(! [1 2] (to_uint64 n))"],
    "unstack": ["(length (unstack n (reshape (2, 2) (iota 4))))", "(length (unstack 1 (reshape (0, n) (iota 0))))",
                "(sum (map length (unstack 1 (reshape (n, 0) (iota 0)))))", "(length (unstack 0 (reshape (n, 0, 3) (iota 0))))",
                "(shape (! (unstack 1 (reshape (n, 2, 0) (iota 0))) 0))"],
    "stack": ["(shape (stack n [[1 2] [3 4]]))", "(shape (stack 1 [(iota n) (iota n)]))", "(shape (stack 1 (unstack 0 (reshape (2, n, 0) (iota 0)))))"],
    "weighted-sum": ["(weighted-sum (replicate n 1) (iota n))"],
    "diff": ["(length (diff (iota n)))"],
    "stencil-with": ["(stencil-with wrap n sum [1 2])", "(stencil-with mirror n sum [1 2])", "(stencil-with interior n sum [1 2])",
                     "(stencil-with (constant 1) n sum [1 2])",
                     "(flatten (stencil-with wrap (n, n) (lambda (w) (sum (flatten w))) (reshape (1, 2) [1 2])))"],
    "stencil": ["(stencil n sum [1 2])", "(sum (stencil 3 sum (iota n)))", "(flatten (stencil (n, n) (lambda (w) (sum (flatten w))) (reshape (1, 2) [1 2])))",
                "(flatten (stencil (n, 3) (lambda (w) w!(0, 0)) (reshape (1, 2) [1 2])))"],
    "sort": ["(length (sort (iota n)))", "(length (sort (map to_double (iota n))))"],
    "sort-by": ["(length (sort-by (lambda (x) (% x 7)) (iota n)))"],
    "group-by": ["(length (group-by (lambda (x) (% x 3)) (iota n)))"],
    "join-by": ["(length (join-by (lambda (x) x) (lambda (y) (% y 7)) [1 9] (iota n)))", "(length (join-by (lambda (x) 0) (lambda (y) 0) (replicate n 1) [1 2]))",
                "(length (join-by (lambda (x) 0) (lambda (y) 0) (replicate n 1) (replicate n 1)))"],
    "force": ["(sum (force (iota n)))"],
    "rows-by-thread": ["(rows-by-thread (map sum [(iota n)]))"],
    "rows-by-warp": ["(rows-by-warp (map sum [(iota n)]))"],
    "rows-by-block": ["(rows-by-block (map sum [(iota n)]))"],
    "rows-flat": ["(rows-flat (map sum [(iota n)]))"],
    "no-inline": ["((no-inline (lambda (m) (sum (iota m)))) n)"],
    "show": ["(length (show (iota n)))"],
    "plot": ["(length (plot [(lines)] (iota n)))"],
    # the prelude
    "sum": ["(sum (map to_double (iota n)))", "(sum (map to_float (iota n)))"],
    "product": ["(product (iota n))"],
    "minimum": ["(minimum (map to_double (iota n)))"],
    "maximum": ["(maximum (iota n))"],
    "argmin": ["(argmin (iota n))"],
    "argmax": ["(argmax (map to_double (iota n)))"],
    "mean": ["(mean (map to_double (iota n)))"],
    "variance": ["(variance (map to_double (iota n)))"],
    "any": ["(any (lambda (x) (< x 0)) (iota n))"],
    "all": ["(all (lambda (x) (>= x 0)) (iota n))"],
    "count": ["(count odd (iota n))"],
    "contains": ["(contains -1 (iota n))"],
    "find": ["(find (lambda (x) (< x 0)) (iota n))"],
    "first": ["(first (iota n))"],
    "last": ["(last (iota n))"],
    "the": ["(the (iota n))"],
    "concat": ["(length (concat (iota n) [1 2]))"],
    "rotate": ["(rotate n [1 2 3])", "(sum (rotate 1 (iota n)))"],
    "enumerate": ["(length (enumerate (iota n)))"],
    "indices-where": ["(length (indices-where odd (iota n)))"],
    "unique": ["(length (unique (iota n)))"],
    "histogram": ["(sum (histogram n [0]))", "(histogram 2 (replicate n 1))"],
    "iterates": ["(length (iterates n (+ 1) 0))"],
    "dot": ["(dot (iota n) (iota n))"],
    "norm": ["(norm (map to_double (iota n)))"],
    "norm-scaled": ["(norm-scaled 1024.0 true (map to_double (iota n)))"],
    "outer": ["(sum (map sum (outer * (iota n) (iota n))))", "(length (outer * [1 2] (iota n)))"],
    "linspace": ["(sum (linspace 0.0 1.0 n))"],
    "prefix-sums": ["(length (prefix-sums (iota n)))"],
    "differences": ["(sum (differences (iota n)))"],
    "chunks": ["(chunks n [1 2])", "(length (chunks 3 (iota n)))", "(sum (map sum (chunks n (iota n))))"],
    "is-sorted": ["(is-sorted (iota n))"],
    "std": ["(std (map to_double (iota n)))"],
    "average": ["(average (map to_double (iota n)) (replicate n 1.0))"],
    "median": ["(median (map to_double (iota n)))"],
    "quantile": ["(quantile 0.5 (map to_double (iota n)))"],
    "quantiles": ["(length (quantiles (replicate n 0.5) [1.0 2.0]))", "(quantiles [0.5] (map to_double (iota n)))"],
    "percentile": ["(percentile 50.0 (map to_double (iota n)))"],
    "nan-sum": ["(nan-sum (map to_double (iota n)))"],
    "nan-mean": ["(nan-mean (map to_double (iota n)))"],
    "cov": ["(cov [(map to_double (iota n)) (replicate n 1.0)])"],
    "corrcoef": ["(corrcoef [(map to_double (iota n))])"],
    "bincount": ["(sum (bincount [n]))", "(bincount (replicate n 2))"],
    "histogram-between": ["(histogram-between [0 5 9] (iota n))", "(sum (histogram-between (iota n) [0 5]))"],
    "convolve": ["(sum (convolve [1 2] (iota n)))"],
    "convolve-same": ["(sum (convolve-same (iota n) [1 2]))"],
    "convolve-valid": ["(sum (convolve-valid [1 2] (iota n)))"],
    "correlate": ["(sum (correlate [1 2] (iota n)))"],
    "interp": ["(sum (interp [0.0 1.0] [5.0 6.0] (map to_double (iota n))))", "(interp (map to_double (iota n)) (replicate n 1.0) [2.0])"],
    "trapz": ["(trapz (map to_double (iota n)) (replicate n 1.0))"],
    "gradient": ["(sum (gradient (map to_double (iota n))))"],
    "unwrap": ["(sum (unwrap (map to_double (iota n))))"],
    "eye": ["(sum (map sum (eye n)))"],
    "diagonal": ["(sum (diagonal [(iota n)]))"],
    "meshgrid": ["(sum (map sum (fst (meshgrid (iota n) [1 2]))))", "(sum (map sum (snd (meshgrid [1 2] (iota n)))))"],
    "kron": ["(sum (map sum (kron [[1 2]] [(iota n)])))"],
    "cross": ["(cross (iota n) [1 2 3])"],
    "checked-square": ["(checked-square [(iota n)])"],
    "determinant": ["(determinant [(map to_double (iota n))])"],
    "det": ["(det [(map to_double (iota n))])"],
    "inv": ["(inv [(map to_double (iota n))])"],
    "eliminated": ["(eliminated [(map to_double (iota n))])"],
    "solve": ["(solve [[2.0]] (map to_double (iota n)))", "(solve [(map to_double (iota n))] [1.0])"],
    "inverse": ["(inverse [(map to_double (iota n))])"],
    "not-empty": ["(length (not-empty (iota n)))"],
    "argsort": ["(sum (argsort (iota n)))"],
    "partition-point": ["(partition-point (> 5) (iota n))"],
    "ascending": ["(length (ascending (iota n)))"],
    "searchsorted": ["(searchsorted (iota n) [0 5])", "(sum (searchsorted [0 5] (iota n)))"],
    "searchsorted-right": ["(searchsorted-right (iota n) [0 5])"],
    "is-among": ["(is-among (iota n) 5)"],
    "isin": ["(count identity (isin [1 2] (iota n)))", "(isin (iota n) [1 2])"],
    "intersect": ["(intersect [1 2] (iota n))"],
    "setdiff": ["(length (setdiff (iota n) [1 2]))"],
    "cumprod": ["(length (cumprod (iota n)))"],
    "foldr1": ["(foldr1 (lambda (a b) b) (iota n))"],
    "select": ["(sum (select 0 [(replicate n true)] [(iota n)]))"],
    "array-split": ["(length (array-split n [1 2]))", "(sum (map sum (array-split 3 (iota n))))"],
    "all-close": ["(all-close (map to_double (iota n)) (map to_double (iota n)))"],
    "polynomial": ["(polynomial (iota n) 2)"],
    "randoms": ["(sum (randoms 1 n))"],
    "shuffled": ["(length (shuffled 1 n))"],
    "split-keys": ["(length (split-keys (key 1) n))"],
    "random-words": ["(length (random-words (key 1) n))"],
    "random-uniform": ["(sum (random-uniform (key 1) n))", "(map (random-uniform-at (key 1)) [n (neg n)])"],
    "random-uniform-float": ["(length (random-uniform-float (key 1) n))"],
    "random-integers": ["(length (random-integers (key 1) 0 6 n))", "(random-integers (key 1) 0 n 2)"],
    "random-normal": ["(length (random-normal (key 1) n))"],
    "random-normal-float": ["(length (random-normal-float (key 1) n))"],
    "random-exponential": ["(length (random-exponential (key 1) 2.0 n))"],
    "random-gamma": ["(length (random-gamma (key 1) 2.0 1.0 n))"],
    "gammas-of-large-shape": ["(length (gammas-of-large-shape 2.0 (key 1) n))"],
    "gammas-of-shape": ["(length (gammas-of-shape 0.5 (key 1) n))"],
    "log-gammas-of-shape": ["(length (log-gammas-of-shape 0.5 (key 1) n))"],
    "random-beta": ["(length (random-beta (key 1) 2.0 3.0 n))"],
    "random-poisson": ["(length (random-poisson (key 1) 3.0 n))"],
    "random-binomial": ["(length (random-binomial (key 1) 10 0.5 n))", "(random-binomial (key 1) n 0.5 2)"],
    "weight-sums": ["(length (weight-sums (map to_double (iota n))))"],
    "random-categorical": ["(length (random-categorical (key 1) [1.0 2.0] n))", "(random-categorical (key 1) (map to_double (iota n)) 2)"],
    "random-choice": ["(length (random-choice (key 1) [1 2] n))", "(length (random-choice (key 1) (iota n) 2))"],
    "random-permutation": ["(length (random-permutation (key 1) n))"],
    "random-sample": ["(random-sample (key 1) [1 2 3] n)", "(length (random-sample (key 1) (iota n) 1))"],
    "random-multivariate-normal": ["(length (random-multivariate-normal (key 1) [0.0] [[1.0]] n))"],
    "make-vector": ["(sum (make-vector n 1))", "(sum (map (lambda (m) (sum (make-vector m 2))) [1 n]))"],
    "map2d": ["(sum (flatten (map2d square [(iota n)])))"],
    "fft": ["(length (fft (map (lambda (i) (to_double i, 0.0)) (iota n))))"],
    "ifft": ["(length (ifft (map (lambda (i) (to_double i, 0.0)) (iota n))))"],
    "vector-append": ["(length (++ (iota n) (iota 2)))"], # the module's, which is this
    "somes": ["(length (somes (map (lambda (i) (if (odd i) (Some i) (None))) (iota n))))"],
    "upper": ["(length (upper (replicate n #\\a)))"],
    "lower": ["(length (lower (replicate n #\\a)))"],
    "split": ["(length (split #\\, (replicate n #\\a)))"],
    "split-where": ["(length (split-where is-space (replicate n #\\a)))"],
    "lines": ["(length (lines (replicate n #\\a)))"],
    "words": ["(length (words (replicate n #\\a)))"],
    "join": ["(length (join \", \" (replicate n \"ab\")))", "(length (join (replicate n #\\a) [\"x\" \"y\" \"z\"]))"],
}
# Nests, rows of rows and what fuses with them.
MORE = [
    "(length [j | x <- [1 1], j <- (range n)])",
    "(sum [(+ i j) | i <- (iota 3), j <- (iota n)])",
    "(sum [(+ i j) | i <- (iota n), j <- (iota n)])",
    "(sum [(* i (+ j k)) | i <- (iota n), j <- (iota n), k <- (iota n)])",
    "(sum [i | i <- (iota n), (odd i)])",
    "(length [(i, j) | i <- (iota n) | j <- (range n)])",
    "(sum (map (lambda (m) (sum (iota m))) [3 n]))",
    "(sum (map (lambda (m) (length (filter odd (range m)))) [3 n]))",
    "(length (map (lambda (i) (map (lambda (j) (iota n)) [1 2])) [1 2 3]))",
    "(sum (map length (map (lambda (i) (concat-map (lambda (j) (range i n)) [1 2])) (iota 3))))",
    "(sum (concat-map (lambda (i) (range i n)) (iota 3)))",
    "(let (s 0) (begin (for (i 0 3) (set! s (+ s (sum (iota (* i n)))))) s))",
    "(sum (map (reduce + 0) (map (lambda (m) (replicate m n)) [1 n])))",
    "(foldl (lambda (s m) (+ s (sum (iota m)))) 0 [1 n 2])",
    "(maximum (scan max 0 (map (lambda (x) (% x 7)) (filter even (iota n)))))",
    "(sum (sort (map (lambda (x) (% (* x 7919) 1009)) (iota n))))",
    "(sum (map fst (group-by (lambda (x) (& x 1)) (replicate n 1))))",
    "(length (++ (flatten [(iota n) (iota n)]) (iota n)))",
    "(sum (map (lambda (r) (sum r)) (unflatten [1 1] (take 2 (iota n)))))",
    "(length (replicate n nil))",
    "(length (++ (replicate n nil) [nil nil]))",
    "(length (flatten (map (lambda (i) (replicate n nil)) [1 2 3])))",
    "(length (concat-map (lambda (i) (replicate i nil)) [1 n n]))",
]
# Vectors that are stored.
STORED = ["(iota {n})", "(range 1 {n})", "(map square (iota {n}))", "(scan + 0 (replicate {n} 1))", "(++ (iota {n}) [1])", "(sort (iota {n}))",
          "[(+ i j) | i <- [1 2], j <- (iota {n})]", "(map (lambda (x) (x, 1u8)) (iota {n}))", "(histogram {n} [0])"]
# What has no length of its own: single numbers, texts that it makes itself, functions.
NO_LENGTH = set("""display regex-table count-leading count-trailing trim trim-start trim-end starts-with ends-with index-of-text has-text text-places split-on replace-text title begins-char char-count
chars spells-double parse-double-or regex-number regex-move regex-begins regex-states regex-holds regex-way regex-slots regex-all matches regex-piece
find-all captures replacement-parts replace-regex binary-parts power-digits without-zeros exact-digits
round-digits leading-digits exponent-text without-end-zeros general-text with-commas signed-text format-real format-integer number-head default-side
floor-over floor-mod days-of-civil date-parts is-leap-year days-in-month find-date date year month day-of-month day-of-year weekday iso-week
add-days add-months datetime show-date show-datetime show-duration clock-arguments days-between week-of month-of year-of date->text parse-date duration seconds-of at-time date-of time-of-day clock-parts later
duration-between floor-to clock->text datetime->text clock-micros zone-minutes parse-datetime
parse-int parse-double assert check-equal error! identity const compose flip curry uncurry fst snd swap square sign clamp clip constant even odd is-nan
is-finite gcd lcm power radians from-maybe is-some is-none shift-right-logical mix-bits random-bits random random-int count-digits int->text uint64->text weights-of decimal->text double->text
float->text hexadecimal char->text char-in-text string->text in-code-point byte-in-text bytes->text code-point-start bytes->short-text difference-text compare-digits nearest-double any-text->double repeated-target vector-ref int->float float->int mod bitwise-xor char->int nanotime time-s elapsed-sec print-vec
println-vec is-space is-digit is-letter parse-str->int comes-before comes-after iterate unfold init-rand reseed
degrees lerp is-close checked-share quantile-in-order convolve-part interp-between eliminate-column
complex to_complex polar re im conj magnitude arg complex-plus complex-minus complex-times complex-over complex-fma complex-neg complex-abs
complex-from-double complex-sqrt complex-exp complex-log complex-pow complex-sin complex-cos complex-tan complex-sinh complex-cosh complex-tanh epsilon-of finite-matrix lu-packed forward-solve unit-lower-solve lower-solve upper-solve regular-factors lu solve-matrix cholesky-factor
cholesky lu-narrow forward-solve-narrow cholesky-narrow solve-narrow inverse-narrow reflection reflected-columns rotation some-orthogonal-rows orthogonal-rows triangular-form qr lstsq rank-limit
tridiagonal-form tridiagonal-values bidiagonal-form bidiagonal-start bidiagonal-zero bidiagonal-shift bidiagonal-values svd-of-tall
sign-of-largest safe-scale largest-part complex-rotation hessenberg shifted-qr qr-shift qr-start schur triangular-vector unit-vector eigen-pairs in-eigen-order eig-complex eig
eigh largest-size expm-double svd-of-square svd matrix-rank condition pinv expm combination pade-13
fft-convolved inverse-transform fft-root fft-joined-row fft-by-4 fft-by-2 fft-by fft-columns fft-mirrored fft-times fft-scaled fft-of-3 fft-of-4 fft-of-5 fft-of-7 fft-of-8
fft-by-3 fft-by-5 fft-by-7 fft-by-8 fft-factor fft-first-4 fft-joined-8 fft-short least-factor largest-factor fft-turned-block fft-row-count fft-blocks
conjugate keep-real complex-keep-real phase exceeds largest-at adjoint with-side least-squares rank-by-values condition-by-values pinv-by-parts expm-halvings
expm-halved complex-by-real complex-scaled rotation-rows turn-of-largest turned-to-real eigh-complex svd-of-complex-square svd-complex
pinv-complex lstsq-complex matrix-rank-complex condition-complex expm-complex cfft icfft rfft fft2 ifft2
half->text bfloat16->text narrow->text narrow-sum narrow-mean narrow-dot narrow-norm narrow-matmul narrow-matmul-rows complex-text complex-grown complex-norm-excess complex-matmul complex-matmul-rows
complex-add complex-subtract complex-multiply fft-roots fft-rounded fft-pass-2 fft-pass-4 fft-passes fft-log fft-root-rows fft-turned fft-matrix
threefry-round threefry-add threefry-rounds-1 threefry-rounds-2 threefry2x32 multiply-wide-32 multiply-high-64 philox-round-32 philox-step-32
philox-half-32 philox4x32 philox-round-64 philox4x64 key key-words element-words words-key fold-in attempt-words purpose-key split-key unit-double
positive-double open-double open-double-32 normal-double require-positive require-probability element-word random-word-at random-uniform-at
integers-between integer-below-32 integer-below-64 random-integer-at random-normal-at random-exponential-at gamma-attempt gamma-of-large-shape gamma-or-none log-shape-factor
gamma-of-shape log-gamma-of-shape random-gamma-at require-shape beta-of-keys random-beta-at small-factorial stirling-rest deviance poisson-log-chance
poisson-by-inversion poisson-by-rejection poisson-of-rate require-poisson-rate random-poisson-at binomial-log-chance binomial-by-inversion
binomial-by-rejection binomial-of-trials require-trials random-binomial-at sums-index covariance-root""".split())
# Run as programs: in `auto`, where the first loop makes them hot.
PROGRAMS = [
    "(define (f n) (sum (map (lambda (i) (* i (+ i 1))) (iota n))))",
    "(define (f n) (to_int (sum (map to_double (iota n)))))",
    "(define (f n) (sum [(+ i j) | i <- (iota 3), j <- (iota n)]))",
    "(define (f n) (length (filter odd (scan + 0 (range n)))))",
    "(define (f n) (length (++ (replicate n 1u8) [1u8])))",
]
HOT = "(define (rep k n) (let ((s 0)) (for (i 0 k) (set! s (+ s (f n)))) s)) (println (rep 30 30000)) (println (rep 30 30001)) (println (f {n}))"


# A message tells how much memory is held, which depends on what a tier keeps.
IN_USE = re.compile(r"[0-9.]+ \w+ are in use")


STRING = r'"((?:[^"\\]|\\.)*)"'
BUILTIN = re.compile(rf'^NOVA_BUILTIN\(\w+, \w+, {STRING}, .*\n.*\n\s*{STRING}, {STRING}\)', re.M)
VECTOR = re.compile(r"\[-?\d+(?: -?\d+)*\]")
NUMBER = re.compile(r"(?<![\w.#\[\]-])\d+(?![\w.])")


def forms_of(example, result):
    """The example with n in place of each of its numbers, and with (iota n) in place of each of its vectors. A long result is counted."""
    vectors = [(m.span(), "(iota n)") for m in VECTOR.finditer(example)]
    inside = lambda m: any(begin <= m.start() < end for (begin, end), _ in vectors)  # noqa: E731
    places = vectors + [(m.span(), "n") for m in NUMBER.finditer(example) if not inside(m)]
    forms = [example[:begin] + new + example[end:] for (begin, end), new in places]
    return [f"(length {form})" for form in forms] if result.startswith("[") else forms


def rows_of_examples(source):
    """The built-ins that have no row above: their forms."""
    text = open(f"{source}/frontend/builtins/arrays.def").read()
    found, rows = BUILTIN.findall(text), len(re.findall(r"^NOVA_BUILTIN\(", text, re.M))
    if len(found) != rows:
        raise SystemExit(f"of the {rows} rows of arrays.def, {len(found)} were read")
    return {name: forms_of(example, result) for name, example, result in found if name not in ROWS and name not in NO_LENGTH}


def names(source):
    """What the prelude defines."""
    found = set()
    for file in os.listdir(f"{source}/prelude"):
        found |= set(re.findall(r"^(?:  )?\(define \(([^\s()]+)", open(f"{source}/prelude/{file}").read(), re.M))
    return found


def session(share):
    """Functions of n, then each at each length: those that store n elements at more. One form of `share`."""
    chunks = ["; tiers: interp"]
    forms = ([form for rows in ROWS.values() for form in rows] + MORE)[::share]
    for k, n in enumerate(LENGTHS + STORED_LENGTHS):
        chunks.append(f"(define n{k} {n})")
    for f, form in enumerate(forms):
        chunks.append(f"(define (f{f} (n : int)) {form})")
        chunks += [f"(f{f} n{k})" for k in range(len(LENGTHS))]
    for k in range(len(LENGTHS), len(LENGTHS) + len(STORED_LENGTHS)):
        chunks += [f"(length (force {vector.format(n=f'n{k}')}))" for vector in STORED]
    return "\n\n".join(chunks) + "\n"


def replayed(transcripts, path, tier, share):
    """The session's forms, each with what the tier says."""
    open(path, "w").write(session(share))
    command = [transcripts, "--cc-level", "1", "--tier", tier, "--check", "off", "--update", path]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{tier}: {run.stdout}{run.stderr}")
    return IN_USE.sub("", open(path).read()).split("\n\n")


def program(nova, text, tier):
    """What a run says, and its status."""
    command = [nova, "--tier", tier, "--max-memory", "1G", "--timeout", "4m", "-e", text]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return IN_USE.sub("", run.stdout + run.stderr) + f"status {run.returncode}\n"


def main():
    nova, transcripts, source, *tiers = sys.argv[1:]
    tiers = [(name, int(share or 1)) for name, _, share in (tier.partition("/") for tier in tiers)]
    lacking = sorted(names(source) - set(ROWS) - NO_LENGTH)
    bad = [f"no row for {name}" for name in lacking]
    ROWS.update(rows_of_examples(source))
    bad += [f"the example of {name} has no number or vector of ints; it takes a row" for name, forms in ROWS.items() if not forms]
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/lengths.nv"
        for tier, share in tiers:
            told = zip(*(replayed(transcripts, path, each, share) for each in ("interp", tier)), strict=True)
            bad += [f"{tier}: {got}\ninstead of\n{wanted}" for wanted, got in told if got != wanted]
    for text in PROGRAMS:
        for n in (TOP, 2**62, -1):
            hot = text + HOT.format(n=n)
            expected = program(nova, hot, "interp")
            ran = [(tier, program(nova, hot, tier)) for tier in ("cpu", "auto")]
            bad += [f"{tier}: {text} at {n}:\n{got}instead of\n{expected}" for tier, got in ran if got != expected]
    print("\n".join(bad) or "all the same")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
