/* open.c - the text of a file and its stamp: {"name": …}. */
#include "workbench/server/folder.h"
#include "workbench/server/request.h"

static void open_file(wb_call *call, wb_answer *answer)
{
    wb_folder_open(call->state->place->folder, wb_query_text(call->query, "name", ""), answer);
}

const wb_request wb_request_open = {.name = "open", .quick = true, .answer = open_file};
