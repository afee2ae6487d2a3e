/* program.c - the program itself on wrong commands, wrong models and mechanisms that fail: exit code, messages, files.
 *
 * 0 done; 1 the analysis failed, what was computed up to then is written; 2 command or model wrong, nothing was computed.
 */
#define _XOPEN_SOURCE 700
#include "support/program.h"
#include "support/models.h"
#include <math.h>
#include <poll.h>

TestSuite(program, .init = set_up, .fini = tear_down, .timeout = TML_SLOWER * 120);

static char csv[ROOM];

/* Rows of o.csv below the header, and the text of the last; comments are none. */
static int count_rows(const char **last)
{
    read_file("o.csv", csv);
    int lines = 0;
    *last = csv;
    for (const char *c = csv; *c; c++)
        if (*c == '\n') {
            lines += c[1] != '#';
            if (c[1] && c[1] != '#')
                *last = c + 1;
        }
    return lines - 1;
}

static double last_time(int rows)
{
    const char *last;
    const int count = count_rows(&last);
    cr_expect_eq(count, rows, "%d rows, not %d", count, rows);
    return strtod(last, NULL);
}

/* ---- models --------------------------------------------------------------------------------------------------- */

#define FOURBAR(ground_x) "trammel: 1\n" FOURBAR_OF_METIKU(ground_x) /* the next line is 12 */

/* ---- commands and options ------------------------------------------------------------------------------------- */

Test(program, without_a_command_shows_how_it_is_used)
{
    cr_expect_eq(run((const char *const[]){NULL}), 2);
    cr_expect_str_eq(out, "");
    expect_message("trammel run MODEL");
    cr_expect_eq(RUN("--help"), 0);
    cr_expect(strstr(out, "trammel run MODEL"));
    cr_expect_str_eq(err, "");
    cr_expect_eq(RUN("--version"), 0);
    cr_expect(strncmp(out, "trammel ", 8) == 0);
    cr_expect_eq(RUN("run", "--help"), 0);
    cr_expect(strstr(out, "usage: trammel run MODEL"));
    cr_expect_eq(RUN("check", "--help"), 0);
    cr_expect(strstr(out, "usage: trammel check MODEL [--particles]"));
    cr_expect_eq(RUN("verify", "--help"), 0);
    cr_expect(strstr(out, "usage: trammel verify MODEL"));
    cr_expect_eq(RUN("bench", "--help"), 0);
    cr_expect(strstr(out, "usage: trammel bench MODEL"));
}

Test(program, refuses_unknown_commands_and_options)
{
    write_file("m.yaml", PENDULUM SECOND);
    expect_refused(RUN("rnu", "m.yaml"), "trammel: unknown command \"rnu\"; commands are");
    expect_refused(RUN("run", "m.yaml", "--fast"), "unknown option --fast");
    expect_refused(RUN("run", "m.yaml", "-o"), "-o needs a value");
    expect_refused(RUN("run", "m.yaml", "--set"), "--set needs a value");
    expect_refused(RUN("run", "m.yaml", "--analysis"), "--analysis needs a value");
    expect_refused(RUN("run", "m.yaml", "n.yaml"), "one model at a time: n.yaml is one too many");
    expect_refused(RUN("run"), "no model given");
    expect_refused(RUN("check"), "usage: trammel check MODEL");
    expect_refused(RUN("check", "--particles"), "usage: trammel check MODEL");
    expect_refused(RUN("schema", "m.yaml"), "usage: trammel schema");
    expect_refused(RUN("run", "--", "--fast"), "model \"--fast\": there is no such file");
    expect_refused(RUN("check", "m.yaml", "n.yaml"), "one model at a time: n.yaml is one too many");
    expect_refused(RUN("check", "m.yaml", "--particle"), "trammel check: unknown option --particle");
    expect_refused(RUN("verify"), "no model given");
    expect_refused(RUN("verify", "m.yaml", "--end"), "--end needs a value");
    expect_refused(RUN("verify", "m.yaml", "--end", "soon"),
                   "--end wants a time in seconds, greater than zero, not soon");
    expect_refused(RUN("verify", "m.yaml", "--end", "-1"), "not -1");
    expect_refused(RUN("verify", "m.yaml", "--set", "k"), "--set wants parameter=value, not k");
    expect_refused(RUN("verify", "m.yaml", "-o", "o.csv"), "unknown option -o");
    expect_refused(RUN("verify", "m.yaml", "n.yaml"), "one model at a time: n.yaml is one too many");
}

Test(program, bench_refuses_what_it_does_not_know)
{
    write_file("m.yaml", PENDULUM SECOND);
    expect_refused(RUN("bench"), "no model given");
    expect_refused(RUN("bench", "none.yaml"), "model \"none.yaml\": there is no such file");
    expect_refused(RUN("bench", "m.yaml", "--formulation", "joint,fast"), "there is no formulation \"fast\"");
    expect_refused(RUN("bench", "m.yaml", "--integrator", "heun"), "there is no integrator \"heun\"");
    expect_refused(RUN("bench", "m.yaml", "--tolerance", "1e-6,1"), "between 1e-14 and 0.1, not 1");
    expect_refused(RUN("bench", "m.yaml", "--repeat", "0"), "--repeat wants a whole number, not 0");
    expect_refused(RUN("bench", "m.yaml", "--repeat", "1.5"), "--repeat wants a whole number, not 1.5");
    expect_refused(RUN("sweep", "m.yaml", "--threads", "0"), "--threads wants a whole number from 1 to 1024, not 0");
    expect_refused(RUN("sweep", "m.yaml", "--seed", "-1"), "--seed wants a whole number from 0 on, not -1");
    expect_refused(RUN("fit", "m.yaml", "--threads", "0"), "--threads wants a whole number from 1 to 1024, not 0");
    expect_refused(RUN("bench", "m.yaml", "--integrator", ","), "--integrator wants names with commas between them");
    expect_refused(RUN("bench", "m.yaml", "--fast"), "trammel bench: unknown option --fast");
    expect_refused(RUN("bench", "m.yaml", "--limit", "-1"), "--limit wants a time in seconds");
    expect_refused(RUN("bench", "m.yaml", "--reference", "rod.x"), "--reference wants channel=value, not rod.x");
    expect_refused(RUN("bench", "m.yaml", "--tolerance"), "--tolerance needs a value");
    expect_refused(RUN("bench", "m.yaml", "n.yaml"), "one model at a time: n.yaml is one too many");
    expect_refused(RUN("bench", "m.yaml", "--set", "k=1"), "k");
}

