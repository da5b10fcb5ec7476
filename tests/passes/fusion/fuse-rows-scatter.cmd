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
