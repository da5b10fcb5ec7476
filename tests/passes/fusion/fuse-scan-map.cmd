# The plan before fuse-scan-map and after it.
$ nova -e '((xs : vector int)) (map (lambda (p x) (- p x)) (exscan + 0 xs) xs)' -i 'xs=[5 3]' --dump fuse-scan-map | grep -v '(site'
; before fuse-scan-map
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : [int]) ; 8 * v0 bytes
      (scan exclusive v0 v2
        (body ((v4 : int))
          (let (v5 : int) (read xs_1 v4))
          (results v5))
        (body ((x1_6 : int) (x2_7 : int))
          (let (v8 : int) (+ x1_6 x2_7))
          (results v8))))
    (let (v9 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v10 : int))
          (let (p_11 : int) (read v3 v10))
          (let (x_12 : int) (read xs_1 v10))
          (let (v13 : int) (- p_11 x_12))
          (results v13))))
    (results v0 v9)))
; after fuse-scan-map
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : [int]) ; 8 * v0 bytes
      (scan exclusive after v0 v2
        (body ((v4 : int))
          (let (v5 : int) (read xs_1 v4))
          (results v5))
        (body ((x1_6 : int) (x2_7 : int))
          (let (v8 : int) (+ x1_6 x2_7))
          (results v8))
        (body ((v9 : int) (v10 : int))
          (let (x_11 : int) (read xs_1 v10))
          (let (v12 : int) (- v9 x_11))
          (results v12))))
    (results v0 v3)))
[-5 2]
