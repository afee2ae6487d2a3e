/* free_body.c - every free body is in balance, in every row: reactions, force elements, drivers, actuators, weight and inertia add up to
 * zero, forces and moments about the centre of mass.
 *
 * Over all models that ship, the examples of every registered kind and mechanisms made at random, in the plane and in space. Then single
 * loads against numbers found by hand.
 */
#define _XOPEN_SOURCE 700
#include "support/case.h"
#include "support/examples.h"
#include "support/larger.h"
#include "support/random_mechanism.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

TestSuite(free_body, .timeout = TML_SLOWER * 15 * 60);

/* ---- the law ---- */

typedef struct {
    double worst; /* largest residual, as a part of the loads at play */
    size_t rows, loads;
    char where[256];
} balance;

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double distance(const double a[3], const double b[3])
{
    return length((double[]){a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

/* How far apart loads of all bodies act. */
static double extent(const tml_free_body *f)
{
    double far = 0;
    const tml_load first = tml_free_body_load(f, 0);
    for (size_t i = 1; i < tml_free_body_count(f); i++)
        far = larger(far, distance(tml_free_body_load(f, i).at, first.at));
    return far > 1e-12 ? far : 1; /* all at one place */
}

/* What is left of one body's loads, as a part of the largest of them; arm: what makes a moment of a force. */
static double residual(const tml_free_body *f, size_t first, size_t last, double arm)
{
    double whole = 1e-30, torque = 0;
    const tml_load inertia = tml_free_body_load(f, last - 1), sum = tml_free_body_resultant(f, inertia.body_index);
    for (size_t i = first; i < last; i++) {
        const tml_load one = tml_free_body_load(f, i);
        whole = larger(whole, length(one.force));
        torque = larger(torque, length(one.torque));
    }
    double F[3], T[3];
    for (int k = 0; k < 3; k++)
        F[k] = sum.force[k] + inertia.force[k], T[k] = sum.torque[k] + inertia.torque[k];
    if (whole <= 1e-12 && torque <= 1e-12) /* nothing acts */
        return 0;
    return fmax(length(F), length(T) / arm) / fmax(whole, torque / arm);
}

static void weigh(balance *b, const tml_model *model, const tml_table *table, const char *name)
{
    tml_log *log = tml_log_make();
    tml_free_body *f = NULL;
    const tml_status status = tml_free_body_make(model, table, &f, log);
    cr_assert(status == TML_OK || status == TML_WRONG);
    for (size_t row = 0; f && row < tml_table_rows(table); row++) {
        if (isnan(tml_table_value(table, row, 0)))
            continue; /* between two curves of a sweep */
        cr_assert_eq(tml_free_body_take(f, row), TML_OK);
        const double arm = extent(f);
        b->rows++;
        for (size_t i = 0, next; i < tml_free_body_count(f); i = next) {
            const tml_load first = tml_free_body_load(f, i);
            for (next = i; next < tml_free_body_count(f); next++)
                if (tml_free_body_load(f, next).body_index != first.body_index)
                    break;
            const double left = residual(f, i, next, arm);
            b->loads += next - i;
            if (!(left <= b->worst)) {
                b->worst = left;
                snprintf(b->where, sizeof b->where, "%s: %s, row %zu, %s", name, tml_table_kind(table), row,
                         first.body);
            }
        }
    }
    tml_free_body_free(f);
    tml_log_free(log);
}

static balance weigh_all(const tml_model *model, const tml_results *results, const char *name)
{
    balance b = {0};
    for (size_t i = 0; results && i < tml_results_count(results); i++)
        weigh(&b, model, tml_results_table(results, i), name);
    return b;
}

static balance run(tml_model *model, const char *name, const char *formulation)
{
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    tml_run(model, &(tml_run_options){.size = sizeof(tml_run_options), .formulation = formulation}, &results, log);
    const balance b = weigh_all(model, results, name);
    tml_results_free(results);
    tml_log_free(log);
    return b;
}

/* ---- models that ship ---- */

Test(free_body, loads_balance_in_every_model)
{
    glob_t found;
    size_t rows = 0;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_load(found.gl_pathv[i], log);
        cr_assert(model, "%s", found.gl_pathv[i]);
        const balance b = run(model, strrchr(found.gl_pathv[i], '/') + 1, NULL);
        cr_log_info("%-40s %5zu rows %7zu loads, worst %.1e", strrchr(found.gl_pathv[i], '/') + 1, b.rows, b.loads,
                    b.worst);
        cr_expect(b.worst < 1e-7, "%s: %g", b.where, b.worst);
        rows += b.rows;
        tml_model_free(model);
        tml_log_free(log);
    }
    globfree(&found);
    cr_expect_gt(rows, 1000);
}

/* ---- every kind of joint and force ---- */

static void balance_example(const char *kind, const char *text)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), kind, log);
    cr_assert(model, "%s", kind);
    const balance b = run(model, kind, NULL);
    cr_expect_gt(b.rows, 0, "%s", kind);
    cr_expect(b.worst < 1e-9, "%s: %g", b.where, b.worst);
    tml_model_free(model);
    tml_log_free(log);
}

