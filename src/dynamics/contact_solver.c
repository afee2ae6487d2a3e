/* contact_solver.c - contacts with Coulomb friction: projected Gauss-Seidel and Newton's method for few; for many conjugate sweeps and clusters. */
#include "dynamics/contact_cluster.h"
#include "dynamics/contact_conjugate.h"
#include "dynamics/contact_graph.h"
#include "dynamics/contact_sweep.h"
#include "linalg/sparse_lu.h"
#include <math.h>
#include <string.h>

enum {
    SWEEPS = 40,      /* between two tries of Newton's method */
    FEW_SWEEPS = 12,  /* the same at first, with few contacts: it is as fast as these */
    MAX_ROUNDS = 15,  /* of both */
    MANY_ROUNDS = 20, /* the same with many contacts */
    MANY_SWEEPS = 200,
    UNSOLVED_PART = 24, /* of the contacts: so many are left to clusters */
    FEW_CLUSTER = 18,   /* contacts of a cluster, with few */
    MIN_CLUSTER = 12,   /* with many */
    MAX_CLUSTER = 40,
    NEWTON_STEPS = 30,
    MAX_HALVINGS = 6,
    MAX_WORSE = 4,  /* whole steps in a row that do not lower the residual */
    MAX_FACTOR = 8, /* of the sweeps, doubled where Newton's method gains little */
    MAX_STUCK = 4,  /* rounds in a row that gain nothing */
};
static const double DECREASE = 0.999;          /* of the sum of squares, by one step */
static const double GAINED = 0.5, STUCK = 0.9; /* of the residual */
static const double REGULARIZATION = 1e-11;    /* of the diagonal: contacts more than needed have no unique impulses */

tml_contact_solver *tml_contact_solver_make(int nv, int n, tml_arena *arena)
{
    tml_contact_solver *s = TML_NEW(arena, tml_contact_solver);
    *s = (tml_contact_solver){.nv = nv, .n = n, .arena = arena, .scratch = tml_arena_part(arena)};
    return s;
}

/* ---- Newton's method ---- */

/* Impulses and velocities kept. */
typedef struct {
    double *P, *v; /* (row_count), (nv) */
} kept;

typedef struct {
    int *number;   /* (row_count) among the unknowns; -1: its impulse is zero */
    int *before;   /* (row_count) the same of `lu` */
    tml_lu *lu;    /* NULL: none yet */
    int *list;     /* (contact_count) */
    double *right; /* (row_count) */
    tml_contact_graph graph;
    int *seen; /* (contact_count) the last contact that met it as a neighbour */
    kept best;
} newton;

/* What the equations of one contact are: u = 0, or, where it slides, P_t - limit d = 0 with d along P_t - u_t/rho. */
typedef struct {
    bool slides;
    double d[3], length, most;
} sliding;

static sliding sliding_of(const tml_contact_solver *s, const tml_contact_block *c, const double *v)
{
    const int tangent = tml_contact_normals(c), n = c->size - tangent;
    sliding f = {.most = tml_contact_most_friction(c)};
    for (int i = 0; i < n; i++) {
        const double u = tml_contact_speed(s, c->first + tangent + i, v);
        f.d[i] = c->P[tangent + i] - (c->rho > 0 ? u / c->rho : 0);
    }
    f.length = tml_contact_length(f.d, n);
    f.slides = f.length > f.most && (f.most > 0 || c->limit >= 0); /* without a load yet: it sticks */
    for (int i = 0; i < n && f.length > 0; i++)
        f.d[i] /= f.length;
    return f;
}

static void set_right(const tml_contact_solver *s, const tml_contact_block *c, const sliding *f, const double *v,
                      newton *x)
{
    const int tangent = tml_contact_normals(c);
    for (int i = 0; i < c->size; i++) {
        const bool stands = (i == 0 && tangent) || !f->slides;
        const double u = tml_contact_speed(s, c->first + i, v) + (i == 0 && tangent ? c->bounce : 0);
        x->right[x->number[c->first + i]] = stands ? -u : -(c->P[i] - f->most * f->d[i - tangent]) * c->rho;
    }
}

