/* singular_branches.c - the branches of motion that meet in a singular configuration: common zeros of its quadratic
 * forms.
 *
 * Random directions are projected onto the cone y'B_l y = 0, |y| = 1. If the B_l y are independent there, T = {d :
 * y'B_l d = 0} is the tangent space of a branch; if every form vanishes on T, the branch is linear to this order, and
 * is found again from other directions. Directions that the forms do not depend on (E'y = 0) belong to every branch.
 */
#include "assembly/singular_configuration.h"
#include "elementary/elementary.h"
#include "linalg/cholesky.h"
#include "linalg/eigenvalues.h"
#include "linalg/quadrics.h"
#include "linalg/rank_revealing_qr.h"
#include <math.h>
#include <string.h>

enum { MAX_BRANCHES = 24, MIN_STARTS = 60, MAX_STARTS = 1500 };
static const double FORM = 1e-6;    /* of a form's norm: smaller is rounding */
static const double ALONG = 1e-7;   /* of a velocity: allowed component normal to the cone */
static const double REST = 1e-12;   /* of the largest velocity */
static const double ZERO = 1e-14;   /* of a form, at a point of the cone */
static const double REGULAR = 1e-4; /* sine of the angle between gradients */
static const double SAME = 1e-5;    /* difference of tangent spaces */

typedef struct {
    const tml_singular_space *x;
    tml_quadrics *cone; /* in E: the forms, then |y|^2 - 1 */
    double *T;          /* (p x p) tangent space of the last point, column-major */
    int width;          /* of T */
    double *known;      /* (MAX_BRANCHES x p x p) projectors of the branches */
    double *points;     /* (MAX_BRANCHES x p) */
    int count;
    bool curved, overflow;
    tml_arena *scratch;
} branch_search;

static tml_quadrics *make_cone(const tml_singular_space *x, tml_arena *scratch)
{
    const int p = x->essential, k = x->k;
    tml_quadrics *z = tml_quadrics_make(x->forms + 1, p, scratch);
    for (int l = 0; l < x->forms; l++)
        for (int a = 0; a < p; a++)
            for (int b = 0; b < p; b++)
                for (int i = 0; i < k; i++)
                    for (int j = 0; j < k; j++)
                        z->Q[(l * p + a) * p + b] += x->E[a * k + i] * x->B[(l * k + i) * k + j] * x->E[b * k + j];
    for (int a = 0; a < p; a++)
        z->Q[(x->forms * p + a) * p + a] = 1;
    z->c[x->forms] = -1;
    return z;
}

/* T at the last point evaluated: null space of the gradients, except that of |y|^2. */
static void find_tangents(branch_search *w)
{
    const int p = w->x->essential, forms = w->x->forms;
    tml_rank_qr f = tml_rank_qr_make(forms, p, w->scratch);
    memcpy(f.rows, w->cone->J, (size_t)(forms * p) * sizeof(double));
    for (int l = 0; l < forms; l++) { /* a gradient that is rounding has no direction */
        double max = 0;
        for (int i = 0; i < p; i++)
            max = fmax(max, fabs(f.rows[l * p + i]));
        if (max <= FORM)
            memset(f.rows + l * p, 0, (size_t)p * sizeof(double));
    }
    if (!tml_rank_qr_factor(&f, p, FORM))
        tml_arena_give_up(w->scratch);
    w->width = p - f.rank;
    memcpy(w->T, tml_rank_qr_null_space(&f), (size_t)(w->width * p) * sizeof(double));
}

/* Whether all forms vanish on T. */
static bool is_linear(const branch_search *w)
{
    const int p = w->x->essential;
    for (int l = 0; l < w->x->forms; l++)
        for (int a = 0; a < w->width; a++)
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int i = 0; i < p; i++)
                    for (int j = 0; j < p; j++)
                        sum += w->T[a * p + i] * w->cone->Q[(l * p + i) * p + j] * w->T[b * p + j];
                if (fabs(sum) > FORM)
                    return false;
            }
    return true;
}

static void project_onto(const branch_search *w, double *P)
{
    const int p = w->x->essential;
    memset(P, 0, (size_t)(p * p) * sizeof(double));
    for (int a = 0; a < w->width; a++)
        for (int i = 0; i < p; i++)
            for (int j = 0; j < p; j++)
                P[i * p + j] += w->T[a * p + i] * w->T[a * p + j];
}

