/* peer.h - whose program is at the other end of a connection on this machine. */
#pragma once
#include <stdbool.h>

/* Whether the connection from `port` of this machine to our `own` port is known to be another user's. */
bool wb_peer_is_another(int port, int own);
