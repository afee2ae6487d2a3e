/* evaluate.c - forces, accelerations and reactions at the present instant. One row.
 *
 * With `matrices: true` also the equations M a = Q + G' lambda and G a = gamma, entry by entry: evaluate.M,
 * evaluate.G, evaluate.coordinates (Q, reactions G' lambda, a, v) and evaluate.rows (phi, phidot, gamma, lambda). With
 * `formulation: joint` or `point` the same in joint coordinates: evaluate.M, evaluate.B, evaluate.C (tree_matrices.h).
 */
#include "analysis/evaluate/tree_instant.h"
#include "analysis/evaluate/tree_matrices.h"
#include "analysis/matrix_table.h"
#include <string.h>

/* Those whose joints hold. */
static const char *formulation(int i)
{
    const char *name = NULL;
    for (int k = 0; i >= 0 && (name = tml_formulation_name(k)) != NULL; k++)
        i -= tml_formulation_find(name)->treatment != TML_PENALIZE;
    return i < 0 ? name : NULL;
}

static const tml_field fields[] = {
    {"formulation", TML_FIELD_CHOICE, .preset = "absolute", .registered = formulation,
     .doc = "coordinates of the equations that are solved and shown"},
    {"matrices", TML_FIELD_BOOL, .preset = "false",
     .doc = "also M, G = Phi_q, gamma, phi, lambda, Q and accelerations, entry by entry; joint, point: M, B, C"},
};

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

static double *jacobian(const tml_workspace *w, tml_arena *arena)
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
    const tml_workspace *w = instant->work;
    const size_t nv = (size_t)s->nv, rows = (size_t)s->row_count;
    const char *const *names = tml_coordinate_names(s, task->arena), *const *constraints =
                                                                         tml_row_names(s, task->arena);
    tml_column *columns = TML_NEW_ARRAY(task->arena, tml_column, nv + 1);
    double *forces = TML_NEW_ARRAY(task->arena, double, 4 * nv + 1),
           *held = TML_NEW_ARRAY(task->arena, double, 4 * rows + 1);
    for (size_t j = 0; j < nv; j++)
        columns[j] = (tml_column){names[j], ""};
    memcpy(forces, w->Q, nv * sizeof(double));
    tml_workspace_add_Gt(w, s->row_count, instant->lambda, forces + nv);
    memcpy(forces + 2 * nv, instant->a, nv * sizeof(double));
    memcpy(forces + 3 * nv, task->state->v, nv * sizeof(double));
    const double *const parts[] = {w->phi, w->phidot, w->gamma, instant->lambda};
    for (size_t i = 0; i < 4; i++)
        memcpy(held + i * rows, parts[i], rows * sizeof(double));
    const tml_matrix list[] = {{"M", s->nv, s->nv, names, columns, mass_matrix(s, task->arena), true},
                               {"G", s->row_count, s->nv, constraints, columns, jacobian(w, task->arena), true},
                               {"rows", s->row_count, 4, constraints, tml_row_columns, held, true},
                               {"coordinates", s->nv, 4, names, tml_coordinate_columns, forces, true}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].rows && !tml_matrix_table(task, &list[i]))
            return TML_NO_MEMORY;
    return TML_OK;
}

static const tml_formulation_class *formulation_of(tml_task *task)
{
    const char *name = tml_element_choice(task->resolved, task->element, tml_task_field(task, "formulation"));
    return name ? tml_formulation_find(name) : NULL;
}

static tml_treatment treatment(tml_task *task)
{
    const tml_formulation_class *class = formulation_of(task);
    return (tml_treatment){.kind = class ? class->treatment : TML_ENFORCE};
}

static tml_status run_absolute(tml_task *task, bool matrices)
{
    tml_assembly report;
    tml_instant instant = {0};
    tml_table *table;
    const tml_status status = tml_task_evaluate_instant(task, &report, &instant, &table);
    return status == TML_OK && matrices ? add_matrices(task, &instant) : status;
}

/* The same in the coordinates of another formulation, if its joints are closed. */
static tml_status run_tree(tml_task *task, const tml_formulation_class *class, bool matrices)
{
    tml_tree_instant at;
    const tml_status status = tml_task_tree_instant(task, class, &at);
    return status == TML_OK && matrices ? tml_tree_matrices(task, at.e, at.u) : status;
}

static tml_status run(tml_task *task)
{
    bool matrices = false;
    const tml_formulation_class *class = formulation_of(task);
    if (!class || !tml_element_bool(task->resolved, task->element, tml_task_field(task, "matrices"), &matrices))
        return TML_WRONG;
    if (matrices && !tml_task_check_size(task, task->system->nv, "matrices are written"))
        return TML_FAILED;
    return class->treatment == TML_TREE ? run_tree(task, class, matrices) : run_absolute(task, matrices);
}

const tml_analysis_class tml_analysis_evaluate = {
    .name = "evaluate",
    .doc = "forces, accelerations and reactions at the present instant",
    TML_LIST(fields),
    .rows_of = TML_ROWS_OF_STATE,
    .at_instant = true,
    .keeps_state = true,
    .needs_inertia = true,
    .row = "instant",
    .rows = "instants",
    .template = {.title = "At an instant", .rank = 8},
    .treatment = treatment,
    .if_singular = "accelerations and reactions are those of all directions that the joints leave free to first order, "
                   "more than a motion has",
    .run = run,
};
