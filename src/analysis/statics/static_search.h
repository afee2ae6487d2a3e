/* static_search.h - the search for a static equilibrium of a system, from the state of a task. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/statics/pseudo_transient.h"

typedef struct {
    tml_task *task;
    const tml_system *system;   /* the task's own, or with stops and contacts that are held */
    const tml_assembly *report; /* of that system */
    double tolerance;
    const tml_step_guard *guard; /* NULL: none */
} tml_static_search;

/* The positions of the state are where it ends; *eq: in the arena, evaluated there. */
tml_equilibrium_result tml_static_search_run(const tml_static_search *search, tml_equilibrium **eq, tml_arena *arena);
