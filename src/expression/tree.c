/* tree.c - parser: text to tree, by precedence climbing.
 *
 *   level 1  or        2  and       3  not       4  < <= > >= == !=  (not chained)
 *         5  + -       6  * /       7  unary + -     8  ^ **  (right associative)
 */
#include "expression/tree.h"
#include "base/text.h"
#include "base/track.h"
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 200, MAX_LENGTH = 1000000 };
enum { LEVEL_ALL = 1, LEVEL_COMPARE = 4, LEVEL_POWER = 8 };

typedef struct {
    tml_arena *arena;
    tml_log *log;
    tml_tree *tree;
    tml_token token; /* next token */
    int last_end;    /* end of the previous one */
    int depth;
    bool failed;
    enum {
        NO_UNIT,
        UNIT,
        UNIT_SIGN,
        UNIT_POWER
    } trail; /* what was read last: a unit; a unit and * or /; a unit and ^ */
} parser;

typedef struct {
    const char *text;
    int level;
    tml_op op;
} infix;

static const infix infixes[] = {
    {"or", 1, TML_OP_OR},  {"and", 2, TML_OP_AND},       {"<", 4, TML_OP_LESS},     {"<=", 4, TML_OP_LESS_EQUAL},
    {">", 4, TML_OP_MORE}, {">=", 4, TML_OP_MORE_EQUAL}, {"==", 4, TML_OP_EQUAL},   {"!=", 4, TML_OP_UNEQUAL},
    {"+", 5, TML_OP_ADD},  {"-", 5, TML_OP_SUBTRACT},    {"*", 6, TML_OP_MULTIPLY}, {"/", 6, TML_OP_DIVIDE},
    {"^", 8, TML_OP_POW},  {"**", 8, TML_OP_POW},
};

static void parse_level(parser *p, int level);

static bool token_is(const parser *p, const char *text)
{
    size_t length = (size_t)(p->token.end - p->token.begin);
    bool word = p->token.kind == TML_TOKEN_NAME || p->token.kind == TML_TOKEN_SIGN;
    return word && strlen(text) == length && memcmp(p->tree->text + p->token.begin, text, length) == 0;
}

/* Follows a unit that is written with blanks around its signs, 5 kg / m ^ 3, token by token. */
static void follow_unit(parser *p)
{
    const bool number = p->token.kind == TML_TOKEN_NUMBER, has_unit = number && p->token.unit_begin < p->token.end;
    if (has_unit || (number && p->trail == UNIT_POWER) || (p->token.kind == TML_TOKEN_NAME && p->trail == UNIT_SIGN))
        p->trail = UNIT;
    else if (p->trail == UNIT && (token_is(p, "*") || token_is(p, "/")))
        p->trail = UNIT_SIGN;
    else if ((p->trail == UNIT && (token_is(p, "^") || token_is(p, "**"))) ||
             (p->trail == UNIT_POWER && token_is(p, "-")))
        p->trail = UNIT_POWER;
    else
        p->trail = NO_UNIT;
}

static void advance(parser *p)
{
    if (p->failed)
        return;
    follow_unit(p);
    p->last_end = p->token.end;
    p->token = tml_token_read(p->tree->text, p->token.end);
}

static char *copy_text(parser *p, int begin, int end)
{
    return tml_arena_text(p->arena, p->tree->text + begin, (size_t)(end - begin));
}

/* The first error ends parsing: messages after it would be guesses. */
#define FAIL(p, code, offset, ...)                                                                                     \
    do {                                                                                                               \
        if (!(p)->failed)                                                                                              \
            tml_log_raise((p)->log, code, tml_tree_place((p)->tree->text, (p)->tree->place, offset), __VA_ARGS__);     \
        (p)->failed = true;                                                                                            \
        (p)->token = (tml_token){.kind = TML_TOKEN_END};                                                               \
    } while (0)

/* An error with `; did you mean "Y"?` if there is a similar name. */
static void fail_unknown(parser *p, tml_code code, int offset, const char *what, const char *name, const char *nearest)
{
    if (nearest)
        FAIL(p, code, offset, "unknown %s \"%s\"; did you mean \"%s\"?", what, name, nearest);
    else
        FAIL(p, code, offset, "unknown %s \"%s\"", what, name);
}

