/* steady.c - relative equilibria at prescribed constant speeds of joints. One row for each.
 *
 * V'(Q - M a + G' lambda) = 0 for all other coordinates, phi = 0: solved in relative coordinates of a tree that
 * contains the joints with prescribed speeds. The next analysis starts there, moving.
 */
#include "analysis/failure.h"
#include "analysis/steady/steady_hold.h"
#include "system/topology/ignorable_rotations.h"
#include <math.h>
#include <string.h>

static const tml_field fields[] = {
    {"speeds", TML_FIELD_SPEEDS,
     .doc = "joint coordinates that rotate or slide at constant speeds; from..to: continuation over a range"},
    {"search", TML_FIELD_CHOICE, .preset = "near", .choices = "near all",
     .doc = "near: what the start leads to; all: from many other starts too"},
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12",
     .doc = "largest residual force, relative to the acting forces; rounding may leave more"},
};

static bool check(tml_task *task)
{
    tml_steady_request request;
    return tml_steady_request_read(task, &request);
}

/* A joint at rest by `initial`: speeds of its coordinates are given, and all that are given are zero. */
static bool rests_as_given(const tml_system *s, const tml_joint *j)
{
    bool given = false;
    for (int i = 0; i < s->start_count; i++)
        for (int k = j->first_coordinate; k < j->first_coordinate + j->coordinate_count; k++) {
            if (!s->starts[i].rate || s->coordinates[k].term.measure != s->starts[i].term.measure)
                continue;
            if (s->starts[i].value != 0)
                return false;
            given = true;
        }
    return given;
}

/* Coordinates of the tree are at rest unless they are prescribed, so the tree contains what is prescribed, and what is to be at rest. */
static tml_treatment treatment(tml_task *task)
{
    tml_steady_request request;
    tml_treatment tree = {.kind = TML_TREE};
    if (!tml_steady_request_read(task, &request))
        return tree;
    bool *keep = TML_NEW_ARRAY(task->arena, bool, task->system->joint_count + 1);
    for (int i = 0; i < task->system->joint_count; i++)
        keep[i] = rests_as_given(task->system, &task->system->joints[i]);
    for (int i = 0; i < request.count; i++)
        keep[request.velocities[i].joint] = true;
    tree.keep = keep;
    return tree;
}

static tml_status find_one(tml_steady_task *t)
{
    tml_steady *s = t->s;
    int iterations;
    tml_status status = tml_steady_find(t, &iterations);
    status = status == TML_OK ? tml_steady_table_make(t) : status;
    if (status != TML_OK)
        return status;
    tml_steady_task_find_stability(t, &t->at);
    status = tml_steady_record(t, &t->at, t->stability->growth);
    if (status != TML_OK)
        return status;
    const tml_system *kept =
        tml_system_release_ignorable(t->task->system, s->held_coordinates, s->held_count, t->task->arena);
    const int free = s->free_count - s->states - kept->ignorable_count;
    tml_table_add_fact(t->table, "degrees of freedom", free, "%d, besides %d given", free, s->held_count);
    tml_steady_closed_facts(t);
    tml_table_add_fact(t->table, "iterations", iterations, "%d%s", iterations, t->how ? t->how : "");
    tml_task_residual_fact(t->table, s->max_residual, s->scale);
    if (t->task->system->rigid_row_count)
        tml_table_add_fact(t->table, "worst position residual", s->gap, "%.3g", s->gap);
    tml_table_add_fact(t->table, "stability", t->stability->growth, "%s", tml_steady_stability_text(t));
    if (t->stability->count)
        tml_table_add_fact(t->table, "eigenvalues", t->stability->re[0], "%s 1/s", tml_steady_eigenvalues_text(t));
    tml_steady_free_states_fact(t);
    const int family = tml_steady_family_fact(t);
    if (t->stability->unknown && !t->stability->massless && !t->stability->by_results && !t->stability->by_rates)
        tml_log_raise(
            t->task->log, TML_W_STEADY_STABILITY_UNKNOWN, t->task->element->place,
            "steady: whether this state is stable is not known: a force is not a number at neighbouring velocities");
    if (t->stability->unstable)
        tml_log_raise(t->task->log, TML_W_STEADY_UNSTABLE, t->task->element->place,
                      "steady: this state is not stable: start away from it, or use search: all, to find others");
    tml_steady_compare_with_given(t, family);
    return TML_OK;
}

static tml_status run(tml_task *task)
{
    tml_steady_task t = {.task = task};
    tml_assembly report;
    if (!tml_steady_request_read(task, &t.request))
        return TML_WRONG;
    const tml_status closed = tml_task_assemble(task, &report);
    if (closed != TML_OK)
        return closed;
    if (!tml_task_check_size(task, task->system->tree_nv, "steady states are found"))
        return TML_FAILED;
    const tml_system *base = task->system;
    tml_steady_hold *held =
        t.request.swept >= 0 || t.request.all ? NULL : tml_steady_hold_find(task, &t.request, &report);
    if (held)
        return tml_steady_hold_record(held);
    const bool stops = tml_steady_on_stops(&t), all = t.request.all && t.request.swept < 0;
    const tml_status made = stops && all                        ? TML_OK
                            : stops                             ? tml_steady_make_on_stops(&t)
                            : tml_steady_task_make(&t, &report) ? TML_OK
                                                                : TML_FAILED;
    if (made != TML_OK)
        return made;
    const bool swept = t.request.swept >= 0;
    const tml_status status = swept ? tml_steady_sweep(&t) : all ? tml_steady_find_all(&t) : find_one(&t);
    if (status == TML_OK && !swept)
        tml_steady_set_state(&t, &t.at);
    if (status == TML_OK)
        tml_steady_idle_friction(&t, base, &report);
    return status;
}

/* Drivers prescribe speeds; without one, a joint turns or slides. */
static const char *propose(const tml_proposal_setting *setting, const char **needs)
{
    const char *name;
    if (setting->system->drive_count > 0)
        return "";
    const tml_joint_coordinate *coordinate = tml_proposal_coordinate(setting, 0, &name);
    if (coordinate)
        return tml_arena_format(setting->arena, "speeds: {%s: %s}", name, coordinate->is_rotation ? "10" : "1");
    *needs = "a joint has to rotate or slide at a given speed, and there is none with a single coordinate";
    return NULL;
}

const tml_analysis_class tml_analysis_steady = {
    .name = "steady",
    .doc = "relative equilibria while given joints rotate or slide at constant speeds",
    TML_LIST(fields),
    .rows_of = TML_ROWS_OF_STEADY,
    .needs_inertia = true,
    .row = "steady state",
    .rows = "steady states",
    .template = {.title = "Steady states", .rank = 6},
    .compliant = true,
    .propose = propose,
    .run = run,
    .check = check,
    .treatment = treatment,
};
