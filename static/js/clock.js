/* The clock of a round, by the server's time: a phone's own clock may be wrong by hours.

   [data-clock] has data-ends and data-now, the end and the server's time in seconds when the page was
   made, and data-ask, an address that answers {"ends", "now"}. Every clock asks when it is first
   seen (a page from the browser's store brings an old time), when its page is looked at again or has
   its network back, and once a minute; so it follows the director. Without an answer it runs on. */

const SOON = 5 * 60;
const ASK_EVERY_MS = 60_000;
const clocks = new Map();

const two = (number) => String(number).padStart(2, "0");

export const figure = (seconds) => {
  const whole = Math.abs(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};

export const stateOf = (left) => (left <= 0 ? "over" : left <= SOON ? "soon" : "running");

const read = (element) => {
  const { ends, now } = element.dataset;
  return { ends: Number(ends), ahead: Number(now) * 1000 - Date.now() };
};

const show = (element, clock) => {
  element.hidden = clock.ends === null;
  if (element.hidden) return;
  const left = Math.round(clock.ends - (Date.now() + clock.ahead) / 1000);
  const state = stateOf(left);
  element.querySelector("[data-clock-figure]").textContent = figure(left);
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  const words = element.querySelector("[data-clock-words]");
  words.textContent = words.dataset[state];
};

const ask = async (element, clock) => {
  try {
    const answer = await fetch(element.dataset.ask, { cache: "no-store" });
    if (!answer.ok) return;
    const { ends, now } = await answer.json();
    clock.ends = ends;
    clock.ahead = now * 1000 - Date.now();
    show(element, clock);
  } catch {
    // No network: the clock runs on with what it knows.
  }
};

const tick = () => {
  for (const element of document.querySelectorAll("[data-clock]")) {
    if (!clocks.has(element)) {
      clocks.set(element, read(element));
      ask(element, clocks.get(element));
    }
    show(element, clocks.get(element));
  }
  for (const element of clocks.keys()) if (!element.isConnected) clocks.delete(element);
};

const askAll = () => {
  if (document.hidden) return;
  for (const [element, clock] of clocks) ask(element, clock);
};

tick();
setInterval(tick, 1000);
setInterval(askAll, ASK_EVERY_MS);
document.addEventListener("visibilitychange", askAll);
for (const name of ["pageshow", "online"]) addEventListener(name, askAll);
