/* include.h - files that an XML text includes. */
#pragma once
#include "exchange/xml.h"
#include "trammel/exchange.h"

/* Puts the content of included files into the tree. False with a message. */
bool tml_xml_include(tml_xml *root, const tml_import_options *options, tml_arena *arena, tml_log *log);
