/* What a phone keeps of a sheet until the server has it: entries to send and half-typed deals.

   Kept in localStorage, so that a reload, a killed tab or an empty battery lose nothing; where storage
   is refused (private windows), for as long as the page is open. Each entry has a key of its own: two
   tabs of one phone never overwrite each other's. */

const memory = new Map();

const keys = () => {
  try {
    return [...new Set([...Object.keys(localStorage), ...memory.keys()])];
  } catch {
    return [...memory.keys()];
  }
};

const load = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
};

const keep = (key, value) => {
  memory.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Memory has it.
  }
};

const drop = (key) => {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Memory had it.
  }
};

export const newNonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

/* The typed values of a new deal, by its number. */
export const draftsOf = (sheet) => {
  const key = (number) => `draft-${sheet}-${number}`;
  return {
    load: (number) => load(key(number)),
    keep: (number, values) => keep(key(number), values),
    drop: (number) => drop(key(number)),
  };
};

const entries = (prefix) =>
  keys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, item: load(key) }))
    .filter(({ item }) => item)
    .sort(({ item: one }, { item: other }) => one.number - other.number || one.at - other.at);

/* The entries to send, in the order of their deals. */
export const entriesOf = (sheet) => {
  const prefix = `entry-${sheet}-`;
  return {
    load: () => entries(prefix).map(({ item }) => item),
    keep: (item) => keep(prefix + item.nonce, item),
    drop: (item) => drop(prefix + item.nonce),
  };
};

/* The entries of all sheets but this one that were written below an address: `{key, item}`. */
export const leftBelow = (address, sheet) =>
  entries("entry-").filter(
    ({ key, item }) =>
      !key.startsWith(`entry-${sheet}-`) &&
      new URL(item.url, window.location.href).pathname.startsWith(address),
  );

export const putAway = (left) => left.forEach(({ key }) => drop(key));
