/* part_sections.c - all sections of a part mean what they mean in a file: the same text as a part and as a file gives the same channels. */
#include "base/text.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What stands around the part: entries of sections, each line with its margin. */
typedef struct {
    const char *points, *bodies, *joints, *initial;
} around;

/* Adds a text, each line behind a margin: `base` is replaced by a point, `~` by a prefix, `@` in a section by the entries around it. */
static void add(tml_text *to, const char *text, const char *base, const char *prefix, const char *margin,
                const around *entries)
{
    const char *lists[] = {entries ? entries->points : "", entries ? entries->bodies : "",
                           entries ? entries->joints : "", entries ? entries->initial : ""};
    int list = 0;
    tml_text_add(to, "%s", margin);
    for (const char *s = text; *s; s++) {
        if (base && strncmp(s, "base", 4) == 0) {
            tml_text_add(to, "%s", base);
            s += 3;
        } else if (*s == '~')
            tml_text_add(to, "%s", prefix);
        else if (*s == '@')
            tml_text_add(to, "%s", lists[list++]);
        else
            tml_text_add(to, "%c%s", *s, *s == '\n' && s[1] ? margin : "");
    }
}

/* The row of another table at the time of a row; before and after an event there are two. */
static size_t same_time(const tml_table *t, size_t row, const tml_table *u)
{
    const double time = tml_table_value(t, row, 0);
    const bool second = row > 0 && fabs(tml_table_value(t, row - 1, 0) - time) < 1e-7;
    size_t other = 0;
    while (other + 1 < tml_table_rows(u) && tml_table_value(u, other, 0) < time - 1e-7)
        other++;
    return other + second;
}

/* Runs it both ways by a formulation and compares all channels of the last use. */
static void expect_same(const around *entries, const char *sections, const char *base, const char *analyses, int uses,
                        const char *by)
{
    char prefix[16];
    tml_text file = {0}, part = {0};
    snprintf(prefix, sizeof prefix, "u%d.", uses);
    tml_text_add(&file, "trammel: 1\ngravity: none\nparameters: {k: %d, R: %d, w0: 3, gain: 1}\n", uses, uses);
    add(&file, sections, base, "", "", entries);
    add(&file, analyses, NULL, "", "", NULL);
    tml_text_add(&part, "trammel: 1\ngravity: none\npoints:\n%sbodies:\n%sjoints:\n%sinitial:\n%s", entries->points,
                 entries->bodies, entries->joints, entries->initial);
    tml_text_add(&part, "parts:\n  p:\n    ports: [base]\n    parameters: {R: 1, w0: 3, gain: 1}\n");
    add(&part, sections, NULL, "", "    ", NULL);
    tml_text_add(&part, "use:\n  u: {part: p, repeat: %d, index: k, ports: {base: %s}, with: {R: k}}\n", uses, base);
    add(&part, analyses, NULL, prefix, "", NULL);
    tml_case one = tml_case_run_text_with("file", file.data, NULL, TML_BY(by)),
             two = tml_case_run_text_with("part", part.data, NULL, TML_BY(by));
    size_t compared = 0;
    for (size_t k = 0; k < tml_results_count(one.results); k++) {
        const tml_table *t = tml_results_table(one.results, k), *u = tml_results_table(two.results, k);
        for (size_t c = 0; c < tml_table_columns(t); c++) {
            char name[100];
            snprintf(name, sizeof name, "%s%s", prefix, tml_table_name(t, c));
            const long other = tml_table_find(u, name);
            if (other < 0)
                continue; /* t, energies of the whole, what does not belong to the part */
            compared++;
            for (size_t row = 0; row < tml_table_rows(t); row++) {
                const double want = tml_table_value(t, row, c),
                             got = tml_table_value(u, same_time(t, row, u), (size_t)other);
                if (!isnan(want) || !isnan(got))
                    tml_case_near(&two, name, got, want, 1e-6);
            }
        }
    }
    cr_expect_geq(compared, 30);
    tml_case_free(&one);
    tml_case_free(&two);
    tml_text_free(&file);
    tml_text_free(&part);
}

