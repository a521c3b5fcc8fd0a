import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { followDrag } from '#web/ui/drag.ts'
import type { Column, Grid } from './columns.ts'

/** Where an appointment would move: a column's key, and the start in minutes after midnight. */
export type Ghost = { appointment: DeskAppointment; column: string; from: number }

interface GhostOptions {
  grid: Grid
  /** Minutes between two places. */
  step: number
  /** Called with the place on which an appointment was dropped. */
  onDrop: (ghost: Ghost) => void
}

/** A press that moves fewer pixels opens the appointment. */
const minDistance = 6
const arrows: Record<string, { minutes: number; columns: number }> = {
  ArrowUp: { minutes: -1, columns: 0 },
  ArrowDown: { minutes: 1, columns: 0 },
  ArrowLeft: { minutes: 0, columns: -1 },
  ArrowRight: { minutes: 0, columns: 1 },
}

/** Moves an appointment over the grid, by mouse or by Alt and the arrow keys, before anything is sent. Escape
 *  cancels. */
export function useGhost({ grid, step, onDrop }: GhostOptions) {
  const [ghost, setGhost] = useState<Ghost>()
  const clamp = (from: number) => Math.min(Math.max(from, grid.from), grid.until - step)

  function drop(at: Ghost, start: Ghost) {
    setGhost(undefined)
    if (at.column !== start.column || at.from !== start.from) onDrop(at)
  }

  function placeAt(body: Element, x: number, y: number, before: Ghost): Ghost {
    const boxes = [...body.querySelectorAll('[data-column]')].map((column) => column.getBoundingClientRect())
    const index = boxes.findIndex(({ left, right }) => left <= x && x < right)
    const [column, box] = [grid.columns[index], boxes[Math.max(index, 0)]]
    if (!box) return before
    const minutes = ((y - box.top) / box.height) * (grid.until - grid.from)
    const from = clamp(grid.from + Math.round(minutes / step) * step)
    return { ...before, from, ...(column && canHave(before, column) && { column: column.key }) }
  }

  function press(event: PointerEvent<HTMLElement>, start: Ghost) {
    const body = event.currentTarget.closest('[data-grid]')
    if (event.button !== 0 || event.pointerType === 'touch' || !body || !isMovable(start.appointment)) return
    const grip = event.clientY - event.currentTarget.getBoundingClientRect().top
    followDrag<Ghost>(event, {
      minDistance,
      move: ({ clientX, clientY }, before = start) => placeAt(body, clientX, clientY - grip, before),
      show: setGhost,
      drop: (at) => drop(at, start),
    })
  }

  /** Handles a key on an appointment. Returns whether it was one that moves it. */
  function pressKey(event: KeyboardEvent, start: Ghost): boolean {
    const current = ghost?.appointment._id === start.appointment._id ? ghost : undefined
    const arrow = event.altKey ? arrows[event.key] : undefined
    if (arrow && isMovable(start.appointment)) {
      const at = current ?? start
      const column = grid.columns[grid.columns.findIndex(({ key }) => key === at.column) + arrow.columns]
      const from = clamp(at.from + arrow.minutes * step)
      setGhost({ ...at, from, ...(column && canHave(at, column) && { column: column.key }) })
    } else if (current && event.key === 'Enter') drop(current, start)
    else if (current && event.key === 'Escape') setGhost(undefined)
    else return false
    event.preventDefault()
    return true
  }

  return { ghost, press, pressKey, cancel: () => setGhost(undefined) }
}

/** Only the column of an appointment may be one without a dentist. */
function canHave({ appointment }: Ghost, { key, doctorId }: Column) {
  return doctorId !== undefined || key === (appointment.doctorId ?? 'none')
}

function isMovable({ status }: DeskAppointment) {
  return status === 'booked' || status === 'arrived'
}
