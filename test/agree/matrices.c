/* matrices.c - the equations of motion in joint coordinates as `evaluate` writes them, against mechanical laws and published numbers:
 *
 *   M = B' m B = M',   T = u'M u/2,   M u' = Q + C' lambda,   C u' = gamma,   C u = phidot where drivers are at rest
 *
 * for every model that ships and for mechanisms made at random, of bodies (joint) and of particles (point), which have the same M and C.
 */
#define _XOPEN_SOURCE 700
#include "support/case.h"
#include "support/larger.h"
#include "support/random_mechanism.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(matrices, .timeout = TML_SLOWER * 120);

typedef struct {
    tml_log *log;
    tml_model *model;
    tml_results *results;
    tml_status status;
} run;

static void run_free(run *r)
{
    tml_results_free(r->results);
    tml_model_free(r->model);
    tml_log_free(r->log);
}

/* The model with other analyses. */
static run evaluate(const char *name, const char *text, const char *before, const char *formulation)
{
    const char *cut = strstr(text, "\nanalyses:");
    const size_t kept = cut ? (size_t)(cut - text) : strlen(text);
    char *own = malloc(kept + 256);
    memcpy(own, text, kept);
    sprintf(own + kept, "\nanalyses: [%sevaluate: {matrices: true, formulation: %s}]\n", before, formulation);
    run r = {.log = tml_log_make(), .status = TML_WRONG};
    r.model = tml_model_parse(own, strlen(own), name, r.log);
    if (r.model)
        r.status = tml_run(r.model, NULL, &r.results, r.log);
    free(own);
    return r;
}

static const tml_table *table(const run *r, const char *kind)
{
    const tml_table *found = NULL;
    for (size_t i = 0; i < tml_results_count(r->results); i++)
        if (strcmp(tml_table_kind(tml_results_table(r->results, i)), kind) == 0)
            found = tml_results_table(r->results, i);
    return found;
}

static double channel(const run *r, const char *name)
{
    const tml_table *t = table(r, "evaluate");
    return tml_table_value(t, 0, (size_t)tml_table_find(t, name));
}

static double at(const tml_table *t, size_t i, size_t k)
{
    return tml_table_value(t, i, k);
}

static double column(const tml_table *t, size_t i, const char *name)
{
    return tml_table_value(t, i, (size_t)tml_table_find(t, name));
}

/* x (rows of t) = t y */
static double times(const tml_table *t, size_t i, const double *y)
{
    double sum = 0;
    for (size_t k = 0; k < tml_table_columns(t); k++)
        sum += at(t, i, k) * y[k];
    return sum;
}

static double largest(const tml_table *t)
{
    double most = 0;
    for (size_t i = 0; t && i < tml_table_rows(t); i++)
        for (size_t k = 0; k < tml_table_columns(t); k++)
            most = larger(most, fabs(at(t, i, k)));
    return most;
}

static void expect_small(const char *name, const char *by, const char *what, double off, double bar)
{
    cr_expect(off <= bar, "%s by %s: %s is off by %.2g", name, by, what, off);
    cr_log_info("%s by %s: %s is off by %.2g", name, by, what, off);
}

/* M = B' m B, where scales of entries are those of the diagonal, and definite: Cholesky's factors exist. */
static void expect_mass(const char *name, const char *by, const run *r)
{
    const tml_table *M = table(r, "evaluate.M"), *B = table(r, "evaluate.B");
    const tml_table *m = table(r, strcmp(by, "point") == 0 ? "evaluate.M_particles" : "evaluate.M_bodies");
    const size_t n = tml_table_columns(M), rows = tml_table_rows(B);
    double *L = calloc(n * n, sizeof *L), *y = calloc(rows, sizeof *y), off = 0, least = 1;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < rows; i++) {
            y[i] = 0;
            for (size_t l = 0; l < rows; l++)
                y[i] += at(m, i, l) * at(B, l, k);
        }
        for (size_t l = 0; l < n; l++) {
            double sum = 0;
            for (size_t i = 0; i < rows; i++)
                sum += at(B, i, l) * y[i];
            const double scale = sqrt(at(M, l, l) * at(M, k, k)) + 1e-300;
            off = larger(off, fabs(sum - at(M, l, k)) / scale);
            off = larger(off, fabs(at(M, k, l) - at(M, l, k)) / scale);
        }
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = k; i < n; i++) {
            double sum = at(M, i, k);
            for (size_t l = 0; l < k; l++)
                sum -= L[i * n + l] * L[k * n + l];
            if (i == k)
                least = fmin(least, sum / fmax(at(M, k, k), 1e-300));
            L[i * n + k] = i == k ? sqrt(fmax(sum, 1e-300)) : sum / L[k * n + k];
        }
    expect_small(name, by, "M = B' m B", off, 1e-11);
    cr_expect(least > -1e-12, "%s by %s: M is not definite: pivot %.2g", name, by, least);
    free(L), free(y);
}