Test(program, plot_refuses_what_it_cannot_draw)
{
    write_file("r.csv", "t,x\n0,1\n1,2\n");
    expect_refused(RUN("plot"), "trammel plot: no result file given");
    expect_refused(RUN("plot", "r.csv"), "name at least one channel to plot");
    expect_refused(RUN("plot", "r.csv", "x", "--thin"), "unknown option --thin");
    expect_refused(RUN("plot", "r.csv", "x", "-o"), "-o needs a value");
    expect_refused(RUN("plot", "r.csv", "x", "--theme", "red"), "--theme wants light, dark or auto, not red");
    expect_refused(RUN("plot", "r.csv", "x", "--log", "xx"), "--log wants x, y, z, several of them, or none, not xx");
    expect_refused(RUN("plot", "r.csv", "x", "--width", "10"), "--width wants a number of pixels from 160 to 8000");
    expect_refused(RUN("plot", "r.csv", "x", "-o", "x.gif"), "known endings: .png, .svg");
    expect_refused(RUN("plot", "r.csv", "x", "--analysis", "modes"), "the result has no analysis \"modes\"");
    expect_refused(RUN("plot", "none.csv", "x"), "none.csv");
    cr_expect_eq(RUN("plot", "--width", "400", "r.csv", "--", "x"), 0, "%s", err);
    cr_expect_str_eq(out, "r.svg\n");
    cr_expect(exists("r.svg"));
    cr_expect_eq(RUN("plot", "r.csv", "x", "-o", "-"), 0, "%s", err);
    cr_expect(strstr(out, "<svg"), "a picture on stdout");
}

Test(program, unreadable_models_are_named)
{
    expect_refused(RUN("run", "none.yaml", "-o", "o.csv"), "model \"none.yaml\": there is no such file");
    expect_refused(RUN("run", ".", "-o", "o.csv"), "model \".\": this is a folder, not a file");
    expect_refused(RUN("check", "none.yaml"), "model \"none.yaml\": there is no such file");
    expect_refused(RUN("verify", "none.yaml"), "model \"none.yaml\": there is no such file");
    write_file("m.yaml", "");
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv"), "m.yaml:1:1: the file is empty");
}

/* ---- parameters and analyses by option ------------------------------------------------------------------------ */

#define TURNED PENDULUM "parameters: {torque: 0 N*m}\nforces: {m: {torque: rod, value: torque}}\n"

Test(program, refuses_wrong_parameters)
{
    write_file("m.yaml", TURNED SECOND);
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--set", "torqe=3"),
                   "no parameter \"torqe\" in m.yaml; did you mean \"torque\"?");
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--set", "torque=3*("), "parameter torque: the expression");
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--set", "torque=1/0"), "parameter torque:");
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--set", "torque"), "--set wants parameter=value, not torque");
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--set", "torque=3 m"), "force m: value: expected N*m, found m");
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--set", "a=1", "--set", "b=2"), "no parameter \"b\"");
    expect_message("no parameter \"a\"");
    cr_expect_eq(RUN("run", "m.yaml", "-o", "o.csv", "--set", "torque=9.81*1", "-q"), 0, "%s", err);
    const char *last;
    cr_expect_eq(count_rows(&last), 11);
    double t, x, y;
    cr_assert_eq(sscanf(last, "%lf,%lf,%lf", &t, &x, &y), 3);
    cr_expect_float_eq(hypot(x - 1, y), 0, 1e-9, "the torque holds the pendulum level");
}

Test(program, refuses_analyses_that_are_not_in_the_model)
{
    write_file("m.yaml", PENDULUM SECOND);
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--analysis", "assembly"),
                   "m.yaml: the model has no analysis \"assembly\"; it has: dynamics");
    write_file("m.yaml", PENDULUM "analyses: [assembly: {}, evaluate: {}]\n");
    expect_refused(RUN("run", "m.yaml", "-o", "o.csv", "--analysis", "modal"), "it has: assembly, evaluate");
    cr_expect_eq(RUN("run", "m.yaml", "-o", "o.csv", "--analysis", "assembly"), 0);
    cr_expect(strstr(out, "assembly: 1 row,"));
    cr_expect_not(strstr(out, "evaluate:"), "what comes after it is not run");
}

/* ---- wrong models --------------------------------------------------------------------------------------------- */

Test(program, shows_all_errors_of_a_model)
{
    static const char text[] = "trammel: 1\n"
                               "bodies:\n"
                               "  crank: {points: {O: [0, 0]}, mass: -1, colour: red}\n"
                               "joints:\n"
                               "  A: {revolute: [crank, cupler]}\n"
                               "forces:\n"
                               "  f: {torque: crank, valu: 3}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 5, ouput: 3}\n";
    static const char *const said[] = {
        "m.yaml:3:38: body crank: mass must not be negative [E204]\n",
        "m.yaml:3:42: body crank: unknown key \"colour\"; known are ",
        "m.yaml:5:25: joint A: no point \"A\" on body \"cupler\"",
        "m.yaml:7:22: force f: unknown key \"valu\"; did you mean \"value\"? [E022]\n",
        "m.yaml:9:24: analysis dynamics: unknown key \"ouput\"; did you mean \"output\"? [E022]\n"};
    for (int k = 0; k < 2; k++) {
        expect_refused(k ? RUN("check", "m.yaml") : run_model(text), said[0]);
        const char *from = err;
        for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
            const char *at = strstr(from, said[i]);
            cr_assert(at, "not there, or not in order:\n  %s\nin\n%s", said[i], err);
            from = at;
        }
    }
}

