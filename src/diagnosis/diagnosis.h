/* diagnosis.h - why a mechanism cannot be closed or cannot move as asked, in words. */
#pragma once
#include "assembly/closure.h"
#include "diagnosis/conflict.h"

typedef struct {
    tml_conflict conflict;
    const char *names; /* of what contradicts itself; NULL: it was not found */
    const char *cure;  /* one edit that was tried; NULL: none was found */
    tml_part part;     /* that it changes */
    const char *pose;  /* of a body, where it is the guess that does not lead to a closed mechanism; else NULL */
    int body;
    bool stopped; /* the work is no longer wanted: the rest says nothing */
} tml_diagnosis;

/* Of a closure that failed, in positions from `guess` to `failed`, or (rates) in speeds at the closed positions, which are both. `turn`:
 * where angles are counted from there. */
tml_diagnosis tml_diagnose(const tml_closure *closure, const double *guess, const double *failed,
                           const double *unwrapped, bool rates);
/* Whether the rigid rows can be closed at another time t, near q, which is closed; names NULL: they can. */
tml_diagnosis tml_diagnose_later(const tml_system *system, double t, const double *q, const double *v,
                                 const double *unwrapped, tml_arena *arena);
/* "the mechanism cannot be assembled", and what contradicts itself. */
/* Where the first driver or start value that takes part is written, else the first joint; else the first joint that is open. */
tml_place tml_diagnosis_place(const tml_diagnosis *d, const tml_closure *c);
void tml_diagnosis_say_open(const tml_diagnosis *diagnosis, const tml_closure *closure, tml_log *log);
/* The speeds that cannot be, which are off by `worst`. */
void tml_diagnosis_say_speeds(const tml_diagnosis *diagnosis, const tml_closure *closure, double worst, tml_log *log);
/* The edit that cures it; false: there is none to propose. */
bool tml_diagnosis_say_cure(const tml_diagnosis *diagnosis, const tml_closure *closure, tml_log *log);