/* Derivatives of the equations of contact c by the impulses of contact k: d p/|p| = (1 - d d')/|p| dp, dp = dP - W dP/rho. */
static void set_block(const tml_contact_solver *s, const tml_contact_block *c, const sliding *f,
                      const tml_contact_block *k, const newton *x, tml_lu *lu)
{
    const int tangent = tml_contact_normals(c), n = c->size - tangent;
    double W[3][3];
    for (int i = 0; i < c->size; i++)
        for (int j = 0; j < k->size; j++)
            W[i][j] = c == k ? c->W[i][j] : tml_contact_coupling(s, c->first + i, k->first + j);
    for (int i = 0; i < c->size; i++)
        for (int j = 0; j < k->size; j++) {
            double value = W[i][j];
            if (f->slides && i >= tangent) {
                double turned = 0;
                for (int l = 0; l < n; l++) {
                    const double dp = (c == k && tangent + l == j) - W[tangent + l][j] / c->rho;
                    turned += ((l == i - tangent) - f->d[i - tangent] * f->d[l]) * dp;
                }
                const double grows = c == k && tangent && j == 0 ? c->friction * f->d[i - tangent] : 0;
                value = c->rho * ((c == k && i == j) - f->most / f->length * turned - grows);
            }
            if (c == k && i == j)
                value += REGULARIZATION * fmax(c->rho, c->W[0][0]);
            lu->value[tml_pattern_find(&lu->pattern, x->number[c->first + i], x->number[k->first + j])] = value;
        }
}

/* Neighbours of contact i that take part, into list (contact_count); through joints every contact meets every other. */
static int neighbours(const tml_contact_solver *s, newton *x, int i, int *list)
{
    const bool all = s->rows[s->contacts[i].first].X != NULL;
    int count = 0;
    for (int k = 0; all && k < s->contact_count; k++)
        if (x->number[s->contacts[k].first] >= 0)
            list[count++] = k;
    for (int side = 0; side < 2 && !all; side++) {
        const int body = tml_contact_body(s, &s->contacts[i], side);
        for (int j = body < 0 ? 0 : x->graph.first_of[body]; body >= 0 && j < x->graph.first_of[body + 1]; j++) {
            const int k = x->graph.contacts_of[j];
            if (x->seen[k] != i && x->number[s->contacts[k].first] >= 0)
                list[count++] = k;
            x->seen[k] = i;
        }
    }
    return count;
}

/* Column by column: contacts are numbered in their order, and so are the rows of those that meet. */
static tml_pattern find_pattern(const tml_contact_solver *s, newton *x, int m, int *list, tml_arena *arena)
{
    int *column = TML_NEW_ARRAY(arena, int, m + 1), *row = NULL, entries = 0;
    for (int pass = 0; pass < 2; pass++) {
        entries = 0;
        for (int i = 0; i < s->contact_count; i++) {
            const tml_contact_block *c = &s->contacts[i];
            const int count = x->number[c->first] < 0 ? 0 : neighbours(s, x, i, list);
            if (pass)
                tml_sort_ascending(list, count);
            for (int j = 0; j < c->size && count; j++) {
                for (int k = 0; k < count; k++)
                    for (int l = 0; l < s->contacts[list[k]].size; l++, entries++)
                        if (pass)
                            row[entries] = x->number[s->contacts[list[k]].first] + l;
                column[x->number[c->first] + j + 1] = entries;
            }
        }
        for (int i = 0; i < s->contact_count; i++)
            x->seen[i] = -1;
        row = pass ? row : TML_NEW_ARRAY(arena, int, entries + 1);
    }
    return (tml_pattern){.n = m, .entries = entries, .column = column, .row = row};
}

/* Which contacts take part: those that press or are about to; P of the others is zero. Returns the number of unknowns. */
static int choose_closed(tml_contact_solver *s, double *v, int *number)
{
    int m = 0;
    for (int i = 0; i < s->contact_count; i++) {
        tml_contact_block *c = &s->contacts[i];
        const bool closed = c->limit >= 0 || c->P[0] * c->W[0][0] >= tml_contact_speed(s, c->first, v) + c->bounce;
        for (int k = 0; k < c->size; k++) {
            number[c->first + k] = closed ? m++ : -1;
            if (!closed && c->P[k] != 0) {
                tml_contact_push(s, c->first + k, -c->P[k], v);
                c->P[k] = 0;
            }
        }
    }
    return m;
}

