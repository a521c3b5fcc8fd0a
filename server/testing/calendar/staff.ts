import { eq } from 'drizzle-orm'
import type { Calendar, ChangeEffect } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import type { Treatment } from '#contract/treatment.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import type { TestApp } from '../app.ts'

/** Returns the calls by which an admin sets the clinic up and patients book, on an app. */
export async function openTestStaff(server: TestApp) {
  const { app } = server
  const admin = await server.person({ role: 'admin' })
  const headers = admin.bearer

  const calendar = async (): Promise<Calendar> => (await app.inject({ url: '/calendar', headers })).json()
  const send = (payload: object) => app.inject({ method: 'POST', url: '/calendar', headers, payload })
  const change = async (input: CalendarChangeInput): Promise<ChangeEffect> => {
    const response = await send({ version: (await calendar()).version, change: input })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json()
  }

  return {
    admin,
    calendar,
    send,
    change,
    /** Returns what a change would do. */
    preview: async (input: CalendarChangeInput): Promise<ChangeEffect> =>
      (await send({ version: (await calendar()).version, preview: true, change: input })).json(),
    /** Adds a doctor and returns their id. */
    addDoctor: async (name: string, specialty: string): Promise<string> => {
      const email = `${name.toLowerCase()}@clinic.example`
      const img = 'https://pictures.example/a.webp'
      const payload = { name, email, specialty, img }
      return (await app.inject({ method: 'POST', url: '/doctor', headers, payload })).json().insertedId
    },
    treatments: async (): Promise<Treatment[]> => (await app.inject('/service')).json(),
    /** Returns the free slots of a treatment on a day in the medium format. */
    freeSlots: async (date: string, name: string): Promise<string[]> => {
      const all: Treatment[] = (await app.inject(`/available?date=${encodeURIComponent(date)}`)).json()
      return all.find((each) => each.name === name)?.slots ?? []
    },
    /** Sets the length of the treatments with a name. */
    setLength: async (name: string, length: { durationMinutes: number; bufferMinutes?: number }) => {
      await server.database.db.update(treatment).set(length).where(eq(treatment.name, name))
      await server.heard()
    },
    /** Moves an appointment as staff. */
    moveTo: (id: string, payload: object) =>
      app.inject({ method: 'PATCH', url: `/desk/appointments/${id}/time`, headers, payload }),
    /** Sends `POST /desk/appointments`. */
    bookFor: (payload: object) => app.inject({ method: 'POST', url: '/desk/appointments', headers, payload }),
    /** Sends `POST /booking` for a new patient, or for `person`. */
    book: async (
      wish: { treatment: string; date: string; slot: string; doctor?: string },
      person = server.person(),
    ) => {
      const { email, bearer } = await person
      const all: Treatment[] = (await app.inject('/service')).json()
      const treatment = all.find(({ name }) => name === wish.treatment)
      const payload = { ...wish, treatmentId: treatment?._id, price: treatment?.price, patient: email, phone: '1' }
      return app.inject({ method: 'POST', url: '/booking', headers: bearer, payload })
    },
  }
}
export type TestStaff = Awaited<ReturnType<typeof openTestStaff>>
