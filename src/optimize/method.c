/* method.c - the table of methods. */
#include "optimize/method.h"
#include <stddef.h>
#include <string.h>

static const tml_search_method METHODS[] = {
    {"asymptotes", "moving asymptotes (MMA), from derivatives; for many parameters and inequalities", NLOPT_LD_MMA,
     NLOPT_LD_MMA, TML_CONSTRAINTS_INEQUALITIES, true, false, false},
    {"clusters", "quadratic models from many starts, clustered (MLSL, BOBYQA); without derivatives, global",
     NLOPT_G_MLSL_LDS, NLOPT_LN_BOBYQA, TML_CONSTRAINTS_PENALTY, false, true, true},
    {"evolution", "evolution strategy with ranking (ISRES); without derivatives, global, with constraints",
     NLOPT_GN_ISRES, NLOPT_GN_ISRES, TML_CONSTRAINTS_ALL, false, true, true},
    {"gradient", "sequential quadratic programming (SLSQP), from derivatives and several starts", NLOPT_LD_SLSQP,
     NLOPT_LD_SLSQP, TML_CONSTRAINTS_ALL, true, false, false},
    {"linear", "linear models in a shrinking region (COBYLA); without derivatives, with constraints", NLOPT_LN_COBYLA,
     NLOPT_LN_COBYLA, TML_CONSTRAINTS_ALL, false, false, false},
    {"quadratic", "quadratic models in a shrinking region (BOBYQA); without derivatives", NLOPT_LN_BOBYQA,
     NLOPT_LN_BOBYQA, TML_CONSTRAINTS_LAGRANGIAN, false, false, false},
    {"random", "controlled random search (CRS2); without derivatives, global", NLOPT_GN_CRS2_LM, NLOPT_GN_CRS2_LM,
     TML_CONSTRAINTS_PENALTY, false, true, true},
    {"rectangles", "the box divided into smaller ones (DIRECT-L); without derivatives, global", NLOPT_GN_DIRECT_L,
     NLOPT_GN_DIRECT_L, TML_CONSTRAINTS_PENALTY, false, true, false},
    {"simplex", "simplices in subspaces (Subplex); without derivatives, for goals with noise or kinks", NLOPT_LN_SBPLX,
     NLOPT_LN_SBPLX, TML_CONSTRAINTS_LAGRANGIAN, false, false, false},
};

int tml_search_method_count(void)
{
    return (int)(sizeof METHODS / sizeof *METHODS);
}

const tml_search_method *tml_search_method_at(int index)
{
    return index >= 0 && index < tml_search_method_count() ? &METHODS[index] : NULL;
}

const tml_search_method *tml_search_method_find(const char *name)
{
    for (int i = 0; i < tml_search_method_count(); i++)
        if (strcmp(METHODS[i].name, name) == 0)
            return &METHODS[i];
    return NULL;
}
