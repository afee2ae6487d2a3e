/* compliant_limit.c - verify compares rigid contacts and friction with springs in their place, as these grow stiff. */
#include "support/case.h"
#include "support/models.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The note about springs in a verification that must have this status; "": none. */
static void expect_note(const char *text, tml_status wanted, const char *const *parts)
{
    tml_model *model = tml_case_parse(text);
    tml_log *log = tml_log_make();
    tml_verification *v = NULL;
    const tml_status status = tml_verify(model, NULL, &v, log);
    cr_assert_not_null(v, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "?");
    cr_expect_eq(status, wanted, "%s", v->outcome);
    const char *note = "";
    for (size_t i = 0; i < v->note_count; i++)
        if (strstr(v->notes[i], "in place of"))
            note = v->notes[i];
    cr_expect(*parts || !*note, "%s", note);
    for (; *parts; parts++)
        cr_expect(strstr(note, *parts), "\"%s\" is not in: %s (%s)", *parts, note, v->outcome);
    tml_verification_free(v);
    tml_log_free(log);
    tml_model_free(model);
}

Test(compliant_limit, bounces_agree_with_order_one_half, .timeout = TML_SLOWER * 60)
{
    expect_note(
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
        "  ball: {mass: 0.5, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, position: [0, 0.55], velocity: "
        "[0.3, 0]}\n"
        "forces:\n"
        "  hit: {contact: [ball.rim, ground.floor], restitution: 0.8}\n"
        "analyses:\n"
        "  - dynamics: {end: 1.5, output: 0.05}\n",
        TML_OK, (const char *const[]){"in place of rigid contacts, positions", "1/2.0", ": agrees", NULL});
}

/* Friction of a joint sticks and slides. */
Test(compliant_limit, friction_agrees, .timeout = TML_SLOWER * 60)
{
    expect_note("trammel: 1\n"
                "gravity: [0, -10]\n" BLOCK_ON_TABLE "forces:\n"
                "  pull: {force: block, value: [6*t, 0]}\n"
                "analyses:\n"
                "  - dynamics: {end: 2, output: 0.1}\n",
                TML_OK,
                (const char *const[]){"friction that is smooth below", "in place of exact friction, positions",
                                      ": agrees", NULL});
}

/* A stop of an angle is a spring of torques. */
Test(compliant_limit, stops_agree, .timeout = TML_SLOWER * 60)
{
    expect_note("trammel: 1\n"
                "points: {O: [0, 0], A: [2, 0]}\n"
                "bodies: {rod: {points: [O, A], mass: 1, shape: rod}}\n"
                "joints: {O: {revolute: [ground, rod], limits: {angle: [-1, null], restitution: 0.5}}}\n"
                "analyses: [dynamics: {end: 1.2, output: 0.05}]\n",
                TML_OK,
                (const char *const[]){"(of angles times 4 m^2)", "in place of rigid stops, positions", "1/2.0",
                                      ": agrees", NULL});
}

/* Newton's cradle: springs pass the blow on, rigid balls that touch go on together; said, and no contradiction. */
Test(compliant_limit, balls_in_touch_are_not_compared, .timeout = TML_SLOWER * 60)
{
    expect_note("trammel: 1\n"
                "gravity: [0, 0]\n"
                "bodies:\n"
                "  a: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 0], velocity: [1, 0]}\n"
                "  b: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0.3, 0]}\n"
                "  c: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0.5, 0]}\n"
                "forces:\n"
                "  ab: {contact: [a.rim, b.rim], restitution: 1}\n"
                "  bc: {contact: [b.rim, c.rim], restitution: 1}\n"
                "analyses:\n"
                "  - dynamics: {end: 0.5, output: 0.05}\n",
                TML_OK, (const char *const[]){"not compared", NULL});
}

/* Without contacts nothing is said. */
Test(compliant_limit, models_without_contacts_have_no_such_note)
{
    expect_note("trammel: 1\n"
                "bodies:\n"
                "  ball: {mass: 0.5, inertia: 1, position: [0, 1]}\n"
                "analyses:\n"
                "  - dynamics: {end: 1, output: 0.1}\n",
                TML_OK, (const char *const[]){NULL});
}
