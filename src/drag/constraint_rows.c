/* constraint_rows.c - gaps of the joints, projection onto their tangent space, and Newton's method back onto them.
 *
 * Along:  z - Z' (Z Z')^-1 Z z, applied twice, so that rounding does not leave the joints.
 * Back:   the minimum-norm z with Z z = -gap, repeated until closed.
 */
#include "drag/constraint_rows.h"
#include "linalg/minimum_norm.h"
#include <math.h>
#include <string.h>

enum { MAX_NEWTON = 8 };
static const double MANY_ROWS = 1.5;  /* of the coordinates */
static const double CLOSED = 0.01;    /* of the tolerance: nothing remains to close */
static const double MIN_RADIUS = 0.1; /* of the size of the mechanism: for bodies that are points */

static void extend_radius(double *radius, tml_vec3 p)
{
    *radius = fmax(*radius, tml_norm(p));
}

static void find_radii(tml_drag_rows *r, tml_arena *arena)
{
    const tml_system *s = r->system;
    r->radius = TML_NEW_ARRAY(arena, double, s->nb);
    for (int j = 0; j < s->joint_count; j++) {
        const tml_joint *joint = &s->joints[j];
        if (tml_joint_couples(joint->class))
            continue;
        extend_radius(&r->radius[joint->body1], joint->p1);
        extend_radius(&r->radius[joint->body2], joint->p2);
    }
    for (int b = 1; b < s->nb; b++) {
        for (int k = 0; k < s->masses[b].written->point_count; k++)
            extend_radius(&r->radius[b], tml_sub(s->masses[b].written->points[k].p, s->masses[b].com));
        r->radius[b] = fmax(r->radius[b], MIN_RADIUS * s->size);
    }
}

/* W is r^2 for rotations of a body of radius r, and m for translations. The far end of a chain of n links is moved by
 * all rotations before it; with m = 1/n^2 that weighs no more than the rotations themselves, and long chains follow as
 * readily as short ones. */
static void find_metric(tml_drag_rows *r, tml_arena *arena)
{
    const tml_system *s = r->system;
    const int lin = s->space ? 3 : 2;
    const double n = s->nb - 1, m = 1 / (9 + n * n);
    r->half = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int j = 0; j < s->nv; j++)
        r->half[j] = j % s->nvb < lin ? 1 / sqrt(m) : 1 / r->radius[j / s->nvb + 1];
}

static void list_rows(tml_drag_rows *r, tml_arena *arena)
{
    const tml_system *s = r->system;
    r->each = TML_NEW_ARRAY(arena, int, s->assembly_row_count + 1);
    for (int i = 0; i < s->assembly_row_count; i++)
        if (s->rows[i].driver < 0 && s->rows[i].block_count > 0)
            r->each[r->all++] = i;
    for (int k = 0; k < s->term_count; k++)
        r->measures = s->terms[k].measure >= r->measures ? s->terms[k].measure + 1 : r->measures;
    r->rows = r->all;
    r->row = tml_arena_copy(arena, r->each, (size_t)(r->all + 1) * sizeof(int));
}

/* A part has the number of its first body. */
static void find_parts(tml_drag_rows *r, tml_arena *arena)
{
    const tml_system *s = r->system;
    r->part = TML_NEW_ARRAY(arena, int, s->nb);
    for (int b = 0; b < s->nb; b++)
        r->part[b] = b;
    for (int i = 0; i < r->all; i++) {
        const tml_constraint *row = &s->rows[r->each[i]];
        for (int k = row->first_block + 1; k < row->first_block + row->block_count; k++) {
            const int one = tml_component_root(r->part, s->blocks[k - 1].body),
                      other = tml_component_root(r->part, s->blocks[k].body);
            if (one < other)
                r->part[other] = one;
            else
                r->part[one] = other;
        }
    }
    for (int b = 0; b < s->nb; b++)
        r->part[b] = tml_component_root(r->part, b);
}

/* Rows by their columns, with their values or without. */
static tml_row_matrix matrix_of(const tml_drag_rows *r, bool values, tml_arena *arena)
{
    const tml_system *s = r->system;
    const size_t max = (size_t)s->assembly_block_count * (size_t)s->nvb + 1;
    tml_row_matrix A = {.rows = r->rows, .columns = s->nv, .start = TML_NEW_ARRAY(arena, int, r->rows + 1)};
    A.column = TML_NEW_ARRAY(arena, int, max);
    A.value = values ? TML_NEW_ARRAY(arena, double, max) : NULL;
    for (int i = 0, at = 0; i < r->rows; i++) {
        const tml_constraint *row = &s->rows[r->row[i]];
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            for (int j = 0; j < s->nvb; j++, at++) {
                A.column[at] = (s->blocks[k].body - 1) * s->nvb + j;
                if (values)
                    A.value[at] = r->work->G[(size_t)k * (size_t)s->nvb + (size_t)j] * r->half[A.column[at]];
            }
        A.start[i + 1] = at;
    }
    return A;
}

/* Nets of bars have far more rows than coordinates: the independent ones suffice, the others are only checked. */
static void drop_redundant(tml_drag_rows *r, tml_arena *arena)
{
    tml_arena *scratch = tml_arena_part(arena);
    const tml_row_matrix A = matrix_of(r, true, scratch);
    bool *independent = TML_NEW_ARRAY(scratch, bool, r->rows + 1);
    const int rank = tml_row_rank(&A, independent, NULL);
    if (rank < 0)
        tml_arena_give_up(arena);
    int count = 0;
    for (int i = 0; i < r->rows; i++)
        if (independent[i])
            r->row[count++] = r->row[i];
    r->rows = count;
    tml_arena_free(scratch);
}

