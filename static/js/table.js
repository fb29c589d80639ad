/* The table page with JavaScript: learns of changes by itself, writes without reloading, and keeps
   what could not be sent yet. Everything here also works as plain forms. */

import { Entry } from "./table-entry.js";
import { wireLooks } from "./table-look.js";
import { News } from "./table-news.js";
import { Queue, ask, post } from "./table-queue.js";
import { draftsOf, entriesOf } from "./table-store.js";
import { fillIn } from "./table-words.js";

const CALM = 700; // how long the next yes waits, so that a double tap never says it for both sides
const SOON = 1500; // how long an entry waits for its answer before the next can be typed
const LOOK = 20000; // how long the sheet is waited for
// Panels of a sheet on which nothing more is written, and of one that waits for its yes.
const CLOSED = ["confirmed", "submitted", "closed", "void"];
const OVER = ["confirm", ...CLOSED];

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
let behind = []; // deals of this phone that are on the sheet and not on this page yet
let asked = 0; // how many times the sheet was asked for
let stale = 0; // answers up to this one are older than what the page shows
let said = { key: part("state").dataset.state, text: part("state").textContent.trim() };

document.documentElement.classList.add("js");

/* --- parts of the page --- */

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
const panelOf = (page) => page.querySelector("[data-part=panel]")?.dataset.panel;

const swap = (html, { panel }) => {
  const fresh = parsed(html);
  panel ||= over(fresh);
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
  else entry?.learn(json("earlier"));
  overtaken();
  entry?.fields.showChosen();
  show();
};

/* A deal is typed that the game does not have: what is typed is kept, the panel is not. */
const over = (fresh) => {
  if (!entry || entry.version || queue.items.length) return false;
  if (fresh.querySelector(`[data-deal="${entry.number}"]`)) return false;
  return OVER.includes(panelOf(fresh));
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
  document.documentElement.classList.toggle("keys", Boolean(entry) && !entry.pad.hidden);
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
    ...[...behind, ...queue.resting, ...queue.items].reverse().map((item) => {
      const unsent = queue.has(item.nonce);
      const word = unsent ? texts.unsent : item.rests && texts.rests;
      const row = document.createElement("li");
      const cells = [
        ["no", item.number],
        ["what", word ? `${item.label.what} – ${word}` : item.label.what],
        ["figures", item.label.figures],
      ].map(([name, text]) => {
        const cell = document.createElement("span");
        cell.className = name;
        cell.textContent = text;
        return cell;
      });
      const line = document.createElement("span");
      line.className = `deal ${unsent ? "unsent" : item.rests ? "rests" : "fresh"}`;
      line.append(...cells);
      row.append(line);
      return row;
    }),
  );
  document.querySelector("[data-rests]").hidden = !queue.resting.length;
};

/* --- writing --- */

const csrf = {
  get token() {
    return document.querySelector("[name=csrfmiddlewaretoken]").value;
  },
  async renew() {
    const { response, html } = await ask(sheet.dataset.page).catch(() => ({}));
    if (!response?.ok) return;
    if (response.redirected) return window.location.assign(sheet.dataset.page);
    const token = parsed(html).querySelector("[name=csrfmiddlewaretoken]")?.value;
    for (const input of document.querySelectorAll("[name=csrfmiddlewaretoken]")) input.value = token;
  },
};

/* Nothing is typed here, or only what is on the sheet already: the panel may be another one. */
const idle = () =>
  !entry || (entry.busy ? behind.some(({ number }) => number === entry.number) : !entry.dirty);

/* The deal is on the sheet: the page looks for the sheet as it now stands as soon as all are sent. */
const saved = (item) => {
  drafts.drop(item.number);
  lost = false;
  if (item.version && entry?.version) return window.location.assign(sheet.dataset.page);
  message()?.remove();
  behind.push(item);
  outdated();
  if (!queue.items.length) document.querySelector("[data-waiting]")?.remove();
};

/* What the server said to the last thing done here: it stays until the next, or until it is over. */
const message = () => part("notices").querySelector("[role=alert]");

