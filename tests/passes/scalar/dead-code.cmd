# The plan before dead-code and after it.
$ nova -e '((xs : vector double)) (map (lambda (x) (let (unused (exp x)) in x)) xs)' -i 'xs=[0.5]' --dump dead-code | grep -v '(site'
; before dead-code
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (let (unused_5 : double) (exp x_4))
          (results x_4))))
    (results v0 v2)))
; after dead-code
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (results x_4))))
    (results v0 v2)))
[0.5]
