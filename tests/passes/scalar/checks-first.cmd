# The plan before checks-first and after it.
$ nova -e '((xs : vector int) (i : int)) (let (s (reduce + 0 xs)) (x xs!i) in (s, x))' -i 'xs=[5 6]' -i i=1 --dump checks-first | grep -v '(site'
; before checks-first
(plan
  (body ((v0 : int) (xs_1 : [int]) (i_2 : int))
    (let (v3 : int) (constant 0))
    (let (s_4 : int)
      (reduce lane start v0 v3
        (body ((v5 : int))
          (let (v6 : int) (read xs_1 v5))
          (results v6))
        (body ((x1_7 : int) (x2_8 : int))
          (let (v9 : int) (+ x1_7 x2_8))
          (results v9))))
    (let (v10 : bool) (<= v3 i_2))
    (let (v11 : bool) (< i_2 v0))
    (let (v12 : bool) (and v10 v11))
    (check 0 v12 i_2 v0)
    (let (x_13 : int) (read xs_1 i_2))
    (results s_4 x_13)))
; after checks-first
(plan
  (body ((v0 : int) (xs_1 : [int]) (i_2 : int))
    (let (v3 : int) (constant 0))
    (let (v4 : bool) (<= v3 i_2))
    (let (v5 : bool) (< i_2 v0))
    (let (v6 : bool) (and v4 v5))
    (check 0 v6 i_2 v0)
    (let (s_7 : int)
      (reduce lane start v0 v3
        (body ((v8 : int))
          (let (v9 : int) (read xs_1 v8))
          (results v9))
        (body ((x1_10 : int) (x2_11 : int))
          (let (v12 : int) (+ x1_10 x2_11))
          (results v12))))
    (let (x_13 : int) (read xs_1 i_2))
    (results s_7 x_13)))
(11, 6)
