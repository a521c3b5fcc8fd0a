import type { CalendarDoctor, CalendarTreatment } from '#contract/calendar/calendar.ts'
import { WeekInWords } from '#web/ui/calendar/WeekInWords.tsx'
import { ThisWeek } from './ThisWeek.tsx'

interface DoctorToReadProps {
  doctor: CalendarDoctor
  treatments: readonly CalendarTreatment[]
}

/** What a doctor does and when, for staff who don't change it. */
export function DoctorToRead({
  doctor: { treatmentIds, specialty, week, weekB, languages, sentence },
  treatments,
}: DoctorToReadProps) {
  const performed = treatments.filter(({ _id }) => treatmentIds.includes(_id))
  return (
    <section className="grid gap-6 rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <div>
        <h2 className="text-xl">Treatments</h2>
        <ul className="mt-3 grid gap-1 sm:grid-cols-2">
          {performed.map(({ _id, name }) => (
            <li key={_id} className="wrap-anywhere">
              {name}
              {name === specialty && <span className="text-quiet text-sm"> · specialty</span>}
            </li>
          ))}
        </ul>
      </div>
      {(languages || sentence) && (
        <div>
          <h2 className="text-xl">For patients</h2>
          <p className="wrap-anywhere mt-3">{sentence}</p>
          <p className="wrap-anywhere">{languages && `Speaks ${languages}`}</p>
        </div>
      )}
      <div>
        <h2 className="text-xl">Hours</h2>
        {!week && <p className="mt-3">Whenever the clinic is open</p>}
        {week && !weekB && <WeekInWords week={week} none="Not working" />}
        {week && weekB && (
          <>
            <ThisWeek />
            <h3 className="mt-3 text-lg">Week A</h3>
            <WeekInWords week={week} none="Not working" />
            <h3 className="mt-3 text-lg">Week B</h3>
            <WeekInWords week={weekB} none="Not working" />
          </>
        )}
      </div>
    </section>
  )
}
