/* units_analyses.c - no analysis depends on the choice of units: every model of the repository and every example of a joint or force, with further
 * analyses added, in other units.
 *
 * What an analysis refuses it must refuse in all units, with the same messages. Quick: one or two sets of scales; with TML_UNITS_ALL (make
 * units-all) each unit by itself, too, what is slow, and `verify` of all.
 */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "model/node.h"
#include "support/examples.h"
#include "support/larger.h"
#include "support/unit_comparison.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(units, .timeout = TML_SLOWER * 600);

/* Numbers that are rounded: what a well-conditioned problem makes of 1e-16 in all numbers of the model. Where that is not enough: shapes of
 * modes have a rigid part that balancing of matrices leaves rounding in, implicit's joints and the springs of some models are so stiff that
 * accelerations hold the last digits of positions times k/m, and steps that are other ones err otherwise, within their tolerance.
 * By powers of ten only messages and outcomes of `implicit` and of searches for all states are compared: accelerations of stiff joints are
 * rounding, and so is which point of a continuum of states is found. */
static const double EXACT = 1e-11, ROUNDED = 1e-9, ROUNDED_STIFF = 1e-6;

typedef struct {
    const char *name, *text;
    const tml_results *known; /* whose tables know the units of channels */
    char joint[64];           /* one that rotates, on the ground where there is one; "" */
    rounding_level level;
    double angle, end; /* of that joint at the start; time of the model's motion, or 1 s */
} subject;

typedef struct {
    const char *name;
    const char *analyses; /* END, OUT, JOINT, RATE are placeholders */
    bool driven;          /* the joint is moved by a driver */
    double exact, rounded;
} probe;

static const probe probes[] = {
    {.name = "evaluate", .analyses = "[evaluate: {}]"},
    {.name = "static, modes", .analyses = "[static: {}, modes: {}]"},
    {.name = "static: all", .analyses = "[static: {search: all}]", .rounded = INFINITY},
    {.name = "modes of an instant", .analyses = "[modes: {about: instant}]", .exact = 1e-8, .rounded = 1e-7},
    {.name = "steady", .analyses = "[steady: {speeds: {JOINT: RATE}}]"},
    {.name = "kinematics", .analyses = "[kinematics: {end: END, output: OUT}]", .driven = true},
    {.name = "inverse", .analyses = "[inverse: {end: END, output: OUT, actuators: [JOINT]}]", .driven = true},
    {.name = "balance", .analyses = "[balance: {actuators: [JOINT]}]", .driven = true},
    {.name = "driven dynamics", .analyses = "[dynamics: {end: END, output: OUT}]", .driven = true},
    {.name = "dynamics", .analyses = "[dynamics: {end: END, output: OUT}]"},
    {.name = "dynamics by absolute", .analyses = "[dynamics: {end: END, output: OUT, formulation: absolute}]"},
    {.name = "dynamics by joint", .analyses = "[dynamics: {end: END, output: OUT, formulation: joint}]"},
    {.name = "dynamics by point", .analyses = "[dynamics: {end: END, output: OUT, formulation: point}]"},
    {.name = "dynamics by particles",
     .analyses = "[dynamics: {end: END, output: OUT, formulation: point, reduce: false}]"},
    {.name = "dynamics by implicit",
     .analyses = "[dynamics: {end: END, output: OUT, formulation: implicit}]",
     .rounded = INFINITY},
};

static bool all(void)
{
    return getenv("TML_UNITS_ALL") != NULL;
}

static bool is_stiff(const char *name)
{
    return strncmp(name, "suspension", 10) == 0 || strncmp(name, "ica", 3) == 0 ||
           strcmp(name, "a05-flyball.yaml") == 0 || strncmp(name, "heavy", 5) == 0 || strncmp(name, "loop", 4) == 0;
}

