# The C says of each kernel in a line what it computes.
$ nova -e '((xs : vector double) (ys : vector double)) (reduce + 0.0 (map * xs ys))' -i 'xs=[1.0 2.0]' -i 'ys=[1.0 2.0]' --dump c | grep '^//' | sed -n 2p
// v6: sum of xs_1[i] * ys_3[i] for i below v2
$ nova -e '((xs : vector double)) ((sum xs), (maximum xs), (sum (map (lambda (x) (* x x)) xs)))' -i 'xs=[1.0 2.0]' --dump c | grep '^//' | sed -n 2p
// v6, v7, v8: sum of xs_1[i], largest of xs_1[i], sum of xs_1[i] * xs_1[i] for i below v0
$ nova -e '((xs : vector double)) (filter (lambda (y) (> y 1.5)) (map (lambda (x) (exp (+ x 1.0))) xs))' -i 'xs=[1.0 2.0]' --dump c | grep '^//' | sed -n 2p
// v4, v5: those of exp(xs_1[i] + v2) where exp(xs_1[i] + v2) > v3 for i below v0
$ nova -e '((xs : vector double)) (scan + 0.0 (map sqrt xs))' -i 'xs=[1.0 2.0]' --dump c | grep '^//' | sed -n 2p
// v3: running sum of sqrt(xs_1[i]) for i below v0
$ nova -e '(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (map fib (range 3 9))' --dump c | grep '^//'
// -e:1:65: c
// the function fib
// v33: fib(i + 3) for i below 6
