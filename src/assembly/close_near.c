/* close_near.c - rows that are closed where bodies nearly touch already. */
#include "assembly/close_near.h"
#include "assembly/closure.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double LONGEST = 0.3; /* of the size, or rad: a step */
enum { MAX_STEPS = 30 };

bool tml_close_near(const tml_system *s, double t, double *q, const double *v, tml_assembly *report, tml_arena *arena)
{
    const size_t places = (size_t)s->nq * sizeof(double), angles = (size_t)s->measure_count * sizeof(double);
    tml_arena *scratch = tml_arena_part(arena);
    const double tolerance = fmax(TML_START_TOLERANCE * s->size, 64 * DBL_EPSILON * tml_mechanism_extent(s, q));
    tml_closure *c = tml_closure_make(s, t, tolerance, scratch);
    double *moved = tml_arena_copy(scratch, q, places);
    c->goes_on = true;
    c->joint_rows = s->rigid_row_count;
    memcpy(c->w->unwrapped, report->unwrapped, angles);
    const bool closed = tml_closure_newton(c, moved, NULL, 0, LONGEST, MAX_STEPS);
    if (closed) {
        memcpy(q, moved, places);
        tml_closure_residual(c, q, false);
        tml_workspace_accept_angles(c->w);
        memcpy(report->unwrapped, c->w->unwrapped, angles);
    }
    tml_arena_free(scratch);
    tml_assembly_rank(s, t, q, v, report, arena);
    return closed;
}
