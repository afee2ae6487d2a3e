/* fmi3.c - the functions of FMI 3.0, for co-simulation without event mode (events are located inside the steps) and model exchange: thin
 * layers over unit.h. What this FMU does not do is there, too, since some importers look for all functions, and says so. */
#include "fmu/fmi.h"
#include "fmu/unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unit *unit;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback logger;
    bool logging;
    bool early; /* the importer allows a step to end before it should */
} instance;

static void tell(void *context, unit_status status, const char *text)
{
    static const struct {
        fmi3Status status;
        const char *category;
    } as[] = {[UNIT_OK] = {fmi3Warning, "logStatusWarning"},
              [UNIT_DISCARD] = {fmi3Discard, "logStatusDiscard"},
              [UNIT_ERROR] = {fmi3Error, "logStatusError"}};
    const instance *i = context;
    if (i->logger && (i->logging || status != UNIT_OK))
        i->logger(i->environment, as[status].status, as[status].category, text);
}

static fmi3Status as_fmi(unit_status status)
{
    static const fmi3Status as[] = {[UNIT_OK] = fmi3OK, [UNIT_DISCARD] = fmi3Discard, [UNIT_ERROR] = fmi3Error};
    return as[status];
}

static unit *unit_of(fmi3Instance c)
{
    return ((instance *)c)->unit;
}

/* An importer that calls without an instance, or at the wrong time, gets an error. */
#define NEED(c, modes)                                                                                                 \
    do {                                                                                                               \
        if (!(c) || !unit_is_in(unit_of(c), (modes), __func__))                                                        \
            return fmi3Error;                                                                                          \
    } while (0)

/* ---- making, modes ---- */

FMI_EXPORT const char *fmi3GetVersion(void)
{
    return "3.0";
}

FMI_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t count, const fmi3String categories[])
{
    (void)count, (void)categories;
    NEED(c, UNIT_ANYTIME);
    ((instance *)c)->logging = on;
    return fmi3OK;
}

FMI_EXPORT void fmi3FreeInstance(fmi3Instance c)
{
    instance *i = c;
    if (!i)
        return;
    unit_free(i->unit);
    free(i);
}

static fmi3Instance instantiate(fmi3String token, bool exchange, bool logging, fmi3InstanceEnvironment environment,
                                fmi3LogMessageCallback logger)
{
    instance *i = calloc(1, sizeof *i);
    if (!i)
        return NULL;
    *i = (instance){.environment = environment, .logger = logger, .logging = logging};
    i->unit = unit_make(token, exchange, tell, i);
    if (i->unit)
        return i;
    fmi3FreeInstance(i);
    return NULL;
}

static fmi3Instance refuse(fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger, const char *why)
{
    instance i = {.environment = environment, .logger = logger};
    tell(&i, UNIT_ERROR, why);
    return NULL;
}

FMI_EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                    fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                                                    fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                                                    size_t intermediate_count, fmi3InstanceEnvironment environment,
                                                    fmi3LogMessageCallback logger,
                                                    fmi3IntermediateUpdateCallback update)
{
    (void)name, (void)resources, (void)visible, (void)intermediate, (void)intermediate_count, (void)update;
    if (event_mode)
        return refuse(environment, logger,
                      "for co-simulation this FMU has no event mode: events are located inside the steps");
    instance *i = instantiate(token, false, logging, environment, logger);
    if (i)
        i->early = early_return;
    return i;
}

FMI_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                                     fmi3Boolean visible, fmi3Boolean logging,
                                                     fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger)
{
    (void)name, (void)resources, (void)visible;
    return instantiate(token, true, logging, environment, logger);
}

FMI_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                          fmi3Boolean visible, fmi3Boolean logging,
                                                          fmi3InstanceEnvironment environment,
                                                          fmi3LogMessageCallback logger, fmi3ClockUpdateCallback update,
                                                          fmi3PreemptionCallback lock, fmi3PreemptionCallback unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
    return refuse(environment, logger, "this FMU is not for scheduled execution");
}

FMI_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                                  fmi3Float64 start_time, fmi3Boolean has_stop, fmi3Float64 stop)
{
    (void)has_stop, (void)stop;
    NEED(c, UNIT_AT_FIRST);
    if (has_tolerance && unit_set_tolerance(unit_of(c), tolerance) != UNIT_OK)
        return fmi3Error;
    const unit_status status = unit_set_start_time(unit_of(c), start_time);
    return as_fmi(status == UNIT_OK ? unit_begin(unit_of(c)) : status);
}

FMI_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    NEED(c, UNIT_AT_START);
    return as_fmi(unit_begun(unit_of(c)));
}

