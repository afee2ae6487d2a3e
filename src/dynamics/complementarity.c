/* complementarity.c - Newton's method on  x = projection of (x - rho c)  onto what each interaction permits.
 *
 * z = x - rho c tells the mode: a contact is closed where z > 0, friction sticks where |z| <= mu_s N. In given modes the equations are smooth
 * and nearly linear: Newton's method with the modes of the last iterate ends after as many steps as modes change. Where it runs in circles,
 * it begins anew from the modes that pivoting finds or, where that finds none, from Gauss-Seidel sweeps of the projection, which are slow but come near. Where that fails, or it ends where the determinant of the derivatives is negative (others may exist nearby: Painleve's paradox), all combinations of modes are
 * tried, if they are not too many.
 */
#include "dynamics/complementarity_state.h"
#include "linalg/small.h"
#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 60, MAX_SMALLEST = 20, MAX_FIXED = 40, MAX_HALVINGS = 12, FEW_COMBINATIONS = 64 };
enum { MAX_SWEEPS = 2560 };
static const double TOLERANCE = 1e-13; /* of the largest force */
static const double ACCEPTED = 1e-9;   /* rounding of R and r0 */
static const double FEW_DIGITS = 1e-6; /* of the largest force: errors of contacts that are nearly dependent */
static const double SINGULAR = 1e-9;   /* reciprocal condition: below it, forces are not unique */
static const double ROUNDING = 1e-12;  /* of what friction holds: at its limit, and at rest, it sticks */
static const double WELL = 0.999;      /* of its limit: friction that sticks, and goes on to */

typedef tml_complementarity_solver solver;

int tml_complementarity_work(int n, int m)
{
    return 6 * n + 2 * n * n + m + tml_pivoting_work(n); /* a pivot is no larger than a double */
}

static double residual(solver *s)
{
    double max = 0;
    s->scale = 0;
    for (int k = 0; k < s->p->n; k++) {
        if (!isfinite(s->F[k]))
            return INFINITY;
        max = fmax(max, fabs(s->F[k]));
        s->scale = fmax(s->scale, fabs(s->p->x[k]));
    }
    for (int k = 0; k < s->p->count; k++) {
        const tml_condition *i = &s->p->list[k];
        for (int a = 0; tml_condition_has_acceleration(i) && a < i->size; a++)
            s->scale = fmax(s->scale, s->rho[i->first + a] * fabs(s->p->r0[i->acceleration + a]));
    }
    return s->scale > 0 ? max / s->scale : max;
}

/* Columns of LU, or rows of F, of friction by its weight. */
static void weigh(const solver *s, double *columns, int rows)
{
    for (int k = 0; k < s->p->count; k++) {
        const tml_condition *i = &s->p->list[k];
        for (int f = i->first * rows; i->kind == TML_CONDITION_FRICTION && f < (i->first + i->size) * rows; f++)
            columns[f] /= TML_FRICTION_WEIGHT;
    }
}

/* F = J^-1 F; the sign of det J, 0 where it is singular: then the step to the smallest x, or the smallest step, by rank. */
static int find_step(solver *s)
{
    const int n = s->p->n;
    lapack_int *pivot = s->pivot;
    double largest = 0, least = INFINITY;
    int sign = 1;
    memcpy(s->LU, s->J, (size_t)(n * n) * sizeof(double));
    const int singular = tml_small_factor(n, s->LU, pivot);
    for (int k = 0; k < n; k++) {
        const double d = s->LU[k * n + k];
        sign *= (d < 0) == (pivot[k] != k + 1) ? 1 : -1;
        largest = fmax(largest, fabs(d)), least = fmin(least, fabs(d));
    }
    if (singular == 0 && least > SINGULAR * largest) {
        tml_small_solve(n, s->LU, pivot, s->F);
        return sign;
    }
    memcpy(s->LU, s->J, (size_t)(n * n) * sizeof(double));
    for (int k = 0; !s->nearest && k < n; k++) { /* J (x - step) = J x - F */
        s->F[k] = -s->F[k];
        for (int f = 0; f < n; f++)
            s->F[k] += s->J[f * n + k] * s->p->x[f];
    }
    weigh(s, s->LU, n);
    tml_small_least(n, s->LU, s->F, SINGULAR, pivot);
    weigh(s, s->F, 1);
    for (int k = 0; !s->nearest && k < n; k++)
        s->F[k] = s->p->x[k] - s->F[k];
    return 0;
}

