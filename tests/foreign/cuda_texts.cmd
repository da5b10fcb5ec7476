# A text that differs from its reference, or crashes: the reference's value is used, and the session says so.
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (differs : int -> int) "__device__ int64_t differs(int64_t n) { return n + 1; }" (reference (lambda (n) n))) (map differs [1 2 3])'
nova: <stdin>:1:124: its kernel gave another value than the interpreter, so the CUDA text of differs differs from its reference, or Nova is wrong; the interpreter's is used, and the kernel never again
[1 2 3]
<stdin>:1:124: interpreted, for a kernel gave another value
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (far : double -> double) "__device__ double far(double x) { return x * 1.0000000000000007; }" (reference (lambda (x) x)) (within 1 ulp)) (sum (map far [1.0 2.0]))'
nova: <stdin>:1:157: its kernel gave another value than the interpreter, so the CUDA text of far differs from its reference, or Nova is wrong; the interpreter's is used, and the kernel never again
3.0
<stdin>:1:152: interpreted, for a kernel gave another value
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (crash : int -> int) "__device__ int64_t crash(int64_t n) { return *(int64_t *)n; }" (reference (lambda (n) n))) (map crash [1 2 3])'
<stdin>:1:128: error[E0427]: a kernel would go wrong on a GPU: global memory is read out of bounds in nova_kernel_1, thread 0 of block 0
 1 | …urn *(int64_t *)n; }" (reference (lambda (n) n))) (map crash [1 2 3])
   |                                                    ^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-kernel (k : vector int -> vector int) "__global__ void k(const int64_t *x, int64_t n, int64_t *r, int64_t m) { if (threadIdx.x < n) r[threadIdx.x] = x[0]; }" (result (vector int) (length x)) (grid (length x) 32) (reference (lambda (x) x))) (k [1 2 3])'
nova: <stdin>:1:250: its kernel gave another value than the interpreter, so the CUDA text of k differs from its reference, or Nova is wrong; the interpreter's is used, and the kernel never again
[1 2 3]
<stdin>:1:250: interpreted, for a kernel gave another value
# Verdicts: by contract where the text was compared, foreign and unchecked where it was not. The CPU runs references.
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (near : double -> double) "__device__ double near(double x) { return x * 1.0000000000000002; }" (reference (lambda (x) x)) (within 1 ulp)) (define xs (map near [1.0 2.0])) (sum xs)'
3.000000000000001
<stdin>:1:154: xs: by contract
<stdin>:1:187: by contract
$ nova run --tier sim --check off --verdicts --allow-foreign all - <<< '(foreign-cuda (near : double -> double) "__device__ double near(double x) { return x * 1.0000000000000002; }" (reference (lambda (x) x)) (within 1 ulp)) (define xs (map near [1.0 2.0])) (println xs) (sum xs)'
[1.0000000000000002 2.0000000000000004]
3.000000000000001
<stdin>:1:154: xs: foreign, unchecked
<stdin>:1:187: foreign, unchecked
<stdin>:1:200: foreign, unchecked
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (alone : int -> int) "__device__ int64_t alone(int64_t n) { return n + 1; }") (println (map alone [1 2 3])) (alone 1)'
[2 3 4]
<stdin>:1:123: error[E0431]: the CUDA text of alone has no reference, so it runs in the kernels of a GPU alone
 1 | …{ return n + 1; }") (println (map alone [1 2 3])) (alone 1)
   |                                                    ^^^^^^^^^
<stdin>:1:93: foreign, unchecked
[exit 1]
$ nova run --tier cpu --verdicts --allow-foreign all - <<< '(foreign-cuda (near : double -> double) "__device__ double near(double x) { return x * 2; }" (reference (lambda (x) x))) (map near [1.0 2.0])'
[1.0 2.0]
<stdin>:1:122: checked whole
# A text needs permission, also where a reference would do. `nova check` reads no text.
$ nova -e '(foreign-cuda (f : int -> int) "x" (reference (lambda (n) n))) (f 1)'
-e:1:1: error[E0512]: the foreign function f may not run: --allow-foreign does not name .
 1 | (foreign-cuda (f : int -> int) "x" (reference (lambda (n) n))) (f 1)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
$ nova check - <<< '(foreign-cuda (f : int -> int) "f.cu" (reference (lambda (n) n)))'
$ nova --allow-foreign all -e '(foreign-cuda (f : int -> int) "absent.cu" (reference (lambda (n) n))) (f 1)'
-e:1:1: error[E0501]: absent.cu cannot be opened: there is no such file
 1 | (foreign-cuda (f : int -> int) "absent.cu" (reference (lambda (n) n))) (f 1)
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
[exit 1]
# A kernel in a file, with a file that it includes; a GPU's helper runs it, too.
$ d=$(mktemp -d) && cd $d && printf '__device__ double half_of(double x) { return x / 2; }\n' > half.cuh && printf '#include <cuda_runtime.h>\n#include "half.cuh"\n__global__ void halve(const double *x, int64_t n, double *r, int64_t k) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < k) r[i] = half_of(x[i]);\n}\n' > halve.cu && printf '(foreign-kernel (halve : vector double -> vector double) "halve.cu" (result (vector double) (length x)) (grid (length x) 32)\n  (reference (lambda (x) (map (lambda (v) (/ v 2.0)) x))))\n(halve [1.0 2.0 3.0])\n' > p.nv && nova run --allow-foreign . --tier sim --verdicts p.nv
[0.5 1.0 1.5]
p.nv:3:1: by contract
# A distance from an infinity, and one from the largest number, which has no next one.
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (finite : double -> double) "__device__ double finite(double x) { return 1.0; }" (reference (lambda (x) x)) (within 0.5 relative)) (map finite [inf])' 2>&1 | tail -1
<stdin>:1:146: interpreted, for a kernel gave another value
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (nothing : double -> double) "__device__ double nothing(double x) { return 0.0; }" (reference (lambda (x) x)) (within 1 ulp)) (map nothing [1.7976931348623157e308])' 2>&1 | tail -1
<stdin>:1:141: interpreted, for a kernel gave another value
# A kernel gets only the inputs that the program gives it: a check on first elements would cut x and keep n.
$ printf '(define (slow (n : int) (x : vector float)) (map (lambda (i) (+ (! x i) (to_float (* 0 (sum (map (lambda (q) (%% q 3)) (range 3000))))))) (range n)))\n(foreign-kernel (cp : int -> vector float -> vector float) "__global__ void cp(int64_t n, const float *x, int64_t l, float *r, int64_t k) { int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; if (i < n) r[i] = x[i]; }" (result (vector float) n) (grid n 128) (reference slow))\n(define a (map to_float (range 20000)))\n(println (length (cp 20000 a)))\n' | nova run --tier sim --allow-foreign all -
20000
# The text has the type of its declaration.
$ for t in 'float q(double x)' 'double q(float x)' 'double q(double x)'; do nova --tier sim --allow-foreign all -e "(foreign-cuda (q : double -> double) \"__device__ $t { return x; }\" (reference (lambda (x) x))) (map q [1.0])" 2>&1 | head -1; done
-e:1:111: error[E0426]: no kernel could be made of this: cc failed: call of q:5:41: error: invalid conversion from 'float (*)(double)' to 'double (*)(double)' [-fpermissive]
-e:1:111: error[E0426]: no kernel could be made of this: cc failed: call of q:5:41: error: invalid conversion from 'double (*)(float)' to 'double (*)(double)' [-fpermissive]
[1.0]
