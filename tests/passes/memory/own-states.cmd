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
