/* method.h - the methods of searching: algorithms of NLopt under plain names. */
#pragma once
#include <nlopt.h>
#include <stdbool.h>

/* How an algorithm keeps constraints. */
typedef enum {
    TML_CONSTRAINTS_ALL,
    TML_CONSTRAINTS_INEQUALITIES, /* equations by an augmented Lagrangian around it */
    TML_CONSTRAINTS_LAGRANGIAN,   /* all of them by an augmented Lagrangian around it */
    TML_CONSTRAINTS_PENALTY,      /* what they are violated by is added to the goal */
} tml_constraint_support;

typedef struct {
    const char *name, *doc;
    nlopt_algorithm algorithm;
    nlopt_algorithm local; /* of an algorithm that starts another one from many points; otherwise the same */
    tml_constraint_support support;
    bool uses_gradient;
    bool is_global; /* one search in the whole box, and a local one from the best point found */
    bool is_random; /* depends on the seed */
} tml_search_method;

int tml_search_method_count(void);
const tml_search_method *tml_search_method_at(int index);
/* NULL: no such. */
const tml_search_method *tml_search_method_find(const char *name);
