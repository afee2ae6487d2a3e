/* exchange.h - descriptions of robots by other programs as model files, and mechanisms as such descriptions. */
#pragma once
#include "trammel/model.h"
TML_BEGIN_DECLS

typedef struct {
    size_t size;     /* sizeof(tml_import_options) */
    bool floating;   /* the first link moves freely; else it is part of the ground */
    bool keep_fixed; /* links that are welded to others stay bodies; else they become part of those that carry them */
    /* A file that the description includes (MJCF, SDFormat), by its path as written there: its text, which is freed with free(), and its length. NULL:
     * there is none, which is an error. Without this function a description that includes others is refused. */
    char *(*include)(void *context, const char *path, size_t *length);
    void *context;
    /* Instead of that function: files are read from this folder, that of the description. model://NAME and package://NAME are looked for in `models`, folders with ':'
     * between them, then in those of the environment's GZ_SIM_RESOURCE_PATH, SDF_PATH, GAZEBO_MODEL_PATH and ROS_PACKAGE_PATH, then in the folder itself and the
     * ones around it. */
    const char *folder, *models;
    bool
        mend_inertia; /* an inertia that no body has becomes the nearest one that some body has; else it is told, and the model refused */
    bool
        hold_massless; /* joints at the end of a chain that move nothing with mass are held, and so are bodies without mass that would move freely (SDFormat) */
    /* Where the model file will be: meshes that lie there or below are drawn. NULL: in `folder`. */
    const char *model_folder;
    /* The model file to be: an included file or a mesh of the description must not be this file, which is an error. NULL: not known. */
    const char *output;
} tml_import_options;

/* The model file, which the caller frees with free(), of a description (URDF, MJCF, SDFormat); `name` stands for its file in messages. Warnings list what
 * is not understood, and links without inertia. `options` may be NULL. There is text only where the status is TML_OK. */
TML_API tml_status tml_import(const char *text, size_t length, const char *name, const tml_import_options *options,
                              char **model, tml_log *log);

/* The way back: the mechanism, assembled, as "urdf" (trees) or "mjcf" (trees and loops). The caller frees the text with free(). Warnings list, element by
 * element, what the format has no place for; TML_WRONG with messages, and no text: a joint cannot be written. TML_FAILED: it cannot be assembled. */
TML_API tml_status tml_export_robot(const tml_model *model, const char *format, char **text, tml_log *log);

TML_END_DECLS
