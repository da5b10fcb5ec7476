# The plan before fuse-filter-filter and after it.
$ nova -e '((xs : vector double)) (filter (lambda (x) (< x 2.0)) (filter (lambda (x) (> x 1.0)) xs))' -i 'xs=[1.5 2.5]' --dump fuse-filter-filter | grep -v '(site'
; before fuse-filter-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : double) (constant 2.0))
    (let (v4 : int) (v5 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v6 : int))
          (let (x_7 : double) (read xs_1 v6))
          (let (v8 : bool) (> x_7 v2))
          (results v8 x_7))))
    (let (v9 : int) (v10 : [double]) ; at most 8 * v4 bytes
      (filter v4
        (body ((v11 : int))
          (let (x_12 : double) (read v5 v11))
          (let (v13 : bool) (< x_12 v3))
          (results v13 x_12))))
    (results v9 v10)))
; after fuse-filter-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : double) (constant 2.0))
    (let (v4 : int) (v5 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v6 : int))
          (let (x_7 : double) (read xs_1 v6))
          (let (v8 : bool) (> x_7 v2))
          (let (v9 : bool) (v10 : double)
            (if v8
              (body ()
                (let (v11 : bool) (< x_7 v3))
                (results v11 x_7))
              (body ()
                (let (v12 : bool) (constant false))
                (let (v13 : double) (constant 0.0))
                (results v12 v13))))
          (results v9 v10))))
    (results v4 v5)))
[1.5]
