/* The shim for MPICH (libmpich.so.12, libmpi.so.12) and the libraries with its ABI, whose handles are numbers. */
#include <stddef.h>

typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Errhandler;
typedef int MPI_Request;
typedef struct MPI_Status MPI_Status;

#define NOVA_COMM_WORLD ((MPI_Comm)0x44000000)
#define NOVA_BYTE ((MPI_Datatype)0x4c00010d)
#define NOVA_ERRORS_RETURN ((MPI_Errhandler)0x54000001)
#define NOVA_STATUS_IGNORE ((MPI_Status*)1)
#define NOVA_STATUSES_IGNORE ((MPI_Status*)1)
#define NOVA_IN_PLACE ((void*)-1)
#define NOVA_THREAD_SERIALIZED 2
#define NOVA_ANY_SOURCE (-2)

#include "functions.h"
