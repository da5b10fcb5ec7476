# What each pass does: the plan before it and after.
$ nova -e '((xs : vector int)) (map (lambda (x) (* 1 (+ x 0))) xs)' -i 'xs=[5 6]' --dump simplify | grep -v '(site'
; before simplify
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : int) (read xs_1 v3))
          (let (v5 : int) (constant 1))
          (let (v6 : int) (constant 0))
          (let (v7 : int) (+ x_4 v6))
          (let (v8 : int) (* v5 v7))
          (results v8))))
    (results v0 v2)))
; after simplify
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : int) (read xs_1 v3))
          (let (v5 : int) (constant 1))
          (let (v6 : int) (constant 0))
          (results x_4))))
    (results v0 v2)))
[5 6]
$ nova -e '((xs : vector double)) (map (lambda (x) (+ (exp x) (exp x))) xs)' -i 'xs=[0.0]' --dump common | grep -v '(site'
; before common
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x_4))
          (let (v6 : double) (exp x_4))
          (let (v7 : double) (+ v5 v6))
          (results v7))))
    (results v0 v2)))
; after common
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x_4))
          (let (v6 : double) (+ v5 v5))
          (results v6))))
    (results v0 v2)))
[2.0]
$ nova -e '((xs : vector double)) (map (lambda (x) (let (unused (exp x)) in x)) xs)' -i 'xs=[0.5]' --dump dead-code | grep -v '(site'
; before dead-code
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (let (unused_5 : double) (exp x_4))
          (results x_4))))
    (results v0 v2)))
; after dead-code
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (results x_4))))
    (results v0 v2)))
[0.5]
$ nova -e '((xs : vector double) (a : double)) (map (lambda (x) (+ x (exp a))) xs)' -i 'xs=[0.5]' -i a=0.0 --dump hoist | grep -v '(site'
; before hoist
(plan
  (body ((v0 : int) (xs_1 : [double]) (a_2 : double))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp a_2))
          (let (v7 : double) (+ x_5 v6))
          (results v7))))
    (results v0 v3)))
; after hoist
(plan
  (body ((v0 : int) (xs_1 : [double]) (a_2 : double))
    (let (v3 : double) (exp a_2))
    (let (v4 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v5 : int))
          (let (x_6 : double) (read xs_1 v5))
          (let (v7 : double) (+ x_6 v3))
          (results v7))))
    (results v0 v4)))
[1.5]
$ nova -e '((xs : vector int) (i : int)) (let (s (reduce + 0 xs)) (x xs!i) in (s, x))' -i 'xs=[5 6]' -i i=1 --dump checks-first | grep -v '(site'
; before checks-first
(plan
  (body ((v0 : int) (xs_1 : [int]) (i_2 : int))
    (let (v3 : int) (constant 0))
    (let (s_4 : int)
      (reduce lane start v0 v3
        (body ((v5 : int))
          (let (v6 : int) (read xs_1 v5))
          (results v6))
        (body ((x1_7 : int) (x2_8 : int))
          (let (v9 : int) (+ x1_7 x2_8))
          (results v9))))
    (let (v10 : bool) (<= v3 i_2))
    (let (v11 : bool) (< i_2 v0))
    (let (v12 : bool) (and v10 v11))
    (check 0 v12 i_2 v0)
    (let (x_13 : int) (read xs_1 i_2))
    (results s_4 x_13)))
; after checks-first
(plan
  (body ((v0 : int) (xs_1 : [int]) (i_2 : int))
    (let (v3 : int) (constant 0))
    (let (v4 : bool) (<= v3 i_2))
    (let (v5 : bool) (< i_2 v0))
    (let (v6 : bool) (and v4 v5))
    (check 0 v6 i_2 v0)
    (let (s_7 : int)
      (reduce lane start v0 v3
        (body ((v8 : int))
          (let (v9 : int) (read xs_1 v8))
          (results v9))
        (body ((x1_10 : int) (x2_11 : int))
          (let (v12 : int) (+ x1_10 x2_11))
          (results v12))))
    (let (x_13 : int) (read xs_1 i_2))
    (results s_7 x_13)))
(11, 6)
$ nova -e '((xs : vector int)) (map (lambda (i) xs!i) (iota (length xs)))' -i 'xs=[5 6]' --dump remove-checks | grep -v '(site'
; before remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (>= v0 v2))
    (check 0 v3 v0)
    (let (v4 : int) (constant 140737488355328))
    (let (v5 : bool) (<= v0 v4))
    (check 1 v5)
    (let (v6 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (v8 : bool) (<= v2 v7))
          (let (v9 : bool) (< v7 v0))
          (let (v10 : bool) (and v8 v9))
          (check 2 v10 v7 v0)
          (let (v11 : int) (read xs_1 v7))
          (results v11))))
    (results v0 v6)))
; after remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (>= v0 v2))
    (check 0 v3 v0)
    (let (v4 : int) (constant 140737488355328))
    (let (v5 : bool) (<= v0 v4))
    (check 1 v5)
    (let (v6 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (v8 : bool) (constant true))
          (let (v9 : bool) (constant true))
          (let (v10 : bool) (and v8 v9))
          (check 2 v10 v7 v0)
          (let (v11 : int) (read xs_1 v7))
          (results v11))))
    (results v0 v6)))
[5 6]
$ nova -e '((a : double) (b : double)) (reduce + 0.0 [a b])' -i a=2.0 -i b=3.0 --dump unroll | grep -v '(site'
; before unroll
(plan
  (body ((a_0 : double) (b_1 : double))
    (let (v2 : double) (constant 0.0))
    (let (v3 : int) (constant 2))
    (let (v4 : int) (constant 1))
    (let (v5 : [double]) ; 16 bytes
      (map v3
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v4))
          (let (v8 : double)
            (if v7
              (body ()
                (results a_0))
              (body ()
                (results b_1))))
          (results v8))))
    (let (v9 : double)
      (reduce lane start v3 v2
        (body ((v10 : int))
          (let (v11 : double) (read v5 v10))
          (results v11))
        (body ((x1_12 : double) (x2_13 : double))
          (let (v14 : double) (+ x1_12 x2_13))
          (results v14))))
    (results v9)))
; after unroll
(plan
  (body ((a_0 : double) (b_1 : double))
    (let (v2 : double) (constant 0.0))
    (let (v3 : int) (constant 2))
    (let (v4 : int) (constant 1))
    (let (v5 : [double]) ; 16 bytes
      (map v3
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v4))
          (let (v8 : double)
            (if v7
              (body ()
                (results a_0))
              (body ()
                (results b_1))))
          (results v8))))
    (let (v9 : int) (constant 0))
    (let (v10 : double) (read v5 v9))
    (let (v11 : int) (constant 1))
    (let (v12 : double) (read v5 v11))
    (let (v13 : double) (+ v10 v12))
    (let (v14 : double) (+ v2 v13))
    (results v14)))
5.0
$ nova -e '((n : int)) (map (lambda (i) (* i i)) (range 3 n))' -i n=6 --dump fuse-iota | grep -v '(site'
; before fuse-iota
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 3))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (- n_0 v1))
    (let (v5 : bool) (< v1 n_0))
    (let (v6 : bool) (< v2 v4))
    (let (v7 : bool) (= v5 v6))
    (check 0 v7)
    (let (v8 : int) (max v4 v2))
    (let (v9 : int) (constant 140737488355328))
    (let (v10 : bool) (<= v8 v9))
    (check 1 v10)
    (let (v11 : [int]) ; 8 * max(n_0 - 3, 0) bytes
      (iota v8 v1 v3))
    (let (v12 : [int]) ; 8 * max(n_0 - 3, 0) bytes
      (map v8
        (body ((v13 : int))
          (let (i_14 : int) (read v11 v13))
          (let (v15 : int) (* i_14 i_14))
          (results v15))))
    (results v8 v12)))
