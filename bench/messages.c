/* messages.c - how long two ranks take to send a parcel of rows one way and the next run of points back.
 *
 *     mpirun -n 2 bench_messages BYTES
 *
 * Prints seconds for both.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 20000, RUN = 16, TAG = 1 };

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    const int bytes = count == 2 ? atoi(arguments[1]) : 0;
    char *parcel = calloc(1, (size_t)bytes + 1), run[RUN] = {0};
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double begun = MPI_Wtime();
    for (int i = 0; i < ROUNDS && parcel; i++)
        if (rank == 0) {
            MPI_Recv(parcel, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(run, RUN, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
        } else if (rank == 1) {
            MPI_Send(parcel, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
            MPI_Recv(run, RUN, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    if (rank == 0)
        printf("%g\n", (MPI_Wtime() - begun) / ROUNDS);
    free(parcel);
    MPI_Finalize();
    return 0;
}
