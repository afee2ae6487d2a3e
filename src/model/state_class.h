/* state_class.h - what a kind of state must say about itself: first-order differential equations beside those of motion.
 *
 *   x' = rate(t, channels, x)      and, of a ready piece such as a controller,      value = function(t, channels, x)
 *
 * Both are texts. They know the names of the kind's fields, which stand for what the user wrote there (`denominator2` for the second
 * entry of a list), the kind's own variables, and whatever an expression of the model may use.
 */
#pragma once
#include "model/field.h"
#include "model/node.h"
#include "model/symbol.h"

typedef struct {
    const char *name;      /* "i", "x2", "c.integral": the channel, and the name in expressions */
    const char *own;       /* "integral": the name in the texts of its kind; NULL: only by its full name */
    const char *rate;      /* text */
    const tml_node *start; /* as written; NULL: 0 */
    const tml_node *unit;  /* the same; NULL: not checked */
} tml_state_variable_form;

typedef struct {
    const tml_state_variable_form *variables;
    int count;
    const char *value; /* text of what the element's name stands for; NULL: for its variable */
} tml_state_form;

typedef struct tml_state_class {
    const char *name, *doc;
    const tml_field *fields;
    size_t fields_count;
    /* What is wrong with keys that fit by themselves, and where; NULL: nothing. May itself be NULL. */
    const char *(*misfit)(const tml_node *map, const tml_node **where);
    /* The variables of an element with this name and these keys, which have been checked. */
    tml_state_form (*form)(const char *name, const tml_node *map, tml_arena *arena);
    /* Names of fields, separated by blanks, that must be greater than zero, or only not zero; NULL: none. */
    const char *positive, *divides;
    tml_template template; /* how tools and completion write a new one */
    const char *example;   /* a model file that loads and runs */
} tml_state_class;

extern const tml_state_class *const tml_state_classes[];
extern const int tml_state_class_count;
const tml_state_class *tml_state_class_find(const char *name); /* NULL: no such kind */
