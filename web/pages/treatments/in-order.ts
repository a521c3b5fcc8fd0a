/** Returns the list with the item at `from` moved to `to`, both counted from 0. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Returns the items in the order of `ids`. Those that it does not name come last, as they were. */
export function inOrder<Item extends { _id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ _id }: Item) => places.get(_id) ?? ids.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns where a row goes that is held at the height `y`, counted from 0 in the list afterwards. `middles` are the
 *  heights of the rows' middles, and `from` is the row that moves. */
export function placeAt(y: number, middles: readonly number[], from: number): number {
  return middles.filter((middle, row) => row !== from && middle < y).length
}
