/* runge_kutta.c - explicit Runge-Kutta pairs, with a step-size control for constrained systems.
 *
 * y_1 = y_0 + h sum b_i k_i,  e = h sum e_i k_i. Projection removes the component of e normal to the constraints, so that only the
 * tangent component counts in full, the normal one by its square: E = max(|e tangent|, sqrt(r) |e normal|), in units of the tolerance r.
 * A control by all of e would reduce the step to a standstill near singular configurations, where accelerations normal to the constraints
 * carry amplified rounding errors (seen on the N-four-bar).
 *
 * Singular configurations are stepped over. At a distance x from one, accelerations normal to the constraints have errors of rounding
 * times 1/x^3, and no shorter step avoids them: so no step ends where the constraints are much less independent than at its beginning, and
 * the next one is as long as that one was to be. If a stage falls close to one, a slightly shorter step has its stages elsewhere.
 *
 * The efficient pair is used while rounding in the derivatives, times its weights, is far below the tolerance, otherwise the low-noise one.
 * The rounding is estimated by the second difference of f over a few units in the last place of the state.
 */
#include "integrate/runge_kutta.h"
#include "elementary/elementary.h"
#include "integrate/runge_kutta_state.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double MAX_SCATTER = 3; /* by the size of the state */
enum { WINDOW = 200 };               /* steps over which it is seen how the motion bends */
static const double STIFF = 0.2, MANY_STEPS = 5000, LONGER = 1000;
static const double INVISIBLE = 2; /* units of the tolerance */

/* ---- stages ---- */

/* out += sum of four w_j k_j */
static void add_four(size_t n, const double *w, const double *const *k, double *restrict out)
{
    const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    size_t l = 0;
    for (; l + 2 <= n; l += 2) { /* in pairs, for SIMD */
        const double a = (w0 * k0[l] + w1 * k1[l]) + (w2 * k2[l] + w3 * k3[l]);
        const double b = (w0 * k0[l + 1] + w1 * k1[l + 1]) + (w2 * k2[l + 1] + w3 * k3[l + 1]);
        out[l] += a;
        out[l + 1] += b;
    }
    if (l < n)
        out[l] += (w0 * k0[l] + w1 * k1[l]) + (w2 * k2[l] + w3 * k3[l]);
}

void tml_stages_combine(const tml_runge_kutta_state *r, double h, const double *weight, int count, const double *from,
                        double *out)
{
    const size_t n = (size_t)r->p->n;
    const double *k[TML_MAX_PAIR + 3];
    double w[TML_MAX_PAIR + 3];
    int terms = 0;
    for (int j = 0; j < count; j++)
        if (weight[j] != 0) {
            w[terms] = h * weight[j];
            k[terms++] = r->k + (size_t)j * n;
        }
    for (; terms % 4; terms++) {
        w[terms] = 0;
        k[terms] = k[0];
    }
    if (from)
        memcpy(out, from, n * sizeof(double));
    else
        memset(out, 0, n * sizeof(double));
    for (int j = 0; j < terms; j += 4)
        add_four(n, w + j, k + j, out);
}

int tml_stages_evaluate(tml_runge_kutta_state *r, int first, int end, double h)
{
    const tml_pair *B = r->pair;
    for (int i = first; i < end; i++) {
        tml_stages_combine(r, h, B->A + (size_t)i * (size_t)(B->stages + B->extra), i, r->start, r->stage);
        double *k = r->k + (size_t)i * (size_t)r->p->n;
        const int flag = r->p->rate(r->p->context, r->begin + B->c[i] * h, r->stage, k);
        if (flag)
            return flag;
        if (r->p->see_state && i < B->stages && (B->b[i] != 0 || (B->e && B->e[i] != 0)))
            r->p->see_state(r->p->context, r->begin + B->c[i] * h);
        tml_stages_take_signals(r, r->signals + (size_t)i * (size_t)r->p->signal_count);
        if (r->p->seen)
            memcpy(r->seen + (size_t)i * (size_t)r->p->event_count, r->p->seen,
                   (size_t)r->p->event_count * sizeof(double));
        if (r->takes_values && r->needed[i])
            r->takes_values = !r->p->functions_here(r->p->context, r->begin + B->c[i] * h, r->stage,
                                                    r->values + (size_t)i * (size_t)r->p->function_count);
    }
    return 0;
}

