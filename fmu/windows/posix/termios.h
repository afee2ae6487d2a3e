/* termios.h - terminals, which the engine has nothing to do with; libfyaml could ask them for their size, and is told that there is none. */
#pragma once

struct termios {
    int none;
};
enum { TCSANOW };

static inline int tcgetattr(int file, struct termios *settings)
{
    (void)file, (void)settings;
    return -1;
}

static inline int tcsetattr(int file, int when, const struct termios *settings)
{
    (void)file, (void)when, (void)settings;
    return -1;
}

static inline void cfmakeraw(struct termios *settings)
{
    (void)settings;
}
