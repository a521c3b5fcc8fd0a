import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { DeskAppointment, DeskBlock, DeskDay } from '#contract/desk/day.ts'
import { finderOf } from '#contract/kit/text/fold.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { clinic } from '#web/clinic.ts'
import { dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { useMay } from '#web/session/use-may.ts'
import type { ToTell } from '#web/ui/contact/TellPatient.tsx'
import type { DemoBoxProps } from '#web/ui/demo/DemoBox.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import type { ToastAction } from '#web/ui/message/Toast.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { BlockedTimes } from './BlockedTimes.tsx'
import type { OpenBlock } from './BlockTime.tsx'
import { focusAppointment } from './calendar/AppointmentButton.tsx'
import type { FreeTime } from './calendar/ColumnBody.tsx'
import { DayGrid } from './calendar/DayGrid.tsx'
import { Cancelled, DayList } from './calendar/DayList.tsx'
import { DayOnPaper } from './calendar/DayOnPaper.tsx'
import { isMoneyToDo, unpaid } from './money-to-do.ts'
import type { Open } from './panel/DialogOf.tsx'
import { OpenDialog } from './panel/OpenDialog.tsx'
import { presenceOf } from './presence.ts'

const useDemo = loadWhenIdle(() => import('#web/ui/demo/DemoBox.tsx'))

interface DayViewProps {
  admin: string
  day: DeskDay
  /** Undefined on any other day than today. */
  now: Date | undefined
  view: 'grid' | 'chairs' | 'list'
  /** The names of the chairs in use. */
  chairs: readonly string[]
  search: string
  /** Called when a free time is pressed. */
  onFreeTime: ((time: FreeTime) => void) | undefined
  /** Books the next appointment of a patient; undefined for those who may not book. */
  onBookNext: ((appointment: DeskAppointment) => void) | undefined
  /** Opens a block; without it, blocks can only be read. */
  onBlock: ((block: OpenBlock) => void) | undefined
}

/** The appointments of a day, by dentist and as a list, and the dialog that is open about one of them. */
export function DayView(props: DayViewProps) {
  const { admin, day, now, view, chairs, search, onFreeTime, onBookNext, onBlock } = props
  const client = useQueryClient()
  const toast = useToast()
  const mayMove = useMay('change-appointment')
  const newIds = useNewIds(day)
  const [open, setOpen] = useState<Open>()
  // A large clinic has a thousand appointments a day; typing does not wait until all are compared.
  const isFound = finder(useDeferredValue(search), now)
  const live = day.appointments.filter(({ status }) => status !== 'cancelled')
  const found = live.filter(isFound)
  const show = (appointment: DeskAppointment) => setOpen({ kind: 'panel', id: appointment._id })

  function close() {
    setOpen(undefined)
    if (open) requestAnimationFrame(() => focusAppointment(open.id))
  }

  function showMoved(moved: DeskAppointment, { text, action }: ToTell) {
    void refreshDesk(client, admin)
    const { patientName, date, slot, doctor } = moved
    const place = date === day.date ? periodInText(slot) : `${dateInText(date)}, ${periodInText(slot)}`
    toast(
      'success',
      `The appointment of ${patientName} is at ${place}${doctor ? ` with ${doctor}` : ''} now${text}`,
      action,
    )
  }

  function showDone(done: string, action?: ToastAction) {
    void refreshDesk(client, admin)
    toast('success', done, action)
  }

  function bookNext(appointment: DeskAppointment) {
    setOpen(undefined)
    onBookNext?.(appointment)
  }

  const isEmpty = live.length === 0
  const offersDemo = useMay('fill-demo') && clinic.demo !== null && now !== undefined
  const isGrid = view !== 'list'
  const byChair = view === 'chairs' ? chairs : undefined
  const openBlock = onBlock && (({ _id }: DeskBlock) => onBlock({ id: _id }))
  return (
    <>
      {isEmpty && <EmptyDay day={day} />}
      {isEmpty && offersDemo && <Demo admin={admin} canFill className="mb-4" />}
      {(!isEmpty || day.hours.length > 0) && (
        <div className={isGrid ? 'hidden @xl:block' : 'hidden'}>
          {!byChair && <BlockedTimes day={day} onlyChairs className="print:hidden" onOpen={openBlock} />}
          <DayGrid
            {...{ day, now, newIds, isFound, onFreeTime, byChair }}
            onOpen={show}
            onDraw={byChair ? undefined : onBlock}
            onBlock={openBlock}
            onDrop={
              mayMove && !byChair
                ? ({ appointment, from }, doctor) =>
                    setOpen({ kind: 'place', id: appointment._id, place: { from, doctor } })
                : undefined
            }
          />
          <Hints mayMove={mayMove && !byChair} mayBlock={onBlock !== undefined && !byChair} />
        </div>
      )}
      <div className={`relative -m-2 overflow-x-auto p-2 print:hidden ${isGrid ? '@xl:hidden' : ''}`}>
        <BlockedTimes day={day} onlyChairs={false} className="" onOpen={openBlock} />
        {!isEmpty && <DayList appointments={found} {...{ newIds, now, admin }} onOpen={show} />}
        {!isEmpty && found.length === 0 && <p className="py-6 text-quiet">Nobody of this day matches “{search}”.</p>}
      </div>
      <BlockedTimes day={day} onlyChairs={false} className="hidden print:flex" onOpen={undefined} />
      <DayOnPaper day={day} appointments={found} />
      <Cancelled appointments={day.appointments.filter(({ status }) => status === 'cancelled')} onOpen={show} />
      {!isEmpty && offersDemo && <Demo admin={admin} canFill={false} className="mt-6" />}
      <OpenDialog
        {...{ admin, day, open }}
        onOpen={setOpen}
        onMoved={showMoved}
        onBookNext={onBookNext && bookNext}
        onDone={showDone}
        onClose={close}
      />
    </>
  )
}

/** The box that fills the demo, which few clinics load. */
function Demo(props: DemoBoxProps) {
  const demo = useDemo(true)
  if (demo) return <demo.DemoBox {...props} />
  return props.canFill ? <div className="mb-4 h-36 sm:h-19" /> : null
}

function EmptyDay({ day }: { day: DeskDay }) {
  const isClosed = day.hours.length === 0
  return (
    <div className="mb-4">
      <EmptyCard
        title={isClosed ? 'The clinic is closed' : 'No appointments'}
        text={
          isClosed
            ? `${day.note ? `${day.note}. ` : ''}Nobody can book ${dateInText(day.date)}.`
            : 'New bookings appear here by themselves.'
        }
      />
    </div>
  )
}

function Hints({ mayMove, mayBlock }: { mayMove: boolean; mayBlock: boolean }) {
  return (
    <p className="mt-3 text-quiet text-sm print:hidden">
      Keys: arrows move, Enter opens, <kbd>T</kbd> today, <kbd>/</kbd> search
      {mayMove && ', Alt and arrows move an appointment, which you can also drag'}
      {mayBlock && '. Drag over free time to block it'}.
    </p>
  )
}

/** Returns whether an appointment matches a search by any of its words. */
function finder(search: string, now: Date | undefined): (appointment: DeskAppointment) => boolean {
  const isFound = finderOf(search)
  return (appointment) => {
    const { patientName, patient, phone, treatment, doctor = '' } = appointment
    const money = isMoneyToDo(appointment) ? unpaid : ''
    const presence = presenceOf(appointment, now)
    const facts = [patientName, patient || 'No email', phone, treatment, doctor, money, presence]
    return isFound(facts.join(' '))
  }
}

const newMs = 10_000
const nothing: ReadonlySet<string> = new Set()

/** Returns the ids of the appointments that were added to the day while it is shown, for ten seconds each time. */
function useNewIds(day: DeskDay | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ day: DeskDay; newIds: ReadonlySet<string> }>()
  if (day && seen?.day !== day) {
    const known = new Set(seen?.day.appointments.map(({ _id }) => _id))
    const isSameDay = seen?.day.date === day.date
    const added = isSameDay ? day.appointments.map(({ _id }) => _id).filter((id) => !known.has(id)) : []
    const kept = isSameDay ? seen.newIds : nothing
    setSeen({ day, newIds: added.length > 0 ? new Set([...kept, ...added]) : kept })
  }
  const newIds = seen?.newIds ?? nothing

  useEffect(() => {
    if (newIds.size === 0) return
    const timer = setTimeout(() => setSeen((before) => before && { ...before, newIds: nothing }), newMs)
    return () => clearTimeout(timer)
  }, [newIds])

  return newIds
}