; after fuse-iota
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 3))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (- n_0 v1))
    (let (v5 : bool) (< v1 n_0))
    (let (v6 : bool) (< v2 v4))
    (let (v7 : bool) (= v5 v6))
    (check 0 v7)
    (let (v8 : int) (max v4 v2))
    (let (v9 : int) (constant 140737488355328))
    (let (v10 : bool) (<= v8 v9))
    (check 1 v10)
    (let (v11 : [int]) ; 8 * max(n_0 - 3, 0) bytes
      (iota v8 v1 v3))
    (let (v12 : [int]) ; 8 * max(n_0 - 3, 0) bytes
      (map v8
        (body ((v13 : int))
          (let (v14 : int) (* v13 v3))
          (let (i_15 : int) (+ v1 v14))
          (let (v16 : int) (* i_15 i_15))
          (results v16))))
    (results v8 v12)))
[9 16 25]
$ nova -e '((xs : vector double)) ((reduce + 0.0 xs), (reduce max 0.0 xs))' -i 'xs=[5.0 6.0]' --dump fuse-horizontal | grep -v '(site'
; before fuse-horizontal
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : double)
      (reduce lane start v0 v2
        (body ((v4 : int))
          (let (v5 : double) (read xs_1 v4))
          (results v5))
        (body ((x1_6 : double) (x2_7 : double))
          (let (v8 : double) (+ x1_6 x2_7))
          (results v8))))
    (let (v9 : double)
      (reduce lane start v0 v2
        (body ((v10 : int))
          (let (v11 : double) (read xs_1 v10))
          (results v11))
        (body ((x1_12 : double) (x2_13 : double))
          (let (v14 : double) (max x1_12 x2_13))
          (results v14))))
    (results v3 v9)))
; after fuse-horizontal
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : double) (v4 : double)
      (reduce lane start v0 v2 v2
        (body ((v5 : int))
          (let (v6 : double) (read xs_1 v5))
          (let (v7 : double) (read xs_1 v5))
          (results v6 v7))
        (body ((x1_8 : double) (x1_9 : double) (x2_10 : double) (x2_11 : double))
          (let (v12 : double) (+ x1_8 x2_10))
          (let (v13 : double) (max x1_9 x2_11))
          (results v12 v13))))
    (results v3 v4)))
(11.0, 6.0)
$ nova -e '((xs : vector double)) (! (map exp xs) 0)' -i 'xs=[0.0]' --dump fuse-map-read | grep -v '(site'
1.0
$ nova -e '((xs : vector double)) (map sqrt (map exp xs))' -i 'xs=[0.0]' --dump fuse-map-map | grep -v '(site'
; before fuse-map-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x1_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x1_4))
          (results v5))))
    (let (v6 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (x1_8 : double) (read v2 v7))
          (let (v9 : double) (sqrt x1_8))
          (results v9))))
    (results v0 v6)))
; after fuse-map-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x1_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x1_4))
          (let (v6 : double) (sqrt v5))
          (results v6))))
    (results v0 v2)))
[1.0]
$ nova -e '((xs : vector double)) (reduce + 0.0 (map exp xs))' -i 'xs=[0.0]' --dump fuse-map-reduce | grep -v '(site'
; before fuse-map-reduce
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : double)
      (reduce lane start v0 v2
        (body ((v8 : int))
          (let (v9 : double) (read v3 v8))
          (results v9))
        (body ((x1_10 : double) (x2_11 : double))
          (let (v12 : double) (+ x1_10 x2_11))
          (results v12))))
    (results v7)))
; after fuse-map-reduce
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : double)
      (reduce lane start v0 v2
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))
        (body ((x1_7 : double) (x2_8 : double))
          (let (v9 : double) (+ x1_7 x2_8))
          (results v9))))
    (results v3)))
1.0
$ nova -e '((xs : vector double)) (scan + 0.0 (map exp xs))' -i 'xs=[0.0 0.0]' --dump fuse-map-scan | grep -v '(site'
; before fuse-map-scan
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : [double]) ; 8 * v0 bytes
      (scan v0 v2
        (body ((v8 : int))
          (let (v9 : double) (read v3 v8))
          (results v9))
        (body ((x1_10 : double) (x2_11 : double))
          (let (v12 : double) (+ x1_10 x2_11))
          (results v12))))
    (results v0 v7)))
; after fuse-map-scan
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (scan v0 v2
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))
        (body ((x1_7 : double) (x2_8 : double))
          (let (v9 : double) (+ x1_7 x2_8))
          (results v9))))
    (results v0 v3)))
[1.0 2.0]
$ nova -e '((xs : vector int)) (map (lambda (p x) (- p x)) (exscan + 0 xs) xs)' -i 'xs=[5 3]' --dump fuse-scan-map | grep -v '(site'
; before fuse-scan-map
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : [int]) ; 8 * v0 bytes
      (scan exclusive v0 v2
        (body ((v4 : int))
          (let (v5 : int) (read xs_1 v4))
          (results v5))
        (body ((x1_6 : int) (x2_7 : int))
          (let (v8 : int) (+ x1_6 x2_7))
          (results v8))))
    (let (v9 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v10 : int))
          (let (p_11 : int) (read v3 v10))
          (let (x_12 : int) (read xs_1 v10))
          (let (v13 : int) (- p_11 x_12))
          (results v13))))
    (results v0 v9)))
; after fuse-scan-map
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : [int]) ; 8 * v0 bytes
      (scan exclusive after v0 v2
        (body ((v4 : int))
          (let (v5 : int) (read xs_1 v4))
          (results v5))
        (body ((x1_6 : int) (x2_7 : int))
          (let (v8 : int) (+ x1_6 x2_7))
          (results v8))
        (body ((v9 : int) (v10 : int))
          (let (x_11 : int) (read xs_1 v10))
          (let (v12 : int) (- v9 x_11))
          (results v12))))
    (results v0 v3)))
[-5 2]
# What a scan tells the place of.
$ nova -e '((d : vector double) (keep : vector int) (xs : vector double)) (scatter d (exscan + 0 keep) xs)' -i 'd=[0.0 0.0 0.0]' -i 'keep=[1 0 1 0]' -i 'xs=[1.0 2.0 3.0 4.0]' --dump fuse-scan-scatter
; before fuse-scan-scatter
(plan
  (site "E0401" 11 63 95 0)
  (site "E0402" 11 63 95 0)
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (keep_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : int) (constant 0))
    (let (v7 : bool) (= v2 v4))
    (check 0 v7 v2 v4)
    (let (v8 : [int]) ; 8 * v2 bytes
      (scan exclusive v2 v6
        (body ((v9 : int))
          (let (v10 : int) (read keep_3 v9))
          (results v10))
        (body ((x1_11 : int) (x2_12 : int))
          (let (v13 : int) (+ x1_11 x2_12))
          (results v13))))
    (let (v14 : [double]) ; 8 * v0 bytes
      (scatter v0 v4 d_1
        (body ((v15 : int))
          (let (v16 : double) (read xs_5 v15))
          (let (v17 : int) (read v8 v15))
          (let (v18 : bool) (<= v6 v17))
          (let (v19 : bool) (< v17 v0))
          (let (v20 : bool) (and v18 v19))
          (check 1 v20 v17 v0)
          (results v17 v16))))
    (results v0 v14)))
; after fuse-scan-scatter
(plan
  (site "E0401" 11 63 95 0)
  (site "E0402" 11 63 95 0)
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (keep_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : int) (constant 0))
    (let (v7 : bool) (= v2 v4))
    (check 0 v7 v2 v4)
    (let (v8 : [double]) ; 8 * v0 bytes
      (scan-scatter exclusive v4 v6 v0 d_1
        (body ((v9 : int))
          (let (v10 : int) (read keep_3 v9))
          (results v10))
        (body ((x1_11 : int) (x2_12 : int))
          (let (v13 : int) (+ x1_11 x2_12))
          (results v13))
        (body ((v14 : int) (v15 : int))
          (let (v16 : double) (read xs_5 v15))
          (let (v17 : bool) (<= v6 v14))
          (let (v18 : bool) (< v14 v0))
          (let (v19 : bool) (and v17 v18))
          (check 1 v19 v14 v0)
          (results v14 v16))))
    (results v0 v8)))