static bool is_decimal_comma(const char *text, int at)
{
    return text[at] == ',' && at > 0 && tml_is_digit(text[at - 1]) && tml_is_digit(text[at + 1]);
}

/* The number around a comma, with a decimal point in its place. */
static const char *with_point(parser *p, int comma)
{
    const char *text = p->tree->text;
    int begin = comma, end = comma + 1;
    while (begin > 0 && tml_is_digit(text[begin - 1]))
        begin--;
    while (tml_is_digit(text[end]))
        end++;
    char *number = copy_text(p, begin, end);
    number[comma - begin] = '.';
    return number;
}

/* Whether the bracket here follows the power of a function, as in sin^2(x). */
static bool is_power_of_function(parser *p)
{
    const char *text = p->tree->text;
    int end = p->token.begin;
    if (!token_is(p, "("))
        return false;
    while (end > 0 && tml_is_digit(text[end - 1]))
        end--;
    if (end == p->token.begin || end == 0 || (text[end - 1] != '^' && text[end - 1] != '*'))
        return false;
    end -= text[end - 1] == '*' ? 2 : 1;
    int begin = end;
    while (begin > 0 && (tml_is_letter(text[begin - 1]) || tml_is_digit(text[begin - 1])))
        begin--;
    return begin < end && tml_function_exists(copy_text(p, begin, end));
}

static void fail_unexpected(parser *p)
{
    const tml_token k = p->token;
    if (p->failed)
        return;
    if (k.kind == TML_TOKEN_END)
        FAIL(p, TML_E_EXPRESSION_SYNTAX, k.begin, "the expression breaks off here");
    else if (is_decimal_comma(p->tree->text, k.begin))
        FAIL(p, TML_E_EXPRESSION_SYNTAX, k.begin, "unexpected \",\"; numbers have a decimal point: %s",
             with_point(p, k.begin));
    else if (strncmp(p->tree->text + k.begin, "·", strlen("·")) == 0 ||
             strncmp(p->tree->text + k.begin, "×", strlen("×")) == 0)
        FAIL(p, TML_E_EXPRESSION_SYNTAX, k.begin, "unexpected \"%s\"; products are written with *",
             copy_text(p, k.begin, k.end));
    else if (strncmp(p->tree->text + k.begin, "²", strlen("²")) == 0 ||
             strncmp(p->tree->text + k.begin, "³", strlen("³")) == 0)
        FAIL(p, TML_E_EXPRESSION_SYNTAX, k.begin, "unexpected \"%s\"; powers are written ^2 and ^3",
             copy_text(p, k.begin, k.end));
    else if (is_power_of_function(p))
        FAIL(p, TML_E_EXPRESSION_SYNTAX, k.begin, "unexpected \"(\"; powers of functions are written sin(x)^2");
    else if (p->tree->text[k.begin] == '=')
        FAIL(p, TML_E_EXPRESSION_SYNTAX, k.begin, "unexpected \"=\"; equality is written ==");
    else if (k.kind == TML_TOKEN_NAME && !token_is(p, "and") && !token_is(p, "or"))
        FAIL(p, TML_E_OPERATOR_MISSING, k.begin, "an operator is missing before \"%s\", such as *",
             copy_text(p, k.begin, k.end));
    else
        FAIL(p, TML_E_EXPRESSION_SYNTAX, k.begin, "unexpected \"%s\"", copy_text(p, k.begin, k.end));
}

static void emit(parser *p, tml_node node)
{
    node.end = p->last_end;
    if (!p->failed)
        p->tree->nodes[p->tree->count++] = node;
}

/* Value of decimal digits, independent of the locale. */
static double read_value(const char *digits)
{
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    locale_t before = plain ? uselocale(plain) : (locale_t)0;
    double value = strtod(digits, NULL);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return value;
}

static void parse_number(parser *p)
{
    const tml_token k = p->token;
    double value = read_value(copy_text(p, k.begin, k.unit_begin));
    bool has_unit = k.unit_begin < k.end;
    if (has_unit)
        value = tml_unit_value(k.unit, value);
    advance(p);
    emit(p, (tml_node){.kind = TML_NODE_NUMBER,
                       .begin = k.begin,
                       .at = k.begin,
                       .unit_begin = k.unit_begin,
                       .unit = has_unit ? k.unit.dimension : (tml_dimension){0},
                       .value = value});
}

