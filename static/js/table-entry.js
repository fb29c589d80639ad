/* The panel in which a deal is typed: own number keys, the other side's points, the check line.

   What is asked comes from the variant's description; the check is static/js/check.js, its sentences
   table-words.js, the fields beside the figures table-fields.js. Without this script the panel is a
   plain form. */

import { evaluate } from "./check.js";
import { Fields } from "./table-fields.js";
import { withoutSecret } from "./table-secret.js";
import { newNonce } from "./table-store.js";
import { Words, fillIn, number } from "./table-words.js";

const MARGIN = 48; // room for what the check will say
const PATIENCE = 600; // a number that is still being typed is not called wrong yet

export class Entry {
  constructor(panel, { description: whole, earlier, texts, drafts, moved, written }) {
    this.form = panel.querySelector("form[data-entry]");
    const description = withoutSecret(whole, this.form.dataset.secret);
    Object.assign(this, { panel, description, texts, drafts, moved, written });
    this.words = new Words(texts, description);
    this.byHand = new Set(); // the figures typed since the panel is open
    this.own = []; // the deals typed in this panel before this one
    this.number = Number(this.form.elements.number.value);
    this.version = this.form.elements.version.value;
    this.figures = [...this.form.querySelectorAll("[data-figure]")];
    this.pad = this.form.querySelector("[data-pad]");
    this.plain = this.form.querySelector("[data-plain]");
    this.line = this.form.querySelector("[data-check]");
    this.fields = new Fields(this.form, description, () => this.touched());
    this.dirty = Boolean(this.version) || this.panel.querySelector("[role=alert]") !== null;
    this.begun();
    this.wire();
    this.restore();
    this.learn(earlier);
    this.activate(this.refused() ?? this.shown.find((input) => !input.value) ?? this.shown[0], false);
  }

  get busy() {
    return this.button.getAttribute("aria-busy") === "true";
  }

  /* What is on its way cannot be typed in: nothing is lost, and no figure runs into the next deal's. */
  set busy(on) {
    for (const button of [this.pad.querySelector("[data-write]"), this.plain]) {
      button.setAttribute("aria-busy", on ? "true" : "false");
    }
    for (const control of this.form.elements) control.disabled = on;
  }

  get button() {
    return this.pad.hidden ? this.plain : this.pad.querySelector("[data-write]");
  }

  /* The figures that belong to this deal. */
  get shown() {
    return this.figures.filter((input) => !input.closest("[hidden]"));
  }

