/* steady_hold.c - relative equilibrium that friction holds where it is: u = (w, 0), u' = 0 with |x| <= holding.
 *
 * In relative coordinates, with rows that keep the given speeds, friction x sticks or slides such that u' follows (dynamics/complementarity.h); where u' = 0 it
 * holds. The multipliers of those rows are the actuator forces. Ranges of the speeds, and of the position where one motion is left, are those within which u'
 * stays zero.
 */
#include "analysis/steady/steady_hold.h"
#include "analysis/steady/steady_stops.h"
#include "assembly/close_near.h"
#include "dynamics/instant_modes.h"
#include "system/kernel/interaction_motion.h"
#include <string.h>

static const double SMALL = 1e-3;  /* first change of a speed or a position, of what it is compared with */
static const double MOST = 1e4;    /* of that: the largest that is tried */
static const double SLIPS = 1e-9;  /* of the fastest speed */
static const double PASSES = 1e-9; /* of the size, or rad: a gap that is less than -this is passed */

struct tml_steady_hold {
    tml_steady_task t;
    const tml_system *system; /* with rows of the given speeds */
    int first_row;            /* of these */
    tml_assembly report;
    tml_equations *e;
    tml_friction_hold *hold;
    double *q, *u; /* of e */
    tml_steady_task
        others; /* what friction holds keeps its coordinates, all else is in equilibrium; its s is NULL: nothing else can move */
    /* what is varied */
    int speed;            /* of the request */
    tml_system *position; /* with one more row, which keeps a coordinate */
    int row;
    double target;
    tml_steady_point at;
    double *bodies_q, *bodies_v, *unwrapped;
};

/* ---- the state ---- */

/* Velocities of the tree at the start with other speeds, of which one is larger by `more`. */
static bool velocities(tml_steady_hold *h, int speed, double more, double *u)
{
    tml_steady *s = h->t.s;
    if (speed >= 0)
        s->first[speed] += more;
    const int flag = tml_steady_evaluate(s, &h->t.at);
    if (speed >= 0)
        s->first[speed] = h->t.request.velocities[speed].first;
    memcpy(u, s->u, (size_t)s->tree_nv * sizeof(double));
    return flag == 0;
}

/* The equations of t without anything closed. */
static bool make_task(tml_steady_hold *h, const tml_assembly *report)
{
    tml_task *task = h->t.task;
    const tml_system *base = task->system;
    const bool stops = tml_steady_on_stops(&h->t);
    const bool made = stops ? tml_steady_set_make(&h->t, h->t.set->q, h->t.set->v, h->t.set->unwrapped)
                            : tml_steady_task_make(&h->t, report);
    task->system = base;
    return made;
}

static bool make_equations(tml_steady_hold *h)
{
    tml_task *task = h->t.task;
    const tml_stabilization none = {.method = TML_STABILIZE_NONE};
    const int count = h->t.request.count;
    int *coordinates = TML_NEW_ARRAY(task->arena, int, count + 1);
    for (int i = 0; i < count; i++)
        coordinates[i] = h->t.request.velocities[i].coordinate;
    h->first_row = task->system->row_count;
    h->system = tml_system_hold_coordinates(task->system, coordinates, NULL, count, task->arena);
    h->report = (tml_assembly){.unwrapped = task->state->unwrapped};
    tml_assembly_rank(h->system, task->state->t, task->state->q, task->state->v, &h->report, task->arena);
    h->e = tml_formulation_joint.make(h->system, h->report.rank, none, task->element->place, task->arena, NULL);
    if (!h->e || h->e->nv != h->t.s->tree_nv || h->e->nq != h->t.s->tree_nq)
        return false;
    memcpy(h->e->work->unwrapped, h->t.at.unwrapped, (size_t)h->system->measure_count * sizeof(double));
    tml_workspace_set_states(h->e->work, task->state->states);
    return true;
}

