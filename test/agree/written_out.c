/* written_out.c - equations written out for a planar mechanism against the plain evaluation of the same, on every model that has such equations.
 *
 * At states at random about the assembled one, off the constraints as well: accelerations, power, residuals, and the corrections that close loops.
 * Each lane has a state of its own.
 */
#define _XOPEN_SOURCE 700
#include "analysis/dynamics/motion.h"
#include "dynamics/written_out/plane_equations.h"
#include "run/run.h"
#include "support/examples.h"
#include "support/random_mechanism.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(written_out, .timeout = TML_SLOWER * 280);

static int written; /* mechanisms compared */

static double noise(void)
{
    return 2.0 * rand() / RAND_MAX - 1;
}

static void expect_close(const char *file, const char *what, const tml_lanes *x, int lane, const int *at,
                         const double *exact, int n, double bar)
{
    double size = 1e-300, off = 0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(exact[i]));
        off = fmax(off, fabs(exact[i] - x[at[i]][lane]));
    }
    cr_expect(off <= bar * size + 1e-14, "%s: %s is off by %.3g of %.3g", file, what, off, size);
}

typedef struct {
    tml_equations *e;
    const tml_plane_equations *p;
    tml_lanes *x;
    double *q, *u;
} comparison;

static void set_lane(comparison *c, int lane, const double *q, const double *u, double t, double far)
{
    for (int i = 0; i < c->p->n; i++) {
        c->q[lane * c->p->n + i] = q[i] + far * noise() * c->e->scale[i];
        c->u[lane * c->p->n + i] = u[i] + noise() * c->e->scale[i];
        c->x[c->p->q + i][lane] = c->q[lane * c->p->n + i];
        c->x[c->p->u + i][lane] = c->u[lane * c->p->n + i];
        c->x[c->p->change + i][lane] = noise();
        c->x[c->p->speed + i][lane] = noise();
    }
    c->x[c->p->time][lane] = t;
}

static void compare_lane(const char *file, comparison *c, int lane, double t)
{
    tml_equations *e = c->e;
    const int n = c->p->n;
    const double *q = c->q + lane * n, *u = c->u + lane * n;
    cr_assert_eq(tml_equations_solve(e, t, q, u), 0, "%s", file);
    const bool regular = !e->rows || tml_schur_independence(e->schur) > 0.05;
    const double bar = regular ? 1e-10 : 1e-6, power = tml_workspace_power(e->work, e->lambda);
    expect_close(file, "u'", c->x, lane, c->p->udot, e->udot, n, bar);
    cr_expect_leq(fabs(c->x[c->p->power][lane] - power), 1e-12 * (1 + fabs(power)), "%s: power", file);
    if (!e->rows)
        return;
    double d[64], across[64], other[64], sum = 0;
    e->class->evaluate_constraints(e, t, q, u);
    cr_assert_eq(e->class->factor(e), 0);
    cr_assert_eq(e->class->correct(e, e->phi, d), 0);
    expect_close(file, "closing q", c->x, lane, c->p->correct_q, d, n, 100 * bar);
    cr_assert_eq(e->class->correct(e, e->phidot, d), 0);
    expect_close(file, "closing u", c->x, lane, c->p->correct_u, d, n, 100 * bar);
    const double residual = tml_equations_largest_residual(e, e->phi) / e->system->size;
    cr_expect_leq(fabs(c->x[c->p->residual][lane] - residual), 1e-13 * (1 + residual), "%s: residual", file);
    for (int i = 0; i < n; i++)
        d[i] = c->x[c->p->change + i][lane], sum += d[i] * d[i];
    e->class->jacobian_times(e, d, other);
    cr_assert_eq(e->class->correct(e, other, across), 0);
    for (int i = 0; i < n; i++)
        across[i] = -across[i];
    cr_assert_gt(sum, 0);
    expect_close(file, "normal part", c->x, lane, c->p->across_q, across, n, 100 * bar);
    cr_expect_leq(fabs(c->x[c->p->fastest][lane] - tml_equations_max_speed(e)),
                  1e-12 * (1 + tml_equations_max_speed(e)));
}

