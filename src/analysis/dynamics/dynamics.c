/* dynamics.c - forward dynamics: motion and reactions from forces.
 *
 * y = (q, v, W): q' = N(q) v, v' = a(t, q, v), W' = power of all non-conservative forces, so that energy.error = T + V
 * - W - (T + V at the start) is zero for an exact solution.
 */
#include "analysis/dynamics/choose_contact.h"
#include "analysis/dynamics/choose_integrator.h"
#include "analysis/dynamics/motion.h"
#include "analysis/dynamics/penalty_stiffness.h"
#include "analysis/dynamics/time_stepping.h"
#include "analysis/dynamics/waiting_motion.h"
#include "analysis/kinematics/drivers.h"
#include "analysis/prepared_system.h"
#include "analysis/times.h"
#include "elementary/elementary.h"
#include "system/initial_guess.h"
#include <math.h>
#include <string.h>
#include <time.h>

#define STABILIZATIONS "projection direct baumgarte none" /* in the order of tml_stabilize */

#define CONTACTS "auto events time_stepping compliant"

static const tml_field fields[] = {
    {"end", TML_FIELD_NUMBER, "s", .required = true, .doc = "time at which to stop"},
    {"output", TML_FIELD_NUMBER, "s", .doc = "output interval; if not given, a 200th of the duration"},
    {"formulation", TML_FIELD_CHOICE, .preset = "auto", .choices = "auto", .registered = tml_formulation_name,
     .doc = "coordinates and treatment of joints"},
    {"reduce", TML_FIELD_BOOL, .preset = "true", .advanced = true,
     .doc = "point: joint coordinates by a velocity transformation; false: particles are integrated"},
    {"stiffness", TML_FIELD_NUMBER, "N/m", .advanced = true,
     .doc = "implicit: of joints that have none of their own; for rotations times the square of the mechanism's size; "
            "if not given, such that joints yield by some 3e-8 of the size under weight and other loads"},
    {"damping_ratio", TML_FIELD_NUMBER, "", "1", .advanced = true,
     .doc = "implicit: damping of those joints relative to critical damping"},
    {"integrator", TML_FIELD_CHOICE, .preset = "auto", .choices = "auto", .registered = tml_integrator_name,
     .elsewhere = tml_integrator_elsewhere, .doc = "method of integration"},
    {"stabilization", TML_FIELD_STABILIZATION, .preset = "projection", .choices = STABILIZATIONS, .advanced = true,
     .doc = "how constraints are enforced: projection, direct, baumgarte, none"},
    {"alpha", TML_FIELD_NUMBER, "", "10", .advanced = true,
     .doc = "Baumgarte: twice this times the velocity residual, 1/s"},
    {"beta", TML_FIELD_NUMBER, "", .advanced = true,
     .doc = "Baumgarte: its square times the position residual, 1/s; equal to alpha if not given"},
    {"contact", TML_FIELD_CHOICE, .preset = "auto", .choices = CONTACTS, .advanced = true,
     .doc =
         "rigid contacts, stops and friction: events locates every change to the tolerance; time_stepping steps over "
         "them with a fixed step, of order one, for many contacts; compliant makes them stiff springs, and friction "
         "smooth"},
    {"contact_stiffness", TML_FIELD_NUMBER, "N/m", .advanced = true,
     .doc = "contact: compliant: of rigid contacts and stops, for angles times the square of the mechanism's size; if "
            "not given, such that they yield by some 1e-8 of the size under weight, and by 1e-4 in an impact"},
    {"tolerance", TML_FIELD_NUMBER, "", "1e-8",
     .doc = "error of a step: relative, and absolute in units of the mechanism's size"},
    {"step", TML_FIELD_NUMBER, "s", .alias = "dt", .advanced = true,
     .doc = "of an integrator with a fixed step (the output interval if not given); the largest step of the others"},
    {"events", TML_FIELD_EVENTS, .advanced = true,
     .doc = "expressions to watch: {name: expression} stops when it crosses zero"},
};

static const double MAX_ROWS = 1e7;
static const double ORDER = 8;          /* of the default method */
static const double LONGEST_STEPS = 40; /* a refined run takes at least so many, so that it looks at other times too */
static const double MIN_TOLERANCE = 2e-14;    /* of a refined run: smaller ones cost steps and gain nothing */
static const double DIRECT_TOLERANCE = 1e-10; /* of direct violation correction, relative to the mechanism's size */

