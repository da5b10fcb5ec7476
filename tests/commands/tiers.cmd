# Tiers at the command line. Compiled code is kept in a folder that goes away.
$ export XDG_CACHE_HOME=$(mktemp -d); nova -e '(reduce + 0 (map (lambda (x) (* x x)) (iota 100000)))' --tier cpu --stats 2>&1 | sed 's/([0-9]* ms)/(.. ms)/'; nova -e '(reduce + 0 (map (lambda (x) (* x x)) (iota 100000)))' --tier cpu --stats 2>&1 | sed 's/([0-9]* ms)/(.. ms)/'; ls -ld $XDG_CACHE_HOME/nova | cut -c1-10; rm -r $XDG_CACHE_HOME
333328333350000
-e:1:1: cpu: 1 kernel, run once; lane shape; checked whole once
compiled 1 (.. ms), from the cache 0, mismatches 0
333328333350000
-e:1:1: cpu: 1 kernel, run once; lane shape; checked whole once
compiled 0 (.. ms), from the cache 1, mismatches 0
drwx------
# No compiler: cpu says so, auto and interp go on.
$ d=$(mktemp -d); n=$(command -v nova); PATH=$d $n -e '(map (+ 1) [1 2 3])' --tier cpu; PATH=$d $n -e '(map (+ 1) [1 2 3])' --tier auto; PATH=$d $n -e '(sum (iota 1000000))' --stats; PATH=$d $n doctor | tail -3; rmdir $d
-e:1:1: error[E0426]: no kernel could be made of this: there is no C compiler (cc)
 1 | (map (+ 1) [1 2 3])
   | ^^^^^^^^^^^^^^^^^^^
[2 3 4]
499999500000
-e:1:1: interpreted: there is no C compiler (cc)
-e:1:6: interpreted: there is no C compiler (cc)
prelude/vectors.nv:7:17: interpreted: there is no C compiler (cc)
compiled 0 (0 ms), from the cache 0, mismatches 0
tier cpu     needs a C compiler, cc; auto goes on without
tier sim     needs a C and C++ compiler, cc
tier cuda    needs an NVIDIA GPU, its driver and libnvrtc; auto goes on without
# A C compiler without C++'s: the simulator needs both.
$ d=$(mktemp -d); printf '#!/bin/sh\ncase "$*" in *c++*) echo "cannot execute cc1plus" >&2; exit 1;; esac\nexec %s "$@"\n' $(command -v cc) > $d/cc; chmod +x $d/cc; XDG_CACHE_HOME=$d/cache PATH=$d:$PATH nova doctor | grep -E '^tier (cpu|sim)'; rm -r $d
tier cpu     ready
tier sim     needs a C and C++ compiler, cc
# A compiler that takes its time: neither the end of a session nor a deadline waits for it, and it does not stay behind.
$ d=$(mktemp -d); printf '#!/bin/sh\nsleep 30\n' > $d/cc; chmod +x $d/cc; export XDG_CACHE_HOME=$d/cache PATH=$d:$PATH; begin=$SECONDS; nova -e '(sum (range 3000000))'; nova --timeout 300ms --tier cpu -e '(map (+ 1) [1 2 3])'; echo $((SECONDS - begin < 15)); sleep 0.2; pgrep -f $d/cc > /dev/null && echo it is still there; ls $d/cache/nova | wc -l; rm -r $d
4499998500000
-e:1:1: error[E0604]: the time limit is reached
 1 | (map (+ 1) [1 2 3])
   | ^^^^^^^^^^^^^^^^^^^
