/* The C API as a C program uses it: values in and out, errors, cancellation, threads, forks, memory. Prints what fails. */
#include "nova.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int faults = 0;
#define CHECK(what) ((what) ? (void)0 : (void)(++faults, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what)))

static nova_session *new_session(const nova_options *options) {
  nova_error *error = NULL;
  nova_session *s = nova_session_new(options, &error);
  CHECK(s && !error);
  return s;
}

static nova_value *eval(nova_session *s, const char *text) {
  nova_error *error = NULL;
  nova_value *v = nova_eval(s, text, &error);
  if (error) fprintf(stderr, "%s\n", nova_error_text(error));
  CHECK(v && !error);
  return v;
}

static nova_function *function(nova_session *s, const char *text) {
  nova_error *error = NULL;
  nova_function *f = nova_function_new(s, text, &error);
  if (error) fprintf(stderr, "%s\n", nova_error_text(error));
  CHECK(f && !error);
  return f;
}

static double number(nova_value *v) {
  double d = -1;
  CHECK(nova_get(v, NOVA_DOUBLE, &d));
  nova_value_free(v);
  return d;
}

static int has_text(nova_value *v, const char *wanted) {
  char *text = nova_value_text(v, NULL);
  const int same = strcmp(text, wanted) == 0;
  if (!same) fprintf(stderr, "is %s, not %s\n", text, wanted);
  nova_text_free(text);
  nova_value_free(v);
  return same;
}

/* Frees the error. Returns whether it has this code. */
static int has_code(nova_error *error, const char *code) {
  const int same = error && strcmp(nova_error_code(error), code) == 0;
  if (error && !same) fprintf(stderr, "%s\n", nova_error_text(error));
  nova_error_free(error);
  return same;
}

static int released = 0;
static void release(void *context) { ++released, (void)context; }

static void test_scalars(void) {
  nova_session *s = new_session(NULL);
  const int8_t small = -5;
  const float f = 1.5f;
  const uint8_t wrong = 7;
  CHECK(has_text(nova_scalar(s, NOVA_INT8, &small, NULL), "-5"));
  CHECK(has_text(nova_scalar(s, NOVA_FLOAT, &f, NULL), "1.5f"));
  CHECK(has_text(nova_scalar(s, NOVA_UNIT, NULL, NULL), "nil"));
  nova_error *error = NULL;
  CHECK(!nova_scalar(s, NOVA_BOOL, &wrong, &error) && has_code(error, "E0718"));
  CHECK(!nova_scalar(s, NOVA_TUPLE, &wrong, &error) && has_code(error, "E0718"));
  nova_value *v = eval(s, "(+ 1 2)");
  int64_t n = 0;
  double d = 0;
  CHECK(nova_value_kind(v) == NOVA_INT64 && nova_get(v, NOVA_INT64, &n) && n == 3 && !nova_get(v, NOVA_DOUBLE, &d));
  nova_value_free(v);
  nova_session_free(s);
}

