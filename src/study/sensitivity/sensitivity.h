/* sensitivity.h - derivatives of a study's answers by forward variation along its motion (study/sensitivity/forward.h). */
#pragma once
#include "study/near_models.h"

typedef struct {
    double *gradient; /* (answers x parameters), of those that were found; NAN: by a parameter without motions nearby */
    bool *found;      /* (answers) */
    const char *why;  /* why there are others; NULL: all were found. In the arena, or lasting. */
    bool
        exact; /* derivatives by the state are wanted, and are afterwards, those of the linearization; else of orders 4 and 6, and sooner found */
} tml_forward_gradient;

/* Of the study of these models, at values (parameters). Memory from the arena, whose guard is around it. Only answers that depend smoothly on the motion of the last
 * analysis, if that is the first motion, can be found. TML_OK; TML_STOPPED, TML_NO_MEMORY. */
tml_status tml_forward_gradient_find(tml_near_models *near, const double *values, tml_forward_gradient *out,
                                     tml_arena *arena);
