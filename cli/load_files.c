/* load_files.c - load cases as a table: a row a load, forces of each body in its own axes; inertia included, they add up to zero. */
#include "load_files.h"
#include "messages.h"
#include <math.h>
#include <string.h>

const cli_load_units cli_metres = {1, 1, 1, 1, "m", "N*m", "kg", "kg*m^2"};
const cli_load_units cli_millimetres = {1e3, 1e3, 1e-3, 1e3, "mm", "N*mm", "t", "t*mm^2"};

/* Names of cases may hold commas and quotes (a joint's name does not). */
static void put_field(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[2]){*text, 0}, to);
    fputc('"', to);
}

static void put_vector(FILE *to, const double v[3], double unit)
{
    for (int k = 0; k < 3; k++)
        fprintf(to, ",%.17g", v[k] * unit + 0.0); /* no -0 */
}

static void put_row(FILE *to, const cli_load_case *at, size_t number, const tml_load *load, const cli_load_units *units)
{
    fprintf(to, "%zu,", number);
    if (!isnan(at->time))
        fprintf(to, "%.17g", at->time);
    fputc(',', to);
    put_field(to, at->reason);
    fprintf(to, ",%s,%s,%s,%s", load->body, load->name, cli_load_kind_name(load->kind), load->type);
    put_vector(to, load->at, units->length);
    put_vector(to, load->force, 1);
    put_vector(to, load->torque, units->torque);
    fprintf(to, ",%s\n", load->unique ? "yes" : "no");
}

bool cli_put_loads_csv(FILE *to, cli_load_cases *cases, const cli_load_units *units)
{
    const char *l = units->length_name, *t = units->torque_name;
    fprintf(to,
            "case,t [s],reason,body,load,kind,type,x [%s],y [%s],z [%s],fx [N],fy [N],fz [N],tx [%s],ty [%s],tz "
            "[%s],unique\n",
            l, l, l, t, t, t);
    for (size_t i = 0; i < cases->count; i++) {
        cli_load_cases_take(cases, i);
        for (size_t k = 0; k < tml_free_body_count(cases->free_body); k++) {
            if (!cli_load_cases_has(cases, k))
                continue;
            const tml_load load = cli_load_cases_load(cases, k);
            put_row(to, &cases->cases[i], i + 1, &load, units);
        }
    }
    return true;
}

cli_load_file *cli_load_file_find(const char *path)
{
    static const struct {
        const char *ending;
        cli_load_file *put;
    } files[] = {{"-", cli_put_loads_csv}, {".csv", cli_put_loads_csv}, {".inp", cli_put_loads_inp}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const size_t length = strlen(path), end = strlen(files[i].ending);
        if (length >= end && cli_is(path + length - end, files[i].ending))
            return files[i].put;
    }
    return NULL;
}