static bool newton_step(tml_contact_solver *s, newton *x, double *v, tml_arena *arena)
{
    const int m = choose_closed(s, v, x->number);
    if (m == 0)
        return false;
    if (!x->lu || memcmp(x->before, x->number, (size_t)s->row_count * sizeof(int)) != 0) {
        x->lu = tml_lu_make(find_pattern(s, x, m, x->list, arena), arena);
        memcpy(x->before, x->number, (size_t)s->row_count * sizeof(int));
    }
    tml_lu *lu = x->lu;
    for (int i = 0; i < s->contact_count; i++) {
        const tml_contact_block *c = &s->contacts[i];
        if (x->number[c->first] < 0)
            continue;
        const sliding f = sliding_of(s, c, v);
        set_right(s, c, &f, v, x);
        const int count = neighbours(s, x, i, x->list);
        for (int k = 0; k < count; k++)
            set_block(s, c, &f, &s->contacts[x->list[k]], x, lu);
    }
    for (int i = 0; i < s->contact_count; i++)
        x->seen[i] = -1;
    if (!(tml_lu_factor(lu, true) > 0))
        return false;
    tml_lu_solve(lu, x->right);
    for (int i = 0; i < s->contact_count; i++)
        for (int k = 0; k < s->contacts[i].size; k++) {
            const int row = s->contacts[i].first + k, at = x->number[row];
            if (at < 0 || !isfinite(x->right[at]))
                continue;
            s->contacts[i].P[k] += x->right[at];
            tml_contact_push(s, row, x->right[at], v);
        }
    return true;
}

static void keep(const tml_contact_solver *s, const double *v, kept *k)
{
    memcpy(k->v, v, (size_t)s->nv * sizeof *v);
    for (int i = 0; i < s->contact_count; i++)
        memcpy(k->P + s->contacts[i].first, s->contacts[i].P, (size_t)s->contacts[i].size * sizeof(double));
}

/* Back to `part` of the way from there: velocities are linear in the impulses. */
static void go_back(tml_contact_solver *s, const kept *k, double part, double *v)
{
    for (int i = 0; i < s->nv; i++)
        v[i] = k->v[i] + part * (v[i] - k->v[i]);
    for (int i = 0; i < s->contact_count; i++)
        for (int j = 0; j < s->contacts[i].size; j++) {
            const double was = k->P[s->contacts[i].first + j];
            s->contacts[i].P[j] = was + part * (s->contacts[i].P[j] - was);
        }
}

/* A step of Newton's method, halved until the sum of squares of the residuals decreases; false: it does not. */
static bool descend(tml_contact_solver *s, newton *x, double *merit, double *v, tml_arena *arena)
{
    keep(s, v, &x->best);
    if (!newton_step(s, x, v, arena))
        return false;
    double now = tml_contact_merit(s, v);
    for (int k = 0; k < MAX_HALVINGS && !(now < DECREASE * *merit); k++) {
        go_back(s, &x->best, 0.5, v);
        now = tml_contact_merit(s, v);
    }
    const bool lower = now < DECREASE * *merit;
    if (!lower)
        go_back(s, &x->best, 0, v);
    *merit = lower ? now : *merit;
    return lower;
}

/* Newton's method. While its steps descend they are taken as far as they do; where none does, whole ones go on from there, since contacts that open and
 * close may raise the residual before they lower it: the best of these is kept. */
static double polish(tml_contact_solver *s, double tolerance, double *v)
{
    tml_arena *arena = s->scratch;
    newton x = {.number = TML_NEW_ARRAY(arena, int, s->row_count),
                .before = TML_NEW_ARRAY(arena, int, s->row_count),
                .right = TML_NEW_ARRAY(arena, double, s->row_count),
                .list = TML_NEW_ARRAY(arena, int, s->contact_count),
                .best = {TML_NEW_ARRAY(arena, double, s->row_count), TML_NEW_ARRAY(arena, double, s->nv)}};
    double merit = tml_contact_merit(s, v), residual = tml_contact_largest_residual(s, v), best = residual;
    x.graph = tml_contact_graph_make(s, arena);
    x.seen = TML_NEW_ARRAY(arena, int, s->contact_count + 1);
    for (int i = 0; i < s->contact_count; i++)
        x.seen[i] = -1;
    int step = 0;
    for (; step < NEWTON_STEPS && residual > tolerance && descend(s, &x, &merit, v, arena); step++, s->newton_steps++)
        residual = tml_contact_largest_residual(s, v);
    best = residual;
    keep(s, v, &x.best);
    for (int worse = 0; step < NEWTON_STEPS && worse < MAX_WORSE && best > tolerance; step++, s->newton_steps++) {
        if (!newton_step(s, &x, v, arena))
            break;
        residual = tml_contact_largest_residual(s, v);
        worse = residual < best ? 0 : worse + 1;
        if (residual < best) {
            best = residual;
            keep(s, v, &x.best);
        }
        if (!isfinite(residual))
            break;
    }
    go_back(s, &x.best, 0, v);
    tml_arena_free(arena);
    return best;
}

