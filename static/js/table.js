/* The table page with JavaScript: learns of changes by itself, writes without reloading, and keeps
   what could not be sent yet. Everything here also works as plain forms. */

import { Entry } from "./table-entry.js";
import { wireLooks } from "./table-look.js";
import { News } from "./table-news.js";
import { Queue, post } from "./table-queue.js";
import { draftsOf, entriesOf } from "./table-store.js";
import { fillIn } from "./table-words.js";

const CALM = 700; // how long the next yes waits, so that a double tap never says it for both sides
const SOON = 1500; // how long an entry waits for its answer before the next can be typed

const sheet = document.getElementById("sheet");
const json = (id) => JSON.parse(document.getElementById(id).textContent);
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const texts = json("texts");
const description = json("description");
const drafts = draftsOf(sheet.dataset.sheet);

let entry = null;
let news = null;
let stamp = "";
let otherWrites = 0; // the deal that another phone is typing
let announced = 0; // the deal that the others know to be typed here
let lost = false;
let said = { key: part("state").dataset.state, text: part("state").textContent.trim() };

document.documentElement.classList.add("js");

/* --- parts of the page --- */

const swap = (html, { panel }) => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const next of fresh.querySelectorAll("[data-part]")) {
    const name = next.dataset.part;
    const old = part(name);
    if (name === "state") said = { key: next.dataset.state, text: next.textContent.trim() };
    else if (name === "panel" && !panel) retitle(next);
    else if (old) {
      stayOpen(old, next);
      old.replaceWith(document.adoptNode(next));
    }
  }
  if (panel) wirePanel();
  else overtaken();
  entry?.fields.showChosen();
  show();
};

/* What somebody has opened in a part stays open while the part says of the same thing. */
const stayOpen = (old, next) => {
  if (old.dataset.panel !== next.dataset.panel) return;
  const before = [...old.querySelectorAll("details")];
  const after = [...next.querySelectorAll("details")];
  if (before.length !== after.length) return;
  after.forEach((details, at) => (details.open ||= before[at].open));
};

/* The panel being typed in keeps its figures and learns who leads its deal. */
const retitle = (fresh) => {
  const title = fresh.querySelector("#entry-title");
  const number = Number(fresh.querySelector("[name=number]")?.value);
  if (!title || !entry || entry.version || entry.busy || entry.number !== number) return;
  entry.form.querySelector("#entry-title").replaceWith(document.adoptNode(title));
  const asked = part("panel").querySelector("[data-ask-forehand]");
  if (!fresh.querySelector("[data-ask-forehand]")) asked?.remove();
};

/* The panel is being typed in and stays; if its deal was written elsewhere meanwhile, say so. */
const overtaken = () => {
  const hint = part("panel").querySelector("[data-overtaken]");
  if (!hint || !entry || entry.version) return;
  hint.hidden = part("deals").querySelector(`[data-deal="${entry.number}"]`) === null;
};

const wirePanel = () => {
  const panel = part("panel");
  announced = 0;
  entry = panel.querySelector("form[data-entry]")
    ? new Entry(panel, {
        description,
        earlier: json("earlier"),
        texts,
        drafts,
        moved,
        written: write,
      })
    : null;
};

/* Something is typed: with its first figure the others hear of it. */
const moved = () => {
  show();
  if (announced === entry.number) return;
  announced = entry.number;
  news?.look();
};

/* --- state in words --- */

const show = () => {
  const state = part("state");
  const { key, text } = stateNow();
  if (state.dataset.state !== key || state.textContent !== text) {
    state.dataset.state = key;
    state.querySelector("span").textContent = text;
  }
  showUnsent();
};

const stateNow = () => {
  const waiting = queue.items.length;
  if (waiting && !queue.failing && queue.sending) return { key: "sending", text: texts.states.sending };
  if (waiting) return { key: "unsent", text: fillIn(texts.states.unsent, { count: waiting }) };
  if (lost) return { key: "unsent", text: texts.states.offline };
  if (otherWrites) return { key: "other", text: fillIn(texts.states.other, { number: otherWrites }) };
  return said;
};

const showUnsent = () => {
  const list = document.querySelector("[data-unsent]");
  list.replaceChildren(
    ...[...queue.items].reverse().map((item) => {
      const row = document.createElement("li");
      const cells = [
        ["no", item.number],
        ["what", `${item.label.what} – ${texts.unsent}`],
        ["figures", item.label.figures],
      ].map(([name, text]) => {
        const cell = document.createElement("span");
        cell.className = name;
        cell.textContent = text;
        return cell;
      });
      const line = document.createElement("span");
      line.className = "deal unsent";
      line.append(...cells);
      row.append(line);
      return row;
    }),
  );
};