int tml_stages_step_to(tml_runge_kutta_state *r, double h, double *y)
{
    memcpy(r->k, r->first, (size_t)r->p->n * sizeof(double));
    const int flag = tml_stages_evaluate(r, 1, r->pair->stages, h);
    if (!flag)
        tml_stages_combine(r, h, r->pair->b, r->pair->stages, r->start, y);
    return flag;
}

/* ---- functions along the motion ---- */

static tml_along_stages stages_of(const tml_runge_kutta_state *r)
{
    const tml_pair *B = r->pair;
    return (tml_along_stages){B->stages, B->c, B->b, B->e, r->values, r->last_values};
}

/* Whether stages tell of them: at those of a low order the state is too far from the motion. */
static bool stages_tell(tml_runge_kutta_state *r)
{
    if (!r->stepping.stages || !r->pair->e || r->pair->order < TML_HIGH_ORDER)
        return false;
    if (r->marked != r->pair) {
        const tml_along_stages stages = stages_of(r);
        tml_along_mark_stages(r->stepping.along, &stages, r->needed);
        r->marked = r->pair;
    }
    return true;
}

/* What the last step knows of them, for tml_stepping. */
static bool find_stages(void *library, tml_along_stages *stages)
{
    tml_runge_kutta_state *r = library;
    const tml_problem *p = r->p;
    const bool evaluated = r->last_known; /* before: other states may have been since */
    const bool known = r->start_known && r->values_known;
    r->start_known = p->functions_here && !tml_find_last_derivative(r) &&
                     !(evaluated ? p->functions : p->functions_here)(p->context, r->end, p->y, r->last_values);
    *stages = stages_of(r);
    return known && r->start_known;
}

/* ---- step size and error ---- */

/* Initial step: h^2 |y''| about the tolerance to the power 2/(p + 1), from two derivatives (Hairer, Norsett, Wanner
 * II.4), in units of the characteristic time. If all coordinates are zero up to rounding, as joint coordinates of a
 * drawing, their size does not determine the step. */
static double first_step(tml_runge_kutta_state *r)
{
    const tml_problem *p = r->p;
    const double span = p->t1 - p->t0, unit = p->characteristic_rate > 0 ? 1 / p->characteristic_rate : span;
    const double d0 = tml_stages_rms(r, p->y, p->y), d1 = tml_stages_rms(r, r->first, p->y) * unit;
    const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 * span : fmax(1e-7 * span, fmin(0.01 * unit * d0 / d1, 0.1 * span));
    for (int i = 0; i < p->n; i++)
        r->stage[i] = p->y[i] + h0 * r->first[i];
    if (p->rate(p->context, p->t0 + h0, r->stage, r->k))
        return 1e-6 * span;
    for (int i = 0; i < p->n; i++)
        r->k[i] -= r->first[i];
    const double d2 = tml_stages_rms(r, r->k, p->y) * unit * unit / h0, largest = fmax(d1, d2);
    const double h1 =
        largest < 1e-15 ? fmax(1e-6 * span, 1e-3 * h0) : unit * tml_pow(0.01 / largest, 1.0 / (r->pair->order + 1));
    return fmin(p->first_step_factor * fmin(100 * h0, h1), span);
}

/* Derivatives at the state perturbed by `digits` units in the last place, alternately up and down: r->k += factor f. */
static int add_perturbed(tml_runge_kutta_state *r, double digits, double factor)
{
    const tml_problem *p = r->p;
    for (int i = 0; i < p->n; i++)
        r->stage[i] = tml_step_trial_perturb(i, r->start[i], p->absolute[i] / p->relative, digits);
    if (p->rate(p->context, r->begin, r->stage, r->error))
        return 1;
    for (int i = 0; i < p->n; i++)
        r->k[i] += factor * r->error[i];
    return 0;
}

/* Rounding of the derivatives, in units of the tolerance: f(y + d) - 2 f(y) + f(y - d) for very small d. */
static double find_rounding(tml_runge_kutta_state *r)
{
    for (int i = 0; i < r->p->n; i++)
        r->k[i] = -2 * r->first[i];
    if (add_perturbed(r, TML_PERTURBED_DIGITS, 1) || add_perturbed(r, -TML_PERTURBED_DIGITS, 1))
        return 0;
    return tml_stages_rms(r, r->k, r->start) / sqrt(6);
}

