# The state before the last one is overwritten by the new one. For that, the rows must be a matrix of one size in all rounds.
$ nova -e '((start : vector#2 double)) (iterate 9 (lambda ((before, now)) (let (h (length now)) (w (! (shape now) 1)) in (now, (matrix (kernel* ((r (range h)) (c (range w))) (if (= r 0) 0.0 (- now!((- r 1), c) before!(r, c)))))))) (start, start))' -i 'start=(reshape (4, 4) (map to_double (iota 16)))' --dump fused,c | grep -E ' = before_[0-9]+;|\(rows |\(loop '
      (loop n_6 start_2 start_2
    v26 = before_23;
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
# An elimination: rows that a branch leaves as they are, and reads of the pivot's row and column in the other branch. The copies of that row and that column take the nearest element where no branch reads.
$ nova -e '(define n 20) (define m (map (lambda (i) (map (lambda (j) (if (= i j) 50.0 (to_double (% (+ i (* 2 j)) 5)))) (range n))) (range n))) (foldl (lambda (m k) (let (top m!k) (pivot top!k) in (map (lambda (i row) (if (<= i k) row (let (f (/ row!k pivot)) in (map (lambda (j e t) (if (< j k) e (if (= j k) f (- e (* f t))))) (range n) row top)))) (range n) m))) m (range n))!7' --tier cpu --dump fused,c --check all | grep -E ' = m_[0-9]+;|\(loop |nv_min_i64.v5|^\['
      (loop v4 m_2
        nv_i64 v57 = nv_min_i64(v56, v35);
  v21 = m_19;
    v60 = m_26;
[0.04 0.07846277021617294 0.01697773780076456 0.05531119171358453 -0.00942400762774015 0.03559347760093673 0.07215360824287304 49.65447058195406 2.3935815770347735 -0.8045316003076748 1.7399208522338223 3.3912195874150326 0.6544705819540566 2.3935815770347735 -0.8045316003076748 1.7399208522338223 3.3912195874150326 0.6544705819540566 2.3935815770347735 -0.8045316003076748]
