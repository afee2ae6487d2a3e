/* app.tsx - the parts of the workbench and where they stand. */
import { Analyse } from "./analyse/analyse";
import { Drawing } from "./drawing/drawing";
import { Properties } from "./editor/properties";
import { TextPane } from "./editor/text_pane";
import { TopBar } from "./shell/top_bar";

export function App() {
    return (
        <div class="workbench">
            <TopBar />
            <main class="drawing-area">
                <Drawing />
            </main>
            <aside class="side">
                <Properties />
                <TextPane />
            </aside>
            <section class="dock">
                <Analyse />
            </section>
        </div>
    );
}