static bool can_hold(const tml_system *s, const tml_assembly *report)
{
    return tml_friction_hold_is_possible(s) && !report->massless && !s->ignorable_count && !s->rate_row_count;
}

/* At the state of the task. */
static tml_steady_hold *find_here(tml_task *task, const tml_steady_request *request, const tml_assembly *report)
{
    tml_log *log = task->log, unheard = {0};
    tml_steady_hold *h = TML_NEW(task->arena, tml_steady_hold);
    *h = (tml_steady_hold){.t = {.task = task, .request = *request}};
    task->log = &unheard;
    bool good = make_task(h, report) && make_equations(h);
    if (good) {
        h->q = tml_arena_copy(task->arena, h->t.at.q, (size_t)h->e->nq * sizeof(double));
        h->u = TML_NEW_ARRAY(task->arena, double, h->e->nv + 1);
        good = velocities(h, -1, 0, h->u) && tml_steady_check(&h->t, &h->t.at, false) == TML_OK &&
               tml_steady_states_rest(h->t.s, NULL);
    }
    task->log = log;
    tml_log_clear(&unheard);
    if (good)
        h->hold = tml_friction_hold_make(task, h->e, h->t.s->unit, h->q, h->u);
    return h->hold ? h : NULL;
}

/* ---- where the rest of it moves ---- */

static double fastest(const tml_steady *s)
{
    double max = 0;
    for (int k = 0; k < s->nv; k++)
        max = fmax(max, fabs(s->u[k]) * s->unit[k]);
    return max;
}

/* Whether a friction does not slip at the point last evaluated, all measures up to date. */
static bool is_at_rest(const tml_steady *s, const tml_interaction *is)
{
    double slip = 0;
    for (int k = 0; k < is->size; k++)
        slip = hypot(slip, s->work->rate[is->term[k].measure]);
    return is->kind == TML_FRICTION && slip * tml_interaction_arm(s->system, is) <= SLIPS * fastest(s);
}

static void evaluate(const tml_steady_task *t)
{
    tml_steady_evaluate(t->s, &t->at);
    tml_workspace_measure(t->s->work, 0, t->s->system->measure_count);
}

/* The system in which joints whose friction could stick keep their coordinates; NULL: there are none. */
static tml_system *hold_joints(const tml_steady_hold *h)
{
    const tml_system *s = h->t.task->system;
    tml_arena *arena = h->t.task->arena;
    int *coordinates = TML_NEW_ARRAY(arena, int, s->coordinate_count + 1), count = 0;
    double *values = TML_NEW_ARRAY(arena, double, s->coordinate_count + 1);
    bool *taken = TML_NEW_ARRAY(arena, bool, s->joint_count + 1);
    evaluate(&h->t);
    for (int i = 0; i < s->interaction_count; i++) {
        const int joint = s->interactions[i].joint;
        if (joint < 0 || taken[joint] || !is_at_rest(h->t.s, &s->interactions[i]))
            continue;
        taken[joint] = true;
        for (int k = 0; k < s->joints[joint].coordinate_count; k++) {
            const tml_term term = s->coordinates[s->joints[joint].first_coordinate + k].term;
            if (term.measure < 0)
                return NULL;
            values[count] = term.coefficient * h->t.s->work->value[term.measure];
            coordinates[count++] = s->joints[joint].first_coordinate + k;
        }
    }
    return count ? tml_system_hold_coordinates(s, coordinates, values, count, arena) : NULL;
}

/* The equations of everything else while such joints keep their coordinates; false: nothing else can move. */
static bool make_others(tml_steady_hold *h)
{
    tml_task *task = h->t.task;
    const tml_system *base = task->system;
    tml_assembly held = {.unwrapped = task->state->unwrapped};
    tml_system *system = hold_joints(h);
    h->others = (tml_steady_task){.task = task, .request = h->t.request};
    if (!system)
        return false;
    tml_assembly_rank(system, task->state->t, task->state->q, task->state->v, &held, task->arena);
    if (held.free_count <= h->t.request.count)
        return false;
    task->system = system;
    const bool made = tml_steady_on_stops(&h->others) ? tml_steady_make_on_stops(&h->others) == TML_OK
                                                      : tml_steady_task_make(&h->others, &held);
    task->system = base;
    if (!made)
        h->others.s = NULL;
    return made;
}

