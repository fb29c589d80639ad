/* The fields of a deal beside its figures: which of them belong to it, lists of values, cells of a
   board that choose, and what most deals do without.

   Nothing here knows a game: a field is shown if the check says that it belongs to the deal as it is
   typed so far, and asked for when the check asks. */

const SEEN = 250; // so long an answer is seen before its question closes
const MISPLACED = "does-not-apply";

const split = (text) => text.split(/[\s+,]+/).filter(Boolean);

export class Fields {
  constructor(form, description, changed) {
    Object.assign(this, { form, description, changed });
    for (const picker of form.querySelectorAll("[data-picker]")) this.wirePicker(picker);
    for (const extra of form.querySelectorAll("[data-extra]")) this.wireExtra(extra);
  }

  /* --- what most deals do without: one question open at a time, closed when it is answered --- */

  wireExtra(extra) {
    extra.addEventListener("toggle", () => {
      if (!extra.open) return;
      for (const other of this.form.querySelectorAll("[data-extra][open]")) {
        if (other !== extra) other.open = false;
      }
    });
    extra.addEventListener("click", (event) => {
      const tapped = event.detail > 0 && event.target.matches("input[type=radio]");
      if (tapped) window.setTimeout(() => (extra.open = false), SEEN);
    });
  }

  /* --- lists: whose, then which --- */

  wirePicker(picker) {
    picker.hidden = false;
    for (const typed of picker.parentElement.querySelectorAll("[data-typed-list]")) typed.hidden = true;
    picker.addEventListener("click", (event) => {
      const owner = event.target.closest("[data-owner]");
      if (owner) return this.pick(picker, owner);
      const chip = event.target.closest("[data-add]");
      if (!chip) return;
      const chosen = picker.querySelector("[data-owner][aria-pressed=true]");
      const input = document.getElementById(chosen.dataset.owner);
      const values = split(input.value);
      if (chip.dataset.add) values.push(chip.dataset.add);
      else values.pop();
      input.value = values.join(" ");
      this.changed();
    });
  }

  pick(picker, owner) {
    for (const each of picker.querySelectorAll("[data-owner]")) {
      each.setAttribute("aria-pressed", String(each === owner));
    }
  }

  /* --- a board's cells --- */

  choose(chosen) {
    for (const [name, value] of chosen) {
      const radios = this.form.elements[`deal.${name}`];
      if (radios) radios.value = value;
    }
    this.changed();
  }

  /* --- what is shown --- */

  /* `judge(deal)` is the check; `deal` what is typed so far. */
  show(deal, judge) {
    this.showConditional(deal, judge);
    this.showNobody(deal, judge);
    this.showPickers();
    this.showChosen();
    this.showSaid();
  }

  problemsOf(name, judge, deal) {
    return judge(deal).problems.filter((problem) => problem.field === name);
  }

  showConditional(deal, judge) {
    for (const box of this.form.querySelectorAll("[data-when]")) {
      const field = this.description.deal.find((each) => each.name === box.dataset.field);
      const trial = { ...deal, [field.name]: field.type === "bool" ? true : (field.min ?? 0) };
      const hide = this.undecided(deal)
        ? field.type !== "int" && this.canBeMisplaced(field.name)
        : this.problemsOf(field.name, judge, trial).some(({ params }) => params.why === MISPLACED);
      box.hidden = hide;
      for (const control of box.querySelectorAll("input")) control.disabled = hide;
    }
  }

  /* As long as what every deal has is open, what depends on it cannot be told. */
  undecided(deal) {
    const { deal: fields } = this.description;
    return fields.some((each) => each.needed_when === true && each.choices && deal[each.name] === null);
  }

  canBeMisplaced(name) {
    return this.description.checks.some((one) => one.field === name && one.params?.why === MISPLACED);
  }

  /* "Nobody" can be chosen only where the deal may be without. */
  showNobody(deal, judge) {
    for (const label of this.form.querySelectorAll("[data-nobody]")) {
      const { field: name } = label.closest("[data-field]").dataset;
      const asked = this.problemsOf(name, judge, { ...deal, [name]: null });
      const open = label.closest("[data-when]") && this.undecided(deal);
      label.hidden = Boolean(open) || asked.some((problem) => problem.code === "required");
    }
  }

  showPickers() {
    for (const button of this.form.querySelectorAll("[data-owner]")) {
      const values = split(document.getElementById(button.dataset.owner).value);
      button.querySelector("[data-values]").textContent = values.join(" + ");
    }
  }

  showChosen() {
    const line = this.form.querySelector("[data-chosen]");
    if (!line) return;
    line.hidden = false;
    const names = line.dataset.chosen.split(" ");
    const labels = names.map((name) => this.label(name)).filter(Boolean);
    const text = line.querySelector("[data-chosen-text]");
    text.dataset.empty ??= text.textContent;
    text.textContent = labels.length === names.length ? labels.join(" – ") : text.dataset.empty;
    const query = names.map((name) => `${name}=${this.form.elements[`deal.${name}`].value}`).join("&");
    for (const cell of document.querySelectorAll("[data-choose-cell]")) {
      if (cell.dataset.chooseCell === query) cell.setAttribute("aria-current", "true");
      else cell.removeAttribute("aria-current");
    }
  }

  label(name) {
    const input = this.form.querySelector(`input[name="deal.${name}"]:checked`);
    return input?.value ? input.closest("label").textContent.trim() : "";
  }

  /* A closed question says what was answered to it. */
  showSaid() {
    for (const extra of this.form.querySelectorAll("[data-extra]")) {
      const said = extra.dataset.extra.split(" ").map((name) => this.answer(name)).filter(Boolean);
      extra.querySelector("[data-said]").textContent = said.join(", ");
      extra.classList.toggle("said", said.length > 0);
    }
  }

  answer(name) {
    const lists = [...this.form.querySelectorAll(`[data-field="${name}"] [data-owner]`)];
    if (!lists.length) return this.label(name);
    const values = lists.map((button) => button.querySelector("[data-values]").textContent);
    return values.filter(Boolean).join(" / ");
  }

  /* The check asks for this field: let it be seen. */
  ask(name) {
    const field = name && this.form.querySelector(`[data-field="${name}"]`);
    if (!field) return;
    const closed = field.closest("details:not([open])");
    if (closed) closed.open = true;
    const asked = field.closest("[data-when-asked], [data-by-board]");
    if (asked) asked.dataset.shown = "";
    if (closed || asked) field.scrollIntoView({ block: "nearest" });
  }

  clear() {
    for (const typed of this.form.querySelectorAll("[data-list]")) typed.value = "";
    for (const opened of this.form.querySelectorAll("details[data-extra]")) opened.open = false;
    for (const asked of this.form.querySelectorAll("[data-when-asked]")) delete asked.dataset.shown;
  }
}