static void test_columns(void) {
  nova_session *s = new_session(NULL);
  double data[6] = {1, 2, 3, 4, 5, 6};
  const int64_t shape[2] = {2, 3}, six = 6, none = 0;
  released = 0;
  nova_value *m = nova_borrow(s, NOVA_DOUBLE, data, shape, 2, release, NULL, NULL);
  nova_function *t = function(s, "(lambda (x : vector#2 double) (transpose x))");
  nova_value *y = nova_call(t, &m, 1, NULL);
  CHECK(nova_data(m, NULL) == data && nova_rank(y) == 2 && nova_dimension(y, 0) == 3 && nova_element(y) == NOVA_DOUBLE);
  CHECK(((const double *)nova_data(y, NULL))[1] == 4);
  nova_value_free(y);
  nova_function_free(t);
  nova_function *id = function(s, "(lambda (x) x)");
  nova_value *same = nova_call(id, &m, 1, NULL);
  nova_function_free(id);
  nova_value_free(m);
  CHECK(released == 0 && nova_data(same, NULL) == data);
  /* Nothing writes to what is borrowed. */
  nova_function *put = function(s, "(lambda (x : vector#2 double) (begin (set! x!(0, 0) 9.0) x))");
  nova_value *changed = nova_call(put, &same, 1, NULL);
  CHECK(data[0] == 1 && *(const double *)nova_data(changed, NULL) == 9);
  nova_value_free(changed), nova_value_free(same), nova_function_free(put);
  CHECK(released == 1);
  nova_value *copy = nova_copy(s, NOVA_DOUBLE, data, &six, 1, NULL);
  CHECK(nova_data(copy, NULL) != data && has_text(copy, "[1.0 2.0 3.0 4.0 5.0 6.0]"));
  CHECK(has_text(nova_borrow(s, NOVA_FLOAT, NULL, &none, 1, NULL, NULL, NULL), "[]"));
  const uint8_t wrong[3] = {0, 1, 2};
  const int64_t three = 3, negative = -1;
  nova_error *error = NULL;
  CHECK(!nova_borrow(s, NOVA_BOOL, wrong, &three, 1, release, NULL, &error) && has_code(error, "E0718") && released == 2);
  CHECK(!nova_copy(s, NOVA_INT8, wrong, &negative, 1, &error) && has_code(error, "E0718"));
  CHECK(!nova_copy(s, NOVA_INT8, wrong, &three, 0, &error) && has_code(error, "E0718"));
  const int64_t huge[2] = {INT64_MAX, 2};
  CHECK(!nova_copy(s, NOVA_INT8, wrong, huge, 2, &error) && has_code(error, "E0718"));
  nova_session_free(s);
}

/* Elements that end with the last mapped page are copied: code may load one more. */
static void test_page_end(void) {
  nova_session *s = new_session(NULL);
  const long page = sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + page, (size_t)page);
  const int64_t n = 4;
  const void *last = pages + page - 4 * sizeof(double);
  nova_value *v = nova_borrow(s, NOVA_DOUBLE, last, &n, 1, release, NULL, NULL);
  CHECK(nova_data(v, NULL) != last && has_text(v, "[0.0 0.0 0.0 0.0]"));
  v = nova_borrow(s, NOVA_INT32, pages + 1, &n, 1, release, NULL, NULL); /* not aligned */
  CHECK(nova_data(v, NULL) != pages + 1 && has_text(v, "[0 0 0 0]"));
  munmap(pages, (size_t)page);
  nova_session_free(s);
}

