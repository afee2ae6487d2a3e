/* address.ts - where the server of this page is, and the token that it wants to be shown. */

const TOKEN = "trammel.token";

/* Kept for the next visit to this address; a browser that forbids storage only knows it until a reload. */
function remember(token: string): void {
  try {
    localStorage.setItem(TOKEN, token);
  } catch {
    /* not kept */
  }
}

function remembered(): string {
  try {
    return localStorage.getItem(TOKEN) ?? "";
  } catch {
    return "";
  }
}

/* The token comes once in the address, from where it is taken away so that nobody copies it along with the model. */
function token(): string {
  const given = new URLSearchParams(location.hash.slice(1));
  const fresh = given.get("token");
  if (!fresh) return remembered();
  remember(fresh);
  given.delete("token");
  const rest = given.toString();
  history.replaceState(null, "", location.pathname + (rest ? "#" + rest : ""));
  return fresh;
}

export function serverAddress(): string {
  const secure = location.protocol === "https:" ? "wss" : "ws";
  return `${secure}://${location.host}/engine?token=${encodeURIComponent(token())}`;
}

/* An address with a token that is pasted into an open tab changes only the fragment: the page must begin anew to use it. */
export function watchAddress(): void {
  addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).has("token")) location.reload();
  });
}
