# The plan before peel and after it.
$ nova -e '(define (f n) (if (= n 0) [1] (++ (f (- n 1)) (map (* 2) (f (- n 1)))))) (f 3)' --dump peel | grep -v '(site'
; before peel
(plan
  (function "f"
    (body ((n_0 : int))
      (let (v1 : int) (constant 0))
      (let (v2 : bool) (= n_0 v1))
      (let (v3 : int) (v4 : [int])
        (if v2
          (body ()
            (let (v5 : int) (constant 1))
            (let (v6 : [int]) ; 8 bytes
              (map v5
                (body ((v7 : int))
                  (results v5))))
            (results v5 v6))
          (body ()
            (let (v8 : int) (constant 1))
            (let (v9 : int) (- n_0 v8))
            (let (x1_10 : int) (constant 2))
            (let (v11 : int) (constant 140737488355328))
            (let (v12 : int) (v13 : [int]) ; counted as it runs
              (call 0 0 v9))
            (let (v14 : int) (+ v12 v12))
            (let (v15 : bool) (<= v14 v11))
            (check 2 v15)
            (let (v16 : [int]) ; 8 * (v12 + v12) bytes
              (map v14
                (body ((v17 : int))
                  (let (v18 : bool) (< v17 v12))
                  (let (v19 : int)
                    (if v18
                      (body ()
                        (let (v20 : int) (read v13 v17))
                        (results v20))
                      (body ()
                        (let (v21 : int) (- v17 v12))
                        (let (x2_22 : int) (read v13 v21))
                        (let (v23 : int) (* x2_22 x1_10))
                        (results v23))))
                  (results v19))))
            (results v14 v16))))
      (results v3 v4))
    (body ((v24 : int) (v25 : [int]))
      (results v24)))
  (body ()
    (let (v26 : int) (constant 3))
    (let (v27 : int) (v28 : [int]) ; counted as it runs
      (call 0 3 v26))
    (results v27 v28)))
; after peel
(plan
  (function "f"
    (body ((n_0 : int))
      (let (v1 : int) (constant 0))
      (let (v2 : bool) (= n_0 v1))
      (let (v3 : int) (v4 : [int])
        (if v2
          (body ()
            (let (v5 : int) (constant 1))
            (let (v6 : [int]) ; 8 bytes
              (map v5
                (body ((v7 : int))
                  (results v5))))
            (results v5 v6))
          (body ()
            (let (v8 : int) (constant 1))
            (let (v9 : int) (- n_0 v8))
            (let (x1_10 : int) (constant 2))
            (let (v11 : int) (constant 140737488355328))
            (let (v12 : int) (v13 : [int]) ; counted as it runs
              (call 0 0 v9))
            (let (v14 : int) (+ v12 v12))
            (let (v15 : bool) (<= v14 v11))
            (check 2 v15)
            (let (v16 : [int]) ; 8 * (v12 + v12) bytes
              (map v14
                (body ((v17 : int))
                  (let (v18 : bool) (< v17 v12))
                  (let (v19 : int)
                    (if v18
                      (body ()
                        (let (v20 : int) (read v13 v17))
                        (results v20))
                      (body ()
                        (let (v21 : int) (- v17 v12))
                        (let (x2_22 : int) (read v13 v21))
                        (let (v23 : int) (* x2_22 x1_10))
                        (results v23))))
                  (results v19))))
            (results v14 v16))))
      (results v3 v4))
    (body ((v24 : int) (v25 : [int]))
      (results v24)))
  (body ()
    (let (v26 : int) (constant 3))
    (let (v27 : int) (constant 0))
    (let (v28 : bool) (= v26 v27))
    (let (v29 : int) (v30 : [int])
      (if v28
        (body ()
          (let (v31 : int) (constant 1))
          (let (v32 : [int]) ; 8 bytes
            (map v31
              (body ((v33 : int))
                (results v31))))
          (results v31 v32))
        (body ()
          (let (v34 : int) (constant 1))
          (let (v35 : int) (- v26 v34))
          (let (x1_36 : int) (constant 2))
          (let (v37 : int) (constant 140737488355328))
          (let (v38 : int) (v39 : [int]) ; counted as it runs
            (call 0 0 v35))
          (let (v40 : int) (+ v38 v38))
          (let (v41 : bool) (<= v40 v37))
          (check 2 v41)
          (let (v42 : [int]) ; 8 * (v38 + v38) bytes
            (map v40
              (body ((v43 : int))
                (let (v44 : bool) (< v43 v38))
                (let (v45 : int)
                  (if v44
                    (body ()
                      (let (v46 : int) (read v39 v43))
                      (results v46))
                    (body ()
                      (let (v47 : int) (- v43 v38))
                      (let (x2_48 : int) (read v39 v47))
                      (let (v49 : int) (* x2_48 x1_36))
                      (results v49))))
                (results v45))))
          (results v40 v42))))
    (results v29 v30)))
[1 2 2 4 2 4 4 8]
