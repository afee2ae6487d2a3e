/* plan.c - what is verified: the motion in which formulations are compared, and the data of the mechanism.
 *
 * The dynamics of the model, by adaptive integrators that enforce the constraints; or, if it has none, a motion from
 * its initial state.
 */
#include "analysis/dynamics/choose_contact.h"
#include "analysis/dynamics/penalty_stiffness.h"
#include "analysis/failure.h"
#include "integrate/integrator.h"
#include "model/preparation.h"
#include "system/initial_guess.h"
#include "verify/verify.h"
#include <math.h>
#include <string.h>

static const double MIN_TOLERANCE = 1e-10, MAX_TOLERANCE = 1e-6;
static const double PACES =
    4; /* of a motion made here: in units of its characteristic time, about 1 s for a pendulum of 1 m */
static const double OPEN = 1e-6; /* of a row's scale */
enum { ROWS = 50 };

/* ---- analyses ---- */

/* Options that select the method of solution, which is what is verified. */
static bool is_method(const char *key, bool fixed_step)
{
    static const char *const methods[] = {"integrator", "stabilization", "alpha", "beta", "damping_ratio"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(key, methods[i]) == 0)
            return true;
    return fixed_step && (strcmp(key, "step") == 0 || strcmp(key, "dt") == 0);
}

static const tml_node *scalar(tml_arena *arena, tml_place place, const char *text)
{
    tml_node *node = TML_NEW(arena, tml_node);
    *node = (tml_node){.kind = TML_NODE_SCALAR, .place = place, .text = text};
    return node;
}

static void put(tml_node *map, const char *key, const char *text, tml_arena *arena)
{
    map->keys[map->count] = scalar(arena, map->place, key);
    map->items[map->count++] = scalar(arena, map->place, text);
}

/* Dynamics as written (NULL: not at all), without its methods; up to `end` if that is not zero. */
static tml_element dynamics(const tml_element *written, tml_place place, double end, tml_arena *arena)
{
    const tml_node *from = written ? written->node : NULL;
    const int count = from ? from->count : 0;
    const tml_node *integrator = from ? tml_node_find(from, "integrator") : NULL;
    const tml_integrator_class *class = integrator ? tml_integrator_find(integrator->text) : NULL;
    const bool fixed_step = class && class->fixed_step;
    tml_node *map = TML_NEW(arena, tml_node);
    *map = (tml_node){.kind = TML_NODE_MAP, .place = from ? from->place : place};
    map->keys = TML_NEW_ARRAY(arena, const tml_node *, count + 2);
    map->items = TML_NEW_ARRAY(arena, const tml_node *, count + 2);
    for (int i = 0; i < count; i++) {
        const char *key = from->keys[i]->text;
        if (is_method(key, fixed_step) || (end > 0 && (strcmp(key, "end") == 0 || strcmp(key, "output") == 0)))
            continue;
        map->keys[map->count] = from->keys[i];
        map->items[map->count++] = from->items[i];
    }
    if (end > 0) {
        put(map, "end", tml_arena_format(arena, "%.17g", end), arena);
        put(map, "output", tml_arena_format(arena, "%.17g", end / ROWS), arena);
    }
    tml_element element = written ? *written : (tml_element){.name = "dynamics", .place = place, .kind = "dynamics"};
    element.node = map;
    return element;
}

static bool is_dynamics(const tml_element *e)
{
    return tml_analysis_integrates(e->kind);
}

/* Only evaluated, nothing else. */
static bool is_only_evaluated(const tml_model *model)
{
    bool as_given = false;
    for (int i = 0; i < model->analysis_count; i++) {
        const tml_element *e = &model->analyses[i];
        const tml_node *assemble = e->node ? tml_node_find(e->node, "assemble") : NULL;
        if (!tml_analysis_find(e->kind)->at_instant)
            return false;
        as_given |= assemble && tml_node_is(assemble, "false");
    }
    return as_given;
}

