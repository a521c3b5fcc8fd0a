import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { newestMail } from '#server/testing/outside/outbox.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { nextWeekday, openBooking } from '../support/calendar.ts'
import { congrats, payWith, visa } from '../support/card/card.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer({
    pages: true,
    emptyFolder: true,
    databaseServer: process.env.E2E_DATABASE_URL,
    env: {
      DEMO: 'on',
      CLINIC_NAME: 'Zahnarztpraxis am Park',
      CLINIC_COUNTRY: 'DE',
      CLINIC_LANGUAGE: 'de',
      CLINIC_CURRENCY: 'EUR',
      CLINIC_TIME_ZONE: 'Europe/Berlin',
    },
  })
})
test.afterAll(() => server?.stop())

/** The first Wednesday that is at least a week ahead. */
const wednesday = nextWeekday(addDays(clinicToday(new Date(), 'Europe/Berlin'), 7), 3)
const [year, month, date] = wednesday.split('-').map(Number)
const german = `${String(date).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`
/** The same day in an English sentence. */
const inText = new Intl.DateTimeFormat('en-DE', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(wednesday))
const weekdayAndDay = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const shortInText = new Intl.DateTimeFormat('en-DE', weekdayAndDay).format(new Date(wednesday))
const nearInText = new Intl.DateTimeFormat('en-DE', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
  new Date(wednesday),
)
const slot = '14:00 – 14:30'

// Intl separates by spaces of other widths.
const plain = (text: string | null) => (text ?? '').replace(/\p{Zs}/gu, ' ')
const mainText = async (page: Page) => plain(await page.getByRole('main').textContent())

test('a patient books, pays and reads the receipt at a clinic in Berlin', async ({ browser }, { project }) => {
  test.setTimeout(240_000)
  const { viewport, isMobile, hasTouch } = project.use
  const context = await browser.newContext({
    ...{ baseURL: server.url, timezoneId: 'Europe/Berlin', locale: 'de-DE' },
    ...(viewport && { viewport }),
    ...(isMobile && { isMobile, hasTouch: hasTouch ?? true }),
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect.poll(() => mainText(page)).toContain('from 59 €')
  await shoot(page, 'berlin-home')
  const person = await signUp(server, 'Jana Vogel')
  await signInAs(page, server, person)
  await bookAt(page)
  const row = page.getByRole('row').filter({ hasText: 'Teeth Cleaning' })
  await page.goto('/dashboard')
  await expect(row).toContainText(slot)
  expect(plain(await row.textContent())).toMatch(new RegExp(`${german}.*Mittwoch.*${slot}`))
  expect(plain(await row.getByRole('link', { name: /^pay/ }).getAttribute('aria-label'))).toBe(
    `pay 59 € for Teeth Cleaning, ${shortInText}, 14:00, Jana Vogel`,
  )
  await shoot(page, 'berlin-appointments')
  await row.getByRole('link', { name: /^pay/ }).click()
  await payAt(page)

  const link = page.getByRole('main').getByRole('link', { name: 'Receipt' })
  await link.click()
  await expect.poll(() => mainText(page)).toContain(`Mittwoch, ${german}, ${slot}`)
  expect(await mainText(page)).toContain('59,00 €')
  await shoot(page, 'berlin-receipt')
  const { text } = await newestMail(server.dataDir, person.email)
  expect(plain(text)).toContain(`Date: ${german}\nTime: ${slot}\n`)
  expect(plain(text)).toContain('Paid: 59,00 €\n')
  await context.close()
})

async function bookAt(page: Page) {
  await page.goto(`/appointment?date=${wednesday}`)
  await expect(page.locator('.calendar thead th').first()).toHaveText('Mo')
  await expect(page.getByRole('heading', { name: `Available Appointments on ${inText}` })).toBeVisible()
  expect(await mainText(page)).toMatch(/Mittwoch, \d+\. \p{L}+ \d{4}/u)
  await shoot(page, 'berlin-day')
  const dialog = await openBooking(page, 'Teeth Cleaning')
  expect(plain(await dialog.textContent())).toContain(`Mittwoch, ${german} · 59 €`)
  await dialog.getByLabel('Time').selectOption({ label: slot })
  await dialog.getByLabel('Phone').fill('030 1234567')
  await shoot(page, 'berlin-dialog')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Appointment is set, ${inText} at ${slot}`).first()).toBeVisible()
}

async function payAt(page: Page) {
  await expect.poll(() => mainText(page)).toContain('Please pay: 59 €')
  expect(await mainText(page)).toContain(german)
  await shoot(page, 'berlin-pay')
  await payWith(page, visa)
  await expect(congrats(page)).toBeVisible()
  await expect
    .poll(async () => plain(await page.getByRole('region', { name: 'What comes next' }).textContent()))
    .toContain(`We’ll see you on Wednesday, ${nearInText}, ${slot}`)
}