static void test_structures(void) {
  nova_session *s = new_session(NULL);
  nova_value_free(eval(s, "(define-record P (x : double) (n : int)) (define-datatype (Shape) (Dot) (Box double double))"));
  const nova_type record = nova_type_named(s, "P", NULL), shape = nova_type_named(s, "Shape", NULL);
  const double x = 2.5;
  const int64_t n = 7, two = 2;
  nova_value *fields[2] = {nova_scalar(s, NOVA_DOUBLE, &x, NULL), nova_scalar(s, NOVA_INT64, &n, NULL)};
  nova_value *p = nova_construct(s, record, "P", fields, 2, NULL);
  nova_value *pair = nova_tuple(s, fields, 2, NULL);
  CHECK(strcmp(nova_field_name(p, 1), "n") == 0 && strcmp(nova_constructor(p), "P") == 0 && nova_count(p) == 2);
  CHECK(has_text(nova_item(pair, 1, NULL), "7") && has_text(pair, "(2.5, 7)"));
  nova_error *error = NULL;
  CHECK(!nova_construct(s, record, "Q", fields, 2, &error) && has_code(error, "E0718"));
  CHECK(!nova_construct(s, record, "P", fields, 1, &error) && has_code(error, "E0718"));
  CHECK(!nova_construct(s, nova_value_type(fields[0]), "P", fields, 2, &error) && has_code(error, "E0718"));
  nova_value *items[2] = {p, p};
  nova_value *vector = nova_vector(s, record, items, 2, NULL);
  CHECK(has_text(nova_column(vector, 1, NULL), "[7 7]") && has_text(vector, "[(P 2.5 7) (P 2.5 7)]"));
  CHECK(!nova_vector(s, shape, items, 2, &error) && has_code(error, "E0718"));
  const double xs[2] = {1, 2};
  const int64_t ns[2] = {3, 4};
  nova_value *columns[2] = {nova_copy(s, NOVA_DOUBLE, xs, &two, 1, NULL), nova_copy(s, NOVA_INT64, ns, &two, 1, NULL)};
  CHECK(has_text(nova_zip(s, record, columns, 2, NULL), "[(P 1.0 3) (P 2.0 4)]"));
  CHECK(!nova_zip(s, record, columns, 1, &error) && has_code(error, "E0718"));
  const int64_t offsets[4] = {0, 0, 1, 2}, falling[3] = {0, 2, 1};
  nova_value *rows = nova_rows(s, columns[0], offsets, 3, NULL);
  CHECK(nova_offsets(rows, NULL)[2] == 1 && has_text(nova_flat(rows, NULL), "[1.0 2.0]") && has_text(rows, "[[] [1.0] [2.0]]"));
  CHECK(!nova_rows(s, columns[0], falling, 2, &error) && has_code(error, "E0718"));
  nova_value *box = eval(s, "(Box 1.0 2.0)"), *dot = eval(s, "Dot");
  CHECK(strcmp(nova_constructor(box), "Box") == 0 && nova_count(box) == 2 && nova_count(dot) <= 1);
  CHECK(has_text(nova_string(s, "a\"\xc3\xa4", 4, NULL), "\"a\\\"\xc3\xa4\""));
  nova_value_free(box), nova_value_free(dot), nova_value_free(p);
  for (int k = 0; k < 2; ++k) nova_value_free(fields[k]), nova_value_free(columns[k]);
  nova_session_free(s);
}

static void test_functions(void) {
  nova_session *s = new_session(NULL);
  nova_value_free(eval(s, "(define (scaled (k : double) (x : double)) (* k x))"));
  nova_function *f = function(s, "scaled");
  const double two = 2, five = 5;
  nova_value *args[3] = {nova_scalar(s, NOVA_DOUBLE, &two, NULL), nova_scalar(s, NOVA_DOUBLE, &five, NULL), NULL};
  nova_value_free(eval(s, "(define (scaled k) k)")); /* f keeps its meaning */
  CHECK(number(nova_call(f, args, 2, NULL)) == 10);
  nova_value *partial = nova_call(f, args, 1, NULL);
  nova_function *doubled = nova_function_of(partial, NULL);
  nova_value_free(partial);
  CHECK(number(nova_call(doubled, args + 1, 1, NULL)) == 10);
  nova_error *error = NULL;
  args[2] = args[1];
  CHECK(!nova_call(f, args, 3, &error) && has_code(error, "E0718"));
  CHECK(!nova_call(f, NULL, 0, &error) && has_code(error, "E0718"));
  nova_value *text = nova_string(s, "x", 1, NULL);
  CHECK(!nova_call(f, &text, 1, &error) && strstr(nova_error_message(error), "argument 1 is of type vector char") &&
        has_code(error, "E0718"));
  CHECK(!nova_function_new(s, "42", &error) && has_code(error, "E0718"));
  CHECK(!nova_function_new(s, "(define x 1)", &error) && has_code(error, "E0718"));
  CHECK(!nova_function_new(s, "(", &error) && has_code(error, "E0101"));
  CHECK(!nova_function_of(text, &error) && has_code(error, "E0718"));
  nova_function *id = function(s, "(lambda (x) x)");
  CHECK(nova_function_type(id) == 0 && nova_function_type(f) != 0);
  CHECK(has_text(nova_call(id, &text, 1, NULL), "\"x\"") && number(nova_call(id, args, 1, NULL)) == 2);
  nova_function *unit = function(s, "(lambda (u : unit) 1.0)");
  CHECK(number(nova_call(unit, NULL, 0, NULL)) == 1);
  nova_session_free(s); /* functions and values live on */
  CHECK(number(nova_call(f, args, 2, NULL)) == 10);
  nova_function_free(f), nova_function_free(doubled), nova_function_free(id), nova_function_free(unit);
  nova_value_free(args[0]), nova_value_free(args[1]), nova_value_free(text);
}

