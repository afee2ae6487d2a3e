/* live_ode.c - live motions as differential equations for an integrator of the caller's, by the public header alone. */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200, COLUMNS = 2000 };

typedef struct {
    tml_log *log;
    tml_model *model;
    tml_live *live;
    size_t n, inputs;
    double x[MOST];
} motion;

static void check_made(motion *m, tml_status status)
{
    cr_assert_eq(status, TML_OK, "%s", tml_log_count(m->log) ? tml_log_get(m->log, 0).text : "");
    m->n = tml_live_ode_count(m->live);
    cr_assert(m->n > 0 && m->n <= MOST);
    tml_live_ode_get(m->live, m->x);
}

static motion begin(tml_model *(*read)(const char *, tml_log *), const char *what, const char *input)
{
    motion m = {.log = tml_log_make(), .inputs = input != NULL};
    const tml_live_options options = {
        .size = sizeof options, .step = 1e-3, .formulation = "joint", .inputs = &input, .input_count = input != NULL};
    m.model = read(what, m.log);
    cr_assert_not_null(m.model, "%s", what);
    check_made(&m, tml_live_make(m.model, &options, &m.live, m.log));
    return m;
}

static tml_model *parse(const char *text, tml_log *log)
{
    return tml_model_parse(text, strlen(text), "test", log);
}

static tml_model *load(const char *name, tml_log *log)
{
    char path[512];
    const char *file = strchr(name, '/') ? "" : name; /* "fourbar", "mass-on-belt/coulomb" */
    snprintf(path, sizeof path, TML_SOURCE_DIR "/models/%s%s%s.yaml", name, *file ? "/" : "", file);
    return tml_model_load(path, log);
}

static void end(motion *m)
{
    tml_live_free(m->live);
    tml_model_free(m->model);
    tml_log_free(m->log);
}

/* ---- derivatives ---- */

static double random_number(void)
{
    static unsigned long long state = 88172645463325252ull;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 4503599627370496.0 - 1;
}

typedef struct {
    double rates[MOST], channels[COLUMNS];
} values;

/* Everything at x + step dx, u + step du. */
static void evaluate(motion *m, double t, const double *dx, double u, double du, double step, values *out)
{
    double x[MOST];
    for (size_t i = 0; i < m->n; i++)
        x[i] = m->x[i] + step * dx[i];
    if (m->inputs)
        tml_live_set(m->live, 0, u + step * du);
    tml_live_ode_set(m->live, t, x);
    cr_assert_eq(tml_live_ode_rates(m->live, out->rates), TML_OK);
    for (size_t i = 0; i < tml_table_columns(tml_live_channels(m->live)); i++)
        out->channels[i] = tml_live_value(m->live, (long)i);
}

/* Central differences at h, h/2, h/4, extrapolated twice. */
static double extrapolate(const double up[3], const double down[3], double h)
{
    double d[3];
    for (int k = 0; k < 3; k++)
        d[k] = (up[k] - down[k]) / (2 * ldexp(h, -k));
    const double a = (4 * d[1] - d[0]) / 3, b = (4 * d[2] - d[1]) / 3;
    return (16 * b - a) / 15;
}

