import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useRef, useState } from 'react'
import { type VisitReason, visitReasons } from '#contract/calendar/visit-reason.ts'
import type { Offer } from '#contract/offer.ts'
import { reasonWords } from '#web/ui/appointment/reason-words.ts'
import type { Choice } from './use-choice.ts'

interface FinderProps {
  choice: Choice
  reason: VisitReason | undefined
  /** Called with undefined when the chosen reason is pressed again. */
  onReason: (reason: VisitReason | undefined) => void
}

/** Asks what the patient needs and whom they want to see. On a phone one line, which opens, so that the first screen
 *  has room for a treatment. */
export function Finder({ choice, reason, onReason }: FinderProps) {
  const { offer, isSettled, doctor, change } = choice
  const [isOpen, setOpen] = useState(false)
  const fields = useId()
  const line = useRef<HTMLButtonElement>(null)
  const reasons = visitReasons.filter((each) => offer?.treatments.some((one) => one.reasons.includes(each)))
  const doctors = offer?.doctors ?? []
  if (isSettled && reasons.length === 0 && doctors.length === 0) return null
  const chosen = [reason && reasonWords[reason], doctor ? doctor.name : 'Any dentist'].filter(Boolean).join(' · ')

  function choose(next: VisitReason) {
    onReason(next === reason ? undefined : next)
    // The fields are hidden then, with the focus; on a wide screen the line is.
    line.current?.focus()
    setOpen(false)
  }

  return (
    <section aria-label="Find a time">
      <button
        ref={line}
        type="button"
        aria-expanded={isOpen}
        aria-controls={fields}
        className="flex min-h-11 w-full items-center gap-2 rounded-field px-3 inset-ring inset-ring-edge md:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0 text-left font-medium">What do you need?</span>
        <span className="ml-auto min-w-0 shrink-[9999] truncate text-quiet text-sm">{chosen}</span>
        <ChevronDown size={20} aria-hidden="true" className={`shrink-0 text-quiet ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div
        id={fields}
        className={`flex-wrap items-center gap-x-6 gap-y-3 md:flex md:min-h-25 lg:min-h-11 ${isOpen ? 'flex pt-3' : 'max-md:hidden'}`}
      >
        {reasons.length > 0 && <Reasons {...{ reasons, reason }} onChoose={choose} />}
        {doctors.length > 0 && (
          <Dentists doctors={doctors} chosen={doctor?._id} onChoose={(id) => change('doctor', id)} />
        )}
      </div>
    </section>
  )
}

interface ReasonsProps {
  reasons: readonly VisitReason[]
  reason: VisitReason | undefined
  onChoose: (reason: VisitReason) => void
}

function Reasons({ reasons, reason, onChoose }: ReasonsProps) {
  const label = useId()
  return (
    // A fieldset can't be a row of its label and buttons.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" aria-labelledby={label} className="flex flex-wrap items-center gap-2">
      <p id={label} className="mr-1 font-medium max-md:sr-only">
        What do you need?
      </p>
      {reasons.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === reason}
          className="btn btn-line px-4 aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
          onClick={() => onChoose(each)}
        >
          {reasonWords[each]}
        </button>
      ))}
    </div>
  )
}

interface DentistsProps {
  doctors: Offer['doctors']
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

function Dentists({ doctors, chosen = '', onChoose }: DentistsProps) {
  return (
    <select
      aria-label="Dentist"
      className="select field w-auto min-w-0 max-md:w-full"
      value={chosen}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <option value="">Any dentist</option>
      {doctors.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  )
}