/* From the state of the task to where everything else is in equilibrium. */
static bool move_others(tml_task *task, const tml_steady_request *request, const tml_assembly *report)
{
    const tml_system *base = task->system;
    tml_steady_hold h = {.t = {.task = task, .request = *request}};
    int iterations;
    bool found = make_task(&h, report) && make_others(&h);
    if (!found)
        return false;
    task->system = h.others.s->system;
    found = tml_steady_find(&h.others, &iterations) == TML_OK;
    if (found)
        tml_steady_set_state(&h.others, &h.others.at);
    task->system = base;
    return found;
}

tml_steady_hold *tml_steady_hold_find(tml_task *task, const tml_steady_request *request, const tml_assembly *report)
{
    tml_state *state = task->state;
    const tml_system *s = task->system;
    if (!can_hold(s, report))
        return NULL;
    tml_steady_hold *h = find_here(task, request, report);
    if (h)
        return h;
    const size_t nq = (size_t)s->nq * sizeof(double), nv = (size_t)s->nv * sizeof(double),
                 turns = (size_t)s->measure_count * sizeof(double), states = (size_t)s->state_count * sizeof(double);
    const tml_state start = *state;
    const double *q = tml_arena_copy(task->arena, state->q, nq), *v = tml_arena_copy(task->arena, state->v, nv),
                 *unwrapped = tml_arena_copy(task->arena, state->unwrapped, turns),
                 *own = tml_arena_copy(task->arena, state->states, states);
    tml_log *log = task->log, unheard = {0};
    task->log = &unheard;
    if (move_others(task, request, report))
        h = find_here(task, request, report);
    task->log = log;
    tml_log_clear(&unheard);
    if (h)
        return h;
    *state = start;
    memcpy(state->q, q, nq);
    memcpy(state->v, v, nv);
    memcpy(state->unwrapped, unwrapped, turns);
    memcpy(state->states, own, states);
    return NULL;
}

/* ---- ranges ---- */

/* What friction does not hold finds its equilibrium at that speed. */
static bool place_speed(void *context, double more, double *q, double *u)
{
    tml_steady_hold *h = context;
    tml_steady *s = h->others.s;
    memcpy(q, h->q, (size_t)h->e->nq * sizeof(double));
    if (!s)
        return velocities(h, h->speed, more, u);
    tml_steady_copy(s, &h->others.at, &h->at);
    s->first[h->speed] += more;
    const bool found = tml_steady_solve(h->others.v, &h->at) == TML_STEADY_CONVERGED;
    s->first[h->speed] = h->t.request.velocities[h->speed].first;
    memcpy(q, h->at.q, (size_t)h->e->nq * sizeof(double));
    memcpy(u, s->u, (size_t)h->e->nv * sizeof(double));
    return found;
}

/* 1/s: of a fall through the size. */
static double fall_rate(const tml_system *s)
{
    return sqrt(tml_norm(s->gravity) / s->size);
}

static void add_speed_ranges(tml_steady_hold *h)
{
    const tml_system *s = h->system;
    for (int i = 0; i < h->t.request.count; i++) {
        const tml_steady_speed *w = &h->t.request.velocities[i];
        const double rate = fall_rate(s) * (w->turns ? 1 : s->size), size = fmax(fabs(w->first), rate > 0   ? rate
                                                                                                 : w->turns ? 1
                                                                                                            : s->size);
        const tml_held_quantity speed = {.name = w->speed,
                                         .unit = w->unit,
                                         .value = w->first,
                                         .first = SMALL * size,
                                         .most = MOST * size,
                                         .place = place_speed,
                                         .context = h};
        h->speed = i;
        tml_friction_hold_range(h->hold, h->t.table, &speed);
    }
}

