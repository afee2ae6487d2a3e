/* tables.c - tables in models, against closed forms: forces on surfaces with exact derivatives, drivers along splines, columns of files, ends that
 * end the analysis, warnings of kinks.
 */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a body in the potential 2 x^2 + x y + 3 y^2, whose forces are bilinear: w^2 = 5 -+ sqrt(2) ---- */

#define BOWL                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies: {b: {mass: 1, inertia: 1, position: [0.1, 0.2], points: {C: [0, 0]}}}\n"                                  \
    "tables:\n"                                                                                                        \
    "  fx: {x: [-2, 0.5, 2], y: [-3, 1, 3], z: [[11, 7, 5], [1, -3, -5], [-5, -9, -11]], interpolation: KIND}\n"       \
    "  fy: {x: [-2, 0.5, 2], y: [-3, 1, 3], z: [[20, -4, -16], [17.5, -6.5, -18.5], [16, -8, -20]], "                  \
    "interpolation: KIND}\n"                                                                                           \
    "forces: {f: {force: b.C, value: ['table(b.x, b.y, fx)', 'table(b.x, b.y, fy)']}}\n"

static void check_bowl(const char *by, const char *kind)
{
    const char *rest =
        "initial: {b.x: 0.1, b.y: 0.2}\nanalyses: [{dynamics: {end: 3, output: 0.1, tolerance: 1e-11}}]\n";
    char text[2048];
    snprintf(text, sizeof text, "%s%s", BOWL, rest);
    for (char *at = strstr(text, "KIND"); at; at = strstr(text, "KIND"))
        memmove(at + strlen(kind), at + 4, strlen(at + 4) + 1), memcpy(at, kind, strlen(kind));
    tml_case c = tml_case_run_text_with("bowl", text, TML_AS_WRITTEN, TML_BY(by));
    const double s = sqrt(2), w1 = sqrt(5 - s), w2 = sqrt(5 + s);
    /* eigenvectors of [[4, 1], [1, 6]]: (1, w^2 - 4) */
    const double e1 = 1 - s, e2 = 1 + s;
    const double a2 = (0.2 - 0.1 * e1) / (e2 - e1), a1 = 0.1 - a2;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "x", tml_case_value(&c, row, "b.x"), a1 * cos(w1 * t) + a2 * cos(w2 * t), 1e-9);
        tml_case_near(&c, "y", tml_case_value(&c, row, "b.y"), a1 * e1 * cos(w1 * t) + a2 * e2 * cos(w2 * t), 1e-9);
    }
    tml_case_free(&c);
}

static void a_body_swings_on_surfaces(const char *by)
{
    check_bowl(by, "linear");
    check_bowl(by, "spline");
}
TML_TEST_EACH(tables, a_body_swings_on_surfaces, 10)

Test(tables, modes_have_the_exact_derivatives_of_surfaces)
{
    tml_case c = tml_case_run_text(
        "bowl", BOWL "analyses: [{modes: {}}]\n",
        TML_EDITS({"[-5, -9, -11]], interpolation: KIND", "[-5, -9, -11]], interpolation: spline"},
                  {"interpolation: KIND", "interpolation: linear"}, {"position: [0.1, 0.2]", "position: [0, 0]"}));
    const double want[] = {sqrt(5 - sqrt(2)), sqrt(5 + sqrt(2))};
    int found = 0;
    for (size_t row = 0; row < tml_table_rows(c.table); row++)
        for (int k = 0; k < 2; k++)
            found += fabs(tml_case_value(&c, row, "natural") - want[k]) < 1e-12;
    cr_expect_eq(found, 2);
    tml_case_free(&c);
}

/* ---- drivers ---- */

#define CRANK                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [1, 0]}\n"                                                                                 \
    "bodies: {p: {points: [O, A], mass: 1, shape: rod}}\n"                                                             \
    "joints: {O: {revolute: [ground, p]}}\n"

