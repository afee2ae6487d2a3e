/* problem.h - what is searched for: parameters within bounds, goals to be made small or large, constraints; all of them answers of a study.
 *
 *   minimize  f(x)   subject to   c_i(x) <= 0  or  c_i(x) = 0,   low <= x <= high
 */
#pragma once
#include "study/study.h"
#include "trammel/optimize.h"

typedef struct {
    int answer;
    double sign; /* +1: to be made small, -1: large */
    const char *name;
} tml_goal;

/* sign * (left - right) <= 0, or = 0. */
typedef struct {
    const char *text; /* as written; a limit of a goal on a front has none */
    int left, right;  /* answers; right -1: the limit is a number */
    double limit, sign;
    bool equal;
} tml_constraint;

typedef struct {
    tml_arena arena;
    tml_study *study; /* its points are those from which searches start */
    int parameters, answers;
    double *low, *high, *start; /* (parameters) start: NAN where none was given */
    tml_goal *goals;
    int goal_count;
    tml_constraint *constraints;
    int constraint_count;
} tml_problem;

/* False with messages; tml_problem_free in any case. `starts`: at least how many points to start from there are. */
bool tml_problem_make(tml_problem *p, const tml_model *model, const tml_optimize_options *options, uint64_t starts,
                      tml_log *log);
void tml_problem_free(tml_problem *p);
/* Whether it could be made, without a run of the model; false with messages. */
bool tml_problem_check(const tml_model *model, const tml_optimize_options *options, tml_log *log);

/* sign * (left - right), of answers. */
double tml_constraint_value(const tml_constraint *c, const double *answers);
/* The size of what is compared in it. */
double tml_constraint_size(const tml_constraint *c, const double *answers);
/* The name of what a constraint limits. */
const char *tml_problem_answer_name(const tml_problem *p, int answer);