Test(program, refuses_options_of_dynamics_that_make_no_sense)
{
    expect_refused(run_model(PENDULUM "analyses: [dynamics: {end: 0}]\n"),
                   "m.yaml:6:28: dynamics: end must be greater than zero");
    expect_refused(run_model(PENDULUM "analyses: [dynamics: {end: 1, output: -0.1}]\n"),
                   "m.yaml:6:39: dynamics: output must be greater than zero");
    expect_refused(run_model(PENDULUM "analyses: [dynamics: {end: 1, tolerance: 0}]\n"),
                   "m.yaml:6:42: dynamics: tolerance must be between");
    expect_refused(run_model(PENDULUM "analyses: [assembly: {tolerance: 0}]\n"),
                   "m.yaml:6:34: assembly: tolerance must be between 1e-14 and 0.1");
    expect_refused(run_model(PENDULUM "analyses: [dynamics: {end: 1, integrator: rk4, step: 0}]\n"),
                   "m.yaml:6:54: dynamics: step must be greater than zero");
    expect_refused(run_model(PENDULUM "analyses: [dynamics: {end: 1, output: 1e-12}]\n"),
                   "m.yaml:6:39: dynamics: output is too small: more than");
    expect_refused(run_model(PENDULUM "analyses: [dynamics: {end: -1, output: 0, tolerance: 1}]\n"),
                   ":6:28: dynamics: end");
    expect_message(":6:40: dynamics: output");
    expect_message(":6:54: dynamics: tolerance");
}

Test(program, finds_a_wrong_later_analysis_before_the_first_is_run)
{
    expect_refused(run_model(PENDULUM "analyses:\n"
                                      "  - dynamics: {end: 1e9, output: 1e5}\n"
                                      "  - dynamics: {end: 1, output: 0.1}\n"),
                   "m.yaml:8:21: dynamics: end must be later than the end of the previous analysis");
    expect_refused(run_model(TURNED "analyses:\n"
                                    "  - dynamics: {end: 1e9, output: 1e5}\n"
                                    "  - dynamics: {end: 2e9, set: {torqe: 5}}\n"),
                   "m.yaml:10:32: analysis dynamics: set: no parameter \"torqe\"; did you mean \"torque\"?");
    expect_refused(run_model(TURNED "analyses:\n"
                                    "  - dynamics: {end: 1e9, output: 1e5}\n"
                                    "  - dynamics: {end: 2e9, output: 1e5, set: {torque: 5 kg}}\n"),
                   "force m: value: expected N*m, found kg");
}

Test(program, minimal_models_are_accepted)
{
    expect_refused(run_model("trammel: 1\n"), "m.yaml: the model has no analysis: add `analyses`");
    cr_expect_eq(RUN("check", "m.yaml"), 0, "%s", err);
    cr_expect(strstr(out, "bodies: 0 moving"));
    cr_expect_eq(run_model("trammel: 1\n" SECOND), 0, "no bodies: %s", err);
    cr_expect_float_eq(last_time(11), 1, 0);
    cr_expect_eq(run_model("trammel: 1\nanalyses: [assembly: {}, evaluate: {}]\n"), 0, "%s", err);
    cr_expect_eq(run_model("trammel: 1\nbodies: {a: {mass: 1, inertia: 1}}\n" SECOND), 0, "no joints: %s", err);
    cr_expect_float_eq(last_time(11), 1, 0);
    const char *last;
    double t, x, y;
    count_rows(&last);
    cr_assert_eq(sscanf(last, "%lf,%lf,%lf", &t, &x, &y), 3);
    cr_expect_float_eq(y, -9.81 / 2, 1e-9, "it falls");
}

/* ---- particles ------------------------------------------------------------------------------------------------- */

static void expect_shown(const char *line)
{
    cr_expect(strstr(out, line), "stdout has no\n%s\nbut\n%s", line, out);
}

Test(program, check_prints_particles)
{
    cr_expect_eq(RUN("check", TML_SOURCE_DIR "/models/attia/attia.yaml"), 0, "%s", err);
    cr_expect_not(strstr(out, "particles"), "only when asked for");
    cr_expect_eq(RUN("check", "--particles", TML_SOURCE_DIR "/models/attia/attia.yaml"), 0, "%s", err);
    cr_expect_str_eq(err, "");
    expect_shown("particles: 8 (");
    expect_shown("\n  O                              0                  0               0.25  crank; fixed\n");
    expect_shown("\n  B                          3.029              0.751                1.5  plate, prop\n");
    expect_shown("\njoints that need no constraints: O, A, B, C, E, F\njoints that stay constraints: D\n");
    expect_shown("\n  plate: A B plate#3\n"
                 "    A                       -2.318    -0.785333333333     0.547308293714\n"
                 "    B                        1.277    -0.600333333333                  1\n"
                 "    plate#3      -0.00574063659513     0.709133793178      1.45269170629\n"
                 "    = mass                       3                  3 ");
    expect_shown("\n    (middle)                     0                  0     0.333934747593\n");
    write_file("m.yaml", "trammel: 1\nspace: space\nbodies: {ball: {mass: 2, inertia: [0.8, 0.8, 0.8]}, ghost: {}}\n");
    cr_expect_eq(RUN("check", "m.yaml", "--particles"), 0, "%s", err);
    expect_shown("\n    ball#1           -0.4472135955      -0.4472135955       0.4472135955                0.5\n");
    expect_shown("\n    = inertia xy                 0                  0            0\n");
    expect_shown("\n  ghost: ghost#1 ghost#2 ghost#3 ghost#4 (massless)\n");
    write_file("m.yaml", "trammel: 1\n");
    cr_expect_eq(RUN("check", "m.yaml", "--particles"), 0, "%s", err);
    expect_shown("particles: 0 (");
    write_file("m.yaml", FOURBAR("25"));
    cr_expect_eq(RUN("check", "m.yaml", "--particles"), 1);
    cr_expect_not(strstr(out, "particles"), "they have no place where it does not close");
}

