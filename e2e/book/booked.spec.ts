import { expect, type Page } from '@playwright/test'
import { formatMediumDate, parseMediumDate, weekdayOf } from '#contract/kit/time/clinic-date.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { signedIn, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const first = '08.00 AM - 08.30 AM'
const second = '08.30 AM - 09.00 AM'

// The clinic's zone: elsewhere the page names it, which e2e/book.zone.spec.ts looks at.
test.use({ timezoneId: 'America/New_York' })

// Days of their own, apart from those of other journeys.
let day = 12
test.beforeEach(() => {
  day += 1
})

const cardOf = (page: Page, treatment: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: treatment }) })

async function submit(page: Page, treatment: string, phone?: string) {
  const dialog = await openBooking(page, treatment)
  if (phone) await dialog.getByLabel('Phone').fill(phone)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
}

const weekday = (date: string) => weekdayOf(parseMediumDate(date) ?? '1970-01-01')

test('what was booked stays on the page with the way to pay, until it is closed or left', async ({ page, server }) => {
  await signedIn(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  await submit(page, 'Teeth Cleaning', '555 0142')
  const name = `You’re booked: Teeth Cleaning, ${weekday(date)}, ${date} at ${first}`
  const strip = page.getByRole('region', { name, exact: true })
  await expect(strip).toBeFocused()
  await expect(strip).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(/\/appointment\?date=/)
  await axe(page)

  // It survives another day, and the next booking takes its place.
  await page.locator('[data-day$="-28"]:not([data-outside])').getByRole('button').click()
  await expect(strip).toBeVisible()
  await page.locator(`[data-day$="-${day}"]:not([data-outside])`).getByRole('button').click()
  await submit(page, 'Oral Surgery')
  await expect(strip).toHaveCount(0)
  const other = page.getByRole('region', { name: /^You’re booked: Oral Surgery/ })
  await expect(other).toBeFocused()
  await other.getByRole('button', { name: 'Close this note' }).click()
  await expect(other).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Available Appointments' })).toBeFocused()

  await submit(page, 'Cavity Protection')
  await page.getByRole('link', { name: 'Pay $129 now' }).click()
  await expect(page.getByRole('main')).toContainText('Please Pay for Cavity Protection')
})

test('a day shows what the patient has on it, and offers other times', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  await signedIn(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  await expect(page.getByText('You have this')).toHaveCount(0)
  await submit(page, 'Pediatric Dental', '555 0142')
  await expect(cardOf(page, 'Pediatric Dental')).toContainText('You have this at 8.00 AM')
  await expect(page.getByText('You have this')).toHaveCount(1)

  // The card keeps what the server says; the dialog leaves out the patient's own time, and knows their number.
  await expect(cardOf(page, 'Teeth Orthodontics')).toContainText(first)
  const dialog = await openBooking(page, 'Teeth Orthodontics')
  await expect(dialog).toHaveAccessibleDescription(`${weekday(date)}, ${date} · $99`)
  await expect(dialog.locator('optgroup[label="Morning"] option').first()).toHaveText(second)
  await expect(dialog.locator('optgroup[label="Afternoon"] option')).toHaveCount(8)
  await expect(dialog.getByLabel('Phone')).toHaveValue('555 0142')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The same treatment twice a day is refused as ever.
  await submit(page, 'Pediatric Dental')
  await expect(page.getByText(`Already have and appointment on ${date} at ${first}`).first()).toBeVisible()
})

test('when the patient has an appointment at each free time, the dialog says so', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  const { date } = await book(server, person)
  await page.route('**/available?*', async (route) => {
    const response = await route.fetch()
    const treatments: object[] = await response.json()
    await route.fulfill({ response, json: treatments.map((treatment) => ({ ...treatment, slots: [first] })) })
  })
  await signedIn(page, server, person)
  await page.goto(`/appointment?date=${parseMediumDate(date)}`)
  await expect(page.getByText('You have this')).toBeVisible()
  const dialog = await openBooking(page, 'Oral Surgery')
  await expect(dialog).toContainText('You already have appointments at all of these times.')
  await expect(dialog.getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await axe(page)
})

test('Back closes the dialog, and closing it leaves no entry behind', async ({ page, server }) => {
  await signedIn(page, server, await signUp(server))
  await page.goto('/dashboard')
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, day)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  const button = page.getByRole('button', { name: 'Book Appointment Teeth Cleaning' })
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(page).toHaveURL(/\/appointment/)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openBooking(page, 'Teeth Cleaning')
  await dialog.getByRole('button', { name: 'Close without booking' }).click()
  await expect(dialog).toBeHidden()
  await submit(page, 'Teeth Cleaning', '555')
  await expect(page.getByRole('region', { name: /^You’re booked/ })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('a day chosen on a phone leads to its times; on a wide screen they are in view already', async ({
  page,
  server,
  isMobile,
}) => {
  await signedIn(page, server, await signUp(server))
  await page.goto('/appointment')
  const top = () => page.evaluate(() => window.scrollY)
  const heading = page.getByRole('heading', { name: 'Available Appointments on' })
  await expect(page.getByText('Price: $59')).toBeVisible()
  expect(await top()).toBe(0)
  if (!isMobile) {
    await expect(page.getByRole('button', { name: 'Book Appointment' }).nth(2)).toBeInViewport({ ratio: 1 })
    await chooseDayOfNextMonth(page, day)
    expect(await top()).toBe(0)
    return
  }
  // The keyboard stays in the calendar.
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?date=/)
  expect(await top()).toBe(0)
  await page.locator('[data-day$="-15"]:not([data-outside])').getByRole('button').tap()
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(110)
  await expect(page.getByRole('button', { name: 'Book Appointment' }).first()).toBeInViewport({ ratio: 1 })
})

test('days past the horizon can’t be chosen', { tag: '@any-width' }, async ({ page, server }) => {
  await signedIn(page, server, await signUp(server))
  const last = new Date()
  last.setUTCDate(last.getUTCDate() + 400)
  await page.goto(`/appointment?date=${last.toISOString().slice(0, 10)}`)
  const today = formatMediumDate(parseMediumDate(await todayOf(page)) ?? '1970-01-01')
  await expect(page.getByRole('heading', { name: `Available Appointments on ${today}` })).toBeVisible()
  const next = page.getByRole('button', { name: 'next month' })
  for (let month = 0; month < 12; month += 1) await next.click()
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  const late = page.locator('.rdp-day_button[aria-disabled="true"]').last()
  await expect(late).toHaveAccessibleName(/, too far ahead, can’t be chosen$/)
})

/** The clinic's today as the page shows it at first. */
async function todayOf(page: Page) {
  const heading = page.getByRole('heading', { name: 'Available Appointments on' })
  return String(await heading.textContent()).replace('Available Appointments on ', '')
}
