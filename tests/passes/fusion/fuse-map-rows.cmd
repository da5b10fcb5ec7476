# The plan before fuse-map-rows and after it.
$ nova -e '((d : vector double) (is : vector int) (xs : vector double)) (scatter d is (map exp xs))' -i 'd=[2.0 3.0]' -i 'is=[1]' -i 'xs=[0.0]' --dump fuse-map-rows | grep -v '(site'
; before fuse-map-rows
(plan
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (is_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : bool) (= v2 v4))
    (check 0 v6 v2 v4)
    (let (v7 : int) (constant 0))
    (let (v8 : [double]) ; 8 * v4 bytes
      (map v4
        (body ((v9 : int))
          (let (x1_10 : double) (read xs_5 v9))
          (let (v11 : double) (exp x1_10))
          (results v11))))
    (let (v12 : [double]) ; 8 * v0 bytes
      (scatter v0 v4 d_1
        (body ((v13 : int))
          (let (v14 : double) (read v8 v13))
          (let (v15 : int) (read is_3 v13))
          (let (v16 : bool) (<= v7 v15))
          (let (v17 : bool) (< v15 v0))
          (let (v18 : bool) (and v16 v17))
          (check 1 v18 v15 v0)
          (results v15 v14))))
    (results v0 v12)))
; after fuse-map-rows
(plan
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (is_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : bool) (= v2 v4))
    (check 0 v6 v2 v4)
    (let (v7 : int) (constant 0))
    (let (v8 : [double]) ; 8 * v0 bytes
      (scatter v0 v4 d_1
        (body ((v9 : int))
          (let (x1_10 : double) (read xs_5 v9))
          (let (v11 : double) (exp x1_10))
          (let (v12 : int) (read is_3 v9))
          (let (v13 : bool) (<= v7 v12))
          (let (v14 : bool) (< v12 v0))
          (let (v15 : bool) (and v13 v14))
          (check 1 v15 v12 v0)
          (results v12 v11))))
    (results v0 v8)))
[2.0 1.0]