/* Which known branch has this tangent space; -1. */
static int find_known(const branch_search *w, const double *P)
{
    const int size = w->x->essential * w->x->essential;
    for (int b = 0; b < w->count; b++) {
        double max = 0;
        for (int i = 0; i < size; i++)
            max = fmax(max, fabs(P[i] - w->known[b * size + i]));
        if (max < SAME)
            return b;
    }
    return -1;
}

/* Whether the tangent space of the cone at the last point evaluated, now in T, is that of one branch: the gradients
 * are independent, or T lies in the cone (a branch on which some rows remain redundant). */
static bool is_smooth(branch_search *w, bool *linear)
{
    tml_quadrics *z = w->cone;
    tml_arena *own = w->scratch; /* each of many points would keep its factors */
    z->count = w->x->forms;      /* without |y|^2 */
    const bool regular = tml_quadrics_regular(z, REGULAR);
    z->count = w->x->forms + 1;
    w->scratch = tml_arena_part(own);
    find_tangents(w);
    tml_arena_free(w->scratch);
    w->scratch = own;
    *linear = is_linear(w);
    return regular || *linear;
}

static void search(branch_search *w)
{
    const int p = w->x->essential, starts = (int)fmin(MAX_STARTS, MIN_STARTS * tml_pow(2, w->x->forms));
    double *y = TML_NEW_ARRAY(w->scratch, double, p + 1), *P = TML_NEW_ARRAY(w->scratch, double, p *p + 1);
    unsigned seed = 4711;
    for (int i = 0; i < starts && !w->curved; i++) {
        tml_closure_random(&seed, p, y);
        tml_normalize(y, p);
        bool linear;
        if (!tml_quadrics_solve(w->cone, y, ZERO) || !is_smooth(w, &linear))
            continue;
        if (!linear) {
            w->curved = true;
            return;
        }
        project_onto(w, P);
        if (find_known(w, P) >= 0)
            continue;
        if (w->count == MAX_BRANCHES) {
            w->overflow = true;
            return;
        }
        memcpy(w->known + w->count * p * p, P, (size_t)(p * p) * sizeof(double));
        memcpy(w->points + w->count++ * p, y, (size_t)p * sizeof(double));
    }
}

/* One form: its eigenvalues tell whether it has zeros at all. */
static bool is_definite(const branch_search *w)
{
    const int p = w->x->essential;
    tml_eigenvalues e = tml_eigenvalues_make(p, w->scratch);
    if (w->x->forms != 1)
        return false;
    if (!tml_eigenvalues_find(&e, w->cone->Q, p, 1))
        tml_arena_give_up(w->scratch);
    return e.values[0] > FORM || e.values[p - 1] < -FORM;
}

static double *motion_of(const branch_search *w, int branch, tml_arena *arena)
{
    const tml_singular_space *x = w->x;
    double *v = TML_NEW_ARRAY(arena, double, x->s->nv + 1), *y = TML_NEW_ARRAY(w->scratch, double, x->k + 1);
    for (int a = 0; a < x->essential; a++)
        for (int i = 0; i < x->k; i++)
            y[i] += w->points[branch * x->essential + a] * x->E[a * x->k + i];
    tml_singular_from_tangent(x, y, v);
    return v;
}

static branch_search make_search(const tml_singular_space *x, tml_arena *scratch)
{
    const int p = x->essential;
    branch_search w = {.x = x, .scratch = scratch, .cone = make_cone(x, scratch)};
    w.T = TML_NEW_ARRAY(scratch, double, p *p + 1);
    w.known = TML_NEW_ARRAY(scratch, double, MAX_BRANCHES *p *p + 1);
    w.points = TML_NEW_ARRAY(scratch, double, MAX_BRANCHES *p + 1);
    return w;
}

void tml_singular_branches(tml_singular_part *p, tml_arena *scratch, tml_arena *arena)
{
    const tml_singular_space *x = p->space;
    p->kind = TML_BRANCH_UNKNOWN;
    if (!x || x->forms == 0 || x->forms < x->needed) /* third order, or higher */
        return;
    branch_search w = make_search(x, scratch);
    p->certain = is_definite(&w);
    if (!p->certain)
        search(&w);
    p->kind = w.curved || w.overflow ? TML_BRANCH_CONE : w.count ? TML_BRANCH_SEVERAL : TML_BRANCH_NONE;
    if (p->kind != TML_BRANCH_SEVERAL)
        return;
    p->branch_count = w.count;
    p->branch = TML_NEW_ARRAY(arena, double *, w.count);
    for (int b = 0; b < w.count; b++)
        p->branch[b] = motion_of(&w, b, arena);
}

