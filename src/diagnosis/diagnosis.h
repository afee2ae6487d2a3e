/* diagnosis.h - why a mechanism cannot be closed or cannot move as requested. */
#pragma once
#include "assembly/closure.h"
#include "diagnosis/conflict.h"

typedef struct {
    tml_conflict conflict;
    const char *names; /* of the conflict; NULL: not found */
    const char *cure;  /* one edit that was tried; NULL: none was found */
    tml_part part;     /* that the cure changes */
    const char *pose;  /* of a body, if the guess does not lead to a closed mechanism; else NULL */
    int body;
    bool stopped; /* the work is no longer wanted: the rest says nothing */
} tml_diagnosis;

/* Of a closure that failed, in positions from `guess` to `failed`, or (rates) in velocities at the closed positions,
 * which are both. `unwrapped`: reference of the angles there. */
tml_diagnosis tml_diagnose(const tml_closure *closure, const double *guess, const double *failed,
                           const double *unwrapped, bool rates);
/* Whether the rigid rows can be closed at another time t, close to q, which is closed; names NULL: they can. */
tml_diagnosis tml_diagnose_later(const tml_system *system, double t, const double *q, const double *v,
                                 const double *unwrapped, tml_arena *arena);
/* "the mechanism cannot be assembled", and the conflict. */
/* Where the first driver or initial value in the conflict is written, else the first joint; else the first joint that
 * is open. */
tml_place tml_diagnosis_place(const tml_diagnosis *d, const tml_closure *c);
void tml_diagnosis_report_open(const tml_diagnosis *diagnosis, const tml_closure *closure, tml_log *log);
/* Reports the velocities that are impossible, off by `worst`. */
void tml_diagnosis_report_velocities(const tml_diagnosis *diagnosis, const tml_closure *closure, double worst,
                                     tml_log *log);
/* Reports the edit that cures it; false: there is none to propose. */
bool tml_diagnosis_report_cure(const tml_diagnosis *diagnosis, const tml_closure *closure, tml_log *log);
