/* singular_exit.c - closed positions slightly beside a singular one, along each of its branches in both directions. */
#include "assembly/singular_configuration.h"
#include <math.h>
#include <string.h>

static const double STEP = 0.01; /* of the size */

static bool close(tml_closure *c, const double *q, const double *branch, double sign, double *out)
{
    double fastest = 0;
    for (int j = 0; j < c->s->nv; j++)
        fastest = fmax(fastest, fabs(branch[j]) * tml_arm(c->s, j));
    for (int j = 0; j < c->s->nv; j++)
        c->step[j] = sign * STEP * c->s->size / fastest * branch[j];
    tml_closure_displace(c, q, 1, out);
    return tml_closure_newton(c, out, NULL, 0, 0.3, 30);
}

int tml_singular_exits(const tml_singular *s, const tml_system *system, const double *q, const double *unwrapped,
                       double ***exits, tml_arena *arena)
{
    tml_arena *scratch = tml_arena_part(arena);
    tml_closure *c = tml_closure_make(system, 0, 1e-12 * system->size, scratch);
    int max = 0, count = 0;
    for (int i = 0; i < s->part_count; i++)
        max += 2 * s->parts[i].branch_count;
    *exits = TML_NEW_ARRAY(arena, double *, max + 1);
    c->without_drivers = true;
    c->joint_rows = system->assembly_row_count;
    memcpy(c->w->unwrapped, unwrapped, (size_t)system->measure_count * sizeof(double));
    for (int i = 0; i < s->part_count; i++)
        for (int b = 0; b < 2 * s->parts[i].branch_count && !c->stopped; b++) {
            double *out = TML_NEW_ARRAY(arena, double, system->nq + 1);
            if (close(c, q, s->parts[i].branch[b / 2], b % 2 ? -1 : 1, out))
                (*exits)[count++] = out;
        }
    const bool stopped = c->stopped;
    tml_arena_free(scratch);
    return stopped ? -1 : count;
}