/* z = x y^2 along x = t, y = t/2: the angle t^3/4, to its second derivative. */
Test(tables, a_driver_along_a_surface_has_its_exact_accelerations)
{
    static const char text[] = CRANK
        "tables: {map: {x: [0, 0.4, 1, 1.5, 2.1], y: [0, 0.3, 0.5, 1.1], interpolation: spline, extrapolation: error,\n"
        "  z: [[0, 0, 0, 0], [0, 0.036, 0.1, 0.484], [0, 0.09, 0.25, 1.21], [0, 0.135, 0.375, 1.815], "
        "[0, 0.189, 0.525, 2.541]]}}\n"
        "drivers: {d: {O.angle: 'table(t, t/2, map)'}}\n"
        "analyses: [{inverse: {end: 2, output: 0.1}}]\n";
    tml_case c = tml_case_run_text("surface driver", text, TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "angle", tml_case_value(&c, row, "O.angle"), t * t * t / 4, 1e-13);
        tml_case_near(&c, "speed", tml_case_value(&c, row, "O.speed"), 0.75 * t * t, 1e-12);
        tml_case_near(&c, "torque", tml_case_value(&c, row, "d.torque"), 1.5 * t / 3 + 0.5 * 9.81 * cos(t * t * t / 4),
                      1e-11);
    }
    tml_expect_no_message(&c, "kinks");
    tml_case_free(&c);
}

static void write_file(char *path, size_t size, const char *name, const char *content)
{
    snprintf(path, size, "%s/%s", TML_BINARY_DIR, name);
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(content, file);
    fclose(file);
}

/* t^3 in degrees and its third part in N*m, found by the names in the first line; other columns are not read. */
Test(tables, columns_of_a_file_are_found_by_their_names_with_their_units)
{
    char path[512], text[2048];
    write_file(path, sizeof path, "tables-columns.csv",
               "# measured\nt, note, O.angle, load\n0, start, 0, 0\n0.5, -, 0.125, 1\n1, -, 1, 2\n1.5, -, 3.375, 3\n2, "
               "end, 8, 4\n");
    snprintf(text, sizeof text,
             CRANK
             "tables: {run: {file: '%s', columns: [t, load, O.angle], units: [s, N*m, deg], interpolation: spline}}\n"
             "drivers: {d: {O.angle: 'table(t, run.O.angle)'}}\n"
             "forces: {f: {torque: p, value: 'table(t, run.load)'}}\n"
             "analyses: [{inverse: {end: 2, output: 0.1}}]\n",
             path);
    tml_case c = tml_case_run_text("columns", text, TML_AS_WRITTEN);
    const double deg = 3.14159265358979323846 / 180;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), angle = t * t * t * deg;
        tml_case_near(&c, "angle", tml_case_value(&c, row, "O.angle"), angle, 1e-14);
        tml_case_near(&c, "torque", tml_case_value(&c, row, "d.torque"),
                      6 * t * deg / 3 + 0.5 * 9.81 * cos(angle) - 2 * t, 1e-12);
    }
    tml_case_free(&c);
    remove(path);
}

Test(tables, a_grid_is_read_from_a_file)
{
    char path[512], text[2048];
    write_file(path, sizeof path, "tables-grid.csv", "x/y;0;1;3\n0;1;2;4\n2;3;4;6\n");
    snprintf(text, sizeof text,
             CRANK "tables: {map: {grid: '%s'}}\noutputs: {o: 'table(1, t, map)'}\n"
                   "analyses: [{dynamics: {end: 2, output: 1}}]\n",
             path);
    tml_case c = tml_case_run_text("grid", text, TML_AS_WRITTEN);
    tml_case_near(&c, "o", tml_case_at(&c, 2, "o"), 4, 1e-14);
    tml_case_free(&c);
    remove(path);
}

static void expect_refused(const char *content, const char *keys, const char *message)
{
    char path[512], text[2048];
    write_file(path, sizeof path, "tables-bad.csv", content);
    snprintf(text, sizeof text, CRANK "tables: {map: {%s}}\nanalyses: [{dynamics: {end: 2, output: 1}}]\n", keys);
    char *at = strstr(text, "PATH");
    char whole[4096];
    snprintf(whole, sizeof whole, "%.*s'%s'%s", (int)(at - text), text, path, at + 4);
    tml_expect_run(whole, TML_WRONG, message);
    remove(path);
}