/* Whether the next analysis starts as if this one were absent: it leaves no state, parameters or open joints. */
static bool leaves_no_state(const tml_element *e)
{
    return tml_analysis_find(e->kind)->keeps_state &&
           !(e->node && (tml_node_find(e->node, "set") || tml_node_find(e->node, "assemble")));
}

/* Everything that matters up to the last dynamics; with a given end, up to the first. */
static void select_analyses(tml_verify_plan *plan, const tml_model *model, double end, tml_arena *arena)
{
    tml_element *list = TML_NEW_ARRAY(arena, tml_element, model->analysis_count + 1);
    int count = 0, last = -1;
    for (int i = 0; i < model->analysis_count && !(last >= 0 && end > 0); i++)
        if (is_dynamics(&model->analyses[i]))
            last = i;
    for (int i = 0; i <= last; i++) {
        const tml_element *e = &model->analyses[i];
        if (is_dynamics(e)) {
            list[count++] = dynamics(e, e->place, end, arena);
            plan->dynamics_count++;
        } else if (!leaves_no_state(e)) {
            list[count++] = *e;
        }
    }
    plan->motion = plan->dynamics_count > 1 ? "the dynamics of the model" : "dynamics";
    if (last < 0) {
        list[count++] = dynamics(NULL, (tml_place){.file = model->file}, end, arena);
        plan->dynamics_count = 1;
        plan->motion = "the model has no dynamics: its motion from the initial state";
    }
    plan->model.analyses = list;
    plan->model.analysis_count = count;
}

/* ---- numbers ---- */

static bool number(tml_resolved *resolved, const tml_element *e, const char *name, double *value)
{
    const tml_analysis_class *class = tml_analysis_find(e->kind);
    return tml_element_number(resolved, e, tml_field_find(class->fields, class->fields_count, name), value);
}

/* The smallest tolerance requested, within meaningful bounds; the stiffness of the first. */
static bool read_numbers(tml_verify_plan *plan, tml_resolved *resolved)
{
    plan->tolerance = MAX_TOLERANCE;
    for (int i = plan->model.analysis_count - 1; i >= 0; i--) {
        double tolerance;
        if (!is_dynamics(&plan->model.analyses[i]))
            continue;
        if (!number(resolved, &plan->model.analyses[i], "tolerance", &tolerance) ||
            (tml_node_find(plan->model.analyses[i].node, "stiffness") &&
             !number(resolved, &plan->model.analyses[i], "stiffness", &plan->stiffness)))
            return false;
        plan->tolerance = fmin(plan->tolerance, tolerance);
    }
    plan->tolerance = fmax(plan->tolerance, MIN_TOLERANCE);
    return true;
}

/* ---- the mechanism ---- */

static void list_states(tml_verify_plan *plan, const tml_system *s, tml_arena *arena)
{
    plan->state_channels = TML_NEW_ARRAY(arena, const char *, 2 * s->state_count + s->signal_count + 1);
    plan->state_channel_count = 0;
    for (int i = 0; i < s->state_count; i++) {
        plan->state_channels[plan->state_channel_count++] = s->states[i].name;
        plan->state_channels[plan->state_channel_count++] = tml_arena_dotted(arena, s->states[i].name, "rate");
    }
    for (int i = 0; i < s->signal_count; i++)
        plan->state_channels[plan->state_channel_count++] = s->signals[i].name;
}

static void add_non_unique(tml_verify_plan *plan, const char *name)
{
    for (int i = 0; i < plan->non_unique_count; i++)
        if (strcmp(plan->non_unique[i], name) == 0)
            return;
    plan->non_unique[plan->non_unique_count++] = name;
}

