/* export_loads.c - `trammel export loads`: the loads on each body balance its inertia, in body axes, in tables and in cards.
 *
 * Masses and inertias are written here, accelerations come from a run of its own: sum F = m a, sum M = I alpha + omega x I omega about the
 * centre of mass.
 */
#include "support/program.h"
#include "trammel/trammel.h"
#include <math.h>

TestSuite(export_loads, .init = set_up, .fini = tear_down);

typedef struct {
    const char *name;
    double mass, com[3], inertia[6]; /* xx yy zz xy xz yz */
} solid;

typedef struct {
    const char *model;
    bool space;
    int count;
    solid solids[3];
} mechanism;

static const char spatial[] = "trammel: 1\n"
                              "space: space\n"
                              "gravity: [0, 0, -9.81]\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0, 0], P: [1, 1, 1]}}\n"
                              "  a: {points: {O: [0.1, 0.2, 0.3], A: [1, 0, 0.2]}, com: [0.4, 0.1, 0.25], mass: 2,\n"
                              "      inertia: [0.3, 0.5, 0.6, 0.02, -0.03, 0.04]}\n"
                              "  b: {points: {A: [0, 0, 0], T: [0.5, 0, 0]}, com: [0.3, 0.05, 0], mass: 1.5,\n"
                              "      inertia: [0.1, 0.2, 0.25, 0.01, 0, 0.02]}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, a], axis: [0, 1, 0]}\n"
                              "  A: {spherical: [a, b]}\n"
                              "forces:\n"
                              "  s: {spring: [ground.P, b.T], stiffness: 40, length: 0.5}\n"
                              "initial: {O.speed: 3}\n"
                              "analyses: [dynamics: {end: 1, output: 0.05}]\n";

