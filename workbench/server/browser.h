/* browser.h - the browser of whoever is at this machine. */
#pragma once

/* Opens it at an address; where there is no screen, nothing is done. Says on stderr, perhaps later, that it could not be. */
void wb_browser_open(const char *address);
