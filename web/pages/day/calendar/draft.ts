import { type PointerEvent, useState } from 'react'
import { followDrag } from '#web/ui/drag.ts'
import type { Grid } from './columns.ts'

/** A part of a column that is being drawn, in minutes after midnight. */
export type Draft = { column: string; from: number; until: number }

interface DraftOptions {
  grid: Grid
  /** Minutes between two edges. */
  step: number
  /** Called with the part that was drawn, in the column of a dentist or of nobody. */
  onDraw: ((part: { doctorId?: string; from: number; until: number }) => void) | undefined
}

/** A press that moves fewer pixels is none. */
const minDistance = 8

/** Draws a part of a column by mouse. Escape leaves it. */
export function useDraft({ grid: { columns, from: start, until: end }, step, onDraw }: DraftOptions) {
  const [draft, setDraft] = useState<Draft>()

  function press(event: PointerEvent<HTMLElement>, column: string) {
    if (event.button !== 0 || event.pointerType === 'touch') return
    if (event.target instanceof Element && event.target.closest('button')) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const first = event.clientY
    const minutesAt = (y: number) => start + ((y - top) / height) * (end - start)
    const move = ({ clientY }: { clientY: number }) => {
      const [upper, lower] = [Math.min(first, clientY), Math.max(first, clientY)]
      const from = Math.max(start, Math.floor(minutesAt(upper) / step) * step)
      return { column, from, until: Math.min(end, Math.max(from + step, Math.ceil(minutesAt(lower) / step) * step)) }
    }
    followDrag<Draft>(event, {
      minDistance,
      move,
      show: setDraft,
      drop: ({ from, until }) => {
        const { doctorId } = columns.find(({ key }) => key === column) ?? {}
        onDraw?.({ from, until, ...(doctorId && { doctorId }) })
      },
    })
  }

  return { draft, press }
}
