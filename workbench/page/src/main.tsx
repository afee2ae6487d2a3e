/* main.tsx - where the page begins: with the language in which it speaks, since texts are read as soon as a file is loaded. */
import "./style.css"; // of the frame that is painted first
import { speak } from "./texts/language";

void speak().finally(() => import("./begin"));
