/* conflict.c - contradicting constraints are named as the smallest set, and the proposed edit resolves them. */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What `trammel check` says of a text; its status. */
static tml_status check(const char *text, char *said, size_t room)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    char *report = NULL;
    const tml_status status = model ? tml_model_check(model, NULL, &report, log) : TML_WRONG;
    said[0] = 0;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        snprintf(said + strlen(said), room - strlen(said), "%d: %s [%s]\n", m.place.line, m.text, m.code);
    }
    free(report);
    tml_model_free(model);
    tml_log_free(log);
    return status;
}

/* The text fails with messages that contain `set` and `cure`; with `from` replaced by `to`, as the cure says, it does not fail. */
static void expect_cured(const char *text, const char *set, const char *cure, const char *from, const char *to)
{
    char said[4096], cured[4096];
    cr_expect_eq(check(text, said, sizeof said), TML_FAILED, "%s", said);
    cr_expect(strstr(said, set), "not reported: %s\n%s", set, said);
    cr_expect(strstr(said, cure), "not reported: %s\n%s", cure, said);
    const char *at = strstr(text, from);
    cr_assert(at, "%s", from);
    snprintf(cured, sizeof cured, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    cr_expect_eq(check(cured, said, sizeof said), TML_OK, "the cure does not cure:\n%s\n%s", cured, said);
}

#define STRUCTURE(more)                                                                                                \
    "trammel: 1\npoints: {O: [0, 0], A: [1, 1], D: [2, 0]}\n"                                                          \
    "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, D], mass: 1, shape: rod}}\n"                   \
    "joints:\n  O: {revolute: [ground, a]}\n  A: {revolute: [a, b]}\n  D: {revolute: [ground, b]}\n" more

#define FOURBAR(coupler, more)                                                                                         \
    "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [1, 0]}}\n"                                                \
    "  crank: {points: {O: [0, 0], A: [0.3, 0]}, mass: 1, shape: rod, position: [0, 0], angle: 1}\n"                   \
    "  coupler: {points: {A: [0, 0], B: [" coupler ", 0]}, mass: 1, shape: rod}\n"                                     \
    "  rocker: {points: {C: [0, 0], B: [0.5, 0]}, mass: 1, shape: rod, position: [1, 0], angle: 1.2}\n"                \
    "joints:\n  O: {revolute: [ground, crank]}\n  A: {revolute: [crank, coupler]}\n  B: {revolute: [coupler, "         \
    "rocker]}\n"                                                                                                       \
    "  C: {revolute: [ground, rocker]}\n" more

Test(conflict, a_structure_that_is_asked_to_move_names_the_joint_that_locks_it)
{
    static const char *const asked[] = {STRUCTURE("initial: {O.speed: 3}\n"),
                                        STRUCTURE("drivers: {d: {O.angle: 2*t}}\n")};
    for (int i = 0; i < 2; i++)
        expect_cured(asked[i], "nothing can move: joint D locks it", "make joint D a slot along x",
                     "D: {revolute: [ground, b]}", "D: {slot: [ground, b], axis: x}");
}

Test(conflict, a_link_too_short_gets_its_length)
{
    char said[4096], point[60];
    cr_expect_eq(check(FOURBAR("0.1", ""), said, sizeof said), TML_FAILED);
    const char *at = strstr(said, "give body rocker ");
    cr_assert(at, "%s", said);
    snprintf(point, sizeof point, "B: [%.9g, 0]", strtod(at + strlen("give body rocker "), NULL));
    expect_cured(FOURBAR("0.1", ""), "joints O, A, B and C contradict each other",
                 "between joints B and C instead of 0.5 m", "B: [0.5, 0]", point);
}

Test(conflict, a_rod_of_a_wrong_length_gets_its_length)
{
    expect_cured(STRUCTURE("  E: {distance: [ground.O, b.D], length: 3}\n"), "joints D and E contradict",
                 "give joint E the length 2 m instead of 3 m", "length: 3", "length: 2");
    expect_cured("trammel: 1\nbodies: {ground: {points: {O: [0, 0], C: [3, 0]}}, a: {points: {O: [0, 0], A: [1, 0]}, "
                 "mass: 1, angle: 0.5}}\n"
                 "joints:\n  O: {revolute: [ground, a]}\n  E: {distance: [a.A, ground.C], length: 7}\n",
                 "joints O and E contradict", "give joint E the length 2.176 m instead of 7 m", "length: 7",
                 "length: 2.176");
}

Test(conflict, a_start_value_out_of_reach_gets_another)
{
    expect_cured(FOURBAR("1.0", "initial: {C.angle: 0}\n"), "initial C.angle and joints O, A, B and C contradict",
                 "give C.angle ", "initial: {C.angle: 0}\n", "");
}

Test(conflict, contradicting_velocities_get_one_that_fits)
{
    char said[4096];
    cr_expect_eq(check(FOURBAR("1.0", "initial: {O.speed: 1, C.speed: 7}\n"), said, sizeof said), TML_FAILED);
    cr_expect(strstr(said, "initial O.speed and C.speed and joints O, A, B and C"), "%s", said);
    const char *at = strstr(said, "give C.speed ");
    cr_assert(at, "%s", said);
    char text[4096];
    snprintf(text, sizeof text, "%sinitial: {O.speed: 1, C.speed: %.9g}\n", FOURBAR("1.0", ""),
             strtod(at + strlen("give C.speed "), NULL));
    cr_expect_eq(check(text, said, sizeof said), TML_OK, "%s%s", text, said);
}

Test(conflict, of_two_drivers_that_contradict_one_is_left_out)
{
    expect_cured(FOURBAR("1.0", "drivers:\n  a: {O.angle: 1 + t}\n  b: {C.angle: 1.9 + 2*t}\n"),
                 "drivers a and b and joints O, A, B and C contradict", "leave driver b out",
                 "  b: {C.angle: 1.9 + 2*t}\n", "");
}

Test(conflict, of_several_sets_that_contradict_one_of_the_fewest_parts_is_named)
{
    /* b, d and e contradict each other, a and c do, and each of them with the loop */
    char said[4096];
    cr_expect_eq(check(FOURBAR("1.0", "drivers:\n  a: {crank.angle: 1 + t}\n  b: {rocker.angle: 2 + t}\n"
                                      "  c: {crank.angle: 2 + t}\n  d: {coupler.angle: 0.2}\n  e: {B.angle: 1}\n"),
                       said, sizeof said),
                 TML_FAILED);
    cr_expect(strstr(said, "13: the mechanism cannot be assembled: drivers a and c contradict each other (remove"),
              "%s", said);
}

/* Without any one joint of a long loop the others are a chain: all of them are the fewest, whatever their number. */
Test(conflict, a_long_loop_is_named)
{
    enum { LINKS = 300, ROOM = 65536 };
    static char text[ROOM], said[ROOM];
    const double length = 0.1, apart = 0.15;
    snprintf(text, ROOM, "trammel: 1\nbodies:\n  ground: {points: {J0: [0, 0], J%d: [%g, 0]}}\n", LINKS, apart * LINKS);
    for (int i = 0; i < LINKS; i++)
        snprintf(text + strlen(text), ROOM - strlen(text),
                 "  b%d: {points: {J%d: [0, 0], J%d: [%g, 0]}, mass: 1, position: [%g, 0]}\n", i, i, i + 1, length,
                 i * apart);
    snprintf(text + strlen(text), ROOM - strlen(text), "joints:\n  J0: {revolute: [ground, b0]}\n");
    for (int i = 1; i < LINKS; i++)
        snprintf(text + strlen(text), ROOM - strlen(text), "  J%d: {revolute: [b%d, b%d]}\n", i, i - 1, i);
    snprintf(text + strlen(text), ROOM - strlen(text), "  J%d: {revolute: [b%d, ground]}\n", LINKS, LINKS - 1);
    cr_expect_eq(check(text, said, ROOM), TML_FAILED);
    cr_expect(strstr(said, "joints J0, J1, J2, J3, J4, J5, J6, J7, J8, J9, J10, J11 and 289 more contradict"), "%.500s",
              said);
}

/* What drives a coordinate that was proposed: from where it is, slowly. */
static void expect_drivers_cure(const char *text, const char *edit)
{
    char driven[4096] = "";
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    tml_results *results = NULL;
    cr_assert(model);
    cr_expect_eq(tml_run(model, NULL, &results, log), TML_FAILED);
    const char *message = tml_log_count(log) ? tml_log_get(log, 0).text : "";
    cr_expect(strstr(message, edit), "not reported: %s\n%s", edit, message);
    for (const char *at = edit; *at; at++) /* {O.angle: ...} becomes {O.angle: 0.01*t} */
        if (strncmp(at, "...", 3) == 0) {
            strcat(driven, "0.01*t");
            at += 2;
        } else {
            strncat(driven, at, 1);
        }
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
    char all[2 * 4096 + 16];
    snprintf(all, sizeof all, "%s%s\n", text, driven);
    log = tml_log_make();
    results = NULL;
    model = tml_model_parse(all, strlen(all), "m.yaml", log);
    cr_assert(model, "%s", all);
    cr_expect_eq(tml_run(model, NULL, &results, log), TML_OK, "%s\n%s", all,
                 tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

Test(conflict, what_is_not_driven_gets_drivers)
{
    static const char kinematics[] = "analyses: [kinematics: {end: 1}]\n";
    char text[4096];
    snprintf(text, sizeof text, "%s%s",
             "trammel: 1\npoints: {O: [0, 0], A: [1, 0], B: [1, 1]}\n"
             "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 1, shape: rod}}\n"
             "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}}\n",
             kinematics);
    expect_drivers_cure(text, "drivers: {d1: {O.angle: ...}, d2: {A.angle: ...}}");
    snprintf(text, sizeof text, "trammel: 1\nbodies: {a: {mass: 1, inertia: 1}}\n%s", kinematics);
    expect_drivers_cure(text, "drivers: {d1: {a.x: ...}, d2: {a.y: ...}, d3: {a.angle: ...}}");
    snprintf(text, sizeof text,
             "trammel: 1\nspace: space\npoints: {O: [0, 0, 0]}\n"
             "bodies: {a: {points: [O], mass: 1, inertia: [1, 1, 1]}}\njoints: {O: {spherical: [ground, a]}}\n%s",
             kinematics);
    expect_drivers_cure(text, "drivers: {d1: {O.angle1: ...}, d2: {O.angle2: ...}, d3: {O.angle3: ...}}");
}

Test(conflict, a_guess_that_does_not_converge_gets_a_pose)
{
    /* all bodies in one line: no step leaves it */
    static const char text[] = "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [1, 0]}}\n"
                               "  crank: {points: {O: [0, 0], A: [0.3, 0]}, mass: 1, shape: rod}\n"
                               "  coupler: {points: {A: [0, 0], B: [1, 0]}, mass: 1, shape: rod}\n"
                               "  rocker: {points: {C: [0, 0], B: [0.6, 0]}, mass: 1, shape: rod}\n"
                               "joints:\n  O: {revolute: [ground, crank]}\n  A: {revolute: [crank, coupler]}\n"
                               "  B: {revolute: [coupler, rocker]}\n  C: {revolute: [ground, rocker]}\n";
    char said[4096], cured[4096], pose[200];
    if (check(text, said, sizeof said) == TML_OK)
        return; /* assembly helps itself */
    const char *at = strstr(said, "start body rocker at ");
    cr_assert(at, "%s", said);
    snprintf(pose, sizeof pose, "%.*s", (int)strcspn(at + 21, "[") + 200, at + 21);
    *strstr(pose, " [N349]") = 0;
    const char *rocker = strstr(text, "shape: rod}\njoints");
    snprintf(cured, sizeof cured, "%.*sshape: rod, %s%s", (int)(rocker - text), text, pose, rocker + 10);
    cr_expect_eq(check(cured, said, sizeof said), TML_OK, "%s%s", cured, said);
}

Test(conflict, of_many_mechanisms_only_the_broken_one_is_named)
{
    enum { COUNT = 60, BROKEN = 41 };
    char *text = calloc(COUNT, 700), said[4096];
    size_t at = (size_t)sprintf(text, "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0], C: [1, 0]}}\n");
    for (int i = 0; i < COUNT; i++)
        at += (size_t)sprintf(text + at,
                              "  a%d: {points: {L: [0, 0], R: [0.3, 0]}, mass: 1, inertia: 1, angle: 1}\n"
                              "  b%d: {points: {L: [0, 0], R: [%g, 0]}, mass: 1, inertia: 1}\n"
                              "  c%d: {points: {L: [0, 0], R: [0.5, 0]}, mass: 1, inertia: 1, angle: 1.2}\n",
                              i, i, i == BROKEN ? 0.1 : 1.0, i);
    at += (size_t)sprintf(text + at, "joints:\n");
    for (int i = 0; i < COUNT; i++)
        at += (size_t)sprintf(text + at,
                              "  O%d: {revolute: [ground.O, a%d.L]}\n  A%d: {revolute: [a%d.R, b%d.L]}\n"
                              "  B%d: {revolute: [b%d.R, c%d.R]}\n  C%d: {revolute: [ground.C, c%d.L]}\n",
                              i, i, i, i, i, i, i, i, i, i);
    cr_expect_eq(check(text, said, sizeof said), TML_FAILED);
    cr_expect(strstr(said, "joints O41, A41, B41 and C41 contradict each other"), "%s", said);
    cr_expect(strstr(said, "(tried): give body"), "%s", said);
    free(text);
}
