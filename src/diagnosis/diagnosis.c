/* diagnosis.c - which constraints contradict each other, and an edit that cures it, as messages. */
#include "diagnosis/diagnosis.h"
#include <math.h>

tml_diagnosis tml_diagnose(const tml_closure *c, const double *guess, const double *failed, const double *unwrapped,
                           bool rates)
{
    tml_trial *trial = tml_trial_make(c->s, c->t, c->tolerance, c->joint_rows, c->with_starts, guess, c->velocities,
                                      unwrapped, c->arena);
    for (int i = 0; rates && i < c->s->nq; i++)
        trial->q[i] = guess[i];
    tml_diagnosis d = {.conflict = tml_conflict_find(trial, failed, rates)};
    if (d.conflict.possible)
        d.pose = tml_conflict_guess(trial, &d.body);
    d.stopped = trial->stopped;
    if (d.stopped || d.conflict.count == 0)
        return d;
    d.names = tml_conflict_names(c->s, &d.conflict, c->arena);
    d.cure = tml_conflict_cure(trial, &d.conflict, &d.part);
    d.stopped = trial->stopped;
    return d;
}

tml_diagnosis tml_diagnose_later(const tml_system *s, double t, const double *q, const double *v,
                                 const double *unwrapped, tml_arena *arena)
{
    tml_trial *trial = tml_trial_make(s, t, 1e-9 * s->size, s->rigid_row_count, false, q, v, unwrapped, arena);
    tml_diagnosis d = {.conflict = tml_conflict_find(trial, q, false)};
    d.stopped = trial->stopped;
    if (d.stopped || d.conflict.count == 0)
        return d;
    d.names = tml_conflict_names(s, &d.conflict, arena);
    d.cure = tml_conflict_cure(trial, &d.conflict, &d.part);
    d.stopped = trial->stopped;
    return d;
}

/* What is not certain about a set. */
static const char *qualification(const tml_diagnosis *d)
{
    return d->conflict.fewest ? "" : "; a smaller set may do so too";
}

tml_place tml_diagnosis_place(const tml_diagnosis *d, const tml_closure *c)
{
    tml_place place = {.file = c->s->model->file};
    for (int i = 0; i < d->conflict.count; i++) {
        const bool joint = d->conflict.parts[i].kind == TML_PART_JOINT;
        const tml_place at = tml_part_place(c->s, d->conflict.parts[i]);
        const bool before = at.line < place.line || (at.line == place.line && at.column < place.column);
        if ((!joint || d->conflict.motions == 0) && (place.line == 0 || before))
            place = at;
    }
    for (int i = 0; i < c->joint_rows && place.line == 0; i++)
        if (c->s->rows[i].joint >= 0 && c->weight[i] * fabs(c->r[i]) > 10 * c->tolerance)
            place = c->s->joints[c->s->rows[i].joint].place;
    return place;
}

void tml_diagnosis_report_open(const tml_diagnosis *d, const tml_closure *c, tml_log *log)
{
    const tml_place place = tml_diagnosis_place(d, c);
    if (d->conflict.possible)
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place,
                      "the mechanism cannot be assembled from this guess (position and angle of the bodies), although "
                      "it can be from a nearby one");
    else if (!d->names)
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place, "the mechanism cannot be assembled");
    else if (d->conflict.count == 1)
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place,
                      "the mechanism cannot be assembled: %s cannot be closed by itself", d->names);
    else
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place,
                      "the mechanism cannot be assembled: %s contradict each other (remove any one of them, and the "
                      "others can be closed%s)",
                      d->names, qualification(d));
}

/* The joint that locks: that of the cure, as with it changed everything moves. */
static const char *locking_joint_text(const tml_diagnosis *d, const tml_closure *c)
{
    return d->cure && d->part.kind == TML_PART_JOINT
               ? tml_arena_format(c->arena, "joint %s locks it: ", tml_part_name(c->s, d->part))
               : "";
}

void tml_diagnosis_report_velocities(const tml_diagnosis *d, const tml_closure *c, double worst, tml_log *log)
{
    const tml_place place = tml_diagnosis_place(d, c);
    if (!d->names)
        tml_log_raise(log, TML_E_SPEEDS_CONTRADICT, place,
                      "the speeds requested contradict each other or the joints (by %.3g)", worst);
    else if (d->conflict.mobility == 0)
        tml_log_raise(log, TML_E_NOTHING_CAN_MOVE, *locking_joint_text(d, c) ? tml_part_place(c->s, d->part) : place,
                      "nothing can move: %sthe joints leave no degree of freedom, and %s contradict each other%s",
                      locking_joint_text(d, c), d->names, qualification(d));
    else
        tml_log_raise(log, TML_E_SPEEDS_CONTRADICT, place, "the speeds requested contradict each other: %s (by %.3g%s)",
                      d->names, worst, qualification(d));
}

bool tml_diagnosis_report_cure(const tml_diagnosis *d, const tml_closure *c, tml_log *log)
{
    if (d->pose)
        tml_log_raise(log, TML_N_CURE, c->s->masses[d->body].written->place, "a fix that works (tried): %s", d->pose);
    if (!d->cure)
        return d->pose != NULL;
    tml_log_raise(log, TML_N_CURE, tml_part_place(c->s, d->part), "a fix that works (tried): %s", d->cure);
    return true;
}
