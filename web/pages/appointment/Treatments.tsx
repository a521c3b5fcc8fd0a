import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ComponentType,
  Fragment,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { useSearchParams } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slot as slotSchema } from '#contract/kit/time/slot.ts'
import type { Offer } from '#contract/offer.ts'
import { pages } from '#contract/site/pages.ts'
import type { Treatment } from '#contract/treatment.ts'
import { groupByCategory } from '#contract/treatment-groups.ts'
import { availableOn, doctorsOn } from '#web/api/treatments.ts'
import { dateInText } from '#web/dates.ts'
import { readUnfinished } from '#web/session/unfinished.ts'
import { usePerson } from '#web/session/use-person.ts'
import { isMovable } from '#web/ui/appointment/move-entry.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { whenIdle } from '#web/ui/feedback/load-later.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import type { BookingModalProps } from './dialog/BookingModal.tsx'
import type { BookingDraft } from './dialog/use-booking.ts'
import { useBookingEntry } from './dialog/use-booking-entry.ts'
import { Find } from './find/Find.tsx'
import { factsOf } from './find/facts.ts'
import { keyOf, type Time } from './find/time-key.ts'
import type { times } from './find/times.ts'
import type { Choice } from './find/use-choice.ts'
import { useTimes } from './find/use-times.ts'
import { TreatmentCard, TreatmentSkeletons, treatmentGrid } from './TreatmentCard.tsx'
import { loadDialogs, useDialogs } from './use-dialogs.ts'

interface TreatmentsProps {
  day: IsoDate
  treatments: Treatment[] | undefined
  /** The patient's own bookings. */
  bookings: Booking[] | undefined
  /** The next free days of treatments without free times, by treatment id. */
  next: ReadonlyMap<string, IsoDate> | undefined
  /** The next free times that are shown first, if the day is finished. */
  soon: Pick<ComponentProps<typeof times.NextTimes>, 'asked' | 'next'> | undefined
  /** Not before that day: the chosen one, unless it is today. */
  from: IsoDate | undefined
  error: Error | null
  refetch: () => unknown
  onBooked: (booking: Booking) => void
  onChoose: (day: IsoDate, byPointer: boolean) => void
  choice: Choice
  heading: Ref<HTMLHeadingElement>
}

/** The treatments of a day, and the dialog that books one of them. */
export const Treatments = memo(function Treatments(props: TreatmentsProps) {
  const { day, treatments, bookings, next, soon, from, error, refetch, onBooked, onChoose, choice, heading } = props
  const { offer, doctor } = choice
  const dialog = useBookingDialog(day, treatments, doctor?._id)
  const { name, email } = usePerson()
  const [draft, setDraft] = useKeptDraft(email, dialog.reopen)
  const [reason, setReason] = useState<VisitReason>()
  const times = useTimes()
  const [waited, waitFor] = useState<Treatment>()
  const dialogs = useDialogs(treatments?.length === 0 || waited !== undefined)
  const date = formatMediumDate(day)
  const ownOf = (id: string) => {
    const own = bookings?.filter((each) => each.date === date && each.treatmentId === id)
    const mine = own?.find(({ patientName }) => patientName === name)
    return { own: mine ?? own?.[0], isToMove: mine !== undefined && isMovable(mine) }
  }

  return (
    <section className="shell pt-2 md:pt-6" aria-labelledby="available">
      <Find {...{ choice, reason, from }} onReason={setReason} opening={dialog.opening} onBook={dialog.open} />
      <h2
        ref={heading}
        id="available"
        tabIndex={-1}
        aria-live="polite"
        className="mt-1 scroll-mt-3 text-base outline-none md:mt-6 md:text-2xl"
      >
        Available Appointments on {dateInText(date)}
      </h2>
      <LoadError what="The free times" query={{ data: treatments, error, refetch }} className="mt-6" />
      {!error && !treatments && <TreatmentSkeletons />}
      {dialogs && treatments?.length === 0 && <dialogs.NoOnlineBooking />}
      {soon && times && offer && !reason && !choice.treatment && (
        <times.NextTimes
          {...{ offer, doctor, from, ...soon, onChoose }}
          opening={dialog.opening}
          onBook={dialog.open}
        />
      )}
      {groupByCategory(treatments ?? []).map(({ category, treatments }) => (
        <Fragment key={category}>
          {category && <h3 className="wrap-anywhere mt-10 text-xl md:mt-12 md:text-2xl">{category}</h3>}
          <ul className={treatmentGrid}>
            {treatments.map((treatment) => (
              <TreatmentCard
                key={treatment._id}
                day={day}
                treatment={treatment}
                inCategory={category !== ''}
                {...ownOf(treatment._id)}
                nextDay={next?.get(treatment._id)}
                onChoose={onChoose}
                {...textsOf(offer, treatment._id)}
                opening={dialog.opening === treatment._id}
                onBook={dialog.openFirst}
                onWait={waitFor}
              />
            ))}
          </ul>
        </Fragment>
      ))}
      {dialog.Modal && dialog.treatment && (
        <dialog.Modal
          key={dialog.treatment._id}
          treatment={dialog.treatment}
          day={day}
          draft={draft}
          wanted={{ ...dialog.wanted, doctor: dialog.wanted.doctor ?? doctor?._id }}
          onClose={dialog.close}
          onBooked={(booking) => {
            setDraft(undefined)
            onBooked(booking)
          }}
          onFailed={setDraft}
        />
      )}
      {waited && dialogs && (
        <dialogs.WaitingDialog key={waited._id} treatment={waited} onClose={() => waitFor(undefined)} />
      )}
    </section>
  )
})

