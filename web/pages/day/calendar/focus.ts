import type { KeyboardEvent } from 'react'
import type { Block, Column } from './columns.ts'

const attribute = 'data-appointment'

/** Focuses the visible element of an appointment; it may be in the grid and in the list. */
export function focusAppointment(id: string): void {
  const all = document.querySelectorAll<HTMLElement>(`[${attribute}="${CSS.escape(id)}"]`)
  ;[...all].find((element) => element.checkVisibility())?.focus()
}

/** Moves the focus by an arrow key: up and down in a column, left and right to the appointment nearest in time in the next column that
 *  has one. */
export function moveFocus(event: KeyboardEvent, columns: readonly Column[], at: { column: string; id: string }): void {
  const index = columns.findIndex(({ key }) => key === at.column)
  const blocks = columns[index]?.blocks ?? []
  const own = blocks.findIndex(({ appointment }) => appointment._id === at.id)
  const from = blocks[own]?.from ?? 0
  const nearest = (candidates: readonly Column[]) =>
    candidates
      .find((column) => column.blocks.length > 0)
      ?.blocks.toSorted((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))[0]
  const ways: Record<string, () => Block | undefined> = {
    ArrowUp: () => blocks[own - 1],
    ArrowDown: () => blocks[own + 1],
    ArrowLeft: () => nearest(columns.slice(0, Math.max(index, 0)).toReversed()),
    ArrowRight: () => nearest(columns.slice(index + 1)),
  }
  const next = ways[event.key]?.()
  if (!next) return
  event.preventDefault()
  focusAppointment(next.appointment._id)
}
