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
    (let (v6 : int) (constant 1))
    (let (v7 : [int]) ; 8 * v0 bytes
      (iota v0 v2 v6))
    (let (v8 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v9 : int))
          (let (i_10 : int) (read v7 v9))
          (let (v11 : bool) (<= v2 i_10))
          (let (v12 : bool) (< i_10 v0))
          (let (v13 : bool) (and v11 v12))
          (check 2 v13 i_10 v0)
          (let (v14 : int) (read xs_1 i_10))
          (results v14))))
    (results v0 v8)))
; after remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (constant true))
    (let (v4 : bool) (constant true))
    (let (v5 : int) (constant 140737488355328))
    (let (v6 : bool) (constant true))
    (let (v7 : bool) (constant true))
    (let (v8 : int) (constant 1))
    (let (v9 : [int]) ; 8 * v0 bytes
      (iota v0 v2 v8))
    (let (v10 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v11 : int))
          (let (i_12 : int) (read v9 v11))
          (let (v13 : bool) (<= v2 i_12))
          (let (v14 : bool) (< i_12 v0))
          (let (v15 : bool) (and v13 v14))
          (check 2 v15 i_12 v0)
          (let (v16 : int) (read xs_1 i_12))
          (results v16))))
    (results v0 v10)))
; before remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (v5 : bool) (<= v2 v4))
          (let (v6 : bool) (< v4 v0))
          (let (v7 : bool) (and v5 v6))
          (check 2 v7 v4 v0)
          (let (v8 : int) (read xs_1 v4))
          (results v8))))
    (results v0 v3)))
; after remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v4 : int))
          (let (v5 : bool) (constant true))
          (let (v6 : bool) (constant true))
          (let (v7 : bool) (and v5 v6))
          (let (v8 : bool) (constant true))
          (let (v9 : int) (read xs_1 v4))
          (results v9))))
    (results v0 v3)))
[5 6]
# What argmax gives is an index of its vector, if there is one.
$ nova -e '((ys : vector double)) (map (lambda (x) ys!(argmax (map (* x) ys))) ys)' -i 'ys=(map to_double (iota 50))' --dump fused | grep -E 'check|reduce|\(map v0'
      (map v0
      (map v0
            (reduce ordered v0 v4 v2
# An index of few bits is surely in a definition's vector of as many elements.
$ nova -e '(define digits "0123456789abcdef") (define xs [1 -2 300]) (map (lambda (x) (! digits (& 15 x))) xs)' --dump fused --tier cpu | grep -E '\(check|read|^"'
    (check 1 v5 v2 v4)
          (let (x_9 : int) (read xs_1 v8))
          (let (v11 : char) (read digits_3 v10))
"1ec"
$ nova -e '(define digits "0123456789abcdef") (define xs [1u8 2u8 255u8]) (map (lambda (x) (! digits (| (>> (to_int x) 5) (& 8 (to_int x))))) xs)' --dump fused --tier cpu | grep -E '\(check|read|^"'
    (check 1 v5 v2 v4)
          (let (x_10 : uint8) (read xs_1 v9))
          (let (v15 : char) (read digits_3 v14))
"00f"
# One of more bits is checked.
$ nova -e '(define digits "0123456789abcdef") (define xs [1 2]) (map (lambda (x) (! digits (& 31 x))) xs)' --dump fused --tier cpu | grep -E '\(check|read|^"'
    (check 1 v5 v2 v4)
          (let (x_9 : int) (read xs_1 v8))
          (check 0 v11 v10 v4)
          (let (v12 : char) (read digits_3 v10))
"12"
# A minimum that is one of its operands at all indices is that one: a window inside of a vector has all of its elements.
$ nova -e '((xs : vector double)) (map (lambda (i) (sum (take 3 (drop i xs)))) (range (- (length xs) 2)))' -i 'xs=[1.0 2.0 4.0 8.0]' --dump fused --tier cpu | grep -E 'min|reduce|accumulate|check|^\['
    (check 3 v3 v0 v2)
[7.0 14.0]
# At the end some are cut.
$ nova -e '((xs : vector double)) (map (lambda (i) (sum (take 3 (drop i xs)))) (range (length xs)))' -i 'xs=[1.0 2.0 4.0 8.0]' --dump fused --tier cpu | grep -E 'min|reduce|accumulate|check|^\['
    (check 3 v3 v0 v2)
          (let (v9 : int) (min v8 v4))
            (reduce lane start v9 v5
[7.0 14.0 12.0 8.0]
# The index of a loop that counts is in bounds in each round; so is an int that is only ever set to such an index.
$ nova -e '((xs : vector double)) (let* ((at 0) (s 0.0)) (begin (for (i 1 (length xs)) (begin (when (> xs!i xs!at) (set! at i)) (set! s (+ s xs!i)))) (s, at)))' -i 'xs=[1.0 5.0 2.0]' --tier cpu --dump fused | grep -c '(check'
0
[exit 1]
$ nova -e '((xs : vector double)) (let* ((s 0.0)) (begin (for (i 0 (length xs)) (set! s (+ (* 0.5 s) (! xs (- (- (length xs) 1) i))))) s))' -i 'xs=[1.0 5.0 2.0]' --tier cpu --dump fused | grep -c '(check'
0
[exit 1]
# An index that leaps may wrap, and stays checked.
$ nova -e '((xs : vector int) (k : int)) (let* ((s 0) (i 0)) (begin (while (< i (length xs)) (begin (set! s (+ s xs!i)) (set! i (+ i k)))) s))' -i 'xs=[1 5 2]' -i k=2 --tier cpu --dump fused | grep -c '(check'
1
# A quotient or remainder of an index by a constant that is known.
$ nova -e '((xs : vector int)) (map (lambda (i) (sum (map (lambda (j) (+ (/ (+ (* 4 i) j) 4) (% (+ (* 4 i) j) 4))) (range 4)))) (range 3))' -i 'xs=[1]' --tier cpu --dump fused | grep -c '(/\|(%'
0
[exit 1]
