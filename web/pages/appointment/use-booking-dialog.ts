import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slot as slotSchema } from '#contract/kit/time/slot.ts'
import type { Treatment } from '#contract/treatment.ts'
import { availableOn, doctorsOn } from '#web/api/treatments.ts'
import { whenIdle } from '#web/ui/feedback/load-later.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import type { BookingModalProps } from './dialog/BookingModal.tsx'
import { useBookingEntry } from './dialog/use-booking-entry.ts'
import { keyOf, type Time } from './find/time-key.ts'
import { loadDialogs } from './use-dialogs.ts'

/** The booking dialog, whose code loads when a person begins to use the page. It is open while the history entry names
 *  its treatment, also after a reload. */
export function useBookingDialog(day: IsoDate, treatments: Treatment[] | undefined, doctor: string | undefined) {
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
