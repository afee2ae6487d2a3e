/* listen.ts - several events of one target, and one function that ends them all. */
type Handlers = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void };

export function listen(to: EventTarget, handlers: Handlers, options: AddEventListenerOptions = {}): () => void {
  const end = new AbortController();
  for (const [type, act] of Object.entries(handlers))
    to.addEventListener(type, act as EventListener, { ...options, signal: end.signal });
  return () => end.abort();
}