/* x -= part of the step */
static void move(solver *s, double part)
{
    for (int k = 0; k < s->p->n; k++)
        s->p->x[k] -= part * s->step[k];
}

/* A step of Newton's method; in held modes it is halved until the residual decreases: directions of slip are not linear. */
static int newton_step(solver *s, bool hold)
{
    const double before = s->p->error;
    const int sign = find_step(s);
    memcpy(s->step, s->F, (size_t)s->p->n * sizeof(double));
    move(s, 1);
    double part = 1;
    for (int halving = 0; hold && before > TOLERANCE && halving < MAX_HALVINGS; halving++, part /= 2) {
        tml_complementarity_equations(s);
        if (residual(s) < before)
            break;
        move(s, -part / 2);
    }
    return sign;
}

/* ---- modes ---- */

/* The mode that z = x - rho c is in; true: it has changed. */
static bool choose_mode(solver *s, tml_condition *i)
{
    const tml_complementarity *p = s->p;
    const tml_interaction_mode_kind before = i->mode;
    double z[3] = {0};
    if (!tml_condition_is_undecided(i))
        return false;
    for (int a = 0; a < i->size; a++)
        z[a] = p->x[i->first + a] - s->rho[i->first + a] * p->r[i->acceleration + a];
    if (i->kind == TML_CONDITION_UNILATERAL) {
        i->mode = z[0] > 0 ? TML_CLOSED : TML_OPEN;
        return i->mode != before;
    }
    const double size = tml_condition_length(z, i->size);
    const double slack = s->nearest && before == TML_SLIDES
                             ? -ACCEPTED
                             : ROUNDING; /* what is at its limit stays there while others share the load */
    i->against = z[0];
    const double most = tml_complementarity_limit(s, i, tml_complementarity_threshold(s, i));
    i->mode = size <= (1 + slack) * most ? TML_STICKS : TML_SLIDES;
    const double old = i->direction[0];
    for (int a = 0; i->mode == TML_SLIDES && size > 0 && a < i->size; a++)
        i->direction[a] = -z[a] / size;
    return i->mode != before || (i->mode == TML_SLIDES && i->size == 1 && i->direction[0] != old);
}

/* It begins to slide against its friction, and would not stick: of both, it sticks. Where no rest is possible slip is accepted as it is. */
static bool begins_to_slide(solver *s, tml_condition *i, double slack)
{
    double z[3] = {0};
    for (int a = 0; a < i->size; a++) {
        const double force = s->rho[i->first + a] * s->p->r[i->acceleration + a];
        z[a] = s->p->x[i->first + a] - force;
        if (force * i->direction[a] < -slack)
            return false;
    }
    return s->accepts_slip || tml_condition_length(z, i->size) >= tml_complementarity_holding(s, i, z[0]) - slack;
}

bool tml_complementarity_modes_hold(solver *s)
{
    const tml_complementarity *p = s->p;
    const double slack = ACCEPTED * s->scale;
    for (int k = 0; k < p->count; k++) {
        tml_condition *i = &p->list[k];
        const double *x = p->x + i->first, *c = p->r + i->acceleration, *rho = s->rho + i->first;
        if (!tml_condition_is_undecided(i))
            continue;
        if (i->mode == TML_OPEN && rho[0] * c[0] < -slack)
            return false;
        if (i->mode == TML_CLOSED && x[0] < -slack)
            return false;
        if (i->mode == TML_STICKS && tml_condition_length(x, i->size) > tml_complementarity_holding(s, i, x[0]) + slack)
            return false;
        if (i->mode == TML_SLIDES && !begins_to_slide(s, i, slack))
            return false;
    }
    return true;
}

