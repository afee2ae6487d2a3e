/* main.tsx - where the page begins. */
import { render } from "preact";
import { App } from "./app";
import { watchText } from "./state/model";
import "./style.css";

watchText();
render(<App />, document.getElementById("app")!);
