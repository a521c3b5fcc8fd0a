import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { Week } from '#contract/calendar/hours.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { OnlineBooking } from '#web/ui/calendar/OnlineBooking.tsx'
import { SaveOrUndo } from '#web/ui/calendar/SaveOrUndo.tsx'
import { type ChangeRules, useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { WeekEditor, weekErrors } from '#web/ui/calendar/WeekEditor.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { Section } from '#web/ui/frame/Section.tsx'

const useParts = loadLater(() => import('./parts.ts'))

export default function OpeningHoursPage() {
  const { email: admin } = usePerson()
  const mayChange = useMay('change-calendar')
  const mayBlock = useMay('change-availability')
  const parts = useParts()?.parts
  const calendar = useQuery(calendarOf(admin))
  return (
    <>
      <h1 className="page-title">Opening Hours</h1>
      <LoadError what="The opening hours" query={calendar} className="mt-6" />
      {calendar.isPending && (
        <div role="status" className="mt-6 grid max-w-3xl gap-6">
          <span className="sr-only">Loading the opening hours</span>
          <div className="skeleton h-180" />
          <div className="skeleton h-180" />
        </div>
      )}
      {calendar.data && (
        <div className="mt-6 grid max-w-3xl gap-6">
          {mayChange ? <Forms calendar={calendar.data} /> : <ToRead calendar={calendar.data} />}
          <Section
            title="Blocked times"
            text="Parts of a day on which a dentist, a chair or everyone takes no appointments, such as a meeting."
          >
            {parts ? (
              <parts.Blocks calendar={calendar.data} mayChange={mayBlock} />
            ) : (
              <div className="skeleton mt-4 h-24" />
            )}
          </Section>
        </div>
      )}
    </>
  )
}

function ToRead({ calendar }: { calendar: Calendar }) {
  const parts = useParts()?.parts
  return parts ? <parts.HoursToRead calendar={calendar} /> : <div className="skeleton h-180" />
}

function Forms({ calendar }: { calendar: Calendar }) {
  const { week, days, policy } = calendar
  const [params] = useSearchParams()
  const { change, dialog } = useRuleChange()
  const parts = useParts()?.parts
  return (
    <>
      <Section title="Online booking">
        <OnlineBooking isOpen={policy.onlineBooking} change={change} />
      </Section>
      <Section title="Every week" text="Patients can book inside these hours. A gap is a break.">
        <WeekForm key={JSON.stringify(week)} week={week} change={change} />
      </Section>
      <Section
        title="Special days"
        text="Choose a day to close the clinic or to give it other hours. Patients see the note."
      >
        {parts ? (
          <parts.SpecialDays days={days} week={week} change={change} />
        ) : (
          <div className="skeleton mt-4 h-120" />
        )}
      </Section>
      <Section title="Booking rules" text="They hold for patients, not for staff.">
        {parts ? (
          <parts.PolicyForm key={JSON.stringify(policy)} {...{ calendar, change }} grid={params.get('grid')} />
        ) : (
          <div className="skeleton mt-4 h-120" />
        )}
      </Section>
      {dialog}
    </>
  )
}

/** Edits the weekly opening hours. */
function WeekForm({ week, change }: { week: Week; change: ChangeRules }) {
  const [edited, setEdited] = useState(week)
  const [isSubmitted, setSubmitted] = useState(false)
  const errors = weekErrors(edited)
  const isChanged = JSON.stringify(edited) !== JSON.stringify(week)
  const saving = useChange(() =>
    change(
      { kind: 'set-hours', week: edited },
      { question: 'Change the opening hours?', action: 'Change', done: 'The opening hours are changed' },
    ),
  )

  function submit() {
    setSubmitted(true)
    if (errors.size === 0) void saving.run()
  }

  return (
    <div className="mt-4">
      <WeekEditor week={edited} none="Closed" onChange={setEdited} errors={isSubmitted ? errors : new Map()} />
      <div className="mt-5">
        <SaveOrUndo isChanged={isChanged} saving={saving} onSave={submit} onUndo={() => setEdited(week)} />
      </div>
    </div>
  )
}
