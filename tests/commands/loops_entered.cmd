# A call that ends a function and enters a loop over arrays is compiled with the loop, also where a function is passed on.
$ printf '(define (step k xs) (map (+ k) xs))\n(define (steps n k xs) (iterate n (step k) xs))\n(define (go n) (begin (println n) (steps n 2 (iota 4))))\n(go 3)\n' | nova run --tier cpu --stats - 2>&1 | grep -v compiled
3
[6 7 8 9]
<stdin>:4:1: interpreted: it does IO by println
<stdin>:3:35: cpu: 2 kernels, run once, at least 32 bytes of columns made; checked whole once
$ printf '(define (turn f n xs) (iterate n f xs))\n(define (go f) (begin (println "go") (turn f 3 (iota 4))))\n(go (map (* 2)))\n' | nova run --tier cpu --stats - 2>&1 | grep -v compiled
go
[0 8 16 24]
<stdin>:3:1: interpreted: it does IO by println
<stdin>:2:48: cpu: 1 kernel, run once, 32 bytes of columns made; checked whole once
<stdin>:3:5: cpu: 1 kernel, run 3 times, 32 bytes of columns made; checked whole once
# Functions that call each other without end at their ends need no stack, also by a function that is passed on, held by another one, or in data.
$ printf '(define (jump n k xs) (if (= n 0) (length xs) (begin (define (g m) (k m)) (leap n g xs))))\n(define (leap n f xs) (if (= n 0) (sum (iterate 2 (map (+ 1)) xs)) (f (- n 1))))\n(define (start n xs) (if (= n -1) (begin (println "end") 7) (jump n (lambda (m) (start m xs)) xs)))\n(define (hop n) (begin (println n) (start n [1 2 3])))\n(hop 3000000)\n' | nova run -
3000000
3
$ printf '(define (walk n xs) (if (= n 0) xs (walk (- n 1) (map (+ 1) xs))))\n(define (jump n k xs) (begin (define (g m) (if (= m 0) (sum (walk 2 xs)) (k (- m 1)))) (g n)))\n(define (start n xs) (jump n (lambda (m) (start m xs)) xs))\n(define (hop n) (begin (println n) (start n [1 2 3])))\n(hop 3000000)\n' | nova run -
3000000
12
$ printf '(define-datatype K (Done) (Then (int -> int) K))\n(define (jump n) (if (= n 0) 7 (leap (- n 1) (Then (lambda (m) (jump m)) (Done)))))\n(define (leap n k) (if (= n 0) (iterate 2 (+ 1) n) (match k ((Done) n) ((Then f rest) (f n)))))\n(define (hop n) (begin (println n) (jump n)))\n(hop 3000000)\n' | nova run -
3000000
2
