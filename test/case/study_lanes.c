/* study_lanes.c - points of a study whose motions are integrated several at once: as accurate as one by one, and the same bits whichever points are
 * computed together.
 *
 * Against runs one by one (tml_study_worker_try) at a tight tolerance: loads, lengths, masses and stiffnesses of a four-bar and of an open tree, with and
 * without zeros and ones among them.
 */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

TestSuite(study_lanes, .timeout = TML_SLOWER * 200);

static const char FOURBAR[] =
    "trammel: 1\n"
    "gravity: [0, -9.81]\n"
    "parameters: {torque: 39.75, rod: 4, heavy: 2.25, out: 0, k: 0}\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0], C: [2.5, 0]}}\n"
    "  crank: {points: {O: [0, 0], A: [2, 0]}, com: [1, out], mass: 1, inertia: 0.3, angle: 60 deg}\n"
    "  coupler: {points: {A: [0, 0], B: [rod, 0]}, com: [2, 0], mass: heavy, inertia: 2, angle: 24 deg}\n"
    "  follower: {points: {C: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2, inertia: 1.35, angle: 58 deg}\n"
    "joints:\n"
    "  O: {revolute: [ground, crank]}\n"
    "  A: {revolute: [crank, coupler]}\n"
    "  B: {revolute: [coupler, follower]}\n"
    "  C: {revolute: [ground, follower]}\n"
    "forces:\n"
    "  motor: {torque: crank, value: torque + 3*sin(2*t)}\n"
    "  stay: {spring: [ground.O, follower.B], stiffness: k, damping: 0.3, length: 3}\n"
    "initial: {O.angle: 60 deg, O.speed: 0}\n"
    "analyses:\n"
    "  - dynamics: {end: 2, output: 0.1}\n";

/* An open tree with sliders in both directions, springs and a force by an expression that no vector operation has. */
static const char TREE[] = "trammel: 1\n"
                           "gravity: [0, -9.81]\n"
                           "parameters: {m: 1, l: 0.5, c: 0.2, push: 1}\n"
                           "bodies:\n"
                           "  ground: {points: {O: [0, 0], W: [-2, 0.3]}}\n"
                           "  cart: {points: {O: [0, 0], P: [0.1, 0]}, mass: 2, inertia: 0.1}\n"
                           "  rod: {points: {P: [0, l], Q: [0, -l]}, mass: m, inertia: 0.05}\n"
                           "  bob: {points: {Q: [0, 0]}, mass: 0.5, inertia: 0.02}\n"
                           "joints:\n"
                           "  G: {prismatic: [ground.O, cart.O], axis: [1, 0.2]}\n"
                           "  P: {revolute: [cart, rod]}\n"
                           "  Q: {slot: [bob.Q, rod.Q], axis: [0, 1]}\n"
                           "forces:\n"
                           "  rope: {spring: [ground.W, cart.P], stiffness: 30, damping: c, length: 1.5}\n"
                           "  lift: {spring: [ground.O, bob.Q], stiffness: 80, damping: 0.1, length: 0.4}\n"
                           "  wind: {torque: rod, value: push*tanh(P.angle) - 0.1*P.speed + exp(-t)}\n"
                           "analyses:\n"
                           "  - dynamics: {end: 1.5, output: 0.1}\n";

enum { MOST = 64, ANSWERS = 3 };
static const char *const KEEP[ANSWERS] = {"crank.angle", "follower.vx", "B.fx"};
static const char *const KEEP_TREE[ANSWERS] = {"rod.angle", "bob.vx", "P.fx"};

typedef struct {
    tml_model *model;
    tml_study *study;
    tml_log *log;
    uint64_t points;
} fixture;

static fixture make(const char *text, const char *vary, const char *const *keep, size_t keep_count, double tolerance)
{
    fixture f = {.log = tml_log_make()};
    f.model = tml_model_parse(text, strlen(text), "text", f.log);
    cr_assert(f.model, "%s", tml_log_count(f.log) ? tml_log_get(f.log, 0).text : "");
    const tml_study_options options = {.size = sizeof options,
                                       .vary = &vary,
                                       .vary_count = 1,
                                       .keep = keep,
                                       .keep_count = keep_count,
                                       .tolerance = tolerance};
    f.study = tml_study_make(f.model, &options, f.log);
    cr_assert(f.study, "%s", tml_log_count(f.log) ? tml_log_get(f.log, 0).text : "");
    f.points = tml_study_point_count(f.study);
    cr_assert_leq(f.points, MOST);
    return f;
}

