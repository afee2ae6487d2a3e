/* runge_kutta.c - explicit Runge-Kutta methods on problems with closed forms: order, tolerance, dense output, events, stability.
 *
 * y = (cos t, -sin t, 1/(1 + t^2)) solves y' = (y_2, -y_1, -2 t y_3^2): linear, nonlinear and explicitly dependent on time.
 */
#include "integrate/runge_kutta.h"
#include "integrate/step_control.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <trammel/trammel.h>

#define PI 3.14159265358979323846
enum { N = 3, MAX_TIMES = 400, MAX_EVENTS = 8 };

typedef struct {
    double lambda;     /* y' = lambda y instead, where it is not 0 */
    double worst;      /* largest error at the output times */
    double end, y[N];  /* last output */
    int outputs, stop; /* stop: the event that ends the run, -1: none */
    int event_count;   /* seen */
    double when[MAX_EVENTS];
    int which[MAX_EVENTS];
    long evaluations;
} record;

static void exact(double t, double *y)
{
    y[0] = cos(t), y[1] = -sin(t), y[2] = 1 / (1 + t * t);
}

static int rate(void *context, double t, const double *y, double *ydot)
{
    record *r = context;
    r->evaluations++;
    for (int i = 0; i < N; i++)
        ydot[i] = r->lambda * y[i];
    if (r->lambda == 0)
        ydot[0] = y[1], ydot[1] = -y[0], ydot[2] = -2 * t * y[2] * y[2];
    return 0;
}

static int blow_up(void *context, double t, const double *y, double *ydot)
{
    (void)context, (void)t;
    for (int i = 0; i < N; i++)
        ydot[i] = y[i] * y[i];
    return 0;
}

static int accept(void *context, double t, const double *y)
{
    (void)context, (void)t, (void)y;
    return 0;
}

static int output(void *context, double t, const double *y)
{
    record *r = context;
    double want[N];
    exact(t, want);
    for (int i = 0; i < N; i++)
        r->worst = larger(r->worst, fabs(y[i] - want[i]));
    r->end = t;
    memcpy(r->y, y, sizeof r->y);
    r->outputs++;
    return 0;
}

/* cos t falls through zero at pi/2 and rises at 3 pi/2; sin t falls at pi. */
static int events(void *context, double t, const double *y, double *g)
{
    (void)context, (void)t;
    g[0] = g[1] = y[0], g[2] = -y[1];
    return 0;
}

static int event(void *context, double t, const double *y, int index)
{
    record *r = context;
    (void)y;
    cr_assert_lt(r->event_count, MAX_EVENTS);
    r->when[r->event_count] = t;
    r->which[r->event_count++] = index;
    return index == r->stop;
}

typedef struct {
    double end, step, tolerance;
    int outputs; /* at equal distances, with begin and end */
    bool with_events;
    double y[N]; /* the start; the end state afterwards */
    int (*rate)(void *context, double t, const double *y, double *ydot);
} setting;

/* Each of the three events once: cos t falling, cos t rising, sin t either way. */
static tml_status run(const tml_integrator_class *method, setting *s, record *r, tml_statistics *statistics,
                      tml_log *log)
{
    static const int directions[] = {-1, 1, 0};
    double absolute[N], times[MAX_TIMES];
    for (int i = 0; i < N; i++)
        absolute[i] = s->tolerance;
    for (int i = 0; i < s->outputs; i++)
        times[i] = i == s->outputs - 1 ? s->end : s->end * i / (s->outputs - 1);
    const tml_problem problem = {.n = N,
                                 .t1 = s->end,
                                 .y = s->y,
                                 .relative = s->tolerance,
                                 .absolute = absolute,
                                 .characteristic_rate = 1,
                                 .step = s->step,
                                 .first_step_factor = 1,
                                 .times = times,
                                 .time_count = s->outputs,
                                 .context = r,
                                 .rate = s->rate ? s->rate : rate,
                                 .accept = accept,
                                 .output = output,
                                 .event_count = s->with_events ? 3 : 0,
                                 .events = events,
                                 .directions = directions,
                                 .event = event};
    *statistics = (tml_statistics){0};
    return method->run(&problem, statistics, log);
}

/* Errors at the end and at all outputs, by steps of h or at a tolerance. */
static record follow(const char *method, double end, double step, double tolerance, int outputs, long *steps)
{
    setting s = {.end = end, .step = step, .tolerance = tolerance, .outputs = outputs};
    record r = {.stop = -1};
    tml_statistics statistics;
    exact(0, s.y);
    cr_assert_eq(run(tml_integrator_find(method), &s, &r, &statistics, NULL), TML_OK, "%s", method);
    cr_assert_eq(r.outputs, outputs);
    cr_assert_float_eq(statistics.reached, end, 1e-12);
    *steps = statistics.steps;
    return r;
}

