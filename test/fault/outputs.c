/* outputs.c - outputs that are wrong: each is named with its place and what would be right. */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define PENDULUM                                                                                                       \
    "trammel: 1\n"                                                                                                     \
    "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1}}\n"            \
    "joints: {O: {revolute: [ground, rod]}}\n"

/* Line 4 is the text; all errors of reading and checking it, a line each, as LINE:COLUMN: TEXT. */
static void expect(const char *line, const char *wanted)
{
    static char text[4000], all[4000];
    snprintf(text, sizeof text, PENDULUM "%s\nanalyses: [dynamics: {end: 1}]\n", line);
    tml_log *log = tml_messages_of(text);
    size_t n = 0;
    all[0] = 0;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        if (m.severity == TML_ERROR)
            n += (size_t)snprintf(all + n, sizeof all - n, "%d:%d: %s\n", m.place.line, m.place.column, m.text);
    }
    cr_expect_str_eq(all, wanted, "\n--- of\n%s\n--- came\n%s--- not\n%s", line, all, wanted);
    tml_log_free(log);
}

Test(outputs_fault, cycles_are_named)
{
    expect("outputs: {a: 2*b, b: 3*c, c: a}", "4:11: outputs a, b, c refer to each other in a cycle\n");
    expect("outputs: {x: y, y: 2*y}", "4:17: output y refers to itself\n");
    expect("outputs: {a: 2*b, b: 3*O.fx}", "");
}

Test(outputs_fault, names_are_taken)
{
    expect("outputs: {rod: 1}",
           "4:11: output \"rod\": the name is taken; bodies, joints, forces, drivers, states, outputs and "
           "events share one set of names\n");
    expect("outputs: {t: 1}", "4:11: output \"t\": the name is that of the time\n");
    expect("outputs: {sin: 1}", "4:11: output \"sin\": the name is that of a function\n");
    expect("outputs: {a.b: 3}",
           "4:11: output \"a.b\": a name is made of letters, digits and _, a letter first; write \"a_b\"\n");
}

Test(outputs_fault, channels_that_are_not_there)
{
    expect("outputs: {a: O.fz, b: O.spped}", "4:14: output a: unknown name \"O.fz\"; did you mean \"O.fx\"?\n"
                                             "4:23: output b: unknown name \"O.spped\"; did you mean \"O.speed\"?\n");
    expect("outputs: {load: 1, b: laod + 1}", "4:23: output b: unknown name \"laod\"; did you mean \"load\"?\n");
}

Test(outputs_fault, dimensions)
{
    expect("outputs: {a: {value: O.angle, unit: mm}}", "4:22: output a: expected m, found rad\n");
    expect("outputs: {a: {value: 1, unit: kNn}}", "4:31: output a: unknown unit \"kNn\"; did you mean \"kN\"?\n");
    expect("outputs: {a: rod.x + O.fx}", "4:20: output a: cannot add m and N\n");
}

Test(outputs_fault, requests)
{
    expect("outputs: {a: {distance: [rod.A]}}", "4:25: output a: must be two points, [crank.A, ground.C]\n");
    expect("outputs: {a: {distance: [rod.B, ground]}}",
           "4:30: output a: no point \"B\" on body \"rod\"; it has O, A\n");
    expect("outputs: {a: {angle: [rod, ground.O]}}", "4:28: output a: a body is needed, not a point of one\n");
    expect("outputs: {a: {angle: [rod, [ground, rod]]}}",
           "4:23: output a: must be three points [A, B, C], two lines [[A, B], [C, D]] or two bodies [crank, "
           "coupler]\n");
    expect("outputs: {a: {velocity: [rod, ground], component: z}}",
           "4:51: output a: component z is for models in space\n");
    expect("outputs: {a: {value: 1, component: x}}", "4:36: output a: \"component\" is for distances and velocities\n");
    expect("outputs: {a: {unit: mm}}",
           "4:14: output a: needs a value (an expression), distance, angle, velocity or angular_velocity\n");
    expect("outputs: {a: {value: 1, distance: [rod, ground]}}",
           "4:14: output a: is one thing only: a value, distance, angle, velocity or angular_velocity\n");
    expect("outputs: {a: [1, 2]}",
           "4:14: output a: must be an expression, or a map such as {value: expression, unit: mm}\n");
}

Test(outputs_fault, results_cannot_act)
{
    expect("outputs: {load: O.fx}\nstates: {x: {rate: load}}",
           "5:20: state x: output load cannot be used here: it is made of reactions, forces, accelerations or "
           "energies, which are results; forces and events may use it, other expressions outputs of positions and "
           "velocities\n");
    expect("outputs: {e: energy.kinetic}\nforces: {f: {torque: rod, value: -0.1*e}}",
           "4:14: force f: value: \"energy.kinetic\" is a result that forces cannot depend on; they may use reactions, "
           "forces, accelerations, positions and velocities\n");
    expect("outputs: {w: O.speed}\ndrivers: {d: {O.angle: w}}", "5:24: driver d: may depend on time only, not on w\n");
}

/* Written out in a force, each doubles: refused before it fills the memory. */
Test(outputs_fault, too_long_when_written_out)
{
    static char line[3000];
    size_t n = (size_t)snprintf(line, sizeof line, "outputs: {o40: O.speed");
    for (int i = 39; i >= 0; i--)
        n += (size_t)snprintf(line + n, sizeof line - n, ", o%d: o%d + o%d", i, i + 1, i + 1);
    snprintf(line + n, sizeof line - n, "}\nforces: {f: {torque: rod, value: o0}}");
    expect(line, "5:34: force f: value: output o0 cannot be used here: too many outputs are within outputs: written "
                 "out, it would be too long\n");
}

Test(outputs_fault, empty_sections_are_none)
{
    expect("outputs: {}", "");
    expect("outputs:", "");
}
