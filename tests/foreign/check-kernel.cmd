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
twice: right on 3 inputs, in 9 runs, none of more than one block
# Scalars, a block of two dimensions, dynamic shared memory, two results, a distance.
$ d=$(mktemp -d) && cd $d && printf '__global__ void total(int64_t a, const int64_t *x, int64_t n, int64_t *y, int64_t m, int64_t *z, int64_t k) {\n  extern __shared__ int64_t part[];\n  int t = threadIdx.y * blockDim.x + threadIdx.x;\n  part[t] = t < n ? x[t] : 0;\n  __syncthreads();\n  for (int s = 32; s > 0; s /= 2) {\n    if (t < s) part[t] += part[t + s];\n    __syncthreads();\n  }\n  if (t == 0) y[0] = a * part[0];\n  if (t < 2) z[t] = a;\n}\n__global__ void near(const float *x, int64_t n, float *y, int64_t m) {\n  int t = threadIdx.x;\n  if (t < n) y[t] = x[t] == 2 ? 2.0000002f : x[t];\n}\n' > k.cu && printf '(foreign-kernel (total : int -> vector int -> (vector int, vector int)) "k.cu" (result (vector int) 1) (result (vector int) 2) (grid (16, 4) (16, 4)) (shared (* 8 64)) (parameters a x) (reference (lambda (a x) ([(* a (sum (take 64 x)))], [a a]))))\n(foreign-kernel (near : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 1024) (parameters x) (reference (lambda (x) (if (> (length x) 1000) (error! "long") x))) (within 1 ulp))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv && sed 's/(within 1 ulp)//' spec.nv > exact.nv && nova check-kernel k.cu --spec exact.nv
total: right on 40 inputs, in 120 runs, none of more than one block
near: right on 40 inputs, in 114 runs, none of more than one block
total: right on 40 inputs, in 120 runs, none of more than one block
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
k: without a mistake, but not compared with a reference, on 40 inputs, in 120 runs, none of more than one block
k: the reference makes 2 elements, but (result ..) says 3
k: the reference takes none of the random inputs
[exit 1]
# Mistakes of first users: a wrong width, missing barriers, an index that overflows, a stride of one block, too little shared memory, a
# variable that is not set, an early return, a missing fence.
$ nova check-kernel mistakes.cu --spec mistakes.nv --inputs 20
width: y[0] is 16, but the reference makes 8
  with x = [8]
  in the order of threads 1
nosync: threads (13,0,0) and (12,0,0) of block (0,0,0) both touch part[13], and nothing orders them: line 26 writes, line 26 reads
  with x = [0]
  in the order of threads 1
buffers: threads (145,0,0) and (161,0,0) of block (0,0,0) both touch b[0][145], and nothing orders them: line 38 writes, line 38 reads
  with x = []
  in the order of threads 1
hash: line 50: thread (0,0,0) of block (0,0,0) writes (atomic or volatile) y[-39], but y has 64 elements
  with x = [2163074031]
  in the order of threads 1
stride: thread (0,0,0) of block (1,0,0) and thread (0,0,0) of block (0,0,0) both touch y[64], and nothing orders them: line 56 writes, line 56 writes
  with a = 0, x = [0 0 0 0 0 0 0 0 0 0 0 0 .. of 65]
  in the order of threads 1
room: line 65: thread (40,0,0) of block (0,0,0) writes all[104], but all has 64 elements
  with x = [0]
  in the order of threads 1
local: y[0] is -72340172838076674, but the reference makes 0
  with x = [0 0]
  in the order of threads 1
  perhaps since best may be read before it is written (line 77)
leaves: line 86: thread (0,0,0) of block (0,0,0) waits at a barrier, but thread (5,0,0) of its block has ended
  with x = [0]
  in the order of threads 1
last: thread (0,0,0) of block (0,0,0) and thread (0,0,0) of block (1,0,0) both touch parts[0], and nothing orders them: line 99 writes, line 105 reads
  with x = [0 0 0 0 0 0 0 0 0 0 0 0 .. of 33]
  in the order of threads 1
[exit 1]
# A race or a wrong index is no reason to wait: neither is a kernel that never ends.
$ d=$(mktemp -d) && cd $d && printf '__global__ void k(const int64_t *x, int64_t n, int64_t *y, int64_t m) {\n  int64_t s = 0;\n  for (int64_t i = 1; i != 0; i += 2) s += i;\n  if (threadIdx.x < m) y[threadIdx.x] = s;\n}\n' > k.cu && printf '(foreign-kernel (k : vector int -> vector int) "k.cu" (result (vector int) 3) (grid 64 64) (parameters x))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv
k: line 3: thread (40,0,0) of block (0,0,0) has not ended in time
  with x = [8]
  in the order of threads 1
