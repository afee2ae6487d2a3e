/* friction_hold.c - rest by friction, and the ranges of loads, speeds and positions within which it holds. */
#include "analysis/friction_hold.h"
#include "analysis/closed_facts.h"
#include "dynamics/absolute/absolute.h"
#include "dynamics/instant_modes.h"
#include "system/kernel/interaction_motion.h"
#include <math.h>
#include <string.h>

static const double NO_PART = 1e-12;             /* of what friction can hold: rounding */
static const double AT_REST = 1e-8;              /* acceleration, of what adds up to it */
static const double CANCELLED = 1e-13;           /* of what joints hold: rounding of accelerations */
static const double NEARLY_ALL = 1 - 1e-9;       /* of a load */
static const double MAX_LOAD = 1e9;              /* of the first that is tried: what holds more is self-locking */
static const double NEAR[] = {1e-3, 1e-5, 1e-7}; /* parts of a range from its end at which it is compared */
static const double CLOSE = 1e-5;                /* of a range, or of a part of the value: what comparing may change */
enum { MAX_BISECTIONS = 60 };

struct tml_friction_hold {
    tml_task *task;
    tml_equations *e;
    const double *arm;  /* (nv) */
    double *q, *v;      /* of the equations */
    int n, m;           /* forces of friction, results */
    double *r0, *R, *V; /* (m), (m x n), (nv x (1 + n)) at the loads as written */
    double *dr0, *dV;   /* (m), (nv) of one more unit of the load that is varied */
    double *r0_now;     /* (m) */
    double unheld,
        more_unheld; /* acceleration without joints at the loads as written; that of one more unit, or its rounding */
    double acceleration; /* largest, with what was last asked for */
    double value;        /* of what is varied, as written */
    tml_instant_modes *modes;
    const tml_held_quantity *varied; /* a speed or a position; NULL: a load */
    double *q_now, *v_now, *V_now;   /* with more of it */
};

/* ---- one problem ---- */

static double force_of(const tml_friction_hold *h, const tml_condition *c)
{
    double size = 0;
    for (int i = 0; i < c->size; i++)
        size = hypot(size, h->modes->problem.x[c->first + i]);
    return size;
}

/* The largest acceleration that the applied forces would give a body without its joints: those hold it but for rounding. */
static double find_unheld(const tml_friction_hold *h)
{
    const tml_system *s = h->e->system;
    double largest = 0;
    for (int i = 0; i < s->nv; i++) {
        const double mass = s->masses[1 + i / s->nvb].mass;
        if (mass > 0)
            largest = fmax(largest, fabs(h->e->work->Q[i]) / (tml_arm(s, i) * mass));
    }
    return largest;
}

/* Whether accelerations V0 + more dV + V x are zero. */
static bool rests(tml_friction_hold *h, const double *V, int n, double more)
{
    const double *x = h->modes->problem.x;
    const int nv = h->e->nv;
    double largest = 0, scale = 0;
    for (int i = 0; i < nv; i++) {
        double sum = V[i] + (more != 0 ? more * h->dV[i] : 0), size = fabs(sum);
        for (int k = 0; k < n; k++) {
            const double part = V[(size_t)(1 + k) * (size_t)nv + (size_t)i] * x[k];
            sum += part, size += fabs(part);
        }
        largest = fmax(largest, h->arm[i] * fabs(sum));
        scale = fmax(scale, h->arm[i] * size);
    }
    h->acceleration = largest;
    return largest <= fmax(AT_REST * fmax(scale, tml_norm(h->e->system->gravity)),
                           CANCELLED * (h->unheld + fabs(more) * h->more_unheld));
}

static bool solves(tml_complementarity_outcome outcome)
{
    return outcome != TML_NO_SOLUTION && outcome != TML_NOT_FOUND;
}

