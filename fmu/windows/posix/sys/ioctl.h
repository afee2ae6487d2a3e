/* ioctl.h - of terminals; see termios.h. */
#pragma once
