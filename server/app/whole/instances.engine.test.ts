import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { openEventStream } from '#server/testing/calendar/event-stream.ts'
import { openBrowser } from '#server/testing/outside/browser.ts'
import { type Client, signInStaff, signUpPatient } from '#server/testing/outside/client.ts'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import { type Pair, startPair } from '#server/testing/pair.ts'
import { cameraPhoto } from '#server/testing/photos.ts'

const engine = inject('engine')

// The embedded database is part of one process.
describe.skipIf(engine.kind !== 'postgres')(
  'each request of a person reaches the other instance than the one before',
  () => {
    let pair: Pair
    let ann: Client
    let staff: Client
    beforeAll(async () => {
      pair = await startPair({
        databaseServer: engine.kind === 'postgres' ? engine.url : '',
        env: { DEMO: 'on', RATE_LIMIT: 'on' },
      })
      ann = await signUpPatient(pair.url)
      // Before the wrong passwords, which use up the attempts of this address.
      staff = await signInStaff(pair.url)
    })
    afterAll(() => pair.stop())

    const post = (path: string, body: object) =>
      fetch(pair.url + path, {
        method: 'POST',
        headers: { origin: pair.url, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const slotOn = async (date: string) => {
      const answer = await ann.request('GET', `/available?date=${encodeURIComponent(date)}`)
      const [treatment] = (await answer.json()) as { _id: string; price: number; slots: string[] }[]
      return { treatmentId: treatment?._id, price: treatment?.price, slot: treatment?.slots[0] ?? '', date }
    }

    it('and they book, pay, move, cancel and get their money back', async () => {
      const wanted = await slotOn(dateIn(60))
      const id = await ann.book(wanted)
      await expect.poll(async () => (await slotOn(wanted.date)).slot).not.toBe(wanted.slot)
      await ann.report(id, await ann.charge(id, wanted.price))
      expect(await ann.list()).toMatchObject([{ _id: id, paid: true }])
      const later = await slotOn(dateIn(61))
      await ann.move(id, later.date, later.slot)
      await ann.cancel(id)
      const refunded = async () => (await ann.listAll()).find(({ _id }) => _id === id)?.refunded
      await expect.poll(refunded, { timeout: 30_000 }).toBe(wanted.price)
    })

    it('and they sign in with Google', async () => {
      const browser = openBrowser()
      const begun = await browser.visit(`${pair.url}/api/auth/sign-in/google`, { json: { from: '/appointment' } })
      const { url } = (await begun.json()) as { url: string }
      const chooser = await browser.follow(await browser.visit(url))
      const chosen = await browser.visit(chooser.url, { form: { email: 'gil@gmail.com', name: 'Gil', consent: 'yes' } })
      expect((await browser.follow(chosen)).url).toContain('/appointment')
      expect((await browser.visit(`${pair.url}/api/auth/get-session`)).status).toBe(200)
    })

    it('and they choose a new password by an emailed link', async () => {
      const { email } = await signUpPatient(pair.url, 'reset@example.org')
      expect((await post('/api/auth/request-password-reset', { email })).status).toBe(200)
      const link = linkIn(await newestMail(pair.dataDir, email, 2))
      const token = link.searchParams.get('token') ?? link.hash.replace(/^#(token=)?/, '')
      expect((await post('/api/auth/reset-password', { token, newPassword: 'another1' })).status).toBe(200)
      expect((await post('/api/auth/sign-in/email', { email, password: 'another1' })).status).toBe(200)
    })

    it('and staff upload a photo that both show, and hear of each other’s days', async () => {
      const headers = { authorization: staff.authorization, origin: pair.url }
      const body = new FormData()
      body.set('image', new Blob([Uint8Array.from(await cameraPhoto())], { type: 'image/jpeg' }), 'photo.jpg')
      const kept = await fetch(`${pair.url}/image`, { method: 'POST', headers, body })
      const { url } = ((await kept.json()) as { data: { url: string } }).data
      const shown = [await fetch(url), await fetch(url)]
      expect(shown.map(({ status }) => status)).toEqual([200, 200])

      const abort = new AbortController()
      const open = () => openEventStream(`${pair.url}/desk/events`, headers, abort.signal)
      const streams = [await open(), await open()]
      await vi.waitFor(() => streams.map(({ text }) => expect(text()).toContain(': open')), { timeout: 10_000 })
      const date = dateIn(70)
      await ann.book(await slotOn(date))
      await vi.waitFor(() => streams.map(({ text }) => expect(text()).toContain(`event: day\ndata: ${date}\n`)), {
        timeout: 10_000,
      })
      abort.abort()
      await Promise.all(streams.map(({ isEnded }) => isEnded))
    })

    it('and nobody is signed out when one instance is gone', async () => {
      const [first, second] = pair.instances
      pair.useOnly(second)
      const before = await ann.book(await slotOn(dateIn(80)))
      await first.kill('SIGKILL')
      const meanwhile = await ann.book(await slotOn(dateIn(81)))
      await first.restart()
      pair.useOnly(first)
      expect((await ann.list()).map(({ _id }) => _id)).toEqual(expect.arrayContaining([before, meanwhile]))
      pair.useOnly()
    })

    // The last one, because it uses up the attempts of this address.
    it('and their wrong passwords count together', async () => {
      const { email } = await signUpPatient(pair.url, 'guessed@example.org')
      const guesses = []
      for (let n = 0; n < 12; n += 1) {
        guesses.push((await post('/api/auth/sign-in/email', { email, password: `wrong${n}` })).status)
      }
      expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
    })
  },
)

function dateIn(days: number): string {
  return formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), days))
}
