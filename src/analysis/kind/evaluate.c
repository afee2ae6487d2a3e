/* evaluate.c - forces, accelerations and reactions at the present instant. One row.
 *
 * With `matrices: true` also all that they come from, M a = Q + G' lambda and G a = gamma, entry by entry: evaluate.M, evaluate.G,
 * evaluate.coordinates (Q, the reactions' G' lambda, a) and evaluate.rows (phi, phidot, gamma, lambda).
 */
#include "analysis/matrix_table.h"
#include <string.h>

static const tml_field fields[] = {
    {"matrices", TML_FIELD_BOOL, .preset = "false",
     .doc = "also M, G = Phi_q, gamma, phi, lambda, Q and accelerations, entry by entry"},
};

/* Coordinates in which M, Q and G are: x y angle; in space x y z and turns about the body's own axes. */
static const char *const *coordinate_names(const tml_system *s, tml_arena *arena)
{
    static const char *const plane[] = {"x", "y", "angle"}, *const space[] = {"x", "y", "z", "turnx", "turny", "turnz"};
    const char **names = TML_NEW_ARRAY(arena, const char *, s->nv + 1);
    for (int j = 0; j < s->nv; j++)
        names[j] =
            tml_arena_format(arena, "%s.%s", s->masses[j / s->nvb + 1].name, (s->space ? space : plane)[j % s->nvb]);
    return names;
}

/* "A.x"; the name of a driver. */
static const char *const *row_names(const tml_system *s, tml_arena *arena)
{
    const char **names = TML_NEW_ARRAY(arena, const char *, s->row_count + 1);
    for (int i = 0; i < s->row_count; i++) {
        const tml_constraint *row = &s->rows[i];
        names[i] = row->joint >= 0
                       ? tml_arena_format(arena, "%s.%s", s->joints[row->joint].name, row->name ? row->name : "length")
                       : s->drives[row->driver].name;
    }
    return names;
}

static double *mass_matrix(const tml_system *s, tml_arena *arena)
{
    const size_t nv = (size_t)s->nv;
    double *M = TML_NEW_ARRAY(arena, double, nv *nv + 1), *unit = TML_NEW_ARRAY(arena, double, nv + 1);
    for (size_t j = 0; j < nv; j++) {
        unit[j] = 1;
        tml_system_times_own_mass(s, unit, M + j * nv);
        unit[j] = 0;
    }
    return M;
}

static double *jacobian(const tml_work *w, tml_arena *arena)
{
    const tml_system *s = w->system;
    const size_t rows = (size_t)s->row_count;
    double *G = TML_NEW_ARRAY(arena, double, rows *(size_t)s->nv + 1);
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int j = 0; j < s->nvb; j++)
                G[(size_t)((s->blocks[k].body - 1) * s->nvb + j) * rows + (size_t)i] += w->G[k * s->nvb + j];
    return G;
}

static tml_status add_matrices(tml_task *task, const tml_instant *instant)
{
    const tml_system *s = task->system;
    const tml_work *w = instant->work;
    const size_t nv = (size_t)s->nv, rows = (size_t)s->row_count;
    const char *const *names = coordinate_names(s, task->arena), *const *constraints = row_names(s, task->arena);
    tml_column *columns = TML_NEW_ARRAY(task->arena, tml_column, nv + 1);
    double *forces = TML_NEW_ARRAY(task->arena, double, 3 * nv + 1),
           *held = TML_NEW_ARRAY(task->arena, double, 4 * rows + 1);
    for (size_t j = 0; j < nv; j++)
        columns[j] = (tml_column){names[j], ""};
    memcpy(forces, w->Q, nv * sizeof(double));
    tml_work_add_Gt(w, s->row_count, instant->lambda, forces + nv);
    memcpy(forces + 2 * nv, instant->a, nv * sizeof(double));
    const double *const parts[] = {w->phi, w->phidot, w->gamma, instant->lambda};
    for (size_t i = 0; i < 4; i++)
        memcpy(held + i * rows, parts[i], rows * sizeof(double));
    const tml_column of_coordinates[] = {{"Q", ""}, {"reaction", ""}, {"acceleration", ""}};
    const tml_column of_rows[] = {{"phi", ""}, {"phidot", ""}, {"gamma", ""}, {"lambda", ""}};
    const tml_matrix list[] = {{"M", s->nv, s->nv, names, columns, mass_matrix(s, task->arena), true},
                               {"G", s->row_count, s->nv, constraints, columns, jacobian(w, task->arena), true},
                               {"rows", s->row_count, 4, constraints, of_rows, held, true},
                               {"coordinates", s->nv, 3, names, of_coordinates, forces, true}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].rows && !tml_matrix_table(task, &list[i]))
            return TML_NO_MEMORY;
    return TML_OK;
}

static tml_status run(tml_task *task)
{
    tml_assembly report;
    tml_instant instant = {0};
    tml_table *table;
    bool matrices = false;
    if (!tml_element_bool(task->reading, task->element, tml_task_field(task, "matrices"), &matrices))
        return TML_WRONG;
    const tml_status status = tml_task_instant(task, &report, &instant, &table);
    if (status != TML_OK || !matrices)
        return status;
    return tml_task_fits(task, task->system->nv, "matrices are written") ? add_matrices(task, &instant) : TML_FAILED;
}

const tml_analysis_class tml_analysis_evaluate = {
    .name = "evaluate",
    .doc = "forces, accelerations and reactions at the initial instant",
    TML_LIST(fields),
    .needs_inertia = true,
    .run = run,
};
