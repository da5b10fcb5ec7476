# The plan before hoist and after it.
$ nova -e '((xs : vector double) (a : double)) (map (lambda (x) (+ x (exp a))) xs)' -i 'xs=[0.5]' -i a=0.0 --dump hoist | grep -v '(site'
; before hoist
(plan
  (body ((v0 : int) (xs_1 : [double]) (a_2 : double))
    (let (v3 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (x_5 : double) (read xs_1 v4))
          (let (v6 : double) (exp a_2))
          (let (v7 : double) (+ x_5 v6))
          (results v7))))
    (results v0 v3)))
; after hoist
(plan
  (body ((v0 : int) (xs_1 : [double]) (a_2 : double))
    (let (v3 : double) (exp a_2))
    (let (v4 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v5 : int))
          (let (x_6 : double) (read xs_1 v5))
          (let (v7 : double) (+ x_6 v3))
          (results v7))))
    (results v0 v4)))
[1.5]
