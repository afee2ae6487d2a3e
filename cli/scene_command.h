/* scene_command.h - what commands share that need no run: the scene of a model, its parameters as given, and work on it. */
#pragma once
#include "command_line.h"
#include "scene.h"

/* Loads the model, sets parameters, and does work(context) on its scene. The exit code, messages printed. */
int cli_with_scene(const char *model, const cli_settings *set,
                   tml_status (*work)(const void *context, const cli_scene *scene, tml_log *log), const void *context);
