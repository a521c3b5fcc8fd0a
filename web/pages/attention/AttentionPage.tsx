import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { absenceRequestsOf } from '#web/api/absence-requests.ts'
import { attentionOf, callsOf, comingOfAgeOf, postResolution } from '#web/api/attention.ts'
import { refreshCalendar } from '#web/api/calendar.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { UnsentNotice } from '#web/ui/contact/UnsentNotice.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import type { ToastAction } from '#web/ui/message/Toast.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { ifEmailed, onlyIfEmailed } from '#web/unsent.ts'

const useParts = loadLater(() => import('./parts.ts'))
const useDialogs = loadWhenIdle(() => import('./dialogs.tsx'))

type Open = { action: ResolutionInput['action']; item: AttentionItem }

const whenResolved =
  'If you move or cancel one, the patient gets a message; those whom none reaches are listed here to be called.'

/** Appointments that a change of the clinic's rules has left without a place, and for admins the absences that dentists
 *  ask for. */
export default function AttentionPage() {
  const { email: admin } = usePerson()
  const mayDecide = useMay('change-calendar')
  const client = useQueryClient()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(attentionOf(admin))
  const [open, setOpen] = useState<Open>()
  const code = useDialogs(open !== undefined)
  const parts = useParts()?.parts
  const absences = useQuery({ ...absenceRequestsOf(admin), enabled: mayDecide })
  const others = [useQuery(callsOf(admin)), useQuery(comingOfAgeOf(admin))]
  // All stand below each other: one after the other would shift the page.
  const isKnown = ![list, ...others].some((each) => each.isPending) && !(mayDecide && absences.isPending)
  const isReady = isKnown && parts
  const dialogs = { move: code?.MoveDialog, keep: code?.KeepDialog, cancel: code?.CancelDialog }
  const Dialog = open && dialogs[open.action]

  async function resolve(id: string, resolution: ResolutionInput, done: string, next?: ToastAction) {
    await postResolution(admin, id, resolution)
    await refreshCalendar(client)
    toast('success', done, next)
  }

  async function finish(done: string) {
    await refreshCalendar(client)
    toast('success', done)
  }

  function close(isResolved: boolean) {
    setOpen(undefined)
    if (isResolved) heading.current?.focus()
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        Needs attention{list.data && `: ${formatCount(list.data.length)}`}
      </h1>
      {mayDecide && <UnsentNotice canSetUp className="mt-4 max-w-text" />}
      {mayDecide && (
        <div className="mt-6">
          {isReady && <parts.AbsenceRequests admin={admin} onDecided={() => heading.current?.focus()} />}
        </div>
      )}
      <p className="mt-2 max-w-text text-quiet">
        These appointments no longer fit the clinic’s hours, dentists or chairs, or their patient has died. Nothing
        happens to them by itself. {(mayDecide ? onlyIfEmailed : ifEmailed)(whenResolved)}
      </p>
      <div className="mt-6">
        {!isReady && <TableSkeleton label="Loading the appointments" rows={3} lines={4} button />}
        {isReady && <parts.ComingOfAge staff={admin} />}
        {isReady && <parts.Calls staff={admin} />}
        <LoadError what="The appointments" query={list} />
        {isReady && list.data?.length === 0 && (
          <EmptyCard
            title="All appointments fit"
            text="If you close a day or a dentist is absent, appointments that nobody else can take are listed here."
          />
        )}
        {isReady && list.data && list.data.length > 0 && (
          <parts.Appointments
            items={list.data}
            onResolve={(item, action) => setOpen({ item, action })}
            onDone={finish}
            onClose={close}
          />
        )}
      </div>
      {Dialog && open && <Dialog item={open.item} resolve={resolve} onClose={close} />}
    </>
  )
}
