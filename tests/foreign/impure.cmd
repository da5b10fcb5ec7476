# A function with a memory of its own: the kernel and the interpreter have other values, and the message names it.
$ nova run --tier cpu --check all --allow-foreign all - <<< '(foreign-c (next : int -> int) "static int64_t next(int64_t k) { static int64_t n; return k + n++; }") (map next [10 20 30]) (map (lambda (k) (+ (next k) 1)) [10 20 30])' 2>&1 | sed 's/nova replay .*/nova replay ../'
nova: <stdin>:1:126: its kernel gave another value or error than the interpreter; it calls next, written in C, whose result may depend on more than its arguments (the plan itself, as it was lowered, gives another value); the interpreter's is used, and the kernel never again; nova replay ..
[20 31 42]
# One that fails in the interpreter alone: an integer divided by zero may give any value in compiled code.
$ nova run --tier cpu --check all --allow-foreign all - <<< '(foreign-c (inverse : int -> int) "static int64_t inverse(int64_t k) { return 10 / k; }") (map inverse [1 0 2])' 2>&1 | sed 's/nova replay .*/nova replay ../' | head -3
nova: <stdin>:1:91: its kernel gave another value or error than the interpreter; it calls inverse, written in C, whose result may depend on more than its arguments; the interpreter's is used, and the kernel never again; nova replay ..
<stdin>:1:91: error[E0429]: the foreign function inverse failed: it was ended by signal 8, Floating point exception
 1 | (foreign-c (inverse : int -> int) "static int64_t inverse(int64_t k) { return 10 / k; }") (map inverse [1 0 2])
