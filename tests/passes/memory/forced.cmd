# The plan before forced and after it.
$ nova -e '((xs : vector double)) (reduce + 0.0 (force (map exp xs)))' -i 'xs=[0.0]' --dump forced | grep -v '(site'
; before forced
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
      (copy v0 v3))
    (let (v8 : double)
      (reduce lane start v0 v2
        (body ((v9 : int))
          (let (v10 : double) (read v7 v9))
          (results v10))
        (body ((x1_11 : double) (x2_12 : double))
          (let (v13 : double) (+ x1_11 x2_12))
          (results v13))))
    (results v8)))
; after forced
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : double) (constant 0.0))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x1_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp x1_5))
          (results v6))))
    (let (v7 : double)
      (reduce lane start v0 v2
        (body ((v8 : int))
          (let (v9 : double) (read v3 v8))
          (results v9))
        (body ((x1_10 : double) (x2_11 : double))
          (let (v12 : double) (+ x1_10 x2_11))
          (results v12))))
    (results v7)))
1.0
