# Who takes rows: the lengths that a run saw, and what followed from them; or what the program asks for.
$ printf '(define x (map (lambda (i) (/ (to_double (%% (* i 7919) 1001)) 7.0)) (iota 6000)))\n(define power (force (map (lambda (r) (map (lambda (k) (%% (+ r k) 6000)) (iota (/ 50000 (+ 1 (* r r)))))) (iota 300))))\n(define (sums rows) (map (lambda (row) (sum (map (lambda (c) (! x c)) row))) rows))\n(sum (force (sums power)))\n(sum (force (rows-by-thread (sums power))))\n(sum (force (rows-by-warp (sums power))))\n(sum (force (rows-by-block (sums power))))\n(sum (force (rows-flat (sums power))))\n(sum (flatten (force (rows-by-block (map (lambda (row) (scan + 0.0 (map (lambda (c) (! x c)) row))) power)))))\n(sum (flatten (force (rows-by-warp (map (lambda (row) (map (lambda (c) (! x c)) row)) power)))))\n(sum (map (lambda (c) (rows-flat (+ c 1))) (iota 100000)))\n(sum (rows-flat (map (lambda (c) (+ c 1)) (iota 100000))))\n' > r.nv
$ nova why --tier cpu r.nv | grep -v ' kernel'
5000050000
  elements of rows whose lengths are not known before the run: a thread each
  reductions of 300 rows of 0 to 50,000 elements (mean 345): a thread each
  reductions of 300 rows of 0 to 50,000 elements (mean 345): a thread each, asked for by rows-by-thread
  reductions of 300 rows of 0 to 50,000 elements (mean 345): a thread each; there is no rows-by-warp for them here
  reductions of 300 rows of 0 to 50,000 elements (mean 345): a thread each; there is no rows-by-block for them here
  reductions of 300 rows of 0 to 50,000 elements (mean 345): one after the other, each cut for all threads, asked for by rows-flat
  scans of 300 rows of 0 to 50,000 elements (mean 345): a thread each; there is no rows-by-block for them here
  elements of 300 rows of 0 to 50,000 elements (mean 345): a thread each; there is no rows-by-warp for them here
  who takes rows is asked for where there are none
$ nova why --tier sim --check off r.nv | grep -v ' kernel' ; rm r.nv
5000050000
  elements of rows whose lengths are not known before the run: an element a thread
  reductions of 300 rows of 0 to 50,000 elements (mean 345): 75.0 % a thread each, 24.3 % 16 threads each, 0.7 % a block each
  reductions of 300 rows of 0 to 50,000 elements (mean 345): 100 % a thread each, asked for by rows-by-thread
  reductions of 300 rows of 0 to 50,000 elements (mean 345): 25.3 % a thread each, 74.7 % 16 threads each, asked for by rows-by-warp
  reductions of 300 rows of 0 to 50,000 elements (mean 345): 25.3 % a thread each, 74.7 % a block each, asked for by rows-by-block
  reductions of 300 rows of 0 to 50,000 elements (mean 345): 25.3 % a thread each, 74.7 % cut, for all blocks, asked for by rows-flat
  scans of 300 rows of 0 to 50,000 elements (mean 345): 25.3 % a thread each, 74.7 % a block each, asked for by rows-by-block
  elements of 300 rows of 0 to 50,000 elements (mean 345): an element a thread; there is no rows-by-warp for them here
  who takes rows is asked for where there are none
# A plan's text says it, of the loop over a row, also where others are fused with it.
$ nova --dump fused -e '(rows-by-warp (map (lambda (n) (sum (map (lambda (k) (* k k)) (iota n)))) (iota 3)))' | grep -E 'map|reduce'
      (map by-warp v0
            (reduce lane start by-warp v3 v1
$ nova --dump fused -e '(map (lambda (n) (sum (rows-flat (map (lambda (k) (* k k)) (iota n))))) (iota 3))' | grep -E 'map|reduce'
      (map v0
            (reduce lane start flat v3 v1
