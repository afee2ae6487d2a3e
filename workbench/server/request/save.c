/* save.c - puts a text into a file that is still as its writer has seen it: {"name": …, "text": …, "stamp": …}. */
#include "workbench/server/folder.h"
#include "workbench/server/request.h"

static void save(wb_call *call, wb_answer *answer)
{
    size_t length;
    const char *text = wb_query_bytes(call->query, "text", &length);
    if (text)
        wb_folder_save(call->state->place->folder, wb_query_text(call->query, "name", ""), text, length,
                       wb_query_text(call->query, "stamp", NULL), answer);
    else
        wb_refuse(answer, "wrong", "There is no text to be saved.");
}

const wb_request wb_request_save = {.name = "save", .quick = true, .answer = save};