static void test_errors(void) {
  nova_session *s = new_session(NULL);
  nova_error *error = NULL;
  nova_function *f = function(s, "(lambda (x : vector double)\n  (map (lambda (k) x!k) [0 5]))");
  const double data[2] = {1, 2};
  const int64_t two = 2;
  nova_value *x = nova_copy(s, NOVA_DOUBLE, data, &two, 1, NULL);
  CHECK(!nova_call(f, &x, 1, &error));
  nova_place at;
  CHECK(nova_error_place(error, &at) && at.line == 2 && at.column == 20 && at.end_column == 23);
  CHECK(strstr(nova_error_text(error), "^^^") && strstr(nova_error_note(error, 0), "element 1"));
  CHECK(has_code(error, "E0402"));
  CHECK(!nova_eval(s, "(+ 1 true) (foo 2)", &error));
  const nova_error *next = error;
  int count = 0;
  for (; next; next = nova_error_next(next)) ++count;
  CHECK(count >= 1 && nova_error_code(error)[0] == 'E');
  nova_error_free(error);
  CHECK(!nova_eval(s, "(sum [1 2", &error) && has_code(error, "E0101"));
  CHECK(!nova_eval(s, "(read-text \"/etc/passwd\")", &error) && has_code(error, "E0502"));
  CHECK(!nova_eval(s, "(foo", NULL));
  nova_options wrong = {.size = sizeof wrong, .tier = "gpu"};
  CHECK(!nova_session_new(&wrong, &error) && has_code(error, "E0718"));
  wrong.size = 3;
  CHECK(!nova_session_new(&wrong, &error) && has_code(error, "E0718"));
  CHECK(!nova_type_named(s, "vector foo", &error) && error);
  nova_error_free(error);
  CHECK(nova_type_kind(s, 0) == 0 && nova_type_item(s, 1, 9) == 0);
  nova_session *other = new_session(NULL);
  CHECK(!nova_define(other, "x", x, &error) && has_code(error, "E0718"));
  CHECK(!nova_define(s, "1x", x, &error) && has_code(error, "E0718"));
  CHECK(nova_define(s, "x", x, NULL) && has_text(eval(s, "(sum x)"), "3.0"));
  nova_session_free(other);
  nova_function_free(f), nova_value_free(x);
  nova_session_free(s);
}

static nova_session *shared;
static char output[100];
static int reentered = 0;
static void write_output(void *context, const char *text, size_t n) {
  strncat(output, text, n);
  nova_error *error = NULL;
  nova_value *v = nova_eval(context ? *(nova_session **)context : NULL, "1", &error);
  reentered = !v && has_code(error, "E0718");
}
static int warned = 0;
static void warn(void *context, const nova_error *warning) { (void)context, warned += nova_error_code(warning)[0] == 'W'; }

static void test_callbacks(void) {
  nova_options o = {.size = sizeof o, .output = write_output, .warn = warn, .context = &shared};
  shared = new_session(&o);
  nova_value_free(eval(shared, "(println \"hello\")"));
  CHECK(strcmp(output, "hello\n") == 0 && reentered);
  nova_value_free(eval(shared, "(reduce - 0 [5 3 1])"));
  CHECK(warned > 0);
  nova_session_free(shared);
}

