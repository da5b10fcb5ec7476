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
