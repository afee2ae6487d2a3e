/* files.c - the model files of the folder. */
#include "workbench/server/folder.h"
#include "workbench/server/request.h"

static void files(wb_call *call, wb_answer *answer)
{
    wb_folder_list(call->state->place->folder, answer);
}

const wb_request wb_request_files = {.name = "files", .quick = true, .answer = files};
