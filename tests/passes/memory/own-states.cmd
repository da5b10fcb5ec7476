# The plan before own-states and after it.
# A vector that a loop changes is stored for it once: what it was given may be looked at later. In the rounds, nothing is copied.
$ nova -e '((xs : vector int)) (foldl (lambda (ys k) (scatter ys [k] [(+ k ys!k)])) xs (iota 3))' -i 'xs=[1 2 3]' --dump own-states | grep -E 'own-states|copy|loop|scatter'
; before own-states
      (loop v2 xs_1
            (scatter v0 v5 ys_12
; after own-states
      (copy v0 xs_1))
      (loop v2 xs_6
            (scatter v0 v5 ys_13
# Two vectors that begin alike are one until then. Each loop gets elements of its own by a map that fills them: that reads no memory.
$ nova -e '((n : int)) (let* ((a (array n 7)) (b (array n 7))) (begin (for (k 0 n) (set! a!k k)) (for (k 0 n) (set! b!k (+ k b!k))) (a, b)))' -i n=3 --dump own-states | grep -E 'own-states|copy|map|loop'
; before own-states
      (map n_0
      (loop v2 a_7
      (loop v2 a_7
; after own-states
      (map n_0
      (loop v2 a_7
      (map n_0
      (loop v2 a_21
