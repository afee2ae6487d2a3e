/* frames.h - the frames that a page sends over its WebSocket. */
#pragma once
#include "workbench/server/server.h"

/* Reads frames and passes them to the session until the conversation is over. A frame that is not masked ends it. Returns at once where the
 * socket of the connection is not found: civetweb reads then. */
void wb_frames_read(wb_server *server, struct mg_connection *connection);
