import { expect, type Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { weekdayOf } from '#contract/kit/time/shown-date.ts'
import { us } from '#testbed/us.ts'
import { axe } from '../support/axe.ts'
import { book } from '../support/bookings.ts'
import { signInAs, signUp } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { test } from '../support/test.ts'

const today = clinicToday(new Date(), 'America/New_York')

/** Adds appointments to the list response, dated `days` ago: the API can't book in the past. */
async function addEarlier(page: Page, days: number[]) {
  await page.route(/\/booking\?patient=/, async (route) => {
    const response = await route.fetch()
    const [template, ...rest]: { _id: string }[] = await response.json()
    const earlier = days.map((daysAgo, index) => ({
      ...template,
      _id: `00000000-0000-4000-8000-00000000000${index}`,
      date: formatMediumDate(addDays(today, -daysAgo)),
    }))
    await route.fulfill({ response, json: [...earlier, template, ...rest].filter(Boolean) })
  })
}

/** Signs in a patient with two upcoming appointments and returns their dates, the soonest first. */
async function signInWithTwoAppointments(page: Page, server: Parameters<typeof book>[0]): Promise<string[]> {
  const person = await signUp(server)
  const { date: soon } = await book(server, person)
  const { date: later } = await book(server, person, 'Oral Surgery')
  await signInAs(page, server, person)
  return [soon, later]
}

test('upcoming appointments come first, the soonest on top; earlier ones are collapsed below', async ({
  page,
  server,
}) => {
  const dates = await signInWithTwoAppointments(page, server)
  await addEarlier(page, [30, 2])
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Appointments: 4' })).toBeVisible()
  const rows = page.getByRole('rowgroup').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(2)
  for (const [index, date] of dates.entries()) {
    await expect(rows.nth(index)).toContainText(date)
    await expect(rows.nth(index)).toContainText(weekdayOf(parseMediumDate(date) ?? today, us))
  }
  await expect(rows.first().getByRole('cell').nth(4)).toHaveText(/\$59\s*pay/)

  await page.getByText('Past appointments: 2').click()
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(2)).toContainText(formatMediumDate(addDays(today, -2)))
  await expect(rows.nth(3)).toContainText(formatMediumDate(addDays(today, -30)))
  await axe(page)
})

test('collapsed appointments are printed too', { tag: '@any-width' }, async ({ page, server }) => {
  await signInWithTwoAppointments(page, server)
  await addEarlier(page, [30])
  await page.goto('/dashboard')
  await expect(page.getByText('Past appointments: 1')).toBeVisible()
  const earlier = page.getByText(formatMediumDate(addDays(today, -30)))
  await expect(earlier).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(earlier).toBeVisible()
})

test('without upcoming appointments the page offers to book', { tag: '@any-width' }, async ({ page, server }) => {
  await signInWithTwoAppointments(page, server)
  await page.route(/\/booking\?patient=/, async (route) => {
    const response = await route.fetch()
    const list: object[] = await response.json()
    const date = formatMediumDate(addDays(today, -1))
    await route.fulfill({ response, json: list.map((booking) => ({ ...booking, date })) })
  })
  await page.goto('/dashboard')
  await expect(page.getByText('No upcoming appointments')).toBeVisible()
  await expect(page.getByText('Past appointments: 2')).toBeVisible()
  await page.getByRole('link', { name: 'Book an appointment' }).click()
  await expect(page).toHaveURL('/appointment')
})

test('six appointments of a family are in view at once, and each action names whose it is', async ({
  page,
  server,
}) => {
  const person = await signUp(server)
  await book(server, person)
  await page.route(/\/booking\?patient=/, async (route) => {
    const response = await route.fetch()
    const [own = {}]: object[] = await response.json()
    const children = ['Leo', 'Mia', 'Ben'].flatMap((patientName, n) =>
      ['08.30 AM - 09.00 AM', '09.00 AM - 09.30 AM'].map((slot, at) => ({
        ...own,
        ...{ _id: `00000000-0000-4000-8000-0000000000${n}${at}`, patientName, slot },
        ...(at === 1 && { paid: true, owed: 0, received: 59, transactionId: 'pi_3SYx0aJ2mPq7Rt9u1Zk4WbCd' }),
      })),
    )
    await route.fulfill({ response, json: [own, ...children.slice(0, 5)] })
  })
  await signInAs(page, server, person)
  await page.goto('/dashboard')
  const isWide = (page.viewportSize()?.width ?? 0) >= 1280
  if (isWide) await page.setViewportSize({ width: 1280, height: 900 })
  const rows = page.getByRole('rowgroup').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(6)
  const cancel = page.getByRole('button', { name: /^Cancel Leo’s Teeth Cleaning, \w{3}, \w{3} \d+ at 8:30 AM$/ })
  await expect(cancel).toBeVisible()
  await shoot(page, 'appointments-of-a-family')
  await axe(page)
  // The columns are read in this order on a phone, too.
  const cells = await rows.nth(1).getByRole('cell').allTextContents()
  expect(cells.slice(0, 4)).toEqual(['Leo', expect.any(String), expect.any(String), expect.any(String)])
  const tops = await rows
    .nth(1)
    .getByRole('cell')
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top))
  if (isWide) await expect(rows.last().getByRole('button', { name: /^Move / })).toBeInViewport({ ratio: 1 })
  else expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  await cancel.click()
  await expect(page.getByRole('dialog', { name: 'Cancel Leo’s appointment?' })).toBeVisible()
})
