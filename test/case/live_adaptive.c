/* live_adaptive.c - live motions are as exact as runs, whatever the size of the caller's steps: every channel of models that ship beside a run at a smaller
 * tolerance; stops, events that end the motion, and tables of time, against closed forms.
 */
#include "support/case.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- beside runs ---- */

typedef struct {
    const char *path;
    double end;
} sample;

static const sample samples[] = {
    {"../docs/guide/straight-line.yaml", 1},
    {"../docs/guide/dc-motor.yaml", 0.5},
    {"pid-arm/pid-arm.yaml", 1},
    {"fourbar/fourbar.yaml", 2},
    {"bouncing-ball/bouncing-ball.yaml", 2},
    {"mass-on-belt/coulomb.yaml", 2},
};

static bool is_motion(const tml_table *table, size_t column)
{
    static const char *const units[] = {"m", "rad", "m/s", "rad/s"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(tml_table_unit(table, column), units[i]) == 0)
            return strncmp(tml_table_name(table, column), "residual", 8) != 0;
    return false;
}

/* The largest difference of a position or velocity from the row at the same time, of its largest value or 1. */
static double difference(const tml_case *c, tml_live *live)
{
    const double t = tml_live_time(live);
    size_t row = tml_table_rows(c->table);
    while (row > 0 && fabs(tml_table_value(c->table, row - 1, 0) - t) > 1e-9)
        row--;
    cr_assert_gt(row, 0, "%s: no row at t = %g s", c->name, t);
    double worst = 0;
    for (size_t k = 1; k < tml_table_columns(c->table); k++) {
        if (!is_motion(c->table, k))
            continue;
        double size = 1;
        for (size_t i = 0; i < tml_table_rows(c->table); i++)
            size = larger(size, fabs(tml_table_value(c->table, i, k)));
        worst = larger(worst, fabs(tml_live_value(live, (long)k) - tml_table_value(c->table, row - 1, k)) / size);
    }
    return worst;
}

/* Steps from a thousandth of the time to all of it. */
Test(live_adaptive, steps_of_any_size_end_where_a_run_does, .timeout = 120)
{
    static const int counts[] = {1000, 37, 5, 1};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const sample *s = &samples[i];
        tml_case c = tml_case_run_with(
            s->path, TML_AS_WRITTEN,
            (tml_run_options){.size = sizeof(tml_run_options), .tolerance = 1e-11, .times = &s->end, .time_count = 1});
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            tml_live *live = tml_case_live(c.model, (tml_live_options){.step = s->end / counts[k]});
            for (int n = 0; n < counts[k]; n++)
                cr_assert_eq(tml_live_step(live), TML_OK, "%s", s->path);
            const double off = difference(&c, live);
            cr_expect_lt(off, 1e-7, "%s in %d steps is off by %.2g", s->path, counts[k], off);
            tml_live_free(live);
        }
        tml_case_free(&c);
    }
}

/* The tolerance is that of the options, where they have one. */
Test(live_adaptive, a_smaller_tolerance_gives_smaller_errors)
{
    static const char text[] = "trammel: 1\ngravity: none\n"
                               "bodies: {block: {mass: 1, inertia: 1, position: [1, 0]}}\n"
                               "forces: {pull: {force: block, value: [-block.x - block.x^3, 0]}}\n"
                               "analyses: [dynamics: {end: 10}]\n";
    /* x'' = -x - x^3 from x = 1: energy (x'^2 + x^2)/2 + x^4/4 stays 3/4 */
    tml_model *model = tml_case_parse(text);
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        tml_live *live = tml_case_live(model, (tml_live_options){.step = 10, .tolerance = fine ? 1e-12 : 1e-4});
        cr_assert_eq(tml_live_step(live), TML_OK);
        const double x = tml_case_live_value(live, "block.x"), v = tml_case_live_value(live, "block.vx");
        off[fine] = fabs((v * v + x * x) / 2 + x * x * x * x / 4 - 0.75);
        tml_live_free(live);
    }
    cr_expect_lt(off[1], 1e-11);
    cr_expect_gt(off[0], 1e3 * off[1]);
    cr_expect_lt(off[0], 1e-3);
    tml_model_free(model);
}

/* ---- events that end the motion ---- */

static const char FALL[] = "trammel: 1\ngravity: [0, -8]\n"
                           "bodies: {stone: {mass: 1, inertia: 1, position: [0, 1]}}\n"
                           "events: {floor: {when: stone.y, stop: true}}\n"
                           "analyses: [dynamics: {end: 2, output: 0.15}]\n";

