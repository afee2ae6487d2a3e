/* gradient.c - derivatives of a study's answers: by forward variation along the motion where they are smooth functionals of it
 * (study/sensitivity/sensitivity.h), by the implicit function theorem where they are functions of solutions of equations
 * (study/sensitivity/implicit.h), else by extrapolated differences of whole runs (differences.c). */
#include "study/gradient.h"
#include "base/guard.h"
#include "study/sensitivity/implicit.h"
#include "study/sensitivity/sensitivity.h"
#include <math.h>
#include <string.h>

static size_t cells(const tml_study *study)
{
    return tml_study_answer_count(study) * tml_study_parameter_count(study);
}

tml_gradient *tml_gradient_make(const tml_study *study, tml_arena *arena)
{
    tml_gradient *g = TML_NEW(arena, tml_gradient);
    g->values = TML_NEW_ARRAY(arena, double, cells(study) + 1);
    g->errors = TML_NEW_ARRAY(arena, double, cells(study) + 1);
    g->kinks = TML_NEW_ARRAY(arena, bool, cells(study) + 1);
    g->varied = TML_NEW_ARRAY(arena, bool, cells(study) + 1);
    g->implicit = TML_NEW_ARRAY(arena, bool, cells(study) + 1);
    g->none = TML_NEW_ARRAY(arena, bool, cells(study) + 1);
    g->found = TML_NEW_ARRAY(arena, bool, tml_study_answer_count(study) + 1);
    return g;
}

/* Along the motion, in memory of its own. */
static tml_status vary(tml_study_worker *worker, const double *values, tml_gradient *g)
{
    const tml_study *study = tml_study_worker_study(worker);
    const size_t parameters = tml_study_parameter_count(study);
    tml_arena arena = {.watch = &study->model->watch};
    tml_forward_gradient out = {.gradient = g->values, .found = g->found, .exact = g->exact};
    const tml_status status = tml_forward_gradient_find(tml_study_worker_near(worker), values, &out, &arena);
    g->exact = out.exact;
    g->why = out.why;
    for (size_t i = 0; i < cells(study); i++) {
        g->varied[i] = g->found[i / parameters] && isfinite(g->values[i]);
        if (g->found[i / parameters] && !g->varied[i])
            g->why = "no such motion at values nearby";
    }
    tml_arena_free(&arena);
    return status;
}

/* What is left, as functions of solutions of equations. */
static tml_status imply(const tml_study *study, const double *values, tml_gradient *g)
{
    tml_arena arena = {.watch = &study->model->watch};
    tml_implicit_gradient out = {.gradient = g->values, .found = g->varied, .none = g->none};
    bool *before = tml_allocate(cells(study) + 1);
    if (!before)
        return TML_NO_MEMORY;
    memcpy(before, g->varied, cells(study));
    const tml_status status = tml_implicit_gradient_find(study, values, &out, &arena);
    for (size_t i = 0; i < cells(study); i++)
        g->implicit[i] = g->varied[i] && !before[i];
    g->why = out.why ? out.why : g->why;
    g->singular = out.singular;
    tml_release(before);
    tml_arena_free(&arena);
    return status;
}

static bool are_all(const tml_study *study, const bool *which)
{
    for (size_t i = 0; i < cells(study); i++)
        if (!which[i])
            return false;
    return true;
}

tml_status tml_gradient_find(tml_study_worker *worker, const double *values, double *answers, tml_gradient *g,
                             const char **reason)
{
    const tml_study *study = tml_study_worker_study(worker);
    tml_status status = tml_study_worker_know(worker, values, answers, reason);
    bool missing = status == TML_FAILED;
    for (size_t i = 0; i < cells(study); i++)
        g->values[i] = g->errors[i] = NAN;
    memset(g->kinks, 0, cells(study) * sizeof(bool));
    memset(g->varied, 0, cells(study) * sizeof(bool));
    memset(g->implicit, 0, cells(study) * sizeof(bool));
    memset(g->none, 0, cells(study) * sizeof(bool));
    if (status == TML_OK)
        status = vary(worker, values, g);
    if ((status == TML_OK || status == TML_FAILED) && !are_all(study, g->varied))
        status = imply(study, values, g);
    if ((status == TML_OK || status == TML_FAILED) && !are_all(study, g->varied))
        status = tml_differences_find(worker, values, answers, g, reason);
    for (size_t i = 0; i < cells(study); i++)
        missing |= !isfinite(g->values[i]);
    if (status == TML_OK && missing)
        status = TML_FAILED;
    *reason = status != TML_FAILED ? NULL : *reason ? *reason : "a derivative is not a number";
    return status;
}

typedef struct {
    const tml_study *study;
    tml_arena *arena;
    tml_gradient *made;
} making;

static tml_status make(void *context)
{
    making *m = context;
    m->made = tml_gradient_make(m->study, m->arena);
    return TML_OK;
}

tml_status tml_study_worker_gradient(tml_study_worker *worker, const double *values, double *answers, double *gradient,
                                     const char **reason)
{
    tml_arena arena = {0};
    making m = {.study = tml_study_worker_study(worker), .arena = &arena};
    tml_status status = tml_guarded(&arena, NULL, make, &m);
    *reason = NULL;
    if (status == TML_OK) {
        status = tml_gradient_find(worker, values, answers, m.made, reason);
        memcpy(gradient, m.made->values, cells(m.study) * sizeof(double));
        memcpy(tml_study_worker_varied(worker), m.made->varied, cells(m.study) * sizeof(bool));
    }
    tml_arena_free(&arena);
    return status;
}