static void choose_pair(tml_runge_kutta_state *r, long steps)
{
    if (r->only)
        return;
    if ((steps + r->age) % TML_ROUNDING_INTERVAL == 0 && tml_step_trial_looks_for_rounding(r->p->relative))
        r->rounding = find_rounding(r);
    const bool harmless = tml_step_trial_is_harmless(r->rounding, tml_pair_efficient.noise_amplification, r->control.h);
    r->pair = harmless ? &tml_pair_efficient : &tml_pair_low_noise;
}

double tml_step_error(tml_runge_kutta_state *r, double t)
{
    const tml_problem *p = r->p;
    double *other = r->stage, across = 0;
    tml_stages_combine(r, t - r->begin, r->pair->e, r->pair->stages, NULL, r->error);
    memset(other, 0,
           (size_t)p->n * sizeof(double)); /* components other than positions and velocities count as tangent */
    if (p->project && p->split && p->split(p->context, t, r->trial, r->error, other) == 0)
        across = tml_stages_rms(r, other, r->trial);
    const double along = tml_stages_rms(r, r->error, r->trial);
    return isfinite(along) && isfinite(across) ? fmax(along, sqrt(p->relative) * across) : 1e10; /* fmax ignores NaN */
}

/* Whether a stage would change the state by more than some times its own size. Beyond the kink with which the force of a stiff contact
 * begins, stages scatter to both sides, and those that the error is estimated from may all miss the force. */
bool tml_stages_scatter(tml_runge_kutta_state *r, double h)
{
    const size_t n = (size_t)r->p->n;
    for (int i = 1; i < r->pair->stages; i++) {
        const double *k = r->k + (size_t)i * n;
        for (size_t j = 0; j < n; j++)
            r->stage[j] = h * (k[j] - r->first[j]);
        if (!(tml_stages_rms(r, r->stage, r->start) * r->p->relative <= MAX_SCATTER))
            return true;
    }
    return false;
}

/* A workspace that has served another run is as a new one. */
static void begin_anew(tml_runge_kutta_state *r, const tml_pair *pair)
{
    r->only = pair;
    r->pair = pair ? pair : &tml_pair_efficient;
    r->control = (tml_step_trial){0};
    r->low_noise_steps = 0;
    r->last_known = r->takes_values = r->values_known = r->start_known = false;
    r->stages_valid = r->nodes_ready = r->inaccurate = r->precise = false;
    r->asked = r->window = 0;
}

static bool set_up(tml_runge_kutta_state *r)
{
    if (!tml_stepping_make(&r->stepping, r->p, tml_dense_output, tml_make_step_to, r))
        return false;
    r->stepping.precise = &r->precise;
    r->stepping.stages = r->p->function_count && r->p->functions_here ? find_stages : NULL;
    const size_t n = (size_t)r->p->n, seen = r->p->seen ? TML_MAX_PAIR * (size_t)r->p->event_count : 0;
    const size_t rows = TML_MAX_PAIR + 1, signals = (size_t)r->p->signal_count, values = (size_t)r->p->function_count;
    r->memory = tml_allocate(((8 + TML_MAX_PAIR + 2 * TML_PAIR_NODES) * n + rows * (signals + values) + 2 * seen) *
                             sizeof(double));
    if (!r->memory)
        return false;
    r->start = r->memory;
    r->first = r->start + n;
    r->then = r->first + n;
    r->middle = r->then + n;
    r->last = r->middle + n;
    r->stage = r->last + n;
    r->trial = r->stage + n;
    r->error = r->trial + n;
    r->k = r->error + n;
    r->node_y = r->k + TML_MAX_PAIR * n;
    r->node_derivative = r->node_y + TML_PAIR_NODES * n;
    r->signals = r->node_derivative + TML_PAIR_NODES * n;
    r->last_signals = r->signals + TML_MAX_PAIR * signals;
    r->values = r->last_signals + signals;
    r->last_values = r->values + TML_MAX_PAIR * values;
    r->seen = r->last_values + values;
    r->kept = r->seen + seen;
    return true;
}