static void compare(const char *file, tml_equations *e, const double *q, const double *u, double t, tml_arena *arena)
{
    tml_equations_scales(e);
    const tml_plane_numbers *numbers = tml_plane_numbers_make(e, arena);
    comparison c = {.e = e, .p = tml_plane_equations_write(e, numbers, arena)};
    c.x = tml_plane_equations_values(c.p, arena);
    c.q = TML_NEW_ARRAY(arena, double, TML_LANES *c.p->n + 1);
    c.u = TML_NEW_ARRAY(arena, double, TML_LANES *c.p->n + 1);
    for (int lane = 0; lane < TML_LANES; lane++) {
        tml_plane_equations_load(c.p, numbers, lane, c.x);
        set_lane(&c, lane, q, u, t, lane ? 0.01 : 0);
    }
    tml_lanes_evaluate(&c.p->rates, c.x);
    tml_lanes_evaluate(&c.p->split, c.x);
    for (int lane = 0; lane < TML_LANES; lane++)
        compare_lane(file, &c, lane, t);
    cr_log_info("%s: %d coordinates, %d rows, steps %d, %d, %d\n", file, c.p->n, c.p->rows, c.p->rates.count,
                c.p->split.count, c.p->close.count);
    written++;
}

static tml_status begin(tml_run_state *r, int index)
{
    tml_task task;
    tml_motion_request request;
    tml_assembly report;
    const tml_analysis_class *class = tml_analysis_find(r->model->analyses[index].kind);
    if (!class->integrates || tml_run_state_prepare(r, index, &task) != TML_OK ||
        tml_dynamics_request(&task, &request, &report) != TML_OK || request.formulation->treatment != TML_TREE)
        return TML_OK;
    tml_equations *e = request.formulation->make(task.system, report.rank, request.stabilization, task.element->place,
                                                 task.arena, task.log);
    if (!e || !tml_plane_numbers_fit(e))
        return TML_OK;
    double *q = TML_NEW_ARRAY(task.arena, double, e->nq + 1), *u = TML_NEW_ARRAY(task.arena, double, e->nv + 1);
    tml_equations_from_bodies(e, task.state->t, task.state->q, task.state->v, q, u);
    compare(r->model->file, e, q, u, task.state->t, task.arena);
    return TML_OK;
}

static void see_model(tml_model *model, tml_log *log)
{
    const tml_run_options options = {.size = sizeof options, .formulation = "joint"};
    tml_run_state r = {.model = model, .options = &options, .log = log, .take_last = begin};
    if (model && model->analysis_count == 1)
        tml_run_state_go(&r);
    tml_run_state_free(&r);
    tml_model_free(model);
    tml_log_clear(log);
}

static void see_text(const char *name, const char *text)
{
    tml_log log = {.quiet = true};
    see_model(tml_model_parse(text, strlen(text), name, &log), &log);
}

Test(written_out, every_model)
{
    glob_t found;
    cr_assert_eq(glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        tml_log log = {.quiet = true};
        see_model(tml_model_load(found.gl_pathv[i], &log), &log);
    }
    globfree(&found);
    cr_expect_geq(written, 8, "%d mechanisms", written);
}

Test(written_out, every_example_of_joints_and_forces)
{
    each_example(see_text);
    cr_expect_geq(written, 10, "%d mechanisms", written);
}

Test(written_out, random_mechanisms)
{
    for (int seed = 1; seed <= 150; seed++) {
        const random_mechanism_options options = {.loops = seed % 2, .compliant = seed % 3 == 0};
        random_mechanism made = random_mechanism_make(options, (uint64_t)seed);
        char name[32];
        snprintf(name, sizeof name, "seed %d", seed);
        see_text(name, made.text.data);
        tml_text_free(&made.text);
    }
    cr_expect_geq(written, 30, "%d mechanisms", written);
}
