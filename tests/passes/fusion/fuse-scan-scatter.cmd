# The plan before fuse-scan-scatter and after it.
# What a scan tells the place of.
$ nova -e '((d : vector double) (keep : vector int) (xs : vector double)) (scatter d (exscan + 0 keep) xs)' -i 'd=[0.0 0.0 0.0]' -i 'keep=[1 0 1 0]' -i 'xs=[1.0 2.0 3.0 4.0]' --dump fuse-scan-scatter
; before fuse-scan-scatter
(plan
  (site "E0401" 32 63 95 0)
  (site "E0402" 32 63 95 0)
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (keep_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : int) (constant 0))
    (let (v7 : bool) (= v2 v4))
    (check 0 v7 v2 v4)
    (let (v8 : [int]) ; 8 * v2 bytes
      (scan exclusive v2 v6
        (body ((v9 : int))
          (let (v10 : int) (read keep_3 v9))
          (results v10))
        (body ((x1_11 : int) (x2_12 : int))
          (let (v13 : int) (+ x1_11 x2_12))
          (results v13))))
    (let (v14 : [double]) ; 8 * v0 bytes
      (scatter v0 v4 d_1
        (body ((v15 : int))
          (let (v16 : double) (read xs_5 v15))
          (let (v17 : int) (read v8 v15))
          (let (v18 : bool) (<= v6 v17))
          (let (v19 : bool) (< v17 v0))
          (let (v20 : bool) (and v18 v19))
          (check 1 v20 v17 v0)
          (results v17 v16))))
    (results v0 v14)))
; after fuse-scan-scatter
(plan
  (site "E0401" 32 63 95 0)
  (site "E0402" 32 63 95 0)
  (body ((v0 : int) (d_1 : [double]) (v2 : int) (keep_3 : [int]) (v4 : int) (xs_5 : [double]))
    (let (v6 : int) (constant 0))
    (let (v7 : bool) (= v2 v4))
    (check 0 v7 v2 v4)
    (let (v8 : [double]) ; 8 * v0 bytes
      (scan-scatter exclusive v4 v6 v0 d_1
        (body ((v9 : int))
          (let (v10 : int) (read keep_3 v9))
          (results v10))
        (body ((x1_11 : int) (x2_12 : int))
          (let (v13 : int) (+ x1_11 x2_12))
          (results v13))
        (body ((v14 : int) (v15 : int))
          (let (v16 : double) (read xs_5 v15))
          (let (v17 : bool) (<= v6 v14))
          (let (v18 : bool) (< v14 v0))
          (let (v19 : bool) (and v17 v18))
          (check 1 v19 v14 v0)
          (results v14 v16))))
    (results v0 v8)))
[1.0 3.0 4.0]