/* ---- mechanisms that move -------------------------------------------------------------------------------------- */

Test(program, driven_mechanism_without_mass_is_moved)
{
    cr_expect_eq(run_model("trammel: 1\n"
                           "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0], P: [1, 0]}}}\n"
                           "joints: {O: {revolute: [ground, rod]}}\n"
                           "forces: {f: {force: rod.P, value: [1, 2]}}\n"
                           "drivers: {d: {O.angle: 2*t}}\n" SECOND),
                 0, "%s", err);
    cr_expect_float_eq(last_time(11), 1, 0);
}

/* ---- mechanisms that fail ------------------------------------------------------------------------------------- */

#ifndef __SANITIZE_ADDRESS__ /* which takes terabytes of address space for itself */
/* Dense matrices here are small: no library may take buffers of 128 MB for them, or wait for ever when it gets none. */
Test(program, a_run_needs_little_memory)
{
    address_space = (rlim_t)64 << 20;
    const char *const models[] = {"fourbar/fourbar", "ica-fourbar/ica-fourbar", "swing-pendulum/swing-pendulum",
                                  "a04-bricard/a04-bricard"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char path[256];
        snprintf(path, sizeof path, TML_SOURCE_DIR "/models/%s.yaml", models[i]);
        cr_expect_eq(RUN("check", path), 0, "check %s: %s", path, err);
    }
    cr_expect_eq(RUN("run", TML_SOURCE_DIR "/models/fourbar/fourbar.yaml"), 0, "%s", err);
}
#endif

Test(program, joints_that_cannot_close_are_named_with_their_gap)
{
    cr_expect_eq(run_model(FOURBAR("25") SECOND), 1, "%s", err);
    cr_expect_str_eq(out, "");
    expect_message("m.yaml:8:3: the mechanism cannot be assembled: joints O, A, B and C contradict each other");
    expect_message("m.yaml:11:3: joint C: open by ");
    cr_expect_gt(strtod(strstr(err, "joint C: open by ") + 17, NULL), 1);
    expect_no_message("there are no results");
    cr_expect_not(exists("o.csv"));
    cr_expect_eq(RUN("check", "m.yaml"), 1);
    cr_expect(strstr(out, "assembly: failed"), "what is known is still shown");
    expect_message("joint C: open by ");
}

Test(program, reversed_axis_is_named)
{
    cr_expect_eq(run_model("trammel: 1\nspace: space\nbodies:\n"
                           "  ground: {points: {O: [0, 0, 0]}}\n"
                           "  rod: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.1, 0.2, 0.2], position: [0, 0, 0],\n"
                           "        orientation: {axis: x, angle: 180 deg}}\n"
                           "joints:\n"
                           "  O: {revolute: [ground, rod], axis: z}\n" SECOND),
                 1);
    expect_message("m.yaml:8:3: joint O: closes only with its axis reversed between bodies \"ground\" and \"rod\"");
}

/* The follower is driven beyond where crank and coupler lie in one line, at C.angle = 2.72016: t = 3.34592. */
static const char locking[] = FOURBAR("2.5") "drivers: {turn: {C.angle: 60 deg + 0.5*t}}\n"
                                             "analyses: [dynamics: {end: 5, output: 0.1, integrator: %s}]\n";

static void expect_locked(const char *integrator)
{
    char text[sizeof locking + 16];
    snprintf(text, sizeof text, locking, integrator);
    cr_expect_eq(run_model(text), 1, "%s: %s", integrator, err);
    cr_expect_str_eq(out, "");
    const char *at = strstr(err, "the motion could not be integrated beyond t = ");
    cr_assert(at, "%s: %s", integrator, err);
    const double reached = strtod(strstr(at, "t = ") + 4, NULL);
    cr_expect_float_eq(reached, 3.34592, 0.05, "%s: %g", integrator, reached);
    expect_message("note: there ");
    expect_message("a dead point, or the mechanism locks");
    const char *angle = strstr(err, "C.angle = ");
    cr_assert(angle);
    cr_expect_float_eq(strtod(angle + 10, NULL), 1.0471975511966 + 0.5 * reached, 1e-5, "where the motion ended");
    const double last = last_time((int)(reached / 0.1) + 1);
    cr_expect(last <= reached && last > reached - 0.1000001, "all rows up to then: %g of %g", last, reached);
}

Test(program, time_and_place_of_locking_are_reported)
{
    static const char *const integrators[] = {"auto", "explicit", "adams", "bdf", "dae"};
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        expect_locked(integrators[i]);
}

Test(program, expression_that_fails_during_the_motion_is_named)
{
    static const char *const integrators[] = {"explicit", "adams", "bdf", "dae", "rk4"};
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 PENDULUM "forces: {m: {torque: rod, value: sqrt(0.55 - t)}}\n"
                          "analyses: [dynamics: {end: 1, output: 0.1, step: 0.01, integrator: %s}]\n",
                 integrators[i]);
        cr_expect_eq(run_model(text), 1, "%s", integrators[i]);
        expect_message("the motion could not be integrated beyond t = 0.5");
        expect_message("m.yaml:6:34: note: force m: its value is not a number at t = 0.55");
        cr_expect_float_eq(last_time(6), 0.5, 1e-12, "%s", integrators[i]);
    }
    cr_expect_eq(run_model(PENDULUM "drivers: {d: {O.angle: \"if(t > 0.55, sqrt(0.5 - t), t)\"}}\n" SECOND), 1);
    expect_message("m.yaml:6:11: note: driver d, or one of its first two derivatives, is ");
    cr_expect_float_eq(last_time(6), 0.5, 1e-12);
}