/* 1 - 4 t^2 is zero at 0.5 s. */
static void stops_at_half_a_second(bool fixed)
{
    tml_model *model = tml_case_parse(FALL);
    tml_live *live = tml_case_live(model, (tml_live_options){.fixed = fixed});
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 3; i++)
            cr_assert_eq(tml_live_step(live), TML_OK);
        cr_expect_null(tml_live_stopped(live));
        for (int i = 0; i < 2; i++) { /* and nothing changes from then on */
            cr_expect_eq(tml_live_step(live), TML_STOPPED);
            cr_expect_float_eq(tml_live_time(live), 0.5, 1e-12);
            cr_expect_float_eq(tml_case_live_value(live, "stone.y"), 0, 1e-12);
            cr_expect_float_eq(tml_case_live_value(live, "stone.vy"), -4, 1e-11);
            cr_assert_not_null(tml_live_stopped(live));
            cr_expect_str_eq(tml_live_stopped(live), "floor");
        }
        tml_live_reset(live);
        cr_expect_null(tml_live_stopped(live));
    }
    tml_live_free(live);
    tml_model_free(model);
}

Test(live_adaptive, an_event_ends_the_motion_where_it_ends_a_run)
{
    stops_at_half_a_second(false);
    stops_at_half_a_second(true);
}

/* From a state that is put, it goes on. */
Test(live_adaptive, a_motion_that_has_ended_goes_on_from_another_state)
{
    tml_model *model = tml_case_parse(FALL);
    tml_live *live = tml_case_live(model, (tml_live_options){.step = 1});
    const double high[6] = {0, 9, 0, 0, 0, 0};
    cr_expect_eq(tml_live_step(live), TML_STOPPED);
    cr_assert_eq(tml_live_state_set(live, 0, high, NULL), TML_OK);
    cr_expect_eq(tml_live_step(live), TML_OK);
    cr_expect_float_eq(tml_case_live_value(live, "stone.y"), 5, 1e-12);
    cr_expect_eq(tml_live_step(live), TML_STOPPED);
    cr_expect_float_eq(tml_live_time(live), 1.5, 1e-12);
    tml_live_free(live);
    tml_model_free(model);
}

/* ---- within one step ---- */

/* A force that rises to 2 N and falls again within 0.1 ms, by a table of time: v = 1e-4 m/s for 1 kg, in one step of 2 s. */
Test(live_adaptive, a_short_pulse_within_a_long_step_acts)
{
    static const char text[] =
        "trammel: 1\ngravity: none\n"
        "tables: {pulse: {points: [[0.3, 0], [0.30005, 2], [0.3001, 0]], interpolation: linear, extrapolation: hold}}\n"
        "bodies: {block: {mass: 1, inertia: 1}}\n"
        "forces: {push: {force: block, value: [table(t, pulse), 0]}}\n"
        "analyses: [dynamics: {end: 3}]\n";
    tml_model *model = tml_case_parse(text);
    for (int fixed = 0; fixed < 2; fixed++) {
        tml_live *live = tml_case_live(model, (tml_live_options){.step = 2, .fixed = fixed});
        cr_assert_eq(tml_live_step(live), TML_OK);
        cr_expect_float_eq(tml_case_live_value(live, "block.vx"), 1e-4, 1e-12, "%.15g",
                           tml_case_live_value(live, "block.vx"));
        tml_live_free(live);
    }
    tml_model_free(model);
}

/* ---- jumps of functions of time ---- */

/* m = 1 kg on k = 1 N/m, 500 N from a time c on: x = 500 (1 - cos(t - c)). At c itself the function has the value of before, or of the middle. */
static tml_model *oscillator(const char *force)
{
    char text[600];
    snprintf(text, sizeof text,
             "trammel: 1\ngravity: none\n"
             "bodies: {ground: {points: {O: [0, 0]}}, m: {points: {P: [0, 0]}, mass: 1, inertia: 1}}\n"
             "joints: {S: {prismatic: [ground.O, m.P], axis: x}}\n"
             "forces: {f: {motor: S, force: '%s'}, k: {motor: S, force: -S.displacement}}\n"
             "analyses: [dynamics: {end: 3, output: 0.01, tolerance: 1e-10}]\n",
             force);
    return tml_case_parse(text);
}

