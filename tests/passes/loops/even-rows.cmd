# The plan before even-rows and after it.
$ nova -e '((m : vector int)) (sum (flatten (map (lambda (x) (map (lambda (j) (* x j)) (iota 3))) m)))' -i 'm=[1 2]' --dump even-rows | grep -v '(site'
; before even-rows
(plan
  (body ((v0 : int) (m_1 : [int]))
    (let (v2 : int) (constant 3))
    (let (v3 : int) (constant 0))
    (let (v4 : int) (constant 1))
    (let (v5 : int) (constant 0))
    (let (v6 : [int]) ; 24 bytes
      (iota v2 v3 v4))
    (let (v7 : [int]) (v8 : int) (v9 : [int]) ; 8 * (v0 + 1) + 8 * v8 bytes
      (rows v0
        (body ((v10 : int))
          (let (x_11 : int) (read m_1 v10))
          (let (v12 : [int]) ; 24 bytes
            (map v2
              (body ((v13 : int))
                (let (v14 : int) (* v13 v4))
                (let (j_15 : int) (+ v3 v14))
                (let (v16 : int) (* x_11 j_15))
                (results v16))))
          (results v2 v12))))
    (let (v17 : int)
      (reduce lane start v8 v5
        (body ((v18 : int))
          (let (v19 : int) (read v9 v18))
          (results v19))
        (body ((x1_20 : int) (x2_21 : int))
          (let (v22 : int) (+ x1_20 x2_21))
          (results v22))))
    (results v17)))
; after even-rows
(plan
  (body ((v0 : int) (m_1 : [int]))
    (let (v2 : int) (constant 3))
    (let (v3 : int) (constant 0))
    (let (v4 : int) (constant 1))
    (let (v5 : int) (constant 0))
    (let (v6 : [int]) ; 24 bytes
      (iota v2 v3 v4))
    (let (v7 : int) (constant 3))
    (let (v8 : int) (constant 1))
    (let (v9 : int) (max v7 v8))
    (let (v10 : int) (constant 140737488355328))
    (let (v11 : int) (/ v10 v9))
    (let (v12 : bool) (<= v0 v11))
    (check 4 v12)
    (let (v13 : int) (* v0 v7))
    (let (v14 : int) (constant 0))
    (let (v15 : int) (constant 1))
    (let (v16 : int) (+ v0 v15))
    (let (v17 : [int]) ; 8 * (v0 + 1) bytes
      (iota v16 v14 v7))
    (let (v18 : [int]) ; 8 * (v0 * 3) bytes
      (map v13
        (body ((v19 : int))
          (let (v20 : int) (% v19 v7))
          (let (v21 : int) (/ v19 v7))
          (let (x_22 : int) (read m_1 v21))
          (let (v23 : int) (* v20 v4))
          (let (j_24 : int) (+ v3 v23))
          (let (v25 : int) (* x_22 j_24))
          (results v25))))
    (let (v26 : int)
      (reduce lane start v13 v5
        (body ((v27 : int))
          (let (v28 : int) (read v18 v27))
          (results v28))
        (body ((x1_29 : int) (x2_30 : int))
          (let (v31 : int) (+ x1_29 x2_30))
          (results v31))))
    (results v26)))
9
# `matrix` asks for the rows' lengths alone, which are one.
$ nova -e '((n : int)) (matrix (map (lambda (i) (map (+ i) (iota n))) (iota n)))' -i 'n=4' --dump fused | grep -v '(site' | grep 'map\|rows'
      (map v10
# A branch that chooses a whole row chooses each element.
$ nova -e '((m : vector#2 double) (k : int)) (matrix (map (lambda (i) (if (= i k) m!i (map (* 2.0) m!i))) (iota (length m))))' -i 'm=(matrix [[1.0 2.0] [3.0 4.0]])' -i 'k=1' --dump fused | grep -E '\((map|rows|if) |read m_'
      (map v2
            (if v9
      (map v2
            (if v13
      (map v6
            (if v19
      (map v11
            (if v16
                (let (v19 : double) (read m_2 v14))
                (let (x2_21 : double) (read m_2 v14))
      (if v8
# A branch that computes something dear for all of a row stays a branch of rows.
$ nova -e '((m : vector#2 double) (k : int)) (matrix (map (lambda (i) (if (= i k) m!i (let (e (exp (! m!i 0))) in (map (* e) m!i)))) (iota (length m))))' -i 'm=(matrix [[1.0 2.0] [3.0 4.0]])' -i 'k=1' --dump fused | grep -E '\((rows|if|exp) '
            (if v9
            (if v13
            (if v19
      (rows v0
            (if v13
                (let (e_19 : double) (exp v18))
      (if v8