static void measure(tml_verify_plan *plan, const tml_system *s)
{
    plan->size = s->size;
    plan->gravity = tml_norm(s->gravity);
    for (int i = 0; i < s->law_count; i++)
        if (!tml_terms_turn(s, &s->laws[i].terms))
            plan->largest_stiffness = fmax(plan->largest_stiffness, fabs(s->laws[i].k));
    plan->velocities = s->nv;
    plan->results = s->result_law_count;
    plan->rigid_row_count = s->rigid_row_count;
    for (int i = 1; i < s->nb; i++)
        plan->mass += s->masses[i].mass;
}

/* Joints that are open if the motion starts as given: rigid ones cannot be, each formulation would close them
 * differently. NULL: there are none. */
static const char *find_open(const tml_system *s, const double *q, const double *v, tml_arena *arena)
{
    tml_workspace *w = tml_workspace_make(s, arena);
    tml_workspace_set_state(w, 0, q, v);
    tml_workspace_measure(w, 0, s->measure_count);
    tml_workspace_constraints(w, s->rigid_row_count);
    for (int i = 0; i < s->rigid_row_count; i++)
        if (fabs(w->phi[i]) > OPEN * s->rows[i].scale && s->rows[i].joint >= 0)
            return tml_arena_format(arena, "the motion starts as given (assemble: false), with joint %s open",
                                    s->joints[s->rows[i].joint].name);
    return NULL;
}

/* Rank and redundant rows at the start; if it does not close from the guess, as it is there. */
static tml_status find_rank(tml_verify_plan *plan, const tml_system *s, const tml_element *first, double span,
                            tml_arena *arena, int *rank)
{
    tml_assembly report = {0};
    tml_status status = TML_FAILED;
    double *q = TML_NEW_ARRAY(arena, double, s->nq + 1), *v = TML_NEW_ARRAY(arena, double, s->nv + 1);
    double *guess = TML_NEW_ARRAY(arena, double, s->nq + 1);
    const tml_node *assemble = tml_node_find(first->node, "assemble");
    tml_system_initial_guess(s, arena, q, v);
    if (plan->stiffness == 0)
        plan->stiffness = tml_default_stiffness(s, 0, q, v, span, arena);
    memcpy(guess, q, (size_t)s->nq * sizeof(double));
    plan->open = assemble && tml_node_is(assemble, "false") ? find_open(s, guess, v, arena) : NULL;
    if (!assemble || !tml_node_is(assemble, "false"))
        status = tml_assemble(s, TML_CLOSE_ALL, 0, TML_START_TOLERANCE, q, v, &report, arena, NULL);
    if (status == TML_STOPPED)
        return status;
    if (status != TML_OK)
        tml_assembly_rank(s, 0, guess, v, &report, arena);
    plan->singular = report.singular != NULL;
    plan->contradiction = tml_verify_kernels(s, q, span, arena);
    tml_massless *massless = tml_massless_make(s, NULL, 0, q, NULL, arena);
    plan->massless = massless ? s->masses[tml_massless_find_motion(massless).body].name : NULL;
    plan->non_unique = TML_NEW_ARRAY(arena, const char *, s->rigid_row_count + 1);
    for (int i = 0; i < s->rigid_row_count; i++)
        if (report.non_unique[i])
            add_non_unique(plan, s->rows[i].driver >= 0 ? s->drives[s->rows[i].driver].name
                                                        : s->joints[s->rows[i].joint].name);
    list_states(plan, s, arena);
    *rank = report.rank;
    return TML_OK;
}

static const char *without_inertia(const tml_system *s, tml_arena *arena)
{
    for (int i = 1; i < s->nb; i++) {
        const tml_mass *m = &s->masses[i];
        if (!(m->mass > 0) || !(m->inertia.m[2][2] > 0) ||
            (s->space && (!(m->inertia.m[0][0] > 0) || !(m->inertia.m[1][1] > 0))))
            return tml_arena_format(arena, "body %s has %s, which only rigid joints can compensate", m->name,
                                    m->mass > 0 ? "no rotational inertia" : "no mass");
    }
    return "the mass matrix is singular, which only rigid joints can compensate";
}