static double most_of(const double *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = larger(most, fabs(x[i]));
    return most;
}

/* M u' - Q - C' lambda of a row, and the size of what is added up in it. */
static double imbalance(const run *r, size_t i, const double *a, double *size_out)
{
    const tml_table *M = table(r, "evaluate.M"), *C = table(r, "evaluate.C"), *rows = table(r, "evaluate.rows");
    double sum = -column(table(r, "evaluate.coordinates"), i, "Q"), size = fabs(sum);
    for (size_t k = 0; k < tml_table_columns(M); k++) {
        sum += at(M, i, k) * a[k];
        size += fabs(at(M, i, k) * a[k]);
    }
    for (size_t k = 0; C && k < tml_table_rows(C); k++) {
        sum -= at(C, k, i) * column(rows, k, "lambda");
        size += fabs(at(C, k, i) * column(rows, k, "lambda"));
    }
    *size_out = size;
    return fabs(sum);
}

static void expect_motion(const char *name, const char *by, const run *r, bool driven)
{
    const tml_table *M = table(r, "evaluate.M"), *C = table(r, "evaluate.C"), *x = table(r, "evaluate.coordinates"),
                    *rows = table(r, "evaluate.rows");
    const size_t n = tml_table_columns(M), held = C ? tml_table_rows(C) : 0;
    const double size = fmax(largest(C), 0.01); /* rows that are redundant may be zero */
    double *u = calloc(n, sizeof *u), *a = calloc(n, sizeof *a), T = 0, off = 0, apart = 0, rate = 0, gamma = 0,
           forces = 0;
    for (size_t i = 0; i < n; i++)
        u[i] = column(x, i, "velocity"), a[i] = column(x, i, "acceleration");
    for (size_t i = 0; i < n; i++) {
        double added;
        off = larger(off, imbalance(r, i, a, &added));
        forces = larger(forces, added);
        T += 0.5 * u[i] * times(M, i, u);
    }
    for (size_t i = 0; i < held; i++) {
        apart = larger(apart, fabs(times(C, i, a) - column(rows, i, "gamma")));
        rate = larger(rate, fabs(times(C, i, u) - column(rows, i, "phidot")));
        gamma = larger(gamma, fabs(column(rows, i, "gamma")));
    }
    expect_small(name, by, "M u' = Q + C' lambda", off / (forces + 1e-5),
                 1e-11); /* off by 1e-16 N where nothing acts */
    expect_small(name, by, "u'M u/2", fabs(T - channel(r, "energy.kinetic")) / (T + 1e-12), 1e-10);
    expect_small(name, by, "C u' = gamma",
                 apart / (size * (most_of(a, n) + 1e-5 * most_of(u, n) * most_of(u, n)) + gamma + 1e-12), 1e-10);
    if (!driven)
        expect_small(name, by, "C u = phidot", rate / (size * most_of(u, n) + 1e-15), 1e-13);
    free(u), free(a);
}

static void expect_same(const char *name, const run *a, const run *b, const char *kind, double bar)
{
    const tml_table *one = table(a, kind), *two = table(b, kind);
    double off = 0;
    cr_assert_eq(!one, !two, "%s: %s is of one only", name, kind);
    for (size_t i = 0; one && i < tml_table_rows(one); i++)
        for (size_t k = 0; k < tml_table_columns(one); k++)
            off = larger(off, fabs(at(one, i, k) - at(two, i, k)));
    expect_small(name, "joint and point", kind, off / (largest(one) + 1e-300), bar);
}

