/* A deal whose bids were made in secret: nobody types them, so the check here does without them. */

export const withoutSecret = (description, name) => {
  if (!name) return description;
  return {
    ...description,
    deal: description.deal.map((field) =>
      field.name === name ? { ...field, nullable: true, needed_when: null } : field,
    ),
    checks: description.checks.filter((check) => check.field !== name),
    written: null,
  };
};
