// Keeps a page up to date: server-sent events where there is a stream, else polling.
//
// Elements with data-live-poll (address of {"version": n}) and data-live-version get an event
// "live:changed" when the version moved; htmx fetches their content then. data-live-stream adds the
// stream. A page that slept, or whose stream broke, asks once when it is seen again; a stream that was
// refused (a proxy says so while the server is restarted) or that died while the browser had put the
// page aside is opened again, and a version whose content did not come is asked for again.

const POLL_MS = 1500;
const POLL_BESIDE_STREAM_MS = 15000;
const REOPEN_MS = 4000;
const NOT_FETCHED = ["htmx:sendError", "htmx:responseError", "htmx:timeout"];

export function watch(element) {
  let version = Number(element.dataset.liveVersion);
  let etag = null;
  let timer = null;
  let streaming = false;
  let source = null;

  const seen = (next) => {
    if (next !== version) {
      version = next;
      element.dispatchEvent(new CustomEvent("live:changed"));
    }
  };

  const ask = async () => {
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      const answer = await fetch(element.dataset.livePoll, { headers, cache: "no-store" });
      if (answer.ok) {
        etag = answer.headers.get("ETag");
        seen((await answer.json()).version);
      }
    } catch {
      // No network: the next round asks again.
    }
  };

  const askIn = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(loop, milliseconds);
  };

  const loop = async () => {
    clearTimeout(timer);
    if (!document.hidden) await ask();
    askIn(streaming ? POLL_BESIDE_STREAM_MS : POLL_MS);
  };

  const listen = () => {
    if (!element.dataset.liveStream) return;
    source?.close();
    source = new EventSource(element.dataset.liveStream);
    source.addEventListener("open", () => { streaming = true; });
    source.addEventListener("version", (event) => seen(Number(event.data)));
    source.addEventListener("error", () => {
      streaming = false;
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, REOPEN_MS);
      loop();
    });
  };

  for (const name of NOT_FETCHED) {
    element.addEventListener(name, () => {
      version = null;
      etag = null;
      askIn(POLL_MS);
    });
  }
  listen();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) loop(); });
  globalThis.addEventListener("online", loop);
  globalThis.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    streaming = false;
    listen();
    loop();
  });
  askIn(POLL_MS);
}

for (const element of document.querySelectorAll("[data-live-poll]")) watch(element);
