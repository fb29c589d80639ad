/* The big screen: turns its pages by itself, so that every row is seen, and keeps itself up to date.

   A *show* ([data-show]) is a list under a title; its lines are dealt to as many pages as they need.
   Space holds, the arrows (and a presenter's keys) turn. Without a network everything stays, a
   note says since when, and what is new comes by itself once there is an answer again. */

const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 8_000;
const LEAST_MS = 8_000;
const MOST_MS = 24_000;
const PER_LINE_MS = 700;

const screen = document.querySelector("[data-screen]");
const note = document.querySelector("[data-note]");
const held = document.querySelector("[data-held]");
const place = document.querySelector("[data-page]");

let pages = [];
let at = 0;
let timer = null;
let asOf = "";
let asking = false;

const shows = () => [...screen.querySelectorAll("[data-show]")];
const linesOf = (show) => [...show.querySelectorAll("[data-lines] > *")];

/* Deals lines to pages: column by column, as the browser sets them. */
export const deal = (heights, room, columns) => {
  const found = [];
  let from = 0;
  let column = 1;
  let used = 0;
  heights.forEach((height, index) => {
    if (used && used + height > room) {
      used = 0;
      column += 1;
      if (column > columns) {
        found.push([from, index]);
        from = index;
        column = 1;
      }
    }
    used += height;
  });
  if (heights.length > from) found.push([from, heights.length]);
  return found;
};

const measure = (show) => {
  for (const each of shows()) each.hidden = each !== show; // each has the whole room to itself
  show.classList.add("measured");
  const list = show.querySelector("[data-lines]");
  for (const line of linesOf(show)) line.hidden = false;
  const room = list.getBoundingClientRect().height;
  list.classList.add("measuring");
  const columns = Number(getComputedStyle(list).getPropertyValue("--columns")) || 1;
  const heights = linesOf(show).map((line) => line.getBoundingClientRect().height);
  list.classList.remove("measuring");
  show.classList.remove("measured");
  const dealt = deal(heights, room, columns);
  return dealt.map(([from, to], index) => ({ key: show.dataset.show, show, from, to, index, of: dealt.length }));
};

const lastsMs = (page) => Math.min(MOST_MS, Math.max(LEAST_MS, LEAST_MS / 2 + (page.to - page.from) * PER_LINE_MS));

const turnLater = () => {
  clearTimeout(timer);
  if (held.hidden && pages.length) timer = setTimeout(() => turn(1), lastsMs(pages[at]));
};

const show = () => {
  const page = pages[at];
  for (const each of shows()) each.hidden = each !== page?.show;
  if (!page) return;
  linesOf(page.show).forEach((line, index) => { line.hidden = index < page.from || index >= page.to; });
  place.textContent = pages.length > 1 ? `${at + 1} / ${pages.length}` : "";
  screen.dataset.at = `${page.key} ${page.index + 1}/${page.of}`;
};

const turn = (by) => {
  if (!pages.length) return;
  at = (at + by + pages.length) % pages.length;
  show();
  turnLater();
};

/* The same page again if it is still there, else one near it. */
const dealAnew = () => {
  const seen = pages[at];
  pages = shows().flatMap(measure);
  const same = pages.findIndex((page) => page.key === seen?.key && page.index === seen.index);
  at = same >= 0 ? same : Math.max(0, Math.min(at, pages.length - 1));
  show();
};

/* --- what is new --- */

const heard = (answer) => {
  asOf = answer.headers.get("As-Of") ?? asOf;
  note.hidden = true;
};

const lost = () => {
  if (!asOf) return;
  note.textContent = note.dataset.text.replace("{time}", asOf);
  note.hidden = false;
};

const ask = async () => {
  if (asking) return;
  asking = true;
  try {
    const seen = screen.querySelector("[data-stamp]")?.dataset.stamp ?? "";
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(`${location.pathname}?seen=${seen}`, { cache: "no-store", signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const html = answer.status === 204 ? "" : await answer.text();
    heard(answer);
    if (html) {
      screen.innerHTML = html;
      dealAnew();
      if (!timer) turnLater();
    }
  } catch {
    lost();
  } finally {
    asking = false;
  }
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") held.hidden = !held.hidden;
  else if (event.key === "ArrowRight" || event.key === "PageDown") return turn(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") return turn(-1);
  else return;
  event.preventDefault();
  turnLater();
});

document.documentElement.classList.add("js");
dealAnew();
turnLater();
ask();
setInterval(ask, ASK_EVERY_MS);
screen.addEventListener("live:changed", ask);
document.addEventListener("visibilitychange", ask);
for (const name of ["online", "pageshow"]) addEventListener(name, ask);
addEventListener("resize", dealAnew);
document.fonts?.ready.then(dealAnew);

// A screen that goes dark helps nobody; where the browser does not let it stay on, a setting must.
const stayOn = () => navigator.wakeLock?.request("screen").catch(() => {});
stayOn();
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayOn(); });