[1.0 3.0 4.0]
$ nova -e '((xs : vector double)) (filter (lambda (y) (> y 1.0)) (map exp xs))' -i 'xs=[0.0 1.0]' --dump fuse-map-filter | grep -v '(site'
; before fuse-map-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : int) (v8 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v9 : int))
          (let (y_10 : double) (read v3 v9))
          (let (v11 : bool) (> y_10 v2))
          (results v11 y_10))))
    (results v7 v8)))
; after fuse-map-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : int) (v4 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v5 : int))
          (let (x1_6 : double) (read xs_1 v5))
          (let (v7 : double) (exp x1_6))
          (let (v8 : bool) (> v7 v2))
          (results v8 v7))))
    (results v3 v4)))
[2.718281828459045]
$ nova -e '((d : vector double) (is : vector int) (xs : vector double)) (scatter d is (map exp xs))' -i 'd=[2.0 3.0]' -i 'is=[1]' -i 'xs=[0.0]' --dump fuse-map-rows | grep -v '(site'
; before fuse-map-rows
(plan
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (is_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : bool) (= v2 v4))
    (check 0 v6 v2 v4)
    (let (v7 : int) (constant 0))
    (let (v8 : [double]) ; 8 * v4 bytes
      (map v4
        (body ((v9 : int))
          (let (x1_10 : double) (read xs_5 v9))
          (let (v11 : double) (exp x1_10))
          (results v11))))
    (let (v12 : [double]) ; 8 * v0 bytes
      (scatter v0 v4 d_1
        (body ((v13 : int))
          (let (v14 : double) (read v8 v13))
          (let (v15 : int) (read is_3 v13))
          (let (v16 : bool) (<= v7 v15))
          (let (v17 : bool) (< v15 v0))
          (let (v18 : bool) (and v16 v17))
          (check 1 v18 v15 v0)
          (results v15 v14))))
    (results v0 v12)))
; after fuse-map-rows
(plan
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (is_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : bool) (= v2 v4))
    (check 0 v6 v2 v4)
    (let (v7 : int) (constant 0))
    (let (v8 : [double]) ; 8 * v0 bytes
      (scatter v0 v4 d_1
        (body ((v9 : int))
          (let (x1_10 : double) (read xs_5 v9))
          (let (v11 : double) (exp x1_10))
          (let (v12 : int) (read is_3 v9))
          (let (v13 : bool) (<= v7 v12))
          (let (v14 : bool) (< v12 v0))
          (let (v15 : bool) (and v13 v14))
          (check 1 v15 v12 v0)
          (results v12 v11))))
    (results v0 v8)))
[2.0 1.0]
$ nova -e '((ns : vector int)) (map (reduce + 0) (map iota ns))' -i 'ns=[3 4]' --dump fuse-rows | grep -v '(site'
; before fuse-rows
(plan
  (body ((v0 : int) (ns_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : int) (constant 1))
    (let (v5 : int) (constant 1))
    (let (v6 : int) (constant 0))
    (let (v7 : [int]) (v8 : int) (v9 : [int]) ; 8 * (v0 + 1) + 8 * v8 bytes
      (rows v0
        (body ((v10 : int))
          (let (x1_11 : int) (read ns_1 v10))
          (let (v12 : bool) (>= x1_11 v2))
          (check 2 v12 x1_11)
          (let (v13 : bool) (<= x1_11 v3))
          (check 3 v13)
          (let (v14 : [int]) ; 8 * x1_11 bytes
            (iota x1_11 v2 v4))
          (results x1_11 v14))))
    (let (v15 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v16 : int))
          (let (v17 : int) (+ v16 v5))
          (let (v18 : int) (read v7 v16))
          (let (v19 : int) (read v7 v17))
          (let (v20 : int) (- v19 v18))
          (let (v21 : int)
            (reduce lane start v20 v6
              (body ((v22 : int))
                (let (v23 : int) (+ v18 v22))
                (let (v24 : int) (read v9 v23))
                (results v24))
              (body ((x1_25 : int) (x2_26 : int))
                (let (v27 : int) (+ x1_25 x2_26))
                (results v27))))
          (results v21))))
    (results v0 v15)))
; after fuse-rows
(plan
  (body ((v0 : int) (ns_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : int) (constant 1))
    (let (v5 : int) (constant 1))
    (let (v6 : int) (constant 0))
    (let (v7 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v8 : int))
          (let (x1_9 : int) (read ns_1 v8))
          (let (v10 : bool) (>= x1_9 v2))
          (check 2 v10 x1_9)
          (let (v11 : bool) (<= x1_9 v3))
          (check 3 v11)
          (let (v12 : [int]) ; 8 * x1_9 bytes
            (iota x1_9 v2 v4))
          (let (v13 : int)
            (reduce lane start x1_9 v6
              (body ((v14 : int))
                (let (v15 : int) (read v12 v14))
                (results v15))
              (body ((x1_16 : int) (x2_17 : int))
                (let (v18 : int) (+ x1_16 x2_17))
                (results v18))))
          (results v13))))
    (results v0 v7)))
[3 6]
$ nova -e '((xs : vector double)) (map + (map neg xs) (reverse (map neg xs)))' -i 'xs=[1.0 2.0]' --dump recompute | grep -v '(site'
; before recompute
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : int) (constant 1))
    (let (v3 : int) (- v0 v2))
    (let (v4 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v5 : int))
          (let (x1_6 : double) (read xs_1 v5))
          (let (v7 : double) (neg x1_6))
          (results v7))))
    (let (v8 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v9 : int))
          (let (x1_10 : double) (read v4 v9))
          (let (v11 : int) (- v3 v9))
          (let (v12 : double) (read v4 v11))
          (let (v13 : double) (+ x1_10 v12))
          (results v13))))
    (results v0 v8)))
; after recompute
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : int) (constant 1))
    (let (v3 : int) (- v0 v2))
    (let (v4 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v5 : int))
          (let (x1_6 : double) (read xs_1 v5))
          (let (v7 : double) (neg x1_6))
          (let (v8 : int) (- v3 v5))
          (let (x1_9 : double) (read xs_1 v8))
          (let (v10 : double) (neg x1_9))
          (let (v11 : double) (+ v7 v10))
          (results v11))))
    (results v0 v4)))
[-3.0 -3.0]
$ nova -e '((xs : vector double)) (map exp (filter (lambda (x) (> x 1.0)) xs))' -i 'xs=[0.0]' --dump fuse-filter-map | grep -v '(site'
; before fuse-filter-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : int) (v4 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v5 : int))
          (let (x_6 : double) (read xs_1 v5))
          (let (v7 : bool) (> x_6 v2))
          (results v7 x_6))))
    (let (v8 : [double]) ; 8 * v3 bytes
      (map v3
        (body ((v9 : int))
          (let (x1_10 : double) (read v4 v9))
          (let (v11 : double) (exp x1_10))
          (results v11))))
    (results v3 v8)))
; after fuse-filter-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : int) (v4 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v5 : int))
          (let (x_6 : double) (read xs_1 v5))
          (let (v7 : bool) (> x_6 v2))
          (let (v8 : double)
            (if v7
              (body ()
                (let (v9 : double) (exp x_6))
                (results v9))
              (body ()
                (let (v10 : double) (constant 0.0))
                (results v10))))
          (results v7 v8))))
    (results v3 v4)))
[]
$ nova -e '((xs : vector double)) (filter (lambda (x) (< x 2.0)) (filter (lambda (x) (> x 1.0)) xs))' -i 'xs=[1.5 2.5]' --dump fuse-filter-filter | grep -v '(site'
; before fuse-filter-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : double) (constant 2.0))
    (let (v4 : int) (v5 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v6 : int))
          (let (x_7 : double) (read xs_1 v6))
          (let (v8 : bool) (> x_7 v2))
          (results v8 x_7))))
    (let (v9 : int) (v10 : [double]) ; at most 8 * v4 bytes
      (filter v4
        (body ((v11 : int))
          (let (x_12 : double) (read v5 v11))
          (let (v13 : bool) (< x_12 v3))
          (results v13 x_12))))
    (results v9 v10)))
