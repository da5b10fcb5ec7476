# A profile has the calls of each form, its own time, that with the forms inside of it, and its memory.
$ printf '%s\n' '(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))' '(define (work m) (sum (map (lambda (k) (fib (% k 4))) (range m))))' ':profile (work 100)' ':profile (define (f x) x)' ':profile (/ 1 0)' ':profile' | nova --tier interp 2>&1 | sed 's/[0-9.]* ms/N ms/g; s/[0-9.]* KiB/N KiB/g; s/  */ /g' | LC_ALL=C sort -s -k1,1
 1 | (/ 1 0)
 :profile FORM run a form and tell the time and memory of each form
 flame graph)
 in it (--folded FILE, --svg FILE: as stacks, as a
 | ^^^^^^^
100 : int
1:1 (work 100) 1 N ms N ms 0 bytes
1:1 (/ 1 0) 1 N ms N ms 0 bytes
evaluated in N ms; N KiB allocated
evaluated in N ms; 0 bytes allocated
nothing was evaluated: a definition of a function is a value
place form calls own total memory
place form calls own total memory
prelude/vectors.nv:7:17 (reduce + 0 x) 1 N ms N ms 0 bytes
prelude/vectors.nv:7:25 +, a function 1 N ms N ms 0 bytes
prompt:1:1 fib, a function 100 N ms N ms 0 bytes
prompt:1:1: error[E0421]: division by zero: (/ 1 0)
prompt:1:34 (fib (- n 1)) 75 N ms N ms 0 bytes
prompt:1:48 (fib (- n 2)) 75 N ms N ms 0 bytes
prompt:2:18 (sum (map (lambda (k) (fib (% k 4)... 1 N ms N ms 0 bytes
prompt:2:23 (map (lambda (k) (fib (% k 4))) (r... 1 N ms N ms 800 bytes
prompt:2:28 (lambda (k) (fib (% k 4))) 100 N ms N ms 0 bytes
prompt:2:40 (fib (% k 4)) 100 N ms N ms 0 bytes
prompt:2:55 (range m) 1 N ms N ms N KiB
# A tail call takes the place of the one before it, so that a loop is one form.
$ printf '%s\n' '(define (go n s) (if (= n 0) s (go (- n 1) (+ s n))))' ':profile (go 10000 0)' | nova --tier interp 2>&1 | sed 's/[0-9.]* ms/N ms/g; s/  */ /g'
50005000 : int
evaluated in N ms; 0 bytes allocated
place form calls own total memory
prompt:1:32 (go (- n 1) (+ s n)) 10000 N ms N ms 0 bytes
1:1 (go 10000 0) 1 N ms N ms 0 bytes
# Compiled forms are told with the time of their kernels.
$ printf '%s\n' '(define xs (range 20000))' ':profile (sum (map (lambda (x) (* x x)) xs))' | nova --tier cpu 2>&1 | sed 's/[0-9.]* ms/N ms/g; s/  */ /g; s/, N ms of them waiting for a compiler//; s/, N ms checking compiled code//'
2666466670000 : int
evaluated in N ms; 156.3 KiB allocated
place form calls own total memory compiled, in kernels
1:1 (sum (map (lambda (x) (* x x)) xs)... 1 N ms N ms 156.3 KiB 1 time, N ms
# Stacks are folded for other programs, and drawn as a flame graph.
$ d=$(mktemp -d); printf '%s\n' '(define (slow n) (if (= n 0) 0 (+ 1 (slow (- n 1)))))' "(define (twice n) (+ (slow n) (slow n)))" ":profile --folded $d/stacks --svg $d/flames.svg (twice 20000)" | nova --tier interp 2>&1 | sed "s|$d|DIR|"; sed -n 's/(- n 1)) prompt:1:37 [0-9]*$/& N/; s/ [0-9]* N$/ N/p' $d/stacks | LC_ALL=C sort; python3 -c "import sys, xml.dom.minidom as x; g = x.parse(sys.argv[1]).getElementsByTagName('g'); print(len(g) >= 3, all(e.getElementsByTagName('title') for e in g))" $d/flames.svg; rm -r $d
40000 : int
written: DIR/stacks
written: DIR/flames.svg
(twice 20000) prompt:1:1;(slow n) prompt:2:22;(slow (- n 1)) prompt:1:37 N
(twice 20000) prompt:1:1;(slow n) prompt:2:31;(slow (- n 1)) prompt:1:37 N
True True
