/** Treatments of one category, in the clinic's order; those without a category have an empty one. */
export type TreatmentGroup<Item> = { category: string; treatments: Item[] }

/** Groups treatments by category, in the clinic's order: a category stands where its first treatment does. Those
 *  without a category come first. */
export function groupByCategory<Item extends { category?: string | undefined }>(
  treatments: readonly Item[],
): TreatmentGroup<Item>[] {
  const groups = Map.groupBy(treatments, ({ category = '' }) => category)
  const listed = [...groups].map(([category, treatments]) => ({ category, treatments }))
  return listed.sort((a, b) => Number(a.category !== '') - Number(b.category !== ''))
}
