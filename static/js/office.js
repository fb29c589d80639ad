/* The office from the keyboard; every page works without it.

   [data-grid]: Enter moves to the next field, from the last one to the button; Ctrl+Enter sends.
   [data-go]: the field for a table's number; any digit typed elsewhere on the wall lands in it.
   [data-back]: Escape goes back to the wall.   [data-print]: prints the page. */

const controls = (form) =>
  [...form.querySelectorAll("input:not([type=hidden]), select, button")].filter((c) => !c.disabled);

const moveOn = (event, form) => {
  const all = controls(form);
  let next = all[all.indexOf(event.target) + 1];
  if (!next) return;
  if (next.tagName === "BUTTON") next = form.querySelector("button[name=then]") ?? next;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
};

document.addEventListener("keydown", (event) => {
  const target = event.target;
  const form = target.closest?.("form[data-grid]");
  if (event.key === "Enter" && form && target.tagName !== "BUTTON") {
    if (event.ctrlKey || event.metaKey) form.requestSubmit(form.querySelector("button[name=then]"));
    else moveOn(event, form);
    return;
  }
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  if (event.key === "Escape" && !typing) document.querySelector("[data-back]")?.click();
  const go = document.querySelector("[data-go]");
  if (go && !typing && /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    go.value = event.key;
    go.focus();
  }
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

// A number that was refused stands there still: the next one typed replaces it.
document.querySelector("[data-go]")?.select();
