# The plan before fuse-map-scan and after it.
$ nova -e '((xs : vector double)) (scan + 0.0 (map exp xs))' -i 'xs=[0.0 0.0]' --dump fuse-map-scan | grep -v '(site'
; before fuse-map-scan
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : [double]) ; 8 * v0 bytes
      (scan v0 v2
        (body ((v8 : int))
          (let (v9 : double) (read v3 v8))
          (results v9))
        (body ((x1_10 : double) (x2_11 : double))
          (let (v12 : double) (+ x1_10 x2_11))
          (results v12))))
    (results v0 v7)))
; after fuse-map-scan
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (scan v0 v2
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))
        (body ((x1_7 : double) (x2_8 : double))
          (let (v9 : double) (+ x1_7 x2_8))
          (results v9))))
    (results v0 v3)))
[1.0 2.0]