/* Seconds each: by make units-all. */
static bool is_slow(const char *name, const char *analysis)
{
    static const char *const slow[][2] = {
        {"governor-damped.yaml", "dynamics by implicit"}, {"suspension-stiff.yaml", "static: all"},
        {"suspension-rubber.yaml", "static: all"},        {"planetary.yaml", "static: all"},
        {"a05-flyball.yaml", "dynamics by particles"},    {"a05-flyball.yaml", "dynamics by implicit"}};
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        if (strcmp(slow[i][0], name) == 0 && strcmp(slow[i][1], analysis) == 0)
            return true;
    return false;
}

/* ---- one analysis ---- */

static void put(tml_text *out, const subject *s, const char *from)
{
    const double end = s->end / 20, rate = 2 / s->end;
    for (const char *c = from; *c;) {
        static const char *const words[] = {"END", "OUT", "JOINT", "RATE"};
        size_t i = 0;
        while (i < 4 && strncmp(c, words[i], strlen(words[i])) != 0)
            i++;
        if (i == 4) {
            tml_text_put(out, c++, 1);
            continue;
        }
        if (i == 2)
            tml_text_add(out, "%s", s->joint);
        else
            tml_text_add(out, "%.17g", i == 0 ? end : i == 1 ? end / 5 : rate);
        c += strlen(words[i]);
    }
}

static char *text_of(const subject *s, const probe *p)
{
    tml_text sections = {0};
    tml_text_add(&sections, "{analyses: ");
    put(&sections, s, p->analyses);
    if (p->driven)
        tml_text_add(&sections, ", drivers: {d: {%s.angle: %.17g + 0.1*sin(%.17g*t)}}", s->joint, s->angle,
                     20 / s->end);
    tml_text_add(&sections, "}");
    char *text = text_with_sections(s->text, sections.data);
    tml_text_free(&sections);
    return text;
}

static void compare(const subject *s, const probe *p, const unit_run *base, const char *text, unit_scales by,
                    double bar)
{
    char *scaled = text_in_units(text, by, s->known);
    unit_run other = unit_run_text(s->name, scaled, NULL, NULL);
    cr_expect(other.status == base->status, "%s, %s: length %g, mass %g, time %g: status %d, not %d: %s; not %s",
              s->name, p->name, by.length, by.mass, by.time, (int)other.status, (int)base->status,
              first_message(other.log), first_message(base->log));
    cr_expect(same_but_for_numbers(first_message(base->log), first_message(other.log)),
              "%s, %s: length %g, mass %g, time %g: says\n  %s\nnot\n  %s", s->name, p->name, by.length, by.mass,
              by.time, first_message(other.log), first_message(base->log));
    for (size_t i = 0; other.status == base->status && base->status == TML_OK && i < tml_results_count(base->results);
         i++) {
        const tml_table *a = tml_results_table(base->results, i), *b = tml_results_table(other.results, i);
        const char *where;
        const double apart = unit_difference(a, b, by, s->level, &where);
        cr_expect(apart <= bar, "%s, %s: %s: length %g, mass %g, time %g: off by %.3g at %s, bar %g", s->name, p->name,
                  tml_table_kind(a), by.length, by.mass, by.time, apart, where, bar);
    }
    free(scaled);
    unit_run_free(&other);
}

static void try_probe(const subject *s, const probe *p, int index)
{
    if (!s->joint[0] && (p->driven || strstr(p->analyses, "JOINT")))
        return;
    if (!all() && is_slow(s->name, p->name))
        return;
    char *text = text_of(s, p);
    unit_run base = unit_run_text(s->name, text, NULL, NULL);
    const double exact = p->exact > 0 ? p->exact : EXACT, rounded = p->rounded > 0      ? p->rounded
                                                                    : is_stiff(s->name) ? ROUNDED_STIFF
                                                                                        : ROUNDED;
    compare(s, p, &base, text, index % 2 ? scales_large : scales_small, exact);
    if (all() || index % 2)
        compare(s, p, &base, text, scales_tens, rounded);
    for (int i = 0; all() && i < 2; i++) {
        const double f = i ? 0x1p28 : 0x1p-28;
        compare(s, p, &base, text, (unit_scales){f, 1, 1}, exact);
        compare(s, p, &base, text, (unit_scales){1, f, 1}, exact);
        compare(s, p, &base, text, (unit_scales){1, 1, f}, exact);
    }
    unit_run_free(&base);
    free(text);
}

