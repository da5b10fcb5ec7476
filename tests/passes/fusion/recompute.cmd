# The plan before recompute and after it.
$ nova -e '((xs : vector double)) (map + (map neg xs) (reverse (map neg xs)))' -i 'xs=[1.0 2.0]' --dump recompute | grep -v '(site'
; before recompute
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : int) (constant 1))
    (let (v3 : int) (- v0 v2))
    (let (v4 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v5 : int))
          (let (x1_6 : double) (read xs_1 v5))
          (let (v7 : double) (neg x1_6))
          (results v7))))
    (let (v8 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v9 : int))
          (let (x1_10 : double) (read v4 v9))
          (let (v11 : int) (- v3 v9))
          (let (v12 : double) (read v4 v11))
          (let (v13 : double) (+ x1_10 v12))
          (results v13))))
    (results v0 v8)))
; after recompute
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : int) (constant 1))
    (let (v3 : int) (- v0 v2))
    (let (v4 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v5 : int))
          (let (x1_6 : double) (read xs_1 v5))
          (let (v7 : double) (neg x1_6))
          (let (v8 : int) (- v3 v5))
          (let (x1_9 : double) (read xs_1 v8))
          (let (v10 : double) (neg x1_9))
          (let (v11 : double) (+ v7 v10))
          (results v11))))
    (results v0 v4)))
[-3.0 -3.0]
