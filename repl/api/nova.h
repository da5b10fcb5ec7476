/* libnova: Nova for programs in C, and for all that can call C.
 *
 *     nova_error *error = NULL;
 *     nova_session *s = nova_session_new(NULL, &error);
 *     nova_function *f = nova_function_new(s, "(lambda (x : vector double) (sum x))", &error);
 *     nova_value *x = nova_borrow(s, NOVA_DOUBLE, data, &n, 1, NULL, NULL, &error);
 *     nova_value *y = nova_call(f, &x, 1, &error);
 *     double sum;
 *     nova_get(y, NOVA_DOUBLE, &sum);
 *
 * A session is one Nova with its definitions. Several threads may use it: a call waits until the one before it has
 * ended, except for nova_cancel. Values, functions and errors belong to the caller, who frees each with the function of
 * its type. They outlive their session. NULL may be freed.
 * Where an `error` can be stored, a handle that is NULL is one.
 *
 * A function that may fail has `nova_error **error` as its last parameter. If it fails, it returns NULL (or 0), and
 * stores an error there unless `error` is NULL. It does not read what was there before. Nothing prints, nothing exits, no
 * signal is handled. The memory limit is one for the process.
 *
 * In a child made by fork, new sessions work, and so do those of the parent. A session refuses there if it was busy at
 * the fork, or if it uses a GPU or foreign functions.
 */
#ifndef NOVA_H
#define NOVA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NOVA_API __attribute__((visibility("default")))

typedef struct nova_session nova_session;
typedef struct nova_function nova_function;
typedef struct nova_value nova_value;
typedef struct nova_error nova_error;

/* What a value is. The first ones are also the types of a column's elements. */
typedef enum nova_kind {
  NOVA_INT64,
  NOVA_INT32,
  NOVA_INT16,
  NOVA_INT8,
  NOVA_UINT64,
  NOVA_UINT32,
  NOVA_UINT16,
  NOVA_UINT8,
  NOVA_FLOAT,
  NOVA_DOUBLE,
  NOVA_BOOL, /* one byte, 0 or 1 */
  NOVA_CHAR, /* a byte of UTF-8; a vector of them is a string */
  NOVA_HALF, /* IEEE binary16, two bytes */
  NOVA_BFLOAT16,
  NOVA_UNIT,
  NOVA_TUPLE,
  NOVA_SUM, /* a value of a datatype or record */
  NOVA_VECTOR,
  NOVA_FUNCTION
} nova_kind;

/* How far a value is known to be right, best first. */
typedef enum nova_verdict {
  NOVA_INTERPRETED, /* no compiled code took part */
  NOVA_WHOLE,       /* the interpreter gave the same bits */
  NOVA_SAMPLED,     /* the interpreter gave the same bits on a sample */
  NOVA_CONTRACT,    /* a CUDA text took part, which agreed with its reference */
  NOVA_KERNEL,      /* not checked; its compiled code was, in other runs */
  NOVA_UNCHECKED,
  NOVA_DIFFERED, /* the interpreter's value, since compiled code gave other bits */
  NOVA_FOREIGN   /* code took part that nothing checks */
} nova_verdict;

/* A type of a session; 0 is none. It is valid as long as the session, or a value or function of it, exists. */
typedef uint32_t nova_type;

/* Nova's version, as "0.1.0". */
NOVA_API const char* nova_version(void);

/* ---- sessions ---- */

/* What a session may do. Set `size` to sizeof(nova_options), and the rest to 0 where the default is wanted. */
typedef struct nova_options {
  size_t size;
  const char* tier;    /* "auto" (default), "interp", "cpu", "cuda" or "sim" */
  const char* check;   /* "first" (default), "all", "sample" or "off" */
  uint32_t threads;    /* 0: as many as the machine has */
  uint64_t max_memory; /* bytes of values; 0: half of the machine's memory. One limit for the process */
  uint64_t max_depth;  /* nested calls; 0: as many as the stack holds */
  uint64_t timeout_ms; /* time of one call; 0: no limit */
  const char* const* allow_read; /* paths, then NULL; NULL: none. As the options of these names of `nova` */
  const char* const* allow_write;
  const char* const* allow_foreign;
  void (*output)(void* context, const char* text, size_t length); /* what programs print; NULL: dropped */
  void (*warn)(void* context, const nova_error* warning);         /* NULL: dropped */
  int (*poll)(
      void* context); /* called about every 20 ms of a run by its thread; not 0: the run ends with E0603 */
  void* context;      /* handed to these functions, which must not call the session */
  const char*
      gpu_helper; /* another program for the GPU's process, for tests; NULL: `nova` beside the library */
} nova_options;