/* Accelerations of the bodies as in absolute coordinates. */
static void expect_accelerations(const char *name, const run *absolute, const run *r)
{
    const tml_table *t = table(absolute, "evaluate");
    double off = 0, most = 1e-5; /* off by 1e-13 m/s^2: of what rests they are rounding of gravity and its contacts */
    for (size_t k = 0; k < tml_table_columns(t); k++) {
        const char *unit = tml_table_unit(t, k);
        const bool acceleration = strcmp(unit, "m/s^2") == 0 || strcmp(unit, "rad/s^2") == 0;
        off = larger(off, acceleration ? fabs(at(t, 0, k) - channel(r, tml_table_name(t, k))) : 0);
        if (acceleration)
            most = larger(most, fabs(at(t, 0, k)));
        else if (strcmp(unit, "m/s") == 0 ||
                 strcmp(unit, "rad/s") == 0) /* of steady motions, that of products of velocities */
            most = larger(most, 1e-5 * at(t, 0, k) * at(t, 0, k));
    }
    expect_small(name, "absolute and joint coordinates", "acceleration", off / most, 1e-8);
}

/* True: it can be evaluated. */
static bool check(const char *name, const char *text, const char *before)
{
    static const char *const by[] = {"absolute", "joint", "point"};
    run r[3];
    bool good = true;
    for (int i = 0; i < 3; i++) {
        r[i] = evaluate(name, text, before, by[i]);
        good = good && r[i].status == TML_OK;
    }
    for (int i = 1; good && i < 3; i++) {
        expect_mass(name, by[i], &r[i]);
        expect_motion(name, by[i], &r[i], strstr(text, "drivers:"));
        expect_accelerations(name, &r[0], &r[i]);
    }
    if (good) {
        expect_same(name, &r[1], &r[2], "evaluate.M", 1e-12);
        expect_same(name, &r[1], &r[2], "evaluate.C", 1e-13);
    } else {
        for (int i = 0; i < 3; i++)
            cr_log_info("%s by %s: %s", name, by[i],
                        r[i].status == TML_OK         ? "good"
                        : tml_log_count(r[i].log) > 0 ? tml_log_get(r[i].log, tml_log_count(r[i].log) - 1).text
                                                      : "");
        cr_expect(r[0].status != TML_OK || r[1].status == r[0].status, "%s: not by joint", name);
        cr_expect(r[0].status != TML_OK || r[2].status == r[0].status, "%s: not by point", name);
    }
    for (int i = 0; i < 3; i++)
        run_free(&r[i]);
    return good;
}

Test(matrices, of_every_model_obey_the_laws)
{
    glob_t found;
    int checked = 0;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *file = fopen(found.gl_pathv[i], "rb");
        char text[1 << 16];
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        checked += check(found.gl_pathv[i], text, "dynamics: {end: 10 ms, output: 10 ms}, ") ||
                   check(found.gl_pathv[i], text, "");
    }
    cr_expect(checked >= 20, "only %d of %zu models", checked, found.gl_pathc);
    globfree(&found);
}

Test(matrices, of_random_mechanisms_obey_the_laws)
{
    static const random_mechanism_options wishes[] = {{0},
                                                      {.loops = true},
                                                      {.space = true},
                                                      {.space = true, .loops = true},
                                                      {.loops = true, .redundant = true},
                                                      {.space = true, .loops = true, .redundant = true},
                                                      {.loops = true, .massless = true},
                                                      {.space = true, .loops = true, .compliant = true}};
    int checked = 0;
    for (int i = 0; i < 80; i++) {
        char name[32];
        random_mechanism m = random_mechanism_make(wishes[i % 8], (uint64_t)(7000 + i));
        snprintf(name, sizeof name, "mechanism %d", 7000 + i);
        checked += check(name, m.text.data, "");
        tml_text_free(&m.text);
    }
    cr_expect(checked >= 60, "only %d of 80", checked);
}