FMI_EXPORT fmi3Status fmi3Terminate(fmi3Instance c)
{
    NEED(c, UNIT_RUNNING | 1u << UNIT_FAILED);
    return as_fmi(unit_terminate(unit_of(c)));
}

FMI_EXPORT fmi3Status fmi3Reset(fmi3Instance c)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_reset(unit_of(c)));
}

/* ---- values ---- */

FMI_EXPORT fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t count, fmi3Float64 value[],
                                     size_t values)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_get(unit_of(c), vr, count, value, values));
}

FMI_EXPORT fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t count,
                                     const fmi3Float64 value[], size_t values)
{
    NEED(c, UNIT_SETTABLE);
    return as_fmi(unit_set(unit_of(c), vr, count, value, values));
}

/* All variables are Float64. */
#define NO_VALUES(name, type)                                                                                          \
    FMI_EXPORT fmi3Status name(fmi3Instance c, const fmi3ValueReference vr[], size_t count, type value[])              \
    {                                                                                                                  \
        (void)vr, (void)value;                                                                                         \
        NEED(c, UNIT_ANYTIME);                                                                                         \
        return count ? as_fmi(unit_complain(unit_of(c), #name ": all variables are Float64")) : fmi3OK;                \
    }

NO_VALUES(fmi3GetFloat32, fmi3Float32)
NO_VALUES(fmi3SetFloat32, const fmi3Float32)
NO_VALUES(fmi3GetInt8, int8_t)
NO_VALUES(fmi3SetInt8, const int8_t)
NO_VALUES(fmi3GetUInt8, uint8_t)
NO_VALUES(fmi3SetUInt8, const uint8_t)
NO_VALUES(fmi3GetInt16, int16_t)
NO_VALUES(fmi3SetInt16, const int16_t)
NO_VALUES(fmi3GetUInt16, uint16_t)
NO_VALUES(fmi3SetUInt16, const uint16_t)
NO_VALUES(fmi3GetInt32, int32_t)
NO_VALUES(fmi3SetInt32, const int32_t)
NO_VALUES(fmi3GetUInt32, uint32_t)
NO_VALUES(fmi3SetUInt32, const uint32_t)
NO_VALUES(fmi3GetInt64, int64_t)
NO_VALUES(fmi3SetInt64, const int64_t)
NO_VALUES(fmi3GetUInt64, uint64_t)
NO_VALUES(fmi3SetUInt64, const uint64_t)
NO_VALUES(fmi3GetBoolean, fmi3Boolean)
NO_VALUES(fmi3SetBoolean, const fmi3Boolean)
NO_VALUES(fmi3GetString, fmi3String)
NO_VALUES(fmi3SetString, const fmi3String)
NO_VALUES(fmi3GetClock, fmi3Clock)
NO_VALUES(fmi3SetClock, const fmi3Clock)
NO_VALUES(fmi3GetBinary, size_t) /* sizes, then values */
NO_VALUES(fmi3SetBinary, const size_t)

/* ---- states ---- */

FMI_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
    NEED(c, UNIT_ANYTIME);
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_get(unit_of(c), state));
}

FMI_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_set(unit_of(c), state));
}

FMI_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    NEED(c, UNIT_ANYTIME);
    *size = state ? ((const unit_state *)state)->length : 0;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_serialize(unit_of(c), state, bytes, size));
}

FMI_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_deserialize(unit_of(c), bytes, size, state));
}

/* ---- steps ---- */

FMI_EXPORT fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 from, fmi3Float64 length, fmi3Boolean no_return,
                                 fmi3Boolean *events, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *reached)
{
    (void)no_return;
    NEED(c, UNIT_BETWEEN_STEPS);
    *events = *terminate = *early = false;
    const unit_status status = unit_step(unit_of(c), from, length);
    *reached = unit_time(unit_of(c));
    *terminate = status == UNIT_OK && unit_has_stopped(unit_of(c));
    *early = *terminate && ((const instance *)c)->early;
    return as_fmi(status);
}

/* ---- model exchange ---- */

FMI_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    NEED(c, UNIT_EXCHANGED);
    unit_of(c)->mode = UNIT_EVENT;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
    NEED(c, UNIT_AT_EVENTS);
    unit_of(c)->mode = UNIT_CONTINUOUS;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                               fmi3Boolean *nominals_changed, fmi3Boolean *values_changed,
                                               fmi3Boolean *has_next, fmi3Float64 *next)
{
    unit_update update;
    NEED(c, UNIT_AT_EVENTS);
    const unit_status status = unit_update_discrete(unit_of(c), &update);
    *again = *nominals_changed = false;
    *terminate = update.stopped;
    *values_changed = update.changed;
    *has_next = isfinite(update.next_time);
    *next = update.next_time;
    return as_fmi(status);
}

