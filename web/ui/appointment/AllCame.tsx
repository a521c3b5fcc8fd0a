import { useQueryClient } from '@tanstack/react-query'
import type { SettableStatus } from '#contract/desk/day.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { postMarks } from '#web/api/desk/unmarked.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'

type Unmarked = { _id: string; patientName: string; status: SettableStatus }

interface AllCameProps {
  staff: string
  /** Those that are over and not marked. */
  appointments: readonly Unmarked[]
  className: string
}

/** A button that marks appointments as done. Its toast can undo it. */
export function AllCame({ staff, appointments, className }: AllCameProps) {
  const client = useQueryClient()
  const toast = useToast()
  const undo = useChange(
    async (marked: readonly Unmarked[]) => {
      for (const [status, group] of Map.groupBy(marked, (each) => each.status))
        await postMarks(staff, status, toMarks(group, 'done'))
    },
    { failsInToast: true, refresh: () => refreshDesk(client, staff) },
  )
  const mark = useChange(
    async (all: readonly Unmarked[]) => {
      const groups = [...Map.groupBy(all, (each) => each.status)]
      const marks = groups.flatMap(([from, group]) => toMarks(group, from))
      return postMarks(staff, 'done', marks)
    },
    {
      failsInToast: true,
      refresh: () => refreshDesk(client, staff),
      onDone: (results, all) => {
        const done = all.filter(({ _id }) => results.some((result) => result._id === _id && result.done))
        if (done.length > 0)
          toast('success', `${counted(done.length)} marked as done`, {
            label: 'Undo',
            onPress: () => void undo.run(done),
          })
        for (const { _id, problem } of results.filter((result) => !result.done)) {
          const name = all.find((each) => each._id === _id)?.patientName
          toast('error', `${name}: ${problem}`, undefined, _id)
        }
      },
    },
  )
  if (appointments.length === 0) return null
  return (
    <BusyButton busy={mark.isBusy} className={className} onClick={() => void mark.run(appointments)}>
      All came
    </BusyButton>
  )
}

const toMarks = (appointments: readonly Unmarked[], from: SettableStatus) =>
  appointments.map(({ _id }) => ({ _id, from }))

const counted = (count: number) => (count === 1 ? '1 appointment' : `${formatCount(count)} appointments`)