Test(program, expression_that_fails_at_the_start_is_named)
{
    cr_expect_eq(run_model(PENDULUM "forces: {m: {torque: rod, value: 1/t}}\n" SECOND), 1);
    expect_message("m.yaml:6:34: force m: its value is infinite at t = 0 s");
    expect_no_message("singular");
    cr_expect_eq(run_model(PENDULUM "forces: {m: {torque: rod, value: log(O.speed)}}\nanalyses: [evaluate: {}]\n"), 1);
    expect_message("m.yaml:6:34: force m: its value is infinite at t = 0 s");
    expect_refused(run_model(PENDULUM "parameters: {z: 0}\nforces: {m: {torque: rod, value: 1/z}}\n" SECOND),
                   "m.yaml:7:34: force m: value: 1/z is not a finite number");
}

Test(program, free_massless_body_is_named)
{
    static const char text[] = "trammel: 1\nbodies: {a: {points: {P: [0, 0]}}}\n";
    static const char *const kinds[] = {"dynamics: {end: 1}", "evaluate: {}", "assembly: {}"};
    for (int i = 0; i < 3; i++) {
        char whole[200];
        snprintf(whole, sizeof whole, "%sanalyses:\n  - %s\n", text, kinds[i]);
        cr_expect_eq(run_model(whole), 1, "%s", kinds[i]);
        expect_message("m.yaml:2:10: ");
        expect_message("body a can slide along x: no mass, spring, damper or joint resists it here");
        expect_message("body a is massless: give it mass, or hold it by its joints");
    }
}

/* ---- analyses one after the other, events --------------------------------------------------------------------- */

Test(program, ends_at_an_event_that_stops)
{
    cr_expect_eq(run_model(PENDULUM "analyses: [dynamics: {end: 2, output: 0.1, events: {low: rod.y + 0.5}}]\n"), 0);
    const char *last;
    double t, x, y;
    cr_expect_eq(count_rows(&last), 5);
    cr_assert_eq(sscanf(last, "%lf,%lf,%lf", &t, &x, &y), 3);
    cr_expect_float_eq(y, -0.5, 1e-12);
    cr_expect(t > 0.3 && t < 0.4);
    cr_expect_eq(RUN("run", "m.yaml"), 0);
    cr_expect(strstr(out, "event low at t = 0.344"), "%s", out);
    cr_expect_eq(run_model(PENDULUM "analyses:\n  - dynamics: {end: 1, output: 0.1,\n"
                                    "      events: {low: {when: rod.y + 0.5, stop: false}}}\n"),
                 0);
    cr_expect_float_eq(last_time(11), 1, 0);
}

Test(program, analysis_continues_from_the_end_of_the_previous_one)
{
    cr_expect_eq(run_model(PENDULUM "analyses:\n"
                                    "  - dynamics: {end: 2, output: 0.1, events: {low: rod.y + 0.5}}\n"
                                    "  - dynamics: {end: 1, output: 0.1}\n"),
                 0, "%s", err);
    double t, x, y;
    const char *last;
    count_rows(&last);
    cr_assert_eq(sscanf(strchr(csv, '\n'), "%lf,%lf,%lf", &t, &x, &y), 3);
    cr_expect_float_eq(y, -0.5, 1e-12, "the place of the event");
    cr_expect(t > 0.344 && t < 0.345, "and its time, not the end of the step: %g", t);
    double whole[3], parts[3];
    cr_assert_eq(sscanf(last, "%lf,%lf,%lf", &parts[0], &parts[1], &parts[2]), 3);
    cr_expect_eq(run_model(PENDULUM SECOND), 0);
    count_rows(&last);
    cr_assert_eq(sscanf(last, "%lf,%lf,%lf", &whole[0], &whole[1], &whole[2]), 3);
    cr_expect_float_eq(hypot(whole[1] - parts[1], whole[2] - parts[2]), 0, 1e-7, "the same motion in two parts");
}

/* At rest hanging; then a torque that would hold it level: only `set` makes it move. */
Test(program, keeps_what_set_changed)
{
    static const char hanging[] = TURNED "initial: {O.angle: -90 deg, O.speed: 0}\n"
                                         "analyses:\n"
                                         "  - dynamics: {end: 1, output: 0.1}\n"
                                         "  - dynamics: {end: 2, output: 0.1, set: {torque: 3}}\n"
                                         "  - dynamics: {end: 3, output: 0.1}\n";
    cr_expect_eq(run_model(hanging), 0, "%s", err);
    cr_expect_eq(RUN("run", "m.yaml", "-o", "o.json", "-q"), 0);
    cr_expect_float_eq(last_time(11), 3, 0);
    char text[ROOM];
    read_file("o.json", text);
    int tables = 0;
    for (const char *at = text; (at = strstr(at, "\"kind\": \"dynamics\"")); at++)
        tables++;
    cr_expect_eq(tables, 3);
    const char *first = strstr(text, "\"rows\": "), *second = strstr(first + 1, "\"rows\": ");
    const char *last_of_first = second;
    double t, x, y;
    cr_assert(first && second);
    while (last_of_first > first && strncmp(last_of_first, "[1, ", 4) != 0)
        last_of_first--;
    cr_assert_eq(sscanf(last_of_first, "[%lf, %lf, %lf", &t, &x, &y), 3);
    cr_expect_float_eq(hypot(x, y + 1), 0, 1e-9, "nothing moves in the first");
    const char *last;
    count_rows(&last);
    cr_assert_eq(sscanf(last, "%lf,%lf,%lf", &t, &x, &y), 3);
    cr_expect_gt(fabs(x), 1e-3, "and the torque still acts in the third");
}

Test(program, keeps_the_analyses_before_the_one_that_fails)
{
    cr_expect_eq(run_model(PENDULUM "forces: {m: {torque: rod, value: sqrt(1.55 - t)}}\n"
                                    "analyses:\n"
                                    "  - dynamics: {end: 1, output: 0.1}\n"
                                    "  - dynamics: {end: 2, output: 0.1}\n"),
                 1);
    cr_expect_float_eq(last_time(6), 1.5, 0.1);
    cr_expect_eq(RUN("run", "m.yaml"), 1);
    cr_expect(strstr(out, "dynamics: 11 rows"));
}

/* ---- interruption --------------------------------------------------------------------------------------------- */

