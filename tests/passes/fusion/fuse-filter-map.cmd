# The plan before fuse-filter-map and after it.
$ nova -e '((xs : vector double)) (map exp (filter (lambda (x) (> x 1.0)) xs))' -i 'xs=[0.0]' --dump fuse-filter-map | grep -v '(site'
; before fuse-filter-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : int) (v4 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v5 : int))
          (let (x_6 : double) (read xs_1 v5))
          (let (v7 : bool) (> x_6 v2))
          (results v7 x_6))))
    (let (v8 : [double]) ; 8 * v3 bytes
      (map v3
        (body ((v9 : int))
          (let (x1_10 : double) (read v4 v9))
          (let (v11 : double) (exp x1_10))
          (results v11))))
    (results v3 v8)))
; after fuse-filter-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : int) (v4 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v5 : int))
          (let (x_6 : double) (read xs_1 v5))
          (let (v7 : bool) (> x_6 v2))
          (let (v8 : double)
            (if v7
              (body ()
                (let (v9 : double) (exp x_6))
                (results v9))
              (body ()
                (let (v10 : double) (constant 0.0))
                (results v10))))
          (results v7 v8))))
    (results v3 v4)))
[]
