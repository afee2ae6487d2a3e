/* choi.c - the two mechanisms of Choi, Park and Yoo settling to their steady states, against minimal coordinates. */
#include "support/case.h"
#include <criterion/criterion.h>

/* Massless rod, point mass, driven arm. Damped rates up to 356 1/s. */
static void pendulum_matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("swing-pendulum-damped/swing-pendulum-damped.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("swing-pendulum-damped/reference.csv");
    TML_MATCH(&c, &r, 1e-8, {"theta", "A.angle"}, {"d", "S.displacement"}, {"d", "stretch.length"});
    TML_MATCH(&c, &r, 1e-7, {"thetadot", "A.speed"}, {"ddot", "S.speed"}, {"ddot", "stretch.rate"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(swing_pendulum_damped, pendulum_matches_the_reference, 20)

Test(swing_pendulum_damped, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("swing-pendulum-damped/swing-pendulum-damped.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* It converges to the steady state, up to the rest of the motion, and the driver needs no torque. */
Test(swing_pendulum_damped, converges_to_the_steady_state)
{
    tml_case c = tml_case_run("swing-pendulum-damped/swing-pendulum-damped.yaml", TML_TIGHT);
    tml_reference r = tml_reference_load("swing-pendulum/reference.csv");
    const char *const pairs[][2] = {{"theta", "A.angle"}, {"d", "S.displacement"}};
    for (int i = 0; i < 2; i++)
        tml_case_near(&c, pairs[i][1], tml_case_at(&c, 5, pairs[i][1]), tml_reference_value(&r, 0, pairs[i][0]), 1e-10);
    tml_case_near(&c, "stretch.force", tml_case_at(&c, 5, "stretch.force"), tml_reference_value(&r, 0, "spring_force"),
                  1e-5);
    tml_case_near(&c, "turn.torque", tml_case_at(&c, 5, "turn.torque"), tml_reference_value(&r, 0, "drive_torque"),
                  1e-5);
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* Without dampers, for a few revolutions. Particles of a massless rod and of a point: rows that no projection brings below 1e-14. */
static void undamped_pendulum_keeps_its_energy(const char *by)
{
    tml_case c = tml_case_run_with(
        "swing-pendulum/swing-pendulum.yaml",
        TML_EDITS({"steady: {speeds: {O: 20}}", "dynamics: {end: 0.2}"}, {"  - modes: {about: steady}\n", ""}),
        TML_BY(by));
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(swing_pendulum, undamped_pendulum_keeps_its_energy, 20)

/* theta is the droop of the arms: arm1 points along -x and rotates about z, arm2 opposite. */
static void governor_matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("governor-damped/governor-damped.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("governor-damped/reference.csv");
    TML_MATCH(&c, &r, 1e-8, {"theta", "arm1.angle"}, {"theta", "-arm2.angle"}, {"s", "spring.length"});
    TML_MATCH(&c, &r, 1e-7, {"thetadot", "arm1.speed"}, {"thetadot", "-arm2.speed"}, {"sdot", "spring.rate"});
    tml_reference steady = tml_reference_load("governor/reference.csv");
    const double tension = tml_reference_value(&steady, 0, "tension");
    tml_case_near(&c, "link1.tension at 10 s", tml_case_at(&c, 10, "link1.tension"), tension, 1e-7);
    tml_case_near(&c, "link2.tension at 10 s", tml_case_at(&c, 10, "link2.tension"), tension, 1e-7);
    tml_reference_free(&steady);
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(governor_damped, governor_matches_the_reference, 20)

Test(governor_damped, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("governor-damped/governor-damped.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}