static void ask_class(tml_verify_plan *plan, int index, tml_resolved *resolved, const tml_element *first, int rank,
                      tml_arena *arena)
{
    const tml_formulation_class *class = tml_formulation_classes[index];
    tml_verify_class *answer = &plan->classes[index];
    const tml_treatment treatment = {.kind = class->treatment, .stiffness = plan->stiffness, .ratio = 1};
    const tml_stabilization projection = {.method = TML_STABILIZE_PROJECTION, .tolerance = 1e-14};
    const bool compliant = class->treatment == TML_PENALIZE;
    const size_t reported = tml_log_count(plan->asked);
    const tml_system *s = tml_system_compile(resolved, first, &treatment, arena, plan->asked);
    const tml_equations *e =
        s ? class->make(s, compliant ? 0 : rank, projection, first->place, arena, plan->asked) : NULL;
    *answer = (tml_verify_class){.refused = !e};
    if (e)
        *answer = (tml_verify_class){.equations = e->nv, .constraints = e->rows, .rank = e->own_rank};
    else if (tml_log_count(plan->asked) > reported)
        answer->text = tml_log_get(plan->asked, reported).text;
    if (e && !compliant && plan->open)
        *answer = (tml_verify_class){.refused = true, .text = plan->open};
    if (e && plan->massless && !e->absolute) {
        answer->refused = true;
        answer->text =
            tml_arena_format(arena, "body %s has no inertia, and rigid joints leave it free", plan->massless);
    }
    if (e && compliant && plan->singular) {
        answer->refused = true;
        answer->text = "the start is a singular configuration, which compliant joints leave differently";
    }
    const tml_result_law *on_trace = e && compliant ? tml_failure_on_trace_inertia(s) : NULL;
    if (on_trace) {
        answer->refused = true;
        answer->text = tml_arena_format(
            arena, "%s depends on results, which springs for joints do not give for bodies without inertia",
            on_trace->name);
    }
    if (e && compliant && s->singular_mass && !plan->massless) {
        answer->refused = true;
        answer->text = without_inertia(s, arena);
    }
}

/* Rigid contacts, stops and exact friction, where they are followed from event to event. */
static tml_rigid_interactions rigid_interactions(const tml_system *s, const tml_element *first)
{
    const tml_node *contact = tml_node_find(first->node, "contact");
    tml_rigid_interactions r = {0};
    for (int i = 0; i < s->contact_count; i++)
        r.contacts += s->contacts[i].normal >= 0;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const bool gap = is->kind == TML_UNILATERAL;
        if (!gap && is->joint < 0 && is->normal < 0) /* of a clutch: it stays as it is where contacts are springs */
            continue;
        r.stops += gap, r.frictions += !gap;
        r.stops_of_angles += gap && tml_terms_turn(s, &is->along[0]);
    }
    const bool automatic = !contact || tml_node_is(contact, "auto"),
               events =
                   !s->contact_set_count && (automatic ? r.stops <= TML_MANY_CONTACTS : tml_node_is(contact, "events"));
    r.stops -= r.contacts;
    return events ? r : (tml_rigid_interactions){0};
}

/* The system of the first dynamics, its data, and which formulations can represent it. */
static tml_status examine(tml_verify_plan *plan, tml_arena *arena, tml_log *log)
{
    int at = 0, set_count;
    while (!is_dynamics(&plan->model.analyses[at]))
        at++;
    const tml_element *first = &plan->model.analyses[at];
    const tml_named_text *set = tml_analysis_set(&plan->model, at, arena, &set_count);
    tml_resolved *resolved = tml_model_read(&plan->model, set, set_count, arena, log);
    const tml_system *s = resolved ? tml_system_compile(resolved, first, NULL, arena, log) : NULL;
    if (!s || !read_numbers(plan, resolved))
        return TML_WRONG;
    measure(plan, s);
    plan->rigid = rigid_interactions(s, first);
    double span = 0;
    if (!number(resolved, first, "end", &span))
        return TML_WRONG;
    int rank;
    const tml_status status = find_rank(plan, s, first, span, arena, &rank);
    if (status != TML_OK)
        return status;
    plan->classes = TML_NEW_ARRAY(arena, tml_verify_class, tml_formulation_class_count);
    for (int i = 0; i < tml_formulation_class_count; i++)
        ask_class(plan, i, resolved, first, rank, arena);
    return TML_OK;
}

