import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { followDrag } from '#web/ui/drag.ts'
import { placeAt } from './in-order.ts'

/** The row that is dragged, and its place if it is dropped now, both counted from 0. */
export type RowDrag = { from: number; to: number }

/** A press that moves fewer pixels is no drag. */
const minDistance = 6
/** A drag towards an edge of the window scrolls it by `step` in each frame while it is nearer than this, in pixels. */
const edge = 72
const step = 10

/** Drags rows of a table to another place. */
export function useRowDrag(onDrop: (drag: RowDrag) => void) {
  const [drag, setDrag] = useState<RowDrag>()
  const stopScroll = useRef<() => void>(undefined)
  useEffect(() => () => stopScroll.current?.(), [])

  function press(event: PointerEvent<HTMLElement>, from: number) {
    const rows = event.currentTarget.closest('tbody')?.children
    if (event.button !== 0 || !rows) return
    let y = event.clientY
    // Read anew each time, because the page scrolls.
    const find = (): RowDrag => ({ from, to: placeAt(y, [...rows].map(middleOf), from) })
    followDrag<RowDrag>(event, {
      minDistance,
      move: ({ clientY }) => {
        y = clientY
        stopScroll.current ??= scrollNearEdge(
          () => ({ y, start: event.clientY }),
          () => setDrag(find()),
        )
        return find()
      },
      show: (at) => {
        if (!at) {
          stopScroll.current?.()
          stopScroll.current = undefined
        }
        setDrag(at)
      },
      drop: () => {
        const at = find()
        if (at.to !== from) onDrop(at)
      },
    })
  }

  return { drag, press }
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

/** Scrolls the page while the pointer is near an edge of the window, and nearer than at the start. Returns a function
 *  that ends it. */
function scrollNearEdge(at: () => { y: number; start: number }, onScroll: () => void): () => void {
  let frame = requestAnimationFrame(function scroll() {
    const by = directionOf(at()) * step
    if (by !== 0) {
      window.scrollBy({ top: by, behavior: 'instant' })
      onScroll()
    }
    frame = requestAnimationFrame(scroll)
  })
  return () => cancelAnimationFrame(frame)
}

function directionOf({ y, start }: { y: number; start: number }): -1 | 0 | 1 {
  if (y < Math.min(edge, start)) return -1
  return y > Math.max(window.innerHeight - edge, start) ? 1 : 0
}
