/* state_class.h - what a kind of state must say about itself: first-order differential equations beside those of motion.
 *
 *   x' = rate(t, channels, x)      and, of a ready piece such as a controller,      value = function(t, channels, x)
 *
 * Both are texts. They know the names of the kind's fields, which stand for what the user wrote there (`denominator2` for the second
 * entry of a list), the kind's own variables, and whatever an expression of the model may use.
 *
 * A force kind may have states of its own (force_class.h). Its texts know beside these what is its own on the joint it acts on: angle or
 * displacement (either is also called coordinate), and speed; in the law also acceleration, and in texts of signals, energy and power what the law gives: delivered.
 */
#pragma once
#include "model/field.h"
#include "model/node.h"
#include "model/symbol.h"

struct tml_resolved;
struct tml_tabulated;

typedef struct {
    const char *name;      /* "i", "x2", "c.integral": the channel, and the name in expressions */
    const char *own;       /* "integral": the name in the texts of its kind; NULL: only by its full name */
    const char *rate;      /* text */
    const tml_node *start; /* as written; NULL: 0 */
    const tml_node *unit;  /* the same; NULL: not checked */
} tml_state_variable_form;

/* A value that is reported, and that expressions may use. */
typedef struct {
    const char *name; /* in full: "m.heat" */
    const char *own;  /* "heat": the name in the texts of its kind; NULL: only by its full name */
    const char *text, *unit;
} tml_state_signal_form;

/* Where a text is meant for. */
typedef enum { TML_ANYWHERE, TML_IN_PLANE, TML_IN_SPACE } tml_state_where;

/* A name that the texts of a kind use for a text of their own, or for its partial derivative by a measure of the force or t. Not reported. */
typedef struct {
    const char *name, *text;
    const char *by; /* "x"; NULL: no derivative */
    tml_state_where where;
} tml_state_definition;

/* Dry friction of a force, along its first measure and beside its law: it sticks or slides, from event to event. Texts also know u0, the slip:
 * the rate of the measure. */
typedef struct {
    const char *sliding, *holding;           /* the most that it can be, while it slides and while it holds */
    const char *sliding_back, *holding_back; /* the same against slip below zero; NULL: in both senses */
    bool one_way;                            /* it lets slip above zero pass */
    bool blocks;   /* against slip below zero it holds whatever acts, impulses too; no texts of that sense */
    bool reversed; /* it counts slip the other way round */
    const char *
        arm; /* the field that makes a torque of a force: needed on a rotation, of no meaning on a translation; NULL: none */
} tml_friction_texts;

typedef struct {
    const tml_state_variable_form *variables;
    int count;
    const char *value; /* text of what the element's name stands for; NULL: for its variable. Of a force: its law */
    const tml_state_signal_form *signals;
    int signal_count;
    const char
        *signals_in_space; /* own names, separated by blanks, of those that there are in space alone; NULL: none */
    const tml_state_definition *definitions;
    int definition_count;
    const char
        *energy; /* texts of the energy that it stores, and of the power that flows into this store; NULL: none */
    const char *power;
    const char *const
        *kinks; /* (kink_count) texts that change their signs where a rate, the value or a signal has a kink: events
                               * there make the integrator begin anew */
    int kink_count;
    const char *curve_argument; /* text: what `curve` is looked up at; its kinks are events too. NULL: it has none */
    bool has_shaft;             /* of a motor: its signals motor_torque and motor_speed are those of its shaft */
    const tml_friction_texts *friction; /* of a force; NULL: none */
    const char *lowest,
        *highest; /* of a force: constants between which rigid ends keep its first measure; NULL: none */
} tml_state_form;

/* Numbers of the fields of a kind, SI; zero where one is neither given nor has a preset. */
typedef struct {
    const tml_field *fields;
    size_t count;
    const double *values;       /* (count) */
    const double *const *lists; /* (count) numbers of a field that is a list; NULL: it is none */
} tml_field_values;
double tml_field_value(const tml_field_values *of, const char *field);
const double *tml_field_items(const tml_field_values *of, const char *field);

typedef struct tml_state_class {
    const char *name, *doc;
    const tml_field *fields;
    size_t fields_count;
    /* What is wrong with keys that fit by themselves, and where; NULL: nothing. May itself be NULL. */
    const char *(*misfit)(const tml_node *map, const tml_node **where);
    /* The variables of an element with this name and these keys, which have been checked. */
    tml_state_form (*form)(const char *name, const tml_node *map, tml_arena *arena);
    /* Names of fields, separated by blanks, that must be greater than zero, only not zero, or not below it; NULL: none. */
    const char *positive, *divides, *not_below;
    /* The same of fields whose unit depends on what the force acts along: of its coordinate (rad, m), its rate, what acts along it (N*m, N); NULL: none. */
    const char *coordinates, *rates, *loads;
    /* What is wrong with numbers that fit by themselves, and the field at which; NULL: nothing. An expression that is not constant is NaN. May itself
     * be NULL. */
    const char *(*unfit)(const tml_field_values *numbers, const char **field);
    /* Reads the field `curve`, which texts use as table(x, curve), with its last argument as curve_end. NULL: there is no such field. False with
     * messages that begin with `what`. */
    bool (*curve)(struct tml_resolved *r, const tml_node *node, const char *what, struct tml_tabulated *curve);
    const char
        *of_place; /* names of fields, separated by blanks, that depend on place and time alone: a road; NULL: none */
    tml_template template; /* how tools and completion write a new one */
    const char *example;   /* a model file that loads and runs */
} tml_state_class;

/* For forms: the unit of a variable; whether a number is not given, or plainly zero. */
const tml_node *tml_state_unit(const char *unit, tml_arena *arena);
bool tml_state_is_zero(const tml_node *number);

extern const tml_state_class *const tml_state_classes[];
extern const int tml_state_class_count;
const tml_state_class *tml_state_class_find(const char *name); /* NULL: no such kind */
