import { afterEach, expect, inject, it } from 'vitest'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { sandboxAccount } from '#sandbox/stripe/account.ts'
import { silentServer } from '#server/app/whole/testing/silent-server.ts'
import { type Client, signInStaff, signUpPatient } from '#server/testing/outside/client.ts'
import { smtpServer } from '#server/testing/outside/smtp-server.ts'
import { cameraPhoto } from '#server/testing/photos.ts'
import { startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const slowly = { timeout: 60_000 }
const secret = 'a secret that only this test knows, and nobody else'
const hangMs = 60_000

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of cleanUp.splice(0).reverse()) await stop()
})

/** Starts a server whose mail server and image host accept connections and never answer. */
async function start() {
  const smtp = await smtpServer()
  const hanging = await silentServer(Number(new URL(smtp.url).port))
  const imageHost = await silentServer()
  const server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: {
      DEMO: 'on',
      AUTH_SECRET: secret,
      BOOKING_MAX_UPCOMING: '1000',
      SMTP_URL: smtp.url,
      IMAGE_HOST_URL: `http://127.0.0.1:${imageHost.port}/1/upload`,
      IMAGE_HOST_KEY: 'key',
    },
  })
  cleanUp.push(smtp.stop, hanging.stop, imageHost.stop, server.stop)
  const setFaults = async (faults: object) => {
    const headers = { authorization: `Bearer ${sandboxAccount(secret).secretKey}`, 'content-type': 'application/json' }
    const body = JSON.stringify(faults)
    const answer = await fetch(`${server.url}/sandbox/stripe/faults`, { method: 'POST', headers, body })
    expect(answer.ok).toBe(true)
  }
  return { url: server.url, smtp, hanging, imageHost, setFaults }
}

/** Books for `patient` on as many days from `firstDay` on, reads free times and lists appointments. Returns the ids of
 *  the appointments, their price and the longest answer in ms. */
async function useFor(patient: Client, firstDay: number, days: number) {
  const [treatment] = await patient.treatments()
  const ids: string[] = []
  let longestMs = 0
  const timed = async <Result>(call: Promise<Result>) => {
    const sentAt = performance.now()
    const result = await call
    longestMs = Math.max(longestMs, performance.now() - sentAt)
    return result
  }
  for (let day = firstDay; day < firstDay + days; day += 1) {
    const date = formatMediumDate(addDays(clinicToday(new Date(), 'UTC'), day))
    const { _id: treatmentId, price, slots } = treatment ?? {}
    await timed(patient.request('GET', `/available?date=${encodeURIComponent(date)}`))
    ids.push(await timed(patient.book({ treatmentId, price, slot: slots?.[0], date })))
    await timed(patient.list())
  }
  return { ids, price: treatment?.price, longestMs }
}

/** Uploads a photo for the staff, which nobody waits for. Resolves to its status. */
async function uploadPhoto(url: string, authorization: string) {
  const form = new FormData()
  form.set('image', new Blob([Uint8Array.from(await cameraPhoto())], { type: 'image/jpeg' }), 'photo.jpg')
  const headers = { origin: url, authorization }
  const answer = await fetch(`${url}/image`, { method: 'POST', headers, body: form })
  return { status: answer.status, text: await answer.text() }
}

it('books while the mail server, the image host and the card provider hang, and sends each email once afterwards', async () => {
  const { url, smtp, hanging, imageHost, setFaults } = await start()
  const ann = await signUpPatient(url)
  const { authorization } = await signInStaff(url)
  const undisturbed = await useFor(ann, 20, 10)
  await expect.poll(hanging.waiting, slowly).toBeGreaterThan(0)

  const { ids, price } = undisturbed
  const pay = (appointment: string | undefined) =>
    ann.send('POST', '/create-payment-intent', { price, appointment }, hangMs)
  await setFaults({ api: { delayMs: hangMs } })
  const uploads = Promise.all([uploadPhoto(url, authorization), uploadPhoto(url, authorization)])
  const payment = pay(ids[0])
  await expect.poll(imageHost.waiting, slowly).toBe(2)
  const disturbed = await useFor(ann, 40, 20)
  // A call that waits for one of them takes its timeout, of 10 seconds or more.
  expect(disturbed.longestMs).toBeLessThan(Math.max(3_000, 5 * undisturbed.longestMs))

  await imageHost.stop()
  for (const { status, text } of await uploads) {
    expect([status, text]).toEqual([503, expect.stringContaining('"detail":"')])
  }
  await hanging.stop()
  await smtp.start()
  const booked = () => smtp.emails.filter(({ source }) => /^Subject: .*appointment/im.test(source))
  const messageIds = () => booked().map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1])
  await expect.poll(() => booked().length, slowly).toBeGreaterThanOrEqual(20)
  expect(new Set(messageIds()).size).toBe(booked().length)
  const refused = await payment
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('Please try again in a minute')])
  await setFaults({})
  // Another one, because the provider is still busy with the first call about that appointment.
  expect((await pay(ids[1])).status).toBe(200)
})