/* Independence of the constraints at the end of the step whose error was just estimated. */
static double independence_of(const tml_runge_kutta_state *r)
{
    return r->p->project && r->p->independence ? r->p->independence(r->p->context) : 1;
}

/* ---- steps ---- */

/* One accepted step; 0, or negative on failure. */
static int step(tml_runge_kutta_state *r, double *t, tml_statistics *statistics)
{
    const tml_problem *p = r->p;
    const bool fixed = !r->pair->e;
    const double min_step = tml_step_trial_least(*t, p->t0, p->t1);
    tml_step_trial *c = &r->control;
    tml_step_trial_begin(c);
    for (;;) {
        double reached;
        const double h = tml_step_trial_length(c, *t, p->t1, &reached);
        if (p->begin_step)
            p->begin_step(p->context, r->begin);
        r->takes_values = r->start_known && stages_tell(r);
        const int flag = tml_stages_step_to(r, h, r->trial);
        r->values_known = r->takes_values, r->takes_values = false;
        if (flag < 0 || (flag && fixed) || (h < min_step && reached < p->t1))
            return -1;
        const bool scatters = !flag && !fixed && p->kinks && tml_stages_scatter(r, h);
        const double e = flag || scatters ? 1e6
                         : fixed          ? 0
                                          : fmax(tml_step_error(r, reached), tml_stages_unresolved(r, h));
        const double independence = fixed ? 0 : independence_of(r);
        const tml_step_verdict verdict = tml_step_trial_judge(c, h, e, independence);
        if (verdict == TML_STEP_SHORTER)
            continue;
        const double part = verdict == TML_STEP_GOOD && !fixed && p->good_part ? p->good_part(p->context, reached) : 1;
        if (part < 1) {
            statistics->rejected++;
            c->h = part * h, c->again = true;
            continue;
        }
        if (verdict == TML_STEP_GOOD && (!p->project || p->project(p->context, reached, r->trial) == 0)) {
            if (!fixed)
                tml_step_trial_accept(c, r->pair->lower, h, e, independence, reached == p->t1, p->step);
            memcpy(p->y, r->trial, (size_t)p->n * sizeof(double));
            r->end = *t = reached;
            statistics->steps++;
            return 0;
        }
        if (fixed)
            return -1;
        statistics->rejected++;
        tml_step_trial_reject(c, r->pair->lower, h, e);
    }
}

/* ---- stiffness ---- */

/* h |lambda| of the fastest motion in a step, by two stages i < j at its end:  |k_j - k_i| / |y_j - y_i|  (Hairer and Wanner, Solving Ordinary Differential
 * Equations II, IV.2). 0: the pair has no two. */
static double stiffness(tml_runge_kutta_state *r, double h)
{
    const tml_pair *B = r->pair;
    const size_t n = (size_t)r->p->n, columns = (size_t)(B->stages + B->extra);
    double weight[TML_MAX_PAIR] = {0};
    int i, j = B->stages;
    while (j-- > 0 && B->c[j] != 1)
        continue;
    for (i = j; i-- > 0 && B->c[i] != 1;)
        continue;
    if (i < 0)
        return 0;
    for (int k = 0; k < j; k++)
        weight[k] = B->A[(size_t)j * columns + (size_t)k] - (k < i ? B->A[(size_t)i * columns + (size_t)k] : 0);
    tml_stages_combine(r, h, weight, j, NULL, r->error);
    for (size_t l = 0; l < n; l++)
        r->stage[l] = h * (r->k[(size_t)j * n + l] - r->k[(size_t)i * n + l]);
    const double apart = tml_stages_rms(r, r->error, r->p->y);
    return apart > 0 ? tml_stages_rms(r, r->stage, r->p->y) / apart : 0;
}

/* Root mean square of a x + b y + c z, in units of the tolerance. */
static double combined(tml_runge_kutta_state *r, double a, const double *x, double b, const double *y, double c,
                       const double *z)
{
    for (int i = 0; i < r->p->n; i++)
        r->stage[i] = a * x[i] + b * y[i] + c * z[i];
    return tml_stages_rms(r, r->stage, z);
}

