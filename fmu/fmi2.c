/* fmi2.c - the functions of FMI 2.0, for co-simulation and model exchange: thin layers over unit.h. What this FMU does not do is there, too,
 * since some importers look for all functions, and says so. */
#include "fmu/fmi.h"
#include "fmu/unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unit *unit;
    fmi2CallbackFunctions callbacks;
    char *name;
    bool logging;
} instance;

static void tell(void *context, unit_status status, const char *text)
{
    static const struct {
        fmi2Status status;
        const char *category;
    } as[] = {[UNIT_OK] = {fmi2Warning, "logStatusWarning"},
              [UNIT_DISCARD] = {fmi2Discard, "logStatusDiscard"},
              [UNIT_ERROR] = {fmi2Error, "logStatusError"}};
    const instance *i = context;
    if (i->callbacks.logger && (i->logging || status != UNIT_OK))
        i->callbacks.logger(i->callbacks.componentEnvironment, i->name, as[status].status, as[status].category, "%s",
                            text);
}

static fmi2Status as_fmi(unit_status status)
{
    static const fmi2Status as[] = {[UNIT_OK] = fmi2OK, [UNIT_DISCARD] = fmi2Discard, [UNIT_ERROR] = fmi2Error};
    return as[status];
}

static unit *unit_of(fmi2Component c)
{
    return ((instance *)c)->unit;
}

/* An importer that calls without an instance, or at the wrong time, gets an error. */
#define NEED(c, modes)                                                                                                 \
    do {                                                                                                               \
        if (!(c) || !unit_is_in(unit_of(c), (modes), __func__))                                                        \
            return fmi2Error;                                                                                          \
    } while (0)

/* ---- making, modes ---- */

FMI_EXPORT const char *fmi2GetTypesPlatform(void)
{
    return "default";
}

FMI_EXPORT const char *fmi2GetVersion(void)
{
    return "2.0";
}

FMI_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[])
{
    (void)count, (void)categories;
    NEED(c, UNIT_ANYTIME);
    ((instance *)c)->logging = on != 0;
    return fmi2OK;
}

FMI_EXPORT void fmi2FreeInstance(fmi2Component c)
{
    instance *i = c;
    if (!i)
        return;
    unit_free(i->unit);
    free(i->name);
    free(i);
}

FMI_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token, fmi2String resources,
                                         const fmi2CallbackFunctions *callbacks, fmi2Boolean visible,
                                         fmi2Boolean logging)
{
    (void)resources, (void)visible;
    instance *i = calloc(1, sizeof *i);
    if (!i)
        return NULL;
    if (callbacks)
        i->callbacks = *callbacks;
    i->logging = logging != 0;
    i->name = strdup(name ? name : "");
    if (i->name)
        i->unit = unit_make(token, type == fmi2ModelExchange, tell, i);
    if (i->unit)
        return i;
    fmi2FreeInstance(i);
    return NULL;
}

FMI_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                          fmi2Real start_time, fmi2Boolean has_stop, fmi2Real stop)
{
    (void)has_stop, (void)stop;
    NEED(c, UNIT_AT_FIRST);
    if (has_tolerance && unit_set_tolerance(unit_of(c), tolerance) != UNIT_OK)
        return fmi2Error;
    return as_fmi(unit_set_start_time(unit_of(c), start_time));
}

FMI_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    NEED(c, UNIT_AT_FIRST);
    return as_fmi(unit_begin(unit_of(c)));
}

FMI_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    NEED(c, UNIT_AT_START);
    return as_fmi(unit_begun(unit_of(c)));
}

FMI_EXPORT fmi2Status fmi2Terminate(fmi2Component c)
{
    NEED(c, UNIT_RUNNING | 1u << UNIT_FAILED);
    return as_fmi(unit_terminate(unit_of(c)));
}

FMI_EXPORT fmi2Status fmi2Reset(fmi2Component c)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_reset(unit_of(c)));
}

/* ---- values ---- */

FMI_EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real value[])
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_get(unit_of(c), vr, count, value, count));
}

FMI_EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Real value[])
{
    NEED(c, UNIT_SETTABLE);
    return as_fmi(unit_set(unit_of(c), vr, count, value, count));
}

/* All variables are real. */
#define NO_VALUES(name, type)                                                                                          \
    FMI_EXPORT fmi2Status name(fmi2Component c, const fmi2ValueReference vr[], size_t count, type value[])             \
    {                                                                                                                  \
        (void)vr, (void)value;                                                                                         \
        NEED(c, UNIT_ANYTIME);                                                                                         \
        return count ? as_fmi(unit_complain(unit_of(c), #name ": all variables are real numbers")) : fmi2OK;           \
    }

NO_VALUES(fmi2GetInteger, fmi2Integer)
NO_VALUES(fmi2GetBoolean, fmi2Boolean)
NO_VALUES(fmi2GetString, fmi2String)
NO_VALUES(fmi2SetInteger, const fmi2Integer)
NO_VALUES(fmi2SetBoolean, const fmi2Boolean)
NO_VALUES(fmi2SetString, const fmi2String)

/* ---- states ---- */

FMI_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    NEED(c, UNIT_ANYTIME);
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_get(unit_of(c), state));
}

