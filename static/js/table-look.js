/* How this phone shows its sheets: keys for the left hand, light or dark. Kept in cookies of this
   phone, so that the server draws the next page so from the start. */

const YEAR = 60 * 60 * 24 * 365;
const MEDIA = { dark: "all", light: "not all", "": "(prefers-color-scheme: dark)" };

const apply = {
  table_hand: (value) => {
    if (value) document.documentElement.dataset.hand = value;
    else delete document.documentElement.dataset.hand;
  },
  table_scheme: (value) => {
    document.querySelector("link[data-dark]").media = MEDIA[value];
  },
};

export const wireLooks = () => {
  const looks = document.querySelector("[data-looks]");
  if (!looks) return;
  looks.hidden = false;
  looks.addEventListener("click", (event) => {
    const button = event.target.closest("[data-look]");
    if (!button) return;
    const { look } = button.dataset;
    const group = [...looks.querySelectorAll(`[data-look="${look}"]`)];
    const off = group.length === 1 && button.getAttribute("aria-pressed") === "true";
    const value = off ? "" : button.dataset.value;
    document.cookie = `${look}=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
    for (const each of group) each.setAttribute("aria-pressed", String(each === button && !off));
    apply[look](value);
  });
};
