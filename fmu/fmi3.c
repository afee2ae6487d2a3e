/* fmi3.c - the functions of FMI 3.0 for co-simulation, without event mode: events are located inside the steps. The other functions are
 * there, since some importers look for all, and say that this FMU has none of it. */
#include "fmu/fmi.h"
#include "fmu/unit.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    unit *unit;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback logger;
    bool logging;
} instance;

enum {
    INSTANTIATED = 1u << UNIT_INSTANTIATED,
    INITIALIZING = 1u << UNIT_INITIALIZING,
    STEPPING = 1u << UNIT_STEPPING,
    TERMINATED = 1u << UNIT_TERMINATED,
    ANY = INSTANTIATED | INITIALIZING | STEPPING | TERMINATED
};

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
    NEED(c, ANY);
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

FMI_EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                    fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                                                    fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                                                    size_t intermediate_count, fmi3InstanceEnvironment environment,
                                                    fmi3LogMessageCallback logger,
                                                    fmi3IntermediateUpdateCallback update)
{
    (void)name, (void)resources, (void)visible, (void)early_return, (void)intermediate, (void)intermediate_count,
        (void)update;
    instance *i = calloc(1, sizeof *i);
    if (!i)
        return NULL;
    i->environment = environment;
    i->logger = logger;
    i->logging = logging;
    if (event_mode)
        tell(i, UNIT_ERROR, "this FMU has no event mode: events are located inside the steps");
    else
        i->unit = unit_make(token, tell, i);
    if (i->unit)
        return i;
    fmi3FreeInstance(i);
    return NULL;
}

static fmi3Instance refuse(fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger)
{
    const instance i = {.environment = environment, .logger = logger};
    tell((void *)&i, UNIT_ERROR, "this FMU is for co-simulation only");
    return NULL;
}

FMI_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                                     fmi3Boolean visible, fmi3Boolean logging,
                                                     fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging;
    return refuse(environment, logger);
}

FMI_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                          fmi3Boolean visible, fmi3Boolean logging,
                                                          fmi3InstanceEnvironment environment,
                                                          fmi3LogMessageCallback logger, fmi3ClockUpdateCallback update,
                                                          fmi3PreemptionCallback lock, fmi3PreemptionCallback unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
    return refuse(environment, logger);
}

FMI_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                                  fmi3Float64 start_time, fmi3Boolean has_stop, fmi3Float64 stop)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop; /* steps are of fixed size */
    NEED(c, INSTANTIATED);
    const unit_status status = unit_set_start_time(unit_of(c), start_time);
    return as_fmi(status == UNIT_OK ? unit_begin(unit_of(c)) : status);
}

FMI_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    NEED(c, INITIALIZING);
    return as_fmi(unit_begun(unit_of(c)));
}

FMI_EXPORT fmi3Status fmi3Terminate(fmi3Instance c)
{
    NEED(c, STEPPING);
    return as_fmi(unit_terminate(unit_of(c)));
}

FMI_EXPORT fmi3Status fmi3Reset(fmi3Instance c)
{
    NEED(c, ANY);
    return as_fmi(unit_reset(unit_of(c)));
}

/* ---- values ---- */

/* All variables are scalar: as many values as references. */
static bool is_one_each(unit *u, size_t references, size_t values)
{
    if (references == values)
        return true;
    unit_complain(u, "%zu values for %zu variables, which are scalar", values, references);
    return false;
}

FMI_EXPORT fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t count, fmi3Float64 value[],
                                     size_t values)
{
    NEED(c, ANY);
    unit_status worst = is_one_each(unit_of(c), count, values) ? UNIT_OK : UNIT_ERROR;
    for (size_t i = 0; i < count && worst != UNIT_ERROR; i++) {
        const unit_status status = unit_get(unit_of(c), vr[i], &value[i]);
        worst = status > worst ? status : worst;
    }
    return as_fmi(worst);
}

