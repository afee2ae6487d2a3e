/* lead_rows.c - gaps of the joints, directions along them, and the way back onto them by Newton's method.
 *
 * Along:  z - Z' (Z Z')^-1 Z z, taken twice, so that rounding does not leave the joints.
 * Back:   the least z with Z z = -gap, until there is none.
 */
#include "formulation/lead_rows.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { NEWTON_MOST = 8 };
/* Of a body of radius r: W = r^2 against turns, this times r^2/r^2 against translations. Little, so that the far end of a chain is as easily moved as its
 * beginning: what bends counts, not what is carried along. */
static const double TRANSLATION = 1e-3;
static const double CLOSED = 0.01;      /* of the tolerance: nothing is left to close */
static const double RADIUS_LEAST = 0.1; /* of the size of the mechanism: bodies that are points */

static void reach(double *radius, tml_vec3 p)
{
    *radius = fmax(*radius, tml_norm(p));
}

static void find_radii(tml_lead_rows *r, tml_arena *arena)
{
    const tml_system *s = r->system;
    r->radius = TML_NEW_ARRAY(arena, double, s->nb);
    for (int j = 0; j < s->joint_count; j++) {
        const tml_joint *joint = &s->joints[j];
        if (joint->class->connects == TML_CONNECT_JOINTS)
            continue;
        reach(&r->radius[joint->body1], joint->p1);
        reach(&r->radius[joint->body2], joint->p2);
    }
    for (int b = 1; b < s->nb; b++) {
        for (int k = 0; k < s->masses[b].written->point_count; k++)
            reach(&r->radius[b], tml_sub(s->masses[b].written->points[k].p, s->masses[b].com));
        r->radius[b] = fmax(r->radius[b], RADIUS_LEAST * s->size);
    }
}

static void find_metric(tml_lead_rows *r, tml_arena *arena)
{
    const tml_system *s = r->system;
    const int lin = s->space ? 3 : 2;
    r->half = TML_NEW_ARRAY(arena, double, s->nv + 1);
    for (int j = 0; j < s->nv; j++)
        r->half[j] = j % s->nvb < lin ? 1 / sqrt(TRANSLATION) : 1 / r->radius[j / s->nvb + 1];
}

/* Rows of joints that move some body, and the columns they pull on. */
static void list_rows(tml_lead_rows *r, tml_arena *arena)
{
    const tml_system *s = r->system;
    r->row = TML_NEW_ARRAY(arena, int, s->assembly_row_count + 1);
    int *start = TML_NEW_ARRAY(arena, int, s->assembly_row_count + 1);
    int *column = TML_NEW_ARRAY(arena, int, s->assembly_block_count * s->nvb + 1);
    int at = 0;
    for (int i = 0; i < s->assembly_row_count; i++) {
        if (s->rows[i].driver >= 0 || s->rows[i].block_count == 0)
            continue;
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int j = 0; j < s->nvb; j++)
                column[at++] = (s->blocks[k].body - 1) * s->nvb + j;
        r->row[r->rows++] = i;
        start[r->rows] = at;
    }
    r->normal = tml_normal_make(r->rows, s->nv, r->rows, start, column, arena);
}

tml_lead_rows *tml_lead_rows_make(const tml_system *system, double t, tml_arena *arena)
{
    tml_lead_rows *r = TML_NEW(arena, tml_lead_rows);
    *r = (tml_lead_rows){.system = system, .t = t, .work = tml_work_make(system, arena)};
    list_rows(r, arena);
    find_radii(r, arena);
    find_metric(r, arena);
    r->gap = TML_NEW_ARRAY(arena, double, r->rows + 1);
    r->lambda = TML_NEW_ARRAY(arena, double, r->rows + 1);
    r->Zz = TML_NEW_ARRAY(arena, double, r->rows + 1);
    r->still = TML_NEW_ARRAY(arena, double, system->nv + 1);
    r->z = TML_NEW_ARRAY(arena, double, system->nv + 1);
    r->d = TML_NEW_ARRAY(arena, double, system->nv + 1);
    return r;
}

