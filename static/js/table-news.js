/* When to look at the sheet: at once when the stream says so, else every few seconds.

   `look()` answers when it has looked; `busy()` says that somebody types here or elsewhere, which is
   only kept up by asking. Beside a stream that works, asking is rare. */

const EVERY = 2500;
const BESIDE_STREAM = 12000;
/* A request that was on its way when the network went may never end: it is not waited for. */
const PATIENCE = 5000;
const patience = () => new Promise((done) => setTimeout(done, PATIENCE));

export class News {
  constructor(address, { look, busy }) {
    Object.assign(this, { address, busy });
    this.ask = look;
    this.looking = false;
    this.again = false;
    this.streaming = false;
    document.addEventListener("visibilitychange", () => this.look());
    window.addEventListener("online", () => this.look());
    window.addEventListener("pageshow", (event) => event.persisted && this.comeBack());
    this.listen();
    this.wait();
  }

  /* One look at a time; what was told meanwhile is looked at afterwards. */
  async look() {
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = true;
    try {
      do {
        this.again = false;
        await Promise.race([this.ask(), patience()]);
      } while (this.again);
    } finally {
      this.looking = false;
      this.wait();
    }
  }

  wait() {
    window.clearTimeout(this.timer);
    const rare = this.streaming && !this.busy();
    this.timer = window.setTimeout(() => this.look(), rare ? BESIDE_STREAM : EVERY);
  }

  /* The browser put the page aside and shows it again: its stream is dead and does not say so. */
  comeBack() {
    this.streaming = false;
    this.listen();
    this.look();
  }

  listen() {
    if (!("EventSource" in window)) return;
    this.source?.close();
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("sheet", () => {
      this.streaming = true;
      this.look();
    });
    source.addEventListener("error", () => {
      this.streaming = false;
      this.wait();
    });
  }
}
