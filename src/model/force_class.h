/* force_class.h - what a force kind must say about itself.
 *
 * A force acts along measures (joint_class.h): a law gives the scalar f, and the bodies feel J' f with J the measure's
 * Jacobian. f > 0 drives the measure up: a spring under tension has f < 0.
 *
 *   linear     f = preload - stiffness (s - rest) - damping s'     its elastic part has a potential
 *   value      f = factor * expression, of t and channels, and of this element's own names (below)
 *   states     f = the value of a form with states of its own (state_class.h): a motor with its winding
 */
#pragma once
#include "model/joint_class.h"

typedef enum {
    TML_ACTS_ON_POINT,           /* body.P, or a body: its centre of mass. F is the ground. */
    TML_ACTS_ON_BODY,            /* a body, or [first, second] */
    TML_ACTS_BETWEEN_POINTS,     /* [body.P, body.Q] */
    TML_ACTS_ON_JOINT,           /* a joint with one coordinate (or joint.coordinate) */
    TML_ACTS_ON_JOINT_OR_BODIES, /* a joint, or [first, second] */
    TML_ACTS_BETWEEN_SURFACES,   /* [body.surface, body.surface], bodies or groups of surfaces (model/contact.h) */
} tml_force_acts;

typedef struct {
    tml_row measure;                                  /* for forces on joints: the joint's coordinate instead */
    const char *value_field;                          /* the field with the user's expression; used when it is given */
    int component;                                    /* of that field, if it is a vector */
    double factor;                                    /* of the expression: -1 where the user counts tension positive */
    const char *stiffness, *rest, *damping, *preload; /* fields of the linear law, or NULL */
    double preload_factor;                            /* of the preload: -1 where it is a tension */
    const char *text;    /* a built-in expression of the fields' names and v0, v1, … (rates of this force's laws) */
    const char *times;   /* a field that this expression is a multiple of: zero, nothing acts; NULL */
    bool plane, space;   /* where the law applies */
    const char *only_if; /* "field=choice": the law applies only then; NULL: always */
    /* of a force with states: names of the measure's value and rate in their texts, which also know `text`; NULL: none */
    const char *position, *speed;
    bool written;  /* what the user writes in a field knows the position, too: x of a road */
    bool measured; /* no force acts along it: its texts need the measure alone */
} tml_force_law_form;

/* Laws f = value[a], a = x, y, z, along measures of one kind: a force or torque given by components. */
#define TML_COMPONENT(KIND, AXIS, PLANE, CONDITION)                                                                    \
    {                                                                                                                  \
        {.kind = (KIND), .a = (AXIS)}, .value_field = "value", .component = (AXIS), .factor = 1, .plane = (PLANE),     \
                                       .space = true, .only_if = (CONDITION)                                           \
    }
#define TML_COMPONENTS(KIND, PLANE, CONDITION)                                                                         \
    TML_COMPONENT(KIND, TML_X, PLANE, CONDITION), TML_COMPONENT(KIND, TML_Y, PLANE, CONDITION),                        \
        TML_COMPONENT(KIND, TML_Z, false, CONDITION)

/* Ratings of a drive along what it acts on: N or N*m, m/s or rad/s. */
#define TML_RATING_FIELDS                                                                                              \
    {"rated", TML_FIELD_NUMBER, .doc = "torque or force that it may give all the time: the report compares"},          \
        {"peak", TML_FIELD_NUMBER, .doc = "that it may give for a short time, the same"},                              \
    {                                                                                                                  \
        "max_speed", TML_FIELD_NUMBER, .doc = "that it may move with, the same"                                        \
    }

/* The coordinates that a channel belongs to, where it depends on them. */
typedef enum { TML_ANY_COORDINATE, TML_TRANSLATIONS, TML_ROTATIONS } tml_channel_along;

typedef struct {
    const char *name, *unit; /* "length", "m" */
    enum {
        TML_CHANNEL_VALUE,
        TML_CHANNEL_RATE,
        TML_CHANNEL_FORCE,
        TML_CHANNEL_POWER,
        TML_CHANNEL_GAP, /* of a contact, these and FORCE: over all places where it may touch */
        TML_CHANNEL_SLIP,
        TML_CHANNEL_FRICTION,
        TML_CHANNEL_PRESSURE,
        TML_CHANNEL_HOLDS, /* 1 while dry friction of the force lets nothing slip, else 0 */
        TML_CHANNEL_OWN    /* a variable or a signal of its states */
    } what;
    double factor;   /* -1: tension positive */
    const char *doc; /* what it is, in a few words */
    tml_channel_along along;
} tml_force_channel;

typedef struct tml_force_class {
    const char *name, *doc;
    tml_force_acts acts;
    const tml_field *fields;
    size_t fields_count;
    const tml_force_law_form *laws;
    size_t laws_count;
    const tml_force_channel *channels; /* of the first law */
    size_t channels_count;
    bool
        reports_wrench; /* has channels fx fy torque (space: fx … tz): what it exerts on the second body at its point */
    const struct tml_state_class
        *states; /* of its own: their texts are its laws, their form's value the first one without a text; NULL: none */
    bool drives; /* it does what its user wants: a run says what its first law must give, at what speed and power */
    bool mount;  /* laws by matrices along and about its own axes (model/bushing.h), not those of a list */
    bool has_axis; /* takes `axis` in space: between two bodies, or of the body it acts on */
    bool plane, space;
    const tml_symbol_piece *symbol;
    size_t symbol_count;
    const tml_template *templates;
    size_t templates_count;
    const char *example_plane, *example_space; /* model files that load and run */
} tml_force_class;

extern const tml_force_class *const tml_force_classes[];
extern const int tml_force_class_count;
const tml_force_class *tml_force_class_find(const char *name);
