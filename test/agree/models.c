/* models.c - every model by every formulation with every integrator that applies.
 *
 * Tolerance 1e-9, against absolute coordinates, explicit. Long motions are cut short: how right they are is shown in test/case.
 * Joints as springs are run by bdf, and come near rigid ones: explicit methods would take steps as short as the springs are stiff, and
 * dae does, where rounding of their forces keeps its residuals above the tolerance.
 */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "support/method_comparison.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(models, .timeout = TML_SLOWER * 280);

typedef struct {
    const char *name;
    double end;           /* of the motion that is followed */
    double state, forces; /* bars */
    double soft;          /* how near joints as springs come to rigid ones, after half of the motion; 0: not run */
    bool drifts;          /* its stabilization lets the joints open a little: laws do not hold */
} model_bars;

static const model_bars usual = {"", 0.2, 1e-6, 1e-5, 1e-3, false};
static const model_bars manners[] = {
    {"a01-pendulum", 2, 1e-6, 1e-5, 1e-4, false},
    {"a02-fourbars-2", 0.6, 1e-6, 1e-5, 1e-4, false}, /* before its bars first lie in line */
    {"a02-fourbars-40", 0.1, 1e-6, 1e-5, 1e-4, false},
    {"a03-andrews", 0.02, 1e-6, 1e-5, 0.05, false}, /* light and fast: soft joints delay it */
    {"andrews", 0.01, 1e-6, 1e-5, 0.05, false},
    {"a04-bricard", 0.5, 1e-6, 1e-5, 1e-4, false},
    {"a05-flyball", 0.02, 1e-6, 1e-5, 1e-3, false},
    {"apart", 0.035, 1e-6, 1e-5, 1e-3, false}, /* no row at the instant of an impact */
    {"attia", 1, 1e-6, 1e-5, 1e-3, false},
    {"ball-pile", 0.2, 1e-6, 1e-5, 0, true},        /* at rest: no energy is in play */
    {"cam-345", 0.06, 1e-6, 1e-5, 0, false},        /* a spring has no jumps of its jerk */
    {"charpy", 4.1, 1e-6, 1e-5, 0, false},          /* before the blow */
    {"conjugate-cams", 0.02, 1e-6, 1e-5, 0, false}, /* before the load changes from cam to cam */
    {"coasting", 0.2, 1e-6, 1e-5, 0.01, false},     /* soft joints delay its dead centres */
    {"discs-in-trough", 0.2, 1e-6, 1e-5, 1e-3, true},
    {"fourbar", 1, 5e-6, 1e-5, 1e-3, false},
    {"fourbar-motor", 1, 1e-6, 1e-5, 1e-3, false},
    {"fourbar-drift-none", 1, 1e-6, 1e-5, 1e-4, true},
    {"fourbar-drift-baumgarte", 1, 1e-6, 1e-5, 1e-4, true},
    {"fourbar-drift-projection", 1, 1e-6, 1e-5, 1e-4, false},
    {"roller-coaster", 0.2, 1e-6, 1e-5, 0, false}, /* soft along its normals: the car swings on them */
    {"banked-track", 0.2, 1e-6, 1e-5, 0, false},
    {"escapement", 0.2, 1e-6, 1e-5, 0, false}, /* before its first tick */
    {"geneva", 0.07, 1e-6, 1e-5, 0, false},    /* before the pin enters its slot */
    {"grooved-cam", 0.02, 1e-6, 1e-5, 0, false},
    {"governor-damped", 0.2, 1e-6, 1e-5, 1e-3, false},
    {"half-car", 0.7, 1e-6, 1e-5, 1e-3, false},    /* the bump comes after 0.4 s */
    {"ica-fourbar", 0.05, 1e-5, 1e-2, 0, false},   /* compliant as it is, and hardly damped: accelerations swing */
    {"motor-pendulum", 0.2, 1e-6, 1e-5, 0, false}, /* a soft pin cannot hold a rotor on a body without inertia */
    {"pin-friction", 0.2, 1e-6, 1e-5, 0, false}, /* as a spring its pin starts unloaded: friction sets in by an event */
    {"slewing-crane", 2, 1e-6, 1e-4, 0, false},  /* its bearings are soft beside its rope */
    {"ratchet", 0.07, 1e-5, 1e-5, 0, false}, /* instants of its blows are rows; soft joints are pushed away by them */
    {"slider-crank", 1, 1e-6, 1e-5, 1e-4, false},
    {"slider-crank-clearance", 0.0005, 1e-6, 1e-5, 0, false}, /* its first stroke */
    {"two", 0.035, 1e-6, 1e-5, 1e-3, false},
    {"stays", 0.2, 1e-6, 1e-5, 0, true}, /* at rest as well */
    {"thrown-disc", 0.017, 1e-6, 1e-5, 1e-3, false},
    {"suspension-rubber", 0.02, 1e-5, 1e-3, 0, false},
    {"suspension-stiff", 0.02, 1e-5, 1e-3, 0, false},
    {"swing-pendulum-damped", 0.2, 1e-6, 1e-5, 1e-3, false},
};

