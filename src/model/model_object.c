/* model_object.c - an object that programs make from a model: filled within a guard, and none where that fails. */
#include "model/model_object.h"
#include "base/guard.h"
#include <string.h>

typedef struct {
    void *object;
    const tml_model *model;
    tml_status (*fill)(void *object, const tml_model *model, tml_log *log);
    tml_log *log;
} filling;

static tml_status fill_guarded(void *context)
{
    const filling *f = context;
    return f->fill(f->object, f->model, f->log);
}

void *tml_model_object_make(const tml_model *model, const void *initial, size_t size,
                            tml_status (*fill)(void *object, const tml_model *model, tml_log *log), tml_status *status,
                            tml_log *log)
{
    void *object = tml_allocate(size);
    *status = TML_NO_MEMORY;
    if (object) {
        tml_arena *arena = memcpy(object, initial, size);
        *arena = (tml_arena){.watch = &model->watch};
        *status = tml_guarded(arena, NULL, fill_guarded, &(filling){object, model, fill, log});
    }
    if (*status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    if (*status == TML_OK)
        return object;
    tml_model_object_free(object);
    return NULL;
}

void tml_model_object_free(void *object)
{
    if (!object)
        return;
    tml_arena_free(object);
    tml_release(object);
}
