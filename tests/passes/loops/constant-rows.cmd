# The plan before constant-rows and after it.
$ nova -e '((n : int)) (map (lambda (x) (sum [(* x d) | d <- [-1 0 3], (~= d 0)])) (iota n))' -i n=2 --dump constant-rows | grep -v '(site'
; before constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 0))
    (let (v2 : bool) (>= n_0 v1))
    (check 0 v2 n_0)
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : bool) (<= n_0 v3))
    (check 1 v4)
    (let (v5 : int) (constant 1))
    (let (v6 : [int]) ; 8 * n_0 bytes
      (iota n_0 v1 v5))
    (let (v7 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v8 : int))
          (let (x_9 : int) (read v6 v8))
          (let (v10 : int) (constant -1))
          (let (v11 : int) (constant 3))
          (let (v12 : [int]) ; 24 bytes
            (map v11
              (body ((v13 : int))
                (let (v14 : bool) (< v13 v5))
                (let (v15 : int)
                  (if v14
                    (body ()
                      (results v10))
                    (body ()
                      (let (v16 : int) (constant 2))
                      (let (v17 : bool) (< v13 v16))
                      (let (v18 : int)
                        (if v17
                          (body ()
                            (results v1))
                          (body ()
                            (results v11))))
                      (results v18))))
                (results v15))))
          (let (v19 : int) (v20 : [int]) ; at most 24 bytes
            (filter v11
              (body ((v21 : int))
                (let (d_22 : int) (read v12 v21))
                (let (v23 : bool) (~= d_22 v1))
                (results v23 d_22))))
          (let (x_24 : [int]) ; 8 * v19 bytes
            (map v19
              (body ((v25 : int))
                (let (d_26 : int) (read v20 v25))
                (let (v27 : int) (* x_9 d_26))
                (results v27))))
          (let (v28 : int)
            (reduce lane start v19 v1
              (body ((v29 : int))
                (let (v30 : int) (read x_24 v29))
                (results v30))
              (body ((x1_31 : int) (x2_32 : int))
                (let (v33 : int) (+ x1_31 x2_32))
                (results v33))))
          (results v28))))
    (results n_0 v7)))
; after constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 0))
    (let (v2 : bool) (>= n_0 v1))
    (check 0 v2 n_0)
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : bool) (<= n_0 v3))
    (check 1 v4)
    (let (v5 : int) (constant 1))
    (let (v6 : [int]) ; 8 * n_0 bytes
      (iota n_0 v1 v5))
    (let (v7 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v8 : int))
          (let (x_9 : int) (read v6 v8))
          (let (v10 : int) (constant -1))
          (let (v11 : int) (constant 3))
          (let (v12 : [int]) ; 24 bytes
            (map v11
              (body ((v13 : int))
                (let (v14 : bool) (< v13 v5))
                (let (v15 : int)
                  (if v14
                    (body ()
                      (results v10))
                    (body ()
                      (let (v16 : int) (constant 2))
                      (let (v17 : bool) (< v13 v16))
                      (let (v18 : int)
                        (if v17
                          (body ()
                            (results v1))
                          (body ()
                            (results v11))))
                      (results v18))))
                (results v15))))
          (let (v19 : int) (constant 2))
          (let (v20 : int) (constant -1))
          (let (v21 : int) (constant 3))
          (let (v22 : int) (constant 2))
          (let (v23 : [int]) ; 16 bytes
            (map v22
              (body ((v24 : int))
                (let (v25 : int) (constant 1))
                (let (v26 : bool) (< v24 v25))
                (let (v27 : int)
                  (if v26
                    (body ()
                      (results v20))
                    (body ()
                      (results v21))))
                (results v27))))
          (let (x_28 : [int]) ; 16 bytes
            (map v19
              (body ((v29 : int))
                (let (d_30 : int) (read v23 v29))
                (let (v31 : int) (* x_9 d_30))
                (results v31))))
          (let (v32 : int)
            (reduce lane start v19 v1
              (body ((v33 : int))
                (let (v34 : int) (read x_28 v33))
                (results v34))
              (body ((x1_35 : int) (x2_36 : int))
                (let (v37 : int) (+ x1_35 x2_36))
                (results v37))))
          (results v32))))
    (results n_0 v7)))
