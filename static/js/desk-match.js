/* The desk asks what the phone asks: all points on one side, and nobody said whose the tricks were.

   [data-ask] is the question below a row; the row's [data-most] are its figures, with the most a
   deal has. Nothing is stopped by it. */

const asks = (row) => {
  if (row.querySelector("select[name$='deal.match']")?.value) return false;
  const figures = [...row.querySelectorAll("[data-most]")];
  const whole = figures.filter((each) => each.value.trim() === each.dataset.most);
  const none = figures.filter((each) => each.value.trim() === "0");
  if (figures.length === 1) return whole.length + none.length === 1;
  return whole.length === 1 && none.length === figures.length - 1;
};

const look = (event) => {
  const row = event.target.closest("tr[data-deal]");
  const question = row?.parentElement.querySelector(`[data-ask="${row.dataset.deal}"]`);
  if (question) question.hidden = !asks(row);
};

for (const form of document.querySelectorAll("form[data-grid]")) {
  form.addEventListener("input", look);
}
