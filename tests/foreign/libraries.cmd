# Functions of a library, by NOVA's calling convention (NOVA, 6.1).
$ d=$(mktemp -d) && cd $d && printf '#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\nvoid add(int64_t *r, int64_t a, int64_t b) { *r = a + b; }\nvoid scale(int64_t *n, float **r, int64_t m, const float *x, float by) { *n = m; *r = malloc(m * sizeof(float)); for (int64_t k = 0; k < m; ++k) (*r)[k] = by * x[k]; }\ntypedef struct { int64_t a; double b; } pair;\nvoid pairs(pair *r, pair p) { r->a = p.a + 1; r->b = p.b / 2; }\nvoid even(int *r, int64_t n) { *r = n %% 2 == 0; }\nvoid none(void) {}\nvoid crash(int64_t *r, int64_t n) { abort(); }\nvoid wrong(int64_t *n, double **r) { *n = -3; *r = 0; }\nvoid lies(int64_t *n, double **r) { *n = 1000000; *r = malloc(8); }\n' > foo.c && cc -shared -fPIC -o libfoo.so foo.c && printf '(foreign (add : int -> int -> int) (scale : vector float -> float -> vector float) (library "./libfoo.so"))\n(foreign (pairs : (int, double) -> (int, double)) (even : int -> bool) (library "libfoo.so"))\n(foreign (none : unit -> unit) (library "./libfoo.so"))\n(println (add 3 4))\n(println (add -3 -4))\n(println (scale [1f 2f 3f] 2f))\n(println (scale [] 2f))\n(println (pairs (3, 5.0)))\n(println (map even (range 4)))\n(none nil)\n' > p.nv && printf '(foreign (add : int -> int -> int))\n(add 3 4)\n' > q.nv && nova run p.nv 2>&1 | head -1; nova check p.nv; nova --allow-foreign . < p.nv; nova run q.nv 2>&1 | head -1; nova run --allow-foreign all --foreign-library ./libfoo.so q.nv; nova --allow-foreign . -e '(foreign (crash : int -> int) (library "./libfoo.so")) (crash 1)' 2>&1 | head -1; nova --allow-foreign . -e '(foreign (wrong : unit -> vector double) (library "./libfoo.so")) (wrong nil)' 2>&1 | head -1; nova --allow-foreign . -e '(foreign (absent : int -> int) (library "./libfoo.so")) (absent 1)' 2>&1 | head -1; nova --allow-foreign . -e '(foreign (f : int -> int) (library "./missing.so")) (f 1)' 2>&1 | head -1 ; nova --allow-foreign . -e '(foreign (lies : unit -> vector double) (library "./libfoo.so")) (length (lies nil))' 2>&1 | head -1; nova --allow-foreign . --verdicts -e '(foreign (add : int -> int -> int) (library "./libfoo.so")) (define (more k) (add k 1)) (map more (range 4))'
p.nv:1:1: error[E0512]: the foreign function add may not run: --allow-foreign does not name the library ./libfoo.so
7
-7
[2.0f 4.0f 6.0f]
[]
(4, 2.5)
[true false true false]
q.nv:2:1: error[E0422]: the foreign function add is not linked
7
-e:1:56: error[E0429]: the foreign function crash failed: it was ended by signal 6, Aborted
-e:1:67: error[E0429]: the foreign function wrong failed: it has returned a vector of length -3
-e:1:1: error[E0430]: the foreign function absent can't be used: undefined symbol: absent
-e:1:1: error[E0430]: the foreign function f can't be used: there is no library ./missing.so
-e:1:74: error[E0429]: the foreign function lies failed: it was ended by signal 11, Segmentation fault
[1 2 3 4]
-e:1:89: foreign, unchecked
# A function-typed parameter is refused at the declaration.
$ nova check - <<< '(foreign (f : (int -> int) -> int) (library "libfoo.so"))' 2>&1 | head -1
<stdin>:1:15: error[E0225]: the foreign function f can't have the type int -> int: C can't call a function of Nova
$ nova check - <<< '(foreign (f : (int -> int) -> int))' 2>&1 | head -1
<stdin>:1:15: error[E0225]: the foreign function f can't have the type int -> int: C can't call a function of Nova
$ nova check - <<< '(foreign (f : vector vector int -> int) (library "libfoo.so"))' 2>&1 | head -1
<stdin>:1:15: error[E0225]: the foreign function f can't have the type vector vector int: C has none like it
# Without a library, a check warns.
$ nova check - <<< '(foreign (f : int -> int) (g : vector int -> int))'; nova check --foreign-library libfoo.so - <<< '(foreign (f : int -> int))'
<stdin>:1:11: warning[W0308]: the foreign function f is not linked
 1 | (foreign (f : int -> int) (g : vector int -> int))
   |           ^
<stdin>:1:28: warning[W0308]: the foreign function g is not linked
 1 | (foreign (f : int -> int) (g : vector int -> int))
   |                            ^
# A name that libc has, too, beside one of the same type.
$ d=$(mktemp -d) && cd $d && printf '#include <stdint.h>\nvoid index(int64_t *r, int64_t x) { *r = x + 100; }\nvoid next(int64_t *r, int64_t x) { *r = x + 1; }\n' > a.c && cc -w -shared -fPIC a.c -o liba.so && printf '(foreign (index : int -> int) (next : int -> int) (library "./liba.so"))\n(define (both (x : vector int)) (map (lambda (e) (+ (* 1000 (index e)) (next e))) x))\n(export both)\n(both [1 2])\n' > f.nv && nova run --allow-foreign . f.nv; nova run --tier cpu --allow-foreign . f.nv; nova build f.nv --to c -o f --allow-foreign . && printf '#include "f.h"\n#include <stdio.h>\nint main(void) { char t[9999]; puts(f_selftest(t, sizeof t) ? t : "agrees"); }\n' > m.c && cc -If m.c f/f.c ./liba.so -lm -o m && LD_LIBRARY_PATH=. ./m; rm -r $d
[101002 102003]
[101002 102003]
both : vector int -> vector int
agrees