static void expect_derivatives(motion *m, double t, double u, double tolerance, const char *name)
{
    const double h = 4e-3;
    const size_t columns = tml_table_columns(tml_live_channels(m->live));
    static values up[3], down[3], found, at;
    double dx[MOST], du = random_number();
    const bool redundant = strcmp(name, "a04-bricard") == 0;
    cr_assert(columns < COLUMNS);
    cr_assert(tml_live_ode_is_smooth(m->live), "%s", name);
    for (size_t i = 0; i < m->n; i++)
        dx[i] = random_number();
    for (int k = 0; k < 3; k++) {
        evaluate(m, t, dx, u, du, ldexp(h, -k), &up[k]);
        evaluate(m, t, dx, u, du, -ldexp(h, -k), &down[k]);
    }
    evaluate(m, t, dx, u, du, 0, &at);
    cr_assert_eq(tml_live_ode_derivative(m->live, dx, &du, found.rates, found.channels), TML_OK, "%s", name);
    double scale = 1;
    for (size_t i = 0; i < m->n; i++)
        scale = fmax(scale, fabs(found.rates[i]));
    for (size_t i = 0; i < m->n; i++) {
        const double ups[3] = {up[0].rates[i], up[1].rates[i], up[2].rates[i]},
                     downs[3] = {down[0].rates[i], down[1].rates[i], down[2].rates[i]};
        cr_expect_float_eq(found.rates[i], extrapolate(ups, downs, h), tolerance * scale, "%s: %s': %.12g, not %.12g",
                           name, tml_live_ode_name(m->live, i), found.rates[i], extrapolate(ups, downs, h));
    }
    for (size_t i = 1; i < columns; i++) {
        const double ups[3] = {up[0].channels[i], up[1].channels[i], up[2].channels[i]},
                     downs[3] = {down[0].channels[i], down[1].channels[i], down[2].channels[i]};
        const double d = extrapolate(ups, downs, h), size = fmax(fmax(scale, fabs(at.channels[i])), fabs(d));
        const tml_column_quantity of = tml_table_quantity(tml_live_channels(m->live), i);
        const bool force = of == TML_QUANTITY_FORCE || of == TML_QUANTITY_TORQUE;
        cr_expect(!isnan(found.channels[i]) || (redundant && force), "%s: %s", name,
                  tml_table_name(tml_live_channels(m->live), i));
        if (!isnan(found.channels[i]))
            cr_expect_float_eq(found.channels[i], d, tolerance * size, "%s: %s: %.12g, not %.12g", name,
                               tml_table_name(tml_live_channels(m->live), i), found.channels[i], d);
    }
}

/* A few steps away from where it starts. */
static void move_on(motion *m, int steps)
{
    for (int k = 0; k < steps; k++)
        cr_assert_eq(tml_live_step(m->live), TML_OK);
    tml_live_ode_get(m->live, m->x);
}

Test(live_ode, derivatives_are_those_of_a_pendulum)
{
    /* I w' = -m g c cos(angle) - d w + T, I = 1/3: d w'/d angle = 3 g/2 sin(angle), d w'/d w = -3 d, d w'/d T = 3 */
    motion m = begin(parse,
                     "trammel: 1\n"
                     "gravity: [0, -9.81]\n"
                     "parameters: {T: 2}\n"
                     "bodies:\n"
                     "  ground: {points: {O: [0, 0]}}\n"
                     "  rod: {points: {O: [0, 0], A: [1, 0]}, com: [0.5, 0], mass: 1, inertia: 1/12}\n"
                     "joints: {O: {revolute: [ground, rod]}}\n"
                     "forces: {motor: {motor: O, torque: T - 0.25*O.speed}}\n"
                     "initial: {O.angle: 0.5, O.speed: 3}\n"
                     "analyses: [dynamics: {end: 1, output: 0.1}]\n",
                     "T");
    double rates[MOST], dx[MOST] = {0}, du = 1;
    cr_expect_eq(m.n, 3);
    cr_expect_str_eq(tml_live_ode_name(m.live, 0), "O.angle");
    cr_expect_str_eq(tml_live_ode_name(m.live, 1), "O.speed");
    cr_expect_str_eq(tml_live_ode_unit(m.live, 1), "rad/s");
    cr_expect_null(tml_live_ode_name(m.live, 3));
    cr_expect_eq(tml_live_ode_rates(m.live, rates), TML_OK);
    cr_expect_eq(rates[0], 3);
    cr_expect_float_eq(rates[1], 3 * (-9.81 / 2 * cos(0.5) - 0.75 + 2), 1e-14);
    cr_expect_float_eq(rates[2], 3 * (2 - 0.75), 1e-14); /* the power of motor and damper */
    dx[0] = 1;
    cr_expect_eq(tml_live_ode_derivative(m.live, dx, NULL, rates, NULL), TML_OK);
    cr_expect_float_eq(rates[0], 0, 1e-15);
    cr_expect_float_eq(rates[1], 1.5 * 9.81 * sin(0.5), 1e-13);
    dx[0] = 0, dx[1] = 1;
    cr_expect_eq(tml_live_ode_derivative(m.live, dx, NULL, rates, NULL), TML_OK);
    cr_expect_float_eq(rates[0], 1, 1e-15);
    cr_expect_float_eq(rates[1], -0.75, 1e-14);
    cr_expect_float_eq(rates[2], 2 - 2 * 0.25 * 3, 1e-12);
    cr_expect_eq(tml_live_ode_derivative(m.live, NULL, &du, rates, NULL), TML_OK);
    cr_expect_float_eq(rates[1], 3, 1e-14);
    cr_expect_float_eq(rates[2], 3, 1e-12);
    end(&m);
}

