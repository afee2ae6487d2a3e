/* actuation.c - actuator forces: first along the free directions of the joints, then the reactions that carry the
 * rest. */
#include "analysis/inverse/actuation.h"
#include "analysis/motion_names.h"
#include "linalg/cholesky.h"
#include "model/channel.h"
#include "system/topology/ignorable_rotations.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-9; /* a row less independent of the others than this counts as dependent */
static const double MIN_GAIN =
    1e-10; /* singular value of the actuators relative to the largest: below this they have no effect */
static const double MISSING = 1e-8; /* of the acting forces: what may be missing */

static void add(double *sum, double factor, const double *x, int n)
{
    for (int j = 0; j < n; j++)
        sum[j] += factor * x[j];
}

/* ---- the equations ---- */

/* b = U^-1 J' of each actuator, for a force of 1 N, or a torque of 1 N times the size. */
void tml_actuation_directions(tml_actuation *a, const tml_workspace *work)
{
    const tml_system *s = a->system;
    memset(a->b, 0, (size_t)a->count * (size_t)s->nv * sizeof(double));
    for (int i = 0; i < a->count; i++) {
        tml_actuator *p = &a->list[i];
        double *b = a->b + (size_t)i * (size_t)s->nv;
        if (p->coordinate >= 0) {
            const tml_term term = s->coordinates[p->coordinate].term;
            p->rate = term.coefficient * work->rate[term.measure];
            tml_workspace_add_term(work, term, 1, b);
        } else {
            p->rate = tml_workspace_sum(work, tml_actuator_terms(s, p)).d;
            tml_workspace_add_terms(work, tml_actuator_terms(s, p), 1, b);
        }
        for (int j = 0; j < s->nv; j++)
            b[j] *= (p->turns ? s->size : 1) / a->unit[j];
    }
}

static void put_rows(tml_actuation *a, const tml_workspace *work)
{
    const tml_system *s = a->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    if (!a->range) {
        a->range = TML_NEW(a->arena, tml_rank_qr);
        *a->range = tml_rank_qr_make(a->rows + s->ignorable_count, s->nv, a->arena);
        for (int i = 0; i < a->rows; i++)
            a->range->unit[i] = tml_row_unit(s, a->row[i]);
    }
    memset(a->range->rows, 0, nv * (size_t)(a->rows + s->ignorable_count) * sizeof(double));
    tml_system_put_ignorable(s, a->range->rows + (size_t)a->rows * nv, nv, 1);
    for (int i = 0; i < a->rows; i++) {
        const tml_constraint *row = &s->rows[a->row[i]];
        for (int k = row->first_block; k < row->first_block + row->block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                a->range->rows[(size_t)i * nv + at + j] = work->G[(size_t)k * nvb + j] / a->unit[at + j];
        }
    }
}

/* Given values of forces that serve as actuators do not act: F = M a - Q without them. */
static void remove_given_forces(tml_actuation *a, tml_workspace *work, const double *force)
{
    const tml_system *s = a->system;
    for (int j = 0; j < s->nv; j++)
        a->F[j] = force[j] / a->unit[j];
    for (int i = 0; i < a->count; i++) {
        const tml_actuator *p = &a->list[i];
        if (p->law < 0)
            continue;
        add(a->F, work->force[p->law] / (p->turns ? s->size : 1), a->b + (size_t)i * (size_t)s->nv, s->nv);
        work->power -= work->force[p->law] * p->rate;
    }
}

static double speed_of(const tml_workspace *work, int j)
{
    const int body = j / work->system->nvb + 1, k = j % work->system->nvb;
    if (!work->system->space) {
        const tml_motion2 *m = &work->motion2[body];
        return k == 0 ? m->vx : k == 1 ? m->vy : m->w;
    }
    const tml_motion3 *m = &work->motion3[body];
    const double v[6] = {m->v.x, m->v.y, m->v.z, m->w_B.x, m->w_B.y, m->w_B.z};
    return v[k];
}