static void free_fixture(fixture *f)
{
    tml_study_free(f->study);
    tml_model_free(f->model);
    tml_log_free(f->log);
}

/* Points that are given and taken, in an order. */
typedef struct {
    const int *order;
    int count, next;
    size_t width;
    double *answers; /* (points x width) */
    int taken;
} course;

static bool give(void *context, uint64_t *point)
{
    course *c = context;
    if (c->next < c->count)
        *point = (uint64_t)c->order[c->next];
    return c->next++ < c->count;
}

static tml_status take(void *context, uint64_t point, tml_status status, const double *answers, const char *reason)
{
    course *c = context;
    cr_assert_eq(status, TML_OK, "%s", reason);
    memcpy(c->answers + point * c->width, answers, c->width * sizeof *answers);
    c->taken++;
    return TML_OK;
}

static void compute(const fixture *f, const int *order, int count, size_t width, double *answers)
{
    tml_study_worker *worker = tml_study_worker_make(f->study, f->log);
    course c = {.order = order, .count = count, .width = width, .answers = answers};
    cr_assert_eq(tml_study_worker_run_many(worker, &(tml_study_feed){sizeof(tml_study_feed), &c, give, take}), TML_OK);
    cr_assert_eq(c.taken, count);
    tml_study_worker_free(worker);
}

static void list_points(const fixture *f, int *order)
{
    for (int i = 0; i < (int)f->points; i++)
        order[i] = i;
}

/* One by one, without lanes. */
static void compute_plain(const fixture *f, size_t width, double *answers)
{
    tml_study_worker *worker = tml_study_worker_make(f->study, f->log);
    for (uint64_t i = 0; i < f->points; i++) {
        double values[4];
        const char *reason;
        tml_study_point(f->study, i, values);
        cr_assert_eq(tml_study_worker_try(worker, values, answers + i * width, &reason), TML_OK, "%s", reason);
    }
    tml_study_worker_free(worker);
}

typedef struct {
    const char *text, *vary;
    const char *const *keep;
} variation;

static const variation VARIED[] = {{FOURBAR, "torque=38:42:41", KEEP},
                                   {FOURBAR, "rod=3.9:4.3:21", KEEP},
                                   {FOURBAR, "heavy=1,1.5,2.25,3,0.5,1,1,2,3,1", KEEP},
                                   {FOURBAR, "out=0,0.1,-0.1,0,0.2,1,0", KEEP},
                                   {FOURBAR, "k=0:40:20", KEEP},
                                   {TREE, "m=0.5:2:16", KEEP_TREE},
                                   {TREE, "l=0.4:0.6:9", KEEP_TREE},
                                   {TREE, "push=-1,0,1,2,1,1", KEEP_TREE}};
enum { VARIATIONS = sizeof VARIED / sizeof *VARIED };

ParameterizedTestParameters(study_lanes, as_accurate_as_one_by_one)
{
    static int numbers[VARIATIONS];
    for (int i = 0; i < VARIATIONS; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, VARIATIONS);
}

ParameterizedTest(int *number, study_lanes, as_accurate_as_one_by_one)
{
    fixture f = make(VARIED[*number].text, VARIED[*number].vary, VARIED[*number].keep, ANSWERS, 1e-8);
    double lanes[MOST * ANSWERS], plain[MOST * ANSWERS];
    int order[MOST];
    list_points(&f, order);
    compute(&f, order, (int)f.points, ANSWERS, lanes);
    compute_plain(&f, ANSWERS, plain);
    for (uint64_t i = 0; i < f.points * ANSWERS; i++)
        cr_expect_leq(fabs(lanes[i] - plain[i]), 1e-6 * (1 + fabs(plain[i])), "%s: point %d, %s: %.17g, not %.17g",
                      VARIED[*number].vary, (int)(i / ANSWERS), VARIED[*number].keep[i % ANSWERS], lanes[i], plain[i]);
    cr_expect_neq(memcmp(lanes, plain, f.points * ANSWERS * sizeof *lanes), 0, "%s: lanes are not used",
                  VARIED[*number].vary);
    free_fixture(&f);
}

ParameterizedTestParameters(study_lanes, whichever_points_are_together)
{
    static int numbers[VARIATIONS];
    for (int i = 0; i < VARIATIONS; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, VARIATIONS);
}

