/* implicit.h - derivatives of answers that are functions of solutions of equations: of assembly, kinematics, inverse dynamics, statics,
 * steady states and modes (docs/theory/sensitivities.md). */
#pragma once
#include "study/study.h"

typedef struct {
    double *gradient;     /* (answers x parameters) */
    bool *found;          /* (answers x parameters); those that are true before are left alone */
    bool *none;           /* (answers x parameters) there is no derivative: positions are singular */
    const char *singular; /* why there is none */
    const char *why;      /* why others were not found; NULL: all were */
} tml_implicit_gradient;

/* At values (parameters). TML_OK, also where nothing was found; TML_STOPPED, TML_NO_MEMORY. */
tml_status tml_implicit_gradient_find(const tml_study *study, const double *values, tml_implicit_gradient *out,
                                      tml_arena *arena);
