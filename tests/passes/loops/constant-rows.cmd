# The plan before constant-rows and after it.
$ nova -e '((n : int)) (sum [(* n d) | d <- [-1 0 1], (~= d 0)])' -i n=5 --dump constant-rows | grep -v '(site'
; before constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant -1))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (constant 3))
    (let (v5 : [int]) ; 24 bytes
      (map v4
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v3))
          (let (v8 : int)
            (if v7
              (body ()
                (results v1))
              (body ()
                (let (v9 : int) (constant 2))
                (let (v10 : bool) (< v6 v9))
                (let (v11 : int)
                  (if v10
                    (body ()
                      (results v2))
                    (body ()
                      (results v3))))
                (results v11))))
          (results v8))))
    (let (v12 : int) (v13 : [int]) ; at most 24 bytes
      (filter v4
        (body ((v14 : int))
          (let (d_15 : int) (read v5 v14))
          (let (v16 : bool) (~= d_15 v2))
          (results v16 d_15))))
    (let (x_17 : [int]) ; 8 * v12 bytes
      (map v12
        (body ((v18 : int))
          (let (d_19 : int) (read v13 v18))
          (let (v20 : int) (* d_19 n_0))
          (results v20))))
    (let (v21 : int)
      (reduce lane start v12 v2
        (body ((v22 : int))
          (let (v23 : int) (read x_17 v22))
          (results v23))
        (body ((x1_24 : int) (x2_25 : int))
          (let (v26 : int) (+ x1_24 x2_25))
          (results v26))))
    (results v21)))
; after constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant -1))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (constant 3))
    (let (v5 : [int]) ; 24 bytes
      (map v4
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v3))
          (let (v8 : int)
            (if v7
              (body ()
                (results v1))
              (body ()
                (let (v9 : int) (constant 2))
                (let (v10 : bool) (< v6 v9))
                (let (v11 : int)
                  (if v10
                    (body ()
                      (results v2))
                    (body ()
                      (results v3))))
                (results v11))))
          (results v8))))
    (let (v12 : int) (constant 2))
    (let (v13 : int) (constant 2))
    (let (v14 : [int]) ; 16 bytes
      (map v13
        (body ((v15 : int))
          (let (v16 : int) (constant -1))
          (let (v17 : int) (constant 1))
          (let (v18 : int) (constant 1))
          (let (v19 : bool) (< v15 v18))
          (let (v20 : int)
            (if v19
              (body ()
                (results v16))
              (body ()
                (results v17))))
          (results v20))))
    (let (x_21 : [int]) ; 16 bytes
      (map v12
        (body ((v22 : int))
          (let (d_23 : int) (read v14 v22))
          (let (v24 : int) (* d_23 n_0))
          (results v24))))
    (let (v25 : int)
      (reduce lane start v12 v2
        (body ((v26 : int))
          (let (v27 : int) (read x_21 v26))
          (results v27))
        (body ((x1_28 : int) (x2_29 : int))
          (let (v30 : int) (+ x1_28 x2_29))
          (results v30))))
    (results v25)))
; before constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant -1))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (constant 2))
    (let (v5 : [int]) ; 16 bytes
      (map v4
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v3))
          (let (v8 : int)
            (if v7
              (body ()
                (results v1))
              (body ()
                (results v3))))
          (results v8))))
    (let (d_9 : int) (read v5 v2))
    (let (v10 : int) (* n_0 d_9))
    (let (d_11 : int) (read v5 v3))
    (let (v12 : int) (* n_0 d_11))
    (let (v13 : int) (+ v10 v12))
    (results v13)))
; after constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant -1))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (constant 2))
    (let (v5 : [int]) ; 16 bytes
      (map v4
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v3))
          (let (v8 : int)
            (if v7
              (body ()
                (results v1))
              (body ()
                (results v3))))
          (results v8))))
    (let (d_9 : int) (constant -1))
    (let (v10 : int) (* n_0 d_9))
    (let (d_11 : int) (constant 1))
    (let (v12 : int) (* n_0 d_11))
    (let (v13 : int) (+ v10 v12))
    (results v13)))
; before constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant -1))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (constant 3))
    (let (v5 : [int]) ; 24 bytes
      (map v4
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v3))
          (let (v8 : int)
            (if v7
              (body ()
                (results v1))
              (body ()
                (let (v9 : int) (constant 2))
                (let (v10 : bool) (< v6 v9))
                (let (v11 : int)
                  (if v10
                    (body ()
                      (results v2))
                    (body ()
                      (results v3))))
                (results v11))))
          (results v8))))
    (let (v12 : int) (v13 : [int]) ; at most 24 bytes
      (filter v4
        (body ((v14 : int))
          (let (d_15 : int) (read v5 v14))
          (let (v16 : bool) (~= d_15 v2))
          (results v16 d_15))))
    (let (v17 : [int]) ; 8 * v12 bytes
      (map v12
        (body ((v18 : int))
          (let (d_19 : int) (read v13 v18))
          (let (v20 : int) (* d_19 n_0))
          (results v20))))
    (results v12 v17)))
; after constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant -1))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 1))
    (let (v4 : int) (constant 3))
    (let (v5 : [int]) ; 24 bytes
      (map v4
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v3))
          (let (v8 : int)
            (if v7
              (body ()
                (results v1))
              (body ()
                (let (v9 : int) (constant 2))
                (let (v10 : bool) (< v6 v9))
                (let (v11 : int)
                  (if v10
                    (body ()
                      (results v2))
                    (body ()
                      (results v3))))
                (results v11))))
          (results v8))))
    (let (v12 : int) (constant 2))
    (let (v13 : int) (constant 2))
    (let (v14 : [int]) ; 16 bytes
      (map v13
        (body ((v15 : int))
          (let (v16 : int) (constant -1))
          (let (v17 : int) (constant 1))
          (let (v18 : int) (constant 1))
          (let (v19 : bool) (< v15 v18))
          (let (v20 : int)
            (if v19
              (body ()
                (results v16))
              (body ()
                (results v17))))
          (results v20))))
    (let (v21 : [int]) ; 16 bytes
      (map v12
        (body ((v22 : int))
          (let (d_23 : int) (read v14 v22))
          (let (v24 : int) (* d_23 n_0))
          (results v24))))
    (results v12 v21)))
0
# What is not constant, or too long, stays
$ nova -e '((n : int)) [d | d <- [-1 0 1], (~= d n)]' -i n=1 --dump constant-rows
[-1 0]
$ nova -e '[i | i <- (range 100), (= 0 (% i 33))]' --dump constant-rows
[0 33 66 99]
# Nothing is evaluated that may fail: the error comes where the interpreter has it
$ nova -e '[(/ 6 d) | d <- [-1 0 1], (< d (/ 1 d))]' --tier cpu
-e:1:32: error[E0421]: division by zero: (/ 1 0)
 1 | [(/ 6 d) | d <- [-1 0 1], (< d (/ 1 d))]
   |                                ^^^^^^^
-e:1:27: note: in a lambda, called here for element 1: 0
 1 | [(/ 6 d) | d <- [-1 0 1], (< d (/ 1 d))]
   |                           ^^^^^^^^^^^^^
[exit 1]
