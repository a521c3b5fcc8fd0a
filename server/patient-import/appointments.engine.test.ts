import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
const kind = { kind: 'appointments', name: 'appointments.csv' } as const
const head = 'Patient number,Email,Name,Birth date,Treatment,Date,Time,Dentist,Phone,Price,Note'
const file = (...rows: string[]) => [head, ...rows].join('\n')

beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
  const staff = await openTestStaff(server)
  await staff.addDoctor('Dr.Berg', 'Teeth Cleaning')
  await staff.addDoctor('Dr.Cole', 'Cavity Protection')
  const patients = ['Ann One,1980-01-01,ann@example.org,A1', 'Bea Two,1981-01-01,family@example.org,B2']
  await imports.run(['Name,Birth date,Email,Id', ...patients, 'Cy Two,1982-01-01,family@example.org,C3'].join('\n'))
})
afterAll(() => server.close())

const bookings = () =>
  server.database.db.select().from(booking).where(eq(booking.status, 'booked')).orderBy(asc(booking.startsAt))

it('books through the rules of the clinic, and lists what does not fit by row and field', async () => {
  const checked = await imports.check(
    file(
      'A1,,,,Teeth Cleaning,2026-05-04,8:00 AM,Berg,212 555 0100,45.50,likes music',
      ',family@example.org,Cy Two,,teeth cleaning,05/05/2026,08.30,Dr. Berg,,,',
      ',,Bea Two,1981-01-01,Cavity Protection,6.5.2026,09:00,,,,',
      'X9,,,,Teeth Cleaning,2026-05-04,9:00,,,,',
      ',family@example.org,,,Teeth Cleaning,2026-05-07,9:00,,,,',
      'A1,,,,Juggling,2026-05-04,9:00,Dr. Nobody,,,',
      'A1,,,,Teeth Cleaning,2026-05-08,5:00,,,,',
      'B2,,,,Teeth Cleaning,2026-05-04,8:00,Berg,,,',
      'A1,,,,Cavity Protection,2026-05-04,8:00,,,,',
      'A1,,,,Teeth Cleaning,2026-01-04,8:00,,,lots,',
    ),
    kind,
  )
  expect(checked.problems.map(({ row, field, sentence }) => `${row} ${field}: ${sentence}`)).toEqual([
    '5 Old id: There is no patient with the old id X9',
    '6 Email: There are several patients with family@example.org',
    '7 Treatment: The clinic has no treatment “Juggling”',
    '7 Dentist: The clinic has no dentist “Dr. Nobody”',
    '8 Time: This time is outside the hours of the clinic, or does not fit its grid of times',
    '9 Time: This time is taken: no dentist or chair is free then',
    '10 Time: The patient already has an appointment: Teeth Cleaning on May 4, 2026, 08.00 AM - 08.30 AM',
    '11 Date: 2026-01-04 is in the past; only future appointments are imported',
    '11 Price: “lots” is no price',
  ])
  expect(checked).toMatchObject({ faulty: 7, outside: 3 })
  expect(await bookings()).toEqual([])
  const done = await imports.start(checked._id)
  expect(done).toMatchObject({ added: 3, faulty: 7 })
  expect(await bookings()).toMatchObject([
    { patientName: 'Ann One', priceCents: 4550, note: 'likes music', phone: '212 555 0100', overridden: false },
    { patientName: 'Cy Two', slot: '08.30 AM - 09.00 AM' },
    { patientName: 'Bea Two', treatment: 'Cavity Protection', date: '2026-05-06' },
  ])
})

it('sends nothing: notices and reminders count as done', async () => {
  const notices = await server.database.db.select().from(appointmentNotice)
  expect(notices.map(({ kind, doneAt }) => [kind, doneAt !== null]).sort()).toEqual([
    ...Array.from({ length: 3 }, () => ['booked', true]),
    ...Array.from({ length: 3 }, () => ['reminder', true]),
  ])
  expect(await server.database.db.$count(mail)).toBe(0)
})

it('keeps appointments outside the rules with a note, if asked, and takes all back that nobody has changed', async () => {
  const rows = file('A1,,,,Teeth Cleaning,2026-05-08,5:00 AM,,,,', 'B2,,,,Teeth Cleaning,2026-05-04,8:00,Berg,,,')
  const done = await imports.run(rows, { keepOutside: true, confirmations: true }, kind)
  expect(done).toMatchObject({ added: 2, faulty: 0 })
  const all = await bookings()
  const overridden = all.filter((each) => each.overridden)
  expect(overridden.map(({ overrideReason, patientName }) => [overrideReason, patientName])).toEqual([
    ['Imported', 'Bea Two'],
    ['Imported', 'Ann One'],
  ])
  const { db } = server.database
  await db
    .update(booking)
    .set({ sequence: 1 })
    .where(eq(booking.id, overridden[0]?.id ?? ''))
  const undone = await imports.undo(done._id)
  expect(undone.keptPatients.map(({ sentence }) => sentence)).toEqual([
    'Bea Two has an appointment that was paid or changed since',
  ])
  expect(await bookings()).toHaveLength(4)
})