/* Waits until the program catches SIGINT. */
static bool catches(pid_t child)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
    for (int i = 0; i < 600; i++, pause_for(0.05)) {
        FILE *file = fopen(path, "r");
        unsigned long caught = 0;
        while (file && fgets(line, sizeof line, file))
            sscanf(line, "SigCgt: %lx", &caught);
        if (file)
            fclose(file);
        if (caught & 1UL << (SIGINT - 1))
            return true;
    }
    return false;
}

static void expect_interrupted(int signal, const char *options)
{
    char text[600];
    snprintf(text, sizeof text, PENDULUM "analyses: [dynamics: {end: 1e6, output: 2%s}]\n", options);
    write_file("m.yaml", text);
    const pid_t child = start((const char *const[]){"run", "m.yaml", "-o", "o.csv", NULL}, NULL);
    cr_assert(catches(child));
    pause_for(0.3);
    cr_assert_eq(kill(child, signal), 0);
    cr_expect_eq(end(child), 1);
    expect_message("trammel: stopped; what was computed up to then is kept");
    cr_expect(strstr(out, "written to o.csv"));
    struct stat status;
    cr_assert_eq(stat("o.csv", &status), 0);
    cr_expect_gt(status.st_size, 1000, "there are rows");
    cr_expect(strncmp(out, "dynamics: ", 10) == 0);
    const long rows = strtol(out + 10, NULL, 10);
    cr_expect(rows > 1 && rows < 500001, "%ld rows", rows);
    remove("o.csv");
}

Test(program, keeps_what_was_computed_when_interrupted)
{
    expect_interrupted(SIGINT, "");
    expect_interrupted(SIGTERM, "");
    expect_interrupted(SIGINT, ", integrator: rk4, step: 1e-3"); /* too slow to gain a thousandth in this time */
}

/* ---- what is printed ------------------------------------------------------------------------------------------ */

Test(program, prints_nothing_on_stdout_when_quiet)
{
    write_file("m.yaml", PENDULUM SECOND);
    cr_expect_eq(RUN("run", "m.yaml", "--quiet", "-o", "o.csv"), 0);
    cr_expect_str_eq(out, "");
    cr_expect_str_eq(err, "");
    cr_expect(exists("o.csv"));
    cr_expect_eq(RUN("run", "m.yaml"), 0);
    cr_expect(strstr(out, "worst position residual"));
    cr_expect_str_eq(err, "", "the summary is no message");
}

/* What follows one JSON value, or NULL. */
static const char *skip_json(const char *s);

static const char *skip_blank(const char *s)
{
    return s ? s + strspn(s, " \n\r\t") : NULL;
}

static const char *skip_string(const char *s)
{
    if (*s++ != '"')
        return NULL;
    for (; *s != '"'; s++) {
        if ((unsigned char)*s < 32)
            return NULL;
        if (*s == '\\' && !strchr("\"\\/bfnrtu", *++s))
            return NULL;
    }
    return s + 1;
}

static const char *skip_list(const char *s, char close)
{
    s = skip_blank(s + 1);
    if (*s == close)
        return s + 1;
    for (;; s = skip_blank(s + 1)) {
        if (close == '}') {
            s = skip_blank(skip_string(s));
            if (!s || *s != ':')
                return NULL;
            s = skip_blank(s + 1);
        }
        s = skip_blank(skip_json(s));
        if (!s || (*s != ',' && *s != close))
            return NULL;
        if (*s == close)
            return s + 1;
    }
}

static const char *skip_json(const char *s)
{
    if (*s == '{' || *s == '[')
        return skip_list(s, *s == '{' ? '}' : ']');
    if (*s == '"')
        return skip_string(s);
    static const char *const words[] = {"null", "true", "false"};
    for (int i = 0; i < 3; i++)
        if (strncmp(s, words[i], strlen(words[i])) == 0)
            return s + strlen(words[i]);
    char *after;
    if (*s != '-' && (*s < '0' || *s > '9'))
        return NULL;
    strtod(s, &after);
    return after;
}

static void expect_json(const char *text)
{
    const char *after = skip_blank(skip_json(text));
    cr_expect(after && *after == 0, "not JSON at \"%.40s\":\n%.2000s", after ? after : "?", text);
}

Test(program, json_output_is_valid_json)
{
    write_file("m.yaml", FOURBAR("2.5") "title: \"say \\\"four-bar\\\" \\\\ \\u00e9\"\n"
                                        "analyses: [assembly: {}, dynamics: {end: 1, output: 0.1}]\n");
    cr_expect_eq(RUN("run", "m.yaml", "--json", "-o", "o.json"), 0, "%s", err);
    expect_json(out);
    cr_expect(strstr(out, "\"kind\": \"assembly\""));
    cr_expect(strstr(out, "\"reactions\": {\"O\": ["));
    cr_expect(strstr(out, "\"steps\": ") && !strstr(out, "\"steps\": \""), "numbers are numbers");
    char text[ROOM];
    read_file("o.json", text);
    expect_json(text);
    write_file("m.yaml", PENDULUM "events: {low: {when: sin(20*t), stop: false}}\n" SECOND);
    cr_expect_eq(RUN("run", "m.yaml", "--json", "-o", "o.json"), 0, "%s", err);
    expect_json(out);
    read_file("o.json", text);
    expect_json(text);
    cr_expect(strstr(out, "\"event low\": [0.157") && strstr(text, "\"event low\": [0.157"), "each key once: %s", out);
    cr_assert(strstr(text, "\"fact_texts\""));
    *strstr(text, "\"fact_texts\"") = '\0';
    cr_expect_null(strstr(strstr(text, "\"event low\"") + 1, "\"event low\""));
    write_file("m.yaml", PENDULUM "forces: {m: {torque: rod, value: sqrt(0.55 - t)}}\n" SECOND);
    cr_expect_eq(RUN("run", "m.yaml", "--json"), 1, "also when it fails");
    expect_json(out);
    write_file("m.yaml", PENDULUM "forces: {m: {torque: rod, value: 1/t}}\n" SECOND);
    cr_expect_eq(RUN("run", "m.yaml", "--json"), 1, "and when there are no rows");
    expect_json(out);
    cr_expect_eq(RUN("schema"), 0);
    expect_json(out);
}