; before constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 0))
    (let (v2 : bool) (>= n_0 v1))
    (check 0 v2 n_0)
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : bool) (<= n_0 v3))
    (check 1 v4)
    (let (v5 : int) (constant 1))
    (let (v6 : int) (constant -1))
    (let (v7 : int) (constant 3))
    (let (v8 : int) (constant 2))
    (let (v9 : [int]) ; 16 bytes
      (map v8
        (body ((v10 : int))
          (let (v11 : bool) (< v10 v5))
          (let (v12 : int)
            (if v11
              (body ()
                (results v6))
              (body ()
                (results v7))))
          (results v12))))
    (let (v13 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v14 : int))
          (let (d_15 : int) (read v9 v1))
          (let (v16 : int) (* v14 d_15))
          (let (d_17 : int) (read v9 v5))
          (let (v18 : int) (* v14 d_17))
          (let (v19 : int) (+ v16 v18))
          (results v19))))
    (results n_0 v13)))
; after constant-rows
(plan
  (body ((n_0 : int))
    (let (v1 : int) (constant 0))
    (let (v2 : bool) (>= n_0 v1))
    (check 0 v2 n_0)
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : bool) (<= n_0 v3))
    (check 1 v4)
    (let (v5 : int) (constant 1))
    (let (v6 : int) (constant -1))
    (let (v7 : int) (constant 3))
    (let (v8 : int) (constant 2))
    (let (v9 : [int]) ; 16 bytes
      (map v8
        (body ((v10 : int))
          (let (v11 : bool) (< v10 v5))
          (let (v12 : int)
            (if v11
              (body ()
                (results v6))
              (body ()
                (results v7))))
          (results v12))))
    (let (v13 : [int]) ; 8 * n_0 bytes
      (map n_0
        (body ((v14 : int))
          (let (d_15 : int) (constant -1))
          (let (v16 : int) (* v14 d_15))
          (let (d_17 : int) (constant 3))
          (let (v18 : int) (* v14 d_17))
          (let (v19 : int) (+ v16 v18))
          (results v19))))
    (results n_0 v13)))
[0 2]
# What is not constant or not in a loop, or too long, stays
$ nova -e '((n : int)) (map (lambda (x) [d | d <- [-1 0 1], (~= d x)]) (iota n))' -i n=2 --dump constant-rows
[[-1 1] [-1 0]]
$ nova -e '[d | d <- [-1 0 1], (~= d 0)]' --dump constant-rows
[-1 1]
$ nova -e '((n : int)) (map (lambda (x) (length [i | i <- (range 100), (= 0 (% i 33))])) (iota n))' -i n=2 --dump constant-rows
[4 4]
# Nothing is evaluated that may fail: the error comes where the interpreter has it
$ nova -e '(map (lambda (x) [(/ x d) | d <- [-1 0 1], (< d (/ 1 d))]) (iota 3))' --tier cpu
-e:1:49: error[E0421]: division by zero: (/ 1 0)
 1 | (map (lambda (x) [(/ x d) | d <- [-1 0 1], (< d (/ 1 d))]) (iota 3))
   |                                                 ^^^^^^^
-e:1:44: note: in a lambda, called here for element 1: 0
 1 | (map (lambda (x) [(/ x d) | d <- [-1 0 1], (< d (/ 1 d))]) (iota 3))
   |                                            ^^^^^^^^^^^^^
-e:1:1: note: in a lambda, called here for element 0: 0
 1 | (map (lambda (x) [(/ x d) | d <- [-1 0 1], (< d (/ 1 d))]) (iota 3))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
