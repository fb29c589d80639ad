/* The panel in which a deal is typed: own number keys, the other side's points, the check line.

   What is asked comes from the variant's description; the check is static/js/check.js. Without this
   script the panel is a plain form. */

import { evaluate, sentence } from "./check.js";
import { newNonce } from "./table-store.js";

const PATIENCE = 600; // a number that is still being typed is not called wrong yet

const number = (typed) => {
  const bare = typed.replace(/[\s'’]/g, "").replace(/[−–]/g, "-");
  return /^-?\d{1,15}$/.test(bare) ? Number(bare) : typed;
};

export class Entry {
  constructor(panel, { description, earlier, texts, drafts, moved, written }) {
    Object.assign(this, { panel, description, texts, drafts, moved, written });
    this.form = panel.querySelector("form[data-entry]");
    this.byHand = new Set(); // the figures typed since the panel is open
    this.number = Number(this.form.elements.number.value);
    this.version = this.form.elements.version.value;
    this.earlier = earlier.filter((deal) => deal.number < this.number).map((deal) => deal.payload);
    this.figures = [...this.form.querySelectorAll("[data-figure]")];
    this.pad = this.form.querySelector("[data-pad]");
    this.line = this.form.querySelector("[data-check]");
    this.dirty = Boolean(this.version) || this.panel.querySelector("[role=alert]") !== null;
    this.wire();
    this.restore();
    this.activate(this.figures.find((input) => !input.value) ?? this.figures[0], false);
    this.check();
  }

  get busy() {
    return this.button.getAttribute("aria-busy") === "true";
  }

  /* What is on its way cannot be typed in: nothing is lost, and no figure runs into the next deal's. */
  set busy(on) {
    this.button.setAttribute("aria-busy", on ? "true" : "false");
    for (const control of this.form.elements) control.disabled = on;
  }

  get button() {
    return this.form.querySelector("[data-write]");
  }

  wire() {
    if (this.figures.length) {
      this.pad.hidden = false;
      this.form.querySelector("[data-plain]").remove();
    } else {
      this.form.querySelector("[data-plain]").dataset.write = "";
      this.pad.remove();
    }
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
    for (const chips of this.form.querySelectorAll("[data-chips]")) this.wireChips(chips);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  wireChips(chips) {
    const input = document.getElementById(chips.dataset.chips);
    chips.hidden = false;
    input.inputMode = "none";
    chips.addEventListener("click", (event) => {
      const button = event.target.closest("[data-add]");
      if (!button) return;
      const values = input.value.split(/[\s+,]+/).filter(Boolean);
      if (button.dataset.add) values.push(button.dataset.add);
      else values.pop();
      input.value = values.join(" ");
      this.touched();
    });
  }

  activate(input, focus = true) {
    this.active = input;
    if (focus && input) input.focus({ preventScroll: true });
    for (const each of this.figures) each.closest(".box").classList.toggle("act", each === input);
  }

  /* --- keys --- */

  press(key) {
    const input = this.active;
    if (!input) return;
    if (key === "next") {
      const at = this.figures.indexOf(input);
      return this.activate(this.figures[(at + 1) % this.figures.length]);
    }
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

  pressMatch(input) {
    const side = input.dataset.position;
    const on = this.matchSide() !== side;
    for (const each of this.figures) {
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
    const deal = this.deal();
    this.pad.querySelector("[data-key=match]")?.setAttribute(
      "aria-pressed",
      String(this.matchSide() !== null),
    );
    this.follow(deal);
    this.found = this.judge(deal);
    window.clearTimeout(this.timer);
    const wrong = this.found.problems.find((problem) => problem.code !== "required");
    const some = this.figures.some((input) => input.value !== "" && !("auto" in input.dataset));
    if (!some) return this.say("", "");
    if (!wrong) return this.say(this.rightLine(), "right");
    this.say("", "");
    this.timer = window.setTimeout(() => this.say(this.wrongLine(wrong), "wrong"), PATIENCE);
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
    if (!field || open.length !== 1) return;
    const trial = { ...deal };
    for (const each of this.description.deal) {
      if (trial[each.name] === null && each.needed_when === true && each.choices) {
        trial[each.name] = each.choices[0].value;
      }
    }
    const { values } = this.judge(trial);
    const [, name, position] = open[0].name.split(".");
    if (values && name === field) this.setAuto(open[0], values[field][Number(position)]);
  }

  setAuto(input, value) {
    input.value = value ?? "";
    if (value === null) delete input.dataset.auto;
    else input.dataset.auto = "";
    input.closest(".box").classList.toggle("follows", value !== null);
  }

  rightLine() {
    const { written, silent, values } = this.found;
    const points = this.description.fill ? values?.[this.description.fill.field] : null;
    const parts = [];
    const shown = points ?? this.typedPoints();
    if (shown) {
      const sum = shown.reduce((total, each) => total + each, 0);
      parts.push(fillIn(this.texts.sum, { parts: shown.join(" + "), sum }));
    }
    if (written && points && written.join() !== points.join()) {
      parts.push(fillIn(this.texts.writes, { written: written.join(" : ") }));
    }
    if (silent) parts.push(this.texts.later);
    return parts.join(" ");
  }

  typedPoints() {
    const field = this.description.fill?.field;
    const shown = this.figures.filter((input) => input.name.startsWith(`deal.${field}.`));
    const values = shown.map((input) => number(input.value));
    return values.length > 1 && values.every(Number.isInteger) ? values : null;
  }

  wrongLine({ field, code, params }) {
    const text = sentence(this.texts.problems, { field, code, params });
    const described = this.description.deal.find((each) => each.name === field);
    if (code === "required" && described) {
      return fillIn(this.texts.missing, { field: described.label });
    }
    return text;
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
      return this.say(this.wrongLine(problem), "wrong");
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
      figures: (this.found.written ?? this.typedPoints() ?? []).join(" : "),
    };
  }

  /* The entry is kept on this phone: make room for the next one. */
  advance() {
    this.busy = false;
    this.form.reset();
    this.byHand.clear();
    for (const input of this.figures) {
      input.value = "";
      this.setAuto(input, null);
    }
    for (const control of this.form.querySelectorAll("input[type=radio]")) {
      control.checked = control.value === "";
    }
    this.number += 1;
    this.form.elements.number.value = this.number;
    this.form.elements.nonce.value = newNonce();
    this.panel.querySelector("h2").textContent = fillIn(this.texts.deal, { number: this.number });
    this.dirty = false;
    this.restore();
    this.activate(this.figures[0], false);
    this.check();
  }
}

export const fillIn = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
