/* modes.c - linearized motions about a static equilibrium, a relative equilibrium or an instant: x e^(s t), one row
 * for each s.
 *
 * Besides the table of modes: state matrices z' = A z + B u, y = C z + D u of named inputs and outputs (modes.A ...),
 * and the frequency response C (i w - A)^-1 B + D (modes.response).
 */
#include "analysis/held_interactions.h"
#include "analysis/modes/mode_table.h"
#include "analysis/modes/ports.h"
#include "analysis/modes/reference_state.h"
#include "analysis/modes/sparse_modes.h"
#include "analysis/modes/state_table.h"
#include <string.h>

enum { MAX_DENSE = 400 };            /* degrees of freedom up to which dense matrices are faster */
enum { SPARSE_COUNT = 20 };          /* modes searched for if not all */
static const double DOUBTFUL = 1e-2; /* of the shift: what is slower than that may be zero */

static const tml_field fields[] = {
    {"about", TML_FIELD_CHOICE, .choices = "rest steady instant", /* in the order of tml_about */
     .doc = "a static equilibrium, a steady state, or the present instant of a motion; if not given, a steady state "
            "after `steady`, else rest"},
    {"count", TML_FIELD_NUMBER, "", .advanced = true,
     .doc = "number of modes, the slowest ones; if not given all, or 20 of a large mechanism"},
    {"damping", TML_FIELD_BOOL, .preset = "true", .advanced = true,
     .doc = "false: forces are taken as independent of velocities, for natural frequencies and real shapes"},
    {"inputs", TML_FIELD_NAMES,
     .doc = "for state matrices: forces by name (components as push.fx), or drivers, in terms of their accelerations"},
    {"outputs", TML_FIELD_NAMES, .doc = "for state matrices: channels"},
    {"matrices", TML_FIELD_BOOL, .preset = "false", .doc = "also print the state matrices"},
    {"frequencies", TML_FIELD_RANGE, "Hz",
     .doc = "[from, to, n]: frequency response at n frequencies in geometric progression"},
    {"method", TML_FIELD_CHOICE, .preset = "auto", .choices = "auto dense sparse", .advanced = true,
     .doc = "dense matrices, or sparse ones for only the slowest modes"},
};

typedef struct {
    tml_task *task;
    tml_assembly report;
    tml_ports ports;
    bool damping, matrices;
    bool doubtful; /* sparse matrices do not tell eigenvalues near zero apart */
    int count;     /* of modes; 0: all */
    tml_sweep sweep;
    tml_about about;
    tml_held_interactions held;
} modes_run;

static bool read(tml_task *task, modes_run *m)
{
    double count = 0;
    *m = (modes_run){.task = task};
    bool good = tml_element_bool(task->resolved, task->element, tml_task_field(task, "damping"), &m->damping);
    good &= tml_element_bool(task->resolved, task->element, tml_task_field(task, "matrices"), &m->matrices);
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "count"));
    if (node && (!tml_task_number(task, "count", &count) || !(count >= 1 && count <= 1e6))) {
        tml_log_raise(task->log, TML_E_WRONG_OPTION, node->place, "modes: count must be 1 or more");
        good = false;
    }
    m->count = (int)count;
    good &= tml_ports_find(task, &m->ports);
    return tml_sweep_read(task, &m->ports, &m->sweep) && good;
}

static tml_status keep(modes_run *m, const tml_workspace *work, tml_modes *modes, tml_table **table)
{
    if (m->count && modes->count > m->count)
        modes->count = m->count, modes->complete = false;
    *table = tml_mode_table(m->task, work, modes);
    return *table ? TML_OK : TML_NO_MEMORY;
}

/* ---- dense matrices ---- */

static void report_ignorable(const tml_system *s, tml_table *table)
{
    const int ignorable = s->ignorable_count;
    if (ignorable)
        tml_table_add_fact(table, "no motions", ignorable,
                           "%d rotation%s of bodies without inertia on which nothing acts", ignorable,
                           ignorable == 1 ? "" : "s");
}

