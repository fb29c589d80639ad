/* Small helps on every paper page; each page works without them.

   data-confirm="sentence" on a button or form: asks before it sends.
   data-copy="#id" on a button: copies that element's text (a link to hand on).
   data-select-all="name" on a tick box: ticks all boxes of that name in its form.
   A form is sent once: its buttons rest until the answer is here. */

// On a phone the row of tabs scrolls: the one that is open is in sight.
document.querySelector('.tabs [aria-current="page"]')?.scrollIntoView({ inline: "center", block: "nearest" });

const askFirst = (event) => {
  const sentence = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (sentence && !window.confirm(sentence)) {
    event.preventDefault();
    return false;
  }
  return true;
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!askFirst(event) || event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  // A download leaves the page standing: wake the form again.
  window.setTimeout(() => delete form.dataset.sent, 4000);
});

// Requests that wait for each other read their form when their turn comes: what was pressed is kept.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const pressed = detail.triggeringEvent?.submitter;
  if (pressed?.name) detail.parameters[pressed.name] = pressed.value;
});

// A fragment that did not come is said, not swallowed; the next one that comes takes it back.
const unreachable = document.querySelector("#unreachable");
for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(name, () => unreachable?.removeAttribute("hidden"));
}
document.addEventListener("htmx:afterSwap", () => unreachable?.setAttribute("hidden", ""));

// Back from the browser's cache: the form may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.querySelector(button.dataset.copy);
  if (!source) return;
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(source.textContent.trim());
  } else {
    // Plain HTTP has no clipboard: select the text, so that one press copies it.
    window.getSelection().selectAllChildren(source);
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done ?? button.textContent;
});

document.addEventListener("change", (event) => {
  const name = event.target.dataset?.selectAll;
  if (!name) return;
  const boxes = event.target.form.querySelectorAll(`input[type=checkbox][name="${name}"]`);
  for (const box of boxes) if (!box.disabled) box.checked = event.target.checked;
});
