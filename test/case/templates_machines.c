/* templates_machines.c - machines of the workbench's gallery against closed forms: toggles, engines, gears, governors, steering. */
#include "case/templates.h"
#include <criterion/criterion.h>
#include <math.h>

static const double PI = 3.14159265358979323846, DEG = 3.14159265358979323846 / 180, MM = 1e-3, g = 9.81;

static double final(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

#define EACH_ROW(c, row) for (size_t row = 0; row < tml_table_rows((c).table); row++)

/* ---- toggles and lifts ---- */

/* Two equal links: the ram goes 2 tan(alpha) times as fast as the knee moves sideways, and its force is as many times smaller. */
Test(templates_machines, toggle_press_gains_as_the_knee_straightens)
{
    tml_case c = run("toggle-press");
    double least = INFINITY;
    EACH_ROW(c, row)
    {
        const double complex K = at(&c, row, "upper.K");
        const double tangent = creal(K) / (400 * MM - cimag(K));
        tml_case_near(&c, "speed", tml_case_value(&c, row, "ram.vy"),
                      2 * tangent * tml_case_value(&c, row, "upper.K.vx"), 1e-5);
        least = fmin(least, tangent);
    }
    cr_assert(least > 0.05 && least < 0.2); /* a force of more than 2.5 times, and never through the dead point */
    tml_case_free(&c);
}

Test(templates_machines, lifts_rise_as_the_sine_of_their_arms)
{
    tml_case c = run("scissor-lift");
    EACH_ROW(c, row)
    {
        const double angle = 20 * DEG + tml_case_value(&c, row, "O.angle");
        tml_case_near(&c, "height", tml_case_value(&c, row, "platform.C.y"), 2 * 1.2 * sin(angle), 1e-11);
        tml_case_near(&c, "level", tml_case_value(&c, row, "platform.angle"), 0, 1e-11);
    }
    tml_case_near(&c, "up", tml_fact_number(c.table, "height.max"), 2400 * sin(60 * DEG), 1e-6);
    tml_case_free(&c);
    c = run("scissor-jack");
    EACH_ROW(c, row)
    {
        const double angle = 20 * DEG + tml_case_value(&c, row, "O.r1.angle");
        tml_case_near(&c, "height", tml_case_value(&c, row, "head.T.y"), 0.36 * sin(angle), 1e-12);
        tml_case_near(&c, "nuts", tml_case_value(&c, row, "nuts"), 360 * cos(angle), 1e-9);
    }
    tml_case_free(&c);
}

/* ---- walkers ---- */

/* The point at the distance r from p and s from q, on the side of `near`. */
static double complex meet(double complex p, double r, double complex q, double s, double complex near)
{
    const double far = cabs(q - p), along = (far * far + r * r - s * s) / (2 * far);
    const double complex way = (q - p) / far, aside = I * way * sqrt(r * r - along * along);
    const double complex one = p + along * way + aside, two = p + along * way - aside;
    return cabs(one - near) < cabs(two - near) ? one : two;
}

/* Links of the leg as multiples of the crank, from the coordinates that Klann published for his mechanical spider. */
Test(templates_machines, klanns_leg_has_its_published_proportions_and_goes_where_circles_meet)
{
    tml_case c = run("klann");
    const double complex O = 41.395 + 26.641 * I, L = 27.690 + 19.705 * I, U = 27.690 + 31.092 * I,
                         A = 36.033 + 25.415 * I, E = 21.501 + 22.089 * I, K = 10.879 + 21.918 * I,
                         H = 19.432 + 32.923 * I, F = 0;
    const double size = cabs(at(&c, 0, "crank.A")) / cabs(A - O);
    tml_case_near(&c, "size", size, 5 * MM, 1e-6);
    const double complex low = (L - O) * size, high = (U - O) * size;
    double complex elbow = at(&c, 0, "rod1.E"), hip = at(&c, 0, "leg1.H");
    double lowest = INFINITY;
    EACH_ROW(c, row)
    {
        const double complex pin = at(&c, row, "crank.A");
        elbow = meet(pin, size * cabs(E - A), low, size * cabs(E - L), elbow);
        const double complex knee = pin + (elbow - pin) * (K - A) / (E - A);
        hip = meet(knee, size * cabs(H - K), high, size * cabs(H - U), hip);
        const double complex foot = knee + (hip - knee) * (F - K) / (H - K);
        tml_case_near(&c, "foot", cabs(at(&c, row, "leg1.F") - foot), 0,
                      1e-4); /* coordinates have two digits of a mm */
        lowest = fmin(lowest, cimag(foot));
    }
    double level = 0; /* part of the turn in which the foot is near the floor */
    EACH_ROW(c, row) level += cimag(at(&c, row, "leg1.F")) < lowest + 8 * MM;
    cr_assert_gt(level / (double)tml_table_rows(c.table), 0.4);
    tml_case_free(&c);
}

/* ---- engines ---- */

Test(templates_machines, pistons_move_as_crank_and_rod_say)
{
    tml_case c = run("single-cylinder");
    EACH_ROW(c, row)
    {
        const double a = tml_case_value(&c, row, "O.angle");
        tml_case_near(&c, "piston", tml_case_value(&c, row, "piston.B.y"),
                      40 * MM * cos(a) + sqrt(pow(140 * MM, 2) - pow(40 * MM * sin(a), 2)), 1e-12);
    }
    tml_case_free(&c);
    c = run("scotch-yoke");
    EACH_ROW(c, row)
    tml_case_near(&c, "yoke", tml_case_value(&c, row, "guide.displacement"),
                  50 * MM * (cos(tml_case_value(&c, row, "O.angle")) - 1), 1e-12);
    tml_case_free(&c);
    c = run("boxer");
    EACH_ROW(c, row)
    tml_case_near(&c, "both", tml_case_value(&c, row, "piston1.B.x") + tml_case_value(&c, row, "piston2.D.x"), 0,
                  1e-12);
    tml_case_free(&c);
}

/* Four equal rods, a rhombus of two crank pins that turn against each other: piston and displacer stay on the line between the cranks. */
Test(templates_machines, rhombic_drive_has_no_side_motion)
{
    tml_case c = run("rhombic-stirling");
    const double rod = hypot(40, 44.72) * MM;
    EACH_ROW(c, row)
    {
        const double complex pin = 14 * MM * I * cexp(I * tml_case_value(&c, row, "O.angle"));
        const double aside = 40 * MM - creal(pin), far = sqrt(rod * rod - aside * aside);
        tml_case_near(&c, "level", tml_case_value(&c, row, "piston.angle"), 0, 1e-10);
        tml_case_near(&c, "piston", tml_case_value(&c, row, "piston.M.y"), cimag(pin) + far, 1e-11);
        tml_case_near(&c, "displacer", tml_case_value(&c, row, "displacer.N.y"), cimag(pin) - far, 1e-11);
    }
    tml_case_free(&c);
}

/* Epitrochoid: a corner at R e^(i phi) + e e^(3 i phi), where the shaft has turned by 3 phi. */
Test(templates_machines, corners_of_the_wankel_rotor_follow_the_housing)
{
    tml_case c = run("wankel");
    EACH_ROW(c, row)
    {
        const double shaft = tml_case_value(&c, row, "O.angle");
        const double complex corner = 100 * MM * cexp(I * shaft / 3) + 15 * MM * cexp(I * shaft);
        tml_case_near(&c, "corner", cabs(at(&c, row, "rotor.P1") - corner), 0, 1e-12);
    }
    tml_case_free(&c);
}

/* ---- gears and couplings ---- */

Test(templates_machines, gear_trains_have_the_ratio_of_their_teeth)
{
    tml_case c = run("compound-train");
    tml_case_near(&c, "compound", final(&c, "C.speed") / final(&c, "A.speed"), (20.0 / 60) * (20.0 / 60), 1e-12);
    tml_case_free(&c);
    c = run("reverted-train");
    tml_case_near(&c, "reverted", final(&c, "O.speed") / final(&c, "I.speed"), (20.0 / 40) * (24.0 / 36), 1e-12);
    tml_case_free(&c);
}

/* The middle disc of an Oldham coupling goes round a circle whose diameter is the distance of the shafts. */
Test(templates_machines, couplings_turn_as_their_geometry_says)
{
    tml_case c = run("oldham");
    EACH_ROW(c, row)
    {
        tml_case_near(&c, "angle", tml_case_value(&c, row, "B.angle"), tml_case_value(&c, row, "A.angle"), 1e-11);
        tml_case_near(&c, "disc", cabs(at(&c, row, "disc.M") - 7.5 * MM), 7.5 * MM, 1e-12);
    }
    tml_case_free(&c);
    c = run("universal-joint");
    tml_case_near(&c, "fastest", tml_fact_number(c.table, "speed.max"), 60 / cos(30 * DEG), 1e-6);
    tml_case_near(&c, "slowest", tml_fact_number(c.table, "speed.min"), 60 * cos(30 * DEG), 1e-6);
    tml_case_free(&c);
}

/* ---- governors ---- */

Test(templates_machines, cones_of_the_governors_have_the_height_that_their_speed_asks_for)
{
    tml_case c = run("watt-governor");
    tml_case_near(&c, "Watt", tml_fact_number(c.table, "height.final"), 1e3 * g / pow(95 * PI / 30, 2), 1e-4);
    tml_case_free(&c);
    c = run("porter-governor");
    tml_case_near(&c, "Porter", tml_fact_number(c.table, "height.final"), 1e3 * (1 + 6) * g / pow(200 * PI / 30, 2),
                  1e-3);
    tml_case_free(&c);
}

/* Moments about the pivot of a bell crank that has turned by phi: ball and half of what the sleeve presses, spring and weight. */
Test(templates_machines, hartnells_sleeve_rests_where_balls_and_spring_are_in_balance)
{
    tml_case c = run("hartnell-governor");
    const double m = 1, a = 0.1, b = 0.08, r = 0.1, k = 8e3, w = 280 * PI / 30, slow = 240 * PI / 30;
    const double lift = final(&c, "slide.displacement"), sine = lift / b, cosine = sqrt(1 - sine * sine);
    const double press = 2 * m * slow * slow * r * a / b + k * lift + 0.5 * g;
    const double balls = m * w * w * (r + a * sine) * a * cosine + m * g * a * sine;
    tml_case_near(&c, "moments", balls / (press / 2 * b * cosine), 1, 1e-5);
    cr_assert_gt(lift, 5 * MM);
    tml_case_free(&c);
}

/* ---- vehicles ---- */

/* All wheels roll about one point: cot(outer) - cot(inner) = track/base. Straight arms do that within a degree. */
Test(templates_machines, steered_wheels_turn_nearly_about_one_point)
{
    tml_case c = run("ackermann");
    double most = 0, worst = 0;
    EACH_ROW(c, row)
    {
        const double left = tml_case_value(&c, row, "L.angle"), right = tml_case_value(&c, row, "R.angle");
        const double inner = fmax(fabs(left), fabs(right)), outer = fmin(fabs(left), fabs(right));
        if (inner < DEG)
            continue;
        const double wanted = atan(1 / (1 / tan(inner) + 1.4 / 2.6));
        worst = fmax(worst, fabs(outer - wanted));
        most = fmax(most, inner - outer);
    }
    cr_assert_gt(most, 4 * DEG);
    cr_assert_lt(worst, 1 * DEG, "%g degrees", worst / DEG);
    tml_case_free(&c);
}

Test(templates_machines, both_wipers_sweep_alike)
{
    tml_case c = run("wipers");
    EACH_ROW(c, row)
    tml_case_near(&c, "angles", tml_case_value(&c, row, "V.angle"), tml_case_value(&c, row, "W.angle"), 1e-11);
    cr_assert(tml_fact_number(c.table, "wiped.max") - tml_fact_number(c.table, "wiped.min") > 85);
    tml_case_free(&c);
}