static bool passes_nothing(const tml_steady_hold *h)
{
    const tml_system *s = h->system;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        if (is->kind == TML_UNILATERAL && tml_interaction_gap(h->e->work, is) < -PASSES * tml_interaction_scale(s, is))
            return false;
    }
    return true;
}

static bool place_position(void *context, double more, double *q, double *u)
{
    tml_steady_hold *h = context;
    tml_task *task = h->t.task;
    const tml_state *state = task->state;
    tml_assembly report = {.unwrapped = h->unwrapped};
    tml_arena *scratch = tml_arena_part(task->arena);
    memcpy(h->bodies_q, state->q, (size_t)h->system->nq * sizeof(double));
    memcpy(h->unwrapped, state->unwrapped, (size_t)h->system->measure_count * sizeof(double));
    h->position->rows[h->row].target = h->target + more;
    const bool closes = tml_close_near(h->position, state->t, h->bodies_q, state->v, &report, scratch);
    tml_arena_free(scratch);
    if (!closes)
        return false;
    tml_steady *s = h->t.s;
    memcpy(s->work->unwrapped, h->unwrapped, (size_t)h->system->measure_count * sizeof(double));
    tml_equations_from_bodies(&s->j->e, state->t, h->bodies_q, state->v, h->at.q, h->bodies_v);
    memcpy(h->at.unwrapped, h->unwrapped, (size_t)h->system->measure_count * sizeof(double));
    memcpy(q, h->at.q, (size_t)h->e->nq * sizeof(double));
    if (tml_steady_evaluate(s, &h->at))
        return false;
    memcpy(u, s->u, (size_t)h->e->nv * sizeof(double));
    memcpy(h->e->work->unwrapped, h->unwrapped, (size_t)h->system->measure_count * sizeof(double));
    h->e->class->place_bodies(h->e, state->t, q, u);
    tml_workspace_measure(h->e->work, 0, h->system->measure_count);
    return passes_nothing(h);
}

/* Of every joint of one coordinate whose friction holds: where else it would stay, all speeds as they are, if it is the only motion left. */
static void add_position_range(tml_steady_hold *h, int joint)
{
    tml_task *task = h->t.task;
    const tml_system *s = task->system;
    const tml_joint *j = &s->joints[joint];
    const tml_joint_coordinate *c = &s->coordinates[j->first_coordinate];
    if (j->coordinate_count != 1 || c->term.measure < 0)
        return;
    h->target = c->term.coefficient * h->t.s->work->value[c->term.measure];
    h->row = s->row_count;
    h->position = tml_system_hold_coordinates(s, &j->first_coordinate, &h->target, 1, task->arena);
    const double size = c->is_rotation ? 1 : s->size;
    const tml_held_quantity position = {.name = tml_arena_format(task->arena, "%s.%s", j->name, c->name),
                                        .unit = tml_unit_of_motion(c->is_rotation, 0),
                                        .value = h->target,
                                        .first = SMALL * size,
                                        .most = MOST * size,
                                        .place = place_position,
                                        .context = h};
    tml_friction_hold_range(h->hold, h->t.table, &position);
}

static void add_position_ranges(tml_steady_hold *h)
{
    tml_task *task = h->t.task;
    const tml_system *s = task->system;
    if (h->report.free_count != 1)
        return;
    h->bodies_q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    h->bodies_v = TML_NEW_ARRAY(task->arena, double, s->nv + h->t.s->nv + 1);
    h->unwrapped = TML_NEW_ARRAY(task->arena, double, s->measure_count + 1);
    for (int i = 0; i < s->interaction_count; i++) {
        tml_steady_copy(h->t.s, &h->t.at, &h->at);
        evaluate(&h->t);
        if (s->interactions[i].joint >= 0 && is_at_rest(h->t.s, &s->interactions[i]))
            add_position_range(h, s->interactions[i].joint);
    }
}

