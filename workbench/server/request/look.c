/* look.c - whether a file has changed: {"name": …, "mark": …}. A page asks it every second, so nothing is read that has not changed. */
#include "workbench/server/folder.h"
#include "workbench/server/request.h"

static void look(wb_call *call, wb_answer *answer)
{
    wb_folder_look(call->state->place->folder, wb_query_text(call->query, "name", ""),
                   wb_query_text(call->query, "mark", NULL), answer);
}

const wb_request wb_request_look = {.name = "look", .quick = true, .answer = look};
