/* tangent.c - the Jacobian of the equations of motion against differences, over the example of every joint and force.
 *
 * d f(y + h e)/dh by central differences with one Richardson step; states are displaced at random from the assembled one, off the
 * constraints too, with random velocities.
 */
#include "dynamics/tangent/tangent.h"
#include "analysis/analysis.h"
#include "support/larger.h"
#include "system/initial_guess.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double noise(void)
{
    return 2.0 * rand() / RAND_MAX - 1.0;
}

typedef struct {
    tml_arena arena;
    tml_log *log;
    tml_model *model;
    const tml_system *system;
    tml_absolute *e;
    double *y;
    size_t n;
} setting;

static setting make(const char *text, tml_stabilize stabilize)
{
    setting s = {.log = tml_log_make()};
    s.model = tml_model_parse(text, strlen(text), "example", s.log);
    cr_assert(s.model, "%s\n%s", text, tml_log_count(s.log) ? tml_log_get(s.log, 0).text : "");
    tml_resolved *resolved = tml_model_read(s.model, NULL, 0, &s.arena, s.log);
    s.system = tml_system_compile(resolved, NULL, NULL, &s.arena, s.log);
    cr_assert(s.system, "%s", text);
    const size_t nq = (size_t)s.system->nq, nv = (size_t)s.system->nv;
    s.n = nq + nv + 1 + (size_t)s.system->state_count + s.system->has_friction;
    s.y = TML_NEW_ARRAY(&s.arena, double, s.n);
    tml_system_initial_guess(s.system, &s.arena, s.y, s.y + nq);
    tml_assembly report = {0};
    cr_assert(tml_assemble(s.system, TML_CLOSE_ALL, 0, 1e-12, s.y, s.y + nq, &report, &s.arena, s.log) == TML_OK, "%s",
              text);
    double *d = TML_NEW_ARRAY(&s.arena, double, nv);
    for (int i = 0; i < s.system->state_count; i++)
        s.y[nq + nv + 1 + (size_t)i] = noise();
    for (size_t i = 0; i < nv; i++) {
        d[i] = 0.1 * noise();
        s.y[nq + i] = noise();
    }
    tml_system_displace(s.system, d, s.y);
    s.e = tml_absolute_make(tml_formulation_find("absolute"), s.system, report.rank,
                            (tml_stabilization){.method = stabilize, .alpha = 3, .beta = 5}, &s.arena);
    return s;
}

static void rate(setting *s, const double *y, double *out)
{
    const tml_system *sys = s->system;
    const int states = sys->nq + sys->nv + 1;
    tml_workspace_set_states(s->e->e.work, y + states);
    cr_assert(tml_equations_solve(&s->e->e, 0.3, y, y + sys->nq) == 0);
    memset(out, 0, s->n * sizeof *out);
    tml_workspace_state_rates(s->e->e.work, out + states);
    tml_system_rate(sys, y, y + sys->nq, out);
    memcpy(out + sys->nq, s->e->e.a, (size_t)sys->nv * sizeof(double));
}

/* df/dy_j by central differences of h and 2h, extrapolated */
static void difference(setting *s, size_t j, double h, double *out)
{
    double *y = calloc(s->n, sizeof *y), *f[4];
    static const double at[4] = {1, -1, 2, -2};
    for (int k = 0; k < 4; k++) {
        f[k] = calloc(s->n, sizeof *f[k]);
        memcpy(y, s->y, s->n * sizeof *y);
        y[j] += at[k] * h;
        rate(s, y, f[k]);
    }
    for (size_t i = 0; i < s->n; i++)
        out[i] = (8 * (f[0][i] - f[1][i]) - (f[2][i] - f[3][i])) / (12 * h);
    for (int k = 0; k < 4; k++)
        free(f[k]);
    free(y);
}

static void check(const char *name, const char *text, tml_stabilize stabilize)
{
    if (!text)
        return;
    setting s = make(text, stabilize);
    tml_tangent *t = tml_tangent_make(s.system, &s.arena);
    double *J = calloc(s.n * s.n, sizeof *J), *d = calloc(s.n, sizeof *d), scale = 1, worst = 0;
    tml_workspace_set_states(s.e->e.work, s.y + s.system->nq + s.system->nv + 1);
    cr_assert(tml_tangent_ode(t, s.e, 0.3, s.y, s.y + s.system->nq, J) == 0);
    for (size_t i = 0; i < s.n * s.n; i++)
        scale = larger(scale, fabs(J[i]));
    for (size_t j = 0; j < s.n && !s.system->result_law_count;
         j++) { /* of forces that depend on results: test/unit/linearization.c */
        difference(&s, j, 1e-3, d);
        for (size_t i = 0; i < s.n; i++)
            worst = larger(worst, fabs(d[i] - J[j * s.n + i]));
    }
    cr_expect(worst < 2e-8 * scale, "%s: Jacobian differs from differences by %.3g of %.3g", name, worst, scale);
    free(J);
    free(d);
    tml_model_free(s.model);
    tml_log_free(s.log);
    tml_arena_free(&s.arena);
}

Test(tangent, jacobian_of_every_joint_matches_differences)
{
    for (int i = 0; i < tml_joint_class_count; i++) {
        check(tml_joint_classes[i]->name, tml_joint_classes[i]->example_plane, TML_STABILIZE_NONE);
        check(tml_joint_classes[i]->name, tml_joint_classes[i]->example_space, TML_STABILIZE_NONE);
    }
}

Test(tangent, jacobian_of_every_force_matches_differences)
{
    for (int i = 0; i < tml_force_class_count; i++) {
        check(tml_force_classes[i]->name, tml_force_classes[i]->example_plane, TML_STABILIZE_NONE);
        check(tml_force_classes[i]->name, tml_force_classes[i]->example_space, TML_STABILIZE_NONE);
    }
}

Test(tangent, jacobian_with_baumgarte_matches_differences)
{
    check("revolute", tml_joint_class_find("revolute")->example_space, TML_STABILIZE_BAUMGARTE);
    check("prismatic", tml_joint_class_find("prismatic")->example_plane, TML_STABILIZE_BAUMGARTE);
}