static const char *const formulations[] = {"absolute", "joint", "point", "particles"};
static const char *const integrators[] = {"explicit", "adams", "bdf", "dae"};

static model_bars manner_of(const char *file)
{
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        const size_t length = strlen(manners[i].name);
        if (strncmp(file, manners[i].name, length) == 0 && strcmp(file + length, ".yaml") == 0)
            return manners[i];
    }
    return usual;
}

/* The text with its last `dynamics: {end: E, output: D` cut to `end` and eleven rows. NULL: it has no such analysis. */
static char *shorten(const char *text, double end)
{
    static const char begin[] = "dynamics: {end: ", between[] = ", output: ";
    const char *at = NULL, *next = text;
    while ((next = strstr(next, begin)))
        at = next += strlen(begin);
    if (!at)
        return NULL;
    char *rest;
    const double written = strtod(at, &rest);
    cr_assert(strncmp(rest, between, strlen(between)) == 0, "end and output are not side by side");
    strtod(rest + strlen(between), &rest);
    tml_text out = {0};
    tml_text_put(&out, text, (size_t)(at - text));
    tml_text_add(&out, "%.17g, output: %.17g%s", fmin(end, written), fmin(end, written) / 10, rest);
    return out.data;
}

static method_run run(const char *name, const char *text, run_method method)
{
    method_run r = method_run_text(name, text, method);
    cr_assert(r.status == TML_OK, "%s: %s %s ends with status %d: %s", name, method.formulation, method.integrator,
              (int)r.status, method_run_message(&r));
    r.c.table = tml_results_find(r.c.results, NULL); /* the motion, not its events */
    return r;
}

static void expect_near(const char *name, const char *text, const model_bars *m, const tml_table *best,
                        run_method method)
{
    method_run r = run(name, text, method);
    const method_difference d = method_compare(best, r.c.table, 0);
    cr_expect(d.state <= m->state && d.forces <= m->forces, "%s: %s %s is off by %.3g at %s, by %.3g at %s", name,
              method.formulation, method.integrator, d.state, d.state_at, d.forces, d.forces_at);
    cr_log_info("%s: %s %s off by %.1e, forces %.1e\n", name, method.formulation, method.integrator, d.state, d.forces);
    if (!m->drifts)
        tml_case_laws(&r.c);
    method_run_free(&r);
}

static void hold_soft(const char *name, const char *text, const model_bars *m, const tml_table *best)
{
    method_run r = run(name, text, (run_method){"implicit", "bdf", 1e-9, 1e8});
    const method_difference d = method_compare(best, r.c.table, 5);
    cr_expect(d.state <= m->soft, "%s: joints as springs are off by %.3g at %s", name, d.state, d.state_at);
    cr_log_info("%s: implicit bdf off by %.1e\n", name, d.state);
    method_run_free(&r);
}

static void agree(const char *name, const char *text, const model_bars *m)
{
    method_run best = run(name, text, (run_method){"absolute", "explicit", 1e-10, 0});
    /* dae follows no rigid contact, stop or exact friction */
    static const char *const signs[] = {
        "{contact: [", "limits: ", "friction: ", "clutch: ", "-cylinder: ", "backlash: "};
    bool touches = false;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        touches |= strstr(text, signs[i]) != NULL;
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++)
        for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
            if (strcmp(integrators[i], "dae") != 0 || (f == 0 && !touches)) /* which needs absolute coordinates */
                expect_near(name, text, m, best.c.table, (run_method){formulations[f], integrators[i], 1e-9, 0});
    if (m->soft > 0)
        hold_soft(name, text, m, best.c.table);
    method_run_free(&best);
}

/* Those whose names come before `to` and not before `from`: so that they run side by side. */
static void agree_all(const char *from, const char *to)
{
    glob_t found;
    int count = 0;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        if (strcmp(file, from) < 0 || strcmp(file, to) >= 0)
            continue;
        const model_bars m = manner_of(file);
        char *text = tml_case_load(found.gl_pathv[i]), *cut = shorten(text, m.end);
        if (cut)
            agree(file, cut, &m);
        count += cut != NULL;
        free(text);
        free(cut);
    }
    globfree(&found);
    cr_expect(count > 3, "%d models from %s to %s", count, from, to);
}

Test(models, models_up_to_a_move_alike_by_every_method)
{
    agree_all("", "b");
}
Test(models, models_from_b_to_g_move_alike_by_every_method)
{
    agree_all("b", "h");
}
Test(models, models_from_h_move_alike_by_every_method)
{
    agree_all("h", "~");
}