static void find_free(tml_actuation *a, const tml_workspace *work)
{
    const tml_system *s = a->system;
    double sum = 0;
    if (!tml_rank_qr_factor(a->range, s->nv, DEPENDENT))
        tml_arena_give_up(a->arena);
    a->Z = tml_rank_qr_null_space(a->range);
    a->free_count = s->nv - a->range->rank;
    if (a->min_free_count < 0 || a->free_count < a->min_free_count)
        a->min_free_count = a->free_count;
    for (int j = 0; j < s->nv; j++) {
        a->motion_direction[j] = a->unit[j] * speed_of(work, j);
        sum += a->motion_direction[j] * a->motion_direction[j];
    }
    if (a->min_free_count != 1 || a->free_count == 1 || !(sum > 0))
        return;
    for (int j = 0; j < s->nv; j++)
        a->motion_direction[j] /= sqrt(sum);
    a->Z = a->motion_direction;
    a->free_count = 1;
}

/* Z' b y = Z' F, y of minimum norm. */
static void find_forces(tml_actuation *a)
{
    const size_t nv = (size_t)a->system->nv;
    const int m = a->free_count, n = a->count, longest = m > n ? m : n;
    const double *Z = a->Z;
    a->rank = 0;
    memset(a->y, 0, (size_t)longest * sizeof(double));
    if (m == 0 || n == 0)
        return;
    for (int k = 0; k < m; k++)
        for (size_t j = 0; j < nv; j++)
            a->y[k] += Z[(size_t)k * nv + j] * a->F[j];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            double *entry = &a->C[(size_t)i * (size_t)m + (size_t)k];
            *entry = 0;
            for (size_t j = 0; j < nv; j++)
                *entry += Z[(size_t)k * nv + j] * a->b[(size_t)i * nv + j];
        }
    memcpy(a->D, a->C, (size_t)m * (size_t)n * sizeof(double));
    lapack_int rank;
    const lapack_int flag =
        LAPACKE_dgelsd(LAPACK_COL_MAJOR, m, n, 1, a->C, m, a->y, longest, a->singular, MIN_GAIN, &rank);
    if (flag == LAPACK_WORK_MEMORY_ERROR)
        tml_arena_give_up(a->arena);
    for (int i = 0; flag && i < n; i++)
        a->y[i] = NAN;
    a->rank = flag ? 0 : rank;
}

/* The part of F along the free directions that the actuators do not produce. */
static void find_missing(tml_actuation *a)
{
    const size_t nv = (size_t)a->system->nv;
    const double *Z = a->Z;
    double sum = 0;
    memset(a->residual, 0, nv * sizeof(double));
    for (int k = 0; k < a->free_count; k++) {
        double part = 0;
        for (size_t j = 0; j < nv; j++)
            part += Z[(size_t)k * nv + j] * a->F[j];
        add(a->residual, part, Z + (size_t)k * nv, (int)nv);
        sum += part * part;
    }
    a->missing = sqrt(sum);
}

/* Sets everything to NaN if the input is. */
static void fail(tml_actuation *a, double *lambda)
{
    a->missing = NAN;
    for (int i = 0; i < a->count; i++)
        a->list[i].force = NAN;
    for (int i = 0; i < a->system->rigid_row_count; i++)
        lambda[i] = NAN;
}

void tml_actuation_set_undefined(tml_actuation *a, tml_workspace *work, double *lambda)
{
    const double missing = a->missing;
    fail(a, lambda);
    a->missing = missing;
    for (int i = 0; i < a->count; i++)
        if (a->list[i].law >= 0)
            work->force[a->list[i].law] = NAN;
}

double tml_actuation_missing_power(const tml_actuation *a, const double *v)
{
    double power = 0;
    for (int j = 0; j < a->system->nv; j++)
        power += a->residual[j] * a->unit[j] * v[j];
    return power;
}

static void find_scale(tml_actuation *a, const tml_workspace *work)
{
    a->scale = 0;
    for (int j = 0; j < a->system->nv; j++)
        a->scale = fmax(a->scale, fmax(fabs(a->F[j]), fabs(work->Q[j] / a->unit[j])));
    a->needed = a->scale;
}

/* Subtracts the share of the actuator forces y from F. */
static void apply_forces(tml_actuation *a, tml_workspace *work, double *lambda)
{
    const tml_system *s = a->system;
    for (int i = 0; i < a->count; i++) {
        tml_actuator *p = &a->list[i];
        p->force = a->y[i] * (p->turns ? s->size : 1);
        a->scale = fmax(a->scale, fabs(a->y[i]));
        add(a->F, -a->y[i], a->b + (size_t)i * (size_t)s->nv, s->nv);
        work->power += p->drive < 0 ? p->force * p->rate : 0;
        if (p->law >= 0)
            work->force[p->law] = p->force;
        if (p->drive >= 0)
            lambda[s->drives[p->drive].row] = p->force;
    }
}

