/* payload.h - what `trammel export fmu` puts into the binary of an FMU: the model's text, and what each variable stands for.
 *
 * The exporter appends it to the binary as a part that the loader maps (cli/fmu_linux.c, cli/fmu_windows.c) and writes its address into the slot,
 * so that no file is read when the FMU runs. It is a sequence of texts, each followed by a 0; numbers are their bits in hexadecimal, so that
 * the locale of an importer has no say in them:
 *
 *     token  step  internal step  number of variables  { kind  name  start  unit }...  text of the model
 *
 * Value reference 0 is time; variable i has the value reference i + 1.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FMU_SLOT_MARK "trammel payload" /* 15 characters and a 0 */

typedef struct {
    char mark[16];
    uint64_t address; /* relative to the start of the shared object; 0: there is no payload */
    uint64_t length;  /* bytes */
} fmu_slot;

typedef enum {
    FMU_INPUT = 'i',   /* a parameter that the importer gives at every step */
    FMU_TUNABLE = 't', /* a parameter that may change between steps */
    FMU_FIXED = 'f',   /* a parameter that may change until the motion begins */
    FMU_OUTPUT = 'o',  /* a channel */
    /* of model exchange, behind all others; where there are none, the FMU is for co-simulation only */
    FMU_STATE = 'x', /* a continuous state */
    FMU_RATE = 'd',  /* its derivative, in the same order */
    FMU_WATCH = 'z'  /* an event indicator */
} fmu_kind;

typedef struct {
    fmu_kind kind;
    const char *name, *unit; /* unit "": a number */
    double start;            /* of a parameter: its value in the model; of a state: its nominal value */
} fmu_variable;

typedef struct {
    const char *token; /* by which the description and the binary are known to belong together */
    double step;       /* s: the communication step that the description proposes */
    double internal;   /* s: the longest internal step, of a fixed size; 0: as the model says, by its tolerance */
    size_t count;
    fmu_variable *variables; /* (count) */
    const char *text;        /* of the model */
    size_t text_length;
} fmu_payload;

static inline uint64_t fmu_bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* A number with 17 digits and a point, whatever the locale has instead of it. Returns the length. */
static inline size_t fmu_number_text(double number, char text[64])
{
    char *to = text;
    snprintf(text, 64, "%.17g", number);
    for (const char *from = text; *from; from++)
        if (strchr("0123456789+-e", *from))
            *to++ = *from;
        else if (to == text || to[-1] != '.')
            *to++ = '.';
    *to = 0;
    return (size_t)(to - text);
}

/* The value of a parameter as its text in a model. "1/s" is no unit that a number can have behind it: 5/(1 s). */
static inline void fmu_value_text(const fmu_variable *v, double value, char text[256])
{
    const char *unit = strcmp(v->unit, "1") == 0 ? "" : v->unit;
    size_t n = fmu_number_text(value, text);
    if (strncmp(unit, "1/", 2) != 0) {
        snprintf(text + n, 256 - n, " %s", unit);
        return;
    }
    for (const char *at = unit + 2; *at && n < 160;) {
        const int length = (int)strcspn(at, "/");
        n += (size_t)snprintf(text + n, 80, "/(1 %.*s)", length < 64 ? length : 64, at);
        at += length + (at[length] == '/');
    }
}