static bool has_dynamics(const tml_model *model)
{
    for (int i = 0; i < model->analysis_count; i++)
        if (is_dynamics(&model->analyses[i]))
            return true;
    return false;
}

/* Duration of a motion that the model does not request: that of another analysis, or from gravity, springs and
 * velocities. */
static bool find_end(const tml_model *model, tml_arena *arena, tml_log *log, double *end)
{
    tml_resolved *resolved = tml_model_read(model, NULL, 0, arena, log);
    const tml_system *s = resolved ? tml_system_compile(resolved, NULL, NULL, arena, log) : NULL;
    if (!s)
        return false;
    for (int i = 0; i < model->analysis_count && !(*end > 0); i++)
        *end = tml_analysis_end(resolved, &model->analyses[i]);
    double *q = TML_NEW_ARRAY(arena, double, s->nq + 1), *v = TML_NEW_ARRAY(arena, double, s->nv + 1);
    tml_system_initial_guess(s, arena, q, v);
    tml_workspace *w = tml_workspace_make(s, arena);
    tml_workspace_evaluate(w, 0, q, v);
    const double rate = fmax(tml_natural_rate(w), tml_given_speed(w, v) / s->size);
    if (!(*end > 0))
        *end = rate > 0 ? PACES / rate : 1;
    return true;
}

static void free_preparations(void *object)
{
    tml_preparations **all = object;
    tml_preparations_free(*all);
}

/* What is made of the copy, whose analyses are others, is its own. */
static void share(tml_model *copy, tml_arena *arena)
{
    tml_preparations **all = TML_NEW(arena, tml_preparations *);
    tml_arena_at_end(arena, free_preparations, all);
    *all = tml_preparations_make();
    if (!*all)
        tml_arena_give_up(arena);
    copy->prepared = *all;
}

tml_model tml_verify_plan_with(const tml_verify_plan *plan, const char *option, const char *text, tml_arena *arena)
{
    tml_model model = plan->model;
    tml_element *list = tml_arena_copy(arena, model.analyses, (size_t)model.analysis_count * sizeof *model.analyses);
    share(&model, arena);
    for (int i = 0; i < model.analysis_count; i++) {
        if (!is_dynamics(&list[i]))
            continue;
        const tml_node *from = list[i].node;
        tml_node *map = TML_NEW(arena, tml_node);
        *map = (tml_node){.kind = TML_NODE_MAP, .place = from->place};
        map->keys = TML_NEW_ARRAY(arena, const tml_node *, from->count + 1);
        map->items = TML_NEW_ARRAY(arena, const tml_node *, from->count + 1);
        for (int k = 0; k < from->count; k++)
            if (strcmp(from->keys[k]->text, option) != 0)
                map->keys[map->count] = from->keys[k], map->items[map->count++] = from->items[k];
        put(map, option, text, arena);
        list[i].node = map;
    }
    model.analyses = list;
    return model;
}

tml_status tml_verify_plan_make(tml_verify_plan *plan, const tml_model *model, double end, tml_arena *arena,
                                tml_log *log)
{
    plan->model = *model;
    share(&plan->model, arena);
    if (model->body_count <= 1 || (is_only_evaluated(model) && !(end > 0))) {
        plan->motion = model->body_count > 1 ? "the model is only evaluated as given" : "there are no bodies";
        return TML_OK;
    }
    if (!(end > 0) && !has_dynamics(model) && !find_end(model, arena, log, &end))
        return TML_WRONG;
    select_analyses(plan, model, end, arena);
    return examine(plan, arena, log);
}