FMI_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c)
{
    NEED(c,
         UNIT_AT_START | UNIT_AT_EVENTS); /* what changes at an event changes as a whole, by fmi3UpdateDiscreteStates */
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_return, fmi3Boolean *event,
                                                  fmi3Boolean *terminate)
{
    (void)no_return;
    NEED(c, UNIT_IN_MOTION);
    *terminate = false;
    return as_fmi(unit_complete_step(unit_of(c), event));
}

FMI_EXPORT fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time)
{
    NEED(c, UNIT_EXCHANGED);
    return as_fmi(unit_set_time(unit_of(c), time));
}

FMI_EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t count)
{
    NEED(c, UNIT_IN_MOTION);
    return as_fmi(unit_set_states(unit_of(c), x, count));
}

#define GET_ALL(name, get)                                                                                             \
    FMI_EXPORT fmi3Status name(fmi3Instance c, fmi3Float64 value[], size_t count)                                      \
    {                                                                                                                  \
        NEED(c, UNIT_AT_START | UNIT_EXCHANGED);                                                                       \
        return as_fmi(get(unit_of(c), value, count));                                                                  \
    }

GET_ALL(fmi3GetContinuousStateDerivatives, unit_get_rates)
GET_ALL(fmi3GetEventIndicators, unit_get_watched)
GET_ALL(fmi3GetContinuousStates, unit_get_states)
GET_ALL(fmi3GetNominalsOfContinuousStates, unit_get_nominals)

FMI_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *count)
{
    NEED(c, UNIT_ANYTIME);
    *count = unit_of(c)->watched;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *count)
{
    NEED(c, UNIT_ANYTIME);
    *count = unit_of(c)->states;
    return fmi3OK;
}

/* Seeds and products have as many values as the variables that they belong to, which are scalar. */
static fmi3Status differentiate(fmi3Instance c, const fmi3ValueReference unknowns[], size_t unknown_count,
                                const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64 seed[],
                                size_t seeds, bool transposed, fmi3Float64 product[], size_t products)
{
    unit *u = unit_of(c);
    if (seeds != (transposed ? unknown_count : known_count) || products != (transposed ? known_count : unknown_count))
        return as_fmi(
            unit_complain(u, "%zu seeds and %zu results do not fit the variables, which are scalar", seeds, products));
    return as_fmi(unit_differentiate(u, unknowns, unknown_count, knowns, known_count, seed, transposed, product));
}

FMI_EXPORT fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                                   size_t unknown_count, const fmi3ValueReference knowns[],
                                                   size_t known_count, const fmi3Float64 seed[], size_t seeds,
                                                   fmi3Float64 product[], size_t products)
{
    NEED(c, UNIT_AT_START | UNIT_RUNNING);
    return differentiate(c, unknowns, unknown_count, knowns, known_count, seed, seeds, false, product, products);
}

FMI_EXPORT fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                               size_t unknown_count, const fmi3ValueReference knowns[],
                                               size_t known_count, const fmi3Float64 seed[], size_t seeds,
                                               fmi3Float64 product[], size_t products)
{
    NEED(c, UNIT_AT_START | UNIT_RUNNING);
    return differentiate(c, unknowns, unknown_count, knowns, known_count, seed, seeds, true, product, products);
}

/* ---- what this FMU does not do ---- */

static fmi3Status lacks(fmi3Instance c, const char *function)
{
    return c ? as_fmi(unit_complain(unit_of(c), "%s: this FMU does not offer it", function)) : fmi3Error;
}

/* They have more arguments, which are not looked at: the caller puts them where it takes them away again (System V ABI). */
#define LACKS(name)                                                                                                    \
    FMI_EXPORT fmi3Status name(fmi3Instance c)                                                                         \
    {                                                                                                                  \
        return lacks(c, #name);                                                                                        \
    }

LACKS(fmi3GetOutputDerivatives)
LACKS(fmi3GetNumberOfVariableDependencies)
LACKS(fmi3GetVariableDependencies)
LACKS(fmi3EnterConfigurationMode)
LACKS(fmi3ExitConfigurationMode)
LACKS(fmi3EnterStepMode)
LACKS(fmi3GetIntervalDecimal)
LACKS(fmi3GetIntervalFraction)
LACKS(fmi3GetShiftDecimal)
LACKS(fmi3GetShiftFraction)
LACKS(fmi3SetIntervalDecimal)
LACKS(fmi3SetIntervalFraction)
LACKS(fmi3SetShiftDecimal)
LACKS(fmi3SetShiftFraction)
LACKS(fmi3ActivateModelPartition)
