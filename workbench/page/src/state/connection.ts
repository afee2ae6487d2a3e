/* connection.ts - the engine that this page speaks to, and how the connection stands. */
import { signal } from "@preact/signals";
import type { Connection, Engine } from "../engine/engine";
import { ServerEngine } from "../engine/server";

const TOKEN = "trammel.token";

/* The token comes once in the address, from where it is taken away so that nobody copies it along with the model. */
function token(): string {
  const given = new URLSearchParams(location.hash.slice(1));
  const fresh = given.get("token");
  if (fresh) {
    localStorage.setItem(TOKEN, fresh);
    given.delete("token");
    const rest = given.toString();
    history.replaceState(null, "", location.pathname + (rest ? "#" + rest : ""));
  }
  return localStorage.getItem(TOKEN) ?? "";
}

function address(): string {
  return `ws://${location.host}/engine?token=${encodeURIComponent(token())}`;
}

export const engine: Engine = new ServerEngine(address());
export const connection = signal<Connection>("connecting");
engine.watch((state) => (connection.value = state));
