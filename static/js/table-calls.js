/* The covered pages of secret bids: own number keys, one place in the history for the whole round,
   and nothing of a bid left behind.

   A bid lives in its field until it is sent, and nowhere else: not in storage, not in the history,
   not in a page kept for "back". Without this script the pages are plain forms. */

import { ask } from "./table-queue.js";

const form = document.querySelector("form[data-bid]");
const field = form?.elements.value;

const leaveFor = (address) => {
  if (field) field.value = "";
  window.location.replace(address);
};

/* --- number keys --- */

const press = (key) => {
  if (key === "back") field.value = field.value.slice(0, -1);
  else if (field.value.length < (field.dataset.max.length || 6)) {
    field.value = field.value === "0" ? key : field.value + key;
  }
  complain("");
};

const complain = (sentence) => {
  const line = form.querySelector("[data-bid-error]");
  line.textContent = sentence;
  line.hidden = sentence === "";
  field.closest(".box").classList.toggle("wrong", sentence !== "");
};

/* --- sending --- */

const send = async () => {
  const button = form.querySelector("[data-write]");
  const unsent = form.querySelector("[data-bid-unsent]");
  if (button.disabled) return;
  button.disabled = true;
  unsent.hidden = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const { response, html } = await ask(form.action, { method: "POST", body });
    if (response.status >= 500) throw new Error(response.statusText);
    if (response.status !== 422) return leaveFor(response.redirected ? response.url : form.dataset.cover);
    const page = new DOMParser().parseFromString(html, "text/html");
    complain(page.querySelector("[data-bid-error]")?.textContent ?? "");
  } catch {
    unsent.hidden = false;
  }
  button.disabled = false;
};

if (form) {
  field.inputMode = "none";
  form.querySelector("[data-pad]").hidden = false;
  form.querySelector("[data-plain]").remove();
  form.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (key) press(key);
  });
  field.addEventListener("input", () => complain(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
}

/* --- leaving nothing behind --- */

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-replace]");
  if (!link) return;
  event.preventDefault();
  leaveFor(link.href);
});

window.addEventListener("pagehide", () => {
  if (field) field.value = "";
});

// Brought back by "back", or after the phone slept in somebody's hands: covered.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && form) leaveFor(form.dataset.cover);
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden && form) leaveFor(form.dataset.cover);
});
