import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LinkedAppointment as Linked } from '#contract/booking/appointment-link.ts'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { linkedBy } from '#web/api/appointment-link.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { clinic } from '#web/clinic.ts'
import { showDate } from '#web/dates.ts'
import { PeriodTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { Money, PayNow } from './Money.tsx'

const useActions = loadLater(() => import('./Actions.tsx'))
const useCalendar = loadLater(() => import('#web/ui/appointment/AddToCalendar.tsx'))
const useDialogs = loadWhenIdle(() => import('./dialogs.tsx'))

/** The appointment of a link, and what its holder can do with it. */
export function LinkedAppointment({ token }: { token: string }) {
  const query = useQuery(linkedBy(token))
  const client = useQueryClient()
  const [open, setOpen] = useState<'move' | 'cancel'>()
  const code = useDialogs(open !== undefined)
  const calendar = useCalendar()
  const actions = useActions()
  const [done, setDone] = useState<'moved' | 'cancelled'>()
  const heading = useFocusWhen<HTMLHeadingElement>(done === 'cancelled')
  const { data: appointment } = query
  const dialogs = { move: code?.MoveLinked, cancel: code?.CancelLinked }
  const Dialog = open && dialogs[open]

  if (query.isPending || !actions) return <AppointmentSkeleton />
  if (appointment === null) return <InvalidLink />
  if (!appointment) return <LoadError what="Your appointment" query={query} />
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        {titles[appointment.state]}
      </h1>
      <div role="status" className="mt-2 empty:hidden">
        {done === 'moved' && <Done>Moved. This is your new time.</Done>}
      </div>
      <Facts appointment={appointment}>
        {(appointment.state === 'changeable' || appointment.state === 'too-late') && (
          <>
            <actions.Changes
              appointment={appointment}
              token={token}
              onOpen={(change) => {
                setOpen(change)
                // The page may have been open for a day.
                void query.refetch()
              }}
            />
            {/* As high before its code has loaded. */}
            <div className="mt-4 min-h-10 border-base-300 border-t pt-4">
              {calendar && <calendar.AddToCalendar appointment={{ token }} className="text-link" />}
            </div>
          </>
        )}
        {(appointment.state === 'begun' || appointment.state === 'over') && (appointment.owed ?? 0) > 0 && (
          <PayNow token={token} />
        )}
      </Facts>
      <div className="mt-6">
        <actions.Advice appointment={appointment} />
      </div>
      {Dialog && (
        <Dialog
          token={token}
          appointment={appointment}
          onChanged={(changed) => {
            client.setQueryData(linkedBy(token).queryKey, changed)
            setDone(changed.state === 'cancelled' ? 'cancelled' : 'moved')
          }}
          onClose={() => {
            setOpen(undefined)
            // After a refusal the appointment may be another one.
            void query.refetch()
            void refreshAvailability(client)
          }}
        />
      )}
    </>
  )
}

const titles: Record<Linked['state'], string> = {
  changeable: 'Your appointment',
  'too-late': 'Your appointment',
  begun: 'Your appointment',
  over: 'This appointment is over',
  cancelled: 'This appointment is cancelled',
}

const card = 'mt-6 rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8'

/** When and where an appointment is, with `children` below. */
function Facts({ appointment, children }: { appointment: Linked; children?: ReactNode }) {
  const { date, slot, treatment, doctor, state } = appointment
  return (
    <section aria-label="Appointment" className={card}>
      <p className={`font-bold text-xl leading-snug ${state === 'cancelled' ? 'text-quiet' : ''}`}>
        {weekdayOfMedium(date)}, <span className="whitespace-nowrap">{showDate(date)}</span>
        <span className="block">
          <PeriodTime date={date} slot={slot} />
        </span>
      </p>
      <p className="mt-2 wrap-anywhere">
        {treatment}
        {doctor && ` with ${doctor}`}
      </p>
      <address className="mt-4 border-base-300 border-t pt-4 not-italic">
        <span className="block font-medium">{clinic.name}</span>
        <a href={clinic.mapLink} className="text-link wrap-anywhere">
          {clinic.address}
        </a>
        {clinic.address !== '' && (
          <a href={directionsLink(clinic.address)} rel="noreferrer" className="text-link block w-fit py-1">
            Directions
          </a>
        )}
      </address>
      {state !== 'cancelled' && <Money appointment={appointment} />}
      {children}
    </section>
  )
}

/** Placeholder for the page while the appointment loads. */
export function AppointmentSkeleton() {
  return (
    <>
      <h1 className="page-title">Your appointment</h1>
      <p role="status" className="sr-only">
        Loading your appointment
      </p>
      <div className={card} aria-hidden="true">
        <div className="text-xl leading-snug">
          <Bar width="w-3/5" />
          <Bar width="w-4/5" />
        </div>
        <div className="mt-2">
          <Bar width="w-2/5" />
        </div>
        <div className="mt-4 border-base-300 border-t pt-4">
          <Bar width="w-2/5" />
          <Bar width="w-3/5" />
        </div>
      </div>
    </>
  )
}
