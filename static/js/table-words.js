/* What the check says of a deal, in sentences of the server's (page_texts): sums, explanations, what
   is wrong. Figures are shown in the unit of the game. */

import { sentence } from "./check.js";

export const fillIn = (text, values) =>
  text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

export const number = (typed) => {
  const bare = typed.replace(/[\s'’]/g, "").replace(/[−–]/g, "-");
  return /^-?\d{1,15}$/.test(bare) ? Number(bare) : typed;
};

export class Words {
  constructor(texts, description) {
    Object.assign(this, { texts, description });
  }

  figure(value) {
    const sign = value < 0 ? "−" : "";
    const size = Math.abs(value);
    if (this.description.unit !== "cents") return `${sign}${size}`;
    return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
  }

  written(figures) {
    return figures.map((each) => this.figure(each)).join(" : ");
  }

  /* The deal is right as far as it is typed: its sum, what it writes, how it came to that. */
  right({ written, silent, values, said }, shown) {
    const points = this.description.fill ? values?.[this.description.fill.field] : null;
    const parts = [];
    const summed = this.sumsUp && (points ?? shown);
    if (summed) {
      const sum = summed.reduce((total, each) => total + each, 0);
      parts.push(fillIn(this.texts.sum, { parts: summed.join(" + "), sum }));
    }
    const explained = (said ?? []).map((one) => this.explanation(one)).filter(Boolean);
    if (explained.length) parts.push(...explained);
    else if (written?.length === 2 && points && written.join() !== points.join()) {
      parts.push(fillIn(this.texts.writes, { written: this.written(written) }));
    }
    if (silent) parts.push(this.texts.later);
    return parts.join(" ");
  }

  /* Only where the points of a deal have a sum of their own is their sum worth a word. */
  get sumsUp() {
    return (this.description.fill?.total ?? null) !== null;
  }

  explanation({ code, params }) {
    const text = this.texts.explain[code];
    if (!text) return "";
    const shown = {};
    for (const name in params) shown[name] = this.word(name, params[name]);
    return fillIn(text, shown);
  }

  word(name, value) {
    if (this.texts.named.includes(name)) return this.texts.sides[value] ?? value;
    return this.texts.amounts.includes(name) ? this.figure(value) : value;
  }

  wrong({ field, code, params }) {
    const described = this.description.deal.find((each) => each.name === field);
    if (code === "required" && described && !params?.why) {
      return fillIn(this.texts.missing, { field: described.label });
    }
    return sentence(this.texts.problems, { field, code, params });
  }
}
