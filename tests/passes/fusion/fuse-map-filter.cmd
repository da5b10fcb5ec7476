# The plan before fuse-map-filter and after it.
$ nova -e '((xs : vector double)) (filter (lambda (y) (> y 1.0)) (map exp xs))' -i 'xs=[0.0 1.0]' --dump fuse-map-filter | grep -v '(site'
; before fuse-map-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : int) (v8 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v9 : int))
          (let (y_10 : double) (read v3 v9))
          (let (v11 : bool) (> y_10 v2))
          (results v11 y_10))))
    (results v7 v8)))
; after fuse-map-filter
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 1.0))
    (let (v3 : int) (v4 : [double]) ; at most 8 * v0 bytes
      (filter v0
        (body ((v5 : int))
          (let (x1_6 : double) (read xs_1 v5))
          (let (v7 : double) (exp x1_6))
          (let (v8 : bool) (> v7 v2))
          (results v8 v7))))
    (results v3 v4)))
[2.718281828459045]
