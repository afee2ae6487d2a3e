/* equilibrium_sparse.c - static equilibrium by sparse matrices against that by full ones, on random mechanisms with loops, redundant rows, massless
 * bodies and compliant joints: the same path, the same position, the same numbers of unstable and indifferent directions. */
#include "analysis/statics/pseudo_transient.h"
#include "assembly/assemble.h"
#include "support/larger.h"
#include "support/mechanics.h"
#include "support/random_mechanism.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct {
    tml_equilibrium_result how;
    tml_equilibrium *r;
    double *q;
} outcome;

static outcome solve(mechanism *m, const tml_assembly *report, const double *start, const tml_equilibrium_class *class)
{
    const tml_system *s = m->system;
    outcome o = {.r = tml_equilibrium_make(s, 0, report->rank, report->independent, class, &m->arena)};
    o.q = tml_arena_copy(&m->arena, start, (size_t)s->nq * sizeof(double));
    memcpy(o.r->work->unwrapped, report->unwrapped, (size_t)s->measure_count * sizeof(double));
    o.how = tml_pseudo_transient_solve(o.r, 1e-12, o.q, NULL, NULL, NULL);
    return o;
}

static double apart(const mechanism *m, const double *a, const double *b)
{
    double most = 0;
    for (int j = 0; j < m->system->nq; j++)
        most = larger(most, fabs(a[j] - b[j]));
    return most;
}

static void hold_against(const char *name, uint64_t seed, const mechanism *m, const outcome *full, const outcome *few)
{
    const int id = (int)seed;
    cr_expect(full->r->max_residual <= fmax(1e-12 * full->r->scale, 4 * full->r->rounding), "%s %d: %g N left of %g N",
              name, id, full->r->max_residual, full->r->scale);
    if (full->r->rounding > 1e-6 * full->r->scale) /* so stiff that signs are rounding */
        return;
    cr_expect_eq(full->r->free_count, few->r->free_count, "%s %d: degrees of freedom", name, id);
    cr_expect_eq(full->how.unstable, few->how.unstable, "%s %d: unstable %d, %d", name, id, full->how.unstable,
                 few->how.unstable);
    cr_expect_eq(full->how.indifferent, few->how.indifferent, "%s %d: indifferent %d, %d", name, id,
                 full->how.indifferent, few->how.indifferent);
    if (full->how.indifferent)
        return;
    cr_expect(apart(m, full->q, few->q) <= 1e-13, "%s %d: %.3g apart", name, id, apart(m, full->q, few->q));
    for (int i = 0; i < m->system->row_count; i++) /* of minimum norm where rows are redundant */
        cr_expect(fabs(full->r->lambda[i] - few->r->lambda[i]) <= 1e-10 * fmax(1, full->r->scale),
                  "%s %d: row %d: %g, %g", name, id, i, full->r->lambda[i], few->r->lambda[i]);
}

/* 1 if both came to rest. */
static int compare(const char *name, random_mechanism_options options, uint64_t seed)
{
    random_mechanism made = random_mechanism_make(options, seed);
    mechanism *m = mechanism_make(made.text.data);
    const tml_system *s = m->system;
    tml_assembly report = {.unwrapped = TML_NEW_ARRAY(&m->arena, double, s->measure_count + 1)};
    int rests = 0;
    if (tml_assemble(s, TML_CLOSE_ALL, 0, 1e-12, m->q, m->v, &report, &m->arena, m->log) == TML_OK) {
        const outcome full = solve(m, &report, m->q, &tml_equilibrium_dense),
                      few = solve(m, &report, m->q, &tml_equilibrium_sparse);
        cr_expect_eq(full.how.end, few.how.end, "%s %d: ends %d and %d", name, (int)seed, full.how.end, few.how.end);
        rests = full.how.end == TML_EQUILIBRIUM_FOUND && few.how.end == TML_EQUILIBRIUM_FOUND;
        if (rests)
            hold_against(name, seed, m, &full, &few);
    }
    mechanism_free(m);
    tml_text_free(&made.text);
    return rests;
}

Test(rest, sparse_and_full_matrices_agree, .timeout = TML_SLOWER * 300)
{
    static const struct {
        const char *name;
        random_mechanism_options options;
    } families[] = {
        {"plane", {.loops = true}},
        {"space", {.space = true, .loops = true}},
        {"plane redundant", {.loops = true, .redundant = true}},
        {"space redundant", {.space = true, .loops = true, .redundant = true}},
        {"plane massless", {.loops = true, .massless = true}},
        {"plane compliant", {.loops = true, .compliant = true}},
        {"space compliant", {.space = true, .loops = true, .compliant = true}},
    };
    int rests = 0;
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (uint64_t seed = 1; seed <= 8; seed++)
            rests += compare(families[f].name, families[f].options, seed);
    cr_expect(rests >= 20, "only %d come to rest", rests);
}
