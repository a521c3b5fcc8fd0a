import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import { fieldsWith, patientFields } from '#contract/patient/fields.ts'
import {
  type MergeField,
  type MergePreview,
  type MergeRequest,
  type MergeSide,
  mergeFields,
  type Overlap,
} from '#contract/patient/merge.ts'
import { pages } from '#contract/site/pages.ts'
import { postMerge, refreshPatients } from '#web/api/desk/patients.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { clinicDayInText, timesInText } from '#web/dates.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { contactNames } from '#web/ui/patient/contact-names.ts'

type SideName = 'kept' | 'former'

/** Chooses which value stays of each field, and merges. */
export function MergeForm({ admin, preview }: { admin: string; preview: MergePreview }) {
  const { kept, former, overlaps } = preview
  const [choices, setChoices] = useState(() => firstChoices(preview))
  const [done, setDone] = useState<Overlap[]>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const record = generatePath(pages.patient, { id: kept._id })
  const { run, isBusy, problem } = useChange(
    () => {
      const values = Object.fromEntries(mergeFields.map((field) => [field, preview[choices[field]][field]]))
      return postMerge(admin, kept._id, { former: former._id, values: values as MergeRequest['values'] })
    },
    {
      done: (found) => (found.length > 0 ? undefined : 'The two records are one now'),
      onDone: (found) => {
        if (found.length > 0) setDone(found)
        else void navigate(record, { replace: true })
      },
      refresh: () => refreshPatients(client),
    },
  )
  if (done) return <Merged overlaps={done} record={record} />

  return (
    <div className="mt-4 grid max-w-4xl gap-6">
      <p className="max-w-text">
        Both records become one. Choose what stays where they differ. Appointments, payments, phone numbers, notes and
        accounts of both stay. Within 30 days you can separate them again, as long as nothing new was added.
      </p>
      <div className="rounded-box border border-base-300 bg-card p-4 sm:p-8">
        <div className="grid grid-cols-2 gap-x-3 border-edge border-b pb-3 sm:grid-cols-[9rem_1fr_1fr] sm:gap-x-6">
          <span className="max-sm:hidden" />
          <Heading title="This record" side={kept} />
          <Heading title="The other record" side={former} />
        </div>
        {mergeFields.map((field) => (
          <Choice
            key={field}
            {...{ field, preview }}
            value={choices[field]}
            onChoose={(side) => setChoices({ ...choices, [field]: side })}
          />
        ))}
        {fieldsWith('merge', ['both']).map((field) => (
          <Both
            key={field}
            label={patientFields[field].label}
            preview={preview}
            show={(side) => [side[field]].flat().join(', ')}
          />
        ))}
        <Both label="Appointments" preview={preview} show={appointmentsOf} />
        <Both label="Payments" preview={preview} show={({ payments }) => String(payments)} />
        <Both label="Own account" preview={preview} show={({ account }) => account ?? 'None'} />
      </div>
      {overlaps.length > 0 && (
        <Overlaps title="At the same time, or the same treatment on one day" overlaps={overlaps} />
      )}
      <Problem className="">{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <BusyButton busy={isBusy} className="btn btn-action" onClick={() => void run()}>
          Merge the records
        </BusyButton>
        <Link to={record} className="btn btn-line">
          Cancel
        </Link>
      </div>
    </div>
  )
}

/** The kept record's values, or the other's where it has none. The email of an own account stays. */
function firstChoices({ kept, former }: MergePreview): Record<MergeField, SideName> {
  const isOther = (field: MergeField) =>
    field === 'contact'
      ? kept.contact !== 'none' && former.contact === 'none'
      : field === 'email' && (kept.account ?? former.account) !== undefined
        ? kept.account === undefined
        : kept[field] === '' && former[field] !== ''
  return Object.fromEntries(mergeFields.map((field) => [field, isOther(field) ? 'former' : 'kept'])) as Record<
    MergeField,
    SideName
  >
}

function Heading({ title, side: { name, createdAt } }: { title: string; side: MergeSide }) {
  return (
    <div className="min-w-0">
      <h2 className="text-lg">{title}</h2>
      <p className="wrap-anywhere text-quiet text-sm">
        {name}, since {clinicDayInText(createdAt)}
      </p>
    </div>
  )
}

const row =
  'grid grid-cols-2 gap-x-3 gap-y-1 border-base-300 border-b py-3 last:border-b-0 sm:grid-cols-[9rem_1fr_1fr] sm:gap-x-6'

interface ChoiceProps {
  field: MergeField
  preview: MergePreview
  value: SideName
  onChoose: (side: SideName) => void
}

/** A field of both records. Where they differ, one value is chosen. */
function Choice({ field, preview, value, onChoose }: ChoiceProps) {
  const name = useId()
  const isSame = preview.kept[field] === preview.former[field]
  const hasAccount = preview.kept.account !== undefined || preview.former.account !== undefined
  const hasNone = [preview.kept.contact, preview.former.contact].includes('none')
  const sides = ['kept', 'former'] as const
  return (
    <fieldset className={row}>
      <legend className="contents">
        <span className="text-quiet max-sm:col-span-2">{patientFields[field].label}</span>
      </legend>
      {sides.map((side) => {
        const text = toText(field, preview[side])
        if (isSame) return <Value key={side}>{text}</Value>
        const isImpossible =
          (field === 'email' && hasAccount && preview[side].account === undefined) ||
          // Whoever wants to hear nothing in one record hears nothing.
          (field === 'contact' && hasNone && preview[side].contact !== 'none')
        return (
          <label key={side} className="flex items-start gap-2 py-1 has-disabled:text-quiet">
            <input
              type="radio"
              name={name}
              className="radio shrink-0"
              checked={value === side}
              disabled={isImpossible}
              onChange={() => onChoose(side)}
            />
            <Value>{text}</Value>
          </label>
        )
      })}
    </fieldset>
  )
}

interface BothProps {
  label: string
  preview: MergePreview
  show: (side: MergeSide) => string
}

/** What stays of both records. */
function Both({ label, preview: { kept, former }, show }: BothProps) {
  return (
    <div className={row}>
      <p className="text-quiet max-sm:col-span-2">
        {label} <span className="text-sm">(both stay)</span>
      </p>
      <Value>{show(kept)}</Value>
      <Value>{show(former)}</Value>
    </div>
  )
}

function Value({ children }: { children: ReactNode }) {
  return (
    <span className="wrap-anywhere min-w-0 whitespace-pre-line">
      {children || <span className="text-quiet">Not known</span>}
    </span>
  )
}

function toText(field: MergeField, side: MergeSide): string {
  if (field === 'contact') return contactNames[side.contact]
  return field === 'birthDate' && side.birthDate !== '' ? showBirthDate(side.birthDate) : side[field]
}

const appointmentsOf = ({ appointments, upcoming }: MergeSide) =>
  upcoming === 0 ? String(appointments) : `${appointments}, ${upcoming} upcoming`

/** Names the appointments that stay although they are at one time. */
function Overlaps({ title, overlaps }: { title: string; overlaps: Overlap[] }) {
  return (
    <section aria-label={title} className="rounded-box border border-edge p-5">
      <p className="font-bold">{title}</p>
      <p className="mt-1 text-quiet">Both appointments stay. Move or cancel one at the desk if it is not needed.</p>
      <ul className="mt-2 list-disc pl-5">
        {overlaps.map(({ first, second }) => (
          <li key={`${first} ${second}`} className="wrap-anywhere">
            {timesInText(`${first} and ${second}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Merged({ overlaps, record }: { overlaps: Overlap[]; record: string }) {
  return (
    <div className="mt-4 grid max-w-3xl gap-6">
      <p role="status" className="font-bold">
        The two records are one now.
      </p>
      <Overlaps title="Look at these appointments" overlaps={overlaps} />
      <Link to={record} replace className="btn btn-action w-fit">
        Open the record
      </Link>
    </div>
  )
}
