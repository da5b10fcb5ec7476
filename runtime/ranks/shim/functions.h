/* The functions of a shim, in terms of MPI's own names. A shim declares these names first, as its library has them: the
   types MPI_Comm, MPI_Datatype, MPI_Errhandler, MPI_Request and MPI_Status, and the constants that are used below. */
#pragma once
#include "shim.h"
#include <stdio.h>
#include <stdlib.h>

int MPI_Init_thread(int*, char***, int, int*);
int MPI_Comm_rank(MPI_Comm, int*);
int MPI_Comm_size(MPI_Comm, int*);
int MPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler);
int MPI_Iallgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Iallgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, MPI_Comm,
                    MPI_Request*);
int MPI_Ibcast(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*);
int MPI_Testall(int, MPI_Request*, int*, MPI_Status*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Request_free(MPI_Request*);
int MPI_Iprobe(int, int, MPI_Comm, int*, MPI_Status*);
int MPI_Recv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm, int);
int MPI_Error_string(int, char*, int*);
int MPI_Get_library_version(char*, int*);

enum { the_call = 7, a_message = 8, longest_text = 8192 };

/* What is in flight: a collective operation, or messages. */
static MPI_Request* in_flight;
static int flights, room;

/* The request of the next operation; null without memory. */
static MPI_Request* next(void) {
  if (flights == room) {
    MPI_Request* const more = realloc(in_flight, sizeof *more * (size_t)(room + 64));
    if (!more) return NULL;
    in_flight = more, room += 64;
  }
  return in_flight + flights;
}
/* Counts an operation that was started. */
static int started(int error) { return flights += !error, error; }

static int begin(void) {
  int given = 0;
  const int error = MPI_Init_thread(NULL, NULL, NOVA_THREAD_SERIALIZED, &given);
  if (!error && !next()) return -2;
  if (!error && given < NOVA_THREAD_SERIALIZED) return -1;
  return error ? error : MPI_Comm_set_errhandler(NOVA_COMM_WORLD, NOVA_ERRORS_RETURN);
}

static int rank_of(int* mine) { return MPI_Comm_rank(NOVA_COMM_WORLD, mine); }
static int size_of(int* all) { return MPI_Comm_size(NOVA_COMM_WORLD, all); }

static int gather(const void* mine, void* to, int bytes) {
  return started(MPI_Iallgather(mine, bytes, NOVA_BYTE, to, bytes, NOVA_BYTE, NOVA_COMM_WORLD, next()));
}

static int broadcast(void* bytes, int count) {
  return started(MPI_Ibcast(bytes, count, NOVA_BYTE, 0, NOVA_COMM_WORLD, next()));
}

static int spread(void* whole, const int* counts, const int* begins) {
  return started(MPI_Iallgatherv(NOVA_IN_PLACE, 0, NOVA_BYTE, whole, counts, begins, NOVA_BYTE,
                                 NOVA_COMM_WORLD, next()));
}

static int send(int rank, const void* bytes, int count) {
  MPI_Request* const one = next();
  return one ? started(MPI_Isend(bytes, count, NOVA_BYTE, rank, a_message, NOVA_COMM_WORLD, one)) : -2;
}

static int receive(int rank, void* bytes, int count) {
  MPI_Request* const one = next();
  return one ? started(MPI_Irecv(bytes, count, NOVA_BYTE, rank, a_message, NOVA_COMM_WORLD, one)) : -2;
}

static int done(int* yes) {
  const int error = MPI_Testall(flights, in_flight, yes, NOVA_STATUSES_IGNORE);
  if (*yes) flights = 0;
  return error;
}

static int call(int rank) {
  MPI_Request sent;
  const int error = MPI_Isend(NULL, 0, NOVA_BYTE, rank, the_call, NOVA_COMM_WORLD, &sent);
  return error ? error : MPI_Request_free(&sent);
}

static int called(int* yes) {
  const int error = MPI_Iprobe(NOVA_ANY_SOURCE, the_call, NOVA_COMM_WORLD, yes, NOVA_STATUS_IGNORE);
  if (error || !*yes) return error;
  return MPI_Recv(NULL, 0, NOVA_BYTE, NOVA_ANY_SOURCE, the_call, NOVA_COMM_WORLD, NOVA_STATUS_IGNORE);
}

static void abort_all(int status) { MPI_Abort(NOVA_COMM_WORLD, status); }

static void error_text(int error, char* to, int most) {
  if (error < 0) {
    snprintf(to, (size_t)most, "%s",
             error == -1 ? "the library does not serve threads" : "no memory for a request");
    return;
  }
  char text[longest_text] = "";
  int length = 0;
  MPI_Error_string(error, text, &length);
  snprintf(to, (size_t)most, "%s", text);
}

static void library(char* to, int most) {
  char text[longest_text] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  snprintf(to, (size_t)most, "%s", text);
}

__attribute__((visibility("default"))) const struct nova_mpi_calls* nova_mpi(void) {
  static const struct nova_mpi_calls table = {
      NOVA_MPI_TABLE, begin, rank_of, size_of, gather,       broadcast, spread,     send,
      receive,        done,  call,    called,  MPI_Finalize, abort_all, error_text, library};
  return &table;
}
