# The plan before fuse-rows and after it.
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
