import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { audit } from '#server/database/schema/audit.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const date = 'May 1, 2026'
const cleaning = 'Teeth Cleaning'

let server: TestApp
let staff: TestStaff
beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
})
afterAll(() => server.close())

const wholeWeek = (from: number, until: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, periods: [{ from, until }] }))

describe('a wrong change is refused with the field and a reason, and changes nothing', () => {
  const unknown = '00000000-0000-4000-8000-000000000000'
  const day = { date, note: '', periods: [] }
  const fields = { name: 'New', price: 1, durationMinutes: 30, bufferMinutes: 0 }
  const person = { name: 'Ann', treatmentIds: [unknown], specialtyId: unknown, week: null }
  const absence = { firstDay: date, lastDay: date, note: '' }
  const cases: [what: string, change: object, field: string, reason: string][] = [
    [
      'hours that end before they begin',
      { kind: 'set-hours', week: wholeWeek(600, 600) },
      'change.week.0.periods.0.until',
      'Must end after it begins',
    ],
    [
      'hours that overlap',
      {
        kind: 'set-day',
        day: {
          ...day,
          periods: [
            { from: 0, until: 61 },
            { from: 60, until: 90 },
          ],
        },
      },
      'change.day.periods',
      'These times overlap',
    ],
    [
      'a weekday twice',
      { kind: 'set-hours', week: [...wholeWeek(1, 2), ...wholeWeek(3, 4)] },
      'change.week',
      'Each weekday once',
    ],
    [
      'a closure in the past',
      { kind: 'set-day', day: { ...day, date: 'Mar 9, 2026' } },
      'change.day.date',
      'This day has passed; choose a later one',
    ],
    [
      'a day that is no day',
      { kind: 'clear-day', date: 'Feb 30, 2026' },
      'change.date',
      'A date looks like Nov 21, 2026',
    ],
    ['a usual day', { kind: 'clear-day', date }, 'change.date', 'This day has its usual hours'],
    [
      'a duration of 0',
      { kind: 'add-treatment', treatment: { ...fields, durationMinutes: 0 } },
      'change.treatment.durationMinutes',
      '5 to 480 minutes',
    ],
    [
      'a duration of a day',
      { kind: 'add-treatment', treatment: { ...fields, durationMinutes: 1440 } },
      'change.treatment.durationMinutes',
      '5 to 480 minutes',
    ],
    [
      'a fraction of a cent',
      { kind: 'add-treatment', treatment: { ...fields, price: 1.005 } },
      'change.treatment.price',
      'Whole cents',
    ],
    [
      'a name that another treatment has',
      { kind: 'add-treatment', treatment: { ...fields, name: cleaning } },
      'change.treatment.name',
      'There is already a treatment of this name',
    ],
    [
      'an unknown treatment',
      { kind: 'retire-treatment', treatmentId: unknown },
      'change.treatmentId',
      'There is no such treatment, or it is retired already',
    ],
    [
      'an incomplete order',
      { kind: 'order-treatments', treatmentIds: [] },
      'change.treatmentIds',
      'The list of treatments has changed; look at it again',
    ],
    [
      'a doctor without a treatment',
      { kind: 'change-doctor', doctorId: unknown, doctor: { ...person, treatmentIds: [] } },
      'change.doctor.treatmentIds',
      'Choose at least one treatment',
    ],
    [
      'a doctor without working hours',
      { kind: 'change-doctor', doctorId: unknown, doctor: { ...person, week: [] } },
      'change.doctor.week',
      'Add working hours, or choose the clinic’s hours. For time off, add an absence.',
    ],
    [
      'an unknown doctor',
      { kind: 'change-doctor', doctorId: unknown, doctor: person },
      'change.doctorId',
      'There is no such doctor',
    ],
    [
      'an absence that ends before it begins',
      { kind: 'add-absence', doctorId: unknown, absence: { ...absence, lastDay: 'Apr 1, 2026' } },
      'change.absence.lastDay',
      'Must not be before the first day',
    ],
    ['a chair without a name', { kind: 'add-chair', name: ' ' }, 'change.name', 'Name is Required'],
    ['a kind that does not exist', { kind: 'burn-it-down' }, 'change.kind', 'There is no such change'],
  ]
  it.each(cases)('%s', async (_what, change, field, reason) => {
    const { version } = await staff.calendar()
    const response = await staff.send({ version, change })
    expect([response.statusCode, response.json().errors]).toEqual([400, expect.objectContaining({ [field]: reason })])
    expect((await staff.calendar()).version).toBe(version)
    expect(await server.database.db.$count(audit)).toBe(0)
  })

  it('the rules have changed since the page was loaded', async () => {
    const { version } = await staff.calendar()
    const change: CalendarChangeInput = { kind: 'add-chair', name: 'Window' }
    await staff.change({ kind: 'set-hours', week: wholeWeek(540, 600) })
    const response = await staff.send({ version, change })
    expect([response.statusCode, response.json().code]).toEqual([409, 'rules-changed'])
    expect((await staff.calendar()).chairs).toEqual([])
  })
})
