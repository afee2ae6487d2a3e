/* api.h - how the public headers declare what the library exports. */
#pragma once

#define TML_API __attribute__((visibility("default")))

#ifdef __cplusplus
#define TML_BEGIN_DECLS extern "C" {
#define TML_END_DECLS   }
#else
#define TML_BEGIN_DECLS
#define TML_END_DECLS
#endif
