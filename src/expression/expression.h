/* expression.h - expressions as the user writes them: parse, compile, evaluate with exact derivatives.
 *
 * text --parse--> tree (names, places) --compile--> tape (numbered operations) --evaluate--> value and derivatives
 *
 * A tape is a list of operations x_i = op(x_a, x_b, x_c) on earlier results. Derivatives are exact: the gradient by reverse-mode automatic
 * differentiation (one backward sweep over the tape), derivatives along a curve by second-order Taylor arithmetic.
 * Evaluation does no lookup, parsing or allocation.
 */
#pragma once
#include "base/arena.h"
#include "base/status.h"
#include "base/unit.h"

typedef struct tml_tree tml_tree;             /* parsed text */
typedef struct tml_expression tml_expression; /* compiled, immutable */
typedef struct tml_curve tml_curve;           /* y(x) through points: tabulated.h */
typedef struct tml_surface tml_surface;       /* z(x, y) through the nodes of a grid */
typedef struct tml_tabulated tml_tabulated;   /* the meaning of the name of a table: one of them */

/* f, df/ds, d2f/ds2 along a curve with parameter s */
typedef struct {
    double f, d, dd;
} tml_jet;

typedef struct tml_scope tml_scope;

/* Meaning of a name, looked up while compiling. */
typedef enum { TML_NAME_UNKNOWN, TML_NAME_CONSTANT, TML_NAME_INPUT, TML_NAME_EXPRESSION, TML_NAME_BAD } tml_name_kind;
typedef struct {
    tml_name_kind kind;     /* BAD: the scope has reported an error */
    double value;           /* of a constant */
    int input;              /* index of an input */
    const tml_tree *tree;   /* of a name that stands for an expression: it is compiled in place, */
    const tml_scope *scope; /* in this scope; NULL: in the same */
    bool differs;           /* it stands for the derivative of that expression, by the input `input` */
    bool typed;             /* the dimension is known */
    tml_dimension dimension;
    int size;          /* of a point: its components, 2 in the plane and 3 in space; 0: the name means a number */
    double values[3];  /* of a constant point */
    int inputs[3];     /* of a point that moves */
    const char *frame; /* the body in whose frame the components of a point are; NULL: ground axes */
} tml_meaning;

struct tml_scope {
    void *context;
    /* name may hold dots: O.angle, hand.P.x; place is that of the name itself */
    tml_meaning (*look_up)(void *context, const char *name, tml_place place);
    const tml_tabulated *(*table)(void *context, const char *name, tml_place place); /* NULL: no such table */
    /* the name to suggest for an unknown one, or NULL; may itself be NULL */
    const char *(*nearest)(void *context, const char *name);
    bool moves;    /* it prescribes a motion: table(x, name) is a spline, with continuous second derivative */
    int order;     /* of what it prescribes: a position (0), speed (1) or acceleration (2) */
    bool built_in; /* of texts that no user wrote: messages give the place of the whole */
};

/* Parses text; messages give the place of the error (columns count from the place of the text). NULL on error. */
const tml_tree *tml_tree_parse(tml_arena *arena, const char *text, tml_place place, tml_log *log);
/* Whether the text is a condition, such as a > b. *tree is then a function that crosses zero where it becomes true: *direction 1 rising, -1
 * falling, 0 either way. */
bool tml_tree_condition(tml_arena *arena, const tml_tree **tree, int *direction);
int tml_tree_size(const tml_tree *tree); /* number of its operations, names and numbers */
/* Calls `see` for each name in the tree. */
void tml_tree_names(const tml_tree *tree, void (*see)(void *context, const char *name), void *context);

/* Requirements of the context of an expression. */
typedef struct {
    const char *what; /* for messages: `joint A: stiffness` */
    bool typed;       /* check the dimension below */
    tml_dimension dimension;
} tml_expectation;

/* NULL on error (messages written). A constant expression compiles to one constant. */
const tml_expression *tml_expression_compile(tml_arena *arena, const tml_tree *tree, const tml_scope *scope,
                                             tml_expectation expect, tml_log *log);

/* The same of an expression whose value may be a vector: its components e (*size of them, 2 or 3), or *size = 0 and a number e[0].
 * *frame: the body in whose frame they are, or NULL. False on error. */
bool tml_expression_compile_any(tml_arena *arena, const tml_tree *tree, const tml_scope *scope, tml_expectation expect,
                                tml_log *log, const tml_expression *e[3], int *size, const char **frame);

size_t tml_expression_size(const tml_expression *e);          /* doubles of work that value and gradient need */
bool tml_expression_is_constant(const tml_expression *e);     /* depends on no input */
bool tml_expression_uses(const tml_expression *e, int input); /* that input occurs in it */
bool tml_expression_typed(const tml_expression *e, tml_dimension *dimension); /* dimension known? */

/* inputs: (as many as the scope numbered); work: (tml_expression_size) */
double tml_expression_value(const tml_expression *e, const double *inputs, double *work);
/* What |x| is taken of in it, where it has kinks: how many there are, and (values NULL: not wanted) the x. */
int tml_expression_kinks(const tml_expression *e, const double *inputs, double *work, double *values);
/* Whether it may have corners or jumps: abs, min, max, conditions, tables. */
bool tml_expression_has_corners(const tml_expression *e);
/* gradient[input] += weight * d value / d input for every input used; returns the value. */
double tml_expression_gradient(const tml_expression *e, const double *inputs, double *work, double weight,
                               double *gradient);
/* inputs as jets along a curve (time: {t, 1, 0}); work: (tml_expression_size) jets */
tml_jet tml_expression_jet(const tml_expression *e, const tml_jet *inputs, tml_jet *work);
/* The same; gradient[input] += weight.f dy/dx + weight.d dy'/dx + weight.dd dy''/dx in f, by x' in d, by x'' in dd. */
tml_jet tml_expression_jet_gradient(const tml_expression *e, const tml_jet *inputs, tml_jet *work, tml_jet weight,
                                    tml_jet *gradient);

/* Whether expressions have a function of this name. */
bool tml_function_exists(const char *name);
