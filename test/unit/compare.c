/* compare.c - comparison of runs on manipulated tables of a known motion: which run disagrees, where, and which differences are excused. */
#include "verify/compare.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* ---- runs of one motion --------------------------------------------------------------------------------------- */

enum { T, X, ANGLE, VX, AX, FX, TORQUE, QW, QX, QY, QZ, ENERGY, RESIDUAL, COLUMNS, ROWS = 41, MOST = 5 };

static const tml_column columns[COLUMNS] = {{"t", "s"},
                                            {"rod.x", "m"},
                                            {"rod.angle", "rad"},
                                            {"rod.vx", "m/s"},
                                            {"rod.ax", "m/s^2"},
                                            {"O.fx", "N"},
                                            {"O.torque", "N*m"},
                                            {"top.qw", ""},
                                            {"top.qx", ""},
                                            {"top.qy", ""},
                                            {"top.qz", ""},
                                            {"energy.error", "J"},
                                            {"residual.position", "m"}};

static const tml_mechanism_scales measured = {.size = 2, .mass = 3, .gravity = 9.81};

/* Formulation i makes errors of its own pattern: `error` times those. */
static void fill(double *row, double t, int i, double error)
{
    const double e = error * (1 + 0.1 * i) * sin(3 * t + i);
    const double exact[COLUMNS] = {t,          cos(t), 2 * t, -sin(t),    -cos(t),  30 * cos(t), 4 * sin(t),
                                   cos(t / 2), 0,      0,     sin(t / 2), 1e-7 * i, 1e-14 * i};
    for (int c = 0; c < COLUMNS; c++)
        row[c] = exact[c] + (c == T || c == QX || c == QY ? 0 : c == FX ? 30 * e : e);
}

static tml_results *make_run(int i, double error)
{
    tml_results *results = tml_results_make();
    tml_table *other = tml_results_add(results, "assembly", "", columns, 2); /* is none of our business */
    tml_table_append(other);
    tml_table *table = tml_results_add(results, "dynamics", "", columns, COLUMNS);
    for (int r = 0; r < ROWS; r++)
        fill(tml_table_append(table), 0.05 * r, i, error);
    return results;
}

typedef struct {
    tml_results *runs[MOST][3]; /* fine, coarse, stiffer */
    tml_entrant entrants[MOST];
    tml_verified out[MOST];
    tml_arena arena;
    tml_comparison found;
    int count;
} contest;

static const char *const names[MOST] = {"absolute", "joint", "point", "particles", "implicit"};

/* `count` rigid formulations, with errors of 1e-9 and 1e-10. */
static contest make_contest(int count)
{
    contest c = {.count = count};
    for (int i = 0; i < count; i++) {
        c.runs[i][0] = make_run(i, 1e-10);
        c.runs[i][1] = make_run(i, 1e-9);
        c.entrants[i] = (tml_entrant){
            .name = names[i], .fine = c.runs[i][0], .coarse = c.runs[i][1], .complete = true, .tolerance = 1e-10};
    }
    return c;
}

static double *cell(tml_results *run, int row, int column)
{
    tml_table *t = run->tables[1];
    return t->values + (size_t)row * t->column_count + column;
}

static void compare(contest *c, const tml_mechanism_scales *with)
{
    c->found = tml_compare(c->entrants, c->count, with, c->out, &c->arena);
}

static void free_contest(contest *c)
{
    for (int i = 0; i < MOST; i++)
        for (int k = 0; k < 3; k++)
            tml_results_free(c->runs[i][k]);
    tml_arena_free(&c->arena);
}

static void expect_verdict(const contest *c, int i, tml_verdict verdict)
{
    cr_expect_eq(c->out[i].verdict, verdict, "%s %s: %s", names[i], tml_verdict_text(c->out[i].verdict),
                 c->out[i].text);
}

/* Only `wrong_run` disagrees, and its text contains `said`. */
static void expect_alone(contest *c, int cause, const char *said)
{
    compare(c, &measured);
    cr_expect(c->found.decided);
    cr_expect_eq(c->found.group, (1u << c->count) - 1 - (1u << cause));
    for (int i = 0; i < c->count; i++)
        expect_verdict(c, i, i == cause ? TML_DISAGREES : TML_AGREES);
    cr_expect(strstr(c->out[cause].text, said), "no \"%s\" in \"%s\"", said, c->out[cause].text);
    for (int q = 0; q <= TML_REACTION; q++)
        cr_expect_lt(c->found.difference[q], 1e-9, "the others still agree");
    free_contest(c);
}