1
0
# An endless kernel hears the deadline.
$ nova --timeout 300ms --tier cpu --check off -e '(map (lambda (x) (let ((n x)) (while (> n -1) (set! n (+ n 1))) n)) (iota 10))'
-e:1:1: error[E0604]: the time limit is reached
 1 | (map (lambda (x) (let ((n x)) (while (> n -1) (set! n (+ n 1))) n)) (iota 10))
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --tier gpu -e '1'
--tier: gpu not in {interp,cpu,auto,sim,cuda}
Run with --help for more information.
[exit 2]
$ nova --no-pass nothing -e '1'
--no-pass: there is no pass nothing; there are simplify, common, dead-code, inline, accumulate, remove-checks, constant-rows, hoist, checks-first, unroll, fuse-iota, fuse-horizontal, fuse-map-read, fuse-map-map, fuse-map-reduce, fuse-map-scan, fuse-scan-map, fuse-scan-scatter, fuse-map-filter, fuse-map-rows, fuse-rows, even-elements, even-rows, fuse-rows-map, fuse-rows-scatter, recompute, fuse-filter-map, fuse-filter-filter, fuse-filter-reduce, peel, group-table, carry-number, levels, long-elements, forced, sink, own-states
Run with --help for more information.
[exit 2]
$ nova --dump fused -e '(map (lambda (x) (* 2 (+ x 1))) [5])'
; -e:1:1: fused
(plan
  (body ()
    (let (v0 : int) (constant 1))
    (let (v1 : int) (constant 12))
    (let (v2 : [int]) ; 8 bytes
      (map v0
        (body ((v3 : int))
          (results v1))))
    (results v0 v2)))
[12]
# What never ends has no value, even where nobody looks at it.
$ nova --timeout 300ms --tier cpu --check off -e '(define (f n) (if (> n 0) (f n) 1)) (map f [0 1])'
-e:1:37: error[E0604]: the time limit is reached
 1 | (define (f n) (if (> n 0) (f n) 1)) (map f [0 1])
   |                                     ^^^^^^^^^^^^^
[exit 1]
$ nova --timeout 300ms --tier sim --check off -e '(map (lambda (i) (let ((k i)) (while (> k 0) (set! k (+ k 0))) 1)) [0 1])'
-e:1:1: error[E0604]: the time limit is reached
 1 | (map (lambda (i) (let ((k i)) (while (> k 0) (set! k (+ k 0))) 1)) [0 1])
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova --timeout 300ms --tier cpu --check off -e '(! (map (lambda (i) (let loop ((k i)) (if (= k 0) 7 (loop (+ k 2))))) (range 10)) 0)'
-e:1:4: error[E0604]: the time limit is reached
 1 | (! (map (lambda (i) (let loop ((k i)) (if (= k 0) 7 (loop (+ k 2))))) (range 10)) 0)
   |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# Calls are counted where that is asked for.
$ nova --max-depth 100 --check off -e '(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1))))) (map deep [5 99 300])'
-e:1:37: error[E0605]: the calls are nested too deeply: 100 calls wait for a result
 1 | (define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1))))) (map deep [5 99 300])
   |                                     ^^^^^^^^^^^^^^
-e:1:37: note: in deep, called here, 99 times in a row
 1 | (define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1))))) (map deep [5 99 300])
   |                                     ^^^^^^^^^^^^^^