/* ---- what else can be asked ---- */

static void compare_check(const subject *s, unit_scales by)
{
    char *scaled = text_in_units(s->text, by, s->known), *said[2] = {NULL, NULL};
    const char *texts[2] = {s->text, scaled};
    tml_status status[2];
    for (int i = 0; i < 2; i++) {
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(texts[i], strlen(texts[i]), s->name, log);
        status[i] = model ? tml_model_check(model, NULL, &said[i], log) : TML_WRONG;
        tml_model_free(model);
        tml_log_free(log);
    }
    cr_expect(status[0] == status[1] && same_but_for_numbers(said[0] ? said[0] : "", said[1] ? said[1] : ""),
              "%s, check: length %g, mass %g, time %g:\n%s\nnot\n%s", s->name, by.length, by.mass, by.time, said[1],
              said[0]);
    free(said[0]);
    free(said[1]);
    free(scaled);
}

enum { STEPS = 20, PULLS = 6 };

static tml_live *begin_live(const subject *s, const char *text, unit_scales by, tml_model **model)
{
    tml_log *log = tml_log_make();
    tml_live *live = NULL;
    *model = tml_model_parse(text, strlen(text), s->name, log);
    const tml_live_options options = {.size = sizeof options, .step = s->end / 2000 * by.time};
    if (*model)
        tml_live_make(*model, &options, &live, log);
    tml_log_free(log);
    return live;
}

/* Takes the largest values so far of all channels. */
static void note_peaks(tml_live *live, double *peaks, size_t count)
{
    for (size_t k = 0; k < count; k++)
        peaks[k] = fmax(peaks[k], fabs(tml_live_value(live, (long)k)));
}

/* The last instants of both motions, relative to the largest value of each unit along them. */
static void compare_channels(const subject *s, unit_scales by, tml_live *a, tml_live *b, const double *peaks)
{
    const tml_table *t = tml_live_channels(a);
    for (size_t k = 0; k < tml_table_columns(t); k++) {
        const char *unit = tml_table_unit(t, k), *name = tml_table_name(t, k);
        double most = 0;
        for (size_t j = 0; j < tml_table_columns(t); j++)
            if (strcmp(tml_table_unit(t, j), unit) == 0)
                most = larger(most, peaks[j]);
        const double x = tml_live_value(a, (long)k), y = tml_live_value(b, (long)k) / unit_factor(by, unit);
        const bool counts = strncmp(name, "residual", 8) != 0 && strcmp(name, "energy.error") != 0;
        cr_expect(!counts || fabs(x - y) <= EXACT * most || (isnan(x) && isnan(y)), "%s, live: %s is %.17g, not %.17g",
                  s->name, name, y, x);
    }
}

static void compare_live(const subject *s, unit_scales by)
{
    char *scaled = text_in_units(s->text, by, s->known);
    tml_model *models[2];
    tml_live *a = begin_live(s, s->text, (unit_scales){1, 1, 1}, &models[0]),
             *b = begin_live(s, scaled, by, &models[1]);
    cr_expect(!a == !b, "%s, live: begins in one set of units only", s->name);
    const size_t count = a && b ? tml_table_columns(tml_live_channels(a)) : 0;
    double *peaks = calloc(count + 1, sizeof *peaks);
    for (int i = 0; a && b && i < STEPS; i++) {
        const bool good = tml_live_step(a) == TML_OK;
        cr_expect_eq(tml_live_step(b) == TML_OK, good, "%s, live: step %d", s->name, i);
        note_peaks(a, peaks, count);
    }
    if (count)
        compare_channels(s, by, a, b, peaks);
    free(peaks);
    tml_live_free(a);
    tml_live_free(b);
    tml_model_free(models[0]);
    tml_model_free(models[1]);
    free(scaled);
}