Test(runge_kutta, fixed_step_methods_converge_at_their_order)
{
    for (int i = 0; i < tml_integrator_class_count; i++) {
        const tml_integrator_class *m = tml_integrator_classes[i];
        if (!m->fixed_step)
            continue;
        long steps;
        const double coarse = follow(m->name, 2, 1.0 / 64, 1e-6, 2, &steps).worst;
        cr_expect_eq(steps, 128, "%s: %ld steps", m->name, steps);
        const double fine = follow(m->name, 2, 1.0 / 128, 1e-6, 2, &steps).worst;
        cr_expect_float_eq(log2(coarse / fine), m->order, 0.15, "%s: order %g", m->name, log2(coarse / fine));
    }
}

/* With a tolerance that never binds every step is the longest one allowed. */
static double observed_order(const char *method, double h, int outputs)
{
    long steps;
    const double coarse = follow(method, 2, h, 1e3, outputs, &steps).worst;
    const double fine = follow(method, 2, h / 2, 1e3, outputs, &steps).worst;
    return log2(coarse / fine);
}

Test(runge_kutta, adaptive_pairs_converge_at_their_order)
{
    const double dopri5 = observed_order("dopri5", 1.0 / 32, 2), verner = observed_order("explicit", 1.0 / 2, 2);
    cr_expect_float_eq(dopri5, 5, 0.4, "Dormand and Prince: order %g", dopri5);
    cr_expect_gt(verner, 7.6, "Verner: order %g", verner);
}

Test(runge_kutta, dense_output_converges_at_the_order_of_the_pair)
{
    const double dopri5 = observed_order("dopri5", 1.0 / 8, 333), verner = observed_order("explicit", 1.0 / 2, 333);
    cr_expect_gt(dopri5, 4.5, "Dormand and Prince: order %g", dopri5);
    cr_expect_gt(verner, 7.4, "Verner: order %g", verner);
}

Test(runge_kutta, error_stays_near_the_tolerance)
{
    static const char *const adaptive[] = {"explicit", "dopri5"};
    for (int i = 0; i < 2; i++)
        for (double tolerance = 1e-4; tolerance > 1e-11; tolerance /= 100) {
            long steps;
            const record r = follow(adaptive[i], 10, 0, tolerance, 2, &steps);
            cr_expect_lt(r.worst, 100 * tolerance, "%s at %g: %g", adaptive[i], tolerance, r.worst);
        }
}

Test(runge_kutta, output_neither_shortens_steps_nor_loses_accuracy)
{
    long few, many;
    const record sparse = follow("explicit", 10, 0, 1e-9, 2, &few), dense = follow("explicit", 10, 0, 1e-9, 397, &many);
    cr_expect_eq(few, many, "%ld and %ld steps", few, many);
    cr_expect_lt(dense.worst, 3 * fmax(sparse.worst, 1e-9), "%g against %g", dense.worst, sparse.worst);
}

Test(runge_kutta, events_are_located_in_order_and_direction)
{
    static const char *const adaptive[] = {"explicit", "dopri5"};
    static const double times[] = {PI / 2, PI, 3 * PI / 2};
    static const int which[] = {0, 2, 1};
    for (int i = 0; i < 2; i++) {
        setting s = {.end = 6, .tolerance = 1e-11, .outputs = 2, .with_events = true};
        record r = {.stop = -1};
        tml_statistics statistics;
        exact(0, s.y);
        cr_assert_eq(run(tml_integrator_find(adaptive[i]), &s, &r, &statistics, NULL), TML_OK);
        cr_assert_eq(r.event_count, 3, "%s: %d events", adaptive[i], r.event_count);
        for (int k = 0; k < 3; k++) {
            cr_expect_eq(r.which[k], which[k]);
            cr_expect_float_eq(r.when[k], times[k], 1e-9, "%s: %.12g", adaptive[i], r.when[k] - times[k]);
        }
    }
}

Test(runge_kutta, a_stopping_event_ends_the_run_in_its_state)
{
    setting s = {.end = 6, .tolerance = 1e-11, .outputs = 61, .with_events = true};
    record r = {.stop = 2};
    tml_statistics statistics;
    exact(0, s.y);
    cr_assert_eq(run(tml_integrator_find("explicit"), &s, &r, &statistics, NULL), TML_OK);
    cr_expect(statistics.stopped);
    cr_expect_eq(r.event_count, 2);
    cr_expect_eq(r.outputs, 32, "%d outputs up to t = %g", r.outputs, r.end); /* 0, 0.1, ... 3.1 */
    cr_expect_float_eq(s.y[0], -1, 1e-9);
    cr_expect_float_eq(s.y[1], 0, 1e-9);
}

