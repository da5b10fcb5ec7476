$ d=$(mktemp -d) && cd $d && printf '(define (twice (x : double)) (* 2.0 x))\n(export twice)\n(twice 4.0)\n' > f.nv && nova run f.nv && nova build f.nv --to c -o out && ls out && nova build f.nv --to openmp -o out; rm -r $d
8.0
twice : double -> double
CMakeLists.txt
f.c
f.h
f.json
f_nova.f90
twice : double -> double
$ d=$(mktemp -d) && cd $d && printf '(define (same x) x)\n' > f.nv && nova build f.nv --to c -o out; ls; rm -r $d
f.nv:1:10: error[E0719]: `same` can't be built: its type is 'a -> 'a, and C has no types that vary
 1 | (define (same x) x)
   |          ^^^^
help: an instance has types, as (define (same (x : vector double)) ..) or (define (same-of-doubles (x : vector double)) (same x))
f.nv
$ d=$(mktemp -d) && cd $d && printf '(define (apply2 (f : int -> int)) (f 2))\n(define (grow (n : int)) ((lambda (x : int) x), n))\n(define (sin (x : double)) x)\n(define (say (x : int)) (println x))\n(export apply2 grow sin say)\n' > f.nv && nova build f.nv --to c -o out; rm -r $d
f.nv:1:10: error[E0719]: `apply2` can't be built: its parameter 1 is a function
 1 | (define (apply2 (f : int -> int)) (f 2))
   |          ^^^^^^
help: kernels are made for functions that are known: one that calls it with such a function is built
f.nv:2:10: error[E0719]: `grow` can't be built: its result is a value that holds functions
 2 | (define (grow (n : int)) ((lambda (x : int) x), n))
   |          ^^^^
help: C gets what functions give: a definition that calls those in the result has a result for C
f.nv:3:10: error[E0719]: `sin` can't be built: the C library has a function of the name sin
 3 | (define (sin (x : double)) x)
   |          ^^^
help: another name is chosen by (export (sin as my_sin))
f.nv:4:25: error[E0719]: `say` can't be built: it does IO by println
 4 | (define (say (x : int)) (println x))
   |                         ^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && printf '(+ 1 2)\n' > f.nv && nova build f.nv --to c -o out; rm -r $d
f.nv:1:1: error[E0720]: there is no function to build
 1 | (+ 1 2)
   | ^
$ d=$(mktemp -d) && cd $d && printf '(define (a-b (x : int)) x)\n(define (a_b (x : int)) (+ x 1))\n(define (int (x : double)) x)\n(export a-b a_b map missing (int as 2x) int)\n(export)\n(export "f")\n(+ 1 (export a-b))\n' > f.nv && nova check f.nv; rm -r $d
f.nv:4:37: error[E0106]: `2x` is neither a numeral nor a name
 4 | (export a-b a_b map missing (int as 2x) int)
   |                                     ^^
help: names don't start with a digit; the suffixes are f L h bf i8 i16 i32 i64 u8 u16 u32 u64
f.nv:4:13: error[E0335]: `a_b` is exported twice
 4 | (export a-b a_b map missing (int as 2x) int)
   |             ^^^
f.nv:4:9: note: the first one is here
 4 | (export a-b a_b map missing (int as 2x) int)
   |         ^^^
help: - becomes _ in C; another name is chosen by (export (a_b as a_b_2))
f.nv:4:17: error[E0334]: `map` can't be exported: it is no definition of this program
 4 | (export a-b a_b map missing (int as 2x) int)
   |                 ^^^
f.nv:4:21: error[E0301]: unknown name `missing`
 4 | (export a-b a_b map missing (int as 2x) int)
   |                     ^^^^^^^
f.nv:4:29: error[E0304]: this is not how `export` is written: a definition is exported by its name, or by (f as c_name)
 4 | (export a-b a_b map missing (int as 2x) int)
   |                             ^^^^^^^^^^^
help: write (export f ...) or (export (f as c_name) ...)
f.nv:5:1: error[E0304]: this is not how `export` is written: it takes names of definitions
 5 | (export)
   | ^^^^^^^^
help: write (export f ...) or (export (f as c_name) ...)
f.nv:6:9: error[E0304]: this is not how `export` is written: a definition is exported by its name, or by (f as c_name)
 6 | (export "f")
   |         ^^^
help: write (export f ...) or (export (f as c_name) ...)
f.nv:7:6: error[E0323]: `export` stands at top level only
 7 | (+ 1 (export a-b))
   |      ^^^^^^^^^^^^
