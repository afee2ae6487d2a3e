/* command_line.c - reads the arguments of a command in their order: OPTION, OPTION VALUE, and names. */
#include "command_line.h"
#include "messages.h"
#include "usage.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

bool cli_read_number(const char *text, double *number)
{
    char *after;
    *number = strtod(text, &after);
    return after != text && !*after && isfinite(*number);
}

bool cli_read_whole_number(const char *text, int min, int max, int *number)
{
    char *after;
    errno = 0;
    const long found = strtol(text, &after, 10);
    if (after == text || *after || errno || found < min || found > max)
        return false;
    *number = (int)found;
    return true;
}

static bool take_flag(void *to, char *value)
{
    (void)value;
    *(bool *)to = true;
    return true;
}

static bool take_text(void *to, char *value)
{
    *(const char **)to = value;
    return true;
}

static bool take_seconds(void *to, char *value)
{
    return cli_read_number(value, to) && *(double *)to > 0;
}

static bool take_setting(void *to, char *value)
{
    cli_settings *settings = to;
    if (settings->count == CLI_MAX_SETTINGS || !strchr(value, '='))
        return false;
    settings->item[settings->count++] = value;
    return true;
}

static bool take_one_of_several(void *to, char *value)
{
    cli_settings *texts = to;
    if (texts->count == CLI_MAX_SETTINGS)
        return false;
    texts->item[texts->count++] = value;
    return true;
}

/* Cuts the text at its commas. */
static bool take_patterns(void *to, char *value)
{
    cli_pattern_list *list = to;
    for (char *next = value; next; list->count++) {
        char *comma = strchr(next, ',');
        if (comma)
            *comma = '\0';
        if (!*next || list->count == CLI_MAX_PATTERNS)
            return false;
        list->item[list->count] = next;
        next = comma ? comma + 1 : NULL;
    }
    return true;
}

const cli_kind cli_flag = {NULL, take_flag};
const cli_kind cli_text = {"a text", take_text};
const cli_kind cli_seconds = {"a time in seconds, greater than zero", take_seconds};
const cli_kind cli_setting = {"parameter=value", take_setting};
const cli_kind cli_texts = {"a text", take_one_of_several};
const cli_kind cli_patterns = {"channels or patterns separated by commas, such as O.*,B.f?", take_patterns};

/* ---- arguments ---- */

static const cli_option *find(const cli_command_line *w, const char *argument)
{
    for (const cli_option *o = w->options; o->name; o++)
        if (cli_is(argument, o->name) || (o->also && cli_is(argument, o->also)))
            return o;
    return NULL;
}

static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

/* 0, or the exit code. */
static int take_name(cli_command_line *w, const char *argument)
{
    if (!w->first)
        w->first = argument;
    else if (w->more)
        w->more[w->more_count++] = argument;
    else
        return cli_wrong(w->command, w->usage, "one model at a time: %s is one too many", argument);
    return 0;
}

/* The same; an option with a value takes two arguments. */
static int take_option(const cli_command_line *w, int count, char **list, int *taken)
{
    const cli_option *option = find(w, list[0]);
    *taken = option && option->kind->wants ? 2 : 1;
    if (!option)
        return cli_wrong(w->command, w->usage, "unknown option %s", list[0]);
    if (*taken > count)
        return cli_wrong(w->command, w->usage, "%s needs a value", list[0]);
    if (!option->kind->take(option->to, list[*taken - 1]))
        return cli_wrong(w->command, w->usage, "%s wants %s, not %s", list[0], option->kind->wants, list[1]);
    return 0;
}

static void print_help(const cli_command_line *w)
{
    if (w->help)
        printf("%s", w->help);
    else {
        printf("usage: trammel ");
        cli_put_usage(stdout, w->usage);
        printf("\n");
    }
}

/* For the manual and the completion of shells (tools/make_manual.py): of each option its name, its other name and what it wants, between
 * tabs. */
static void list_options(const cli_command_line *w)
{
    for (const cli_option *o = w->options; o->name; o++)
        printf("%s\t%s\t%s\n", o->name, o->also ? o->also : "", o->kind->wants ? o->kind->wants : "");
}

bool cli_read_command_line(cli_command_line *line, int count, char **list, int *code)
{
    bool help = false, names_only = false; /* after "--" */
    *code = 0;
    if (count == 1 && cli_is(list[0], "--list-options")) {
        list_options(line);
        return false;
    }
    for (int i = 0, taken; i < count; i += taken) {
        taken = 1;
        if (names_only || !is_option(list[i]))
            *code = take_name(line, list[i]);
        else if (cli_is(list[i], "--"))
            names_only = true;
        else if (cli_is(list[i], "--help") || cli_is(list[i], "-h"))
            help = true;
        else
            *code = take_option(line, count - i, list + i, &taken);
        if (*code)
            return false;
    }
    if (help)
        print_help(line);
    else if (line->needs && !line->first)
        *code = cli_wrong(line->command, line->usage, "no %s given", line->needs);
    return !help && !*code;
}
