/* coordinate_range.c - how far a joint coordinate x can go: along the joints, up to where x has its extreme.
 *
 *   z = P g      g: gradient of x, P: onto what the joints leave free (metric of constraint_rows.h);  x' = g'z = |z|^2
 *
 * Each step follows z and is closed again by Newton's method, so short that it stays on its branch. Where no step gains any more, z has
 * vanished: x is as far as it goes. Where z has not vanished the joints are singular there (a parallelogram in line), and the motion
 * goes on beyond. A crank that cannot make a full turn is tried with shorter and shorter lengths.
 */
#include "analysis/prepare.h"
#include "drag/constraint_rows.h"
#include <string.h>

enum { MAX_STEPS = 4000, MAX_HALVINGS = 6, BISECTIONS = 16 };
static const double MAX_TURN =
    0.0517; /* rad of any body in a step: no round part of a turn, lest steps end where bodies lie in line */
static const double MIN_TURN = 1e-9;   /* no step is shorter: the extreme is there */
static const double NEAR_LIMIT = 1e-7; /* rad or m from a limit: it is there */
static const double SINGULAR =
    1e-4; /* rad of x for one of the fastest body: with more, no step is too long for lack of gain */
static const double CORRECTION = 0.25; /* of a step: what closing it may add */
static const double FAR = 10;          /* sizes of the mechanism that a displacement is followed */
static const double TURN = 2 * 3.14159265358979323846;

typedef struct {
    tml_system system; /* a copy, whose measures may be changed */
    tml_drag_rows *rows;
    tml_term term;
    int body;                     /* that it moves */
    double *start, *start_angles; /* (nq), (measure_count) */
    double *q, *trial, *angles;   /* (nq), (nq), (measure_count) */
    double *g, *z;                /* (nv) */
    double full;                  /* how far it is followed: a turn */
    tml_arena *arena;
    bool stopped; /* it is no longer wanted */
    bool limited; /* by limits of joints */
} following;

static double value(const following *x)
{
    return x->term.coefficient * x->rows->work->value[x->term.measure];
}

/* All measures at q; angles are counted from there on. */
static void look(following *x, const double *q)
{
    tml_drag_rows_at(x->rows, q);
    tml_drag_rows_accept(x->rows);
}

static void put_angles(following *x, const double *angles)
{
    memcpy(x->rows->work->unwrapped, angles, (size_t)x->system.measure_count * sizeof(double));
}

/* z = P g at q; false: there is none. */
static bool find_direction(following *x)
{
    const tml_system *s = &x->system;
    memset(x->g, 0, (size_t)s->nv * sizeof(double));
    tml_workspace_add_term(x->rows->work, x->term, 1, x->g);
    for (int j = 0; j < s->nv; j++)
        x->z[j] = x->g[j] = x->g[j] * x->rows->half[j];
    if (!tml_drag_rows_factor(x->rows))
        return false;
    tml_drag_rows_along(x->rows, x->z);
    return true;
}

static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* How far the coordinate that is farthest beyond its limits is so; no less than zero. */
static double excess(const following *x)
{
    double max = 0;
    for (int i = 0; i < x->system.limit_count; i++)
        max = fmax(max, tml_workspace_limit_excess(x->rows->work, i));
    return max;
}

