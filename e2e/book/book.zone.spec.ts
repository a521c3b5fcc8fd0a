import { expect } from '@playwright/test'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { chooseDayOfNextMonth, openBooking } from '../support/calendar.ts'
import { signInAs, signUp } from '../support/people.ts'
import { test } from '../support/test.ts'

// The browser is on the Chatham Islands, where it is already the next day for most of the clinic's day.
const clinicZone = 'America/New_York'

test('the calendar opens on the clinic’s today, and the chosen date is the one booked', async ({ page, server }) => {
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  const today = formatMediumDate(clinicToday(new Date(), clinicZone))
  await expect(page.getByRole('heading', { name: `Available Appointments on ${today}` })).toBeVisible()

  const date = await chooseDayOfNextMonth(page, 1)
  const dialog = await openBooking(page, 'Teeth Cleaning')
  await expect(dialog.getByLabel('Date')).toHaveValue(date)
  await expect(page.getByText(/free times across/)).toContainText('(New York time)')
  await expect(page.getByText('First free').first()).toHaveText('First free (New York time)')
  await expect(dialog.getByLabel('Time')).toHaveAccessibleDescription('(New York time)')
  await dialog.getByLabel('Phone').fill('555')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Appointment is set, ${date} at 08.00 AM - 08.30 AM`).first()).toBeVisible()
  await expect(page.getByRole('region', { name: /^You’re booked: .*\(New York time\)$/ })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: date })).toContainText('(New York time)')
})

test('when the browser’s clock is a day ahead, the clinic’s today can still be chosen', async ({ page, server }) => {
  await page.clock.setFixedTime(new Date('2027-03-02T03:00:00Z'))
  await signInAs(page, server, await signUp(server))
  await page.goto('/appointment')
  await expect(page.getByRole('heading', { name: 'Available Appointments on Mar 1, 2027' })).toBeVisible()
  await expect(page.locator('[data-day="2027-03-01"]').getByRole('button')).toBeEnabled()
  await expect(page.locator('[data-day="2027-03-02"]').getByRole('button')).toBeEnabled()
})