; after fuse-filter-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : double) (constant 2.0))
    (let (v4 : int) (v5 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v6 : int))
          (let (x_7 : double) (read xs_1 v6))
          (let (v8 : bool) (> x_7 v2))
          (let (v9 : bool) (v10 : double)
            (if v8
              (body ()
                (let (v11 : bool) (< x_7 v3))
                (results v11 x_7))
              (body ()
                (let (v12 : bool) (constant false))
                (let (v13 : double) (constant 0.0))
                (results v12 v13))))
          (results v9 v10))))
    (results v4 v5)))
[1.5]
$ nova -e '((xs : vector int)) (reduce + 0 (filter (lambda (x) (> x 1)) xs))' -i 'xs=[1 2 3]' --dump fuse-filter-reduce | grep -v '(site'
; before fuse-filter-reduce
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (v5 : [int]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v6 : int))
          (let (x_7 : int) (read xs_1 v6))
          (let (v8 : bool) (> x_7 v3))
          (results v8 x_7))))
    (let (v9 : int)
      (reduce lane start v4 v2
        (body ((v10 : int))
          (let (v11 : int) (read v5 v10))
          (results v11))
        (body ((x1_12 : int) (x2_13 : int))
          (let (v14 : int) (+ x1_12 x2_13))
          (results v14))))
    (results v9)))
; after fuse-filter-reduce
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (v5 : [int]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v6 : int))
          (let (x_7 : int) (read xs_1 v6))
          (let (v8 : bool) (> x_7 v3))
          (results v8 x_7))))
    (let (v9 : int)
      (reduce lane start v0 v2
        (body ((v10 : int))
          (let (x_11 : int) (read xs_1 v10))
          (let (v12 : bool) (> x_11 v3))
          (let (v13 : int)
            (if v12
              (body ()
                (results x_11))
              (body ()
                (let (v14 : int) (constant 0))
                (results v14))))
          (results v13))
        (body ((x1_15 : int) (x2_16 : int))
          (let (v17 : int) (+ x1_15 x2_16))
          (results v17))))
    (results v9)))
5
$ nova -e '((xs : vector double)) (reduce + 0.0 (force (map exp xs)))' -i 'xs=[0.0]' --dump forced | grep -v '(site'
; before forced
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : [double]) ; 8 * v0 bytes
      (copy v0 v3))
    (let (v8 : double)
      (reduce lane start v0 v2
        (body ((v9 : int))
          (let (v10 : double) (read v7 v9))
          (results v10))
        (body ((x1_11 : double) (x2_12 : double))
          (let (v13 : double) (+ x1_11 x2_12))
          (results v13))))
    (results v8)))
; after forced
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : double)
      (reduce lane start v0 v2
        (body ((v8 : int))
          (let (v9 : double) (read v3 v8))
          (results v9))
        (body ((x1_10 : double) (x2_11 : double))
          (let (v12 : double) (+ x1_10 x2_11))
          (results v12))))
    (results v7)))
