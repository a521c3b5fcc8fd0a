import type { Calendar } from '#contract/calendar/calendar.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#web/dates.ts'
import { hoursInWords, WeekInWords } from '#web/ui/calendar/WeekInWords.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { rulesInWords } from './policy-sentences.ts'

/** The opening hours and booking rules for staff who don't change them. */
export function HoursToRead({ calendar: { week, days, policy } }: { calendar: Calendar }) {
  return (
    <>
      <Section title="Every week">
        <WeekInWords week={week} none="Closed" />
      </Section>
      <Section title="Special days">
        {days.length === 0 && <p className="mt-4 text-quiet">No day has hours of its own.</p>}
        <ul className="mt-4 grid">
          {days.map(({ date, note, periods }) => {
            const day = parseMediumDate(date)
            return (
              day && (
                <li key={date} className="wrap-anywhere border-base-300 border-t py-3">
                  <span className="font-medium">{formatDayOfWeek(day, 'full')}</span>
                  <span className="block text-quiet text-sm">
                    {[hoursInWords(periods), note].filter(Boolean).join(' · ')}
                  </span>
                </li>
              )
            )
          })}
        </ul>
      </Section>
      <Section title="Booking rules" text="They hold for patients, not for staff.">
        <ul className="mt-4 grid gap-2">
          {rulesInWords(policy).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}