Test(free_body, loads_balance_for_every_kind)
{
    each_example(balance_example);
}

/* ---- bodies that touch ---- */

#define BOX "polygon: [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.05], [-0.1, 0.05]]"

static const char tilted[] = /* a box falls on a slope and slides, a disc rolls after it */
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {surfaces: {slope: {line: [[-1, 0.6], [0.4, 0.1]]}}}\n"
    "  box: {mass: 2, shape: {box: [0.2, 0.1]}, position: [-0.2, 0.6], angle: 0.3, surfaces: {sides: {" BOX "}}}\n"
    "  disc: {mass: 1, shape: {disc: 80 mm}, position: [-0.7, 0.8], surfaces: {rim: {disc: 80 mm}}}\n"
    "forces:\n"
    "  floor: {contact: [box, ground], friction: 0.2}\n"
    "  track: {contact: [ground, disc], friction: {coefficient: 0.3, static: 0.4}, restitution: 0.3}\n"
    "  hit: {contact: [disc.rim, box.sides], friction: 0.1}\n"
    "analyses:\n"
    "  - dynamics: {end: 0.8, output: 0.02}\n";

static const char group[] = /* three boxes and the ground: pairs of one contact */
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0.02]]}}}\n"
    "  a: {mass: 1, shape: {box: [0.2, 0.1]}, position: [0, 0.07], surfaces: {s: {" BOX ", group: boxes}}}\n"
    "  b: {mass: 2, shape: {box: [0.2, 0.1]}, position: [0.05, 0.2], surfaces: {s: {" BOX ", group: boxes}}}\n"
    "  c: {mass: 3, shape: {box: [0.2, 0.1]}, position: [0.02, 0.34], surfaces: {s: {" BOX ", group: boxes}}}\n"
    "forces:\n"
    "  floor: {contact: [boxes, ground], friction: 0.5}\n"
    "  among: {contact: [boxes, boxes], friction: 0.5}\n"
    "analyses:\n"
    "  - dynamics: {end: 0.6, output: 0.02}\n";

static const char linkage[] = /* a crank throws a rocker's shoe against a wall; compliant */
    "trammel: 1\n"
    "points: {O: [0, 0], A: [0, 0.1], B: [0.3, 0.2], C: [0.3, 0]}\n"
    "bodies:\n"
    "  ground: {surfaces: {wall: {line: [[0.33, 0], [0.33, 1]]}}}\n"
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"
    "  rod: {points: [A, B], mass: 1, shape: rod}\n"
    "  rocker: {points: [C, B], mass: 1, shape: rod, surfaces: {shoe: {disc: 20 mm, at: B}}}\n"
    "joints:\n"
    "  O: {revolute: [ground, crank]}\n"
    "  A: {revolute: [crank, rod]}\n"
    "  B: {revolute: [rod, rocker]}\n"
    "  C: {revolute: [ground, rocker]}\n"
    "forces:\n"
    "  drive: {motor: O, torque: -3}\n"
    "  hit: {contact: [rocker.shoe, ground.wall], law: hunt_crossley, stiffness: 1e6, damping: 0.2, friction: 0.3}\n"
    "analyses:\n"
    "  - dynamics: {end: 0.5, output: 0.01}\n";

