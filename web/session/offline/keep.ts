import type { QueryClient } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import { clinicMinutes, clinicToday, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { clinicInstant } from '#contract/kit/time/clinic-instant.ts'
import { isYearClear } from '#contract/kit/time/is-year-clear.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { workerFile } from '#contract/site/worker-file.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { bearer, hasToken } from '#web/api/token/token.ts'
import { clinic } from '#web/clinic.ts'
import { dayOfWeekInText, dayOfYearInText, timeInText } from '#web/dates.ts'
import { serverNow, toBrowserClock } from '#web/server-clock.ts'
import { browserZone, isSameTime } from '#web/time-zone.ts'
import { nameOfZone } from '#web/ui/appointment/AppointmentTime.tsx'
import type { SessionRecord } from '../session-record.ts'
import { currentSession } from '../store.ts'
import { type OfflineFacts, offlineDocument, offlinePolicy } from './document.ts'
import { forgetOffline, offlineCache, offlinePath, untilHeader } from './kept.ts'

const followed = new WeakSet<QueryClient>()

/** Keeps the person's next appointment on this device, as often as their appointments change in `client`, which is
 *  theirs alone. */
export function keep(client: QueryClient, person: SessionRecord): void {
  if (followed.has(client)) return
  followed.add(client)
  const { queryKey } = bookingsOf(person.email)
  let kept: Booking[] | undefined
  const follow = () => {
    const bookings = client.getQueryData(queryKey)
    if (!bookings || bookings === kept) return
    kept = bookings
    // A full disk, or a browser that refuses: the page works without.
    write(bookings, person).catch(() => undefined)
  }
  follow()
  client.getQueryCache().subscribe(follow)
}

async function write(bookings: Booking[], person: SessionRecord): Promise<void> {
  // Browsers have neither over http.
  if (!('caches' in window && 'serviceWorker' in navigator)) return
  // A sign-in elsewhere, as at Google, has no token yet, and begins by removing what was kept.
  await bearer(person.email)
  // Their appointments may arrive after they have left.
  if (!isSignedIn(person)) return
  const { html, untilMs } = offlinePage(bookings, person, serverNow())
  const cache = await caches.open(offlineCache)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': offlinePolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    [untilHeader]: String(untilMs),
  }
  await cache.put(offlinePath, new Response(html, { headers }))
  await navigator.serviceWorker.register(workerFile)
  // Perhaps in another tab.
  if (!isSignedIn(person)) await forgetOffline()
}

function isSignedIn({ email }: SessionRecord): boolean {
  const session = currentSession()
  return hasToken() && session.status === 'in' && session.person.email === email
}

/** Returns the page as of `now`, and when what it says of the person ends by the browser's clock: with the appointment
 *  or with the session. */
export function offlinePage(
  bookings: Booking[],
  person: Pick<SessionRecord, 'name' | 'until'>,
  now: Date,
): { html: string; untilMs: number } {
  const { timeZone, name, phone, phoneLink, address } = clinic
  const next = nextOf(bookings, now)
  const today = clinicToday(now, timeZone)
  const style = next && !isYearClear(next.day, today) ? 'full' : 'long'
  const facts: OfflineFacts = {
    clinic: { name, phone, phoneLink, address },
    asOf: `${dayOfYearInText(today)}, ${timeInText(clinicMinutes(now, timeZone))}`,
    zone: isSameTime(next?.start ?? now, timeZone, browserZone()) ? '' : nameOfZone(timeZone),
    next: next && {
      time: `${dayOfWeekInText(next.day, style)}, ${timeInText(slotStartMinutes(next.slot))}`,
      treatment: next.treatment,
      patient: next.patientName === person.name ? undefined : next.patientName,
      doctor: next.doctor,
    },
  }
  const ends = [person.until, ...(next ? [toBrowserClock(next.end)] : [])].map((end) => end.getTime())
  return { html: offlineDocument(facts), untilMs: Math.min(...ends) }
}

/** Returns the booking that ends first after `now`. */
function nextOf(bookings: Booking[], now: Date) {
  return bookings
    .flatMap((booking) => {
      const day = parseMediumDate(booking.date)
      if (!day || booking.cancelledAt !== undefined) return []
      const at = (minutes: number) => clinicInstant(day, minutes, clinic.timeZone)
      return [{ ...booking, day, start: at(slotStartMinutes(booking.slot)), end: at(slotEndMinutes(booking.slot)) }]
    })
    .filter(({ end }) => end > now)
    .sort((one, other) => one.start.getTime() - other.start.getTime())[0]
}