Test(tables, files_that_are_no_tables_are_refused_with_their_line)
{
    expect_refused("", "file: PATH", "table map has no points");
    expect_refused("# nothing\n\n", "file: PATH", "table map has no points");
    expect_refused("a,b\n", "file: PATH", "table map has no points");
    expect_refused("a,b,c\n1,2,3\n2,3\n", "file: PATH", "this row has 2 numbers, the first 3");
    expect_refused("a,b,c\n1,2,3\n2,3,4,5\n", "file: PATH", "this row has 4 numbers, the first 3");
    expect_refused("a,b\n1,2\n2,nan\n", "file: PATH", "\"nan\" is not a number");
    expect_refused("1,2,3\n2,3,4\n", "file: PATH", "its 3 columns need names");
    expect_refused("a,b\n1,2\n2,3\n", "file: PATH, columns: [a, c]", "has no column \"c\"");
    expect_refused("1,2\n2,3\n", "file: PATH, columns: [a, b, c]", "it names 3 columns");
    expect_refused("a;b\n0,5;1\n1,5;2\n", "file: PATH", "\"0,5\" is not a number");
    expect_refused("x,0,1\n0,1\n", "grid: PATH", "this row has 2 numbers, the first 3");
    expect_refused("x,0,1\n", "grid: PATH", "y in its first line");
    expect_refused("x,0,1\n0,1,2\n1,2,oops\n", "grid: PATH", "\"oops\" is not a number");
    expect_refused("", "grid: PATH", "y in its first line");
    expect_refused("x\n1\n", "file: PATH", "one column is no table");
}

/* ---- ends ---- */

#define ENDS                                                                                                           \
    CRANK "tables: {cam: {points: [[0, 0], [0.5, 0.3], [1, 1]], extrapolation: error, interpolation: spline}}\n"

/* What was found until then is kept; time, value and range are named. */
static void expect_end(const char *rest, const char *what, double t)
{
    char text[2048], message[256];
    snprintf(text, sizeof text, "%s%s", ENDS, rest);
    snprintf(message, sizeof message, "%s: table cam has no value beyond its ends: x = ", what);
    tml_case c = tml_run_to_status(text, TML_FAILED);
    tml_expect_message(&c, message);
    tml_expect_message(&c, "leaves its range, 0 to 1, at t = ");
    c.table = tml_results_table(c.results, 0); /* not that of events */
    cr_assert(c.table && tml_table_rows(c.table) > 0);
    tml_case_near(&c, "last row", tml_case_value(&c, tml_table_rows(c.table) - 1, "t"), t, 1e-8);
    tml_case_free(&c);
}

Test(tables, an_analysis_ends_where_a_table_does)
{
    static const char *const motions[] = {
        "dynamics: {end: 2, output: 0.1}", "dynamics: {end: 2, output: 0.1, integrator: bdf}",
        "dynamics: {end: 2, output: 0.1, integrator: dae}", "dynamics: {end: 2, output: 0.1, integrator: adams}",
        "dynamics: {end: 2, output: 0.1, integrator: rk4, step: 0.01}"};
    char rest[512];
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        snprintf(rest, sizeof rest, "forces: {f: {torque: p, value: 'table(t, cam)'}}\nanalyses: [{%s}]\n", motions[i]);
        expect_end(rest, "force f", 1);
        snprintf(rest, sizeof rest, "states: {s: {rate: 'table(t, cam)', start: 0}}\nanalyses: [{%s}]\n", motions[i]);
        expect_end(rest, "state s", 1);
        snprintf(rest, sizeof rest, "outputs: {o: 'table(t, cam)'}\nanalyses: [{%s}]\n", motions[i]);
        expect_end(rest, "output o", 1);
        snprintf(rest, sizeof rest, "events: {e: {when: 'table(t, cam) - 3', do: {count: true}}}\nanalyses: [{%s}]\n",
                 motions[i]);
        expect_end(rest, "event e", 1);
    }
    expect_end("drivers: {d: {O.angle: 'table(t, cam)'}}\nanalyses: [{dynamics: {end: 2, output: 0.1}}]\n", "driver d",
               1);
    expect_end("drivers: {d: {O.angle: 'table(t, cam)'}}\nanalyses: [{kinematics: {end: 2, output: 0.1}}]\n",
               "driver d", 1);
    expect_end("drivers: {d: {O.speed: 'table(t, cam)'}}\nanalyses: [{kinematics: {end: 2, output: 0.1}}]\n",
               "driver d", 1);
    expect_end("drivers: {d: {O.angle: 'table(t, cam)'}}\nanalyses: [{inverse: {end: 2, output: 0.1}}]\n", "driver d",
               1);
    expect_end("drivers: {d: {O.angle: t}}\nforces: {f: {torque: p, value: 'table(t, cam)'}}\n"
               "analyses: [{inverse: {end: 2, output: 0.1}}]\n",
               "force f", 1);
}

