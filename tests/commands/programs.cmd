# Programs from a file, from text and from standard input; exit statuses: 0 done, 1 the program is wrong or failed, 2 the command line is wrong.
$ nova -e '(+ 1 2)'
3
$ nova -e '(define x 3) (println "printed") (* x x)'
printed
9
$ nova -e '(println "no value")'
no value
$ nova -e '(+ 1 true)'
-e:1:6: error[E0205]: `+` needs numbers, but this is `bool`
 1 | (+ 1 true)
   |      ^^^^
[exit 1]
$ nova -e '(/ 1 0)'
-e:1:1: error[E0421]: division by zero: (/ 1 0)
 1 | (/ 1 0)
   | ^^^^^^^
[exit 1]
$ nova -e '(println "before") (/ 1 0) (println "after")'
before
-e:1:20: error[E0421]: division by zero: (/ 1 0)
 1 | (println "before") (/ 1 0) (println "after")
   |                    ^^^^^^^
[exit 1]
$ nova -e '(println "never") (+ 1 "a")'
-e:1:24: error[E0205]: `+` needs numbers, but this is `vector char`
 1 | (println "never") (+ 1 "a")
   |                        ^^^
help: strings are joined by (++ a b)
[exit 1]
$ nova -e ''
$ echo '(map (lambda (x) (* x x)) [1 2 3])' | nova
[1 4 9]
$ echo '(+ 1 2' | nova
<stdin>:1:1: error[E0101]: this `(` is never closed
 1 | (+ 1 2
   | ^
[exit 1]
$ printf '(define (f x) (+ x y))\n(define (g x) (lenght x))\n(h 3)\n"a" (+ 1 #\\a)\n' | nova run -
<stdin>:1:20: error[E0301]: unknown name `y`
 1 | (define (f x) (+ x y))
   |                    ^
<stdin>:2:16: error[E0301]: unknown name `lenght`
 2 | (define (g x) (lenght x))
   |                ^^^^^^
help: did you mean `length`?
<stdin>:3:2: error[E0301]: unknown name `h`
 3 | (h 3)
   |  ^
<stdin>:4:10: error[E0205]: `+` needs numbers, but this is `char`
 4 | "a" (+ 1 #\a)
   |          ^^^
[exit 1]
$ nova run no-such-file.nv
error[E0501]: no-such-file.nv cannot be opened: No such file or directory
[exit 1]
$ nova run
file is required
Run with --help for more information.
[exit 2]
$ nova kernel k.json
what: nova kernel install tells Jupyter of Nova; Jupyter itself starts nova-kernel, not nova kernel k.json
Run with --help for more information.
[exit 2]
$ nova frobnicate
nova: frobnicate is neither a command nor an option; nova --help lists them
[exit 2]
$ echo '(+ 1 2)' > /tmp/nova-$$.nv; cd /tmp; nova nova-$$.nv 2>&1 | sed "s/-$$//"; nova run /tmp/nova-$$.nv; rm /tmp/nova-$$.nv
3
3
$ nova run --no-such-option x.nv
nova: --no-such-option is neither a command nor an option; nova --help lists them
[exit 2]
$ nova --max-memory lots -e 1
--max-memory: a size such as 512M or 2G is expected, not lots
Run with --help for more information.
[exit 2]
$ nova --timeout soon -e 1
--timeout: a time such as 500ms or 15s is expected, not soon
Run with --help for more information.
[exit 2]
$ nova --dump nothing -e 1
nova: there is no phase nothing; there are datum, expr, types, core, plan, fused, c, cuda, ptx, and the passes simplify, common, dead-code, inline, accumulate, remove-checks, constant-rows, hoist, checks-first, unroll, fuse-iota, fuse-horizontal, fuse-map-read, fuse-map-map, fuse-map-reduce, fuse-map-scan, fuse-scan-map, fuse-scan-scatter, fuse-map-filter, fuse-map-rows, fuse-rows, even-elements, even-rows, fuse-rows-map, fuse-rows-scatter, recompute, fuse-filter-map, fuse-filter-filter, fuse-filter-reduce, peel, group-table, carry-number, levels, long-elements, forced, sink, own-states
[exit 2]
$ nova --version
nova 0.1.0
$ nova -e '(range 100)'
[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99]
$ nova --abbrev -e '(range 1000000)'
[0 1 2 ... 999997 999998 999999]
$ nova -e '(println 1) 2' 2>/dev/null
1
2
$ nova -e '(println 1) (/ 1 0)' 2>/dev/null
1
[exit 1]
$ nova -e '(error! "told")' 2>&1 >/dev/null
-e:1:1: error[E0414]: told
 1 | (error! "told")
   | ^^^^^^^^^^^^^^^
[exit 1]
$ nova explain E0203
E0203: ... should be ..., but is ...

Two types that must be equal are not. The message says where the expectation comes from: the argument of a function, a condition, a branch that must agree with another, an annotation.

Example:

(if 1 2 3)
$ nova explain e0421 | head -1
E0421: division by zero: (... ... 0)
$ nova explain E9999
nova: there is no diagnostic E9999; the nearest is E0722: there are no ... ranks: ...
[exit 1]
$ nova explain banana
nova: there is no diagnostic banana: codes are as E0203 and W0302
[exit 1]
$ nova doctor | grep -o '^\(nova\|cc\|memory\|processors\|libcuda\|libnvrtc\|libhdf5\|Open MPI\|MPICH\|mpirun\|tier interp\)'
nova
processors
memory
cc
libcuda
libnvrtc
libhdf5
Open MPI
MPICH
mpirun
tier interp
# Harlan programs: one unnamed module with a main, whose int is the exit status.
$ printf '(%%testspec (xfail))\n(module\n  (import random)\n  (define (main) (println (reduce + (kernel ((i (iota 5))) (* i i)))) 0))\n' | nova
30
$ printf '(module (define (main) (println "three") 3))\n' | nova
three
[exit 3]
$ printf '(module (define (main) (assert (= 1 2)) 0))\n' | nova
<stdin>:1:24: error[E0415]: assertion failed: (= 1 2)
 1 | (module (define (main) (assert (= 1 2)) 0))
   |                        ^^^^^^^^^^^^^^^^
<stdin>:1:18: note: in main, called here
 1 | (module (define (main) (assert (= 1 2)) 0))
   |                  ^^^^
[exit 1]
$ printf '(module (define (main (x : int)) x))\n' | nova
<stdin>:1:18: error[E0708]: main takes parameters, so the program cannot be started
 1 | (module (define (main (x : int)) x))
   |                  ^^^^
[exit 1]
# An error inside the prelude is shown at the call of the user's that led there.
$ nova -e '(define (f v) (maximum (filter (lambda (x) (> x 3)) v))) (+ 1 (f [1 2]))'
-e:1:15: error[E0407]: maximum of an empty vector without a start value
 1 | (define (f v) (maximum (filter (lambda (x) (> x 3)) v))) (+ 1 (f [1 2]))
   |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
-e:1:63: note: in f, called here
 1 | (define (f v) (maximum (filter (lambda (x) (> x 3)) v))) (+ 1 (f [1 2]))
   |                                                               ^^^^^^^^^
[exit 1]
# A script may name its interpreter; a file that holds a module of its own name is that module.
$ d=$(mktemp -d) && cd $d && printf '#!/usr/bin/env nova\n(+ 1 (f 2))' > s.nv; nova run s.nv; rm -r $d
s.nv:2:7: error[E0301]: unknown name `f`
 2 | (+ 1 (f 2))
   |       ^
$ d=$(mktemp -d) && cd $d && printf '(module geo (define (area r) (* r r)))' > geo.nv && printf '(import "geo.nv")(geo.area 3)(area 4)' > a.nv; nova run a.nv; rm -r $d
16
# A name near a code, by letters or by number.
$ nova explain E0412x; nova explain 421; nova explain w0303
nova: there is no diagnostic E0412x; the nearest is E0412: the size of a stencil's window must be odd and positive, not ...
E0421: division by zero: (... ... 0)

Integers have no infinity, so `/` and `%` by zero have no value. Floating numbers give inf or nan.

Example:

(/ 1 0)
W0303: `...` and the ... behind it are two expressions

Brackets make a vector, wherever they stand: v[1] is v, and then the vector [1]. An element is taken by v!i, of a vector#2 by m!(i, j); the first n are (take n v). A call has its function inside the parentheses: (f x y), not f(x, y).

Example:

(define v [5 6 7])
(+ v[1] 2)
# What is not there: the same status for all.
$ for c in 'run' 'check' 'replay' 'doc' 'why' 'derive' 'fmt' 'transcript' 'kernel'; do nova $c missing > said 2>&1; echo "$c $?"; done; rm said
run 1
check 1
replay 1
doc 1
why 1
derive 1
fmt 1
transcript 1
kernel 2
