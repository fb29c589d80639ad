/* The office from the keyboard; every page works without it.

   [data-grid]: Enter moves to the next field, from the last one to the button; Ctrl+Enter sends.
   [data-go]: the field for a table's number; any digit typed elsewhere on the wall lands in it.
   [data-back]: Escape goes back to the wall.   [data-print]: prints the page.
   [data-key]: that letter follows the link (only tables in that state); f opens the first table.
   [data-sign]: turns the sign of the figure it controls, which then gets the named keyboard: the
   keyboards with digits alone have no minus.
   ? and [data-help] open the help.   [data-since]: counts on since then, by the server's time. */

const controls = (form) =>
  [...form.querySelectorAll("input:not([type=hidden]), select, button:not([data-sign])")].filter((c) => !c.disabled);

const moveOn = (event, form) => {
  const all = controls(form);
  let next = all[all.indexOf(event.target) + 1];
  if (!next) return;
  if (next.tagName === "BUTTON") next = form.querySelector("button[name=then]") ?? next;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
};

const help = document.querySelector("#keys");

/* A letter on the wall. The number field takes digits only: a letter typed in it counts too. */
const press = (event) => {
  if (!document.querySelector("[data-wall]")) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target.closest("input, textarea, select") && !event.target.matches("[data-go]")) return false;
  const letter = event.key.toLowerCase();
  if (letter === "?") help?.showModal();
  else if (/^[a-z]$/.test(letter)) document.querySelector(letter === "f" ? ".spot" : `[data-key="${letter}"]`)?.click();
  else return false;
  event.preventDefault();
  return true;
};

document.addEventListener("keydown", (event) => {
  if (help?.open) return;
  const target = event.target;
  const form = target.closest?.("form[data-grid]");
  if (event.key === "Enter" && form && target.tagName !== "BUTTON") {
    if (event.ctrlKey || event.metaKey) form.requestSubmit(form.querySelector("button[name=then]"));
    else moveOn(event, form);
    return;
  }
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  if (event.key === "Escape" && !typing) document.querySelector("[data-back]")?.click();
  if (press(event)) return;
  const go = document.querySelector("[data-go]");
  if (go && !typing && /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    go.value = event.key;
    go.focus();
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
  if (event.target.closest("[data-help]")) help?.showModal();
});

// What stands there already, refused or one's own, is replaced by the next thing typed.
document.querySelector("[data-go]")?.select();
document.querySelector("[data-grid] input[autofocus]")?.select();

/* --- the key for the sign --- */

const MINUS = /^\s*[-−–]/;

for (const key of document.querySelectorAll("[data-sign]")) {
  const input = document.getElementById(key.getAttribute("aria-controls"));
  const tell = () => key.setAttribute("aria-pressed", String(MINUS.test(input.value)));
  input.inputMode = key.dataset.sign;
  input.addEventListener("input", tell);
  // A tap leaves the caret, and with it the phone's keyboard, where it is.
  key.addEventListener("pointerdown", (event) => event.preventDefault());
  key.addEventListener("mousedown", (event) => event.preventDefault());
  key.addEventListener("click", (event) => {
    const ends = [input.selectionStart, input.selectionEnd];
    const before = input.value;
    input.value = MINUS.test(before) ? before.replace(MINUS, "") : `−${before}`;
    const moved = input.value.length - before.length;
    input.setSelectionRange(...ends.map((end) => Math.max(0, end + moved)));
    if (event.detail) input.focus();
    tell();
  });
  tell();
  key.hidden = false;
}

/* --- the time since the last entry --- */

const wall = document.querySelector("[data-wall]");
let ahead = 0;

const sync = () => {
  const now = document.querySelector("#wall-show")?.dataset.now;
  if (now) ahead = Number(now) * 1000 - Date.now();
};

const count = () => {
  for (const each of wall.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.round((Date.now() + ahead) / 1000 - Number(each.dataset.since)));
    const [text, number] = seconds < 60 ? [wall.dataset.seconds, seconds] : [wall.dataset.minutes, Math.floor(seconds / 60)];
    each.textContent = text.replace("{n}", number);
  }
};

if (wall) {
  sync();
  count();
  wall.addEventListener("htmx:afterSwap", () => { sync(); count(); });
  window.setInterval(count, 1000);
}
