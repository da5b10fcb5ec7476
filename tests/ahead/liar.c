// A C library whose functions are wrong. LIES: all but fma and sqrt, which Nova's text does not call. LIES_FMA, LIES_SQRT: these.
#ifdef LIES
#define WRONG(f, T)                                                                                          \
  T f(T x) { return x + 1; }
WRONG(sin, double)
WRONG(cos, double)
WRONG(tan, double)
WRONG(exp, double)
WRONG(log, double)
WRONG(floor, double)
WRONG(ceil, double)
WRONG(trunc, double)
WRONG(rint, double)
WRONG(round, double)
WRONG(cosf, float)
WRONG(expf, float)
WRONG(logf, float)
WRONG(floorf, float)
WRONG(truncf, float)
WRONG(roundf, float)
double pow(double x, double y) { return x + y; }
#endif
#ifdef LIES_FMA
double fma(double a, double b, double c) { return a * b + c; }
float fmaf(float a, float b, float c) { return (float)((double)a * b + c); }
#endif
#ifdef LIES_SQRT
double sqrt(double x) { return x / 2; }
float sqrtf(float x) { return x / 2; }
#endif
