/* nlopt_library.h - the functions of NLopt that searches use, opened by the first search: what does not optimise does not need the library. */
#pragma once
#include "base/library.h"
#include <nlopt.h>

#define TML_NLOPT_FUNCTIONS(USE)                                                                                       \
    USE(nlopt_create)                                                                                                  \
    USE(nlopt_destroy)                                                                                                 \
    USE(nlopt_optimize)                                                                                                \
    USE(nlopt_set_min_objective)                                                                                       \
    USE(nlopt_set_lower_bounds1)                                                                                       \
    USE(nlopt_set_upper_bounds1)                                                                                       \
    USE(nlopt_add_inequality_mconstraint)                                                                              \
    USE(nlopt_add_equality_mconstraint)                                                                                \
    USE(nlopt_set_ftol_rel)                                                                                            \
    USE(nlopt_set_xtol_abs1)                                                                                           \
    USE(nlopt_set_maxeval)                                                                                             \
    USE(nlopt_set_initial_step1)                                                                                       \
    USE(nlopt_set_local_optimizer)                                                                                     \
    USE(nlopt_force_stop)                                                                                              \
    USE(nlopt_srand)

typedef struct {
    TML_NLOPT_FUNCTIONS(TML_LIBRARY_MEMBER)
} tml_nlopt;

/* False: it is not installed. */
bool tml_nlopt_open(tml_nlopt *library);
