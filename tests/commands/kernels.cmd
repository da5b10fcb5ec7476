# Functions that are compiled before their first call. After (compile-now f) a call compiles nothing; the tier auto has the code at once, too.
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (scale (k : double) (x : vector double)) (map (* k) x))\n(compile-now scale)\n:tiers\n(define x [1.0 2.0])\n(scale 3.0 x)\n(scale (+ 1.0 x!0) [5.0])\n:tiers\n:time (scale 4.0 x)\n' | nova --tier cpu 2>&1 | sed 's/([0-9]* ms)/(.. ms)/; s/^[0-9.]* ms/.. ms/'; rm -r $XDG_CACHE_HOME
prompt:2:14: cpu: 1 kernel, run 0 times; unchecked
compiled 1 (.. ms), from the cache 0, mismatches 0
[3.0 6.0] : vector double
[10.0] : vector double
prompt:2:14 (compile-now scale): cpu: 1 kernel, run 2 times, 8 bytes of columns made; checked whole once
compiled 1 (.. ms), from the cache 0, mismatches 0
[4.0 8.0] : vector double
.. ms
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (scale (k : double) (x : vector double)) (map (* k) x))\n(compile-now scale)\n(define xs (map to_double (range 100000)))\n(length (scale 3.0 xs))\n:why it\n' | nova 2>&1 | sed 's/([0-9]* ms)/(.. ms)/'; rm -r $XDG_CACHE_HOME
100000 : int
the value of it: checked whole
prompt:4:1 (length (scale 3.0 xs)): interpreted: nothing of it runs over elements
prompt:4:9 (scale 3.0 xs): cpu: 1 kernel, run once, 800 KB of columns made; checked whole once
100000 : int
$ export XDG_CACHE_HOME=$(mktemp -d); printf '(define (fib (n : int)) : int (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))\n(compile-now fib)\n(fib 20)\n:why it\n' > $XDG_CACHE_HOME/f; for t in cpu auto sim; do nova --tier $t < $XDG_CACHE_HOME/f 2>&1; done; rm -r $XDG_CACHE_HOME
6765 : int
the value of it: checked whole
prompt:3:1 (fib 20): cpu: recursion, run once; checked whole once
6765 : int
6765 : int
the value of it: its kernels were checked in other runs
prompt:3:1 (fib 20): cpu: recursion, run once; checked in an earlier session
6765 : int
prompt:2:14: warning[W0403]: `fib` is not compiled now: nothing of it runs over elements
 2 | (compile-now fib)
   |              ^^^
6765 : int
the value of it: interpreted
prompt:3:1 (fib 20): interpreted: nothing of it runs over elements
6765 : int
# What can't be compiled is a warning, in the tiers that compile.
$ export XDG_CACHE_HOME=$(mktemp -d); cd $XDG_CACHE_HOME; printf '(define (greet (name : vector char)) (println name))\n(define (apply2 (f : int -> int)) (sum (map f [1 2])))\n(define (add (a : int) (b : int)) (+ a b))\n(define twice (let (k 2) in (lambda (x : int) (* k x))))\n(compile-now greet apply2 add twice)\n(apply2 (+ 1))\n' > f.nv; nova run --tier cpu f.nv; nova run --tier interp f.nv; PATH=/nowhere $(command -v nova) run f.nv; rm -r $XDG_CACHE_HOME
f.nv:5:14: warning[W0403]: `greet` is not compiled now: it has no array expression, recursion or loop
 5 | (compile-now greet apply2 add twice)
   |              ^^^^^
f.nv:5:20: warning[W0403]: `apply2` is not compiled now: a parameter or its result is a function
 5 | (compile-now greet apply2 add twice)
   |                    ^^^^^^
f.nv:5:27: warning[W0403]: `add` is not compiled now: it has no array expression, recursion or loop
 5 | (compile-now greet apply2 add twice)
   |                           ^^^
f.nv:5:31: warning[W0403]: `twice` is not compiled now: its value is computed, and no function as written
 5 | (compile-now greet apply2 add twice)
   |                               ^^^^^
5
5
f.nv:5:14: warning[W0403]: `greet` is not compiled now: it has no array expression, recursion or loop
 5 | (compile-now greet apply2 add twice)
   |              ^^^^^
f.nv:5:20: warning[W0403]: `apply2` is not compiled now: a parameter or its result is a function
 5 | (compile-now greet apply2 add twice)
   |                    ^^^^^^
f.nv:5:27: warning[W0403]: `add` is not compiled now: it has no array expression, recursion or loop
 5 | (compile-now greet apply2 add twice)
   |                           ^^^
f.nv:5:31: warning[W0403]: `twice` is not compiled now: its value is computed, and no function as written
 5 | (compile-now greet apply2 add twice)
   |                               ^^^^^