/* ---- large systems ---- */

/* The free directions are the motions in which one driver moves: by the sparse factors of all rows. */
static void find_free_sparse(tml_actuation *a)
{
    const tml_system *s = a->system;
    tml_driven *d = a->driven;
    double *Z = a->motions;
    memset(d->r, 0, (size_t)d->rows * sizeof(double));
    for (int i = 0; i < s->drive_count; i++, Z += s->nv) {
        double sum = 0;
        d->r[s->drives[i].row] = 1;
        tml_driven_sparse_solve(d->sparse, d->r, Z);
        d->r[s->drives[i].row] = 0;
        for (int j = 0; j < s->nv; j++)
            sum += Z[j] * Z[j];
        for (int j = 0; j < s->nv; j++)
            Z[j] /= sqrt(sum);
    }
    a->Z = a->motions;
    a->free_count = s->drive_count;
}

/* lambda (row_count) with G' lambda = F, F in units of force */
static bool solve_reactions(tml_actuation *a, double *lambda)
{
    for (int j = 0; j < a->system->nv; j++)
        a->residual[j] = a->F[j] * a->unit[j];
    return tml_driven_solve_transpose(a->driven, a->residual, lambda);
}

/* Whether each driver is an actuator, in their order: then the multipliers are the forces. */
static bool drivers_act(const tml_actuation *a)
{
    bool each = a->count == a->system->drive_count;
    for (int i = 0; each && i < a->count; i++)
        each = a->list[i].drive == i;
    return each;
}

/* Sparse solution, if no row depends on others and the actuators produce all that is needed. */
static bool solve_sparse(tml_actuation *a, tml_workspace *work, double *lambda)
{
    const tml_system *s = a->system;
    tml_driven *d = a->driven;
    if (!d || !d->sparse || d->rows != s->nv || s->drive_count == 0 || !solve_reactions(a, lambda))
        return false;
    if (drivers_act(a)) {
        for (int i = 0; i < a->count; i++)
            a->y[i] = lambda[s->drives[i].row] / (a->list[i].turns ? s->size : 1);
        a->rank = a->free_count = a->count;
    } else {
        if (!a->motions)
            a->motions = TML_NEW_ARRAY(a->arena, double, (size_t)s->nv *(size_t)s->drive_count + 1);
        find_free_sparse(a);
        find_forces(a);
    }
    if (a->rank < a->free_count)
        return false;
    a->min_free_count = a->free_count;
    apply_forces(a, work, lambda);
    if (!drivers_act(a) && !solve_reactions(a, lambda)) {
        fail(a, lambda);
        return true;
    }
    for (int i = 0; i < s->drive_count; i++)
        lambda[s->drives[i].row] = 0;
    for (int i = 0; i < a->count; i++)
        if (a->list[i].drive >= 0)
            lambda[s->drives[a->list[i].drive].row] = a->list[i].force;
    a->missing = 0;
    return true;
}

void tml_actuation_solve(tml_actuation *a, tml_workspace *work, const double *force, double *lambda)
{
    const tml_system *s = a->system;
    tml_actuation_directions(a, work);
    remove_given_forces(a, work, force);
    if (!tml_all_finite(a->F, s->nv)) {
        fail(a, lambda);
        return;
    }
    find_scale(a, work);
    if (solve_sparse(a, work, lambda))
        return;
    if (s->nv > TML_DRIVEN_MAX_DENSE) {
        fail(a, lambda);
        return;
    }
    put_rows(a, work);
    find_free(a, work);
    find_forces(a);
    memset(lambda, 0, (size_t)s->rigid_row_count * sizeof(double));
    apply_forces(a, work, lambda);
    find_missing(a);
    if (!tml_rank_qr_solve_transpose(a->range, a->F, a->reactions))
        tml_arena_give_up(a->arena);
    for (int i = 0; i < a->rows; i++)
        lambda[a->row[i]] = a->reactions[i];
}

bool tml_actuation_suffices(const tml_actuation *a)
{
    return a->missing <= MISSING * a->scale;
}

bool tml_actuation_is_singular(const tml_actuation *a)
{
    return a->count >= a->free_count && a->rank < a->free_count;
}