/* What was asked for until now is older than what this phone knows. */
const outdated = () => {
  stale = asked;
  stamp = "";
};

/* The server sent the typed values back. They may replace the panel they came from; another deal
   being typed is kept. */
const refused = (_item, html) => {
  keepDraft();
  outdated();
  swap(html, { panel: true });
  keepDraft();
};

const keepDraft = () => {
  if (entry?.dirty && !entry.busy && !entry.version) drafts.keep(entry.number, entry.values());
};

/* The deal before it came back and is being put right: in order, or the server takes none. */
const waits = (item) =>
  entry && !entry.version && !entry.busy && !item.version && entry.number < item.number;

/* What this phone has written has come onto its page. */
const arrived = (panel) => {
  for (const { number } of behind) {
    part("deals").querySelector(`[data-deal="${number}"]`)?.classList.add("fresh");
  }
  // The next deal begins on the board, where a cell of it chooses.
  if (behind.length && panel && part("panel").querySelector("[data-chosen]")) {
    window.scrollTo({ top: 0 });
  }
  behind = [];
  show();
};

const queue = new Queue({
  store: entriesOf(sheet.dataset.sheet),
  csrf,
  saved,
  refused,
  closed: (html) => CLOSED.includes(panelOf(parsed(html))),
  waits,
  sent: () => behind.length && news?.look(),
  changed: () => {
    if (queue?.failing) makeRoom();
    show();
  },
});

const write = (item) => {
  queue.add(item);
  window.setTimeout(() => entry?.number === item.number && makeRoom(), SOON);
};

/* The entry is safe in the queue: the next one can be typed. */
const makeRoom = () => {
  if (!entry?.busy || entry.version) return;
  drafts.drop(entry.number);
  const planned = Number(sheet.dataset.planned);
  do {
    const last = planned && entry.number >= planned;
    if (last || entry.form.dataset.secret) return queue.items.length && wait(last);
    entry.advance();
  } while (typed(entry.number));
};

/* Entries wait whose numbers the panel may ask for, be it from before a reload. */
const takeUp = () => {
  if (!CLOSED.includes(panelOf(document))) queue.wake();
  if (entry && !entry.version && !entry.busy && typed(entry.number)) {
    entry.busy = true;
    makeRoom();
  }
  queue.send();
};

/* This phone has written it already. */
const typed = (number) =>
  [...queue.items, ...behind].some((item) => !item.version && item.number === number);

/* Nothing more to type until all is sent: it was the last deal, or bids come before the next. */
const wait = (last) => {
  const note = document.createElement("p");
  note.className = "lead";
  note.dataset.waiting = entry.number;
  note.textContent = last ? texts.waiting : fillIn(texts.bids, { number: entry.number });
  entry.form.replaceWith(note);
  entry = null;
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
    const { html } = await post(form.action, body);
    if (html.includes('data-part="board"')) {
      outdated();
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
  asked += 1;
  const number = asked;
  const address = new URL(sheet.dataset.board, window.location.href);
  address.searchParams.set("sheet", sheet.dataset.sheet);
  if (entry?.dirty && !entry.busy) address.searchParams.set("writing", entry.number);
  try {
    const headers = { "HX-Request": "true" };
    if (stamp) headers["If-None-Match"] = stamp;
    const { response, html } = await ask(address, { headers }, LOOK);
    if (response.redirected || response.status === 409) {
      return window.location.assign(sheet.dataset.page);
    }
    lost = response.status >= 500;
    otherWrites = Number(response.headers.get("Other-Writes"));
    if (response.status === 200 && number > stale) {
      stale = number;
      const [next] = queue.items;
      const panel = idle() && (!next || waits(next));
      stamp = response.headers.get("ETag") ?? "";
      const told = message();
      const before = part("panel").dataset.panel;
      swap(html, { panel });
      if (told && before === part("panel").dataset.panel) part("notices").prepend(told);
      arrived(panel);
      if (next || queue.resting.length) takeUp();
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
takeUp();
show();
news = new News(sheet.dataset.stream, {
  look,
  busy: () => Boolean(otherWrites || entry?.dirty || queue.items.length),
});
