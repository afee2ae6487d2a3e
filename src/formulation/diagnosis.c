/* diagnosis.c - which constraints contradict each other, and an edit that cures it, as messages. */
#include "formulation/diagnosis.h"

tml_diagnosis tml_diagnose(const tml_closure *c, const double *guess, const double *failed, const double *turn,
                           bool rates)
{
    tml_trial *trial =
        tml_trial_make(c->s, c->t, c->tolerance, c->joint_rows, c->with_starts, guess, c->speeds, turn, c->arena);
    for (int i = 0; rates && i < c->s->nq; i++)
        trial->q[i] = guess[i];
    tml_diagnosis d = {.conflict = tml_conflict_find(trial, failed, rates)};
    if (d.conflict.possible)
        d.pose = tml_conflict_guess(trial, &d.body);
    if (d.conflict.count == 0)
        return d;
    d.names = tml_conflict_names(c->s, &d.conflict, c->arena);
    d.cure = tml_conflict_cure(trial, &d.conflict, &d.part);
    return d;
}

tml_diagnosis tml_diagnose_later(const tml_system *s, double t, const double *q, const double *v, const double *turn,
                                 tml_arena *arena)
{
    tml_trial *trial = tml_trial_make(s, t, 1e-9 * s->size, s->rigid_row_count, false, q, v, turn, arena);
    tml_diagnosis d = {.conflict = tml_conflict_find(trial, q, false)};
    if (d.conflict.count == 0)
        return d;
    d.names = tml_conflict_names(s, &d.conflict, arena);
    d.cure = tml_conflict_cure(trial, &d.conflict, &d.part);
    return d;
}

void tml_diagnosis_say_open(const tml_diagnosis *d, const tml_closure *c, tml_log *log)
{
    const tml_place place = {.file = c->s->model->file};
    if (d->conflict.possible)
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place,
                      "the mechanism cannot be assembled from this guess (position and angle of the bodies), though it "
                      "can be from one beside it");
    else if (!d->names)
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place, "the mechanism cannot be assembled");
    else if (d->conflict.count == 1)
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place,
                      "the mechanism cannot be assembled: %s cannot be closed by itself", d->names);
    else
        tml_log_raise(log, TML_E_NOT_ASSEMBLED, place,
                      "the mechanism cannot be assembled: %s contradict each other (take away any one of them, and the "
                      "others can be closed)",
                      d->names);
}

/* The joint that locks: that of the cure, for with it changed everything moves. */
static const char *lock_of(const tml_diagnosis *d, const tml_closure *c)
{
    return d->cure && d->part.kind == TML_PART_JOINT
               ? tml_arena_format(c->arena, "joint %s locks it: ", tml_part_name(c->s, d->part))
               : "";
}

void tml_diagnosis_say_speeds(const tml_diagnosis *d, const tml_closure *c, double worst, tml_log *log)
{
    const tml_place place = {.file = c->s->model->file};
    if (!d->names)
        tml_log_raise(log, TML_E_SPEEDS_CONTRADICT, place,
                      "the speeds asked for contradict each other or the joints (by %.3g)", worst);
    else if (d->conflict.mobility == 0)
        tml_log_raise(log, TML_E_NOTHING_CAN_MOVE, place,
                      "nothing can move: %sthe joints leave no degree of freedom, and %s contradict each other",
                      lock_of(d, c), d->names);
    else
        tml_log_raise(log, TML_E_SPEEDS_CONTRADICT, place, "the speeds asked for contradict each other: %s (by %.3g)",
                      d->names, worst);
}

bool tml_diagnosis_say_cure(const tml_diagnosis *d, const tml_closure *c, tml_log *log)
{
    if (d->pose)
        tml_log_raise(log, TML_N_CURE, c->s->masses[d->body].written->place, "what would cure it (tried): %s", d->pose);
    if (!d->cure)
        return d->pose != NULL;
    tml_log_raise(log, TML_N_CURE, tml_part_place(c->s, d->part), "what would cure it (tried): %s", d->cure);
    return true;
}
