import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import type { ClinicAnswer, ClinicChange, ZoneChange } from '#contract/clinic.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'

const close: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of close.splice(0).reverse()) await step()
})

async function open(database?: TestDatabase) {
  const opened = database ?? (await freshDatabase())
  if (!database) close.push(opened.close)
  const server = await openTestApp({ database: opened })
  close.push(server.close)
  const staff = await openTestStaff(server)
  return { server, staff, database: opened, ...callsOf(server, staff) }
}

function callsOf({ app }: TestApp, { admin: { bearer: headers } }: TestStaff) {
  const read = async (): Promise<ClinicAnswer> => (await app.inject({ url: '/clinic', headers })).json()
  return {
    read,
    change: async (payload: Omit<ClinicChange, 'version'> & { version?: number }) =>
      app.inject({
        method: 'PATCH',
        url: '/clinic',
        headers,
        payload: { version: (await read()).version, ...payload },
      }),
    changeZone: async (payload: Omit<ZoneChange, 'version'>) =>
      app.inject({
        method: 'POST',
        url: '/clinic/time-zone',
        headers,
        payload: { version: (await read()).version, ...payload },
      }),
  }
}

const nine = '09.00 AM - 09.30 AM'
const treatment = 'Teeth Cleaning'
const timesOf = async ({ db }: TestDatabase) =>
  (await db.select().from(booking).orderBy(booking.startsAt)).map(
    ({ date, slot, startsAt }) => `${date} ${slot} ${startsAt.toISOString()}`,
  )

it('a change is in the answer, in the audit trail, and soon on another instance', async () => {
  const { database, read, change } = await open()
  const other = await open(database)
  const changed = await change({ name: 'Zahnarztpraxis am Park', country: 'DE', language: 'de', currency: 'EUR' })
  expect(changed.statusCode).toBe(200)
  expect(await read()).toMatchObject({ name: 'Zahnarztpraxis am Park', currency: 'EUR', canChangeCurrency: true })
  const title = async () => (await other.server.app.inject('/openapi.json')).json().info.title
  await expect.poll(title).toBe('Zahnarztpraxis am Park')
  const [entry] = await database.db.select().from(audit).where(sql`action = 'change-clinic'`)
  expect(entry?.target).toBe('name, country, language, currency')
})

it('a change that another admin has overtaken is refused and changes nothing', async () => {
  const { read, change } = await open()
  const { version } = await read()
  expect((await change({ version, name: 'First' })).statusCode).toBe(200)
  const late = await change({ version, name: 'Second', phone: '1' })
  expect([late.statusCode, late.json().detail]).toEqual([
    409,
    'Somebody else has changed the clinic’s data meanwhile. Nothing was saved; reload the page to see it.',
  ])
  expect(await read()).toMatchObject({ name: 'First', phone: '+1 212 555 0142' })
})

