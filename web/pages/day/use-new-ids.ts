import { useEffect, useState } from 'react'
import type { DeskDay } from '#contract/desk/day.ts'

const newMs = 10_000
const nothing: ReadonlySet<string> = new Set()

/** Returns the ids of the appointments that were added to the day while it is shown, for ten seconds each time. */
export function useNewIds(day: DeskDay | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ day: DeskDay; newIds: ReadonlySet<string> }>()
  if (day && seen?.day !== day) {
    const known = new Set(seen?.day.appointments.map(({ _id }) => _id))
    const isSameDay = seen?.day.date === day.date
    const added = isSameDay ? day.appointments.map(({ _id }) => _id).filter((id) => !known.has(id)) : []
    const kept = isSameDay ? seen.newIds : nothing
    setSeen({ day, newIds: added.length > 0 ? new Set([...kept, ...added]) : kept })
  }
  const newIds = seen?.newIds ?? nothing

  useEffect(() => {
    if (newIds.size === 0) return
    const timer = setTimeout(() => setSeen((before) => before && { ...before, newIds: nothing }), newMs)
    return () => clearTimeout(timer)
  }, [newIds])

  return newIds
}
