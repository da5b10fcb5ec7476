/* A C program that calls Nova.
 *
 *     cc sum.c $(pkg-config --cflags --libs novalang) -o sum && ./sum
 *
 * It prints:
 *     sum of squares: 285
 *     row 1: 3 4 5
 *     E0402 at line 1, column 43: index 9 is out of range for a vector of length 3
 */
#include "nova.h"
#include <stdio.h>

/* Ends the program if a call has failed. */
static void *checked(void *made, nova_error *error) {
  if (!made) fprintf(stderr, "%s", nova_error_text(error));
  return made;
}

int main(void) {
  nova_error *error = NULL;
  nova_session *s = checked(nova_session_new(NULL, &error), error);
  if (!s) return 1;

  /* A column of the program's own: Nova reads it where it is. */
  double data[10];
  const int64_t ten = 10;
  for (int k = 0; k < 10; ++k) data[k] = k;
  nova_value *x = nova_borrow(s, NOVA_DOUBLE, data, &ten, 1, NULL, NULL, NULL);
  nova_function *squares = checked(nova_function_new(s, "(lambda (x : vector double) (sum (map * x x)))", &error), error);
  if (!squares) return 1;
  nova_value *y = checked(nova_call(squares, &x, 1, &error), error);
  double sum;
  if (!y || !nova_get(y, NOVA_DOUBLE, &sum)) return 1;
  printf("sum of squares: %g\n", sum);

  /* Definitions stay in the session. A vector#2 comes back as one block of elements, row by row. */
  nova_value *made = checked(nova_eval(s, "(define (table n m) (reshape (n, m) (range (* n m))))", &error), error);
  nova_value *m = checked(nova_eval(s, "(table 2 3)", &error), error);
  if (!made || !m) return 1;
  const int64_t *rows = nova_data(m, NULL);
  const int64_t width = nova_dimension(m, 1);
  printf("row 1:");
  for (int64_t k = 0; k < width; ++k) printf(" %lld", (long long)rows[width + k]);
  printf("\n");

  /* An error is data. */
  nova_place at;
  if (!nova_eval(s, "(let (x [1 2 3]) in (map (lambda (k) (+ 1 x!k)) [0 9]))", &error) && nova_error_place(error, &at))
    printf("%s at line %u, column %u: %s\n", nova_error_code(error), at.line, at.column, nova_error_message(error));

  nova_error_free(error);
  nova_value_free(x), nova_value_free(y), nova_value_free(made), nova_value_free(m);
  nova_function_free(squares);
  nova_session_free(s);
  return 0;
}