static void fail_unit(parser *p)
{
    const tml_token k = p->token;
    const char *word = copy_text(p, k.unit_begin, k.end);
    tml_token next = tml_token_read(p->tree->text, k.end);
    if (p->tree->text[next.begin] == '(')
        FAIL(p, TML_E_OPERATOR_MISSING, k.unit_begin, "an operator is missing before \"%s\"", word);
    else
        fail_unknown(p, TML_E_UNKNOWN_UNIT, k.unit_begin, "unit", word, tml_unit_nearest(word));
}

/* Consumes the bracket that closes the one at `open`. */
static void parse_close(parser *p, int open)
{
    if (p->failed)
        return;
    if (token_is(p, ")"))
        advance(p);
    else if (p->token.kind == TML_TOKEN_END)
        FAIL(p, TML_E_BRACKET_OPEN, open, "this \"(\" is never closed");
    else
        fail_unexpected(p);
}

/* The last argument of table(x, name) and the like, which is a name and not a value; NULL: this is another one. */
static const char *parse_table_name(parser *p)
{
    const tml_token k = p->token, next = tml_token_read(p->tree->text, k.end);
    if (k.kind != TML_TOKEN_NAME || p->tree->text[next.begin] != ')')
        return NULL;
    advance(p);
    return copy_text(p, k.begin, k.end);
}

static int parse_arguments(parser *p, const tml_function *function, const char **table)
{
    int count = 0, begin = 0;
    if (token_is(p, ")"))
        return 0;
    do {
        if (count > 0)
            advance(p);
        begin = p->token.begin;
        if (count > 0 && function->op == TML_OP_CURVE)
            *table = parse_table_name(p);
        if (!*table)
            parse_level(p, LEVEL_ALL);
        count++;
    } while (token_is(p, ","));
    if (function->op == TML_OP_CURVE && count >= function->min_arguments && !*table && !p->failed)
        FAIL(p, TML_E_EXPRESSION_SYNTAX, begin, "%s needs the name of a table here", function->name);
    return count;
}

static void fail_count(parser *p, int at, const tml_function *f, int count)
{
    bool many = count > f->min_arguments;
    int wanted = many ? f->max_arguments : f->min_arguments;
    const char *limit = f->max_arguments == f->min_arguments ? "" : many ? "at most " : "at least ";
    const char *plural = wanted == 1 ? "" : "s";
    FAIL(p, TML_E_ARGUMENT_COUNT, at, "%s takes %s%d argument%s, found %d", f->name, limit, wanted, plural, count);
}

static void parse_call(parser *p, const char *name, int at)
{
    const tml_function *function = tml_function_find(name);
    const char *table = NULL;
    int open = p->token.begin;
    if (!function) {
        fail_unknown(p, TML_E_UNKNOWN_FUNCTION, at, "function", name, tml_function_nearest(name));
        return;
    }
    advance(p);
    int count = parse_arguments(p, function, &table);
    parse_close(p, open);
    if (p->failed)
        return;
    if (count < function->min_arguments || (function->max_arguments >= 0 && count > function->max_arguments)) {
        fail_count(p, at, function, count);
        return;
    }
    int operands = function->op == TML_OP_CURVE ? count - 1 : count;
    emit(p, (tml_node){
                .kind = function->kind, .op = function->op, .count = operands, .begin = at, .at = at, .name = table});
}

static void parse_name(parser *p)
{
    const tml_token k = p->token;
    const char *name = copy_text(p, k.begin, k.end);
    const bool after_unit = p->trail == UNIT_SIGN;
    advance(p);
    if (token_is(p, "("))
        parse_call(p, name, k.begin);
    else
        emit(p, (tml_node){
                    .kind = TML_NODE_NAME, .begin = k.begin, .at = k.begin, .name = name, .after_unit = after_unit});
}

static void parse_prefix(parser *p, int level, tml_op op)
{
    int begin = p->token.begin;
    bool plus = token_is(p, "+");
    advance(p);
    parse_level(p, level);
    if (!plus)
        emit(p, (tml_node){.kind = TML_NODE_OPERATION, .op = op, .count = 1, .begin = begin, .at = begin});
}

