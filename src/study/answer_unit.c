/* answer_unit.c - the dimension of an answer: that of its expression, by the units of the columns that it is of. */
#include "analysis/output_facts.h"
#include "base/guard.h"
#include "study/answer_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *unit_of(const tml_answers *all, const tml_reduction *x, const tml_results *results, char *text,
                           size_t size)
{
    long column = -1;
    if (x->kind >= TML_REDUCE_TIME_OF_MAX && x->kind <= TML_REDUCE_TIME_OF_EVENT)
        return "s";
    if (x->kind == TML_REDUCE_PARAMETER)
        return "";
    const tml_table *table = tml_answer_table(results, x->output < 0 ? x->name : all->outputs[x->output].name, &column);
    const char *unit = table ? table->columns[column].unit : "";
    if (x->kind != TML_REDUCE_INTEGRAL)
        return unit;
    tml_unit_integrated(unit, text, size);
    return text;
}

typedef struct {
    const tml_answer *of;
    const tml_answers *all;
    const tml_results *results; /* whose units count; NULL: none are known */
} naming;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const naming *n = context;
    char unit[TML_ANSWER_NAME];
    const int index = name[0] == 'r' ? atoi(name + 1) - 1 : -1;
    (void)place;
    if (index < 0 || index >= n->of->count)
        return (tml_meaning){.kind = strcmp(name, "pi") == 0 ? TML_NAME_CONSTANT : TML_NAME_UNKNOWN,
                             .value = 3.14159265358979323846};
    tml_meaning meaning = {.kind = TML_NAME_INPUT, .input = index};
    if (n->results) {
        const char *known = unit_of(n->all, &n->of->reductions[index], n->results, unit, sizeof unit);
        meaning.typed = known[0] != 0;
        meaning.dimension = tml_unit_named(known).dimension;
    }
    return meaning;
}

const tml_expression *tml_answer_compile(const tml_answers *all, const tml_answer *a, const tml_results *results,
                                         tml_arena *arena, tml_log *log)
{
    naming n = {a, all, results};
    const tml_scope scope = {.context = &n, .look_up = look_up};
    const tml_expectation expect = {.what = a->name};
    return tml_expression_compile(arena, a->tree, &scope, expect, log);
}

typedef struct {
    const tml_answers *all;
    const tml_answer *of;
    const tml_results *results;
    char *text;
    size_t size;
    tml_arena arena;
} finding_unit;

static tml_status print_unit(void *context)
{
    finding_unit *f = context;
    tml_dimension dimension;
    tml_log unheard = {.quiet = true};
    const tml_expression *typed = tml_answer_compile(f->all, f->of, f->results, &f->arena, &unheard);
    if (typed && tml_expression_typed(typed, &dimension))
        tml_dimension_print(dimension, f->text, f->size);
    return TML_OK;
}

const char *tml_answer_unit(const tml_answers *all, int index, const tml_results *results, char *text, size_t size)
{
    const tml_answer *a = &all->list[index];
    char own[TML_ANSWER_NAME];
    finding_unit f = {.all = all, .of = a, .results = results, .text = text, .size = size};
    if (a->count == 1 && tml_tree_size(a->tree) == 1) {
        snprintf(text, size, "%s", unit_of(all, &a->reductions[0], results, own, sizeof own));
        return text;
    }
    text[0] = '\0';
    tml_guarded(&f.arena, NULL, print_unit, &f); /* without memory it is not known */
    tml_arena_free(&f.arena);
    return strcmp(text, "1") == 0 ? "" : text;
}
