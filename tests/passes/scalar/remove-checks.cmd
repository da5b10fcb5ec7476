# The plan before remove-checks and after it.
$ nova -e '((xs : vector int)) (map (lambda (i) xs!i) (iota (length xs)))' -i 'xs=[5 6]' --dump remove-checks | grep -v '(site'
; before remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (>= v0 v2))
    (check 0 v3 v0)
    (let (v4 : int) (constant 140737488355328))
    (let (v5 : bool) (<= v0 v4))
    (check 1 v5)
    (let (v6 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (v8 : bool) (<= v2 v7))
          (let (v9 : bool) (< v7 v0))
          (let (v10 : bool) (and v8 v9))
          (check 2 v10 v7 v0)
          (let (v11 : int) (read xs_1 v7))
          (results v11))))
    (results v0 v6)))
; after remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (>= v0 v2))
    (check 0 v3 v0)
    (let (v4 : int) (constant 140737488355328))
    (let (v5 : bool) (<= v0 v4))
    (check 1 v5)
    (let (v6 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (v8 : bool) (constant true))
          (let (v9 : bool) (constant true))
          (let (v10 : bool) (and v8 v9))
          (let (v11 : bool) (constant true))
          (let (v12 : int) (read xs_1 v7))
          (results v12))))
    (results v0 v6)))
[5 6]
# What argmax gives is an index of its vector, if there is one.
$ nova -e '((ys : vector double)) (map (lambda (x) ys!(argmax (map (* x) ys))) ys)' -i 'ys=(map to_double (iota 50))' --dump fused | grep -E 'check|reduce|\(map v0'
      (map v0
      (map v0
            (reduce ordered v0 v4 v2
