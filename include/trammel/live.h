/* live.h - the caller advances the motion, step by step: to the model's tolerance, or with steps of a fixed size in real time. */
#pragma once
#include "trammel/model.h"
#include "trammel/results.h"
TML_BEGIN_DECLS

typedef struct tml_live tml_live; /* the motion of a model, advanced by its caller */

typedef struct {
    size_t size;               /* sizeof(tml_live_options) */
    double step;               /* s; 0: as `dynamics` says: its step, else its output interval */
    const char *formulation;   /* as in tml_run_options; NULL: as the model says */
    const char *const *inputs; /* (input_count) parameters that may change between steps */
    size_t input_count;
    double tolerance; /* of the motion; 0: as `dynamics` says */
    /* Each step is divided into equal ones of the method rk4, for real time: their error is not controlled. */
    bool fixed;
    double
        internal_step; /* fixed: the longest of these, s; 0: chosen from the rates of the motion where it begins, and at most `step` */
    const double *start; /* s: `dynamics`, and the equilibria before it, begin at this time; NULL: as the model says */
} tml_live_options;

/* Runs the analyses before the model's first `dynamics`, assembles, and begins that motion, without an end. Steps are made as by tml_run: with as many
 * internal steps as the tolerance needs, whatever the size of a step; in the fixed steps of the model, if its integrator has these. Stops,
 * contacts, friction and events are located inside the steps. Events cannot switch drivers. An input may be used in values of forces only, not where a
 * constant is needed (points, masses, stiffnesses, drivers). `options` may be NULL; the model must outlive it. *live is made only if the status is TML_OK. */
TML_API tml_status tml_live_make(const tml_model *model, const tml_live_options *options, tml_live **live,
                                 tml_log *log);
TML_API void tml_live_free(tml_live *live);

/* One step. With an explicit integrator it takes no memory, lock or system call. Where `fixed`, an internal step is four evaluations of the equations
 * and a projection, and more of them where contacts, friction or events change something. TML_FAILED: the motion cannot be continued
 * beyond tml_live_time, where the state is now. TML_STOPPED: an event has ended the motion at tml_live_time; nothing changes from then on. */
TML_API tml_status tml_live_step(tml_live *live);
/* The name of the event that has ended the motion; NULL: none has. */
TML_API const char *tml_live_stopped(const tml_live *live);
TML_API void tml_live_reset(tml_live *live); /* back to the start, inputs as in the model */
/* After a step that failed: the reason, as notes. Not for real time. */
TML_API void tml_live_explain(tml_live *live, tml_log *log);

TML_API double tml_live_time(const tml_live *live);
TML_API double tml_live_step_size(const tml_live *live);
TML_API double tml_live_internal_step(const tml_live *live); /* s: the longest, of fixed steps; 0: by the tolerance */
TML_API double tml_live_tolerance(const tml_live *live);     /* to which steps are made; 0: they are fixed */

/* What fixed steps of the options are worth for this model, from its start to the end of `dynamics`. */
typedef struct {
    double step; /* s: the longest internal step */
    double
        rate; /* 1/s: the fastest of the motion, of decays, oscillations and rotations, at 21 times from its start to its end */
    double stable; /* s: longer steps may be unstable at this rate; INFINITY: any are stable */
    double
        error; /* the largest difference of a position, angle or velocity from the motion to the tolerance, at those times, of its largest value */
    double until;      /* s: how far both motions have come */
    double tolerance;  /* of the motion with which fixed steps are compared; 0: contacts are stepped over in both */
    double sufficient; /* s: where the motion is smooth, steps so long keep this tolerance; 0: not known */
} tml_live_estimate;
/* Makes both motions, which takes as long as two runs. TML_OK, or messages say why there is no such motion. */
TML_API tml_status tml_live_estimate_steps(const tml_model *model, const tml_live_options *options,
                                           tml_live_estimate *estimate, tml_log *log);
TML_API double tml_live_start(const tml_live *live); /* s: when `dynamics` of the model begins */
TML_API double tml_live_end(const tml_live *live);   /* s: when `dynamics` of the model ends; the live motion goes on */
/* Steps of another size from now on, counted from the present time. TML_WRONG: it is not greater than zero, and nothing has changed. */
TML_API tml_status tml_live_set_step_size(tml_live *live, double step);
/* Channels are those of the table of `dynamics`; this table has no rows, only their names and units. The first value read after a step
 * or a new input costs about as much as a step, the others nothing. NAN: no such channel. */