/* Where something else can move, it moves with every load: only of speeds are ranges known then. */
static void add_ranges(tml_steady_hold *h)
{
    tml_task *task = h->t.task;
    tml_log *log = task->log, unheard = {0};
    task->log = &unheard;
    const bool others = make_others(h);
    h->at = tml_steady_point_make(others ? h->others.s : h->t.s);
    add_speed_ranges(h);
    task->log = log;
    tml_log_clear(&unheard);
    if (others)
        return;
    add_position_ranges(h);
    tml_friction_hold_loads(h->hold, h->t.table);
}

/* ---- results ---- */

static tml_status record_row(tml_steady_hold *h)
{
    tml_steady_task *t = &h->t;
    tml_task *task = t->task;
    const tml_status made = tml_steady_table_make(t);
    double *row = made == TML_OK ? tml_table_append(t->table) : NULL;
    if (!row)
        return TML_NO_MEMORY;
    tml_instant instant = {.single = true};
    tml_task_observe(task, h->e, &instant, task->state->t, task->state->q);
    instant.velocity = 0;
    for (int i = 0; i < h->system->rigid_row_count; i++)
        if (i < h->first_row || i >= h->first_row + t->request.count)
            instant.velocity = fmax(instant.velocity, fabs(h->e->work->phidot[i]) * tml_row_unit(h->system, i));
    tml_channels_fill(&instant, row);
    row += t->channels;
    for (int i = 0; i < t->request.count; i++) {
        const double force = h->e->lambda[h->first_row + i];
        *row++ = force + 0.0;
        *row++ = force * h->u[t->s->held[i]] + 0.0;
    }
    *row = NAN; /* nothing grows or decays */
    return TML_OK;
}

tml_status tml_steady_hold_record(tml_steady_hold *h)
{
    tml_steady_task *t = &h->t;
    tml_task *task = t->task;
    const tml_system *base = task->system;
    tml_steady_set_state(t, &t->at);
    tml_friction_hold_take(h->hold);
    if (tml_equations_report(h->e, task->state->t, h->q, h->u))
        return TML_FAILED;
    task->system = h->system;
    const tml_status status = record_row(h);
    task->system = base;
    if (status != TML_OK)
        return status;
    tml_table_add_fact(t->table, "degrees of freedom", h->report.free_count, "%d, besides %d given",
                       h->report.free_count, t->request.count);
    tml_friction_hold_facts(h->hold, t->table);
    add_ranges(h);
    return TML_OK;
}

/* "P, A": joints whose friction could stick at the solution; "": none could. */
static const char *idle_joints(const tml_steady_task *t)
{
    const tml_system *s = t->s->system;
    const char *names = "";
    evaluate(t);
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].joint >= 0 && is_at_rest(t->s, &s->interactions[i]))
            names = tml_arena_format(t->task->arena, "%s%s%s", names, *names ? ", " : "", s->interactions[i].name);
    return names;
}

void tml_steady_idle_friction(tml_steady_task *t, const tml_system *base, const tml_assembly *report)
{
    tml_task *task = t->task;
    const tml_system *solved = task->system;
    const char *idle = tml_friction_hold_is_possible(base) ? idle_joints(t) : "";
    if (!*idle)
        return;
    const bool several = strchr(idle, ',') != NULL, one = t->request.swept < 0 && !t->request.all;
    task->system = base;
    tml_steady_hold *h = one && can_hold(base, report) ? find_here(task, &t->request, report) : NULL;
    tml_table_add_fact(t->table, "friction", 0, "of %s, which do%s not slip, is taken as none%s", idle,
                       several ? "" : "es",
                       !h        ? ""
                       : several ? "; they do not hold the start, but would hold this state"
                                 : "; it does not hold the start, but would hold this state");
    if (h) {
        h->t.table = t->table;
        add_ranges(h);
    }
    task->system = solved;
}
