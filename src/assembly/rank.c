/* rank.c - how many rows of a closed mechanism are independent, there and nearby. */
#include "assembly/singular_configuration.h"
#include <math.h>
#include <string.h>

enum { TRIALS = 3 };
static const double MIN_DISTANCE =
    0.01; /* of the displacement: closer to the singular position, which is known to rounding only, is not nearby */
static const double ALONG = 1e-3; /* of the size: how far along a motion its rank is evaluated */

/* Degrees of freedom of positions: nonholonomic rows are left out. */
static int position_freedom(tml_closure *c, const double *q, tml_arena *arena)
{
    const tml_system *s = c->s;
    bool *marks = TML_NEW_ARRAY(arena, bool, 2 * s->rigid_row_count + 1);
    c->counting = true;
    tml_closure_residual(c, q, true);
    c->counting = false;
    tml_row_matrix rigid = c->A;
    rigid.rows = s->rigid_row_count;
    const int rank = tml_row_rank(&rigid, marks, marks + s->rigid_row_count);
    if (rank < 0)
        tml_arena_give_up(arena);
    return s->nv - rank - s->ignorable_count;
}

static void find_rank(tml_closure *c, const double *q, tml_assembly *report, tml_arena *arena)
{
    const tml_system *s = c->s;
    const int positions = s->rate_row_count ? position_freedom(c, q, arena) : 0;
    c->ranking = true;
    tml_closure_residual(c, q, true);
    c->ranking = false;
    tml_row_matrix rigid = c->A;
    rigid.rows = s->rigid_row_count;
    report->independent = TML_NEW_ARRAY(arena, bool, s->rigid_row_count + 1);
    report->non_unique = TML_NEW_ARRAY(arena, bool, s->rigid_row_count + 1);
    report->rank = tml_row_rank(&rigid, report->independent, report->non_unique);
    if (report->rank < 0)
        tml_arena_give_up(arena);
    report->free_count = s->nv - report->rank - s->ignorable_count;
    report->position_count = s->rate_row_count ? positions : report->free_count;
}

/* Of two positions, by the largest coordinate. */
static double distance(const tml_system *s, const double *a, const double *b)
{
    const int lin = s->space ? 3 : 2;
    double max = 0;
    for (int j = 0; j < s->nq; j++)
        max = fmax(max, fabs(a[j] - b[j]) * (j % s->nqb < lin ? 1 : s->size));
    return max;
}

void tml_closure_random(unsigned *seed, int n, double *x)
{
    for (int j = 0; j < n; j++) {
        *seed = *seed * 1103515245u + 12345u;
        x[j] = (double)(*seed >> 16 & 0x7fff) / 16384 - 1;
    }
}

bool tml_closure_perturb(tml_closure *c, const double *q, unsigned seed, double part, double *nearby)
{
    const tml_system *s = c->s;
    const int nvb = s->nvb, lin = s->space ? 3 : 2;
    if (c->stopped)
        return false;
    double *random = TML_NEW_ARRAY(c->arena, double, s->nv + 1);
    tml_closure_residual(c, q, true);
    tml_closure_random(&seed, s->nv, random);
    for (int j = 0; j < s->nv; j++)
        random[j] *= j % nvb < lin ? s->size : 1;
    for (int i = 0; i < c->rows; i++) { /* removes the component normal to the constraints */
        c->right[i] = 0;
        for (int k = c->A.start[i]; k < c->A.start[i + 1]; k++)
            c->right[i] -= c->A.value[k] * random[c->A.column[k]] * (c->A.column[k] % nvb < lin ? 1 : s->size);
    }
    if (!tml_closure_solve_step(c))
        return false;
    for (int j = 0; j < s->nv; j++)
        c->step[j] = part * (random[j] + c->step[j]);
    tml_closure_displace(c, q, 1, nearby);
    const double *start = tml_arena_copy(c->arena, nearby, (size_t)s->nq * sizeof(double));
    return tml_closure_newton(c, nearby, NULL, 0, 0.3, 30) &&
           distance(s, q, nearby) > MIN_DISTANCE * distance(s, q, start);
}

/* A position may be singular: fewer independent rows there than nearby. If rows are dependent, a small motion along
 * the constraints shows whether they always are; the larger rank counts, and its rows. */
static void rank_nearby(tml_closure *c, const double *q, tml_assembly *report, tml_arena *arena)
{
    const tml_system *s = c->s;
    if (report->rank == s->rigid_row_count || report->free_count == 0)
        return;
    double *nearby = TML_NEW_ARRAY(arena, double, s->nq + 1);
    tml_assembly other = {0};
    bool found = false;
    c->without_drivers = true; /* they will move: their present value does not matter */
    for (unsigned trial = 0; trial < TRIALS && !found; trial++)
        found = tml_closure_perturb(c, q, 12345u + 7919u * trial, trial == 1 ? 0.005 : 0.02, nearby);
    c->without_drivers = false;
    if (!found)
        return;
    find_rank(c, nearby, &other, arena);
    if (other.rank > report->rank) {
        report->rank = other.rank, report->free_count = other.free_count;
        report->position_count = other.position_count;
        report->independent = other.independent, report->non_unique = other.non_unique;
    }
}

void tml_assembly_rank(const tml_system *system, double t, const double *q, const double *v, tml_assembly *report,
                       tml_arena *arena)
{
    tml_arena *scratch = tml_arena_part(arena);
    tml_closure *c = tml_closure_make(system, t, 1e-12 * system->size, scratch);
    memcpy(c->v, v, (size_t)system->nv * sizeof(double));
    find_rank(c, q, report, arena);
    tml_arena_free(scratch);
}

void tml_closure_ranks(tml_closure *c, const double *q, const double *v, tml_assembly *report, tml_arena *arena)
{
    c->rates = false;
    c->start = NULL;
    report->position = tml_closure_residual(c, q, true);
    tml_workspace_accept_angles(c->w);
    if (report->unwrapped)
        memcpy(report->unwrapped, c->w->unwrapped, (size_t)c->s->measure_count * sizeof(double));
    report->iterations = c->iterations;
    find_rank(c, q, report, arena);
    const bool dependent = report->rank < c->s->rigid_row_count;
    c->with_starts = false;
    c->joint_rows = c->s->rigid_row_count;
    rank_nearby(c, q, report, arena);
    if (dependent && !c->stopped)
        report->singular = tml_singular_find(c, q, v, arena);
}

void tml_closure_rank_along(tml_closure *c, const double *q, const double *v, tml_assembly *report, tml_arena *arena)
{
    const tml_system *s = c->s;
    double *along = TML_NEW_ARRAY(c->arena, double, s->nq + 1), fastest = 0;
    tml_assembly other = {0};
    for (int j = 0; j < s->nv; j++)
        fastest = fmax(fastest, fabs(v[j]) * tml_arm(s, j));
    for (int j = 0; j < s->nv; j++)
        c->step[j] = v[j] * ALONG * s->size / fastest;
    tml_closure_displace(c, q, 1, along);
    c->without_drivers = true;
    const bool closed = tml_closure_newton(c, along, NULL, 0, 0.3, 30);
    c->without_drivers = false;
    if (!closed)
        return;
    find_rank(c, along, &other, arena);
    report->rank = other.rank, report->free_count = other.free_count;
    report->position_count = other.position_count;
    report->independent = other.independent, report->non_unique = other.non_unique;
}