/* After 4000 rad rounding has added up to 1e-11 of the angle: 4e-8 rad, not 4e-7, and nothing of the kind where little has turned. */
static void rotate_far(contest *c, double by, double apart)
{
    *c = make_contest(3);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            for (int r = 0; r < ROWS; r++)
                *cell(c->runs[i][k], r, ANGLE) += by * r / (ROWS - 1);
    for (int k = 0; k < 2; k++)
        *cell(c->runs[2][k], ROWS - 1, ANGLE) += apart;
}

Test(compare, rounding_adds_up_over_many_turns)
{
    contest c;
    rotate_far(&c, 4000, 3e-8);
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_AGREES);
    free_contest(&c);
    rotate_far(&c, 4000, 1e-7);
    expect_alone(&c, 2, "rod.angle");
    rotate_far(&c, 4, 3e-8);
    expect_alone(&c, 2, "rod.angle");
}

/* ---- agreement ------------------------------------------------------------------------------------------------ */

Test(compare, agrees_within_errors)
{
    contest c = make_contest(3);
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u);
    cr_expect(c.found.decided);
    cr_expect_eq(c.found.rows, ROWS);
    cr_expect_eq(c.found.channels, COLUMNS);
    cr_expect_float_eq(c.found.begin, 0, 0);
    cr_expect_float_eq(c.found.end, 2, 1e-12);
    for (int i = 0; i < 3; i++) {
        expect_verdict(&c, i, TML_AGREES);
        cr_expect_float_eq(c.out[i].reached, 2, 1e-12);
        for (int q = TML_POSITION; q <= TML_REACTION; q++) {
            const tml_difference *d = &c.out[i].of[q];
            cr_expect(d->own > 1e-11 && d->own < 2e-9, "own error %g", d->own);
            cr_expect(d->difference > 1e-12 && d->difference < 5e-10 && d->difference < d->allowed);
            cr_expect_eq(d->compliance, 0);
        }
        cr_expect_eq(c.out[i].of[TML_TIME].difference, 0);
    }
    free_contest(&c);
}

Test(compare, quaternions_count_up_to_their_sign)
{
    contest c = make_contest(3);
    for (int r = 10; r < ROWS; r++)
        for (int q = QW; q <= QZ; q++)
            *cell(c.runs[1][0], r, q) *= -1;
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u);
    free_contest(&c);
    c = make_contest(3);
    for (int k = 0; k < 2; k++)
        *cell(c.runs[1][k], 20, QZ) *= -1; /* one component alone is another rotation */
    expect_alone(&c, 1, "top.q");
}

Test(compare, leaves_out_residuals_and_energies)
{
    contest c = make_contest(3);
    *cell(c.runs[2][0], 5, RESIDUAL) = 1;
    *cell(c.runs[2][0], 5, ENERGY) = 1;
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u);
    free_contest(&c);
}

/* Errors grow 1e7 times towards the end: late differences are explained by the spread of each, early ones are not. */
static contest make_unstable(void)
{
    contest c = make_contest(3);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            for (int r = 0; r < ROWS; r++)
                *cell(c.runs[i][k], r, X) += (k ? 1e-10 : 1e-11) * (i + 1) * exp(8 * 0.05 * r);
    return c;
}

Test(compare, lets_an_unstable_motion_explain_itself)
{
    contest c = make_unstable();
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u);
    cr_expect_gt(c.found.difference[TML_POSITION], 1e-5);
    free_contest(&c);
    c = make_unstable();
    for (int k = 0; k < 2; k++)
        *cell(c.runs[1][k], 4, X) += 1e-6;
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 5u);
    expect_verdict(&c, 1, TML_DISAGREES);
    cr_expect(strstr(c.out[1].text, "rod.x is 0.98006"), "%s", c.out[1].text);
    free_contest(&c);
}

