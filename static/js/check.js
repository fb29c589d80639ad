// The check of one deal in the browser, without a network.
//
//   import { evaluate, sentence } from "./check.js";
//   const { written, problems, silent } = evaluate(description, deal, earlier);
//   problems.map((problem) => sentence(sentences, problem));
//
// description  what variant.describe(options) says, made for the sheet's options
// deal         what is typed so far; null and absent are the same
// earlier      the deals that stand on the sheet, in order
// written      one number per side, or null while the deal has a problem
// problems     [{field, code, params}] as the engine finds them
// silent       true where only the engine can say more: "checked when sent"
// sentences    messages.sentences(variant): {"code/why": "text with %(name)s"}
// Fields are read as in scoring/rules/fields.py; the language is in scoring/rules/language.py.

class Unreadable extends Error {}

export function evaluate(description, deal, earlier = []) {
  const totals = Array(description.sides).fill(0);
  const sheet = { description, totals, deals: [] };
  for (const before of earlier) count(judge(before, sheet), sheet);
  if (sheet.finished) {
    return refused({ field: null, code: "deal-after-end", params: { deals: sheet.deals.length } });
  }
  return judge(deal, sheet);
}

export function sentence(sentences, { field, code, params }) {
  const text = sentences[`${code}/${params.why}`] ?? sentences[code] ?? code;
  const shown = { field, ...params };
  return text.replace(/%\((\w+)\)s/g, (_, name) => [shown[name]].flat().join(", "));
}

const refused = (...problems) => ({ written: null, problems, silent: false });

function count({ written, values }, sheet) {
  if (!written || sheet.finished) return;
  written.forEach((number, side) => (sheet.totals[side] += number));
  sheet.deals.push(values);
  sheet.finished = run(sheet.description.ends, { sheet, values });
}

function judge(deal, sheet) {
  if (deal?.constructor !== Object) {
    return refused({ field: null, code: "invalid", params: { why: "not-an-object" } });
  }
  const { description } = sheet;
  const problems = [];
  const values = {};
  const scope = { sheet, values };
  const note = (field, code, params) => problems.push({ field, code, params });
  const say = ({ field, code, params = {}, if: test }) => {
    if (!attempt(test, scope)) return;
    const shown = {};
    for (const name in params) shown[name] = run(params[name], scope);
    note(field, code, shown);
  };
  const names = description.deal.map((field) => field.name);
  const unknown = Object.keys(deal).filter((name) => !names.includes(name));
  for (const name of unknown.slice(0, 20)) note(name, "invalid", { why: "unknown-field" });
  for (const field of description.deal) {
    const value = read(field, deal[field.name], (...found) => note(field.name, ...found));
    if (value !== undefined) values[field.name] = value;
  }
  if (description.fill) fill(description, scope, note);
  for (const { name, needed_when: needed } of description.deal) {
    const test = ["and", needed !== true, needed, ["=", ["field", name], null]];
    say({ field: name, code: "required", if: test });
  }
  description.checks.filter((check) => !check.last).forEach(say);
  if (problems.length) return refused(...problems);
  const written = (scope.written = run(description.written, scope));
  description.checks.filter((check) => check.last).forEach(say);
  if (problems.length) return refused(...problems);
  return { written, problems, silent: Boolean(run(description.silent, scope)), values };
}

// One missing number of a list follows from what the deal contains.
function fill({ deal: fields, fill: { field, total } }, scope, note) {
  const { values } = scope;
  const list = values[field];
  if (!list?.includes(null)) return;
  delete values[field];
  const whole = attempt(total, scope);
  const given = list.filter((number) => number !== null);
  if (given.length < list.length - 1 || whole === null) {
    note(field, "required", { why: whole === null ? "both-needed" : "one-may-be-missing" });
  } else if (whole !== undefined) {
    const rest = whole - plain.sum(given);
    const { excluded = [], max } = fields.find(({ name }) => name === field).item;
    if (excluded.includes(rest) && !given.some((number) => excluded.includes(number))) {
      note(field, "impossible-points", { value: rest, rest: max - rest });
    }
    values[field] = list.map((number) => number ?? rest);
  }
}

