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
    (let (v6 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (v8 : bool) (<= v2 v7))
          (let (v9 : bool) (< v7 v0))
          (let (v10 : bool) (and v8 v9))
          (check 2 v10 v7 v0)
          (let (v11 : int) (read xs_1 v7))
          (results v11))))
    (results v0 v6)))
; after remove-checks
(plan
  (body ((v0 : int) (xs_1 : [int]))
    (let (v2 : int) (constant 0))
    (let (v3 : bool) (>= v0 v2))
    (check 0 v3 v0)
    (let (v4 : int) (constant 140737488355328))
    (let (v5 : bool) (<= v0 v4))
    (check 1 v5)
    (let (v6 : [int]) ; 8 * v0 bytes
      (map v0
        (body ((v7 : int))
          (let (v8 : bool) (constant true))
          (let (v9 : bool) (constant true))
          (let (v10 : bool) (and v8 v9))
          (let (v11 : bool) (constant true))
          (let (v12 : int) (read xs_1 v7))
          (results v12))))
    (results v0 v6)))
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
