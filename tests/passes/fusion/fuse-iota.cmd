# The plan before fuse-iota and after it.
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
