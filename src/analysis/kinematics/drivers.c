/* drivers.c - number of drivers: as many as there are degrees of freedom, neither fewer nor more.
 *
 * Z: G Z = 0, the free motions. A driver whose row depends on joints and preceding drivers is redundant.
 */
#include "analysis/kinematics/drivers.h"
#include "analysis/motion_names.h"
#include "diagnosis/diagnosis.h"
#include "dynamics/massless/massless.h"
#include <math.h>
#include <string.h>

enum { MAX_NAMED = 12 };
static const double DEPENDENT = 1e-9;

static const char *joined(const char *list, const char *name, tml_arena *arena)
{
    return list ? tml_arena_format(arena, "%s, %s", list, name) : name;
}

/* Basis of the free motions, column-major, as displacements. */
static const double *free_motions(tml_task *task, tml_driven *d, int rank, int *count)
{
    const tml_system *s = task->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    tml_rank_qr range = tml_rank_qr_make(s->row_count, s->nv, task->arena);
    tml_workspace_set_state(d->work, task->state->t, task->state->q, d->zeros);
    tml_workspace_measure(d->work, 0, s->measure_count);
    tml_workspace_constraints(d->work, s->row_count);
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                range.rows[(size_t)i * nv + at + j] = d->work->G[(size_t)k * nvb + j] / d->unit[at + j];
        }
    if (!tml_rank_qr_factor(&range, rank, DEPENDENT))
        tml_arena_give_up(task->arena);
    *count = s->nv - range.rank;
    double *Z = TML_NEW_ARRAY(task->arena, double, nv *(size_t)*count + 1);
    for (int k = 0; k < *count; k++)
        for (size_t j = 0; j < nv; j++)
            Z[(size_t)k * nv + j] = tml_rank_qr_null_space(&range)[(size_t)k * nv + j] / d->unit[j];
    return Z;
}

/* All that is not driven is massless: its position follows from springs and dampers, not from drivers alone. */
static bool report_massless(tml_task *task, int missing, const char *list)
{
    const tml_system *s = task->system;
    tml_massless *massless =
        tml_massless_make(s, NULL, task->state->t, task->state->q, task->state->unwrapped, task->arena);
    if (!massless || tml_massless_count(massless) != missing)
        return false;
    const tml_mass *body = &s->masses[tml_massless_find_motion(massless).body];
    tml_log_raise(task->log, TML_E_NOT_DRIVEN, task->element->place,
                  "%s: %d degree%s of freedom %s not driven: %s; body %s has no %s, and its position follows from its "
                  "springs and "
                  "dampers: use dynamics, in which drivers act as they do here, or drive it",
                  task->element->kind, missing, missing == 1 ? "" : "s", missing == 1 ? "is" : "are", list ? list : "",
                  body->name, body->mass > 0 ? "inertia" : "mass");
    return true;
}

static void report_missing(tml_task *task, const tml_assembly *report)
{
    const tml_system *s = task->system;
    tml_driven *d = tml_driven_make(s, 1e-12, NULL, task->arena);
    int count;
    const double *Z = free_motions(task, d, report->rank, &count);
    const char **names = TML_NEW_ARRAY(task->arena, const char *, count + 1), *list = NULL, *edit = NULL;
    bool drivable = true;
    const int found = tml_motion_names(d->work, Z, count, names, task->arena);
    for (int i = 0; i < found && i < MAX_NAMED; i++)
        list = joined(list, names[i], task->arena);
    for (int i = 0; i < found; i++) {
        drivable = drivable && !strchr(names[i], ' '); /* a rotation of a body in space is no channel */
        if (i < MAX_NAMED)
            edit = joined(edit, tml_arena_format(task->arena, "d%d: {%s: ...}", i + 1, names[i]), task->arena);
    }
    const int missing = report->free_count;
    if (report_massless(task, missing, list))
        return;
    const bool all = found == missing && drivable; /* their rows are independent of all others: nothing remains free */
    const char *more = found > MAX_NAMED ? ", ..." : "";
    tml_log_raise(task->log, TML_E_NOT_DRIVEN, task->element->place,
                  "%s: %d degree%s of freedom %s not driven: %s%s; %s%s%s%s", task->element->kind, missing,
                  missing == 1 ? "" : "s", missing == 1 ? "is" : "are", list ? list : "", more,
                  all ? "a fix that works (tried): add drivers: {"
                      : "not all of them are coordinates that can be driven: add joints that have such coordinates, or "
                        "attach the body rigidly",
                  all ? edit : "", all ? more : "", all ? "}" : "");
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].law_count &&
            (s->joints[i].clearance || s->joints[i].has_teeth || tml_joint_is_compliant(s, i)))
            tml_log_raise(task->log, TML_N_COMPLIANCE_IGNORED, s->joints[i].place,
                          s->joints[i].clearance
                              ? "joint %s has clearance: where its bodies are in it cannot be found by %s; remove the "
                                "clearance"
                          : s->joints[i].has_flanks
                              ? "joint %s has backlash: where its teeth are in it cannot be found by %s; remove the "
                                "backlash"
                              : "joint %s is compliant: how far it yields cannot be found by %s; remove its stiffness",
                          s->joints[i].name, task->element->kind);
}