1.0
# A vector that a loop changes is stored for it once: what it was given may be looked at later. In the rounds, nothing is copied.
$ nova -e '((xs : vector int)) (foldl (lambda (ys k) (scatter ys [k] [(+ k ys!k)])) xs (iota 3))' -i 'xs=[1 2 3]' --dump own-states | grep -E 'own-states|copy|loop|scatter'
; before own-states
      (loop v3 xs_1
            (scatter v0 v4 ys_11
; after own-states
      (copy v0 xs_1))
      (loop v3 xs_5
            (scatter v0 v4 ys_12
$ nova -e '((xs : vector int)) (foldl (lambda (ys k) (scatter ys [k] [(+ k ys!k)])) xs (iota 3))' -i 'xs=[1 2 3]' --dump c | grep memcpy
  __builtin_memcpy(xs_5, xs_1, (nv_u64)v0 * sizeof *xs_5);
$ nova -e '(let loop ((k 0) (xs (iota 9))) (if (= k 9) (sum xs) (loop (+ k 1) (scatter xs [k] [(+ 1 xs!(- 8 k))]))))' --dump c | grep -c memcpy
0
[exit 1]
# Where a round looks at what was there before, it is.
$ nova -e '(let loop ((k 0) (xs (iota 9)) (ys (iota 9))) (if (= k 9) (sum ys) (loop (+ k 1) (scatter xs [k] [7]) xs)))' --dump c | grep -c memcpy
1
# A function that is called often is printed once: so many sines stand in the C.
$ f='(define (f x) (if (> x 1e9) (exp x) (+ 0.5 (* x (+ 1.25 (* x (+ 2.0 (* x (+ 3.0 (* x (+ 4.0 (* x (sin x)))))))))))))'; for n in 1 10 100; do e=0.0; for k in $(seq $n); do e="(+ (f (+ x $k.0)) $e)"; done; nova -e "((xs : vector double)) $f (map (lambda (x) $e) xs)" -i 'xs=[1.0]' --dump c | grep -c nv_sin; done
1
10
1
$ nova -e '((x : double)) (define (f x) (+ 0.5 (* x (+ 1.25 (* x (+ 2.0 (* x x))))))) (map f [x])' -i x=1.0 --dump inline | grep -v '(site'
; before inline
(plan
  (function "f"
    (body ((x_0 : double))
      (let (v1 : double) (constant 0.5))
      (let (v2 : double) (constant 1.25))
      (let (v3 : double) (constant 2.0))
      (let (v4 : double) (* x_0 x_0))
      (let (v5 : double) (+ v3 v4))
      (let (v6 : double) (* x_0 v5))
      (let (v7 : double) (+ v2 v6))
      (let (v8 : double) (* x_0 v7))
      (let (v9 : double) (+ v1 v8))
      (results v9)))
  (body ((x_10 : double))
    (let (v11 : int) (constant 1))
    (let (v12 : [double]) ; 8 bytes
      (map v11
        (body ((v13 : int))
          (results x_10))))
    (let (v14 : [double]) ; 8 bytes
      (map v11
        (body ((v15 : int))
          (let (v16 : double) (read v12 v15))
          (let (v17 : double) (call 0 0 v16))
          (results v17))))
    (results v11 v14)))
; after inline
(plan
  (body ((x_0 : double))
    (let (v1 : int) (constant 1))
    (let (v2 : [double]) ; 8 bytes
      (map v1
        (body ((v3 : int))
          (results x_0))))
    (let (v4 : [double]) ; 8 bytes
      (map v1
        (body ((v5 : int))
          (let (v6 : double) (read v2 v5))
          (let (v7 : double) (constant 0.5))
          (let (v8 : double) (constant 1.25))
          (let (v9 : double) (constant 2.0))
          (let (v10 : double) (* v6 v6))
          (let (v11 : double) (+ v9 v10))
          (let (v12 : double) (* v6 v11))
          (let (v13 : double) (+ v8 v12))
          (let (v14 : double) (* v6 v13))
          (let (v15 : double) (+ v7 v14))
          (results v15))))
    (results v1 v4)))
[4.75]
# Sizes as formulas: known before the run, at most so many where a filter counts, a sum over rows.
$ nova -e '((n : int)) (define keep (filter (lambda (i) (= 0 (% i 3))) (iota (* n 2)))) (map (lambda (k) (sort (iota (+ k n)))) keep)' -i n=2 --dump fused | grep bytes
    (let (v8 : int) (v9 : [int]) ; at most 8 * (n_0 * 2) bytes
    (let (v6 : [int]) (v7 : int) (v8 : [int]) ; 8 * (v0 + 1) + 8 * v7 bytes
          (let (v14 : [int]) ; 8 * (n_2 + k_10) bytes
          (let (v15 : [int]) ; 8 * (n_2 + k_10) bytes
          (let (v19 : [int]) ; 8 * (n_2 + k_10) bytes
# A name that is no pass.
$ nova -e '1' --dump fuse
nova: there is no phase fuse; there are datum, expr, types, core, plan, fused, c, cuda, ptx, and the passes simplify, common, dead-code, inline, accumulate, remove-checks, hoist, checks-first, unroll, fuse-iota, fuse-horizontal, fuse-map-read, fuse-map-map, fuse-map-reduce, fuse-map-scan, fuse-scan-map, fuse-scan-scatter, fuse-map-filter, fuse-map-rows, fuse-rows, even-rows, fuse-rows-map, fuse-rows-scatter, recompute, fuse-filter-map, fuse-filter-filter, fuse-filter-reduce, peel, group-table, carry-number, levels, long-elements, forced, sink, own-states
[exit 2]
$ nova -e '1' --no-pass fuse
--no-pass: there is no pass fuse; there are simplify, common, dead-code, inline, accumulate, remove-checks, hoist, checks-first, unroll, fuse-iota, fuse-horizontal, fuse-map-read, fuse-map-map, fuse-map-reduce, fuse-map-scan, fuse-scan-map, fuse-scan-scatter, fuse-map-filter, fuse-map-rows, fuse-rows, even-rows, fuse-rows-map, fuse-rows-scatter, recompute, fuse-filter-map, fuse-filter-filter, fuse-filter-reduce, peel, group-table, carry-number, levels, long-elements, forced, sink, own-states
Run with --help for more information.
[exit 2]
# In a function that calls itself passes run as at the top: a range, two maps and a filter are one filter.
$ f='(define (f n) (if (< n 3) [n] (let (ys (filter (lambda (x) (= 0 (% x 3))) (map (+ 1) (map (lambda (i) (* i i)) (range 2 n))))) in (++ (f (- n 2)) ys))))'; for off in none fuse-map-filter; do nova -e "$f (f 10)" --tier cpu --dump fused $([ $off = none ] || echo --no-pass $off) | sed -n '/function "f"/,/^  (body/p' | grep -o '(iota\|(map v\|(filter'; done
(map v
(filter
(map v
(map v
(filter
(map v
# What is scattered of rows is not stored.
$ nova -e '((n : int)) (scatter (replicate n 1) [m | p <- (iota n), m <- (range p n 5)] (replicate (length [m | p <- (iota n), m <- (range p n 5)]) 0))' -i n=6 --dump fuse-rows-scatter | grep -v '(site'
; before fuse-rows-scatter
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 1))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (>= n_0 v2))
    (check 0 v3 n_0)
    (let (v4 : int) (constant 140737488355328))
    (let (v5 : bool) (<= n_0 v4))
    (check 1 v5)
    (let (v6 : int) (constant 5))
    (let (v7 : bool) (constant true))
    (let (v8 : bool) (not v7))
    (let (v9 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v10 : int))
          (results v1))))
    (let (v11 : [int]) (v12 : int) (v13 : [int]) ; 8 * (n_0 + 1) + 8 * v12 bytes
      (rows n_0
        (body ((v14 : int))
          (let (v15 : int) (- n_0 v14))
          (let (v16 : bool) (< v2 v15))
          (let (v17 : bool) (or v16 v8))
          (check 5 v17)
          (let (v18 : int)
            (if v7
              (body ()
                (let (v19 : int) (- v15 v1))
                (let (v20 : int) (/ v19 v6))
                (let (v21 : int) (+ v20 v1))
                (results v21))
              (body ()
                (results v2))))
          (let (v22 : bool) (<= v18 v4))
          (check 6 v22)
          (let (v23 : [int]) ; 8 * v18 bytes
            (iota v18 v14 v6))
          (results v18 v23))))
    (let (v24 : [int]) ; 8 * n_0 bytes
      (scatter n_0 v12 v9
        (body ((v25 : int))
          (let (v26 : int) (read v13 v25))
          (let (v27 : bool) (<= v2 v26))
          (let (v28 : bool) (< v26 n_0))
          (let (v29 : bool) (and v27 v28))
          (check 15 v29 v26 n_0)
          (results v26 v2))))
    (results n_0 v24)))
; after fuse-rows-scatter
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 1))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (>= n_0 v2))
    (check 0 v3 n_0)
    (let (v4 : int) (constant 140737488355328))
    (let (v5 : bool) (<= n_0 v4))
    (check 1 v5)
    (let (v6 : int) (constant 5))
    (let (v7 : bool) (constant true))
    (let (v8 : bool) (not v7))
    (let (v9 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v10 : int))
          (results v1))))
    (let (v11 : [int]) ; 8 * n_0 bytes
      (rows-scatter n_0 n_0 v9
        (body ((v12 : int))
          (let (v13 : int) (- n_0 v12))
          (let (v14 : bool) (< v2 v13))
          (let (v15 : bool) (or v14 v8))
          (check 5 v15)
          (let (v16 : int)
            (if v7
              (body ()
                (let (v17 : int) (- v13 v1))
                (let (v18 : int) (/ v17 v6))
                (let (v19 : int) (+ v18 v1))
                (results v19))
              (body ()
                (results v2))))
          (let (v20 : bool) (<= v16 v4))
          (check 6 v20)
          (results v16 v12))
        (body ((v21 : int) (v22 : int))
          (let (v23 : int) (* v22 v6))
          (let (v24 : int) (+ v21 v23))
          (let (v25 : bool) (<= v2 v24))
          (let (v26 : bool) (< v24 n_0))
          (let (v27 : bool) (and v25 v26))
          (check 15 v27 v24 n_0)
          (results v24 v2))))
    (results n_0 v11)))
