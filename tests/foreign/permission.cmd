# Foreign code runs only where --allow-foreign names its text or its library.
$ d=$(mktemp -d) && cd $d && mkdir in out && printf '(foreign-c (f : int -> int) "static int64_t f(int64_t n) { return n + 1; }")\n(f 1)\n' > in/p.nv && nova run in/p.nv; nova run --allow-foreign out in/p.nv 2>&1 | head -1; nova run --allow-foreign in in/p.nv && nova run --allow-foreign in/p.nv in/p.nv && nova run --allow-foreign all in/p.nv && nova check in/p.nv
in/p.nv:1:1: error[E0512]: the foreign function f may not run: --allow-foreign does not name in/p.nv
 1 | (foreign-c (f : int -> int) "static int64_t f(int64_t n) { return n + 1; }")
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
in/p.nv:1:1: error[E0512]: the foreign function f may not run: --allow-foreign does not name in/p.nv
2
2
2
# The value of the option is a path or `all`.
$ nova run --allow-foreign; echo $?
--allow-foreign: 1 required TEXT missing
Run with --help for more information.
2
# A text in a file: the file's place counts, with all links resolved.
$ d=$(mktemp -d) && cd $d && mkdir in out && echo 'static int64_t f(int64_t n) { return 2 * n; }' > out/f.h && ln -s ../out/f.h in/f.h && printf '(foreign-c (f : int -> int) "f.h")\n(f 4)\n' > in/p.nv && nova run --allow-foreign in in/p.nv 2>&1 | head -1; nova run --allow-foreign in --allow-foreign out in/p.nv
in/p.nv:1:1: error[E0512]: the foreign function f may not run: --allow-foreign does not name in/f.h
8
# Another function of the same file shares its text in a kernel.
$ d=$(mktemp -d) && cd $d && printf 'static int64_t one(int64_t n) { return n + 1; }\nstatic int64_t two(int64_t n) { return one(one(n)); }\n' > f.h && printf '(foreign-c (one : int -> int) "f.h")\n(foreign-c (two : int -> int) "f.h")\n(map (lambda (k) (* (one k) (two k))) (range 4))\n' > p.nv && for t in interp cpu sim; do nova run --tier $t --allow-foreign . p.nv; done
[2 6 12 20]
[2 6 12 20]
[2 6 12 20]
# A missing file is named.
$ d=$(mktemp -d) && cd $d && nova --allow-foreign all -e '(foreign-c (f : int -> int) "missing.h") (f 1)' 2>&1 | head -1
-e:1:1: error[E0501]: missing.h cannot be opened: there is no such file
# At the prompt a form counts as one in the working folder.
$ d=$(mktemp -d) && cd $d && mkdir below && nova --allow-foreign below -e '(foreign-c (f : int -> int) "static int64_t f(int64_t n) { return n; }") (f 1)' 2>&1 | head -1; nova --allow-foreign . -e '(foreign-c (f : int -> int) "static int64_t f(int64_t n) { return n; }") (f 1)'
-e:1:1: error[E0512]: the foreign function f may not run: --allow-foreign does not name .
1
# A call that takes too long.
$ nova --allow-foreign all --foreign-timeout 200ms -e '(foreign-c (f : int -> int) "static int64_t f(int64_t n) { for (volatile int64_t k = 0;; ++k) if (k < 0) return n; }") (f 1)' 2>&1 | head -1
-e:1:120: error[E0429]: the foreign function f failed: it took more than 200 ms
$ nova --allow-foreign all --timeout 300ms -e '(foreign-c (f : int -> int) "static int64_t f(int64_t n) { for (volatile int64_t k = 0;; ++k) if (k < 0) return n; }") (f 1)' 2>&1 | head -1
-e:1:120: error[E0604]: the time limit is reached
$ nova --allow-foreign all --foreign-timeout soon -e '1' 2>&1 | head -2
--foreign-timeout: a time such as 500ms or 15s is expected, not soon
Run with --help for more information.
# Included files are part of the text: they may be changed, must be allowed, and errors name them.
$ d=$(mktemp -d) && cd $d && mkdir in out && echo '#include "g.h"' > in/f.h && echo 'static int64_t f(int64_t n) { return g(n); }' >> in/f.h && echo 'static int64_t g(int64_t n) { return n; }' > in/g.h && printf '(foreign-c (f : int -> int) "f.h")\n(println (map f [4 5]))\n' > in/p.nv && nova run --tier cpu --allow-foreign in in/p.nv && echo 'static int64_t g(int64_t n) { return n + 1; }' > in/g.h && nova run --tier cpu --allow-foreign in in/p.nv && echo 'static int64_t g(int64_t n) { return n + ; }' > in/g.h && nova run --allow-foreign in in/p.nv 2>&1 | head -1; mv in/g.h out && ln -s ../out/g.h in/g.h && nova run --allow-foreign in in/p.nv 2>&1 | head -1
[4 5]
[5 6]
in/p.nv:1:1: error[E0430]: the foreign function f can't be used: g.h:1:42: error: expected expression before ';' token
in/p.nv:1:1: error[E0512]: the foreign function f may not run: --allow-foreign does not name the file g.h
# A document does not allow foreign code by itself.
$ d=$(mktemp -d) && cd $d && printf '```nova\n; nova run --allow-foreign all\n(foreign-c (f : int -> int) "static int64_t f(int64_t n) { return n; }")\n(f 1)\n; => 1\n```\n' > d.md && nova transcript --check d.md; nova transcript --check --allow-foreign . d.md && echo same
d.md:5: this fails: nova transcript was not given --allow-foreign for this document
same
$ nova --allow-foreign '' -e '(+ 1 2)' 2>&1 | head -1; nova --allow-read '' -e '(+ 1 2)' 2>&1 | head -1
--allow-foreign: a path is expected
--allow-read: a path is expected