FMI_EXPORT fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t count,
                                     const fmi3Float64 value[], size_t values)
{
    NEED(c, INSTANTIATED | INITIALIZING | STEPPING);
    unit_status worst = is_one_each(unit_of(c), count, values) ? UNIT_OK : UNIT_ERROR;
    for (size_t i = 0; i < count && worst != UNIT_ERROR; i++) {
        const unit_status status = unit_set(unit_of(c), vr[i], value[i]);
        worst = status > worst ? status : worst;
    }
    return as_fmi(worst);
}

/* All variables are Float64. */
#define NO_VALUES(name, type)                                                                                          \
    FMI_EXPORT fmi3Status name(fmi3Instance c, const fmi3ValueReference vr[], size_t count, type value[])              \
    {                                                                                                                  \
        (void)vr, (void)value;                                                                                         \
        NEED(c, ANY);                                                                                                  \
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
    NEED(c, ANY);
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
    NEED(c, ANY);
    unit_state *taken = unit_state_take(unit_of(c));
    if (!taken)
        return fmi3Error;
    free(*state); /* one that the importer hands back to be overwritten */
    *state = taken;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
    const unit_state *taken = state;
    NEED(c, ANY);
    return as_fmi(taken ? unit_state_put(unit_of(c), taken->bytes, taken->length)
                        : unit_complain(unit_of(c), "there is no state"));
}

FMI_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    NEED(c, ANY);
    *size = state ? ((const unit_state *)state)->length : 0;
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    const unit_state *taken = state;
    NEED(c, ANY);
    if (!taken || size < taken->length)
        return as_fmi(unit_complain(unit_of(c), "%zu bytes are too few for the state", size));
    memcpy(bytes, taken->bytes, taken->length);
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
    NEED(c, ANY);
    unit_state *made = unit_state_copy(unit_of(c), bytes, size);
    if (!made)
        return fmi3Error;
    *state = made;
    return fmi3OK;
}

/* ---- steps ---- */

FMI_EXPORT fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 from, fmi3Float64 length, fmi3Boolean no_return,
                                 fmi3Boolean *events, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *reached)
{
    (void)no_return;
    NEED(c, STEPPING);
    *events = *terminate = *early = false;
    const unit_status status = unit_step(unit_of(c), from, length);
    unit_get(unit_of(c), 0, reached);
    return as_fmi(status);
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

LACKS(fmi3GetDirectionalDerivative)
LACKS(fmi3GetAdjointDerivative)
LACKS(fmi3GetOutputDerivatives)
LACKS(fmi3GetNumberOfVariableDependencies)
LACKS(fmi3GetVariableDependencies)
LACKS(fmi3EnterConfigurationMode)
LACKS(fmi3ExitConfigurationMode)
LACKS(fmi3EnterEventMode)
LACKS(fmi3EnterStepMode)
LACKS(fmi3EvaluateDiscreteStates)
LACKS(fmi3UpdateDiscreteStates)
LACKS(fmi3GetIntervalDecimal)
LACKS(fmi3GetIntervalFraction)
LACKS(fmi3GetShiftDecimal)
LACKS(fmi3GetShiftFraction)
LACKS(fmi3SetIntervalDecimal)
LACKS(fmi3SetIntervalFraction)
LACKS(fmi3SetShiftDecimal)
LACKS(fmi3SetShiftFraction)
LACKS(fmi3EnterContinuousTimeMode)
LACKS(fmi3CompletedIntegratorStep)
LACKS(fmi3SetTime)
LACKS(fmi3SetContinuousStates)
LACKS(fmi3GetContinuousStateDerivatives)
LACKS(fmi3GetEventIndicators)
LACKS(fmi3GetContinuousStates)
LACKS(fmi3GetNominalsOfContinuousStates)
LACKS(fmi3GetNumberOfEventIndicators)
LACKS(fmi3GetNumberOfContinuousStates)
LACKS(fmi3ActivateModelPartition)
