# Calls are shared: plans and texts grow with the functions, not with their calls, of which there are 2^40.
$ d=$(mktemp -d) && cd $d && chain() { echo '(define (f0 (x : double)) (* (+ x 1.0) 0.5))'; for k in $(seq $1); do echo "(define (f$k x) (+ (f$((k-1)) (* x 1.5)) (f$((k-1)) (- x 2.5))))"; done; echo "(sum (map f$1 (map to_double (range 0))))"; } && for k in 10 20 40; do chain $k > f$k.nv; done && size() { nova run f$2.nv --tier interp --dump $1 | wc -c; } && for what in fused c; do echo "$what: $(( $(size $what 10) > 5000 && $(size $what 20) < 4 * $(size $what 10) && $(size $what 40) < 4 * $(size $what 20) ))"; done ; rm -r $d
fused: 1
c: 1