int tml_complementarity_iterate(solver *s, bool hold)
{
    int sign = -2;
    bool stepped = false; /* in the present modes: where forces are not unique, to the smallest */
    for (int n = 0; n < (hold ? MAX_FIXED : MAX_ITERATIONS); n++) {
        s->nearest = !hold && n >= MAX_SMALLEST; /* the smallest run in circles */
        tml_complementarity_equations(s);
        bool changed = false;
        for (int k = 0; !hold && k < s->p->count; k++)
            changed |= choose_mode(s, &s->p->list[k]);
        if (changed)
            tml_complementarity_equations(s);
        s->p->error = residual(s);
        if (!isfinite(s->p->error))
            return -2;
        const bool solved = !changed && s->p->error <= TOLERANCE;
        const double before = s->p->error;
        stepped &= !changed;
        if (solved && (stepped || s->nearest))
            return sign;
        sign = newton_step(s, hold);
        stepped = true;
        if (solved && hold)
            break;
        if (n > 8 && !changed && before <= ACCEPTED) { /* rounding */
            tml_complementarity_equations(s);
            s->p->error = residual(s);
            if (s->p->error >= 0.5 * before)
                return s->p->error <= ACCEPTED ? sign : -2;
        }
    }
    tml_complementarity_equations(s);
    s->p->error = residual(s);
    return s->p->error <= ACCEPTED ? sign : -2;
}

/* ---- sweeps ---- */

/* One projection of x - rho c, of one interaction, after which the others see the change. */
static void project(solver *s, tml_condition *i)
{
    tml_complementarity *p = s->p;
    double x[3] = {0};
    choose_mode(s, i);
    const double most = i->mode == TML_SLIDES ? tml_complementarity_limit(s, i, TML_LIMIT_SLIDING) : 0;
    for (int a = 0; a < i->size; a++) {
        const int f = i->first + a;
        if (i->mode == TML_CLOSED || i->mode == TML_STICKS)
            x[a] = p->x[f] - s->rho[f] * p->r[i->acceleration + a];
        else if (i->mode == TML_SLIDES)
            x[a] = -most * i->direction[a];
        else if (i->mode == TML_BY_LAW)
            x[a] = tml_complementarity_limit(s, i, TML_LIMIT_LAW);
    }
    for (int a = 0; a < i->size; a++) {
        const int f = i->first + a;
        const double change = x[a] - p->x[f];
        p->x[f] = x[a];
        for (int j = 0; j < p->m; j++)
            p->r[j] += change * tml_complementarity_entry(p, j, f);
    }
}

/* Newton's method from ever more sweeps. As tml_complementarity_iterate. */
static int iterate_from_sweeps(solver *s)
{
    tml_complementarity *p = s->p;
    memset(p->x, 0, (size_t)p->n * sizeof(double));
    for (int sweeps = 10; sweeps <= MAX_SWEEPS; sweeps *= 4) {
        tml_complementarity_results(p);
        for (int n = 0; n < sweeps; n++)
            for (int k = 0; k < p->count; k++)
                project(s, &p->list[k]);
        memcpy(s->kept, p->x, (size_t)p->n * sizeof(double));
        const int sign = tml_complementarity_iterate(s, false);
        if (sign >= 0 && tml_complementarity_modes_hold(s))
            return sign;
        memcpy(p->x, s->kept, (size_t)p->n * sizeof(double));
    }
    return -2;
}

void tml_complementarity_keep(solver *s)
{
    memcpy(s->kept, s->p->x, (size_t)s->p->n * sizeof(double));
    for (int k = 0; k < s->p->count; k++) {
        tml_condition *i = &s->p->list[k];
        i->kept_mode = i->mode;
        memcpy(i->kept_direction, i->direction, sizeof i->direction);
    }
}

void tml_complementarity_restore(solver *s)
{
    memcpy(s->p->x, s->kept, (size_t)s->p->n * sizeof(double));
    for (int k = 0; k < s->p->count; k++) {
        tml_condition *i = &s->p->list[k];
        i->mode = i->kept_mode;
        memcpy(i->direction, i->kept_direction, sizeof i->direction);
    }
    tml_complementarity_equations(s);
    s->p->error = residual(s);
}

