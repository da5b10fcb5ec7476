/* The table of functions by which Nova calls an MPI library, the same for each library. A shim (openmpi.c, mpich.c) fills
   it in. Nova opens the shim with dlopen and asks `nova_mpi` for the table, so that it needs no MPI to be built or to run.

   Only bytes move here: no function computes with numbers. One transfer is in flight at a time, or some messages. Functions that return int
   give MPI's error code, 0 for success. */
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NOVA_MPI_TABLE = 3 }; /* number of this layout of the table */

struct nova_mpi_calls {
  uint32_t table; /* NOVA_MPI_TABLE */
  int (*begin)(void);
  int (*rank)(int* mine);
  int (*size)(int* all);
  /* Starts to gather `bytes` bytes of each rank in `to`, in the order of the ranks. */
  int (*gather)(const void* mine, void* to, int bytes);
  /* Starts to send rank 0's bytes to the other ranks. */
  int (*broadcast)(void* bytes, int count);
  /* Starts to copy each rank's part of `whole` to the others: counts[k] bytes of rank k, from begins[k] on. */
  int (*spread)(void* whole, const int* counts, const int* begins);
  /* Start to send bytes to a rank, and to receive as many from it. */
  int (*send)(int rank, const void* bytes, int count);
  int (*receive)(int rank, void* bytes, int count);
  /* Tells whether all that is in flight has ended. */
  int (*done)(int* yes);
  /* Calls a rank: it hears so, without its help, where it asks `called`. */
  int (*call)(int rank);
  int (*called)(int* yes);
  int (*finish)(void);
  void (*abort)(int status);
  /* Write a text of at most `most` bytes, its 0 included. */
  void (*error_text)(int error, char* to, int most);
  void (*library)(char* to, int most);
};

const struct nova_mpi_calls* nova_mpi(void);

#ifdef __cplusplus
}
#endif