/* y' = lambda y with |lambda| h at the limit that a method declares, and a sixth beyond it. */
Test(runge_kutta, fixed_steps_are_stable_up_to_the_declared_limit)
{
    for (int i = 0; i < tml_integrator_class_count; i++) {
        const tml_integrator_class *m = tml_integrator_classes[i];
        for (int beyond = 0; beyond < 2 && m->fixed_step; beyond++) {
            setting s = {.end = 200, .step = 1, .tolerance = 1, .outputs = 2, .y = {1, 1, 1}};
            record r = {.stop = -1, .lambda = -m->stability_limit * (beyond ? 7.0 / 6 : 1)};
            tml_statistics statistics;
            cr_assert_eq(run(m, &s, &r, &statistics, NULL), TML_OK);
            cr_expect(beyond ? fabs(s.y[0]) > 1 : fabs(s.y[0]) < 1e-6, "%s at h lambda = %g: %g", m->name, r.lambda,
                      s.y[0]);
        }
    }
}

/* 1e13 steps of an explicit method would be needed: after a few thousand it says so. */
Test(runge_kutta, a_stiff_problem_is_refused_with_the_reason)
{
    setting s = {.end = 1, .tolerance = 1e-6, .outputs = 2, .y = {1, 1, 1}};
    record r = {.stop = -1, .lambda = -1e13};
    tml_statistics statistics;
    tml_log *log = tml_log_make();
    cr_assert_eq(run(tml_integrator_find("explicit"), &s, &r, &statistics, log), TML_FAILED);
    cr_assert_geq(tml_log_count(log), 1);
    cr_expect(strstr(tml_log_get(log, 0).text, "steps have become too small"), "%s", tml_log_get(log, 0).text);
    tml_log_free(log);
}

/* y' = y^2 from 1: y = 1/(1 - t). */
Test(runge_kutta, a_singularity_of_the_solution_is_named_with_its_time)
{
    setting s = {.end = 2, .tolerance = 1e-8, .outputs = 2, .y = {1, 1, 1}, .rate = blow_up};
    record r = {.stop = -1};
    tml_statistics statistics;
    tml_log *log = tml_log_make();
    cr_assert_eq(run(tml_integrator_find("explicit"), &s, &r, &statistics, log), TML_FAILED);
    cr_expect_float_eq(statistics.reached, 1, 1e-6, "%g", statistics.reached);
    tml_log_free(log);
}

/* A run cut into runs that share a workspace, as where a caller wants to see the state often, is as accurate as one run, and costs little where each is much
 * shorter than a step: by 7 stages, not 13. */
Test(runge_kutta, short_runs_are_as_accurate_as_one_run)
{
    enum { RUNS = 400 };
    double y[N], wanted[N], absolute[N] = {1e-9, 1e-9, 1e-9};
    record r = {.stop = -1};
    tml_arena arena = {0};
    tml_resumption resumption = {0};
    tml_problem p = {.n = N,
                     .y = y,
                     .relative = 1e-9,
                     .absolute = absolute,
                     .context = &r,
                     .rate = rate,
                     .accept = accept,
                     .first_step_factor = 1,
                     .resumption = &resumption,
                     .paced = true};
    exact(0, y);
    exact(1, wanted);
    p.workspace = tml_runge_kutta_workspace(&p, &arena);
    cr_assert_not_null(p.workspace);
    tml_statistics statistics = {0};
    for (int i = 0; i < RUNS; i++) {
        p.t0 = (double)i / RUNS, p.t1 = (i + 1.0) / RUNS;
        cr_assert_eq(tml_integrator_find("explicit")->run(&p, &statistics, NULL), TML_OK);
    }
    for (int i = 0; i < N; i++)
        cr_expect_float_eq(y[i], wanted[i], 1e-8, "%g", y[i] - wanted[i]);
    cr_expect_lt(statistics.steps, RUNS + 10);
    cr_expect_lt(r.evaluations, 7.5 * RUNS, "%ld evaluations", r.evaluations);
    tml_arena_free(&arena);
}

/* Where errors stay E, the factor is 0.9 E^(-0.3/k): 1 at E = 0.9^(k/0.3), 0.06 of the tolerance for k = 8. Errors of zero and infinity are bounded. */
Test(step_control, steps_stay_where_errors_are_a_twentieth_of_what_is_allowed)
{
    const double balance = pow(0.9, 8 / 0.3);
    double before = balance, none = 1e-4, first = 1;
    cr_expect_float_eq(tml_step_growth(balance, &before, 7), 1, 1e-14);
    cr_expect_eq(before, balance);
    cr_expect_float_eq(tml_step_growth(0, &none, 7), 0.9 * pow(10, 7. / 8 - 1.6 / 8), 1e-14);
    cr_expect_eq(none, 1e-4);
    cr_expect_eq(tml_step_growth(0, &first, 4), 5);
    cr_expect_float_eq(tml_step_reduction(256, 7), 0.45, 1e-15);
    cr_expect_eq(tml_step_reduction(INFINITY, 7), 0.1);
}
