/* tree_matrices.c - M, B, C of the formulations in joint coordinates, as tables.
 *
 * A column of B is the velocity of all bodies at a unit joint velocity, with loops cut.
 */
#include "analysis/evaluate/tree_matrices.h"
#include "analysis/evaluate/tree_particles.h"
#include "analysis/matrix_table.h"
#include "dynamics/tree/relative.h"
#include "linearize/tree_coordinates.h"
#include <string.h>

/* What B maps joint velocities to. */
typedef struct {
    const char *masses; /* name of the table of m */
    int count;          /* rows of B */
    const char *const *names;
    double *B; /* (count x nv) column-major */
    double *m; /* (count x count) */
} motion;

typedef struct {
    tml_task *task;
    tml_relative *j;
    const double *u;
    const char *const *coordinates, *const *rows; /* names */
    const tml_column *columns;                    /* of joint coordinates */
} writing;

static double *square(const writing *w, int rows, int columns)
{
    return TML_NEW_ARRAY(w->task->arena, double, (size_t)rows *(size_t)columns + 1);
}

static tml_column *columns_of(const char *const *names, int count, tml_arena *arena)
{
    tml_column *columns = TML_NEW_ARRAY(arena, tml_column, count + 1);
    for (int i = 0; i < count; i++)
        columns[i] = (tml_column){names[i], ""};
    return columns;
}

/* ---- bodies ---- */

static motion motion_of_bodies(const writing *w)
{
    tml_relative *j = w->j;
    const tml_system *s = j->e.system;
    motion b = {.masses = "M_bodies", .count = s->nv, .names = tml_coordinate_names(s, w->task->arena)};
    double *unit = TML_NEW_ARRAY(w->task->arena, double, s->nv + 1);
    b.B = square(w, s->nv, j->e.nv);
    b.m = square(w, s->nv, s->nv);
    for (int k = 0; k < j->e.nv; k++) {
        unit[k] = 1;
        tml_spanning_velocity(j->tree, unit, false);
        tml_spanning_export(j->tree, j->e.work, b.B + (size_t)k * (size_t)s->nv);
        unit[k] = 0;
    }
    for (int k = 0; k < s->nv; k++) {
        unit[k] = 1;
        tml_system_times_own_mass(s, unit, b.m + (size_t)k * (size_t)s->nv);
        unit[k] = 0;
    }
    return b;
}

static motion motion_of_particles(const writing *w)
{
    tml_relative *j = w->j;
    const tml_tree_particles x = tml_tree_particles_make(j->e.system, w->task->arena);
    motion b = {.masses = "M_particles", .count = x.count, .names = x.names};
    double *unit = TML_NEW_ARRAY(w->task->arena, double, j->e.nv + 1);
    b.B = square(w, x.count, j->e.nv);
    b.m = square(w, x.count, x.count);
    for (int k = 0; k < j->e.nv; k++) {
        unit[k] = 1;
        tml_spanning_velocity(j->tree, unit, false);
        tml_tree_particles_velocity(&x, j->tree, j->e.work, b.B + (size_t)k * (size_t)x.count);
        unit[k] = 0;
    }
    tml_tree_particles_mass(&x, b.m);
    return b;
}

/* ---- matrices ---- */

typedef struct {
    int row, column;
    double value;
} entry;

/* M = B' m B; m is sparse */
static double *reduced_mass(const writing *w, const motion *b)
{
    const size_t n = (size_t)b->count, nv = (size_t)w->j->e.nv;
    size_t count = 0, filled = 0;
    for (size_t i = 0; i < n * n; i++)
        count += b->m[i] != 0;
    entry *list = TML_NEW_ARRAY(w->task->arena, entry, count + 1);
    for (size_t i = 0; i < n * n; i++)
        if (b->m[i] != 0)
            list[filled++] = (entry){(int)(i % n), (int)(i / n), b->m[i]};
    double *M = square(w, w->j->e.nv, w->j->e.nv), *y = TML_NEW_ARRAY(w->task->arena, double, n + 1);
    for (size_t k = 0; k < nv; k++) {
        memset(y, 0, n * sizeof(double));
        for (size_t i = 0; i < count; i++)
            y[list[i].row] += list[i].value * b->B[k * n + (size_t)list[i].column];
        for (size_t l = 0; l <= k; l++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += b->B[l * n + i] * y[i];
            M[k * nv + l] = M[l * nv + k] = sum;
        }
    }
    return M;
}