NOVA_API nova_session* nova_session_new(const nova_options* options, nova_error** error);
NOVA_API void nova_session_free(nova_session* session);

/* Ends the running call of another thread with E0603. Does nothing if none runs. */
NOVA_API void nova_cancel(nova_session* session);

/* What the running call does and how far it is, as the prompt's status line: "1.5 s: the interpreter runs, 3 of 8 elements".
 * NULL if none runs. Stores at `seconds`, unless it is NULL, how long the call runs. Any thread may ask, and `poll` may. The
 * text is freed by nova_text_free. */
NOVA_API char* nova_activity(nova_session* session, double* seconds);

/* Runs forms in order. Returns the value of the last one, unit for a definition. */
NOVA_API nova_value* nova_eval(nova_session* session, const char* text, nova_error** error);

/* Defines `name` as the value, for later forms. A value that had the name before is freed now, unless something may use it:
 * a definition, even one that was made anew since, a macro defined since, or a function that the host had. Then it lives
 * as long as the session. */
NOVA_API int nova_define(nova_session* session, const char* name, const nova_value* value,
                         nova_error** error);

/* ---- functions ---- */

/* The value of an expression, such as a name, as a function that can be called. Later definitions do not change it. */
NOVA_API nova_function* nova_function_new(nova_session* session, const char* text, nova_error** error);
NOVA_API nova_function* nova_function_of(const nova_value* value, nova_error** error);
NOVA_API void nova_function_free(nova_function* function);

/* Calls the function with n arguments; with none, if it takes unit. With fewer than it takes, the value is a function. */
NOVA_API nova_value* nova_call(nova_function* function, nova_value* const* arguments, size_t n,
                               nova_error** error);

/* Its type; 0 if it is polymorphic. */
NOVA_API nova_type nova_function_type(const nova_function* function);
/* The following texts belong to the caller, who frees them by nova_text_free. */
NOVA_API char* nova_function_type_text(const nova_function* function);
NOVA_API char* nova_function_why(const nova_function* function);
NOVA_API void nova_text_free(char* text);

/* ---- types ---- */

NOVA_API nova_type nova_type_named(nova_session* session, const char* text, nova_error** error);
NOVA_API nova_kind nova_type_kind(nova_session* session, nova_type type);
/* Of a vector: its rank. Of others: 0. */
NOVA_API uint32_t nova_type_rank(nova_session* session, nova_type type);
/* The types in a type: a vector's element, a tuple's items, a function's parameter and result, a record's fields. */
NOVA_API size_t nova_type_count(nova_session* session, nova_type type);
NOVA_API nova_type nova_type_item(nova_session* session, nova_type type, size_t k);
/* Of a record or sum type: the name of constructor k; of a record: the name of field k. NULL if there is none. They live
 * as long as the session. */
NOVA_API const char* nova_type_constructor(nova_session* session, nova_type type, size_t k);
NOVA_API const char* nova_type_field(nova_session* session, nova_type type, size_t k);
NOVA_API char* nova_type_text(nova_session* session, nova_type type);

/* ---- values in ---- */

/* A number, bool, char or unit, from its bytes at `from`. */
NOVA_API nova_value* nova_scalar(nova_session* session, nova_kind kind, const void* from, nova_error** error);
/* A string, from bytes of UTF-8. */
NOVA_API nova_value* nova_string(nova_session* session, const char* text, size_t length, nova_error** error);
/* A vector#rank of numbers, bools or chars in row-major order, without a copy: nova_data gives the same address. The
 * elements must not change until `release(context)` is called, on any thread, which happens once: after a failure too. A
 * copy is made where the elements are not aligned, or end at the end of a page. */
NOVA_API nova_value* nova_borrow(nova_session* session, nova_kind element, const void* data,
                                 const int64_t* shape, uint32_t rank, void (*release)(void* context),
                                 void* context, nova_error** error);
/* The same, as a copy. */
NOVA_API nova_value* nova_copy(nova_session* session, nova_kind element, const void* data,
                               const int64_t* shape, uint32_t rank, nova_error** error);
NOVA_API nova_value* nova_tuple(nova_session* session, nova_value* const* items, size_t n,
                                nova_error** error);
/* A vector of values of the type `element`. */
NOVA_API nova_value* nova_vector(nova_session* session, nova_type element, nova_value* const* items, size_t n,
                                 nova_error** error);
/* A value of a record or of the sum type `type`, by the name of its constructor. */
NOVA_API nova_value* nova_construct(nova_session* session, nova_type type, const char* constructor,
                                    nova_value* const* fields, size_t n, nova_error** error);
/* A vector of tuples or records of the type `element`, from one vector of each field, all of one shape. No copy. */
NOVA_API nova_value* nova_zip(nova_session* session, nova_type element, nova_value* const* columns, size_t n,
                              nova_error** error);
