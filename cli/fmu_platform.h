/* fmu_platform.h - what there is to know of a platform on which FMUs run: the binary that its FMUs are copies of, and how a payload becomes
 * a part of it that the loader maps. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A binary in memory, with room behind it. */
typedef struct {
    char *bytes;
    size_t at;     /* where the payload begins: a multiple of pages, at or behind the end of the binary */
    size_t length; /* of the payload */
    size_t size;   /* of all, a multiple of blocks of 512 */
} cli_fmu_image;

typedef struct {
    const char *name;      /* for people */
    const char *file;      /* of which FMUs are made, beside this program */
    const char *folder[2]; /* below binaries/, by FMI 2.0 and 3.0 */
    const char *ending;
    bool (*map)(cli_fmu_image *image,
                uint64_t *address); /* makes the payload a part of the binary. False: this is no such binary */
} cli_fmu_platform;

extern const cli_fmu_platform cli_fmu_linux, cli_fmu_windows;
