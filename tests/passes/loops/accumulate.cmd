# The plan before accumulate and after it.
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