/* ---- runs that disagree ------------------------------------------------------------------------------------------------- */

Test(compare, names_a_reaction_of_wrong_sign)
{
    contest c = make_contest(4);
    for (int k = 0; k < 2; k++)
        for (int r = 0; r < ROWS; r++)
            *cell(c.runs[2][k], r, FX) *= -1;
    expect_alone(&c, 2, "O.fx is -30 at t = 0 s, by ");
}

Test(compare, names_a_shifted_position)
{
    contest c = make_contest(3);
    for (int k = 0; k < 2; k++)
        for (int r = 7; r < ROWS; r++)
            *cell(c.runs[0][k], r, ANGLE) += 1e-6;
    expect_alone(&c, 0, "rod.angle is ");
    c = make_contest(3);
    for (int k = 0; k < 2; k++)
        for (int r = 0; r < ROWS; r++)
            *cell(c.runs[1][k], r, VX) *= 1 + 1e-6;
    expect_alone(&c, 1, "rod.vx is ");
    c = make_contest(3);
    *cell(c.runs[1][0], ROWS - 1, TORQUE) += 1e-5;
    *cell(c.runs[1][1], ROWS - 1, TORQUE) += 1e-5;
    expect_alone(&c, 1, "O.torque is ");
}

Test(compare, names_what_is_not_a_number)
{
    contest c = make_contest(3);
    *cell(c.runs[1][0], 9, AX) = NAN;
    *cell(c.runs[1][1], 9, AX) = NAN;
    expect_alone(&c, 1, "rod.ax is nan at t = 0.45 s");
    c = make_contest(3);
    for (int i = 0; i < 3; i++) /* a channel that none has */
        *cell(c.runs[i][0], 9, AX) = *cell(c.runs[i][1], 9, AX) = NAN;
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u);
    free_contest(&c);
    c = make_contest(3);
    *cell(c.runs[1][0], 9, AX) = INFINITY;
    compare(&c, &measured);
    expect_verdict(&c, 1, TML_NOT_CONVERGED);
    cr_expect_eq(c.found.group, 5u);
    free_contest(&c);
}

Test(compare, a_wrong_run_does_not_set_the_scale)
{
    contest c = make_contest(3);
    for (int k = 0; k < 2; k++)
        for (int r = 0; r < ROWS; r++)
            *cell(c.runs[2][k], r, FX) = 1e12;
    for (int k = 0; k < 2; k++)
        *cell(c.runs[1][k], 3, FX) += 1e-3;
    compare(&c, &measured);
    cr_expect_not(c.found.decided, "each of the three has another force");
    for (int i = 0; i < 3; i++)
        expect_verdict(&c, i, TML_DISAGREES);
    free_contest(&c);
}

Test(compare, names_missing_rows)
{
    contest c = make_contest(3);
    for (int k = 0; k < 2; k++)
        c.runs[1][k]->tables[1]->row_count -= 2; /* ended early */
    expect_alone(&c, 1, "it ends at t = 1.9 s where absolute ends at t = 2 s");
    c = make_contest(3);
    for (int k = 0; k < 2; k++) { /* one in the middle is not there */
        memmove(cell(c.runs[1][k], 10, 0), cell(c.runs[1][k], 11, 0), (ROWS - 11) * COLUMNS * sizeof(double));
        c.runs[1][k]->tables[1]->row_count--;
    }
    expect_alone(&c, 1, "it lacks rows or channels of absolute");
    c = make_contest(3);
    c.runs[1][0]->tables[1]->row_count = 0;
    expect_alone(&c, 1, "it lacks rows or channels of absolute");
    c = make_contest(3);
    strcpy(c.runs[1][0]->tables[1]->kind, "dynamicZ");
    expect_alone(&c, 1, "it lacks rows or channels of absolute");
    c = make_contest(3);
    c.runs[1][0]->tables[1]->columns[FX].name = "O.fz";
    expect_alone(&c, 1, "it lacks rows or channels of absolute");
}