/* At another state. */
static bool stays_there(tml_friction_hold *h, double more)
{
    const tml_affine_results *a = &h->modes->laws;
    if (!h->varied->place(h->varied->context, more, h->q_now, h->v_now) ||
        tml_instant_modes_begin(h->modes, h->task->state->t, h->q_now, h->v_now, h->V_now))
        return false;
    h->unheld = find_unheld(h);
    return solves(tml_instant_modes_solve(h->modes, a->r0, a->R)) && rests(h, h->V_now, a->n, 0);
}

/* Whether it stays at rest with `more` of what is varied. */
static bool stays(tml_friction_hold *h, double more)
{
    h->acceleration = NAN;
    if (h->varied)
        return stays_there(h, more);
    for (int j = 0; j < h->m; j++)
        h->r0_now[j] = h->r0[j] + more * h->dr0[j];
    return solves(tml_instant_modes_solve(h->modes, h->r0_now, h->R)) && rests(h, h->V, h->n, more);
}

/* The least that is left of a friction before it lets go; NAN: not all of them stick, or in several ways. */
static double margin(tml_friction_hold *h, double more)
{
    const tml_complementarity *p = &h->modes->problem;
    double least = INFINITY;
    if (!stays(h, more) || !p->unique)
        return NAN;
    for (int k = 0; k < p->count; k++) {
        const tml_condition *c = &p->list[k];
        if (c->kind != TML_CONDITION_FRICTION)
            continue;
        if (c->mode != TML_STICKS)
            return NAN;
        least = fmin(least, tml_instant_modes_holding(h->modes, c) - force_of(h, c));
    }
    return least;
}

/* ---- a load ---- */

typedef void (*change)(tml_friction_hold *h, int which, double amount);

/* The change of everything per unit of the load. */
static bool vary(tml_friction_hold *h, change apply, int which, double amount)
{
    const tml_system *s = h->e->system;
    const size_t nv = (size_t)h->e->nv, all = (size_t)s->nv;
    const tml_force_law *laws = tml_arena_copy(h->task->arena, s->laws, (size_t)s->law_count * sizeof *laws);
    const double *weight = tml_arena_copy(h->task->arena, h->e->work->weight, all * sizeof *weight);
    double *V = TML_NEW_ARRAY(h->task->arena, double, nv *(size_t)(1 + h->n) + 1);
    tml_affine_results a;
    apply(h, which, amount);
    const bool good = tml_equations_affine(h->e, h->task->state->t, h->q, h->v, &a, V) == 0 && a.n == h->n;
    h->more_unheld = good ? (h->unheld + find_unheld(h)) / fabs(amount) : 0;
    for (int j = 0; good && j < h->m; j++)
        h->dr0[j] = (a.r0[j] - h->r0[j]) / amount;
    for (size_t i = 0; good && i < nv; i++)
        h->dV[i] = (V[i] - h->V[i]) / amount;
    memcpy(s->laws, laws, (size_t)s->law_count * sizeof *laws);
    memcpy(h->e->work->weight, weight, all * sizeof *weight);
    return good;
}

/* The end of a range, from its neighbourhood: inside, the margin of the friction that lets go first falls to zero there; where others share
 * the load in several ways, the acceleration does so outside, unless it jumps. */
static double extrapolate(tml_friction_hold *h, double side, double end, double d)
{
    const double a = margin(h, side * (end - d)), b = margin(h, side * (end - 2 * d)),
                 better = end - d + d * a / (b - a);
    if (isfinite(better))
        return better;
    const bool one = !stays(h, side * (end + d));
    const double c = h->acceleration;
    const bool two = !stays(h, side * (end + 2 * d));
    return one && two ? end + d - d * c / (h->acceleration - c) : NAN;
}

