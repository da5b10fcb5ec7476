# Nothing waits for a compiler that takes longer than the interpreter, neither a form nor the program's end.
$ d=$(mktemp -d) && cd $d && printf '#!/bin/sh\nsleep 100\n' > cc && chmod +x cc && export XDG_CACHE_HOME=$d && PATH=$d:$PATH timeout 60 nova -e '(sum (map (lambda (i) (sum (map (lambda (j) (^ i j)) (range 1000)))) (range 20000)))' ; echo $?; rm -r $d
200117426560
0
# Where the compiler is first, what the interpreter did is forgotten: it would take minutes.
$ export XDG_CACHE_HOME=$(mktemp -d); timeout 100 nova -e '(sum (map (lambda (i) (sum (map (lambda (j) (^ i j)) (range 5000)))) (range 60000)))'; echo $?; rm -r $XDG_CACHE_HOME
9017616776832
0
# What is too large to be compiled is told early, and why.
$ d=$(mktemp -d) && cd $d && each() { for k in $(seq 32); do printf "${1//K/$k}"; done; } && { echo "(define-datatype t $(each '(CK (vector int)) ') (end))"; echo "(define (make i) (cond $(each '((= (- i (* 40 (/ i 40))) K) (CK [i K])) ') (else (end))))"; echo "(define (weight x) (match x $(each '((CK v) (+ (sum v) K)) ') ((end) 0)))"; echo '(sum (map weight (map make (range 500))))'; } > f.nv; timeout 60 nova run f.nv --tier cpu; timeout 60 nova why f.nv --tier cpu | head -2; rm -r $d
113178
113178
f.nv:4:1 (sum (map weight (map make (range 500)))...: interpreted: its plan has more than 40000 variables
f.nv:4:18 (map make (range 500)): interpreted: its plan has more than 40000 variables
# A function that maps itself stands in no form of its own.
$ timeout 10 nova -e "(types (Rose : (+ (Bud : int) (Node : (int, vector Rose))))) (letrec ((total (lambda (r : Rose) (case r (Bud x x) (Node p (+ p.0 (sum (map total p.1)))))))) (total (Node (3, [(Node (5, [(Bud 3)])) (Bud 1)]))))"
12