static tml_status add_dense_facts(modes_run *m, tml_table *table, const tml_linear *l, const tml_state_space *space,
                                  const tml_modes *modes)
{
    tml_about_facts(m->task, table, m->about, m->damping);
    tml_held_facts(&m->held, table);
    tml_table_add_fact(table, "degrees of freedom", l->n, "%d", l->n);
    if (m->about != TML_ABOUT_INSTANT)
        tml_task_residual_fact(table, l->residual, l->scale);
    if (l->axes) {
        const tml_workspace *w = l->work;
        const double rate = l->system->space ? tml_norm(w->motion3[l->axes].w) : fabs(w->motion2[l->axes].w);
        tml_table_add_fact(table, "axes", rate,
                           "frequencies and shapes are those in axes that rotate with %s at %.6g rad/s: the equations "
                           "depend on time in axes at rest",
                           l->system->masses[l->axes].name, rate);
    }
    if (l->untested > 0)
        tml_table_add_fact(table, "slow motion", l->untested,
                           "what moves at %.3g rad/s or slower is taken as still beside faster rotations: whether the "
                           "equations depend on it was not compared",
                           l->untested);
    tml_table_add_fact(table, "derivatives", NAN, "exact%s%s",
                       l->laws ? "; of results that forces depend on to about 12 digits" : "",
                       l->touches ? "; of gaps that are held to about 10 digits" : "");
    if (modes->symmetric)
        tml_table_add_fact(table, "eigenvalues", NAN, "LAPACK, symmetric matrices %d x %d", l->n, l->n);
    else
        tml_table_add_fact(
            table, "eigenvalues", NAN, "LAPACK, state matrix %d x %d%s", space->states, space->states,
            m->doubtful
                ? ", not by inverse iteration, which does not separate a repeated zero eigenvalue from slow ones"
                : "");
    report_ignorable(l->system, table);
    if (space->ignorable)
        tml_table_add_fact(table, "left out", space->ignorable, "%d motion%s of massless parts that nothing resists",
                           space->ignorable, space->ignorable == 1 ? "" : "s");
    tml_mode_table_facts(m->task, table, modes, m->about == TML_ABOUT_INSTANT);
    if (space->unstable_coordinate >= 0)
        tml_log_raise(m->task->log, TML_W_MASSLESS_UNSTABLE, m->task->element->place,
                      "modes: %s moves a massless part that springs drive away from here: with any mass it would "
                      "depart at once, and none of these modes shows that",
                      l->coordinates.list[space->unstable_coordinate].name);
    if (m->about != TML_ABOUT_INSTANT)
        tml_mode_table_warn(m->task, table, modes,
                            m->about == TML_ABOUT_EQUILIBRIUM ? "this static equilibrium" : "this steady state");
    return TML_OK;
}

static tml_status run_dense(modes_run *m)
{
    tml_task *task = m->task;
    tml_linear *l;
    tml_status status = tml_about_linear(task, m->about, &m->report, &m->ports, m->held.held, !m->damping, &l);
    if (status != TML_OK)
        return status;
    int along;
    const tml_state_space *space = tml_state_space_make(l, NULL, 0, task->arena, &along);
    if (!space && along < 0) {
        tml_log_raise(task->log, TML_E_MODES_MASSLESS, task->element->place,
                      "modes: the massless motions could not be found");
        return TML_FAILED;
    }
    if (!space) {
        tml_log_raise(task->log, TML_E_MODES_MASSLESS, task->element->place,
                      "modes: %s moves a massless part that neither spring nor damper holds",
                      l->coordinates.list[along].name);
        return TML_FAILED;
    }
    tml_modes modes;
    tml_table *table;
    if (!tml_modes_dense(l, space, task->arena, &modes)) {
        tml_log_raise(task->log, TML_E_EIGENVALUES, task->element->place, "modes: the eigenvalues could not be found");
        return TML_FAILED;
    }
    status = keep(m, l->work, &modes, &table);
    if (status == TML_OK)
        status = add_dense_facts(m, table, l, space, &modes);
    if (status != TML_OK || !(m->ports.input_count || m->ports.output_count || m->matrices))
        return status;
    return tml_state_tables(task, &m->ports, l, &m->sweep, !m->damping, m->matrices);
}

/* ---- sparse matrices ---- */

/* That no eigenvalue is missing is verified. */
static void add_count_fact(const tml_sparse_report *r, tml_table *table)
{
    if (r->counted)
        tml_table_add_fact(table, "none missing", r->counted,
                           "%d eigenvalues below %.4g 1/s by the argument of the determinant, as many as were found",
                           r->counted, r->radius);
    else
        tml_table_add_fact(table, "none missing", 0, "all eigenvalues were found");
}