/* Whether a method for stiff motions would take far longer steps: by the time T in which the motion bends, from its states y_0, y_1, y_2 at the beginning, in the
 * middle and at the end of a window of steps h. With l = |y_2 - y_0| and d = |y_2 - 2 y_1 + y_0| in units of the tolerance,
 *   T = W h l/(4 d),   H = T/(l T/(W h))^(1/6)
 * is about the step of an implicit method of order 5. */
static bool would_pay(tml_runge_kutta_state *r)
{
    const double *y = r->p->y;
    const double bend = combined(r, 1, r->then, -2, r->middle, 1, y), way = combined(r, -1, r->then, 0, r->then, 1, y);
    const double time = WINDOW * way / (4 * bend); /* in steps */
    return bend < INVISIBLE || time > LONGER * tml_pow(fmax(way * time / WINDOW, 1), 1.0 / 6);
}

/* Whether steps are held down by stability, or by rounding that a stiff force amplifies, and not by accuracy. limited: something else than the error has
 * limited this step. */
static bool is_held_down(tml_runge_kutta_state *r, double t, double h, bool limited)
{
    const tml_problem *p = r->p;
    if (!(p->whole_end > 0) || limited) {
        r->window = 0;
        return false;
    }
    if (r->window == 0 || r->window == WINDOW / 2)
        memcpy(r->window ? r->middle : r->then, r->start, (size_t)p->n * sizeof(double));
    if (++r->window <= WINDOW)
        return false;
    r->window = 0;
    return p->whole_end - t > MANY_STEPS * h && stiffness(r, h) > STIFF && would_pay(r);
}

/* The derivative at the end of a step is the first stage of the next; max_step needs that state evaluated again. */
static int begin_next(tml_runge_kutta_state *r)
{
    r->last_known = r->last_known && !r->p->max_step;
    const int flag = tml_find_last_derivative(r);
    memcpy(r->first, r->last, (size_t)r->p->n * sizeof(double));
    for (int i = 0; i < r->p->signal_count; i++)
        r->signals[i] = r->last_signals[i];
    memcpy(r->values, r->last_values, (size_t)r->p->function_count * sizeof(double));
    return flag;
}

/* Fixed steps are not shortened: the step size may be the only problem. */
static tml_status fail(tml_runge_kutta_state *r, double t, tml_log *log)
{
    if (!r->pair->e && !r->stepping.message[0])
        snprintf(r->stepping.message, sizeof r->stepping.message, "fixed steps of %.3g s may be too long", r->p->step);
    return tml_stepping_failed(&r->stepping, t, log);
}

/* The step to try first. After an interruption the one that would have been next: the motion is as smooth as before, unless forces begin there. */
static double begin_step(tml_runge_kutta_state *r)
{
    const tml_problem *p = r->p;
    const tml_resumption *before = p->resumption;
    const bool resumes = before && before->step > 0;
    r->age = resumes ? before->age : 0;
    r->rounding = resumes ? before->rounding : 0;
    const bool continues = resumes && before->continues;
    r->brief = resumes && before->brief > 0 ? before->brief : TML_LONGEST_BRIEF;
    r->control.error_before = continues ? before->error_before : 1;
    r->control.independence = continues ? before->independence : 0;
    const double longest = p->paced ? INFINITY : p->t1 - p->t0;
    const double h = continues || (resumes && !p->kinks) ? fmin(before->step, longest) : first_step(r);
    return p->step > 0 ? fmin(p->step, h) : h;
}

static void note_resumption(const tml_runge_kutta_state *r, long steps, bool ended)
{
    if (r->p->resumption)
        *r->p->resumption = (tml_resumption){.step = r->control.h,
                                             .rounding = r->rounding,
                                             .age = r->age + steps,
                                             .continues = ended && r->p->paced,
                                             .error_before = r->control.error_before,
                                             .independence = r->control.independence,
                                             .brief = r->brief};
}

/* By what is known of the motion ahead; whether this, or the largest step of all, is shorter than what the error allows. */
static bool limit_step(tml_runge_kutta_state *r, double t)
{
    const tml_problem *p = r->p;
    const double by_error = r->control.h;
    if (p->max_step)
        r->control.h = fmin(r->control.h, p->max_step(p->context));
    if (p->time_step)
        r->control.h = fmin(r->control.h, p->time_step(p->context, t, tml_step_trial_cells(r->pair)));
    return r->control.h < by_error || (p->step > 0 && r->control.h >= p->step);
}

