/* joint_formulation.c - relative coordinates by the articulated-body algorithm: no mass matrix is formed, the cost of a tree is linear
 * in the number of bodies.
 */
#include "dynamics/tree/loop_rows.h"
#include "dynamics/tree/reactions.h"
#include <string.h>

extern const tml_formulation_class tml_formulation_joint;

typedef struct {
    tml_spanning_rows *rows;
    void *dense; /* workspace of tml_inertia_bodies, where it may be needed; NULL */
    tml_schur *dense_schur;
} recursive;

static void make_recursive(tml_relative *j)
{
    recursive *own = j->own = TML_NEW(j->e.arena, recursive);
    own->rows = tml_spanning_rows_make(j->tree, j->e.own_rank, j->e.arena);
    if (j->e.system->singular_mass && j->e.rows) {
        tml_inertia_bodies.make(j);
        own->dense = j->own, own->dense_schur = j->schur;
        j->own = own;
    }
    j->schur = own->rows->schur;
}

/* Where a joint moves no inertia the recursion breaks down, though the loops may determine the motion. */
static int switch_to_dense(tml_relative *j, double *z)
{
    const recursive *own = j->own;
    if (!own->dense)
        return 1;
    j->inertia = &tml_inertia_bodies;
    j->e.schur = j->schur = own->dense_schur;
    j->own = own->dense;
    j->e.solver = "dense, massless bodies";
    return j->inertia->factor(j, z);
}

static int factor(tml_relative *j, double *z)
{
    const recursive *own = j->own;
    if (tml_spanning_factor(j->tree, j->e.work, z ? j->e.work->Q : NULL, z))
        return switch_to_dense(j, z);
    if (j->e.rows == 0)
        return 0;
    tml_spanning_rows_fill(j->tree, own->rows, j->e.work);
    return tml_schur_factor(j->schur);
}

static void forward_pass(tml_relative *j, const double *z, bool with_c, double *u)
{
    tml_spanning_forward_pass(j->tree, z, with_c, u);
}

static void project(tml_relative *j, const double *load, double *z)
{
    tml_spanning_load(j->tree, j->e.work, load, j->loads, z);
}

static const tml_inertia articulated = {
    .make = make_recursive, .factor = factor, .forward_pass = forward_pass, .project = project};

static tml_equations *make(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log)
{
    (void)place, (void)log;
    tml_relative *j = tml_relative_make(&tml_formulation_joint, &articulated, system, rank, stabilization, arena);
    j->e.description = "relative coordinates";
    return &j->e;
}

const tml_formulation_class tml_formulation_joint = {
    .name = "joint",
    .doc = "relative coordinates, velocity transformation, cut joints",
    .make = make,
    .recover = tml_reactions_newton_euler,
    TML_RELATIVE_METHODS,
};
