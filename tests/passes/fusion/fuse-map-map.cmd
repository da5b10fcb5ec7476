# The plan before fuse-map-map and after it.
$ nova -e '((xs : vector double)) (map sqrt (map exp xs))' -i 'xs=[0.0]' --dump fuse-map-map | grep -v '(site'
; before fuse-map-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x1_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x1_4))
          (results v5))))
    (let (v6 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (x1_8 : double) (read v2 v7))
          (let (v9 : double) (sqrt x1_8))
          (results v9))))
    (results v0 v6)))
; after fuse-map-map
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x1_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x1_4))
          (let (v6 : double) (sqrt v5))
          (results v6))))
    (results v0 v2)))
[1.0]
