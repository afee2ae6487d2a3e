/* session.h - the conversation with one page: requests that are answered at once, and jobs on threads of their own. */
#pragma once
#include "workbench/server/server.h"

enum {
    WB_MAX_SESSIONS = 16,
    WB_MAX_JOBS = 4,           /* at once, of a session */
    WB_MAX_WAITING = 64,       /* jobs of a session */
    WB_MAX_MESSAGE = 16 << 20, /* bytes */
};
enum { WB_CLOSE_WRONG = 1002, WB_CLOSE_LARGE = 1009 }; /* codes of RFC 6455, 7.4 */

/* What civetweb calls: a page is there, has sent something (false: the conversation is over), is gone. */
void wb_session_begin(wb_server *server, struct mg_connection *connection);
bool wb_session_hear(struct mg_connection *connection, int bits, const char *data, size_t length);
/* Whether what is sent arrives; false also where there is no session. */
bool wb_session_goes_on(const struct mg_connection *connection);
/* Ends the conversation with a code. */
void wb_session_refuse(struct mg_connection *connection, int code);
void wb_session_end(wb_server *server, const struct mg_connection *connection);

/* Every job of every session is to stop. */
void wb_sessions_stop(wb_server *server);
