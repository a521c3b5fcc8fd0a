import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CalendarTreatment } from '#contract/calendar/calendar.ts'

import { calendarOf } from '#web/api/calendar.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { RulesHeading } from '#web/ui/calendar/RulesHeading.tsx'
import { type ChangeRules, useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { treatmentsWithoutChair } from '#web/ui/calendar/without-chair.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { handleHint, TreatmentsTable } from './TreatmentsTable.tsx'
import { useOrder } from './use-order.ts'

const useForm = loadWhenIdle(() => import('./TreatmentDialog.tsx'))

export default function TreatmentsPage() {
  const { email: admin } = usePerson()
  const mayChange = useMay('change-calendar')
  const heading = useRef<HTMLHeadingElement>(null)
  const calendar = useQuery(calendarOf(admin))
  const { change, dialog } = useRuleChange()
  const [edited, setEdited] = useState<CalendarTreatment | 'new'>()
  const form = useForm(edited !== undefined)
  const all = calendar.data?.treatments ?? []
  const inUse = all.filter(({ retired }) => !retired)
  const retired = all.filter((treatment) => treatment.retired)
  const withoutChair = new Set(calendar.data && treatmentsWithoutChair(calendar.data).map(({ _id }) => _id))

  const { saveOrder, retire, restore } = useRowChanges(change, () => heading.current?.focus())
  const { ordered, place, announced } = useOrder(inUse, saveOrder)

  return (
    <>
      <RulesHeading
        ref={heading}
        title="Treatments"
        count={calendar.data && inUse.length}
        add="Add a treatment"
        onAdd={mayChange ? () => setEdited('new') : undefined}
      />
      <p className="mt-2 max-w-text text-quiet">
        Patients see them in this order, those of a category together. A new price is for new bookings only.{' '}
        {mayChange && (calendar.isPending || inUse.length > 1) && (
          <span id={handleHint}>To move one, drag its handle or press the arrow keys on it.</span>
        )}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div className="mt-6">
        {calendar.isPending && <TableSkeleton label="Loading the treatments" rows={6} lines={3} button />}
        <LoadError what="The treatments" query={calendar} />
        {calendar.data && inUse.length === 0 && (
          <EmptyCard
            title="No treatments"
            text={mayChange ? 'Add the first one, so that patients can book it.' : 'Patients can’t book yet.'}
          />
        )}
        {inUse.length > 0 && (
          <TreatmentsTable
            treatments={ordered}
            withoutChair={withoutChair}
            changes={
              mayChange
                ? { onPlace: (one, to) => void place(one, to), onEdit: setEdited, onRetire: (one) => void retire(one) }
                : undefined
            }
          />
        )}
      </div>
      {retired.length > 0 && (
        <RetiredTreatments treatments={retired} onRestore={mayChange ? (one) => void restore(one) : undefined} />
      )}
      {edited && form && calendar.data && (
        <form.TreatmentDialog
          calendar={calendar.data}
          treatment={edited === 'new' ? undefined : edited}
          onSave={(input, name) =>
            change(input, { question: `Save ${name}?`, action: 'Save', done: `${name} is saved` })
          }
          onClose={() => setEdited(undefined)}
        />
      )}
      {dialog}
    </>
  )
}

/** Returns the changes of one treatment by its buttons. */
function useRowChanges(change: ChangeRules, focusHeading: () => void) {
  const ordering = useChange(
    async (treatmentIds: string[]) => {
      const wording = { question: 'Change the order?', action: 'Change', done: 'The order is saved' }
      if (!(await change({ kind: 'order-treatments', treatmentIds }, wording))) throw new DOMException('', 'AbortError')
    },
    { failsInToast: true },
  )
  const { run: changeRow } = useChange(change, { failsInToast: true, onEnd: focusHeading })
  const retire = ({ _id, name }: CalendarTreatment) =>
    changeRow(
      { kind: 'retire-treatment', treatmentId: _id },
      {
        question: `Retire ${name}?`,
        action: 'Retire',
        done: `${name} can no longer be booked`,
        warning: 'Patients can no longer book it. Booked appointments stay, and you can offer it again.',
      },
    )
  const restore = ({ _id, name }: CalendarTreatment) =>
    changeRow(
      { kind: 'restore-treatment', treatmentId: _id },
      { question: `Offer ${name} again?`, action: 'Offer again', done: `${name} can be booked again` },
    )

  return { saveOrder: ordering.run, retire, restore }
}

interface RetiredTreatmentsProps {
  treatments: CalendarTreatment[]
  /** Undefined for those who only read. */
  onRestore: ((treatment: CalendarTreatment) => void) | undefined
}

function RetiredTreatments({ treatments, onRestore }: RetiredTreatmentsProps) {
  return (
    <section className="mt-12">
      <h2 className="text-lg">Retired</h2>
      <ul className="mt-3 grid gap-2">
        {treatments.map((treatment) => (
          <li
            key={treatment._id}
            className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-b pb-2"
          >
            <span className="wrap-anywhere">{treatment.name}</span>
            {onRestore && (
              <button type="button" className="btn btn-line" onClick={() => onRestore(treatment)}>
                Offer again<span className="sr-only"> {treatment.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