static double *cut_jacobian(const writing *w)
{
    tml_equations *e = &w->j->e;
    double *C = square(w, e->rows, e->nv), *unit = TML_NEW_ARRAY(w->task->arena, double, e->nv + 1);
    for (int k = 0; k < e->nv; k++) {
        unit[k] = 1;
        e->class->jacobian_times(e, unit, C + (size_t)k * (size_t)e->rows);
        unit[k] = 0;
    }
    return C;
}

/* phi, phidot, gamma, lambda of the cut joints and drivers */
static double *of_rows(const writing *w, const double *zeros)
{
    const tml_equations *e = &w->j->e;
    const size_t rows = (size_t)e->rows;
    double *held = square(w, e->rows, 4), *gamma = held + 2 * rows;
    memcpy(held, e->work->phi, rows * sizeof(double));
    memcpy(held + rows, e->work->phidot, rows * sizeof(double));
    tml_workspace_G(e->work, e->rows, zeros, gamma);
    for (size_t i = 0; i < rows; i++)
        gamma[i] = e->work->gamma[i] - gamma[i];
    memcpy(held + 3 * rows, e->lambda, rows * sizeof(double));
    return held;
}

/* Q, C' lambda, u', u of the joint coordinates */
static double *of_coordinates(const writing *w, const double *zeros, const double *C)
{
    const tml_equations *e = &w->j->e;
    const tml_system *s = e->system;
    const size_t nv = (size_t)e->nv, rows = (size_t)e->rows;
    double *moved = square(w, e->nv, 4), *force = TML_NEW_ARRAY(w->task->arena, double, s->nv + 1);
    tml_system_times_own_mass(s, zeros, force);
    for (int i = 0; i < s->nv; i++)
        force[i] = e->work->Q[i] - force[i];
    tml_spanning_project(w->j->tree, e->work, force, moved);
    for (size_t k = 0; k < nv; k++)
        for (size_t i = 0; i < rows; i++)
            moved[nv + k] += C[k * rows + i] * e->lambda[i];
    memcpy(moved + 2 * nv, e->udot, nv * sizeof(double));
    memcpy(moved + 3 * nv, w->u, nv * sizeof(double));
    return moved;
}

static tml_status write_all(const writing *w, const motion *b)
{
    const tml_equations *e = &w->j->e;
    double *zeros = TML_NEW_ARRAY(w->task->arena, double, e->system->nv + 1);
    const double *C = cut_jacobian(w);
    tml_spanning_bias_acceleration(w->j->tree);
    tml_spanning_export(w->j->tree, e->work, zeros);
    const tml_column *own = columns_of(b->names, b->count, w->task->arena);
    const tml_matrix list[] = {
        {"M", e->nv, e->nv, w->coordinates, w->columns, reduced_mass(w, b), true},
        {"B", b->count, e->nv, b->names, w->columns, b->B, true},
        {"C", e->rows, e->nv, w->rows, w->columns, C, true},
        {"rows", e->rows, 4, w->rows, tml_row_columns, of_rows(w, zeros), true},
        {"coordinates", e->nv, 4, w->coordinates, tml_coordinate_columns, of_coordinates(w, zeros, C), true},
        {b->masses, b->count, b->count, b->names, own, b->m, true},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].rows && list[i].columns && !tml_matrix_table(w->task, &list[i]))
            return TML_NO_MEMORY;
    return TML_OK;
}

tml_status tml_tree_matrices(tml_task *task, tml_equations *e, const double *u)
{
    const tml_system *s = e->system;
    const tml_tree_coordinates coordinates = tml_tree_coordinates_make(s, s->branches, task->arena);
    const char **names = TML_NEW_ARRAY(task->arena, const char *, e->nv + 1);
    for (int i = 0; i < e->nv; i++)
        names[i] = coordinates.list[i].name;
    writing w = {task, e->relative, u, names, tml_row_names(s, task->arena), columns_of(names, e->nv, task->arena)};
    const motion b = e->class->of_particles ? motion_of_particles(&w) : motion_of_bodies(&w);
    return write_all(&w, &b);
}