/* --- writing --- */

const csrf = {
  get token() {
    return document.querySelector("[name=csrfmiddlewaretoken]").value;
  },
  async renew() {
    const page = await fetch(sheet.dataset.page, { cache: "no-store" }).catch(() => null);
    if (!page?.ok) return;
    if (page.redirected) return window.location.assign(sheet.dataset.page);
    const fresh = new DOMParser().parseFromString(await page.text(), "text/html");
    const token = fresh.querySelector("[name=csrfmiddlewaretoken]")?.value;
    for (const input of document.querySelectorAll("[name=csrfmiddlewaretoken]")) input.value = token;
  },
};

const answered = (item, response, html) => {
  const saved = response.headers.has("Sheet-Saved");
  if (saved) {
    drafts.drop(item.number);
    lost = false;
    if (item.version && entry?.version) return window.location.assign(sheet.dataset.page);
  }
  // Its own answer may replace the panel it came from; another deal being typed stays.
  const own = entry === null || entry.busy || !entry.dirty;
  if (!saved && !own) drafts.keep(entry.number, entry.values());
  swap(html, { panel: !saved || (own && !queue.items.length) });
  // The next deal begins on the board, where a cell of it chooses.
  if (saved && part("panel").querySelector("[data-chosen]")) window.scrollTo({ top: 0 });
  if (saved) part("deals").querySelector(`[data-deal="${item.number}"]`)?.classList.add("fresh");
};

const queue = new Queue({
  store: entriesOf(sheet.dataset.sheet),
  csrf,
  answered,
  changed: () => {
    if (queue?.failing) makeRoom();
    show();
  },
});

const write = (item) => {
  queue.add(item);
  window.setTimeout(() => queue.has(item.nonce) && makeRoom(), SOON);
};

/* The entry is safe in the queue: the next one can be typed. */
const makeRoom = () => {
  if (!entry?.busy || entry.version) return;
  const planned = Number(sheet.dataset.planned);
  drafts.drop(entry.number);
  if (planned && entry.number >= planned) {
    const note = document.createElement("p");
    note.className = "lead";
    note.textContent = texts.waiting;
    entry.form.replaceWith(note);
    entry = null;
  } else {
    entry.advance();
  }
};

/* Choices and confirmations: sent at once or not at all. */
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-send]")) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  try {
    const body = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) body.set(event.submitter.name, event.submitter.value);
    const response = await post(form.action, body);
    const html = await response.text();
    if (html.includes('data-part="board"')) {
      swap(html, { panel: !entry?.dirty });
      calm();
    }
    else window.location.reload();
    lost = false;
  } catch {
    lost = true;
    show();
  } finally {
    delete form.dataset.sent;
  }
});

const calm = () => {
  const buttons = [...document.querySelectorAll("[data-confirm-side]")];
  for (const button of buttons) button.disabled = true;
  window.setTimeout(() => {
    for (const button of buttons) button.disabled = false;
  }, CALM);
};

/* --- learning of changes --- */

const look = async () => {
  if (document.hidden || queue.sending) return;
  const address = new URL(sheet.dataset.board, window.location.href);
  address.searchParams.set("sheet", sheet.dataset.sheet);
  if (entry?.dirty) address.searchParams.set("writing", entry.number);
  try {
    const headers = { "HX-Request": "true" };
    if (stamp) headers["If-None-Match"] = stamp;
    const response = await fetch(address, { headers, cache: "no-store" });
    if (response.redirected || response.status === 409) {
      return window.location.assign(sheet.dataset.page);
    }
    lost = response.status >= 500;
    otherWrites = Number(response.headers.get("Other-Writes"));
    if (response.status === 200) {
      stamp = response.headers.get("ETag") ?? "";
      swap(await response.text(), { panel: !queue.items.length && !entry?.dirty && !entry?.busy });
    }
  } catch {
    lost = true;
  }
  show();
};

/* An open cell of the board chooses for the deal being typed, without going anywhere. */
document.addEventListener("click", (event) => {
  const cell = event.target.closest("[data-choose-cell]");
  if (!cell || !entry || entry.busy) return;
  event.preventDefault();
  entry.choose(new URLSearchParams(cell.dataset.chooseCell));
});

wireLooks();
wirePanel();
// What waits from before a reload has its number already.
while (queue.items.some((item) => !item.version && item.number === entry?.number)) entry.advance();
show();
queue.send();
news = new News(sheet.dataset.stream, {
  look,
  busy: () => Boolean(otherWrites || entry?.dirty || queue.items.length),
});