// One value, or undefined after saying why it cannot be read.
function read(field, value, say) {
  const { type, min, max, choices, length, otherwise, item } = field;
  const no = (why, params = {}, code = "invalid") => void say(code, { why, ...params });
  const known = choices?.map((choice) => choice.value);
  if (value === undefined || value === null) {
    if (field.nullable) return type === "list" ? [] : null;
    return void say("required", {});
  }
  if (type === "bool") return typeof value === "boolean" ? value : no("not-yes-or-no");
  if (type === "side" || type === "seat") {
    if (Number.isInteger(value) && value >= 0 && value < length) return value;
    return no(`not-a-${type}`, { count: length });
  }
  if (type === "choice") {
    const code = typeof value === typeof known[0] ? otherwise : "invalid";
    return known.includes(value) ? value : no("not-a-choice", { choices: known }, code);
  }
  if (type === "int") {
    if (!Number.isInteger(value)) return no("not-a-number");
    if (known && !known.includes(value)) return no("no-such-value", { values: known }, otherwise);
    if (value < min || value > max) return void say("out-of-range", { min, max });
    if (field.excluded?.includes(value)) {
      say(otherwise || "impossible-points", { value, rest: max - value });
    }
    return value;
  }
  if (!Array.isArray(value)) return no("not-a-list");
  const [least, most] = [length ?? min ?? 0, length ?? max ?? 100];
  if (value.length < least || value.length > most) {
    if (otherwise) return no("too-many", { max: most }, otherwise);
    return no("length", { min: least, max: most });
  }
  const codes = new Set();
  const items = value.map((each) =>
    read(item, each, (code, params) => codes.has(code) || (codes.add(code), say(code, params))),
  );
  return items.includes(undefined) ? undefined : items;
}


function attempt(expression, scope) {
  try {
    return run(expression, scope);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
}

function run(expression, scope) {
  if (!Array.isArray(expression)) return expression;
  const [name, ...parts] = expression;
  if (name in lazy) return lazy[name](scope, ...parts);
  return plain[name](...parts.map((part) => run(part, scope)));
}

const lazy = {
  field({ values }, name) {
    if (name in values) return values[name];
    throw new Unreadable(name);
  },
  totals: ({ sheet }) => sheet.totals,
  written: (scope) => scope.written,
  deals: ({ sheet }) => sheet.deals.length,
  i: ({ i }) => i,
  and: (scope, ...parts) => parts.every((part) => run(part, scope)),
  or: (scope, ...parts) => parts.some((part) => run(part, scope)),
  if: (scope, test, yes, no) => run(run(test, scope) ? yes : no, scope),
  each: (scope, n, part) => [...Array(n).keys()].map((i) => run(part, { ...scope, i })),
  any: (scope, n, part) => lazy.each(scope, n, part).some(Boolean),
  used: ({ sheet, values }, ...names) =>
    sheet.deals.some((deal) => names.every((name) => deal[name] === lazy.field({ values }, name))),
  fits: (scope, groups) => fits(scope.sheet.description.pack, run(groups, scope)),
};

const plain = {
  list: (...items) => items,
  join: (lists) => lists.flat(),
  at: (list, key) => list[key] ?? null,
  size: (list) => list.length,
  less: (list, value) => list.filter((_, at) => at !== list.indexOf(value)),
  sum: (list) => list.reduce((a, b) => a + b, 0),
  max: (list) => Math.max(0, ...list),
  in: (value, list) => list.includes(value),
  not: (value) => !value,
  abs: Math.abs,
  "+": (...terms) => plain.sum(terms),
  "-": (a, b) => a - b,
  "*": (a, b) => a * b || 0,
  "=": (a, b) => a === b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  // how many steps, rounded half up, half away from zero, up to the next
  "half-up": (value, step) => Math.floor(value / step + 0.5),
  "half-away": (value, step) => Math.sign(value) * plain["half-up"](Math.abs(value), step) || 0,
  up: (value, step) => Math.ceil(value / step),
};

// Whether cards of one pack can show all these Weis, as in scoring/rules/weis.py.
function fits({ suits, rows, kinds }, groups) {
  const into = (rooms, size, next) =>
    rooms.some((room, at) => {
      if (room < size || rooms.indexOf(room) < at) return false;
      return next(rooms.map((other, i) => (i === at ? room - size : other)));
    });
  const pack = ([length, ...others], gaps) =>
    !length || into(gaps, length, (left) => pack(others, left));
  const free = (suit, taken) => suit.map((rank) => (taken.includes(rank) ? " " : "x")).join("");
  const gaps = (taken) =>
    suits.flatMap((suit) => free(suit, taken).split(" ").map((gap) => gap.length));
  const ways = (value) => [
    ...kinds.filter((kind) => kind[1] === value).map(([rank]) => [suits.length, rank]),
    ...rows.filter((row) => row[1] === value).map(([length]) => [length]),
  ];
  const items = groups.flatMap(([values], group) => values.map((value) => [value, group]));
  const least = items.map(([value]) => Math.min(...ways(value).map(([size]) => size)));
  if (plain.sum(least) > suits.flat().length) return false;
  const place = (at, rooms, taken, lengths) => {
    if (at === items.length) return pack(lengths.sort((a, b) => b - a), gaps(taken));
    const [value, group] = items[at];
    return ways(value).some(([size, rank]) => {
      if (taken.includes(rank)) return false;
      return into(rooms[group], size, (left) => {
        const then = rooms.map((other, i) => (i === group ? left : other));
        if (rank) return place(at + 1, then, [...taken, rank], lengths);
        return place(at + 1, then, taken, [...lengths, size]);
      });
    });
  };
  items.sort((a, b) => b[0] - a[0]);
  return place(0, groups.map(([, hands]) => hands), [""], []);
}