/* Communication points at the jump, and none. A step of rk4 that begins with the value at the jump would be off by 500/6 N during 0.01 s. */
Test(live_adaptive, a_step_begins_with_the_values_behind_a_jump)
{
    static const struct {
        const char *force;
        double jump;
    } known[] = {{"if(t > 1.5, 500, 0)", 1.5},  {"250*sign(t - 1.5) + 250", 1.5},  {"if(t <= 1.5, 0, 500)", 1.5},
                 {"if(t >= 1.5, 500, 0)", 1.5}, {"-500*(floor(-t/1.5) + 1)", 1.5}, {"if(t > 0, 500, 0)", 0},
                 {"250*sign(t) + 250", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        tml_model *model = oscillator(known[i].force);
        for (int k = 0; k < 6; k++) {
            const double step = (double[]){0.01, 0.5, 3}[k / 2], expected = 500 * (1 - cos(3 - known[i].jump));
            tml_live *live = tml_case_live(
                model, (tml_live_options){.step = step, .fixed = k % 2, .internal_step = k % 2 ? 0.01 : 0});
            while (tml_live_time(live) < 3 - 1e-9)
                cr_assert_eq(tml_live_step(live), TML_OK);
            cr_expect_float_eq(tml_case_live_value(live, "S.displacement"), expected, 1e-6,
                               "%s, steps of %g s%s: off by %g", known[i].force, step, k % 2 ? ", fixed" : "",
                               tml_case_live_value(live, "S.displacement") - expected);
            tml_live_free(live);
        }
        tml_model_free(model);
    }
}

/* ---- narrow forces, and motions that become stiff ---- */

static tml_live *advanced(const tml_model *model, double step, int count)
{
    tml_live *live = tml_case_live(model, (tml_live_options){.step = step});
    for (int i = 0; i < count; i++)
        cr_assert_eq(tml_live_step(live), TML_OK);
    return live;
}

/* From a snapshot in the middle, in this motion and in another, and from the start again: the same bits. */
static void goes_on_alike(const tml_model *model, double step, int count, const char *channel)
{
    tml_live *live = advanced(model, step, count / 2), *other = tml_case_live(model, (tml_live_options){.step = step});
    const size_t size = tml_live_snapshot_size(live);
    char *bytes = malloc(size);
    double x[4];
    tml_live_snapshot_take(live, bytes);
    for (int pass = 0; pass < 4; pass++) {
        tml_live *l = pass == 2 ? other : live;
        if (pass == 1 || pass == 2)
            cr_assert_eq(tml_live_snapshot_restore(l, bytes, size, NULL), TML_OK);
        if (pass == 3)
            tml_live_reset(l);
        for (int i = pass == 3 ? 0 : count / 2; i < count; i++)
            cr_assert_eq(tml_live_step(l), TML_OK);
        x[pass] = tml_case_live_value(l, channel);
        cr_expect_eq(x[pass], x[0], "steps of %g s, pass %d: %.17g, not %.17g", step, pass, x[pass], x[0]);
    }
    free(bytes);
    tml_live_free(live);
    tml_live_free(other);
}

/* Friction in joints is searched from the forces found last: those found by looking at channels have no say in it. */
Test(live_adaptive, to_look_at_channels_changes_no_bit)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_load(TML_SOURCE_DIR "/docs/guide/wrist-pin.yaml", log);
    tml_live *watched = tml_case_live(model, (tml_live_options){.step = 3e-4}),
             *alone = tml_case_live(model, (tml_live_options){.step = 3e-4});
    for (int i = 0; i < 8; i++) {
        cr_assert_eq(tml_live_step(watched), TML_OK);
        cr_assert_eq(tml_live_step(alone), TML_OK);
        cr_expect(isfinite(tml_case_live_value(watched, "A.fx")));
    }
    cr_expect_eq(tml_case_live_value(watched, "rod.alpha"), tml_case_live_value(alone, "rod.alpha"));
    cr_expect_eq(tml_case_live_value(watched, "piston.vx"), tml_case_live_value(alone, "piston.vx"));
    tml_live_free(watched);
    tml_live_free(alone);
    tml_model_free(model);
    tml_log_free(log);
}

/* 1 kg at 1 m/s meets a force in a band of positions, which does the work W = 1000 w sqrt(pi), w = 1 mm, and at 7 s a pulse I = 100 w sqrt(pi), w = 1 ms: both
 * long after the end of `dynamics`, where a live motion goes on. */
