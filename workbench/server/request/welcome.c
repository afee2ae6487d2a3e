/* welcome.c - who answers: {"version": …, "file": …, "folder": …, "folderId": …}. */
#include "base/escape.h"
#include "workbench/server/folder.h"
#include "workbench/server/request.h"
#include <string.h>

static void welcome(wb_call *call, wb_answer *answer)
{
    const wb_place *place = call->desk->place;
    const char *slash = strrchr(place->folder, '/');
    tml_text *to = &answer->result;
    char id[WB_STAMP_SIZE];
    wb_stamp(place->folder, strlen(place->folder), id); /* folders of one name have unsaved work of their own */
    tml_text_add(to, "{\"version\": ");
    tml_text_put_json(to, tml_version());
    tml_text_add(to, ", \"file\": ");
    if (place->file)
        tml_text_put_json(to, place->file);
    else
        tml_text_add(to, "null");
    tml_text_add(to, ", \"folder\": ");
    tml_text_put_json(to, slash && slash[1] ? slash + 1 : place->folder); /* its name is enough to be shown */
    tml_text_add(to, ", \"folderId\": \"%s\"}", id);
}

const wb_request wb_request_welcome = {.name = "welcome", .quick = true, .answer = welcome};
