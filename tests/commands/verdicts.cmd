# How far each value is known to be right. A value is known no better than what it is made of.
$ printf '%s\n' '(define xs (map (lambda (x) (* x 2)) (range 1000)))' '(define total (sum xs))' '(define three 3)' '(define (more x) (+ x total))' '(more three)' > v.nv; export XDG_CACHE_HOME=$PWD/cache; nova run v.nv --tier cpu --verdicts; nova run v.nv --tier cpu --check off --verdicts; nova run v.nv --verdicts; nova run v.nv --tier interp --verdicts; rm -r v.nv cache
999003
v.nv:1:1: xs: checked whole
v.nv:2:1: total: checked whole
v.nv:3:1: three: interpreted
v.nv:5:1: checked whole
999003
v.nv:1:1: xs: unchecked
v.nv:2:1: total: unchecked
v.nv:3:1: three: interpreted
v.nv:5:1: unchecked
999003
v.nv:1:1: xs: interpreted
v.nv:2:1: total: interpreted
v.nv:3:1: three: interpreted
v.nv:5:1: interpreted
999003
interpreted, as all is in the tier interp (--tier auto or cpu for another)
$ export XDG_CACHE_HOME=$PWD/cache; printf '%s\n' '(define xs (map (lambda (x) (* x 2)) (range 10)))' ':verdicts' ':q' | python3 $PWD/at_prompt.py --tier cpu; rm -r cache
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> (define xs (map (lambda (x) (* x 2)) (range 10)))
xs : vector int
nova> :verdicts
xs: checked whole
nova> :q
# A bundle is a folder with a plan and values.
$ nova replay /nonexistent
nova: /nonexistent is no bundle: there is no file plan in it
[exit 1]
$ mkdir b; printf '(plan (body () (let (v0 : int) (constant 1)) (results v0)))' > b/plan; printf 'result scalar int 2\n' > b/values; nova replay b; echo; printf 'result scalar float 2\n' > b/values; nova replay b; printf 'junk' > b/plan; nova replay b; rm -r b
the plan itself, as it was lowered, gives another value

