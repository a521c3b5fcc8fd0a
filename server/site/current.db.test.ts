import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#contract/site/clinic.ts'
import type { Treatment } from '#contract/treatment.ts'
import { clinicDay, clinicDayHours, clinicHours, clinicPolicy } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

const today: IsoDate = '2026-03-10'

let server: TestApp
let other: TestApp
beforeAll(async () => {
  server = await openTestApp({ pages: true })
  other = await openTestApp({ pages: true, database: server.database })
  for (const at of [server, other]) {
    await vi.waitFor(async () => expect(promo(await bodyOf('/', at))).toBeDefined(), { timeout: 20_000 })
  }
})
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Requests a page and returns it with plain spaces. */
async function get(url: string, headers: Record<string, string> = {}, at = server) {
  const response = await at.app.inject({ url, headers: { accept: 'text/html', ...headers } })
  return { statusCode: response.statusCode, headers: response.headers, body: plain(response.body) }
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const bodyOf = async (url = '/', at = server) => (await get(url, {}, at)).body
const member = { cookie: 'clinic.session_token=x' }

/** Waits until a page shows a change. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 })

function structuredData(body: string) {
  return JSON.parse(body.match(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/)?.[1] ?? '')
}
function appData(body: string) {
  return JSON.parse(body.match(/<script type="application\/json" id="clinic">([\s\S]*?)<\/script>/)?.[1] ?? '')
}
const promo = (body: string) => body.match(/<p data-if="nextFree"[^>]*>([^<]*)<\/p>/)?.[1]

describe('a change of the rules', () => {
  it('of the weekly hours shows on every page of each instance, and in structured data', async () => {
    const hours = await server.database.db.select().from(clinicHours)
    const before = await Promise.all([server, other].map((at) => get('/', {}, at)))
    await server.database.db
      .update(clinicHours)
      .set({ closes: 18 * 60 })
      .where(eq(clinicHours.opens, 13 * 60))
    const words = 'Every day, 8:00 AM to 12:00 PM and 1:00 PM to 6:00 PM'
    await soon(async () => {
      for (const at of [server, other]) {
        const page = await get('/', {}, at)
        expect(page.body.match(/<main[\s\S]*<\/footer>/)?.[0].split(words)).toHaveLength(4)
        expect(structuredData(page.body).openingHours).toEqual(['Mo-Su 08:00-12:00', 'Mo-Su 13:00-18:00'])
        expect(before.map(({ headers }) => headers.etag)).not.toContain(page.headers.etag)
        for (const url of ['/about', '/login', '/no/such/page']) expect(await bodyOf(url, at), url).toContain(words)
        for (const url of ['/appointment', '/dashboard/payment/1']) {
          expect((await get(url, member, at)).body, url).toContain(words)
        }
      }
    })
    await server.database.db.delete(clinicHours)
    await server.database.db.insert(clinicHours).values(hours)
    await soon(async () => expect((await get('/')).headers.etag).toBe(before[0]?.headers.etag))
  })

  it('shows in the data of the app', async () => {
    expect(appData((await get('/', member)).body).horizonDays).toBe(365)
    await server.database.db.update(clinicPolicy).set({ horizonDays: 90 })
    await soon(async () => {
      for (const url of ['/', '/appointment', '/dashboard/payment/1']) {
        expect(appData((await get(url, member)).body).horizonDays, url).toBe(90)
      }
    })
    await server.database.db.update(clinicPolicy).set({ horizonDays: 365 })
  })

  it('that closes a day shows under the hours, escaped, and as special hours in structured data', async () => {
    const date = addDays(today, 2)
    expect(await bodyOf()).not.toContain('data-if="specialDaysInWords"')
    await server.database.db.insert(clinicDay).values([
      { date, note: '</script><b>Public & "holiday"' },
      { date: addDays(today, 5), note: '' },
    ])
    await server.database.db.insert(clinicDayHours).values({ date: addDays(today, 5), opens: 540, closes: 720 })
    await soon(async () => {
      const { body } = await get('/', member)
      const line =
        'Closed Thursday, Mar 12: &lt;/script&gt;&lt;b&gt;Public &amp; &quot;holiday&quot;\nSunday, Mar 15, 9:00 AM'
      expect(body.match(/<main[\s\S]*<\/footer>/)?.[0].split(line)).toHaveLength(4)
      expect(structuredData(body).specialOpeningHoursSpecification).toEqual([
        { '@type': 'OpeningHoursSpecification', validFrom: date, validThrough: date, opens: '00:00', closes: '00:00' },
        expect.objectContaining({ validFrom: '2026-03-15', opens: '09:00', closes: '12:00' }),
      ])
      expect(body).not.toContain('</script><b>')
      expect(await bodyOf('/about')).toContain(line)
    })
    await server.database.db.delete(clinicDay)
    await soon(async () => expect(await bodyOf()).not.toContain('data-if="specialDaysInWords"'))
  })

  it('leaves a Content-Security-Policy with the hash of each inline script', async () => {
    await server.database.db.update(clinicPolicy).set({ horizonDays: 91 })
    await soon(async () => expect(appData((await get('/', member)).body).horizonDays).toBe(91))
    for (const headers of [{}, member]) {
      const page = await get('/', headers)
      const inline = [
        ...page.body.matchAll(/<script(?![^>]*(?:\bsrc=|application\/(?:ld\+)?json))[^>]*>([\s\S]*?)<\/script>/g),
      ]
      expect(inline.length).toBeGreaterThan(0)
      for (const [, code = ''] of inline) {
        const hash = createHash('sha256').update(code).digest('base64')
        expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
      }
    }
    await server.database.db.update(clinicPolicy).set({ horizonDays: 365 })
  })
})

it.each(['/', '/dentists', '/login', '/dashboard'])('the data in %s have the shape that the app reads', async (url) => {
  const data = appData((await get(url, member)).body)
  expect(clinic.parse(data)).toEqual(data)
})

describe('the promo on the landing page', () => {
  it('names the next free time and moves on when patients have booked it', async () => {
    await soon(async () => expect(promo(await bodyOf())).toBe('Next free: Tue, Mar 10, 10:30 AM · from $59'))
    const before = await get('/')
    await bookAll(today, '10.30 AM - 11.00 AM')
    await soon(async () => expect(promo(await bodyOf())).toBe('Next free: Tue, Mar 10, 11:00 AM · from $59'))
    const after = await get('/', { 'if-none-match': String(before.headers.etag) })
    expect([after.statusCode, after.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect((await get('/', { 'if-none-match': String(after.headers.etag) })).statusCode).toBe(304)
    await soon(async () => expect(promo(await bodyOf('/', other))).toContain('11:00 AM'))
  })

  it('is the same text for members, in the page and in the data that React reads; other pages have none', async () => {
    await expect.poll(async () => promo((await get('/', member)).body)).toMatch(/^Next free: /)
    const { body } = await get('/', member)
    expect(appData(body).nextFree).toBe(promo(body))
    expect(appData((await get('/appointment', member)).body)).not.toHaveProperty('nextFree')
    expect(await bodyOf('/about')).not.toContain('Next free')
  })

  it('shows a new lowest price', async () => {
    const cleaning = eq(treatment.name, 'Teeth Cleaning')
    await server.database.db.update(treatment).set({ priceCents: 49_50 }).where(cleaning)
    await soon(async () => expect(promo(await bodyOf())).toContain('· from $49.50'))
    await server.database.db.update(treatment).set({ priceCents: 59_00 }).where(cleaning)
    await soon(async () => expect(promo(await bodyOf())).toContain('· from $59'))
  })

  it('is left out without a treatment, and without a free time', async () => {
    await server.database.db.update(treatment).set({ retiredAt: new Date() })
    await soon(async () => expect(promo(await bodyOf())).toBeUndefined())
    expect(await bodyOf()).toContain('Make an appointment today')
    expect(appData((await get('/', member)).body)).not.toHaveProperty('nextFree')
    await server.database.db.update(treatment).set({ retiredAt: null })
    await soon(async () => expect(promo(await bodyOf())).toBeDefined())
    const hours = await server.database.db.delete(clinicHours).returning()
    await soon(async () => {
      expect(promo(await bodyOf())).toBeUndefined()
      expect(await bodyOf()).toContain('>Closed<')
    })
    await server.database.db.insert(clinicHours).values(hours)
  })
})

it('pages show the demo admin in demo mode only', async () => {
  expect(await bodyOf('/login')).not.toMatch(/Demo admin|data-if="demo"/)
  const demo = await openTestApp({ pages: true, env: { DEMO: 'on' } })
  try {
    expect(await bodyOf('/login', demo)).toContain('Demo admin')
    await soon(async () => expect(promo(await bodyOf('/', demo))).toMatch(/^Next free: /))
  } finally {
    await demo.close()
  }
})

/** Books a slot of each treatment, each for another patient. */
async function bookAll(date: IsoDate, slot: string) {
  const treatments: Treatment[] = (await server.app.inject('/service')).json()
  for (const { _id: treatmentId, price } of treatments) {
    const { email, bearer } = await server.person()
    const payload = { treatmentId, date: formatMediumDate(date), slot, price, patient: email, phone: '555 0142' }
    const { statusCode } = await server.app.inject({ method: 'POST', url: '/booking', headers: bearer, payload })
    expect(statusCode).toBe(201)
  }
}
