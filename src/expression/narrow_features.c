/* narrow_features.c - the operations of an expression that may have narrow features (narrow_features.h).
 *
 * tame:   a line in the inputs; sums and products of what is tame; sin and cos of a line; |x|, sqrt x and small powers of what is tame
 * Of a sum, tame terms are left out:  strip(a + b) = strip(a) + strip(b),  strip(c a) = c strip(a),  strip(tame) = nothing.
 */
#include "expression/narrow_features.h"
#include "expression/build.h"
#include <string.h>

enum { MAX_DEGREE = 4, MAX_OPERATIONS = 4000 };

typedef struct {
    int varies; /* bits of tml_varies */
    bool linear, tame, exact;
} character;

typedef struct {
    const tml_expression *e;
    tml_builder b;
    const tml_varies *input; /* (input_count) */
    int input_count;         /* that it may read */
    character *of;           /* (count) */
    int known, capacity;
    tml_narrow_watch *watch; /* (count of the tape in the end) */
} search;

/* ---- what each operation is like ---- */

static bool is_still(const search *s, int i)
{
    return s->of[i].varies == TML_VARIES_NOT;
}

static bool is_linear(const search *s, const tml_instruction *k)
{
    switch ((int)k->op) { /* the others are not */
    case TML_OP_CONSTANT:
    case TML_OP_INPUT:
        return true;
    case TML_OP_NEGATE:
        return s->of[k->a].linear;
    case TML_OP_ADD:
    case TML_OP_SUBTRACT:
        return s->of[k->a].linear && s->of[k->b].linear;
    case TML_OP_MULTIPLY:
        return (is_still(s, k->a) && s->of[k->b].linear) || (is_still(s, k->b) && s->of[k->a].linear);
    case TML_OP_DIVIDE:
        return is_still(s, k->b) && s->of[k->a].linear;
    default:
        return false;
    }
}

static bool is_tame(const search *s, const tml_instruction *k)
{
    switch ((int)k->op) { /* the others are not */
    case TML_OP_NEGATE:
    case TML_OP_ABS:
    case TML_OP_SQRT:
        return s->of[k->a].tame;
    case TML_OP_SIN:
    case TML_OP_COS:
        return s->of[k->a].linear;
    case TML_OP_POWER:
        return s->of[k->a].tame && k->value > 0 && k->value <= MAX_DEGREE;
    case TML_OP_ADD:
    case TML_OP_SUBTRACT:
    case TML_OP_MULTIPLY:
    case TML_OP_HYPOT:
        return s->of[k->a].tame && s->of[k->b].tame;
    case TML_OP_DIVIDE:
        return s->of[k->a].tame && is_still(s, k->b);
    default:
        return false;
    }
}

static character character_of(const search *s, const tml_instruction *k)
{
    const int operands[] = {k->a, k->b, k->c}, arity = tml_op_arity(k->op);
    character c = {.exact = true};
    int moving = 0;
    if (k->op == TML_OP_INPUT)
        c.varies = s->input[k->a];
    for (int n = 0; n < arity; n++) {
        const character *x = &s->of[operands[n]];
        const bool again = n == 1 && k->a == k->b && k->op == TML_OP_MULTIPLY;
        c.varies |= x->varies;
        c.exact = c.exact && x->exact;
        moving += x->varies != TML_VARIES_NOT && !again;
    }
    c.exact = c.exact && moving <= 1;
    c.linear = c.varies == TML_VARIES_NOT || is_linear(s, k);
    c.tame = c.linear || is_tame(s, k);
    return c;
}

/* Of all operations that have been added to the tape. */
static void characterize(search *s)
{
    for (; s->known < s->b.count; s->known++) {
        const character c = character_of(s, &s->b.tape[s->known]);
        TML_GROW(s->b.arena, s->of, s->known, s->capacity);
        s->of[s->known] = c;
    }
}

/* ---- sums without their tame terms ---- */

static tml_value slot(int i)
{
    return (tml_value){.slot = i};
}