static tml_drag *begin_hand(const subject *s, const char *text, tml_model **model)
{
    tml_log *log = tml_log_make();
    tml_drag *hand = NULL;
    *model = tml_model_parse(text, strlen(text), s->name, log);
    if (*model)
        tml_drag_make(*model, &hand, log);
    tml_log_free(log);
    return hand;
}

/* The last body dragged along an oblique line. */
static void compare_drag(const subject *s, unit_scales by)
{
    char *scaled = text_in_units(s->text, by, s->known);
    tml_model *models[2];
    tml_drag *a = begin_hand(s, s->text, &models[0]), *b = begin_hand(s, scaled, &models[1]);
    cr_expect(!a == !b, "%s, drag: begins in one set of units only", s->name);
    const size_t body = a ? tml_drag_body_count(a) - 1 : 0;
    double size = 0;
    for (size_t k = 0; a && k <= body; k++)
        size = larger(size, fabs(tml_drag_pose(a, k).at[0]) + fabs(tml_drag_pose(a, k).at[1]));
    for (int i = 0; a && b && body > 0 && i < PULLS; i++) {
        const tml_pose now = tml_drag_pose(a, body);
        const double l = by.length, d = 0.05 * size, point[3] = {0, 0, 0},
                     to[3] = {now.at[0] + d, now.at[1] + 0.7 * d, now.at[2]},
                     other[3] = {l * to[0], l * to[1], l * to[2]};
        tml_drag_result x, y;
        cr_expect_eq(tml_drag_move(a, body, point, to, &x), tml_drag_move(b, body, point, other, &y));
        cr_expect(x.closed == y.closed && x.moved == y.moved && fabs(x.distance - y.distance / l) <= EXACT * size,
                  "%s, drag %d: at a distance of %.17g (%d, %d), not %.17g (%d, %d)", s->name, i, y.distance / l,
                  y.closed, y.moved, x.distance, x.closed, x.moved);
        for (size_t k = 0; k <= body; k++) {
            const tml_pose p = tml_drag_pose(a, k), q = tml_drag_pose(b, k);
            for (int j = 0; j < 3; j++)
                cr_expect(fabs(p.at[j] - q.at[j] / l) <= EXACT * size, "%s, drag %d: body %zu at %.17g, not %.17g",
                          s->name, i, k, q.at[j] / l, p.at[j]);
            cr_expect(fabs(p.angle - q.angle) <= EXACT * 10, "%s, drag %d: angle %.17g, not %.17g", s->name, i, q.angle,
                      p.angle);
        }
    }
    tml_drag_free(a);
    tml_drag_free(b);
    tml_model_free(models[0]);
    tml_model_free(models[1]);
    free(scaled);
}

static tml_status outcome_of(const subject *s, const char *text, char *outcome, size_t size)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), s->name, log);
    tml_verification *v = NULL;
    const tml_status status =
        tml_verify(model, &(tml_verify_options){.size = sizeof(tml_verify_options), .threads = 1}, &v, log);
    snprintf(outcome, size, "%.*s", v ? (int)strcspn(v->outcome, ":") : 0, v ? v->outcome : "");
    tml_verification_free(v);
    tml_model_free(model);
    tml_log_free(log);
    return status;
}

/* Whether formulations agree. By how many digits is rounding. */
static void compare_verify(const subject *s, unit_scales by)
{
    char *scaled = text_in_units(s->text, by, s->known), one[64], other[64];
    const tml_status a = outcome_of(s, s->text, one, sizeof one), b = outcome_of(s, scaled, other, sizeof other);
    cr_expect(a == b && strcmp(one, other) == 0, "%s, verify: length %g, mass %g, time %g: %s, not %s", s->name,
              by.length, by.mass, by.time, other, one);
    free(scaled);
}

/* ---- subjects ---- */

