/* report_meshes.c - files of triangles that bodies are drawn with, as far as they have room in a report.
 *
 *   "meshes": {"meshes/base.stl": base64, ...}
 *
 * One that is missing or does not fit is left out: the report tells which it does not have. */
#include "workbench/report/report_meshes.h"
#include "frontend/json.h"
#include "workbench/server/answer.h"
#include "workbench/server/folder.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MESHES_MOST = 8 << 20 }; /* bytes of files, as in the page (report_file.ts) */

typedef struct {
    FILE *to;
    const char *folder;
    json_t *done; /* an object: its keys are the files that were looked at */
    size_t room;  /* bytes of base64 that are left */
    int count;
} putting;

/* The answer of the workbench, {"data": base64}, is taken as it is. */
static void put_file(putting *p, const char *file)
{
    static const char before[] = "{\"data\": ", after[] = "}";
    const size_t around = strlen(before) + strlen(after);
    wb_answer answer;
    if (json_object_get(p->done, file) || json_object_set_new(p->done, file, json_true()) != 0 ||
        !wb_answer_open(&answer))
        return;
    wb_folder_mesh(p->folder, file, &answer);
    if (!answer.code && fe_memory_close(&answer.result) && answer.result.length > around &&
        answer.result.length - around <= p->room) {
        const size_t length = answer.result.length - around;
        fputs(p->count++ ? ", " : "", p->to);
        fe_put_json(p->to, file);
        fputs(": ", p->to);
        fwrite(answer.result.data + strlen(before), 1, length, p->to);
        p->room -= length;
    }
    wb_answer_free(&answer);
}

static void put_shape(putting *p, const json_t *shape)
{
    const char *file = json_string_value(json_object_get(shape, "file"));
    size_t i;
    const json_t *part;
    if (file)
        put_file(p, file);
    json_array_foreach(json_object_get(shape, "shapes"), i, part) put_shape(p, part);
}

void wb_put_meshes(FILE *to, const char *scene, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    json_t *read = scene ? json_loads(scene, 0, NULL) : NULL;
    putting p = {.to = to, .folder = folder, .done = json_object(), .room = (size_t)MESHES_MOST / 3 * 4};
    size_t i;
    const json_t *body;
    fputs("{", to);
    if (folder && p.done)
        json_array_foreach(json_object_get(read, "bodies"), i, body) put_shape(&p, json_object_get(body, "shape"));
    fputs("}", to);
    json_decref(p.done);
    json_decref(read);
    free(folder);
}