function textsOf(offer: Offer | undefined, treatmentId: string) {
  const offered = offer?.treatments.find(({ _id }) => _id === treatmentId)
  return { description: offered?.description, facts: offered && factsOf(offered, offer?.doctors) }
}

/** The booking dialog, whose code loads when a person begins to use the page. It is open while the history entry names
 *  its treatment, also after a reload. */
function useBookingDialog(day: IsoDate, treatments: Treatment[] | undefined, doctor: string | undefined) {
  const toast = useToast()
  const client = useQueryClient()
  const { treatmentId, day: dayOfEntry = day, wanted, open: openEntry, close } = useBookingEntry()
  const [Modal, setModal] = useState<ComponentType<BookingModalProps>>()
  const [opening, setOpening] = useState<string>()
  const [treatment, setTreatment] = useState<Treatment>()
  // The free times of another day follow.
  const named = dayOfEntry === day ? treatments?.find(({ _id }) => _id === treatmentId) : undefined
  const [isShown, isNamed] = [treatments !== undefined, named !== undefined]

  // Kept as it was when the dialog opened, although the free times are refetched.
  if (treatment?._id !== treatmentId && (named || !treatmentId)) setTreatment(named)
  if (opening && treatment && opening.startsWith(treatment._id)) setOpening(undefined)

  const load = useCallback(async () => {
    const { BookingModal } = await loadDialogs()
    setModal(() => BookingModal)
  }, [])

  useEffect(() => {
    const loadQuietly = () => void load().catch(() => undefined)
    if (isShown && isNamed) loadQuietly()
    else if (isShown) return whenIdle(loadQuietly)
  }, [isShown, isNamed, load])

  // The button shows progress first: the dialog takes more than a frame on a slow phone, and its code may still be
  // loading.
  const open = useCallback(
    async (id: string, time?: Time) => {
      const dayOfTime = time?.day ?? day
      setOpening(time ? keyOf(time) : id)
      void client.prefetchQuery(doctorsOn(dayOfTime, id))
      try {
        await Promise.all([load(), time && client.prefetchQuery(availableOn(dayOfTime, doctor))])
        await openEntry(id, dayOfTime, time && { slot: time.slot })
      } catch {
        setOpening(undefined)
        toast('error', 'The booking form could not be loaded. Please check your connection and try again.')
      }
    },
    [client, day, doctor, load, openEntry, toast],
  )
  const openFirst = useCallback(({ _id }: Treatment) => void open(_id), [open])
  const openAt = useCallback((time: Time) => void open(time.treatmentId, time), [open])

  useTimeAskedFor(day, treatments, openAt)

  return { Modal, treatment, wanted, opening, openFirst, open: openAt, reopen: openEntry, close }
}

/** Opens the dialog of the time that the address names, as links of the landing page do, and takes it out of the
 *  address. The dialog says if it is gone. */
function useTimeAskedFor(day: IsoDate, treatments: Treatment[] | undefined, open: (time: Time) => void) {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has('time') && treatments !== undefined
  const answer = useEffectEvent(() => {
    const [treatmentId = '', slot = ''] = ['treatment', 'time'].map((name) => params.get(name) ?? '')
    const kept = [...params].filter(([name]) => name !== 'time')
    setParams(new URLSearchParams(kept), { replace: true, preventScrollReset: true })
    const isOffered = treatments?.some(({ _id, slots }) => _id === treatmentId && slots.length > 0)
    if (isOffered && slotSchema.safeParse(slot).success) open({ treatmentId, day, slot })
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
}

/** The values of a failed attempt, or those of a dialog in which the session ended: it opens again. */
function useKeptDraft(email: string, reopen: ReturnType<typeof useBookingEntry>['open']) {
  const [draft, setDraft] = useState<BookingDraft>()
  useEffect(() => {
    if (readUnfinished(pages.appointment) === undefined) return
    void loadDialogs().then(({ takeKeptDraft }) => {
      const kept = takeKeptDraft(email)
      if (!kept) return
      setDraft(kept.draft)
      void reopen(kept.treatmentId, kept.day, { slot: kept.draft.slot })
    })
  }, [email, reopen])
  return [draft, setDraft] as const
}
