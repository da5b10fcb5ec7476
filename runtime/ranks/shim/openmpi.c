/* The shim for Open MPI (libmpi.so.40: versions 3 to 5), whose handles are addresses of objects in its library. */
#include <stddef.h>

typedef struct ompi_communicator_t* MPI_Comm;
typedef struct ompi_datatype_t* MPI_Datatype;
typedef struct ompi_errhandler_t* MPI_Errhandler;
typedef struct ompi_request_t* MPI_Request;
typedef struct ompi_status_public_t MPI_Status;

/* Objects of the library. Only their addresses are used. */
extern struct ompi_predefined_communicator_t ompi_mpi_comm_world;
extern struct ompi_predefined_datatype_t ompi_mpi_byte;
extern struct ompi_predefined_errhandler_t ompi_mpi_errors_return;

#define NOVA_COMM_WORLD ((MPI_Comm)(void*)&ompi_mpi_comm_world)
#define NOVA_BYTE ((MPI_Datatype)(void*)&ompi_mpi_byte)
#define NOVA_ERRORS_RETURN ((MPI_Errhandler)(void*)&ompi_mpi_errors_return)
#define NOVA_STATUS_IGNORE ((MPI_Status*)0)
#define NOVA_STATUSES_IGNORE ((MPI_Status*)0)
#define NOVA_IN_PLACE ((void*)1)
#define NOVA_THREAD_SERIALIZED 2
#define NOVA_ANY_SOURCE (-1)

#include "functions.h"