typedef struct {
    double end, output, tolerance, step, step_fraction;
    tml_formulation_choice formulation;
    tml_treatment treatment;
    const char *integrator;
    tml_stabilization stabilization;
    tml_contact_choice contact;
    bool automatic; /* Baumgarte's parameters are derived from the step */
} options;

static bool is_fixed_step(const tml_integrator_class *class)
{
    return class->fixed_step;
}

/* Whether output rows coincide with steps of the integrator. */
static bool has_fixed_step(const options *o)
{
    const tml_integrator_class *class = tml_integrator_find(o->integrator);
    return class && class->fixed_step;
}

static bool wrong(tml_task *task, const char *name, const char *why)
{
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, name));
    tml_log_raise(task->log, TML_E_WRONG_OPTION, node ? node->place : task->element->place, "dynamics: %s %s", name,
                  why);
    return false;
}

/* Tolerance of direct violation correction: smaller violations are not corrected. */
static bool read_violation(tml_task *task, const tml_node *inner, options *o)
{
    if (o->stabilization.method != TML_STABILIZE_DIRECT)
        return true;
    o->stabilization.violation = DIRECT_TOLERANCE * task->system->size;
    const tml_node *node = inner ? tml_node_find(inner, "tolerance") : NULL;
    if (node && !tml_resolved_number(task->resolved, node, "", "dynamics: tolerance", &o->stabilization.violation))
        return false;
    if (o->stabilization.violation > 0)
        return true;
    tml_log_raise(task->log, TML_E_WRONG_OPTION, node->place,
                  "dynamics: the tolerance of direct violation correction must be greater than zero");
    return false;
}

static bool read_stabilization(tml_task *task, options *o)
{
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "stabilization"));
    const char *method = "projection";
    const tml_node *inner = NULL;
    if (node && node->kind == TML_NODE_MAP && node->count == 1)
        method = node->keys[0]->text, inner = node->items[0];
    else if (node && node->kind == TML_NODE_SCALAR)
        method = node->text;
    o->stabilization = (tml_stabilization){.metric = TML_METRIC_MASS, .tolerance = 1e-14};
    const int number = tml_word_index(STABILIZATIONS, method);
    o->stabilization.method = number < 0 ? TML_STABILIZE_PROJECTION : (tml_stabilize)number;
    o->automatic = o->stabilization.method == TML_STABILIZE_BAUMGARTE && inner && tml_node_is(inner, "auto");
    if (o->automatic && !has_fixed_step(o))
        return wrong(
            task, "stabilization",
            tml_arena_format(
                task->arena,
                "{baumgarte: auto} takes alpha = 1/h and beta = sqrt(2)/h from a fixed step h: it needs integrator: %s",
                tml_integrator_list(is_fixed_step, task->arena)));
    if (o->automatic)
        inner = NULL;
    bool fine = tml_task_number(task, "alpha", &o->stabilization.alpha) && read_violation(task, inner, o);
    bool has_beta = tml_task_number(task, "beta", &o->stabilization.beta);
    const tml_node *alpha = tml_node_find(inner, "alpha"), *beta = tml_node_find(inner, "beta");
    if (alpha)
        fine &= tml_resolved_number(task->resolved, alpha, "", "dynamics: alpha", &o->stabilization.alpha);
    if (beta)
        fine &= has_beta = tml_resolved_number(task->resolved, beta, "", "dynamics: beta", &o->stabilization.beta);
    if (!has_beta)
        o->stabilization.beta = o->stabilization.alpha;
    /* by default direct correction uses the metric of its paper, projection that of the mass matrix */
    const tml_node *metric = tml_node_find(inner, "metric");
    if (metric && !tml_node_is(metric, "plain") && !tml_node_is(metric, "mass")) {
        tml_log_raise(task->log, TML_E_NOT_A_CHOICE, metric->place, "dynamics: metric must be plain or mass");
        fine = false;
    }
    if (metric ? tml_node_is(metric, "plain") : o->stabilization.method == TML_STABILIZE_DIRECT)
        o->stabilization.metric = TML_METRIC_PLAIN;
    return fine;
}

static bool steps_over_contacts(const options *o)
{
    return o->contact.method == TML_CONTACT_STEPS;
}

