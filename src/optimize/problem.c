/* problem.c - an optimisation from texts: "max(abs(B.fx)) <= 100" becomes an answer and its limit. */
#include "optimize/problem.h"
#include "base/guard.h"
#include "optimize/option_text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    tml_problem *p;
    const tml_model *model;
    const tml_optimize_options *options;
    uint64_t starts;
    bool only_check; /* nothing is run */
    tml_log *log;
    const char **keep; /* (answers) texts that the study keeps */
    int capacity;
} maker;

static bool complain(const maker *m, const char *text, const char *why)
{
    tml_log_raise(m->log, TML_E_OPTIMIZE, (tml_place){.file = text}, "%s%s%s", text ? text : "", text ? ": " : "", why);
    return false;
}

/* Whether `text` is the name of an answer, "text = ...". */
static bool is_named(const char *answer, const char *text)
{
    const size_t length = strlen(text);
    if (strncmp(answer, text, length) != 0)
        return false;
    const char *behind = answer + length + strspn(answer + length, " ");
    return behind[0] == '=' && behind[1] != '=';
}

/* The answer of this text: the same for a goal and a constraint that say the same. */
static int answer_of(maker *m, const char *text)
{
    tml_problem *p = m->p;
    for (int i = 0; i < p->answers; i++)
        if (strcmp(m->keep[i], text) == 0 || is_named(m->keep[i], text))
            return i;
    TML_GROW(&p->arena, m->keep, p->answers, m->capacity);
    m->keep[p->answers] = text;
    return p->answers++;
}

/* ---- goals ---- */

static bool read_goals(maker *m)
{
    const tml_optimize_options *o = m->options;
    tml_problem *p = m->p;
    const size_t count = o->minimize_count + o->maximize_count;
    if (count == 0)
        return complain(m, NULL, "a goal is missing: --minimize or --maximize");
    p->goals = TML_NEW_ARRAY(&p->arena, tml_goal, count);
    for (size_t i = 0; i < count; i++) {
        const bool small = i < o->minimize_count;
        const char *text = small ? o->minimize[i] : o->maximize[i - o->minimize_count];
        const int before = p->answers, answer = answer_of(m, tml_trimmed(&p->arena, text, strlen(text)));
        if (answer < before)
            return complain(m, text, "this goal is given twice");
        p->goals[p->goal_count++] = (tml_goal){.answer = answer, .sign = small ? 1 : -1};
    }
    return true;
}

/* ---- constraints ---- */

/* The first <=, >= or == of a text; NULL: there is none. */
static const char *find_relation(const char *text)
{
    for (const char *c = text; *c; c++)
        if (c[1] == '=' && (*c == '<' || *c == '>' || *c == '='))
            return c;
    return NULL;
}

static bool add_constraint(maker *m, const char *whole, const char *left, char relation, const char *right)
{
    tml_problem *p = m->p;
    double limit;
    if (!*left || !*right)
        return complain(m, whole, "a side of the constraint is missing");
    tml_constraint c = {.text = tml_arena_format(&p->arena, "%s %c= %s", left, relation, right),
                        .sign = relation == '>' ? -1 : 1,
                        .equal = relation == '=',
                        .right = -1};
    if (tml_quantity_read(left, &limit, NULL)) { /* 0 <= x: x >= 0 */
        if (tml_quantity_read(right, &c.limit, NULL))
            return complain(m, whole, "both sides of the constraint are numbers");
        c.left = answer_of(m, right);
        c.limit = limit;
        c.sign = -c.sign;
    } else {
        c.left = answer_of(m, left);
        if (!tml_quantity_read(right, &c.limit, NULL))
            c.right = answer_of(m, right);
    }
    p->constraints[p->constraint_count++] = c;
    return true;
}