/* ---- pivoting ---- */

/* How far a force is beyond what its mode permits, where its acceleration is zero. */
static double excess(solver *s, tml_condition *i)
{
    const double *x = s->p->x + i->first;
    if (i->mode == TML_CLOSED)
        return -x[0];
    return i->mode == TML_STICKS ? tml_condition_length(x, i->size) - tml_complementarity_holding(s, i, x[0]) : 0;
}

/* Where forces are not unique, the smallest may pull, or exceed what friction holds: that of the largest excess is given up, and others carry its load. False: there is
 * none. */
static bool give_up_worst(solver *s)
{
    tml_complementarity *p = s->p;
    tml_condition *worst = NULL;
    double most = ACCEPTED * s->scale;
    for (int k = 0; k < p->count; k++)
        if (tml_condition_is_undecided(&p->list[k]) && excess(s, &p->list[k]) > most)
            worst = &p->list[k], most = excess(s, worst);
    if (!worst)
        return false;
    const double size = tml_condition_length(p->x + worst->first, worst->size);
    for (int a = 0; a < worst->size; a++)
        worst->direction[a] = -p->x[worst->first + a] / size;
    worst->mode = worst->kind == TML_CONDITION_FRICTION ? TML_SLIDES : TML_OPEN;
    return true;
}

/* Newton's method in the present modes, or in as many of them as need be. As tml_complementarity_iterate. */
static int iterate_giving_up(solver *s)
{
    for (int n = 0; n <= 2 * s->p->count; n++) {
        const int sign = tml_complementarity_iterate(s, true);
        if (sign == -2 || tml_complementarity_modes_hold(s))
            return sign;
        if (!give_up_worst(s))
            break;
    }
    return -2;
}

/* Newton's method in the modes that pivoting finds. Where no modes have forces of least norm that they permit, the forces are those of pivoting. As
 * iterate. */
static int iterate_from_pivoting(solver *s)
{
    if (!tml_complementarity_pivoting(s, TML_BY_ACCELERATIONS))
        return -2;
    const int sign = iterate_giving_up(s);
    if (sign > -2)
        return sign;
    if (!tml_complementarity_pivoting(s, TML_BY_FORCES))
        return -2;
    tml_complementarity_equations(s);
    s->p->error = residual(s);
    return s->p->error <= ACCEPTED && tml_complementarity_modes_hold(s) ? 0 : -2;
}

/* Contacts without friction. A body between others that press on it from two sides nearly opposite may leave less digits than ACCEPTED; what these conditions permit
 * is there all the same, and its accelerations are the only ones. */
static bool is_least(solver *s)
{
    if (!tml_complementarity_nonnegative(s))
        return false;
    tml_complementarity_equations(s);
    s->p->error = residual(s);
    double approach = 0;
    for (int k = 0; k < s->p->count; k++)
        approach = fmax(approach, -s->rho[s->p->list[k].first] * s->p->r[s->p->list[k].acceleration]);
    return fmax(s->p->error, approach / s->scale) <= FEW_DIGITS;
}

/* Whether some friction at rest holds more than in slip. */
static bool holds_more_at_rest(solver *s)
{
    tml_complementarity *p = s->p;
    bool any = false;
    for (int k = 0; k < p->n; k++)
        p->x[k] = 1;
    tml_complementarity_results(p);
    for (int k = 0; k < p->count && !any; k++) {
        tml_condition *i = &p->list[k];
        if (i->kind == TML_CONDITION_FRICTION && !i->slips)
            any = tml_complementarity_holding(s, i, 1) > tml_complementarity_limit(s, i, TML_LIMIT_SLIDING);
    }
    return any;
}

void tml_complementarity_guess_held(tml_complementarity *p)
{
    memset(p->x, 0, (size_t)p->n * sizeof(double));
    for (int k = 0; k < p->count; k++)
        if (tml_condition_is_undecided(&p->list[k]))
            p->list[k].mode = p->list[k].kind == TML_CONDITION_FRICTION ? TML_STICKS : TML_CLOSED;
}

