/* log.h - what a call comes back with, and the messages that say why. */
#pragma once
#include "trammel/api.h"
#include <stdbool.h>
#include <stddef.h>
TML_BEGIN_DECLS

typedef enum {
    TML_OK,
    TML_FAILED, /* the analysis failed (cannot be assembled, singular, did not converge); results up to then stand */
    TML_WRONG,  /* the model or the request is wrong; nothing was computed */
    TML_NO_MEMORY,
    TML_STOPPED, /* stopped by the caller; results up to then stand */
} tml_status;

typedef enum { TML_NOTE, TML_WARNING, TML_ERROR } tml_severity;

typedef struct {
    const char *file;          /* NULL: no place */
    int line, column;          /* from 1 */
    const struct tml_use *use; /* inside the library: the use of a part that a text belongs to; in messages NULL */
} tml_place;

typedef struct {
    tml_severity severity;
    tml_place place;
    const char *text;
    const char *code; /* "E042": what it is about, see tml_explanation_find; the same in every version */
} tml_message;

typedef struct tml_log tml_log; /* messages in the order they were raised; one log for each thread */
TML_API tml_log *tml_log_make(void);
TML_API void tml_log_free(tml_log *log);
TML_API size_t tml_log_count(const tml_log *log);
TML_API tml_message tml_log_get(const tml_log *log, size_t index); /* its texts belong to the log */
/* Adds a message of a front end, its text by printf rules, with a code of the list below and the severity of that code. A code that is
 * not in the list is left out, and the message is an error. */
TML_API void tml_log_add(tml_log *log, const char *code, tml_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* What the messages of one code mean. */
typedef struct {
    const char *code; /* "E042" */
    tml_severity severity;
    const char *title; /* a few words */
    const char *text;  /* what it means and what to do; may be "" */
    /* A small model that raises it, and the same without the fault; NULL: no model alone can show it. */
    const char *wrong, *cured;
} tml_explanation;
TML_API size_t tml_explanation_count(void);
TML_API tml_explanation tml_explanation_get(size_t index); /* ordered by number */
/* The index of a code, written "E042", "e42" or "42". *exact is false where only a code with the nearest number exists. -1: not a
 * code. */
TML_API long tml_explanation_find(const char *code, bool *exact);

TML_END_DECLS