$ d=$(mktemp -d) && cd $d && printf '((n : int) (x : vector double))\n(define scaled (map (* 2.0) x))\n(define table (iota 5))\n(define (job (k : int)) (+ scaled!n (to_double table!k)))\n' > f.nv && nova build f.nv --to c -o out && grep -n 'int job' out/f.h | cut -d: -f2; rm -r $d
job : int -> double (its first parameters are the program's inputs: n, x)
int job(f_ctx *ctx, int64_t n, const double *x, int64_t x_n, int64_t k, double *result);
$ d=$(mktemp -d) && cd $d && printf '(define x (/ 1 0))\n(define (f (y : int)) y)\n' > f.nv && nova build f.nv --to c -o out; nova build f.nv --to fortran -o out; nova build f.nv --to c; rm -r $d
f.nv:1:11: error[E0421]: division by zero: (/ 1 0)
 1 | (define x (/ 1 0))
   |           ^^^^^^^
--to: fortran not in {c,openmp,cuda,kernels}
Run with --help for more information.
-o is required
Run with --help for more information.
$ d=$(mktemp -d) && cd $d && printf '(define (f (y : int)) y)\n' > f.nv && touch out && nova build f.nv --to c -o out; rm -r $d
error[E0506]: out/f.h cannot be written: Not a directory
$ d=$(mktemp -d) && cd $d && printf '(define (twice (x : double)) (* 2.0 x))\n' > f.nv && nova build f.nv --to cuda -o out && ls out; nova build f.nv --to cuda -o out --block-size 100; nova build f.nv --to cuda -o out --arch 7; nova build f.nv --to cuda -o out --max-blocks 0; rm -r $d
twice : double -> double (on the host: it has no kernels)
CMakeLists.txt
f.c
f.h
f.json
f_nova.f90
--block-size: 100 not in {32,64,128,256}
Run with --help for more information.
--arch: Value 7 not in range 50 to 999
Run with --help for more information.
--max-blocks: Value 0 not in range 1 to 2147483647
Run with --help for more information.
# Foreign functions: what may not run, and what can't be built.
$ d=$(mktemp -d) && cd $d && printf '#include <stdint.h>\n#include <stdlib.h>\nvoid half(float *r, float x) { *r = x / 2; }\nvoid twice(int64_t *n, float **r, int64_t m, const float *x) { *n = 0, *r = malloc(4); }\n' > l.c && cc -shared -fPIC l.c -o libl.so && printf '(foreign (half : float -> float) (twice : vector float -> vector float) (library "./libl.so"))\n(foreign-cuda (next : int -> int) "__device__ int64_t next(int64_t n) { return n + 1; }")\n(define (f (x : vector float)) (twice x))\n(define (g (n : int)) (next n))\n(export half f g)\n' > f.nv && nova build f.nv --to c -o f 2>&1 | head -1; nova build f.nv --to c -o f --allow-foreign .; rm -r $d
f.nv:1:1: error[E0512]: the foreign function half may not run: --allow-foreign does not name the library ./libl.so
f.nv:4:10: error[E0719]: `g` can't be built: it calls the CUDA text next, which has no reference
 4 | (define (g (n : int)) (next n))
   |          ^
f.nv:1:11: error[E0719]: `half` can't be built: a library has a function of the name half
 1 | (foreign (half : float -> float) (twice : vector float -> vector float) (library "./libl.so"))
   |           ^^^^
help: another name is chosen by (export (f as g))
# A foreign function keeps no other function from the GPU.
$ d=$(mktemp -d) && cd $d && printf '(foreign-c (cube : double -> double) "static double cube(double x) { return x * x * x; }")\n(define (cubes (x : vector double)) (map cube x))\n(define (doubles (x : vector double)) (map (lambda (a) (* a 2.0)) x))\n(export cubes doubles)\n' > f.nv && nova build f.nv --to cuda -o f --allow-foreign .; nova build f.nv --to c -o f --allow-foreign . --arch 90; rm -r $d
cubes : vector double -> vector double (on the host: it calls a foreign function)
doubles : vector double -> vector double
nova: --arch, --block-size and --max-blocks stand with --to cuda
# Recursive types have numbers in C, and functions of their own, whose names no export may have.
$ d=$(mktemp -d) && cd $d && printf '(types (T : (+ (E : unit) (N : (T, int)))))\n(define (grow (n : int)) (N (E, n)))\n(define (depth (t : T)) : int (case t (E u 0) (N (s, k) (+ 1 (depth s)))))\n(export grow depth)\n' > f.nv && nova build f.nv --to c -o out && grep -E '^(int|typedef int64|enum)|_forget' out/f.h; sed -i 's/grow depth/(grow as f_T_tag) depth/' f.nv; nova build f.nv --to c -o out; rm -r $d
grow : int -> T
depth : T -> int
int f_selftest(char *report, size_t size);
void f_ctx_forget(f_ctx *ctx);
typedef int64_t f_T;
enum { f_T_is_E = 0, f_T_is_N = 1 };
int grow(f_ctx *ctx, int64_t n, f_T *result);
int depth(f_ctx *ctx, f_T t, int64_t *result);
int f_T_tag(f_ctx *ctx, f_T value, int32_t *result);
int f_T_make_E(f_ctx *ctx, f_T *result);
int f_T_make_N(f_ctx *ctx, f_T x0, int64_t x1, f_T *result);
int f_T_get_N(f_ctx *ctx, f_T value, f_T *x0, int64_t *x1);
f.nv:2:10: error[E0719]: `grow` can't be built: the library itself has the name f_T_tag
 2 | (define (grow (n : int)) (N (E, n)))
   |          ^^^^
help: another name is chosen by (export (f as g))
# A type that holds ever larger types of its kind has no end of regions, and one of functions no kernels.
$ d=$(mktemp -d) && cd $d && printf "(define-datatype (Nest 'a) (Deep (Nest ('a, 'a))) (Flat 'a))\n(define-datatype (Lazy) (More (int -> Lazy)) (Done))\n(define (f (n : (Nest int))) true)\n(define (g (n : Lazy)) true)\n(export f g)\n" > f.nv && nova build f.nv --to c -o out; rm -r $d
f.nv:3:10: error[E0719]: `f` can't be built: its parameter 1 is a value of a type that holds ever larger types of its kind
 3 | (define (f (n : (Nest int))) true)
   |          ^
f.nv:4:10: error[E0719]: `g` can't be built: its parameter 1 is a value that holds functions
 4 | (define (g (n : Lazy)) true)
   |          ^
help: kernels are made for functions that are known: one that calls it with such a function is built
# A vector of a library whose length is negative is an error, as in Nova.
$ d=$(mktemp -d) && cd $d && printf '#include <stdint.h>\n#include <stdlib.h>\nvoid turned(int64_t *n, int64_t **r, int64_t m) { *n = -m, *r = malloc(8); }\n' > l.c && cc -shared -fPIC l.c -o libl.so && printf '(foreign (turned : int -> vector int) (library "./libl.so"))\n(define (count (n : int)) (length (turned n)))\n' > f.nv && nova build f.nv --to c -o f --allow-foreign . && printf '#include "f.h"\n#include <stdio.h>\nint main(void) { f_ctx *c = f_ctx_new(); int64_t n; printf("%%d ", count(c, 3, &n)); printf("%%s: error[%%s]: %%s\\n", f_error_place(c), f_error_code(c), f_error(c)); f_ctx_free(c); }\n' > m.c && cc -If m.c f/f.c ./libl.so -lm -o m && ./m; echo '(count 3)' >> f.nv; nova run --allow-foreign . f.nv 2>&1 | head -1; rm -r $d
count : int -> int
429 f.nv:2:35: error[E0429]: the foreign function turned failed: it has returned a vector of length -3
f.nv:2:35: error[E0429]: the foreign function turned failed: it has returned a vector of length -3
# A header of the system keeps its name.
$ d=$(mktemp -d) && cd $d && printf '(define (twice (x : double)) (* 2.0 x))\n' > math.nv && nova build math.nv --to c -o out && ls out && grep -n 'double x' out/math_nova.h; rm -r $d
twice : double -> double
CMakeLists.txt
math_nova.c
math_nova.h
math_nova.json
math_nova_nova.f90
47:int twice(math_nova_ctx *ctx, double x, double *result);
# A parameter with a name of the library's own gets another one.
$ d=$(mktemp -d) && cd $d && printf '(define (c (nova-x : int) (nv_y : int)) (+ nova-x nv_y))\n(export c)\n' > f.nv && nova build f.nv --to c -o out > /dev/null && grep -c 'x_nova_x' out/f.h; rm -r $d
1
$ d=$(mktemp -d) && cd $d && printf '(define p "a+")\n(define find (find-all p))\n(define (lit (t : vector char)) (find-all "a+" t))\n(define (own (q : vector char)) (map (lambda (t) (matches q t)) ["a"]))\n(define (twice (t : vector char)) (find t))\n(define (each-of (qs : vector vector char)) (map (flip matches "a") qs))\n(define (number (t : vector char)) (spells-double t))\n(export lit own twice each-of number)\n' > f.nv && nova build f.nv --to c -o out; rm -r $d
f.nv:4:59: error[E0719]: `own` can't be built: matches gets a pattern that is computed, which C can't compile
 4 | (define (own (q : vector char)) (map (lambda (t) (matches q t)) ["a"]))
   |                                                           ^
help: a pattern that stands in the call, as in (find-all "a+" text), is compiled with the program
f.nv:2:24: error[E0719]: `twice` can't be built: find-all gets a pattern that is computed, which C can't compile
 2 | (define find (find-all p))
   |                        ^
help: a pattern that stands in the call, as in (find-all "a+" text), is compiled with the program
f.nv:6:56: error[E0719]: `each-of` can't be built: matches gets a pattern that is computed, which C can't compile
 6 | (define (each-of (qs : vector vector char)) (map (flip matches "a") qs))
   |                                                        ^^^^^^^
help: a pattern that stands in the call, as in (find-all "a+" text), is compiled with the program
# No file of somebody else is written over; those of an earlier build are.
$ d=$(mktemp -d) && cd $d && printf '(define (twice (x : double)) (* 2.0 x))\n' > f.nv && echo 'int main(void) { return 0; }' > f.c && echo 'project(mine C)' > CMakeLists.txt && nova build f.nv --to c -o .; ls; cat f.c; rm f.c; nova build f.nv --to c -o ./; cat CMakeLists.txt; rm CMakeLists.txt; mkdir f.json; nova build f.nv --to c -o .; rmdir f.json; nova build f.nv --to c -o . && nova build f.nv --to openmp -o .; cd /; rm -r $d
error[E0506]: ./f.c cannot be written: a file of this name is there, which nova build has not written
help: -o names a folder for the library's own files; the file can also be moved or removed
CMakeLists.txt
f.c
f.nv
int main(void) { return 0; }
error[E0506]: ./CMakeLists.txt cannot be written: a file of this name is there, which nova build has not written
help: -o names a folder for the library's own files; the file can also be moved or removed
project(mine C)
error[E0506]: ./f.json cannot be written: what is there is no file
help: -o names a folder for the library's own files; the file can also be moved or removed
twice : double -> double
twice : double -> double
$ d=$(mktemp -d) && cd $d && printf '(define (twice (x : double)) (* 2.0 x))\n' > f.nv && nova build f.nv --to c -o ""; nova build f.nv --to kernels -o ''; ls; rm -r $d
nova: -o takes the name of a folder; -o . is the one where nova runs
nova: -o takes the name of a folder; -o . is the one where nova runs
f.nv
# Names that C can't have are told with one that it can, misspelt options by name, a function's argument with what to write.
$ d=$(mktemp -d) && cd $d && printf '(define (ok? (x : int)) (> x 1))\n(define (m->n (x : int)) x)\n(define (twice (f : int -> int) (x : int)) (f (f x)))\n(export ok? m->n twice (ok? as ok!))\n' > f.nv && nova build f.nv --too c -o out; nova build f.nv --to c -o out; sed -i 's/ok? m->n//; s/(ok? as ok!)//' f.nv; nova build f.nv --to c -o out; ls; rm -r $d
nova: --too is neither a command nor an option; did you mean --to?
f.nv:4:9: error[E0333]: `ok?` can't be the name of a C function
 4 | (export ok? m->n twice (ok? as ok!))
   |         ^^^
help: another name is chosen by (export (ok? as ok))
f.nv:4:13: error[E0333]: `m->n` can't be the name of a C function
 4 | (export ok? m->n twice (ok? as ok!))
   |             ^^^^
help: another name is chosen by (export (m->n as m_to_n))
f.nv:4:32: error[E0333]: `ok!` can't be the name of a C function
 4 | (export ok? m->n twice (ok? as ok!))
   |                                ^^^
help: another name is chosen by (export (ok? as ok))
f.nv:3:10: error[E0719]: `twice` can't be built: its parameter 1 is a function
 3 | (define (twice (f : int -> int) (x : int)) (f (f x)))
   |          ^^^^^
help: kernels are made for functions that are known: where `known` is one of the type int -> int, (define (twice-known (x : int)) (twice known x)) is built
f.nv
# Equal programs give equal texts, whatever the folder's name.
$ d=$(mktemp -d) && mkdir $d/a $d/b && cd $d && printf '(define (half (x : int)) (if (= x 0) (error! "none") (/ 6 x)))\n' > a/f.nv && cp a/f.nv b/f.nv && nova build $d/a/f.nv --to c -o a/f && nova build $d/b/f.nv --to c -o b/f && diff -r a b && grep -o 'half : .*' a/f/f.h; cd /; rm -r $d
half : int -> int
half : int -> int
half : int -> int (f.nv:1:10)