5
# Kernels that are compiled ahead: a run without a compiler gives the same bits, and compiles nothing.
$ export XDG_CACHE_HOME=$(mktemp -d); cd $XDG_CACHE_HOME; printf '(define (energy (x : vector double)) (sum (map (lambda (v) (* v (sin v))) x)))\n(define (later (n : int)) (product (map (+ 1) (range n))))\n(compile-now later)\n(if (< (length (range 7)) 3) (println (later 3)))\n(energy (map to_double (range 100000)))\n' > f.nv; nova build f.nv --to kernels -o out; ls out | sed 's/^[0-9a-f]*[.]so$/HASH.so/'; n=$(command -v nova); rm -r nova; for t in cpu auto; do PATH=/nowhere $n run --tier $t --stats --compiled-ahead out f.nv 2>&1 | sed '/^f.nv/d; /^prelude/d; /^first/d'; done; nova run --tier interp f.nv; nova run --tier cpu --stats --compiled-ahead out f.nv 2>&1 | tail -1; rm -r $XDG_CACHE_HOME
out: 3 kernels
HASH.so
HASH.so
HASH.so
kernels.txt
89678.48336315645
compiled ahead 3, compiled 0 (0 ms), from the cache 0, mismatches 0
89678.48336315645
compiled ahead 2, compiled 0 (0 ms), from the cache 0, mismatches 0
89678.48336315645
compiled ahead 3, compiled 0 (0 ms), from the cache 0, mismatches 0
# Forms that the folder lacks are compiled, which is told once; without a compiler the tier cpu has none.
$ export XDG_CACHE_HOME=$(mktemp -d); cd $XDG_CACHE_HOME; printf '(sum (map (* 2) (range 1000)))\n' > f.nv; nova build f.nv --to kernels -o out; printf '(product (map (* 3) (range 10)))\n(sum (map (* 3) (range 1000)))\n(sum (map (* 2) (range 1000)))\n' > g.nv; nova run --tier cpu --stats --compiled-ahead out g.nv 2>&1 | sed '/^g.nv.*cpu:/d; /^first/d; s/([0-9]* ms)/(.. ms)/'; n=$(command -v nova); PATH=/nowhere $n run --tier auto --stats --compiled-ahead out g.nv 2>&1 | sed 's/^.*no C compiler/no C compiler/; /^[a-z]*.nv/d; /^prel/d'; PATH=/nowhere $n --tier cpu --compiled-ahead out -e '(product (range 5))'; rm -r $XDG_CACHE_HOME
out: 1 kernel
g.nv:1:10: warning[W0404]: this form is compiled now: out has no kernel for it
 1 | (product (map (* 3) (range 10)))
   |          ^^^^^^^^^^^^^^^^^^^^^^
999000
g.nv:1:1: interpreted: nothing of it runs over elements
prelude/vectors.nv:13:21: cpu: 1 kernel, run once; lane shape; checked whole once
compiled ahead 1, compiled 3 (.. ms), from the cache 0, mismatches 0
999000
-e:1:10: error[E0426]: no kernel could be made of this: there is no C compiler (cc), and out has no kernel for it
 1 | (product (range 5))
   |          ^^^^^^^^^
# Inputs, foreign functions, and a program with an error.
$ export XDG_CACHE_HOME=$(mktemp -d); cd $XDG_CACHE_HOME; printf '((n : int))\n(sum (range n))\n' > f.nv; nova build f.nv --to kernels -o out --input n=5; nova build f.nv --to kernels -o none; ls none; nova run f.nv --tier cpu --input n=1000 --stats --compiled-ahead out 2>&1 | tail -1; printf '(foreign-c (cube : double -> double) "static double cube(double x) { return x * x * x; }")\n(sum (map cube [1.0 2.0]))\n' > c.nv; nova build c.nv --to kernels -o out --allow-foreign .; n=$(command -v nova); for t in interp cpu; do PATH=/nowhere $n run c.nv --tier $t --compiled-ahead out --allow-foreign .; done; PATH=/nowhere $n run c.nv --compiled-ahead out; nova build f.nv --to kernels -o f.nv --input n=1; rm -r $XDG_CACHE_HOME
out: 1 kernel
f.nv:1:3: error[E0705]: the input n is declared but not given
 1 | ((n : int))
   |   ^
nova: no kernels are written, since the program ended with status 1
ls: cannot access 'none': No such file or directory
compiled ahead 1, compiled 0 (0 ms), from the cache 0, mismatches 0
out: 3 kernels
9.0
9.0
c.nv:1:1: error[E0512]: the foreign function cube may not run: --allow-foreign does not name c.nv
 1 | (foreign-c (cube : double -> double) "static double cube(double x) { return x * x * x; }")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
