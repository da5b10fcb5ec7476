# The plan before long-elements and after it.
# Few elements that take long are not one thread's tile.
$ nova -e '((n : int)) (define (rounds n) (let loop ((n n) (k 0)) (if (= n 1) k (loop (if (= 0 (% n 2)) (/ n 2) (+ 1 (* 3 n))) (+ k 1))))) (sum (map rounds (range 1 n)))' -i n=9 --tier cpu --dump long-elements | grep '(if\|(map\|(reduce\|(loop\|after\|before\|^[0-9]'
; before long-elements
      (reduce lane start v7 v2
            (loop n_14 v2
                  (if v24
; after long-elements
      (if v13
            (map v7
                  (loop n_17 v2
                        (if v27
            (reduce lane start v7 v2
            (reduce lane start v7 v2
                  (loop n_41 v2
                        (if v51
42