Test(live_ode, derivatives_are_differences_with_loops_balls_and_states)
{
    static const struct {
        const char *name, *input;
        double u, tolerance;
    } models[] = {{"fourbar", "torque", 39.75, 1e-9}, {"a04-bricard", NULL, 0, 1e-8}, {"pid-arm", NULL, 0, 1e-9}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        motion m = begin(load, models[i].name, models[i].input);
        move_on(&m, 50);
        expect_derivatives(&m, tml_live_time(m.live), models[i].u, models[i].tolerance, models[i].name);
        end(&m);
    }
    motion m = begin(parse,
                     "trammel: 1\n"
                     "space: space\n"
                     "parameters: {T: 3}\n"
                     "points: {O: [0, 0, 0], A: [0.3, 0, 0.1], B: [1, 0.6, 0.4], C: [1.2, 0, 0]}\n"
                     "bodies:\n"
                     "  crank: {points: [O, A], mass: 1, shape: {rod: {diameter: 50 mm}}}\n"
                     "  rod: {points: [A, B], mass: 2, shape: {rod: {diameter: 80 mm}}}\n"
                     "  rocker: {points: [C, B], mass: 1, shape: {rod: {diameter: 50 mm}}}\n"
                     "joints:\n"
                     "  O: {revolute: [ground, crank], axis: z}\n"
                     "  A: {spherical: [crank, rod]}\n"
                     "  B: {spherical: [rod, rocker]}\n"
                     "  C: {revolute: [ground, rocker], axis: [1, 0, 0.2]}\n"
                     "forces: {motor: {motor: O, torque: T*cos(O.angle) - 0.1*O.speed*T^2}}\n"
                     "initial: {O.speed: 4}\n"
                     "analyses: [dynamics: {end: 1, output: 0.1}]\n",
                     "T");
    move_on(&m, 100);
    expect_derivatives(&m, tml_live_time(m.live), 3, 1e-8, "crank, rod and rocker in space");
    end(&m);
}

/* ---- integration ---- */

static void rates_at(motion *m, double t, const double *x, double *rates)
{
    tml_live_ode_set(m->live, t, x);
    cr_assert_eq(tml_live_ode_rates(m->live, rates), TML_OK);
}

/* One step of the classical Runge-Kutta method. */
static void step(motion *m, double t, double h)
{
    double k[4][MOST], x[MOST], to[MOST];
    const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    memcpy(to, m->x, sizeof to);
    for (int s = 0; s < 4; s++) {
        for (size_t i = 0; i < m->n; i++)
            x[i] = m->x[i] + (s ? h * part[s] * k[s - 1][i] : 0);
        rates_at(m, t + part[s] * h, x, k[s]);
        for (size_t i = 0; i < m->n; i++)
            to[i] += h * weight[s] * k[s][i];
    }
    memcpy(m->x, to, sizeof to);
    tml_live_ode_set(m->live, t + h, m->x);
}

