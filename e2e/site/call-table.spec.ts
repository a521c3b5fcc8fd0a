import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { publishableKey } from '#sandbox/stripe/publishable-key.ts'
import { test } from '../support/test.ts'

// A client written only from the specification's call table and served from the same origin. It uses plain fetch, reads
// only specified fields and leaves URLs unencoded.

const date = formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), 60))

type ApiResponse = { status: number; body: unknown }
type RequestOptions = { method?: string; json?: object; bearer?: boolean }

/** Sends a request as the client does: as JSON, with the stored token where the table requires it. */
function call(
  page: Page,
  path: string,
  { method = 'GET', json, bearer = false }: RequestOptions = {},
): Promise<ApiResponse> {
  return page.evaluate(
    async ({ path, method, json, bearer }) => {
      const response = await fetch(path, {
        method,
        headers: {
          ...(json && { 'content-type': 'application/json' }),
          ...(bearer && { authorization: `Bearer ${localStorage.getItem('accessToken')}` }),
        },
        ...(json && { body: JSON.stringify(json) }),
      })
      return { status: response.status, body: await response.json() }
    },
    { path, method, json, bearer },
  )
}

async function authenticate(
  page: Page,
  how: 'sign-up' | 'sign-in',
  person: { name?: string; email: string; password: string },
) {
  await page.goto('/about')
  expect((await call(page, `/api/auth/${how}/email`, { method: 'POST', json: person })).status).toBe(200)
  const issued = await call(page, `/user/${person.email}`, { method: 'PUT', json: { email: person.email } })
  expect(issued.body).toEqual({ token: expect.any(String) })
  await page.evaluate((body) => localStorage.setItem('accessToken', (body as { token: string }).token), issued.body)
}

test('a patient’s client books, lists and pays once, and each refusal names the conflict @any-width', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/)
  const email = `plus+${randomUUID().slice(0, 8)}@example.com`
  await authenticate(page, 'sign-up', { name: 'Pia Plus', email, password: 'a sound passphrase' })

  const { body: free } = await call(page, `/available?date=${date}`)
  const [treatment, other] = free as { _id: string; name: string; slots: string[]; price: number }[]
  const slot = treatment?.slots.find((time) => other?.slots.includes(time)) ?? ''
  const booking = {
    treatmentId: treatment?._id,
    treatment: treatment?.name,
    date,
    slot,
    price: treatment?.price,
    patient: email,
    patientName: 'Pia Plus',
    phone: '',
  }
  const post = (json: object) => call(page, '/booking', { method: 'POST', json })
  const messageOf = ({ body }: ApiResponse) => {
    const { success, booking } = body as { success: boolean; booking: { date: string; slot: string } }
    return success
      ? `Appointment is set, ${booking.date} at ${booking.slot}`
      : `Already have and appointment on ${booking.date} at ${booking.slot}`
  }
  expect(messageOf(await post(booking))).toBe(`Appointment is set, ${date} at ${slot}`)
  expect(messageOf(await post(booking))).toBe(`Already have and appointment on ${date} at ${slot}`)
  const clash = { ...booking, treatmentId: other?._id, treatment: other?.name, price: other?.price }
  expect(messageOf(await post(clash))).toBe(`Already have and appointment on ${date} at ${slot}`)
  expect(messageOf(await post({ ...clash, price: 1 }))).toBe(`Already have and appointment on ${date} at ${slot}`)

  // The plus sign stays unencoded.
  const list = async () => (await call(page, `/booking?patient=${email}`, { bearer: true })).body as ListedBooking[]
  const [listed, ...others] = await list()
  expect(others).toEqual([])
  expect(listed).toMatchObject({ treatment: treatment?.name, date, slot, patientName: 'Pia Plus' })
  expect(listed?.paid).toBeUndefined()
  const path = `/booking/${listed?._id}`
  expect((await call(page, path, { bearer: true })).body).toEqual(listed)

  const payment = { method: 'POST', json: { price: listed?.price }, bearer: true }
  const { body: intent } = await call(page, '/create-payment-intent', payment)
  const transactionId = await payByCard(page, (intent as { clientSecret: string }).clientSecret)
  const paid = { appointment: listed?._id, transactionId }
  expect((await call(page, path, { method: 'PATCH', json: paid, bearer: true })).status).toBe(200)
  expect(await list()).toEqual([expect.objectContaining({ paid: true, transactionId })])

  // A page that is still open asks for another intent, by price.
  const secondIntent = await call(page, '/create-payment-intent', payment)
  expect(secondIntent.status).toBe(409)
  expect(secondIntent.body).not.toHaveProperty('clientSecret')
})