/* ---- Attia 2004, example: equation (17), and B of his seven particles ---- */

#define SIX_BAR                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "gravity: [0, -9.81]\n"                                                                                            \
    "points: {O: [0, 0], A: [-0.566, 0.566], B: [3.029, 0.751], C: [3.5, -1.5], D: [2.793, 2.737],\n"                  \
    "         E: [4, -0.548], F: [7.5, -0.5]}\n"                                                                       \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A],    mass: 0.5, inertia: 0.0266}\n"                                                       \
    "  plate: {points: [A, B, D], mass: 3,   inertia: 6}\n"                                                            \
    "  prop:  {points: [B, C],    mass: 1,   inertia: 0.4408}\n"                                                       \
    "  link:  {points: [D, E],    mass: 1,   inertia: 1.0208}\n"                                                       \
    "  stay:  {points: [E, F],    mass: 1,   inertia: 1.0208}\n"                                                       \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, plate]}\n"                                                                                \
    "  B: {revolute: [plate, prop]}\n"                                                                                 \
    "  D: {revolute: [plate, link]}\n"                                                                                 \
    "  E: {revolute: [link, stay]}\n"

/* Attia's tree: pins C and F cut, constrained by drivers. */
static const char his_tree[] = SIX_BAR "drivers:\n"
                                       "  Cx: {prop.C.x: 3.5}\n"
                                       "  Cy: {prop.C.y: -1.5}\n"
                                       "  Fx: {stay.F.x: 7.5}\n"
                                       "  Fy: {stay.F.y: -0.5}\n";

static double entry(const run *r, const char *kind, const char *row, const char *name)
{
    const tml_table *t = table(r, kind);
    cr_assert(t, "no table %s", kind);
    const long k = tml_table_find(t, name);
    for (size_t i = 0; k >= 0 && i < tml_table_rows(t); i++)
        if (strcmp(tml_table_row_name(t, i), row) == 0)
            return at(t, i, (size_t)k);
    cr_assert_fail("%s has no entry %s, %s", kind, row, name);
    return NAN;
}

static void expect_entry(const run *r, const char *kind, const char *row, const char *name, double want)
{
    const double got = entry(r, kind, row, name);
    cr_expect(fabs(got - want) <= 1e-12 * fmax(1, fabs(want)), "%s, %s, %s is %.15g instead of %.15g", kind, row, name,
              got, want);
}

typedef struct {
    double x, y;
} place;
static const place O = {0, 0}, A = {-0.566, 0.566}, B = {3.029, 0.751}, C = {3.5, -1.5}, D = {2.793, 2.737},
                   E = {4, -0.548}, F = {7.5, -0.5};
static const char *const pins[5] = {"O.angle", "A.angle", "B.angle", "D.angle", "E.angle"};
static const place *const pin_at[5] = {&O, &A, &B, &D, &E};
/* joints between the ground and prop, link, stay in that tree */
static const bool carries[5][5] = {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 0, 1, 0}, {1, 1, 0, 1, 1}};

/* A unit rotation of joint k moves what it carries at r by (-(r - r_k)_y, (r - r_k)_x). */
static void expect_moved(const run *r, const char *kind, const char *x, const char *y, place p, int body)
{
    for (int k = 0; k < 5; k++) {
        expect_entry(r, kind, x, pins[k], carries[body][k] ? -(p.y - pin_at[k]->y) : 0);
        expect_entry(r, kind, y, pins[k], carries[body][k] ? p.x - pin_at[k]->x : 0);
    }
}

