/* multistart.c - multistart over the free coordinates with deflation.
 *
 * Start i has the coordinates frac(i/g^k), k = 1 ... n, g^(n+1) = g + 1 (Roberts' sequence): angles over a full
 * circle, lengths over two sizes to either side. Known solutions x_j are deflated (Farrell): for m(x) r(x), m =
 * prod(1/|x - x_j|^2 + 1), Newton's step is the step d for r, multiplied by 1/(1 - m'd/m), so that one start may lead
 * to several solutions.
 * In singular configurations, where cut joints lose rank, Newton does not converge: a second pass searches with the
 * rank reduced by one.
 */
#include "analysis/steady/multistart.h"
#include "elementary/elementary.h"
#include <math.h>
#include <string.h>

enum { MAX_LIST = 100, MIN_STARTS = 60, MAX_STARTS = 400, STARTS_EACH = 40, MAX_REPEATS = 3, MAX_STEPS = 40 };
static const double MAX_WORK = 2e5; /* starts times the square of the number of coordinates */
static const double TOLERANCE = 1e-6, PI = 3.14159265358979323846;

tml_steady_list *tml_steady_list_make(const tml_steady *s)
{
    tml_steady_list *l = TML_NEW(s->arena, tml_steady_list);
    l->states = TML_NEW_ARRAY(s->arena, tml_steady_state, MAX_LIST);
    return l;
}

/* ---- comparison of solutions ---- */

/* At rest, the rotation of a particle at the end of the tree is ignorable: it stays as drawn. */
static bool has_ignorable_rotation(const tml_steady *s, const tml_branch *b)
{
    bool ignorable = s->held_count == 0 && s->system->masses[b->body].ignorable_count == (s->system->space ? 3 : 1);
    for (int i = 0; ignorable && i < s->tree->count; i++)
        ignorable = s->tree->links[i].branch->parent != b->body;
    return ignorable;
}

double tml_steady_distance(const tml_steady *s, const double *q, const double *p)
{
    double sum = 0;
    for (int i = 0; i < s->tree->count; i++) {
        const tml_branch *b = s->tree->links[i].branch;
        const int plain = b->coordinates - 3 * b->ball;
        const bool ignorable = has_ignorable_rotation(s, b);
        for (int k = 0; k < plain; k++) {
            if (ignorable && !s->slides[b->first_v + k])
                continue;
            const double d = q[b->first_q + k] - p[b->first_q + k];
            const double component = s->slides[b->first_v + k] ? d / s->system->size : 2 * tml_sin(d / 2);
            sum += component * component;
        }
        double dot = 0;
        for (int k = plain; b->ball && !ignorable && k < plain + 4; k++)
            dot += q[b->first_q + k] * p[b->first_q + k];
        sum += b->ball && !ignorable ? 4 * fmax(1 - dot * dot, 0) : 0;
    }
    for (int i = 0; i < s->states; i++) {
        if (!s->matters[i])
            continue;
        const double d = (q[s->tree_nq + i] - p[s->tree_nq + i]) * s->unit[s->tree_nv + i] / s->system->size;
        sum += d * d;
    }
    return sqrt(sum);
}

static bool same_forces(const tml_steady *s, const double *f, const double *g)
{
    for (int i = 0; i < s->system->law_count; i++)
        if (fabs(f[i] - g[i]) > TOLERANCE * s->scale * s->system->size + TOLERANCE * fabs(f[i]))
            return false;
    return true;
}

int tml_steady_list_add(tml_steady *s, tml_steady_list *l, const tml_steady_point *at, bool singular)
{
    for (int i = 0; i < l->count; i++)
        if (tml_steady_distance(s, l->states[i].at.q, at->q) < TOLERANCE &&
            same_forces(s, s->work->force, l->states[i].force))
            return i;
    if (l->count == MAX_LIST)
        return -1;
    tml_steady_state *new = &l->states[l->count];
    new->at = tml_steady_point_make(s);
    new->force = TML_NEW_ARRAY(s->arena, double, s->system->law_count + 1);
    new->singular = singular;
    tml_steady_copy(s, at, &new->at);
    memcpy(new->force, s->work->force, (size_t)s->system->law_count * sizeof(double));
    return l->count++;
}

