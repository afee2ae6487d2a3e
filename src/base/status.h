/* status.h - status of a call, and the messages that explain it.
 *
 * A function that can fail returns a tml_status; details go into a tml_log, which collects all messages of a run with their places in the
 * file, so that all errors of a model are shown and not only the first. The log owns its texts and file names. When memory runs out it
 * keeps what it has and ends with a message that says so. A NULL log is allowed everywhere and discards messages.
 */
#pragma once
#include "base/code.h"
#include "base/use.h"
#include "trammel/trammel.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct tml_arena tml_arena;

struct tml_log {
    tml_message *messages; /* (capacity) oldest first; texts and file names are owned by the log */
    size_t count, capacity;
    size_t error_count; /* including those that could not be stored */
    bool out_of_memory; /* a message could not be stored */
    bool quiet;         /* errors are counted only: for a trial; nothing has to be freed */
};

#define TML_NOWHERE ((tml_place){.file = NULL})

/* Adds one message, whose severity is that of its code; text by printf rules. Where the place is in a use of a part, the text says in
 * which, and what is wrong in the same way in several uses is said once. */
void tml_log_raise(tml_log *log, tml_code code, tml_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same with the text's arguments in a list. */
void tml_log_raise_list(tml_log *log, tml_code code, tml_place place, const char *format, va_list arguments)
    __attribute__((format(printf, 4, 0)));
/* Of the messages from `first` on keeps those up to the errors_max-th error, and adds the number of further errors. */
void tml_log_shorten(tml_log *log, size_t first, size_t errors_max);
/* Whether a message from `first` on says that memory ran out. */
bool tml_log_ran_out(const tml_log *log, size_t first);
/* Sets the place of messages from `first` on that have no file. */
void tml_log_place(tml_log *log, size_t first, tml_place place);
/* How many messages and errors a log has, so that what is raised later can be taken back. */
typedef struct {
    size_t messages, errors;
} tml_log_mark;
tml_log_mark tml_log_set_mark(const tml_log *log);
/* Forgets the errors and notes raised since: what has raised them was overcome. */
void tml_log_take_back(tml_log *log, tml_log_mark since);
/* Frees the messages; the log is empty. */
void tml_log_clear(tml_log *log);
/* Adds a message of another log, with "what: " before its text if `what` is not NULL. */
void tml_log_repeat(tml_log *log, const tml_message *message, const char *what);
/* Adds all messages of another log. */
void tml_log_repeat_all(tml_log *log, const tml_log *other);
