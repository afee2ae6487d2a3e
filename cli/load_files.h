/* load_files.h - files of load cases: a table (.csv), cards for CalculiX (.inp). */
#pragma once
#include "load_cases.h"
#include <stdio.h>

/* Units of a file: its numbers are those of SI times these. */
typedef struct {
    double length, torque, mass, inertia;
    const char *length_name, *torque_name, *mass_name, *inertia_name;
} cli_load_units;

extern const cli_load_units cli_metres;      /* m, N, N m, kg */
extern const cli_load_units cli_millimetres; /* mm, N, N mm, t */

/* False: no memory. */
typedef bool cli_load_file(FILE *to, cli_load_cases *cases, const cli_load_units *units);

cli_load_file cli_put_loads_csv, cli_put_loads_inp;
/* By the ending of the path, "-" is a table; NULL: no such. */
cli_load_file *cli_load_file_find(const char *path);