static bool read_contact(tml_task *task, options *o)
{
    const char *name = tml_element_choice(task->resolved, task->element, tml_task_field(task, "contact"));
    const tml_node *given = tml_element_field(task->element, tml_task_field(task, "contact_stiffness"));
    if (!tml_choose_contact(task, name, &o->contact))
        return false;
    if (given && !tml_task_number(task, "contact_stiffness", &o->treatment.contact.stiffness))
        return false;
    if (given && !(o->treatment.contact.stiffness > 0))
        return wrong(task, "contact_stiffness", "must be greater than zero");
    if (o->contact.method != TML_CONTACT_SPRINGS)
        o->treatment.contact.stiffness = 0;
    return true;
}

static bool read_formulation(tml_task *task, options *o)
{
    const char *name = tml_element_choice(task->resolved, task->element, tml_task_field(task, "formulation"));
    const bool given = tml_element_field(task->element, tml_task_field(task, "stiffness")) != NULL;
    if (!name || (given && !tml_task_number(task, "stiffness", &o->treatment.stiffness)) ||
        !tml_task_number(task, "damping_ratio", &o->treatment.ratio))
        return false;
    if (given && !(o->treatment.stiffness > 0))
        return wrong(task, "stiffness", "must be greater than zero");
    if (!(o->treatment.ratio >= 0))
        return wrong(task, "damping_ratio", "must not be negative");
    const tml_node *reduce = tml_element_field(task->element, tml_task_field(task, "reduce"));
    const tml_formulation_class *named = tml_formulation_find(name);
    if (named && named->unreduced && reduce && tml_node_is(reduce, "false"))
        name = named->unreduced->name;
    if (task->options->formulation)
        name = task->options->formulation;
    if (steps_over_contacts(o)) {
        if (strcmp(name, "auto") != 0 && strcmp(name, tml_formulation_absolute.name) != 0)
            return wrong(task, "formulation",
                         "must be absolute where contacts are stepped over (contact: time_stepping)");
        name = tml_formulation_absolute.name;
    }
    if (task->options->stiffness > 0)
        o->treatment.stiffness = task->options->stiffness;
    o->formulation =
        tml_choose_formulation(task, name, o->integrator, o->stabilization.method == TML_STABILIZE_PROJECTION);
    o->treatment.kind = o->formulation.class->treatment;
    return true;
}

static bool find_methods(tml_task *task, options *o)
{
    *o = (options){0};
    o->integrator = tml_element_choice(task->resolved, task->element, tml_task_field(task, "integrator"));
    if (task->options->integrator)
        o->integrator = task->options->integrator;
    return o->integrator && read_contact(task, o) && read_stabilization(task, o) && read_formulation(task, o);
}

static const void *copy_methods(void *methods, tml_arena *arena, size_t *count)
{
    options *kept = tml_arena_copy(arena, methods, sizeof *kept);
    kept->formulation.why = kept->contact.why = ""; /* texts of one run */
    *count = 1;
    return kept;
}

/* Options of the method: those that do not depend on the initial state. Points of a study that differ in loads alone share them, for each of the two
 * orders of the system. */
static bool read_methods(tml_task *task, options *o)
{
    static const char METHODS[2][24] = {"methods", "methods in the tree"};
    const char *what = METHODS[task->prepared && task->system != task->prepared->system];
    const bool fixed = task->model->varies; /* loads alone differ */
    const tml_prepared_note *note = fixed ? tml_prepared_find_note(task, what) : NULL;
    if (note)
        *o = *(const options *)note->kept;
    else if (!find_methods(task, o))
        return false;
    else if (fixed)
        tml_prepared_add_note(task, what, copy_methods, o);
    return true;
}

/* Reduces the errors by a factor: through the tolerance as far as rounding allows, else through a larger tolerance,
 * which tells as much about the error; with fixed steps according to the order of the method. Output rows remain at
 * steps. */
static void refine(const tml_task *task, options *o)
{
    const double factor = task->options->refine;
    o->step_fraction = 1;
    if (!(factor > 1))
        return;
    const double finer = o->tolerance / factor >= MIN_TOLERANCE ? factor : 1 / sqrt(factor);
    o->tolerance /= finer;
    o->step_fraction = tml_pow(finer, -1.0 / ORDER);
    const tml_integrator_class *class = tml_integrator_find(o->integrator);
    if (steps_over_contacts(o))
        o->step = (o->step > 0 ? o->step : tml_time_stepping_default_step(o->end - task->state->t)) / ceil(factor);
    else if (class && class->fixed_step)
        o->step = (o->step > 0 ? o->step : o->output) / ceil(tml_pow(factor, 1.0 / class->order));
    else
        o->step = (o->step > 0 ? o->step : (o->end - task->state->t) / LONGEST_STEPS) * o->step_fraction;
}