/* The operation of what remains, or -1: nothing does. */
static int strip(search *s, int i)
{
    const tml_instruction k = s->b.tape[i]; /* the tape moves as it grows */
    int a, b;
    tml_value out;
    if (s->of[i].tame)
        return -1;
    switch ((int)k.op) {
    case TML_OP_NEGATE:
        return strip(s, k.a); /* a sign hides nothing */
    case TML_OP_ADD:
    case TML_OP_SUBTRACT:
        a = strip(s, k.a), b = strip(s, k.b);
        if (a < 0 || b < 0)
            return a < 0 ? b : a;
        if (a == k.a && b == k.b)
            return i;
        out = tml_build_op(&s->b, k.op, slot(a), slot(b));
        break;
    case TML_OP_MULTIPLY:
    case TML_OP_DIVIDE:
        if (!is_still(s, k.b) && !(k.op == TML_OP_MULTIPLY && is_still(s, k.a)))
            return i;
        a = is_still(s, k.b) ? strip(s, k.a) : k.a, b = is_still(s, k.b) ? k.b : strip(s, k.b);
        if (a == k.a && b == k.b)
            return i;
        out = tml_build_op(&s->b, k.op, slot(a), slot(b));
        break;
    default:
        return i;
    }
    characterize(s);
    return out.slot;
}

/* ---- the whole ---- */

/* Whether an operation in it is not one of those that can be tame. */
static bool may_have(const tml_expression *e)
{
    for (size_t i = 0; i < e->count; i++)
        switch ((int)e->tape[i].op) {
        case TML_OP_CONSTANT:
        case TML_OP_INPUT:
        case TML_OP_NEGATE:
        case TML_OP_ADD:
        case TML_OP_SUBTRACT:
        case TML_OP_MULTIPLY:
        case TML_OP_ABS:
        case TML_OP_SQRT:
        case TML_OP_HYPOT:
            break;
        default:
            return true;
        }
    return false;
}

/* Whether a pulse may begin or end in this operation: those of lines and constants, and whole sums, are left to their parts. */
static bool is_watched(const search *s, int i)
{
    const tml_op op = s->b.tape[i].op;
    const int varies = s->of[i].varies;
    return !s->of[i].tame && varies != TML_VARIES_NOT && !(varies & TML_VARIES_UNKNOWN) && op != TML_OP_NEGATE;
}

static bool is_sum(tml_op op)
{
    return op == TML_OP_ADD || op == TML_OP_SUBTRACT;
}

/* Marks what is watched: operations that are no sums, and sums without their tame terms. */
static void mark(search *s)
{
    const int count = s->b.count;
    int *stripped = TML_NEW_ARRAY(s->b.arena, int, count + 1);
    for (int i = 0; i < count; i++)
        stripped[i] = is_watched(s, i) && is_sum(s->b.tape[i].op) ? strip(s, i) : i;
    s->watch = TML_NEW_ARRAY(s->b.arena, tml_narrow_watch, s->b.count + 1);
    for (int i = 0; i < count; i++) {
        const int k = stripped[i];
        if (k >= 0 && is_watched(s, i) && is_watched(s, k))
            s->watch[k] = s->of[k].exact ? TML_NARROW_EXACT : TML_NARROW_LOOSE;
    }
}

/* Whether each operation has a bound, whatever its inputs are. */
static bool *find_bounded(const search *s)
{
    const int count = s->b.count;
    const tml_expression all = {.tape = s->b.tape, .count = (size_t)count};
    tml_interval *inputs = TML_NEW_ARRAY(s->b.arena, tml_interval, s->input_count + 1),
                 *x = TML_NEW_ARRAY(s->b.arena, tml_interval, count + 1);
    bool *bounded = TML_NEW_ARRAY(s->b.arena, bool, count + 1);
    for (int i = 0; i < s->input_count; i++)
        inputs[i] = (tml_interval){-INFINITY, INFINITY, false};
    tml_expression_enclosure(&all, inputs, x);
    for (int i = 0; i < count; i++)
        bounded[i] = tml_interval_is_bounded(x[i]);
    return bounded;
}