/* Whether an eigenvalue is so near to those of rigid modes that inverse iteration does not separate it from one of them: where a free motion is also damped, zero is a repeated
 * eigenvalue with too few eigenvectors, which rounding splits into eigenvalues of the size of its root, and their neighbours suffer. */
static bool is_doubtful(const tml_modes *modes, double shift)
{
    bool any = false;
    for (int i = 0; i < modes->count; i++)
        any |= !modes->list[i].rigid && hypot(modes->list[i].re, modes->list[i].im) < DOUBTFUL * shift;
    return any;
}

static tml_status run_sparse(modes_run *m)
{
    tml_task *task = m->task;
    tml_state *state = task->state;
    tml_modes modes;
    tml_sparse_report r;
    tml_table *table;
    m->count = m->count ? m->count : SPARSE_COUNT;
    const tml_sparse_request request = {.t = state->t,
                                        .q = state->q,
                                        .unwrapped = state->unwrapped,
                                        .rank = m->report.rank,
                                        .independent = m->report.independent,
                                        .undamped = !m->damping,
                                        .count = m->count};
    const tml_sparse_modes_status end = tml_modes_sparse(task->system, &request, task->arena, &modes, &r);
    if (end == TML_SPARSE_NOT_FINITE)
        return tml_about_not_finite(task, r.work);
    if (end != TML_SPARSE_DONE) {
        tml_log_raise(task->log, TML_E_EIGENVALUES, task->element->place,
                      "modes: %s; try fewer modes (count), or method: dense",
                      end == TML_SPARSE_SINGULAR        ? "the matrix of the mechanism is singular"
                      : end == TML_SPARSE_NOT_CONVERGED ? "the slowest modes could not be found"
                                                        : "whether all of the slowest modes were found is not certain");
        return TML_FAILED;
    }
    if (is_doubtful(&modes, r.shift) && m->report.free_count <= MAX_DENSE) {
        m->doubtful = true;
        return run_dense(m);
    }
    const tml_status rests = tml_about_check_rest(task, r.residual, r.acting, r.rounding);
    if (rests != TML_OK)
        return rests;
    const tml_status status = keep(m, r.work, &modes, &table);
    if (status != TML_OK)
        return status;
    tml_about_facts(task, table, m->about, m->damping);
    tml_held_facts(&m->held, table);
    tml_table_add_fact(table, "degrees of freedom", m->report.free_count, "%d", m->report.free_count);
    tml_task_residual_fact(table, r.max_residual, r.scale);
    tml_table_add_fact(table, "derivatives", NAN, "exact%s",
                       tml_linear_has_touching_rows(task->system) ? "; of gaps that are held to about 10 digits" : "");
    tml_table_add_fact(table, "eigenvalues", NAN,
                       "the slowest %d by inverse iteration, %d products; KLU, %d unknowns, %d entries, shift %.3g 1/s",
                       modes.count, r.products, r.unknowns, r.entries, r.shift);
    add_count_fact(&r, table);
    if (is_doubtful(&modes, r.shift))
        tml_table_add_fact(
            table, "near zero", NAN,
            "what is slower than %.3g 1/s may be zero: a repeated zero eigenvalue, which rounding splits",
            DOUBTFUL * r.shift);
    report_ignorable(task->system, table);
    tml_mode_table_facts(task, table, &modes, m->about == TML_ABOUT_INSTANT);
    tml_mode_table_warn(task, table, &modes, "this static equilibrium");
    return TML_OK;
}

/* ---- the analysis ---- */