static const char spatial[] = /* a box slides and spins on a plane, a ball bounces beside it */
    "trammel: 1\n"
    "space: space\n"
    "bodies:\n"
    "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
    "  box: {mass: 2, shape: {box: [0.2, 0.3, 0.1]}, position: [0, 0, 0.1], velocity: [1, 0.5, 0], omega: [0.5, 1, "
    "2],\n"
    "        surfaces: {sides: {box: [0.2, 0.3, 0.1]}}}\n"
    "  ball: {mass: 1, shape: {sphere: 50 mm}, position: [0, 0, 0.4], surfaces: {skin: {sphere: 50 mm}}}\n"
    "forces:\n"
    "  floor: {contact: [ground, box], friction: 0.3}\n"
    "  roll: {contact: [ball, ground], friction: 0.3, restitution: 0.5}\n"
    "  hit: {contact: [box, ball], friction: 0.2}\n"
    "analyses:\n"
    "  - dynamics: {end: 0.3, output: 0.02}\n";

static void balance_touching(const char *name, const char *text, double bar)
{
    static const char *const formulations[] = {"absolute", "joint", "point", "particles", "implicit"};
    int done = 0;
    for (size_t i = 0; i < sizeof formulations / sizeof *formulations; i++) {
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(text, strlen(text), name, log);
        cr_assert(model, "%s", name);
        const balance b = run(model, name, formulations[i]);
        cr_log_info("%-10s %-10s %5zu rows, worst %.1e", name, formulations[i], b.rows, b.worst);
        cr_expect(b.worst < bar, "%s: %s: %g", formulations[i], b.where, b.worst);
        done += b.rows > 10;
        tml_model_free(model);
        tml_log_free(log);
    }
    cr_expect_geq(done, 3, "%s: by %d formulations", name, done);
}

Test(free_body, loads_balance_where_bodies_touch)
{
    balance_touching("tilted", tilted, 1e-12);
    balance_touching("group", group, 1e-12);
    balance_touching("linkage", linkage, 1e-12);
    balance_touching("spatial", spatial, 1e-12);
}

/* ---- mechanisms made at random ---- */

static void balance_random(const char *formulation, int count)
{
    size_t rows = 0;
    for (int seed = 1; seed <= count; seed++)
        for (size_t k = 0; k < RANDOM_FAMILIES; k++) {
            random_mechanism made = random_mechanism_make(random_families[k].options, (uint64_t)(5000 + seed));
            tml_log *log = tml_log_make();
            tml_model *model = tml_model_parse(made.text.data, made.text.length, random_families[k].name, log);
            cr_assert(model, "%s", random_families[k].name);
            const balance b = run(model, random_families[k].name, formulation);
            cr_expect(b.worst < 1e-8, "seed %d, %s: %g", seed, b.where, b.worst);
            rows += b.rows;
            tml_model_free(model);
            tml_log_free(log);
            tml_text_free(&made.text);
        }
    cr_expect_gt(rows, (size_t)(20 * count));
}

Test(free_body, loads_balance_on_random_mechanisms)
{
    balance_random(NULL, 12);
}

Test(free_body, loads_balance_on_random_mechanisms_by_point)
{
    balance_random("point", 4);
}

Test(free_body, loads_balance_on_random_mechanisms_by_absolute)
{
    balance_random("absolute", 4);
}