/* Lexicographic order of the coordinates. */
static bool before(const tml_steady *s, const tml_steady_state *a, const tml_steady_state *b)
{
    const double *scale = tml_equations_scales(&s->j->e);
    for (int k = 0; k < s->tree_nq; k++)
        if (fabs(a->at.q[k] - b->at.q[k]) > TOLERANCE * (scale[k] + fabs(a->at.q[k])))
            return a->at.q[k] < b->at.q[k];
    for (int k = s->tree_nq; k < s->nq; k++)
        if (fabs(a->at.q[k] - b->at.q[k]) > TOLERANCE * fmax(fabs(a->at.q[k]), fabs(b->at.q[k])))
            return a->at.q[k] < b->at.q[k];
    return false;
}

int tml_steady_list_sort(const tml_steady *s, tml_steady_list *l, int index)
{
    for (int i = 1; i < l->count; i++)
        for (int k = i; k > 0 && before(s, &l->states[k], &l->states[k - 1]); k--) {
            const tml_steady_state other = l->states[k];
            l->states[k] = l->states[k - 1], l->states[k - 1] = other;
            index = index == k ? k - 1 : index == k - 1 ? k : index;
        }
    return index;
}

/* ---- starts ---- */

static double golden_ratio(int n)
{
    double g = 1.5;
    for (int i = 0; i < 60; i++)
        g = tml_pow(1 + g, 1.0 / (n + 1));
    return g;
}

static void set_quaternion(const double x[3], double *q)
{
    const double a = sqrt(1 - x[0]), b = sqrt(x[0]), c = 2 * PI * x[1], d = 2 * PI * x[2];
    q[0] = a * tml_sin(c), q[1] = a * tml_cos(c), q[2] = b * tml_sin(d), q[3] = b * tml_cos(d);
}

static bool is_held(const tml_steady *s, int speed)
{
    for (int i = 0; i < s->held_count; i++)
        if (s->held[i] == speed)
            return true;
    return false;
}

/* Start i: prescribed coordinates keep their values. */
static void spread_start(const tml_steady *s, int i, double g, const tml_steady_point *start, tml_steady_point *to)
{
    double power = 1;
    tml_steady_copy(s, start, to);
    for (int l = 0; l < s->tree->count; l++) {
        const tml_branch *b = s->tree->links[l].branch;
        double x[6] = {0}, *q = to->q + b->first_q;
        for (int k = 0; k < b->coordinates; k++) {
            power /= g;
            x[k] = 0.5 + i * power - floor(0.5 + i * power);
        }
        const int plain = b->coordinates - 3 * b->ball;
        const bool ignorable = has_ignorable_rotation(s, b);
        for (int k = 0; k < plain; k++)
            if (!is_held(s, b->first_v + k) && !(ignorable && !s->slides[b->first_v + k]))
                q[k] += (2 * x[k] - 1) * (s->slides[b->first_v + k] ? 2 * s->system->size : PI);
        if (b->ball && !ignorable)
            set_quaternion(x + plain, q + plain);
    }
    for (int k = s->tree_nv; k < s->nv; k++) { /* twice its magnitude to either side */
        power /= g;
        if (!s->matters[k - s->tree_nv])
            continue;
        const double x = 0.5 + i * power - floor(0.5 + i * power);
        to->q[s->tree_nq + k - s->tree_nv] += (2 * x - 1) * 2 * s->system->size / s->unit[k];
    }
    memset(to->lambda, 0, (size_t)s->rows * sizeof(double));
}

/* ---- deflation ---- */

typedef struct {
    tml_steady *s;
    const tml_steady_list *list;
    tml_steady_point near;
} deflation;

static double deflation_factor(void *context, const tml_steady_point *at, const double *x)
{
    deflation *k = context;
    double derivative = 0;
    const double h = 1e-6 / (tml_steady_length(k->s, x, 0) + 1e-300);
    tml_steady_displace(k->s, at, x, h, &k->near);
    for (int i = 0; i < k->list->count; i++) {
        const double *p = k->list->states[i].at.q;
        const double d = tml_steady_distance(k->s, at->q, p), e = tml_steady_distance(k->s, k->near.q, p);
        if (d > 1e-5)
            derivative += (1 / (e * e) - 1 / (d * d)) / h / (1 / (d * d) + 1);
    }
    const double factor = 1 / (1 - derivative);
    return isfinite(factor) ? fmin(fmax(factor, -10), 10) : 1;
}

/* ---- the search ---- */

