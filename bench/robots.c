/* robots.c - how long one evaluation of the equations of motion takes in joint coordinates: forward dynamics at random states.
 *
 *     bench_robots MODEL SECONDS
 *
 * At 64 states with random coordinates and speeds, over and over. Prints degrees of freedom, the time of the fastest pass as nanoseconds for one
 * evaluation, and the largest acceleration of the last state.
 */
#include "analysis/prepare.h"
#include "dynamics/formulation.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <trammel/trammel.h>

enum { STATES = 64 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec; /* ns */
}

static double between(double low, double high)
{
    return low + (high - low) * rand() / RAND_MAX;
}

static tml_equations *equations_of(const tml_model *model, tml_arena *arena, tml_log *log, double *q0, int most)
{
    tml_prepared start;
    if (tml_prepare(&start, model, -1, tml_prepare_options_of(model), arena, log) != TML_OK)
        return NULL;
    const tml_system *tree = tml_system_make_tree(start.system, arena);
    tml_equations *e = tml_formulation_joint.make(
        tree, start.report.rank, (tml_stabilization){.method = TML_STABILIZE_NONE}, TML_NOWHERE, arena, log);
    if (!e || e->nq + e->nv > most)
        return NULL;
    tml_equations_from_bodies(e, 0, start.q, start.v, q0, q0 + e->nq);
    return e;
}

/* Coordinates displaced at random from the start, so that quaternions stay of length 1. */
static void make_states(const tml_equations *e, const double *start, double *q, double *v)
{
    double d[1000];
    for (int i = 0; i < STATES; i++) {
        double *to = q + (size_t)i * (size_t)e->nq;
        for (int k = 0; k < e->nq; k++)
            to[k] = start[k];
        for (int k = 0; k < e->nv; k++)
            d[k] = between(-1, 1), v[i * e->nv + k] = between(-1, 1);
        e->class->displace(e, d, to);
    }
}

static bool bench(const char *path, double seconds, tml_log *log)
{
    static double start[2000], q[STATES * 1000], v[STATES * 1000];
    tml_arena arena = {0};
    tml_model *model = tml_model_load(path, log);
    tml_equations *e = model ? equations_of(model, &arena, log, start, 1000) : NULL;
    double least = INFINITY;
    if (!e)
        return false;
    make_states(e, start, q, v);
    for (const double begin = now(); now() - begin < 1e9 * seconds;) {
        const double from = now();
        for (int i = 0; i < STATES; i++)
            tml_equations_solve(e, 0, q + (size_t)i * (size_t)e->nq, v + (size_t)i * (size_t)e->nv);
        least = fmin(least, now() - from);
    }
    printf("%d %.1f %.6g\n", e->nv, least / STATES, tml_max_norm(e->udot, e->nv));
    tml_arena_free(&arena);
    tml_model_free(model);
    return true;
}

int main(int count, char **arguments)
{
    tml_log *log = tml_log_make();
    const bool good = count == 3 && bench(arguments[1], atof(arguments[2]), log);
    for (size_t i = 0; i < tml_log_count(log); i++)
        fprintf(stderr, "%s\n", tml_log_get(log, i).text);
    tml_log_free(log);
    return good ? 0 : 1;
}
