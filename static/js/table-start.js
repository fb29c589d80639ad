/* Comes after the table page's script. If the network went away while that was fetched, the page works
   as plain forms until it is loaded again: once the network is back, later each time it was in vain
   and not for ever, and never under the hands of somebody who has typed. */

const AGAIN = 2000;
const MOST = 5;
const TRIES = "jassclub-start";

const typed = () =>
  [...document.querySelectorAll("input")].some(
    (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue,
  );

const loadAgain = async (tries) => {
  const found = typed() ? null : await fetch(window.location.href, { method: "HEAD" }).catch(() => null);
  if (!found?.ok || typed()) return window.setTimeout(loadAgain, AGAIN, tries);
  sessionStorage.setItem(TRIES, tries + 1);
  window.location.reload();
};

const started = document.documentElement.classList.contains("js");
const tries = Number(sessionStorage.getItem(TRIES));
if (started) sessionStorage.removeItem(TRIES);
else if (tries < MOST) window.setTimeout(loadAgain, AGAIN * 2 ** tries, tries);
