import type { LikelyDuplicate, Sameness } from '#contract/patient/record.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'

/** What two patients have in common, in words. */
export const sameNames: Record<Sameness, string> = {
  email: 'same email',
  phone: 'same name and phone',
  'birth-date': 'same name and birth date',
}

interface DuplicateChoiceProps {
  duplicates: LikelyDuplicate[]
  onUse: (patient: LikelyDuplicate) => void
  onAddAnyway: () => void
}

/** Patients who are probably the same person as a new one: one of them is used, or the new one is added anyway. */
export function DuplicateChoice({ duplicates, onUse, onAddAnyway }: DuplicateChoiceProps) {
  return (
    <div className="mt-2 text-base">
      <ul aria-label="Probably the same person" className="grid gap-2">
        {duplicates.map((one) => (
          <li
            key={one._id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-base-300 bg-card p-4"
          >
            <div className="wrap-anywhere min-w-0 flex-1 basis-48">
              <p className="font-medium">{one.name}</p>
              <p className="text-quiet text-sm">
                {[one.died && 'Died', one.birthDate && `Born ${showBirthDate(one.birthDate)}`, one.phone, one.email]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className="text-quiet text-sm">
                {one.next
                  ? `Next: ${dateInText(one.next.date)}, ${periodInText(one.next.slot)}`
                  : 'No upcoming appointment'}
              </p>
              <p className="font-medium text-sm">{one.same.map((each) => sameNames[each]).join(', ')}</p>
            </div>
            {!one.died && (
              <button type="button" className="btn btn-line" onClick={() => onUse(one)}>
                Use this one<span className="sr-only"> {one.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn-ghost mt-2 font-normal" onClick={onAddAnyway}>
        Add anyway
      </button>
    </div>
  )
}