static void sections_of_a_part_are_those_of_a_file(const char *by)
{
    static const around entries = {"", "  ground: {points: {G: [3, 1]}}\n", "", ""};
    expect_same(&entries,
                "points:\n"
                "@  A: [3, 1]\n"
                "  B: [4, 1]\n"
                "bodies:\n"
                "@  rod: {points: [A, B], mass: 3, shape: rod}\n"
                "  loose: {points: [A, B], mass: 3, shape: rod}\n"
                "joints:\n"
                "@  A: {revolute: [base, rod.A]}\n"
                "  F: {revolute: [base, loose.A]}\n"
                "initial:\n"
                "@  A.speed: w0\n"
                "tables: {prof: [[0, 0], [10, 10*R]]}\n"
                "states:\n"
                "  i: {rate: (12 - R*i - k*gain*A.speed)/0.5, start: 0.5}\n"
                "  c: {pid: {input: w0 - A.speed, P: 10, I: 2, D: 0, filter: 0.01}}\n"
                "  v: {rate: [v2, -4*v1], start: [1, 0]}\n"
                "  s: {lag: {input: i, time: 0.1}}\n"
                "forces:\n"
                "  m: {motor: A, torque: \"table(t, prof) + c + 0.1*i\"}\n"
                "  brake: {motor: F, torque: -1, on: false}\n"
                "drivers: {turn: {F.speed: w0*t}}\n"
                "outputs:\n"
                "  gap: {distance: [rod.B, loose.B]}\n"
                "  reach: {distance: [rod.B, base]}\n"
                "  corner: {angle: [rod.B, base, loose.B]}\n"
                "  across: {angle: [rod, loose]}\n"
                "  rate: {velocity: [rod.B, base], component: x}\n"
                "  load: hypot(A.fx, A.fy)\n"
                "  twice: 2*load\n"
                "  arm: norm(rod.B - A)\n"
                "  current: R*i + v1\n"
                "events:\n"
                "  hit: {when: A.angle - 1, direction: rising, do: {set: {A.speed: 0.5*A.speed, i: 0, gain: 2*gain}, "
                "switch: {turn: off, brake: on}, count: true}}\n",
                "ground.G",
                "analyses:\n"
                "  - dynamics: {end: 1, output: 0.1, tolerance: 1e-10}\n"
                "  - dynamics: {end: 1.5, output: 0.1, tolerance: 1e-10, set: {~R: 7}, switch: {~brake: off}}\n",
                2, by);
}
TML_TEST_EACH(part_sections, sections_of_a_part_are_those_of_a_file, 60)

/* A port that is a point of a moving body: its channels are those of the point. */
static void port_that_is_a_point_moves_with_it(const char *by)
{
    static const around entries = {"  O: [0, 0]\n  P: [0.5, 0]\n",
                                   "  disc: {points: [O, P], mass: 2, inertia: 1, com: O}\n",
                                   "  hub: {revolute: [ground, disc], at: O}\n", "  hub.speed: 4\n"};
    expect_same(&entries,
                "points:\n"
                "@  C: [0.5, -1]\n"
                "bodies:\n"
                "@  rod: {position: [0.5, 0], points: {P: [0, 0], B: [0, -1]}, mass: 1, inertia: 0.2, com: [0, -0.5]}\n"
                "joints:\n"
                "@  slide: {slot: [ground, rod.P], at: C, axis: y}\n"
                "initial:\n"
                "@  slide.displacement_speed: 0.5\n"
                "forces:\n"
                "  pull: {spring: [base, rod.B], stiffness: 30, length: norm(base - C)}\n"
                "  hold: {force: rod.B, value: [-200*(rod.B.x - base.x) - 5*(rod.B.vx - base.vx), 0], axes: ground}\n"
                "  tie: {spring: [ground.C, rod.P], stiffness: 10*base.x, length: 0.2}\n"
                "outputs:\n"
                "  gap: {distance: [rod.B, base]}\n"
                "  close: {velocity: [rod.B, base]}\n"
                "  px: base.x\n"
                "  py: base.vy\n"
                "  vector: norm(rod.P - base)\n"
                "  turn: {angle: [ground.C, base, rod.B]}\n"
                "events:\n"
                "  kick: {when: t - 0.2, do: {impulse: {at: base, value: [0.1, 0.3]}}}\n"
                "  up: {when: base.y - 0.2, do: {count: true}}\n",
                "disc.P", "analyses:\n  - dynamics: {end: 0.5, output: 0.1, tolerance: 1e-10}\n", 1, by);
}
TML_TEST_BY(part_sections, port_that_is_a_point_moves_with_it, absolute, 30)
TML_TEST_BY(part_sections, port_that_is_a_point_moves_with_it, joint, 30)

