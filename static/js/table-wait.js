/* A card's page that waits: looks every few seconds whether something has changed. */

const EVERY = 4000;
const panel = document.querySelector("[data-now]");

const look = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(panel.dataset.ask, { cache: "no-store" });
    if (answer.ok && (await answer.text()) !== panel.dataset.now) window.location.reload();
  } catch {
    // No connection: the next look may have one.
  }
};

window.setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
window.addEventListener("pageshow", (event) => event.persisted && look());
