import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { axeInBothSchemes, expectRoomForLargeText } from '../support/accessibility.ts'
import { closeDay } from '../support/clinic/days.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const today = clinicToday(new Date(), 'America/New_York')
const brief = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const inWords = (day: IsoDate) => brief.format(new Date(day))
const nextTimes = (page: Page) => page.getByRole('region', { name: /^Next free times/ })
const timesIn = (page: Page) => nextTimes(page).getByRole('button', { name: /^Book / })

/** Takes all times of a day that other tests leave alone. */
async function fill(page: Page, day: IsoDate) {
  const date = formatMediumDate(day)
  await page.route(`**/available?date=${encodeURIComponent(date)}*`, async (route) => {
    const response = await route.fetch()
    const treatments: object[] = await response.json()
    await route.fulfill({ response, json: treatments.map((one) => ({ ...one, slots: [] })) })
  })
}

test('a closed day shows the next times first, and one press opens the dialog of one', async ({ page, server }) => {
  const closed = addDays(today, 70)
  await closeDay(server, closed, 'Inventory')
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${closed}`)
  await expect(page.getByText('We’re closed this day: Inventory')).toBeVisible()
  await expect(timesIn(page)).toHaveCount(3)
  // Later and later ones, of other treatments, from that day on.
  await expect(timesIn(page).first()).toContainText(`${inWords(addDays(closed, 1))}, 8:00 AM`)
  await expect(timesIn(page).nth(1)).toContainText(`${inWords(addDays(closed, 1))}, 8:30 AM`)
  await expect(timesIn(page).first()).toContainText(/\$\d+30 min · with Dr\. /)
  await axeInBothSchemes(page)
  await expectRoomForLargeText(page, 'next times')
  await shoot(page, 'next-times')
  await timesIn(page).nth(1).click()
  const dialog = page.getByRole('dialog', { name: /^Booking for: / })
  await expect(dialog.getByLabel('Time').locator('option:checked')).toHaveText('08.30 AM - 09.00 AM')
  await expect(dialog).toContainText(formatMediumDate(addDays(closed, 1)))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/appointment?date=${closed}`)
  await expect(timesIn(page)).toHaveCount(3)
})

test('a full day and today after hours show the next times first', { tag: '@any-width' }, async ({ page, server }) => {
  const full = addDays(today, 75)
  await fill(page, full)
  await fill(page, today)
  await signInAs(page, server, await signUp(server))
  await page.goto(`/appointment?date=${full}`)
  await expect(timesIn(page)).toHaveCount(3)
  await page.goto('/appointment')
  await expect(timesIn(page)).toHaveCount(3)
  // A reason has times of its own.
  await page.getByRole('button', { name: 'Check-up' }).click()
  await expect(page.getByRole('region', { name: 'Teeth Cleaning' })).toBeVisible()
  await expect(nextTimes(page)).toHaveCount(0)
})

test('a link to a day that has passed, or is too far ahead, says so and shows the next times', {
  tag: '@any-width',
}, async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  const past = addDays(today, -20)
  await page.goto(`/appointment?date=${past}`)
  await expect(nextTimes(page)).toContainText(`${formatMediumDate(past)} has passed.`)
  await expect(timesIn(page)).toHaveCount(3)
  await page.goto(`/appointment?date=${addDays(today, 400)}`)
  await expect(nextTimes(page)).toContainText(`You can book until ${formatMediumDate(addDays(today, 365))}.`)
  await axeInBothSchemes(page)
  await page.locator(`[data-day="${today}"]`).getByRole('button').press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/appointment?date=${addDays(today, 1)}`)
  await expect(nextTimes(page)).toHaveCount(0)
})

test('a dentist’s link to a day off shows the dentist’s next times', { tag: '@any-width' }, async ({
  page,
  server,
}) => {
  const off = addDays(today, 78)
  await fill(page, off)
  await signInAs(page, server, await signUp(server))
  await page.goto('/dentists')
  const href = await page.getByRole('link', { name: 'Book with Dr. Mateo Álvarez' }).getAttribute('href')
  await page.goto(`${href}&date=${off}`)
  await expect(nextTimes(page)).toHaveAccessibleName('Next free times with Dr. Mateo Álvarez')
  for (const time of await timesIn(page).all()) await expect(time).toContainText('with Dr. Mateo Álvarez')
})

test('a link to a treatment and a day shows the times of the treatment from that day on', async ({ page, server }) => {
  const day = addDays(today, 82)
  await signInAs(page, server, await signUp(server))
  await page.goto('/')
  const href = await page.getByRole('link', { name: 'Book Cavity Filling' }).getAttribute('href')
  await page.goto(`${href}&date=${day}`)
  const times = page.getByRole('region', { name: `Cavity Filling from ${inWords(day)}` })
  await expect(times.getByRole('button', { name: /^Book / })).toHaveCount(3)
  await expect(times.getByRole('button', { name: /^Book / }).first()).toContainText(`${inWords(day)}, 8:00 AM`)
  await expect(nextTimes(page)).toHaveCount(0)
})
