import { eq, ne } from 'drizzle-orm'
import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { type BookingRow, booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { openTestStaff } from './staff.ts'

export const eight = '08.00 AM - 08.30 AM'
export const nine = '09.00 AM - 09.30 AM'
/** The day of appointments, in the medium format. The clinic opens at 12:00 UTC. */
export const date = 'May 4, 2026'

type Wish = { slot?: string; date?: string; doctor?: string; person?: ReturnType<TestApp['person']> }

/** Opens an app with two dentists, Ida and Oskar, and two chairs, and returns the calls of its desk. `clock.now` is the
 *  current time. */
export async function openTestDesk() {
  const clock = { now: new Date('2026-05-01T12:00:00Z') }
  const server = await openTestApp({ clock: () => clock.now })
  const { app, database } = server
  const staff = await openTestStaff(server)
  const ida = await staff.addDoctor('Ida', 'Teeth Cleaning')
  const oskar = await staff.addDoctor('Oskar', 'Teeth Cleaning')
  for (const name of ['Garden', 'Window']) await staff.change({ kind: 'add-chair', name })
  const headers = staff.admin.bearer

  const patch = (id: string, what: 'status' | 'note' | 'time', payload: object) =>
    app.inject({ method: 'PATCH', url: `/desk/appointments/${id}/${what}`, headers, payload })
  const readDay = async (day = date): Promise<DeskDay> =>
    (await app.inject({ url: `/desk/day?date=${encodeURIComponent(day)}`, headers })).json()

  return {
    ...{ server, staff, clock, ida, oskar, patch, readDay },
    /** Starts again on May 1, without appointments. */
    reset: async () => {
      clock.now = new Date('2026-05-01T12:00:00Z')
      const cancelled = { status: 'cancelled', cancelledAt: clock.now } as const
      await database.db.update(booking).set(cancelled).where(ne(booking.status, 'cancelled'))
    },
    /** Books a cleaning for a new patient, or for `person`, and returns its id. */
    book: async ({ person, ...wish }: Wish = {}): Promise<string> => {
      const response = await staff.book({ treatment: 'Teeth Cleaning', date, slot: eight, ...wish }, person)
      if (response.statusCode !== 201) throw new Error(response.body)
      return response.json().booking._id
    },
    cancel: (id: string) =>
      database.db.update(booking).set({ status: 'cancelled', cancelledAt: clock.now }).where(eq(booking.id, id)),
    withoutDoctor: (id: string) => database.db.update(booking).set({ doctorId: null }).where(eq(booking.id, id)),
    mark: (id: string, from: string, status: string) => patch(id, 'status', { from, status }),
    onDay: async (id: string, day = date): Promise<DeskAppointment | undefined> =>
      (await readDay(day)).appointments.find(({ _id }) => _id === id),
    rowOf: async (id: string): Promise<BookingRow | undefined> => {
      const [row] = await database.db.select().from(booking).where(eq(booking.id, id))
      return row
    },
    /** Returns the targets of an action in the audit trail, newest first. */
    trail: async (action: string): Promise<string[]> => {
      const entries: { action: string; target: string }[] = (
        await app.inject({ url: '/audit?limit=100', headers })
      ).json().entries
      return entries.filter((entry) => entry.action === action).map(({ target }) => target)
    },
  }
}
export type TestDesk = Awaited<ReturnType<typeof openTestDesk>>