static void advance(motion *m, double t, double end_time, double h)
{
    const int count = (int)lround((end_time - t) / h);
    for (int k = 0; k < count; k++) {
        bool due;
        step(m, t + k * h, h);
        cr_assert_eq(tml_live_ode_accept(m->live, 1e-9, &due), TML_OK);
        if (due) {
            cr_assert_eq(tml_live_ode_event(m->live), TML_OK);
            tml_live_ode_get(m->live, m->x);
        }
    }
}

Test(live_ode, a_closed_loop_integrated_outside_is_that_of_a_run)
{
    motion m = begin(load, "fourbar", NULL);
    tml_results *results = NULL;
    const tml_run_options options = {.size = sizeof options, .tolerance = 1e-11};
    cr_assert_eq(tml_run(m.model, &options, &results, m.log), TML_OK);
    const tml_table *t = tml_results_find(results, "dynamics");
    const size_t last = 80; /* t = 2 s */
    static const char *const names[] = {"O.angle", "C.speed", "B.fx", "energy.work", "coupler.ay"};
    advance(&m, 0, 2, 1e-3);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_float_eq(tml_live_value(m.live, tml_live_channel(m.live, names[i])),
                           tml_table_value(t, last, (size_t)tml_table_find(t, names[i])), 1e-8, "%s", names[i]);
    tml_results_free(results);
    end(&m);
}

/* Whether a watched value changes its sign in a step of length h from x at t. */
static bool crosses(motion *m, const motion *from, double t, double h, const double *before, double *after)
{
    bool any = false;
    memcpy(m->x, from->x, sizeof m->x);
    step(m, t, h);
    cr_assert_eq(tml_live_ode_watch(m->live, after), TML_OK);
    for (size_t i = 0; i < tml_live_ode_watched(m->live); i++)
        any |= (before[i] > 0) != (after[i] > 0);
    return any;
}

/* Steps until one crosses, whose end is brought to just beyond the crossing, by bisection. */
static double to_next_event(motion *m, double t, double h)
{
    double before[MOST], after[MOST];
    bool due;
    cr_assert_eq(tml_live_ode_watch(m->live, before), TML_OK);
    for (motion from = *m; !crosses(m, &from, t, h, before, after); from = *m, t += h) {
        cr_assert_eq(tml_live_ode_accept(m->live, 1e-9, &due), TML_OK);
        cr_assert_not(due);
        memcpy(before, after, sizeof before);
    }
    motion from = *m;
    step(m, t + h, -h); /* smooth there: back to where the step began */
    from = *m;
    double low = 0, high = h;
    while (high - low > 1e-14) {
        const double middle = 0.5 * (low + high);
        *(crosses(m, &from, t, middle, before, after) ? &high : &low) = middle;
    }
    cr_assert(crosses(m, &from, t, high, before, after));
    cr_assert_eq(tml_live_ode_accept(m->live, 1e-9, &due), TML_OK);
    cr_assert(due);
    cr_assert_eq(tml_live_ode_event(m->live), TML_OK);
    tml_live_ode_get(m->live, m->x);
    return t + high;
}

/* From 1 m: sqrt(2/g), then each bounce lasts e times the one before, 2 e sqrt(2/g) the first. */
Test(live_ode, a_ball_bounces_when_it_should)
{
    motion m = begin(load, "bouncing-ball", NULL);
    const double fall = sqrt(2 / 9.81);
    double t = 0, expected = fall, lasts = 2 * 0.8 * fall;
    cr_expect(tml_live_ode_watched(m.live) > 0);
    cr_expect_not(tml_live_ode_is_smooth(m.live));
    for (int k = 0; k < 5; k++) {
        t = to_next_event(&m, t, 0.01);
        cr_expect_float_eq(t, expected, 1e-11, "bounce %d", k);
        expected += lasts;
        lasts *= 0.8;
        cr_expect_float_eq(tml_live_value(m.live, tml_live_channel(m.live, "ball.vy")), lasts / 0.8 * 9.81 / 2, 1e-9);
        double g[MOST];
        cr_expect_eq(tml_live_ode_watch(m.live, g), TML_OK);
        tml_live_ode_set(m.live, t, m.x);
    }
    end(&m);
}