static void parse_operand(parser *p)
{
    const tml_token k = p->token;
    if (token_is(p, "-") || token_is(p, "+")) {
        parse_prefix(p, LEVEL_POWER, TML_OP_NEGATE);
    } else if (token_is(p, "not")) {
        parse_prefix(p, LEVEL_COMPARE, TML_OP_NOT);
    } else if (token_is(p, "(")) {
        advance(p);
        parse_level(p, LEVEL_ALL);
        parse_close(p, k.begin);
    } else if (k.kind == TML_TOKEN_NUMBER) {
        parse_number(p);
    } else if (k.kind == TML_TOKEN_BAD_UNIT) {
        fail_unit(p);
    } else if (k.kind == TML_TOKEN_NAME && !token_is(p, "and") && !token_is(p, "or")) {
        parse_name(p);
    } else {
        fail_unexpected(p);
    }
}

static const infix *find_infix(const parser *p)
{
    for (size_t i = 0; i < sizeof infixes / sizeof infixes[0]; i++)
        if (token_is(p, infixes[i].text))
            return &infixes[i];
    return NULL;
}

/* An operand and all following operators that bind at least as tightly as `level`. */
static void parse_level(parser *p, int level)
{
    int begin = p->token.begin;
    if (++p->depth > MAX_DEPTH)
        FAIL(p, TML_E_EXPRESSION_TOO_LONG, begin, "nested too deeply (more than %d levels)", MAX_DEPTH);
    parse_operand(p);
    const infix *next = find_infix(p);
    while (next && next->level >= level) {
        const infix *first = next;
        int at = p->token.begin;
        advance(p);
        parse_level(p, first->level == LEVEL_POWER ? LEVEL_POWER : first->level + 1);
        emit(p, (tml_node){.kind = TML_NODE_OPERATION, .op = first->op, .count = 2, .begin = begin, .at = at});
        next = find_infix(p);
        if (next && first->level == LEVEL_COMPARE && next->level == LEVEL_COMPARE)
            FAIL(p, TML_E_CHAINED_COMPARISON, p->token.begin, "comparisons cannot be chained; join them by \"and\"");
    }
    p->depth--;
}

/* Upper bound of the number of nodes: each has its own token. */
static int count_tokens(const char *text)
{
    int count = 0;
    for (tml_token k = tml_token_read(text, 0); k.kind != TML_TOKEN_END; k = tml_token_read(text, k.end))
        count++;
    return count;
}

static const tml_tree *parse(tml_arena *arena, const char *text, tml_place place, tml_log *log)
{
    size_t length = strlen(text);
    if (length > MAX_LENGTH) {
        tml_log_raise(log, TML_E_EXPRESSION_TOO_LONG, place, "an expression may have at most %d characters",
                      MAX_LENGTH);
        return NULL;
    }
    tml_tree *tree = TML_NEW(arena, tml_tree);
    *tree = (tml_tree){.text = tml_arena_text(arena, text, length), .place = place};
    tree->nodes = TML_NEW_ARRAY(arena, tml_node, count_tokens(text));
    parser p = {.arena = arena, .log = log, .tree = tree, .token = tml_token_read(tree->text, 0)};
    if (p.token.kind == TML_TOKEN_END)
        FAIL(&p, TML_E_EXPRESSION_SYNTAX, 0, "an expression is missing here");
    else
        parse_level(&p, LEVEL_ALL);
    if (!p.failed && p.token.kind != TML_TOKEN_END)
        fail_unexpected(&p);
    return p.failed ? NULL : tree;
}

static bool is_same_place(tml_place a, tml_place b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column && a.use == b.use;
}

const tml_tree *tml_tree_parse(tml_arena *arena, const char *text, tml_place place, tml_log *log)
{
    static const char PARSED[] = "parsed";
    tml_keeping keeping;
    if (tml_keep(arena, PARSED, &keeping)) {
        const tml_tree *kept = keeping.kept;
        if (strcmp(kept->text, text) != 0 || !is_same_place(kept->place, place))
            tml_arena_give_up(arena);
        return kept;
    }
    const tml_tree *tree = parse(arena, text, place, log);
    if (tree)
        tml_keep_end(arena, &keeping, tree);
    return tree;
}

int tml_tree_size(const tml_tree *tree)
{
    return tree->count;
}

void tml_tree_names(const tml_tree *tree, void (*see)(void *context, const char *name), void *context)
{
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].kind == TML_NODE_NAME)
            see(context, tree->nodes[i].name);
}
