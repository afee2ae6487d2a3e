/* unit.h - an instance of the FMU: a motion of the model that is in it, advanced from one communication point to the next.
 *
 * The same for both versions of FMI, whose functions (fmi2.c, fmi3.c) are thin layers over this. Values that are set before the motion
 * begins are parameters of the model; once it has begun, inputs and tunable parameters apply from the next step on. A step is made as by `trammel run`:
 * with as many internal steps as the tolerance needs; or it is divided into equal ones, none longer than was chosen when the FMU was made.
 */
#pragma once
#include "fmu/payload.h"
#include "trammel/trammel.h"
#include <stdbool.h>

typedef enum {
    UNIT_INSTANTIATED,
    UNIT_INITIALIZING,
    UNIT_STEPPING,
    UNIT_TERMINATED,
    UNIT_EVENT,      /* of model exchange: something happens, or may */
    UNIT_CONTINUOUS, /* the same: the importer integrates */
    UNIT_FAILED      /* the motion cannot go on: only values can be read, or another state put */
} unit_mode;

/* Sets of modes, for unit_is_in. */
enum {
    UNIT_AT_FIRST = 1u << UNIT_INSTANTIATED,
    UNIT_AT_START = 1u << UNIT_INITIALIZING,
    UNIT_BETWEEN_STEPS = 1u << UNIT_STEPPING,
    UNIT_AT_EVENTS = 1u << UNIT_EVENT,
    UNIT_IN_MOTION = 1u << UNIT_CONTINUOUS,
    UNIT_EXCHANGED = UNIT_AT_EVENTS | UNIT_IN_MOTION,
    UNIT_RUNNING = UNIT_BETWEEN_STEPS | UNIT_EXCHANGED,
    UNIT_SETTABLE = UNIT_AT_FIRST | UNIT_AT_START | UNIT_RUNNING,
    UNIT_ANYTIME = UNIT_SETTABLE | 1u << UNIT_TERMINATED | 1u << UNIT_FAILED
};

typedef enum {
    UNIT_OK,
    UNIT_DISCARD,
    UNIT_ERROR
} unit_status; /* discard: it did not work, and the instance is as it was */

enum { UNIT_ORDERS = 3 }; /* of derivatives of inputs by time */

/* Passes a message on to the importer. */
typedef void unit_tell(void *context, unit_status status, const char *text);

typedef struct {
    fmu_payload payload;
    unit_mode mode;
    tml_model *model;
    tml_live *live;        /* NULL: not made yet, or made with other values */
    tml_log *log;          /* what is being done */
    double *start, *value; /* (payload.count) of parameters: as the motion begins; as they are now */
    double *rates;         /* (payload.count x UNIT_ORDERS) derivatives of inputs by time, since they were set */
    long *at;              /* (payload.count) channel or input of the motion; -1: a fixed parameter */
    double start_time;     /* s */
    bool stepped;          /* since the motion began */
    bool exchange;         /* for model exchange: the importer integrates */
    size_t first_state, first_rate, first_watch, states, watched; /* among the variables of the payload; how many */
    double time, *x;                                              /* s, (states): as the importer gave them */
    bool given;                                                   /* they are not those of the motion yet */
    double tolerance;                             /* relative, that the importer asks for; 0: it does not */
    double *direction, *input_direction, *slopes; /* (states), (inputs), (states and channels) of derivatives */
    unit_tell *tell;
    void *context;
} unit;

/* NULL: told why. `token` is what the description has. */
unit *unit_make(const char *token, bool exchange, unit_tell *tell, void *context);
void unit_free(unit *u);

unit_status unit_set_start_time(unit *u, double start_time);
unit_status unit_begin(unit *u); /* initialization */
unit_status unit_begun(unit *u); /* its end */
/* A motion that fails gives an error, and so does each step from then on: importers that try again would do so for ever. */
unit_status unit_step(unit *u, double from, double length);
/* Whether an event of the model has ended the motion, at unit_time. */
bool unit_has_stopped(const unit *u);
/* A derivative of an input by time, of order 1 to 3, until the input is set again. */
unit_status unit_set_derivatives(unit *u, const uint32_t *references, size_t count, const int *orders,
                                 const double *values);
unit_status unit_set_tolerance(unit *u, double tolerance);
unit_status unit_terminate(unit *u);
unit_status unit_reset(unit *u);

/* The worst of the statuses; for 3.0 the number of values, which must be that of the references. */
unit_status unit_get(unit *u, const uint32_t *references, size_t count, double *values, size_t value_count);
unit_status unit_set(unit *u, const uint32_t *references, size_t count, const double *values, size_t value_count);
double unit_time(const unit *u);
/* The motion with the values as they are now, unless it is there. */
unit_status unit_need_motion(unit *u);
void unit_drop_motion(unit *u);
/* The messages of the log go to the importer; returns the status. */
unit_status unit_pass_on(unit *u, unit_status status);

/* ---- model exchange (exchange.c) ---- */

/* The motion is where the importer wants it: its time and states. */
unit_status unit_sync(unit *u);
unit_status unit_set_time(unit *u, double time);
unit_status unit_set_states(unit *u, const double *x, size_t count);
unit_status unit_get_states(unit *u, double *x, size_t count);
unit_status unit_get_rates(unit *u, double *rates, size_t count);
unit_status unit_get_watched(unit *u, double *values, size_t count);
unit_status unit_get_nominals(unit *u, double *values, size_t count);
unit_status unit_complete_step(unit *u, bool *event);

typedef struct {
    bool changed;     /* the values of states */
    bool stopped;     /* an event of the model has ended the motion */
    double next_time; /* of an event; INFINITY: none */
} unit_update;
unit_status unit_update_discrete(unit *u, unit_update *update);

/* J v (transposed: J' v) of the Jacobian J of unknowns, outputs and derivatives of states, by knowns, states, inputs and tunable parameters. */
unit_status unit_differentiate(unit *u, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                               size_t known_count, const double *v, bool transposed, double *product);

/* ---- states: bytes from which this instance, or another of the same FMU, goes on with the same bits ---- */

typedef struct {
    size_t length;
    char bytes[];
} unit_state;

/* As the functions of both versions of FMI have them: one that is handed back is overwritten; NULL is told. */
unit_status unit_state_get(unit *u, void **state);
unit_status unit_state_set(unit *u, const void *state);
unit_status unit_state_serialize(unit *u, const void *state, void *bytes, size_t length);
unit_status unit_state_deserialize(unit *u, const void *bytes, size_t length, void **state);

/* Tells what is wrong, by printf rules; returns UNIT_ERROR. */
unit_status unit_complain(unit *u, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether it is in one of the modes (bits 1 << unit_mode); else the importer is told that `function` cannot be called now. */
bool unit_is_in(unit *u, unsigned modes, const char *function);