/* Drivers that joints and preceding drivers make redundant, and (others) those they repeat. */
static int find_redundant(tml_task *task, const tml_assembly *report, const char **list, const char **others)
{
    const tml_system *s = task->system;
    int count = 0;
    *list = *others = NULL;
    for (int i = 0; i < s->drive_count; i++) {
        const int row = s->drives[i].row;
        if (!report->independent[row])
            *list = joined(*list, s->drives[i].name, task->arena), count++;
        else if (report->non_unique[row])
            *others = joined(*others, s->drives[i].name, task->arena);
    }
    return count;
}

static void report_redundant(tml_task *task, const tml_assembly *report, bool closed)
{
    const char *list, *others;
    const int count = find_redundant(task, report, &list, &others);
    if (count == 0)
        return;
    tml_log_raise(task->log, closed ? TML_W_DRIVERS_REDUNDANT : TML_N_DRIVERS_TOO_MANY, task->element->place,
                  "%s: %d driver%s too many: %s %s what the joints%s%s already determine%s", task->element->kind, count,
                  count == 1 ? " is" : "s are", list, count == 1 ? "prescribes" : "prescribe", others ? " and " : "",
                  others ? others : "",
                  closed ? "; they agree, and the smallest possible forces are given" : "; they contradict each other");
}

/* The time in which drivers move by their scale, the size of the mechanism or 1 rad, from their rates at t, s; if they
 * are constant, the time for which they act. 0: neither is known. */
static double characteristic_time(const tml_system *s, double t, double span, tml_arena *arena)
{
    tml_workspace *work = tml_workspace_make(s, arena);
    double rate = 0;
    work->t = t;
    for (int i = 0; i < s->drive_count; i++) {
        const tml_constraint *row = &s->rows[s->drives[i].row];
        double f[3];
        tml_workspace_target(work, row->target, row->motion, f);
        rate = fmax(rate, fmax(fabs(f[1]) / row->scale, sqrt(fabs(f[2]) / row->scale)));
    }
    return rate > 0 && isfinite(rate) ? 1 / rate : span;
}

/* Drivers that depend on joints and other drivers agree at the start, or it would not have closed. They must agree
 * later too: the mechanism is closed again a little later, and later still. */
tml_status tml_drivers_check_consistency(const tml_system *s, const tml_assembly *report, double t, double span,
                                         const double *q, const double *v, const double *unwrapped, tml_arena *arena,
                                         tml_log *log)
{
    static const double parts[] = {1e-3, 1e-2, 0.1}; /* of the characteristic time */
    bool depends = false;
    for (int i = 0; i < s->drive_count; i++) {
        const tml_drive *d = &s->drives[i];
        depends |= d->law < 0 && (!report->independent[d->row] || report->non_unique[d->row]); /* penalized: a spring */
    }
    const double pace = depends ? characteristic_time(s, t, span, arena) : 0;
    for (int i = 0; pace > 0 && i < 3; i++) {
        const double later = t + parts[i] * pace;
        const tml_diagnosis d = tml_diagnose_later(s, later, q, v, unwrapped, arena);
        if (d.stopped)
            return TML_STOPPED;
        if (!d.names || d.conflict.motions == 0)
            continue;
        tml_log_raise(log, TML_E_DRIVERS_CONTRADICT, s->drives[0].place,
                      "%s contradict each other: at t = %.6g s they cannot all be satisfied", d.names, later);
        if (d.cure)
            tml_log_raise(log, TML_N_CURE, tml_part_place(s, d.part), "a fix that works (tried): %s", d.cure);
        return TML_FAILED;
    }
    return TML_OK;
}

tml_status tml_drivers_assemble(tml_task *task, tml_assembly *report)
{
    const tml_system *s = task->system;
    const tml_status closed = tml_task_assemble(task, report);
    if (closed == TML_FAILED) {
        tml_assembly at = {0};
        tml_assembly_rank(s, task->state->t, task->state->q, task->state->v, &at, task->arena);
        report_redundant(task, &at, false);
    }
    if (closed != TML_OK)
        return closed;
    s = task->system;
    const bool sparse = report->rank == s->nv && s->row_count == s->nv; /* fully driven, and no row depends on others */
    if (!sparse && !tml_task_check_size(task, s->nv, "driven motions are computed"))
        return TML_FAILED;
    if (report->free_count > 0) {
        report_missing(task, report);
        return TML_FAILED;
    }
    if (tml_drivers_check_consistency(
            s, report, task->state->t, fmax(0, tml_analysis_end(task->resolved, task->element) - task->state->t),
            task->state->q, task->state->v, task->state->unwrapped, task->arena, task->log) != TML_OK)
        return TML_FAILED;
    report_redundant(task, report, true);
    return TML_OK;
}