static double square(place a, place b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* M by hand: sum over bodies of m (c - r_k).(c - r_l) + I */
static double mass_by_hand(int k, int l)
{
    const place centre[5] = {{(O.x + A.x) / 2, (O.y + A.y) / 2},
                             {(A.x + B.x + D.x) / 3, (A.y + B.y + D.y) / 3},
                             {(B.x + C.x) / 2, (B.y + C.y) / 2},
                             {(D.x + E.x) / 2, (D.y + E.y) / 2},
                             {(E.x + F.x) / 2, (E.y + F.y) / 2}};
    static const double mass[5] = {0.5, 3, 1, 1, 1}, inertia[5] = {0.0266, 6, 0.4408, 1.0208, 1.0208};
    double sum = 0;
    for (int b = 0; b < 5; b++)
        if (carries[b][k] && carries[b][l])
            sum += inertia[b] +
                   mass[b] * 0.5 *
                       (square(centre[b], *pin_at[k]) + square(centre[b], *pin_at[l]) - square(*pin_at[k], *pin_at[l]));
    return sum;
}

static void expect_equation_17(const char *by)
{
    static const double thetadd[5] = {4.47767673914, -3.92615393315, 0.619688546057, 0.581601903293, -1.32909087931};
    static const double nu[4] = {-8.94729700627, 45.4741031374, 3.08541340582, 5.06166195695};
    static const char *const held[4] = {"Cx", "Cy", "Fx", "Fy"};
    run r = evaluate("six-bar", his_tree, "", by);
    cr_assert_eq(r.status, TML_OK);
    for (int k = 0; k < 5; k++)
        for (int l = 0; l < 5; l++)
            expect_entry(&r, "evaluate.M", pins[k], pins[l], mass_by_hand(k, l));
    expect_moved(&r, "evaluate.C", "Cx", "Cy", C, 2);
    expect_moved(&r, "evaluate.C", "Fx", "Fy", F, 4);
    for (int k = 0; k < 5; k++) {
        double left = -entry(&r, "evaluate.coordinates", pins[k], "Q");
        for (int l = 0; l < 5; l++)
            left += entry(&r, "evaluate.M", pins[k], pins[l]) * thetadd[l];
        for (int i = 0; i < 4; i++)
            left -= entry(&r, "evaluate.C", held[i], pins[k]) * nu[i];
        cr_expect(fabs(left) < 1e-9, "%s: row %d of equation (17) is off by %.2g", by, k, left);
    }
    if (strcmp(by, "point") == 0) {
        expect_moved(&r, "evaluate.B", "A.x", "A.y", A, 0);
        expect_moved(&r, "evaluate.B", "B.x", "B.y", B, 1);
        expect_moved(&r, "evaluate.B", "D.x", "D.y", D, 1);
        expect_moved(&r, "evaluate.B", "E.x", "E.y", E, 3);
    } else {
        expect_moved(&r, "evaluate.B", "prop.x", "prop.y", (place){(B.x + C.x) / 2, (B.y + C.y) / 2}, 2);
        expect_entry(&r, "evaluate.B", "stay.angle", "D.angle", 1);
        expect_entry(&r, "evaluate.B", "prop.angle", "D.angle", 0);
    }
    run_free(&r);
}

Test(matrices, are_those_of_equation_17_by_joint)
{
    expect_equation_17("joint");
}

Test(matrices, are_those_of_equation_17_by_point)
{
    expect_equation_17("point");
}

/* Two bodies that share a pin which is cut move apart there: the particle counts twice. */
Test(matrices, particles_at_a_cut_pin_are_counted_twice)
{
    run r =
        evaluate("six-bar", SIX_BAR "  C: {revolute: [ground, prop]}\n  F: {revolute: [ground, stay]}\n", "", "point");
    cr_assert_eq(r.status, TML_OK);
    expect_entry(&r, "evaluate.B", "plate.B.x", "O.angle", -B.y);
    expect_entry(&r, "evaluate.B", "prop.B.x", "O.angle", 0);
    expect_entry(&r, "evaluate.B", "prop.B.x", "C.angle", -(B.y - C.y));
    expect_entry(&r, "evaluate.B", "prop.B.y", "C.angle", B.x - C.x);
    run_free(&r);
}

Test(matrices, open_joints_are_refused)
{
    static const char open[] = "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {points: {O: [0, 0]}}\n"
                               "  rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod, position: [0, 1 mm]}\n"
                               "joints: {O: {revolute: [ground, rod]}}\n"
                               "analyses: [evaluate: {assemble: false, formulation: joint}]\n";
    tml_expect_run(open, TML_FAILED, "joint O is open by 0.001 m");
}