/* A mass falls from 1 m, g = 8 m/s^2, and an event throws it up with half its speed: 4 m/s at 0.5 s, then 2 m/s. The caller's search for zeros finds
 * the place just behind the event as a crossing upwards, and says so: nothing happens there. */
Test(live_ode, an_event_that_the_caller_finds_again_acts_once)
{
    motion m = begin(parse,
                     "trammel: 1\n"
                     "gravity: [0, -8]\n"
                     "bodies: {ground: {points: {O: [0, 0]}}, mass: {points: {O: [0, 0]}, mass: 1, inertia: 1}}\n"
                     "joints: {S: {prismatic: [ground, mass], at: O, axis: y}}\n"
                     "events: {blow: {when: S.displacement, direction: falling, do: {set: {S.speed: -S.speed/2}}}}\n"
                     "initial: {S.displacement: 1 m}\n"
                     "analyses: [dynamics: {end: 2, output: 0.1}]\n",
                     NULL);
    bool due;
    double t = to_next_event(&m, 0, 0.01);
    cr_expect_float_eq(t, 0.5, 1e-11);
    for (double later = 1e-14; later < 1e-12; later *= 3) {
        tml_live_ode_set(m.live, t, m.x);
        step(&m, t, later);
        t += later;
        cr_assert_eq(tml_live_ode_accept(m.live, 1e-9, &due), TML_OK);
        cr_assert_eq(tml_live_ode_event(m.live), TML_OK);
        tml_live_ode_get(m.live, m.x);
        cr_expect_float_eq(m.x[1], 2, 1e-10, "%g s behind the event: %g m/s", t - 0.5, m.x[1]);
    }
    t = to_next_event(&m, t, 0.01);
    cr_expect_float_eq(t, 1, 1e-10);
    cr_expect_float_eq(m.x[1], 1, 1e-10);
    end(&m);
}

/* On a belt at 0.1 m/s until k x = 0.4 m g, at t = 0.3924 s; then m x'' = 0.25 m g - k x = -2.943 N. The caller has found the time to rounding, which
 * decides the sign of what is watched there. */
Test(live_ode, friction_slips_where_the_caller_says_so)
{
    motion m = begin(load, "mass-on-belt/coulomb", NULL);
    double rates[MOST];
    size_t vx = 0;
    bool due;
    while (vx < m.n && strcmp(tml_live_ode_name(m.live, vx), "mass.vx") != 0)
        vx++;
    cr_assert(vx < m.n);
    advance(&m, 0, 0.39, 0.01);
    step(&m, 0.39, 0.0024 - 1e-13);
    cr_assert_eq(tml_live_ode_accept(m.live, 1e-9, &due), TML_OK);
    cr_expect_eq(tml_live_ode_event(m.live), TML_OK);
    cr_expect_eq(tml_live_ode_rates(m.live, rates), TML_OK);
    cr_expect_float_eq(rates[vx], -2.943 / 2, 1e-9);
    end(&m);
}

/* 2 kg on a table with mu = 0.4 are pushed by 12 N sin(4 t), more than friction holds from t1 on: 2 v' = 12 sin(4 t) - 0.4*2 g. The state of the caller has a velocity that is
 * rounding: it passes zero just behind the event, which is no other event. */