/* ---- times -------------------------------------------------------------------------------------------------------- */

/* A line of the table that begins with both words; NULL: there is none. */
static const char *line_of(const char *formulation, const char *integrator)
{
    char words[64];
    snprintf(words, sizeof words, "\n%-11s %-10s ", formulation, integrator);
    return strstr(out, words);
}

Test(program, bench_times_the_methods_that_apply)
{
    write_file("m.yaml", FOURBAR("2.5") SECOND);
    cr_expect_eq(RUN("bench", "m.yaml", "--formulation", "auto,joint,absolute", "--tolerance", "1e-5", "--repeat", "1"),
                 0);
    cr_expect_str_eq(err, "");
    cr_expect(strstr(out, "(auto)"), "%s", out);
    cr_expect(line_of("joint", "bdf") && line_of("absolute", "dae") && line_of("absolute", "explicit"), "%s", out);
    cr_expect_not(line_of("joint", "dae"), "dae does not apply:\n%s", out);
    cr_expect_eq(RUN("bench", "m.yaml", "--integrator", "explicit,dae", "--tolerance", "1e-5", "--repeat", "1",
                     "--limit", "1", "--json"),
                 0);
    expect_json(out);
    expect_shown("\"why\": \"dynamics: dae needs formulation: absolute or implicit, not joint\"");
}

Test(program, bench_lists_what_fails_and_what_is_too_slow)
{
    write_file("m.yaml", FOURBAR("2.5") "analyses: [dynamics: {end: 1e5, output: 1e5}]\n");
    cr_expect_eq(RUN("bench", "m.yaml", "--formulation", "joint", "--integrator", "explicit", "--limit", "0.1",
                     "--reference", "crank.angle=0"),
                 1);
    cr_expect(strstr(out, "too slow"), "%s", out);
    write_file("m.yaml", FOURBAR("2.5") "forces: {f: {torque: crank, value: 1/(0.5 - t)}}\n" SECOND);
    cr_expect_eq(RUN("bench", "m.yaml", "--formulation", "joint", "--integrator", "explicit", "--repeat", "1",
                     "--reference", "crank.angle=0"),
                 1);
    cr_expect(strstr(out, "failed: "), "%s", out);
    cr_expect_eq(
        RUN("bench", "m.yaml", "--formulation", "joint", "--integrator", "dae", "--reference", "crank.angle=0"), 2);
    expect_message("dae needs formulation: absolute or implicit, not joint");
}

/* ---- formulations against each other -------------------------------------------------------------------------- */

Test(program, verify_reports_agreement)
{
    write_file("m.yaml", TURNED SECOND);
    cr_expect_eq(RUN("verify", "m.yaml"), 0, "%s", err);
    cr_expect_str_eq(err, "");
    expect_shown("dynamics, t = 0 … 1 s: 11 rows, ");
    expect_shown("\nabsolute         3        2 ");
    expect_shown("\njoint            1        0 ");
    expect_shown("  2.94e+08 N/m and errors explain"); /* 3e7 m g / size, with 1 kg and 1 m */
    expect_shown("\nagreed: positions to 1");
    cr_expect_eq(RUN("verify", "m.yaml", "--quiet"), 0);
    cr_expect_str_eq(out, "");
    cr_expect_eq(RUN("verify", "m.yaml", "--end", "0.5"), 0);
    expect_shown("t = 0 … 0.5 s: 51 rows");
    cr_expect_eq(RUN("verify", "m.yaml", "--json"), 0);
    expect_json(out);
    expect_shown("{\"agreed\": true, ");
    expect_shown("{\"name\": \"joint\", \"verdict\": \"agrees\", ");
    expect_refused(RUN("verify", "m.yaml", "--set", "torqe=3"), "no parameter \"torqe\" in m.yaml");
    expect_refused(RUN("verify", "m.yaml", "--set", "torque=3 m"), "force m: value: expected N*m, found m");
}

Test(program, verify_sets_parameters)
{
    write_file("m.yaml", FOURBAR("width") "parameters: {width: 2.5}\n" SECOND);
    cr_expect_eq(RUN("verify", "m.yaml", "-q"), 0, "%s", err);
    cr_expect_eq(RUN("verify", "m.yaml", "-q", "--set", "width=2.5*10"), 1);
    expect_message("m.yaml:8:3: the mechanism cannot be assembled");
}

Test(program, verify_names_what_fails)
{
    write_file("m.yaml", PENDULUM "forces: {m: {torque: rod, value: sqrt(0.55 - t)}}\n" SECOND);
    cr_expect_eq(RUN("verify", "m.yaml"), 1);
    expect_shown("did not finish");
    expect_shown("\nfailed: absolute, implicit, joint, particles and point did not finish: the motion could not be "
                 "integrated beyond t = 0.55 s\n");
    expect_message("m.yaml:6:34: note: force m: its value is not a number at t = 0.55");
    cr_expect_eq(RUN("verify", "m.yaml", "--json"), 1);
    expect_json(out);
    expect_shown("\"agreed\": false");
    write_file("m.yaml", FOURBAR("25") SECOND);
    cr_expect_eq(RUN("verify", "m.yaml"), 1);
    expect_message("m.yaml:11:3: joint C: open by ");
    expect_shown("did not finish: the mechanism cannot be assembled");
    cr_expect_eq(RUN("verify", "m.yaml", "--json"), 1);
    expect_json(out);
    expect_refused(run_model("trammel: 1\njoins: {}\n"), "unknown key");
    expect_refused(RUN("verify", "m.yaml"), "m.yaml:2:1: unknown key \"joins\"");
    write_file("m.yaml", PENDULUM "analyses: [dynamics: {end: -1}]\n");
    expect_refused(RUN("verify", "m.yaml"), "m.yaml:6:28: dynamics: end must be greater than zero");
}

