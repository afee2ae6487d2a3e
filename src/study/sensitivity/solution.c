/* solution.c - which equations an analysis solves. */
#include "study/sensitivity/solution.h"
#include <string.h>

/* Of `search: all`, in coordinates of the tree. */
static bool searches_all(tml_task *task)
{
    const tml_field *search = tml_task_field(task, "search");
    const char *word = search ? tml_element_choice(task->resolved, task->element, search) : NULL;
    return word && strcmp(word, "all") == 0;
}

const tml_solution_class *tml_solution_class_of(tml_task *task)
{
    switch (tml_analysis_find(task->element->kind)->rows_of) {
    case TML_ROWS_OF_DRIVERS:
        return &tml_solution_kinematics;
    case TML_ROWS_OF_ACTUATORS:
        return &tml_solution_inverse;
    case TML_ROWS_OF_EQUILIBRIUM:
        return searches_all(task) ? &tml_solution_steady : &tml_solution_rest;
    case TML_ROWS_OF_STEADY:
        return &tml_solution_steady;
    case TML_ROWS_OF_MOTION:
    case TML_ROWS_OF_MODES:
    case TML_ROWS_OF_STATE:
        break;
    }
    return NULL;
}