/* The end of the range on one side: how much more of the load it bears, INFINITY: any amount. */
static double reach(tml_friction_hold *h, double side, double first, double max)
{
    double in = 0, out = first;
    while (stays(h, side * out)) {
        in = out, out *= 4;
        if (out > max)
            return INFINITY;
    }
    for (int i = 0; i < MAX_BISECTIONS && out - in > 1e-12 * out; i++) {
        const double middle = 0.5 * (in + out);
        if (stays(h, side * middle))
            in = middle;
        else
            out = middle;
    }
    double end = in;
    for (size_t i = 0; i < sizeof NEAR / sizeof *NEAR; i++) {
        const double better = extrapolate(h, side, end, NEAR[i] * end);
        if (fabs(better - end) < CLOSE * fmax(end, 0.01 * fabs(h->value)))
            end = better;
    }
    return end;
}

static void change_force(tml_friction_hold *h, int force, double amount)
{
    const tml_system *s = h->e->system;
    for (int i = 0; i < s->forces[force].law_count; i++) {
        tml_force_law *law = &s->laws[s->forces[force].first_law + i];
        if (s->forces[force].law_count == 1)
            *law = (tml_force_law){.terms = law->terms,
                                   .preload = h->value + amount,
                                   .joint = law->joint,
                                   .force = law->force,
                                   .row = law->row};
        else
            law->factor *= 1 + amount;
    }
}

static void change_weight(tml_friction_hold *h, int none, double amount)
{
    (void)none;
    for (int i = 0; i < h->e->system->nv; i++)
        h->e->work->weight[i] *= 1 + amount;
}

/* down, up: how far it may be from its value. */
static void say_range(const tml_friction_hold *h, tml_table *table, const char *name, double down, double up,
                      const char *unit)
{
    const double low = h->value - down, high = h->value + up;
    const char *fact = tml_arena_format(h->task->arena, "friction holds %s", name),
               *locks = h->varied ? "" : ": self-locking";
    if (isinf(down) && isinf(up))
        tml_table_add_fact(table, fact, INFINITY, "of any value%s", locks);
    else if (isinf(up))
        tml_table_add_fact(table, fact, INFINITY, "from %.12g %s on, however large%s", low, unit, locks);
    else if (isinf(down))
        tml_table_add_fact(table, fact, high, "up to %.12g %s, however far below%s", high, unit, locks);
    else
        tml_table_add_fact(table, fact, high, "from %.12g to %.12g %s", low, high, unit);
    tml_table_set_range(table, low); /* -inf and inf where a side has no end */
}

/* none: it is not looked at below zero. */
static void add_range(tml_friction_hold *h, tml_table *table, const char *name, double first, const char *unit,
                      bool none)
{
    const double max = MAX_LOAD * first,
                 down = none && stays(h, -NEARLY_ALL * h->value) ? h->value : reach(h, -1, first, max),
                 up = reach(h, 1, first, max);
    say_range(h, table, name, down, up, unit);
}

void tml_friction_hold_range(tml_friction_hold *h, tml_table *table, const tml_held_quantity *of)
{
    h->varied = of;
    h->value = of->value;
    const double down = reach(h, -1, of->first, of->most), up = reach(h, 1, of->first, of->most);
    say_range(h, table, of->name, down, up, of->unit);
    h->varied = NULL;
}

/* Whether the value of a force is given, not found together with results. */
static bool is_given(const tml_system *s, int force)
{
    const tml_force *f = &s->forces[force];
    for (int i = f->first_law; i < f->first_law + f->law_count; i++) {
        if (!s->laws[i].value)
            return false;
        for (int k = 0; k < s->result_law_count; k++)
            if (s->result_laws[k].law == i)
                return false;
    }
    return f->law_count > 0;
}

/* ---- at the state ---- */

/* A force with several components is varied by a factor, which tells nothing of one that is zero. */
static bool has_direction(const tml_friction_hold *h, const tml_force *f)
{
    bool any = f->law_count == 1;
    for (int i = f->first_law; i < f->first_law + f->law_count; i++)
        any |= h->e->work->force[i] != 0;
    return any;
}

