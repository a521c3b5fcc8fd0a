import { expect, type Page } from '@playwright/test'
import { addDays, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { weekdayOf } from '#contract/kit/time/shown-date.ts'
import { us } from '#testbed/us.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { chooseDayOfNextMonth, openBooking, showWholeMonth } from '../support/calendar.ts'
import { nearDate } from '../support/near-date.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

const first = '08.00 AM - 08.30 AM'
const second = '08.30 AM - 09.00 AM'

// In another time zone the page adds the zone's name; e2e/book/book.zone.spec.ts covers that.
test.use({ timezoneId: 'America/New_York' })

// Each test uses its own day, which no other journey books.
let day = 12
test.beforeEach(() => {
  day += 1
})

const cardOf = (page: Page, treatment: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: treatment }) })

async function bookInDialog(page: Page, treatment: string, phone?: string) {
  const dialog = await openBooking(page, treatment)
  if (phone) await dialog.getByLabel('Phone').fill(phone)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
}

const weekdayName = (date: string) => weekdayOf(parseMediumDate(date) ?? '1970-01-01', us)

test('after a booking a note with a link to pay stays until it is closed', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  await bookInDialog(page, 'Teeth Cleaning', '212 555 0142')
  const name = `You’re booked: Teeth Cleaning, ${weekdayName(date)}, ${nearDate(date)} at 8:00 to 8:30 AM`
  const note = page.getByRole('region', { name, exact: true })
  await expect(note).toBeFocused()
  await expect(note).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(/\/appointment\?date=/)

  // Another day keeps the note; the next booking replaces it.
  await page.locator('[data-day$="-28"]:not([data-outside])').getByRole('button').click()
  await expect(note).toBeVisible()
  await page.locator(`[data-day$="-${day}"]:not([data-outside])`).getByRole('button').click()
  await bookInDialog(page, 'Oral Surgery')
  await expect(note).toHaveCount(0)
  const newNote = page.getByRole('region', { name: /^You’re booked: Oral Surgery/ })
  await expect(newNote).toBeFocused()
  await newNote.getByRole('button', { name: 'Close this note' }).click()
  await expect(newNote).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Available Appointments' })).toBeFocused()

  await bookInDialog(page, 'Cavity Protection')
  await page.getByRole('link', { name: 'Pay $129 now' }).click()
  await expect(page.getByRole('main')).toContainText('Please Pay for Cavity Protection')
})

test('a day shows the patient’s own appointment, and the dialog leaves out its time', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const date = await chooseDayOfNextMonth(page, day)
  await expect(page.getByText('You have this')).toHaveCount(0)
  await bookInDialog(page, 'Pediatric Dental', '212 555 0142')
  await expect(cardOf(page, 'Pediatric Dental')).toContainText('You have this at 8:00 to 8:30 AM')
  await expect(page.getByText('You have this')).toHaveCount(1)

  // The card shows the first free slot as the server sends it; the dialog also fills in the phone number.
  await expect(cardOf(page, 'Teeth Orthodontics')).toContainText(first)
  const dialog = await openBooking(page, 'Teeth Orthodontics')
  await expect(dialog).toHaveAccessibleDescription(`${weekdayName(date)}, ${date} · $99`)
  await expect(dialog.locator('optgroup[label="Morning"] option').first()).toHaveText(second)
  await expect(dialog.locator('optgroup[label="Afternoon"] option')).toHaveCount(8)
  await expect(dialog.getByLabel('Phone')).toHaveValue('212 555 0142')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // Another one of the same treatment that day would be refused: the dialog says so, and the card offers to move it.
  const same = await openBooking(page, 'Pediatric Dental')
  await expect(same).toContainText('You already have Pediatric Dental on this day, at 8:00 to 8:30 AM.')
  await axe(page)
  await page.keyboard.press('Escape')
  await cardOf(page, 'Pediatric Dental').getByRole('link', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: 'Move your appointment' })
  await expect(move).toContainText(`Pediatric Dental, now on ${nearDate(date)}, 8:00 to 8:30 AM.`)
  await page.keyboard.press('Escape')
  await expect(move).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Pediatric Dental' })).toBeVisible()
  await expect(move).toHaveCount(0)
})