TML_API const tml_table *tml_live_channels(const tml_live *live);
TML_API long tml_live_channel(const tml_live *live, const char *name); /* or -1 */
TML_API double tml_live_value(tml_live *live, long channel);
/* A parameter named in the options; a new value applies from the next step on. */
TML_API long tml_live_input(const tml_live *live, const char *name); /* or -1 */
TML_API void tml_live_set(tml_live *live, long input, double value);
/* From its present value on the input changes with time, u + rates[0] h + rates[1] h^2/2 + ... after h s, until tml_live_set is called again; count: 0
 * to 3. TML_WRONG: there is no such input, or more rates than 3, and nothing has changed. */
TML_API tml_status tml_live_set_rates(tml_live *live, long input, const double *rates, size_t count);

/* ---- states ---- */

/* The state as numbers: of each body in the order of the model, the ground left out, its position, then its velocity, and behind them the
 * states of the model. Each is a channel, at this place in tml_live_channels; -1: no such number. */
TML_API size_t tml_live_state_count(const tml_live *live);
TML_API long tml_live_state_channel(const tml_live *live, size_t index);
TML_API void tml_live_state_get(tml_live *live, double *numbers);
/* Puts it into a state at time t, from which steps are counted from now on. Joints are closed by the smallest change; contacts and friction
 * find their modes as at a start; inputs, parameters and switched forces stay as they are. Work and losses are counted from here. TML_WRONG, TML_FAILED,
 * with messages: there is no such state, and the motion is as it was. */
TML_API tml_status tml_live_state_set(tml_live *live, double t, const double *numbers, tml_log *log);

/* All that its future depends on, inputs and modes of contacts too, as bytes: put back into this motion, or into another of the same model
 * and formulation by the same build of the library, it goes on with the same bits (where contacts are stepped over: to the tolerance of these). No memory is taken. */
TML_API size_t tml_live_snapshot_size(const tml_live *live);
TML_API void tml_live_snapshot_take(const tml_live *live, void *bytes);
/* TML_WRONG with a message: the bytes are none of these, and nothing has changed. */
TML_API tml_status tml_live_snapshot_restore(tml_live *live, const void *bytes, size_t length, tml_log *log);

/* ---- the motion as differential equations x' = f(t, x), for an integrator of the caller's ---- */

/* x: coordinates and velocities of the formulation (fewest in `joint`), the work done, states of the model, what friction has taken. Where joints
 * close loops, what is evaluated at x is evaluated at the nearest state in which they are closed. Inputs act as they are set, at once; channels
 * are those at x. 0: contacts are stepped over, something without mass is free to move, or the formulation has no named coordinates. */
TML_API size_t tml_live_ode_count(const tml_live *live);
TML_API const char *tml_live_ode_name(const tml_live *live,
                                      size_t index); /* "O.angle", "O.speed"; NULL: no such number */
TML_API const char *tml_live_ode_unit(const tml_live *live, size_t index);
TML_API double tml_live_ode_nominal(const tml_live *live, size_t index); /* against which errors are small */
TML_API void tml_live_ode_get(const tml_live *live, double *x);
TML_API void tml_live_ode_set(tml_live *live, double t, const double *x);
/* f(t, x). TML_FAILED: joints cannot be closed near x, or the equations of motion have no solution there. */
TML_API tml_status tml_live_ode_rates(tml_live *live, double *rates);
/* Where one of so many values crosses zero, something happens: a contact closes, a friction sticks, an event acts. */
TML_API size_t tml_live_ode_watched(const tml_live *live);
TML_API tml_status tml_live_ode_watch(tml_live *live, double *values);
/* The next time at which f has a jump or a kink, INFINITY: none. Until tml_live_ode_event is called there, f is as before it. */
TML_API double tml_live_ode_break(const tml_live *live);
/* A step of the integrator ends here: angles and contacts are followed from here. *due: tml_live_ode_event is to be called, since a watched value
 * has crossed zero, or loops are open by more than `tolerance`, relative to nominal values. */
TML_API tml_status tml_live_ode_accept(tml_live *live, double tolerance, bool *due);
/* What is due here: loops are closed, a break of time is passed, events act, contacts and friction change. x may have jumped. */
TML_API tml_status tml_live_ode_event(tml_live *live);

/* Whether f and channels have derivatives that are known: no contacts, stops, friction, forces by results or rolling, and something moves; in the
 * formulation `joint`. */
TML_API bool tml_live_ode_is_smooth(const tml_live *live);
/* How rates (n) and channels (as many as tml_live_channels has columns) change with a change dx (n) of x and du of inputs, as many as the
 * options have; exact, but that channels are differences of order 8. NULL: zero; not wanted. NAN: a channel with a kink there, and forces where redundant
 * joints leave some undetermined. TML_FAILED: as of rates. */
TML_API tml_status tml_live_ode_derivative(tml_live *live, const double *dx, const double *du, double *rates,
                                           double *channels);

TML_END_DECLS