Test(compare, a_run_that_failed_is_compared_up_to_its_end)
{
    contest c = make_contest(3);
    c.runs[1][0]->tables[1]->row_count = 12;
    c.entrants[1].complete = false;
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u);
    cr_expect_float_eq(c.out[1].reached, 0.55, 1e-12);
    free_contest(&c);
    c = make_contest(3);
    c.entrants[1] = (tml_entrant){.name = "joint"};
    compare(&c, &measured);
    expect_verdict(&c, 1, TML_NOT_COMPARED);
    cr_expect_eq(c.found.group, 5u);
    free_contest(&c);
}

Test(compare, an_event_may_fall_on_either_side_of_a_row)
{
    contest c = make_contest(3);
    for (int k = 0; k < 2; k++) { /* the others stop 1e-11 s after the last row but one, in a row of their own */
        c.runs[1][k]->tables[1]->row_count--;
        for (int i = 0; i < 3; i += 2) {
            memcpy(cell(c.runs[i][k], ROWS - 1, 0), cell(c.runs[i][k], ROWS - 2, 0), COLUMNS * sizeof(double));
            *cell(c.runs[i][k], ROWS - 1, T) += 1e-11;
        }
    }
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u, "%s%s", c.out[0].text, c.out[1].text);
    free_contest(&c);
}

Test(compare, two_that_disagree_leave_it_open)
{
    contest c = make_contest(2);
    for (int k = 0; k < 2; k++)
        *cell(c.runs[1][k], 8, X) += 0.1;
    compare(&c, &measured);
    cr_expect_not(c.found.decided);
    for (int i = 0; i < 2; i++) {
        expect_verdict(&c, i, TML_DISAGREES);
        cr_expect(strstr(c.out[i].text, i ? "by absolute" : "by joint"), "%s", c.out[i].text);
    }
    free_contest(&c);
}

Test(compare, a_run_that_does_not_converge_explains_nothing)
{
    contest c = make_contest(3);
    for (int r = 30; r < ROWS; r++)
        *cell(c.runs[2][1], r, X) += 0.1;
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_NOT_CONVERGED);
    cr_expect(strstr(c.out[2].text, "its runs at tolerances 1e-09 and 1e-10 differ by 0.05 in rod.x at t = "), "%s",
              c.out[2].text);
    cr_expect_eq(c.found.group, 3u);
    free_contest(&c);
}

/* ---- compliant joints ----------------------------------------------------------------------------------------- */

/* The last formulation has joints of stiffness k: y + c/k, and y + c/2k when they are twice as stiff. */
static contest make_compliant(double c_by_k)
{
    contest c = make_contest(3);
    c.runs[2][2] = make_run(2, 1e-10);
    c.entrants[2].stiffer = c.runs[2][2];
    c.entrants[2].settling = 0.12;
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < ROWS; r++)
            *cell(c.runs[2][k], r, X) += (k == 2 ? 0.5 : 1) * c_by_k * sin(0.05 * r);
    return c;
}

Test(compare, compliance_explains_what_it_should)
{
    contest c = make_compliant(1e-5);
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u);
    const tml_difference *d = &c.out[2].of[TML_POSITION];
    cr_expect_float_eq(d->compliance, 1e-5 / 2, 1e-8);
    cr_expect_float_eq(d->difference, d->compliance, 1e-8);
    cr_expect_lt(c.found.difference[TML_POSITION], 1e-9, "of the rigid ones");
    cr_expect_lt(c.out[0].of[TML_POSITION].difference, 1e-9, "they are held against each other");
    free_contest(&c);
    c = make_compliant(1e-5);
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < ROWS; r++)
            *cell(c.runs[2][k], r, X) += 1e-4 * sin(0.05 * r);
    expect_alone(&c, 2, "rod.x is ");
}

Test(compare, compliant_joints_start_unloaded)
{
    contest c = make_compliant(1e-6);
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < 3; r++)
            *cell(c.runs[2][k], r, FX) = 0;
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u, "%s", c.out[2].text);
    free_contest(&c);
    c = make_compliant(1e-6);
    for (int k = 0; k < 3; k++)
        *cell(c.runs[2][k], 3, FX) = 0;
    expect_alone(&c, 2, "O.fx is 0 at t = 0.15 s");
}