/* Few contacts: Newton's method as soon as it may find the rest. */
static void solve_few(tml_contact_solver *s, double tolerance, double *v)
{
    int factor = 1, stuck = 0;
    for (int round = 0; round < MAX_ROUNDS && s->residual > tolerance && stuck < MAX_STUCK; round++) {
        const double before = s->residual;
        const int sweeps = round == 0 ? FEW_SWEEPS : SWEEPS * factor;
        if (round > 0)
            s->residual = tml_contact_conjugate_sweeps(s, TML_SWEEPS_HASTENED, sweeps, tolerance, v, s->scratch);
        for (int k = 0; round == 0 && k < sweeps && s->residual > tolerance; k++) {
            s->residual = tml_contact_sweep(s, false, v);
            if (s->residual <= tolerance) /* when each was met: now of all at once */
                s->residual = tml_contact_largest_residual(s, v);
        }
        const double swept = s->residual = tml_contact_largest_residual(s, v);
        if (s->residual > tolerance)
            s->residual = polish(s, tolerance, v);
        factor *= s->residual > GAINED * swept && factor < MAX_FACTOR ? 2 : 1;
        stuck = round && s->residual > STUCK * before ? stuck + 1 : 0;
        if (stuck && stuck < MAX_STUCK && tml_contact_solve_clusters(s, FEW_CLUSTER, tolerance, v, s->scratch))
            s->residual = tml_contact_largest_residual(s, v);
    }
}

static int count_unsolved(const tml_contact_solver *s, double tolerance, const double *v)
{
    int count = 0;
    for (int i = 0; i < s->contact_count; i++)
        count += tml_contact_residual(s, i, v) > tolerance;
    return count;
}

/* Many: sweeps in pairs; what these leave in clusters, and where there are too many or none can be made, Newton's method. */
static void solve_many(tml_contact_solver *s, double tolerance, double *v)
{
    int size = MIN_CLUSTER;
    tml_sweeps way = TML_SWEEPS_HASTENED;
    double before = INFINITY;
    for (int round = 0; round <= MANY_ROUNDS; round++) {
        s->residual = tml_contact_conjugate_sweeps(s, way, MANY_SWEEPS, tolerance, v, s->scratch);
        if (s->residual <= tolerance || round == MANY_ROUNDS)
            return;
        way = s->residual < GAINED * before ? way : (way + 1) % TML_SWEEPS_COUNT;
        before = s->residual;
        const int unsolved = count_unsolved(s, tolerance, v);
        const bool clusters = unsolved * UNSOLVED_PART <= s->contact_count &&
                              tml_contact_solve_clusters(s, size, tolerance, v, s->scratch);
        if (clusters)
            size = size < MAX_CLUSTER ? size * 3 / 2 : MIN_CLUSTER;
        else if (round % 3 == 1)
            polish(s, tolerance, v);
    }
}

bool tml_contact_solver_solve(tml_contact_solver *s, double tolerance, double *v)
{
    s->sweeps = s->newton_steps = 0;
    s->residual = 0;
    if (s->contact_count == 0)
        return true;
    for (int i = 0; i < s->contact_count; i++)
        tml_contact_find_local(s, &s->contacts[i]);
    s->residual = tml_contact_largest_residual(s, v);
    if (s->residual > tolerance && s->row_count <= TML_FEW_CONTACT_ROWS)
        solve_few(s, tolerance, v);
    else if (s->residual > tolerance)
        solve_many(s, tolerance, v);
    return s->residual <= tolerance;
}
