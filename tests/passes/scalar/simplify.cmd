# The plan before simplify and after it.
$ nova -e '((xs : vector int)) (map (lambda (x) (* 1 (+ x 0))) xs)' -i 'xs=[5 6]' --dump simplify | grep -v '(site'
; before simplify
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : int) (read xs_1 v3))
          (let (v5 : int) (constant 1))
          (let (v6 : int) (constant 0))
          (let (v7 : int) (+ x_4 v6))
          (let (v8 : int) (* v5 v7))
          (results v8))))
    (results v0 v2)))
; after simplify
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : int) (read xs_1 v3))
          (let (v5 : int) (constant 1))
          (let (v6 : int) (constant 0))
          (results x_4))))
    (results v0 v2)))
[5 6]
# A quotient by a power of two is a product, a quotient by another number is none.
$ nova -e '(map (lambda (x) (/ x 8.0)) [1.0 2.0])' --dump fused --tier cpu | grep -E '\(/|\(\*|^\['
          (let (v9 : double) (* v8 v4))
[0.125 0.25]
$ nova -e '(map (lambda (x) (/ x 6.0)) [1.5 3.0])' --dump fused --tier cpu | grep -E '\(/|\(\*|^\['
          (let (v9 : double) (/ v8 v4))
[0.25 0.5]
# In rows of one length each row has that length, also where a sum numbers the row: the inner loop checks no index.
$ nova -e '((boxes : vector vector vector double) (ks : vector int)) (map (lambda (k) (sum (map (lambda (p) (+ p!0 p!1)) boxes!k))) ks)' -i 'boxes=(replicate 3 (replicate 40 [1.0 2.0]))' -i 'ks=[0 2]' --dump fused --tier cpu | grep -E 'check|reduce|^\['
    (check 1 v21 v6 v16)
    (check 2 v22 v7 v16)
          (check 0 v28 k_25 v2)
            (reduce lane start v13 v9
[120.0 120.0]
