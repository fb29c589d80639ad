/* Deals of this table's earlier sheets that never came onto them stay readable on the phone that typed
   them, until somebody puts them away. [data-left] names the sheet that this page is of, if it is of
   one: that one's deals the page shows itself. */

import { leftBelow, putAway } from "./table-store.js";

const box = document.querySelector("[data-left]");
const left = leftBelow(box.dataset.base, box.dataset.left);

box.querySelector("ul").append(
  ...left.map(({ item: { number, label } }) => {
    const row = document.createElement("li");
    row.textContent = `${number}. ${label.what}: ${label.figures}`;
    return row;
  }),
);
box.hidden = !left.length;
box.querySelector("button").addEventListener("click", () => {
  putAway(left);
  box.hidden = true;
});