error[E0506]: f.nv cannot be written: Not a directory
# Another version of Nova, another processor: the folder is not used, and that is said.
$ export XDG_CACHE_HOME=$(mktemp -d); cd $XDG_CACHE_HOME; printf '(sum (map (* 2) (range 1000)))\n' > f.nv; nova build f.nv --to kernels -o out; go() { nova run --tier cpu --stats --compiled-ahead out f.nv 2>&1 | sed '/^f.nv/d; /^first/d; s/([0-9]* ms)/(.. ms)/'; }; cp out/kernels.txt list; sed -i 's/^version .*/version 7.1/' out/kernels.txt; go; sed 's/^processor .*/& avx2048 zz9/' list > out/kernels.txt; go; sed 's/^processor [^ ]*/processor vax/' list > out/kernels.txt; go; rm -r $XDG_CACHE_HOME
out: 1 kernel
warning[W0405]: the kernels in out are not used: they are of Nova 7.1, and this is Nova 0.1.0
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
warning[W0405]: the kernels in out are not used: they are for a processor with avx2048, zz9, which this one lacks
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
warning[W0405]: the kernels in out are not used: they are for the processor vax
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
# Damaged folders: objects that are cut, changed, exchanged, links or missing are not loaded, and lists that are damaged are errors.
$ export XDG_CACHE_HOME=$(mktemp -d); cd $XDG_CACHE_HOME; printf '(sum (map (* 2) (range 1000)))\n' > f.nv; nova build f.nv --to kernels -o out; go() { nova run --tier cpu --stats --compiled-ahead out f.nv 2>&1 | sed '/^f.nv.*cpu:/d; /^first/d; /^ /d; s/([0-9]* ms)/(.. ms)/'; }; f=$(ls out/*.so); cp $f object; go; printf x | dd of=$f bs=1 seek=5000 conv=notrunc status=none; go; truncate -s 1000 $f; go; rm $f; go; ln -s ../object $f; go; rm $f; mkfifo $f; go; rm $f; mkdir $f; go; rm -r $f; cp /bin/true $f; go; rm -r $XDG_CACHE_HOME
out: 1 kernel
999000
compiled ahead 1, compiled 0 (.. ms), from the cache 0, mismatches 0
f.nv:1:1: warning[W0404]: this form is compiled now: the kernel in out is damaged
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
f.nv:1:1: warning[W0404]: this form is compiled now: the kernel in out is damaged
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
f.nv:1:1: warning[W0404]: this form is compiled now: the kernel in out is damaged
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
f.nv:1:1: warning[W0404]: this form is compiled now: the kernel in out is damaged
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
f.nv:1:1: warning[W0404]: this form is compiled now: the kernel in out is damaged
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
f.nv:1:1: warning[W0404]: this form is compiled now: the kernel in out is damaged
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
f.nv:1:1: warning[W0404]: this form is compiled now: the kernel in out is damaged
999000
compiled ahead 0, compiled 0 (.. ms), from the cache 1, mismatches 0
$ export XDG_CACHE_HOME=$(mktemp -d); cd $XDG_CACHE_HOME; printf '(sum (map (* 2) (range 1000)))\n' > f.nv; nova build f.nv --to kernels -o out; go() { nova run --tier cpu --compiled-ahead ${1-out} f.nv; }; cp out/kernels.txt list; go missing; go f.nv; rm out/kernels.txt; go; mkfifo out/kernels.txt; go; rm out/kernels.txt; ln -s /dev/zero out/kernels.txt; go; rm out/kernels.txt; printf '\0\1\2' > out/kernels.txt; go; sed '$d' list > out/kernels.txt; go; sed 's/^kernel ./kernel ..\/..\//' list > out/kernels.txt; go; sed 's/^end .*/end 99/' list > out/kernels.txt; go; cat list list > out/kernels.txt; go; head -c 200 list > out/kernels.txt; go; nova build f.nv --to kernels -o out; go; rm -r $XDG_CACHE_HOME
out: 1 kernel
error[E0721]: missing is no folder of kernels: there is no such folder
error[E0721]: f.nv is no folder of kernels: there is no such folder
error[E0721]: out is no folder of kernels: it has no file kernels.txt that can be read
error[E0721]: out is no folder of kernels: it has no file kernels.txt that can be read
error[E0721]: out is no folder of kernels: it has no file kernels.txt that can be read
error[E0721]: out is no folder of kernels: its file kernels.txt is damaged
error[E0721]: out is no folder of kernels: its file kernels.txt is damaged
error[E0721]: out is no folder of kernels: its file kernels.txt is damaged
error[E0721]: out is no folder of kernels: its file kernels.txt is damaged
error[E0721]: out is no folder of kernels: its file kernels.txt is damaged
error[E0721]: out is no folder of kernels: its file kernels.txt is damaged
out: 1 kernel
999000