Test(live_ode, a_slip_that_begins_with_rounding_goes_on)
{
    motion m = begin(parse,
                     "trammel: 1\n"
                     "bodies: {ground: {points: {O: [0, 0]}}, box: {mass: 2, points: {P: [0, 0]}, inertia: 1}}\n"
                     "joints: {S: {prismatic: [ground.O, box.P], axis: x, friction: 0.4}}\n"
                     "forces: {p: {force: box.P, value: [12*sin(4*t), 0]}}\n"
                     "analyses: [dynamics: {end: 3, output: 0.01}]\n",
                     NULL);
    const double most = 0.4 * 2 * 9.81, t1 = asin(most / 12) / 4;
    double rates[MOST];
    bool due;
    advance(&m, 0, 0.17, 0.01);
    for (int k = 0; k < 3; k++) { /* before the event, where it is, just behind it */
        const double late[3] = {-1e-5, -1e-14, 1.3e-13}, speed[3] = {-3.8e-18, -3.8e-18, 1.8e-23};
        m.x[1] = speed[k];
        tml_live_ode_set(m.live, t1 + late[k], m.x);
        cr_assert_eq(tml_live_ode_accept(m.live, 1e-5, &due), TML_OK);
        if (k > 0)
            cr_assert_eq(tml_live_ode_event(m.live), TML_OK);
        cr_expect(k > 0 || !due);
    }
    tml_live_ode_get(m.live, m.x);
    rates_at(&m, 0.25, m.x, rates);
    cr_expect_float_eq(rates[1], (12 * sin(1) - most) / 2, 1e-9, "%g m/s^2", rates[1]);
    end(&m);
}

/* A body of 1 kg is lifted by the force g t: it leaves the floor at t = 1 s, where nothing accelerates it yet. The caller's steps take it below the floor, to 1e-9 m, in
 * steps much shorter than the motion: it does not touch the floor again, and the caller is not told so at each step. */
Test(live_ode, a_contact_that_has_opened_stays_open_below_zero)
{
    motion m = begin(parse,
                     "trammel: 1\n"
                     "gravity: [0, -10]\n"
                     "bodies:\n"
                     "  ground: {surfaces: {floor: {line: [[-1, 0], [1, 0]]}}}\n"
                     "  ball: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 0.1]}\n"
                     "forces: {c: {contact: [ball.rim, ground.floor]}, lift: {force: ball, value: [0, 10*t]}}\n"
                     "analyses: [dynamics: {end: 3, output: 0.01}]\n",
                     NULL);
    double rates[MOST];
    bool due;
    int events = 0;
    advance(&m, 0, 0.9, 0.01);
    tml_live_ode_set(m.live, 1 + 1e-13, m.x);
    cr_assert_eq(tml_live_ode_accept(m.live, 1e-5, &due), TML_OK);
    cr_assert_eq(tml_live_ode_event(m.live), TML_OK);
    for (int k = 1; k <= 2000; k++) {
        m.x[1] = 0.1 - k * 5e-13;
        tml_live_ode_set(m.live, 1 + k * 1e-13, m.x);
        cr_assert_eq(tml_live_ode_accept(m.live, 1e-5, &due), TML_OK);
        events += due;
        if (due)
            cr_assert_eq(tml_live_ode_event(m.live), TML_OK, "at %g m", m.x[1] - 0.1);
    }
    cr_expect_leq(events, 10, "%d events", events);
    rates_at(&m, 1.1, m.x, rates);
    cr_expect_float_eq(rates[4], 1, 1e-9, "%g m/s^2", rates[4]);
    end(&m);
}

/* A ball that the caller's steps take below the floor, each time 1.5 times as far, at -1 m/s: it is struck each time, at e = 0.8. */
Test(live_ode, bounces_below_zero_are_all_found)
{
    motion m = begin(load, "bouncing-ball", NULL);
    const double start = m.x[1] - tml_live_value(m.live, tml_live_channel(m.live, "hit.gap"));
    double t = 0.1, depth = 1e-9;
    bool due;
    for (int k = 0; k < 12; k++, t += 1e-3, depth *= 1.5) {
        m.x[1] = start - depth, m.x[4] = -1;
        tml_live_ode_set(m.live, t, m.x);
        cr_assert_eq(tml_live_ode_accept(m.live, 1e-5, &due), TML_OK);
        cr_assert(due, "bounce %d, %g m below", k, depth);
        cr_assert_eq(tml_live_ode_event(m.live), TML_OK);
        tml_live_ode_get(m.live, m.x);
        cr_expect_float_eq(m.x[4], 0.8, 1e-12, "%g m/s", m.x[4]);
    }
    end(&m);
}