double tml_lead_rows_at(tml_lead_rows *r, const double *q)
{
    const tml_system *s = r->system;
    double worst = 0;
    tml_work_move(r->work, r->t, q, r->still);
    tml_work_measure(r->work, 0, s->measure_count);
    tml_work_constraints(r->work, s->assembly_row_count);
    for (int i = 0; i < r->rows; i++) {
        r->gap[i] = r->work->phi[r->row[i]];
        worst = isfinite(r->gap[i]) ? fmax(worst, fabs(r->gap[i])) : INFINITY;
    }
    return worst;
}

bool tml_lead_rows_factor(tml_lead_rows *r)
{
    const tml_system *s = r->system;
    const int n = s->nvb;
    r->factored++;
    for (const tml_row_pair *p = r->normal->pairs, *end = p + r->normal->pair_count; p < end; p++)
        for (int lane = 0; lane < p->width; lane++) {
            const tml_constraint *row = &s->rows[r->row[p->row + lane]];
            const double *G = r->work->G + (size_t)row->first_block * (size_t)n;
            for (int k = 0; k < p->count; k++)
                p->Z[k][lane] = G[k] * r->half[p->column[k]];
        }
    return tml_normal_factor_any(r->normal) == 0;
}

void tml_lead_rows_along(tml_lead_rows *r, double *z)
{
    for (int pass = 0; pass < 2; pass++) {
        tml_normal_times(r->normal, z, r->Zz);
        for (int i = 0; i < r->rows; i++)
            r->Zz[i] = -r->Zz[i];
        tml_normal_solve(r->normal, r->Zz, r->lambda, z);
    }
}

void tml_lead_rows_displace(tml_lead_rows *r, const double *z, double factor, double *q)
{
    for (int j = 0; j < r->system->nv; j++)
        r->d[j] = factor * r->half[j] * z[j];
    tml_system_displace(r->system, r->d, q);
}

static double length_of(const double *z, int n)
{
    double square = 0;
    for (int j = 0; j < n; j++)
        square += z[j] * z[j];
    return sqrt(square);
}

bool tml_lead_rows_close(tml_lead_rows *r, double most, double *q)
{
    const int nv = r->system->nv;
    double before = INFINITY;
    for (int i = 0;; i++) {
        const double gap = tml_lead_rows_at(r, q);
        if (gap <= CLOSED * r->tolerance || (gap <= r->tolerance && gap > 0.5 * before))
            return true;
        if (i == NEWTON_MOST || !(gap < 0.5 * before) || !tml_lead_rows_factor(r))
            return gap <= r->tolerance;
        before = gap;
        for (int k = 0; k < r->rows; k++)
            r->gap[k] = -r->gap[k];
        memset(r->z, 0, (size_t)nv * sizeof(double));
        tml_normal_solve(r->normal, r->gap, r->lambda, r->z);
        most -= length_of(r->z, nv);
        if (!(most > 0)) /* far off: who knows where that ends */
            return false;
        tml_lead_rows_displace(r, r->z, 1, q);
    }
}

double tml_lead_rows_turn(const tml_lead_rows *r, const double *z, double length)
{
    const tml_system *s = r->system;
    const int lin = s->space ? 3 : 2;
    double most = 0;
    for (int b = 1; b < s->nb; b++, z += s->nvb) {
        double square = 0, turn = 0;
        for (int k = 0; k < lin; k++)
            square += z[k] * z[k];
        for (int k = lin; k < s->nvb; k++)
            turn += z[k] * z[k];
        const double half = r->half[(b - 1) * s->nvb], around = r->half[(b - 1) * s->nvb + lin];
        most = fmax(most, fmax(sqrt(square) * half / length, sqrt(turn) * around));
    }
    return most;
}
