/* verify.c - `trammel verify`: the same motion by every formulation that can express it, and how well they agree. */
#include "agreement.h"
#include "command.h"
#include "command_line.h"
#include "load.h"
#include "messages.h"
#include "parameters.h"
#include "progress.h"
#include "trammel/trammel.h"
#include <stdio.h>

#define USAGE "verify MODEL [--set parameter=value]… [--end SECONDS] [--thorough] [--json] [--quiet]"

typedef struct {
    const char *model;
    cli_settings set;
    double end;
    bool thorough, json, quiet;
} arguments;

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    const cli_option options[] = {
        {"--set", NULL, &cli_setting, &a->set},        {"--end", NULL, &cli_seconds, &a->end},
        {"--thorough", NULL, &cli_flag, &a->thorough}, {"--json", NULL, &cli_flag, &a->json},
        {"--quiet", "-q", &cli_flag, &a->quiet},       {0},
    };
    cli_command_line line = {.command = "verify", .usage = USAGE, .options = options, .needs = "model"};
    const bool goes_on = cli_read_command_line(&line, count, list, code);
    a->model = line.first;
    return goes_on;
}

static int progress(void *context, double part)
{
    return cli_progress_show(context, "verify", part);
}

static int verify(int count, char **list)
{
    arguments a = {0};
    int code;
    if (!read_arguments(count, list, &a, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = log ? cli_load_model(a.model, log) : NULL;
    tml_verification *verification = NULL;
    tml_status status = model ? cli_set_parameters(a.set.item, a.set.count, model, log) : TML_WRONG;
    if (status == TML_OK) {
        cli_progress state = cli_progress_begin(!a.quiet);
        const tml_verify_options options = {
            .size = sizeof options, .end = a.end, .thorough = a.thorough, .context = &state, .progress = progress};
        status = tml_verify(model, &options, &verification, log);
        cli_progress_end(&state);
    }
    if (verification && a.json)
        cli_print_agreement_json(verification);
    else if (verification && !a.quiet)
        cli_print_agreement(verification);
    tml_verification_free(verification);
    return cli_finish(model, log, status, "nothing was compared");
}

const tml_command tml_command_verify = {
    .name = "verify",
    .usage = USAGE,
    .doc = "the same motion by every formulation that can express it, and how well they agree",
    .main = verify,
};
