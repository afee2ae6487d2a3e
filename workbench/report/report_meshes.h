/* report_meshes.h - what a report holds of the files that bodies are drawn with. */
#pragma once
#include <stdio.h>

/* {FILE: base64, ...} of the meshes of a scene (may be NULL); `path` is that of the model, which they are below. */
void wb_put_meshes(FILE *to, const char *scene, const char *path);
