# The plan before fuse-horizontal and after it.
$ nova -e '((xs : vector double)) ((reduce + 0.0 xs), (reduce max 0.0 xs))' -i 'xs=[5.0 6.0]' --dump fuse-horizontal | grep -v '(site'
; before fuse-horizontal
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : double)
      (reduce lane start v0 v2
        (body ((v4 : int))
          (let (v5 : double) (read xs_1 v4))
          (results v5))
        (body ((x1_6 : double) (x2_7 : double))
          (let (v8 : double) (+ x1_6 x2_7))
          (results v8))))
    (let (v9 : double)
      (reduce lane start v0 v2
        (body ((v10 : int))
          (let (v11 : double) (read xs_1 v10))
          (results v11))
        (body ((x1_12 : double) (x2_13 : double))
          (let (v14 : double) (max x1_12 x2_13))
          (results v14))))
    (results v3 v9)))
; after fuse-horizontal
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : double) (v4 : double)
      (reduce lane start v0 v2 v2
        (body ((v5 : int))
          (let (v6 : double) (read xs_1 v5))
          (let (v7 : double) (read xs_1 v5))
          (results v6 v7))
        (body ((x1_8 : double) (x1_9 : double) (x2_10 : double) (x2_11 : double))
          (let (v12 : double) (+ x1_8 x2_10))
          (let (v13 : double) (max x1_9 x2_11))
          (results v12 v13))))
    (results v3 v4)))
(11.0, 6.0)
