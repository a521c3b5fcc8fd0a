import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { generatePath, Link } from 'react-router'
import { formatCount } from '#contract/kit/text/count.ts'
import { isIsoDate } from '#contract/kit/time/clinic-date.ts'
import type { ComingOfAge as Row } from '#contract/patient/coming-of-age.ts'
import { pages } from '#contract/site/pages.ts'
import { comingOfAgeOf } from '#web/api/attention.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { dayInText } from '#web/dates.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'

/** The patients who come of age around today, whom the desk asks for an email or phone number of their own. Nothing
 *  without any. */
export function ComingOfAge({ staff }: { staff: string }) {
  const heading = useId()
  const { data } = useQuery(comingOfAgeOf(staff))
  const today = useClinicToday()
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby={heading} className="mb-6 rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 id={heading} className="text-xl">
        Come of age soon: {formatCount(data.length)}
      </h2>
      <p className="mt-2 max-w-text text-quiet">
        From that day on their family can book for them and sees nothing until they agree in an account of their own.
        Ask them for an email and a phone number of their own.
      </p>
      <ul className="mt-4 grid">
        {data.map((row) => (
          <PatientRow key={row._id} row={row} today={today} />
        ))}
      </ul>
    </section>
  )
}

function PatientRow({ row: { _id: id, name, birthDate, adultOn, guardians }, today }: { row: Row; today: string }) {
  return (
    <li className="wrap-anywhere border-base-300 border-t py-3">
      <Link to={generatePath(pages.patient, { id })} className="text-link inline-block py-1 font-medium">
        {name}
      </Link>
      <p className="text-sm">
        Born {showBirthDate(birthDate)}. {adultOn <= today ? 'Of age since' : 'Comes of age on'}{' '}
        {isIsoDate(adultOn) && dayInText(adultOn)}.
      </p>
      <p className="text-quiet text-sm">
        {guardians.length === 1 ? 'Account that acts for them: ' : 'Accounts that act for them: '}
        {guardians.join(', ')}
      </p>
    </li>
  )
}
