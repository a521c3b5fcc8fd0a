import { useQueryClient } from '@tanstack/react-query'
import type { DeskAppointment, DeskDay, SettableStatus } from '#contract/desk/day.ts'
import { canFollow } from '#contract/desk/status.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { patchStatus } from '#web/api/desk/appointments.ts'
import { dayOf, refreshDesk } from '#web/api/desk/day.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { statusWords } from './status/words.ts'

export type Mark = (appointment: DeskAppointment, status: SettableStatus) => Promise<void>

/** Returns a function that puts a changed appointment into the cached day. */
export function useShowChanged(admin: string): (changed: DeskAppointment) => void {
  const client = useQueryClient()
  return (changed) => {
    const date = parseMediumDate(changed.date)
    const replace = (day: DeskDay) => ({
      ...day,
      appointments: day.appointments.map((each) => (each._id === changed._id ? changed : each)),
    })
    if (date) client.setQueryData(dayOf(admin, date).queryKey, (day) => day && replace(day))
  }
}

/** Returns a function that marks an appointment and says so in a toast, which can undo it. Never fails. */
export function useMarking(admin: string): Mark {
  const client = useQueryClient()
  const toast = useToast()
  const showChanged = useShowChanged(admin)

  return async function mark(appointment, status, isUndo = false): Promise<void> {
    const { _id: id, patientName, status: from } = appointment
    if (from === 'cancelled') return
    try {
      const changed = await mutate(client, () => patchStatus(admin, id, { status, from }))
      showChanged(changed)
      const before = canFollow(status, from) ? from : 'booked'
      const undo = { label: 'Undo', onPress: () => void mark(changed, before, true) }
      toast('success', `${patientName}: ${statusWords[status]}`, isUndo ? undefined : undo, id)
    } catch (error) {
      toast('error', `${patientName}: ${messageFor(error)}`, undefined, id)
      await refreshDesk(client, admin)
    }
  } satisfies (appointment: DeskAppointment, status: SettableStatus, isUndo?: boolean) => Promise<void>
}
