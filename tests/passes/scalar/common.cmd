# The plan before common and after it.
$ nova -e '((xs : vector double)) (map (lambda (x) (+ (exp x) (exp x))) xs)' -i 'xs=[0.0]' --dump common | grep -v '(site'
; before common
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x_4))
          (let (v6 : double) (exp x_4))
          (let (v7 : double) (+ v5 v6))
          (results v7))))
    (results v0 v2)))
; after common
(plan
  (body ((v0 : int) (xs_1 : [double]))
    (let (v2 : [double]) ; 8 * v0 bytes
      (map v0
        (body ((v3 : int))
          (let (x_4 : double) (read xs_1 v3))
          (let (v5 : double) (exp x_4))
          (let (v6 : double) (+ v5 v5))
          (results v6))))
    (results v0 v2)))
[2.0]
