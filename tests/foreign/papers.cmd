# NOVA 6.1: a function of a library, which gets a pair as a struct.
$ d=$(mktemp -d) && cd $d && printf '#include <stdint.h>\ntypedef struct { int64_t _0, _1; } pair;\nvoid ff(int64_t *r, pair p) { *r = 10 * p._0 + p._1; }\n' > ff.c && cc -shared -fPIC -o libff.so ff.c && printf '(foreign (ff : (int, int) -> int))\n(map (lambda (k) (ff (k, 1))) [1 2 3])\n' > p.nv && nova run --allow-foreign . --foreign-library ./libff.so p.nv
[11 21 31]
# Nikola 4: a CUDA function with a type; its glue is the form's.
$ nova run --tier sim --verdicts --allow-foreign all - <<< '(foreign-cuda (square : float -> float) "__device__ float square(float x) { return x * x; }" (reference (lambda (x) (* x x)))) (map square [1f 2f 3f])'
[1.0f 4.0f 9.0f]
<stdin>:1:128: by contract
# Nikola 1 and 5: whole kernels with a type. The interpreter runs the reference, the simulated GPU both.
$ printf '(define (axpy (a : float) (x : vector float) (y : vector float)) (map (lambda (p q) (+ (* a p) q)) x y))\n(foreign-kernel (saxpy : float -> vector float -> vector float -> vector float) "__global__ void saxpy(float a, const float *x, int64_t n, const float *y, int64_t m, float *r, int64_t k) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < k) r[i] = a * x[i] + y[i]; }" (result (vector float) (length x)) (grid (length x) 256) (reference axpy))\n(saxpy 2f [1f 2f 3f] [10f 20f 30f])\n' | nova run --tier sim --verdicts --allow-foreign all -
[12.0f 24.0f 36.0f]
<stdin>:3:1: by contract
$ for tier in interp sim; do nova run --tier $tier --verdicts --allow-foreign . black_scholes.nv; done
([3.6138144f 0.0f 29.181341f], [1.25739f 54.70075f 0.00007313673f])
interpreted, as all is in the tier interp (--tier auto or cpu for another)
([3.6138144f 0.0f 29.181341f], [1.25739f 54.70075f 0.00007313673f])
black_scholes.nv:15:1: by contract
# Without permission it does not run.
$ nova run black_scholes.nv 2>&1 | head -1
black_scholes.nv:12:1: error[E0512]: the foreign function black_scholes may not run: --allow-foreign does not name black_scholes.cu