/* n vectors in one: row k has the elements [offsets[k], offsets[k + 1]) of `flat`, a vector. The offsets are copied. */
NOVA_API nova_value* nova_rows(nova_session* session, const nova_value* flat, const int64_t* offsets,
                               size_t n, nova_error** error);

/* ---- values out ---- */

NOVA_API nova_value* nova_value_copy(const nova_value* value); /* the same value, to be freed once more */
NOVA_API void nova_value_free(nova_value* value);
NOVA_API nova_session* nova_value_session(const nova_value* value); /* a new handle, to be freed */

NOVA_API nova_kind nova_value_kind(const nova_value* value);
NOVA_API nova_type nova_value_type(const nova_value* value);
NOVA_API char* nova_value_type_text(const nova_value* value);
/* The value as Nova prints it: it reads back. NULL if it fails. */
NOVA_API char* nova_value_text(const nova_value* value, nova_error** error);
/* The same, but long vectors are cut. */
NOVA_API char* nova_value_short_text(const nova_value* value, nova_error** error);
/* The value as a notebook shows it: "text/plain", with its type, as at the prompt; "text/html", a table, of a vector of
 * tuples; "image/png", of an image. NULL, without an error, if it has no such form. Stores its bytes at `length`, unless that
 * is NULL; it is freed by nova_text_free. */
NOVA_API char* nova_value_shown(const nova_value* value, const char* format, size_t* length,
                                nova_error** error);

/* Stores a number, bool or char of this kind at `to`. Returns 0 if the value is of another kind. */
NOVA_API int nova_get(const nova_value* value, nova_kind kind, void* to);

/* Of a vector: its number of dimensions, and each of them, of which the first is its length. */
NOVA_API uint32_t nova_rank(const nova_value* value);
NOVA_API int64_t nova_dimension(const nova_value* value, uint32_t k);
/* What a vector's elements are. */
NOVA_API nova_kind nova_element(const nova_value* value);
/* The elements of a vector of numbers, bools or chars, in row-major order. They live as long as the value. */
NOVA_API const void* nova_data(const nova_value* value, nova_error** error);

/* How many items a value has: a tuple's, a record's or constructor's fields, a vector's elements in all dimensions. */
NOVA_API int64_t nova_count(const nova_value* value);
NOVA_API nova_value* nova_item(const nova_value* value, int64_t k, nova_error** error);
/* Field k of all elements of a vector of tuples or records, as a vector of the same shape, without a copy. */
NOVA_API nova_value* nova_column(const nova_value* value, size_t k, nova_error** error);
/* Of a vector of vectors: their elements as one vector, and the n + 1 places where the rows begin in it. */
NOVA_API nova_value* nova_flat(const nova_value* value, nova_error** error);
NOVA_API const int64_t* nova_offsets(const nova_value* value, nova_error** error);
/* Of a value of a sum type: its constructor's name. Of a field of a record, or of the elements of a vector of records:
 * its name, else NULL. Both live as long as the session. */
NOVA_API const char* nova_constructor(const nova_value* value);
NOVA_API const char* nova_field_name(const nova_value* value, size_t k);

NOVA_API nova_verdict nova_value_verdict(const nova_value* value);
NOVA_API const char* nova_verdict_text(nova_verdict verdict);
NOVA_API char* nova_value_why(const nova_value* value);
/* SHA-256 over the value's type, shape and bits: the same on every machine and in every tier. */
NOVA_API int nova_hash(const nova_value* value, unsigned char hash[32], nova_error** error);

/* ---- errors ---- */

NOVA_API void nova_error_free(nova_error* error);
/* The next error of the same call, or NULL. It belongs to the first one. */
NOVA_API const nova_error* nova_error_next(const nova_error* error);
NOVA_API const char* nova_error_code(const nova_error* error); /* as "E0401"; `nova explain` tells about it */
NOVA_API const char* nova_error_message(const nova_error* error); /* one line */
NOVA_API const char* nova_error_text(const nova_error* error);    /* what a terminal shows, with a caret */

/* Where an error is. Lines and columns count from 1; `end` is exclusive. */
typedef struct nova_place {
  const char* file;
  uint32_t line, column, end_line, end_column;
} nova_place;
/* Returns 0 if the error has no place. */
NOVA_API int nova_error_place(const nova_error* error, nova_place* place);
/* The notes: active calls, failing elements. Then the helps. NULL behind the last. */
NOVA_API const char* nova_error_note(const nova_error* error, size_t k);
NOVA_API const char* nova_error_help(const nova_error* error, size_t k);

#ifdef __cplusplus
}
#endif

#endif