static tml_status choose(modes_run *m)
{
    tml_task *task = m->task;
    const tml_system *s = task->system;
    const char *method = tml_element_choice(task->resolved, task->element, tml_task_field(task, "method"));
    const bool states = m->ports.input_count || m->ports.output_count || m->matrices,
               can = m->about == TML_ABOUT_EQUILIBRIUM && !states && !s->state_count && !s->result_law_count &&
                     !s->rate_row_count,
               asked = method && strcmp(method, "sparse") == 0;
    if (asked && s->state_count) {
        tml_log_raise(task->log, TML_E_MODES_SPARSE, task->element->place,
                      "modes: method: sparse does not know the states of the model; use method: dense");
        return TML_WRONG;
    }
    if (asked && s->result_law_count) {
        tml_log_raise(task->log, TML_E_MODES_SPARSE, task->element->place,
                      "modes: method: sparse does not know forces that depend on results; use method: dense");
        return TML_WRONG;
    }
    if (asked && s->rate_row_count) {
        tml_log_raise(task->log, TML_E_MODES_SPARSE, task->element->place,
                      "modes: method: sparse does not know rows that restrict velocities only; use method: dense");
        return TML_WRONG;
    }
    if (s->rate_row_count && (m->ports.released_count || s->result_law_count)) {
        tml_log_raise(task->log, TML_E_MODES_NONHOLONOMIC, task->element->place,
                      "modes: where something rolls in space, or sticks in a contact, %s",
                      s->result_law_count ? "there are no modes with forces that depend on results; leave these out"
                                          : "no driver can be an input; name forces");
        return TML_WRONG;
    }
    if (s->result_law_count && m->ports.released_count) {
        tml_log_raise(task->log, TML_E_RESULTS_IN_ANALYSIS, s->result_laws[0].place,
                      "modes: %s depends on results: with such forces no driver can be an input; name forces",
                      s->result_laws[0].name);
        return TML_WRONG;
    }
    if (asked && !can) {
        tml_log_raise(task->log, TML_E_MODES_SPARSE, task->element->place,
                      "modes: method: sparse finds modes about rest only, without state matrices");
        return TML_WRONG;
    }
    if (asked || (can && m->report.free_count > MAX_DENSE && !(method && strcmp(method, "dense") == 0)))
        return run_sparse(m);
    if (!tml_task_check_size(task, s->nv, "state matrices, and modes of a motion, are found"))
        return TML_FAILED;
    return run_dense(m);
}

static tml_status run(tml_task *task)
{
    modes_run m;
    if (!read(task, &m))
        return TML_WRONG;
    const bool touches = task->system->interaction_count > 0; /* massless bodies rest on what is held */
    const size_t velocities = (size_t)task->system->nv * sizeof(double);
    const double *v = tml_arena_copy(task->arena, task->state->v, velocities);
    tml_status status = touches ? tml_task_close(task, &m.report) : tml_task_assemble(task, &m.report);
    if (task->state->held_count &&
        task->system->ignorable_count) /* assembly stops rotations that turn with the mechanism */
        memcpy(task->state->v, v, velocities);
    status = status == TML_OK ? tml_about_find(task, &m.about) : status;
    status = status == TML_OK ? tml_task_hold(task, &m.report, m.about == TML_ABOUT_EQUILIBRIUM, &m.held) : status;
    status = status == TML_OK && touches ? tml_task_balance_massless(task, &m.report) : status;
    if (status != TML_OK)
        return status;
    if (m.report.free_count == 0) {
        tml_log_raise(task->log, TML_E_NOTHING_MOVES, task->element->place,
                      "modes: the mechanism has no degree of freedom: nothing in it can move%s%s",
                      m.held.held ? "; " : "", m.held.held ? m.held.held : "");
        return TML_FAILED;
    }
    return choose(&m);
}

static bool check(tml_task *task)
{
    modes_run m;
    return read(task, &m);
}

/* A mechanism in motion has modes about this instant; one whose motion is given has none. */
static const char *propose(const tml_proposal_setting *setting, const char **needs)
{
    if (setting->free_count == 0) {
        *needs = "small motions need a degree of freedom, and none is left free";
        return NULL;
    }
    return setting->moving ? "about: instant" : "";
}

const tml_analysis_class tml_analysis_modes = {
    .name = "modes",
    .doc = "frequencies, damping and shapes of small motions, state matrices and frequency response, about a static "
           "equilibrium, a steady state or an instant",
    TML_LIST(fields),
    .rows_of = TML_ROWS_OF_MODES,
    .keeps_state = true,
    .needs_inertia = true,
    .row = "mode",
    .rows = "modes",
    .template = {.title = "Modes", .rank = 7},
    .if_singular =
        "its modes are those of all directions that the joints leave free to first order, not those of its branches",
    .compliant = true,
    .propose = propose,
    .run = run,
    .check = check,
};
