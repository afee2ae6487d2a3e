/* tree_instant.h - one instant by a formulation in joint coordinates. */
#pragma once
#include "analysis/analysis.h"

typedef struct {
    tml_equations *e;
    double *q, *u; /* (nq), (nv) its own coordinates and velocities */
} tml_tree_instant;

/* Assembles, evaluates everything at that instant and makes a table of one row. TML_FAILED with messages if the
 * formulation cannot represent the state: joints of its tree are open, massless bodies are free. */
tml_status tml_task_tree_instant(tml_task *task, const tml_formulation_class *class, tml_tree_instant *at);