/* What notebooks show of a value, and what it has not. */
static void test_shown(void) {
  nova_session *s = new_session(NULL);
  nova_value *pairs = eval(s, "(zip [1 2] [true false])"), *one = eval(s, "1");
  nova_error *error = NULL;
  size_t n = 0;
  char *html = nova_value_shown(pairs, "text/html", &n, &error), *text = nova_value_shown(one, "text/plain", NULL, &error);
  CHECK(html && n == strlen(html) && strstr(html, "<td>true</td>") && strcmp(text, "1 : int\n") == 0);
  CHECK(!nova_value_shown(one, "text/html", &n, &error) && !nova_value_shown(pairs, "image/gif", &n, &error) && n == 0 && !error);
  nova_text_free(html), nova_text_free(text), nova_value_free(pairs), nova_value_free(one);
  nova_session_free(s);
}

static int told = 0;
static void *cancel_later(void *context) {
  const struct timespec wait = {0, 100000000};
  nanosleep(&wait, NULL);
  double seconds = 0;
  char *activity = nova_activity(context, &seconds);
  told = activity && strstr(activity, " s: ") && seconds > 0;
  nova_text_free(activity);
  nova_cancel(context);
  return NULL;
}

static int asked = 0;
static int poll(void *context) { return (void)context, ++asked > 2; }

static void test_cancel(void) {
  nova_session *s = new_session(NULL);
  nova_error *error = NULL;
  nova_cancel(s); /* nothing runs */
  CHECK(!nova_activity(s, NULL));
  nova_value_free(eval(s, "1"));
  pthread_t other;
  pthread_create(&other, NULL, cancel_later, s);
  CHECK(!nova_eval(s, "(let (n 0) in (begin (while true (set! n (+ n 1))) n))", &error) && has_code(error, "E0603"));
  pthread_join(other, NULL);
  CHECK(told);
  nova_value_free(eval(s, "1"));
  nova_session_free(s);
  nova_options o = {.size = sizeof o, .poll = poll};
  s = new_session(&o);
  CHECK(!nova_eval(s, "(let (n 0) in (begin (while true (set! n (+ n 1))) n))", &error) && has_code(error, "E0603"));
  nova_session_free(s);
  nova_options limited = {.size = sizeof limited, .timeout_ms = 50};
  s = new_session(&limited);
  CHECK(!nova_eval(s, "(let (n 0) in (begin (while true (set! n (+ n 1))) n))", &error) && has_code(error, "E0604"));
  nova_session_free(s);
}

static nova_function *called;
static void *call_often(void *context) {
  for (int k = 0; k < 300; ++k) {
    double data[8] = {0, 1, 2, 3, 4, 5, 6, (double)k};
    const int64_t n = 8;
    nova_value *x = nova_borrow(context, NOVA_DOUBLE, data, &n, 1, NULL, NULL, NULL);
    CHECK(number(nova_call(called, &x, 1, NULL)) == 21 + k);
    nova_value_free(x);
    if (k % 50 == 0) nova_value_free(eval(context, "(map (lambda (k) (k, [k])) (range 10))"));
  }
  return NULL;
}
static void *own_session(void *context) {
  (void)context;
  nova_session *s = new_session(NULL);
  for (int k = 0; k < 30; ++k) CHECK(has_text(eval(s, "(map (lambda (k) (Some k)) [1 2])"), "[(Some 1) (Some 2)]"));
  nova_session_free(s);
  return NULL;
}

static void test_threads(void) {
  enum { n = 8 };
  pthread_t threads[n];
  shared = new_session(NULL);
  called = function(shared, "(lambda (x : vector double) (sum x))");
  for (int k = 0; k < n; ++k) pthread_create(&threads[k], NULL, k % 2 ? call_often : own_session, shared);
  for (int k = 0; k < n; ++k) pthread_join(threads[k], NULL);
  nova_function_free(called);
  nova_session_free(shared);
}