[exit 1]
# CUDA's first kernels, as courses have them.
$ nova check-kernel ../../examples/kernels/samples.cu --spec ../../examples/kernels/samples.nv --inputs 15
sum_halves: right on 15 inputs, in 42 runs
sum_shuffles: right on 15 inputs, in 42 runs
scan_tree: right on 15 inputs, in 42 runs
transpose: right on 15 inputs, in 42 runs
count_bins: right on 15 inputs, in 45 runs
square: right on 15 inputs, in 30 runs
# On a GPU the same inputs run there, with little and with all optimisation; here on a simulated one behind the GPU's helper.
$ fake=$(dirname $(command -v nova))/tests/nova_fake_gpu; d=$(mktemp -d) && cd $d && printf '__global__ void twice(const float *x, int64_t n, float *y, int64_t m) {\n  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = 2 * x[i];\n}\n__global__ void tail(const float *x, int64_t n, float *y, int64_t m) {\n  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i <= n) y[i] = 2 * x[i];\n}\n__global__ void value(float a, const float *x, int64_t n, float *y, int64_t m) {\n  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = i == 3 ? 1 + x[i] : a * x[i];\n}\n' > k.cu && printf '(foreign-kernel (twice : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 64) (parameters x) (reference (map (* 2f))))\n' > twice.nv && printf '(foreign-kernel (tail : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 64) (parameters x) (reference (map (* 2f))))\n(foreign-kernel (value : float -> vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 64) (parameters a x) (reference (lambda (a x) (map (* a) x))))\n' > wrong.nv && nova check-kernel k.cu --spec twice.nv --tier cuda --gpu-helper $fake --inputs 5; nova check-kernel k.cu --spec wrong.nv --tier cuda --gpu-helper $fake --inputs 20; for fault in broken crash hang@3; do nova check-kernel k.cu --spec twice.nv --inputs 3 --tier cuda --gpu-helper $fake $fault; done; nova check-kernel k.cu --spec twice.nv --tier cuda --gpu-helper $fake none; nova check-kernel k.cu --spec twice.nv --tier cuda --html
twice: right on 5 inputs, in 30 runs, none of more than one block on a fake GPU with little and with all optimisation
tail: the CUDA kernel tail failed: line 7: thread (1,0,0) of block (0,0,0) reads x[1], but x has 1 element
  with x = [8]
  on a fake GPU, with little optimisation
value: y[3] is 1, but the reference makes 0
  with a = 0, x = [0 0 0 0]
  on a fake GPU, with little optimisation
twice: two helpers have died of it, at last: CUDA_ERROR_ILLEGAL_ADDRESS
  with x = [8]
  on a fake GPU, with little optimisation
twice: two helpers have died of it, at last: it closed the connection
  with x = [8]
  on a fake GPU, with little optimisation
twice: the kernel has not ended in time
  with x = [8]
  on a fake GPU, with little optimisation
twice: the fake driver shows no GPU
nova: --html draws runs of the simulated GPU, so it does not go with --tier cuda
[exit 2]
# A form that a macro makes.
$ d=$(mktemp -d) && cd $d && printf '__global__ void twice(const float *x, int64_t n, float *y, int64_t m) {\n  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = 2 * x[i];\n}\n' > k.cu && printf '(define-macro elementwise ((_ f file t g) (foreign-kernel (f : vector t -> vector t) file (result (vector t) (length x)) (grid (length x) 64) (parameters x) (reference g))))\n(elementwise twice "k.cu" float (map (* 2f)))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv --inputs 5
twice: right on 5 inputs, in 15 runs, none of more than one block
# Numbers that an integer type does not hold become the nearest one that it holds, unsigned ones, too.
$ nova check-kernel conversions.cu --spec conversions.nv
words: right on 40 inputs, in 114 runs
small: right on 40 inputs, in 114 runs
longs: right on 40 inputs, in 114 runs
floats: right on 40 inputs, in 114 runs
sums: right on 40 inputs, in 114 runs
many: line 30: thread (3,0,0) of block (0,0,0) has more than 64 numbers at once to convert to integers, so the kernel can't be judged; convert them in several statements
  with x = [0 0 0 -inf]
  in the order of threads 1
[exit 1]
# Vectors may be matrices whose sides are the integers: so a missing barrier between two tiles is found.
$ d=$(mktemp -d) && cp ../../examples/kernels/samples.* $d && cd $d && sed -i 's/^\(    __syncthreads();\)$/\1 \/\/ tile/' samples.cu && grep -n tile samples.cu | tail -1 && sed -i "$(grep -n '// tile' samples.cu | tail -1 | cut -d: -f1)s/__syncthreads();//" samples.cu && nova check-kernel samples.cu --spec samples.nv | tail -3; rm -r $d
95:    __syncthreads(); // tile
square: threads (3,1,0) and (3,7,0) of block (4,3,0) both touch b[1][3], and nothing orders them: line 92 writes, line 94 reads
  with n = 33, x = [0 0 0 0 0 0 0 0 0 0 0 0 .. of 1089]
  in the order of threads 1
# What only the host can use is left out: classes, variables and functions of C++'s library and of CUDA's runtime.
$ d=$(mktemp -d) && cd $d && printf '#include <iostream>\n#include <vector>\n#include <string>\n#define CHECK(x) if ((x) != cudaSuccess) std::cerr << "failed"\nstatic std::vector<float> data(10, 1.f);\nconst std::string name = "k";\ntypedef struct { cudaEvent_t begin; } Clock;\nstatic Clock now;\ncudaStream_t stream;\ncudaError_t last = cudaSuccess;\nvoid fill(std::vector<float> &v) { for (auto &x : v) x = 1; }\n__global__ void k(const float *x, int64_t n, float *y, int64_t m) { int64_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i] + 1; }\nint main() { float *x; CHECK(cudaMalloc(&x, 4)); k<<<1, 1>>>(x, 1, x, 1); std::cout << data[0]; }\n' > k.cu && printf '(foreign-kernel (k : vector float -> vector float) "k.cu" (result (vector float) (length x)) (grid (length x) 64) (parameters x) (reference (map (+ 1f))))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv; rm -r $d
k: right on 40 inputs, in 114 runs
# Inputs of one block say little.
$ d=$(mktemp -d) && cd $d && printf '__global__ void k(const float *x, int64_t n, float *y, int64_t m) { if (threadIdx.x == 0) y[0] = n; }\n' > k.cu && printf '(foreign-kernel (k : vector float -> vector float) "k.cu" (result (vector float) 1) (grid 32 32) (parameters x) (reference (lambda (x) [(to_float (length x))])))\n' > spec.nv && nova check-kernel k.cu --spec spec.nv; rm -r $d
k: right on 40 inputs, in 120 runs, none of more than one block