Test(live_adaptive, narrow_forces_act_whatever_the_step)
{
    static const char text[] = "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\n"
                               "bodies: {m: {mass: 1, inertia: 1, points: [P]}}\n"
                               "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\ninitial: {S.speed: 1}\n"
                               "forces:\n"
                               "  band: {motor: S, force: \"1000*exp(-((S.displacement - 2)/1e-3)^2)\"}\n"
                               "  pulse: {motor: S, force: \"100*exp(-((t - 7)/1e-3)^2)\"}\n"
                               "analyses: [dynamics: {end: 1, output: 1}]\n";
    tml_model *model = tml_case_parse(text);
    const double root_pi = 1.7724538509055161;
    const double speed = sqrt(1 + 2 * root_pi) + 0.1 * root_pi;
    const struct {
        double step;
        int count;
    } all[] = {{8, 1}, {1, 8}, {0.8 / 7, 70}, {0.0137, 584}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tml_live *live = advanced(model, all[i].step, all[i].count);
        cr_expect_float_eq(tml_case_live_value(live, "S.speed"), speed, 1e-7, "steps of %g s: %.12g, not %.12g",
                           all[i].step, tml_case_live_value(live, "S.speed"), speed);
        tml_live_free(live);
        if (all[i].count > 1)
            goes_on_alike(model, all[i].step, all[i].count, "S.speed");
    }
    tml_model_free(model);
}

/* A light carriage flies at 1 m/s against a damped wall, c x' = F: from then on it decays at 1e6 1/s, and creeps at 0.01 m/s. */
Test(live_adaptive, a_motion_that_becomes_stiff_goes_on_with_a_method_for_that, .timeout = TML_SLOWER * 60)
{
    static const char text[] =
        "trammel: 1\ngravity: none\npoints: {P: [0, 0]}\nbodies: {m: {mass: 0.001, inertia: 1, points: [P]}}\n"
        "joints: {S: {prismatic: [ground, m], at: P, axis: x}}\ninitial: {S.speed: 1}\n"
        "forces: {wall: {motor: S, force: \"if(S.displacement > 0.5, 10 - 1000*S.speed, 0)\"}}\n"
        "analyses: [dynamics: {end: 200, output: 10}]\n";
    tml_model *model = tml_case_parse(text);
    const double creep = 10.0 / 1000, stop = 0.001 / 1000 * (1 - creep);
    tml_live *live = advanced(model, 10, 20);
    cr_expect_float_eq(tml_case_live_value(live, "S.displacement"), 0.5 + stop + creep * 199.5, 1e-6, "%.12g",
                       tml_case_live_value(live, "S.displacement"));
    tml_live_free(live);
    goes_on_alike(model, 10, 4, "S.displacement");
    tml_model_free(model);
}

/* A block swings, x'' = -x from x = 1, beside one whose speed decays at 20000 1/s: x = cos t, in steps much shorter than those for which the method was
 * chosen, by the method that auto takes for them and by the one that the model names. Many short steps are about as accurate as a long one. */
Test(live_adaptive, stiff_motions_are_exact_in_short_steps, .timeout = TML_SLOWER * 60)
{
    static const char text[] = "trammel: 1\ngravity: none\n"
                               "bodies:\n"
                               "  swings: {mass: 1, inertia: 1, position: [1, 0]}\n"
                               "  decays: {mass: 1, inertia: 1, position: [0, 1], velocity: [0, 1]}\n"
                               "forces:\n"
                               "  pull: {force: swings, value: [-swings.x, 0]}\n"
                               "  brake: {force: decays, value: [0, -20000*decays.vy]}\n"
                               "analyses: [dynamics: {end: 20, output: 2, METHOD}]\n";
    static const char *const methods[] = {"integrator: auto", "integrator: bdf"};
    const int counts[] = {1, 40, 4000};
    for (int k = 0; k < 2; k++) {
        char edited[512];
        const char *at = strstr(text, "METHOD");
        snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - text), text, methods[k], at + strlen("METHOD"));
        tml_model *model = tml_case_parse(edited);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            tml_live *live = tml_case_live(model, (tml_live_options){0});
            tml_live_set_step_size(live, 4.0 / counts[i]);
            for (int n = 0; n < counts[i]; n++)
                cr_assert_eq(tml_live_step(live), TML_OK);
            const double off = tml_case_live_value(live, "swings.x") - cos(4);
            cr_expect_lt(fabs(off), 1e-6, "%s, %d steps: off by %.2g", methods[k], counts[i], off);
            tml_live_free(live);
        }
        tml_model_free(model);
    }
}

