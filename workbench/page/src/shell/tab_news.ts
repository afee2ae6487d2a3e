/* tab_news.ts - what one tab tells the others at once: which file it has just saved. */
export interface TabNews {
  folder: string; // id
  name: string;
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("trammel");

export function tellTabs(news: TabNews): void {
  channel?.postMessage(news);
}

export function whenTabsTell(act: (news: TabNews) => void): void {
  if (channel) channel.onmessage = (event: MessageEvent<TabNews>) => act(event.data);
}
