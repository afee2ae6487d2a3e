/* shared_forces.c - which forces are taken where contacts and friction hold bodies in several ways.
 *
 * x makes sum (w x)^2 least: pressure is shared evenly, and friction that sticks by what each can hold, w^2 = 1/holding. Of bodies that would slide
 * without rotation each then uses the same part of what it can hold. Near the limit the virtual slips v = w^2 x show how they would move: with
 * w^2 = |v|/holding, again and again, x = part holding v/|v|. So they reach their limits together, when under these pressures no other
 * share could hold the bodies any longer. Between NEAR_LIMIT and the limit shares go over from the first to these, so that forces are continuous.
 */
#include "dynamics/complementarity_state.h"
#include "dynamics/result_laws_state.h"
#include "linalg/small.h"
#include <math.h>
#include <string.h>

enum { MAX_SHARES = 60 };
static const double SAME_SHARE = 1e-14; /* of the largest force */
static const double STILL_SHARE =
    1e-9; /* of it: changes below it that no longer decrease are rounding, which would grow */
static const double NEAR_LIMIT =
    0.9; /* of what friction can hold: from there on shares begin to go over to those of the limit */
static const double LEAST_WEIGHT = 1e-3; /* of the largest: of friction that hardly slips while the others do */

void tml_result_laws_predict(tml_result_laws *laws, const double *at)
{
    for (int j = 0; j < laws->m; j++) {
        laws->results[j] = laws->r[j];
        for (int k = 0; k < laws->n; k++)
            laws->results[j] += laws->R[k * laws->m + j] * (at[k] - laws->x[k]);
    }
}

bool tml_result_laws_keep_share(const tml_result_laws *laws)
{
    for (int k = 0; k < laws->n; k++)
        if (laws->begins[k] >= 0)
            return true;
    return false;
}

/* The friction that law k belongs to; NULL: it is of none. */
static const tml_interaction *friction_of(const tml_result_laws *laws, int k)
{
    const int i = laws->system->result_laws[laws->active[k]].interaction;
    const tml_interaction *is = i >= 0 ? &laws->system->interactions[i] : NULL;
    return is && is->kind == TML_FRICTION ? is : NULL;
}

static bool sticks(const tml_result_laws *laws, int k)
{
    return friction_of(laws, k) && laws->held[k] >= 0;
}

/* Whether law k is the first component of friction that sticks. */
static bool is_first_that_sticks(const tml_result_laws *laws, int k)
{
    return sticks(laws, k) && laws->system->result_laws[laws->active[k]].component == 0;
}

/* Weights of pressure, and of friction as if it were all alike; how many frictions stick. */
static int begin_weights(tml_result_laws *laws)
{
    int count = 0;
    for (int k = 0; k < laws->n; k++) {
        laws->weight[k] = friction_of(laws, k) ? TML_FRICTION_WEIGHT : 1;
        count += is_first_that_sticks(laws, k);
    }
    return count;
}

/* Weights of friction that sticks, for forces x: by what each holds there, and (slips) by how they would slip. Returns the largest part of what
 * it can hold that one of them uses. */
static double find_weights(const tml_result_problem *p, const double *x, bool slips)
{
    tml_result_laws *laws = p->laws;
    double largest = 0, used = 0;
    tml_result_laws_predict(laws, x);
    tml_result_laws_set_inputs(laws, p->work, x, laws->results);
    for (int k = 0; k < laws->n; k++) {
        if (!is_first_that_sticks(laws, k))
            continue;
        const tml_interaction *is = friction_of(laws, k);
        const double holding =
                         tml_expression_value(tml_interaction_holding(is, x[k]), p->work->inputs, p->work->expression),
                     force = tml_condition_length(x + k, is->size), before = laws->weight[k],
                     slip = slips ? before * before * force : 1, weight = sqrt(slip / fmax(holding, 1e-300));
        for (int a = 0; a < is->size; a++)
            laws->weight[k + a] = weight;
        used = fmax(used, holding > 0 ? force / holding : 0);
        largest = holding > 0 ? fmax(largest, weight) : largest;
    }
    for (int k = 0; k < laws->n; k++)
        if (sticks(laws, k))
            laws->weight[k] = TML_FRICTION_WEIGHT *
                              (largest > 0 ? fmin(fmax(laws->weight[k] / largest, LEAST_WEIGHT), 1 / LEAST_WEIGHT) : 1);
    return used;
}

/* dx to the x of least weighted norm, or nearest to the present one, among those that do best where J is singular. */
static void weighted_step(tml_result_laws *laws)
{
    const int n = laws->n;
    const bool keeps = tml_result_laws_keep_share(laws);
    memcpy(laws->J, laws->kept, (size_t)(n * n) * sizeof(double));
    memcpy(laws->dx, laws->residual, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++)
        for (int l = 0; !keeps && l < n; l++)
            laws->dx[k] += laws->kept[l * n + k] * laws->at[l];
    for (int k = 0; k < n * n; k++)
        laws->J[k] /= laws->weight[k / n];
    tml_small_least(n, laws->J, laws->dx, TML_REDUNDANT, laws->pivot);
    for (int k = 0; k < n; k++)
        laws->dx[k] = laws->dx[k] / laws->weight[k] - (keeps ? 0 : laws->at[k]);
}

/* trial = at + dx; how far that is from the trial before, of the largest force */
static double take_trial(tml_result_laws *laws)
{
    double change = 0, largest = 0;
    for (int k = 0; k < laws->n; k++) {
        const double x = laws->at[k] + laws->dx[k];
        change = fmax(change, fabs(x - laws->trial[k]));
        largest = fmax(largest, fabs(x));
        laws->trial[k] = x;
    }
    return largest > 0 ? change / largest : 0;
}

/* The shares by which all reach their limits together, from those of the trial: again and again. */
static void find_last_shares(const tml_result_problem *p)
{
    tml_result_laws *laws = p->laws;
    double before = INFINITY;
    for (int i = 0; i < MAX_SHARES; i++) {
        weighted_step(laws);
        const double change = take_trial(laws);
        if (change <= SAME_SHARE || (before <= STILL_SHARE && change > 0.5 * before))
            break;
        before = change;
        find_weights(p, laws->trial, true);
    }
}

/* Friction of several places that stick. Both shares balance the same loads, and so does what lies between them: from NEAR_LIMIT to the limit one goes over into the other, so
 * that forces are continuous. */
static void share_friction(const tml_result_problem *p)
{
    tml_result_laws *laws = p->laws;
    find_weights(p, laws->at, false);
    weighted_step(laws);
    take_trial(laws);
    const double used = find_weights(p, laws->trial, true);
    if (used >= NEAR_LIMIT) {
        const double part = fmin(1, (used - NEAR_LIMIT) / (1 - NEAR_LIMIT));
        memcpy(laws->even, laws->dx, (size_t)laws->n * sizeof(double));
        find_last_shares(p);
        for (int k = 0; k < laws->n; k++)
            laws->dx[k] = laws->even[k] + part * (laws->dx[k] - laws->even[k]);
    }
    tml_result_laws_predict(laws, laws->at); /* as it was */
    tml_result_laws_set_inputs(laws, p->work, laws->at, laws->results);
}

int tml_result_laws_share(const tml_result_problem *p)
{
    tml_result_laws *laws = p->laws;
    laws->shared = true;
    laws->shares_friction = begin_weights(laws) > 1;
    if (laws->shares_friction)
        share_friction(p);
    else
        weighted_step(laws);
    return 1;
}
