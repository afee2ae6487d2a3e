/* fmi2.c - the functions of FMI 2.0 for co-simulation. Those of model exchange are there, since some importers look for all, and say that
 * this FMU has none of it. */
#include "fmu/fmi.h"
#include "fmu/unit.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    unit *unit;
    fmi2CallbackFunctions callbacks;
    char *name;
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
    NEED(c, ANY);
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
    if (type != fmi2CoSimulation)
        tell(i, UNIT_ERROR, "this FMU is for co-simulation only");
    else if (i->name)
        i->unit = unit_make(token, tell, i);
    if (i->unit)
        return i;
    fmi2FreeInstance(i);
    return NULL;
}

FMI_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                          fmi2Real start_time, fmi2Boolean has_stop, fmi2Real stop)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop; /* steps are of fixed size */
    NEED(c, INSTANTIATED);
    return as_fmi(unit_set_start_time(unit_of(c), start_time));
}

FMI_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    NEED(c, INSTANTIATED);
    return as_fmi(unit_begin(unit_of(c)));
}

FMI_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    NEED(c, INITIALIZING);
    return as_fmi(unit_begun(unit_of(c)));
}

FMI_EXPORT fmi2Status fmi2Terminate(fmi2Component c)
{
    NEED(c, STEPPING);
    return as_fmi(unit_terminate(unit_of(c)));
}

FMI_EXPORT fmi2Status fmi2Reset(fmi2Component c)
{
    NEED(c, ANY);
    return as_fmi(unit_reset(unit_of(c)));
}

/* ---- values ---- */

FMI_EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real value[])
{
    NEED(c, ANY);
    unit_status worst = UNIT_OK;
    for (size_t i = 0; i < count; i++) {
        const unit_status status = unit_get(unit_of(c), vr[i], &value[i]);
        worst = status > worst ? status : worst;
    }
    return as_fmi(worst);
}

FMI_EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Real value[])
{
    NEED(c, INSTANTIATED | INITIALIZING | STEPPING);
    unit_status worst = UNIT_OK;
    for (size_t i = 0; i < count; i++) {
        const unit_status status = unit_set(unit_of(c), vr[i], value[i]);
        worst = status > worst ? status : worst;
    }
    return as_fmi(worst);
}

/* All variables are real. */
#define NO_VALUES(name, type)                                                                                          \
    FMI_EXPORT fmi2Status name(fmi2Component c, const fmi2ValueReference vr[], size_t count, type value[])             \
    {                                                                                                                  \
        (void)vr, (void)value;                                                                                         \
        NEED(c, ANY);                                                                                                  \
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
    NEED(c, ANY);
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    NEED(c, ANY);
    unit_state *taken = unit_state_take(unit_of(c));
    if (!taken)
        return fmi2Error;
    free(*state); /* one that the importer hands back to be overwritten */
    *state = taken;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    const unit_state *taken = state;
    NEED(c, ANY);
    return as_fmi(taken ? unit_state_put(unit_of(c), taken->bytes, taken->length)
                        : unit_complain(unit_of(c), "there is no state"));
}

FMI_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    NEED(c, ANY);
    *size = state ? ((const unit_state *)state)->length : 0;
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    const unit_state *taken = state;
    NEED(c, ANY);
    if (!taken || size < taken->length)
        return as_fmi(unit_complain(unit_of(c), "%zu bytes are too few for the state", size));
    memcpy(bytes, taken->bytes, taken->length);
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    NEED(c, ANY);
    unit_state *made = unit_state_copy(unit_of(c), bytes, size);
    if (!made)
        return fmi2Error;
    *state = made;
    return fmi2OK;
}

/* ---- steps ---- */

FMI_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real length, fmi2Boolean no_return)
{
    (void)no_return;
    NEED(c, STEPPING);
    return as_fmi(unit_step(unit_of(c), from, length));
}

FMI_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    NEED(c, ANY);
    return kind == fmi2LastSuccessfulTime ? as_fmi(unit_get(unit_of(c), 0, value)) : fmi2Discard;
}

FMI_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    NEED(c, ANY);
    if (kind != fmi2Terminated)
        return fmi2Discard;
    *value = 0; /* it never asks for the end */
    return fmi2OK;
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

LACKS(fmi2GetDirectionalDerivative)
LACKS(fmi2SetRealInputDerivatives)
LACKS(fmi2GetRealOutputDerivatives)
LACKS(fmi2CancelStep)
LACKS(fmi2GetStatus)
LACKS(fmi2GetIntegerStatus)
LACKS(fmi2GetStringStatus)
LACKS(fmi2EnterEventMode)
LACKS(fmi2NewDiscreteStates)
LACKS(fmi2EnterContinuousTimeMode)
LACKS(fmi2CompletedIntegratorStep)
LACKS(fmi2SetTime)
LACKS(fmi2SetContinuousStates)
LACKS(fmi2GetDerivatives)
LACKS(fmi2GetEventIndicators)
LACKS(fmi2GetContinuousStates)
LACKS(fmi2GetNominalsOfContinuousStates)