  wire() {
    for (const input of this.figures) {
      input.inputMode = "none";
      input.addEventListener("focus", () => this.activate(input, false));
    }
    this.pad.addEventListener("click", (event) => {
      const key = event.target.closest("[data-key]")?.dataset.key;
      if (key) this.press(key);
    });
    this.form.addEventListener("input", (event) => {
      if (event.target.matches("[data-figure]")) this.typed(event.target);
      this.touched();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  /* Of what the server sent back, the figure to put right; what was typed follows no other. */
  refused() {
    const wrong = this.shown.find((input) => input.closest("[data-field]").querySelector("[data-error]"));
    for (const input of wrong ? this.figures : []) if (input.value) this.byHand.add(input);
    return wrong;
  }

  /* The check counts with the deals on the sheet, and with those typed here that are on their way. */
  learn(known) {
    this.known = known;
    const own = this.own.filter(({ number }) => !known.some((deal) => deal.number === number));
    const before = [...known, ...own].filter((deal) => deal.number < this.number);
    this.earlier = before.sort((one, other) => one.number - other.number).map((deal) => deal.payload);
    if (!this.busy) this.check();
  }

  activate(input, focus = true) {
    this.active = input;
    if (focus && input) input.focus({ preventScroll: true });
    for (const each of this.figures) each.closest(".box").classList.toggle("act", each === input);
  }

  /* A cell of the board was tapped: `chosen` are names and values of choices. */
  choose(chosen) {
    this.fields.choose(chosen);
    this.activate(this.shown.find((input) => !input.value) ?? this.shown[0]);
    this.bringKeys();
  }

  /* Scroll as far as the keys need, and never what is typed out of sight. */
  bringKeys() {
    const keys = this.pad.hidden ? this.plain : this.pad;
    const below = keys.getBoundingClientRect().bottom + MARGIN - window.innerHeight;
    const above = this.form.getBoundingClientRect().top;
    if (below > 0) window.scrollBy({ top: Math.min(below, above) });
  }

  /* Keys that stand beside what is typed stay where they are while the figure comes into sight. */
  bringFigure() {
    if (getComputedStyle(this.pad).position !== "fixed") return;
    this.active.closest(".box").scrollIntoView({ block: "nearest" });
  }

  /* --- keys --- */

  press(key) {
    const input = this.active;
    if (!input) return;
    if (key === "next") {
      const at = this.shown.indexOf(input);
      this.activate(this.shown[(at + 1) % this.shown.length]);
      return this.bringFigure();
    }
    this.bringFigure();
    if (key === "match") return this.pressMatch(input);
    const value = "auto" in input.dataset ? "" : input.value;
    if (key === "back") input.value = value.slice(0, -1);
    else if (key === "minus") input.value = value.startsWith("-") ? value.slice(1) : `-${value}`;
    else if (value.replace("-", "").length < this.longest(input)) {
      input.value = value === "0" ? key : value + key;
    }
    this.typed(input);
    this.touched();
  }

  longest(input) {
    const bounds = [input.dataset.min, input.dataset.max].filter(Boolean);
    return bounds.length ? Math.max(...bounds.map((bound) => bound.replace("-", "").length)) : 6;
  }

  typed(input) {
    delete input.dataset.auto;
    this.byHand.add(input);
    if (this.matchSide() !== null) this.setMatch(null);
    this.release();
  }

  /* The one figure that stood there before and was not typed over follows what is typed now. */
  release() {
    const name = `deal.${this.description.fill?.field}.`;
    const rest = this.figures.filter((each) => each.name.startsWith(name) && !this.byHand.has(each));
    if (rest.length === 1) rest[0].dataset.auto = "";
  }

  /* All tricks are the marked side's; of one figure alone, the side's that was chosen for the deal. */
  pressMatch(input) {
    const own = [...input.name].filter((sign) => sign === ".").length === 1;
    const side = own ? (this.form.elements["deal.side"]?.value ?? "") : input.dataset.position;
    if (side === "") return this.say(this.words.wrong({ field: "side", code: "required" }), "wrong");
    const on = this.matchSide() !== side;
    const points = input.name.split(".")[1];
    for (const each of this.figures.filter((one) => one.name.split(".")[1] === points)) {
      delete each.dataset.auto;
      each.value = on ? (each === input ? each.dataset.max : "0") : "";
    }
    this.byHand.clear();
    this.setMatch(on ? side : null);
    this.touched();
  }

  matchSide() {
    const value = this.form.elements["deal.match"]?.value;
    return value === undefined || value === "" ? null : value;
  }

  /* All points on one side, and nobody said whether all tricks were: its bonus is lost easily. */
  get maybeMatch() {
    const key = this.pad.querySelector("[data-key=match]");
    if (!key || this.matchSide() !== null || this.shown.length < 2) return false;
    const values = this.shown.map((input) => input.value);
    const whole = values.filter((value, at) => value === this.shown[at].dataset.max).length;
    return whole === 1 && values.filter((value) => value === "0").length === values.length - 1;
  }

  setMatch(side) {
    const radios = this.form.elements["deal.match"];
    if (radios) radios.value = side ?? "";
  }

  /* --- what is typed --- */

  deal() {
    const data = new FormData(this.form);
    const text = (name) => {
      const input = this.form.elements[name];
      return input?.dataset && "auto" in input.dataset ? "" : (data.get(name) ?? "").trim();
    };
    const scalar = (field, name) => {
      const typed = text(name);
      if (typed === "") return null;
      const known = field.choices?.find((choice) => String(choice.value) === typed);
      if (known) return known.value;
      if (field.type === "choice") return typed;
      if (field.type === "bool") return typed === "yes";
      return number(typed);
    };
    const item = (field, name) =>
      field.type === "list"
        ? text(name).split(/[\s+,]+/).filter(Boolean).map(number)
        : scalar(field, name);
    const deal = {};
    for (const field of this.description.deal.filter((each) => each.offered)) {
      const name = `deal.${field.name}`;
      if (field.type !== "list") {
        deal[field.name] = scalar(field, name);
      } else {
        const length = field.length ?? this.description.sides;
        const items = Array.from({ length }, (_, at) => item(field.item, `${name}.${at}`));
        const empty = items.every((value) => value === null || value.length === 0);
        deal[field.name] = empty ? null : items;
      }
    }
    return deal;
  }

  touched() {
    this.dirty = true;
    this.blocked = null;
    if (!this.version) this.drafts.keep(this.number, this.values());
    this.check();
    this.moved();
  }

  values() {
    const own = [...new FormData(this.form)].filter(([name]) => name.startsWith("deal."));
    return own.filter(([name]) => !("auto" in (this.form.elements[name].dataset ?? {})));
  }

  /* What was typed before this script came is kept like the rest. */
  begun() {
    const typed = [...this.form.querySelectorAll("input")].filter(
      (input) => input.checked !== input.defaultChecked || input.value !== input.defaultValue,
    );
    if (this.dirty || !typed.length) return;
    this.drafts.keep(this.number, this.values());
  }

  restore() {
    const kept = this.version || this.dirty ? null : this.drafts.load(this.number);
    for (const [name, value] of kept ?? []) {
      const control = this.form.elements[name];
      if (control) control.value = value;
      if (value && this.figures.includes(control)) this.byHand.add(control);
      if (value) this.dirty = true;
    }
  }

  /* --- the check line --- */

  check() {
    this.fields.show(this.deal(), (deal) => this.judge(deal));
    this.showKeys();
    const deal = this.deal();
    this.follow(deal);
    this.found = this.judge(deal);
    this.showWritten();
    const asks = this.found.problems.find((problem) => problem.code === "who-was-first");
    if (asks) this.fields.ask(asks.field);
    window.clearTimeout(this.timer);
    const wrong = this.found.problems.find((problem) => problem.code !== "required");
    const some = this.shown.some((input) => input.value !== "" && !("auto" in input.dataset));
    if (!some && this.shown.length) return this.say("", "");
    if (!wrong) {
      const right = this.words.right(this.found, this.typedPoints());
      if (this.maybeMatch) return this.say(`${right} ${this.texts.match}`, "ask");
      return this.say(right, "right");
    }
    this.say("", "");
    this.timer = window.setTimeout(() => this.say(this.words.wrong(wrong), "wrong"), PATIENCE);
  }

  /* Keys are there as long as there is something to type with them. */
  showKeys() {
    this.pad.hidden = this.shown.length === 0;
    this.plain.hidden = !this.pad.hidden;
    const next = this.pad.querySelector("[data-key=next]");
    next.hidden = this.shown.length < 2;
    const match = this.pad.querySelector("[data-key=match]");
    match?.setAttribute("aria-pressed", String(this.matchSide() !== null));
    if (!this.shown.includes(this.active)) this.activate(this.shown[0], false);
    // Of one figure alone it is not plain whose all tricks were: then the question itself is shown.
    const asked = this.form.querySelector("[data-by-key]");
    const [one, ...others] = this.figures;
    if (asked && one && !others.length) {
      asked.toggleAttribute("data-shown", ["0", one.dataset.max].includes(one.value));
    }
  }

  judge(deal) {
    try {
      return evaluate(this.description, deal, this.earlier);
    } catch (error) {
      console.warn(error);
      return { written: null, problems: [], silent: true };
    }
  }

  /* The other side's points follow, whatever else is still missing. */
  follow(deal) {
    const field = this.description.fill?.field;
    const open = this.figures.filter((input) => input.value === "" || "auto" in input.dataset);
    for (const input of open) this.setAuto(input, null);
    const rest = open.filter((input) => input.name.startsWith(`deal.${field}.`));
    if (!field || rest.length !== 1) return;
    const values = this.judge(deal).values ?? this.judge(this.completed(deal, field)).values;
    const position = Number(rest[0].name.split(".")[2]);
    if (values) this.setAuto(rest[0], values[field][position]);
  }

  /* The deal with something in place of what is still missing, but for the points. */
  completed(deal, points) {
    const trial = { ...deal };
    for (const each of this.description.deal) {
      if (trial[each.name] === null && each.choices) trial[each.name] = each.choices[0].value;
      if (each.item?.type === "int" && each.name !== points) {
        trial[each.name] = Array(each.length).fill(each.item.min);
      }
    }
    return trial;
  }

  setAuto(input, value) {
    input.value = value ?? "";
    if (value === null) delete input.dataset.auto;
    else input.dataset.auto = "";
    input.closest(".box").classList.toggle("follows", value !== null);
  }

  /* Under each figure of a table of three and more what it writes. */
  showWritten() {
    const field = this.description.fill?.field;
    for (const output of this.form.querySelectorAll(`[data-field="${field}"] [data-writes]`)) {
      const value = this.found.written?.[Number(output.dataset.writes)];
      output.textContent = value === undefined ? "" : `→ ${this.words.figure(value)}`;
    }
  }

  typedPoints() {
    const field = this.description.fill?.field;
    const shown = this.figures.filter((input) => input.name.startsWith(`deal.${field}.`));
    const values = shown.map((input) => number(input.value));
    return values.length > 1 && values.every(Number.isInteger) ? values : null;
  }

  say(text, verdict) {
    this.line.textContent = text;
    this.line.dataset.verdict = verdict;
    for (const input of this.figures) input.closest(".box").classList.toggle("wrong", verdict === "wrong");
  }

  /* --- writing --- */

  submit() {
    if (this.busy) return;
    this.check();
    const [problem] = this.found.problems;
    const typed = JSON.stringify(this.values());
    if (problem && this.blocked !== typed) {
      // Pressed again with the same figures, the server decides.
      this.blocked = typed;
      window.clearTimeout(this.timer);
      this.fields.ask(problem.field);
      return this.say(this.words.wrong(problem), "wrong");
    }
    const body = new URLSearchParams(new FormData(this.form)).toString();
    this.busy = true;
    this.written({
      nonce: this.form.elements.nonce.value,
      url: this.form.action,
      body,
      number: this.number,
      version: this.version,
      label: this.label(),
      at: Date.now(),
    });
  }

  label() {
    const chosen = this.form.querySelector(".choices input:checked")?.closest("label");
    return {
      what: chosen?.textContent.trim() ?? "",
      figures: this.words.written(this.found.written ?? this.typedPoints() ?? []),
    };
  }

  /* The entry is kept on this phone: make room for the next one. */
  advance() {
    this.busy = false;
    const { written, values } = this.judge(this.deal());
    if (written) this.own.push({ number: this.number, payload: values });
    this.form.reset();
    this.byHand.clear();
    for (const input of this.figures) {
      input.value = "";
      this.setAuto(input, null);
    }
    for (const control of this.form.querySelectorAll("input[type=radio]")) {
      control.checked = control.value === "";
    }
    this.fields.clear();
    for (const alarm of this.panel.querySelectorAll("[role=alert]")) alarm.remove();
    for (const hint of this.panel.querySelectorAll("[data-overtaken]")) hint.hidden = true;
    this.number += 1;
    this.form.elements.number.value = this.number;
    this.form.elements.nonce.value = newNonce();
    this.panel.querySelector("h2").textContent = fillIn(this.texts.deal, { number: this.number });
    this.dirty = false;
    this.restore();
    this.learn(this.known);
    this.activate(this.shown[0], false);
  }
}
