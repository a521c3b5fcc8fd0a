/** Treatments of one category, in the clinic's order; those without a category have an empty one. */
export type TreatmentGroup<Item> = { category: string; treatments: Item[] }

/** Groups treatments by category, in the clinic's order: a category stands where its first treatment does. Those
 *  without a category come first. */
export function groupByCategory<Item extends { category?: string | undefined }>(
  treatments: readonly Item[],
): TreatmentGroup<Item>[] {
  // A set keeps the order in which its values were added.
  const categories = new Set(['', ...treatments.map(({ category = '' }) => category)])
  return [...categories]
    .map((name) => ({ category: name, treatments: treatments.filter(({ category = '' }) => category === name) }))
    .filter(({ treatments }) => treatments.length > 0)
}