static tml_complementarity_outcome find(solver *s)
{
    int sign = tml_complementarity_iterate(s, false);
    if (sign < 0 || !tml_complementarity_modes_hold(s))
        sign = iterate_from_pivoting(s);
    if (sign < 0 && is_least(s)) {
        s->p->unique = false;
        return TML_SOLVED;
    }
    if (sign < 0)
        sign = iterate_from_sweeps(s);
    const bool found = sign >= 0;
    s->p->unique = sign > 0;
    if (sign > -2 && tml_complementarity_combinations(s->p) > (found ? FEW_COMBINATIONS : TML_MAX_COMBINATIONS))
        return TML_SOLVED;
    tml_complementarity_keep(s);
    return tml_complementarity_try_all(s, found);
}

/* ---- at rest ---- */

/* Takes part where nothing moves: friction at its limit as if it stuck, contacts without force as closed. True: there are such. */
static bool hold_what_rests(solver *s)
{
    bool any = false;
    for (int k = 0; k < s->p->count; k++) {
        tml_condition *i = &s->p->list[k];
        if (!tml_condition_is_undecided(i) || i->mode == TML_CLOSED || i->mode == TML_STICKS)
            continue;
        bool rests = true;
        for (int a = 0; a < i->size; a++)
            rests &= s->rho[i->first + a] * fabs(s->p->r[i->acceleration + a]) <= ACCEPTED * s->scale;
        if (rests)
            i->mode = i->kind == TML_CONDITION_UNILATERAL ? TML_CLOSED : TML_STICKS;
        any |= rests;
    }
    return any;
}

/* Whether friction that was given another mode than the kept one is well within its limit, and does not reach it at once. */
static bool sticks_well(solver *s)
{
    for (int k = 0; k < s->p->count; k++) {
        tml_condition *i = &s->p->list[k];
        if (i->kind == TML_CONDITION_FRICTION && i->mode != i->kept_mode &&
            !(tml_condition_length(s->p->x + i->first, i->size) <
              WELL * tml_complementarity_holding(s, i, s->p->x[i->first])))
            return false;
    }
    return true;
}

/* The solution found may be one of many, at the limit of some forces: what rests there could carry more of the load, or less. Then the smallest
 * forces are taken, where they are within the limits. J: of all that rests. */
static void spread_over_rest(solver *s)
{
    tml_complementarity *p = s->p;
    tml_complementarity_keep(s);
    if (!hold_what_rests(s))
        return;
    const int sign = tml_complementarity_iterate(s, true);
    p->unique &= sign != 0;
    if (sign == 0 && tml_complementarity_modes_hold(s) && sticks_well(s))
        return;
    tml_complementarity_restore(s);
    if (sign != 0)
        return;
    hold_what_rests(s);
    tml_complementarity_equations(s);
    for (int k = 0; k < p->count; k++)
        p->list[k].mode = p->list[k].kept_mode;
}

tml_complementarity_outcome tml_complementarity_solve(tml_complementarity *p)
{
    solver s = tml_complementarity_solver_of(p);
    for (int k = 0; k < p->count; k++) {
        tml_condition *i = &p->list[k];
        i->mode = i->kind == TML_CONDITION_LAW                    ? TML_BY_LAW
                  : i->kind == TML_CONDITION_FRICTION && i->slips ? TML_SLIDES
                                                                  : i->mode;
        for (int a = 0; a < i->size; a++) {
            const double response =
                tml_condition_has_acceleration(i) ? tml_complementarity_entry(p, i->acceleration + a, i->first + a) : 1;
            s.rho[i->first + a] = response > 0 ? 1 / response : 1;
        }
    }
    tml_complementarity_outcome outcome = find(&s);
    s.accepts_slip = (outcome == TML_NO_SOLUTION || outcome == TML_NOT_FOUND) && holds_more_at_rest(&s);
    if (s.accepts_slip) {
        tml_complementarity_guess_held(p);
        outcome = find(&s);
    }
    if (outcome == TML_SOLVED)
        spread_over_rest(&s);
    return outcome;
}
