/* unit.h - an instance of the FMU: a motion of the model that is in it, advanced from one communication point to the next.
 *
 * The same for both versions of FMI, whose functions (fmi2.c, fmi3.c) are thin layers over this. Values that are set before the motion
 * begins are parameters of the model; once it has begun, inputs and tunable parameters apply from the next step on. A step of length H is
 * divided into n = ceil(H/h) internal steps H/n, at most h, the step that was chosen when the FMU was made.
 */
#pragma once
#include "fmu/payload.h"
#include "trammel/trammel.h"
#include <stdbool.h>

typedef enum { UNIT_INSTANTIATED, UNIT_INITIALIZING, UNIT_STEPPING, UNIT_TERMINATED } unit_mode;
typedef enum {
    UNIT_OK,
    UNIT_DISCARD,
    UNIT_ERROR
} unit_status; /* discard: it did not work, and the instance is as it was */

/* Passes a message on to the importer. */
typedef void unit_tell(void *context, unit_status status, const char *text);

typedef struct {
    fmu_payload payload;
    unit_mode mode;
    tml_model *model;
    tml_live *live;        /* NULL: not made yet, or made with other values */
    tml_log *log;          /* what is being done */
    double *start, *value; /* (payload.count) of parameters: as the motion begins; as they are now */
    long *at;              /* (payload.count) channel or input of the motion; -1: a fixed parameter */
    double start_time;     /* s */
    bool stepped;          /* since the motion began */
    unit_tell *tell;
    void *context;
} unit;

/* NULL: told why. `token` is what the description has. */
unit *unit_make(const char *token, unit_tell *tell, void *context);
void unit_free(unit *u);

unit_status unit_set_start_time(unit *u, double start_time);
unit_status unit_begin(unit *u); /* initialization */
unit_status unit_begun(unit *u); /* its end */
unit_status unit_step(unit *u, double from, double length);
unit_status unit_terminate(unit *u);
unit_status unit_reset(unit *u);

unit_status unit_get(unit *u, uint32_t reference, double *value);
unit_status unit_set(unit *u, uint32_t reference, double value);

/* ---- states: bytes from which this instance, or another of the same FMU, goes on with the same bits ---- */

typedef struct {
    size_t length;
    char bytes[];
} unit_state;

unit_state *unit_state_take(unit *u);                                   /* the caller frees it; NULL: told why */
unit_state *unit_state_copy(unit *u, const void *bytes, size_t length); /* of serialized ones; the same */
unit_status unit_state_put(unit *u, const void *bytes, size_t length);

/* Tells what is wrong, by printf rules; returns UNIT_ERROR. */
unit_status unit_complain(unit *u, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether it is in one of the modes (bits 1 << unit_mode); else the importer is told that `function` cannot be called now. */
bool unit_is_in(unit *u, unsigned modes, const char *function);
