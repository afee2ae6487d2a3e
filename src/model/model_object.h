/* model_object.h - an object that programs make from a model and free: a mechanism to be dragged, its mobility, its free bodies.
 *
 * Its first member is a tml_arena, which holds all else that it needs.
 */
#pragma once
#include "model/model.h"

/* A copy of `initial` (size bytes) that `fill` completes; NULL with messages, and *status says why. */
void *tml_model_object_make(const tml_model *model, const void *initial, size_t size,
                            tml_status (*fill)(void *object, const tml_model *model, tml_log *log), tml_status *status,
                            tml_log *log);
void tml_model_object_free(void *object); /* NULL: nothing */
