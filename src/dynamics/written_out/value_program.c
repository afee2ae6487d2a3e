/* value_program.c - the operations that some values need, as a program: products and sums merged, steps of one kind side by side (value_graph.h). */
#include "dynamics/written_out/value_graph.h"

static int operands(tml_value_op op)
{
    switch (op) {
    case TML_VALUE_INPUT:
    case TML_VALUE_CONSTANT:
        return 0;
    case TML_VALUE_NEGATE:
    case TML_VALUE_ROOT:
    case TML_VALUE_SINE:
    case TML_VALUE_COSINE:
    case TML_VALUE_SIZE:
        return 1;
    case TML_VALUE_ADD:
    case TML_VALUE_SUBTRACT:
    case TML_VALUE_MULTIPLY:
    case TML_VALUE_DIVIDE:
    case TML_VALUE_LARGER:
    case TML_VALUE_SMALLER:
        return 2;
    case TML_VALUE_FUNCTION:
    case TML_VALUE_PRODUCT_PLUS:
    case TML_VALUE_PLUS_LESS:
    case TML_VALUE_PRODUCT_LESS:
        break;
    }
    return 3;
}

/* How often each value is used. */
static int *count_uses(const tml_value_graph *g, const int *results, int count, tml_arena *arena)
{
    int *uses = TML_NEW_ARRAY(arena, int, g->count + 1);
    for (int i = 0; i < count; i++)
        if (results[i] >= 0)
            uses[results[i]] += 2; /* never part of another step */
    for (int i = g->count - 1; i >= 0; i--) {
        const tml_value *v = &g->values[i];
        const int parts[] = {v->a, v->b, v->c};
        for (int k = 0; uses[i] && k < operands(v->op); k++)
            uses[parts[k]]++;
        if (uses[i] && v->op == TML_VALUE_COSINE)
            uses[i - 1]++; /* its sine */
    }
    return uses;
}

static bool is_single_product(const tml_value_graph *g, const int *uses, int a)
{
    return g->values[a].op == TML_VALUE_MULTIPLY && uses[a] == 1;
}

/* A sum with a product that nothing else needs is one step; both round as two steps would. */
static tml_value merge(const tml_value_graph *g, const int *uses, const tml_value *v, bool *gone)
{
    const bool adds = v->op == TML_VALUE_ADD, subtracts = v->op == TML_VALUE_SUBTRACT;
    if (!adds && !subtracts)
        return *v;
    const bool second = is_single_product(g, uses, v->b);
    if (!second && !is_single_product(g, uses, v->a))
        return *v;
    const int product = second ? v->b : v->a;
    const tml_value *p = &g->values[product];
    gone[product] = true;
    return (tml_value){.op = adds     ? TML_VALUE_PRODUCT_PLUS
                             : second ? TML_VALUE_PLUS_LESS
                                      : TML_VALUE_PRODUCT_LESS,
                       .a = p->a,
                       .b = p->b,
                       .c = second ? v->a : v->b,
                       .to = v->to};
}

/* Steps that are not ordered yet: how many results each still needs, who needs its own, and those that are ready, by kind. */
typedef struct {
    const tml_value *steps;
    int count;
    const int *step_of;                         /* (values) the step that gives each; -1: none */
    int *needs, *first_user, *next_user, *user; /* lists of users: (count), (3 count) */
    int *ready, *next_ready;                    /* (kinds) first of each, -1: none; (count) */
    int *ready_count;                           /* (kinds) */
} schedule;

enum { KINDS = TML_VALUE_PRODUCT_LESS + 1 };

static void make_ready(schedule *s, int step)
{
    const tml_value_op kind = s->steps[step].op;
    s->next_ready[step] = s->ready[kind];
    s->ready[kind] = step;
    s->ready_count[kind]++;
}

static void link_steps(schedule *s)
{
    int links = 0;
    for (int i = 0; i < s->count; i++)
        s->first_user[i] = -1;
    for (int kind = 0; kind < KINDS; kind++)
        s->ready[kind] = -1;
    for (int i = 0; i < s->count; i++) {
        const int parts[] = {s->steps[i].a, s->steps[i].b, s->steps[i].c};
        for (int k = 0; k < operands(s->steps[i].op); k++) {
            const int from = s->step_of[parts[k]];
            if (from < 0)
                continue;
            s->needs[i]++;
            s->user[links] = i;
            s->next_user[links] = s->first_user[from];
            s->first_user[from] = links++;
        }
    }
    for (int i = s->count - 1; i >= 0; i--)
        if (s->needs[i] == 0)
            make_ready(s, i);
}

/* All that are ready of the kind of which most are. */
static void order_steps(schedule *s, tml_value_program *p)
{
    while (p->count < s->count) {
        int kind = 0;
        for (int i = 1; i < KINDS; i++)
            kind = s->ready_count[i] > s->ready_count[kind] ? i : kind;
        const int first = p->count, same = s->ready_count[kind];
        int step = s->ready[kind];
        s->ready[kind] = -1;
        s->ready_count[kind] = 0;
        for (; step >= 0; step = s->next_ready[step]) {
            const tml_value *v = &s->steps[step];
            p->steps[p->count++] = (tml_value_step){v->op, 1, v->to, v->a, v->b, v->c, v->function};
        }
        p->steps[first].same = same;
        for (int i = first; i < p->count; i++)
            for (int link = s->first_user[s->step_of[p->steps[i].to]]; link >= 0; link = s->next_user[link])
                if (--s->needs[s->user[link]] == 0)
                    make_ready(s, s->user[link]);
    }
}

tml_value_program tml_value_program_make(const tml_value_graph *g, const int *results, int count, tml_arena *arena)
{
    const int *uses = count_uses(g, results, count, arena);
    bool *gone = TML_NEW_ARRAY(arena, bool, g->count + 1);
    tml_value *merged = TML_NEW_ARRAY(arena, tml_value, g->count + 1);
    tml_value *steps = TML_NEW_ARRAY(arena, tml_value, g->count + 1);
    schedule s = {.steps = steps};
    int *step_of = TML_NEW_ARRAY(arena, int, g->count + 1);
    for (int i = g->count - 1; i >= 0; i--)
        if (uses[i] && !gone[i])
            merged[i] = merge(g, uses, &g->values[i], gone);
    for (int i = 0; i < g->count; i++) {
        const bool computed = uses[i] && !gone[i] && operands(merged[i].op);
        const bool second = computed && merged[i].op == TML_VALUE_COSINE;
        step_of[i] = second ? step_of[i - 1] : computed ? s.count : -1;
        if (computed && !second)
            steps[s.count++] = merged[i];
    }
    s.step_of = step_of;
    s.needs = TML_NEW_ARRAY(arena, int, s.count + 1);
    s.first_user = TML_NEW_ARRAY(arena, int, s.count + 1);
    s.user = TML_NEW_ARRAY(arena, int, 3 * s.count + 1), s.next_user = TML_NEW_ARRAY(arena, int, 3 * s.count + 1);
    s.ready = TML_NEW_ARRAY(arena, int, KINDS), s.ready_count = TML_NEW_ARRAY(arena, int, KINDS);
    s.next_ready = TML_NEW_ARRAY(arena, int, s.count + 1);
    tml_value_program p = {.steps = TML_NEW_ARRAY(arena, tml_value_step, s.count + 1)};
    link_steps(&s);
    order_steps(&s, &p);
    return p;
}
