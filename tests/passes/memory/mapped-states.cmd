# The state before the last one is overwritten by the new one. For that, the rows must be a matrix of one size in all rounds.
$ nova -e '((start : vector#2 double)) (iterate 9 (lambda ((before, now)) (let (h (length now)) (w (! (shape now) 1)) in (now, (matrix (kernel* ((r (range h)) (c (range w))) (if (= r 0) 0.0 (- now!((- r 1), c) before!(r, c)))))))) (start, start))' -i 'start=(reshape (4, 4) (map to_double (iota 16)))' --dump fused,c | grep -E ' = before_[0-9]+;|\(rows |\(loop '
      (loop n_6 start_2 start_2
    v27 = before_24;
# Matrices of equal sizes have one size. An empty one may get another size, so it has a variable in each round.
$ nova -e '((a : vector#2 double) (b : vector#2 double)) (foldl (lambda ((a, b) k) (let (n (length a)) (c (tabulate (n, n) (lambda (i, j) (if (= i k) a!(i, j) (+ a!(i, j) b!(j, i)))))) in (c, (tabulate (n, n) (lambda (i, j) (+ c!(i, j) b!(i, j))))))) (a, b) (iota 3))' -i 'a=(reshape (4, 4) (map to_double (iota 16)))' -i 'b=(reshape (4, 4) (map to_double (iota 16)))' --dump fused,c | grep -E ' = [ab]_[0-9]+;|\(loop '
      (loop v9 a_2 b_5
  v21 = a_18;
  v22 = b_19;
    c_31 = a_28;
    v45 = b_29;
$ nova -e '((a : vector#2 double) (b : vector#2 double)) (foldl (lambda ((a, b) k) (let (n (length a)) (c (tabulate (n, n) (lambda (i, j) (if (= i k) a!(i, j) (+ a!(i, j) b!(j, i)))))) in (c, (tabulate (n, n) (lambda (i, j) (+ c!(i, j) b!(i, j))))))) (a, b) (iota 3))' -i 'a=(reshape (4, 4) (map to_double (iota 16)))' -i 'b=(reshape (4, 5) (map to_double (iota 20)))' --dump fused,c | grep -E ' = [ab]_[0-9]+;|\(loop '
      (loop v8 a_2 v4 b_5
  v21 = a_19;
  v23 = b_5;
    c_34 = a_30;
# A definition that is the matrix's size is that size.
$ nova -e '(define n 40) (define m (tabulate (n, n) (lambda (i, j) (to_double (+ i j))))) (foldl (lambda (m k) (tabulate (n, n) (lambda (i, j) (if (> (+ i j) k) (* 0.5 m!(i, j)) m!(i, j))))) m (range 9))!(3, 4)' --tier cpu --dump fused,c | grep -E ' = m_[0-9]+;|\(loop '
      (loop v6 m_2
  v18 = m_16;
    v25 = m_23;