/* Of 1/cosh(u)^2 the last operation alone is watched: its enclosure is its range, and cosh(u) becomes infinite where nothing happens. */
static void leave_to_results(search *s)
{
    const int count = s->b.count;
    const bool *bounded = find_bounded(s);
    bool *kept = TML_NEW_ARRAY(s->b.arena, bool, count + 1), *read = TML_NEW_ARRAY(s->b.arena, bool, count + 1);
    for (int i = count - 1; i >= 0; i--) {
        const tml_instruction *k = &s->b.tape[i];
        const int operands[] = {k->a, k->b, k->c};
        if (s->watch[i] && !bounded[i] && read[i] && !kept[i])
            s->watch[i] = TML_NARROW_NOT;
        for (int n = 0; n < tml_op_arity(k->op); n++) {
            read[operands[n]] = true;
            kept[operands[n]] |= !s->of[i].exact || is_sum(k->op);
        }
    }
}

/* The part of the tape that leads to what is watched and varies so; false where it is too long. */
static bool part_of(const search *s, bool with_motion, tml_narrow_feature *out)
{
    const int count = s->b.count;
    int *needed = TML_NEW_ARRAY(s->b.arena, int, count + 1), kept = 0;
    tml_narrow_feature f = {0};
    for (int i = 0; i < count; i++)
        if (s->watch[i] && ((s->of[i].varies & TML_VARIES_WITH_MOTION) != 0) == with_motion)
            tml_build_mark_needed(s->b.tape, i, needed);
    for (int i = 0; i < count; i++)
        kept += needed[i];
    if (kept == 0 || kept > (with_motion ? TML_NARROW_OPERATIONS : MAX_OPERATIONS))
        return kept == 0;
    tml_instruction *tape = TML_NEW_ARRAY(s->b.arena, tml_instruction, kept);
    tml_narrow_watch *watch = TML_NEW_ARRAY(s->b.arena, tml_narrow_watch, kept);
    for (int i = 0, n = 0; i < count; i++) {
        tml_instruction k = s->b.tape[i];
        int *const operands[3] = {&k.a, &k.b, &k.c};
        if (!needed[i])
            continue;
        for (int j = 0; j < tml_op_arity(k.op); j++)
            *operands[j] = needed[*operands[j]] - 1;
        if (k.op == TML_OP_INPUT && k.a >= f.inputs)
            f.inputs = k.a + 1;
        if (((s->of[i].varies & TML_VARIES_WITH_MOTION) != 0) == with_motion)
            watch[n] = s->watch[i];
        tape[n] = k;
        needed[i] = ++n;
    }
    tml_expression *e = TML_NEW(s->b.arena, tml_expression);
    *e = (tml_expression){.tape = tape, .count = (size_t)kept};
    f.e = e, f.watch = watch;
    *out = f;
    return true;
}

/* Adds so many derivatives to the tape, by the inputs from the first on that it varies with. */
static void add_derivatives(search *s, tml_value value, int derivatives, int first)
{
    for (int i = first; derivatives > 0 && i < s->input_count && !value.constant && !s->of[value.slot].linear; i++) {
        if (s->input[i] == TML_VARIES_NOT || !tml_expression_uses(s->e, i))
            continue;
        const tml_value slope = tml_build_derivative(&s->b, value, i);
        characterize(s);
        add_derivatives(s, slope, derivatives - 1, i);
    }
}

bool tml_expression_narrow_features(tml_arena *arena, const tml_expression *e, const tml_varies *input, int derivatives,
                                    tml_narrow_feature *of_time, tml_narrow_feature *of_motion)
{
    search s = {.e = e, .b = {.arena = arena, .count = (int)e->count, .capacity = (int)e->count}, .input = input};
    s.b.tape = TML_NEW_ARRAY(arena, tml_instruction, e->count);
    memcpy(s.b.tape, e->tape, e->count * sizeof *e->tape);
    *of_time = *of_motion = (tml_narrow_feature){0};
    if (derivatives == 0 && !may_have(e))
        return true;
    if (e->count > MAX_OPERATIONS)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (e->tape[i].op == TML_OP_INPUT && e->tape[i].a >= s.input_count)
            s.input_count = e->tape[i].a + 1;
    characterize(&s);
    add_derivatives(&s, slot((int)e->count - 1), derivatives, 0);
    mark(&s);
    leave_to_results(&s);
    const bool time = part_of(&s, false, of_time), motion = part_of(&s, true, of_motion);
    return time && motion;
}