/* The first joint that rotates about one axis, one on the ground first. */
static void find_joint(subject *s, const tml_node *joints)
{
    for (int pass = 0; pass < 2 && !s->joint[0]; pass++)
        for (int i = 0; joints && joints->kind == TML_NODE_MAP && i < joints->count && !s->joint[0]; i++) {
            const tml_node *ends = tml_node_find(joints->items[i], "revolute");
            const bool ground = ends && ends->count > 0 && tml_node_is(ends->items[0], "ground");
            if (ends && (ground || pass))
                snprintf(s->joint, sizeof s->joint, "%s", joints->keys[i]->text);
        }
}

static void find_end(subject *s, const tml_node *analyses)
{
    for (int i = 0; analyses && i < analyses->count; i++) {
        const tml_node *a = analyses->items[i], *end = a->count ? tml_node_find(a->items[0], "end") : NULL;
        if (end && end->kind == TML_NODE_SCALAR)
            s->end = strtod(end->text, NULL);
    }
}

static bool is_large(const char *name)
{
    return strcmp(name, "a02-fourbars-40.yaml") == 0;
}

static void try_all(const char *name, const char *text)
{
    subject s = {.name = name, .text = text, .end = 1};
    tml_arena arena = {0};
    tml_log *log = tml_log_make();
    const tml_node *root = tml_node_parse(&arena, text, strlen(text), name, log);
    cr_assert_not_null(root);
    find_joint(&s, tml_node_find(root, "joints"));
    find_end(&s, tml_node_find(root, "analyses"));
    s.level.gravity = tml_node_find(root, "gravity") ? 0 : 9.81;
    char *plain = text_with_sections(text, "{analyses: [evaluate: {}]}");
    unit_run known = unit_run_text(name, plain, NULL, NULL);
    cr_assert(known.status == TML_OK, "%s: %s", name, first_message(known.log));
    s.known = known.results;
    s.level.size = largest_coordinate(tml_results_table(known.results, 0));
    char channel[80];
    snprintf(channel, sizeof channel, "%s.angle", s.joint);
    const long column = tml_table_find(tml_results_table(known.results, 0), channel);
    s.angle = column >= 0 ? tml_table_value(tml_results_table(known.results, 0), 0, (size_t)column) : 0;
    for (size_t i = 0; (all() || !is_large(name)) && i < sizeof probes / sizeof *probes; i++)
        try_probe(&s, &probes[i], (int)i);
    compare_check(&s, scales_large);
    compare_check(&s, scales_small);
    compare_live(&s, scales_small);
    if (all() || strcmp(name, "a2.yaml") == 0 || strcmp(name, "revolute") == 0)
        compare_verify(&s, scales_large);
    compare_drag(&s, scales_large);
    unit_run_free(&known);
    free(plain);
    tml_log_free(log);
    tml_arena_free(&arena);
}

/* ---- odd mechanisms ---- */

