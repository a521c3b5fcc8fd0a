import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { RulesHeading } from '#web/ui/calendar/RulesHeading.tsx'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { treatmentsWithoutChair } from '#web/ui/calendar/without-chair.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'

type Chair = Calendar['chairs'][number]

const useForm = loadWhenIdle(() => import('./ChairDialog.tsx'))

export default function ChairsPage() {
  const { email: admin } = usePerson()
  const mayChange = useMay('change-calendar')
  const heading = useRef<HTMLHeadingElement>(null)
  const calendar = useQuery(calendarOf(admin))
  const { change, dialog } = useRuleChange()
  const [edited, setEdited] = useState<Chair | 'new'>()
  const form = useForm(edited !== undefined)
  const chairs = calendar.data?.chairs ?? []
  const inUse = chairs.filter(({ retired }) => !retired)

  const retiring = useChange(
    ({ _id, name, retired }: Chair) => {
      const restored = { question: `Use ${name} again?`, action: 'Use again', done: `${name} is in use again` }
      const warning = 'Its appointments go to other chairs where one is free.'
      const stopped = {
        question: `Take ${name} out of use?`,
        action: 'Take out of use',
        done: `${name} is out of use`,
        warning,
      }
      return change({ kind: retired ? 'restore-chair' : 'retire-chair', chairId: _id }, retired ? restored : stopped)
    },
    { failsInToast: true, onEnd: () => heading.current?.focus() },
  )

  return (
    <>
      <RulesHeading
        ref={heading}
        title="Chairs"
        count={calendar.data && inUse.length}
        add="Add a chair"
        onAdd={mayChange ? () => setEdited('new') : undefined}
      />
      <p className="mt-2 max-w-text text-quiet">
        At any time the clinic treats at most as many patients as it has chairs. Without any, chairs are not a limit.
      </p>
      {calendar.data && <WithoutChair treatments={treatmentsWithoutChair(calendar.data)} />}
      <div className="mt-6 max-w-xl">
        {calendar.isPending && <TableSkeleton label="Loading the chairs" rows={3} lines={1} button />}
        <LoadError what="The chairs" query={calendar} />
        {calendar.data && chairs.length === 0 && (
          <EmptyCard
            title="No chairs"
            text={`Chairs don’t limit appointments.${mayChange ? ' Add chairs if the clinic has fewer of them than dentists.' : ''}`}
          />
        )}
        <ul className="grid">
          {chairs.map((chair) => (
            <li key={chair._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b py-3">
              <span className="wrap-anywhere min-w-0 flex-1 basis-40 font-medium">
                {chair.name}
                <span className="block font-normal text-quiet text-sm">
                  {suitedInWords(chair, calendar.data?.treatments ?? [])}
                </span>
                {chair.retired && <span className="block font-normal text-quiet text-sm">Out of use</span>}
              </span>
              {mayChange && (
                <span className="flex flex-wrap gap-2">
                  <button type="button" className="btn btn-line px-3" onClick={() => setEdited(chair)}>
                    Edit<span className="sr-only"> {chair.name}</span>
                  </button>
                  <button type="button" className="btn btn-line px-3" onClick={() => void retiring.run(chair)}>
                    {chair.retired ? 'Use again' : 'Take out of use'}
                    <span className="sr-only"> {chair.name}</span>
                  </button>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {edited && form && calendar.data && (
        <form.ChairDialog
          chair={edited === 'new' ? undefined : edited}
          treatments={calendar.data.treatments}
          change={change}
          onClose={() => setEdited(undefined)}
        />
      )}
      {dialog}
    </>
  )
}

/** Says which treatments can't be booked. */
function WithoutChair({ treatments }: { treatments: Calendar['treatments'] }) {
  if (treatments.length === 0) return null
  return (
    <p className="mt-4 max-w-text rounded-field bg-error/10 p-4" role="status">
      No chair in use is for <b>{list.format(treatments.map(({ name }) => name))}</b>, so nobody can book{' '}
      {treatments.length === 1 ? 'it' : 'them'}.
    </p>
  )
}

const list = new Intl.ListFormat('en-US')

function suitedInWords({ treatmentIds }: Chair, treatments: Calendar['treatments']): string {
  if (treatmentIds.length === 0) return 'For all treatments'
  return `For ${list.format(treatments.filter(({ _id }) => treatmentIds.includes(_id)).map(({ name }) => name))}`
}
