/* verify.c - `trammel verify`: the same motion by every formulation that can express it, and how well they agree. */
#include "agreement.h"
#include "command.h"
#include "messages.h"
#include "parameters.h"
#include "progress.h"
#include "trammel/trammel.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "verify MODEL [--set parameter=value]… [--end SECONDS] [--thorough] [--json] [--quiet]"

typedef struct {
    const char *model;
    const char *set[64];
    int set_count;
    double end;
    bool thorough, json, quiet, help;
} arguments;

static int wrong(const char *format, const char *what)
{
    return cli_wrong("verify", format, what, USAGE);
}

/* The word and, where it takes one, its value; 0, or the exit code. */
static int read_word(arguments *a, const char *word, const char *value)
{
    if (cli_is(word, "--set")) {
        if (a->set_count == 64 || !strchr(value, '='))
            return wrong("--set wants parameter=value, not %s", value);
        a->set[a->set_count++] = value;
    } else if (cli_is(word, "--end")) {
        char *after;
        a->end = strtod(value, &after);
        if (after == value || *after || !(a->end > 0) || !isfinite(a->end))
            return wrong("--end wants a time in seconds, greater than zero, not %s", value);
    } else if (cli_is(word, "--thorough"))
        a->thorough = true;
    else if (cli_is(word, "--json"))
        a->json = true;
    else if (cli_is(word, "--quiet") || cli_is(word, "-q"))
        a->quiet = true;
    else if (cli_is(word, "--help") || cli_is(word, "-h"))
        a->help = true;
    else if (word[0] == '-' && word[1])
        return wrong("unknown option %s", word);
    else if (a->model)
        return wrong("one model at a time: %s is one too many", word);
    else
        a->model = word;
    return 0;
}

static int read_arguments(int count, char **list, arguments *a)
{
    for (int i = 0; i < count; i++) {
        const bool takes = cli_is(list[i], "--set") || cli_is(list[i], "--end");
        if (takes && i + 1 == count)
            return wrong("%s needs a value", list[i]);
        const int bad = read_word(a, list[i], takes ? list[i + 1] : "");
        if (bad)
            return bad;
        i += takes;
    }
    return a->model || a->help ? 0 : wrong("%s", "no model given");
}

static int progress(void *context, double part)
{
    return cli_progress_show(context, "verify", part);
}

static int verify(int count, char **list)
{
    arguments a = {0};
    const int bad = read_arguments(count, list, &a);
    if (bad)
        return bad;
    if (a.help) {
        printf("usage: trammel " USAGE "\n");
        return 0;
    }
    tml_log *log = tml_log_make();
    tml_model *model = log ? tml_model_load(a.model, log) : NULL;
    tml_verification *verification = NULL;
    tml_status status = model ? cli_set_parameters(a.set, a.set_count, model, log) : TML_WRONG;
    if (status == TML_OK) {
        cli_progress state = cli_progress_begin(!a.quiet);
        const tml_verify_options options = {
            .end = a.end, .thorough = a.thorough, .context = &state, .progress = progress};
        status = tml_verify(model, &options, &verification, log);
        cli_progress_end(&state);
    }
    if (verification && a.json)
        cli_print_agreement_json(verification);
    else if (verification && !a.quiet)
        cli_print_agreement(verification);
    if (log)
        cli_print_log(log);
    if (status == TML_STOPPED)
        fprintf(stderr, "trammel: stopped; nothing was compared\n");
    tml_verification_free(verification);
    tml_model_free(model);
    tml_log_free(log);
    return cli_exit_code(status);
}

const tml_command tml_command_verify = {
    .name = "verify",
    .usage = USAGE,
    .doc = "the same motion by every formulation that can express it, and how well they agree",
    .main = verify,
};