test('a treatment that the patient books in another tab meanwhile is refused', { tag: '@any-width' }, async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const person = await signUp(server)
  const { date } = await book(server, person)
  const list = /\/booking\?patient=/
  await page.route(list, (route) => route.fulfill({ json: [] }))
  await signInAs(page, server, person)
  await page.goto(`/appointment?date=${parseMediumDate(date)}`)
  await bookInDialog(page, 'Teeth Cleaning', '212 555 0142')
  await expect(page.getByText(`Already have and appointment on ${date} at ${first}`).first()).toBeVisible()
})

test('the dialog says so when the patient already has an appointment at each free time', { tag: '@any-width' }, async ({
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
  await signInAs(page, server, person)
  await page.goto(`/appointment?date=${parseMediumDate(date)}`)
  await expect(page.getByText('You have this')).toBeVisible()
  const dialog = await openBooking(page, 'Oral Surgery')
  await expect(dialog).toContainText('You already have appointments at all of these times.')
  await expect(dialog.getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await axe(page)
})

test('Back closes the dialog, and closing it leaves no history entry', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  await signInAs(page, server, await signUp(server))
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
  await bookInDialog(page, 'Teeth Cleaning', '212 555 0142')
  await expect(page.getByRole('region', { name: /^You’re booked/ })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('choosing a day scrolls a phone to its times; on a desktop they are visible already', async ({
  page,
  server,
  isMobile,
}) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const scrollTop = () => page.evaluate(() => window.scrollY)
  const heading = page.getByRole('heading', { name: 'Available Appointments on' })
  await expect(page.getByText('Price: $59')).toBeVisible()
  expect(await scrollTop()).toBe(0)
  if (!isMobile) {
    // After hours today has the next times in front of the cards.
    await chooseDayOfNextMonth(page, day)
    await expect(page.getByRole('button', { name: 'Book Appointment' }).nth(2)).toBeInViewport({ ratio: 1 })
    expect(await scrollTop()).toBe(0)
    return
  }
  await showWholeMonth(page)
  // Choosing a day by keyboard must not scroll the page away from the calendar.
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?date=/)
  expect(await scrollTop()).toBe(0)
  await page.locator('[data-day$="-15"]:not([data-outside])').getByRole('button').tap()
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(110)
  await expect(page.getByRole('button', { name: 'Book Appointment' }).first()).toBeInViewport({ ratio: 1 })
})

test('days past the booking horizon can’t be chosen', { tag: '@any-width' }, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  const tooLate = new Date()
  tooLate.setUTCDate(tooLate.getUTCDate() + 400)
  await page.goto(`/appointment?date=${tooLate.toISOString().slice(0, 10)}`)
  const today = formatMediumDate(parseMediumDate(await todayOf(page)) ?? '1970-01-01')
  await expect(page.getByRole('heading', { name: `Available Appointments on ${today}` })).toBeVisible()
  const next = page.getByRole('button', { name: 'next month' })
  for (let month = 0; month < 12; month += 1) await next.click()
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  const last = addDays(parseMediumDate(today) ?? '1970-01-01', 365)
  const days = page.locator('[data-day]:not([data-outside])')
  const lastButton = page.locator(`[data-day="${last}"]:not([data-outside])`).getByRole('button')
  await expect(lastButton).toHaveAccessibleName(/^(?!.*chosen)/)
  // None if it is the last of its month.
  for (const day of (await days.all()).slice(Number(last.slice(8))))
    await expect(day.getByRole('button')).toHaveAccessibleName(/, too far ahead, can’t be chosen$/)
})

/** Returns the clinic's today from the heading, which shows it until another day is chosen. */
async function todayOf(page: Page) {
  const heading = page.getByRole('heading', { name: 'Available Appointments on' })
  return String(await heading.textContent()).replace('Available Appointments on ', '')
}

test('what is said of the email once the account is known moves no button of the confirmation', async ({
  page,
  server,
}) => {
  const known = Promise.withResolvers<void>()
  await page.route('**/api/auth/account', async (route) => {
    await known.promise
    await route.continue()
  })
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await chooseDayOfNextMonth(page, day)
  await bookInDialog(page, 'Teeth Cleaning', '212 555 0142')
  const pay = page.getByRole('link', { name: 'Pay $59 now' })
  await expect(pay).toBeInViewport()
  const place = () => pay.evaluate((link) => link.getBoundingClientRect().top + window.scrollY)
  const before = await place()
  known.resolve()
  await expect(page.getByText('We’ve written to')).toBeVisible()
  expect(await place()).toBe(before)
})
