/* alloca.h - where Windows has it. */
#pragma once
#include <malloc.h>