static const char *const odd[][2] = {
    {"rotation only",
     "trammel: 1\ngravity: none\n"
     "bodies: {a: {points: {O: [0, 0]}, com: [0, 0], mass: 2, inertia: 0.1},\n"
     "         b: {points: {P: [0, 0]}, com: [0, 0], mass: 1, inertia: 3}}\n"
     "joints: {O: {revolute: [ground.O, a.O]}, P: {revolute: [a.O, b.P]}}\n"
     "forces: {k: {torsion: O, stiffness: 5, damping: 0.1}, l: {torsion: P, stiffness: 2, angle: 0.3}}\n"
     "points: {O: [0, 0]}\ninitial: {O.angle: 0.2, P.speed: 1}\n"
     "analyses: [dynamics: {end: 2}]\n"},
    {"translation only", "trammel: 1\n"
                         "bodies: {ground: {points: {O: [0, 0]}},\n"
                         "         a: {points: {A: [0, 0]}, mass: 2, inertia: 0}, b: {points: {B: [0, 0]}, mass: 1, "
                         "inertia: 0}}\n"
                         "joints: {P: {prismatic: [ground.O, a.A], axis: x}, Q: {prismatic: [a.A, b.B], axis: y}}\n"
                         "forces: {s: {spring: [ground.O, b.B], stiffness: 90, damping: 2, length: 0.5}}\n"
                         "initial: {P.displacement: 0.3, Q.displacement: 0.4, Q.speed: 1}\n"
                         "analyses: [dynamics: {end: 1}]\n"},
    {"no joints", "trammel: 1\nspace: space\n"
                  "bodies: {ground: {points: {O: [0, 0, 1]}},\n"
                  "         a: {points: {A: [0.1, 0.2, 0]}, com: [0, 0, 0], mass: 2, inertia: [0.1, 0.2, 0.15], omega: "
                  "[1, 2, 3]}}\n"
                  "forces: {s: {spring: [ground.O, a.A], stiffness: 90, length: 0.5}, d: {drag: a, linear: 0.3}}\n"
                  "analyses: [dynamics: {end: 1}]\n"},
    {"particle from the origin", "trammel: 1\n"
                                 "bodies: {a: {mass: 2, inertia: 0, velocity: [3, 4]}}\n"
                                 "forces: {d: {force: a, value: [-a.vx*abs(a.vx), -a.vy*abs(a.vy)]}}\n"
                                 "analyses: [dynamics: {end: 1}]\n"},
    {"heavy and light, long and short", "trammel: 1\n"
                                        "points: {O: [0, 0], A: [100, 0], B: [100.001, 0.002], S: [90, 10]}\n"
                                        "bodies: {a: {points: [O, A], mass: 1e5, shape: rod},\n"
                                        "         b: {points: [A, B], mass: 1e-3, shape: rod}}\n"
                                        "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}}\n"
                                        "forces: {stiff: {spring: [ground.S, a.A], stiffness: 1e6, length: 10},\n"
                                        "         soft: {torsion: A, stiffness: 1e-6}}\n"
                                        "analyses: [dynamics: {end: 1}]\n"},
    {"loop in 10000 s", "trammel: 1\nspace: space\ngravity: [0, 0, -9.81e-8]\n"
                        "points: {O: [0, 0, 0], A: [0.3, 0, 0.1], B: [0.5, 0.4, 0], C: [0.1, 0.6, -0.2], Q: [0.2, 1, "
                        "-0.3]}\n"
                        "bodies: {a: {points: [O, A], mass: 1, inertia: [0.01, 0.02, 0.025]},\n"
                        "         b: {points: [A, B], mass: 2, inertia: [0.03, 0.02, 0.025]},\n"
                        "         c: {points: [B, C], mass: 0.5, inertia: [0.01, 0.005, 0.012]}}\n"
                        "joints: {O: {revolute: [ground, a], axis: [1, 0.2, 1]}, A: {spherical: [a, b]},\n"
                        "         B: {universal: [b, c], axes: [x, y]}, C: {distance: [ground.Q, c.C]}}\n"
                        "forces: {s: {spring: [ground.Q, b.B], stiffness: 6e-7, damping: 1e-4, length: 0.3}}\n"
                        "initial: {O.speed: 1e-4}\n"
                        "analyses: [dynamics: {end: 10000, output: 1000}]\n"},
};

Test(units, every_analysis_of_odd_mechanisms_is_independent_of_units)
{
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        try_all(odd[i][0], odd[i][1]);
}

/* Models with friction, stops and contacts are held against themselves in units.c and units_contact.c, by the analyses that they are written for. */
static void try_scalable(const char *name, const char *text)
{
    if (!cannot_be_scaled(text) && !has_interactions(text))
        try_all(name, text);
}

Test(units, every_analysis_of_models_up_to_b_is_independent_of_units)
{
    each_model("", "b", try_scalable);
}
Test(units, every_analysis_of_models_from_b_is_independent_of_units)
{
    each_model("b", "~", try_scalable);
}

Test(units, every_analysis_of_examples_is_independent_of_units)
{
    each_example(try_scalable);
}