FMI_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_set(unit_of(c), state));
}

FMI_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    NEED(c, UNIT_ANYTIME);
    *size = state ? ((const unit_state *)state)->length : 0;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_serialize(unit_of(c), state, bytes, size));
}

FMI_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    NEED(c, UNIT_ANYTIME);
    return as_fmi(unit_state_deserialize(unit_of(c), bytes, size, state));
}

/* ---- steps ---- */

FMI_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real length, fmi2Boolean no_return)
{
    (void)no_return;
    NEED(c, UNIT_BETWEEN_STEPS);
    const unit_status status = unit_step(unit_of(c), from, length);
    return status == UNIT_OK && unit_has_stopped(unit_of(c)) ? fmi2Discard : as_fmi(status); /* see fmi2Terminated */
}

FMI_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                                  const fmi2Integer order[], const fmi2Real value[])
{
    NEED(c, UNIT_AT_FIRST | UNIT_AT_START | UNIT_BETWEEN_STEPS);
    return as_fmi(unit_set_derivatives(unit_of(c), vr, count, order, value));
}

FMI_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    NEED(c, UNIT_ANYTIME);
    if (kind != fmi2LastSuccessfulTime)
        return fmi2Discard;
    *value = unit_time(unit_of(c));
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    NEED(c, UNIT_ANYTIME);
    if (kind != fmi2Terminated)
        return fmi2Discard;
    *value = unit_has_stopped(unit_of(c));
    return fmi2OK;
}

/* ---- model exchange ---- */

FMI_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    NEED(c, UNIT_EXCHANGED);
    unit_of(c)->mode = UNIT_EVENT;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    NEED(c, UNIT_AT_EVENTS);
    unit_of(c)->mode = UNIT_CONTINUOUS;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    unit_update update;
    NEED(c, UNIT_AT_EVENTS);
    const unit_status status = unit_update_discrete(unit_of(c), &update);
    *info = (fmi2EventInfo){.valuesOfContinuousStatesChanged = update.changed,
                            .terminateSimulation = update.stopped,
                            .nextEventTimeDefined = isfinite(update.next_time),
                            .nextEventTime = update.next_time};
    return as_fmi(status);
}

FMI_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return, fmi2Boolean *event,
                                                  fmi2Boolean *terminate)
{
    bool due;
    (void)no_return;
    NEED(c, UNIT_IN_MOTION);
    const unit_status status = unit_complete_step(unit_of(c), &due);
    *event = due;
    *terminate = 0;
    return as_fmi(status);
}

FMI_EXPORT fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    NEED(c, UNIT_EXCHANGED);
    return as_fmi(unit_set_time(unit_of(c), time));
}

FMI_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t count)
{
    NEED(c, UNIT_IN_MOTION);
    return as_fmi(unit_set_states(unit_of(c), x, count));
}

#define GET_ALL(name, get)                                                                                             \
    FMI_EXPORT fmi2Status name(fmi2Component c, fmi2Real value[], size_t count)                                        \
    {                                                                                                                  \
        NEED(c, UNIT_AT_START | UNIT_EXCHANGED);                                                                       \
        return as_fmi(get(unit_of(c), value, count));                                                                  \
    }

GET_ALL(fmi2GetDerivatives, unit_get_rates)
GET_ALL(fmi2GetEventIndicators, unit_get_watched)
GET_ALL(fmi2GetContinuousStates, unit_get_states)
GET_ALL(fmi2GetNominalsOfContinuousStates, unit_get_nominals)

FMI_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[],
                                                   size_t unknown_count, const fmi2ValueReference knowns[],
                                                   size_t known_count, const fmi2Real seed[], fmi2Real product[])
{
    NEED(c, UNIT_AT_START | UNIT_RUNNING);
    return as_fmi(unit_differentiate(unit_of(c), unknowns, unknown_count, knowns, known_count, seed, false, product));
}

/* ---- what this FMU does not do ---- */

static fmi2Status lacks(fmi2Component c, const char *function)
{
    return c ? as_fmi(unit_complain(unit_of(c), "%s: this FMU does not offer it", function)) : fmi2Error;
}

/* They have more arguments, which are not looked at: the caller puts them where it takes them away again (System V ABI). */
#define LACKS(name)                                                                                                    \
    FMI_EXPORT fmi2Status name(fmi2Component c)                                                                        \
    {                                                                                                                  \
        return lacks(c, #name);                                                                                        \
    }

LACKS(fmi2GetRealOutputDerivatives)
LACKS(fmi2CancelStep)
LACKS(fmi2GetStatus)
LACKS(fmi2GetIntegerStatus)
LACKS(fmi2GetStringStatus)