/* F = 0, from t = 0.3 s on 2 N, on 1 kg: the break is no multiple of the step, and no stage sees both sides of it. */
Test(live_ode, time_stands_at_a_break_until_it_is_passed)
{
    motion m = begin(parse,
                     "trammel: 1\n"
                     "gravity: none\n"
                     "bodies: {ground: {points: {O: [0, 0]}}, cart: {points: {O: [0, 0]}, mass: 1, inertia: 1}}\n"
                     "joints: {S: {prismatic: [ground, cart], at: O, axis: x}}\n"
                     "forces: {f: {force: cart, value: [if(t < 0.3, 0, 2), 0]}}\n"
                     "analyses: [dynamics: {end: 1, output: 0.1}]\n",
                     NULL);
    cr_expect_float_eq(tml_live_ode_break(m.live), 0.3, 1e-15);
    step(&m, 0, 0.3);
    cr_expect_eq(m.x[1], 0);
    cr_expect_eq(tml_live_ode_event(m.live), TML_OK);
    cr_expect_eq(tml_live_ode_break(m.live), INFINITY);
    step(&m, 0.3, 0.7);
    cr_expect_float_eq(m.x[1], 1.4, 1e-15);
    cr_expect_float_eq(m.x[0], 0.49, 1e-15);
    end(&m);
}

/* The state goes on from a snapshot with the same bits, breaks and modes too. */
Test(live_ode, snapshots_keep_it)
{
    motion m = begin(load, "bouncing-ball", NULL), other = begin(load, "bouncing-ball", NULL);
    double a[MOST], b[MOST];
    to_next_event(&m, 0, 0.01);
    char *bytes = malloc(tml_live_snapshot_size(m.live));
    tml_live_snapshot_take(m.live, bytes);
    cr_expect_eq(tml_live_snapshot_restore(other.live, bytes, tml_live_snapshot_size(other.live), other.log), TML_OK);
    cr_expect_eq(tml_live_ode_watch(m.live, a), TML_OK);
    cr_expect_eq(tml_live_ode_watch(other.live, b), TML_OK);
    cr_expect_arr_eq(a, b, tml_live_ode_watched(m.live) * sizeof(double));
    cr_expect_eq(tml_live_ode_rates(m.live, a), TML_OK);
    cr_expect_eq(tml_live_ode_rates(other.live, b), TML_OK);
    cr_expect_arr_eq(a, b, m.n * sizeof(double));
    free(bytes);
    end(&m);
    end(&other);
}

Test(live_ode, contacts_that_are_stepped_over_have_no_such_form)
{
    tml_log *log = tml_log_make();
    tml_model *model = parse("trammel: 1\n"
                             "bodies:\n"
                             "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                             "  ball: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 1]}\n"
                             "forces: {hit: {contact: [ball.rim, ground.floor], restitution: 0.5}}\n"
                             "analyses: [dynamics: {end: 1, output: 0.1, contact: time_stepping, step: 0.01}]\n",
                             log);
    tml_live *live = NULL;
    cr_assert_not_null(model, "%s", tml_log_get(log, 0).text);
    cr_assert_eq(tml_live_make(model, NULL, &live, log), TML_OK);
    double x;
    cr_expect_eq(tml_live_ode_count(live), 0);
    cr_expect_eq(tml_live_ode_watched(live), 0);
    cr_expect_eq(tml_live_ode_break(live), INFINITY);
    cr_expect_eq(tml_live_ode_rates(live, &x), TML_FAILED);
    cr_expect_eq(tml_live_ode_event(live), TML_FAILED);
    cr_expect_not(tml_live_ode_is_smooth(live));
    tml_live_free(live);
    tml_model_free(model);
    tml_log_free(log);
}
