import { type KeyboardEvent, useState } from 'react'

/** What can be chosen from the list of a combobox. */
interface Options {
  count: number
  /** Whether the list belongs to what is typed. Enter waits until it does. */
  isSettled: boolean
  choose: (index: number) => void
}

/** The state of a combobox, whose list may stay open. The arrows move, Enter chooses, Escape closes the list, as in the
 *  ARIA Authoring Practices. */
export function useCombobox({ staysOpen = false } = {}) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(staysOpen)
  const [at, setAt] = useState(0)
  const activeOf = (count: number) => Math.min(at, Math.max(0, count - 1))

  function pressKey(event: KeyboardEvent, { count, isSettled, choose }: Options) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen && count > 0) setAt((activeOf(count) + step + count) % count)
      setOpen(true)
    } else if (event.key === 'Enter') {
      // Never submits the form, because nothing is chosen yet.
      event.preventDefault()
      if (!isOpen) setOpen(true)
      else if (isSettled) choose(activeOf(count))
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return {
    ...{ typed, isOpen, activeOf, pressKey },
    type: (text: string) => {
      setTyped(text)
      setAt(0)
      setOpen(staysOpen || text.trim() !== '')
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
  }
}