/* What a load may be large against: the weight of all bodies, the largest applied force and what any friction can hold; where nothing acts, a
 * force that moves the bodies. Torques count by the size. */
static double characteristic_force(tml_friction_hold *h)
{
    const tml_system *s = h->e->system;
    const tml_complementarity *p = &h->modes->problem;
    double largest = s->mass * tml_norm(s->gravity);
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].force >= 0)
            largest = fmax(largest, fabs(h->e->work->force[i]) / (tml_terms_turn(s, &s->laws[i].terms) ? s->size : 1));
    for (int k = 0; k < p->count && stays(h, 0); k++) {
        const tml_condition *c = &p->list[k];
        const double most = c->kind == TML_CONDITION_FRICTION ? tml_instant_modes_holding(h->modes, c) : 0;
        largest =
            most < TML_UNLIMITED ? fmax(largest, most / tml_interaction_arm(s, &s->interactions[c->which])) : largest;
    }
    return largest > 0 ? largest : s->mass;
}

void tml_friction_hold_loads(tml_friction_hold *h, tml_table *table)
{
    const tml_system *s = h->e->system;
    if (tml_instant_modes_begin(h->modes, h->task->state->t, h->q, h->v, h->V))
        return;
    h->unheld = find_unheld(h);
    const double weight = characteristic_force(h);
    for (int i = 0; i < s->force_count; i++) {
        const tml_force *f = &s->forces[i];
        const bool single = f->law_count == 1, turns = f->law_count && tml_terms_turn(s, &s->laws[f->first_law].terms);
        if (!is_given(s, i))
            continue;
        if (!has_direction(h, f)) {
            tml_table_add_fact(table, tml_arena_format(h->task->arena, "friction holds %s", f->name), NAN,
                               "not known: it is zero, without a direction in which it could grow");
            continue;
        }
        h->value = single ? h->e->work->force[f->first_law] : 1;
        const double unit = single ? weight * (turns ? s->size : 1) : 1;
        if (vary(h, change_force, i, unit))
            add_range(h, table, f->name, single ? 1e-3 * unit : 1e-3,
                      single ? tml_unit_of_force(turns) : "times its value", false);
    }
    h->value = 1;
    if (tml_norm(s->gravity) > 0 && vary(h, change_weight, 0, 1))
        add_range(h, table, "weight", 1e-3, "times as it is", true);
}

bool tml_friction_hold_is_possible(const tml_system *s)
{
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_FRICTION)
            return true;
    return false;
}

/* Not all of it slips, as on a belt that runs. */
static bool may_stick(const tml_friction_hold *h)
{
    const tml_complementarity *p = &h->modes->problem;
    bool any = false;
    for (int k = 0; k < p->count; k++)
        any |= p->list[k].kind == TML_CONDITION_FRICTION && !p->list[k].slips;
    return any;
}

tml_friction_hold *tml_friction_hold_make(tml_task *task, tml_equations *e, const double *arm, const double *q,
                                          const double *v)
{
    const size_t most = (size_t)e->system->result_law_count, nv = (size_t)e->nv, nq = (size_t)e->nq;
    tml_friction_hold *h = TML_NEW(task->arena, tml_friction_hold);
    *h = (tml_friction_hold){.task = task, .e = e, .arm = arm, .modes = tml_instant_modes_make(e, task->arena)};
    h->q = tml_arena_copy(task->arena, q, nq * sizeof(double));
    h->v = tml_arena_copy(task->arena, v, nv * sizeof(double));
    h->q_now = TML_NEW_ARRAY(task->arena, double, nq + 1);
    h->v_now = TML_NEW_ARRAY(task->arena, double, nv + 1);
    h->V_now = TML_NEW_ARRAY(task->arena, double, nv *(1 + most) + 1);
    h->V = TML_NEW_ARRAY(task->arena, double, nv *(1 + most) + 1);
    if (tml_instant_modes_begin(h->modes, task->state->t, h->q, h->v, h->V))
        return NULL;
    const tml_affine_results *a = &h->modes->laws;
    h->unheld = find_unheld(h);
    h->n = a->n, h->m = a->m;
    h->r0 = TML_NEW_ARRAY(task->arena, double, h->m + 1);
    h->R = TML_NEW_ARRAY(task->arena, double, h->m * h->n + 1);
    memcpy(h->r0, a->r0, (size_t)h->m * sizeof(double));
    memcpy(h->R, a->R, (size_t)(h->m * h->n) * sizeof(double));
    h->r0_now = TML_NEW_ARRAY(task->arena, double, h->m + 1);
    h->dr0 = TML_NEW_ARRAY(task->arena, double, h->m + 1);
    h->dV = TML_NEW_ARRAY(task->arena, double, nv + 1);
    return stays(h, 0) && may_stick(h) ? h : NULL;
}

