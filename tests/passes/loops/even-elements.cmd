# Columns of one length in all elements are stored as rows, side by side: no offsets are read, no thread waits for another one.
$ nova -e '(define ms (map (lambda (k) [[(to_double k) 2.0] [1.0 4.0]]) (range 5))) (map (lambda (m) (map (lambda (row) (let* ((r (force row)) (s 0.0)) (begin (for (i 0 (length r)) (begin (set! s (+ s r!i)) (set! r!i s))) r))) m)) ms)' --tier cpu --dump fused | grep -v '(site' | grep -c '(each'
0
[exit 1]
$ nova -e '(map inverse [[[2.0 1.0] [1.0 1.0]] [[4.0 0.0] [0.0 0.5]]])' --tier cpu
[[[1.0 -1.0] [-1.0 2.0]] [[0.25 0.0] [0.0 2.0]]]
# Rows that lie in a column one after the other already are that column.
$ nova -e '((m : vector#2 int)) (map (lambda (i) (map (lambda (j) (+ 1 m!(i, j))) (range 4))) (range 3))' -i 'm=[[1 2 3 4] [5 6 7 8] [9 10 11 12]]' --tier cpu --dump fused | grep -v '(site' | grep -c '(rows'
1
