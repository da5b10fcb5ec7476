# The plan before fuse-filter-reduce and after it.
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
