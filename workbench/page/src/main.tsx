/* main.tsx - where the page begins. */
import { render } from "preact";
import { App } from "./app";
import { watchLayout } from "./shell/layout";
import { watchText } from "./state/model";
import "./style.css";

const root = document.getElementById("app")!;
watchText();
watchLayout();
root.replaceChildren(); // the frame that was painted first
render(<App />, root);
