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
# The loop that computes the lengths of all states needs no vector: what is needed for its own next value alone is passed on, then dropped.
$ nova -e '((v : vector int)) (scanl (lambda ((a, b) k) ((+ a k), (map (+ a) b))) (0, v) v)' -i 'v=[1 2 3 4]' --dump fused | grep -E 'loop|\(map v0'
      (loop v2 v2 v8 v9 v10
      (loop v2 v2 v_1 v46
            (map v0
