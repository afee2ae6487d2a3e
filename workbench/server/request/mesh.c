/* mesh.c - a file of triangles in the folder of the models or below it: {"file": ...}. */
#include "workbench/server/folder.h"
#include "workbench/server/request.h"

static void mesh(wb_call *call, wb_answer *answer)
{
    wb_folder_mesh(call->state->place->folder, wb_query_text(call->query, "file", ""), answer);
}

const wb_request wb_request_mesh = {.name = "mesh", .quick = true, .answer = mesh};