static bool penalizes(const tml_formulation_class *class)
{
    return class && class->treatment == TML_PENALIZE;
}

static bool has_constraints(const tml_formulation_class *class)
{
    return !penalizes(class);
}

static bool has_springs(const tml_task *task)
{
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "contact"));
    return node && tml_node_is(node, "compliant");
}

static bool reduces(const tml_formulation_class *class)
{
    return class && class->unreduced;
}

/* "implicit": those that use an option */
static const char *users(bool (*uses)(const tml_formulation_class *class), tml_arena *arena)
{
    const char *list = "";
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (uses(tml_formulation_classes[i]))
            list = tml_arena_format(arena, "%s%s%s", list, *list ? ", " : "", tml_formulation_classes[i]->name);
    return list;
}

/* Warns about options that the formulation written beside them does not use. */
static void warn_unused(tml_task *task)
{
    static const struct {
        const char *option;
        bool (*uses)(const tml_formulation_class *class);
        tml_code code;
    } table[] = {{"stabilization", has_constraints, TML_W_STABILIZATION_UNUSED},
                 {"stiffness", penalizes, TML_W_OPTION_UNUSED},
                 {"damping_ratio", penalizes, TML_W_OPTION_UNUSED},
                 {"reduce", reduces, TML_W_OPTION_UNUSED}};
    const tml_node *chosen = tml_element_field(task->element, tml_task_field(task, "formulation"));
    const tml_node *contact = tml_element_field(task->element, tml_task_field(task, "contact_stiffness"));
    if (contact && !has_springs(task))
        tml_log_raise(task->log, TML_W_OPTION_UNUSED, contact->place,
                      "dynamics: contact_stiffness has no effect: it is for contact: compliant");
    if (task->options->formulation || task->options->stiffness > 0)
        return;
    const char *name = chosen && chosen->kind == TML_NODE_SCALAR ? chosen->text : "auto";
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const tml_node *node = tml_element_field(task->element, tml_task_field(task, table[i].option));
        const bool free = table[i].uses == has_constraints;
        if (node && !table[i].uses(tml_formulation_find(name)))
            tml_log_raise(task->log, table[i].code, node->place, "dynamics: %s has no effect with formulation %s%s%s",
                          table[i].option, name, free ? ", which has no constraints" : ": it is for ",
                          free ? "" : users(table[i].uses, task->arena));
    }
}

static bool read_options(tml_task *task, options *o)
{
    bool fine = read_methods(task, o);
    warn_unused(task);
    fine &= tml_task_number(task, "end", &o->end); /* read all of them, so that all errors are reported */
    fine &= tml_task_number(task, "tolerance", &o->tolerance);
    if (task->options->tolerance > 0)
        o->tolerance = task->options->tolerance;
    if (!fine || (steps_over_contacts(o) && !tml_time_stepping_fits(task)))
        return false;
    o->end += task->delay;
    if (!(o->end > task->state->t))
        fine = wrong(task, "end",
                     task->state->t > 0 ? "must be later than the end of the previous analysis: time continues"
                                        : "must be greater than zero");
    if (!(o->tolerance >= 1e-14 && o->tolerance <= 0.1))
        fine = wrong(task, "tolerance", "must be between 1e-14 and 0.1");
    const bool has_output = tml_element_field(task->element, tml_task_field(task, "output")) != NULL;
    const bool has_step = tml_element_field(task->element, tml_task_field(task, "step")) != NULL;
    if ((has_output && !tml_task_number(task, "output", &o->output)) ||
        (has_step && !tml_task_number(task, "step", &o->step)))
        return false;
    if (!has_output)
        o->output = (o->end - task->state->t) / 200;
    else if (!(o->output > 0))
        fine = wrong(task, "output", "must be greater than zero");
    if (has_step && !(o->step > 0))
        fine = wrong(task, "step", "must be greater than zero");
    if (fine && (o->end - task->state->t) / o->output > MAX_ROWS)
        fine = wrong(task, "output", "is too small: more than ten million rows");
    refine(task, o);
    return fine;
}