type ListedBooking = { _id: string; price: number; paid?: boolean }

/** Confirms the intent at the payment provider, which is outside the call table, and returns the transaction id. */
async function payByCard(page: Page, clientSecret: string): Promise<string> {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' }
  const form = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
  })
  for (const [name, value] of Object.entries(card)) form.set(`payment_method_data[card][${name}]`, value)
  const url = `/sandbox/stripe/v1/payment_intents/${id}/confirm`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const status = await page.evaluate(
    async ({ url, headers, body }) => (await (await fetch(url, { method: 'POST', headers, body })).json()).status,
    { url, headers, body: form.toString() },
  )
  expect(status).toBe('succeeded')
  return id
}

test('an admin’s client lists, promotes, uploads, adds a doctor and deletes it @any-width', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/)
  await authenticate(page, 'sign-in', { email: 'admin@example.com', password: 'demo-admin' })
  expect((await call(page, '/admin/admin@example.com', { bearer: true })).body).toEqual({ admin: true })

  const email = `new-${randomUUID().slice(0, 8)}@example.com`
  const person = { name: 'New Admin', email, password: 'a sound passphrase' }
  const headers = { 'content-type': 'application/json', origin: server.url }
  await fetch(`${server.url}/api/auth/sign-up/email`, { method: 'POST', headers, body: JSON.stringify(person) })
  const { body: users } = await call(page, '/user', { bearer: true })
  expect((users as { email: string }[]).map((user) => user.email)).toContain(email)
  const promote = (address: string) => call(page, `/user/admin/${address}`, { method: 'PUT', bearer: true })
  expect((await promote(email)).body).toEqual({ modifiedCount: 1 })
  expect((await promote(email)).body).toEqual({ modifiedCount: 0 })
  expect(await promote('nobody@example.com')).toEqual({ status: 200, body: { modifiedCount: 0 } })

  const { body: services } = await call(page, '/service')
  const specialty = (services as { name: string }[])[0]?.name
  const uploaded = await upload(page)
  expect(uploaded).toMatchObject({ status: 200, body: { success: true, data: { url: expect.any(String) } } })
  const { url } = (uploaded.body as { data: { url: string } }).data
  // The second URL is of an image host that the client uploaded to directly.
  for (const img of [url, 'https://i.ibb.co/abc123/face.jpg']) {
    const doctor = { name: 'Dr. Call Table', email: `dr-${randomUUID().slice(0, 8)}@example.com`, specialty, img }
    const added = await call(page, '/doctor', { method: 'POST', json: doctor, bearer: true })
    expect(added.body).toEqual({ insertedId: expect.any(String) })
    const { body: doctors } = await call(page, '/doctor', { bearer: true })
    expect(doctors).toContainEqual(expect.objectContaining(doctor))
    const deleted = await call(page, `/doctor/${doctor.email}`, { method: 'DELETE', bearer: true })
    expect(deleted.body).toEqual({ deletedCount: 1 })
  }
})

/** Uploads a PNG as the form field `image`, without a bearer token. */
function upload(page: Page): Promise<ApiResponse> {
  return page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
    canvas.getContext('2d')?.fillRect(0, 0, 32, 64)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const form = new FormData()
    form.append('image', blob ?? '')
    const response = await fetch('/image', { method: 'POST', body: form })
    return { status: response.status, body: await response.json() }
  })
}