static tml_status steps(tml_runge_kutta_state *r, tml_statistics *statistics, tml_log *log)
{
    const tml_problem *p = r->p;
    const bool fixed = !r->pair->e;
    double t = p->t0;
    int stop = tml_stepping_begin(&r->stepping);
    if (!stop && p->rate(p->context, t, p->y, r->first))
        stop = -1;
    if (!stop && p->see_state)
        p->see_state(p->context, t);
    tml_stages_take_signals(r, r->signals);
    r->start_known = !stop && stages_tell(r) && !p->functions_here(p->context, t, p->y, r->values);
    r->control.error_before = 1;
    r->control.h = fixed ? p->step : stop ? 1 : begin_step(r);
    r->control.projects = p->project != NULL;
    while (!stop && t < p->t1) {
        r->begin = t;
        const bool limited = !fixed && limit_step(r, t);
        memcpy(r->start, p->y, (size_t)p->n * sizeof(double));
        if (tml_brief_step_applies(r, t) && tml_brief_step(r, t, statistics)) {
            t = p->t1;
        } else {
            if (!fixed)
                choose_pair(r, statistics->steps);
            if (step(r, &t, statistics))
                return fail(r, t, log);
        }
        statistics->reached = t;
        r->low_noise_steps += r->pair == &tml_pair_low_noise;
        r->nodes_ready = r->last_known = r->inaccurate = r->precise = false;
        r->stages_valid = true;
        r->asked = 0;
        tml_stages_keep_seen(r);
        const bool held_down = !fixed && is_held_down(r, t, t - r->begin, limited);
        stop = tml_stepping_advance(&r->stepping, t);
        if (!stop && held_down) {
            statistics->held_down = true;
            break;
        }
        if (!stop && t < p->t1 && begin_next(r))
            stop = -1;
    }
    statistics->stopped = stop != 0;
    if (!stop)
        tml_stepping_end(&r->stepping);
    note_resumption(r, statistics->steps, !stop);
    return stop < 0 ? fail(r, t, log) : TML_OK;
}

static void clean_up(tml_runge_kutta_state *r)
{
    if (r->memory)
        tml_release(r->memory);
    tml_stepping_free(&r->stepping);
}

int tml_runge_kutta_begin(const tml_problem *p, tml_runge_kutta_start *start)
{
    tml_runge_kutta_state r = {.p = p};
    begin_anew(&r, NULL);
    int flag = !set_up(&r) || tml_stepping_begin(&r.stepping) || p->rate(p->context, p->t0, p->y, r.first);
    if (!flag) {
        start->step = begin_step(&r);
        r.begin = p->t0;
        memcpy(r.start, p->y, (size_t)p->n * sizeof(double));
        start->rounding = tml_step_trial_looks_for_rounding(p->relative) ? find_rounding(&r) : 0;
    }
    clean_up(&r);
    return flag;
}

tml_status tml_runge_kutta_run(const tml_problem *problem, const tml_pair *pair, tml_statistics *statistics,
                               tml_log *log)
{
    tml_runge_kutta_state own = {.p = problem}, *r = problem->workspace ? problem->workspace : &own;
    tml_status status = TML_NO_MEMORY;
    begin_anew(r, pair);
    if (r != &own)
        tml_stepping_restart(&r->stepping);
    if (r != &own || set_up(r)) {
        status = steps(r, statistics, log);
        statistics->method = pair                                         ? pair->name
                             : 2 * r->low_noise_steps > statistics->steps ? tml_pair_low_noise.name
                                                                          : tml_pair_efficient.name;
    }
    if (r == &own)
        clean_up(r);
    return status;
}

/* ---- many runs of one problem ---- */

static void end(void *r)
{
    clean_up(r);
}

tml_runge_kutta_state *tml_runge_kutta_workspace(const tml_problem *problem, tml_arena *arena)
{
    tml_runge_kutta_state *r = TML_NEW(arena, tml_runge_kutta_state);
    r->p = problem;
    tml_arena_at_end(arena, end, r);
    return set_up(r) ? r : NULL;
}