it('of two changes at once from the same version, one is made', async () => {
  const { read, change } = await open()
  const { version } = await read()
  const both = await Promise.all(['One', 'Two'].map((name) => change({ version, name })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

it.each([
  [{ country: 'XX' }, 'country', 'Must be the two letters of a country, such as DE'],
  [{ language: 'German' }, 'language', 'Must be the tag of a language, such as en-US or de-DE'],
  [{ currency: 'euro' }, 'currency', 'Must be the three letters of a currency, such as EUR'],
  [{ name: ' ' }, 'name', 'Name is Required'],
  [{ logo: '/image/00000000-0000-4000-8000-000000000000' }, 'logo', 'Upload the picture first'],
])('%j is refused with one sentence that names the field', async (payload, field, sentence) => {
  const { change } = await open()
  const refused = await change(payload)
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { [field]: sentence }])
})

it('the currency stays while there are payments, whoever asks', async () => {
  const { database, read, change, staff } = await open()
  await staff.book({ treatment, date: 'May 4, 2026', slot: nine })
  await database.db.execute(sql`insert into payment_intent (id, booking_id, patient_id, amount, currency)
    select 'pi_1', id, patient_id, price, 'usd' from booking`)
  expect(await read()).toMatchObject({ canChangeCurrency: false })
  const refused = await change({ currency: 'EUR', name: 'Not saved' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    409,
    { currency: 'The currency can’t change any more, because there are payments in the present one.' },
  ])
  expect(await read()).toMatchObject({ currency: 'USD', name: 'Lumen Dental' })
  await expect(database.db.update(clinic).set({ currency: 'EUR' })).rejects.toMatchObject({ cause: { code: '23001' } })
  const other = sql`insert into payment_intent (id, patient_id, amount, currency) select 'pi_2', patient_id, 1, 'eur' from booking`
  await database.db.execute(other)
  expect(await database.db.select({ id: paymentIntent.id }).from(paymentIntent)).toEqual([{ id: 'pi_1' }])
})

it('a currency without decimals needs whole prices', async () => {
  const { change, staff } = await open()
  const { treatments } = await staff.calendar()
  const cleaning = treatments.find(({ name }) => name === treatment)
  const fields = { name: treatment, durationMinutes: 30, bufferMinutes: 0 }
  const setPrice = async (price: number) =>
    staff.send({
      version: (await staff.calendar()).version,
      change: { kind: 'change-treatment', treatmentId: cleaning?._id, treatment: { ...fields, price } },
    })
  expect((await setPrice(59.5)).statusCode).toBe(200)
  expect((await change({ currency: 'JPY' })).json().errors.currency).toContain('no decimals')
  expect((await setPrice(59)).statusCode).toBe(200)
  expect((await change({ currency: 'JPY' })).statusCode).toBe(200)
  expect((await setPrice(59.5)).json().errors).toEqual({
    'change.treatment.price': 'This currency has no decimals',
  })
})

it('in another time zone appointments keep the time on the clock, or their instants', async () => {
  const { database, staff, read, changeZone } = await open()
  await staff.book({ treatment, date: 'May 4, 2026', slot: nine })
  await staff.book({ treatment, date: 'May 4, 2026', slot: '09.30 AM - 10.00 AM' })
  const before = [
    '2026-05-04 09.00 AM - 09.30 AM 2026-05-04T13:00:00.000Z',
    '2026-05-04 09.30 AM - 10.00 AM 2026-05-04T13:30:00.000Z',
  ]
  expect(await timesOf(database)).toEqual(before)
  const preview = await changeZone({ timeZone: 'Europe/Berlin', keep: 'clock', preview: true })
  expect(preview.json()).toMatchObject({ count: 2, first: { before: 'May 4, 2026, 09.00 AM - 09.30 AM' } })
  expect([await timesOf(database), (await read()).timeZone]).toEqual([before, 'America/New_York'])

  expect((await changeZone({ timeZone: 'Europe/Berlin', keep: 'clock' })).statusCode).toBe(200)
  expect([await timesOf(database), (await read()).timeZone]).toEqual([
    [
      '2026-05-04 09.00 AM - 09.30 AM 2026-05-04T07:00:00.000Z',
      '2026-05-04 09.30 AM - 10.00 AM 2026-05-04T07:30:00.000Z',
    ],
    'Europe/Berlin',
  ])
  expect(await staff.freeSlots('May 4, 2026', treatment)).not.toContain(nine)

  expect((await changeZone({ timeZone: 'Asia/Tokyo', keep: 'instant' })).statusCode).toBe(200)
  expect(await timesOf(database)).toEqual([
    '2026-05-04 04.00 PM - 04.30 PM 2026-05-04T07:00:00.000Z',
    '2026-05-04 04.30 PM - 05.00 PM 2026-05-04T07:30:00.000Z',
  ])
})

it('an unknown time zone is refused with one sentence', async () => {
  const { changeZone } = await open()
  const refused = await changeZone({ timeZone: 'Mars/Olympus', keep: 'clock' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    { timeZone: 'Must be a time zone, such as Europe/Berlin' },
  ])
})

it('a time zone that breaks an appointment is refused with its name and date, and changes nothing', async () => {
  const { database, staff, read, changeZone } = await open()
  const ann = await staff.book({ treatment, date: 'Mar 29, 2026', slot: nine })
  const bob = await staff.book({ treatment, date: 'Mar 29, 2026', slot: '09.30 AM - 10.00 AM' })
  const refusedFor = async (timeZone: string, keep: ZoneChange['keep'], shown: (detail: string) => unknown) => {
    const before = await timesOf(database)
    const refused = await changeZone({ timeZone, keep })
    expect(refused.statusCode).toBe(409)
    shown(refused.json().errors.timeZone)
    expect([await timesOf(database), (await read()).timeZone]).toEqual([before, 'America/New_York'])
  }
  // In Berlin the clocks skip 2:00 to 3:00 on that day; the appointments are kept there by an override.
  const { id } = { id: ann.json().booking._id }
  await database.db.execute(sql`update booking set slot = '02.30 AM - 03.00 AM', starts_at = '2026-03-29T06:30Z',
    ends_at = '2026-03-29T07:00Z', busy = tstzrange('2026-03-29T06:30Z', '2026-03-29T07:00Z') where id = ${id}`)
  await refusedFor('Europe/Berlin', 'clock', (detail) =>
    expect(detail).toMatch(
      /^The clock of this time zone skips the time of an appointment: Teeth Cleaning of .+ on Mar 29, 2026, 02.30 AM - 03.00 AM. Nothing was changed.$/,
    ),
  )
  // Two that are apart in New York come together where the clock skips the hour between them.
  await database.db.execute(sql`update booking set slot = '01.30 AM - 02.30 AM', starts_at = '2026-03-29T05:30Z',
    ends_at = '2026-03-29T06:30Z', busy = tstzrange('2026-03-29T05:30Z', '2026-03-29T07:00Z') where id = ${id}`)
  await database.db.execute(sql`update booking set slot = '03.00 AM - 03.30 AM', starts_at = '2026-03-29T07:00Z',
    ends_at = '2026-03-29T07:30Z', busy = tstzrange('2026-03-29T07:00Z', '2026-03-29T07:30Z') where id = ${bob.json().booking._id}`)
  await refusedFor('Europe/Berlin', 'clock', (detail) =>
    expect(detail).toMatch(
      /^In this time zone two appointments would conflict: Teeth Cleaning of .+ and Teeth Cleaning of .+ Nothing was changed.$/,
    ),
  )
  await database.db.execute(sql`update booking set slot = '05.30 PM - 06.30 PM', starts_at = '2026-03-29T21:30Z',
    ends_at = '2026-03-29T22:30Z', busy = tstzrange('2026-03-29T21:30Z', '2026-03-29T22:30Z') where id = ${id}`)
  await refusedFor('Europe/Berlin', 'instant', (detail) => expect(detail).toContain('would go on past midnight'))
})