static void test_hash(void) {
  const char *texts[] = {"1", "1.0", "[1 2 3]", "[[1] [2 3]]", "(1, [true])", "[(1, 2.0)]", "(Some [1])", "[(Some 1) (None)]", "[nan]"};
  enum { n = sizeof texts / sizeof *texts };
  unsigned char hashes[n][32], again[32];
  nova_session *s = new_session(NULL);
  for (int k = 0; k < n; ++k) {
    nova_value *v = eval(s, texts[k]);
    CHECK(nova_hash(v, hashes[k], NULL) && nova_hash(v, again, NULL) && memcmp(again, hashes[k], 32) == 0);
    for (int i = 0; i < k; ++i) CHECK(memcmp(hashes[i], hashes[k], 32) != 0);
    nova_value_free(v);
  }
  nova_error *error = NULL;
  nova_value *f = eval(s, "(lambda ((x : int)) x)");
  CHECK(!nova_hash(f, again, &error) && has_code(error, "E0718"));
  CHECK(nova_value_kind(f) == NOVA_FUNCTION && nova_value_verdict(f) == NOVA_INTERPRETED);
  char *why = nova_value_why(f);
  CHECK(why && strlen(why) > 0);
  nova_text_free(why), nova_value_free(f);
  nova_session_free(s);
}

static void test_fork(void) {
  nova_session *s = new_session(NULL);
  const pid_t child = fork();
  if (child == 0) {
    nova_session *own = nova_session_new(NULL, NULL);
    nova_value *v = nova_eval(own, "(sum [1 2])", NULL), *w = nova_eval(s, "(sum [1 2])", NULL);
    nova_value_free(w);
    nova_session_free(s);
    _exit(v && w ? 0 : 1);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  nova_value_free(eval(s, "1"));
  nova_session_free(s);
}

static void *evaluated(void *s) {
  nova_value *v = nova_eval(s, "(sum [1 2])", NULL);
  nova_value_free(v);
  return v ? s : NULL;
}

/* A child frees, asks and cancels before it uses the session. Then one of its threads gives it new ones, and the others wait. */
static void test_threads_of_a_child(void) {
  nova_session *s = new_session(NULL);
  nova_value *made = eval(s, "[1 2]");
  for (int n = 0; n < 10; ++n) {
    const pid_t child = fork();
    if (child == 0) {
      nova_value_free(made);
      nova_cancel(s);
      int good = nova_activity(s, NULL) == NULL;
      pthread_t threads[8];
      void *done;
      for (int k = 0; k < 8; ++k) pthread_create(&threads[k], NULL, evaluated, s);
      for (int k = 0; k < 8; ++k) good &= pthread_join(threads[k], &done) == 0 && done;
      _exit(good ? 0 : 1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  nova_value_free(made);
  nova_session_free(s);
}

static long resident(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long all = 0, pages = 0;
  CHECK(file && fscanf(file, "%ld %ld", &all, &pages) == 2);
  fclose(file);
  return pages;
}

static void test_growth(int calls) {
  nova_session *s = new_session(NULL);
  nova_function *f = function(s, "(lambda (x : double) (y : vector double) (+ x (sum y)))");
  const double x = 1, y[2] = {1, 2};
  const int64_t two = 2;
  long before = 0;
  for (int k = 0; k < calls; ++k) {
    nova_value *args[2] = {nova_scalar(s, NOVA_DOUBLE, &x, NULL), nova_borrow(s, NOVA_DOUBLE, y, &two, 1, NULL, NULL, NULL)};
    CHECK(number(nova_call(f, args, 2, NULL)) == 4);
    nova_value_free(args[0]), nova_value_free(args[1]);
    if (k == calls / 10) before = resident();
  }
  for (int k = 0; k < 200; ++k) nova_value_free(eval(s, "(sum (map (lambda (k) (* k k)) (range 10)))"));
  CHECK(resident() - before < 256);
  nova_function_free(f);
  nova_session_free(s);
}

int main(int argc, char **argv) {
  test_scalars();
  test_columns();
  test_page_end();
  test_structures();
  test_functions();
  test_errors();
  test_callbacks();
  test_shown();
  test_cancel();
  test_threads();
  test_hash();
  test_fork();
  test_threads_of_a_child();
  test_growth(argc > 1 ? atoi(argv[1]) : 100000);
  printf("%s %d faults\n", nova_version(), faults);
  return faults != 0;
}
