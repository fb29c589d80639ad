/* The prize-giving: places appear from the last one up, one at a key.

   Space, →, PageDown: the next place; ←, PageUp: back; T: straight to the first ten; Enter, once the
   first place is there: everyone sees the ranking. The newest place stands on top; what no longer
   fits below leaves the screen. A page that is loaded again goes on where it was; opened by its link
   it begins anew, so that a rehearsal gives nothing away. */

const TOP = 10;

const lines = [...document.querySelectorAll("[data-lines] > li")];
const list = document.querySelector("[data-lines]");
const KEPT = `jassclub-reveal ${location.pathname}${location.search}`;
const part = (name) => document.querySelector(`[data-${name}]`);
let shown = 0; // how many places, from the last one up

const fits = () => list.scrollHeight <= list.clientHeight + 1;

const show = () => {
  const first = lines.length - shown;
  lines.forEach((line, index) => { line.hidden = index < first; });
  for (let last = lines.length - 1; last > first && !fits(); last -= 1) lines[last].hidden = true;
  document.querySelector("[data-reveal]").dataset.shown = shown;
  part("hint").hidden = shown > 0;
  const form = part("publish");
  if (form) form.hidden = shown < lines.length || !part("done").hidden;
};

/* A browser that is told to keep nothing throws when asked; there every load begins anew. */
const session = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

const go = (to) => {
  shown = Math.max(0, Math.min(lines.length, to));
  session((kept) => kept.setItem(KEPT, shown));
  show();
};

const before = () => {
  const [{ type }] = performance.getEntriesByType("navigation");
  return type === "navigate" ? 0 : Number(session((kept) => kept.getItem(KEPT)));
};

const publish = async () => {
  const form = part("publish");
  if (!form || form.hidden) return;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    part("failed").hidden = answer.ok;
    part("done").hidden = !answer.ok;
  } catch {
    part("failed").hidden = false;
  }
  show();
};

const KEYS = {
  " ": () => go(shown + 1),
  ArrowRight: () => go(shown + 1),
  PageDown: () => go(shown + 1),
  ArrowLeft: () => go(shown - 1),
  PageUp: () => go(shown - 1),
  t: () => go(Math.max(shown, lines.length - TOP)),
  Enter: publish,
};

if (list) {
  document.documentElement.classList.add("js");
  list.classList.add("revealed");
  addEventListener("keydown", (event) => {
    const deed = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!deed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    deed();
  });
  addEventListener("resize", show);
  go(before());
}
