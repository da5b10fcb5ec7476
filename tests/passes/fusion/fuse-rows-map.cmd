# The plan before fuse-rows-map and after it.
$ nova -e '((m : vector int)) (map (lambda (x) (* x x)) (concat-map iota m))' -i 'm=[1 2]' --dump fuse-rows-map | grep -v '(site'
; before fuse-rows-map
(plan
  (body ((v0 : int) (m_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : int) (constant 1))
    (let (v5 : [int]) (v6 : int) (v7 : [int]) ; 8 * (v0 + 1) + 8 * v6 bytes
      (rows v0
        (body ((v8 : int))
          (let (x1_9 : int) (read m_1 v8))
          (let (v10 : bool) (>= x1_9 v2))
          (check 0 v10 x1_9)
          (let (v11 : bool) (<= x1_9 v3))
          (check 1 v11)
          (let (v12 : [int]) ; 8 * x1_9 bytes
            (iota x1_9 v2 v4))
          (results x1_9 v12))))
    (let (v13 : [int]) ; 8 * v6 bytes
      (map v6
        (body ((v14 : int))
          (let (x_15 : int) (read v7 v14))
          (let (v16 : int) (* x_15 x_15))
          (results v16))))
    (results v6 v13)))
; after fuse-rows-map
(plan
  (body ((v0 : int) (m_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : int) (constant 140737488355328))
    (let (v4 : int) (constant 1))
    (let (v5 : [int]) (v6 : int) (v7 : [int]) (v8 : [int]) ; 8 * (v0 + 1) + 16 * v6 bytes
      (rows v0
        (body ((v9 : int))
          (let (x1_10 : int) (read m_1 v9))
          (let (v11 : bool) (>= x1_10 v2))
          (check 0 v11 x1_10)
          (let (v12 : bool) (<= x1_10 v3))
          (check 1 v12)
          (let (v13 : [int]) ; 8 * x1_10 bytes
            (iota x1_10 v2 v4))
          (let (v14 : [int]) ; 8 * x1_10 bytes
            (map x1_10
              (body ((v15 : int))
                (let (v16 : int) (read v13 v15))
                (let (v17 : int) (* v16 v16))
                (results v17))))
          (results x1_10 v13 v14))))
    (results v6 v8)))
[0 0 1]
