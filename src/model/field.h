/* field.h - one key of the model file, declared once: the parser, the schema, the docs and the tests all read this. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    TML_FIELD_NUMBER,         /* constant expression in `unit` */
    TML_FIELD_VARYING,        /* expression of t and channels, in `unit` */
    TML_FIELD_EXPRESSIONS,    /* a VARYING, or a list of them */
    TML_FIELD_NUMBERS,        /* a NUMBER, or a list of them */
    TML_FIELD_VECTOR,         /* list of constant expressions: 2 in the plane, 3 in space */
    TML_FIELD_VARYING_VECTOR, /* list of expressions of t and channels; for torques in the plane one number */
    TML_FIELD_DIRECTION,      /* x, y, z or a vector, not zero */
    TML_FIELD_DIRECTIONS,     /* a list of two directions */
    TML_FIELD_STIFFNESS, /* number, or {translation: …, rotation: …}, each a number or a vector (N/m, N*m/rad) */
    TML_FIELD_DAMPING,   /* the same in N*s/m, N*m*s/rad */
    TML_FIELD_STIFFNESS_MATRIX, /* STIFFNESS, a list for the diagonal, or a symmetric matrix as a list of rows: 6, in the plane 3 */
    TML_FIELD_DAMPING_MATRIX, /* the same of DAMPING */
    TML_FIELD_DEFLECTION,     /* {translation: vector, rotation: vector}, m and rad; rotation in the plane one number */
    TML_FIELD_WRENCH,         /* {force: vector, torque: vector}, N and N*m; torque in the plane one number */
    TML_FIELD_FRICTION,       /* a coefficient, or a map of tml_friction_fields */
    TML_FIELD_POINT,          /* name of a point */
    TML_FIELD_CHOICE,         /* one of `choices`, separated by blanks */
    TML_FIELD_BOOL,           /* true or false */
    TML_FIELD_NAMES,          /* a list of names */
    TML_FIELD_CHANNELS,       /* a map from channels to constant expressions */
    TML_FIELD_EVENTS,         /* a map from names to {when: expression, direction: rising|falling|both, do: ACTIONS} */
    TML_FIELD_ACTIONS,        /* {set:, impulse:, switch:, count:, stop:}, or a list of such maps */
    TML_FIELD_ASSIGNMENTS,    /* a map from names to expressions of t and channels */
    TML_FIELD_IMPULSE,        /* {at: body.P, value: vector of expressions}, or a map from channels to expressions */
    TML_FIELD_SWITCHES,       /* a map from forces and drivers to on or off */
    TML_FIELD_SPEEDS,         /* a map from joints to constant expressions, from..to, or {from:, to:, steps:} */
    /* projection | direct | baumgarte | none, or with options: {projection: {metric:}}, {direct: {tolerance:, metric:}},
     * {baumgarte: {alpha:, beta:}}, {baumgarte: auto} */
    TML_FIELD_STABILIZATION,
    TML_FIELD_VARIATIONS,  /* of a study: a map from parameters to texts that say how they vary, or lists of values */
    TML_FIELD_ANSWERS,     /* a map from names to expressions of what a run gives, a list of such, or one */
    TML_FIELD_TEXT,        /* any text */
    TML_FIELD_POINTS,      /* of a body: a map from names to vectors, or a list of names of drawing points */
    TML_FIELD_PLACE,       /* name of a point, or a vector */
    TML_FIELD_MOMENTS,     /* plane: a number; space: a list of 3 or 6 */
    TML_FIELD_INERTIA,     /* MOMENTS, or {values: MOMENTS, frame: ..., about: ...} */
    TML_FIELD_FRAME,       /* a list of 2 or 3 points, or an ORIENTATION */
    TML_FIELD_ORIENTATION, /* [w, x, y, z], {axis:, angle:} or {euler:, angles:} */
    TML_FIELD_OMEGA,       /* plane: a number; space: a vector */
    TML_FIELD_SHAPE,       /* name of a shape, or {NAME: {options}} */
    TML_FIELD_SHAPES,      /* a list of names of shapes or {NAME: options, hole: ...} */
    TML_FIELD_SURFACES,    /* a map from names to {NAME: options} of surfaces */
    TML_FIELD_SIZE,        /* a list of 2 or 3 constant expressions */
    TML_FIELD_RANGE,       /* [from, to, n], constant expressions, the first two in `unit` */
    TML_FIELD_CORNERS,     /* a list of names of points or of vectors */
    TML_FIELD_LIMITS,      /* [lower, upper], or {COORDINATE: [lower, upper], restitution: ...} */
    TML_FIELD_CLEARANCE,   /* a length, or a map of tml_clearance_fields_find */
    TML_FIELD_LATER,       /* known, but not in this version yet */
    TML_FIELD_ANY,         /* read by its owner */
} tml_field_type;

typedef struct {
    const char *name;
    tml_field_type type;
    const char *unit;   /* "N/m"; "" for a plain number; NULL: not checked */
    const char *preset; /* default as it would be written; NULL: none */
    bool required;
    const char *choices; /* of a CHOICE: "ground body" */
    const char *doc;     /* one line */
    const char *alias;   /* another name the reader takes too, or NULL */
    bool advanced;       /* few need it: a form shows it only when asked for more */
    bool part;           /* a number of at most 1: an efficiency */
    bool whole;          /* a whole number */
    /* of a CHOICE: the i-th of those that a registry adds to `choices`, NULL behind the last; NULL: none */
    const char *(*registered)(int i);
    /* of a CHOICE: the choice that other programs know under this word; NULL: none */
    const char *(*elsewhere)(const char *word);
} tml_field;

/* The i-th of all choices of a field, with its length; NULL behind the last. */
const char *tml_field_choice(const tml_field *field, int i, size_t *length);
/* The index of a word in a list separated by blanks; -1: not in the list. */
int tml_word_index(const char *words, const char *word);

#define TML_LIST(list) .list = list, .list##_count = sizeof list / sizeof *list