nova: b is no bundle: its result is not that of the plan
nova: b is no bundle: (plan ...) should stand here
# A bundle from elsewhere: its plan is interpreted, and C of it only made and run where the user says so. One that was made to crash Nova does not.
$ mkdir b; printf '(plan (body () (let (v0 : int) (constant 1)) (results v0)))' > b/plan; printf 'result scalar int 1\n' > b/values; printf 'f.nv:1:1: \033[2J(evil)\n' > b/form; export XDG_CACHE_HOME=$PWD/cache; nova replay b; nova replay b --run-kernel; rm -r b cache
f.nv:1:1: \x1b[2J(evil)
every pass gives the interpreter's value
it is not from this user's cache: its kernel was not compiled and run (--run-kernel does)
f.nv:1:1: \x1b[2J(evil)
every pass and the compiled plan give the interpreter's value
$ mkdir b; printf '(plan (site "E0402" 1 0 1 0) (body ((v0 : [int]) (v1 : int)) (let (v2 : int) (read v0 v1)) (results v2)))' > b/plan; printf 'input column int 1 2\ninput scalar int 7fffffffffff\nresult scalar int 1\n' > b/values; nova replay b; mkfifo b/form b/passes-off; nova replay b; rm b/values; mkfifo b/values; nova replay b; rm -r b
the plan itself, as it was lowered, gives another value
the plan itself, as it was lowered, gives another value
nova: b is no bundle: there is no file values in it
# Random programs: how many, from which seed on, in which tiers.
$ nova fuzz --programs 20 --seed 5 --tiers interp,plan | head -1 | sed 's/[0-9][0-9]*/N/g'
N programs: N agreed, N without a plan, N ended by a limit, N do not check; N differ; the meaning of N is an error
$ nova fuzz --tiers gpu
--tiers: gpu not in {interp,plan,cpu,sim,cuda,nvrtc}
Run with --help for more information.
[exit 2]
# What they were made of, the rarest first.
$ nova fuzz --programs 20 --seed 1 --coverage | grep -E '^in how|^ .* (map|lambda)$'
in how many of them stands
      20 lambda
      20 map
# A check that finds no memory leaves the value that the kernel made, which needed less.
$ nova --tier cpu --max-memory 20M --verdicts -e '(map (lambda (x) (sum (map (* x) (range 3000000)))) (range 3))'
[0 4499998500000 8999997000000]
-e:1:1: unchecked
# Loops that end when they like are timed: later places that read alike are compiled.
$ for k in 1 2 3 4 5 6; do echo '(println (map (lambda (x) (let ((s 0)) (for (i 0 5000000) (set! s (+ (* 3 s) (^ i x)))) s)) (range 2)))'; done > loops.nv; nova run --stats loops.nv 2>&1 | grep -c 'cpu: 1 kernel, run'
1
# An operator that is not associative is told of in each session, also where an earlier one found its kernel right.
$ printf '(define v (map (lambda (i) (* i 3)) (iota 1000000)))\n(reduce - 0 v)\n' > o.nv; export XDG_CACHE_HOME=$PWD/cache; nova run o.nv; nova run o.nv; rm -r o.nv cache
o.nv:2:1: warning[W0401]: reduce's operator is not associative: (f (f 0 3) 6) = -9, (f 0 (f 3 6)) = 3
 2 | (reduce - 0 v)
   | ^^^^^^^^^^^^^^
0
o.nv:2:1: warning[W0401]: reduce's operator is not associative: (f (f 0 3) 6) = -9, (f 0 (f 3 6)) = 3
 2 | (reduce - 0 v)
   | ^^^^^^^^^^^^^^
0
# Ctrl-C ends a run of random programs with what is known so far; a terminal shows how far it is.
$ nova fuzz --programs 100000 --tiers interp,plan > report & sleep 1; kill -INT $!; wait $!; echo "status $?"; sed 's/[0-9][0-9.]*/N/g; s/; N more had begun and are not counted//' report | sed -n 1,2p; rm report
status 1
interrupted; so far
N programs: N agreed, N without a plan, N ended by a limit, N do not check; N differ; the meaning of N is an error
$ printf 'import os, pty, re, time\npid, fd = pty.fork()\nif pid == 0: os.execvp("env", ["env", "TERM=xterm", "nova", "fuzz", "--programs", "1000000", "--tiers", "interp,plan"])\nsaid = ""\ntry:\n  while block := os.read(fd, 65536).decode():\n    said += block\n    if " differ (Ctrl-C" in block: os.write(fd, b"\\x03")\nexcept OSError: pass\nprint(sorted(set(re.findall(r"of 1000000 programs, .* differ .Ctrl-C ends it.", said))), "interrupted; " in said)\n' > f.py; python3 f.py; rm f.py
['of 1000000 programs, 0 differ (Ctrl-C ends it)'] True
# While programs are compiled, too: those that wait for the compiler do not count.
$ nova fuzz --programs 100000 --tiers interp,cpu > report & sleep 3; kill -INT $!; start=$(date +%s%N); wait $!; echo "status $?"; [ $((($(date +%s%N) - start) / 1000000)) -lt 1500 ] && echo soon; sed 's/[0-9][0-9.]*/N/g; s/; N more had begun and are not counted//' report | sed -n 1,2p; rm report
status 1
soon
interrupted; so far
N programs: N agreed, N without a plan, N ended by a limit, N do not check; N differ; the meaning of N is an error
# All pairs of a thousand are too many for the interpreter, those of the first hundred are not.
$ printf '(define q (map (lambda (i) (to_double (%% (* i 7919) 1009))) (iota 1000)))\n(define f (map (lambda (x) (reduce + 0.0 (map (lambda (y) (sqrt (+ 0.1 (* (- x y) (- x y))))) q))) q))\n' > p.nv; export XDG_CACHE_HOME=$PWD/cache; nova run p.nv --tier cpu --verdicts; rm -r p.nv cache
p.nv:1:1: q: checked whole
p.nv:2:1: f: checked on first elements
# A function that a definition's expression gives holds a vector that the sample cuts: the interpreter makes it anew of what is cut.
$ printf '%s\n' '(define pos (map to_double (range 1500)))' '(define (acc ps p) (reduce + 0.0 (map (lambda (q) (sqrt (abs (- p q)))) ps)))' '(define g (acc pos))' '(define (more s p) (+ s (g p)))' '(define h (more (sum pos)))' '(println (! (map g pos) 0))' '(println (! (map h pos) 0))' '(println (! (map g pos) 1))' '(println (g 3.0))' > v.nv; export XDG_CACHE_HOME=$PWD/cache; nova run v.nv --tier interp; nova run v.nv --tier cpu --verdicts; rm -r v.nv cache
38710.26173494685
1162960.2617349469
38672.54481358164
38598.295988746555
38710.26173494685
1162960.2617349469
38672.54481358164
38598.295988746555
v.nv:1:1: pos: checked whole
v.nv:3:1: g: checked whole
v.nv:5:1: h: checked whole
v.nv:6:1: checked on first elements
v.nv:7:1: checked on first elements
v.nv:8:1: its kernels were checked in other runs
v.nv:9:1: checked whole
# Of many forms the last ones are told.
$ (for k in $(seq 25); do echo "(define a$k $k)"; done; printf '%s\n' ':verdicts' ':verdicts alll' ':verdicts all') | python3 $PWD/at_prompt.py | grep -v '^nova> (def\|^a[0-9]* : int' | sed '8,18d'
Nova 0.1.0. :help lists the commands, Ctrl-D leaves.
nova> :verdicts
before these 5: 5 interpreted (:verdicts all)
a6: interpreted
a7: interpreted
a8: interpreted
a9: interpreted
a21: interpreted
a22: interpreted
a23: interpreted
a24: interpreted
a25: interpreted
nova> :verdicts alll
  :verdicts [all]        how far the last values, or all so far, are known to
                         be right
nova> :verdicts all
a1: interpreted
a2: interpreted
a3: interpreted
a4: interpreted
a5: interpreted
a6: interpreted
a7: interpreted
a8: interpreted
a9: interpreted
a10: interpreted
a11: interpreted
a12: interpreted
a13: interpreted
a14: interpreted
a15: interpreted
a16: interpreted
a17: interpreted
a18: interpreted
a19: interpreted
a20: interpreted
a21: interpreted
a22: interpreted
a23: interpreted
a24: interpreted
a25: interpreted
nova> 
(status -1)
# What is as long as a number says, in the text or elsewhere, is checked with smaller numbers; literals inside of functions stay.
$ printf '%s\n' '(reduce + 0 (map (lambda (i) (% (* i i) 1000003)) (iota 20000000)))' '(define (f n k) (sum (map (lambda (i) (% i k)) (iota n))))' '(f 30000000 5000)' '(define xs (map to_double (range 10000000)))' '(sum (map (lambda (i) (* 0.5 xs!i)) (iota 9000000)))' > v.nv; nova run v.nv --tier cpu --verdicts; nova run v.nv --tier sim --verdicts | tail -1; rm v.nv
20249997750000.0
v.nv:1:1: checked on first elements
v.nv:3:1: checked on first elements
v.nv:4:1: xs: checked on first elements
v.nv:5:1: checked on first elements
v.nv:1:1: checked on first elements
v.nv:3:1: checked on first elements
v.nv:4:1: xs: checked on first elements
v.nv:5:1: checked on first elements
20249997750000.0
# A function that comes to itself would meet them again: such a form is not checked so.
$ printf '%s\n' '(define (deep d) (if (= d 0) 1 (sum (map (lambda (i) (if (< i 2) (deep (- d 1)) 1)) (iota 3000000)))))' '(deep 2)' > v.nv; nova run v.nv --tier cpu --verdicts; rm v.nv
8999998
v.nv:2:1: unchecked
# Long runs are checked on smaller inputs: fewer rows and columns, smaller numbers, indices that stay inside of what is left.
$ printf '%s\n' '(define heat (matrix (map (lambda (r) (map (lambda (c) (to_float (% (* r c) 17))) (range 1000))) (range 1000))))' '(define (step n t) (matrix (map (lambda (r) (map (lambda (c) (+ t!(r, c) (! t (r, (max 0 (- c 1)))))) (range n))) (range n))))' '(define warm (iterate 3 (step (length heat)) heat))' '(define from (map (lambda (i) (% (* i 7919) 200000)) (range 400000)))' '(define (spread ranks) (reduce-by-index (replicate (length ranks) 0.0) + 0.0 from (map (lambda (k) (* 0.5 ranks!k)) from)))' '(define spread-ranks (iterate 3 spread (map to_double (range 200000))))' > s.nv; export XDG_CACHE_HOME=$PWD/cache; nova run s.nv --tier cpu --verdicts; rm -r s.nv cache
s.nv:1:1: heat: checked whole
s.nv:3:1: warm: checked on first elements
s.nv:4:1: from: checked on first elements
s.nv:6:1: spread-ranks: checked on first elements
# A smaller input on which the kernel would never end is given up: here indices that are cut make a circle.
$ printf '%s\n' '(define next (map (lambda (i) (if (= i 299999) -1 (+ i 1))) (range 300000)))' '(define starts (map (lambda (k) (- 299999 (% k 5000))) (range 3000)))' '(define (depth i n) (if (< i 0) n (depth next!i (+ n 1))))' '(define depths (map (lambda (i) (depth i 0)) starts))' '(println (sum depths))' > s.nv; export XDG_CACHE_HOME=$PWD/cache; nova run s.nv --tier cpu --verdicts; rm -r s.nv cache
4501500
s.nv:1:1: next: checked whole
s.nv:2:1: starts: checked whole
s.nv:4:1: depths: unchecked
s.nv:5:1: unchecked
