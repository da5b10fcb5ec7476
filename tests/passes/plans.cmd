# Plans after all passes, and their C.
$ nova -e '((xs : vector int)) (foldl (lambda (ys k) (scatter ys [k] [(+ k ys!k)])) xs (iota 3))' -i 'xs=[1 2 3]' --dump c | grep memcpy
  __builtin_memcpy(xs_6, xs_1, (nv_u64)v0 * sizeof *xs_6);
$ nova -e '(let loop ((k 0) (xs (iota 9))) (if (= k 9) (sum xs) (loop (+ k 1) (scatter xs [k] [(+ 1 xs!(- 8 k))]))))' --dump c | grep -c memcpy
0
[exit 1]
# Where a round looks at what was there before, it is.
$ nova -e '(let loop ((k 0) (xs (iota 9)) (ys (iota 9))) (if (= k 9) (sum ys) (loop (+ k 1) (scatter xs [k] [7]) xs)))' --dump c | grep -c memcpy
1
# A function that is called often is printed once: so many sines stand in the C.
$ f='(define (f x) (if (> x 1e9) (exp x) (+ 0.5 (* x (+ 1.25 (* x (+ 2.0 (* x (+ 3.0 (* x (+ 4.0 (* x (sin x)))))))))))))'; for n in 1 10 100; do e=0.0; for k in $(seq $n); do e="(+ (f (+ x $k.0)) $e)"; done; nova -e "((xs : vector double)) $f (map (lambda (x) $e) xs)" -i 'xs=[1.0]' --dump c | grep -c nv_sin; done
2
20
1
# What is asked for before the loop decides no place in it: SpMV by columns reads its 3 values and 3 columns as they lie, only
# the places that it has read wait for their checks.
$ nova -e '((values : vector float) (x : vector float) (columns : vector int32)) (define n (length x)) (map (lambda (r) (sum (map (lambda (k) (let (e (+ (* k n) r)) in (* values!e (! x (to_int columns!e))))) (iota 3)))) (iota n))' -i 'values=(map to_float (iota 120))' -i 'x=(replicate 40 1f)' -i 'columns=(replicate 120 0i32)' --tier cpu --dump c | grep -v nova_filled | grep -o '[a-z]*_[0-9]*\[.*\]'
values_1[i] * x_3[to_int(..)]) + (values_1[i + n_2] * x_3[to_int(..)])) + (values_1[i + v9]
columns_5[v32]
values_1[v32]
columns_5[v32]
x_3[(fine & v37)]
values_1[e_33]
columns_5[e_33]
x_3[(fine & v45)]
values_1[e_34]
columns_5[e_34]
x_3[(fine & v54)]
# Sizes as formulas: known before the run, at most so many where a filter counts, a sum over rows.
$ nova -e '((n : int)) (define keep (filter (lambda (i) (= 0 (% i 3))) (iota (* n 2)))) (map (lambda (k) (sort (iota (+ k n)))) keep)' -i n=2 --dump fused | grep bytes
    (let (v8 : int) (v9 : [int]) ; at most 8 * (n_0 * 2) bytes
    (let (v6 : [int]) (v7 : int) (v8 : [int]) ; 8 * (v0 + 1) + 8 * v7 bytes
          (let (v14 : [int]) ; 8 * (n_2 + k_10) bytes
          (let (v15 : [int]) ; 8 * (n_2 + k_10) bytes
# In a function that calls itself passes run as at the top: a range, two maps and a filter are one filter.
$ f='(define (f n) (if (< n 3) [n] (let (ys (filter (lambda (x) (= 0 (% x 3))) (map (+ 1) (map (lambda (i) (* i i)) (range 2 n))))) in (++ (f (- n 2)) ys))))'; for off in none fuse-map-filter; do nova -e "$f (f 10)" --tier cpu --dump fused $([ $off = none ] || echo --no-pass $off) | sed -n '/function "f"/,/^  (body/p' | grep -o '(iota\|(map v\|(filter'; done
(map v
(filter
(map v
(map v
(filter
(map v
# Nor is what another map makes of the rows' elements: all of it, its checks too, is done where an element goes to its place.
$ nova -e '((n : int)) (let (all [(m, (/ 100 (- m 50))) | p <- (range 1 n), m <- (range p n 5)]) in (scatter (iota n) (map fst all) (map snd all)))' -i n=6 --dump fused | sed -n '/rows-scatter/,$p' | grep '(map\|(iota\|(read\|(check\|body ('
        (body ((v17 : int))
          (check 4 v23)
        (body ((p_24 : int) (v25 : int))
          (check 5 v29 v11)
          (check 9 v33 v27 n_0)
# Rows of one length that nobody asks for as rows are a map of all elements, which its reader takes in.
$ nova -e '((xs : vector int) (ys : vector int)) (sum [(* x y) | x <- xs, y <- ys])' -i 'xs=[1 2]' -i 'ys=[3 4]' --tier cpu --dump fused
; -e:1:39: fused
(plan
  (site "E0404" 32 38 72 0)
  (site "E0601" 32 63 70 0)
  (body ((v0 : int) (xs_1 : [int]) (v2 : int) (ys_3 : [int]))
    (let (v4 : int) (constant 2))
    (let (v5 : bool) (= v2 v4))
    (check 0 v5 v2 v4)
    (let (v6 : int) (constant 0))
    (let (v7 : int) (constant 70368744177664))
    (let (v8 : bool) (<= v0 v7))
    (check 1 v8)
    (let (v9 : int) (* v0 v4))
    (let (v10 : int)
      (reduce lane start v9 v6
        (body ((v11 : int))
          (let (v12 : int) (% v11 v4))
          (let (v13 : int) (/ v11 v4))
          (let (x_14 : int) (read xs_1 v13))
          (let (y_15 : int) (read ys_3 v12))
          (let (v16 : int) (* x_14 y_15))
          (results v16))
        (body ((x1_17 : int) (x2_18 : int))
          (let (v19 : int) (+ x1_17 x2_18))
          (results v19))))
    (results v10)))
21
$ nova -e '((xs : vector int) (ys : vector int)) (sum [(* x y) | x <- xs, y <- ys])' -i 'xs=[1 2]' -i 'ys=[3 4]' --tier cpu --dump fused --no-pass even-rows | grep -o '(rows\|(map\|(reduce'
(rows
(map
(reduce
# Of a few such elements in a kernel no division is left.
$ nova -e '((xs : vector int)) (map (lambda (i) (sum [(* (+ a 1) xs!(+ i b)) | a <- (range 0 2), b <- (range 0 3)])) (iota 2))' -i 'xs=[1 2 3 4]' --tier cpu --dump fused | grep -c '(/\|(%\|(rows'
0
[exit 1]
# A name that is no pass.
$ nova -e '1' --dump fuse
nova: there is no phase fuse; there are datum, expr, types, core, plan, fused, c, cuda, ptx, and the passes simplify, common, dead-code, inline, accumulate, remove-checks, constant-rows, hoist, checks-first, unroll, fuse-iota, fuse-horizontal, fuse-map-read, fuse-map-map, fuse-map-reduce, fuse-map-scan, fuse-scan-map, fuse-scan-scatter, fuse-map-filter, fuse-map-rows, fuse-rows, even-elements, even-rows, fuse-rows-map, fuse-rows-scatter, recompute, fuse-filter-map, fuse-filter-filter, fuse-filter-reduce, peel, group-table, carry-number, levels, long-elements, forced, sink, own-states
[exit 2]
$ nova -e '1' --no-pass fuse
--no-pass: there is no pass fuse; there are simplify, common, dead-code, inline, accumulate, remove-checks, constant-rows, hoist, checks-first, unroll, fuse-iota, fuse-horizontal, fuse-map-read, fuse-map-map, fuse-map-reduce, fuse-map-scan, fuse-scan-map, fuse-scan-scatter, fuse-map-filter, fuse-map-rows, fuse-rows, even-elements, even-rows, fuse-rows-map, fuse-rows-scatter, recompute, fuse-filter-map, fuse-filter-filter, fuse-filter-reduce, peel, group-table, carry-number, levels, long-elements, forced, sink, own-states
Run with --help for more information.
[exit 2]
# Rows of one length in a definition stay so in each step of a loop: no offsets are read, and each step is one map.
$ nova -e '((d : vector vector int)) (foldl (lambda (d k) (let (row d!k) in (map (lambda (r) (let (ik r!k) in (map (lambda (a b) (min a (+ ik b))) r row))) d))) d (iota 3))' -i 'd=[[0 1 9] [1 0 2] [9 2 0]]' --tier cpu --dump fused | grep -o '(rows\|(map\|(iota\|(loop'
(iota
(loop
(map
$ nova -e '((d : vector vector int)) (foldl (lambda (d k) (let (row d!k) in (map (lambda (r) (let (ik r!k) in (map (lambda (a b) (min a (+ ik b))) r row))) d))) d (iota 3))' -i 'd=[[0 1 9] [1 0 2 7] [9 2 0]]' --tier cpu --dump fused 2>/dev/null | grep -o '(rows\|(map\|(iota\|(loop'
(loop
(rows
(map
# A short vector in an inner loop is a table; the state, as long in each step as in the first, is none.
$ nova -e '((p : vector int)) (map (lambda (x) (sum (foldl (lambda (a k) (map (lambda (q) (+ k a!q)) p)) (map (* x) p) (iota 9)))) (iota 40))' -i 'p=[3 1 2 0]' --tier cpu --dump c | grep -o 'static const .*'
[exit 1]
$ nova -e '((p : vector int)) (map (lambda (x) (sum (foldl (lambda (a k) (map (lambda (q) (+ k a!q)) p)) (map (* x) p) (iota 9)))) (iota 40))' -i 'p=[3 1 2 0]' --tier cpu | tail -1
[144 150 156 162 168 174 180 186 192 198 204 210 216 222 228 234 240 246 252 258 264 270 276 282 288 294 300 306 312 318 324 330 336 342 348 354 360 366 372 378]
