/* main.c - `trammel-mpi sweep`: a sweep on the ranks of an MPI job.
 *
 * Rank 0 hands out runs of points and collects rows, in memory and in the journal; it computes as well, on a thread of its own. Each other rank has
 * two runs at a time, so that it computes one while its rows of the last are on their way: it sends a parcel of rows for each run, and gets the
 * next. A job that is killed, or that loses a rank, loses only the runs that were being computed; --resume goes on.
 */
#include "cli/messages.h"
#include "cli/standard_output.h"
#include "cli/study_command.h"
#include "mpi/parcel.h"
#include "mpi/points.h"
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    COORDINATOR = 0,
    TAG_ROWS = 1,
    TAG_RUN = 2,
    DIGEST = 64,
    MIN_PAUSE_NS = 50000,
    MAX_PAUSE_NS = 800000,
    AHEAD = 2
};

/* The longer nothing has come, the longer: asking takes time from the thread that computes, and ranks have a run ahead. */
static void rest(long *pause)
{
    nanosleep(&(struct timespec){.tv_nsec = *pause}, NULL);
    *pause = 2 * *pause < MAX_PAUSE_NS ? 2 * *pause : MAX_PAUSE_NS;
}

/* Ends the job. Rows that were collected are in the journal. */
static void give_up(const char *why)
{
    fprintf(stderr, "trammel-mpi: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

/* ---- a rank that computes ---- */

/* Points of a run, and the parcel of their rows. */
typedef struct {
    mpi_run left;
    size_t count; /* of answers */
    mpi_parcel *parcel;
} course;

/* The first point of what is left of a run. */
static bool take_first(mpi_run *left, uint64_t *point)
{
    if (left->count == 0)
        return false;
    *point = left->first++;
    left->count--;
    return true;
}

static bool next_of_run(void *context, uint64_t *point)
{
    course *c = context;
    return take_first(&c->left, point);
}

static tml_status pack(void *context, uint64_t point, tml_status status, const double *answers, const char *reason)
{
    const course *c = context;
    (void)status;
    return mpi_parcel_add(c->parcel, point, answers, c->count, reason) ? TML_OK : TML_NO_MEMORY;
}

static bool compute_run(tml_study_worker *worker, mpi_run run, size_t count, mpi_parcel *parcel)
{
    course c = {run, count, parcel};
    return tml_study_worker_run_many(worker, &(tml_study_feed){sizeof(tml_study_feed), &c, next_of_run, pack}) ==
           TML_OK;
}

/* Until a run without points comes for each that was asked for. */
static void serve(const tml_study *study, tml_log *log)
{
    const size_t count = tml_study_answer_count(study);
    tml_study_worker *worker = tml_study_worker_make(study, log);
    mpi_parcel parcel = {0};
    if (!worker)
        give_up("out of memory");
    for (int i = 0; i < AHEAD; i++) /* what is asked for first comes with the study that is asked about */
        MPI_Send(tml_study_digest(study), DIGEST, MPI_BYTE, COORDINATOR, TAG_ROWS, MPI_COMM_WORLD);
    for (int open = AHEAD; open > 0;) {
        mpi_run run;
        MPI_Recv(&run, sizeof run, MPI_BYTE, COORDINATOR, TAG_RUN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (run.count == 0) {
            open--;
            continue;
        }
        parcel.length = 0;
        if (!compute_run(worker, run, count, &parcel))
            give_up("a point could not be computed: out of memory");
        MPI_Send(parcel.bytes, (int)parcel.length, MPI_BYTE, COORDINATOR, TAG_ROWS, MPI_COMM_WORLD);
    }
    free(parcel.bytes);
    tml_study_worker_free(worker);
}

/* ---- rank 0 ---- */

typedef struct {
    const tml_study *study;
    tml_study_rows *rows;
    mpi_points points;
    atomic_bool computed; /* its own thread has ended */
    atomic_bool failed;
    int *greeted; /* (ranks) how often each has said which study it has */
    char *room;   /* for a parcel */
    int room_size;
} coordinator;

typedef struct {
    coordinator *c;
    mpi_run left;
} own_course;

static bool next_own(void *context, uint64_t *point)
{
    own_course *o = context;
    if (o->left.count == 0)
        o->left = mpi_points_take(&o->c->points);
    return take_first(&o->left, point);
}

static tml_status keep(void *context, uint64_t point, tml_status status, const double *answers, const char *reason)
{
    const own_course *o = context;
    (void)status;
    return tml_study_rows_put(o->c->rows, point, answers, reason);
}

static void *compute(void *context)
{
    coordinator *c = context;
    tml_log *log = tml_log_make();
    tml_study_worker *worker = log ? tml_study_worker_make(c->study, log) : NULL;
    own_course o = {.c = c};
    c->failed = !worker || tml_study_worker_run_many(
                               worker, &(tml_study_feed){sizeof(tml_study_feed), &o, next_own, keep}) != TML_OK;
    tml_study_worker_free(worker);
    tml_log_free(log);
    c->computed = true;
    return NULL;
}

/* A message from a rank: first which study it has, then rows. Each is answered by the next run. *open: runs that are on their way. */
static void answer(coordinator *c, int source, int length, int *open)
{
    if (c->greeted[source] < AHEAD) {
        c->greeted[source]++;
        if (length != DIGEST || memcmp(c->room, tml_study_digest(c->study), DIGEST) != 0)
            give_up("the ranks do not have the same model and version of Trammel");
    } else if (!mpi_parcel_open(c->room, (size_t)length, tml_study_answer_count(c->study), c->rows))
        give_up("rows could not be kept: out of memory");
    const mpi_run run = mpi_points_take(&c->points);
    MPI_Send(&run, sizeof run, MPI_BYTE, source, TAG_RUN, MPI_COMM_WORLD);
    *open -= run.count == 0;
}

static void receive(coordinator *c, MPI_Status *message, int *open)
{
    int length;
    MPI_Get_count(message, MPI_BYTE, &length);
    if (length > c->room_size) {
        free(c->room);
        c->room = malloc((size_t)length);
        c->room_size = length;
        if (!c->room)
            give_up("out of memory");
    }
    MPI_Recv(c->room, length, MPI_BYTE, message->MPI_SOURCE, TAG_ROWS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    answer(c, message->MPI_SOURCE, length, open);
}

/* Until no rank expects another run, and the own thread has ended. */
static tml_status collect(coordinator *c, int ranks, cli_study_progress *progress)
{
    bool stopped = false;
    long pause = MIN_PAUSE_NS;
    for (int open = AHEAD * (ranks - 1); open > 0 || !c->computed;) {
        MPI_Status message;
        int there = 0;
        if (open > 0)
            MPI_Iprobe(MPI_ANY_SOURCE, TAG_ROWS, MPI_COMM_WORLD, &there, &message);
        if (there) {
            receive(c, &message, &open);
            pause = MIN_PAUSE_NS;
        } else
            rest(&pause);
        if (!stopped && cli_study_progress_show(progress, tml_study_rows_done(c->rows), c->points.all)) {
            stopped = true;
            mpi_points_stop(&c->points);
        }
    }
    return c->failed ? TML_NO_MEMORY : stopped ? TML_STOPPED : TML_OK;
}

static tml_status coordinate(const cli_study_arguments *a, const tml_study *study, int ranks, tml_log *log)
{
    tml_study_rows *rows = cli_study_rows_make(a, study, log);
    if (!rows) {
        cli_print_log(log);
        give_up("nothing was computed");
    }
    cli_study_progress progress = cli_study_progress_begin(a, rows);
    coordinator c = {.study = study, .rows = rows, .greeted = calloc((size_t)ranks, sizeof(int))};
    c.points = (mpi_points){.rows = rows,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .all = tml_study_point_count(study),
                            .takers = (uint64_t)ranks};
    pthread_t thread;
    if (!c.greeted || pthread_create(&thread, NULL, compute, &c) != 0)
        give_up("out of memory");
    tml_status status = collect(&c, ranks, &progress);
    pthread_join(thread, NULL);
    cli_progress_end(&progress.progress);
    status = cli_study_finish(a, study, rows, status, log);
    free(c.greeted);
    free(c.room);
    tml_study_rows_free(rows);
    return status;
}

/* ---- all ranks ---- */

static int sweep(int count, char **list)
{
    cli_study_arguments a = {0};
    int code = 0, rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank != COORDINATOR && !freopen("/dev/null", "w", stderr)) /* all ranks would say the same of wrong arguments */
        return 2;
    if (!cli_study_read_arguments(&a, "sweep", count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = NULL;
    tml_study *study = log ? cli_study_make(&a, &model, log) : NULL;
    tml_status status = study ? TML_OK : TML_WRONG;
    if (study && rank == COORDINATOR)
        status = coordinate(&a, study, ranks, log);
    else if (study)
        serve(study, log);
    tml_study_free(study);
    return cli_finish(model, log, status, "points that are done are kept; --resume goes on with the others");
}

int main(int count, char **list)
{
    int provided;
    MPI_Init_thread(&count, &list, MPI_THREAD_FUNNELED, &provided);
    const bool is_sweep = count > 1 && strcmp(list[1], "sweep") == 0;
    if (!is_sweep)
        fprintf(stderr,
                "usage: mpirun -n RANKS trammel-mpi sweep MODEL ...; the arguments are those of trammel sweep\n");
    const int code = cli_stdout_end(is_sweep ? sweep(count - 2, list + 2) : 2);
    MPI_Finalize();
    return code;
}