/* ---- contacts within one step ---- */

/* A ball bounces many times in one step: after n impacts e^n v, A01 in closed form at 1 and 2 s. */
Test(live_adaptive, impacts_within_one_long_step_are_all_found)
{
    static const char text[] =
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 1.05]}\n"
        "forces:\n"
        "  hit: {contact: [ball.rim, ground.floor], restitution: 0.8}\n"
        "analyses:\n"
        "  - dynamics: {end: 5}\n";
    tml_model *model = tml_case_parse(text);
    for (int fixed = 0; fixed < 2; fixed++) {
        tml_live *live =
            tml_case_live(model, (tml_live_options){.step = 2, .fixed = fixed, .internal_step = fixed ? 0.25 : 0});
        cr_assert_eq(tml_live_step(live), TML_OK);
        cr_expect_float_eq(tml_case_live_value(live, "hit.gap"), 0.2607417283270572, 1e-9);
        cr_expect_float_eq(tml_case_live_value(live, "ball.vy"), -0.1658691358364714, 1e-9);
        tml_live_free(live);
    }
    tml_model_free(model);
}

/* ---- fixed steps ---- */

/* Of an oscillator of 10 rad/s with damping 200 1/s: 0.2 of the fastest rate, 100 + sqrt(100^2 - 10^2). */
Test(live_adaptive, fixed_steps_are_chosen_from_the_rates_of_the_motion)
{
    static const char text[] = "trammel: 1\ngravity: none\n"
                               "bodies: {block: {mass: 1, inertia: 1, position: [1, 0]}}\n"
                               "forces: {pull: {force: block, value: [-100*block.x - 200*block.vx, 0]}}\n"
                               "analyses: [dynamics: {end: 1, output: 0.1}]\n";
    tml_model *model = tml_case_parse(text);
    tml_live *live = tml_case_live(model, (tml_live_options){.fixed = true});
    const double fast = 100 + sqrt(9900), slow = 100 - sqrt(9900);
    cr_expect_float_eq(tml_live_internal_step(live), 0.2 / fast,
                       0.01 * 0.2 / fast); /* by the largest rate of decay, 200 1/s */
    cr_expect_eq(tml_live_step_size(live), 0.1);
    for (int i = 0; i < 10; i++)
        cr_assert_eq(tml_live_step(live), TML_OK);
    const double x = (fast * exp(-slow) - slow * exp(-fast)) / (fast - slow);
    cr_expect_float_eq(tml_case_live_value(live, "block.x"), x, 1e-6, "%.12g, not %.12g",
                       tml_case_live_value(live, "block.x"), x);
    tml_live_free(live);
    live = tml_case_live(model, (tml_live_options){0});
    cr_expect_eq(tml_live_internal_step(live), 0, "steps are by the tolerance");
    tml_live_free(live);
    tml_model_free(model);
}

/* Friction -0.4 sign(w) of an arm at rest, I = 1 kg m^2, k = 4 N m/rad, from 1 rad: at rest it jumps, and tells no rate. Just behind alpha = -3.6 rad/s^2, since the sense of
 * the motion is negative: the fastest rate is that of the body, sqrt(|alpha|) < 2 rad/s, or of the oscillation, 2 rad/s. */
Test(live_adaptive, fixed_steps_are_not_chosen_by_jumps)
{
    tml_model *model = tml_case_parse("trammel: 1\ngravity: none\n"
                                      "bodies: {ground: {points: {O: [0, 0]}}, a: {points: {O: [0, 0]}, mass: 1, "
                                      "inertia: 1}}\n"
                                      "joints: {O: {revolute: [ground, a]}}\n"
                                      "forces: {s: {motor: O, torque: '-0.4*sign(O.speed) - 4*O.angle'}}\n"
                                      "initial: {O.angle: 1}\n"
                                      "analyses: [dynamics: {end: 1.1, output: 1}]\n");
    tml_live *live = tml_case_live(model, (tml_live_options){.fixed = true});
    cr_expect_float_eq(tml_live_internal_step(live), 0.2 / 2, 1e-3, "%g s", tml_live_internal_step(live));
    tml_live_free(live);
    tml_model_free(model);
}