/* From q by `turn` rad of the fastest body along z; true: closed, and x has gained. */
static bool try_step(following *x, double sign, double turn, double fastest, double here)
{
    const tml_system *s = &x->system;
    const double before = excess(x), factor = sign * turn / fastest,
                 length = fabs(factor) * sqrt(product(x->z, x->z, s->nv));
    memcpy(x->trial, x->q, (size_t)s->nq * sizeof(double));
    memcpy(x->angles, x->rows->work->unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_drag_rows_displace(x->rows, x->z, factor, x->trial);
    if (tml_drag_rows_close(x->rows, CORRECTION * length, x->trial)) {
        look(x, x->trial);
        const bool beyond = excess(x) > before;
        x->limited |= beyond;
        if (!beyond && sign * (value(x) - here) > 0)
            return true;
    }
    put_angles(x, x->angles);
    look(x, x->q);
    return false;
}

/* The limit of x itself where that has ended its motion: steps come as near as their shortest. */
static double at_limit(const following *x, double end)
{
    for (int i = 0; i < x->system.limit_count && x->limited; i++) {
        const tml_limit *l = &x->system.limits[i];
        const bool own = x->system.coordinates[l->coordinate].term.measure == x->term.measure;
        if (own && fabs(end - l->lower) < NEAR_LIMIT)
            return l->lower;
        if (own && fabs(end - l->upper) < NEAR_LIMIT)
            return l->upper;
    }
    return end;
}

/* From the start to the extreme; infinite: there is none within a full turn. */
static double follow(following *x, double sign)
{
    double turn = MAX_TURN;
    x->limited = false;
    put_angles(x, x->start_angles);
    memcpy(x->q, x->start, (size_t)x->system.nq * sizeof(double));
    look(x, x->q);
    const double begin = value(x);
    for (int step = 0; step < MAX_STEPS; step++) {
        const double here = value(x);
        x->stopped = x->stopped || tml_arena_is_cancelled(x->arena);
        if (x->stopped)
            break;
        if (sign * (here - begin) >= x->full)
            return sign * INFINITY;
        if (!find_direction(x))
            break;
        const double fastest = tml_drag_rows_rotation(x->rows, x->z, x->system.size),
                     rate = fastest > 0 ? product(x->z, x->z, x->system.nv) / fastest : 0;
        if (!(rate > 1e-12))
            break;
        bool gained = try_step(x, sign, turn, fastest, here);
        if (!gained && turn <= MIN_TURN && rate > SINGULAR) /* across a singular configuration */
            gained = try_step(x, sign, MAX_TURN, fastest, here);
        if (gained)
            memcpy(x->q, x->trial, (size_t)x->system.nq * sizeof(double));
        else if (turn <= MIN_TURN)
            break;
        turn = gained ? fmin(2 * turn, MAX_TURN) : fmax(turn / 4, MIN_TURN);
    }
    return at_limit(x, value(x));
}

static bool turns_round(following *x)
{
    return isinf(follow(x, 1)) || isinf(follow(x, -1));
}

/* ---- cranks ---- */

/* Where the crank is pinned to the ground, and its farthest joint from there; 0: it is no crank. */
static double crank_length(const tml_system *s, const tml_joint *pin, int crank, tml_vec3 *centre)
{
    double length = 0;
    if (!pin->class->hinge || (pin->body1 != 0 && pin->body2 != 0))
        return 0;
    *centre = pin->body1 == crank ? pin->p1 : pin->p2;
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        if (j == pin || tml_joint_couples(j->class))
            continue;
        if (j->body1 == crank)
            length = fmax(length, tml_norm(tml_sub(j->p1, *centre)));
        if (j->body2 == crank)
            length = fmax(length, tml_norm(tml_sub(j->p2, *centre)));
    }
    return length;
}

static tml_vec3 scaled(tml_vec3 p, tml_vec3 centre, double factor)
{
    return tml_add(centre, tml_scale(factor, tml_sub(p, centre)));
}

/* All points of the crank drawn towards its pin. */
static void resize(following *x, const tml_measure *written, int crank, tml_vec3 centre, double factor)
{
    for (int i = 0; i < x->system.measure_count; i++) {
        tml_measure *m = &x->system.measures[i];
        if (m->body1 == crank)
            m->p1 = scaled(written[i].p1, centre, factor);
        if (m->body2 == crank)
            m->p2 = scaled(written[i].p2, centre, factor);
    }
}

/* The largest factor with which the crank turns round, 0: none was found. The start moves with the lengths, closed at every step. */
static double find_factor(following *x, const tml_measure *written, int crank, tml_vec3 centre)
{
    double good = 0, bad = 1, now = 1;
    double *last = tml_arena_copy(x->arena, x->start, (size_t)x->system.nq * sizeof(double));
    for (int i = 0; i < MAX_HALVINGS + BISECTIONS && (good > 0 || i < MAX_HALVINGS) && !x->stopped; i++) {
        const double wanted = good > 0 ? (good + bad) / 2 : bad / 2;
        memcpy(x->start, last, (size_t)x->system.nq * sizeof(double));
        bool closed = true;
        for (int k = 1; k <= 8 && closed; k++) {
            resize(x, written, crank, centre, now + (wanted - now) * k / 8);
            closed = tml_drag_rows_close(x->rows, INFINITY, x->start);
        }
        if (closed) {
            memcpy(last, x->start, (size_t)x->system.nq * sizeof(double));
            now = wanted;
        }
        if (closed && turns_round(x))
            good = wanted;
        else
            bad = wanted;
    }
    return good;
}

