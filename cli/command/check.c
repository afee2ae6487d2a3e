/* check.c - `trammel check`: what is in a model, and whether it closes. */
#include "command.h"
#include "command_line.h"
#include "load.h"
#include "messages.h"
#include "trammel/trammel.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define USAGE "check MODEL [--particles] [--range COORDINATE]"

static const double DEGREE = 3.14159265358979323846 / 180;

/* "range: O.angle is 60 deg and can go from -11.5 to 74.5 deg" */
static void print_range(const char *name, const tml_range *r)
{
    const double unit = r->rotates ? DEGREE : 1;
    const char *unit_name = r->rotates ? "deg" : "m";
    if (r->rotates && isinf(r->high) && isinf(r->low)) {
        cli_print(stdout, "range: %s makes full turns\n", name);
        return;
    }
    if (r->rotates && (isinf(r->high) || isinf(r->low))) { /* a limit on one side */
        cli_print(stdout, "range: %s is %.6g deg and can go %s to %.6g deg; the other way it makes full turns\n", name,
                  r->start / unit, isinf(r->high) ? "down" : "up", (isinf(r->high) ? r->low : r->high) / unit);
        return;
    }
    cli_print(stdout, "range: %s is %.6g %s and can go from %.6g to %.6g %s\n", name, r->start / unit, unit_name,
              r->low / unit, r->high / unit, unit_name);
    if (r->max_length > 0)
        cli_print(stdout, "  its crank of %.4g m would make full turns if it were shorter than %.4g m\n", r->length,
                  r->max_length);
}

static tml_status find_range(const tml_model *model, const char *coordinate, tml_log *log)
{
    tml_range range;
    const tml_status status = tml_coordinate_range(model, coordinate, &range, log);
    if (status == TML_OK)
        print_range(coordinate, &range);
    return status;
}

static int check(int count, char **list)
{
    tml_check_options options = {.size = sizeof options};
    const char *coordinate = NULL;
    const cli_option table[] = {
        {"--particles", NULL, &cli_flag, &options.particles}, {"--range", NULL, &cli_text, &coordinate}, {0}};
    cli_command_line line = {.command = "check", .usage = USAGE, .options = table, .needs = "model"};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    tml_model *model = log ? cli_load_model(line.first, log) : NULL;
    char *text = NULL;
    tml_status status = model ? tml_model_check(model, &options, &text, log) : TML_WRONG;
    if (text)
        cli_put_text(stdout, text);
    if (coordinate && status == TML_OK)
        status = find_range(model, coordinate, log);
    free(text);
    return cli_finish(model, log, status, NULL);
}

const tml_command tml_command_check = {
    .name = "check",
    .usage = USAGE,
    .doc = "what is in a model: bodies, joints, loops, degrees of freedom, redundant constraints, gaps; its equivalent "
           "particles; how far a joint can go",
    .main = check,
};