-e:1:55: note: in deep, called here for element 2: 300
 1 | (define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1))))) (map deep [5 99 300])
   |                                                       ^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# A recursion without arrays: compiled once for all arguments; quick ones stay where they are.
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))\n(fib 20)\n(fib 21)\n' > $XDG_CACHE_HOME/f.nv; nova run --tier cpu --check off --stats $XDG_CACHE_HOME/f.nv 2>&1 | sed 's/([0-9]* ms)/(.. ms)/; s/^[^ ]*f.nv/f.nv/'; nova -e '(define (gcd a b) (if (= b 0) a (gcd b (% a b)))) (define (go k s) (if (= k 0) s (go (- k 1) (+ s (gcd k 360))))) (go 1000 0)' --stats; rm -r $XDG_CACHE_HOME
10946
f.nv:2:1: cpu: recursion, run once; unchecked
f.nv:3:1: cpu: recursion, run once; unchecked
compiled 1 (.. ms), from the cache 0, mismatches 0
10318
# Quick calls of a function at one place keep no other place from being timed: its long calls are compiled.
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))\n(define (go k s) (if (= k 0) s (go (- k 1) (+ s (fib 3)))))\n(go 100 0)\n(fib 40)\n(fib 40)\n' > $XDG_CACHE_HOME/f.nv; nova run --check off --stats $XDG_CACHE_HOME/f.nv 2>&1 | grep -o 'recursion, run [a-z0-9 ]*'; rm -r $XDG_CACHE_HOME
recursion, run 2 times
# A cache that can't be made is told of once.
$ export XDG_CACHE_HOME=/proc/nowhere; printf '(println (map (+ 1) [1 2 3]))\n(println (map (* 2) [1 2 3]))\n' | nova --tier cpu; nova doctor | grep '^cache'
nova: what is compiled is not kept for other sessions: /proc/nowhere/nova: No such file or directory
[2 3 4]
[2 4 6]
cache        none: /proc/nowhere/nova: No such file or directory
# Several forms' plans: each is told by its place.
$ printf '(println (map (+ 1) [1 2 3]))\n(sum (scan + 0 [4 5]))\n' | nova --tier interp --dump plan,fused | grep '^;'
; <stdin>:1:10: plan
; <stdin>:1:10: fused
; <stdin>:2:1: plan
; <stdin>:2:1: fused
# Forms that read alike share a kernel; what checks it on smaller numbers gives them to the form that runs. (How far a
# run is checked depends on how fast the machine is.)
$ export XDG_CACHE_HOME=$(mktemp -d); python3 -c 'print("(println (reduce + 0 (range 1000000)))\n" * 60)' | nova 2>&1 | uniq -c | sed 's/^ *//'; for form in '(sum (map (lambda (x) (* x x)) (range 1000000)))' '(define (f n) (reduce + 0 (iota n))) (f 1000000)'; do printf ':bench %s\n:verdicts\n' "$form" | nova 2>&1 | sed -E 's/^[0-9.]* ms the least.*/N ms/; s/: (interpreted|checked on first elements)$/: known/'; done; rm -r $XDG_CACHE_HOME
60 499999500000
N ms
(sum (map (lambda (x) (* x x)) (range 1000000))): known
N ms
(f 1000000): known
# A loop without an array is compiled, too; where the interpreter takes long by default, it gives up and the loop begins anew.
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (total n sum) (if (= n 0) sum (total (- n 1) (+ sum (* n n)))))\n(total 1000 0)\n(total 100000000 0)\n' > t.nv; nova why --tier cpu --check all t.nv 2>&1 | head -2; nova why t.nv; rm -r t.nv $XDG_CACHE_HOME
672921401752298880
t.nv:2:1 (total 1000 0): cpu: loop, run once; checked whole once
672921401752298880
t.nv:3:1 (total 100000000 0): cpu: loop, run once; checked in an earlier session
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (total n) (let ((s 0)) (for (i 0 n) (set! s (+ s (* i i)))) s))\n(total 100000000)\n(let ((k 0)) (while (< k 300000000) (set! k (+ k 1))) k)\n' > t.nv; nova why t.nv | sed 's/; .*//'; rm -r t.nv $XDG_CACHE_HOME
300000000
t.nv:2:1 (total 100000000): cpu: loop, run once
t.nv:3:1 (let ((k 0)) (while (< k 300000000) (set...: cpu: loop, run once
# Forms that are alike but for what they call things have one text, which is compiled once.
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define xs [3 4 5])\n(define others [6 7])\n(println (reduce + 0 (map (lambda (x) (* x x)) xs)))\n(println (reduce + 0 (map (lambda (other) (* other other)) others)))\n' > $XDG_CACHE_HOME/f.nv; nova run --tier cpu --stats $XDG_CACHE_HOME/f.nv 2>&1 | sed 's/([0-9]* ms)/(.. ms)/; s/^[^ ]*f.nv/f.nv/'; rm -r $XDG_CACHE_HOME
50
85
f.nv:3:10: cpu: 1 kernel, run once; lane shape; checked whole once
f.nv:4:10: cpu: 1 kernel, run once; lane shape; checked whole once
compiled 1 (.. ms), from the cache 0, mismatches 0
# Elements made at once, since a call among them costs much, whose functions hold a value once for all of them.
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))\n(define (held e) (lambda (x) (+ x e)))\n(map (lambda (i) ((fact i), (replicate 3 (held i)), [i (* 2 i)], (iota i))) (range 1 4))\n(map (lambda (i) ((fact i), (held i), [i (* 2 i)], (iota i))) (range 1 4))\n' > t.nv; nova why --tier cpu --check all t.nv 2>&1 | tail -n +2; rm -r t.nv $XDG_CACHE_HOME
t.nv:3:1 (map (lambda (i) ((fact i), (replicate 3...: cpu: 4 kernels, run once, at least 96 bytes of columns made; checked whole once
t.nv:4:1 (map (lambda (i) ((fact i), (held i), [i...: cpu: 3 kernels, run once, at least 64 bytes of columns made; checked whole once