/* Through two ports: `pin` is `hold`, which is disc.P of the file, though each part has another point P. */
Test(part_sections, port_passed_on_is_the_point_that_was_given)
{
    tml_case c = tml_case_run_text(
        "passed on",
        "trammel: 1\ngravity: none\n"
        "points: {O: [0, 0], P: [1, 0]}\n"
        "bodies: {disc: {points: [O], mass: 1, inertia: 1}}\n"
        "joints: {O: {revolute: [ground, disc]}}\n"
        "parts:\n"
        "  inner:\n"
        "    ports: [pin]\n"
        "    points: {P: [5, 5]}\n"
        "    bodies: {rod: {points: {A: [0, 0], B: [0, -1]}, position: [1, 0], mass: 1, inertia: 1}}\n"
        "    joints: {A: {revolute: [pin, rod.A]}}\n"
        "    outputs: {x: pin.x, far: norm(P - pin)}\n"
        "  outer:\n"
        "    ports: [hold]\n"
        "    parameters: {g: 2}\n"
        "    points: {P: [7, 7]}\n"
        "    use: {i: {part: inner, ports: {pin: hold}}}\n"
        "    forces: {m: {motor: i.A, torque: g}}\n"
        "    outputs: {both: i.x + hold.x}\n"
        "use: {o: {part: outer, ports: {hold: disc.P}}}\n"
        "initial: {o.i.A.speed: 1}\n"
        "events: {e: {when: t - 0.1, do: {set: {o.g: 0, o.i.A.speed: 2}}}}\n"
        "analyses: [dynamics: {end: 0.2, output: 0.1}]\n",
        NULL);
    for (size_t row = 0; row < 4; row++) {
        const double x = tml_case_value(&c, row, "o.i.rod.A.x"), y = tml_case_value(&c, row, "o.i.rod.A.y");
        tml_case_near(&c, "x", tml_case_value(&c, row, "o.i.x"), x, 1e-14);
        tml_case_near(&c, "both", tml_case_value(&c, row, "o.both"), 2 * x, 1e-14);
        tml_case_near(&c, "far", tml_case_value(&c, row, "o.i.far"), hypot(5 - x, 5 - y), 1e-14);
    }
    tml_case_near(&c, "set by the file", tml_case_value(&c, 2, "o.i.A.speed"), 2, 1e-14);
    tml_case_free(&c);
}

/* Points and joints of uses in the text of the file; a pin of bodies of several uses. */
Test(part_sections, file_names_points_of_bodies_of_uses)
{
    tml_case c = tml_case_run_text(
        "outside",
        "trammel: 1\ngravity: none\n"
        "parts: {leg: {points: {A: [0, 0], B: [0, -1]}, bodies: {thigh: {points: [A, B], mass: 3, shape: rod}}}}\n"
        "use: {leg: {part: leg, repeat: 2, index: k, angle: 0.3*k}}\n"
        "points: {H: [0, 0], B: [9, 9]}\n"
        "joints: {hub: {revolute: [ground, leg1.thigh, leg2.thigh.A], at: H}}\n"
        "parameters: {d: norm(leg1.B - leg2.B)}\n"
        "initial: {hub.leg2.thigh.speed: 2, hub.leg1.thigh.speed: 2}\n"
        "outputs: {gap: norm(leg2.thigh.B - leg1.thigh.B), where: leg1.thigh.B.x, held: leg1.A.x, d: 1*d}\n"
        "forces: {m: {motor: hub.leg1.thigh, torque: 1}}\n"
        "analyses: [dynamics: {end: 0.1, output: 0.1, tolerance: 1e-11}]\n",
        TML_EDITS({", d: 1*d", ", drawn: 1*d"}));
    const double turn = 0.5 * 0.1 * 0.1; /* I = 1 about the hub */
    tml_case_near(&c, "drawn", tml_case_value(&c, 1, "drawn"), 2 * sin(0.15), 1e-14);
    tml_case_near(&c, "gap", tml_case_value(&c, 0, "gap"), 2 * sin(0.15), 1e-14);
    tml_case_near(&c, "gap", tml_case_value(&c, 1, "gap"), 2 * sin((0.3 - turn) / 2), 1e-9);
    tml_case_near(&c, "where", tml_case_value(&c, 1, "where"), sin(0.3 + 0.2 + turn), 1e-9);
    tml_case_near(&c, "held", tml_case_value(&c, 1, "held"), 0, 1e-12);
    tml_case_near(&c, "angle", tml_case_value(&c, 1, "hub.leg2.thigh.angle"), 0.2, 1e-9);
    tml_case_free(&c);
}