[0 0 0 0 0 0]
# Nor is what another map makes of the rows' elements: all of it, its checks too, is done where an element goes to its place.
$ nova -e '((n : int)) (let (all [(m, (/ 100 (- m 50))) | p <- (range 1 n), m <- (range p n 5)]) in (scatter (iota n) (map fst all) (map snd all)))' -i n=6 --dump fused | sed -n '/rows-scatter/,$p' | grep '(map\|(iota\|(read\|(check\|body ('
        (body ((v17 : int))
          (check 3 v23)
              (body ()
              (body ()
          (check 4 v28)
        (body ((p_29 : int) (v30 : int))
          (check 5 v34 v11)
          (check 9 v38 v32 n_0)
# Groups that are only folded are places of a table where keys lie close together; else they are sorted.
$ nova -e '((ks : vector int) (vs : vector int)) [((the k), (maximum v)) | (k, v) <- (zip ks vs), group by k]' -i 'ks=[3 1 3]' -i 'vs=[1 2 5]' --dump group-table | grep -v '(site'
; before group-table
(plan
  (body ((v0 : int) (ks_1 : [int]) (v2 : int) (vs_3 : [int]))
    (let (v4 : bool) (= v0 v2))
    (check 0 v4 v0 v2)
    (let (v5 : int) (constant 0))
    (let (v6 : bool) (constant true))
    (let (v7 : int) (constant 1))
    (let (v8 : [int]) ; 8 * v2 bytes
      (map v2
        (body ((v9 : int))
          (let (k_10 : int) (read ks_1 v9))
          (results k_10))))
    (let (v11 : [int]) ; 8 * v2 bytes
      (sort v2 v8
        (body ((v12 : int) (v13 : int))
          (let (v14 : int) (read v8 v13))
          (let (v15 : int) (read v8 v12))
          (let (v16 : bool) (< v15 v14))
          (results v16))))
    (let (v17 : [int]) ; 8 * v2 bytes
      (map v2
        (body ((v18 : int))
          (let (v19 : int) (read v11 v18))
          (let (v20 : int) (read v8 v19))
          (results v20))))
    (let (v21 : int) (v22 : [int]) ; at most 8 * v2 bytes
      (filter v2
        (body ((v23 : int))
          (let (v24 : bool) (= v23 v5))
          (let (v25 : bool)
            (if v24
              (body ()
                (results v6))
              (body ()
                (let (v26 : int) (- v23 v7))
                (let (v27 : int) (read v17 v23))
                (let (v28 : int) (read v17 v26))
                (let (v29 : bool) (< v28 v27))
                (results v29))))
          (results v25 v23))))
    (let (v30 : [int]) (v31 : [int]) ; 16 * v2 bytes
      (map v2
        (body ((v32 : int))
          (let (v33 : int) (read v11 v32))
          (let (v34 : int) (read ks_1 v33))
          (let (v35 : int) (read vs_3 v33))
          (results v34 v35))))
    (let (v36 : [int]) (v37 : [int]) ; 16 * v21 bytes
      (map v21
        (body ((v38 : int))
          (let (v39 : int) (+ v38 v7))
          (let (v40 : bool) (< v39 v21))
          (let (v41 : int)
            (if v40
              (body ()
                (let (v42 : int) (read v22 v39))
                (results v42))
              (body ()
                (results v2))))
          (let (v43 : int) (read v22 v38))
          (let (v44 : int) (- v41 v43))
          (let (v45 : bool) (= v44 v5))
          (let (v46 : bool) (not v45))
          (check 1 v46)
          (let (v47 : bool) (< v5 v44))
          (check 2 v47 v5 v44)
          (let (k_48 : int) (read v30 v43))
          (let (v49 : int)
            (reduce lane v44 v5
              (body ((v50 : int))
                (let (v51 : int) (+ v50 v43))
                (let (v_52 : int) (read v31 v51))
                (results v_52))
              (body ((x1_53 : int) (x2_54 : int))
                (let (v55 : int) (max x1_53 x2_54))
                (results v55))))
          (results k_48 v49))))
    (results v21 v36 v37)))
; after group-table
(plan
  (body ((v0 : int) (ks_1 : [int]) (v2 : int) (vs_3 : [int]))
    (let (v4 : bool) (= v0 v2))
    (check 0 v4 v0 v2)
    (let (v5 : int) (constant 0))
    (let (v6 : bool) (constant true))
    (let (v7 : int) (constant 1))
    (let (v8 : int) (constant 9223372036854775807))
    (let (v9 : int) (constant -9223372036854775808))
    (let (v10 : int) (v11 : int)
      (reduce lane start v2 v8 v9
        (body ((v12 : int))
          (let (k_13 : int) (read ks_1 v12))
          (results k_13 k_13))
        (body ((v14 : int) (v15 : int) (v16 : int) (v17 : int))
          (let (v18 : int) (min v14 v16))
          (let (v19 : int) (max v15 v17))
          (results v18 v19))))
    (let (v20 : int) (- v11 v10))
    (let (v21 : bool) (< v20 v2))
    (let (v22 : int) (constant 0))
    (let (v23 : bool) (<= v22 v20))
    (let (v24 : bool) (<= v10 v11))
    (let (v25 : bool) (and v24 v23))
    (let (v26 : bool) (and v25 v21))
    (let (v27 : int) (v28 : [int]) (v29 : [int])
      (if v26
        (body ()
          (let (v30 : int) (constant 1))
          (let (v31 : int) (+ v20 v30))
          (let (v32 : [int]) ; 8 * ((v11 - v10) + 1) bytes
            (map v31
              (body ((v33 : int))
                (let (v34 : int) (constant 0))
                (results v34))))
          (let (v35 : [int]) ; 8 * ((v11 - v10) + 1) bytes
            (map v31
              (body ((v36 : int))
                (let (v37 : int) (constant -9223372036854775808))
                (results v37))))
          (let (v38 : [int]) (v39 : [int]) ; 16 * ((v11 - v10) + 1) bytes
            (histogram v31 v2 v32 v35
              (body ((v40 : int))
                (let (k_41 : int) (read ks_1 v40))
                (let (v42 : int) (- k_41 v10))
                (let (v43 : int) (constant 1))
                (let (v44 : int) (read vs_3 v40))
                (results v42 v43 v44))
              (body ((v45 : int) (v46 : int) (v47 : int) (v48 : int))
                (let (v49 : int) (+ v45 v47))
                (let (v50 : int) (max v46 v48))
                (results v49 v50))))
          (let (v51 : int) (v52 : [int]) ; at most 8 * ((v11 - v10) + 1) bytes
            (filter v31
              (body ((v53 : int))
                (let (v54 : int) (constant 0))
                (let (v55 : int) (read v38 v53))
                (let (v56 : bool) (~= v55 v54))
                (results v56 v53))))
          (let (v57 : [int]) (v58 : [int]) ; 16 * v51 bytes
            (map v51
              (body ((v59 : int))
                (let (v60 : int) (read v52 v59))
                (let (v61 : int) (read v38 v60))
                (let (v62 : bool) (= v61 v5))
                (let (v63 : bool) (not v62))
                (check 1 v63)
                (let (v64 : bool) (< v5 v61))
                (check 2 v64 v5 v61)
                (let (v65 : int) (+ v60 v10))
                (let (v66 : int) (read v39 v60))
                (results v65 v66))))
          (results v51 v57 v58))
        (body ()
          (let (v67 : [int]) ; 8 * v2 bytes
            (map v2
              (body ((v68 : int))
                (let (k_69 : int) (read ks_1 v68))
                (results k_69))))
          (let (v70 : [int]) ; 8 * v2 bytes
            (sort v2 v67
              (body ((v71 : int) (v72 : int))
                (let (v73 : int) (read v67 v72))
                (let (v74 : int) (read v67 v71))
                (let (v75 : bool) (< v74 v73))
                (results v75))))
          (let (v76 : [int]) ; 8 * v2 bytes
            (map v2
              (body ((v77 : int))
                (let (v78 : int) (read v70 v77))
                (let (v79 : int) (read v67 v78))
                (results v79))))
          (let (v80 : int) (v81 : [int]) ; at most 8 * v2 bytes
            (filter v2
              (body ((v82 : int))
                (let (v83 : bool) (= v82 v5))
                (let (v84 : bool)
                  (if v83
                    (body ()
                      (results v6))
                    (body ()
                      (let (v85 : int) (- v82 v7))
                      (let (v86 : int) (read v76 v82))
                      (let (v87 : int) (read v76 v85))
                      (let (v88 : bool) (< v87 v86))
                      (results v88))))
                (results v84 v82))))
          (let (v89 : [int]) (v90 : [int]) ; 16 * v2 bytes
            (map v2
              (body ((v91 : int))
                (let (v92 : int) (read v70 v91))
                (let (v93 : int) (read ks_1 v92))
                (let (v94 : int) (read vs_3 v92))
                (results v93 v94))))
          (let (v95 : [int]) (v96 : [int]) ; 16 * v80 bytes
            (map v80
              (body ((v97 : int))
                (let (v98 : int) (+ v97 v7))
                (let (v99 : bool) (< v98 v80))
                (let (v100 : int)
                  (if v99
                    (body ()
                      (let (v101 : int) (read v81 v98))
                      (results v101))
                    (body ()
                      (results v2))))
                (let (v102 : int) (read v81 v97))
                (let (v103 : int) (- v100 v102))
                (let (v104 : bool) (= v103 v5))
                (let (v105 : bool) (not v104))
                (check 1 v105)
                (let (v106 : bool) (< v5 v103))
                (check 2 v106 v5 v103)
                (let (k_107 : int) (read v89 v102))
                (let (v108 : int)
                  (reduce lane v103 v5
                    (body ((v109 : int))
                      (let (v110 : int) (+ v109 v102))
                      (let (v_111 : int) (read v90 v110))
                      (results v_111))
                    (body ((x1_112 : int) (x2_113 : int))
                      (let (v114 : int) (max x1_112 x2_113))
                      (results v114))))
                (results k_107 v108))))
          (results v80 v95 v96))))
    (results v27 v28 v29)))
[(1, 2) (3, 5)]
$ nova -e '((ns : vector int)) (define (is-even n) (if (= n 0) true (is-odd (- n 1)))) (define (is-odd n) (if (= n 0) false (is-even (- n 1)))) (map is-even ns)' -i 'ns=[3 4]' --dump inline | grep -v '(site'
; before inline
(plan
  (function "is-even"
    (body ((n_0 : int))
      (let (v1 : int) (constant 0))
      (let (v2 : bool) (= n_0 v1))
      (let (v3 : bool)
        (if v2
          (body ()
            (let (v4 : bool) (constant true))
            (results v4))
          (body ()
            (let (v5 : int) (constant 1))
            (let (v6 : int) (- n_0 v5))
            (let (v7 : bool) (call 1 1 v6))
            (results v7))))
      (results v3)))
  (function "is-odd"
    (body ((n_8 : int))
      (let (v9 : int) (constant 0))
      (let (v10 : bool) (= n_8 v9))
      (let (v11 : bool)
        (if v10
          (body ()
            (let (v12 : bool) (constant false))
            (results v12))
          (body ()
            (let (v13 : int) (constant 1))
            (let (v14 : int) (- n_8 v13))
            (let (v15 : bool) (call 0 0 v14))
            (results v15))))
      (results v11)))
  (body ((v16 : int) (ns_17 : [int]))
    (let (v18 : [bool]) ; 1 * v16 bytes
      (map v16
        (body ((v19 : int))
          (let (v20 : int) (read ns_17 v19))
          (let (v21 : bool) (call 0 2 v20))
          (results v21))))
    (results v16 v18)))
; after inline
(plan
  (function "is-even"
    (body ((n_0 : int))
      (let (v1 : int) (constant 0))
      (let (v2 : bool) (= n_0 v1))
      (let (v3 : bool)
        (if v2
          (body ()
            (let (v4 : bool) (constant true))
            (results v4))
          (body ()
            (let (v5 : int) (constant 1))
            (let (v6 : int) (- n_0 v5))
            (let (v7 : int) (constant 0))
            (let (v8 : bool) (= v6 v7))
            (let (v9 : bool)
              (if v8
                (body ()
                  (let (v10 : bool) (constant false))
                  (results v10))
                (body ()
                  (let (v11 : int) (constant 1))
                  (let (v12 : int) (- v6 v11))
                  (let (v13 : bool) (call 0 0 v12))
                  (results v13))))
            (results v9))))
      (results v3)))
  (body ((v14 : int) (ns_15 : [int]))
    (let (v16 : [bool]) ; 1 * v14 bytes
      (map v14
        (body ((v17 : int))
          (let (v18 : int) (read ns_15 v17))
          (let (v19 : bool) (call 0 2 v18))
          (results v19))))
    (results v14 v16)))
; before inline
(plan
  (function "is-even"
    (body ((n_0 : int))
      (let (v1 : bool) (constant true))
      (let (v2 : bool) (constant false))
      (let (v3 : int) (constant 0))
      (let (v4 : int) (constant 1))
      (let (v5 : bool) (v6 : bool) (n_7 : int)
        (loop v1 v2 n_0
          (body ((v8 : bool) (v9 : bool) (n_10 : int))
            (results v8))
          (body ((v11 : bool) (v12 : bool) (n_13 : int))
            (let (v14 : bool) (= n_13 v3))
            (let (v15 : bool) (v16 : bool) (n_17 : int)
              (if v14
                (body ()
                  (results v2 v1 n_13))
                (body ()
                  (let (v18 : int) (- n_13 v4))
                  (let (v19 : bool) (= v18 v3))
                  (let (v20 : bool) (v21 : bool) (n_22 : int)
                    (if v19
                      (body ()
                        (results v2 v2 n_13))
                      (body ()
                        (let (v23 : int) (- v18 v4))
                        (results v1 v12 v23))))
                  (results v20 v21 n_22))))
            (results v15 v16 n_17))))
      (results v6)))
  (body ((v24 : int) (ns_25 : [int]))
    (let (v26 : [bool]) ; 1 * v24 bytes
      (map v24
        (body ((v27 : int))
          (let (v28 : int) (read ns_25 v27))
          (let (v29 : bool) (call 0 2 v28))
          (results v29))))
    (results v24 v26)))
; after inline
(plan
  (body ((v0 : int) (ns_1 : [int]))
    (let (v2 : [bool]) ; 1 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (v4 : int) (read ns_1 v3))
          (let (v5 : bool) (constant true))
          (let (v6 : bool) (constant false))
          (let (v7 : int) (constant 0))
          (let (v8 : int) (constant 1))
          (let (v9 : bool) (v10 : bool) (n_11 : int)
            (loop v5 v6 v4
              (body ((v12 : bool) (v13 : bool) (n_14 : int))
                (results v12))
              (body ((v15 : bool) (v16 : bool) (n_17 : int))
                (let (v18 : bool) (= n_17 v7))
                (let (v19 : bool) (v20 : bool) (n_21 : int)
                  (if v18
                    (body ()
                      (results v6 v5 n_17))
                    (body ()
                      (let (v22 : int) (- n_17 v8))
                      (let (v23 : bool) (= v22 v7))
                      (let (v24 : bool) (v25 : bool) (n_26 : int)
                        (if v23
                          (body ()
                            (results v6 v6 n_17))
                          (body ()
                            (let (v27 : int) (- v22 v8))
                            (results v5 v16 v27))))
                      (results v24 v25 n_26))))
                (results v19 v20 n_21))))
          (results v10))))
    (results v0 v2)))
[false true]
$ nova -e '((ns : vector int)) (define (below n) (if (<= n 0) 0 (+ n (below (- n 1))))) (map below ns)' -i 'ns=[3 4]' --dump accumulate | grep -v '(site'
; before accumulate
(plan
  (function "below"
    (body ((n_0 : int))
      (let (v1 : int) (constant 0))
      (let (v2 : bool) (<= n_0 v1))
      (let (v3 : int)
        (if v2
          (body ()
            (results v1))
          (body ()
            (let (v4 : int) (constant 1))
            (let (v5 : int) (- n_0 v4))
            (let (v6 : int) (call 0 0 v5))
            (let (v7 : int) (+ n_0 v6))
            (results v7))))
      (results v3)))
  (body ((v8 : int) (ns_9 : [int]))
    (let (v10 : [int]) ; 8 * v8 bytes
      (map v8
        (body ((v11 : int))
          (let (v12 : int) (read ns_9 v11))
          (let (v13 : int) (call 0 1 v12))
          (results v13))))
    (results v8 v10)))
; after accumulate
(plan
  (function "below"
    (body ((n_0 : int))
      (let (v1 : bool) (constant true))
      (let (v2 : int) (constant 0))
      (let (v3 : int) (constant 0))
      (let (v4 : bool) (v5 : int) (v6 : int) (n_7 : int)
        (loop v1 v2 v3 n_0
          (body ((v8 : bool) (v9 : int) (v10 : int) (n_11 : int))
            (results v8))
          (body ((v12 : bool) (v13 : int) (v14 : int) (n_15 : int))
            (let (v16 : int) (constant 4194304))
            (let (v17 : bool) (< v14 v16))
            (check 0 v17)
            (let (v18 : int) (constant 0))
            (let (v19 : bool) (<= n_15 v18))
            (let (v20 : bool) (v21 : int) (v22 : int) (n_23 : int)
              (if v19
                (body ()
                  (let (v24 : bool) (constant false))
                  (let (v25 : int) (+ v13 v18))
                  (results v24 v25 v14 n_15))
                (body ()
                  (let (v26 : int) (constant 1))
                  (let (v27 : int) (- n_15 v26))
                  (let (v28 : int) (+ v13 n_15))
                  (let (v29 : int) (constant 1))
                  (let (v30 : int) (+ v14 v29))
                  (let (v31 : bool) (constant true))
                  (results v31 v28 v30 v27))))
            (results v20 v21 v22 n_23))))
      (results v5)))
  (body ((v32 : int) (ns_33 : [int]))
    (let (v34 : [int]) ; 8 * v32 bytes
      (map v32
        (body ((v35 : int))
          (let (v36 : int) (read ns_33 v35))
          (let (v37 : int) (call 0 1 v36))
          (results v37))))
    (results v32 v34)))
[6 10]
$ nova -e '((ts : vector double) (xs : vector int) (ys : vector int)) (define (nearer (t, x, y) (u, v, w)) (if (<= t u) (t, x, y) (u, v, w))) (reduce nearer (inf, 0, 0) (zip ts xs ys))' -i 'ts=[2.0 1.0]' -i 'xs=[5 6]' -i 'ys=[7 8]' --dump carry-number | grep -v '(site'
; before carry-number
(plan
  (body ((v0 : int) (ts_1 : [double]) (v2 : int) (xs_3 : [int]) (v4 : int) (ys_5 : [int]))
    (let (v6 : double) (constant inf))
    (let (v7 : int) (constant 0))
    (let (v8 : bool) (= v0 v2))
    (check 0 v8 v0 v2)
    (let (v9 : bool) (= v2 v4))
    (check 1 v9 v2 v4)
    (let (v10 : double) (v11 : int) (v12 : int)
      (reduce ordered start v4 v6 v7 v7
        (body ((v13 : int))
          (let (v14 : double) (read ts_1 v13))
          (let (v15 : int) (read xs_3 v13))
          (let (v16 : int) (read ys_5 v13))
          (results v14 v15 v16))
        (body ((v17 : double) (v18 : int) (v19 : int) (v20 : double) (v21 : int) (v22 : int))
          (let (v23 : bool) (<= v17 v20))
          (let (v24 : double) (v25 : int) (v26 : int)
            (if v23
              (body ()
                (results v17 v18 v19))
              (body ()
                (results v20 v21 v22))))
          (results v24 v25 v26))))
    (results v10 v11 v12)))
; after carry-number
(plan
  (body ((v0 : int) (ts_1 : [double]) (v2 : int) (xs_3 : [int]) (v4 : int) (ys_5 : [int]))
    (let (v6 : double) (constant inf))
    (let (v7 : int) (constant 0))
    (let (v8 : bool) (= v0 v2))
    (check 0 v8 v0 v2)
    (let (v9 : bool) (= v2 v4))
    (check 1 v9 v2 v4)
    (let (v10 : int) (constant -1))
    (let (v11 : double) (v12 : int)
      (reduce ordered start v4 v6 v10
        (body ((v13 : int))
          (let (v14 : double) (read ts_1 v13))
          (results v14 v13))
        (body ((v15 : double) (v16 : int) (v17 : double) (v18 : int))
          (let (v19 : bool) (<= v15 v17))
          (let (v20 : double) (v21 : int)
            (if v19
              (body ()
                (results v15 v16))
              (body ()
                (results v17 v18))))
          (results v20 v21))))
    (let (v22 : int) (constant 0))
    (let (v23 : bool) (>= v12 v22))
    (let (v24 : int) (v25 : int)
      (if v23
        (body ()
          (let (v26 : int) (read xs_3 v12))
          (let (v27 : int) (read ys_5 v12))
          (results v26 v27))
        (body ()
          (results v7 v7))))
    (results v11 v24 v25)))
(1.0, 6, 8)
# What is asked for before the loop decides no place in it: SpMV by columns reads its 3 values and 3 columns as they lie, only
# the places that it has read wait for their checks.
$ nova -e '((values : vector float) (x : vector float) (columns : vector int32)) (define n (length x)) (map (lambda (r) (sum (map (lambda (k) (let (e (+ (* k n) r)) in (* values!e (! x (to_int columns!e))))) (iota 3)))) (iota n))' -i 'values=[1f 2f 3f]' -i 'x=[1f]' -i 'columns=[0i32 0i32 0i32]' --tier cpu --dump c | grep -o '[a-z]*_[0-9]*\[.*\]'
values_2[i] * x_4[to_int(..)]) + (values_2[n_0 + i] * x_4[to_int(..)]
columns_6[v42]
values_2[v42]
columns_6[v42]
x_4[(fine & v47)]
values_2[e_43]
columns_6[e_43]
x_4[(fine & v55)]
values_2[e_44]
columns_6[e_44]
x_4[(fine & v64)]
# Rows of one length that nobody asks for as rows are a map of all elements, which its reader takes in.
$ nova -e '((xs : vector int) (ys : vector int)) (sum [(* x y) | x <- xs, y <- ys])' -i 'xs=[1 2]' -i 'ys=[3 4]' --tier cpu --dump fused
; -e:1:39: fused
(plan
  (site "E0601" 11 63 70 0)
  (body ((v0 : int) (xs_1 : [int]) (v2 : int) (ys_3 : [int]))
    (let (v4 : int) (constant 0))
    (let (v5 : int) (constant 1))
    (let (v6 : int) (max v2 v5))
    (let (v7 : int) (constant 140737488355328))
    (let (v8 : int) (/ v7 v6))
    (let (v9 : bool) (<= v0 v8))
    (check 0 v9)
    (let (v10 : int) (* v0 v2))
    (let (v11 : int)
      (reduce lane start v10 v4
        (body ((v12 : int))
          (let (v13 : int) (% v12 v2))
          (let (v14 : int) (/ v12 v2))
          (let (x_15 : int) (read xs_1 v14))
          (let (y_16 : int) (read ys_3 v13))
          (let (v17 : int) (* x_15 y_16))
          (results v17))
        (body ((x1_18 : int) (x2_19 : int))
          (let (v20 : int) (+ x1_18 x2_19))
          (results v20))))
    (results v11)))
21
$ nova -e '((xs : vector int) (ys : vector int)) (sum [(* x y) | x <- xs, y <- ys])' -i 'xs=[1 2]' -i 'ys=[3 4]' --tier cpu --dump fused --no-pass even-rows | grep -o '(rows\|(map\|(reduce'
(rows
(map
(reduce
# Of a few such elements in a kernel no division is left.
$ nova -e '((xs : vector int)) (map (lambda (i) (sum [(* (+ a 1) xs!(+ i b)) | a <- (range 0 2), b <- (range 0 3)])) (iota 2))' -i 'xs=[1 2 3 4]' --tier cpu --dump fused | grep -c '(/\|(%\|(rows'
0
[exit 1]
# The fields of a tree's node are read where there is one.
$ nova -e '(types (Tree : (+ (Leaf : unit) (Node : (Tree, int, Tree))))) (define (total t) (case t (Leaf 0) (Node n (+ n.1 (+ (total n.0) (total n.2)))))) (define tree (Node (Leaf) 3 (Leaf))) (total tree)' --tier cpu --dump sink | grep -A 23 'after sink'
; after sink
(plan
  (site "E0602" 11 115 126 0)
  (site "E0602" 11 127 138 0)
  (site "E0602" 11 181 193 0)
  (function "total"
    (body ((t_0 : int) (v1 : int) (v2 : [int]) (v3 : [uint8]) (v4 : [int32]) (v5 : [int]) (v6 : [int32]))
      (let (v7 : int32) (constant 0))
      (let (v8 : uint8) (read v3 t_0))
      (let (v9 : int32) (to_int32 v8))
      (let (v10 : bool) (= v9 v7))
      (let (v11 : int)
        (if v10
          (body ()
            (let (v12 : int) (constant 0))
            (results v12))
          (body ()
            (let (v13 : int32) (read v4 t_0))
            (let (v14 : int) (to_int v13))
            (let (v15 : int) (read v5 t_0))
            (let (v16 : int32) (read v6 t_0))
            (let (v17 : int) (to_int v16))
            (let (v18 : int) (call 0 0 v14 v1 v2 v3 v4 v5 v6))
            (let (v19 : int) (call 0 1 v17 v1 v2 v3 v4 v5 v6))
# Few elements that take long are not one thread's tile.
$ nova -e '((n : int)) (define (rounds n) (let loop ((n n) (k 0)) (if (= n 1) k (loop (if (= 0 (% n 2)) (/ n 2) (+ 1 (* 3 n))) (+ k 1))))) (sum (map rounds (range 1 n)))' -i n=9 --tier cpu --dump long-elements | grep '(if\|(map\|(reduce\|(loop\|after\|before\|^[0-9]'
; before long-elements
      (reduce lane start v7 v2
            (loop n_14 v2
                  (if v24
; after long-elements
      (if v13
            (map v7
                  (loop n_17 v2
                        (if v27
            (reduce lane start v7 v2
            (reduce lane start v7 v2
                  (loop n_41 v2
                        (if v51
42
