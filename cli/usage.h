/* usage.h - how a command is used. */
#pragma once
#include <stdio.h>

/* Prints a usage text; {results}, {tables}, {pictures}, {kinds}, {formulations}, {integrators} are replaced by the names or endings in the registries. */
void cli_put_usage(FILE *to, const char *usage);
