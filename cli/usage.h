/* usage.h - how a command is used. */
#pragma once
#include <stdio.h>

/* Prints a usage text; {results}, {pictures}, {formulations}, {integrators} stand for the names or endings that there are. */
void cli_put_usage(FILE *to, const char *usage);
