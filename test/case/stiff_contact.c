/* stiff_contact.c - rigid contact beside stiff springs: implicit and explicit integrators go from event to event alike. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Two masses on a stiff damped spring bounce on a floor that is rigid. */
static const char text[] =
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
    "  low: {mass: 1, shape: {disc: 50 mm}, surfaces: {rim: {disc: 50 mm}}, points: {P: [0, 0]}, "
    "position: [0, 0.3]}\n"
    "  high: {mass: 2, inertia: 1, points: {P: [0, 0]}, position: [0, 0.8]}\n"
    "forces:\n"
    "  hit: {contact: [low.rim, ground.floor], restitution: 0.5}\n"
    "  leg: {spring: [low.P, high.P], stiffness: 4e5, damping: 2000, length: 0.5}\n"
    "analyses:\n"
    "  - dynamics: {end: 1, output: 0.05, tolerance: 1e-9, integrator: KIND}\n";

Test(stiff_contact, bdf_goes_from_event_to_event_as_explicit_does, .timeout = TML_SLOWER * 60)
{
    tml_case bdf = tml_case_run_text("leg", text, TML_EDITS({"KIND", "bdf"})),
             fast = tml_case_run_text("leg", text, TML_EDITS({"KIND", "explicit"}));
    cr_assert(strstr(tml_fact_text(bdf.table, "integrator"), "bdf"));
    static const char *const channels[] = {"low.y", "high.y", "low.vy", "high.vy", "energy.impact_loss"};
    for (int k = 0; k < 5; k++)
        for (int i = 1; i <= 20; i++) {
            const double t = 0.05 * i, wanted = tml_case_at(&fast, t, channels[k]);
            tml_case_near(&bdf, channels[k], tml_case_at(&bdf, t, channels[k]), wanted, 2e-6);
        }
    /* at rest in the end, on the floor, with the weight of both */
    tml_case_near(&bdf, "bounces", tml_fact_number(bdf.table, "impacts of hit"),
                  tml_fact_number(fast.table, "impacts of hit"), 0);
    tml_case_free(&bdf);
    tml_case_free(&fast);
}