tml_drag_rows *tml_drag_rows_make(const tml_system *system, double t, const double *q, tml_arena *arena)
{
    tml_drag_rows *r = TML_NEW(arena, tml_drag_rows);
    *r = (tml_drag_rows){.system = system, .t = t, .work = tml_workspace_make(system, arena)};
    list_rows(r, arena);
    find_parts(r, arena);
    find_radii(r, arena);
    find_metric(r, arena);
    r->gap = TML_NEW_ARRAY(arena, double, r->rows + 1);
    r->lambda = TML_NEW_ARRAY(arena, double, r->rows + 1);
    r->Zz = TML_NEW_ARRAY(arena, double, r->rows + 1);
    r->zeros = TML_NEW_ARRAY(arena, double, system->nv + 1);
    r->z = TML_NEW_ARRAY(arena, double, system->nv + 1);
    r->d = TML_NEW_ARRAY(arena, double, system->nv + 1);
    tml_drag_rows_at(r, q);
    if (r->rows > MANY_ROWS * system->nv)
        drop_redundant(r, arena);
    const tml_row_matrix pattern = matrix_of(r, false, arena);
    r->schur = tml_schur_make(r->rows, system->nv, r->rows, pattern.start, pattern.column, arena);
    return r;
}

double tml_drag_rows_at(tml_drag_rows *r, const double *q)
{
    const tml_system *s = r->system;
    double worst = 0;
    tml_workspace_set_state(r->work, r->t, q, r->zeros);
    tml_workspace_measure(r->work, 0, r->measures);
    tml_workspace_constraints(r->work, s->assembly_row_count);
    for (int i = 0; i < r->all; i++) {
        const double gap = fabs(r->work->phi[r->each[i]]) * s->size / s->rows[r->each[i]].scale;
        worst = gap < INFINITY ? fmax(worst, gap) : INFINITY;
    }
    for (int i = 0; i < r->rows; i++)
        r->gap[i] = r->work->phi[r->row[i]];
    return worst;
}

void tml_drag_rows_accept(tml_drag_rows *r)
{
    tml_workspace_measure(r->work, r->measures, r->system->measure_count);
    tml_workspace_accept_angles(r->work);
}

bool tml_drag_rows_factor(tml_drag_rows *r)
{
    const tml_system *s = r->system;
    const int n = s->nvb;
    r->factored++;
    for (const tml_row_pair *p = r->schur->pairs, *end = p + r->schur->pair_count; p < end; p++)
        for (int lane = 0; lane < p->width; lane++) {
            const tml_constraint *row = &s->rows[r->row[p->row + lane]];
            const double *G = r->work->G + (size_t)row->first_block * (size_t)n;
            for (int k = 0; k < p->count; k++)
                p->Z[k][lane] = G[k] * r->half[p->column[k]];
        }
    return tml_schur_factor_any(r->schur) == 0;
}

void tml_drag_rows_along(tml_drag_rows *r, double *z)
{
    for (int pass = 0; pass < 2; pass++) {
        tml_schur_times(r->schur, z, r->Zz);
        for (int i = 0; i < r->rows; i++)
            r->Zz[i] = -r->Zz[i];
        tml_schur_solve(r->schur, r->Zz, r->lambda, z);
    }
}

void tml_drag_rows_displace(tml_drag_rows *r, const double *z, double factor, double *q)
{
    for (int j = 0; j < r->system->nv; j++)
        r->d[j] = factor * r->half[j] * z[j];
    tml_system_displace(r->system, r->d, q);
}

/* Parts other than the dragged one are closed up to rounding. */
static void exclude_other_parts(const tml_drag_rows *r, double *z)
{
    for (int j = 0; j < r->system->nv; j++)
        if (r->part[j / r->system->nvb + 1] != r->dragged)
            z[j] = 0;
}

static double length_of(const double *z, int n)
{
    double square = 0;
    for (int j = 0; j < n; j++)
        square += z[j] * z[j];
    return sqrt(square);
}

bool tml_drag_rows_close(tml_drag_rows *r, double max, double *q)
{
    const int nv = r->system->nv;
    double before = INFINITY;
    for (int i = 0;; i++) {
        const double gap = tml_drag_rows_at(r, q);
        if (gap <= CLOSED * r->tolerance || (gap <= r->tolerance && gap > 0.5 * before))
            return true;
        if (i == MAX_NEWTON || !(gap < 0.5 * before) || !tml_drag_rows_factor(r))
            return gap <= r->tolerance;
        before = gap;
        for (int k = 0; k < r->rows; k++)
            r->gap[k] = -r->gap[k];
        memset(r->z, 0, (size_t)nv * sizeof(double));
        tml_schur_solve(r->schur, r->gap, r->lambda, r->z);
        exclude_other_parts(r, r->z);
        max -= length_of(r->z, nv);
        if (!(max > 0)) /* too far: the result would be arbitrary */
            return false;
        tml_drag_rows_displace(r, r->z, 1, q);
    }
}

double tml_drag_rows_rotation(const tml_drag_rows *r, const double *z, double length)
{
    const tml_system *s = r->system;
    const int lin = s->space ? 3 : 2;
    double max = 0;
    for (int b = 1; b < s->nb; b++, z += s->nvb) {
        double square = 0, rotation = 0;
        for (int k = 0; k < lin; k++)
            square += z[k] * z[k];
        for (int k = lin; k < s->nvb; k++)
            rotation += z[k] * z[k];
        const double half = r->half[(b - 1) * s->nvb], around = r->half[(b - 1) * s->nvb + lin];
        max = fmax(max, fmax(sqrt(square) * half / length, sqrt(rotation) * around));
    }
    return max;
}