tml_friction_hold *tml_friction_hold_find(tml_task *task, const tml_assembly *report)
{
    const tml_system *s = task->system;
    const tml_stabilization none = {.method = TML_STABILIZE_NONE};
    if (!tml_friction_hold_is_possible(s) || report->massless || s->singular_mass)
        return NULL;
    tml_equations *e = &tml_absolute_make(&tml_formulation_absolute, s, report->rank, none, task->arena)->e;
    double *arm = TML_NEW_ARRAY(task->arena, double, s->nv + 1), *v = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    for (int i = 0; i < s->nv; i++)
        arm[i] = tml_arm(s, i);
    memcpy(e->work->unwrapped, task->state->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_states(e->work, task->state->states);
    return tml_friction_hold_make(task, e, arm, task->state->q, v);
}

/* ---- results ---- */

void tml_friction_hold_take(tml_friction_hold *h)
{
    tml_instant_modes_take(h->modes);
}

void tml_friction_hold_facts(tml_friction_hold *h, tml_table *table)
{
    tml_task *task = h->task;
    const tml_complementarity *p = &h->modes->problem;
    const char *list = "";
    double used = 0;
    int closed = 0;
    if (tml_instant_modes_begin(h->modes, task->state->t, h->q, h->v, h->V) || !stays(h, 0))
        return;
    for (int k = 0; k < p->count; k++) {
        const tml_condition *c = &p->list[k];
        const double most = c->kind == TML_CONDITION_FRICTION && !c->slips ? tml_instant_modes_holding(h->modes, c) : 0;
        if (!(most > 0))
            continue;
        const double part = force_of(h, c) / most;
        used = fmax(used, part);
        list = tml_arena_format(task->arena, "%s%s%s (%.4g %% of what it can hold)", list, *list ? ", " : "",
                                task->system->interactions[c->which].name, part > NO_PART ? 100 * part : 0);
    }
    tml_table_add_fact(table, "held by friction", used, "%s%s", list,
                       p->unique ? "" : "; they share the loads in several ways, of which this is one");
    for (int k = 0; k < p->count; k++)
        if (p->list[k].kind == TML_CONDITION_UNILATERAL && p->list[k].mode == TML_CLOSED)
            tml_closed_fact(task, table, closed++, p->list[k].which, force_of(h, &p->list[k]),
                            p->unique ? "" : ", one of several possible");
    tml_closed_count_fact(table, closed);
}

tml_status tml_friction_hold_record(tml_friction_hold *h, const tml_assembly *report)
{
    tml_task *task = h->task;
    tml_instant instant = {0};
    tml_table *table;
    memset(task->state->v, 0, (size_t)task->system->nv * sizeof(double));
    const tml_status status = tml_task_one_row(task, report, h->e, h->q, h->v, &instant, &table);
    if (status != TML_OK)
        return status;
    tml_friction_hold_facts(h, table);
    tml_friction_hold_loads(h, table);
    return TML_OK;
}
