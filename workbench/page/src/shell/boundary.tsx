/* boundary.tsx - a part of the page that fails says so in its place, and the rest goes on; the text of the model is never lost. */
import { Component, type ComponentChildren } from "preact";
import { keepNow } from "./autosave";
import { downloadModel } from "./saves";
import { texts } from "../texts/texts";

interface Props {
  part: string; // "The drawing"
  children: ComponentChildren;
}

export class Boundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null };

  static override getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
    keepNow();
  }

  override render() {
    const { error } = this.state;
    if (!error) return <>{this.props.children}</>;
    return (
      <div class="failed" role="alert">
        <p>
          <strong>
            {this.props.part} {texts.shell.boundary.failed}
          </strong>{" "}
          {texts.shell.boundary.yourModelIsKept}
        </p>
        <p class="failed-words">{error.message || String(error)}</p>
        <p>
          <button type="button" class="button primary" onClick={() => this.setState({ error: null })}>
            {texts.shell.boundary.tryAgain}
          </button>{" "}
          <button type="button" class="button" onClick={downloadModel}>
            {texts.shell.boundary.downloadTheModel}
          </button>
        </p>
      </div>
    );
  }
}
