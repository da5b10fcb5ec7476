# The plan before inline and after it.
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
