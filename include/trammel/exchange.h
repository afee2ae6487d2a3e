/* exchange.h - descriptions of robots by other programs as model files. */
#pragma once
#include "trammel/log.h"
TML_BEGIN_DECLS

typedef struct {
    size_t size;     /* sizeof(tml_import_options) */
    bool floating;   /* the first link moves freely; else it is part of the ground */
    bool keep_fixed; /* links that are welded to others stay bodies; else they become part of those that carry them */
    /* A file that the description includes (MJCF), by its path as written there: its text, which is freed with free(), and its length. NULL:
     * there is none, which is an error. Without this function a description that includes others is refused. */
    char *(*include)(void *context, const char *path, size_t *length);
    void *context;
} tml_import_options;

/* The model file, which the caller frees with free(), of a description (URDF, MJCF); `name` stands for its file in messages. Warnings list what
 * is not understood, and links without inertia. `options` may be NULL. There is text only where the status is TML_OK. */
TML_API tml_status tml_import(const char *text, size_t length, const char *name, const tml_import_options *options,
                              char **model, tml_log *log);

TML_END_DECLS
