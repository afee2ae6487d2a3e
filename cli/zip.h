/* zip.h - a zip file in memory. */
#pragma once
#include "frontend/memory.h"
#include <stdint.h>

typedef struct {
    fe_memory files, directory; /* entries; what the end of the file lists them by */
    unsigned count;
    bool good; /* false: no memory on the way */
} cli_zip;

bool cli_zip_open(cli_zip *zip);
/* An entry, compressed. `name` is UTF-8 with slashes. */
void cli_zip_add(cli_zip *zip, const char *name, const char *bytes, size_t length);
/* Nothing more is added. False: no memory; else `files` holds the whole. */
bool cli_zip_close(cli_zip *zip);
void cli_zip_free(cli_zip *zip);
