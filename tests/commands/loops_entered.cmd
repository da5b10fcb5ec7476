# A call that ends a function and enters a loop over arrays is compiled with the loop, also where a function is passed on.
$ printf '(define (step k xs) (map (+ k) xs))\n(define (steps n k xs) (iterate n (step k) xs))\n(define (go n) (begin (println n) (steps n 2 (iota 4))))\n(go 3)\n' | nova run --tier cpu --stats - 2>&1 | grep -v compiled
3
[6 7 8 9]
<stdin>:4:1: interpreted: it does IO by println
<stdin>:3:35: cpu: 2 kernels, run once, at least 32 bytes of columns made; checked whole once
$ printf '(define (with f n xs) (iterate n f xs))\n(define (go f) (begin (println "go") (with f 3 (iota 4))))\n(go (map (* 2)))\n' | nova run --tier cpu --stats - 2>&1 | grep -v compiled
go
[0 8 16 24]
<stdin>:3:1: interpreted: it does IO by println
<stdin>:2:48: cpu: 1 kernel, run once, 32 bytes of columns made; checked whole once
<stdin>:3:5: cpu: 1 kernel, run 3 times, 32 bytes of columns made; checked whole once
# Functions that call each other without end at their ends need no stack, and are left to the interpreter where one is passed on.
$ printf '(define (jump n xs) (if (= n 0) (length xs) (leap (- n 1) (lambda (m) (jump m xs)) xs)))\n(define (leap n f xs) (if (= n 0) (sum (map (+ 1) xs)) (f n)))\n(define (hop n) (begin (println n) (jump n [1 2 3])))\n(hop 1000000)\n' | nova run -
1000000
9
