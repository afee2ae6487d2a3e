/* scene_command.c - loads a model, makes its scene, works on that, and finishes. */
#include "scene_command.h"
#include "load.h"
#include "messages.h"
#include "parameters.h"

int cli_with_scene(const char *path, const cli_settings *set,
                   tml_status (*work)(const void *context, const cli_scene *scene, tml_log *log), const void *context)
{
    tml_log *log = tml_log_make();
    tml_model *model = log ? cli_load_model(path, log) : NULL;
    tml_status status = model ? cli_set_parameters(set->item, set->count, model, log) : TML_WRONG;
    if (status == TML_OK) {
        cli_scene *scene = cli_scene_make(model, -1, log);
        status = scene ? work(context, scene, log) : TML_FAILED;
        cli_scene_free(scene);
    }
    return cli_finish(model, log, status, NULL);
}