ParameterizedTest(int *number, study_lanes, whichever_points_are_together)
{
    fixture f = make(VARIED[*number].text, VARIED[*number].vary, VARIED[*number].keep, ANSWERS, 1e-6);
    double together[MOST * ANSWERS], other[MOST * ANSWERS];
    int order[MOST], shuffled[MOST], n = (int)f.points;
    list_points(&f, order);
    compute(&f, order, n, ANSWERS, together);
    for (int i = 0; i < n; i++) /* 17 is prime to all their numbers */
        shuffled[i] = (int)((17u * (unsigned)i + 5) % (unsigned)n);
    compute(&f, shuffled, n, ANSWERS, other);
    cr_expect_eq(memcmp(together, other, f.points * ANSWERS * sizeof *other), 0, "%s: shuffled", VARIED[*number].vary);
    compute(&f, order + n / 2, n - n / 2, ANSWERS, other);
    compute(&f, order, n / 2, ANSWERS, other);
    cr_expect_eq(memcmp(together, other, f.points * ANSWERS * sizeof *other), 0, "%s: in two", VARIED[*number].vary);
    tml_study_worker *worker = tml_study_worker_make(f.study, f.log);
    for (int i = 0; i < n; i++) {
        const char *reason;
        cr_assert_eq(tml_study_worker_run(worker, (uint64_t)i, other + i * ANSWERS, &reason), TML_OK, "%s", reason);
    }
    tml_study_worker_free(worker);
    cr_expect_eq(memcmp(together, other, f.points * ANSWERS * sizeof *other), 0, "%s: alone", VARIED[*number].vary);
    free_fixture(&f);
}

/* A mass of m flies at 3 m/s through a force in a narrow band of positions, F = a exp(-((x - 1)/w)^2):  m v^2/2 = m 9/2 + a w sqrt(pi).
 * The other one is hit by a short pulse of time:  m v = a w sqrt(pi). */
static const char NARROW[] = "trammel: 1\n"
                             "gravity: none\n"
                             "points: {P: [0, 0]}\n"
                             "parameters: {m: 1, w: 0.001, a: 1}\n"
                             "bodies:\n"
                             "  one: {mass: m, inertia: 1, points: [P]}\n"
                             "  other: {mass: m, inertia: 1, points: [P]}\n"
                             "joints:\n"
                             "  S: {prismatic: [ground, one], at: P, axis: x}\n"
                             "  T: {prismatic: [ground, other], at: P, axis: x}\n"
                             "forces:\n"
                             "  band: {motor: S, force: \"a/w*exp(-((S.displacement - 1)/w)^2)\"}\n"
                             "  pulse: {motor: T, force: \"a/w*exp(-((t - 0.3)/w)^2)\"}\n"
                             "initial: {S.speed: 3}\n"
                             "analyses:\n"
                             "  - dynamics: {end: 1, output: 0.1}\n";

Test(study_lanes, narrow_forces_are_felt)
{
    static const char *const keep[] = {"S.speed", "T.speed"};
    enum { KEPT = 2 };
    fixture f = make(NARROW, "m=0.5:2.5:21", keep, KEPT, 1e-9);
    double lanes[MOST * KEPT], plain[MOST * KEPT], m;
    int order[MOST];
    list_points(&f, order);
    compute(&f, order, (int)f.points, KEPT, lanes);
    compute_plain(&f, KEPT, plain);
    for (uint64_t i = 0; i < f.points; i++) {
        tml_study_point(f.study, i, &m);
        const double integral = sqrt(acos(-1)); /* of both forces */
        const double through = sqrt(9 + 2 * integral / m), hit = integral / m;
        cr_expect_leq(fabs(lanes[KEPT * i] - through), 1e-7, "m = %g: %.17g, not %.17g", m, lanes[KEPT * i], through);
        cr_expect_leq(fabs(lanes[KEPT * i + 1] - hit), 1e-7, "m = %g: %.17g, not %.17g", m, lanes[KEPT * i + 1], hit);
    }
    cr_expect_neq(memcmp(lanes, plain, f.points * KEPT * sizeof *lanes), 0, "lanes are not used");
    free_fixture(&f);
}

/* What needs more than ends is computed one by one. */
Test(study_lanes, other_answers_are_those_of_runs_one_by_one)
{
    const char *keep[] = {"max(abs(B.fx))"};
    fixture f = make(FOURBAR, "torque=39:41:10", keep, 1, 1e-6);
    double many[MOST], plain[MOST];
    int order[MOST];
    list_points(&f, order);
    compute(&f, order, (int)f.points, 1, many);
    compute_plain(&f, 1, plain);
    cr_expect_eq(memcmp(many, plain, f.points * sizeof *many), 0);
    free_fixture(&f);
}