bool tml_actuation_is_unique(const tml_actuation *a, const tml_task *task)
{
    const tml_system *s = a->system;
    if (!s->result_law_count || a->rank < a->free_count || a->count == a->rank)
        return true;
    const tml_result_law *law = &s->result_laws[0];
    tml_log_raise(task->log, TML_E_RESULT_NOT_UNIQUE, law->place,
                  "%s: %s depends on results, which are not unique: %d actuators share the forces that %d need "
                  "to produce",
                  task->element->kind, law->name, a->count, a->rank);
    return false;
}

const char *tml_actuation_names(const tml_actuation *a, tml_arena *arena)
{
    const char *list = "";
    for (int i = 0; i < a->count; i++)
        list = tml_arena_format(arena, "%s%s%s", list, i ? ", " : "", a->list[i].name);
    return list;
}

const char *tml_actuation_missing(const tml_actuation *a, const tml_workspace *work, tml_arena *arena)
{
    double *d = TML_NEW_ARRAY(arena, double, a->system->nv + 1);
    for (int j = 0; j < a->system->nv; j++)
        d[j] = a->residual[j] / (a->missing * a->unit[j]);
    const tml_named_motion m = tml_motion_name(work, d, arena);
    const char *what =
        tml_arena_format(arena, "%.4g %s missing along %s", m.amount != 0 ? fabs(a->missing / m.amount) : a->missing,
                         m.turns ? "N*m are" : "N are", m.name);
    if (tml_actuation_is_singular(a))
        return tml_arena_format(arena, "%s (a singular configuration of the actuation: %s cannot move it there)", what,
                                tml_actuation_names(a, arena));
    return tml_arena_format(arena, "%s (%d degree%s of freedom, %d actuator%s)", what, a->free_count,
                            a->free_count == 1 ? "" : "s", a->count, a->count == 1 ? "" : "s");
}

/* ---- columns ---- */

/* What the actuator is where it has a name of its own in the model; NULL: a joint's coordinate. */
static const tml_force_class *force_of(const tml_system *s, const tml_actuator *p)
{
    return p->law >= 0 ? s->forces[s->laws[p->law].force].class : NULL;
}

static bool reports(const tml_system *s, const tml_actuator *p, int what)
{
    return tml_force_channel_find(force_of(s, p), what, p->turns) || p->drive >= 0;
}

static const char *column_name(const tml_actuation *a, const tml_actuator *p, const char *what)
{
    return tml_arena_format(a->arena, p->is_one_of_several ? "%s_%s" : "%s.%s", p->name, what);
}

const char *tml_actuator_channel(const tml_actuation *a, int index, int what)
{
    const tml_actuator *p = &a->list[index];
    const tml_force_channel *own = tml_force_channel_find(force_of(a->system, p), what, p->turns);
    if (own)
        return column_name(a, p, own->name);
    const tml_channel_owner of = p->drive >= 0 ? TML_OF_DRIVER : TML_OF_ACTUATOR;
    return column_name(a, p, tml_channel_at(of, a->system->space, p->turns, what == TML_CHANNEL_POWER)->name);
}

static void add_column(const tml_actuation *a, const tml_actuator *p, int what, tml_column *column)
{
    const tml_channel *c = tml_channel_at(TML_OF_ACTUATOR, a->system->space, p->turns, what);
    *column = (tml_column){column_name(a, p, c->name), c->unit};
}

int tml_actuation_columns(const tml_actuation *a, bool energy, tml_column *columns)
{
    int count = 0;
    for (int i = 0; i < a->count; i++) {
        const tml_actuator *p = &a->list[i];
        if (!reports(a->system, p, TML_CHANNEL_FORCE))
            add_column(a, p, 0, &columns[count++]);
        if (!reports(a->system, p, TML_CHANNEL_POWER))
            add_column(a, p, 1, &columns[count++]);
        if (energy)
            add_column(a, p, 2, &columns[count++]);
    }
    return count;
}

void tml_actuation_fill(const tml_actuation *a, const double *energies, double *row)
{
    for (int i = 0; i < a->count; i++) {
        const tml_actuator *p = &a->list[i];
        if (!reports(a->system, p, TML_CHANNEL_FORCE))
            *row++ = p->sign * p->force;
        if (!reports(a->system, p, TML_CHANNEL_POWER))
            *row++ = p->force * p->rate;
        if (energies)
            *row++ = energies[i];
    }
}