/* E'y, for the tangent spaces of a point; its length. */
static double essential_of(const tml_singular_space *x, const double *y, double *out)
{
    double square = 0;
    for (int a = 0; a < x->essential; a++) {
        out[a] = 0;
        for (int i = 0; i < x->k; i++)
            out[a] += x->E[a * x->k + i] * y[i];
        square += out[a] * out[a];
    }
    return sqrt(square);
}

/* Which of the branches found has the tangent space T; -1. */
static int branch_of(branch_search *w, const tml_singular_part *p)
{
    const tml_singular_space *x = w->x;
    const int n = x->essential;
    double *P = TML_NEW_ARRAY(w->scratch, double, n *n + 1), *y = TML_NEW_ARRAY(w->scratch, double, x->k + 1),
           *point = TML_NEW_ARRAY(w->scratch, double, n + 1);
    project_onto(w, P);
    for (int b = 0; b < p->branch_count; b++) {
        tml_singular_to_tangent(x, p->branch[b], y);
        essential_of(x, y, point);
        tml_normalize(point, n);
        tml_quadrics_evaluate(w->cone, point);
        find_tangents(w);
        project_onto(w, w->known);
        w->count = 1;
        if (find_known(w, P) == 0)
            return b;
    }
    return -1;
}

void tml_singular_classify_start(tml_singular_part *p, const double *v, tml_arena *scratch)
{
    const tml_singular_space *x = p->space;
    p->start = TML_SINGULAR_AMBIGUOUS;
    p->along = -1;
    if (!x || x->forms == 0)
        return;
    double *y = TML_NEW_ARRAY(scratch, double, x->k + 1), *e = TML_NEW_ARRAY(scratch, double, x->essential + 1);
    branch_search w = make_search(x, scratch);
    tml_singular_to_tangent(x, v, y);
    bool linear;
    double fastest = 0;
    for (int j = 0; j < x->s->nv; j++)
        fastest = fmax(fastest, fabs(v[j]) * tml_arm(x->s, j));
    const double size = tml_normalize(y, x->k), length = essential_of(x, y, e);
    if (size <= REST * fastest) {
        p->start = TML_SINGULAR_REST;
        return;
    }
    if (length <= ALONG) /* it moves, but not out of the singular configuration */
        return;
    w.cone->c[x->forms] = -length * length;
    if (tml_quadrics_evaluate(w.cone, e) > ALONG * length)
        p->start = TML_SINGULAR_INCONSISTENT;
    else if (x->forms >= x->needed && is_smooth(&w, &linear))
        p->start = TML_SINGULAR_ON_BRANCH;
    if (p->start == TML_SINGULAR_ON_BRANCH && p->kind == TML_BRANCH_SEVERAL)
        p->along = branch_of(&w, p);
}

bool tml_singular_drives(const tml_singular_part *p, const double *Q, tml_arena *arena)
{
    const tml_singular_space *x = p->space;
    double largest = 0;
    if (!x || x->forms == 0)
        return false;
    double *a = TML_NEW_ARRAY(arena, double, x->k + 1), *e = TML_NEW_ARRAY(arena, double, x->essential + 1);
    for (int i = 0; i < x->k; i++) {
        double max = 0;
        for (int j = 0; j < x->n; j++) {
            const double part =
                x->Z[(size_t)i * (size_t)x->n + (size_t)j] * Q[x->column[j]] / tml_arm(x->s, x->column[j]);
            a[i] += part;
            max += fabs(part);
        }
        largest = fmax(largest, max);
    }
    for (int i = 0; i < x->k; i++) /* rounding of forces that cancel is not a force */
        a[i] = fabs(a[i]) > 1e-9 * largest ? a[i] : 0;
    tml_cholesky_solve(x->M, x->k, a);
    const double all = tml_normalize(a, x->k);
    return all > 0 && essential_of(x, a, e) > 1e-9;
}