static const mechanism mechanisms[] = {
    {"spatial.yaml",
     true,
     2,
     {{"a", 2, {0.4, 0.1, 0.25}, {0.3, 0.5, 0.6, 0.02, -0.03, 0.04}},
      {"b", 1.5, {0.3, 0.05, 0}, {0.1, 0.2, 0.25, 0.01, 0, 0.02}}}},
    {TML_SOURCE_DIR "/models/fourbar/fourbar.yaml",
     false,
     3,
     {{"crank", 1, {1, 0, 0}, {0, 0, 0.3}},
      {"coupler", 2.25, {2, 0, 0}, {0, 0, 2}},
      {"follower", 2, {2, 0, 0}, {0, 0, 1.35}}}},
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

/* ---- vectors ---- */

static void add_moment(const double arm[3], const double F[3], double sum[3])
{
    for (int k = 0; k < 3; k++)
        sum[k] += arm[(k + 1) % 3] * F[(k + 2) % 3] - arm[(k + 2) % 3] * F[(k + 1) % 3];
}

static void product(const double I[6], const double v[3], double out3[3])
{
    out3[0] = I[0] * v[0] + I[3] * v[1] + I[4] * v[2];
    out3[1] = I[3] * v[0] + I[1] * v[1] + I[5] * v[2];
    out3[2] = I[4] * v[0] + I[5] * v[1] + I[2] * v[2];
}

/* I alpha + omega x I omega */
static void angular_rate(const solid *s, const double omega[3], const double alpha[3], double rate[3])
{
    double L[3];
    product(s->inertia, omega, L);
    product(s->inertia, alpha, rate);
    add_moment(omega, L, rate);
}

/* ---- a run of its own ---- */

static tml_results *results;

static double value(size_t row, const char *body, const char *name)
{
    const tml_table *table = tml_results_find(results, "dynamics");
    char whole[64];
    snprintf(whole, sizeof whole, "%s%s%s", body, *body ? "." : "", name);
    const long column = tml_table_find(table, whole);
    cr_assert_geq(column, 0, "no %s", whole);
    return tml_table_value(table, row, (size_t)column);
}

/* The vector `name` of a body, R' v by Rodrigues' rotation of v by the conjugate quaternion. */
static void in_body_axes(const mechanism *m, size_t row, const char *body, const double v[3], double to[3])
{
    double q[4] = {cos(-value(row, body, m->space ? "qw" : "angle") / 2)};
    if (m->space) {
        const char *const names[] = {"qw", "qx", "qy", "qz"};
        for (int k = 0; k < 4; k++)
            q[k] = (k ? -1 : 1) * value(row, body, names[k]);
    } else
        q[3] = sin(-value(row, body, "angle") / 2);
    double t[3] = {0}, u[3] = {0};
    add_moment(q + 1, v, t); /* t = 2 q x v; v' = v + w t + q x t */
    for (int k = 0; k < 3; k++)
        t[k] *= 2;
    add_moment(q + 1, t, u);
    for (int k = 0; k < 3; k++)
        to[k] = v[k] + q[0] * t[k] + u[k];
}

static void motion(const mechanism *m, size_t row, const char *body, const char *what, double to[3])
{
    char name[16];
    double v[3] = {0};
    const bool angular = what[0] == 'o' || what[1] == 'l';
    for (int k = 0; k < 3; k++) {
        snprintf(name, sizeof name, "%s%c", what, "xyz"[k]);
        if (m->space || (!angular && k < 2))
            v[k] = value(row, body, name);
    }
    if (!m->space && angular)
        v[2] = value(row, body, what);
    in_body_axes(m, row, body, v, to);
}

static void prepare(const mechanism *m)
{
    tml_log *log = tml_log_make();
    write_file("spatial.yaml", spatial);
    tml_model *model = tml_model_load(m->model, log);
    cr_assert_not_null(model);
    cr_assert_eq(tml_run(model, NULL, &results, log), TML_OK);
    tml_model_free(model);
    tml_log_free(log);
}

static size_t row_at(double time)
{
    size_t row = 0;
    while (fabs(value(row, "", "t") - time) > 1e-9)
        cr_assert_lt(++row, tml_table_rows(tml_results_find(results, "dynamics")));
    return row;
}

static void expect_vector(const double found[3], const double right[3], const char *what, const char *body)
{
    for (int k = 0; k < 3; k++)
        cr_expect_float_eq(found[k], right[k], 1e-10, "%s %s[%d]: %.15g, not %.15g", body, what, k, found[k], right[k]);
}

/* ---- the table ---- */

typedef struct {
    int number;
    double time, at[3], force[3], torque[3];
    char reason[256], body[32], load[32], kind[32];
} line;

static bool read_line(FILE *file, line *l)
{
    char text[1000];
    if (!fgets(text, sizeof text, file))
        return false;
    const int count =
        sscanf(text, "%d,%lf,\"%255[^\"]\",%31[^,],%31[^,],%31[^,],%*[^0-9-]%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf",
               &l->number, &l->time, l->reason, l->body, l->load, l->kind, &l->at[0], &l->at[1], &l->at[2],
               &l->force[0], &l->force[1], &l->force[2], &l->torque[0], &l->torque[1], &l->torque[2]);
    cr_assert_eq(count, 15, "%d values in %s", count, text);
    return true;
}

static FILE *open_table(void)
{
    char head[300];
    FILE *file = fopen("loads.csv", "r");
    cr_assert_not_null(file);
    cr_assert_not_null(fgets(head, sizeof head, file));
    return file;
}

/* Sums of all loads on a body but its inertia, or of its inertia alone. */
static void sum_up(const solid *s, double time, bool inertia, double force[3], double moment[3])
{
    line l;
    int count = 0;
    FILE *file = open_table();
    memset(force, 0, 3 * sizeof *force);
    memset(moment, 0, 3 * sizeof *moment);
    while (read_line(file, &l)) {
        if (strcmp(l.body, s->name) != 0 || fabs(l.time - time) > 1e-9 || (strcmp(l.kind, "inertia") == 0) != inertia)
            continue;
        const double arm[3] = {l.at[0] - s->com[0], l.at[1] - s->com[1], l.at[2] - s->com[2]};
        for (int k = 0; k < 3; k++) {
            force[k] += l.force[k];
            moment[k] += l.torque[k];
        }
        add_moment(arm, l.force, moment);
        count++;
    }
    fclose(file);
    cr_assert_geq(count, inertia ? 1 : 2);
}

static void expect_balance(const mechanism *m, const solid *s, double time)
{
    double force[3], moment[3], a[3], omega[3], alpha[3], rate[3];
    const size_t row = row_at(time);
    motion(m, row, s->name, "a", a);
    motion(m, row, s->name, "omega", omega);
    motion(m, row, s->name, "alpha", alpha);
    angular_rate(s, omega, alpha, rate);
    for (int k = 0; k < 3; k++)
        a[k] *= s->mass;
    sum_up(s, time, false, force, moment);
    expect_vector(force, a, "force", s->name);
    expect_vector(moment, rate, "moment", s->name);
    for (int k = 0; k < 3; k++)
        a[k] = -a[k], rate[k] = -rate[k];
    sum_up(s, time, true, force, moment);
    expect_vector(force, a, "inertial force", s->name);
    expect_vector(moment, rate, "inertial moment", s->name);
}

Test(export_loads, loads_in_the_table_balance_mass_times_acceleration)
{
    for (int i = 0; i < MECHANISMS; i++) {
        const mechanism *m = &mechanisms[i];
        prepare(m);
        cr_assert_eq(RUN("export", "loads", m->model, "--at", "0.3,0.7", "-o", "loads.csv", "--quiet"), 0, "%s", err);
        for (int k = 0; k < m->count; k++) {
            expect_balance(m, &m->solids[k], 0.3);
            expect_balance(m, &m->solids[k], 0.7);
        }
        tml_results_free(results);
    }
}

Test(export_loads, joints_act_at_their_points_in_the_body_frame)
{
    line l;
    int found = 0;
    cr_assert_eq(RUN("export", "loads", mechanisms[1].model, "--mm", "--body", "coupler", "-o", "loads.csv", "-q"), 0);
    FILE *file = open_table();
    while (read_line(file, &l)) {
        cr_expect_str_eq(l.body, "coupler");
        if (strcmp(l.load, "B") != 0)
            continue;
        found++;
        expect_vector(l.at, (double[]){4000, 0, 0}, "B", "coupler");
    }
    fclose(file);
    cr_expect_geq(found, 1);
}

Test(export_loads, peaks_are_the_largest_joint_forces_of_all_outputs)
{
    line l;
    bool seen[2] = {false};
    prepare(&mechanisms[0]);
    cr_assert_eq(RUN("export", "loads", "spatial.yaml", "--peaks", "-o", "loads.csv", "--quiet"), 0, "%s", err);
    for (int j = 0; j < 2; j++) {
        const char *joint = j ? "A" : "O";
        char reason[32];
        double largest = 0;
        snprintf(reason, sizeof reason, "largest force of %s", joint);
        for (size_t row = 0; row < tml_table_rows(tml_results_find(results, "dynamics")); row++)
            largest =
                fmax(largest, hypot(hypot(value(row, joint, "fx"), value(row, joint, "fy")), value(row, joint, "fz")));
        FILE *file = open_table();
        while (read_line(file, &l))
            if (strcmp(l.load, joint) == 0 && strstr(l.reason, reason)) {
                seen[j] = true;
                cr_expect_float_eq(hypot(hypot(l.force[0], l.force[1]), l.force[2]), largest, 1e-9);
            }
        fclose(file);
    }
    cr_expect(seen[0] && seen[1]);
    tml_results_free(results);
}

/* ---- cards ---- */

typedef struct {
    double at[64][3], force[64][3], torque[64][3];
    double gravity[3], centrifugal, axis[3], point[3];
} cards;

static void read_cards(const char *body, cards *c)
{
    static char all[ROOM];
    char card[32] = "";
    memset(c, 0, sizeof *c);
    read_file("loads.inp", all);
    for (char *text = strtok(all, "\n"); text; text = strtok(NULL, "\n")) {
        int number, dof;
        double v[3], amount;
        char name[32];
        if (text[0] == '*') {
            if (text[1] != '*')
                snprintf(card, sizeof card, "%.6s", text);
        } else if (!strcmp(card, "*NODE,") && sscanf(text, "%d, %lf, %lf, %lf", &number, v, v + 1, v + 2) == 4)
            memcpy(c->at[number - 9000001], v, sizeof v);
        else if (!strcmp(card, "*CLOAD") && sscanf(text, "%d, %d, %lf", &number, &dof, &amount) == 3)
            *(dof > 3 ? &c->torque[number - 9000001][dof - 4] : &c->force[number - 9000001][dof - 1]) = amount;
        else if (sscanf(text, "%31[^,], GRAV, %lf, %lf, %lf, %lf", name, &amount, v, v + 1, v + 2) == 5) {
            cr_expect_str_eq(name, body);
            for (int k = 0; k < 3; k++)
                c->gravity[k] = amount * v[k];
        } else if (sscanf(text, "%31[^,], CENTRIF, %lf, %lf, %lf, %lf, %lf, %lf, %lf", name, &c->centrifugal, c->point,
                          c->point + 1, c->point + 2, c->axis, c->axis + 1, c->axis + 2) != 8)
            cr_expect(strstr("1, 6 U, RF S", text), "what is %s", text);
    }
}

/* A body of the mass properties that the cards are for is in equilibrium under them. */
static void expect_equilibrium(const solid *s, const cards *c)
{
    double force[3], moment[3] = {0}, L[3], omega[3];
    for (int k = 0; k < 3; k++) {
        force[k] = s->mass * c->gravity[k];
        omega[k] = sqrt(c->centrifugal) * c->axis[k];
    }
    product(s->inertia, omega, L);
    add_moment(L, omega, moment); /* -omega x I omega */
    expect_vector(c->point, s->com, "axis through", s->name);
    for (int i = 0; i < 64; i++) {
        const double arm[3] = {c->at[i][0] - s->com[0], c->at[i][1] - s->com[1], c->at[i][2] - s->com[2]};
        add_moment(arm, c->force[i], moment);
        for (int k = 0; k < 3; k++) {
            force[k] += c->force[i][k];
            moment[k] += c->torque[i][k];
        }
    }
    for (int k = 0; k < 3; k++) {
        cr_expect_float_eq(force[k], 0, 1e-9, "%s: force %g", s->name, force[k]); /* numbers have 12 digits */
        cr_expect_float_eq(moment[k], 0, 1e-9, "%s: moment %g", s->name, moment[k]);
    }
}

Test(export_loads, a_body_with_the_mass_properties_named_is_in_equilibrium_under_the_cards)
{
    static cards c;
    write_file("spatial.yaml", spatial);
    for (int i = 0; i < MECHANISMS; i++)
        for (int k = 0; k < mechanisms[i].count; k++) {
            const solid *s = &mechanisms[i].solids[k];
            cr_assert_eq(
                RUN("export", "loads", mechanisms[i].model, "--body", s->name, "--at", "0.7", "-o", "loads.inp", "-q"),
                0, "%s", err);
            read_cards(s->name, &c);
            expect_equilibrium(s, &c);
        }
}

/* ---- refusals ---- */

Test(export_loads, what_cannot_be_exported_is_said)
{
    write_file("spatial.yaml", spatial);
    expect_refused(RUN("export"), "what is it to make?");
    expect_refused(RUN("export", "nonsense", "spatial.yaml"), "there is no kind \"nonsense\"");
    expect_refused(RUN("export", "loads", "spatial.yaml"), "no output given");
    expect_refused(RUN("export", "loads", "spatial.yaml", "-o", "loads.txt"), "written as .csv or .inp");
    expect_refused(RUN("export", "loads", "spatial.yaml", "-o", "l.csv", "--at", "0.5,x"), "as 0.5,1.2, not 0.5,x");
    expect_refused(RUN("export", "loads", "spatial.yaml", "-o", "l.csv", "-q", "--at", "2"), "not within the motion");
    expect_refused(RUN("export", "loads", "spatial.yaml", "-o", "l.csv", "-q", "--body", "c"), "no moving body \"c\"");
    write_file("none.yaml", "trammel: 1\nbodies:\n  a: {points: {A: [0, 0]}, mass: 1}\n");
    expect_refused(RUN("export", "loads", "none.yaml", "-o", "l.csv", "-q"), "E401");
    cr_expect_not(exists("l.csv"));
}