Test(compare, redundant_reactions_are_shared_by_stiffness)
{
    static const char *const shared[] = {"A", "O"};
    const tml_mechanism_scales redundant = {
        .size = 2, .mass = 3, .gravity = 9.81, .non_unique = shared, .non_unique_count = 2};
    contest c = make_compliant(1e-6);
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < ROWS; r++)
            *cell(c.runs[2][k], r, FX) *= 0.5;
    compare(&c, &redundant);
    cr_expect_eq(c.found.group, 7u, "%s", c.out[2].text);
    cr_expect(isnan(c.out[2].of[TML_REACTION].difference));
    for (int k = 0; k < 2; k++) /* rigid ones all have the smallest */
        *cell(c.runs[1][k], 8, FX) *= 0.5;
    compare(&c, &redundant);
    cr_expect_eq(c.found.group & 3, 1u);
    free_contest(&c);
}

Test(compare, noise_of_stiff_joints_is_excused)
{
    contest c = make_compliant(1e-6);
    for (int r = 20; r < ROWS; r++)
        *cell(c.runs[2][1], r, AX) += 0.7;
    for (int r = 25; r < ROWS; r++)
        *cell(c.runs[2][0], r, AX) = 100;
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 7u, "%s", c.out[2].text);
    cr_expect_float_eq(c.out[2].of[TML_ACCELERATION].until, 0.85, 1e-12, "estimates look ahead by two rows");
    cr_expect_float_eq(c.out[2].of[TML_POSITION].until, 2, 1e-12);
    cr_expect_lt(c.out[2].of[TML_ACCELERATION].own, 1e-8, "as far as it counts");
    for (int k = 0; k < 3; k++)
        *cell(c.runs[2][k], 12, AX) = 100;
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_DISAGREES);
    free_contest(&c);
}

/* Its two runs cross at row 10, where both are off: they are apart in the next ones. Far ahead they do not excuse it. */
Test(compare, crossing_runs_are_excused_only_nearby)
{
    for (int ahead = 1; ahead <= 8; ahead += 7) {
        contest c = make_contest(3);
        for (int k = 0; k < 2; k++)
            *cell(c.runs[1][k], 10, X) += 1e-5;
        for (int r = 10 + ahead; r < ROWS; r++) {
            *cell(c.runs[1][0], r, X) += 1e-5;
            *cell(c.runs[1][1], r, X) -= 1e-5;
        }
        compare(&c, &measured);
        expect_verdict(&c, 1, ahead == 1 ? TML_AGREES : TML_DISAGREES);
        free_contest(&c);
    }
}

/* While they settle, joints of k and 2 k are alike and both far from rigid. */
Test(compare, nothing_of_compliant_joints_counts_before_they_have_settled)
{
    contest c = make_compliant(1e-6);
    for (int k = 0; k < 3; k++)
        *cell(c.runs[2][k], 2, X) += 1e-3, *cell(c.runs[2][k], 2, VX) += 1e-2;
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_AGREES);
    c.entrants[2].settling = 100;
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_NOT_COMPARED);
    cr_expect(strstr(c.out[2].text, "before its joints"), "%s", c.out[2].text);
    c.entrants[2].settling = 0.09;
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_DISAGREES);
    free_contest(&c);
}

Test(compare, a_stopped_run_needs_some_rows)
{
    contest c = make_compliant(1e-6);
    c.entrants[2].complete = false;
    c.runs[2][2]->tables[1]->row_count = 2;
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_NOT_COMPARED);
    cr_expect_eq(c.found.group, 3u);
    c.runs[2][2]->tables[1]->row_count = 6; /* three of them after its joints have settled */
    compare(&c, &measured);
    expect_verdict(&c, 2, TML_AGREES);
    cr_expect_float_eq(c.out[2].reached, 0.25, 1e-12);
    free_contest(&c);
}

/* ---- nothing to compare --------------------------------------------------------------------------------------- */

Test(compare, empty_tables_are_compared)
{
    contest c = make_contest(1);
    compare(&c, &measured);
    expect_verdict(&c, 0, TML_AGREES);
    cr_expect(isnan(c.out[0].of[TML_POSITION].difference));
    free_contest(&c);
    c = make_contest(0);
    compare(&c, &measured);
    cr_expect_eq(c.found.group, 0u);
    cr_expect_eq(c.found.rows, 0u);
    free_contest(&c);
}
