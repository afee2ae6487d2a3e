/* status_line.tsx - short words about what just happened, at the foot of the report. */
import { useEffect } from "preact/hooks";
import { dismiss, secondsOf, toasts } from "../shell/toast";

export function StatusLine() {
  const last = toasts.value[toasts.value.length - 1];
  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(() => dismiss(last.id), 1000 * secondsOf(last));
    return () => clearTimeout(timer);
  }, [last]);
  return (
    <div class="report-said" role="status">
      {last && <p>{last.text}</p>}
    </div>
  );
}
