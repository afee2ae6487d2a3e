/* welcome.c - who answers: {"version": …, "file": …, "lists": …, "folder": …, "folderId": …}. */
#include "frontend/json.h"
#include "workbench/server/folder.h"
#include "workbench/server/request.h"
#include <string.h>

static void welcome(wb_call *call, wb_answer *answer)
{
    const wb_place *place = call->state->place;
    const char *slash = strrchr(place->folder, '/');
    FILE *to = answer->result.to;
    char id[WB_STAMP_SIZE];
    wb_stamp(place->folder, strlen(place->folder), id); /* folders of one name have unsaved work of their own */
    fputs("{\"version\": ", to);
    fe_put_json(to, tml_version());
    fputs(", \"file\": ", to);
    if (place->file)
        fe_put_json(to, place->file);
    else
        fputs("null", to);
    fprintf(to, ", \"lists\": %s, \"folder\": ", place->lists ? "true" : "false");
    fe_put_json(to, slash && slash[1] ? slash + 1 : place->folder); /* its name is enough to be shown */
    fprintf(to, ", \"folderId\": \"%s\"}", id);
}

const wb_request wb_request_welcome = {.name = "welcome", .quick = true, .answer = welcome};