Test(program, verify_reports_that_nothing_moves)
{
    write_file("m.yaml", PENDULUM "analyses: [evaluate: {assemble: false}]\n");
    cr_expect_eq(RUN("verify", "m.yaml"), 0, "%s", err);
    cr_expect_str_eq(out, "the model is only evaluated as given\nnothing moves: there is nothing to compare\n");
    cr_expect_eq(RUN("verify", "m.yaml", "--json"), 0);
    expect_json(out);
    expect_shown("\"moves\": false");
}

/* Everything that stderr gets when it is a terminal. */
static void run_on_terminal(const char *no_colour, char text[ROOM])
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        cr_skip_test("no terminals to be had here");
    const char *name = ptsname(master);
    if (no_colour)
        setenv("NO_COLOR", no_colour, 1);
    else
        unsetenv("NO_COLOR");
    const int hold = open(name, O_RDWR | O_NOCTTY); /* so that nothing is lost before it is read */
    const pid_t child = start((const char *const[]){"run", "m.yaml", NULL}, name);
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    size_t length = 0; /* a terminal hands its bytes over in pieces */
    struct pollfd ready = {.fd = master, .events = POLLIN};
    while (length < ROOM - 1 && poll(&ready, 1, 300) > 0) {
        const ssize_t count = read(master, text + length, ROOM - 1 - length);
        if (count <= 0)
            break;
        length += (size_t)count;
    }
    text[length] = 0;
    close(hold);
    close(master);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 2);
}

Test(program, colours_only_a_terminal_that_wants_it)
{
    char text[ROOM];
    write_file("m.yaml", "trammel: 1\njoins: {}\n");
    run_on_terminal(NULL, text);
    cr_expect(strstr(text, "m.yaml:2:1: \033[31munknown key"), "%s", text);
    run_on_terminal("", text);
    cr_expect(strstr(text, "\033["), "an empty NO_COLOR is none: %s", text);
    run_on_terminal("1", text);
    cr_expect(strstr(text, "m.yaml:2:1: unknown key"), "%s", text);
    cr_expect_not(strchr(text, '\033'));
    unsetenv("NO_COLOR");
    expect_refused(RUN("run", "m.yaml"), "m.yaml:2:1: unknown key \"joins\"; did you mean \"joints\"?");
    cr_expect_not(strchr(err, '\033'), "a file is no terminal");
}

Test(program, writes_numbers_the_same_in_every_locale)
{
    char plain[ROOM];
    cr_expect_eq(run_model(PENDULUM SECOND), 0);
    read_file("o.csv", plain);
    cr_expect(strstr(plain, "\n0.10000000000000001,"), "17 digits, a point");
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "tr_TR.UTF-8"};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        setenv("LC_ALL", locales[i], 1);
        setenv("LC_NUMERIC", locales[i], 1);
        cr_expect_eq(run_model(PENDULUM SECOND), 0);
        read_file("o.csv", csv);
        cr_expect_str_eq(csv, plain, "%s", locales[i]);
    }
}

Test(program, reads_a_model_from_standard_input)
{
    write_file("m.yaml", PENDULUM SECOND);
    standard_input = "m.yaml";
    cr_expect_eq(RUN("run", "-", "-o", "o.csv", "--quiet"), 0, "%s", err);
    cr_expect(exists("o.csv"));
    cr_expect_eq(RUN("check", "-"), 0, "%s", err);
    cr_expect(strstr(out, "joints: 1"));
    write_file("m.yaml", PENDULUM "tables: {a: t.csv}\nforces: {f: {torque: rod, value: table(t, a)}}\n" SECOND);
    write_file("t.csv", "0,1\n1,2\n");
    cr_expect_eq(RUN("run", "-", "--quiet"), 0, "paths begin at the current folder: %s", err);
    write_file("m.yaml", "trammel: 1\nbodies: {a: {mas: 1}}\n");
    cr_expect_eq(RUN("run", "-"), 2);
    expect_message("standard input:2:14: body a: unknown key \"mas\"");
    standard_input = "/dev/null";
    cr_expect_eq(RUN("run", "-"), 2);
    expect_message("the file is empty");
}

Test(program, writes_numbers_in_json_as_numbers)
{
    write_file("m.yaml", PENDULUM SECOND);
    cr_expect_eq(RUN("run", "m.yaml", "--json"), 0, "%s", err);
    for (const char *c = strstr(out, "\": \""); c; c = strstr(c + 1, "\": \"")) {
        char *after;
        strtod(c + 4, &after);
        cr_expect(after == c + 4 || *after != '"', "a number in quotes: %.40s", c);
    }
    cr_expect(strstr(out, "\"rows\": 11"));
    cr_expect(strstr(out, "\"tolerance\": 1e-08"));
}

Test(program, lays_a_file_out)
{
    write_file("m.yaml", "trammel:   1  # version\nbodies:\n      a: { mass:  1,inertia: 2 }\n");
    cr_expect_eq(RUN("format", "m.yaml", "--check"), 1);
    cr_expect(strstr(out, "m.yaml:1: not laid out, from this line on: trammel format m.yaml\n"
                          "  is:       trammel:   1  # version\n"
                          "  would be: trammel: 1  # version\n"),
              "%s", out);
    cr_expect_eq(RUN("format", "m.yaml"), 0, "%s", err);
    char text[ROOM];
    read_file("m.yaml", text);
    cr_expect_str_eq(text, "trammel: 1  # version\nbodies:\n  a: {mass: 1, inertia: 2}\n");
    cr_expect_eq(RUN("format", "m.yaml", "--check"), 0);
    cr_expect_str_eq(out, "");
    standard_input = "m.yaml";
    cr_expect_eq(RUN("format", "-"), 0);
    cr_expect_str_eq(out, text);
    write_file("m.yaml", "trammel: [1\n");
    cr_expect_eq(RUN("format", "m.yaml"), 2);
    expect_message("m.yaml:");
    read_file("m.yaml", text);
    cr_expect_str_eq(text, "trammel: [1\n", "a file that is wrong stays as it is");
}
