/* save.c - puts a text into a file that is still as its writer has seen it: {"name": …, "text": …, "stamp": …}. */
#include "workbench/server/folder.h"
#include "workbench/server/request.h"

static void save(wb_call *call, wb_answer *answer)
{
    size_t length;
    const char *text = wb_ask_bytes(call->ask, "text", &length);
    if (text)
        wb_folder_save(call->desk->place->folder, wb_ask_text(call->ask, "name", ""), text, length,
                       wb_ask_text(call->ask, "stamp", NULL), answer);
    else
        wb_refuse(answer, "wrong", "There is no text to be saved.");
}

const wb_request wb_request_save = {.name = "save", .quick = true, .answer = save};
