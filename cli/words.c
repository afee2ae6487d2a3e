/* words.c - reads the words of a command line in their order: NAME, NAME VALUE, and one word that is no option. */
#include "words.h"
#include "messages.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong(const cli_words *w, const char *format, const char *what)
{
    return cli_wrong(w->command, format, what, w->usage);
}

static int wrong_value(const cli_words *w, const cli_option *option, const char *wants, const char *value)
{
    char format[128];
    snprintf(format, sizeof format, "%s wants %s, not %%s", option->name, wants);
    return wrong(w, format, value);
}

static const cli_option *find(const cli_words *w, const char *word)
{
    for (const cli_option *o = w->options; o->name; o++)
        if (cli_is(word, o->name) || (o->also && cli_is(word, o->also)))
            return o;
    return NULL;
}

static int take_seconds(const cli_words *w, const cli_option *option, const char *value)
{
    char *after;
    const double seconds = strtod(value, &after);
    if (after == value || *after || !(seconds > 0) || !isfinite(seconds))
        return wrong_value(w, option, "a time in seconds, greater than zero", value);
    *(double *)option->to = seconds;
    return 0;
}

static int take_setting(const cli_words *w, const cli_option *option, const char *value)
{
    cli_settings *to = option->to;
    if (to->count == CLI_SETTINGS_MOST || !strchr(value, '='))
        return wrong_value(w, option, "parameter=value", value);
    to->item[to->count++] = value;
    return 0;
}

static int take_option(const cli_words *w, const cli_option *option, const char *value)
{
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->to = true;
        return 0;
    case CLI_TEXT:
        *(const char **)option->to = value;
        return 0;
    case CLI_SECONDS:
        return take_seconds(w, option, value);
    case CLI_SETTING:
        return take_setting(w, option, value);
    }
    return 0;
}

static int take_other(cli_words *w, const char *word)
{
    if (cli_is(word, "--help") || cli_is(word, "-h"))
        w->help = true;
    else if (word[0] == '-' && word[1])
        return wrong(w, "unknown option %s", word);
    else if (w->model)
        return wrong(w, "one model at a time: %s is one too many", word);
    else
        w->model = word;
    return 0;
}

int cli_read_words(cli_words *words, int count, char **list)
{
    for (int i = 0; i < count; i++) {
        const cli_option *option = find(words, list[i]);
        const bool takes = option && option->kind != CLI_FLAG;
        if (takes && i + 1 == count)
            return wrong(words, "%s needs a value", list[i]);
        const int bad = option ? take_option(words, option, takes ? list[i + 1] : "") : take_other(words, list[i]);
        if (bad)
            return bad;
        i += takes;
    }
    return 0;
}

int cli_read_model(cli_words *words, int count, char **list)
{
    const int bad = cli_read_words(words, count, list);
    return bad || words->model || words->help ? bad : wrong(words, "%s", "no model given");
}
