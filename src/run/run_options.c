/* run_options.c - checks the options of a run: known names, numbers in their ranges. */
#include "base/names.h"
#include "dynamics/formulation.h"
#include "integrate/integrator.h"
#include "run/run.h"
#include <math.h>
#include <string.h>

enum { MAX_NAMES = 16 };

typedef struct {
    const char *list[MAX_NAMES];
    size_t count;
} names;

/* elsewhere: the known name that other programs give to this one; NULL: none. */
static bool check_name(const char *what, const char *name, const char *elsewhere, const names *known, tml_log *log)
{
    for (size_t i = 0; i < known->count; i++)
        if (strcmp(known->list[i], name) == 0)
            return true;
    const char *near = elsewhere ? elsewhere : tml_nearest(name, known->list, known->count);
    tml_log_raise(log, TML_E_RUN_OPTION, TML_NOWHERE, "options of the run: no %s \"%s\"%s%s%s", what, name,
                  near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    return false;
}

static bool check_formulation(const char *name, tml_log *log)
{
    names known = {{"auto"}, 1};
    for (int i = 0; i < tml_formulation_class_count && known.count < MAX_NAMES; i++)
        known.list[known.count++] = tml_formulation_classes[i]->name;
    return !name || check_name("formulation", name, NULL, &known, log);
}

static bool check_integrator(const char *name, tml_log *log)
{
    names known = {{"auto"}, 1};
    for (int i = 0; i < tml_integrator_class_count && known.count < MAX_NAMES; i++)
        known.list[known.count++] = tml_integrator_classes[i]->name;
    return !name || check_name("integrator", name, tml_integrator_elsewhere(name), &known, log);
}

/* 0 stands for what the model says. */
static bool check_number(const char *what, double number, double max, tml_log *log)
{
    if (number >= 0 && number <= max)
        return true;
    tml_log_raise(log, TML_E_RUN_OPTION, TML_NOWHERE, "options of the run: %s is %g; it must be %s", what, number,
                  isfinite(max) ? "between 0 (as the model says) and 0.1" : "0 (as the model says) or greater");
    return false;
}

bool tml_run_options_check(const tml_run_options *options, tml_log *log)
{
    bool good = check_formulation(options->formulation, log);
    good &= check_integrator(options->integrator, log);
    good &= check_number("tolerance", options->tolerance, 0.1, log);
    good &= check_number("stiffness", options->stiffness, INFINITY, log);
    return good & check_number("the number of rows", options->rows, INFINITY, log);
}