/* Moves angles to within half a revolution of the start, if that changes nothing. */
static void unwind(tml_steady_solver *v, const tml_steady_point *start, tml_steady_point *at, tml_steady_point *dx)
{
    tml_steady *s = v->s;
    bool unwound = false;
    tml_steady_copy(s, at, dx);
    memcpy(dx->unwrapped, start->unwrapped, (size_t)s->system->measure_count * sizeof(double));
    for (int i = 0; i < s->tree->count; i++) {
        const tml_branch *b = s->tree->links[i].branch;
        for (int k = 0; k < b->coordinates - 3 * b->ball; k++) {
            const double turns = round((at->q[b->first_q + k] - start->q[b->first_q + k]) / (2 * PI) - 1e-9);
            if (s->slides[b->first_v + k] || turns == 0)
                continue;
            dx->q[b->first_q + k] -= 2 * PI * turns;
            unwound = true;
        }
    }
    if (unwound && tml_steady_evaluate(s, dx) == 0 &&
        s->max_residual <= 4 * tml_steady_residual_tolerance(s, v->tolerance) && tml_steady_states_rest(s, NULL)) {
        tml_steady_accept(s, dx);
        tml_steady_copy(s, dx, at);
    }
    tml_steady_evaluate(s, at);
}

typedef struct {
    tml_steady_solver *v;
    const tml_steady_point *start;
    tml_steady_list *list;
    tml_steady_point from, at, dx;
    int rank; /* of the rows */
} start_search;

/* Whether a solution found with reduced rank is one: all joints closed, and the rank reduced indeed. */
static bool is_singular_solution(start_search *h)
{
    tml_steady *s = h->v->s;
    s->max_rank = h->rank;
    const bool closed = tml_steady_evaluate(s, &h->at) == 0 && s->gap <= 1e-9 * s->system->size;
    bool good = false;
    if (closed && s->qr.rank < h->rank) {
        memset(h->at.lambda, 0, (size_t)s->rows * sizeof(double));
        tml_steady_evaluate(s, &h->at);
        tml_steady_balance(s, &h->at);
        good = s->max_residual <= fmax(tml_steady_residual_tolerance(s, h->v->tolerance), 1e-9 * s->scale) &&
               tml_steady_states_rest(s, NULL);
    }
    s->max_rank = h->rank - !good;
    return good;
}

static void search_from_start(start_search *h, bool singular)
{
    tml_steady_solver *v = h->v;
    tml_steady *s = v->s;
    for (int repeat = 0; repeat < MAX_REPEATS; repeat++) {
        tml_steady_copy(s, &h->from, &h->at);
        s->max_rank = h->rank - singular;
        tml_steady_status end = tml_steady_solve(v, &h->at);
        const bool found = end == TML_STEADY_CONVERGED || (singular && end == TML_STEADY_STALLED);
        const bool good = found && (!singular || is_singular_solution(h));
        s->max_rank = h->rank;
        if (!good)
            return;
        unwind(v, h->start, &h->at, &h->dx);
        const int count = h->list->count;
        if (tml_steady_list_add(s, h->list, &h->at, !s->rates && s->qr.rank < h->rank) != count)
            return;
    }
}

static int count_starts(int n)
{
    const int wanted = STARTS_EACH * n, max = (int)fmin(MAX_STARTS, MAX_WORK / ((double)n * n + 1) + 10);
    return wanted > max ? max : wanted < MIN_STARTS ? MIN_STARTS : wanted;
}

int tml_steady_search(tml_steady_solver *v, const tml_steady_point *start, tml_steady_list *list,
                      tml_steady_progress *watch, void *context)
{
    tml_steady *s = v->s;
    const double g = golden_ratio(s->nv);
    const int starts = count_starts(s->n);
    start_search h = {.v = v, .start = start, .list = list, .from = tml_steady_point_make(s), .rank = s->max_rank};
    deflation k = {s, list, tml_steady_point_make(s)};
    h.at = tml_steady_point_make(s), h.dx = tml_steady_point_make(s);
    const int max = v->max, passes = s->rows > 0 && s->max_rank > 0 ? 2 : 1;
    int stopped = 0;
    v->max = MAX_STEPS;
    for (int i = 0; i < passes * starts && !stopped && list->count < MAX_LIST; i++) {
        const bool singular = i >= starts && !s->rates; /* rows of what rolls may depend on each other anywhere */
        stopped = watch ? watch(context, (double)i / (passes * starts)) : 0;
        spread_start(s, i % starts + 1, g, start, &h.from);
        v->deflation = NULL;
        if (!tml_steady_close_loops(v, &h.from))
            continue;
        v->deflation = deflation_factor, v->context = &k;
        search_from_start(&h, singular);
        list->starts++;
    }
    v->deflation = NULL;
    v->max = max;
    return stopped;
}
