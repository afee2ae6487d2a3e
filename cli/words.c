/* words.c - reads the words of a command line in their order: NAME, NAME VALUE, and words that are no options. */
#include "words.h"
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

bool cli_read_whole_number(const char *text, int least, int most, int *number)
{
    char *after;
    errno = 0;
    const long found = strtol(text, &after, 10);
    if (after == text || *after || errno || found < least || found > most)
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

const cli_kind cli_flag = {NULL, take_flag};
const cli_kind cli_text = {"a text", take_text};
const cli_kind cli_seconds = {"a time in seconds, greater than zero", take_seconds};
const cli_kind cli_setting = {"parameter=value", take_setting};

/* ---- words ---- */

static const cli_option *find(const cli_words *w, const char *word)
{
    for (const cli_option *o = w->options; o->name; o++)
        if (cli_is(word, o->name) || (o->also && cli_is(word, o->also)))
            return o;
    return NULL;
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1];
}

/* 0, or the exit code. */
static int take_name(cli_words *w, const char *word)
{
    if (!w->first)
        w->first = word;
    else if (w->more)
        w->more[w->more_count++] = word;
    else
        return cli_wrong(w->command, w->usage, "one model at a time: %s is one too many", word);
    return 0;
}

/* The same; an option with a value takes two words. */
static int take_option(const cli_words *w, int count, char **list, int *taken)
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

static void print_help(const cli_words *w)
{
    if (w->help)
        printf("%s", w->help);
    else {
        printf("usage: trammel ");
        cli_put_usage(stdout, w->usage);
        printf("\n");
    }
}

bool cli_read_words(cli_words *words, int count, char **list, int *code)
{
    bool help = false, names_only = false; /* after "--" */
    *code = 0;
    for (int i = 0, taken; i < count; i += taken) {
        taken = 1;
        if (names_only || !is_option(list[i]))
            *code = take_name(words, list[i]);
        else if (cli_is(list[i], "--"))
            names_only = true;
        else if (cli_is(list[i], "--help") || cli_is(list[i], "-h"))
            help = true;
        else
            *code = take_option(words, count - i, list + i, &taken);
        if (*code)
            return false;
    }
    if (help)
        print_help(words);
    else if (words->needs && !words->first)
        *code = cli_wrong(words->command, words->usage, "no %s given", words->needs);
    return !help && !*code;
}