/* What neither the model nor the caller gives: stiffnesses from the state where the motion starts. */
static void choose_stiffness(tml_task *task, options *o)
{
    const tml_system *s = task->system;
    tml_treatment *treatment = &o->treatment;
    double *q = task->state->q, *v = task->state->v, t = task->state->t, end = 0;
    if (!q) {
        q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
        v = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
        tml_system_initial_guess(s, task->arena, q, v);
    }
    if (tml_task_number(task, "end", &end))
        end += task->delay;
    else
        end = t; /* has no effect: the run rejects the option */
    if (treatment->kind == TML_PENALIZE && treatment->stiffness == 0)
        treatment->stiffness = tml_default_stiffness(s, t, q, v, end - t, task->arena);
    if (o->contact.method == TML_CONTACT_SPRINGS)
        treatment->contact = tml_choose_contact_penalty(s, treatment->contact.stiffness, t, q, v, end - t, task->arena);
}

static tml_treatment treatment(tml_task *task)
{
    options o;
    if (read_methods(task, &o))
        choose_stiffness(task, &o);
    return o.treatment;
}

static bool check(tml_task *task)
{
    options o;
    return read_options(task, &o);
}

tml_status tml_dynamics_request(tml_task *task, tml_motion_request *request, tml_assembly *report)
{
    options o;
    if (!read_options(task, &o))
        return TML_WRONG;
    const tml_status closed = tml_task_assemble(task, report);
    if (closed != TML_OK)
        return closed;
    const tml_state *state = task->state;
    if (tml_drivers_check_consistency(task->system, report, state->t, o.end - state->t, state->q, state->v,
                                      state->unwrapped, task->arena, task->log) != TML_OK)
        return TML_FAILED;
    task->state->held_count = 0;
    int count;
    const bool fixed = steps_over_contacts(&o) || has_fixed_step(&o);
    const int stride = fixed ? 1 : tml_task_stride(task, o.end, o.output);
    *request = (tml_motion_request){
        .end = o.end,
        .times = fixed ? tml_output_times(task->state->t, o.end, o.output, stride, task->arena, &count)
                       : tml_task_output_times(task, o.end, task->options->ends ? o.end - task->state->t : o.output,
                                               stride, &count),
        .stride = stride,
        .tolerance = o.tolerance,
        .step_fraction = o.step_fraction,
        .output = o.output,
        .step = o.step > 0                ? o.step
                : steps_over_contacts(&o) ? tml_time_stepping_default_step(o.end - state->t)
                : fixed                   ? o.output
                                          : 0,
        .formulation = o.formulation.class,
        .why = o.formulation.why,
        .integrator = o.integrator,
        .stabilization = o.stabilization,
        .contact = o.contact,
    };
    request->time_count = count;
    if (o.automatic) { /* phi'' + 2/h phi' + 2/h^2 phi = 0: the next phi is of order h^3 (Metiku 4.17) */
        request->stabilization.alpha = 1 / request->step;
        request->stabilization.beta = sqrt(2) / request->step;
    }
    return TML_OK;
}

/* A motion whose start is ready; NULL where it has failed, or was made by time stepping. */
static tml_status start(tml_task *task, tml_motion **motion)
{
    tml_motion_request request;
    tml_assembly report;
    *motion = NULL;
    tml_status status = tml_dynamics_request(task, &request, &report);
    if (status != TML_OK)
        return status;
    if (request.contact.method == TML_CONTACT_STEPS)
        return tml_time_stepping_run(task, &request, &report);
    status = tml_motion_begin(task, &request, &report, motion);
    if (status != TML_OK)
        *motion = NULL;
    return status;
}

static tml_status begin(tml_task *task, tml_motion **waiting)
{
    tml_motion *motion;
    const tml_status status = start(task, &motion);
    *waiting = motion && tml_motion_can_wait(motion) ? motion : NULL;
    return motion && !*waiting ? tml_motion_go_on(motion) : status;
}

static tml_status run(tml_task *task)
{
    tml_motion *motion;
    const tml_status status = start(task, &motion);
    return motion ? tml_motion_go_on(motion) : status;
}

const tml_analysis_class tml_analysis_dynamics = {
    .name = "dynamics",
    .doc = "motion and reactions from forces",
    TML_LIST(fields),
    .integrates = true,
    .needs_inertia = true,
    .template = {.title = "Motion", .plane = "end: 2, output: 0.01", .rank = 1},
    .run = run,
    .begin = begin,
    .check = check,
    .treatment = treatment,
};
