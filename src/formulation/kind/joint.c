/* joint.c - relative coordinates with the inertia of articulated bodies: nothing is formed, trees cost in proportion to their
 * bodies.
 */
#include "formulation/reduced.h"
#include <string.h>

extern const tml_formulation_class tml_formulation_joint;

typedef struct {
    int *limb_start, *limb; /* of rows */
} recursive;

static void make_recursive(tml_reduced *j)
{
    recursive *own = j->own = TML_NEW(j->e.arena, recursive);
    int *start, *column;
    tml_spanning_pattern(j->tree, j->e.arena, &start, &column, &own->limb_start, &own->limb);
    j->normal = tml_normal_make(j->e.rows, j->e.nv, j->e.own_rank, start, column, j->e.arena);
}

static int factor(tml_reduced *j)
{
    const recursive *own = j->own;
    if (tml_spanning_factor(j->tree, j->e.work))
        return 1;
    if (j->e.rows == 0)
        return 0;
    tml_spanning_rows(j->tree, j->e.work, own->limb_start, own->limb, j->normal->Z);
    return tml_normal_factor(j->normal);
}

static void gather(tml_reduced *j, double *z)
{
    tml_spanning_gather(j->tree, j->e.work, j->e.work->Q, z);
}

static void spread(tml_reduced *j, const double *z, bool with_c, double *u)
{
    tml_spanning_spread(j->tree, z, with_c, u);
}

static const tml_inertia articulated = {.make = make_recursive, .factor = factor, .gather = gather, .spread = spread};

static tml_equations *make(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log)
{
    (void)place, (void)log;
    tml_reduced *j = tml_reduced_make(&tml_formulation_joint, &articulated, system, rank, stabilization, arena);
    j->e.words = "relative coordinates";
    return &j->e;
}

/* Where some joint moves nothing that has inertia the recursion stands still, though loops may settle the motion. */
static void enter(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v)
{
    tml_reduced *j = (tml_reduced *)e;
    tml_reduced_enter(e, bodies_q, bodies_v, q, v);
    if (!e->system->singular_mass || e->rows == 0)
        return;
    tml_reduced_place(e, e->work->t, q, v);
    if (tml_spanning_factor(j->tree, e->work))
        tml_reduced_use(j, &tml_inertia_bodies);
}

const tml_formulation_class tml_formulation_joint = {
    .name = "joint",
    .doc = "relative coordinates, velocity transformation, cut joints",
    .make = make,
    .enter = enter,
    TML_REDUCED_METHODS,
};
