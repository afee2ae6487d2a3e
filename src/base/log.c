/* log.c - the messages of a run.
 *
 * Each message owns one block of memory: its text, a 0, the file name, a 0. If memory for a message or a longer list is not available, the
 * message is dropped and the log ends with a fixed one that says so.
 */
#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"
#include <stdio.h>
#include <string.h>

tml_log *tml_log_make(void)
{
    tml_log *log = tml_allocate(sizeof *log);
    if (log)
        *log = (tml_log){0};
    return log;
}

void tml_log_clear(tml_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        tml_release((void *)log->messages[i].text);
    tml_release(log->messages);
    *log = (tml_log){0};
}

void tml_log_free(tml_log *log)
{
    if (!log)
        return;
    tml_log_clear(log);
    tml_release(log);
}

size_t tml_log_count(const tml_log *log)
{
    return log ? log->count + (log->out_of_memory ? 1 : 0) : 0;
}

tml_message tml_log_get(const tml_log *log, size_t index)
{
    if (log && index < log->count)
        return log->messages[index];
    if (log && log->out_of_memory && index == log->count)
        return (tml_message){.severity = TML_ERROR,
                             .text = "out of memory: some messages are missing",
                             .code = tml_code_text(TML_E_OUT_OF_MEMORY)};
    return (tml_message){.severity = TML_NOTE, .text = "", .code = ""};
}

static bool make_room(tml_log *log)
{
    if (log->count < log->capacity)
        return true;
    size_t capacity = log->capacity ? 2 * log->capacity : 8;
    tml_message *messages = tml_allocate(capacity * sizeof *messages);
    if (!messages)
        return false;
    if (log->count)
        memcpy(messages, log->messages, log->count * sizeof *messages);
    tml_release(log->messages);
    log->messages = messages;
    log->capacity = capacity;
    return true;
}

/* `in leg3: ` before a text that does not name the use. */
static void name_use(const tml_use *use, char *text)
{
    const size_t name = strlen(use->name);
    if (strstr(text, use->name))
        return;
    memmove(text + name + 5, text, strlen(text) + 1);
    memcpy(text, "in ", 3);
    memcpy(text + 3, use->name, name);
    memcpy(text + 3 + name, ": ", 2);
}

/* The text and the file name in one block, into which place->file points. NULL: no memory. */
static char *make_text(tml_place *place, const char *format, va_list arguments)
{
    const size_t use_bytes = place->use ? strlen(place->use->name) + 5 : 0;
    const size_t file_bytes = place->file ? strlen(place->file) + 1 : 0;
    char *text = tml_text_format(format, arguments, use_bytes + file_bytes);
    if (text && place->use)
        name_use(place->use, text);
    if (text && place->file)
        place->file = memcpy(text + strlen(text) + 1, place->file, file_bytes);
    place->use = NULL;
    return text;
}

/* Whether a message of a use was raised before in another use of the same part. */
static bool is_known(const tml_log *log, const tml_message *message)
{
    for (size_t i = 0; i < log->count; i++) {
        const tml_message *m = &log->messages[i];
        if (m->place.line == message->place.line && m->place.column == message->place.column && m->place.file &&
            strcmp(m->code, message->code) == 0 && strcmp(m->place.file, message->place.file) == 0)
            return true;
    }
    return false;
}

static void add(tml_log *log, tml_message message, const char *format, va_list arguments)
{
    if (!log)
        return;
    if (message.severity == TML_ERROR)
        log->error_count++;
    if (log->quiet || (message.place.use && message.place.file && is_known(log, &message)))
        return;
    message.text = make_room(log) ? make_text(&message.place, format, arguments) : NULL;
    if (message.text)
        log->messages[log->count++] = message;
    else
        log->out_of_memory = true;
}

__attribute__((format(printf, 3, 4))) static void add_text(tml_log *log, tml_message message, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(log, message, format, arguments);
    va_end(arguments);
}

void tml_log_raise_list(tml_log *log, tml_code code, tml_place place, const char *format, va_list arguments)
{
    add(log, (tml_message){.severity = tml_code_severity(code), .place = place, .code = tml_code_text(code)}, format,
        arguments);
}

void tml_log_raise(tml_log *log, tml_code code, tml_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tml_log_raise_list(log, code, place, format, arguments);
    va_end(arguments);
}

void tml_log_add(tml_log *log, const char *code, tml_place place, const char *format, ...)
{
    bool exact = false;
    const long found = tml_explanation_find(code, &exact);
    const tml_explanation e = tml_explanation_get(exact ? (size_t)found : (size_t)-1);
    va_list arguments;
    va_start(arguments, format);
    add(log, (tml_message){.severity = exact ? e.severity : TML_ERROR, .place = place, .code = e.code}, format,
        arguments);
    va_end(arguments);
}

void tml_log_repeat(tml_log *log, const tml_message *message, const char *what)
{
    add_text(log, *message, "%s%s%s", what ? what : "", what ? ": " : "", message->text);
}

void tml_log_repeat_all(tml_log *log, const tml_log *other)
{
    for (size_t i = 0; i < other->count; i++)
        tml_log_repeat(log, &other->messages[i], NULL);
    if (log && other->out_of_memory)
        log->out_of_memory = true;
}

void tml_log_shorten(tml_log *log, size_t first, size_t errors_max)
{
    size_t errors = 0, last = first, more = 0;
    for (; last < log->count && errors < errors_max; last++)
        errors += log->messages[last].severity == TML_ERROR;
    for (size_t i = last; i < log->count; i++)
        more += log->messages[i].severity == TML_ERROR;
    if (more < 2) /* a summary of one message would say less than the message */
        return;
    const tml_place place = {.file = log->messages[last].place.file}; /* owned by that message, which is freed last */
    tml_log_raise(log, TML_E_MORE_ERRORS, place, "... and %zu more errors", more);
    const tml_message closing = log->messages[log->count - 1];
    if (log->out_of_memory)
        return;
    for (size_t i = last; i + 1 < log->count; i++)
        tml_release((void *)log->messages[i].text);
    log->messages[last] = closing;
    log->count = last + 1;
}

tml_log_mark tml_log_set_mark(const tml_log *log)
{
    return log ? (tml_log_mark){log->count, log->error_count} : (tml_log_mark){0};
}

void tml_log_take_back(tml_log *log, tml_log_mark since)
{
    size_t kept = since.messages;
    if (!log)
        return;
    for (size_t i = since.messages; i < log->count; i++)
        if (log->messages[i].severity == TML_WARNING)
            log->messages[kept++] = log->messages[i];
        else
            tml_release((void *)log->messages[i].text);
    log->count = kept < log->count ? kept : log->count;
    log->error_count = since.errors;
}

bool tml_log_ran_out(const tml_log *log, size_t first)
{
    for (size_t i = first; i < log->count; i++)
        if (strcmp(log->messages[i].code, tml_code_text(TML_E_OUT_OF_MEMORY)) == 0)
            return true;
    return log->out_of_memory;
}

void tml_log_place(tml_log *log, size_t first, tml_place place)
{
    for (size_t i = first; i < log->count; i++) {
        const tml_message old = log->messages[i];
        tml_message placed = old;
        const size_t count = log->count, errors = log->error_count;
        if (old.place.file)
            continue;
        placed.place = place;
        tml_log_repeat(log, &placed, NULL);
        log->error_count = errors;
        if (log->count == count)
            return; /* no memory: left unchanged */
        log->messages[i] = log->messages[--log->count];
        tml_release((void *)old.text);
    }
}