/* "a <= b", or "a <= b <= c", which are two. */
static bool read_constraint(maker *m, const char *text)
{
    tml_arena *arena = &m->p->arena;
    const char *first = find_relation(text), *second = first ? find_relation(first + 2) : NULL;
    if (!first)
        return complain(m, text, "a constraint is written A <= B, A >= B or A == B");
    const char *left = tml_trimmed(arena, text, (size_t)(first - text));
    const char *middle = tml_trimmed(arena, first + 2, second ? (size_t)(second - first - 2) : strlen(first + 2));
    if (!add_constraint(m, text, left, *first, middle))
        return false;
    if (!second)
        return true;
    if (*second != *first || *first == '=' || find_relation(second + 2))
        return complain(m, text, "two relations of a constraint are both <= or both >=");
    return add_constraint(m, text, middle, *second, tml_trimmed(arena, second + 2, strlen(second + 2)));
}

static bool read_constraints(maker *m)
{
    const tml_optimize_options *o = m->options;
    m->p->constraints = TML_NEW_ARRAY(&m->p->arena, tml_constraint, 2 * o->subject_to_count + 1);
    for (size_t i = 0; i < o->subject_to_count; i++)
        if (!read_constraint(m, o->subject_to[i]))
            return false;
    return true;
}

/* ---- the study ---- */

static bool make_study(maker *m)
{
    const tml_optimize_options *o = m->options;
    const tml_study_options options = {.size = sizeof options,
                                       .vary = o->over,
                                       .vary_count = o->over_count,
                                       .keep = m->keep,
                                       .keep_count = (size_t)m->p->answers,
                                       .sample = "sobol",
                                       .count = (double)m->starts,
                                       .seed = o->seed,
                                       .only = o->only,
                                       .formulation = o->formulation,
                                       .integrator = o->integrator,
                                       .tolerance = o->tolerance};
    if (o->over_count == 0)
        return complain(m, NULL, "parameters are missing, and their bounds: --over L=1..3");
    if (m->only_check)
        return tml_study_check_search(m->model, &options, m->log);
    m->p->study = tml_study_make_search(m->model, &options, m->log);
    return m->p->study != NULL;
}

static void take_bounds(tml_problem *p)
{
    p->parameters = (int)tml_study_parameter_count(p->study);
    p->low = TML_NEW_ARRAY(&p->arena, double, p->parameters);
    p->high = TML_NEW_ARRAY(&p->arena, double, p->parameters);
    p->start = TML_NEW_ARRAY(&p->arena, double, p->parameters);
    for (int i = 0; i < p->parameters; i++)
        tml_variation_range(p->study->variation, i, &p->low[i], &p->high[i], &p->start[i]);
}

static tml_status make(void *context)
{
    maker *m = context;
    if (!read_goals(m) || !read_constraints(m) || !make_study(m))
        return TML_WRONG;
    if (m->only_check)
        return TML_OK;
    take_bounds(m->p);
    for (int i = 0; i < m->p->goal_count; i++)
        m->p->goals[i].name = tml_problem_answer_name(m->p, m->p->goals[i].answer);
    return TML_OK;
}

bool tml_problem_make(tml_problem *p, const tml_model *model, const tml_optimize_options *options, uint64_t starts,
                      tml_log *log)
{
    *p = (tml_problem){0};
    maker m = {.p = p, .model = model, .options = options, .starts = starts, .log = log};
    const tml_status status = tml_guarded(&p->arena, NULL, make, &m);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status == TML_OK;
}

bool tml_problem_check(const tml_model *model, const tml_optimize_options *options, tml_log *log)
{
    tml_problem p = {0};
    maker m = {.p = &p, .model = model, .options = options, .starts = 1, .only_check = true, .log = log};
    const tml_status status = tml_guarded(&p.arena, NULL, make, &m);
    tml_problem_free(&p);
    return status == TML_OK;
}

void tml_problem_free(tml_problem *p)
{
    tml_study_free(p->study);
    tml_arena_free(&p->arena);
}

/* ---- of a constraint ---- */

static double right_of(const tml_constraint *c, const double *answers)
{
    return c->right < 0 ? c->limit : answers[c->right];
}

double tml_constraint_value(const tml_constraint *c, const double *answers)
{
    return c->sign * (answers[c->left] - right_of(c, answers));
}

double tml_constraint_size(const tml_constraint *c, const double *answers)
{
    return fmax(fabs(answers[c->left]), fabs(right_of(c, answers)));
}

const char *tml_problem_answer_name(const tml_problem *p, int answer)
{
    return tml_study_answer_name(p->study, (size_t)answer);
}
