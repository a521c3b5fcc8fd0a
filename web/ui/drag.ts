import type { PointerEvent } from 'react'

interface DragOptions<At> {
  /** A press that moves fewer pixels is no drag. */
  minDistance: number
  /** Returns where the drag is, from where the pointer is and where the drag was before. */
  move: (to: { clientX: number; clientY: number }, before: At | undefined) => At
  /** Shows where the drag is; undefined once it is over. */
  show: (at: At | undefined) => void
  drop: (at: At) => void
}

/** Follows a press until it is released. Escape leaves the drag. An element that is dragged by touch needs
 *  `touch-action: none`. */
export function followDrag<At>(press: PointerEvent, { minDistance, move, show, drop }: DragOptions<At>): void {
  const controller = new AbortController()
  const { signal } = controller
  let at: At | undefined
  const stop = () => {
    controller.abort()
    show(undefined)
  }
  const { clientX, clientY } = press
  const follow = (to: globalThis.PointerEvent) => {
    if (at === undefined && Math.hypot(to.clientX - clientX, to.clientY - clientY) < minDistance) return
    at = move(to, at)
    show(at)
  }
  const release = () => {
    stop()
    if (at === undefined) return
    ignoreNextClick()
    drop(at)
  }
  const leave = () => {
    stop()
    // The button is still pressed.
    if (at !== undefined) window.addEventListener('pointerup', ignoreNextClick, { once: true })
  }
  window.addEventListener('pointermove', follow, { signal })
  window.addEventListener('pointerup', release, { signal })
  window.addEventListener('pointercancel', stop, { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal })
}

/** The click that follows a drag must not open anything. */
function ignoreNextClick() {
  const ignore = (event: Event) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}
