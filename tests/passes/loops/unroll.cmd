# The plan before unroll and after it.
$ nova -e '((a : double) (b : double)) (reduce + 0.0 [a b])' -i a=2.0 -i b=3.0 --dump unroll | grep -v '(site'
; before unroll
(plan
  (body ((a_0 : double) (b_1 : double))
    (let (v2 : double) (constant 0.0))
    (let (v3 : int) (constant 2))
    (let (v4 : int) (constant 1))
    (let (v5 : [double]) ; 16 bytes
      (map v3
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v4))
          (let (v8 : double)
            (if v7
              (body ()
                (results a_0))
              (body ()
                (results b_1))))
          (results v8))))
    (let (v9 : double)
      (reduce lane start v3 v2
        (body ((v10 : int))
          (let (v11 : double) (read v5 v10))
          (results v11))
        (body ((x1_12 : double) (x2_13 : double))
          (let (v14 : double) (+ x1_12 x2_13))
          (results v14))))
    (results v9)))
; after unroll
(plan
  (body ((a_0 : double) (b_1 : double))
    (let (v2 : double) (constant 0.0))
    (let (v3 : int) (constant 2))
    (let (v4 : int) (constant 1))
    (let (v5 : [double]) ; 16 bytes
      (map v3
        (body ((v6 : int))
          (let (v7 : bool) (< v6 v4))
          (let (v8 : double)
            (if v7
              (body ()
                (results a_0))
              (body ()
                (results b_1))))
          (results v8))))
    (let (v9 : int) (constant 0))
    (let (v10 : double) (read v5 v9))
    (let (v11 : int) (constant 1))
    (let (v12 : double) (read v5 v11))
    (let (v13 : double) (+ v10 v12))
    (let (v14 : double) (+ v2 v13))
    (results v14)))
5.0
# A sort of a few elements is written out in a loop's element; of its comparisons, those of places that nobody reads are left out.
$ nova -e '((xs : vector int)) (map (lambda (i) (! (sort (map (lambda (a) (! xs (+ i a))) (range 4))) 0)) (range (- (length xs) 3)))' -i 'xs=[4 3 9 1 7]' --dump fused --tier cpu | grep -cE 'sort|< '
3
$ nova -e '((xs : vector int)) (map (lambda (i) (sort (map (lambda (a) (! xs (+ i a))) (range 4)))) (range (- (length xs) 3)))' -i 'xs=[4 3 9 1 7]' --dump fused --tier cpu | grep -cE 'sort|< '
9
$ nova -e '(sort (map (lambda (a) (% (* a 7) 5)) (range 4)))' --dump fused --tier cpu | grep -c '(sort'
1
