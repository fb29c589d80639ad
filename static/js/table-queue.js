/* Sends what was written, in order, each with the nonce it was written with, until the server says
   that it is on the sheet. Nothing else takes an entry out of the queue but that, or a refusal that
   hands the typed values back to the page. What came when nothing more is written on the sheet rests:
   it is kept, sent no more, and goes on after `wake()`.

   item: {nonce, url, body, number, version, label, at, rests}. `saved(item)` is told that it is on the
   sheet, `refused(item, html)` what the server says against it, `sent()` that nothing more is on its
   way, `changed()` that the state of the queue moved; `waits(item)` says that it must not go yet,
   `closed(html)` whether by this answer nothing more is written. */

const TIMEOUT = 9000;
const LONGEST = 18000; // how long an answer is waited for after one that did not come
const WAITS = [1500, 3000, 6000, 12000];

export class Queue {
  constructor({ store, csrf, saved, refused, closed, waits, sent, changed }) {
    Object.assign(this, { store, csrf, saved, refused, closed, waits, sent, changed });
    const kept = store.load();
    this.items = kept.filter((item) => !item.rests);
    this.resting = kept.filter((item) => item.rests);
    this.sending = false;
    this.failures = 0;
    window.addEventListener("online", () => this.send());
  }

  get failing() {
    return this.failures > 0;
  }

  has(nonce) {
    return this.items.some((item) => item.nonce === nonce);
  }

  add(item) {
    if (this.has(item.nonce)) return;
    const at = this.items.findIndex((other) => other.number > item.number);
    this.items.splice(at < 0 ? this.items.length : at, 0, item);
    this.store.keep(item);
    this.changed();
    this.send();
  }

  drop(item) {
    this.items = this.items.filter((other) => other.nonce !== item.nonce);
    this.store.drop(item);
    this.changed();
  }

  rest(item) {
    this.items = this.items.filter((other) => other.nonce !== item.nonce);
    this.resting.push({ ...item, rests: true });
    this.store.keep(this.resting.at(-1));
    this.changed();
  }

  wake() {
    const woken = this.resting.map((item) => ({ ...item, rests: false }));
    this.resting = [];
    woken.forEach((item) => this.add(item));
  }

  async send() {
    window.clearTimeout(this.timer);
    if (this.sending || !this.items.length) return;
    this.sending = true;
    this.changed();
    let going = true;
    while (going && this.items.length) going = await this.sendFirst();
    this.sending = false;
    if (this.items.length && this.failing) {
      const wait = WAITS[Math.min(this.failures, WAITS.length) - 1];
      this.timer = window.setTimeout(() => this.send(), wait);
    }
    this.changed();
    this.sent();
  }

  /* True: the next one may follow. */
  async sendFirst() {
    const [item] = this.items;
    if (this.waits(item)) return false;
    const body = new URLSearchParams(item.body);
    body.set("csrfmiddlewaretoken", this.csrf.token);
    let response;
    let html;
    try {
      ({ response, html } = await post(item.url, body, this.failing ? LONGEST : TIMEOUT));
    } catch {
      this.failures += 1;
      return false;
    }
    if (response.headers.get("Sheet-Saved") === item.nonce) {
      this.failures = 0;
      this.drop(item);
      this.saved(item);
      return true;
    }
    if (response.status < 500 && html.includes('data-part="panel"')) {
      this.failures = 0;
      const closed = this.closed(html);
      if (closed) this.rest(item);
      else this.drop(item);
      this.refused(item, html);
      return closed; // each of those behind it hears for itself: it may be on the sheet already
    }
    // A page that is too old, a server that is restarting: keep it and try again.
    this.failures += 1;
    if (response.status < 500) await this.csrf.renew();
    return false;
  }
}

/* The answer and its text, or an error once `patience` is over. Not AbortSignal.timeout(): phones of
   some years ago do not know it. */
export const ask = async (url, options = {}, patience = TIMEOUT) => {
  const limit = new AbortController();
  const timer = window.setTimeout(() => limit.abort(), patience);
  try {
    const response = await fetch(url, { ...options, cache: "no-store", signal: limit.signal });
    return { response, html: await response.text() };
  } finally {
    window.clearTimeout(timer);
  }
};

export const post = (url, body, patience) =>
  ask(url, { method: "POST", headers: { "HX-Request": "true" }, body }, patience);