/* An event that occurs before the end of its table is found as ever. */
Test(tables, an_event_just_before_the_end_of_its_table_is_found)
{
    tml_case c = tml_case_run_text("near the end",
                                   ENDS "events: {e: {when: 'table(t, cam) - 0.99', do: {stop: true}}}\n"
                                        "analyses: [{dynamics: {end: 2, output: 0.1}}]\n",
                                   TML_AS_WRITTEN);
    /* through three points the parabola 0.2 t + 0.8 t^2 */
    const double t = (-0.2 + sqrt(0.04 + 4 * 0.8 * 0.99)) / 1.6;
    tml_case_near(&c, "end", tml_case_value(&c, tml_table_rows(c.table) - 1, "t"), t, 1e-10);
    tml_case_free(&c);
}

Test(tables, what_lies_within_the_range_runs_to_its_very_end)
{
    tml_case c = tml_case_run_text("to the end",
                                   ENDS "forces: {f: {torque: p, value: 'table(t, cam)'}}\n"
                                        "analyses: [{dynamics: {end: 1, output: 0.1}}]\n",
                                   TML_AS_WRITTEN);
    tml_case_near(&c, "end", tml_case_value(&c, tml_table_rows(c.table) - 1, "t"), 1, 0);
    tml_case_free(&c);
}

/* ---- kinks ---- */

static void expect_kinks(const char *table, const char *driver, bool kinks)
{
    char text[1024];
    snprintf(
        text, sizeof text,
        CRANK
        "tables: {cam: %s}\ndrivers: {d: {%s: 'table(t, cam)'}}\nanalyses: [{kinematics: {end: 1, output: 0.1}}]\n",
        table, driver);
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        found = found || strstr(tml_log_get(log, i).text, "has kinks here");
    cr_expect_eq(found, kinks, "%s %s", table, driver);
    tml_log_free(log);
}

Test(tables, kinks_are_told_where_accelerations_jump_and_only_there)
{
    expect_kinks("[[0, 0], [1, 2], [2, 0]]", "O.angle", false);
    expect_kinks("{points: [[0, 0], [1, 2], [2, 0]], interpolation: linear}", "O.angle", true);
    expect_kinks("{points: [[0, 0], [1, 2], [3, 0]], interpolation: monotone}", "O.angle", true);
    expect_kinks("{points: [[0, 0], [1, 2], [2, 0]], interpolation: monotone}", "O.angle", false);
    expect_kinks("{points: [[0, 0], [1, 2], [2, 0]], interpolation: spline}", "O.angle", false);
    expect_kinks("{points: [[0, 0], [0.3, 2], [2, 0]], interpolation: spline, periodic: true}", "O.angle", false);
    expect_kinks("{points: [[0, 0], [0.3, 2], [2, 0]], interpolation: linear, periodic: true}", "O.angle", true);
    expect_kinks("{points: [[0, 0], [1, 2], [2, 4]], interpolation: linear}", "O.angle", false);
    expect_kinks("{points: [[0, 0], [1, 2], [2, 0]], interpolation: linear}", "O.speed", true);
    expect_kinks("{points: [[0, 0], [1, 2], [2, 0]], interpolation: monotone}", "O.speed", false);
    expect_kinks("{points: [[0, 0], [1, 2], [2, 0]], interpolation: linear}", "O.acceleration", false);
}
