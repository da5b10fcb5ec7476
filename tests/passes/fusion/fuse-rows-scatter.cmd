# The plan before fuse-rows-scatter and after it.
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
    (let (v8 : bool) (constant true))
    (let (v9 : bool) (not v7))
    (let (v10 : bool) (or v8 v9))
    (let (v11 : int) (constant 0))
    (let (v12 : bool) (<= n_0 v11))
    (let (v13 : bool) (or v10 v12))
    (check 5 v13)
    (let (v14 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v15 : int))
          (results v1))))
    (let (v16 : [int]) (v17 : int) (v18 : [int]) ; 8 * (n_0 + 1) + 8 * v17 bytes
      (rows n_0
        (body ((v19 : int))
          (let (v20 : int) (- n_0 v19))
          (let (v21 : int)
            (if v7
              (body ()
                (let (v22 : int) (- v20 v1))
                (let (v23 : int) (/ v22 v6))
                (let (v24 : int) (+ v23 v1))
                (results v24))
              (body ()
                (results v2))))
          (let (v25 : bool) (<= v21 v4))
          (check 6 v25)
          (let (v26 : [int]) ; 8 * v21 bytes
            (iota v21 v19 v6))
          (results v21 v26))))
    (let (v27 : [int]) ; 8 * n_0 bytes
      (scatter n_0 v17 v14
        (body ((v28 : int))
          (let (v29 : int) (read v18 v28))
          (let (v30 : bool) (<= v2 v29))
          (let (v31 : bool) (< v29 n_0))
          (let (v32 : bool) (and v30 v31))
          (check 15 v32 v29 n_0)
          (results v29 v2))))
    (results n_0 v27)))
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
    (let (v8 : bool) (constant true))
    (let (v9 : bool) (not v7))
    (let (v10 : bool) (or v8 v9))
    (let (v11 : int) (constant 0))
    (let (v12 : bool) (<= n_0 v11))
    (let (v13 : bool) (or v10 v12))
    (check 5 v13)
    (let (v14 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v15 : int))
          (results v1))))
    (let (v16 : [int]) ; 8 * n_0 bytes
      (rows-scatter n_0 n_0 v14
        (body ((v17 : int))
          (let (v18 : int) (- n_0 v17))
          (let (v19 : int)
            (if v7
              (body ()
                (let (v20 : int) (- v18 v1))
                (let (v21 : int) (/ v20 v6))
                (let (v22 : int) (+ v21 v1))
                (results v22))
              (body ()
                (results v2))))
          (let (v23 : bool) (<= v19 v4))
          (check 6 v23)
          (results v19 v17))
        (body ((v24 : int) (v25 : int))
          (let (v26 : int) (* v25 v6))
          (let (v27 : int) (+ v24 v26))
          (let (v28 : bool) (<= v2 v27))
          (let (v29 : bool) (< v27 n_0))
          (let (v30 : bool) (and v28 v29))
          (check 15 v30 v27 n_0)
          (results v27 v2))))
    (results n_0 v16)))
[0 0 0 0 0 0]
