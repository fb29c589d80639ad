// The check of one deal in the browser, without a network.
//   const { written, problems } = evaluate(description, deal, earlier);
//
// description  of the variant, for the sheet's options
// deal         as typed so far; null and absent are the same
// earlier      the deals on the sheet before it, in order; never changed
// problems     [{field, code, params}] as the engine's; null while there are any:
// written      one number per side
// values       the deal as read, the missing number filled in
// silent       true where only the engine can say more
// said         [{code, params}] how it came to what it writes
// sentences    messages.sentences(variant), by code/why
// Reads as scoring/rules/fields.py, in the language of language.py there.

const UNREADABLE = Symbol("unreadable field");

const played = new WeakMap();

export function evaluate(description, deal, earlier = []) {
  let sheet = played.get(earlier);
  if (sheet?.description !== description) {
    sheet = { description, totals: Array(description.sides).fill(0), deals: [] };
    for (const before of earlier) count(judge(before, sheet), sheet);
    played.set(earlier, sheet);
  }
  if (sheet.finished) return refused("deal-after-end", { deals: sheet.deals.length });
  return judge(deal, sheet);
}

export function sentence(sentences, { field, code, params }) {
  const text = sentences[`${code}/${params.why}`] ?? sentences[code] ?? code;
  const shown = { field, ...params };
  return text.replace(/%\((\w+)\)s/g, (_, name) => [shown[name]].flat().join(", "));
}

const wrong = (problems) => ({ written: null, values: null, problems, silent: false, said: [] });
const refused = (code, params) => wrong([{ field: null, code, params }]);

function count({ written, values }, sheet) {
  if (!written || sheet.finished) return;
  written.forEach((number, side) => (sheet.totals[side] += number));
  sheet.deals.push(values);
  sheet.finished = run(sheet.description.ends, { sheet, values });
}

const find = (fields, name) => fields.find((field) => field.name === name);

function judge(deal, sheet) {
  if (deal?.constructor !== Object) return refused("invalid", { why: "not-an-object" });
  const { deal: fields, checks, written: sum, silent, fill: gap, explain = [] } = sheet.description;
  const problems = [];
  const values = {};
  const scope = { sheet, values };
  const note = (field, code, params) => problems.push({ field, code, params });
  const say = ({ field, code, params = {}, if: test }) => {
    if (attempt(test, scope)) note(field, code, worked(params));
  };
  const worked = (params) => {
    const shown = {};
    for (const name in params) shown[name] = run(params[name], scope);
    return shown;
  };
  for (const name in deal) {
    if (!find(fields, name)) note(name, "invalid", { why: "unknown-field" });
  }
  for (const field of fields) {
    const { name } = field;
    const told = (code) => problems.some((one) => one.field === name && one.code === code);
    const value = read(field, deal[name], (code, params) => told(code) || note(name, code, params));
    if (value !== undefined) values[name] = value;
  }
  if (gap) fill(gap, find(fields, gap.field), scope, note);
  for (const { name, needed_when: needed } of fields) {
    const test = ["and", needed !== true, needed, ["=", ["field", name], null]];
    say({ field: name, code: "required", if: test });
  }
  checks.filter((check) => !check.last).forEach(say);
  if (problems.length) return wrong(problems);
  const written = (scope.written = run(sum, scope));
  checks.filter((check) => check.last).forEach(say);
  if (problems.length) return wrong(problems);
  const known = explain.filter((one) => run(one.if, scope));
  const said = known.map(({ code, params }) => ({ code, params: worked(params) }));
  return { written, values, problems, silent: Boolean(run(silent, scope)), said };
}

// One missing number follows from what the deal contains.
function fill({ field, total }, { item }, scope, note) {
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
    const { excluded = [] } = item;
    if (excluded.includes(rest) && !given.some((number) => excluded.includes(number))) {
      note(field, "impossible-points", { value: rest, rest: whole - rest });
    }
    values[field] = list.map((number) => number ?? rest);
  }
}

// The value, or undefined after saying why it cannot be read.
function read(field, value, say) {
  const { type, min, max, choices, length, otherwise, item } = field;
  const no = (why, params = {}, code = "invalid") => void say(code, { why, ...params });
  const known = choices?.map((choice) => choice.value);
  if ((value ?? null) === null) {
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
  if (value.length > max) return no("too-many", { max }, otherwise);
  if (length && value.length !== length) return no("length", { min: length, max: length });
  const items = value.map((each) => read(item, each, say));
  return items.includes(undefined) ? undefined : items;
}

function attempt(expression, scope) {
  try {
    return run(expression, scope);
  } catch (error) {
    if (error !== UNREADABLE) throw error;
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
    throw UNREADABLE;
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
    sheet.deals.some((deal) => names.every((name) => deal[name] === values[name])),
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
  "half-up": (value, step) => Math.floor(value / step + 0.5),
  "half-away": (value, step) => Math.sign(value) * plain["half-up"](Math.abs(value), step) || 0,
  up: (value, step) => Math.ceil(value / step),
};

// Whether one pack can show all these Weis: scoring/rules/weis.py.
function fits({ suits, rows, kinds }, groups) {
  const into = (rooms, size, next) =>
    rooms.some((room, at) => {
      if (room < size || rooms.indexOf(room) < at) return false;
      return next(rooms.map((other, i) => (i === at ? room - size : other)));
    });
  const pack = ([length, ...others], gaps) =>
    !length || into(gaps, length, (left) => pack(others, left));
  const free = (suit, taken) => suit.map((rank) => (taken.includes(rank) ? " " : "x")).join("");
  const gaps = (taken) => suits.flatMap((suit) => free(suit, taken).split(" ").map(plain.size));
  // Four of a kind as [4, rank], rows as [length, value]; equal Weis take their ranks in order.
  const ways = (value, last) => {
    const ranks = kinds.filter((kind) => kind[1] === value).map(([rank]) => rank);
    return [
      ...ranks.slice(ranks.indexOf(last) + 1).map((rank) => [suits.length, rank]),
      ...rows.filter((row) => row[1] === value),
    ];
  };
  const items = groups.flatMap(([values], group) => values.map((value) => [value, group]));
  const least = items.map(([value]) => ways(value)[0][0]);
  if (plain.sum(least) > suits.flat().length) return false;
  const place = (at, rooms, taken, lengths) => {
    if (at === items.length) return pack(lengths.sort((a, b) => b - a), gaps(taken));
    const [value, group] = items[at];
    return ways(value, taken[taken.length - 1]).some(([size, rank]) =>
      into(rooms[group], size, (left) => {
        const then = rooms.map((other, i) => (i === group ? left : other));
        if (rank === value) return place(at + 1, then, taken, [...lengths, size]);
        return place(at + 1, then, [...taken, rank], lengths);
      }),
    );
  };
  items.sort((a, b) => b[0] - a[0]);
  return place(0, groups.map(([, hands]) => hands), [""], []);
}
