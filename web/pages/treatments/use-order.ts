import { useRef, useState } from 'react'
import type { CalendarTreatment } from '#contract/calendar/calendar.ts'
import { inOrder, moved } from './in-order.ts'

/** Orders the treatments in use. A new order shows at once. `save` runs once at a time, and of several orders meanwhile
 *  the last is saved; if it resolves to false, the former order shows again. `announced` says the last move. */
export function useOrder(inUse: readonly CalendarTreatment[], save: (ids: string[]) => Promise<boolean>) {
  const [ids, setIds] = useState<string[]>()
  const [announced, announce] = useState('')
  const wanted = useRef<string[]>(undefined)

  async function saveWanted(): Promise<boolean> {
    for (let saved: string[] | undefined; wanted.current && wanted.current !== saved; ) {
      saved = wanted.current
      if (!(await save(saved))) return false
    }
    return true
  }

  async function place({ _id, name }: CalendarTreatment, to: number) {
    const isSaving = wanted.current !== undefined
    const now = wanted.current ?? inUse.map((treatment) => treatment._id)
    wanted.current = moved(now, now.indexOf(_id), to)
    setIds(wanted.current)
    announce(`${name} is now number ${to + 1} of ${now.length}`)
    if (isSaving) return
    if (!(await saveWanted())) announce('')
    wanted.current = undefined
    setIds(undefined)
  }

  return { ordered: ids ? inOrder(inUse, ids) : inUse, place, announced }
}
