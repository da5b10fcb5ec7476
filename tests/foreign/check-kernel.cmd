# A right kernel passes; mistakes are told on small inputs, with thread, block and line.
$ d=$(mktemp -d) && cd $d && printf '__global__ void twice(const float *x, int64_t n, float *y, int64_t m) {\n  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = 2 * x[i];\n}\n__global__ void tail(const float *x, int64_t n, float *y, int64_t m) {\n  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i <= n) y[i] = 2 * x[i];\n}\n__global__ void value(const float *x, int64_t n, float *y, int64_t m) {\n  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = i == 3 ? 1 + x[i] : 2 * x[i];\n}\n' > k.cu && printf '(define (double x) (map (* 2f) x))\n(foreign-kernel (twice : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 64) (parameters x) (reference double))\n(foreign-kernel (tail : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 64) (parameters x) (reference double))\n(foreign-kernel (value : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 64) (parameters x) (reference double))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv; echo $?; nova check-kernel k.cu --spec spec.nv --html 2>/dev/null | grep -c 'id="launch-0"'; nova check-kernel k.cu --spec spec.nv --inputs 3 --seed 7 | head -1
twice: right on 40 inputs, in 114 runs
tail: line 7: thread (1,0,0) of block (0,0,0) reads x[1], but x has 1 element
  with x = [0]
  in the order of threads 1
value: y[3] is 1, but the reference makes 0
  with x = [0 0 0 0]
  in the order of threads 1
1
1
twice: right on 3 inputs, in 9 runs
# Scalars, a block of two dimensions, dynamic shared memory, two results, a distance.
$ d=$(mktemp -d) && cd $d && printf '__global__ void total(int64_t a, const int64_t *x, int64_t n, int64_t *y, int64_t m, int64_t *z, int64_t k) {\n  extern __shared__ int64_t part[];\n  int t = threadIdx.y * blockDim.x + threadIdx.x;\n  part[t] = t < n ? x[t] : 0;\n  __syncthreads();\n  for (int s = 32; s > 0; s /= 2) {\n    if (t < s) part[t] += part[t + s];\n    __syncthreads();\n  }\n  if (t == 0) y[0] = a * part[0];\n  if (t < 2) z[t] = a;\n}\n__global__ void near(const float *x, int64_t n, float *y, int64_t m) {\n  int t = threadIdx.x;\n  if (t < n) y[t] = x[t] == 2 ? 2.0000002f : x[t];\n}\n' > k.cu && printf '(foreign-kernel (total : int -> vector int -> (vector int, vector int)) "k.cu" (result (vector int) 1) (result (vector int) 2) (grid (16, 4) (16, 4)) (shared (* 8 64)) (parameters a x) (reference (lambda (a x) ([(* a (sum (take 64 x)))], [a a]))))\n(foreign-kernel (near : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 1024) (parameters x) (reference (lambda (x) (if (> (length x) 1000) (error! "long") x))) (within 1 ulp))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv && sed 's/(within 1 ulp)//' spec.nv > exact.nv && nova check-kernel k.cu --spec exact.nv
total: right on 40 inputs, in 120 runs
near: right on 40 inputs, in 114 runs
total: right on 40 inputs, in 120 runs
near: y[0] is 2.0000002, but the reference makes 2
  with x = [2]
  in the order of threads 1
[exit 1]
# A text that does not compile, a kernel with other parameters, one that is missing, and words that the simulator does not know.
$ d=$(mktemp -d) && cd $d && spec() { printf '(foreign-kernel (k : vector int -> vector int) "k.cu" (result (vector int) (length x)) (grid (length x) 64) (parameters x) (reference (lambda (x) x)))\n' > spec.nv; printf "$1" > k.cu; nova check-kernel k.cu --spec spec.nv; }; spec '__global__ void k(const int64_t *x, int64_t n, int64_t *y, int64_t m) {\n  y[0] = z;\n}\n'; spec '\n__global__ void k(const int64_t *x, int64_t n, int32_t *y, int64_t m) {}\n'; spec '__global__ void k(const int64_t *x, int64_t n) {}\n'; spec '__global__ void other() {}\n'; spec '__global__ void k() {\n  asm("nop;");\n}\n'; spec '#include <cooperative_groups.h>\n'; spec 'texture<float> t;\n'; spec '__global__ void k() { k<<<1, 1>>>(); }\n'; spec '#include "missing.h"\n__global__ void k(const int64_t *x, int64_t n, int64_t *y, int64_t m) {}\n'
k: k.cu:2:10: error: 'z' was not declared in this scope
k: k.cu:2:64: error: parameter 3 of k is not int64_t *, as declared
k: k.cu:1:51: error: k has not the parameters of its declaration: (const int64_t *, int64_t, int64_t *, int64_t)
k: k.cu: the text has no kernel k; it has other
k: k.cu:2: the simulator does not know inline PTX (asm)
k: k.cu:1: the simulator does not know cooperative groups (cooperative_groups.h)
k: k.cu:1: the simulator does not know textures (texture)
k: k.cu:1: the simulator does not know launches of kernels in kernels (<<<)
k: k.cu:1:10: fatal error: missing.h: No such file or directory
[exit 1]
# Without a kernel, a specification or a reference there is nothing to check.
$ d=$(mktemp -d) && cd $d && echo '(+ 1 2)' > spec.nv && touch k.cu && nova check-kernel k.cu --spec spec.nv; echo $?; nova check-kernel k.cu --spec missing.nv; echo $?; nova check-kernel k.cu; echo $?
nova: spec.nv declares no foreign-kernel
1
error[E0501]: missing.nv cannot be opened: No such file or directory
1
--spec is required
Run with --help for more information.
2
# Without a reference the results are not compared. A reference that makes another length than the form says is told.
$ d=$(mktemp -d) && cd $d && printf '__global__ void k(const int64_t *x, int64_t n, int64_t *y, int64_t m) {\n  if (threadIdx.x < m) y[threadIdx.x] = threadIdx.x;\n}\n' > k.cu && printf '(foreign-kernel (k : vector int -> vector int) "k.cu" (result (vector int) 3) (grid 64 64) (parameters x))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv; printf '(foreign-kernel (k : vector int -> vector int) "k.cu" (result (vector int) 3) (grid 64 64) (parameters x) (reference (lambda (x) [0 1])))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv
k: without a mistake, but not compared with a reference, on 40 inputs, in 120 runs
k: the reference makes 2 elements, but (result ..) says 3
k: the reference takes none of the random inputs
[exit 1]