/* ---- for programs ---- */

typedef struct {
    const tml_model *model;
    const char *coordinate;
    tml_range *range;
    tml_log *log;
    tml_arena arena;
} asking;

static const tml_joint *find_coordinate(const tml_system *s, const char *name, tml_term *term)
{
    for (int i = 0; i < s->joint_count; i++)
        for (int k = s->joints[i].first_coordinate; k < s->joints[i].first_coordinate + s->joints[i].coordinate_count;
             k++) {
            const size_t length = strlen(s->joints[i].name);
            const tml_joint_coordinate *c = &s->coordinates[k];
            if (strncmp(name, s->joints[i].name, length) == 0 && name[length] == '.' &&
                strcmp(name + length + 1, c->name) == 0 && c->term.measure >= 0) {
                *term = c->term;
                return &s->joints[i];
            }
        }
    return NULL;
}

static following *begin(const tml_prepared *b, tml_term term, int body, tml_arena *arena)
{
    following *x = TML_NEW(arena, following);
    const size_t nq = (size_t)b->system->nq, nv = (size_t)b->system->nv, measures = (size_t)b->system->measure_count;
    *x = (following){.system = *b->system, .term = term, .body = body, .arena = arena};
    x->system.measures = tml_arena_copy(arena, b->system->measures, measures * sizeof(tml_measure));
    x->start = tml_arena_copy(arena, b->q, nq * sizeof(double));
    x->start_angles = tml_arena_copy(arena, b->work->unwrapped, measures * sizeof(double));
    x->q = TML_NEW_ARRAY(arena, double, nq + 1);
    x->trial = TML_NEW_ARRAY(arena, double, nq + 1);
    x->angles = TML_NEW_ARRAY(arena, double, measures + 1);
    x->g = TML_NEW_ARRAY(arena, double, nv + 1);
    x->z = TML_NEW_ARRAY(arena, double, nv + 1);
    x->full = x->system.measures[term.measure].is_rotation ? TURN * (1 - 1e-9) : FAR * x->system.size;
    x->rows = tml_drag_rows_make(&x->system, 0, x->start, arena);
    x->rows->dragged = x->rows->part[body];
    x->rows->tolerance = 1e-10 * x->system.size;
    return x;
}

static tml_status find(void *context)
{
    asking *a = context;
    tml_prepared start;
    tml_term term;
    const tml_status status = tml_prepare(&start, a->model, -1, tml_prepare_options_of(a->model), &a->arena, a->log);
    if (status != TML_OK && !(status == TML_FAILED && start.closed))
        return status;
    const tml_joint *joint = find_coordinate(start.system, a->coordinate, &term);
    if (!joint) {
        tml_log_raise(a->log, TML_E_NO_COORDINATE, TML_NOWHERE, "no joint coordinate \"%s\"", a->coordinate);
        return TML_WRONG;
    }
    const int crank = joint->body2 ? joint->body2 : joint->body1;
    following *x = begin(&start, term, crank, &a->arena);
    tml_range *r = a->range;
    tml_vec3 centre = {0};
    look(x, x->start);
    *r = (tml_range){.rotates = start.system->measures[term.measure].is_rotation, .start = value(x)};
    r->high = follow(x, 1);
    r->low = isinf(r->high) && r->rotates && !start.system->limit_count ? -INFINITY : follow(x, -1);
    r->length = crank_length(start.system, joint, crank, &centre);
    if (isfinite(r->low) && isfinite(r->high) && r->length > 0 && !start.system->limit_count)
        r->max_length = r->length * find_factor(x, start.system->measures, crank, centre);
    return x->stopped ? TML_STOPPED : TML_OK;
}

tml_status tml_coordinate_range(const tml_model *model, const char *coordinate, tml_range *range, tml_log *log)
{
    asking a = {.model = model, .coordinate = coordinate, .range = range, .log = log};
    a.arena.watch = &model->watch;
    *range = (tml_range){0};
    const tml_status status = tml_guarded(&a.arena, NULL, find, &a);
    tml_arena_free(&a.arena);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}
