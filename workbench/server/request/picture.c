/* picture.c - a picture beside the models of the folder: {"name": …}. */
#include "workbench/server/folder.h"
#include "workbench/server/request.h"

static void picture(wb_call *call, wb_answer *answer)
{
    wb_folder_picture(call->state->place->folder, wb_query_text(call->query, "name", ""), answer);
}

const wb_request wb_request_picture = {.name = "picture", .quick = true, .answer = picture};
