import { type ComponentProps, Fragment, memo, type Ref, useEffect, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer } from '#contract/offer.ts'
import { pages } from '#contract/site/pages.ts'
import type { Treatment } from '#contract/treatment.ts'
import { groupByCategory } from '#contract/treatment-groups.ts'
import { dateInText } from '#web/dates.ts'
import { readUnfinished } from '#web/session/unfinished.ts'
import { usePerson } from '#web/session/use-person.ts'
import { isMovable } from '#web/ui/appointment/move-entry.ts'
import { reasonWords } from '#web/ui/appointment/reason-words.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import type { BookingDraft } from './dialog/use-booking.ts'
import type { useBookingEntry } from './dialog/use-booking-entry.ts'
import { Find } from './find/Find.tsx'
import { factsOf } from './find/facts.ts'
import type { times } from './find/times.ts'
import type { Choice } from './find/use-choice.ts'
import { useTimes } from './find/use-times.ts'
import { TreatmentCard, TreatmentSkeletons, treatmentGrid } from './TreatmentCard.tsx'
import { useBookingDialog } from './use-booking-dialog.ts'
import { loadDialogs, useDialogs } from './use-dialogs.ts'

interface TreatmentsProps {
  day: IsoDate
  treatments: Treatment[] | undefined
  /** Those of them that help for `reason`, or all. */
  shown: Treatment[] | undefined
  reason: VisitReason | undefined
  onReason: (reason: VisitReason | undefined) => void
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
  const { day, treatments, shown, reason, onReason, bookings, next, soon, from, error, refetch } = props
  const { onBooked, onChoose, choice, heading } = props
  const { offer, doctor } = choice
  const dialog = useBookingDialog(day, treatments, doctor?._id)
  const { name, email } = usePerson()
  const [draft, setDraft] = useKeptDraft(email, dialog.reopen)
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
      <Find {...{ choice, reason, onReason, from }} opening={dialog.opening} onBook={dialog.open} />
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
      <Narrowed reason={reason} shown={shown} of={treatments} onAll={() => onReason(undefined)} />
      {groupByCategory(shown ?? []).map(({ category, treatments }) => (
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

interface NarrowedProps {
  reason: VisitReason | undefined
  shown: Treatment[] | undefined
  of: Treatment[] | undefined
  onAll: () => void
}

/** Says that only the treatments that help are shown. */
function Narrowed({ reason, shown = [], of = [], onAll }: NarrowedProps) {
  const isNarrowed = reason !== undefined && shown.length < of.length
  return (
    <div className={isNarrowed ? 'mt-1 flex flex-wrap items-center gap-x-3 md:mt-2' : ''}>
      <p role="status">{isNarrowed && `${reasonWords[reason]}: showing ${shown.length} of ${of.length} treatments.`}</p>
      {isNarrowed && (
        <button type="button" className="text-link min-h-11" onClick={onAll}>
          Show all
        </button>
      )}
    </div>
  )
}

function textsOf(offer: Offer | undefined, treatmentId: string) {
  const offered = offer?.treatments.find(({ _id }) => _id === treatmentId)
  return { description: offered?.description, facts: offered && factsOf(offered, offer?.doctors) }
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
