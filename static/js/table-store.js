/* What a phone keeps of a sheet until the server has it: the queue and half-typed deals.

   Kept per sheet in localStorage, so that a reload, a killed tab or an empty battery lose nothing;
   where storage is refused (private windows), for as long as the page is open. */

const memory = new Map();

const load = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? memory.get(key) ?? otherwise;
  } catch {
    return memory.get(key) ?? otherwise;
  }
};

const keep = (key, value) => {
  memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Memory has it.
  }
};

export const newNonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export const drafts = (sheet) => ({
  load: (number) => load(`draft-${sheet}-${number}`, null),
  keep: (number, values) => keep(`draft-${sheet}-${number}`, values),
  drop: (number) => keep(`draft-${sheet}-${number}`, null),
});

export const stored = (sheet) => ({
  load: () => load(`queue-${sheet}`, []),
  keep: (items) => keep(`queue-${sheet}`, items.length ? items : null),
});
