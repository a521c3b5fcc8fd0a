import { clinic } from '#web/clinic.ts'

/** The opening hours, and below them the next days with other hours. The server removes an element with `data-if` from
 *  the built page if the clinic has no such data. */
export function OpeningHours() {
  return (
    <>
      <span className="whitespace-pre-line">{clinic.hoursInWords}</span>
      {clinic.specialDaysInWords && (
        <span data-if="specialDaysInWords" className="mt-1 block whitespace-pre-line font-medium text-base-content">
          {clinic.specialDaysInWords}
        </span>
      )}
    </>
  )
}
