/* messages.c - messages on stderr. */
#define _XOPEN_SOURCE 700
#include "messages.h"
#include "standard_output.h"
#include "usage.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_put_text(FILE *to, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if ((*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7f)
            fprintf(to, "\\x%02x", *c);
        else if (c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0) /* U+0080 to U+009F */
            fprintf(to, "\\x%02x", *++c);
        else
            fputc(*c, to);
    }
}

static void print_list(FILE *to, const char *format, va_list list)
{
    char some[1000], *all = some;
    va_list again;
    va_copy(again, list);
    const int length = vsnprintf(some, sizeof some, format, list);
    if (length >= (int)sizeof some && (all = malloc((size_t)length + 1)))
        vsnprintf(all, (size_t)length + 1, format, again);
    va_end(again);
    cli_put_text(to, all ? all : some);
    if (all != some)
        free(all);
}

void cli_print(FILE *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print_list(to, format, list);
    va_end(list);
    cli_stdout_watch();
}

static void put_place(tml_place place)
{
    cli_put_text(stderr, place.file ? place.file : "trammel");
    if (place.file && place.line > 0)
        fprintf(stderr, ":%d:%d", place.line, place.column);
    fprintf(stderr, ": ");
}

void cli_print_log(const tml_log *log)
{
    cli_stdout_watch();
    const char *no_colour = getenv("NO_COLOR");
    const int colour = isatty(2) && !(no_colour && no_colour[0]);
    static const char *const words[] = {"note: ", "warning: ", ""};
    static const char *const inks[] = {"\033[36m", "\033[33m", "\033[31m"};
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        put_place(m.place);
        fprintf(stderr, "%s%s", colour ? inks[m.severity] : "", words[m.severity]);
        cli_put_text(stderr, m.text);
        fprintf(stderr, "%s%s%s%s\n", colour ? "\033[0m" : "", *m.code ? " [" : "", m.code, *m.code ? "]" : "");
    }
}

int cli_exit_code(tml_status status)
{
    switch (status) {
    case TML_OK:
        return 0;
    case TML_FAILED:
    case TML_NO_MEMORY:
    case TML_STOPPED:
        return 1;
    case TML_WRONG:
        return 2;
    }
    return 1;
}

int cli_wrong(const char *command, const char *usage, const char *format, ...)
{
    va_list list;
    fprintf(stderr, "trammel %s: ", command);
    va_start(list, format);
    print_list(stderr, format, list);
    va_end(list);
    fprintf(stderr, "\nusage: trammel ");
    cli_put_usage(stderr, usage);
    fprintf(stderr, "\n");
    return 2;
}

int cli_without_workbench(const char *command)
{
    fprintf(stderr, "trammel %s: this program was built without the workbench (TML_WORKBENCH=OFF)\n", command);
    return 1;
}

bool cli_is(const char *text, const char *name)
{
    return strcmp(text, name) == 0;
}

int cli_finish(tml_model *model, tml_log *log, tml_status status, const char *stopped)
{
    if (log)
        cli_print_log(log);
    if (status == TML_STOPPED && stopped)
        fprintf(stderr, "trammel: stopped; %s\n", stopped);
    tml_model_free(model);
    tml_log_free(log);
    return cli_exit_code(status);
}
